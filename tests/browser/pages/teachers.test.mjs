// The teacher's page: lessons whose links open what they name, and worksheets that are one sheet of paper each.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, kitchen, ready, time } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

test("the home page leads to the lessons, and each moment opens without a complaint", async () => {
  const page = await site.open("?lang=en");
  await by(page, "leaf-teachers").click();
  await page.waitForURL("**/teachers-en.html");
  const links = await page.locator("a.show[target=moment]").evaluateAll((all) => [...new Set(all.map((one) => one.href))]);
  assert.ok(links.length >= 12, `${links.length} moments`);
  for (const link of links) {
    await page.goto(link);
    await ready(page);
    assert.equal(await by(page, "problem").count(), 0, link);
    const wanted = Number(link.match(/&t=(\d+)/)?.[1] ?? 0);
    assert.equal(await time(page), wanted, link);
    await page.goto("about:blank");
  }
  await close(page);
});

for (const lang of ["ja", "en"]) {
  test(`${lang}: each worksheet and each key is one A4 page`, async () => {
    const tab = await site.browser.newContext({ viewport: { width: 1000, height: 900 } });
    const page = await tab.newPage();
    await page.goto(`${site.url}worksheets-${lang}.html`);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    assert.equal((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length, 10, "pages");
    await page.emulateMedia({ media: "print" });
    const over = await page.locator(".sheet").evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => one.id));
    assert.deepEqual(over, [], "nothing is cut off");
    await tab.close();
  });

  test(`${lang}: lessons and worksheets are no wider than a narrow phone`, async () => {
    const tab = await site.browser.newContext({ viewport: { width: 320, height: 640 } });
    const page = await tab.newPage();
    for (const name of ["teachers", "worksheets"]) {
      await page.goto(`${site.url}${name}-${lang}.html`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, name);
    }
    await tab.close();
  });
}
