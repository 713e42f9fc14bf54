// A newcomer's walk: from the home page by the first minute through the first three chapters, as the doors and the one button under each
// stage lead. Each station leaves a picture in `WALK` (else `target/walk`), to be looked at.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { by, close, eventually, fastest, guess, kitchen, LAPTOP, painted, PHONE } from "../kit.mjs";

const FOLDER = process.env.WALK ?? "../../target/walk";
const LAST = "secret-sauce";

let site;
before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  site = await kitchen();
});
after(() => site.stop());

/** Waits until the first minute's act has played for a while. */
async function moves(page) {
  const at = async () => Number(await by(page, "first-stage").getAttribute("data-time"));
  const from = await at();
  await eventually(async () => (await at()) !== from && (await at()) > 0, "the act plays");
}

/** What the one button does now. */
const leads = (page) => page.locator("[data-next]").getAttribute("data-next");

/** Presses the one button until it leads to the next chapter, and answers what is asked on the way. Gives the captions that were read, and
 * how many presses it took. */
async function read(page, shot) {
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=stage]")?.dataset.end) > 0);
  await shot("opens");
  await fastest(page);
  const captions = [];
  let [asked, presses] = [0, 0];
  for (; presses < 30 && (await leads(page)) !== "chapter"; presses += 1) {
    if ((await leads(page)) === "show" && asked === 0) {
      asked += 1;
      await shot("asks");
      await guess(page);
      await by(page, "verdict").waitFor();
      await painted(page);
      await shot("answers");
    }
    captions.push(await by(page, "caption").innerText());
    await by(page, "next").click();
    await painted(page);
    // It plays to the act's end, or to the question.
    await eventually(async () => {
      captions.push(await by(page, "caption").innerText());
      return !["pause", "wait"].includes(await leads(page));
    }, "it plays to its next pause", 60_000);
    captions.push(await by(page, "caption").innerText());
  }
  assert.equal(await leads(page), "chapter", "the chapter was played to its end");
  assert.equal(asked, 1, "one question was asked");
  assert.ok(presses <= 10, `${presses} presses`);
  await shot("ends");
  return captions;
}

for (const [room, viewport] of [["phone", PHONE], ["laptop", LAPTOP]]) {
  for (const lang of ["ja", "en"]) {
    test(`from the home page to the end of ${LAST}, ${room}, ${lang}`, { timeout: 240_000 }, async () => {
      const page = await site.open(`?lang=${lang}`, { viewport });
      let count = 0;
      const shot = (name) => page.screenshot({ path: join(FOLDER, `${room}-${lang}-${String((count += 1)).padStart(2, "0")}-${name}.png`) });
      await shot("home");
      await by(page, "press").click();
      await moves(page);
      await shot("one-chef");
      await by(page, "first-guess").first().waitFor();
      await shot("question");
      await by(page, "first-guess").first().click();
      await moves(page);
      await shot("two-chefs");
      await page.locator(".first-panel .option.right").waitFor();
      await shot("no-faster");
      await by(page, "press").click();
      await by(page, "doors").waitFor();
      await shot("doors");
      await by(page, "doors").locator("a").first().click();
      const chapters = [];
      for (let chapter = 0; chapter < 6 && chapters.at(-1) !== LAST; chapter += 1) {
        await by(page, "stage").waitFor();
        const id = new URL(page.url()).searchParams.get("scene");
        chapters.push(id);
        const captions = await read(page, (name) => shot(`${id}-${name}`));
        assert.ok(new Set(captions).size >= 6, `${id}: ${new Set(captions).size} sentences`);
        if (id === LAST) break;
        await by(page, "next").click();
        await page.waitForFunction((id) => new URL(location.href).searchParams.get("scene") !== id, id);
      }
      assert.equal(chapters.at(-1), LAST, chapters.join(" → "));
      assert.ok(chapters.length <= 4, `few chapters on the way: ${chapters.join(" → ")}`);
      await close(page);
    });
  }
}
