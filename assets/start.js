// Starts the page. A classic script, because a page inside <iframe sandbox="allow-scripts"> has no origin of its own:
// there a static host refuses it module scripts and fetches, but not classic scripts. Where the fetch is refused, the
// program comes as a script instead (made by `cargo xtask build`), as the texts always do.
//
// It runs as soon as it is there, beside the style sheet and before the page is read: whatever else does not answer, it says so.
(() => {
  const { program, wasm, texts = "", parts = "" } = document.currentScript.dataset;
  const pairs = (text) => Object.fromEntries(text.split(" ").map((pair) => pair.split("=")));
  // Milliseconds, as in src/page/delay.rs: a sign, then words. A file that has not answered by then may be asked for once more.
  const [SIGN, WORDS, PATIENCE, GLANCE] = [700, 7000, 5000, 600];

  const read = new Promise((done) => {
    if (document.readyState !== "loading") return done();
    document.addEventListener("DOMContentLoaded", () => done(), { once: true });
  });

  // In the page as one file (`alone.js`) everything lies at hand.
  const inside = globalThis.kitchenInside;
  const script = async (source, name = "") => {
    const address = (await inside?.(source)) ?? source;
    return new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = address;
      if (name) element.id = name;
      element.onload = () => (name || element.remove(), resolve());
      element.onerror = () => (element.remove(), reject(new Error(source + " could not be read")));
      document.head.append(element);
    });
  };

  // What has come of a file is kept. What has failed or does not answer may be asked for again, by another name: a browser lets the
  // second request for a file wait for the first.
  const coming = {};
  let asked = 0;
  const once = (name, come) => {
    const before = coming[name];
    if (before && (before.isHere || performance.now() - before.since < PATIENCE)) return before.promise;
    const now = { since: performance.now() };
    const kept = (came) => ((now.isHere = true), came);
    const failed = (fault) => {
      if (coming[name] === now) delete coming[name];
      throw fault;
    };
    now.promise = come(before ? `?again=${(asked += 1)}` : "").then(kept, failed);
    coming[name] = now;
    return now.promise;
  };

  const refused = !inside && (location.protocol === "file:" || self.origin === "null");
  const asScript = (file, again) =>
    script(`${file}.js${again}`).then(() => Uint8Array.from(atob(globalThis.kitchenProgram), (c) => c.charCodeAt(0)));
  const fetched = async (file) => {
    const response = await fetch((await inside?.(file)) ?? file);
    if (!response.ok) throw new Error(file + ": " + response.status);
    return response;
  };
  const code = (file, again) => (refused ? asScript(file, again) : fetched(file + again).catch(() => asScript(file, again)));

  // The texts: a file for the page and one for each chapter, in each language; what a language does not say itself is said in English.
  const places = pairs(texts);
  const said = (name) => (places[name] ? name : name.replace(/^[^/]*/, "en"));
  globalThis.kitchenTexts = {};
  const text = (asked) => {
    const name = said(asked);
    return once(name, (again) => script(places[name] + again).then(() => kitchenTexts[name]));
  };

  // A chapter's parts of the program, each by its name and compiled; those that others need come first.
  const pieces = pairs(parts);
  const compiled = async (source) => {
    if (!(source instanceof Response)) return WebAssembly.compile(source);
    const isNamed = source.headers.get("content-type")?.startsWith("application/wasm");
    return isNamed ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
  };
  const part = async (named) => {
    const [name, file] = named.split(":");
    return [name, await once(file, (again) => code(file, again).then(compiled))];
  };
  const chapter = (id) => Promise.all((pieces[id]?.split(",") ?? []).map(part));

  // The program asks for the texts and the chapter that it needs; `then` is given them, or null. What this link needs is on its way
  // before the program is.
  const thing = (name) => (name.startsWith("code/") ? chapter(name.slice(5)) : text(name));
  globalThis.kitchenGet = (names, then) => Promise.all(names.map(thing)).then(then, () => then(null));
  const wanted = new URLSearchParams(location.search);
  const scene = wanted.get("scene");
  // Inside another page it hears what that page asks.
  if (wanted.has("embed") && parent !== self) script("./frame.js").catch(() => {});
  // The home page tells the first minute.
  const pack = scene ?? "prologue";
  const tags = [wanted.get("lang") ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  const lang = tags.find((tag) => places[`${tag}/page`]) ?? "en";

  // The first picture comes first: a hundredth of the bytes, and all that a reader needs to begin. What is large waits until it is seen,
  // but not long.
  const picture = new Image();
  const isTall = innerWidth < innerHeight * 0.9;
  const skin = matchMedia("(prefers-color-scheme: dark)").matches ? "-dark" : "";
  Object.assign(picture, { alt: "", id: "poster", decoding: "sync", fetchPriority: "high" });
  let seen;
  const shown = new Promise((done) => (seen = done));
  if (!inside && places[said(`${lang}/${pack}`)]) picture.src = `pictures/act-${pack}-${lang}${isTall ? "-tall" : ""}${skin}.svg`;
  else seen();
  setTimeout(seen, GLANCE);

  const bindings = shown.then(() => script(program, "program"));
  const instructions = shown.then(() => code(wasm, ""));
  shown.then(() => {
    for (const name of [`${lang}/page`, `${lang}/${pack}`]) if (places[said(name)]) text(name).catch(() => {});
    chapter(pack).catch(() => {});
  });

  const started = Promise.all([instructions, bindings, read]).then(([source]) => wasm_bindgen({ module_or_path: source }));

  const problem = () => document.getElementById("start-problem");
  const late = () => document.getElementById("start-late");
  const say = async () => {
    await read;
    if (!problem()) return;
    problem().hidden = false;
    problem().dataset.told = "";
  };
  started.catch((fault) => {
    console.error(fault);
    say();
  });
  // What stops the program below its own panics (which have a panel), and what leaves the page empty.
  addEventListener("error", ({ error }) => {
    const isBelow = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    const isEmpty = !document.querySelector("#app > *, #first");
    if ((isBelow || isEmpty) && !document.getElementById("panic")) say();
  });

  // A browser paints nothing before the style sheet: one that does not answer is waited for beside the page.
  const unblock = (link) => {
    link.dataset.late = "";
    link.replaceWith(link.cloneNode());
  };
  // Looks at what is still on its way, until the program has taken the first picture's place and the page has its looks.
  const look = () => {
    const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].filter((link) => !link.sheet);
    const isTold = problem()?.dataset.told !== undefined;
    const isHere = sheets.length === 0 && !document.getElementById("first");
    if (performance.now() >= SIGN) sheets.filter((link) => link.dataset.late === undefined).forEach(unblock);
    if (late()) late().hidden = isHere || isTold || performance.now() < WORDS;
    if (!isHere && !isTold) setTimeout(look, 100);
  };

  // The room of this window, as in src/page/room.rs.
  const room = () => {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const [width, height] = [innerWidth / rem, innerHeight / rem];
    if (height < 40 && width >= 36 && width > height * 1.15) return "low";
    if (height < 30 && width > height * 1.15) return "column slot";
    return width >= 72 ? "study" : width >= 60 ? "desk" : width >= 37.5 ? "page" : "column";
  };
  // Until the program has come, what it will show first stands where it will show it: `src/web/poster.rs` takes it over.
  const stand = (first, isChapter) => {
    const add = (parent, name, of = "div") => {
      const element = document.createElement(of);
      element.className = name;
      parent.append(element);
      return element;
    };
    // In another page, and before a class, the stage stands elsewhere.
    const isPlain = !wanted.has("embed") && !wanted.has("present");
    let stage = first;
    if (isPlain) {
      const main = first.parentElement;
      main.className = isChapter ? "chapter" : "home";
      if (isChapter) main.dataset.room = room();
      first.className = isChapter ? "work" : "first-minute";
      if (!isChapter) add(first, "", "h1").textContent = first.dataset[lang];
      const frame = add(first, "stage-frame");
      frame.dataset.caption = /column|low/.test(room()) ? "above" : "over";
      if (!isChapter) add(frame, "caption", "p");
      stage = add(frame, "stage");
      if (isChapter) ["scrub", "caption", "go"].reduce((foot, name) => (add(foot, name), foot), add(first, "foot"));
    }
    stage.append(picture);
    // It is seen when the browser says that it is on the screen; one that does not say so gets a frame for it.
    const painted = "largest-contentful-paint";
    if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes(painted)) {
      const observer = new PerformanceObserver((list) => list.getEntries().some(({ element }) => element === picture) && seen());
      observer.observe({ type: painted, buffered: true });
      shown.then(() => observer.disconnect());
      picture.decode().catch(seen);
    } else {
      picture.decode().then(() => requestAnimationFrame(() => setTimeout(seen))).catch(seen);
    }
  };

  // Who has asked for pages without a network may also install them.
  if (self.origin !== "null" && navigator.serviceWorker?.controller) {
    read.then(() => document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "kitchen.webmanifest" })));
  }

  read.then(() => {
    // The page holds the words for the case that nothing here runs.
    if (problem() && problem().dataset.told === undefined) problem().hidden = true;
    late()?.querySelector("button").addEventListener("click", () => location.reload());
    look();
    const first = document.querySelector("[data-first]");
    const isChapter = first?.dataset.first.split(" ").includes(scene);
    if (first && picture.src) stand(first, isChapter);
  });
})();
