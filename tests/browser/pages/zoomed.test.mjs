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
  test(`${chapter}: at 400 % the stage says in words what stands there, in place of a strip of picture`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en`, { viewport: { width: 320, height: 200 }, bare: true });
    await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
    const seen = await page.evaluate(() => {
      const box = (node) => node.getBoundingClientRect();
      const [summary, next] = [document.getElementById("stage-summary"), document.querySelector("[data-next]")];
      return {
        stage: box(document.querySelector("[data-stage]")).height,
        summary: [box(summary).bottom - box(summary).top, summary.scrollHeight],
        below: box(next).top - box(summary).bottom,
        wide: document.documentElement.scrollWidth,
      };
    });
    assert.ok(seen.stage === 0 && seen.wide <= 320, JSON.stringify(seen));
    assert.ok(seen.summary[0] > 20 && seen.summary[0] >= seen.summary[1] - 1 && seen.below >= 0, JSON.stringify(seen));
    await by(page, "next").click();
    await page.waitForFunction(() => ["pause", "wait", "show", "act"].includes(document.querySelector("[data-next]").dataset.next));
    await close(page);
  });
}
