// A reader goes back while a chapter is on its way: nothing of a chapter is called before it is here, and the page that was asked for last
// is the one that opens.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, kitchen, pass, stepOn, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

async function plays(page, scene) {
  await page.waitForFunction((scene) => window.collectiveKitchen?.state()?.chapter === scene, scene);
  await pass(page);
  await stepOn(page);
  await until(page, (now) => now > 0, "one step");
}

/** Goes from one chapter to another on the page itself, as its links do. */
async function turn(page, to) {
  await page.evaluate((to) => {
    history.pushState(null, "", `?scene=${to}&lang=en`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, to);
  await page.waitForFunction((to) => window.collectiveKitchen.state()?.chapter === to, to);
}

for (const [from, to] of [["two-faces", "tensor"], ["lab", "mishaps"], ["ethernet", "cast"], ["collectives", "data"]]) {
  test(`from ${from} to ${to}, loaded again, and back before ${to} is here`, async () => {
    const page = await site.open(`?scene=${from}&lang=en`);
    await page.waitForFunction(() => location.hash.includes("kind="));
    await turn(page, to);
    // Its parts are asked for and do not come before the reader has left.
    let release;
    const left = new Promise((done) => (release = done));
    await page.route("**/parts/**", async (route) => {
      await left;
      await route.continue();
    });
    // By the program, that is: what the starting script does before it knows no chapter.
    await page.addInitScript(() => {
      let get;
      const asks = (real) => (...things) => ((window.isAsked = true), real(...things));
      Object.defineProperty(window, "kitchenGet", { set: (real) => (get = asks(real)), get: () => get });
    });
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => window.isAsked);
    await page.evaluate(() => history.back());
    await page.waitForURL((url) => url.searchParams.get("scene") === from);
    release();
    await plays(page, from);
    await close(page);
  });
}

test("a link that names two chapters opens one of them, whichever they are and however late they come", async () => {
  const page = await site.open("?lang=en");
  const pairs = [["tensor", "two-faces"], ["mishaps", "lab"], ["cast", "ethernet"], ["data", "collectives"], ["pipeline", "data"]];
  for (const [first, last] of pairs) {
    await page.goto(`${site.url}?scene=${first}&scene=${last}&lang=en#v=1&kind=${last}`);
    await plays(page, last);
    await page.goto("about:blank");
  }
  await close(page);
});
