// The timeline: lanes of chefs, and of links when a reader asks for them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, eventually, kitchen, PHONE, ready, scrub, time, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const said = (page) => page.locator("#gantt-info");

/** Waits until the timeline says something like this. */
const says = (page, pattern) => said(page).filter({ hasText: pattern }).waitFor();

/** The timeline's pixels. */
const drawn = (page) => by(page, "gantt").screenshot();

test("links by keyboard: their lanes, a span in words, the table, and back", async () => {
  const page = await site.open("?scene=pipeline&lang=en");
  await scrub(page, 0.5);
  const moment = await until(page, (now) => now > 0, "the scrubber");
  const chefs = await drawn(page);
  await by(page, "gantt").focus();
  for (const id of ["lanes-chefs", "lanes-links"]) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), id);
  }
  await page.keyboard.press("Enter");
  await says(page, /^Busiest: Chef \d ⇄ chips 1–4, .*% of what it can carry/);
  assert.equal(await by(page, "lanes-links").getAttribute("aria-pressed"), "true");
  assert.equal(await time(page), moment, "the playhead stays");
  assert.ok(!chefs.equals(await drawn(page)), "other lanes");

  await by(page, "gantt").focus();
  await page.keyboard.press("ArrowRight");
  await says(page, /^Chef 2 → chips 1–4: 72.MiB at .*GB\/s, full, .* From Chef 2 to Chef \d\.$|^chips 1–4 → Chef 2: 72.MiB/);
  await page.keyboard.press("ArrowDown");
  await says(page, /Chef 3/);

  await by(page, "table").click();
  const table = by(page, "trace-table");
  assert.ok((await table.locator("th").allInnerTexts()).includes("Link"));
  assert.match(await table.locator("tbody tr").first().innerText(), /chips 1–4.*72.MiB.*GB\/s.*Full.*Chef/s);
  await by(page, "table-close").click();

  await page.waitForURL(/lanes=links/);
  await page.reload();
  await ready(page);
  await says(page, /^Busiest/);
  const links = await drawn(page);
  await by(page, "lanes-chefs").click();
  await says(page, /^Point at/);
  await page.waitForURL((url) => !url.search.includes("lanes"));
  await eventually(async () => !links.equals(await drawn(page)), "the chefs are back");
  await close(page);
});

for (const scene of CHAPTERS) {
  test(`${scene}: its links in both languages, layers and on a phone`, async () => {
    const page = await site.open(`?scene=${scene}&lang=ja&lanes=links`, { viewport: PHONE });
    // One GPU has no links: its own lane is there instead.
    if ((await by(page, "lanes-links").count()) === 0) {
      await says(page, /^帯を指す/);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
      return close(page);
    }
    await says(page, /^一番忙しいのは/);
    await by(page, "layer-xray").click();
    await says(page, /(GPU \d ⇄|NIC \d ⇄|NVLink|NVSwitch|CPUソケット間|PCIe|：イーサネット)/);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
    await by(page, "gantt").focus();
    await page.keyboard.press("ArrowRight");
    await says(page, /GB\/s/);
    await close(page);
  });
}
