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
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < 14_000, `long tables are folded: ${height} pixels`);
    const folds = await page.locator("main details > summary > small").allInnerTexts();
    assert.ok(folds.length >= 15, `${folds.length} folded tables`);
    assert.deepEqual(folds.filter((one) => !/\d/.test(one)), [], "each says its key figure");
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) > 2 * height, "on paper they are open");
    await page.emulateMedia({ media: null });
    await page.locator("main details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
    const empty = await page.locator("table").evaluateAll((all) => all.filter((one) => one.tBodies[0].rows.length === 0).length);
    assert.equal(empty, 0, "no table is empty");
    for (const id of ["errors", "formulas", "constants", "hardware", "networks", "systems"]) {
      await page.locator(`.sections a[href="#${id}"]`).click();
      assert.ok(await page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().top < innerHeight), id);
    }
    for (const id of ["collectives", "training", "peaks", "schedules", "inference"]) {
      const run = page.locator(`figure:has(#plot-${id}) .run`).first();
      assert.equal(await run.locator(".row").first().isVisible(), false, `${id}: nothing is named yet`);
      await run.locator("circle").hover({ force: true });
      assert.match(await page.locator(`figure:has(#plot-${id}) .run:hover .row`).last().innerHTML(), /\d/, `${id}: a row is named`);
      assert.ok(await page.locator(`figure:has(#plot-${id}) .run:hover .row`).last().isVisible(), id);
      await page.mouse.move(0, 0);
      await page.locator(`figure:has(#plot-${id}) .sweep`).first().focus();
      assert.ok(await page.locator(`figure:has(#plot-${id}) .sweep:focus .name`).isVisible(), `${id}: a group is named`);
    }
    const verdicts = await page.locator(".met, .missed").allInnerTexts();
    assert.ok(verdicts.length >= 5, "each target has a verdict");
    const own = lang === "ja" ? /[\u3040-\u30ff]/ : /^[^\u3040-\u30ff]+$/;
    const said = await page.locator("#constants ~ details table.said td:last-child > div").evaluateAll((all) => all.map((one) => one.firstChild.textContent));
    assert.ok(said.length >= 50, `${said.length} constants`);
    assert.deepEqual(said.filter((one) => !own.test(one)), [], "each constant is explained in the page's language");
    const origins = await page.locator("#constants ~ details table.said td small").allTextContents();
    const foreign = origins.filter((one) => !own.test(one) && one !== "");
    assert.deepEqual(foreign, [], "and where it comes from is told in it, too");
    const systems = await page.locator("#systems ~ details tbody th code").allInnerTexts();
    for (const id of ["dgx1-p100", "gb300-nvl72", "mi355x-8", "aws-p5"]) assert.ok(systems.includes(id), id);
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
