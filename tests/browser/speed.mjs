// The cases of examples/speed.rs in Chromium: "NAME RANKS" a line on standard input, a record in JSON a line on standard
// output. Each case has a page of its own, so that its memory is its own.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { launch } from "./launch.mjs";
import { serve } from "./server.mjs";

const PAGE = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,><title>speed</title>";
const [host, browser] = await Promise.all([serve(process.env.DIST, "/", { "/": PAGE }), launch()]);
const system = await browser.newBrowserCDPSession();
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ranks] = line.trim().split(" ");
  if (!ranks) continue;
  const page = await browser.newPage();
  await page.goto(host.url);
  const record = await measure(page, name, Number(ranks));
  console.log(JSON.stringify({ name, ranks: Number(ranks), where: "browser", ...record }));
  await page.close();
}
await browser.close();
await host.stop();

/** The shortest of some runs, each of which lasts long enough for the clock. */
async function measure(page, name, ranks) {
  const bytes = () => page.evaluate(() => globalThis.memory.buffer.byteLength);
  await page.evaluate(async () => {
    globalThis.program = await import("/speed.js");
    globalThis.memory = (await globalThis.program.default()).memory;
  });
  const end = Date.now() + 8000;
  let times = 1;
  let last = await run(page, name, ranks, times);
  // The first runs also compile.
  while (last.wall < 0.1) last = await run(page, name, ranks, (times *= 4));
  const runs = [last];
  while (runs.length < 8 && Date.now() < end) runs.push(await run(page, name, ranks, times));
  const seconds = Math.min(...runs.map((one) => one.seconds));
  return { seconds, peak_mib: (await bytes()) / 2 ** 20, result: last.result };
}

async function run(page, name, ranks, times) {
  const before = await onCpu();
  const done = await page.evaluate(
    ({ name, ranks, times }) => {
      const start = performance.now();
      let result;
      for (let i = 0; i < times; i++) result = globalThis.program.measure(name, ranks);
      return { wall: (performance.now() - start) / 1000, result };
    },
    { name, ranks, times },
  );
  const after = await onCpu();
  const seconds = before === undefined || after === undefined ? done.wall : after - before;
  return { ...done, seconds: seconds / times };
}

/** Seconds that the pages' main threads have been on a processor, where the system says so: others' work does not count. */
async function onCpu() {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  try {
    const pages = processInfo.filter(({ type }) => type === "renderer");
    return pages.reduce((sum, { id }) => sum + Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0]) * 1e-9, 0);
  } catch {
    return undefined;
  }
}
