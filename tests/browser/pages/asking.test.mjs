// Predicting, changing controls, switching layer and language: the reader's side of a chapter.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, by, CHAPTERS, close, end, eventually, guess, kitchen, LAPTOP, painted, pass, PHONE, picture, slide, stays, time, tool, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

for (const chapter of CHAPTERS) {
  test(`${chapter}: the question stands on the stage before its answer, and the simulator judges the guess`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=ja`);
    await ask(page);
    assert.equal(await by(page, "verdict").count(), 0, "nothing is given away before");
    const [gate, stage] = [await by(page, "gate").boundingBox(), await by(page, "stage").boundingBox()];
    assert.ok(gate.y < stage.y + stage.height && gate.x < stage.x + stage.width, "it stands on the stage");
    await guess(page);
    await by(page, "verdict").waitFor();
    assert.match(await by(page, "verdict").innerText(), /\d/, "the answer has a number");
    await eventually(() => page.evaluate(() => document.activeElement.tagName !== "BODY"), "the focus stays");
    assert.ok((await by(page, "beside").locator("figure").count()) >= 2, "the cases run beside each other");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=beside-clock]").value) > 0);
    await page.locator("[data-next=seen]").waitFor();
    // The answered question has the focus, and nothing to press: the space bar is the one button's.
    await page.keyboard.press(" ");
    await eventually(async () => (await by(page, "gate").count()) === 0, "the space bar goes on");
    assert.equal(await page.evaluate(() => document.activeElement.id), "stage");
    await close(page);
  });

  test(`${chapter}: a changed control gives another run`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en`);
    const controls = page.locator("[data-testid^=control-]");
    const count = await controls.count();
    if (count === 0) {
      assert.equal(await page.locator("#controls").count(), 0, "no form where there is nothing to change");
      return close(page);
    }
    assert.ok(count >= 2 && count <= 4, `${count} controls`);
    const readout = await by(page, "readout").allInnerTexts();
    assert.ok(readout.some((text) => /\d/.test(text)));
    const before = [await end(page), readout.join()];
    await change(controls.first());
    const now = async () => [await end(page), (await by(page, "readout").allInnerTexts()).join()];
    await eventually(async () => String(await now()) !== String(before), "the run and its figures follow the control");
    await close(page);
  });
}

/** Gives a control another of its values. */
async function change(control) {
  await control.evaluate((element) => {
    if (element.tagName === "FIELDSET") return element.querySelector("input:not(:checked)").click();
    if (element.tagName === "SELECT") {
      element.selectedIndex = (element.selectedIndex + 1) % element.options.length;
    } else {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
      const [value, step, max] = [Number(element.value), Number(element.step) || 1, Number(element.max)];
      set.call(element, String(value + step <= max ? value + step : value - step));
    }
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

test("a meeting offers the ways that can hold it, and finds one where the present way cannot", async () => {
  const page = await site.open("?scene=collectives&lang=en");
  const ways = () => by(page, "control-algorithm").locator("option").evaluateAll((all) => all.map((option) => option.value));
  assert.ok((await ways()).includes("ring") && !(await ways()).includes("pairwise"));
  await by(page, "control-op").selectOption("all-to-all");
  await page.getByText("cannot carry out").waitFor();
  assert.deepEqual(await ways(), ["direct", "bruck", "pairwise"]);
  assert.equal(await by(page, "control-algorithm").inputValue(), "direct");
  await by(page, "control-algorithm").selectOption("bruck");
  await page.waitForFunction(() => location.hash.includes("algorithm=bruck"));
  await close(page);
});

for (const [scene, control] of [["mishaps", "mishap"], ["ethernet", "choice"], ["collectives", "op"]]) {
  test(`${scene}: a menu that changes the other controls keeps the focus`, async () => {
    const page = await site.open(`?scene=${scene}&lang=en`);
    const menu = by(page, `control-${control}`);
    for (let choice = 0; choice < 3; choice += 1) {
      const before = await menu.inputValue();
      await menu.focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction(([id, before]) => document.getElementById(id)?.value !== before, [`control-${control}`, before]);
      await painted(page);
      assert.equal(await page.evaluate(() => document.activeElement.id), `control-${control}`);
    }
    await close(page);
  });
}

test("choices that do not go together are answered at the control, with the way back", async () => {
  const page = await site.open("?scene=collectives&lang=en");
  await by(page, "control-op").selectOption("all-to-all");
  assert.match(await by(page, "clash").innerText(), /cannot carry out/);
  assert.equal(await by(page, "problem").count(), 0, "no link is to blame");
  await by(page, "clash-back").click();
  await by(page, "clash").waitFor({ state: "detached" });
  assert.equal(await by(page, "control-op").inputValue(), "all-reduce");
  assert.equal(await page.evaluate(() => document.activeElement.id), "control-op");
  await close(page);
});

test("x-ray shows the same moment in another skin", async () => {
  const page = await site.open("?scene=links&lang=ja");
  await pass(page);
  await by(page, "beat-forward").click();
  const moment = await until(page, (now) => now > 0, "one beat");
  const kitchenPicture = await picture(page);
  await by(page, "layer-xray").click();
  await by(page, "gantt").first().waitFor();
  await painted(page);
  assert.notEqual(await picture(page), kitchenPicture);
  assert.equal(await time(page), moment);
  await by(page, "layer-kitchen").click();
  await page.locator("[data-testid=layer-kitchen][aria-pressed=true]").waitFor();
  await painted(page);
  assert.equal(await picture(page), kitchenPicture);
  await close(page);
});

test("switching the language keeps the moment", async () => {
  const page = await site.open("?scene=pipeline&lang=ja");
  await by(page, "beat-forward").click();
  const moment = await until(page, (now) => now > 0, "one beat");
  const japanese = await by(page, "caption").innerText();
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  await (await tool(page, "lang-en")).click();
  await page.locator("html[lang=en]").waitFor({ state: "attached" });
  assert.equal(await time(page), moment);
  const english = await by(page, "caption").innerText();
  assert.notEqual(english, japanese);
  assert.doesNotMatch(english, /[\u3040-\u30ff]/);
  await (await tool(page, "lang-ja")).click();
  await page.locator("html[lang=ja]").waitFor({ state: "attached" });
  assert.equal(await by(page, "caption").innerText(), japanese);
  await close(page);
});

test("the home page lists every chapter and opens one", async () => {
  const page = await site.open("?lang=en");
  await by(page, "contents").waitFor();
  assert.equal(await by(page, "contents").getByRole("listitem").count(), 18);
  assert.equal(CHAPTERS.length, 18);
  for (const chapter of CHAPTERS) assert.equal(await by(page, `chapter-${chapter}`).count(), 1, chapter);
  await by(page, "chapter-tensor").click();
  await by(page, "stage").waitFor();
  assert.match(page.url(), /scene=tensor/);
  await page.goBack();
  await by(page, "contents").waitFor();
  await close(page);
});

for (const chapter of ["tensor", "links", "generations"]) {
  test(`${chapter}: figures that answer the question stay covered until it is answered`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en`);
    const covered = () => page.locator(".figure.covered").count();
    const before = await covered();
    assert.ok(before >= 1, "something is covered");
    await by(page, "predict").click();
    assert.equal(await page.evaluate(() => document.activeElement.id), "gate-title");
    await guess(page);
    await by(page, "verdict").waitFor();
    assert.equal(await covered(), 0, "the answer uncovers them");
    await change(page.locator("[data-testid^=control-]").last());
    await page.waitForFunction((count) => document.querySelectorAll(".figure.covered").length === count, before);
    await by(page, "show").click();
    assert.equal(await covered(), 0, "so does asking for them");
    await change(page.locator("[data-testid^=control-]").last());
    await stays(covered, "and then they stay", 500);
    assert.equal(await covered(), 0, "and then they stay");
    await close(page);
  });
}

for (const [room, viewport, lang, held] of [
  ["laptop", LAPTOP, "en", /Guess first/],
  ["phone", PHONE, "ja", /先に予想/],
]) {
  test(`nothing later than the open question is shown: keyboard, scrubber and link (${room})`, async () => {
    const page = await site.open(`?scene=too-big&lang=${lang}`, { viewport });
    const waits = async (how) => {
      await by(page, "gate-held").waitFor();
      assert.match(await by(page, "gate-held").innerText(), held, how);
      assert.match(await by(page, "gate-spoken").textContent(), held, `${how}: those who hear the page are told`);
      return time(page);
    };
    await by(page, "stage").focus();
    await page.keyboard.press("End");
    const moment = await waits("End");
    assert.ok(moment < (await end(page)));
    const caption = await by(page, "caption").innerText();
    await page.keyboard.press("Home");
    await until(page, (now) => now === 0, "back to the beginning");
    assert.equal(await by(page, "gate").count(), 0, "the question waits at its moment");
    for (const share of [0.6, 0.99]) {
      await slide(page, share);
      assert.equal(await waits("the scrubber"), moment);
      const at = await by(page, "scrubber").evaluate((scrubber) => Number(scrubber.value) / Number(scrubber.max));
      assert.ok(Math.abs(at - moment / (await end(page))) < 1e-4, "its knob is where the run is");
    }
    for (const button of ["play", "step-forward", "beat-forward"]) {
      await by(page, button).click();
      assert.equal(await waits(button), moment);
    }
    assert.equal(await by(page, "caption").innerText(), caption);
    // Without a guess: what waited is shown, and nothing was judged.
    await slide(page, 0.8);
    await waits("once more");
    await by(page, "gate-show").focus();
    await page.keyboard.press("Enter");
    const later = await until(page, (now) => now > moment, "shown without a guess");
    assert.equal(await by(page, "gate").count() + (await by(page, "verdict").count()), 0);
    assert.ok(Math.abs(later / (await end(page)) - 0.8) < 0.01);
    // The link to that moment shows it; the one to the question's moment asks.
    const link = (t) => page.url().replace(/&t=\d+/, "").concat(`&t=${t}`).slice(site.url.length);
    for (const [t, asks] of [[later, 0], [moment, 1]]) {
      const other = await site.open(link(t), { viewport });
      await until(other, (now) => now === t, "the link's moment");
      assert.equal(await by(other, "gate").count(), asks, link(t));
      await close(other);
    }
    await close(page);
  });
}
