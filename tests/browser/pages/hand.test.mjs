// The task of a chapter's last act, done on the stage by keyboard alone: the run judges a try, the best so far stays, and what nothing
// does better than is said.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, eventually, kitchen, LAPTOP, PHONE } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const hand = (page, id) => page.locator(`[data-hand="${id}"]`);
const value = (page, id) => hand(page, id).evaluate((hand) => Number(hand.value));
const caption = (page) => by(page, "caption").innerText();

/** Not a place: as far as it takes until the busiest has hardly more than the mean. */
const EVEN = "even";

/** Takes points until a page is even: the card beside the hand says how far it is from that. */
async function even(page, id) {
  const times = async () => Number((await by(page, "hand-card").locator("em").innerText()).match(/\d+\.\d+/)[0]);
  for (let place = 0; place <= 16; place += 1) {
    await to(page, id, place);
    const taken = async () => (await page.locator("[data-testid=tally] li[data-now] .tally-name").innerText()).match(/\d+/g);
    await eventually(async () => Number((await taken())[id.at(-1) - 1]) === 50 * place, "its run is here");
    if ((await times()) <= 1.1) return;
  }
  assert.fail(`no place of ${id} makes it even`);
}

/** Carries a hand to a place by its keys alone. */
async function to(page, id, place) {
  if (place === EVEN) return even(page, id);
  await hand(page, id).focus();
  await page.keyboard.press("Home");
  await eventually(async () => (await value(page, id)) === 0, `${id} at its first place`);
  for (let step = 1; step <= place; step += 1) {
    await page.keyboard.press("ArrowRight");
    await eventually(async () => (await value(page, id)) === step, `${id} at place ${step}`);
  }
}

/** Lets the run on the stage be over, and says what stands under it then. */
async function judged(page, before) {
  await by(page, "scrubber").focus();
  await page.keyboard.press("End");
  await page.locator("[data-testid=tally] li[data-bound]").waitFor();
  await eventually(async () => (await caption(page)) !== before, "the try is judged");
  return caption(page);
}

/** By chapter: a try that does not do, and one that does: a hand, and the place that it is carried to. */
const TASKS = {
  experts: { poor: [["points-1", 2]], good: [["points-1", EVEN], ["points-2", EVEN]] },
  ethernet: { poor: [["parcel-1", 1]], good: [1, 2, 3, 4, 5, 6, 7, 8].map((parcel) => [`parcel-${parcel}`, (parcel - 1) % 4]) },
  transport: { poor: [["bundle", 0]], good: [["paths", 3], ["bundle", 2]] },
  pantry: { poor: [["bowls", 1], ["notebooks", 1]], good: [["bowls", 0], ["recipe", 1], ["report", 1], ["notebooks", 1]] },
  mishaps: { poor: [["spares", 3]], good: [["period", 1], ["spares", 3]] },
  "secret-sauce": { poor: [["rate", 0]], good: [["rate", 1], ["momentum", 1]] },
};

for (const [chapter, { poor, good }] of Object.entries(TASKS)) {
  for (const [room, viewport, lang, done] of [["laptop", LAPTOP, "en", /^Done/], ["phone", PHONE, "ja", /^できた/]]) {
    test(`${chapter}: the task is done on the stage by keys alone (${room})`, async () => {
      const page = await site.open(`?scene=${chapter}&lang=${lang}#v=1&act=turn`, { viewport, bare: true });
      await hand(page, poor[0][0]).waitFor();
      const goal = await caption(page);
      await page.evaluate(() => {
        window.busy = [0];
        new PerformanceObserver((list) => window.busy.push(...list.getEntries().map((one) => one.duration))).observe({ entryTypes: ["longtask"] });
      });

      for (const [id, place] of poor) await to(page, id, place);
      const first = await judged(page, goal);
      assert.doesNotMatch(first, done, "what does not do is told so");

      for (const [id, place] of good) await to(page, id, place);
      // Whichever run is here is over; the last one may be on its way.
      await by(page, "scrubber").focus();
      await eventually(async () => {
        await page.keyboard.press("End");
        return done.test(await caption(page));
      }, "it is done");
      assert.equal(await page.locator("[data-testid=tally] li[data-best]").count(), 1, "the best so far");
      assert.equal(await page.locator("[data-testid=tally] li[data-best][data-now]").count(), 1, "is the one in hand");
      console.log(`${chapter.padEnd(12)} the longest try kept the page for ${Math.max(...(await page.evaluate(() => window.busy))).toFixed(0)} ms`);
      await close(page);
    });
  }
}
