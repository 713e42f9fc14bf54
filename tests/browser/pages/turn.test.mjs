// The reader's turn: every task played to its end, by keyboard and by pointer, one by dragging; why a move is not possible; the order in the link.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { CLASSROOM, LAPTOP, PHONE, by, close, end, kitchen } from "../kit.mjs";

/** Where pictures go, for those who want to look at them. */
const SHOTS = process.env.SHOTS;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** The buttons that a chef presses one after another, by the schedules' rules: F 0, B 1, W 2; interleaved F1 0, F2 1, B1 2, B2 3. */
const CHEFS = 3;
const many = (button, count) => Array(count).fill(button);
function oneForOne(chef, bowls) {
  const ahead = CHEFS - 1 - chef;
  return [...many(0, ahead), ...Array.from({ length: bowls - ahead }, () => [0, 1]).flat(), ...many(1, ahead)];
}
function putOff(ahead, lag, bowls) {
  const order = many(0, Math.min(ahead, bowls));
  let [begun, handed, weighed] = [order.length, 0, 0];
  while (weighed < bowls) {
    if (handed < bowls) (order.push(1), (handed += 1));
    if (handed - weighed > lag || handed === bowls) (order.push(2), (weighed += 1));
    if (begun < bowls) (order.push(0), (begun += 1));
  }
  return order;
}
const TASKS = [
  () => [...many(0, 4), ...many(1, 4)],
  (chef) => oneForOne(chef, 5),
  () => [...many(0, 3), ...many(1, 3), ...many(3, 3), ...many(2, 3)],
  (chef) => putOff(CHEFS - chef, chef, 5),
  (chef) => putOff(2 * (CHEFS - chef) - 1, 2 * chef, 5),
];

const button = (page, chef, at) => page.locator(`#turn-${chef}-${at}`);

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Presses what each chef's order has next as long as it is possible, chef by chef, until all is placed. */
async function play(page, task, press) {
  const left = Array.from({ length: CHEFS }, (_, chef) => TASKS[task](chef));
  while (left.some((order) => order.length > 0)) {
    let moved = false;
    for (let chef = 0; chef < CHEFS; chef += 1) {
      while (left[chef].length > 0 && (await button(page, chef, left[chef][0]).getAttribute("data-can")) === "true") {
        await press(chef, left[chef].shift());
        moved = true;
      }
    }
    assert.ok(moved, `task ${task + 1} is stuck`);
  }
}

async function open(page, task) {
  if (!(await by(page, "turn-goal").isVisible())) await by(page, "turn-open").click();
  await by(page, `turn-level-${task + 1}`).check({ force: true });
}

for (const [room, viewport, lang] of [["laptop", LAPTOP, "en"], ["phone", PHONE, "ja"]]) {
  test(`each task is played to its end by pointer (${room})`, async () => {
    const page = await site.open(`?scene=pipeline&lang=${lang}`, { viewport });
    for (let task = 0; task < TASKS.length; task += 1) {
      await open(page, task);
      await shot(page, `${room}-${lang}-${task + 1}-begin`);
      await play(page, task, (chef, at) => button(page, chef, at).click());
      assert.equal(await page.locator(".turn .said.won").count(), 1, `task ${task + 1}: ${await by(page, "turn-said").innerText()}`);
      await shot(page, `${room}-${lang}-${task + 1}-end`);
      const [inside, board] = [await page.locator(".dialog.turn").boundingBox(), await page.locator(".turn .board").boundingBox()];
      assert.ok(board.x >= inside.x && board.x + board.width <= inside.x + inside.width + 1, "the board is as wide as the page");
    }
    await close(page);
  });
}

/** Carries a pass from its button over a chef's lane, by mouse or by finger, and lets go there; `held` looks before that. */
async function drag(page, touch, [chef, at], lane, held = async () => {}) {
  const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const track = page.locator(`#turn-track-${lane}`);
  await button(page, chef, at).scrollIntoViewIfNeeded();
  const [from, to] = [middle(await button(page, chef, at).boundingBox()), middle(await track.boundingBox())];
  const way = [0, 0.3, 0.7, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
  if (!touch) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const point of way) await page.mouse.move(point.x, point.y);
    await held();
    return page.mouse.up();
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const point of way.slice(1)) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  await held();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

for (const [room, viewport, lang, hasTouch] of [["laptop", LAPTOP, "en", false], ["phone", PHONE, "ja", true]]) {
  test(`a task is played to its end by dragging (${room})`, async () => {
    const page = await site.open(`?scene=pipeline&lang=${lang}`, { viewport, hasTouch });
    const touch = hasTouch ? await page.context().newCDPSession(page) : null;
    await open(page, 1);
    const [said, count] = [by(page, "turn-said"), by(page, "turn-count")];
    const before = await count.innerText();
    // Onto a lane where it cannot be: the rule is there before it is let go, and nothing is placed.
    await drag(page, touch, [0, 0], 1, async () => {
      await page.locator("#turn-track-1.forbids").waitFor();
      assert.match(await said.innerText(), lang === "ja" ? /ボウル1/ : /Bowl 1 has not arrived.*chef 1/);
      assert.equal(await page.locator(".turn .carried").count(), 1);
      await shot(page, `${room}-${lang}-drag-forbidden`);
    });
    assert.equal(await count.innerText(), before);
    assert.equal(await page.locator(".turn .said.refused").count(), 1, "and stays there");
    // Onto its own lane: its place is shown, and it falls there, not where it was let go.
    await drag(page, touch, [0, 0], 0, async () => {
      const [slot, track] = [await by(page, "turn-slot").boundingBox(), await page.locator("#turn-track-0").boundingBox()];
      assert.ok(Math.abs(slot.x - track.x) < 2, "at the lane's begin");
      await shot(page, `${room}-${lang}-drag-place`);
    });
    assert.notEqual(await count.innerText(), before);
    assert.equal(await page.locator(".turn .carried, .turn .slot").count(), 0);
    await by(page, "turn-restart").click();
    await play(page, 1, async (chef, at) => {
      const now = await count.innerText();
      await drag(page, touch, [chef, at], chef);
      assert.notEqual(await count.innerText(), now, `chef ${chef + 1} was given one`);
    });
    assert.equal(await page.locator(".turn .said.won").count(), 1, await said.innerText());
    await shot(page, `${room}-${lang}-drag-end`);
    await close(page);
  });
}

test("each task is played to its end by keyboard alone", async () => {
  const page = await site.open("?scene=pipeline&lang=ja", { viewport: CLASSROOM });
  await by(page, "turn-open").focus();
  await page.keyboard.press("Enter");
  for (let task = 0; task < TASKS.length; task += 1) {
    await by(page, `turn-level-${task + 1}`).focus();
    if (task > 0) await page.keyboard.press("Space");
    await button(page, 0, 0).focus();
    let here = 0;
    await play(page, task, async (chef, at) => {
      for (; here < chef; here += 1) await page.keyboard.press("ArrowDown");
      for (; here > chef; here -= 1) await page.keyboard.press("ArrowUp");
      await page.keyboard.press(String(at + 1));
    });
    assert.equal(await page.locator(".turn .said.won").count(), 1, `task ${task + 1}`);
    await shot(page, `classroom-ja-${task + 1}-end`);
  }
  await close(page);
});

test("what is not possible is told at once, hints come in steps, and a move is taken back", async () => {
  const page = await site.open("?scene=pipeline&lang=en");
  await open(page, 1);
  const said = by(page, "turn-said");
  assert.equal(await said.getAttribute("role"), "status");
  await button(page, 1, 0).click();
  assert.match(await said.innerText(), /Bowl 1 has not arrived.*chef 1/);
  for (let n = 0; n < 3; n += 1) await button(page, 0, 0).click();
  await button(page, 0, 0).click();
  assert.match(await said.innerText(), /shelf is full \(3\)/);
  await shot(page, "laptop-en-refused");
  await button(page, 0, 1).click();
  assert.match(await said.innerText(), /report on bowl 1 is not there.*chef 2/);
  assert.equal(await by(page, "turn-count").innerText(), "3 / 30");
  await page.keyboard.press("Backspace");
  assert.equal(await by(page, "turn-count").innerText(), "2 / 30");
  const hints = new Set();
  for (let n = 0; n < 3; n += 1) {
    await by(page, "turn-hint").click();
    hints.add(await said.innerText());
  }
  assert.equal(hints.size, 3);
  assert.match(await said.innerText(), /Next move/);
  await close(page);
});

test("a half-made order is in the link, and a whole one runs on the stage", async () => {
  const page = await site.open("?scene=pipeline&lang=en");
  await open(page, 0);
  await button(page, 0, 0).click();
  await button(page, 1, 0).click();
  await page.waitForFunction(() => location.hash.includes("order=1w1.A.A."));
  const other = await site.open(new URL(page.url()).search + new URL(page.url()).hash);
  await by(other, "turn-open").click();
  assert.equal(await by(other, "turn-count").innerText(), "2 / 24");
  await close(other);

  await by(page, "turn-restart").click();
  await play(page, 0, (chef, at) => button(page, chef, at).click());
  const before = await end(page);
  await by(page, "turn-stage").click();
  await page.waitForFunction((before) => Number(document.querySelector("[data-testid=stage]").getAttribute("data-end")) !== before, before);
  assert.equal(await by(page, "turn-goal").count(), 0, "the board makes way for the stage");
  await page.waitForFunction(() => location.hash.includes("schedule=own") && location.hash.includes("stages=3"));
  await shot(page, "laptop-en-stage");
  const whole = await site.open(new URL(page.url()).search + new URL(page.url()).hash);
  assert.equal(await end(whole), await end(page), "the link runs the same order");
  assert.equal(await by(whole, "problem").count(), 0);
  await close(whole);
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
