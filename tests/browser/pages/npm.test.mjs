// The npm package in a page: asked in a worker of the browser's, stopped, and a chapter put into an element.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { close, DIST, eventually, kitchen } from "../kit.mjs";

let site;
before(async () => {
  assert.ok(existsSync(`${DIST}/pkg/index.js`), "cargo xtask npm writes the package");
  site = await kitchen();
});
after(() => site.stop());

test("a page asks the package in a worker and in place, is heard, and stops it", async () => {
  const page = await site.open("?lang=en", { bare: true });
  const found = await page.evaluate(async (address) => {
    const { collective, plan, declared, Refused } = await import(address);
    const flags = { system: "dgx-h100", nodes: 2, bytes: "1GiB" };
    const [apart, here] = [await collective(flags), await collective(flags, { inPlace: true })];
    const refused = await collective({ system: "dgx-h100", nodes: "two" }, { lang: "ja" }).catch((error) => error);
    const long = { model: "llama3-70b", system: "dgx-h100", nodes: 16, "global-batch": 1024 };
    const [stop, heard] = [new AbortController(), []];
    const stopped = await plan(long, { signal: stop.signal, onProgress: (share) => (heard.push(share), stop.abort()) }).catch((error) => error.name);
    return { same: JSON.stringify(apart) === JSON.stringify(here), time: apart.answer.time_us, refused: refused instanceof Refused && refused.sentence, heard, stopped, commands: (await declared()).length };
  }, `${site.url}pkg/index.js`);
  assert.ok(found.same && found.time > 0, JSON.stringify(found));
  assert.match(found.refused, /[\u3040-\u30ff]/);
  assert.ok(found.heard.length >= 1 && found.stopped === "AbortError" && found.commands === 6, JSON.stringify(found));
  await close(page);
});

test("a page mounts a chapter by the package", async () => {
  const page = await site.open("?lang=en", { bare: true });
  await page.evaluate(async ([address, home]) => {
    const { mount } = await import(address);
    const into = document.createElement("div");
    document.body.prepend(into);
    const element = await mount(into, { site: home, chapter: "tensor", lang: "ja", controls: true });
    globalThis.ready = new Promise((done) => element.addEventListener("ready", done, { once: true }));
  }, [`${site.url}pkg/index.js`, site.url]);
  await page.evaluate(() => globalThis.ready.then(() => true));
  const frame = page.frameLocator("collective-kitchen iframe");
  await frame.locator("[data-testid=stage]").waitFor();
  assert.ok((await frame.locator("[data-testid^=control-]").count()) >= 2);
  await close(page);
});

test("the snippet of the page for programmers mounts a chapter that plays on", async () => {
  const page = await site.open("?lang=en", { bare: true });
  // As it stands, but for the addresses: a bare name is for bundlers.
  const snippet = readFileSync(new URL("../../../npm/examples/mount.js", import.meta.url), "utf8")
    .replace('import { mount } from "collective-kitchen";', `const { mount } = await import("${site.url}pkg/index.js");`)
    .replace("https://example.org/kitchen/", site.url);
  const captions = [];
  page.on("console", (message) => message.type() === "log" && captions.push(message.text()));
  await page.evaluate(`(async () => { ${snippet} })()`);
  // At the page's end: until it is near, it is a picture.
  await page.locator("collective-kitchen").scrollIntoViewIfNeeded();
  await page.frameLocator("collective-kitchen iframe").locator("[data-testid=stage]").waitFor();
  await eventually(() => captions.length > 0, "no caption is told");
  await close(page);
});
