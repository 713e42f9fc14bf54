// The package as who installs it has it: packed, installed into a folder of its own, asked, and held against the command line.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const { PKG, KITCHEN } = process.env;
let folder, kitchen;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "kitchen-npm-"));
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: PKG, encoding: "utf8" }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--silent", "--no-audit", "--no-fund", join(folder, filename)], { cwd: folder });
  kitchen = await import(pathToFileURL(join(folder, "node_modules/collective-kitchen/index.js")));
});
after(() => {
  kitchen?.close();
  rmSync(folder, { recursive: true, force: true });
});

const typed = (command, flags) => {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`];
    return [value].flat().map((one) => `--${name}=${one}`);
  });
  return JSON.parse(execFileSync(KITCHEN, [command, ...words, "--json"], { encoding: "utf8" }));
};

for (const [command, flags] of [
  ["collective", { system: "dgx-h100", nodes: 2, bytes: "1GiB" }],
  ["collective", { system: "dgx-a100", op: "all-to-all", bytes: 4096, explain: true }],
  ["train", { model: "llama3-8b", system: "dgx-h100", nodes: 1, tp: 2, "global-batch": 32 }],
  ["plan", { model: "llama3-8b", system: "dgx-h100", "global-batch": 64, top: 3 }],
  ["fabric", { hosts: 8, flows: "permutation", bytes: "1MiB" }],
  ["infer", { model: "llama3-8b", gpu: "h100", batch: 4 }],
]) {
  test(`${command} ${JSON.stringify(flags)} is what the command line answers, in a worker and in place`, async () => {
    const expected = typed(command, flags);
    assert.deepEqual((await kitchen[command](flags)).answer, expected);
    assert.deepEqual((await kitchen[command](flags, { inPlace: true })).answer, expected);
  });
}

test("a picture is what the command line draws", async () => {
  const { answer } = await kitchen.picture({ chapter: "pipeline" });
  assert.equal(answer, execFileSync(KITCHEN, ["picture", "--chapter", "pipeline"], { encoding: "utf8" }));
});

test("what is refused is told in a sentence, in both languages", async () => {
  const refused = (flags, lang) => kitchen.collective(flags, { lang }).then(() => assert.fail("answered"), (error) => error);
  const error = await refused({ system: "no-such" }, "en");
  assert.ok(error instanceof kitchen.Refused);
  assert.match(error.about, /--system/);
  assert.match((await refused({ system: "no-such" }, "ja")).sentence, /[\u3040-\u30ff]/);
  assert.match((await refused({ system: "dgx-h100", nodes: -1 }, "en")).message, /nodes/);
  assert.match((await refused({ elbows: 2 }, "en")).message, /elbows/);
  await assert.rejects(kitchen.ask("dance"), /dance/);
});

test("a long request is heard, and can be stopped", async () => {
  const heard = [];
  const flags = { model: "llama3-70b", system: "dgx-h100", nodes: 16, "global-batch": 1024 };
  await kitchen.plan(flags, { onProgress: (share) => heard.push(share) });
  assert.ok(heard.length > 1 && heard.every((share, at) => share >= (heard[at - 1] ?? 0) && share <= 1), String(heard));
  const stop = new AbortController();
  const stopped = kitchen.plan(flags, { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(stopped, { name: "AbortError" });
  await assert.rejects(kitchen.plan(flags, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.ok((await kitchen.collective({ system: "dgx-h100", bytes: 8 })).answer.time_us > 0, "others go on");
});

test("what is declared is in the types and the schemas, and what they name is taken", async () => {
  const types = readFileSync(join(folder, "node_modules/collective-kitchen/index.d.ts"), "utf8");
  for (const { name, flags } of await kitchen.declared("ja")) {
    const schema = JSON.parse(readFileSync(join(folder, `node_modules/collective-kitchen/schemas/${name}.json`), "utf8"));
    assert.deepEqual(Object.keys(schema.properties), flags.map((flag) => flag.name));
    for (const flag of flags) assert.ok(types.includes(`"${flag.name}"?:`), `${name} ${flag.name}`);
    const help = execFileSync(KITCHEN, [name, "--help"], { encoding: "utf8" });
    for (const flag of flags) assert.ok(help.includes(`--${flag.name}`), `${name} --${flag.name}`);
  }
});

test("the snippets of the page for programmers run as they stand, and end", async () => {
  const snippet = (name) => readFileSync(new URL(`../examples/${name}.js`, import.meta.url), "utf8");
  const printed = async (name) => {
    writeFileSync(join(folder, `${name}.js`), snippet(name));
    return (await promisify(execFile)("node", [`${name}.js`], { cwd: folder, timeout: 120_000 })).stdout;
  };
  const [meeting, step] = (await printed("ask")).trim().split("\n");
  const { time_us, busbw_GBps, algorithm } = typed("collective", { system: "dgx-h100", bytes: "1GiB" });
  assert.equal(meeting, `${time_us} ${busbw_GBps} ${algorithm}`);
  const { iteration_time_s, mfu } = typed("train", { model: "llama3-8b", system: "dgx-h100", zero: 1 });
  assert.equal(step, `${iteration_time_s} ${mfu}`);
  assert.match(await printed("long"), /\d+ %\n[^]*--model llama3-8b/);
  // A page runs the third: tests/browser/pages/npm.test.mjs.
  assert.match(snippet("mount"), /^import \{ mount \} from "collective-kitchen";\n/);
});

test("the README's examples run as they stand, and end", async () => {
  const readme = readFileSync(join(PKG, "README.md"), "utf8");
  const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
  assert.ok(examples.length >= 1);
  for (const [at, code] of examples.entries()) {
    writeFileSync(join(folder, `example-${at}.js`), code);
    const { stdout } = await promisify(execFile)("node", [`example-${at}.js`], { cwd: folder, timeout: 120_000 });
    assert.match(stdout, /µs[\s\S]*%[\s\S]*--/);
  }
});
