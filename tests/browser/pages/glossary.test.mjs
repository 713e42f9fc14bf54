// The glossary: every word of the page, linked where a chapter says it first, with moments that load when they are asked for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, kitchen, moment, stays } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

for (const lang of ["ja", "en"]) {
  test(`${lang}: a chapter's words lead to their entries, each once, and keep the reader's place`, async () => {
    const page = await site.open(`?scene=pipeline&lang=${lang}`);
    const links = await page.locator(".reading a.term").evaluateAll((all) => all.map((one) => [one.getAttribute("href"), one.target]));
    assert.ok(links.length >= 8, `${links.length} words`);
    assert.equal(new Set(links.map(([href]) => href)).size, links.length, "each entry once");
    assert.ok(links.every(([href, target]) => href.startsWith(`glossary-${lang}.html#`) && target === "glossary"), "a tab of its own");
    const [opened] = await Promise.all([page.waitForEvent("popup"), page.locator(".reading a.term").first().click()]);
    await opened.waitForLoadState();
    const shown = await opened.locator(":target").evaluate((one) => one.getBoundingClientRect().top < innerHeight && one.innerText.length > 20);
    assert.ok(shown, "the entry is on the screen");
    for (const [href] of links) assert.equal(await opened.locator(`[id="${href.split("#")[1]}"]`).count(), 1, href);
    await opened.close();
    await close(page);
  });
}

test("a moment loads when it is asked for, and stands at its time", async () => {
  const tab = await site.browser.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await tab.newPage();
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(`${site.url}glossary-en.html#1f1b`);
  await stays(() => fetched.some((url) => url.includes("embed=1")), "nothing is loaded before", 500);
  assert.ok(!fetched.some((url) => url.includes("embed=1")), "nothing is loaded before");
  await page.locator("[id='1f1b'] summary").click();
  const stage = page.frameLocator("[id='1f1b'] iframe").getByTestId("stage");
  await stage.waitFor({ timeout: 30_000 });
  const wanted = (await page.locator("[id='1f1b'] iframe").getAttribute("src")).match(/t=(\d+)/)[1];
  assert.equal(await moment(stage), Number(wanted));
  await tab.close();
});

test("no wider than a narrow phone", async () => {
  const tab = await site.browser.newContext({ viewport: { width: 320, height: 640 } });
  const page = await tab.newPage();
  for (const lang of ["ja", "en"]) {
    await page.goto(`${site.url}glossary-${lang}.html`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, lang);
  }
  await tab.close();
});
