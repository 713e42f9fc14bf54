// The reader's hand on the stage: by mouse, by finger, by keys; what it does, what is said of it, how it is taken back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, end, eventually, kitchen, painted, PHONE, visit } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const TURN = "scene=pipeline&lang=en#v=1&act=turn&pot=cut&batches=8&schedule=1f1b";

/** What a handle says of itself. */
const value = (hand) => hand.evaluate((hand) => hand.getAttribute("aria-valuetext") ?? hand.getAttribute("aria-label"));

/** The middle of a handle. */
async function middle(hand) {
  const { x, y, width, height } = await hand.boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Waits until the run on the stage lasts as long as `expected` holds of. */
const lasts = (page, expected, what) => eventually(async () => expected(await end(page)), what);

test("a pot is cut by mouse, its run follows while it is held, and Escape puts it back", async () => {
  const page = await site.open(`?${TURN}`, { bare: true });
  const hand = page.locator("[data-hand=batches]");
  await hand.waitFor();
  const [before, first] = [await value(hand), await end(page)];
  const [x, y] = await middle(hand);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y, { steps: 3 });
  await page.mouse.move(x + 40, y, { steps: 5 });
  await lasts(page, (now) => now > first, "fewer bowls take longer, while they are still in hand");
  assert.notEqual(await value(hand), before);
  assert.match(await by(page, "hand-card").innerText(), /→/, "the card says what it was and what it is");
  await page.keyboard.press("Escape");
  await lasts(page, (now) => now === first, "as it was");
  assert.equal(await value(hand), before);
  await page.mouse.up();
  assert.equal(await by(page, "undo").count(), 0, "nothing to take back");
  await close(page);
});

test("what was let go is in the link, in the tally, and can be taken back", async () => {
  const page = await site.open(`?${TURN}`, { bare: true });
  const hand = page.locator("[data-hand=batches]");
  await hand.waitFor();
  const first = await end(page);
  const [x, y] = await middle(hand);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 6 });
  await page.mouse.up();
  await lasts(page, (now) => now > first, "another run");
  await eventually(() => /act=turn/.test(page.url()) && !/batches=8/.test(page.url()), "the link has it");
  await page.locator("[data-hand-row]").waitFor();
  await by(page, "undo").click();
  await lasts(page, (now) => now === first, "taken back");
  await page.keyboard.press("Control+y");
  await lasts(page, (now) => now > first, "and done again");
  await close(page);
});

test("a number that is typed at a handle is the place it goes to", async () => {
  const page = await site.open(`?${TURN}`, { bare: true });
  const hand = page.locator("[data-hand=batches]");
  await hand.focus();
  for (const number of ["4", "12", "3"]) {
    await page.keyboard.type(number);
    await eventually(async () => new RegExp(`^${number} `).test(await value(hand)), `${number} bowls`);
    // Another number begins after a while; any other key ends this one at once.
    await page.keyboard.press("Shift");
  }
  await close(page);
});

test("Space is the one button's wherever the focus is not on something that is pressed", async () => {
  const page = await site.open("?scene=pipeline&lang=en", { bare: true });
  await page.locator("[data-next=begin]").waitFor();
  await page.keyboard.press(" ");
  await page.locator("[data-next=pause]").waitFor();
  await page.keyboard.press(" ");
  await page.locator("[data-next=on]").waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0, "the page does not scroll");
  // A button that was only clicked leaves the space bar alone.
  await by(page, "layer-xray").click();
  await page.keyboard.press(" ");
  await page.locator("[data-next=pause]").waitFor();
  assert.equal(await by(page, "layer-xray").getAttribute("aria-pressed"), "true");
  await close(page);
});

test("every hand of every chapter has a name, says its place, goes by keys alone, and is large enough for a finger", { timeout: 400_000 }, async () => {
  const page = await site.open("?lang=en", { viewport: PHONE, bare: true });
  const few = [];
  for (const chapter of CHAPTERS) {
    await visit(page, `?scene=${chapter}&lang=en#v=1&act=turn`, true);
    await painted(page);
    const hands = page.locator("[data-hand]");
    await hands.first().waitFor();
    // The first run may lay them anew: they are looked at when all stand.
    await eventually(() => hands.evaluateAll((all) => all.length > 0 && all.every((hand) => hand.getBoundingClientRect().width > 0)), `${chapter}: its hands stand`);
    const seen = await hands.evaluateAll((all) => all.map((hand) => {
      const { width, height } = hand.getBoundingClientRect();
      return { id: hand.dataset.hand, width, height, name: hand.getAttribute("aria-label") ?? "", places: hand.tagName === "INPUT" ? Number(hand.max) : 1 };
    }));
    const count = seen.length;
    if (count < 2) few.push(chapter);
    for (const { id, width, height, name, places } of seen) {
      assert.ok(width >= 44 && height >= 44, `${chapter} ${id}: ${width}x${height}`);
      assert.ok(name.trim(), `${chapter} ${id} has a name`);
      assert.ok(places >= 1, `${chapter} ${id} has places`);
    }
    // The first of them goes somewhere, or says why it cannot.
    if (count > 0) {
      const hand = hands.first();
      const id = await hand.getAttribute("data-hand");
      const before = await value(hand);
      await hand.focus();
      const isRange = await hand.evaluate((hand) => hand.tagName === "INPUT");
      const keys = isRange ? ["ArrowRight", "ArrowLeft", "End", "Home"] : ["Enter"];
      const moves = async () => (await value(hand)) !== before || (await by(page, "hand-spoken").innerText()).trim() !== "";
      let moved = false;
      for (const key of keys) {
        if (moved) break;
        await page.keyboard.press(key);
        moved = await eventually(moves, "", 4_000).then(() => true, () => false);
      }
      assert.ok(moved, `${chapter} ${id} goes by keys`);
    }
  }
  assert.deepEqual(few, [], "every chapter has two hands");
  await close(page);
});

test("a finger drags a handle, and the page does not scroll under it", async () => {
  const page = await site.open(`?${TURN}`, { bare: true, viewport: PHONE, hasTouch: true, isMobile: true });
  const hand = page.locator("[data-hand=batches]");
  await hand.waitFor();
  const first = await end(page);
  const [x, y] = await middle(hand);
  const touch = await page.context().newCDPSession(page);
  const at = (type, dx) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y }] });
  await at("touchStart", 0);
  for (const dx of [10, 30, 60, 90]) await at("touchMove", dx);
  await lasts(page, (now) => now > first, "the run follows the finger");
  await at("touchEnd", 0);
  await by(page, "undo").waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  await close(page);
});
