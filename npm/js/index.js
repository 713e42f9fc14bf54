// The simulator as a module, in Node and in browsers: what `kitchen … --json` answers, asked by the flags' names.
//
//   import { collective } from "collective-kitchen";
//   const { answer } = await collective({ system: "dgx-h100", nodes: 2, bytes: "1GiB" });
//
// Each function takes the command's flags as an object (see index.d.ts) and how it is to be asked:
// { lang: "en" | "ja" | …, onProgress: (share) => …, signal: an AbortSignal, inPlace: true }. A request is answered by a worker, so that who asks goes
// on meanwhile and may stop it; `inPlace` answers it here. What is refused is thrown as `Refused`, with the sentence and the flag.
import { answer, ready } from "./in-place.js";

export { declared } from "./in-place.js";

const IN_NODE = typeof process === "object" && Boolean(process.versions?.node);
/** Workers that wait for something to do. */
const IDLE = [];
const MOST_IDLE = 4;

/** Why there is no answer: `about` is the flag, as it would be typed. */
export class Refused extends Error {
  constructor({ about, sentence }) {
    super(about ? `${about}: ${sentence}` : sentence);
    this.name = "Refused";
    this.about = about;
    this.sentence = sentence;
  }
}

async function worker() {
  const known = IDLE.pop();
  if (known) return known;
  const address = new URL("./worker.js", import.meta.url);
  if (!IN_NODE) return new Worker(address, { type: "module" });
  const { Worker: Thread } = await import("node:worker_threads");
  return new Thread(address);
}

function heard(one, on) {
  if (!IN_NODE) {
    one.onmessage = on && (({ data }) => on(data));
    one.onerror = on && ((event) => on({ broken: String(event.message ?? event.type) }));
    return;
  }
  one.removeAllListeners();
  if (on) {
    one.on("message", on);
    one.on("error", (error) => on({ broken: String(error) }));
    one.ref();
  } else {
    // A program may end while a worker waits.
    one.unref();
  }
}

async function inWorker(request, { onProgress, signal }) {
  const one = await worker();
  return new Promise((done, failed) => {
    const stop = () => {
      heard(one, null);
      one.terminate();
      failed(signal.reason);
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop, { once: true });
    heard(one, (said) => {
      if ("progress" in said) return onProgress?.(said.progress);
      signal?.removeEventListener("abort", stop);
      heard(one, null);
      if ("broken" in said) {
        one.terminate();
        return failed(new Error(said.broken));
      }
      if (IDLE.length < MOST_IDLE) IDLE.push(one);
      else one.terminate();
      done(said.said);
    });
    one.postMessage(request);
  });
}

/** Asks a command by its name. */
export async function ask(command, flags = {}, how = {}) {
  const { lang = "en", inPlace = false, onProgress, signal } = how;
  signal?.throwIfAborted();
  const request = { command, flags: JSON.parse(JSON.stringify(flags)), lang };
  const said = inPlace ? (await ready(), answer(request, onProgress)) : await inWorker(request, { onProgress, signal });
  if ("sentence" in said) throw new Refused(said);
  return said;
}

const of = (command) => (flags, how) => ask(command, flags, how);

/** One collective: `kitchen collective`. */
export const collective = of("collective");
/** One training step: `kitchen train`. */
export const train = of("train");
/** The best way to cut a training: `kitchen plan`. */
export const plan = of("plan");
/** Packets through a fabric: `kitchen fabric`. */
export const fabric = of("fabric");
/** Answering and learning on one GPU: `kitchen infer`. */
export const infer = of("infer");
/** A moment of a chapter as SVG: `kitchen picture`. */
export const picture = of("picture");

/** Ends the workers that wait. */
export function close() {
  for (const one of IDLE.splice(0)) one.terminate();
}

/** Puts a chapter into an element of a page: `site` is where the page of Collective Kitchen is served, the rest are the attributes of
 * `<collective-kitchen>`. Gives the element, with `play`, `pause`, `seek`, `set` and its events. */
export async function mount(into, { site, ...attributes }) {
  if (!customElements.get("collective-kitchen")) {
    await new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = new URL("embed.js", new URL(site, document.baseURI));
      script.onload = done;
      script.onerror = () => failed(new Error(`${script.src} cannot be fetched`));
      document.head.append(script);
    });
  }
  const element = document.createElement("collective-kitchen");
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  into.append(element);
  return element;
}
