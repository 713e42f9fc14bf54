// A chapter inside another page: whose it is, the way to the whole of it, and what the share dialog offers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, DIST, kitchen, moment, time, tool, until } from "../kit.mjs";
import { serve } from "../server.mjs";

const frame = (query, size, sandbox) =>
  `<!doctype html><title>A lesson</title><iframe title="kitchen" sandbox="${sandbox}" width="${size[0]}" height="${size[1]}" src="/?${query}"></iframe>`;
let site;
before(
  async () =>
    (site = await kitchen("/", {
      "/bare.html": frame("scene=data&lang=en&embed=1", [900, 640], "allow-scripts"),
      "/tall.html": frame("scene=data&lang=en&embed=1", [320, 640], "allow-scripts allow-popups allow-popups-to-escape-sandbox"),
    })),
);
after(() => site.stop());

for (const scene of CHAPTERS) {
  for (const [width, height] of [[320, 640], [480, 420], [960, 640]]) {
    test(`${scene} at ${width}x${height}: title, stage, play, credit and link are whole and in the frame`, async () => {
      const page = await site.open(`?scene=${scene}&embed=1&lang=ja`, { viewport: { width, height } });
      const faults = await page.evaluate(() =>
        ["#title", "#stage", ".embed-name", "[data-testid=open-here]", "[data-testid=play]", "[data-testid=layer-xray]"].filter((one) => {
          const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > document.documentElement.scrollHeight + 0.5 || right - left < 20;
        }),
      );
      assert.deepEqual(faults, []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= height + 1, "nothing below the frame");
      await close(page);
    });
  }
}

test("what the link asks for is there, and no more", async () => {
  const shown = async (query) => {
    const page = await site.open(`?scene=data&embed=1&lang=en${query}`, { viewport: { width: 960, height: 840 } });
    const parts = [await by(page, "layer-xray").count(), await by(page, "gantt").count(), await page.locator(".controls").count()];
    await close(page);
    return parts.join("");
  };
  assert.equal(await shown(""), "100");
  assert.equal(await shown("&controls=1"), "101");
  assert.equal(await shown("&switch=0&gantt=1"), "010");
});

test("the link opens the chapter at this moment, outside the frame", async () => {
  const tab = await site.browser.newContext();
  const page = await tab.newPage();
  await page.goto(site.origin + "/tall.html");
  const inside = page.frameLocator("iframe");
  await inside.locator("[data-ready=true]").first().waitFor({ state: "attached" });
  await inside.getByTestId("beat-forward").click();
  const at = await moment(inside.getByTestId("stage"));
  const [popup] = await Promise.all([page.waitForEvent("popup"), inside.getByTestId("open-here").click()]);
  await popup.locator("[data-ready=true]").first().waitFor({ state: "attached" });
  assert.equal(await moment(popup.getByTestId("stage")), at);
  assert.equal(await popup.locator(".embed").count(), 0);
  assert.equal(await popup.evaluate(() => window.opener), null);
  await tab.close();
});

test("where the frame may open no tab, the link is there to copy", async () => {
  const tab = await site.browser.newContext();
  const page = await tab.newPage();
  await page.goto(site.origin + "/bare.html");
  const inside = page.frameLocator("iframe");
  await inside.locator("[data-ready=true]").first().waitFor({ state: "attached" });
  await inside.getByTestId("open-here").click();
  assert.match(await inside.getByTestId("open-link").inputValue(), /scene=data.*#v=1/);
  await tab.close();
});

test("the share dialog writes the code for what is chosen", async () => {
  const page = await site.open("?scene=pipeline&lang=en");
  await (await tool(page, "share")).click();
  const code = () => by(page, "share-embed").inputValue();
  assert.match(await code(), /embed=1"?.*width="100%" height="640"/);
  assert.doesNotMatch(await code(), /style/);
  assert.doesNotMatch(await code(), /gantt|controls/);
  await by(page, "frame-gantt").check();
  await by(page, "frame-controls").check();
  await by(page, "frame-tall").check();
  assert.match(await code(), /controls=1&amp;embed=1&amp;gantt=1.*width="360"/);
  await close(page);
});

for (const [width, form] of [[360, "a phone"], [900, "a column"], [1600, "a wide page"]]) {
  test(`the code fits ${form} of a host that forbids styles in the page`, async () => {
    const page = await site.open("?scene=pipeline&lang=en", { viewport: { width: Math.max(width, 400), height: 800 } });
    await (await tool(page, "share")).click();
    const code = await by(page, "share-embed").inputValue();
    await close(page);
    const policy = { "content-security-policy": "default-src 'self'; style-src 'self'; script-src 'none'" };
    const host = await serve(DIST, "/", { "/host.html": `<!doctype html><title>A lesson</title><p>${code}</p>` }, policy);
    const tab = await site.browser.newContext({ viewport: { width, height: 800 } });
    const lesson = await tab.newPage();
    const said = [];
    lesson.on("console", (message) => said.push(message.text()));
    await lesson.goto(host.origin + "/host.html");
    const measured = await lesson.evaluate(() => {
      const { width, height } = document.querySelector("iframe").getBoundingClientRect();
      const border = getComputedStyle(document.querySelector("iframe")).borderTopWidth;
      return { width, height, border, over: document.documentElement.scrollWidth - innerWidth };
    });
    // The body keeps eight pixels on either side.
    assert.deepEqual(measured, { width: width - 16, height: 640, border: "0px", over: 0 });
    assert.deepEqual(said.filter((text) => /style/i.test(text)), []);
    await tab.close();
    await host.stop();
  });
}

test("keys of others in the link are passed over in silence", async () => {
  const page = await site.open("?utm_source=news&scene=data&fbclid=x1&lang=en");
  assert.equal(await by(page, "problem").count(), 0);
  await by(page, "step-forward").click();
  await until(page, (now) => now > 0, "one step");
  assert.ok((await time(page)) > 0);
  await close(page);
});
