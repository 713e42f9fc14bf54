// A class: a clicker, a projector, nobody at the mouse. From the home page to the end of a chapter, and the notes in a second window.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CLASSROOM, close, end, eventually, kitchen, painted, PHONE, ready, time, tool, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** What stands on the page for everyone to see. */
const shown = (page) => page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.hasAttribute("data-present")]);

test("a clicker alone goes from the home page to the end of a chapter, and on to the next", async () => {
  const page = await site.open("?lang=ja", { viewport: CLASSROOM });
  await page.keyboard.press(".");
  await by(page, "presenting").waitFor();
  assert.deepEqual(await shown(page), ["projector", true]);
  // The first minute: each act begins with a click, and a click cuts it short.
  for (let press = 0; press < 8 && (await by(page, "stage").count()) === 0; press += 1) {
    await page.keyboard.press("PageDown");
    await painted(page);
  }
  await by(page, "stage").waitFor();
  await ready(page);
  await page.waitForFunction(() => document.querySelector("[data-testid=stage]")?.dataset.end > 0);
  const captions = new Set();
  const heights = new Set();
  let asked = 0;
  let revealed = 0;
  const leads = () => page.locator("[data-next]").getAttribute("data-next");
  for (let press = 0; press < 120 && (await leads()) !== "chapter"; press += 1) {
    const before = `${await time(page)} ${page.url()}`;
    const hadCard = (await by(page, "gate").count()) > 0;
    await page.keyboard.press("PageDown");
    if (!hadCard) await eventually(async () => `${await time(page)} ${page.url()}` !== before || (await leads()) === "show", "each press goes on");
    captions.add(await by(page, "caption").innerText());
    if ((await by(page, "gate").count()) === 0) heights.add(Math.round((await by(page, "stage").boundingBox()).height));
    asked += await by(page, "gate-guess").count();
    revealed += await by(page, "verdict").count();
  }
  assert.equal(await leads(), "chapter", "the chapter was gone through");
  assert.ok(captions.size >= 6, `${captions.size} captions were told`);
  assert.equal(heights.size, 1, `a sentence of one line or two leaves the stage where it is: ${[...heights]} px`);
  assert.ok(asked >= 1 && revealed >= 1, "the question was asked, and answered by the run");
  const chapter = new URL(page.url()).searchParams.get("scene");
  await page.keyboard.press("PageDown");
  await page.waitForFunction((chapter) => new URL(location.href).searchParams.get("scene") !== chapter, chapter);
  assert.deepEqual(await shown(page), ["projector", true]);
  await close(page);
});

test("the clicker is heard from a slider, a button and the timeline", async () => {
  const page = await site.open("?scene=data&lang=en", { viewport: CLASSROOM });
  await page.keyboard.press("b");
  await by(page, "presenting").waitFor();
  for (const place of ["speed", "restart", "gantt", "scrubber"]) {
    await by(page, place).focus();
    const [before, speed] = [await time(page), await by(page, "speed").inputValue()];
    await page.keyboard.press("PageDown");
    await until(page, (now) => now > before, `PageDown on ${place}`);
    await page.keyboard.press("PageUp");
    await until(page, (now) => now <= before, `PageUp on ${place}`);
    assert.equal(await by(page, "speed").inputValue(), speed, `${place}: the slider stays`);
  }
  await page.keyboard.press("b");
  assert.ok(await page.evaluate(() => document.documentElement.hasAttribute("data-black")));
  await page.keyboard.press("b");
  await page.keyboard.press("Escape");
  await by(page, "presenting").waitFor({ state: "detached" });
  assert.deepEqual(await shown(page), ["light", false]);
  await close(page);
});

test("the notes tell now, next and the time, and hear the clicker too", async () => {
  const page = await site.open("?scene=data&lang=en", { viewport: CLASSROOM });
  await (await tool(page, "present")).click();
  const [notes] = await Promise.all([page.waitForEvent("popup"), by(page, "notes-window").click()]);
  await notes.getByText("Next beat").waitFor();
  assert.match(await notes.locator("body").innerText(), /Time passed\s+0:0\d/);
  const before = await time(page);
  await notes.keyboard.press("PageDown");
  await until(page, (now) => now > before, "PageDown in the notes");
  await by(page, "present-leave").click();
  await eventually(() => notes.isClosed(), "the notes go with presenter mode");
  await close(page);
});

test("a browser that stops the notes is answered with a sentence", async () => {
  const page = await site.open("?scene=data&lang=en");
  await page.evaluate(() => (window.open = () => null));
  await (await tool(page, "present")).click();
  await by(page, "notes-window").click();
  await by(page, "presenting").getByText("pop-ups").waitFor();
  await close(page);
});

test("every presenter's control is reachable on a phone", async () => {
  const page = await site.open("?scene=data&lang=ja", { viewport: PHONE });
  await page.keyboard.press("b");
  await by(page, "notes-window").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await close(page);
});
