// A laptop at 200 %: the question leaves the picture in view. At 400 % the stage is a list.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, by, close, kitchen } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

for (const chapter of ["cast", "pipeline", "mishaps"]) {
  test(`${chapter}: enlarged, the question covers nothing of the picture`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=ja`, { viewport: { width: 640, height: 360 } });
    await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
    await ask(page);
    const [gate, stage] = [await by(page, "gate").boundingBox(), await by(page, "stage").boundingBox()];
    const where = `stage ${JSON.stringify(stage)}, question ${JSON.stringify(gate)}`;
    assert.ok(gate.y >= stage.y + stage.height - 0.5 && stage.height >= 149, where);
    assert.ok(gate.y - stage.y < 360, `they are on one screen, ${where}`);
    await close(page);
  });
}

for (const chapter of ["cast", "graph", "secret-sauce", "ethernet"]) {
  test(`${chapter}: at 400 % the stage says in words what stands there, and each hand has a line`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en`, { viewport: { width: 320, height: 200 }, bare: true });
    await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
    const seen = await page.evaluate(() => {
      const box = (node) => node.getBoundingClientRect();
      const hands = [...document.querySelectorAll("[data-stage] .hand")];
      return {
        canvas: [...document.querySelectorAll("[data-stage] > canvas")].some((one) => box(one).height > 0),
        summary: box(document.getElementById("stage-summary")).height,
        wide: document.documentElement.scrollWidth,
        lines: hands.map((one) => [one.dataset.says, box(one).top, box(one).bottom, box(one.querySelector("[data-hand]")).height]),
      };
    });
    assert.equal(seen.canvas, false, "no picture of 30 pixels");
    assert.ok(seen.summary > 20 && seen.wide <= 320, JSON.stringify(seen));
    seen.lines.forEach(([says, top, bottom, height], at) => {
      assert.ok(says.includes(": ") && height >= 44 && bottom - top >= 44, says);
      assert.ok(at === 0 || top >= seen.lines[at - 1][2], `${says} stands below the line before`);
    });
    await close(page);
  });
}
