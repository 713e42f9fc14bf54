// How the page stands in a room, measured: what leaves it, what is cut, broken, covered or out of reach.

/** Gives the page that room, and waits until everything stands still in it. */
export async function enter(page, { width, height, letters = 16 }) {
  await page.setViewportSize({ width, height });
  await page.evaluate((letters) => {
    document.documentElement.style.fontSize = letters === 16 ? "" : `${letters}px`;
    window.scrollTo(0, 0);
  }, letters);
  // The room, the timeline's height and the stage's size follow each other, a frame each: until none has moved for eight.
  await page.evaluate(`(async () => {
    const boxes = ${boxes};
    let [before, same] = ["", 0];
    for (let frame = 0; same < 8 && frame < 240; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = JSON.stringify(boxes());
      same = now === before ? same + 1 : 0;
      before = now;
    }
  })()`);
}

/** Where things are now, in pixels of the window. */
export const places = (page) => page.evaluate(boxes);

/** The same, in the page. */
function boxes() {
  const box = (selector) => {
    const found = document.querySelector(selector);
    if (!found) return undefined;
    const { top, bottom, left, right } = found.getBoundingClientRect();
    return { top, bottom, left, right };
  };
  return {
    stage: box("#stage"), caption: box(".caption"), next: box("[data-next]"), drawers: box(".drawers"), gantt: box(".gantt-frame"),
    wide: document.documentElement.scrollWidth, width: innerWidth, height: innerHeight,
  };
}

/** What is wrong with the page's texts and controls, in words. */
export function wrongs(page) {
  return page.evaluate(() => {
    const found = [];
    const say = (what, element) => found.push(`${what}: <${element.localName} class="${element.className}"> ${element.textContent.trim().slice(0, 50)}`);
    const hidden = (element) => element.closest(".hidden-visually, [hidden], .skip, .clock-text") || !element.checkVisibility({ visibilityProperty: true });
    const clips = (style) => style.clipPath !== "none" || (style.position === "absolute" && style.width === "1px");
    for (const element of document.querySelectorAll("#app *")) {
      if (hidden(element) || element.closest("svg")) continue;
      const style = getComputedStyle(element);
      if (clips(style)) continue;
      if (/auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1) say("scrolls inside the page", element);
      const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (says && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) say(`${element.scrollWidth} px in ${element.clientWidth}`, element);
      if (says && style.overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1) say("cut below", element);
    }
    const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (hidden(node.parentElement) || clips(getComputedStyle(node.parentElement))) continue;
      for (const word of node.data.matchAll(/[A-Za-z0-9][A-Za-z0-9.,%’']*/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter((rect) => rect.width > 0).map((rect) => Math.round(rect.top)));
        if (lines.size > 1) say(`“${word[0]}” is broken`, node.parentElement);
      }
    }
    for (const control of document.querySelectorAll("#app :is(button, select, summary, input, a)")) {
      if (hidden(control) || control.closest("details:not([open]) > :not(summary)")) continue;
      control.scrollIntoView({ block: "center", inline: "nearest" });
      // A link in a text may go on in the next line: its first part is what a finger goes for.
      const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect();
      const under = document.elementFromPoint(left + width / 2, top + height / 2);
      const meant = under && (control.contains(under) || under.contains(control) || under.closest("label")?.contains(control));
      if (!meant) say(`out of reach (under ${under?.className || under?.localName})`, control);
    }
    window.scrollTo(0, 0);
    return found;
  });
}

/** Where two texts lie over each other, in words. What floats over the page by design (what is fixed, what sticks, what lies on the
 * stage) is compared with its own kind alone. */
export function overlaps(page) {
  return page.evaluate(() => {
    const hidden = (element) => element.closest(".hidden-visually, [hidden], .skip, .clock-text, svg") || !element.checkVisibility({ visibilityProperty: true });
    const floats = (style) => /fixed|sticky|absolute/.test(style.position);
    /** The element that floats around a text, and the box outside which nothing of it is seen. */
    const around = (element) => {
      const seen = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
      let [layer, isClipped] = [null, false];
      for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.clipPath !== "none") isClipped = true;
        if (style.overflowX !== "visible" || style.overflowY !== "visible") {
          const box = one.getBoundingClientRect();
          for (const side of ["left", "top"]) seen[side] = Math.max(seen[side], box[side]);
          for (const side of ["right", "bottom"]) seen[side] = Math.min(seen[side], box[side]);
        }
        if (!layer && floats(style)) layer = one;
      }
      return { layer, seen, isClipped };
    };
    const texts = [];
    const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || hidden(node.parentElement)) continue;
      const { layer, seen, isClipped } = around(node.parentElement);
      if (isClipped) continue;
      range.selectNodeContents(node);
      for (const { left, top, right, bottom, height } of range.getClientRects()) {
        // Letters fill the middle of their line.
        const box = { left: left + 1, right: right - 1, top: top + height / 4, bottom: bottom - height / 4 };
        const cut = { left: Math.max(box.left, seen.left), right: Math.min(box.right, seen.right), top: Math.max(box.top, seen.top), bottom: Math.min(box.bottom, seen.bottom) };
        if (cut.right - cut.left > 2 && cut.bottom - cut.top > 2) texts.push({ ...cut, layer, node });
      }
    }
    texts.sort((a, b) => a.top - b.top);
    const found = new Set();
    for (const [at, one] of texts.entries()) {
      for (const other of texts.slice(at + 1)) {
        if (other.top >= one.bottom - 1) break;
        const isOver = other.left < one.right - 1 && one.left < other.right - 1;
        if (isOver && one.node !== other.node && one.layer === other.layer) {
          found.add(`“${one.node.data.trim().slice(0, 40)}” lies over “${other.node.data.trim().slice(0, 40)}”`);
        }
      }
    }
    return [...found];
  });
}
