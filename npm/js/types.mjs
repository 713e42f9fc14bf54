// Writes index.d.ts and the JSON Schemas of requests into the folder that is named, from what the program itself declares.
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const dir = resolve(process.argv[2]);
const { declared, languages } = await import(pathToFileURL(`${dir}/in-place.js`));
const commands = await declared("en");
const tongues = await languages();

const TYPES = { number: "number", switch: "boolean", text: "string | number", list: "readonly (string | number)[]" };
const SCHEMAS = {
  number: { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 },
  switch: { type: "boolean" },
  text: { type: ["string", "number"] },
  list: { type: "array", maxItems: 64, items: { type: ["string", "number"] } },
};
const upper = (name) => name[0].toUpperCase() + name.slice(1);
const words = (values) => values.map((value) => JSON.stringify(value)).join(" | ");

const lines = ["// Written from the flags that the program declares. What is answered is what `kitchen … --json` prints.", ""];
lines.push(
  "/** How a request is asked. */",
  "export interface How {",
  `  /** The language of sentences. */\n  lang?: ${words(tongues)};`,
  "  /** Called with how far it is, from 0 to 1, where it takes long. */\n  onProgress?: (share: number) => void;",
  "  /** Stops it. */\n  signal?: AbortSignal;",
  "  /** Answers here rather than in a worker: then nothing can stop it. */\n  inPlace?: boolean;",
  "}",
  "/** What is answered. */",
  "export interface Said<Answer> {",
  "  answer: Answer;",
  "  /** A sentence for each thing to know about it. */\n  notes: string[];",
  "}",
  "/** A JSON object as the command line prints it. */",
  "export type Json = { [field: string]: any };",
  "/** Why there is no answer. */",
  "export class Refused extends Error {",
  "  /** The flag, as it would be typed; may be empty. */\n  readonly about: string;",
  "  readonly sentence: string;",
  "}",
);
await mkdir(`${dir}/schemas`, { recursive: true });
for (const { name, flags } of commands) {
  lines.push("", `/** The flags of \`kitchen ${name}\`. */`, `export interface ${upper(name)} {`);
  const properties = {};
  for (const flag of flags) {
    const type = flag.kind === "text" && flag.values.length > 0 ? words(flag.values) : TYPES[flag.kind];
    lines.push(`  /** ${flag.help.replaceAll("*/", "* /")} */`, `  ${JSON.stringify(flag.name)}?: ${type} | null;`);
    const schema = flag.kind === "text" && flag.values.length > 0 ? { enum: flag.values } : SCHEMAS[flag.kind];
    properties[flag.name] = { ...schema, description: flag.help };
  }
  const answer = name === "picture" ? "string" : "Json";
  lines.push("}", `export function ${name}(flags?: ${upper(name)}, how?: How): Promise<Said<${answer}>>;`);
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", title: `kitchen ${name}`, type: "object", properties, additionalProperties: false };
  await writeFile(`${dir}/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
lines.push(
  "",
  "/** Asks a command by its name. */",
  `export function ask(command: ${words(commands.map(({ name }) => name))}, flags?: Json, how?: How): Promise<Said<any>>;`,
  "/** A flag of a command. */",
  'export interface Flag { name: string; kind: "text" | "number" | "switch" | "list"; help: string; values: string[] }',
  "/** The commands, each with its flags. */",
  `export function declared(lang?: ${words(tongues)}): Promise<{ name: string; flags: Flag[] }[]>;`,
  "/** Ends the workers that wait for a request. */",
  "export function close(): void;",
  "/** The attributes of `<collective-kitchen>`, and where its page is served. */",
  "export interface Mount {",
  "  site: string | URL;",
  ...["chapter", "act", "lang", "layer", "theme", "moment"].map((name) => `  ${name}?: string;`),
  ...["controls", "timeline", "plain"].map((name) => `  ${name}?: boolean;`),
  "}",
  "/** Puts a chapter into an element of a page. */",
  "export function mount(into: Element, what: Mount): Promise<HTMLElement>;",
  "",
);
await writeFile(`${dir}/index.d.ts`, lines.join("\n"));
