// At once: what the page will show first stands there, as a picture from a file, before the program has come.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, kitchen, LAPTOP, ready } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const box = (page, selector) =>
  page.evaluate((selector) => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  }, selector);

/** Opens a page whose program waits until it is let through. */
async function waiting(query, viewport) {
  const tab = await site.browser.newContext({ viewport, locale: "ja-JP" });
  const page = await tab.newPage();
  page.setDefaultTimeout(15_000);
  [page.faults, page.foreign] = [[], []];
  page.on("pageerror", (fault) => page.faults.push(String(fault)));
  let go;
  const let_through = new Promise((done) => (go = done));
  await page.route(/\/kitchen-[0-9a-f]+\.wasm$/, (route) => let_through.then(() => route.continue()));
  await page.goto(site.url + query, { waitUntil: "commit" });
  await page.locator("#poster").waitFor({ state: "visible" });
  await page.locator("#poster").evaluate((picture) => picture.decode());
  return { page, go };
}

for (const viewport of [LAPTOP, { width: 1280, height: 720 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
  for (const query of ["?lang=en", "?scene=pipeline&lang=ja", "?scene=lab&lang=en"]) {
    test(`${query} at ${viewport.width}x${viewport.height}: the picture stands where the stage will, and nothing jumps`, async () => {
      const { page, go } = await waiting(query, viewport);
      const before = await box(page, "#poster");
      await page.evaluate(() => {
        globalThis.jumps = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (globalThis.jumps += entry.value))).observe({ type: "layout-shift" });
      });
      go();
      await ready(page);
      assert.equal(await page.locator("#poster").count(), 0, "the stage's own picture is there");
      assert.deepEqual(await box(page, "#stage .front, .stage .front"), before);
      assert.ok((await page.evaluate(() => globalThis.jumps)) < 0.02);
      await close(page);
    });
  }
}

test("every chapter has its first act's picture, in both languages", async () => {
  for (const chapter of CHAPTERS) {
    for (const lang of ["ja", "en"]) {
      const { page, go } = await waiting(`?scene=${chapter}&lang=${lang}`, LAPTOP);
      assert.ok((await page.locator("#poster").getAttribute("src")).endsWith(`act-${chapter}-${lang}.svg`));
      go();
      await by(page, "stage").waitFor();
      await close(page);
    }
  }
});
