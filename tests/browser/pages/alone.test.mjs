// The page as one file (`cargo xtask build --single-file`), opened from the disk: nothing beside it is asked for.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { by, DIST, eventually, LAPTOP, launch, ready, until } from "../kit.mjs";

let browser, folder, address;
before(async () => {
  browser = await launch();
  // In a folder of its own: what it forgot is not found beside it.
  folder = mkdtempSync(join(tmpdir(), "kitchen-alone-"));
  const file = join(folder, "collective-kitchen.html");
  copyFileSync(join(DIST, "collective-kitchen.html"), file);
  address = pathToFileURL(file).href;
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Opens the file with that query. `page.faults` holds what failed, and what it asked for beside itself. */
async function open(query) {
  const page = await browser.newPage({ viewport: LAPTOP, locale: "ja-JP" });
  page.setDefaultTimeout(20_000);
  page.faults = [];
  page.on("pageerror", (fault) => page.faults.push(String(fault)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => {
    const [own] = request.url().split(/[?#]/);
    if (own !== address && !/^(data|blob):/.test(own)) page.faults.push(`asked for ${own.slice(0, 80)}`);
  });
  await page.goto(address + query);
  return page;
}

async function close(page) {
  await page.close();
  assert.deepEqual(page.faults, []);
}

test("the first minute leads to a chapter", async () => {
  const page = await open("?lang=ja");
  await ready(page);
  await by(page, "contents").locator("a[href*='scene=tensor']").first().click();
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]")?.dataset.end) > 0);
  await by(page, "next").click();
  await until(page, (now) => now > 0, "playing");
  await close(page);
});

test("a heavy run is a worker's", async () => {
  const page = await open("?scene=lab&lang=en");
  await eventually(() => page.workers().length === 1, "a worker");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]")?.dataset.end) > 0);
  await ready(page);
  await close(page);
});

test("the pages beside the program are in it, and lead back", async () => {
  const page = await open("?lang=en");
  await ready(page);
  await page.getByTestId("leaf-glossary").first().click();
  const entry = page.locator("a[href*='scene=']").first();
  await entry.waitFor();
  assert.equal(new URL(page.url()).searchParams.get("page"), "glossary-en");
  const sheets = await page.evaluate(() => [...document.styleSheets].map((sheet) => sheet.cssRules.length));
  assert.ok(sheets.length === 2 && sheets.every((rules) => rules > 10), `it has its looks: ${sheets}`);
  await entry.click();
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]")?.dataset.end) > 0);
  await close(page);
});
