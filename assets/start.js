// Starts the page. A classic script, because a page inside <iframe sandbox="allow-scripts"> has no origin of its own:
// there a static host refuses it module scripts and fetches, but not classic scripts. Where the fetch is refused, the
// program comes as a script instead (made by `cargo xtask build`), as the texts always do.
(() => {
  // The page holds the words for the case that nothing here runs.
  const problem = document.getElementById("start-problem");
  if (problem) problem.hidden = true;

  const { wasm: program, texts = "", parts = "" } = document.currentScript.dataset;
  const pairs = (text) => Object.fromEntries(text.split(" ").map((pair) => pair.split("=")));

  const script = (source) =>
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = source;
      element.onload = () => (element.remove(), resolve());
      element.onerror = () => (element.remove(), reject(new Error(source + " could not be read")));
      document.body.append(element);
    });

  // What has come of a file is kept; what has failed may be asked for again.
  const coming = {};
  const once = (name, come) =>
    (coming[name] ??= come().catch((fault) => {
      delete coming[name];
      throw fault;
    }));

  const refused = location.protocol === "file:" || self.origin === "null";
  const asScript = (file) =>
    script(file + ".js").then(() => Uint8Array.from(atob(globalThis.kitchenProgram), (c) => c.charCodeAt(0)));
  const fetched = (file) =>
    fetch(file).then((response) => {
      if (!response.ok) throw new Error(file + ": " + response.status);
      return response;
    });
  const code = (file) => (refused ? asScript(file) : fetched(file).catch(() => asScript(file)));

  // The texts: a file for the page and one for each chapter, in each language.
  const places = pairs(texts);
  globalThis.kitchenTexts = {};
  const text = (name) => once(name, () => script(places[name]).then(() => kitchenTexts[name]));

  // A chapter's parts of the program, each by its name and compiled; those that others need come first.
  const pieces = pairs(parts);
  const compiled = async (source) => {
    if (!(source instanceof Response)) return WebAssembly.compile(source);
    const isNamed = source.headers.get("content-type")?.startsWith("application/wasm");
    return isNamed ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
  };
  const part = async (named) => {
    const [name, file] = named.split(":");
    return [name, await once(file, () => code(file).then(compiled))];
  };
  const chapter = (id) => Promise.all((pieces[id]?.split(",") ?? []).map(part));

  // The program asks for the texts and the chapter that it needs; `then` is given them, or null. What this link needs is on its way
  // before the program is.
  const thing = (name) => (name.startsWith("code/") ? chapter(name.slice(5)) : text(name));
  globalThis.kitchenGet = (names, then) => Promise.all(names.map(thing)).then(then, () => then(null));
  const first = document.querySelector("[data-first]");
  const chapters = first?.dataset.first.split(" ") ?? [];
  const asked = new URLSearchParams(location.search);
  const scene = asked.get("scene");
  // The home page tells the first minute.
  const pack = scene ?? "prologue";
  const tags = [asked.get("lang") ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  const lang = tags.find((tag) => tag === "ja" || tag === "en") ?? "en";
  for (const name of [`${lang}/page`, `${lang}/${pack}`]) if (places[name]) text(name).catch(() => {});
  chapter(pack).catch(() => {});

  // Until the program has come, the chapter that the link asks for shows its first picture.
  if (chapters.includes(scene)) {
    const picture = new Image();
    picture.alt = "";
    picture.src = `pictures/${scene}-${lang}.svg`;
    first.append(picture);
  }

  const started = code(program).then((source) => wasm_bindgen({ module_or_path: source }));

  const say = () => {
    if (!problem) return;
    problem.hidden = false;
    problem.dataset.told = "";
  };
  started.catch((fault) => {
    console.error(fault);
    say();
  });
  // What stops the program below its own panics (which have a panel), and what leaves the page empty.
  addEventListener("error", ({ error }) => {
    const isBelow = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    const isEmpty = !document.getElementById("app")?.firstElementChild;
    if ((isBelow || isEmpty) && !document.getElementById("panic")) say();
  });
})();
