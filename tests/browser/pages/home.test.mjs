// The first page: the first minute, the book with its pictures and its map, and the place that is kept where the reader allows it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, eventually, kitchen, LAPTOP, moment, PHONE, ready, stays, tool } from "../kit.mjs";

let site;
const FRAME = (url) => `<!doctype html><title>A lesson</title><link rel="icon" href="data:,"><iframe title="kitchen" sandbox="allow-scripts" width="1000" height="800" src="${url}"></iframe>`;
before(async () => (site = await kitchen("/", { "/lesson.html": FRAME("/?lang=en") })));
after(() => site.stop());

const phase = (page, name) =>
  ({
    ask: by(page, "first-guess").first(),
    told: page.locator(".first-panel .option.right").first(),
    doors: by(page, "doors"),
  })[name].waitFor();
const focused = (page) => page.evaluate(() => document.activeElement.closest("[data-testid], [id]")?.dataset.testid || document.activeElement.id);

test("three presses and a guess, by keyboard alone, and every act says its time", async () => {
  const page = await site.open("?lang=en");
  assert.equal(await by(page, "caption").innerText(), "One chef, one pot. The chef is a GPU.");
  const said = [];
  await by(page, "press").focus();
  await page.keyboard.press("Enter");
  await phase(page, "ask");
  said.push(await by(page, "caption").innerText());
  assert.notEqual(await focused(page), "", "the focus stays where the question is");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "first-guess");
  await page.keyboard.press("Space");
  await phase(page, "told");
  said.push(await by(page, "caption").innerText());
  assert.equal(await page.locator(".first-panel .option.wrong").count(), 1, "the guess is marked");
  await by(page, "press").focus();
  await page.keyboard.press("Enter");
  await phase(page, "doors");
  said.push(await by(page, "caption").innerText());
  const times = said.map((text) => Number(text.match(/([\d.]+)\s*ms/)[1]));
  assert.ok(times[1] >= times[0] && times[1] < times[0] * 1.02, `two are no faster: ${said}`);
  assert.ok(times[2] < times[0] * 0.75, `bowls are: ${said}`);
  assert.equal(new URL(page.url()).hash, "", "the home page has no moment in its address");
  await by(page, "layer-xray").click();
  await page.waitForFunction((text) => document.querySelector("[data-testid=caption]").innerText !== text, said[2]);
  assert.match(await by(page, "caption").innerText(), /micro-batches/);
  await by(page, "again").click();
  await by(page, "press").waitFor();
  assert.equal(await moment(by(page, "first-stage")), 0);
  await close(page);
});

test("with less motion each press is the next still", async () => {
  const page = await site.open("?lang=ja", { reducedMotion: "reduce" });
  const moments = [];
  const keep = async () => moments.push(await moment(by(page, "first-stage")));
  await by(page, "press").click();
  await phase(page, "ask");
  await keep();
  await by(page, "first-guess").nth(2).click();
  await phase(page, "told");
  await keep();
  await by(page, "press").click();
  await phase(page, "doors");
  await keep();
  assert.equal(new Set(moments).size, 3);
  await close(page);
});

test("an act can be paused, and another language takes over where it stands", async () => {
  const page = await site.open("?lang=ja");
  await by(page, "press").click();
  const stage = by(page, "first-stage");
  await eventually(async () => Number(await stage.getAttribute("data-time")) > 0, "the act plays");
  await by(page, "press").click();
  const at = await moment(stage);
  await stays(() => stage.getAttribute("data-time"), "a pause");
  await (await tool(page, "lang-en")).click();
  await page.locator("html[lang=en]").waitFor({ state: "attached" });
  assert.equal(await moment(by(page, "first-stage")), at);
  await by(page, "press").click();
  await phase(page, "ask");
  await close(page);
});

for (const [name, viewport] of [["phone", PHONE], ["small phone", { width: 320, height: 568 }], ["phone, sideways", { width: 740, height: 360 }], ["laptop", LAPTOP], ["projector", { width: 1920, height: 1080 }]]) {
  test(`on a ${name} the stage and what is to be pressed are one screen`, async () => {
    for (const lang of ["ja", "en"]) {
      const page = await site.open(`?lang=${lang}`, { viewport, reducedMotion: "reduce" });
      const fits = async (what, locator) => {
        for (const one of await locator.all()) {
          const box = await one.boundingBox();
          assert.ok(box.y >= 0 && box.y + box.height <= viewport.height + 1, `${lang}, ${what}: ${box.y} + ${box.height} of ${viewport.height}`);
        }
      };
      await fits("stage", by(page, "first-stage"));
      await fits("press", by(page, "press"));
      await by(page, "press").click();
      await phase(page, "ask");
      await fits("guesses", by(page, "first-guess"));
      await by(page, "first-guess").first().click();
      await phase(page, "told");
      await fits("press for bowls", by(page, "press"));
      await by(page, "press").click();
      await phase(page, "doors");
      await fits("doors", by(page, "doors").locator("a"));
      await close(page);
    }
  });
}

test("the pictures of the book are fetched by those who come so far", async () => {
  const page = await site.open("?lang=ja");
  const fetched = [];
  page.on("request", (request) => /pictures\/(?!act-)/.test(request.url()) && fetched.push(request.url()));
  await page.reload();
  await ready(page);
  await stays(() => [...fetched], "nothing is fetched that is not seen", 500);
  assert.deepEqual(fetched, []);
  await by(page, "contents").scrollIntoViewIfNeeded();
  for (const chapter of CHAPTERS) {
    const picture = by(page, `chapter-${chapter}`).locator("img");
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((picture) => picture.naturalWidth > 0, await picture.elementHandle());
  }
  await by(page, "map").scrollIntoViewIfNeeded();
  for (const picture of await by(page, "map").locator("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((picture) => picture.naturalWidth > 0, await picture.elementHandle());
  }
  await close(page);
});

test("every chapter lives on the map, and the open ones open from there", async () => {
  const page = await site.open("?lang=en");
  assert.equal(await by(page, "map").locator("ul li").count(), 18);
  assert.equal(await by(page, "map").locator("a").count(), CHAPTERS.length);
  await by(page, "map").locator("a").first().click();
  await page.waitForURL(/scene=/);
  await close(page);
});

test("the place is kept on this device where the reader allows it, and forgotten when not", async () => {
  const page = await site.open("?lang=en");
  const kept = () => page.evaluate(() => Object.entries(localStorage));
  assert.deepEqual(await kept(), []);
  assert.equal(await by(page, "go-on").count(), 0);
  await by(page, "keep").check();
  await by(page, "chapter-tensor").click();
  await by(page, "open-timeline").click();
  await by(page, "beat-forward").click();
  await page.waitForFunction(() => /tensor.*[&#]t=/.test(localStorage.getItem("collective-kitchen")));
  const at = String(await moment(by(page, "stage")));
  await page.goto(site.url + "?lang=ja");
  await ready(page);
  assert.equal((await kept()).length, 1);
  await by(page, "go-on").click();
  await by(page, "stage").waitFor();
  await page.waitForFunction((at) => document.querySelector("[data-testid=stage]").dataset.time === at, at);
  await page.goBack();
  await by(page, "keep").uncheck();
  assert.deepEqual(await kept(), []);
  assert.equal(await by(page, "go-on").count(), 0);
  assert.deepEqual(await page.context().cookies(), []);
  await close(page);
});

test("what somebody else put there does no harm", async () => {
  const page = await site.open("?lang=en");
  for (const foreign of ["pipeline#v=1&stages=99999999999999999999", "<script>", "x".repeat(100_000), "nowhere#"]) {
    await page.evaluate((foreign) => localStorage.setItem("collective-kitchen", foreign), foreign);
    await page.reload();
    await ready(page);
    assert.equal(await by(page, "go-on").count(), 0);
  }
  await close(page);
});

test("where nothing can be kept the first minute plays all the same", async () => {
  const tab = await site.browser.newContext();
  const page = await tab.newPage();
  const said = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  page.on("pageerror", (fault) => said.push(String(fault)));
  await page.goto(site.origin + "/lesson.html");
  const frame = page.frameLocator("iframe");
  await frame.getByTestId("press").click();
  await frame.getByTestId("first-guess").first().waitFor();
  assert.equal(await frame.getByTestId("keep").count(), 0);
  assert.equal(await frame.getByText("A place cannot be kept").count(), 1);
  assert.deepEqual(said, []);
  await tab.close();
});
