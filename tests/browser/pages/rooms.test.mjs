// Every chapter fits every room it is used in: phones both ways, tablets, old projectors, walls, enlarged pages and letters.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, by, CHAPTERS, close, kitchen, scrub, visit } from "../kit.mjs";
import { enter, places, wrongs } from "../layout.mjs";

/** Width, height, and the root letters' size where it is not 16. `away`: the header may be scrolled away to see both. */
const ROOMS = [
  { name: "phone upright", width: 360, height: 740 },
  { name: "phone sideways", width: 740, height: 360 },
  { name: "tablet upright", width: 768, height: 1024 },
  { name: "old projector", width: 1024, height: 768 },
  { name: "projector", width: 1280, height: 720 },
  { name: "laptop", width: 1280, height: 800 },
  { name: "cheap laptop", width: 1366, height: 768 },
  { name: "classroom", width: 1920, height: 1080 },
  { name: "wall", width: 3840, height: 2160 },
  { name: "laptop at 200 %", width: 640, height: 400 },
  { name: "projector at 200 %", width: 640, height: 360 },
  { name: "old projector at 200 %", width: 512, height: 384, away: true },
  { name: "laptop with letters at 200 %", width: 1280, height: 800, letters: 32 },
  { name: "old projector with letters at 200 %", width: 1024, height: 768, letters: 32, away: true },
];
let site;
/** One page for all chapters, in both languages. */
let kept;
before(async () => {
  site = await kitchen();
  kept = await site.open("?lang=ja");
});
after(async () => {
  await close(kept);
  await site.stop();
});

/** The kept page in another chapter, as wide as a laptop's. */
async function into(query, viewport = { width: 1280, height: 800 }, bare = false) {
  await enter(kept, viewport);
  await visit(kept, query, bare);
  return kept;
}

/** The first screen in numbers: its words, and what can be pressed or dragged beside the picture, whose hands are the picture itself. */
function first(page) {
  return page.evaluate(() => {
    const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".hidden-visually, .skip, .clock-text");
    const texts = [...document.querySelectorAll("#app *")].filter((one) => seen(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    const said = texts.map((one) => [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(" ")).join(" ");
    const words = [...new Intl.Segmenter(document.documentElement.lang, { granularity: "word" }).segment(said)].filter((word) => word.isWordLike).length;
    return { words, controls: [...document.querySelectorAll("#app :is(a, button, input, select, summary):not([data-hand])")].filter(seen).length };
  });
}

for (const scene of CHAPTERS) {
  for (const lang of ["ja", "en"]) {
    test(`${scene} (${lang}): the stage is the page in every room`, async () => {
      const page = await into(`?scene=${scene}&lang=${lang}`, undefined, true);
      const faults = [];
      for (const room of [...ROOMS, { name: "a newer phone", width: 390, height: 844 }]) {
        await enter(page, room);
        const fault = (text) => faults.push(`${room.name}: ${text}`);
        let now = await places(page);
        if (now.wide > now.width) fault(`${now.wide} px wide`);
        if (room.away || room.height <= 400) {
          await page.evaluate((by) => window.scrollTo(0, by - 2), now.stage.top);
          now = await places(page);
        }
        if (now.stage.top < 0) fault("the stage begins above the screen");
        const foot = Math.max(now.stage.bottom, now.next.bottom, now.caption.bottom);
        if (foot > now.height + 0.5) fault(`stage to ${now.stage.bottom.toFixed()}, button to ${now.next.bottom.toFixed()} of ${now.height}`);
        const [width, height] = [now.stage.right - now.stage.left, now.stage.bottom - now.stage.top];
        const least = { laptop: [1200, 600], projector: [1200, 520], "a newer phone": [0, 0.55 * 844] }[room.name] ?? [0, 0];
        if (width < least[0] || height < least[1]) fault(`a stage of ${width.toFixed()} x ${height.toFixed()}`);
        if (room.name !== "laptop") continue;
        const { words, controls } = await first(page);
        if (words > 60 || controls > 10) fault(`${words} words and ${controls} controls`);
      }
      assert.deepEqual(faults, []);
    });

    test(`${scene} (${lang}) fits every room with all of its drawers open`, async () => {
      const page = await into(`?scene=${scene}&lang=${lang}`);
      await scrub(page, 0.42);
      const faults = [];
      for (const room of ROOMS) {
        await enter(page, room);
        const fault = (text) => faults.push(`${room.name}: ${text}`);
        const now = await places(page);
        if (now.wide > now.width) fault(`${now.wide} px wide`);
        for (const wrong of await wrongs(page)) fault(wrong);
      }
      assert.deepEqual(faults, []);
    });
  }
}

for (const scene of CHAPTERS) {
  test(`${scene}: on a phone the question leaves the picture in view`, async () => {
    for (const lang of ["ja", "en"]) {
      const page = await into(`?scene=${scene}&lang=${lang}`, { width: 360, height: 740 });
      await ask(page);
      for (const room of [{ width: 360, height: 740 }, { width: 320, height: 568 }]) {
        await enter(page, room);
        const [gate, stage] = [await by(page, "gate").boundingBox(), await by(page, "stage").boundingBox()];
        const where = `${lang} ${room.width}: stage ${JSON.stringify(stage)}, question ${JSON.stringify(gate)}`;
        assert.ok(gate.y >= stage.y + stage.height - 0.5 && stage.height >= 199, where);
        assert.ok(gate.y + gate.height - stage.y <= room.height, `both are on one screen, ${where}`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= room.width, where);
      }
    }
  });
}

test("in a folded menu every tool is in reach", async () => {
  const page = await site.open("?scene=pipeline&lang=en", { viewport: { width: 360, height: 740 } });
  for (const room of ROOMS) {
    await enter(page, room);
    const menu = by(page, "menu");
    if ((await menu.isVisible()) && (await menu.getAttribute("aria-expanded")) === "false") await menu.click();
    for (const tool of ["lang-ja", "lang-en", "lang-es", "share", "settings"]) {
      const box = await by(page, tool).first().boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= room.width, `${room.name}: ${tool} at ${JSON.stringify(box)}`);
    }
  }
  await close(page);
});

test("the parts stand in the document as they stand before the eye", async () => {
  const page = await site.open("?scene=tensor&lang=en");
  for (const room of ROOMS) {
    await enter(page, room);
    const order = await page.evaluate(() => {
      const parts = [".reading", ".work", ".side"].map((name) => document.querySelector(`main > ${name}`));
      const read = [...parts].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
      const box = (part) => part.getBoundingClientRect();
      // Columns beside each other from the left, what lies below later.
      const seen = [...parts].sort((a, b) => (box(a).bottom <= box(b).top + 1 || (box(a).left < box(b).left - 1 && box(b).bottom > box(a).top + 1) ? -1 : 1));
      return [read, seen].map((list) => list.map((part) => part.className.split(" ")[0]).join(" "));
    });
    assert.equal(order[0], order[1], room.name);
  }
  await close(page);
});

test("the focus stays where it was when the room changes", async () => {
  const page = await site.open("?scene=pipeline&lang=en", { viewport: { width: 1280, height: 800 } });
  for (const id of ["play", "table", "control-stages"]) {
    await by(page, id).focus();
    for (const room of [ROOMS[0], ROOMS[3], ROOMS[5], ROOMS[1], ROOMS[5]]) {
      await enter(page, room);
      const focused = await page.evaluate(() => document.activeElement.dataset.testid ?? document.activeElement.localName);
      assert.equal(focused, id, room.name);
    }
  }
  await close(page);
});
