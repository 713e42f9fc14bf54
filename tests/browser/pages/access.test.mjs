// Everyone can use it: axe, the keyboard, reduced motion, narrow screens.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, end, kitchen, LAPTOP, PHONE, playToTheEnd, time, tool, until } from "../kit.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** What axe finds that is serious, as short lines. */
async function serious(page) {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter((violation) => ["serious", "critical"].includes(violation.impact))
    .map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" ; ")}`);
}

for (const [size, viewport] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
  for (const lang of ["ja", "en"]) {
    test(`axe finds nothing serious (${size}, ${lang})`, async () => {
      for (const scene of ["", ...CHAPTERS]) {
        const page = await site.open(`?lang=${lang}${scene && `&scene=${scene}`}`, { viewport });
        assert.deepEqual(await serious(page), [], scene || "home");
        if (scene === "pipeline") {
          await by(page, "gate-option").first().click();
          await by(page, "verdict").waitFor();
          await by(page, "layer-xray").click();
          await (await tool(page, "share")).click();
          assert.deepEqual(await serious(page), [], "answered, x-ray, share");
        }
        await close(page);
      }
    });
  }
}

for (const scene of ["", ...CHAPTERS]) {
  test(`${scene || "home"}: nothing is wider than the page, from a narrow phone to a laptop`, async () => {
    for (const lang of ["ja", "en"]) {
      const page = await site.open(`?lang=${lang}${scene && `&scene=${scene}`}`, { viewport: { width: 320, height: 640 } });
      // 640: a laptop at 200 %.
      for (const room of [320, 600, 640, 720, 900, 1100]) {
        await page.setViewportSize({ width: room, height: 640 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= room, `${lang}: ${width} px of ${room}`);
      }
      await close(page);
    }
  });
}

/** Tabs until the element with that test id has the focus. */
async function tabTo(page, id, key = "Tab") {
  const seen = [];
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press(key);
    const at = await page.evaluate(() => document.activeElement?.closest("[data-testid]")?.getAttribute("data-testid") ?? "");
    if (at === id || (id.endsWith("*") && at.startsWith(id.slice(0, -1)))) return;
    seen.push(at);
  }
  assert.fail(`no way to ${id} by Tab; passed ${[...new Set(seen)].join(", ")}`);
}

test("everything once by keyboard alone", async () => {
  const page = await site.open("?lang=en");
  await tabTo(page, "chapter-pipeline");
  const outline = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle !== "none" || style.boxShadow !== "none";
  });
  assert.ok(outline, "the focus is visible");
  await page.keyboard.press("Enter");
  await by(page, "stage").waitFor();

  await tabTo(page, "step-forward");
  await page.keyboard.press("Enter");
  const one = await until(page, (now) => now > 0, "step forward");
  await tabTo(page, "step-back", "Shift+Tab");
  await page.keyboard.press("Space");
  await until(page, (now) => now < one, "step back");
  await tabTo(page, "beat-forward");
  await page.keyboard.press("Enter");
  const beat = await until(page, (now) => now > 0, "next beat");
  await tabTo(page, "scrubber");
  await page.keyboard.press("End");
  await until(page, (now, last) => now === last, "scrubber to the end");
  await page.keyboard.press("ArrowLeft");
  await until(page, (now, last) => now < last, "scrubber back");
  await page.keyboard.press("Home");
  await until(page, (now) => now === 0, "scrubber home");
  assert.ok(beat > 0);

  await tabTo(page, "play");
  await page.keyboard.press("Space");
  const playing = await until(page, (now) => now > 0, "play");
  await page.keyboard.press("Space");
  assert.ok(playing > 0);

  await tabTo(page, "layer-*");
  await tabTo(page, "control-*");
  await tabTo(page, "gate-option");
  await page.keyboard.press("Space");
  await by(page, "verdict").or(by(page, "gate")).first().waitFor();
  await tabTo(page, "share");
  await page.keyboard.press("Enter");
  await by(page, "share-link").first().waitFor();
  await page.keyboard.press("Escape");
  await tabTo(page, "lang-*");
  await close(page);
});

test("the stage takes keys, the clicker's as well", async () => {
  const page = await site.open("?scene=data&lang=ja");
  await by(page, "stage").focus();
  await page.keyboard.press("PageDown");
  const beat = await until(page, (now) => now > 0, "the clicker's next");
  await page.keyboard.press("PageUp");
  await until(page, (now) => now < beat, "the clicker's back");
  await page.keyboard.press("ArrowRight");
  await until(page, (now) => now > 0, "one step by arrow");
  await page.keyboard.press("Home");
  await until(page, (now) => now === 0, "home");
  await page.keyboard.press("End");
  await until(page, (now, last) => now === last, "end");
  await close(page);
});

test("reduced motion tells the story as stills, beat by beat", async () => {
  const page = await site.open("?scene=pipeline&lang=ja", { reducedMotion: "reduce" });
  await by(page, "play").click();
  const moments = new Set();
  for (let look = 0; look < 40; look += 1) {
    moments.add(await time(page));
    await page.waitForTimeout(50);
  }
  assert.ok(moments.size <= 8, `${moments.size} different moments in two seconds`);
  await playToTheEnd(page);
  assert.equal(await time(page), await end(page));
  await close(page);
});

test("touch targets are large enough", async () => {
  const page = await site.open("?scene=pipeline&lang=ja", { viewport: PHONE, hasTouch: true });
  for (const id of ["play", "step-back", "step-forward", "beat-back", "beat-forward", "restart", "layer-xray", "lang-en", "share"]) {
    const box = await (await tool(page, id)).boundingBox();
    assert.ok(box && box.width >= 24 && box.height >= 24, `${id}: ${JSON.stringify(box)}`);
  }
  await close(page);
});
