// Files that never answer and workers that fall silent: a sign within a second, words and a way out within eight, and the page opens when
// they come after all.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, kitchen, ready, tool } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** Files that do not answer, until `release`. */
async function silence(page, files) {
  let release;
  const held = new Promise((open) => (release = open));
  const hold = async (route) => {
    await held;
    await route.continue().catch(() => {});
  };
  await page.route(files, hold);
  return async () => {
    release();
    await page.unroute(files, hold);
  };
}

/** A new page that is opened while those files do not answer. */
async function openWithout(files, query) {
  const tab = await site.browser.newContext({ locale: "ja-JP" });
  const page = await tab.newPage();
  page.setDefaultTimeout(15_000);
  const release = await silence(page, files);
  await page.goto(site.url + query, { waitUntil: "commit" });
  return { page, release };
}

/** Since the page was there to be read, in milliseconds, when the element is painted: the machine's own time to bring it is not counted. */
function seen(page, selector) {
  return page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    if (!element?.checkVisibility({ visibilityProperty: true }) || element.innerText.trim() === "") return false;
    // Nothing is painted before a style sheet on its way, and no frame comes.
    const read = performance.getEntriesByType("navigation")[0].domInteractive;
    return new Promise((done) => requestAnimationFrame(() => done(performance.now() - read)));
  }, selector).then((handle) => handle.jsonValue());
}

/** On a slow machine a timer comes late, by so much at most. */
const SLACK = 2_000;
const check = (what, ms, limit) => assert.ok(ms < limit + SLACK, `${what} after ${Math.round(ms)} ms of ${limit}`);

const FILES = [
  ["the page's texts", "**/text/ja-page-*"],
  ["the chapter's texts", "**/text/ja-tensor-*"],
  ["the chapter's part", "**/parts/tensor-*"],
  ["the program", /kitchen-[0-9a-f]+\.wasm/],
  ["the bindings", /collective-kitchen-[0-9a-f]+\.js$/],
  ["the style sheet", "**/*.css"],
];

for (const [what, files] of FILES) {
  test(`${what} does not answer before the page is there: a sign, words in both languages, and then the page`, async () => {
    const { page, release } = await openWithout(files, "?scene=tensor&lang=ja");
    check("a sign", await seen(page, "#first .coming, #app h1"), 1_000);
    check("words", await seen(page, "#start-late"), 8_000);
    assert.match(await page.locator("#start-late").innerText(), /届いていない[^]*has not arrived/);
    assert.ok(await page.locator("#start-late button").isVisible());
    await release();
    await ready(page);
    await page.waitForFunction(() => document.getElementById("start-late").hidden);
    assert.ok(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink")), "the page has its looks");
    await page.context().close();
  });
}

test("what was too late may be loaded again", async () => {
  const tab = await site.browser.newContext({ locale: "ja-JP" });
  const page = await tab.newPage();
  // The first request alone gets no answer.
  await page.route("**/text/en-page-*", () => {}, { times: 1 });
  await page.goto(site.url + "?lang=en", { waitUntil: "commit" });
  await seen(page, "#start-late");
  await page.locator("#start-late button").click();
  await ready(page);
  await page.context().close();
});

for (const [what, files] of [["part", "**/parts/tensor-*"], ["texts", "**/text/en-tensor-*"]]) {
  test(`a chapter whose ${what} do not answer: a sign and words on the page, which asks again and stays usable`, async () => {
    const page = await site.open("?lang=en");
    let held = 0;
    // The first request alone gets no answer.
    await page.route(files, () => (held += 1), { times: 1 });
    const start = await page.evaluate(() => performance.now() - performance.getEntriesByType("navigation")[0].domInteractive);
    await by(page, "chapter-tensor").click();
    check("a sign", (await seen(page, "[data-testid=coming]")) - start, 1_000);
    check("words", (await seen(page, "[data-testid=late]")) - start, 8_000);
    assert.match(await by(page, "late").innerText(), /has not arrived yet/);
    assert.equal(await by(page, "contents").count(), 1, "the page is still there");
    assert.equal(held, 1);
    await by(page, "late-again").click();
    await by(page, "stage").waitFor();
    await page.waitForFunction(() => window.collectiveKitchen.played().length > 0);
    assert.equal(await by(page, "late").count(), 0);
    assert.equal(await by(page, "coming").innerText(), "");
    await close(page);
  });
}

test("a language that does not answer: the page says so in its own, and another wish takes its place", async () => {
  const page = await site.open("?scene=data&lang=ja");
  const release = await silence(page, "**/text/en-*");
  await (await tool(page, "lang-en")).click();
  await seen(page, "[data-testid=late]");
  assert.match(await by(page, "late").innerText(), /まだ届いていません/);
  await (await tool(page, "lang-ja")).click();
  await by(page, "late").waitFor({ state: "detached" });
  await release();
  await close(page);
});

/** The first so many workers of a page get no program, and so never say a word. */
const DEAD = (dead) => {
  const { postMessage } = Worker.prototype;
  const numbers = new Map();
  window.workers = 0;
  Worker.prototype.postMessage = function (message) {
    if (!numbers.has(this)) numbers.set(this, (window.workers += 1));
    if (numbers.get(this) > dead) postMessage.call(this, message);
  };
};

/** A heavy run whose first workers are dead. */
async function openDead(dead) {
  const tab = await site.browser.newContext({ locale: "ja-JP" });
  const page = await tab.newPage();
  await page.addInitScript(DEAD, dead);
  await page.goto(site.url + "?scene=links&lang=en#v=1&chefs=72");
  return page;
}

const plays = (page) => page.waitForFunction(() => window.collectiveKitchen?.played().length > 0, null, { timeout: 40_000 });

test("a worker that falls silent is replaced once, and says so", async () => {
  const page = await openDead(1);
  await page.waitForFunction(() => /begins anew/.test(document.querySelector("[data-testid=busy]")?.textContent ?? ""), null, { timeout: 30_000 });
  await plays(page);
  assert.equal(await page.evaluate(() => window.workers), 2);
  await page.context().close();
});

for (const [way, workers] of [["silent-again", 3], ["silent-here", 2]]) {
  test(`two workers that fall silent: words and a way out (${way})`, async () => {
    const page = await openDead(2);
    await by(page, "silent").waitFor({ timeout: 40_000 });
    assert.match(await by(page, "silent").innerText(), /fallen silent twice/);
    await by(page, way).click();
    await plays(page);
    assert.equal(await by(page, "silent").count(), 0);
    assert.equal(await page.evaluate(() => window.workers), workers);
    await page.context().close();
  });
}
