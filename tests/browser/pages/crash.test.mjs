// Whatever goes wrong, there are words on the page: what happened, and the way out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { apology, by, DIST, kitchen, ready, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const BOTH = /動かせませんでした[^]*could not start/;

/** A new page on which `prepare` is done before the address is opened. */
async function open(query, prepare = () => {}, options = {}) {
  const tab = await site.browser.newContext({ locale: "ja-JP", ...options });
  const page = await tab.newPage();
  page.setDefaultTimeout(15_000);
  await prepare(page);
  await page.goto(site.url + query, { waitUntil: "commit" });
  return page;
}

/** The sentence in both languages stands where it is read, whatever else is there. */
async function apologised(page) {
  const said = page.locator("#start-problem");
  await apology(page);
  assert.match(await said.innerText(), BOTH);
  // On the screen, and nothing over it.
  await page.waitForFunction(() => {
    const element = document.getElementById("start-problem");
    const { top, bottom, left } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + 8, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
    return bottom > 0 && top < innerHeight && element.contains(there);
  });
}

/** The next time that the program asks for the window it gets none, and panics; from then on all is as before. */
const PANIC = () => {
  const real = window.Window;
  let asked = 0;
  Object.defineProperty(window, "Window", { configurable: true, get: () => (asked++ === 0 ? class {} : real) });
};

const broken = (file, body) => (page) => page.route(file, (route) => route.fulfill({ body, contentType: "application/wasm" }));
const absent = (...files) => async (page) => {
  for (const file of files) await page.route(file, (route) => route.abort());
};

const STARTS = [
  ["the program is not there", absent("**/*.wasm", "**/*.wasm.js")],
  ["the program is cut short", broken("**/*.wasm", readFileSync(firstProgram()).subarray(0, 60_000))],
  ["the program is something else", broken("**/*.wasm", "<!doctype html><title>404</title>")],
  ["the bindings are not there", absent(/collective-kitchen-[0-9a-f]+\.js$/)],
  ["the texts are of another version", (page) => page.route("**/text/**", (route) => route.fulfill({ body: "kitchenTexts['ja/page']=kitchenTexts['en/page']='old'", contentType: "text/javascript" }))],
  ["the browser has no WebAssembly", (page) => page.addInitScript("delete globalThis.WebAssembly")],
];

function firstProgram() {
  const page = readFileSync(`${DIST}/index.html`, "utf8");
  return `${DIST}/${page.match(/data-wasm="([^"]+)"/)[1]}`;
}

for (const [what, prepare] of STARTS) {
  for (const lang of ["ja", "en"]) {
    test(`${what} (${lang}): the page says so in both languages, over the chapter's first picture`, async () => {
      const page = await open(`?scene=data&lang=${lang}`, prepare, { viewport: { width: 360, height: 740 } });
      await apologised(page);
      const picture = page.locator("#first img");
      await picture.waitFor({ state: "visible" });
      assert.ok((await picture.getAttribute("src")).endsWith(`act-data-${lang}-tall.svg`));
      await page.context().close();
    });
  }
}

for (const [lang, title, reload] of [
  ["ja", "厨房が止まりました", "やり直す"],
  ["en", "The kitchen has stopped", "Start again"],
]) {
  test(`a panic while a chapter plays (${lang}): what happened, its details to copy, and the way back`, async () => {
    const page = await site.open(`?scene=tensor&lang=${lang}`);
    await by(page, "step-forward").click();
    await until(page, (now) => now > 0, "one step");
    await page.evaluate(PANIC);
    await page.keyboard.press("ArrowRight");
    const panel = by(page, "panic");
    await panel.waitFor({ state: "visible" });
    assert.equal(await panel.locator("h2").innerText(), title);
    assert.match(await panel.locator("pre").innerText(), /Collective Kitchen [\d.]+\n\?.*scene=tensor[^]*panicked at [^]*\.rs:\d+/);
    assert.equal(await page.locator("#start-problem").isVisible(), false, "one message is enough");
    const { width, height } = await panel.boundingBox();
    assert.ok(width >= 1280 && height >= 800, "it covers what no longer moves");
    await panel.getByRole("link", { name: reload }).click();
    await ready(page);
    assert.equal(await by(page, "panic").count(), 0);
    assert.match(page.url(), /scene=tensor/);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    await page.context().close();
  });

  test(`a panic before there are texts (${lang}): the page says so in both languages`, async () => {
    const page = await open(`?scene=tensor&lang=${lang}`, (page) => page.addInitScript(PANIC));
    await apologised(page);
    await page.context().close();
  });
}

test("a fault below the program's own panics is told as well", async () => {
  const page = await site.open("?scene=data&lang=en");
  await page.evaluate(() => {
    for (const name of ["fill", "fillRect", "setTransform", "clearRect"]) {
      CanvasRenderingContext2D.prototype[name] = () => {
        throw new WebAssembly.RuntimeError("unreachable");
      };
    }
  });
  await by(page, "step-forward").click();
  // The sentence, or the panel over it where the next frame finds the program stopped: one of them is on top.
  await page.waitForFunction(() => {
    const told = document.getElementById("panic") ?? document.getElementById("start-problem");
    const { top, bottom, left } = told.getBoundingClientRect();
    const there = document.elementFromPoint(left + 8, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
    return told.contains(there) && /could not start|The kitchen has stopped/.test(told.innerText);
  });
  await page.context().close();
});

test("a page that cannot be filled says so", async () => {
  for (const name of ["appendChild", "insertBefore"]) {
    const page = await open("?lang=en", (page) =>
      page.addInitScript((name) => {
        const real = Node.prototype[name];
        Node.prototype[name] = function (...nodes) {
          if (this.id === "app" || this.parentNode?.id === "app") throw new TypeError("no children here");
          return real.apply(this, nodes);
        };
      }, name),
    );
    const told = page.locator("#start-problem[data-told], #panic, [data-ready=true]").first();
    await told.waitFor({ state: "visible" });
    assert.match(await told.innerText(), /could not start|The kitchen has stopped|Collective Kitchen/);
    await page.context().close();
  }
});

test("a worker that cannot start leaves the work to the page", async () => {
  const page = await site.open("?scene=links&lang=ja");
  await page.waitForFunction(() => window.collectiveKitchen?.played().length > 0);
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      post.call(this, message instanceof WebAssembly.Module ? "no program" : message);
    };
  });
  const few = await page.evaluate(() => window.collectiveKitchen.played()[0]);
  await page.evaluate(() => (location.hash = "#v=1&chefs=72"));
  await page.waitForFunction((few) => window.collectiveKitchen.played()[0] !== few, few);
  await page.context().close();
});
