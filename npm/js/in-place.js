// The program in WebAssembly, started once a thread.
import init, { ask as asked, declared as told, languages as tongues } from "./core.js";

let started;

/** Starts the program, unless it is started. */
export function ready() {
  started ??= (async () => {
    const address = new URL("./core_bg.wasm", import.meta.url);
    if (address.protocol !== "file:") return init({ module_or_path: address });
    const { readFile } = await import("node:fs/promises");
    return init({ module_or_path: await readFile(address) });
  })();
  return started;
}

/** The answer to a request, once the program has started. */
export function answer({ command, flags, lang }, onProgress) {
  return asked(command, flags, lang, onProgress);
}

/** The commands, each with its flags. */
export async function declared(lang = "en") {
  await ready();
  return told(lang);
}

/** The languages of sentences. */
export async function languages() {
  await ready();
  return tongues();
}
