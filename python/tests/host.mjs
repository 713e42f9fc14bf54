// The least that hosts a widget as a notebook does: a model, the widget's script, and the messages of its comm, as lines of JSON on standard
// input and output. The browser is a real one, and so is the page in the frame.
import { createInterface } from "node:readline";

const { chromium } = (await import(`${process.env.PLAYWRIGHT}/index.js`)).default;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
const put = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
page.on("pageerror", (fault) => put({ fault: String(fault) }));
await page.exposeFunction("toPython", (data) => put({ data }));

const open = ({ state, esm }) =>
  page.evaluate(
    async ({ state, esm }) => {
      const heard = new Map();
      const fire = (name, ...args) => [...(heard.get(name) ?? [])].forEach((one) => one(...args));
      let changed = {};
      const model = {
        get: (name) => state[name],
        set: (name, value) => {
          if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
          state[name] = changed[name] = value;
          fire(`change:${name}`);
        },
        save_changes: () => {
          if (Object.keys(changed).length > 0) globalThis.toPython({ method: "update", state: changed, buffer_paths: [] });
          changed = {};
        },
        on: (name, one) => heard.set(name, (heard.get(name) ?? new Set()).add(one)),
        off: (name, one) => heard.get(name)?.delete(one),
        send: (content) => globalThis.toPython({ method: "custom", content }),
      };
      globalThis.fromPython = ({ method, state: own, content }) => {
        if (method === "custom") return fire("msg:custom", content);
        for (const [name, value] of Object.entries(own ?? {})) state[name] = value;
        for (const name of Object.keys(own ?? {})) fire(`change:${name}`);
      };
      const module = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
      module.default.render({ model, el: document.body });
    },
    { state, esm },
  );

const does = {
  open,
  comm: ({ data }) => page.evaluate((data) => globalThis.fromPython(data), data),
  // A reader's hand in the frame.
  press: async ({ at, key }) => {
    const found = page.frameLocator("iframe").locator(at).first();
    await found.waitFor();
    await found.press(key);
  },
  reads: async ({ at, name }) => put({ read: (await page.frameLocator("iframe").locator(at).first().getAttribute(name)) ?? "" }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  await does[asked.do](asked).catch((fault) => put({ fault: String(fault) }));
}
await browser.close();
