// Everyone can use it: axe, the keyboard, reduced motion, narrow screens.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ask, by, CHAPTERS, close, end, eventually, guess, kitchen, LAPTOP, painted, PHONE, playToTheEnd, ready, scrub, stays, time, tool, until, visit } from "../kit.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const SOURCE = readFileSync(AXE, "utf8");

/** What axe finds, as short lines. It is handed over as text: pages without scripts are looked at, too. */
async function found(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" ; ")}`);
}

for (const [size, viewport] of Object.entries({ phone: PHONE, laptop: LAPTOP, sideways: { width: 740, height: 360 } })) {
  for (const lang of ["ja", "en"]) {
    test(`axe finds nothing (${size}, ${lang})`, async () => {
      const page = await site.open(`?lang=${lang}`, { viewport });
      for (const scene of ["", ...CHAPTERS]) {
        await visit(page, `?lang=${lang}${scene && `&scene=${scene}`}`);
        assert.deepEqual(await found(page), [], scene || "home");
      }
      await close(page);
    });
  }
}

test("axe finds nothing in any state", async () => {
  const page = await site.open("?scene=pipeline&lang=en&lanes=links");
  const holds = async (state) => assert.deepEqual(await found(page), [], state);
  await holds("lanes of links");
  await ask(page);
  await holds("the question");
  await guess(page);
  await by(page, "verdict").waitFor();
  await holds("the cases beside each other");
  await page.locator("[data-next=seen]").click();
  await by(page, "layer-xray").click();
  await holds("answered, x-ray");
  await by(page, "readout").first().locator("summary").click();
  await page.locator("details.teacher > summary").click();
  await (await tool(page, "settings")).click();
  await holds("reasons, notes and settings open");
  await by(page, "table").click();
  await by(page, "trace-table").waitFor();
  await holds("the table");
  await page.keyboard.press("Escape");
  for (const theme of ["dark", "projector"]) {
    await page.goto(`${site.url}?scene=data&lang=en&theme=${theme}`);
    await ready(page);
    await holds(theme);
  }
  await (await tool(page, "share")).click();
  await by(page, "share-link").waitFor();
  await holds("share");
  await page.goto(`${site.url}?scene=tensor&lang=ja&embed=1`);
  await ready(page);
  await holds("embedded");
  await page.goto(`${site.url}?scene=pipeline&lang=en#v=1&stages=99`);
  await ready(page);
  await holds("a message");
  await close(page);
});

for (const [size, viewport] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
  test(`axe finds nothing where the reader brings a restaurant (${size})`, async () => {
    const page = await site.open("?scene=lab&lang=en", { viewport, bare: true });
    await by(page, "own").first().click();
    await by(page, "own-dialog").waitFor();
    await by(page, "own-paste").fill("{");
    await by(page, "own-take").click();
    await eventually(async () => (await by(page, "own-said").innerText()).length > 5, "what is said of a file");
    await by(page, "own-go").click();
    await by(page, "own-table").waitFor({ timeout: 60_000 });
    assert.deepEqual(await found(page), []);
    await close(page);
  });
}

test("axe finds nothing on the generated pages", async () => {
  for (const name of ["how-ja.html", "how-en.html", "glossary-ja.html", "glossary-en.html", "teachers-ja.html", "teachers-en.html", "worksheets-ja.html", "worksheets-en.html", "faq-ja.html", "faq-en.html", "writers-ja.html", "writers-en.html", "programmers-ja.html", "programmers-en.html"]) {
    const page = await site.open("");
    await page.goto(site.url + name);
    assert.deepEqual(await found(page), [], name);
    const outline = await page.evaluate(() => ({
      main: document.querySelectorAll("main").length, h1: document.querySelectorAll("main h1").length,
      nav: document.querySelectorAll("nav[aria-label], nav[aria-labelledby]").length,
      jumps: [...document.querySelectorAll("h1, h2, h3, h4")].map((h) => Number(h.localName[1])).filter((level, i, all) => i > 0 && level > all[i - 1] + 1).length,
    }));
    assert.deepEqual({ ...outline, nav: outline.nav > 0 }, { main: 1, h1: 1, nav: true, jumps: 0 }, name);
    await close(page);
  }
  // These hold no script: they are what a reader without scripts is led to.
  for (const name of ["reading.html", "reading-en.html", "reading-es.html"]) {
    const page = await site.open("");
    await page.goto(site.url + name);
    assert.deepEqual(await found(page), [], name);
    assert.equal(await page.locator("main h1").count(), 1, `${name}: one headline`);
    await close(page);
  }
  const page = await site.open("", { javaScriptEnabled: false });
  await page.waitForURL(/reading\.html$/);
  await page.context().close();
});

for (const scene of ["", ...CHAPTERS]) {
  test(`${scene || "home"}: nothing is wider than the page, from a narrow phone to a laptop`, async () => {
    const page = await site.open("?lang=ja", { viewport: { width: 320, height: 640 } });
    for (const lang of ["ja", "en"]) {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit(page, `?lang=${lang}${scene && `&scene=${scene}`}`);
      // 640: a laptop at 200 %.
      for (const room of [320, 600, 640, 720, 900, 1100]) {
        await page.setViewportSize({ width: room, height: 640 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= room, `${lang}: ${width} px of ${room}`);
      }
    }
    await close(page);
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

  for (const drawer of ["open-timeline", "open-try"]) {
    await tabTo(page, drawer);
    await page.keyboard.press("Enter");
  }
  await tabTo(page, "step-forward");
  await page.keyboard.press("Enter");
  const one = await until(page, (now) => now > 0, "step forward");
  await tabTo(page, "step-back", "Shift+Tab");
  await page.keyboard.press("Space");
  await until(page, (now) => now < one, "step back");
  await tabTo(page, "beat-forward");
  await page.keyboard.press("Enter");
  const beat = await until(page, (now) => now > 0, "next beat");
  // Outside the acts the question stands in the way of the end.
  await page.goto(`${site.url}?scene=pipeline&lang=en&open=timeline,try#v=1`);
  await page.reload();
  await ready(page);
  await tabTo(page, "scrubber");
  await page.keyboard.press("End");
  await by(page, "gate-held").waitFor();
  await tabTo(page, "gate-number");
  await page.keyboard.press("Enter");
  await by(page, "verdict").waitFor();
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
  await tabTo(page, "menu");
  await page.keyboard.press("Enter");
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
  await by(page, "gate-held").waitFor();
  assert.ok((await time(page)) < (await end(page)), "the question comes first");
  await by(page, "gate-show").press("Enter");
  await until(page, (now, last) => now === last, "end");
  await close(page);
});

test("reduced motion tells the story as stills, beat by beat", async () => {
  const page = await site.open("?scene=pipeline&lang=ja", { reducedMotion: "reduce" });
  await by(page, "play").click();
  // Every frame of two seconds.
  const moments = new Set(await by(page, "stage").evaluate(async (stage) => {
    const seen = [];
    for (const stop = performance.now() + 2000; performance.now() < stop; await new Promise(requestAnimationFrame)) seen.push(stage.dataset.time);
    return seen;
  }));
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

/** What has the focus: its test id, its id, or its kind. */
const focused = (page) => page.evaluate(() => {
  const at = document.activeElement;
  return at.closest("[data-testid]")?.dataset.testid || at.id || at.localName;
});

test("the focus never falls to the body", async () => {
  const page = await site.open("?lang=en&scene=pipeline#v=1&stages=99");
  const kept = async (what) => {
    // A new page takes it when it stands: after some 30 ms, or 300 on a machine that has much else to do.
    const elsewhere = page.waitForFunction(() => document.activeElement && document.activeElement !== document.body, null, { timeout: 1500 });
    await elsewhere.catch(() => assert.fail(`the focus is on the body after ${what}`));
  };
  const press = async (locator, key, what) => {
    await locator.focus();
    await page.keyboard.press(key);
    await kept(what);
  };
  await press(by(page, "problem").locator("button"), "Enter", "dismissing a message");
  await press(by(page, "layer-xray"), "Enter", "the x-ray");
  await press(by(page, "menu"), "Enter", "the menu");
  await press(by(page, "lang-ja"), "Enter", "Japanese");
  await press(by(page, "lang-en"), "Enter", "English");
  await press(by(page, "lanes-links"), "Enter", "lanes of links");
  await press(by(page, "play"), "Space", "playing");
  await press(by(page, "play"), "Space", "pausing");
  await press(page.locator(".gantt-buttons .round").first(), "Enter", "zooming in");
  await press(page.locator(".gantt-buttons .round").nth(1), "Enter", "zooming out to the whole");
  for (const way of ["Escape", "button"]) {
    await by(page, "table").focus();
    await page.keyboard.press("Enter");
    await by(page, "trace-table").waitFor();
    if (way === "Escape") await page.keyboard.press("Escape");
    else await press(by(page, "table-close"), "Enter", "closing the table");
    await kept(`the table's end by ${way}`);
    assert.equal(await focused(page), "table");
    // A dialog says that it has closed a task later: what is opened before that is closed by it.
    await by(page, "trace-table").waitFor({ state: "detached" });
  }
  await by(page, "share").focus();
  await page.keyboard.press("Enter");
  await by(page, "share-link").waitFor();
  await page.keyboard.press("Escape");
  await kept("sharing");
  assert.equal(await focused(page), "share");
  const stages = by(page, "control-stages");
  await press(stages, "ArrowRight", "another value");
  await press(page.locator("#controls .text-button"), "Enter", "the start values");
  await page.locator(".neighbours a").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/scene=tensor/);
  await ready(page);
  await kept("the next chapter");
  await page.goBack();
  await page.waitForURL(/scene=pipeline/);
  await kept("going back");
  await close(page);

  const race = await site.open("?lang=en&scene=links");
  const show = by(race, "show");
  if (await show.count()) {
    await show.focus();
    await race.keyboard.press("Enter");
    await show.waitFor({ state: "detached" });
    await painted(race);
    assert.notEqual(await focused(race), "body", "after showing the numbers");
  }
  await close(race);
});

test("on the timeline arrows walk and Enter goes there", async () => {
  const page = await site.open("?lang=en&scene=pipeline");
  await by(page, "gantt").focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowRight");
  const said = await page.locator("#gantt-info").textContent();
  assert.match(said, /bowl \d/);
  assert.doesNotMatch(said, /bowl.* bowl/);
  assert.equal(await time(page), 0);
  await page.keyboard.press("Enter");
  await until(page, (now) => now > 0, "Enter on a span");
  await page.keyboard.press("Escape");
  await close(page);
});

test("colours of the reader's own leave sliders and choices visible", async () => {
  const page = await site.open("?lang=en&scene=pipeline", { forcedColors: "active" });
  const looks = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const [pressed, other] = ['.switch [aria-pressed="true"]', '.switch [aria-pressed="false"]'].map((each) => style(each).backgroundColor);
    const chosen = document.querySelector(".segment input:checked + span");
    const plain = document.querySelector(".segment input:not(:checked) + span");
    const [on, off] = [chosen, plain].map((each) => each && getComputedStyle(each).backgroundColor);
    return { pressed, other, on, off };
  });
  assert.notEqual(looks.pressed, looks.other, "the layer that is shown");
  if (looks.on) assert.notEqual(looks.on, looks.off, "the choice that is made");
  // The slider's track and thumb differ from what is around them.
  await scrub(page, 0.5);
  const shot = await by(page, "scrubber").screenshot();
  const colours = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const row = context.getImageData(0, Math.floor(image.height / 2), image.width, 1).data;
    const at = (x) => row.slice(4 * Math.floor(x * image.width), 4 * Math.floor(x * image.width) + 3).join(",");
    return [at(0.25), at(0.97)];
  }, shot.toString("base64"));
  assert.notEqual(colours[0], colours[1], "how far it has come");
  await close(page);
});

test("a screen reader's tree names landmarks, groups and tables", async () => {
  const page = await site.open("?lang=en&scene=collectives");
  await page.locator("[data-next=ask]").click();
  const tree = await page.locator("body").ariaSnapshot();
  for (const part of ["banner", "main", "complementary \"Numbers and settings\"", "group \"Layer\"", "button \"Kitchen\" [pressed]", "group \"Playing\"", "slider \"Time\"", "heading \"Predict first\"", "region \"Timeline of each chef\"", "navigation \"All chapters\""]) {
    assert.ok(tree.includes(part), `${part} in\n${tree}`);
  }
  // What answers the question is not shown before it is answered.
  await by(page, "gate-show").click();
  await by(page, "table").click();
  const table = await by(page, "trace-table").ariaSnapshot();
  for (const column of ["Start", "End", "Length", "Who", "Task", "Chunk", "Bytes"]) assert.ok(table.includes(`columnheader "${column}"`), column);
  assert.ok(!table.includes('columnheader "Micro-batch"'), "an empty column is left out");
  assert.match(table, /cell "128 MiB"/);
  await close(page);
  const home = await site.open("?lang=en");
  assert.match(await home.locator("table.cast").ariaSnapshot(), /rowheader "/);
  await home.keyboard.press("Tab");
  assert.equal(await focused(home), "skip");
  await home.keyboard.press("Enter");
  assert.equal(await focused(home), "main");
  await close(home);
});

test("a barrier has no size", async () => {
  const page = await site.open("?lang=en&scene=collectives#v=1&op=barrier");
  assert.equal(await by(page, "control-bytes").count(), 0);
  assert.doesNotMatch(await page.locator("main").innerText(), /GiB|MiB/);
  await close(page);
});

test("on paper the question keeps its choices", async () => {
  const page = await site.open("?lang=en&scene=pipeline");
  await page.emulateMedia({ media: "print" });
  const page2 = await site.open("?lang=en&scene=collectives");
  await page2.locator("[data-next=ask]").click();
  await page2.emulateMedia({ media: "print" });
  assert.ok((await by(page2, "gate-option").count()) >= 2);
  for (const option of await by(page2, "gate-option").all()) assert.ok(await option.isVisible());
  await close(page2);
  await close(page);
});

test("a sandboxed frame keeps the console clean", async () => {
  const page = await site.open("");
  const said = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  await page.setContent(`<iframe sandbox="allow-scripts" width="1000" height="700" src="${site.url}?scene=pipeline&embed=1"></iframe>`);
  const frame = page.frameLocator("iframe");
  await frame.locator("[data-ready=true]").waitFor({ state: "attached" });
  await frame.getByTestId("play").click();
  const stage = frame.getByTestId("stage");
  await eventually(async () => Number(await stage.getAttribute("data-time")) > 0, "it plays");
  await stays(() => said, "the console is clean", 1000);
  assert.deepEqual(said, []);
  await page.context().close();
});
