// A step by hand: the reader works out the report's step, is told what is wrong with a try, and the pot takes it. By keyboard alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, kitchen, LAPTOP, PHONE } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** Puts an amount in each field, one after the other, and has them tasted. */
async function taste(page, amounts) {
  await by(page, "hand-amount").first().focus();
  for (const [at, amount] of amounts.entries()) {
    if (at > 0) await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(String(amount));
  }
  await page.keyboard.press("Enter");
  await by(page, "hand-said").waitFor();
}

for (const [room, viewport, lang] of [
  ["laptop", LAPTOP, "en"],
  ["phone", PHONE, "ja"],
]) {
  test(`a step is taken by hand (${room})`, async () => {
    const page = await site.open(`?scene=secret-sauce&lang=${lang}`);
    await page.setViewportSize(viewport);
    await by(page, "hand-open").focus();
    await page.keyboard.press("Enter");
    await by(page, "hand").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "hand-amount", "the first field has the focus");
    const task = await by(page, "hand").locator(".question").innerText();
    const rate = Number(task.match(/0\.\d+/)[0]);
    const known = await by(page, "hand").locator("small").allInnerTexts();
    const [now, slope] = [0, 1].map((which) => known.map((text) => Number(text.replaceAll("−", "-").match(/-?\d+(\.\d+)?/g)[which])));
    assert.equal(known.length, 3);

    await taste(page, now.map((amount, at) => (amount + rate * slope[at]).toFixed(3)));
    assert.equal(await by(page, "hand-said").locator("li.wrong").count(), 3, "uphill is told");
    assert.equal(await by(page, "hand-pour").count(), 0);
    await by(page, "hand-hint").focus();
    await page.keyboard.press("Enter");
    assert.equal(await by(page, "hand").locator(".hints li").count(), 1);

    await taste(page, now.map((amount, at) => (amount - rate * slope[at]).toFixed(3)));
    assert.equal(await by(page, "hand-said").locator("li.right").count(), 3, await by(page, "hand-said").innerText());
    const at = () => Number(document.querySelector("[data-testid=scrubber]").value);
    const before = await page.evaluate(at);
    await by(page, "hand-pour").focus();
    await page.keyboard.press("Enter");
    assert.equal(await by(page, "hand").count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.id), "stage", "the focus goes to the pot");
    await page.waitForFunction((before) => Number(document.querySelector("[data-testid=scrubber]").value) > before, before);
    await close(page);
  });
}
