// <collective-kitchen> in an article on another origin: what a writer sets, asks for and hears, and that nobody else is heard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { by, close, DIST, eventually, kitchen, scrub, time, tool } from "../kit.mjs";
import { serve } from "../server.mjs";

let [site, host] = [];
const article = (inside) => `<!doctype html><html lang="en"><title>An article</title><body><script src="${site.url}embed.js"></script>${inside}`;
before(async () => {
  site = await kitchen();
  const fallback = `<a href="${site.url}?scene=pipeline"><img alt="The relay" src="${site.url}pictures/act-pipeline-en.svg"></a>`;
  host = await serve(DIST, "/none/", {
    "/one.html": article(`<collective-kitchen chapter="pipeline" lang="en">${fallback}</collective-kitchen>`),
    "/far.html": article(`<p style="height:4000px">A long text.</p><collective-kitchen chapter="pipeline" lang="en">${fallback}</collective-kitchen>`),
    "/nest.html": `<!doctype html><html lang="en"><title>A portal</title><iframe id="article" width="900" height="700" src="/one.html"></iframe>`,
    "/act.html": article(`<collective-kitchen chapter="secret-sauce" act="twice" lang="ja" layer="xray"></collective-kitchen>`),
  });
});
after(() => Promise.all([site.stop(), host.stop()]));

/** Opens an article; what its element tells gathers in `told`. */
async function open(path, { origin = host.origin, ...options } = {}) {
  const tab = await site.browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await tab.newPage();
  page.faults = [];
  page.on("pageerror", (fault) => page.faults.push(String(fault)));
  await page.addInitScript(() => {
    globalThis.told = [];
    document.addEventListener("DOMContentLoaded", () => {
      const element = document.querySelector("collective-kitchen");
      for (const name of ["ready", "state", "time", "act", "answered", "error"]) element?.addEventListener(name, ({ detail }) => globalThis.told.push(detail));
    });
  });
  await page.goto(origin + path);
  return page;
}

const inside = (page) => page.locator("collective-kitchen").frameLocator("iframe");
const told = (page, type) => page.evaluate((type) => globalThis.told.filter((one) => one.type === type).at(-1), type);
const hears = (page, type, like, what) => eventually(async () => like((await told(page, type)) ?? {}), what);
const does = (page, name, ...args) => page.evaluate(([name, args]) => document.querySelector("collective-kitchen")[name](...args), [name, args]);

test("a writer plays, seeks, turns to an act, a language and a chapter, and hears of each", async () => {
  const page = await open("/one.html");
  await hears(page, "ready", ({ chapters }) => chapters?.includes("lab"), "it is ready");
  await does(page, "play");
  await hears(page, "time", ({ time }) => Number(time) > 0, "it plays");
  await does(page, "pause");
  await does(page, "seek", 0.5);
  await hears(page, "time", ({ time, end }) => Math.abs(Number(time) / Number(end) - 0.5) < 0.01, "half of it has passed");
  await does(page, "set", { act: "cut" });
  await hears(page, "act", ({ act }) => act === "cut", "the act");
  await page.evaluate(() => (document.querySelector("collective-kitchen").lang = "ja"));
  await hears(page, "state", ({ lang, act }) => lang === "ja" && act === "cut", "Japanese, in the same act");
  await does(page, "set", { chapter: "data", layer: "xray" });
  await hears(page, "state", ({ chapter, layer }) => chapter === "data" && layer === "xray", "another chapter, in the x-ray");
  await does(page, "set", { chapter: "nowhere" });
  await hears(page, "error", ({ said }) => said === "chapter", "what there is not");
  assert.equal((await told(page, "state")).chapter, "data");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the code of the share dialog opens the same act at the same moment in an article on another origin", async () => {
  for (const [query, lang] of [["?scene=pipeline&lang=en&layer=xray#v=1&act=cut", "en"], ["?scene=data&lang=ja#v=1", "ja"]]) {
    const page = await site.open(query);
    await scrub(page, 0.4);
    const at = await time(page);
    const act = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("act") ?? "";
    await (await tool(page, "share")).click();
    const code = await by(page, "share-element").inputValue();
    assert.match(code, /^<script src="[^"]+\/embed\.js" async><\/script>\n<collective-kitchen chapter="[a-z]+" /);
    await close(page);
    const other = await serve(DIST, "/none/", { "/pasted.html": `<!doctype html><html lang="${lang}"><title>An article</title><body>${code}` });
    assert.notEqual(other.origin, site.origin);
    const article = await open("/pasted.html", { origin: other.origin });
    await hears(article, "state", ({ time }) => Number(time) === at, `${at} ps`);
    const state = await told(article, "state");
    assert.deepEqual([state.chapter, state.act, state.lang], [new URLSearchParams(query.split("#")[0]).get("scene"), act, lang]);
    assert.equal(state.layer, query.includes("xray") ? "xray" : "kitchen");
    assert.deepEqual(article.faults, []);
    await article.context().close();
    const bare = await open("/pasted.html", { origin: other.origin, javaScriptEnabled: false });
    await eventually(() => bare.locator("img").evaluate((img) => img.naturalWidth > 0), "its picture");
    assert.match(await bare.locator("collective-kitchen a").getAttribute("href"), /-(en|ja)\.html/);
    await bare.context().close();
    await other.stop();
  }
});

test("an act and a layer in the attributes open, whatever the chapter's simulation is called", async () => {
  const page = await open("/act.html");
  await hears(page, "ready", ({ chapters }) => chapters !== undefined, "it is ready");
  await does(page, "set", {});
  await hears(page, "state", ({ chapter, act, lang, layer }) => chapter === "secret-sauce" && act === "twice" && lang === "ja" && layer === "xray", "as written");
  assert.equal(await inside(page).getByTestId("problem").count(), 0);
  await page.context().close();
});

test("far away, and without scripts, its picture stands for it; near, the chapter comes and its height follows", async () => {
  const bare = await open("/one.html", { javaScriptEnabled: false });
  assert.ok(await bare.getByAltText("The relay").isVisible());
  await bare.context().close();
  const page = await open("/far.html");
  assert.ok(await page.getByAltText("The relay").isVisible());
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByAltText("The relay").scrollIntoViewIfNeeded();
  await inside(page).locator("[data-ready=true]").first().waitFor({ state: "attached" });
  const heights = () =>
    page.evaluate(() => document.querySelector("collective-kitchen").shadowRoot.querySelector("iframe").getBoundingClientRect().height);
  const content = () => inside(page).locator("html").evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
  await eventually(async () => Math.abs((await heights()) - (await content())) <= 1, "as high as what is in it");
  await page.context().close();
});

test("what is malformed, or comes from anyone but the page around it, changes nothing", async () => {
  const page = await open("/one.html");
  await hears(page, "ready", () => true, "it is ready");
  await hears(page, "state", ({ chapter }) => chapter === "pipeline", "its state");
  const address = () => inside(page).locator("html").evaluate(() => location.search + location.hash);
  const before = await address();
  await page.evaluate(() => {
    const frame = document.querySelector("collective-kitchen").shadowRoot.querySelector("iframe").contentWindow;
    const junk = [null, 0, "play", [], {}, { kitchen: 2, type: "play" }, { kitchen: 1 }, { kitchen: 1, type: "toString" }, { kitchen: 1, type: "__proto__" },
      { kitchen: 1, type: "seek" }, { kitchen: 1, type: "seek", share: "x" }, { kitchen: 1, type: "seek", ps: {} }, { kitchen: 1, type: "seek", ps: "-1" }, { kitchen: 1, type: "set", lang: "<b>", layer: {} },
      { kitchen: 1, type: "set", hash: 7 }, { kitchen: 1, type: "set", act: "a".repeat(99) }, { kitchen: "1", type: "play" }, { kitchen: 1, type: ["play"] }];
    for (let round = 0; round < 40; round += 1) junk.forEach((one) => frame.postMessage(one, "*"));
  });
  await does(page, "seek", 0.25);
  await hears(page, "time", ({ time, end }) => Math.abs(Number(time) / Number(end) - 0.25) < 0.01, "it still hears its page, and stands where it was put");
  const unmoved = (link) => link.replace(/[#&]t=[^&]*/, "");
  assert.equal(unmoved(await address()), unmoved(before));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a page around the page that holds it is not heard", async () => {
  const page = await open("/nest.html");
  const article = page.frameLocator("#article");
  const chapter = article.locator("collective-kitchen").frameLocator("iframe");
  await chapter.locator("[data-ready=true]").first().waitFor({ state: "attached" });
  const say = (from) =>
    page.evaluate((from) => {
      const inner = document.querySelector("#article").contentWindow;
      const frame = inner.document.querySelector("collective-kitchen").shadowRoot.querySelector("iframe").contentWindow;
      if (from === "outside") frame.postMessage({ kitchen: 1, type: "seek", share: 0.75 }, "*");
      else inner.document.querySelector("collective-kitchen").seek(0.25);
    }, from);
  const share = () => chapter.getByTestId("stage").evaluate(({ dataset }) => Number(dataset.time) / Number(dataset.end));
  // Sent first, it would be heard first.
  await say("outside");
  await say("inside");
  await eventually(async () => (await share()) > 0, "its own page is heard");
  assert.ok(Math.abs((await share()) - 0.25) < 0.01, String(await share()));
  await page.context().close();
});

test("mounted and removed a hundred times, nothing is left of it", async () => {
  const page = await open("/one.html");
  const left = await page.evaluate(async () => {
    const [add, remove] = [globalThis.addEventListener, globalThis.removeEventListener];
    let listeners = 0;
    globalThis.addEventListener = (...all) => ((listeners += 1), add(...all));
    globalThis.removeEventListener = (...all) => ((listeners -= 1), remove(...all));
    for (let round = 0; round < 100; round += 1) {
      const element = document.createElement("collective-kitchen");
      document.body.append(element);
      element.remove();
    }
    return [listeners, document.querySelectorAll("collective-kitchen").length];
  });
  assert.deepEqual(left, [0, 1]);
  await page.context().close();
});

test("the script of the element is small", () => {
  assert.ok(gzipSync(readFileSync(join(DIST, "embed.js"))).length <= 4096);
});
