// The texts come beside the program: one language, the page and the chapter that is read, and nothing breaks where they do
// not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { apology, by, CHAPTERS, close, kitchen, pass, ready, stays, time, tool, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** Opens the page and notes which packs it fetches from then on, and on the way. */
async function open(query) {
  const page = await site.open(query);
  const packs = [];
  page.on("request", (request) => {
    const [, name] = new URL(request.url()).pathname.match(/\/text\/(.+)-[0-9a-f]{8}\.js$/) ?? [];
    if (name) packs.push(name);
  });
  return { page, packs };
}

/** What the console says about a file that did not come is no fault of the page. */
const forgive = (page) => (page.faults = page.faults.filter((fault) => !/Failed to load resource/.test(fault)));

test("a visit fetches one language, the page and the chapter, each once", async () => {
  const { page, packs } = await open("?lang=ja");
  await page.reload();
  await ready(page);
  assert.deepEqual(packs.sort(), ["ja-page", "ja-prologue"]);
  await by(page, "chapter-data").click();
  await by(page, "stage").waitFor();
  assert.deepEqual(packs, ["ja-page", "ja-prologue", "ja-data"]);
  await page.goBack();
  await by(page, "chapter-data").click();
  await by(page, "stage").waitFor();
  assert.deepEqual(packs, ["ja-page", "ja-prologue", "ja-data"]);
  await close(page);
});

test("a link to a chapter fetches its texts at once", async () => {
  const { page, packs } = await open("?lang=en&scene=links");
  await page.reload();
  await ready(page);
  assert.deepEqual(packs.sort(), ["en-links", "en-page"]);
  await close(page);
});

test("a language that says nothing of a chapter says it in English", async () => {
  const { page, packs } = await open("?lang=es");
  await page.reload();
  await ready(page);
  assert.deepEqual(packs.sort(), ["es-page", "es-prologue"]);
  assert.equal(await page.locator("html").getAttribute("lang"), "es");
  assert.match(await page.locator("main").innerText(), /Cómo miles de GPUs/);
  await by(page, "chapter-data").click();
  await by(page, "stage").waitFor();
  assert.deepEqual(packs, ["es-page", "es-prologue", "en-data"]);
  assert.equal(await page.locator("html").getAttribute("lang"), "es");
  await page.goBack();
  await by(page, "chapter-tensor").click();
  await by(page, "stage").waitFor();
  assert.equal(packs.at(-1), "es-tensor");
  assert.equal(await (await tool(page, "lang-es")).getAttribute("aria-pressed"), "true");
  await close(page);
});

test("a change of language waits for its texts, and the last choice holds", async () => {
  const { page, packs } = await open("?lang=ja&scene=pipeline");
  let release;
  const held = new Promise((open) => (release = open));
  await page.route("**/text/en-*", async (route) => (await held, await route.continue()));
  await by(page, "beat-forward").click();
  const moment = await until(page, (now) => now > 0, "one beat");
  const caption = await by(page, "caption").innerText();
  await (await tool(page, "lang-en")).click();
  await stays(() => by(page, "caption").innerText(), "nothing is blank meanwhile");
  assert.equal(await by(page, "caption").innerText(), caption, "nothing is blank meanwhile");
  await (await tool(page, "lang-ja")).click();
  release();
  await stays(() => page.locator("html").getAttribute("lang"), "the last choice holds");
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  await (await tool(page, "lang-en")).click();
  await page.locator("html[lang=en]").waitFor({ state: "attached" });
  assert.equal(await time(page), moment);
  assert.doesNotMatch(await page.locator("main").innerText(), /[\u3040-\u30ff]/);
  assert.deepEqual(packs.sort(), ["en-page", "en-pipeline"]);
  await close(page);
});

test("every chapter opens from every other", async () => {
  const { page } = await open("?lang=en");
  for (const chapter of CHAPTERS.toReversed()) {
    await by(page, `chapter-${chapter}`).click();
    await by(page, "stage").waitFor();
    // A heavy show comes from the worker.
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]").dataset.end) > 0);
    await pass(page);
    await by(page, "open-timeline").click();
    await by(page, "step-forward").click();
    await until(page, (now) => now > 0, "one step");
    await page.goBack();
    await by(page, "contents").waitFor();
  }
  await close(page);
});

test("texts that do not come cost a sentence, not the page", async () => {
  const { page } = await open("?lang=ja");
  await page.route("**/text/**", (route) => route.abort());
  await by(page, "chapter-tensor").click();
  assert.match(await by(page, "problem").innerText(), /必要なものが届きませんでした/);
  assert.equal(await by(page, "contents").count(), 1, "the page is still there");
  await page.unroute("**/text/**");
  await by(page, "chapter-tensor").click();
  await by(page, "stage").waitFor();
  forgive(page);
  await close(page);
});

test("without any text the page says in both languages that it could not start", async () => {
  const { page } = await open("?lang=en");
  await page.route("**/text/**", (route) => route.abort());
  await page.reload();
  const said = page.locator("#start-problem");
  await apology(page);
  assert.match(await said.innerText(), /動かせませんでした[^]*could not start/);
  forgive(page);
  await close(page);
});
