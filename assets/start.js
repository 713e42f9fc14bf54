// Starts the page. A classic script, because a page inside <iframe sandbox="allow-scripts"> has no origin of its own:
// there a static host refuses it module scripts and fetches, but not classic scripts. Where the fetch is refused, the
// program comes as a script instead (made by `cargo xtask build`), as the texts always do.
(() => {
  const { wasm: program, texts: files = "" } = document.currentScript.dataset;

  const script = (source) =>
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = source;
      element.onload = () => (element.remove(), resolve());
      element.onerror = () => (element.remove(), reject(new Error(source + " could not be read")));
      document.body.append(element);
    });

  // The texts: a file for the page and one for each chapter, in each language. The program asks for those it needs; `then`
  // is given them, or null. Those of this link are on their way before the program is.
  const places = Object.fromEntries(files.split(" ").map((pair) => pair.split("=")));
  const coming = {};
  const text = (name) =>
    (coming[name] ??= script(places[name])
      .then(() => kitchenTexts[name])
      .catch((fault) => {
        delete coming[name];
        throw fault;
      }));
  globalThis.kitchenTexts = {};
  globalThis.kitchenText = (names, then) => Promise.all(names.map(text)).then(then, () => then(null));
  const asked = new URLSearchParams(location.search);
  const scene = asked.get("scene");
  const tags = [asked.get("lang") ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  const lang = tags.find((tag) => tag === "ja" || tag === "en") ?? "en";
  for (const name of [`${lang}/page`, `${lang}/${scene}`]) if (places[name]) text(name).catch(() => {});

  // Until the program has come, the chapter that the link asks for shows its first picture.
  const first = document.querySelector("[data-first]");
  if (first && scene && first.dataset.first.split(" ").includes(scene)) {
    const picture = new Image();
    picture.alt = "";
    picture.src = `pictures/${scene}-${lang}.svg`;
    first.append(picture);
  }

  const asScript = () =>
    script(program + ".js").then(() => Uint8Array.from(atob(globalThis.kitchenProgram), (c) => c.charCodeAt(0)));
  const fetched = () =>
    fetch(program).then((response) => {
      if (!response.ok) throw new Error(program + ": " + response.status);
      return response;
    });
  const refused = location.protocol === "file:" || self.origin === "null";
  (refused ? asScript() : fetched().catch(asScript))
    .then((source) => wasm_bindgen({ module_or_path: source }))
    .catch((fault) => {
      console.error(fault);
      const problem = document.getElementById("start-problem");
      if (problem) problem.hidden = false;
    });
})();
