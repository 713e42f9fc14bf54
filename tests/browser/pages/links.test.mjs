// A link is the whole state: it brings back the moment, and a bad one is told, not hidden.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { by, close, end, kitchen, pass, ready, time, tool, until } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** The link that the share dialog gives. */
async function shared(page) {
  await (await tool(page, "share")).click();
  const link = by(page, "share-link").first();
  await link.waitFor();
  return link.evaluate((element) => element.value ?? element.href ?? element.textContent.trim());
}

for (const layer of ["kitchen", "xray"]) {
  test(`the shared link opens the same moment (${layer})`, async () => {
    const page = await site.open(`?scene=pipeline&lang=en&layer=${layer}`);
    await by(page, "beat-forward").click();
    await until(page, (now) => now > 0, "one beat");
    await by(page, "step-forward").click();
    const [moment, caption] = [await time(page), await by(page, "caption").innerText()];
    const link = await shared(page);
    assert.ok(link.startsWith(site.url), link);

    const other = await site.open(link.slice(site.url.length));
    assert.equal(await time(other), moment);
    assert.equal(await by(other, "caption").innerText(), caption);
    assert.equal(await other.locator("html").getAttribute("lang"), "en");
    await close(other);
    await close(page);
  });
}

test("a chapter's sign says what it asks before any program runs, and leads to the moment", async () => {
  const sign = "tensor-en.html?layer=xray#v=1&kind=tensor&act=road";
  const bare = await site.open(sign, { javaScriptEnabled: false });
  const said = (name) => bare.locator(`meta[property="og:${name}"]`).getAttribute("content");
  const [title, hook] = [await bare.locator("h1").innerText(), await bare.locator("p").innerText()];
  assert.deepEqual([await said("title"), await said("description"), await said("locale")], [title, hook, "en_US"]);
  await bare.locator("#way").click();
  await bare.waitForURL(/\?scene=tensor&lang=en$/);
  await bare.context().close();

  const page = await site.open(sign, { bare: true });
  const { searchParams, pathname } = new URL(page.url());
  assert.deepEqual([pathname, searchParams.get("scene"), searchParams.get("layer")], ["/", "tensor", "xray"]);
  assert.equal(await by(page, "acts").getAttribute("data-act"), "road");
  await close(page);
});

test("reloading stays at the moment", async () => {
  const page = await site.open("?scene=links&lang=ja");
  await pass(page);
  await by(page, "beat-forward").click();
  const moment = await until(page, (now) => now > 0, "one beat");
  await page.waitForURL(/[?&#]t=\d/); // the address is written when the playhead rests
  await page.reload();
  await ready(page);
  assert.equal(await time(page), moment);
  await close(page);
});

const BAD = {
  "an unknown chapter": "?scene=dessert",
  "an unknown language": "?scene=pipeline&lang=xx",
  "an unknown layer": "?scene=pipeline&layer=smoke",
  "an unknown key": "?scene=pipeline#v=1&gravity=9",
  "an unknown version": "?scene=pipeline#v=99&t=0",
  "a time that is no number": "?scene=pipeline#v=1&t=soon",
  "a time far too late": "?scene=pipeline#v=1&t=99999999999999999999999999",
  "a broken escape": "?scene=pipeline#v=1&%E0%A4%A=1",
  "a script": "?scene=%3Cscript%3Ealert(1)%3C/script%3E",
  "a very long hash": "?scene=pipeline#v=1&" + "a=1&".repeat(5000),
};

for (const [what, query] of Object.entries(BAD)) {
  test(`${what} in the link gives a sentence and a working page`, async () => {
    const page = await site.open(query);
    await by(page, "problem").first().waitFor();
    assert.ok((await by(page, "problem").first().innerText()).trim().length > 5);
    if (query.includes("scene=pipeline")) {
      assert.ok((await end(page)) > 0);
      await by(page, "step-forward").click();
      await until(page, (now, last) => now >= 0 && now <= last, "one step");
    } else {
      await by(page, "contents").waitFor();
    }
    await close(page);
  });
}

test("the embedded view has the stage and its buttons, and no more than it needs", async () => {
  const page = await site.open("?scene=data&embed=1&lang=en", { viewport: { width: 800, height: 520 } });
  await by(page, "stage").waitFor();
  await by(page, "play").waitFor();
  assert.equal(await by(page, "contents").count(), 0);
  const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= inner, `${width} px wide in ${inner}`);
  await close(page);
});

test("query keys choose how it is shown", async () => {
  const page = await site.open("?scene=tensor&lang=en&layer=xray&theme=projector");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  const pressed = await by(page, "layer-xray").evaluate((e) => e.ariaPressed ?? e.ariaChecked ?? e.ariaSelected ?? String(e.checked));
  assert.equal(pressed, "true");
  await close(page);
});

test("a class scans the moment, and the teacher reads what is said at each beat", async () => {
  const page = await site.open("?scene=tensor&lang=en");
  const beats = await page.locator(".marks i").count();
  assert.equal(await by(page, "notes").locator("li").count(), beats, "a note for each beat");
  await page.focus("#stage");
  await page.keyboard.press("p");
  await page.keyboard.press("q");
  const code = by(page, "share-qr");
  await code.waitFor();
  const [left, , side] = (await code.getAttribute("viewBox")).split(" ").map(Number);
  assert.ok(left === -4 && side >= 29 && (side - 8) % 4 === 1, "a code with a quiet zone of four modules");
  assert.match(await code.locator("path").getAttribute("d"), /^M0 0h7v1H0z/, "it begins with a finder");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "projector");
  await close(page);
});
