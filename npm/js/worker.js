// Answers requests in a thread of its own: in a browser's worker, or in one of Node.
import { answer, ready } from "./in-place.js";

const port = typeof self === "undefined" ? (await import("node:worker_threads")).parentPort : self;

async function hear(request) {
  try {
    await ready();
    port.postMessage({ said: answer(request, (progress) => port.postMessage({ progress })) });
  } catch (error) {
    port.postMessage({ broken: String(error) });
  }
}

if (typeof self === "undefined") port.on("message", hear);
else self.onmessage = ({ data }) => hear(data);
