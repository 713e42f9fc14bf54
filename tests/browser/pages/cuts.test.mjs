// The lab's second hand: the cuts of today's plan, dragged on the stage; why one cannot be, what is said, undo, and the link.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { by, close, end, eventually, kitchen, PHONE } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const PLAN = "scene=lab&lang=en#v=1&act=plan";

/** What a handle says of itself. */
const value = (hand) => hand.evaluate((hand) => hand.getAttribute("aria-valuetext") ?? hand.getAttribute("aria-label"));

/** A picture for whoever wants to look, where a folder for it is named. */
async function picture(page, name) {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/cuts-${name}.png` });
}

test("a cut goes by keys, is told, is in the link, and is taken back", async () => {
  const page = await site.open(`?${PLAN}`, { bare: true });
  const hand = page.locator("[data-hand=tensor]");
  await hand.waitFor();
  const first = await end(page);
  assert.match(await value(hand), /8 to a pot/);
  await hand.focus();
  await page.keyboard.press("ArrowLeft");
  await eventually(async () => (await end(page)) < first, "4 to a pot are faster than 8", 60_000);
  assert.match(await value(hand), /4 to a pot/);
  await eventually(() => /tensor=4/.test(page.url()), "it is in the link");
  const link = page.url().slice(site.url.length);
  const cut = await end(page);
  await by(page, "undo").click();
  await eventually(async () => (await end(page)) === first, "as it was", 60_000);
  await close(page);
  const other = await site.open(link, { bare: true });
  assert.equal(await end(other), cut);
  await close(other);
});

test("a cut is dragged by mouse, and one that cannot be says why before it is let go", async () => {
  const page = await site.open(`?${PLAN}`, { bare: true });
  const hand = page.locator("[data-hand=stages]");
  await hand.waitFor();
  const first = await end(page);
  const { x, y, width, height } = await hand.boundingBox();
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  // 8 chefs to a pot and 32 stages are more than there are.
  await page.mouse.move(left + 40, top, { steps: 4 });
  await page.mouse.move(left + 140, top, { steps: 8 });
  await eventually(async () => /32 GPUs/.test(await by(page, "hand-card").innerText()), "the reason stands at the hand");
  await picture(page, "refused");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await end(page), first);
  await close(page);
});

for (const [name, viewport] of [["laptop", undefined], ["phone", PHONE]]) {
  for (const lang of ["en", "ja"]) {
    test(`both rails of cuts stand on the stage (${name}, ${lang})`, async () => {
      const page = await site.open(`?${PLAN.replace("lang=en", `lang=${lang}`)}`, { bare: true, viewport });
      for (const id of ["tensor", "stages"]) await page.locator(`[data-hand=${id}]`).waitFor();
      await picture(page, `${name}-${lang}`);
      const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= inner, `${width} px wide in ${inner}`);
      await close(page);
    });
  }
}
