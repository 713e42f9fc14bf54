// Keeps the home page and chapters for reading without a network. It is installed when a reader asks for that in the share dialog
// (`src/web/offline.rs`), keeps nothing else, and goes with what it keeps.
//
// With a network the page comes from there, always: what is kept is never shown in place of a newer build, and follows it. Files that are
// named by what is in them may come from here at any time, all others where the network does not answer.
//
// A message is `["kitchen", "ask" | "keep" | "remove", chapter, language]`; the answer `["kitchen", chapters, bytes, failed]`.
const MARK = "kitchen";
const NAME = `collective-kitchen ${registration.scope}`;
const HOME = registration.scope;
/** What is kept, as a file beside the others. */
const LIST = `${HOME}kept.json`;
const NAMED_BY_CONTENT = /-[0-9a-f]{8,16}(\.[a-z]+)+$/;
/** What the home page tells before any chapter, and what is opened beside a page. */
const ALWAYS = ["page", "prologue", "share"];
/** The pictures of the book's map. */
const MAPS = 5;
const WITHIN = { lab: ["own"] };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const list = async () => (await (await caches.match(LIST, { cacheName: NAME }))?.json()) ?? { chapters: [], langs: [] };

/** The files that a page of this build needs for those chapters; pictures may be missing. */
function needed(html, { chapters, langs }) {
  const open = html.replace(/<noscript>[\s\S]*?<\/noscript>/g, "");
  const tags = open.match(/<(?:link|script)\b[^>]*>/g) ?? [];
  const files = tags.flatMap((tag) => [...tag.matchAll(/ (?:href|src|data-program|data-wasm)="([^":]+)"/g)].map((found) => found[1]));
  const pairs = (name) => (open.match(new RegExp(` data-${name}="([^"]*)"`))?.[1] ?? "").split(" ").map((pair) => pair.split("="));
  const wanted = new Set([...ALWAYS, ...chapters, ...chapters.flatMap((chapter) => WITHIN[chapter] ?? [])]);
  const texts = pairs("texts");
  for (const [name, file] of texts) if (wanted.has(name.split("/")[1])) files.push(file);
  for (const [name, list] of pairs("parts")) if (wanted.has(name)) files.push(...list.split(",").map((part) => part.split(":")[1]));
  const pictures = langs.flatMap((lang) => [
    ...["prologue", ...chapters].flatMap((chapter) => ["", "-tall"].flatMap((form) => ["", "-dark"].map((skin) => `act-${chapter}-${lang}${form}${skin}`))),
    ...texts.filter(([name]) => name.startsWith("en/")).map(([name]) => `${name.split("/")[1]}-small-${lang}`),
  ]);
  for (let map = 0; map < MAPS; map += 1) pictures.push(`map-${map}`);
  const whole = (file) => new URL(file, HOME).href;
  return { files: [...new Set(files.map(whole))], pictures: pictures.map((name) => whole(`pictures/${name}.svg`)) };
}

/** Keeps all that is wanted of the build whose page this is: the page last, so that what is kept is always whole. */
async function keep(response, wanted) {
  const html = await response.clone().text();
  const cache = await caches.open(NAME);
  const { files, pictures } = needed(html, wanted);
  const put = async (file) => {
    if (NAMED_BY_CONTENT.test(file) && (await cache.match(file))) return true;
    const came = await fetch(file, { cache: "no-cache" });
    if (came.ok) await cache.put(file, came);
    return came.ok;
  };
  const came = await Promise.all(files.map(put));
  if (!came.every(Boolean)) throw new Error("a file is missing");
  await Promise.all(pictures.map((file) => put(file).catch(() => false)));
  await cache.put(HOME, response);
  await cache.put(LIST, new Response(JSON.stringify(wanted), { headers: { "content-type": "application/json" } }));
  const held = new Set([...files, ...pictures, HOME, LIST]);
  for (const { url } of await cache.keys()) if (!held.has(url)) await cache.delete(url);
}

/** A newer build takes the kept one's place, file by file; where it does not come whole, the old one stays. */
async function follow(response) {
  const wanted = await list();
  const old = await (await caches.match(HOME, { cacheName: NAME }))?.text();
  if (old !== undefined && old !== (await response.clone().text())) await keep(response, wanted);
}

const isHome = (url) => url.pathname === new URL(HOME).pathname || url.href.split(/[?#]/)[0] === `${HOME}index.html`;

async function page(event) {
  const url = new URL(event.request.url);
  try {
    const response = await fetch(event.request, { cache: "no-cache" });
    if (isHome(url) && response.ok && !response.redirected) event.waitUntil(follow(response.clone()).catch(() => {}));
    return response;
  } catch (fault) {
    const kept = await caches.match(HOME, { cacheName: NAME });
    // A chapter's own address leads to the chapter, as `sign.js` does.
    const sign = /\/([a-z-]+)-([a-z]{2,3})\.html$/.exec(url.pathname);
    if (kept && isHome(url)) return kept;
    if (kept && sign && (await list()).chapters.includes(sign[1])) {
      return Response.redirect(`${HOME}?scene=${sign[1]}&lang=${sign[2]}${url.search.replace("?", "&")}`);
    }
    throw fault;
  }
}

async function file(request) {
  const kept = () => caches.match(request, { cacheName: NAME, ignoreSearch: true });
  if (NAMED_BY_CONTENT.test(new URL(request.url).pathname)) return (await kept()) ?? fetch(request);
  return fetch(request).catch(async (fault) => (await kept()) ?? Promise.reject(fault));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(HOME)) return;
  event.respondWith(request.mode === "navigate" ? page(event) : file(request));
});

async function size() {
  const cache = await caches.open(NAME);
  const all = await Promise.all((await cache.keys()).map(async (request) => (await (await cache.match(request)).blob()).size));
  return all.reduce((sum, one) => sum + one, 0);
}

const does = {
  ask: () => {},
  keep: async (chapter, lang) => {
    const { chapters, langs } = await list();
    const response = await fetch(HOME, { cache: "no-cache" });
    if (!response.ok) throw new Error("no page");
    const more = (all, one) => [...new Set([...all, one])].filter((word) => /^[a-z0-9-]{1,40}$/.test(word)).sort();
    await keep(response, { chapters: more(chapters, chapter), langs: more(langs, lang) });
  },
  remove: async () => {
    await caches.delete(NAME);
    await registration.unregister();
  },
};

async function answer({ data, source }) {
  const [, what, chapter, lang] = data;
  let failed = false;
  await Promise.resolve(does[what](chapter, lang)).catch(() => (failed = true));
  const { chapters } = what === "remove" ? { chapters: [] } : await list();
  const bytes = (await caches.has(NAME)) ? await size() : 0;
  // What could not be kept the first time leaves nothing behind.
  if (failed && chapters.length === 0 && !(await caches.match(HOME, { cacheName: NAME }))) await does.remove();
  source?.postMessage([MARK, chapters.join(","), failed && chapters.length === 0 ? 0 : bytes, failed]);
}

addEventListener("message", (event) => {
  const { data } = event;
  if (Array.isArray(data) && data[0] === MARK && Object.hasOwn(does, data[1])) event.waitUntil(answer(event));
});
