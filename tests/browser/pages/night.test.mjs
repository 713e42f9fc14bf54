// The lab's measured runs: a reader's own traces play on a stage of their own, beside what they should have taken.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, eventually, kitchen, LAPTOP, PHONE, tool } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** A rank's trace, µs: it cooks until it comes to each meeting, and leaves at the second of the pair. */
function trace(rank, meetings) {
  const events = [];
  let at = 0;
  for (const [start, end] of meetings) {
    events.push({ ph: "X", cat: "kernel", name: "gemm", ts: at, dur: start - at });
    const args = { "Collective name": "allreduce", "In msg nelems": 1 << 24, "Out msg nelems": 1 << 24, "Group size": 8, dtype: "Float" };
    events.push({ ph: "X", cat: "kernel", name: "ncclKernel_AllReduce_RING_LL_Sum_float", ts: start, dur: end - start, args });
    at = end;
  }
  const head = { schemaVersion: 1, deviceProperties: [{ id: 0, name: "Tesla V100-SXM2-32GB" }], distributedInfo: { backend: "nccl", rank, world_size: 8 } };
  return { name: `rank${rank}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...head, traceEvents: events })) };
}

/** Eight ranks; the seventh comes two milliseconds after the others to the first of two meetings. */
const EIGHT = [...Array(8).keys()].map((rank) => trace(rank, [[rank === 6 ? 3000 : 1000, 4500], [5000, 6400]]));

async function bench(lang, layer, viewport = LAPTOP) {
  const page = await site.open(`?scene=lab&lang=${lang}`, { viewport });
  if (layer === "xray") await (await tool(page, "layer-xray")).click();
  await by(page, "own").click();
  await by(page, "own-dialog").waitFor();
  return page;
}

for (const [lang, layer, viewport, late] of [
  ["ja", "kitchen", LAPTOP, /シェフ7がまだ来ない。待っているのは7人/],
  ["en", "xray", LAPTOP, /Chef 7 has not come yet\. Waiting: 7/],
  ["ja", "kitchen", PHONE, /シェフ7がまだ来ない。待っているのは7人/],
]) {
  test(`eight traces are one night on the stage (${lang}, ${layer}, ${viewport.width})`, async () => {
    const page = await bench(lang, layer, viewport);
    await by(page, "own-file").setInputFiles(EIGHT);
    await by(page, "night").waitFor();
    await eventually(async () => (await by(page, "night-table").locator("tbody tr").count()) === 2, "a row a meeting");
    assert.match(await by(page, "own-said").innerText(), /8/);
    assert.match(await by(page, "own-system").inputValue(), /v100/, "the restaurant is one that the traces may be of");
    const row = await by(page, "night-table").locator("tbody tr").first().innerText();
    assert.match(row, /rank 6/, "who was waited for");
    assert.match(row, /2\.00\sms/, "how long");
    const [measured, times] = [/(\d\.\d\d)\sms\s+[\d.]+\s[mµ]s/.exec(row), /([\d.]+)\s?(倍|times)/.exec(row)];
    assert.ok(measured && Number(times[1]) > 0.1, `what it should have taken stands beside it: ${row}`);
    // An instant at which seven wait, by the clock; then the end, by playing.
    await by(page, "night-clock").evaluate((clock) => {
      clock.value = "300";
      clock.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await eventually(async () => late.test(await by(page, "night-caption").innerText()), "the sentence of the instant");
    const stage = by(page, "night-stage");
    const before = await stage.screenshot();
    await by(page, "night-look").first().click();
    await eventually(async () => !(await stage.screenshot()).equals(before), "one meeting is looked at");
    await by(page, "night-all").click();
    const box = await stage.boundingBox();
    await stage.click({ position: { x: box.width * 0.9, y: box.height - 60 } });
    await eventually(async () => Number(await by(page, "night-clock").inputValue()) > 700, "the lanes were pressed");
    const time = await by(page, "night-time").innerText();
    await by(page, "night-play").click();
    await eventually(async () => (await by(page, "night-time").innerText()) !== time, "it plays");
    await by(page, "night-clear").click();
    await by(page, "night").waitFor({ state: "detached" });
    await close(page);
  });
}

test("with less motion a press goes to the end of the next meeting", async () => {
  const page = await site.open("?scene=lab&lang=en", { reducedMotion: "reduce" });
  await by(page, "own").click();
  await by(page, "own-file").setInputFiles(EIGHT);
  await by(page, "night-play").click();
  await eventually(async () => /^4\.50\sms/.test(await by(page, "night-time").innerText()), "the first meeting's end");
  await close(page);
});

test("a table of nccl-tests is laid over the simulated curve, and a broken file leaves what was there", async () => {
  const page = await bench("en", "kitchen");
  const rows = [[1048576, 60.0, 17.5, 30.6], [16777216, 180, 93.2, 163.1], [1073741824, 9000, 119.3, 208.8]];
  const table = ["# all_reduce_perf", ...[...Array(8).keys()].map((rank) => `#  Rank  ${rank} Group  0 Pid 1 on  a device  ${rank} [0x0${rank}] NVIDIA A100-SXM4-80GB`)];
  table.push(...rows.map(([bytes, ...figures]) => ` ${bytes} ${bytes / 4} float sum -1 ${figures.join(" ")} 0`));
  await by(page, "own-paste").fill(table.join("\n"));
  await by(page, "own-take").click();
  await by(page, "night-curve").waitFor();
  assert.equal(await by(page, "night-table").locator("tbody tr").count(), 3);
  assert.equal(await by(page, "own-system").inputValue(), "dgx-a100");
  const inked = () => by(page, "night-curve").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  });
  await eventually(inked, "the curves are drawn");
  const half = EIGHT[0].buffer.subarray(0, 500);
  await by(page, "own-file").setInputFiles([{ name: "cut.json", mimeType: "application/json", buffer: half }]);
  await eventually(async () => /breaks|broken|shape/.test(await by(page, "own-said").innerText()), "one sentence");
  assert.equal(await by(page, "night-table").locator("tbody tr").count(), 3, "nothing is lost");
  await close(page);
});

test("a long trace is read while the page lives", async () => {
  const page = await bench("en", "kitchen");
  // 24 MB of events, made in the page.
  const longest = await page.evaluate(async () => {
    const event = (n) => `{"ph":"X","cat":"cpu_op","name":"aten::op_${n % 97}","pid":1,"tid":2,"ts":${n * 3},"dur":2,"args":{"External id":${n},"Input Dims":"[[8, 1024], [1024, 1024]]"}}`;
    const parts = ['{"schemaVersion":1,"traceEvents":[', '{"ph":"X","cat":"kernel","name":"gemm","ts":0,"dur":5}'];
    for (let n = 0; n < 160_000; n += 1) parts.push(",", event(n));
    const file = new File([...parts, "]}"], "long.json");
    const held = new DataTransfer();
    held.items.add(file);
    const input = document.getElementById("own-file");
    input.files = held.files;
    let [last, longest] = [performance.now(), 0];
    const beat = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 4);
    input.dispatchEvent(new Event("change", { bubbles: true }));
    const seen = new Promise((done) => {
      const watch = new MutationObserver(() => document.querySelector("[data-testid=night]") && done(watch.disconnect()));
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await seen;
    clearInterval(beat);
    return { longest, size: file.size };
  });
  assert.ok(longest.size > 20e6, `${longest.size} bytes`);
  assert.ok(longest.longest < 1_000, `${longest.longest} ms without a word`);
  await close(page);
});
