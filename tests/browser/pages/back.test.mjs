// Back goes back, however slowly the page that it leads to comes: what still plays does not write over its address.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, kitchen, stays } from "../kit.mjs";

const TIMES = 10;
let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

test(`back to a page whose texts come slowly, ${TIMES} times of ${TIMES}`, async () => {
  let arrived = 0;
  for (let turn = 0; turn < TIMES; turn += 1) {
    // The chapter that is gone back to was not on the screen in this visit, so that its texts are still to come.
    const page = await site.open("?scene=data&lang=en");
    await page.evaluate(() => {
      for (const scene of ["tensor", "data"]) history.pushState(null, "", `?scene=${scene}&lang=en`);
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await by(page, "next").click();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 900, downloadThroughput: 200_000, uploadThroughput: 200_000 });
    await page.goBack({ waitUntil: "commit" });
    await page.waitForFunction(() => window.collectiveKitchen.state()?.chapter === "tensor", null, { timeout: 10_000 }).catch(() => {});
    const chapter = await page.evaluate(() => window.collectiveKitchen.state()?.chapter);
    await stays(() => page.evaluate(() => window.collectiveKitchen.state()?.chapter), "and there it stays", 800);
    arrived += /scene=tensor/.test(page.url()) && chapter === "tensor" ? 1 : 0;
    await page.context().close();
  }
  assert.equal(arrived, TIMES);
});
