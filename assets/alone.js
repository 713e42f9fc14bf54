// The page as one file, to open from the disk: `cargo xtask build --single-file` puts this script into it, with everything that the
// site has as files, packed, in `kitchenPacked`. `start.js` asks here for what it would fetch; the pages beside the program open as
// `?page=NAME`.
(() => {
  const packed = globalThis.kitchenPacked;
  const plain = (name) => name.replace(/^\.\//, "").split(/[?#]/)[0];
  const kinds = { js: "text/javascript;charset=utf-8", wasm: "application/wasm", svg: "image/svg+xml", css: "text/css", html: "text/html" };
  // Base85: `x` and `y` stand for the backslash and the angle bracket; the last group may be short.
  const bytesOf = (text) => {
    const words = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
    for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
      let word = 0;
      for (let place = at; place < at + 5; place++) {
        const code = place < text.length ? text.charCodeAt(place) : 119;
        word = word * 85 + (code === 120 ? 92 : code === 121 ? 60 : code) - 35;
      }
      words.setUint32(to, word);
    }
    return new Uint8Array(words.buffer, 0, Math.floor((text.length * 4) / 5));
  };
  const unpacked = (name) => {
    if (!Object.hasOwn(packed, name)) return Promise.reject(new Error(name + " is not in this file"));
    return new Response(new Blob([bytesOf(packed[name])]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };

  // A worker of a page without an origin may not read a blob of that page, but what an address holds itself.
  const held = (blob) =>
    new Promise((done, fail) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.onerror = fail;
      reader.readAsDataURL(blob);
    });
  const addresses = {};
  globalThis.kitchenInside = (name) => {
    const own = plain(name);
    const kind = own.split(".").pop();
    return (addresses[own] ??= unpacked(own).then((bytes) => {
      const blob = new Blob([bytes], { type: kinds[kind] });
      return kind === "js" ? held(blob) : URL.createObjectURL(blob);
    }));
  };

  // A picture that comes into view (`src/web/gallery.rs`) is asked for as on the site, and comes from here.
  const set = Element.prototype.setAttribute;
  // Small ones are in the file in the languages that are whole; the others have the English ones.
  const drawn = (value) => [plain(value), plain(value).replace(/-small-[a-z]+/, "-small-en")].find((own) => Object.hasOwn(packed, own));
  HTMLImageElement.prototype.setAttribute = function (name, value) {
    if (name !== "src" || !drawn(value)) return set.call(this, name, value);
    kitchenInside(drawn(value)).then((address) => ["data-src", "src"].forEach((name) => set.call(this, name, address)));
  };

  // Ways to the pages beside the program, and from them back.
  const led = (way) => {
    const page = /^(?:\.\/)?([a-z_-]+)\.html(#.*)?$/.exec(way);
    if (page && Object.hasOwn(packed, page[1] + ".html")) return `?page=${page[1]}${page[2] ?? ""}`;
    return way.replace(/^\.\/(?=\?|#|$)/, "") || "?";
  };
  const lead = ({ target }) => {
    const link = target.closest?.("a[href]");
    const way = link?.getAttribute("href");
    if (way && !/^[a-z]+:|^#/.test(way)) link.setAttribute("href", led(way));
  };
  for (const act of ["click", "auxclick"]) addEventListener(act, lead, true);

  const page = new URLSearchParams(location.search).get("page");
  if (page === null || !Object.hasOwn(packed, page + ".html")) return;
  globalThis.kitchenIsPage = true;
  const whole = async () => {
    const text = async (name) => new TextDecoder().decode(await unpacked(name));
    const { title, head, body, documentElement } = new DOMParser().parseFromString(await text(page + ".html"), "text/html");
    for (const sheet of head.querySelectorAll("link[rel=stylesheet]")) {
      const style = document.createElement("style");
      style.textContent = await text(plain(sheet.getAttribute("href")));
      sheet.replaceWith(style);
    }
    for (const frame of body.querySelectorAll("iframe[src]")) {
      frame.loading = "lazy";
      frame.setAttribute("src", led(frame.getAttribute("src")));
    }
    document.title = title;
    document.documentElement.lang = documentElement.lang;
    document.head.replaceChildren(...head.childNodes);
    document.body.replaceWith(body);
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  };
  addEventListener("DOMContentLoaded", whole, { once: true });
})();
