// Reading without a network: kept when the reader asks for it and not before, never older than the network's, and gone when it is removed.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { by, DIST, eventually, kitchen, ready, stepOn, tool, until } from "../kit.mjs";

const PATH = "/some/path/";
let [site, folder] = [];
before(async () => {
  site = await kitchen(PATH);
  folder = mkdtempSync(join(tmpdir(), "kitchen-offline-"));
});
afterEach(() => (site.down(false), site.serves(DIST)));
after(async () => {
  rmSync(folder, { recursive: true });
  await site.stop();
});

/** Another build: its page says so, and a text has another name. */
function build(number) {
  const dist = join(folder, String(number));
  cpSync(DIST, dist, { recursive: true });
  const [text] = readdirSync(join(dist, "text")).filter((name) => name.startsWith("en-page-"));
  const renamed = `en-page-${String(number).repeat(8)}.js`;
  renameSync(join(dist, "text", text), join(dist, "text", renamed));
  const page = readFileSync(join(dist, "index.html"), "utf8");
  writeFileSync(join(dist, "index.html"), page.replaceAll(text, renamed).replace("</head>", `<meta name="build" content="${number}"></head>`));
  return { dist, renamed };
}

/** A tab of one reader, whose browser keeps what it was asked to keep; what fails gathers in `faults`. */
async function reader() {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.faults = [];
  page.on("pageerror", (fault) => page.faults.push(String(fault)));
  return page;
}

const go = async (page, query) => {
  await page.goto(site.url + query);
  await ready(page);
};

async function plays(page) {
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]")?.dataset.end) > 0);
  await stepOn(page);
  await until(page, (now) => now > 0, "one step");
}

/** What the browser holds for this site: its caches and its service workers. */
const held = (page) => page.evaluate(async () => [(await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length]);

async function shares(page) {
  await (await tool(page, "share")).click();
  await by(page, "offline").waitFor();
}

/** Asks for the open chapter to be kept, and waits until it is. */
async function keeps(page, chapter) {
  await shares(page);
  await by(page, "offline-keep").click();
  await page.waitForFunction((chapter) => document.querySelector("[data-testid=offline]").dataset.kept.split(",").includes(chapter), chapter);
  await by(page, "offline-remove").waitFor();
}

const number = (page) => page.evaluate(() => document.querySelector("meta[name=build]")?.content);

/** The number of the build whose page is kept. */
const kept = (page) =>
  page.evaluate(async () => (await (await caches.match(document.baseURI.split(/[?#]/)[0]))?.text())?.match(/name="build" content="(\d)"/)?.[1]);

test("nothing is kept unless it is asked for; then the chapter and the home page play with the network off", async () => {
  const page = await reader();
  await go(page, "?scene=pipeline&lang=en");
  await shares(page);
  assert.match(await by(page, "offline-said").innerText(), /Nothing is kept on this device/);
  assert.deepEqual(await held(page), [0, 0]);
  await by(page, "share-close").click();
  await keeps(page, "pipeline");
  assert.match(await by(page, "offline-said").innerText(), /\d(\.\d+)?\sMB: the home page and The relay\./);
  assert.deepEqual(await held(page), [1, 1]);
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  site.down(true);
  const later = await page.context().newPage();
  later.setDefaultTimeout(15_000);
  later.faults = [];
  later.on("pageerror", (fault) => later.faults.push(String(fault)));
  for (const query of ["?scene=pipeline&lang=en#v=1&act=cut", "?scene=pipeline&lang=ja", "pipeline-en.html"]) {
    await go(later, query);
    await plays(later);
  }
  assert.match(later.url(), /\?scene=pipeline&lang=en/, "the chapter's own address leads to it");
  await shares(later);
  await by(later, "share-close").click();
  await go(later, "?lang=en");
  await by(later, "contents").waitFor();
  for (const part of ["contents", "map"]) {
    const picture = by(later, part).locator("img").first();
    await picture.scrollIntoViewIfNeeded();
    await eventually(() => picture.evaluate((image) => image.naturalWidth > 0), `the ${part} has its pictures`);
  }
  // What is not kept is said to be missing.
  await by(later, "chapter-tensor").click();
  await by(later, "problem").waitFor();
  await by(later, "chapter-pipeline").click();
  await plays(later);
  assert.deepEqual([page.faults, later.faults], [[], []]);
  await page.context().close();
});

test("with a network a newer build always comes first, and what is kept follows it; a broken one does not harm it", async () => {
  const [second, third] = [build(2), build(3)];
  const page = await reader();
  await go(page, "?scene=pipeline&lang=en");
  await keeps(page, "pipeline");
  assert.equal(await kept(page), undefined);
  site.serves(second.dist);
  await go(page, "?scene=pipeline&lang=en");
  assert.equal(await number(page), "2", "the first visit after an update shows it");
  await eventually(async () => (await kept(page)) === "2", "what is kept follows");
  site.down(true);
  await go(page, "?scene=pipeline&lang=en");
  assert.equal(await number(page), "2");
  await plays(page);
  // A build that is only half there: its page is shown, as the network has it, but what is kept stays whole.
  site.down(false);
  rmSync(join(third.dist, "text", third.renamed));
  site.serves(third.dist);
  await page.goto(site.url + "?scene=pipeline&lang=en");
  assert.equal(await number(page), "3");
  site.serves(second.dist);
  await go(page, "?scene=pipeline&lang=en");
  site.down(true);
  await go(page, "?scene=pipeline&lang=en");
  assert.equal(await number(page), "2");
  await plays(page);
  await page.context().close();
});

test("it can be removed, and then nothing is left of it", async () => {
  const page = await reader();
  await go(page, "?scene=cast&lang=ja");
  await keeps(page, "cast");
  await by(page, "share-close").click();
  await go(page, "?scene=pantry&lang=ja");
  await keeps(page, "pantry");
  assert.equal(await by(page, "offline").getAttribute("data-kept"), "cast,pantry");
  // Whoever keeps the page may install it.
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector("link[rel=manifest]");
    const { icons, ...rest } = await (await fetch(href)).json();
    return { ...rest, icons: await Promise.all(icons.map(async ({ src, type }) => [(await fetch(new URL(src, href))).headers.get("content-type"), type])) };
  });
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ["./", "./", "standalone"]);
  for (const [served, said] of manifest.icons) assert.equal(served, said);
  await by(page, "offline-remove").click();
  await eventually(async () => /消しました/.test(await by(page, "offline-said").innerText()), "it says so");
  await eventually(async () => (await held(page)).join() === "0,0", "nothing is held");
  site.down(true);
  await page.goto("about:blank");
  await assert.rejects(page.goto(site.url + "?scene=cast&lang=ja"), /ERR_/);
  await page.context().close();
});

test("where keeping fails it says so and leaves nothing behind", async () => {
  const page = await reader();
  await go(page, "?scene=pipeline&lang=en");
  await shares(page);
  const broken = build(4);
  rmSync(join(broken.dist, "text", broken.renamed));
  site.serves(broken.dist);
  await by(page, "offline-keep").click();
  await eventually(async () => /could not be kept/.test(await by(page, "offline-said").innerText()), "it says so");
  await eventually(async () => (await held(page)).join() === "0,0", "nothing is held");
  await page.context().close();
});
