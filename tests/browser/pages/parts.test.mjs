// The program comes in parts: the page's own, and what the chapter that is opened brings beside it. Each is fetched once, and no other.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, kitchen, pass, ready, stepOn, tool, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** Opens the page and notes which parts it fetches from then on, and on the way. */
async function open(query) {
  const page = await site.open(query);
  const fetched = [];
  page.on("request", (request) => {
    const [name] = new URL(request.url()).pathname.match(/parts\/.+$/) ?? [];
    if (name) fetched.push(name);
  });
  return { page, fetched };
}

/** Each chapter's parts, as the page names them. */
async function named(page) {
  const text = await page.locator("script[data-parts]").getAttribute("data-parts");
  const files = (list) => list.split(",").map((part) => part.split(":")[1]);
  return Object.fromEntries(text.split(" ").map((pair) => pair.split("=")).map(([chapter, list]) => [chapter, files(list)]));
}

async function plays(page) {
  await by(page, "stage").waitFor();
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]").dataset.end) > 0);
  await pass(page);
  await stepOn(page);
  await until(page, (now) => now > 0, "one step");
}

/** What is opened beside any page. */
const BESIDE = ["share"];
/** What is opened in a chapter. */
const OPENED = { own: "lab" };

test("every chapter has a part of its own, and the home page fetches none", async () => {
  const { page, fetched } = await open("?lang=ja");
  const parts = await named(page);
  assert.deepEqual(Object.keys(parts).sort(), [...CHAPTERS, ...Object.keys(OPENED), ...BESIDE].sort());
  for (const chapter of CHAPTERS) assert.ok(parts[chapter].some((file) => file.startsWith(`parts/${chapter}-`)), chapter);
  await page.reload();
  await ready(page);
  assert.deepEqual(fetched, []);
  await close(page);
});

test("a link to a chapter fetches its parts and no other", async () => {
  for (const chapter of CHAPTERS) {
    const { page, fetched } = await open("?lang=en");
    const parts = await named(page);
    await page.goto(site.url + `?lang=en&scene=${chapter}`);
    await ready(page);
    await plays(page);
    assert.deepEqual(fetched.sort(), parts[chapter].toSorted(), chapter);
    await close(page);
  }
});

for (const [opened, chapter] of Object.entries(OPENED)) {
  test(`what is opened in ${chapter} comes when it is opened, once`, async () => {
    const { page, fetched } = await open(`?lang=en&scene=${chapter}`);
    const parts = await named(page);
    const beside = parts[opened].filter((file) => !parts[chapter].includes(file));
    assert.ok(beside.length > 0 && parts[chapter].every((file) => parts[opened].includes(file)), "it needs all of the chapter's");
    for (let times = 0; times < 2; times += 1) {
      await by(page, opened).first().click();
      await by(page, `${opened}-dialog`).waitFor();
      await by(page, `${opened}-close`).click();
      await by(page, `${opened}-dialog`).waitFor({ state: "detached" });
    }
    assert.deepEqual(fetched, beside);
    await close(page);
  });
}

test("what shares a moment comes when somebody shares, once", async () => {
  const { page, fetched } = await open("?lang=en&scene=tensor");
  const parts = await named(page);
  const texts = [];
  page.on("request", (request) => /text\//.test(request.url()) && texts.push(request.url()));
  const here = new Set(parts.tensor);
  for (let times = 0; times < 2; times += 1) {
    await (await tool(page, "share")).click();
    await by(page, "share-link").waitFor();
    await by(page, "share-close").click();
    await by(page, "share-link").waitFor({ state: "detached" });
  }
  assert.deepEqual(fetched.sort(), parts.share.filter((file) => !here.has(file)).sort());
  assert.equal(texts.length, 1, String(texts));
  await close(page);
});

test("where it does not come a sentence says so, and it may be asked for again", async () => {
  const { page } = await open("?lang=en&scene=tensor");
  await page.route("**/parts/share-*", (route) => route.abort());
  await (await tool(page, "share")).click();
  await by(page, "problem").waitFor();
  await page.unroute("**/parts/share-*");
  await (await tool(page, "share")).click();
  await by(page, "share-link").waitFor();
  page.faults = page.faults.filter((fault) => !/Failed to load resource/.test(fault));
  await close(page);
});

test("a reader who goes through the book fetches each part once", async () => {
  const { page, fetched } = await open("?lang=ja");
  const parts = await named(page);
  const seen = new Set();
  for (const chapter of CHAPTERS) {
    const before = fetched.length;
    await by(page, `chapter-${chapter}`).click();
    await plays(page);
    const missing = parts[chapter].filter((file) => !seen.has(file));
    assert.deepEqual(fetched.slice(before).sort(), missing.sort(), chapter);
    missing.forEach((file) => seen.add(file));
    await page.goBack();
    await by(page, "contents").waitFor();
  }
  await close(page);
});

test("a part that does not come costs a sentence, and may be asked for again", async () => {
  const { page } = await open("?lang=ja");
  await page.route("**/parts/**", (route) => route.abort());
  await by(page, "chapter-tensor").click();
  assert.match(await by(page, "problem").innerText(), /必要なものが届きませんでした/);
  assert.equal(await by(page, "contents").count(), 1, "the page is still there");
  await page.unroute("**/parts/**");
  await by(page, "chapter-tensor").click();
  await plays(page);
  page.faults = page.faults.filter((fault) => !/Failed to load resource/.test(fault));
  await close(page);
});

test("a part comes from a host that does not know what it is", async () => {
  const { page } = await open("?lang=en");
  await page.route("**/parts/*.wasm", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
  });
  await by(page, "chapter-links").click();
  await plays(page);
  await close(page);
});

test("what scripts ask of a chapter brings it in", async () => {
  const { page, fetched } = await open("?lang=en");
  const digest = (chapter) => page.evaluate((chapter) => window.collectiveKitchen.digest(chapter).catch(String), chapter);
  assert.match((await digest("async"))[0], /^[0-9a-f]{16}$/);
  assert.deepEqual(fetched.sort(), (await named(page)).async.toSorted());
  assert.match(await digest("dessert"), /no such chapter/);
  await close(page);
});
