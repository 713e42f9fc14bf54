// What a reader takes away: each file is downloaded, read and compared with what the command line writes of the same moment.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { by, close, end, eventually, kitchen, moment, scrub, time, tool } from "../kit.mjs";

const KITCHEN = process.env.KITCHEN ?? resolve("../../target/debug/kitchen");
const PATH = "/some/path/";
const LESSON = `<!doctype html><title>A lesson</title><iframe title="kitchen" sandbox="allow-scripts" width="1000" height="700" src="${PATH}?scene=pipeline&lang=en"></iframe>`;

let [site, folder] = [];
before(async () => {
  site = await kitchen(PATH, { "/lesson.html": LESSON });
  folder = mkdtempSync(join(tmpdir(), "kitchen-take-"));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await site.stop();
});

const native = (...words) => execFileSync(KITCHEN, words, { encoding: "utf8", maxBuffer: 1 << 28 });

/** Opens a chapter, goes to a moment of it and opens the share dialog. */
async function shared(query, share) {
  const page = await site.open(query);
  if (share > 0) await scrub(page, share);
  const at = await time(page);
  await (await tool(page, "share")).click();
  return { page, at, link: await by(page, "share-link").inputValue() };
}

/** Presses a button of the dialog and reads the file that it saves. */
async function taken(page, id) {
  const [download] = await Promise.all([page.waitForEvent("download"), by(page, id).click()]);
  const bytes = readFileSync(await download.path());
  await eventually(async () => (await by(page, "take-said").innerText()).includes(download.suggestedFilename()), "it says what was saved");
  return { name: download.suggestedFilename(), bytes };
}

/** A table's rows as records by their head. */
function records(bytes) {
  const text = bytes.toString("utf8");
  assert.ok(text.startsWith("\ufeff") && text.endsWith("\r\n"));
  const rows = [[""]];
  let quoted = false;
  for (const [at, letter] of [...text.slice(1)].entries()) {
    const row = rows.at(-1);
    if (letter === '"') {
      quoted = !quoted;
      if (quoted && [...text][at] === '"') row[row.length - 1] += '"';
    } else if (quoted || !/[,\r\n]/.test(letter)) row[row.length - 1] += letter;
    else if (letter === ",") row.push("");
    else if (letter === "\n") rows.push([""]);
  }
  rows.pop();
  const [head, ...body] = rows;
  for (const row of body) assert.equal(row.length, head.length, `${row}`);
  return { head, body };
}

/** A scenario file of what a link says. */
function scenario(link) {
  const pairs = [...new URLSearchParams(new URL(link).hash.slice(1))].filter(([name]) => !["v", "act", "t", "speed", "guide"].includes(name));
  const file = join(folder, "scenario.json");
  writeFileSync(file, JSON.stringify(Object.fromEntries(pairs)));
  return file;
}

/** Width, height and how many colours a picture has. */
const measured = (page, bytes) =>
  page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const sheet = new OffscreenCanvas(bitmap.width, bitmap.height);
    const paper = sheet.getContext("2d");
    paper.drawImage(bitmap, 0, 0);
    const { data } = paper.getImageData(0, 0, bitmap.width, bitmap.height);
    const colors = new Set();
    for (let at = 0; at < data.length; at += 400) colors.add(data.slice(at, at + 4).join());
    return { size: [bitmap.width, bitmap.height], colors: colors.size };
  }, bytes.toString("base64"));

for (const [query, share, stem] of [
  ["?scene=pipeline&lang=en#v=1&act=cut", 0.4, "pipeline-cut"],
  ["?scene=data&lang=ja&layer=xray#v=1", 0.6, "data-whole"],
  ["?scene=secret-sauce&lang=en&theme=dark#v=1&act=twice", 0.3, "secret-sauce-twice"],
  ["?scene=lab&lang=ja#v=1", 0.5, "lab-whole"],
]) {
  test(`${stem}: the picture is the one that the command line draws, and as pixels it is twice as large`, async () => {
    const { page, at, link } = await shared(query, share);
    const svg = await taken(page, "take-svg");
    assert.equal(svg.name, `${stem}-${at}ps.svg`);
    assert.equal(svg.bytes.toString("utf8"), native("picture", "--link", link), link);
    const fault = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent, svg.bytes.toString("utf8"));
    assert.equal(fault, undefined);
    const png = await taken(page, "take-png");
    assert.equal(png.name, `${stem}-${at}ps.png`);
    const { size, colors } = await measured(page, png.bytes);
    assert.deepEqual(size, [2560, 1600]);
    assert.ok(colors > 30, `${colors} colours`);
    await close(page);
  });

  test(`${stem}: the timeline adds up to the run, and the trace is the command line's`, async () => {
    const { page, at, link } = await shared(query, share);
    const whole = await end(page);
    const table = await taken(page, "take-spans");
    assert.equal(table.name, `${stem}-${at}ps-timeline.csv`);
    const { body } = records(table.bytes);
    const number = (row, column) => Number(row[column]);
    for (const row of body) assert.equal(number(row, 2) - number(row, 1), number(row, 3), `${row}`);
    assert.equal(Math.max(...body.map((row) => number(row, 2))), whole, "the last one ends with the run");
    const trace = await taken(page, "take-trace");
    assert.equal(trace.name, `${stem}-${at}ps-perfetto.json`);
    const out = join(folder, "trace.json");
    native("run", scenario(link), "--trace", out);
    assert.equal(trace.bytes.toString("utf8"), readFileSync(out, "utf8"));
    const spans = JSON.parse(trace.bytes).traceEvents.filter((event) => event.ph === "X");
    assert.equal(spans.length, body.length);
    const sum = (all) => all.reduce((sum, one) => sum + one, 0);
    assert.equal(sum(spans.map(({ args }) => args.end_ps - args.start_ps)), sum(body.map((row) => number(row, 3))));
    await close(page);
  });
}

test("the numbers are those of the drawer, and what answers an open question stays covered", async () => {
  for (const [query, covered] of [["?scene=tensor&lang=en#v=1", true], ["?scene=cast&lang=ja#v=1", false]]) {
    const { page } = await shared(query, 0);
    const shown = await by(page, "readout").evaluateAll((all) => all.map((one) => [".figure-name", ".figure-value"].map((part) => one.querySelector(part).textContent)));
    const { body } = records((await taken(page, "take-figures")).bytes);
    assert.deepEqual(body.map(([name, value]) => [name, value]), shown);
    assert.ok(body.length > 1);
    assert.ok(!covered || body.some(([, value]) => value === "?"));
    for (const [, value, formula, , source] of body) assert.ok(value === "?" ? formula === "" : formula !== "" && source !== "", value);
    await close(page);
  }
});

test("a slide is 16 to 9 and holds the QR code of the link", async () => {
  const { page, at } = await shared("?scene=pipeline&lang=ja#v=1&act=cut", 0.4);
  const slide = await taken(page, "take-slide");
  assert.equal(slide.name, `pipeline-cut-${at}ps-slide.png`);
  const { size, colors } = await measured(page, slide.bytes);
  assert.deepEqual(size, [1920, 1080]);
  assert.ok(colors > 30, `${colors} colours`);
  // The code beside the stage, module by module, is that of the dialog.
  const [modules, wrong] = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    paper.drawImage(bitmap, 0, 0);
    const code = document.querySelector("[data-testid=share-qr]");
    const path = code.querySelector("path");
    const side = code.viewBox.baseVal.width;
    let wrong = 0;
    for (let y = 0; y < side - 8; y += 1) {
      for (let x = 0; x < side - 8; x += 1) {
        const isDark = path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5));
        const [red] = paper.getImageData(1484 + ((x + 4.5) * 380) / side, 164 + ((y + 4.5) * 380) / side, 1, 1).data;
        wrong += isDark === red < 128 ? 0 : 1;
      }
    }
    return [side, wrong];
  }, slide.bytes.toString("base64"));
  assert.ok(modules > 30);
  assert.equal(wrong, 0);
  await close(page);
});

test("a frame without an origin says why nothing can be saved or kept there", async () => {
  const tab = await site.browser.newContext();
  const page = await tab.newPage();
  await page.goto(site.origin + "/lesson.html");
  const frame = page.frameLocator("iframe");
  await frame.locator("[data-ready=true]").first().waitFor({ state: "attached" });
  assert.equal(await moment(frame.getByTestId("stage")), 0);
  const share = frame.getByTestId("share").first();
  if (!(await share.isVisible())) await frame.getByTestId("menu").click();
  await share.click();
  assert.match(await frame.getByTestId("take-not").innerText(), /may not save files/);
  assert.match(await frame.getByTestId("take-not").locator("a").getAttribute("href"), /pipeline-en\.html#v=1/);
  assert.equal(await frame.getByTestId("take-svg").count(), 0);
  assert.match(await frame.getByTestId("offline-said").innerText(), /Nothing can be kept here/);
  assert.equal(await frame.getByTestId("offline-keep").count(), 0);
  await tab.close();
});
