// What is shown beside a link to a chapter: its page names a picture that is there, as large as it says, and no visit fetches it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { CHAPTERS, close, DIST, kitchen } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

const SIGNATURE = "89504e470d0a1a0a";

/** How many points wide and high a PNG says it is. */
function points(file) {
  const bytes = readFileSync(file);
  assert.equal(bytes.subarray(0, 8).toString("hex"), SIGNATURE, `${file} is a PNG`);
  assert.ok(bytes.length > 10_000, `${file} has something on it`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function check(chapter, lang) {
  const page = readFileSync(`${DIST}/${chapter}-${lang}.html`, "utf8");
  const tag = (name) => page.match(new RegExp(`(?:property|name)="${name}" content="([^"]*)"`))?.[1];
  const image = tag("og:image");
  assert.ok(image, `${chapter}-${lang}.html names a picture`);
  // A whole address where the site's is known.
  const own = image.replace(/^https?:\/\/[^/]+\/(.*\/)?(?=pictures\/)/, "").replace(/^\.\//, "");
  assert.equal(own, `pictures/${chapter}-preview-${lang}.png`);
  assert.deepEqual(points(`${DIST}/${own}`), [Number(tag("og:image:width")), Number(tag("og:image:height"))]);
  assert.deepEqual(points(`${DIST}/${own}`), [1200, 630]);
  assert.equal(tag("twitter:image"), image);
  assert.equal(tag("twitter:card"), "summary_large_image");
}

for (const lang of ["ja", "en"]) {
  test(`every chapter's page names its picture (${lang})`, () => CHAPTERS.forEach((chapter) => check(chapter, lang)));
}

test("a visit fetches none of them", async () => {
  const page = await site.open();
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(`${site.url}${CHAPTERS[0]}-en.html`);
  await page.locator("[data-ready=true]").first().waitFor({ state: "attached" });
  assert.ok(fetched.length > 3, "there was a visit");
  assert.deepEqual(fetched.filter((url) => url.includes("-preview-")), []);
  await close(page);
});
