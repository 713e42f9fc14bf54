// The reader's own order on the stage: any pass is taken on its lane by mouse, finger and keys; what cannot be says why at the hand; the
// order is in the link, and is taken back.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { LAPTOP, by, close, end, eventually, kitchen } from "../kit.mjs";

const PHONE = { width: 390, height: 844 };

/** Where pictures go, for those who want to look at them. */
const SHOTS = process.env.SHOTS;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });
const shot = (page, name) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** The last act of the relay: its four chefs' passes one bowl after the other, or by turns. */
const TURN = (lang) => `?scene=pipeline&lang=${lang}#v=1&act=turn`;
const BY_TURNS = "&pot=cut&batches=8&schedule=own&order=1w1.ABCDIEJFKGLHMNOP.ABCIDJEKFLGMHNOP.ABICJDKELFMGNHOP.AIBJCKDLEMFNGOHP";
const lane = (page, chef) => page.locator(`[data-hand=back-${chef}]`);
const strip = (page, chef) => page.locator(".hand", { has: lane(page, chef) }).locator(".hand-things");
const value = (hand) => hand.evaluate((hand) => `${hand.getAttribute("aria-label")} | ${hand.getAttribute("aria-valuetext")}`);
const order = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("order");

/** A point of a chef's strip, by its share of the way along. */
async function along(page, chef, share) {
  const { x, y, width, height } = await strip(page, chef).boundingBox();
  return [x + 14 + (width - 28) * share, y + height / 2];
}

for (const [room, viewport, lang, hasTouch] of [["laptop", LAPTOP, "en", false], ["phone", PHONE, "ja", true]]) {
  test(`a pass that is no chef's first back is taken on its lane and put elsewhere (${room})`, async () => {
    const page = await site.open(TURN(lang) + BY_TURNS, { viewport, hasTouch, bare: true });
    await lane(page, 1).waitFor();
    const [before, first, said] = [order(page), await end(page), await value(lane(page, 1))];
    await shot(page, `lanes-${room}`);
    // The last pass of chef 1, on bowl 8, goes before the one on bowl 7: chef 1 waits longer.
    const [from, to] = [await along(page, 1, 1), await along(page, 1, 0.93)];
    if (hasTouch) {
      const touch = await page.context().newCDPSession(page);
      const point = ([x, y]) => [{ x, y }];
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
      for (const part of [0.3, 0.6, 1]) {
        const now = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * part);
        await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(now) });
      }
      await shot(page, `lanes-${room}-held`);
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    } else {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 6 });
      assert.notEqual(await value(lane(page, 1)), said, "the hand holds another pass");
      assert.match(await by(page, "hand-card").innerText(), /place \d+ of 16/);
      await shot(page, `lanes-${room}-held`);
      await page.mouse.up();
    }
    await eventually(() => order(page) !== before && order(page) !== null, "the order is in the link");
    await by(page, "undo").click();
    await eventually(async () => (await end(page)) === first, "and is taken back");
    await close(page);
  });
}

test("keys choose a pass and move it, and what cannot be says why", async () => {
  const page = await site.open(TURN("en"), { bare: true });
  const hand = lane(page, 1);
  await hand.focus();
  const names = new Set();
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press("ArrowDown");
    await eventually(async () => !names.has(await value(hand)), "another pass");
    names.add(await value(hand));
  }
  assert.match([...names][1], /Chef 1: bowl \d on its way back/);
  // A way back before its own bowl has gone out.
  await page.keyboard.press("Home");
  await eventually(async () => /first|wait/.test(await by(page, "hand-spoken").innerText()), "the reason");
  assert.match(await by(page, "hand-card").innerText(), /has to take bowl \d forward first|would wait/);
  await shot(page, "lanes-refused");
  const before = await end(page);
  await page.keyboard.press("ArrowRight");
  await by(page, "undo").waitFor();
  await page.keyboard.press("Control+z");
  await eventually(async () => (await end(page)) === before, "taken back");
  await close(page);
});

test("the way back is cut in halves by a press, and its lanes hold three passes a bowl", async () => {
  const page = await site.open(TURN("en"), { bare: true });
  const hand = page.locator("[data-hand=halves]");
  await hand.click();
  await eventually(() => /order=1s1\./.test(page.url()), "the order is one of halves");
  await shot(page, "lanes-halves");
  await lane(page, 4).focus();
  await page.keyboard.press("ArrowDown");
  await eventually(async () => /own pages \| place \d+ of 24/.test(await value(lane(page, 4))), await value(lane(page, 4)));
  await hand.click();
  await eventually(() => /order=1w1\./.test(page.url()), "and whole again");
  await close(page);
});

test("an order is in the link, and one's own order begins as 1F1B", async () => {
  const page = await site.open("?scene=pipeline&lang=en#v=1&kind=pipeline&schedule=own&stages=3&batches=4");
  const usual = await site.open("?scene=pipeline&lang=en#v=1&kind=pipeline&schedule=1f1b&stages=3&batches=4");
  assert.equal(await end(page), await end(usual));
  assert.equal(await by(page, "problem").count(), 0);
  await close(usual);
  await lane(page, 2).waitFor();
  await close(page);
});

test("an order that nobody can have made is told, and 1F1B runs instead", async () => {
  for (const order of ["1w1.A..", "x".repeat(1500), "5s1.AAAAA.A.A", "%3Cscript%3E", "9"]) {
    const page = await site.open(`?scene=pipeline&lang=en#v=1&kind=pipeline&stages=3&batches=4&schedule=own&order=${order}`);
    assert.ok((await by(page, "problem").innerText()).length > 20, order);
    assert.ok((await end(page)) > 0);
    await close(page);
  }
});
