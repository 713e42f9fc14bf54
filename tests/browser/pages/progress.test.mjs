// A long run tells how much of it is done: in order, to the end, never on another run, whatever comes from the worker.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, eventually, kitchen } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const played = (page) => page.evaluate(() => window.collectiveKitchen.played());

/** Writes down every share that a bar shows, by bar, and all that the page says of waiting. */
function watch(page) {
  return page.evaluate(() => {
    Object.assign(window, { bars: [], said: [] });
    const known = new Map();
    new MutationObserver((changes) => {
      const bar = document.querySelector("[role=progressbar]");
      if (bar && !known.has(bar)) window.bars.push(known.set(bar, []).get(bar));
      // What stood there at each change, and what stands there now.
      for (const { target, oldValue, attributeName } of changes) {
        if (attributeName === "aria-valuenow" && known.has(target)) known.get(target).push(Number(oldValue));
      }
      if (bar) known.get(bar).push(Number(bar.getAttribute("aria-valuenow")));
      const busy = document.querySelector("[data-testid=busy]")?.textContent ?? "";
      if (busy !== (window.said.at(-1) ?? "")) window.said.push(busy);
      window.onShare?.(window.bars);
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true, attributeOldValue: true, attributeFilter: ["aria-valuenow"] });
  });
}

/** Chooses a value of a control as the reader does, whichever kind of control it is. */
function choose(page, control, value) {
  return by(page, `control-${control}`).evaluate((node, value) => {
    if (node.tagName === "FIELDSET") return [...node.querySelectorAll("label")].find((label) => label.textContent.trim() === value).click();
    const field = node.matches("select") ? node : node.querySelector("select");
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }, value);
}

/** Waits until so many runs have had a bar and another run than that one is on the stage. */
async function over(page, before, bars) {
  await page.waitForFunction(([before, bars]) => {
    const now = window.collectiveKitchen.played()[0];
    return window.bars.length === bars && !document.querySelector("[role=progressbar]") && now && now !== before;
  }, [before[0], bars], { timeout: 60_000 });
}

function rises(shares) {
  assert.equal(shares[0], 0, `a bar begins at nothing: ${shares}`);
  shares.reduce((before, share) => (assert.ok(share >= before && share <= 100, `${shares}`), share));
}

const LONG = [
  { chapter: "ethernet", at: "zoom=city&choice=hash", wish: ["choice", "spray"] },
  { chapter: "links", at: "chefs=8", wish: ["chefs", "72"] },
];

for (const { chapter, at, wish } of LONG) {
  test(`${chapter}: the share of a run rises to its end`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en#v=1&${at}`);
    await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
    const few = await played(page);
    await watch(page);
    await choose(page, ...wish);
    await over(page, few, 1);
    const { bars, said } = await page.evaluate(() => ({ bars: window.bars, said: window.said }));
    assert.equal(bars.length, 1, "one run, one bar");
    rises(bars[0]);
    assert.ok(bars[0].some((share) => share > 0 && share < 100), `something between: ${bars[0]}`);
    assert.equal(bars[0].at(-1), 100);
    assert.deepEqual(said, ["Computing…", ""], "said once, however often the bar moves");
    assert.equal(await by(page, "busy").getAttribute("role"), "status");
    await close(page);
  });
}

test("another wish begins again at nothing", async () => {
  const page = await site.open("?scene=ethernet&lang=ja#v=1&zoom=city&choice=hash");
  await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
  const few = await played(page);
  await watch(page);
  // In the middle of the run, however fast the machine is.
  await page.evaluate(() => {
    window.onShare = (bars) => {
      if (!bars.at(-1)?.some((share) => share > 0)) return;
      window.onShare = null;
      const field = document.querySelector("[data-testid=control-choice]");
      const select = field.matches("select") ? field : field.querySelector("select");
      select.value = "adaptive";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
  });
  await choose(page, "choice", "spray");
  await over(page, few, 2);
  const bars = await page.evaluate(() => window.bars);
  assert.equal(bars.length, 2, "a bar for each run");
  bars.forEach(rises);
  assert.ok(bars[0].at(-1) < 100 && bars[1].at(-1) === 100, JSON.stringify(bars));
  const now = await page.evaluate(async () => ({ here: await window.collectiveKitchen.digest("ethernet", location.hash.slice(1)), hash: location.hash }));
  assert.match(now.hash, /adaptive/);
  assert.deepEqual(await played(page), now.here);
  await close(page);
});

test("whatever a worker says, the bar is between nothing and all, and belongs to its run", async () => {
  const page = await site.open("?scene=links&lang=ja");
  await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
  const few = await played(page);
  // The worker that is there goes by itself when nothing is asked of it. Then comes one that says what it is told to.
  await eventually(() => page.workers().length === 0, "an idle worker goes", 30_000);
  await page.evaluate(() => {
    window.workers = [];
    window.Worker = class extends EventTarget {
      asked = [];
      constructor() {
        super();
        window.workers.push(this);
      }
      postMessage(message) {
        if (Array.isArray(message)) this.asked.push(message[0]);
      }
      say(data) {
        this.dispatchEvent(new MessageEvent("message", { data }));
      }
      terminate() {
        this.isOver = true;
      }
    };
  });
  await choose(page, "chefs", "72");
  await page.getByRole("progressbar").waitFor();
  const bar = page.getByRole("progressbar", { name: "計算の進み" });
  /** What the bar shows after the last worker has said that of its request. */
  const shows = async (...messages) => {
    await page.evaluate((messages) => {
      const worker = window.workers.at(-1);
      for (const { id = 0, rest } of messages) worker.say([worker.asked[0] + id, ...rest]);
    }, messages);
    return Number(await bar.getAttribute("aria-valuenow"));
  };
  await page.evaluate(() => window.workers[0].say(null));
  assert.equal(await shows(), 0);
  assert.equal(await shows({ rest: [0, null, 340] }), 34);
  assert.equal(await bar.getAttribute("aria-valuetext"), "34 %");
  assert.equal(await shows({ rest: [0, null, 120] }, { rest: [0, null, -5] }, { rest: [0] }, { rest: [0, null, "many"] }, { rest: [0, null, NaN] }), 34);
  assert.equal(await shows({ id: 1, rest: [0, null, 900] }, { id: -1, rest: [0, null, 900] }), 34, "another request's");
  // Another run on its way: nothing of this one is on it, not even what is still said.
  await choose(page, "chefs", "16");
  await page.waitForFunction(() => window.workers.length > 1);
  await page.evaluate(() => window.workers[1].say(null));
  await page.waitForFunction(() => document.querySelector("[role=progressbar]").getAttribute("aria-valuenow") === "0");
  await page.evaluate(() => window.workers[0].say([window.workers[0].asked[0], 0, null, 800]));
  assert.ok(await page.evaluate(() => window.workers[0].isOver));
  assert.equal(await shows(), 0);
  assert.equal(await shows({ rest: [0, null, 1e9] }), 100);
  await by(page, "stop").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  assert.deepEqual(await played(page), few, "the run that was there stays");
  await page.evaluate(() => window.workers[1].say([window.workers[1].asked[0], 0, null, 10]));
  assert.equal(await page.getByRole("progressbar").count(), 0);
  await close(page);
});

test("where nothing is on the stage yet, how far it is stands there", async () => {
  const tab = await site.browser.newContext({ locale: "ja-JP" });
  const page = await tab.newPage();
  await page.addInitScript(() => {
    window.Worker = class extends EventTarget {
      postMessage() {}
      terminate() {}
    };
  });
  await page.goto(`${site.url}?scene=ethernet&lang=ja`);
  await page.locator(".stage-frame [role=progressbar]").waitFor();
  assert.equal(await page.getByRole("progressbar").count(), 1);
  await tab.close();
});
