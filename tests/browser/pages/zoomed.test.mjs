// A laptop at 200 %: the question leaves the picture in view.
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
