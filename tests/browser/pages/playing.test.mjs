// Every chapter is played, stepped and scrubbed; backwards works exactly as forwards.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, CHAPTERS, close, end, kitchen, painted, pass, picture, playToTheEnd, scrub, stays, time, tool, until, visit } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

for (const chapter of CHAPTERS) {
  test(`${chapter}: is paused at load, plays to the end, and goes back`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=ja`);
    assert.equal(await time(page), 0, "never autoplay");
    assert.ok((await end(page)) > 0);
    const first = await by(page, "caption").innerText();
    assert.notEqual(first.trim(), "");

    await playToTheEnd(page);
    assert.notEqual(await by(page, "caption").innerText(), first, "the caption follows the beats");

    const last = await time(page);
    await by(page, "step-back").click();
    const back = await until(page, (now) => now < last, "one step back");
    await by(page, "beat-back").click();
    await until(page, (now) => now < back, "one beat back");
    await by(page, "restart").click();
    await until(page, (now) => now === 0, "restart");
    assert.equal(await by(page, "caption").innerText(), first);
    await close(page);
  });

  test(`${chapter}: the same moment gives the same picture from both sides`, async () => {
    const page = await site.open(`?scene=${chapter}&lang=en`);
    // Some ask before anything moves.
    await pass(page);
    await by(page, "step-forward").click();
    await until(page, (now) => now > 0, "one step");
    await by(page, "step-forward").click();
    await painted(page);
    // Others ask here: the picture is looked at without the question.
    await pass(page);
    await painted(page);
    const [moment, seen] = [await time(page), await picture(page)];
    await by(page, "step-forward").click();
    await until(page, (now) => now > moment, "one step on");
    await by(page, "step-back").click();
    await until(page, (now) => now === moment, "one step back");
    assert.equal(await picture(page), seen);
    await close(page);
  });
}

test("the scrubber moves the playhead and says the time and the beat", async () => {
  const page = await site.open("?scene=pipeline&lang=en");
  await scrub(page, 0.5);
  const now = await until(page, (now) => now > 0, "scrubbing");
  const last = await end(page);
  assert.ok(Math.abs(now / last - 0.5) < 0.02, `${now} of ${last}`);
  const said = await by(page, "scrubber").getAttribute("aria-valuetext");
  assert.match(said ?? "", /\d/);
  assert.notEqual((await by(page, "time").innerText()).trim(), "");
  await close(page);
});

test("beats go forwards and back, each with its caption", async () => {
  const page = await site.open("?scene=data&lang=ja");
  const captions = [await by(page, "caption").innerText()];
  const moments = [0];
  for (let beat = 0; beat < 3; beat += 1) {
    await by(page, "beat-forward").click();
    moments.push(await until(page, (now) => now > moments.at(-1), "the next beat"));
    captions.push(await by(page, "caption").innerText());
  }
  assert.equal(new Set(captions).size, captions.length, captions.join(" | "));
  await by(page, "beat-back").click();
  await until(page, (now) => now === moments.at(-2), "the beat before");
  assert.equal(await by(page, "caption").innerText(), captions.at(-2));
  await close(page);
});

test("pausing holds the moment", async () => {
  const page = await site.open("?scene=pipeline");
  await by(page, "play").click();
  await until(page, (now) => now > 0, "playing");
  await by(page, "play").click();
  await time(page);
  await stays(() => time(page), "a pause");
  await close(page);
});

test("nothing is heard until sound is asked for; then a relay knocks and a meeting rings, and silence is one press away", async () => {
  const page = await site.open("?scene=pipeline&lang=en&layer=kitchen");
  // What the page asks the browser to sound, by pitch.
  await page.evaluate(() => {
    globalThis.heard = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const tone = make.call(this);
      const start = tone.start;
      tone.start = (...at) => (globalThis.heard.push(Math.round(tone.frequency.value)), start.apply(tone, at));
      return tone;
    };
  });
  const heard = () => page.evaluate(() => globalThis.heard);
  await playToTheEnd(page);
  assert.deepEqual(await heard(), [], "off by default");

  await (await tool(page, "settings")).click();
  await by(page, "sound").check();
  await by(page, "settings").click();
  await by(page, "restart").click();
  await until(page, (now) => now === 0, "restart");
  await playToTheEnd(page);
  const knocks = await heard();
  assert.ok(knocks.includes(190), `knocks in ${knocks}`);
  assert.ok(!knocks.includes(880), "nobody meets in the relay");

  await visit(page, "?scene=collectives&lang=en");
  await playToTheEnd(page);
  assert.ok((await heard()).includes(880), "the bell of a meeting");

  await (await tool(page, "settings")).click();
  await by(page, "sound").uncheck();
  const before = (await heard()).length;
  await by(page, "restart").click();
  await until(page, (now) => now === 0, "restart");
  await playToTheEnd(page);
  assert.equal((await heard()).length, before);
  await close(page);
});
