// The folder works on any static host, at any path, in a sandboxed frame, and weighs little.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, DIST, end, eventually, kitchen, launch, moment, playToTheEnd, ready, until } from "../kit.mjs";
import { serve } from "../server.mjs";

const SIZES = readFileSync(new URL("../../../xtask/src/sizes.rs", import.meta.url), "utf8");
const bytes = (name) => Number(SIZES.match(new RegExp(`const ${name}: usize = ([0-9_]+)`))[1].replaceAll("_", ""));
const LIMIT = bytes("LIMIT");
const PATH = "/~teacher/2026/kitchen/";
const FRAME = `<!doctype html><title>A lesson</title><iframe title="kitchen" sandbox="allow-scripts" width="1000" height="700" src="${PATH}?scene=pipeline&embed=1"></iframe>`;

let site;
before(async () => (site = await kitchen(PATH, { "/lesson.html": FRAME })));
after(() => site.stop());

test("a sub-path is as good as the root", async () => {
  const page = await site.open("?scene=data&lang=en");
  assert.ok((await end(page)) > 0);
  await by(page, "step-forward").click();
  await until(page, (now) => now > 0, "one step");
  await close(page);
});

test("a first visit fetches little before its first chapter plays", async () => {
  const page = await site.open("?lang=ja");
  const bodies = new Map();
  page.on("response", async (response) => bodies.set(response.url(), await response.body().catch(() => Buffer.alloc(0))));
  await page.reload();
  await ready(page);
  // As a newcomer does: the first minute, and the door to the first chapter.
  await by(page, "press").click();
  await by(page, "first-guess").first().click();
  await page.locator(".first-panel .option.right").waitFor();
  await by(page, "press").click();
  await by(page, "doors").locator("a").first().click();
  await by(page, "next").click();
  await until(page, (now) => now > 0, "playing");
  await page.waitForLoadState("networkidle");
  const sizes = [...bodies].map(([url, body]) => [new URL(url).pathname, gzipSync(body).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(sizes.map(([path, size]) => `${String(size).padStart(8)}  ${path}`).join("\n"));
  console.log(`${String(total).padStart(8)}  bytes gzip in all, of ${LIMIT}`);
  assert.ok(bodies.size >= 3, "the page, its program and its style were seen");
  assert.ok(total <= LIMIT, `${total} bytes`);
  await close(page);
});

test("it runs inside sandbox=\"allow-scripts\" alone, on a host without headers", async () => {
  const tab = await site.browser.newContext();
  const page = await tab.newPage();
  await page.goto(site.origin + "/lesson.html");
  const frame = page.frameLocator("iframe");
  await frame.locator("[data-ready=true]").first().waitFor({ state: "attached", timeout: 15_000 });
  const stage = frame.getByTestId("stage");
  assert.equal(await moment(stage), 0);
  await frame.getByTestId("step-forward").click();
  await eventually(async () => (await moment(stage)) > 0, "one step");
  await tab.close();
});

test("without being asked to it keeps nothing: no cookie, no storage", async () => {
  const page = await site.open("?scene=pipeline");
  await playToTheEnd(page);
  assert.deepEqual(await page.context().cookies(), []);
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  await close(page);
});

test("without scripts every chapter shows its first picture and says what it is", async () => {
  const page = await site.open("", { javaScriptEnabled: false });
  await page.waitForURL("**/reading.html");
  const pictures = page.locator("img, svg[role=img]");
  const shown = await pictures.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width > 200).length);
  assert.ok(shown >= CHAPTERS.length, `${shown} pictures`);
  for (const one of await page.locator("img").all()) {
    await one.scrollIntoViewIfNeeded();
    await eventually(() => one.evaluate((e) => e.naturalWidth > 0), await one.getAttribute("src"));
    assert.notEqual(await one.getAttribute("alt"), null);
  }
  const text = await page.locator("body").innerText();
  assert.match(text, /[\u3040-\u30ff]/);
  await page.context().close();
});

test("a page at the root of another host starts too", async () => {
  const host = await serve(DIST);
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(host.url);
  await ready(page);
  await browser.close();
  await host.stop();
});
