// What the page's thread does while something happens: its tasks, and what was in each of them.
import assert from "node:assert/strict";

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8", "__metadata"];
/** Events that only pass on to others. */
const FRAMES = /RunTask|AsyncTask|callFunction|mojo|Blink\.|LocalFrameView::/;

/**
 * The tasks of the page's thread while `work` runs, the longest first: the milliseconds that each was on a processor, and the
 * events in it that took a millisecond or more.
 */
export async function tasks(browser, page, work) {
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  const name = ({ pid, tid }) => `${pid}/${tid}`;
  const isMain = (event) => event.name === "thread_name" && event.args.name === "CrRendererMain";
  const mains = new Set(traceEvents.filter(isMain).map(name));
  const on = traceEvents.filter((event) => mains.has(name(event)) && event.tdur > 0);
  const inside = (event, task) => event !== task && name(event) === name(task) && event.ts >= task.ts && event.ts + event.dur <= task.ts + task.dur;
  const found = on.filter((event) => event.name.endsWith("RunTask")).sort((a, b) => b.dur - a.dur);
  assert.ok(found.length > 10, `${found.length} tasks traced`);
  // One wraps the other where two kinds of them are traced.
  const outer = found.filter((task, at) => !found.slice(0, at).some((other) => inside(task, other)));
  const told = (event) => ({ ms: event.tdur / 1000, what: [event.name, event.args?.data?.type].filter(Boolean).join(" ") });
  const inner = (task) => on.filter((event) => event.tdur >= 1000 && inside(event, task) && !FRAMES.test(event.name)).sort((a, b) => a.ts - b.ts);
  return outer.sort((a, b) => b.tdur - a.tdur).map((task) => ({ ms: task.tdur / 1000, inner: inner(task).map(told) }));
}

/** The longest of them, a line each. */
export function describe(tasks, count = 5) {
  const line = ({ ms, inner }) => `${ms.toFixed(1).padStart(7)} ms: ${inner.map(({ what, ms }) => `${what} ${ms.toFixed(1)}`).join(", ")}`;
  return tasks.slice(0, count).map(line).join("\n");
}
