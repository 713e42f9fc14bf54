// What every browser test needs: the page served, Chromium started, and words for what a reader does.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { launch } from "./launch.mjs";
import { serve } from "./server.mjs";

export { launch };

export const DIST = resolve(process.env.DIST ?? "../../dist");
/** The chapters in their order, as the page for readers without scripts shows them. */
export const CHAPTERS = [...readFileSync(`${DIST}/reading-en.html`, "utf8").matchAll(/src="pictures\/([a-z-]+)-en\.svg"/g)].map((found) => found[1]);
export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 800 };
export const CLASSROOM = { width: 1920, height: 1080 };

/** Waits until the page apologises. Before the style sheet has come the words are visible, too, and hidden again when it comes. */
export function apology(page) {
  return page.waitForFunction(() => {
    const said = document.getElementById("start-problem");
    const { position, visibility } = said ? getComputedStyle(said) : {};
    return position === "fixed" && visibility === "visible";
  }, null, { timeout: 15_000 });
}

/** Starts the host and the browser for one file of tests; `stop` ends both. */
export async function kitchen(base = "/", extra = {}, headers = {}) {
  const [host, browser] = await Promise.all([serve(DIST, base, extra, headers), launch()]);
  return {
    ...host,
    browser,
    stop: async () => {
      await browser.close();
      await host.stop();
    },
    /** Opens the page with that query and hash; anything that the console reports as an error fails the test later. */
    open: (query = "", options = {}) => open(browser, host, query, options),
  };
}

/** A link to a chapter with all that opens beside its stage open, for tests of what is in there; outside its acts, where all that the
 * controls say is one run. */
export function opened(link) {
  const [query, hash = "v=1"] = link.split("#");
  if (!query.includes("scene=") || /[?&](open|embed)=/.test(query)) return link;
  return `${query}&open=read,numbers,timeline,try#${hash}`;
}

/** `bare`: as a reader's first visit, with nothing open beside the stage. */
async function open(browser, host, query, { viewport = LAPTOP, bare = false, ...context } = {}) {
  const tab = await browser.newContext({ viewport, locale: "ja-JP", ...context });
  const page = await tab.newPage();
  page.setDefaultTimeout(15_000);
  page.faults = [];
  page.foreign = [];
  page.on("pageerror", (fault) => page.faults.push(String(fault)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(host.origin) && !url.startsWith("data:") && !url.startsWith("blob:")) page.foreign.push(url);
  });
  await page.goto(host.url + (bare ? query : opened(query)));
  if (context.javaScriptEnabled !== false) await ready(page);
  return page;
}

/** Goes to another address within a page that is open, by way of the home page, as Back and Forward go: what was there is left, and nothing is
 * loaded anew that is here. What is tried in many places is tried in one page; what a page does when it loads needs `open`. */
export async function visit(page, query, bare = false) {
  const asked = new URLSearchParams(query.split("#")[0]);
  const go = (query) => page.evaluate((query) => {
    history.pushState(null, "", query);
    dispatchEvent(new PopStateEvent("popstate"));
  }, query);
  await go(`?lang=${asked.get("lang")}`);
  await page.locator(`html[lang=${asked.get("lang")}]`).waitFor({ state: "attached" });
  await by(page, "contents").waitFor({ state: "attached" });
  if (!asked.has("scene")) return;
  await go(bare ? query : opened(query));
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]")?.dataset.end) > 0);
  await ready(page);
  await painted(page);
}

/** Waits for the first picture that the program painted. */
export async function ready(page) {
  await page.locator("[data-ready=true]").first().waitFor({ state: "attached" });
}

export const by = (page, id) => page.getByTestId(id);

/** The tool of the header with that test id, brought into view: on narrow screens the tools fold into a menu. */
export async function tool(page, id) {
  const found = by(page, id).first();
  if (!(await found.isVisible())) await by(page, "menu").click();
  return found;
}

/** Closes the page and says what it complained about. */
export async function close(page) {
  const { faults, foreign } = page;
  await page.context().close();
  assert.deepEqual(faults, [], "errors in the page's console");
  assert.deepEqual(foreign, [], "requests that left the origin");
}

/** Waits until what was last asked of the page is painted: the picture follows the panel by a frame. */
export function painted(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** The simulated time on that stage, in picoseconds, once it is painted and stands still: on a slow machine a picture comes some frames
 * after it was asked for. A stage that plays is read after a few frames. */
export function moment(stage) {
  return stage.evaluate(async (stage) => {
    let [read, same] = [stage.getAttribute("data-time"), 0];
    for (let frame = 0; same < 4 && (frame < 12 || read === null); frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = stage.getAttribute("data-time");
      same = now !== null && now === read ? same + 1 : 0;
      read = now;
    }
    return Number(read);
  });
}

/** The simulated time now, in picoseconds, as `moment` reads it. */
export function time(page) {
  return moment(by(page, "stage"));
}

export async function end(page) {
  return Number(await by(page, "stage").getAttribute("data-end"));
}

const idle = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks until `condition()` holds; where the page says itself when it is ready, that is waited for instead. */
export async function eventually(condition, what, limit = 15_000) {
  for (const stop = Date.now() + limit; !(await condition()); await idle(30)) assert.ok(Date.now() < stop, what);
}

/** What must not happen cannot be waited for: what `read()` gives stays the same for a while. */
export async function stays(read, what, ms = 300) {
  const first = await read();
  for (const stop = Date.now() + ms; Date.now() < stop; await idle(30)) assert.deepEqual(await read(), first, what);
}

/** A stretch of time that belongs to what is measured, by the tests that measure. */
export const measuring = idle;

/** Waits until `condition(time, end)` holds for the simulated time. */
export async function until(page, condition, what, limit = 20_000) {
  const stop = Date.now() + limit;
  for (;;) {
    const [now, last] = [Number(await by(page, "stage").getAttribute("data-time")), await end(page)];
    if (condition(now, last)) return now;
    assert.ok(Date.now() < stop, `${what}: the time stays at ${now} of ${last} ps`);
    await idle(50);
  }
}

/** Chooses the fastest speed, whichever kind of control it is. */
export async function fastest(page) {
  await by(page, "speed").first().evaluate((speed) => {
    if (speed.tagName === "SELECT") speed.selectedIndex = speed.options.length - 1;
    else speed.value = speed.max;
    speed.dispatchEvent(new Event("input", { bubbles: true }));
    speed.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/** Goes past the question without a guess, if it stands there; says whether it did. */
export async function pass(page) {
  // A chapter that begins with its question asks it when it is asked to begin.
  const begins = page.locator("[data-next=ask]");
  if ((await begins.count()) > 0) await begins.click();
  if ((await by(page, "gate-show").count()) === 0) return false;
  await by(page, "gate-show").click();
  return true;
}

/** One step of the run, by the play bar in its drawer. */
export async function stepOn(page) {
  if (!(await by(page, "step-forward").isVisible())) await by(page, "open-timeline").click();
  await by(page, "step-forward").click();
}

/** Plays to the end, going on at every pause that "guide me" makes, and past the question. */
export async function playToTheEnd(page, limit = 60_000) {
  await fastest(page);
  const stop = Date.now() + limit;
  let before = -1;
  while ((await time(page)) < (await end(page))) {
    assert.ok(Date.now() < stop, `playing stands at ${await time(page)} of ${await end(page)} ps`);
    if ((await time(page)) === before && !(await pass(page))) await by(page, "play").click();
    before = await time(page);
    await idle(400);
  }
}

/** Puts the scrubber at a share of the whole, as a pointer would, and has it shown where the question waits before it. */
export async function scrub(page, share) {
  await slide(page, share);
  await painted(page);
  if ((await by(page, "gate-held").count()) > 0) await pass(page);
}

/** Puts the scrubber at a share of the whole, as a pointer would. */
export async function slide(page, share) {
  await by(page, "scrubber").evaluate((scrubber, share) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    set.call(scrubber, String(Number(scrubber.min || 0) + share * (Number(scrubber.max) - Number(scrubber.min || 0))));
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
    scrubber.dispatchEvent(new Event("change", { bubbles: true }));
  }, share);
}

/** The picture on the stage now, as a hash: all that its canvases hold to their last pixel, and what is seen of the stage with
 * the caption and whatever else lies on it. */
export async function picture(page) {
  const stage = by(page, "stage");
  await stage.scrollIntoViewIfNeeded();
  // A handle glides to where it is.
  await stage.evaluate((stage) => Promise.allSettled(stage.getAnimations({ subtree: true }).map((glide) => glide.finished)));
  const { x, y, width, height } = await stage.boundingBox();
  // What is seen, without the stage's round corners: how they are smoothed is the compositor's, and six of their pixels change from
  // one time to the next. What is painted under them is in the canvases.
  const shot = await page.screenshot({ clip: { x: x + 12, y: y + 12, width: width - 24, height: height - 24 } });
  const canvases = await stage.evaluate((stage) => [...stage.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL()));
  assert.equal(canvases.length, 2, "the backdrop and what moves before it");
  const hash = createHash("sha256").update(shot);
  for (const canvas of canvases) hash.update(canvas);
  return hash.digest("hex");
}

/** Goes to the moment of the question, from beat to beat. */
export async function ask(page) {
  for (let beat = 0; beat < 16 && (await by(page, "gate").count()) === 0; beat += 1) {
    await by(page, "beat-forward").click();
    await painted(page);
  }
  await by(page, "gate").waitFor();
}

/** Guesses by the keyboard alone: a number is dragged, then typed; of several kinds the first is chosen. */
export async function guess(page) {
  if ((await by(page, "gate-option").count()) > 0) {
    await by(page, "gate-option").first().focus();
    return page.keyboard.press("Enter");
  }
  await by(page, "gate-slider").focus();
  const before = await by(page, "gate-number").inputValue();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  assert.notEqual(await by(page, "gate-number").inputValue(), before, "the field follows the slider");
  await by(page, "gate-number").fill("3.5");
  await page.keyboard.press("Enter");
}
