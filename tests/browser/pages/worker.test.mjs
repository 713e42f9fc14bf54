// Seventy-two chefs: the worker simulates, the page stays awake, and the run is the same as on the page itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, by, close, eventually, guess, kitchen, tool } from "../kit.mjs";

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
  await (await tool(page, "lang-en")).click();
  await page.waitForFunction(() => /\d[^\u3040-\u30ff]*$/.test(document.querySelector("[data-testid=verdict]")?.textContent ?? ""));
  await close(page);
});

/** Heavy runs of packets and of flows: what is there before, and the control that asks for another. */
const WAITS = [
  { chapter: "ethernet", control: "choice", from: "hash", to: "spray" },
  { chapter: "transport", control: "company", from: "alone", to: "crowd" },
  { chapter: "links", control: "chefs", from: "8", to: "72" },
];

/** Chooses a value of a control as the reader does, whichever kind of control it is. */
function choose(page, control, value) {
  return by(page, `control-${control}`).evaluate((node, value) => {
    if (node.tagName === "FIELDSET") return [...node.querySelectorAll("label")].find((label) => label.textContent.trim() === value).click();
    const field = node.matches("input, select") ? node : node.querySelector("input, select");
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }, value);
}

for (const { chapter, control, from, to } of WAITS) {
  const start = `?scene=${chapter}&lang=en#v=1&${control}=${from}`;
  const now = (page) => page.evaluate((control) => new URLSearchParams(window.collectiveKitchen.state().hash).get(control), control);

  test(`${chapter}: a run on its way says so, and the reader stops it`, async () => {
    const page = await site.open(start);
    const { played: before } = await played(page);
    const was = await now(page);
    // Pressed as soon as it is there, however fast the machine is.
    await page.evaluate(() => {
      new MutationObserver((_, watch) => {
        const stop = document.querySelector("[data-testid=stop]");
        if (!stop) return;
        watch.disconnect();
        window.said = document.querySelector("[data-testid=busy]").textContent;
        stop.click();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await choose(page, control, to);
    await page.waitForFunction(() => window.said);
    assert.match(await page.evaluate(() => window.said), /Computing/);
    await by(page, "stop").waitFor({ state: "detached" });
    assert.equal(await by(page, "busy").textContent(), "");
    await page.waitForFunction(() => document.activeElement?.id === "stage");
    // Well before an idle worker would go by itself, after four seconds.
    await eventually(() => page.workers().length === 0, "the worker is let go of at once", 3000);
    assert.deepEqual((await played(page)).played, before, "the run that was there stays");
    assert.equal(await now(page), was, "and so says the address");
    await close(page);
  });

  test(`${chapter}: another wish takes the place of a run on its way`, async () => {
    const page = await site.open(start);
    const { played: before } = await played(page);
    const was = await now(page);
    await choose(page, control, to);
    await choose(page, control, from);
    await by(page, "stop").waitFor({ state: "detached" });
    assert.equal(await by(page, "busy").textContent(), "");
    assert.deepEqual((await played(page)).played, before);
    assert.equal(await now(page), was);
    await close(page);
  });
}

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
