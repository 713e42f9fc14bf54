// Starts the page. A classic script, because a page inside <iframe sandbox="allow-scripts"> has no origin of its own:
// there a static host refuses it module scripts and fetches, but not classic scripts. Where the fetch is refused, the
// program comes as a script instead (made by `cargo xtask build`).
(() => {
  const program = document.currentScript.dataset.wasm;

  // Until the program has come, the chapter that the link asks for shows its first picture.
  const first = document.querySelector("[data-first]");
  const asked = new URLSearchParams(location.search);
  const scene = asked.get("scene");
  if (first && scene && first.dataset.first.split(" ").includes(scene)) {
    const japanese = (asked.get("lang") ?? navigator.language).startsWith("ja");
    const picture = new Image();
    picture.alt = "";
    picture.src = `pictures/${scene}-${japanese ? "ja" : "en"}.svg`;
    first.append(picture);
  }

  const asScript = () =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = program + ".js";
      script.onload = () => resolve(Uint8Array.from(atob(globalThis.kitchenProgram), (c) => c.charCodeAt(0)));
      script.onerror = () => reject(new Error("neither " + program + " nor its script form could be read"));
      document.head.append(script);
    });
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
