// <collective-kitchen chapter="pipeline" act="cut" lang="en">: a chapter in an article. Until it is near what is seen, and where no script
// runs, what stands inside the element stands for it: a picture that links to the chapter. Attributes and properties of one name are one:
//
//   chapter · act · lang · layer (kitchen, xray) · theme (auto, light, dark) · moment (a link's hash) · controls · timeline · plain (no switch)
//
// Methods: play(), pause(), seek(share), set({ … }). Events: ready, state, time, act, answered, error; each has its message as `detail`.
// The messages themselves are told in `frame.js` beside this file.
(() => {
  const home = new URL(".", document.currentScript.src);
  const WORDS = ["chapter", "act", "lang", "layer", "theme", "moment"];
  const TOLD = ["ready", "state", "time", "act", "answered", "error"];
  const [VERSION, NEAR, FIRST_HEIGHT, MOST_HEIGHT] = [1, "600px", 640, 4000];

  class Kitchen extends HTMLElement {
    static observedAttributes = WORDS;
    #frame;
    #near;
    #heard = ({ source, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow || data?.kitchen !== VERSION) return;
      if (data.type === "size" && data.height > 0) this.#frame.style.height = `${Math.min(data.height, MOST_HEIGHT)}px`;
      if (!TOLD.includes(data.type)) return;
      if (data.type === "state") this.state = data;
      this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    };

    connectedCallback() {
      this.style.display ||= "block";
      addEventListener("message", this.#heard);
      this.#near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.#open(), { rootMargin: NEAR });
      this.#near.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#heard);
      this.#near.disconnect();
      this.#frame?.remove();
      this.#frame = undefined;
      this.shadowRoot?.replaceChildren(document.createElement("slot"));
    }

    attributeChangedCallback(name, before, after) {
      if (this.#frame && before !== after) this.set({ [name === "moment" ? "hash" : name]: after ?? "" });
    }

    #address() {
      const query = new URLSearchParams({ scene: this.chapter || "pipeline", embed: "1" });
      for (const name of ["lang", "layer", "theme"]) if (this[name]) query.set(name, this[name]);
      if (this.hasAttribute("controls")) query.set("controls", "1");
      if (this.hasAttribute("timeline")) query.set("gantt", "1");
      if (this.hasAttribute("plain")) query.set("switch", "0");
      const hash = this.moment || (this.act ? `v=1&act=${encodeURIComponent(this.act)}` : "");
      return `${home}?${query}${hash ? `#${hash.replace(/^#/, "")}` : ""}`;
    }

    #open() {
      this.#near.disconnect();
      const frame = document.createElement("iframe");
      frame.src = this.#address();
      frame.title = this.getAttribute("title") ?? "Collective Kitchen";
      frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
      frame.style.cssText = `display:block;border:0;width:100%;height:${FIRST_HEIGHT}px`;
      this.#frame = frame;
      (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(frame);
    }

    #say(type, more) {
      this.#frame?.contentWindow?.postMessage({ kitchen: VERSION, type, ...more }, "*");
    }

    play() {
      this.#say("play");
    }

    pause() {
      this.#say("pause");
    }

    /** A share of the run, from 0 to 1. */
    seek(share) {
      this.#say("seek", { share });
    }

    set(asked) {
      this.#say("set", asked);
    }
  }

  for (const name of WORDS) {
    Object.defineProperty(Kitchen.prototype, name, {
      get() {
        return this.getAttribute(name) ?? "";
      },
      set(value) {
        this.setAttribute(name, value);
      },
    });
  }
  customElements.get("collective-kitchen") ?? customElements.define("collective-kitchen", Kitchen);
})();
