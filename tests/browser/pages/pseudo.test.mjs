// What the page is in a language that nobody speaks: 40 % longer than English, with accents and in brackets, and the same from right to
// left (`../pseudo.mjs`). Nothing leaves the page, no button is cut or out of reach, no text lies over another.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, kitchen, LAPTOP, PHONE, scrub, visit } from "../kit.mjs";
import { enter, overlaps, places, wrongs } from "../layout.mjs";
import { said, speak } from "../pseudo.mjs";

/** The home page, and chapters of every kind of stage. */
const SCENES = ["", "cast", "two-faces", "pipeline", "tensor", "links", "collectives", "lab"];
const ROOMS = [{ name: "phone", ...PHONE }, { name: "laptop", ...LAPTOP }];

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

test("a sentence becomes longer, and its marks stay", () => {
  const check = (text, expected) => assert.equal(said(text), expected);
  check("Play", "[Þľàý]");
  check("Skip to the stage", "[Šķîþ ťô ťĥé šťàĝé ôñé ťŵô]");
  check("Chef \u0001n\u0002", "[Çĥéƒ \u0001n\u0002]");
  check("\u0003n\u0004one chef\u0005many chefs\u0006", "[\u0003n\u0004ôñé çĥéƒ\u0005ɱàñý çĥéƒš\u0006 ôñé ťŵô]");
  for (const data of ["ltr", "200", ", ", "{ }", "chef = chef, chefs\nkitchen = kitchen"]) check(data, data);
});

for (const [language, isMirrored] of [["long", false], ["mirrored", true]]) {
  test(`${language}: every page holds it`, async (about) => {
    // What English the page has before is what it keeps.
    const page = await site.open("?lang=ja");
    await speak(page, isMirrored);
    await visit(page, "?lang=en");
    assert.equal(await page.locator("html").getAttribute("dir"), isMirrored ? "rtl" : "ltr");
    assert.match(await by(page, "contents").innerText(), /\[.*[ŕťĥñ].*\]/);
    for (const scene of SCENES) {
      await about.test(scene || "home", async () => {
        await page.setViewportSize(LAPTOP);
        await visit(page, scene ? `?scene=${scene}&lang=en` : "?lang=en");
        if (scene) await scrub(page, 0.42);
        const faults = [];
        for (const room of ROOMS) {
          await enter(page, room);
          const now = await places(page);
          if (now.wide > now.width) faults.push(`${room.name}: ${now.wide} px wide`);
          for (const fault of [...(await wrongs(page)), ...(await overlaps(page))]) faults.push(`${room.name}: ${fault}`);
        }
        assert.deepEqual(faults, []);
      });
    }
    await close(page);
  });
}
