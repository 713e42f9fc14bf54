// The page "how we compute": made of the program's own numbers, readable everywhere, linked from where numbers are shown.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { by, kitchen } from "../kit.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

for (const lang of ["ja", "en"]) {
  test(`${lang}: errors, formulas, constants and hardware, for everyone`, async () => {
    const tab = await site.browser.newContext({ viewport: { width: 320, height: 640 } });
    const page = await tab.newPage();
    await page.goto(`${site.url}how-${lang}.html`);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, "no wider than a narrow phone");
    const empty = await page.locator("table").evaluateAll((all) => all.filter((one) => one.tBodies[0].rows.length === 0).length);
    assert.equal(empty, 0, "no table is empty");
    assert.ok((await page.locator("table").count()) >= 10);
    assert.match(await page.locator("main").innerText(), /\d\.\d\s%/);
    await page.addScriptTag({ path: AXE });
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => one.id + one.nodes[0].html.slice(0, 120)), []);
    await tab.close();
  });
}

test("the home page and each number's source lead there", async () => {
  const page = await site.open("?lang=en&scene=data");
  await by(page, "readout").first().locator("summary").click();
  await by(page, "how").first().click();
  await page.waitForURL("**/how-en.html");
  await page.context().close();
  const home = await site.open("?lang=ja");
  await by(home, "how").click();
  await home.waitForURL("**/how-ja.html");
  await home.context().close();
});
