// Hands of which each place can be pressed at any time, and a step by hand from which the run goes on.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { LAPTOP, by, close, end, eventually, kitchen, painted } from "../kit.mjs";

/** Where pictures go, for those who want to look at them. */
const SHOTS = process.env.SHOTS;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });
const ROOMS = [["laptop", LAPTOP, "en"], ["phone", { width: 390, height: 844 }, "ja"]];

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const shot = async (page, name) => {
  await painted(page);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};
const places = (page, id) => page.locator(".hand", { has: page.locator(`[data-hand=${id}]`) }).locator(".hand-place");
const field = (page, name) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name);

for (const [room, viewport, lang] of ROOMS) {
  test(`whichever street is pressed falls (${room})`, async () => {
    const page = await site.open(`?scene=mishaps&lang=${lang}#v=1&act=street`, { viewport, bare: true });
    await page.locator("[data-hand=street]").waitFor();
    assert.equal(await places(page, "street").count(), 4);
    await shot(page, `street-${room}`);
    // From below: the second from the bottom is the third street.
    await places(page, "street").nth(1).click();
    await eventually(() => field(page, "road") === "3", "the third street falls");
    await page.locator("[data-hand=street]").focus();
    await page.keyboard.press("ArrowUp");
    await eventually(() => field(page, "road") === "2", "up is up");
    await shot(page, `street-${room}-2`);
    await close(page);
  });

  test(`a place of the shelves is followed (${room})`, async () => {
    const page = await site.open(`?scene=collectives&lang=${lang}#v=1&act=again`, { viewport, bare: true });
    await page.locator("[data-hand=follow]").waitFor();
    await places(page, "follow").nth(4).click();
    await eventually(() => field(page, "follow") === "4", "place D");
    await page.keyboard.press("Escape");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]").getAttribute("data-time")) > 40e6);
    await shot(page, `follow-${room}`);
    await close(page);
  });

  test(`a step by hand is where the run goes on from (${room})`, async () => {
    const page = await site.open(`?scene=secret-sauce&lang=${lang}#v=1&act=down`, { viewport, bare: true });
    const hand = page.locator("[data-hand=step]");
    await hand.waitFor();
    const first = await end(page);
    await hand.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
    await eventually(() => field(page, "step") !== null, "the step is in the link");
    await eventually(async () => (await end(page)) !== first, "another run");
    await shot(page, `step-${room}`);
    await by(page, "undo").click();
    await eventually(async () => (await end(page)) === first, "and is taken back");
    await close(page);
  });
}
