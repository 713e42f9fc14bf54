// The lab's city: every chef of a restaurant at an instant, near and far, and with whom one of them talks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, eventually, kitchen, LAPTOP, PHONE, tool } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const moment = (own) => `#v=1&kind=lab&buy=chef&lot=both&texts=128&act=turn&own=${own}`;

/** The city of today's restaurant of a link. */
async function city(own, lang, layer = "kitchen", viewport = LAPTOP) {
  const page = await site.open(`?scene=lab&lang=${lang}${moment(own)}`, { viewport });
  if (layer === "xray") await (await tool(page, "layer-xray")).click();
  await by(page, "own").click();
  await by(page, "own-go").click();
  await by(page, "own-city").first().click({ timeout: 60_000 });
  await by(page, "city").waitFor({ timeout: 60_000 });
  return page;
}

const SIXTEEN = "dgx-a100_16_8x200_llama3-70b_1024x4096";

for (const [lang, layer, viewport, title, who] of [
  ["ja", "kitchen", LAPTOP, /シェフ41（rank 40）：厨房6（全16）/, /4人：41〜44番/],
  ["en", "xray", LAPTOP, /GPU 41 \(rank 40\): node 6 of 16/, /4 GPUs: 41 to 44/],
  ["ja", "kitchen", PHONE, /シェフ41（rank 40）：厨房6（全16）/, /4人：41〜44番/],
]) {
  test(`all chefs of sixteen kitchens, and who talks to whom (${lang}, ${layer}, ${viewport.width})`, async () => {
    const page = await city(SIXTEEN, lang, layer, viewport);
    assert.equal(await by(page, "city").getAttribute("data-chefs"), "128");
    await by(page, "city-chef").fill("41");
    await by(page, "city-chef").press("Tab");
    await eventually(async () => title.test(await by(page, "city-title").innerText()), "the chef is told");
    const groups = await by(page, "city-groups").innerText();
    assert.match(groups, who);
    // Each press comes nearer, and what is seen changes.
    const stage = by(page, "city-stage");
    const seen = async () => (await stage.screenshot()).toString("base64");
    let before = await seen();
    for (const step of ["city-nearer", "city-nearer", "city-all"]) {
      await by(page, step).click();
      await eventually(async () => (await seen()) !== before, step);
      before = await seen();
    }
    // Another chef, by a press on the stage.
    const box = await stage.boundingBox();
    await stage.click({ position: { x: box.width * 0.75, y: box.height * 0.62 } });
    await eventually(async () => !title.test(await by(page, "city-title").innerText()), "another chef was pressed");
    const [caption, time] = await Promise.all(["city-caption", "city-time"].map((id) => by(page, id).innerText()));
    await by(page, "city-play").click();
    await eventually(async () => (await by(page, "city-time").innerText()) !== time, "it plays");
    await eventually(async () => (await by(page, "city-caption").innerText()) !== caption, "and is told");
    await by(page, "city-close").click();
    await by(page, "city").waitFor({ state: "detached" });
    await close(page);
  });
}

test("a city is gone through by the keyboard alone", async () => {
  const page = await city(SIXTEEN, "en");
  const stage = by(page, "city-stage");
  await stage.focus();
  const seen = async () => (await stage.screenshot()).toString("base64");
  let before = await seen();
  for (const key of ["+", "ArrowRight", "ArrowDown", "+", "-", "0"]) {
    await page.keyboard.press(key);
    await eventually(async () => (await seen()) !== before, key);
    before = await seen();
  }
  assert.equal(await by(page, "own-dialog").count(), 1, "the keys are the stage's own");
  await close(page);
});

test("with less motion a press goes on by a part of the step", async () => {
  const page = await site.open(`?scene=lab&lang=en${moment(SIXTEEN)}`, { reducedMotion: "reduce" });
  await by(page, "own").click();
  await by(page, "own-go").click();
  await by(page, "own-city").first().click({ timeout: 60_000 });
  await by(page, "city-play").click({ timeout: 60_000 });
  await eventually(async () => Number(await by(page, "city-clock").inputValue()) === 50, "a twentieth");
  await close(page);
});

test("a button keeps the focus, and its restaurant, while more answers come", async () => {
  const page = await site.open(`?scene=lab&lang=en${moment(SIXTEEN)}`);
  await by(page, "own").first().click();
  await by(page, "own-go").click();
  await by(page, "own-city").first().focus({ timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector("[data-testid=own-race]")?.getAttribute("aria-busy") === "false", null, { timeout: 60_000 });
  assert.ok(await by(page, "own-city").first().evaluate((button) => button === document.activeElement), "it is today's button still");
  await page.keyboard.press("Enter");
  await by(page, "city").waitFor({ timeout: 60_000 });
  assert.equal(await by(page, "city").locator("h3").innerText(), "Today");
  await close(page);
});
