// Seventy-two chefs: the worker simulates, the page stays awake, and the run is the same as on the page itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, by, close, guess, kitchen } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const HEAVY = "?scene=links&lang=ja#v=1&chefs=72";

async function played(page) {
  await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
  return page.evaluate(async () => ({
    played: window.collectiveKitchen.played(),
    here: await window.collectiveKitchen.digest("links", location.hash.slice(1)),
  }));
}

test("a heavy run comes from the worker, the same to the bit", async () => {
  const page = await site.open("?scene=links&lang=ja");
  const few = (await played(page)).played;
  await page.evaluate(() => (location.hash = "#v=1&chefs=72"));
  await page.waitForFunction((few) => window.collectiveKitchen.played()[0] !== few[0], few);
  const { played: many, here } = await played(page);
  assert.equal(page.workers().length, 1, "one worker");
  assert.deepEqual(many, here);
  await close(page);
});

test("a prediction about a heavy run is judged by the worker", async () => {
  const page = await site.open(HEAVY);
  await played(page);
  await ask(page);
  await guess(page);
  await page.waitForFunction(() => /\d/.test(document.querySelector("[data-testid=verdict]")?.textContent ?? ""), null, { timeout: 30_000 });
  await page.getByTestId("lang-en").first().click();
  await page.waitForFunction(() => /\d[^\u3040-\u30ff]*$/.test(document.querySelector("[data-testid=verdict]")?.textContent ?? ""));
  await close(page);
});

test("without workers the page computes by itself", async () => {
  const page = await site.open("?scene=links&lang=ja");
  await page.evaluate(() => {
    window.Worker = class {
      constructor() {
        throw new Error("no workers here");
      }
    };
  });
  const few = (await played(page)).played;
  await page.evaluate(() => (location.hash = "#v=1&chefs=72"));
  await page.waitForFunction((few) => window.collectiveKitchen.played()[0] !== few[0], few);
  await close(page);
});
