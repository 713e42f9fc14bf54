// What a page that embeds a chapter may say to it, and hears from it. `assets/embed.js` speaks this for a writer; whoever writes an element
// of their own sends the same. A message is a plain object with `kitchen: 1`, the version of what is written here, and a `type`:
//
//   to the chapter     play · pause · seek { share: 0…1 } or { ps } · state · set { chapter, lang, layer, theme, act, hash }
//   from the chapter   ready { chapters } · state { chapter, act, lang, layer, query, hash, time, end, playing, caption } · time { time, end }
//                      act { act } · answered { } · size { height } · error { said }
//
// Times are picoseconds of simulated time, as decimal text. Only the page that holds the frame is heard; what is not such a message, or asks
// for what there is not, changes nothing.
(() => {
  if (parent === self) return;
  const VERSION = 1;
  const EVERY_MS = 250;
  const WORD = /^[a-z0-9-]{1,40}$/;
  const tell = (type, more = {}) => parent.postMessage({ kitchen: VERSION, type, ...more }, "*");
  const api = () => globalThis.collectiveKitchen;
  const stage = () => document.querySelector("[data-stage]");

  const now = () => {
    const state = api()?.state();
    if (!state) return undefined;
    const [query, hash] = [new URLSearchParams(state.query), new URLSearchParams(state.hash.replace(/^#/, ""))];
    return {
      chapter: state.chapter,
      act: hash.get("act") ?? "",
      lang: document.documentElement.lang,
      layer: query.get("layer") ?? "kitchen",
      query: state.query,
      hash: state.hash,
      time: state.time_ps,
      end: state.end_ps,
      playing: state.playing,
      caption: state.caption,
    };
  };

  // Goes there as Back and Forward go.
  const go = (query, hash) => {
    history.replaceState(null, "", `?${query}${hash ? `#${hash}` : ""}`);
    dispatchEvent(new PopStateEvent("popstate"));
  };

  const word = (said) => typeof said === "string" && WORD.test(said);
  const set = (asked) => {
    const isHash = typeof asked.hash === "string" && asked.hash.length <= 4096;
    const state = isHash || ["chapter", "act", "lang", "layer", "theme"].some((name) => word(asked[name])) ? now() : undefined;
    if (!state) return;
    const query = new URLSearchParams(state.query);
    const old = new URLSearchParams(state.hash.replace(/^#/, ""));
    let hash = old;
    const before = `${query}#${hash}`;
    if (word(asked.chapter) && asked.chapter !== state.chapter) {
      if (!api().chapters().includes(asked.chapter)) return tell("error", { said: "chapter" });
      query.set("scene", asked.chapter);
      hash = new URLSearchParams();
    }
    for (const name of ["lang", "layer", "theme"]) if (word(asked[name])) query.set(name, asked[name]);
    if (word(asked.act)) {
      const kind = old.get("kind");
      hash = new URLSearchParams({ v: "1", ...(query.get("scene") === state.chapter && kind ? { kind } : {}), act: asked.act });
    }
    if (isHash) hash = new URLSearchParams(asked.hash.replace(/^#/, ""));
    if (`${query}#${hash}` !== before) go(query, hash);
  };

  const does = {
    play: () => now()?.playing === false && api().toggle(),
    pause: () => now()?.playing && api().toggle(),
    seek: ({ share, ps }) => {
      const at = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) * Number(stage()?.dataset.end) : /^\d{1,20}$/.test(ps) ? Number(ps) : NaN;
      if (Number.isFinite(at)) api().seek(at);
    },
    state: () => now() && tell("state", now()),
    set,
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data?.kitchen !== VERSION) return;
    if (api() && typeof data.type === "string" && Object.hasOwn(does, data.type)) does[data.type](data);
  });

  // What is told of its own accord, at most four times a second, and only what has changed.
  let told = {};
  let waiting = false;
  const look = () => {
    waiting = false;
    const seen = stage();
    if (!seen) return;
    const { time, end } = seen.dataset;
    const place = location.search + location.hash.replace(/([#&])t=[^&]*/, "$1");
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    const answered = document.querySelector("[data-testid=verdict]") !== null;
    if (!told.ready) tell("ready", { chapters: api().chapters() });
    if (height !== told.height) tell("size", { height });
    if (time !== told.time || end !== told.end) tell("time", { time, end });
    const act = new URLSearchParams(location.hash.replace(/^#/, "")).get("act") ?? "";
    if (told.ready && act !== told.act) tell("act", { act });
    if (place !== told.place) tell("state", now());
    if (answered && !told.answered) tell("answered");
    told = { ready: true, height, time, end, act, place, answered };
  };
  const soon = () => {
    if (waiting || !api() || !stage()?.dataset.end) return;
    waiting = true;
    setTimeout(look, EVERY_MS);
  };
  new MutationObserver(soon).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-time", "data-end", "lang"] });
})();
