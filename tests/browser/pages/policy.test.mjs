// A host may forbid inline scripts and styles and everything from elsewhere: all pages work under the policy that the README names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { apology, by, CHAPTERS, close, kitchen, pass, ready, scrub, tool, until, visit } from "../kit.mjs";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const POLICY = README.match(/default-src 'self';[^\n]*/)[0].trim();
let site;
/** One page goes through the book: what the policy forbids would be told on its console. */
let book;
before(async () => {
  site = await kitchen("/", {}, { "content-security-policy": POLICY });
  book = await site.open("?lang=en");
});
after(async () => {
  await close(book);
  await site.stop();
});

test("the policy is strict", () => {
  assert.doesNotMatch(POLICY, /unsafe-inline|'unsafe-eval'|\*|https?:/);
});

test("the home page", async () => {
  const page = await site.open("?lang=ja");
  await by(page, "contents").waitFor();
  await close(page);
});

for (const scene of CHAPTERS) {
  test(`${scene}: it plays, its marks stand where they belong, and its controls work`, async () => {
    const page = book;
    await visit(page, `?scene=${scene}&lang=en`);
    await pass(page);
    await by(page, "step-forward").click();
    await until(page, (now) => now > 0, "one step");
    await scrub(page, 0.5);
    const lefts = await page.locator(".marks i").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    assert.ok(new Set(lefts.map(Math.round)).size > 1, `marks at ${lefts}`);
    await (await tool(page, "share")).click();
    await by(page, "share-close").click();
    assert.deepEqual(page.faults, []);
  });
}

test("the worker", async () => {
  const page = await site.open("?scene=links&lang=en");
  const few = await page.evaluate(() => window.collectiveKitchen.played()[0]);
  await page.evaluate(() => (location.hash = "#v=1&chefs=72"));
  await page.waitForFunction((few) => window.collectiveKitchen.played()[0] !== few, few, { timeout: 60_000 });
  assert.ok(page.workers().length > 0, "a worker did it");
  await close(page);
});

for (const name of ["how-ja.html", "how-en.html", "glossary-ja.html", "glossary-en.html", "teachers-ja.html", "teachers-en.html", "worksheets-ja.html", "worksheets-en.html", "faq-ja.html", "faq-en.html", "writers-ja.html", "writers-en.html", "programmers-ja.html", "programmers-en.html", "reading.html", "reading-en.html", "reading-es.html"]) {
  test(`${name}: styled, without a fault`, async () => {
    const tab = await site.browser.newContext();
    const page = await tab.newPage();
    const faults = [];
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(site.url + name);
    assert.deepEqual(faults, []);
    assert.notEqual(await page.locator("main").evaluate((main) => getComputedStyle(main).maxWidth), "none");
    await tab.close();
  });
}

test("where no script may run at all, the page says so by itself", async () => {
  const tab = await site.browser.newContext({ locale: "ja-JP" });
  const page = await tab.newPage();
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(site.url + "?scene=data", { waitUntil: "commit" });
  const told = page.locator("#start-problem");
  await apology(page);
  assert.match(await told.innerText(), /動かせませんでした[^]*could not start/);
  await told.getByRole("link").first().click();
  await page.waitForURL("**/reading.html");
  await tab.close();
});
