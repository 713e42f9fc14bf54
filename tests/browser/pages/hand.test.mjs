// What a chapter lets its reader do by hand: a try is told what is wrong with it, hints come in steps, and what is right is told so.
// By keyboard alone.
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

/** What solves a chapter's task, from what its hints and its fields say. */
const SOLVED = {
  experts: ({ hints }) => hints.at(-1).match(/\d+/g).slice(0, 2).map((points) => -points),
  // Two stay in the crowded street; the six others take two places in each of the other three.
  ethernet: ({ hints, known }) => {
    const crowded = Number(known[0].match(/street (\d)/)[1]);
    const others = [1, 2, 3, 4].filter((street) => street !== crowded);
    const numbers = hints.filter((hint) => hint.includes("street 4")).map((hint) => Object.fromEntries([...hint.matchAll(/street (\d)[^,]*? with (?:number )?(\d+)/g)].map(([, street, number]) => [street, number])));
    return known.map((_, at) => numbers[at][others[Math.floor(at / 2)]]);
  },
  transport: () => [256, 32],
  pantry: () => [0, 1, 1, 0],
  mishaps: () => [24, 10],
};

for (const [chapter, solved] of Object.entries(SOLVED)) {
  test(`${chapter}: a task is done by hand, and every try is judged in a moment`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en`);
    await by(page, "hand-open").focus();
    await page.keyboard.press("Enter");
    await by(page, "hand").waitFor();
    const hand = by(page, "hand");
    const fields = await by(page, "hand-amount").count();
    await page.evaluate(() => {
      window.busy = [0];
      new PerformanceObserver((list) => window.busy.push(...list.getEntries().map((one) => one.duration))).observe({ entryTypes: ["longtask"] });
    });

    await taste(page, Array(fields).fill("1e99"));
    assert.equal(await by(page, "hand-said").locator("li").count(), 0, "what cannot be is a sentence of its own");
    assert.ok((await by(page, "hand-said").innerText()).length > 10);

    await taste(page, Array(fields).fill(chapter === "mishaps" || chapter === "transport" ? 1 : 0));
    assert.ok((await by(page, "hand-said").locator("li.wrong").count()) > 0, await by(page, "hand-said").innerText());

    for (let hint = 1; (await by(page, "hand-hint").count()) > 0; hint += 1) {
      await by(page, "hand-hint").focus();
      await page.keyboard.press("Enter");
      await hand.locator(".hints li").nth(hint - 1).waitFor();
    }
    const hints = await hand.locator(".hints li").allInnerTexts();
    const known = await hand.locator("small").allInnerTexts();
    await taste(page, solved({ hints, known }));
    const said = await by(page, "hand-said").innerText();
    assert.equal(await by(page, "hand-said").locator("li.right").count(), fields, said);
    assert.equal(await by(page, "hand-said").locator("li.wrong").count(), 0, said);
    console.log(`${chapter.padEnd(10)} the longest try kept the page for ${Math.max(...(await page.evaluate(() => window.busy))).toFixed(0)} ms`);
    await by(page, "hand-close").focus();
    await page.keyboard.press("Enter");
    await hand.waitFor({ state: "detached" });
    await close(page);
  });
}
