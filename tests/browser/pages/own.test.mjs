// The reader's own restaurant in the lab: as a manager without any file, and as an engineer with a model's configuration and a
// topology. Laptop size; the answers are computed in the worker.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { by, close, end, eventually, kitchen, PHONE, time, tool } from "../kit.mjs";

let site;
before(async () => (site = await kitchen()));
after(() => site.stop());

/** A picture for whoever wants to look, where a folder for it is named. */
async function picture(page, name) {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/own-${name}.png` });
}

const answers = (page) => by(page, "own-table").locator("tbody tr");

/** Waits until all purchases have been raced: a minute is what a manager has. */
const raced = (page) => page.waitForFunction(() => {
  const race = document.querySelector("[data-testid=own-race]");
  return race?.getAttribute("aria-busy") === "false" && Number(race.dataset.answers) > 1;
}, null, { timeout: 60_000 });

for (const lang of ["en", "ja"]) {
  test(`a manager is told what to buy first in three presses, without any file (${lang})`, async () => {
    const page = await site.open(`?scene=lab&lang=${lang}`, { bare: true });
    const before = page.url();
    await by(page, "own").first().click();
    await by(page, "own-dialog").waitFor();
    await picture(page, `${lang}-form`);
    await by(page, "own-system").selectOption("dgx-a100");
    assert.equal(await by(page, "own-nodes").inputValue(), "16");
    assert.equal(await by(page, "own-model").inputValue(), "llama3-70b");
    assert.match(await by(page, "own-sums").innerText(), /4\.19/, "the batch is in sight");
    await by(page, "own-go").click();
    await raced(page);
    await by(page, "own-answer").scrollIntoViewIfNeeded();
    await picture(page, `${lang}-answer`);
    assert.equal(await page.locator("[data-best=true]").count(), 1);
    for (const row of await answers(page).all()) assert.match(await row.innerText(), /TP \d+ × PP \d+ × DP \d+/);
    assert.ok((await by(page, "own-answer").innerText()).length > 20);
    // A price of one's own counts at once; what is no price is said, and all else stays.
    const [price, rows] = [page.locator("[data-best=true] [id^=own-price-]"), await answers(page).count()];
    await price.fill("100,000-200000");
    await price.blur();
    await eventually(async () => /\d–\d[\d,]* for each 1 %|1 %速くするのに[\d,]+–\d/.test(await page.locator("[data-best=true]").innerText()), "what a percent costs");
    await price.fill("cheap");
    await price.blur();
    await page.locator("[data-best=true] .own-wrong").waitFor();
    assert.equal(await answers(page).count(), rows);
    await by(page, "own-training").fill("2");
    await by(page, "own-training").blur();
    await page.emulateMedia({ media: "print" });
    assert.ok(await by(page, "own-table").isVisible(), "the answers are what is printed");
    assert.ok(!(await by(page, "stage").isVisible()), "and nothing around them is");
    await picture(page, `${lang}-print`);
    await page.emulateMedia({ media: null });
    const first = await end(page);
    await page.locator("[data-best=true]").getByTestId("own-stage").click();
    await eventually(async () => (await end(page)) !== first, "the restaurant is on the stage", 60_000);
    assert.match(decodeURIComponent(page.url()), /own=dgx-a100_16_8x200_llama3-70b_1024x4096/);
    assert.notEqual(page.url(), before);
    await picture(page, `${lang}-stage`);
    await close(page);
  });
}

const CONFIG = JSON.stringify({
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  hidden_size: 2048,
  num_hidden_layers: 20,
  num_attention_heads: 16,
  num_key_value_heads: 4,
  intermediate_size: 5632,
  vocab_size: 64000,
  tie_word_embeddings: true,
});

/** What `nvidia-smi topo -m` prints of eight GPUs on an exchange with two cards. */
function topology() {
  const gpus = [...Array(8).keys()];
  const head = ["", ...gpus.map((gpu) => `GPU${gpu}`), "NIC0", "NIC1", "CPU Affinity", "NUMA Affinity"].join("\t");
  const near = (gpu, card) => (Math.floor(gpu / 4) === card ? "PXB" : "SYS");
  const rows = gpus.map((gpu) =>
    [`GPU${gpu}`, ...gpus.map((to) => (to === gpu ? " X " : "NV18")), near(gpu, 0), near(gpu, 1), "0-51", "0"].join("\t"));
  const cards = [0, 1].map((card) => [`NIC${card}`, ...gpus.map((gpu) => near(gpu, card)), ...[0, 1].map((to) => (to === card ? " X " : "SYS"))].join("\t"));
  return [head, ...rows, ...cards].join("\n");
}

test("an engineer brings a configuration and a topology; what is broken is one sentence and loses nothing", async () => {
  const page = await site.open("?scene=lab&lang=en", { bare: true });
  await by(page, "own").first().click();
  await by(page, "own-dialog").waitFor();
  await by(page, "own-file").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from(CONFIG) });
  await eventually(async () => /20 layers, width 2,?048/.test(await by(page, "own-said").innerText()), "the model is told");
  assert.equal(await by(page, "own-model").inputValue(), "config.json");
  await by(page, "own-paste").fill(topology());
  await by(page, "own-take").click();
  await eventually(async () => /8 GPUs, 144 NVLinks, 2 NICs/.test(await by(page, "own-said").innerText()), "the topology is told");
  assert.equal(await by(page, "own-system").inputValue(), "dgx-h100");
  assert.equal(await by(page, "own-cards").inputValue(), "2");
  await by(page, "own-paste").fill('{"model_type": "llama"');
  await by(page, "own-take").click();
  await eventually(async () => /breaks off/.test(await by(page, "own-said").innerText()), "one sentence");
  assert.equal(await by(page, "own-model").inputValue(), "config.json", "nothing is lost");
  await picture(page, "en-engineer");
  await by(page, "own-go").click();
  await raced(page);
  await by(page, "own-answer").scrollIntoViewIfNeeded();
  await picture(page, "en-engineer-answer");
  assert.ok((await answers(page).count()) > 2);
  await close(page);
});

for (const [lang, viewport] of [["en", undefined], ["ja", undefined], ["en", PHONE], ["ja", PHONE]]) {
  test(`a published run stands beside what is simulated, and a better plan races on one clock with it (${lang}, ${viewport ? "phone" : "laptop"})`, async () => {
    const name = `${lang}-run-${viewport ? "phone" : "laptop"}`;
    const page = await site.open(`?scene=lab&lang=${lang}`, { bare: true, viewport });
    await by(page, "own").first().click();
    await by(page, "own-dialog").waitFor();
    await by(page, "own-run").selectOption("llama3-70b");
    await eventually(async () => (await by(page, "own-system").inputValue()) === "dgx-h100", "the run's own cluster");
    assert.deepEqual(
      await Promise.all(["nodes", "model", "tensor", "stages"].map((id) => by(page, `own-${id}`).inputValue())),
      ["8", "llama3-70b", "4", "4"],
    );
    assert.equal(await by(page, "own-command").inputValue(), "kitchen plan --famous llama3-70b");
    await by(page, "own-go").click();
    await raced(page);
    const notes = await by(page, "own-note").allInnerTexts();
    assert.match(notes[0], /10\.8\s?s[^]*10\.3\s?s/, "published and simulated");
    assert.match(notes[1], lang === "en" ? /cannot be told apart/ : /どちらが速いとも言えない/);
    await by(page, "own-answer").scrollIntoViewIfNeeded();
    await picture(page, `${name}-answer`);
    const first = await end(page);
    await answers(page).last().getByTestId("own-stage").click();
    await eventually(async () => (await end(page)) !== first, "both are on the stage", 60_000);
    assert.match(decodeURIComponent(page.url()), /buy=plan[^]*own=run-llama3-70b/);
    await picture(page, `${name}-stage`);
    const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= inner, `${width} px wide in ${inner}`);
    await close(page);
  });
}

const focused = (page) => page.evaluate(() => document.activeElement?.id);

test("the focus goes back to what opened the dialog, the first time too", async () => {
  const page = await site.open("?scene=lab&lang=en", { bare: true });
  for (const how of ["button", "Escape"]) {
    await by(page, "own").first().focus();
    await page.keyboard.press("Enter");
    await by(page, "own-dialog").waitFor();
    if (how === "button") await by(page, "own-close").click();
    else await page.keyboard.press("Escape");
    await by(page, "own-dialog").waitFor({ state: "detached" });
    await eventually(async () => (await focused(page)) === "own-open", how);
  }
  await close(page);
});

const OWN = "dgx-a100_16_8x200_llama3-70b_1024x4096";

/** The hash of a moment in the last act, with a restaurant of the reader's own. */
const moment = (own, buy = "chef") => `#v=1&kind=lab&buy=${buy}&lot=both&texts=128&act=turn&own=${own}`;

for (const lang of ["en", "ja"]) {
  test(`a link opens the same restaurant of the reader's own, and is passed on as it came (${lang})`, async () => {
    const page = await site.open(`?scene=lab&lang=${lang}${moment(OWN)}`, { bare: true });
    assert.match(await page.locator("body").innerText(), /H100/);
    const whole = await end(page);
    assert.ok(whole > 0);
    await (await tool(page, "share")).click();
    const link = await by(page, "share-link").first().inputValue();
    assert.match(decodeURIComponent(link), new RegExp(OWN));
    await close(page);
    const other = await site.open(link.slice(site.url.length), { bare: true });
    assert.deepEqual([await end(other), await time(other)], [whole, 0]);
    await by(other, "own").first().click();
    await by(other, "own-dialog").waitFor();
    const said = await Promise.all(["system", "nodes", "gbit", "model", "words"].map((id) => by(other, `own-${id}`).inputValue()));
    assert.deepEqual(said, ["dgx-a100", "16", "200", "llama3-70b", "4096"]);
    await close(other);
  });
}

const HOSTILE = {
  "a system that is none": "dgx-z_16_8x200_llama3-70b_1024x4096",
  "more kitchens than are planned for": "dgx-a100_99999_8x200_llama3-70b_1024x4096",
  "a model without layers": "dgx-h100_4_8x400_m-0-0-0-0-0-0-0-0-0-0-0-0-0-0_128x4096",
  "a run that nobody published": "run-nobody",
  "a script": "%3Cscript%3Ealert(1)%3C/script%3E",
  "no end": "a".repeat(1500),
  "nothing": "",
};

for (const [what, own] of Object.entries(HOSTILE)) {
  test(`${what} for a restaurant of the reader's own is told, and nothing else is lost`, async () => {
    const page = await site.open(`?scene=lab&lang=en${moment(own, "tunnel").replace("lot=both", "lot=street")}`, { bare: true });
    assert.ok((await end(page)) > 0);
    if (own) {
      await by(page, "problem").first().waitFor();
      assert.ok((await by(page, "problem").first().innerText()).trim().length > 5);
    }
    await eventually(() => /buy=tunnel/.test(page.url()) && /lot=street/.test(page.url()) && !/own=./.test(page.url()), "the rest stays");
    await by(page, "own").first().click();
    await by(page, "own-dialog").waitFor();
    await close(page);
  });
}

for (const lang of ["en", "ja"]) {
  for (const [name, viewport] of [["laptop", undefined], ["phone", PHONE]]) {
    test(`what is bought is named on the stage (${lang}, ${name})`, async () => {
      const page = await site.open(`?scene=lab&lang=${lang}${moment(OWN)}`, { bare: true, viewport });
      assert.ok((await end(page)) > 0);
      await picture(page, `${lang}-${name}`);
      const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= inner, `${width} px wide in ${inner}`);
      await close(page);
    });
  }
}

test("the numbers say where both steps' time went, and each column adds up to the picosecond", async () => {
  const page = await site.open("?scene=lab&lang=en&layer=xray");
  if ((await by(page, "account").count()) === 0) await by(page, "show").click();
  const columns = await by(page, "account").locator("table").evaluate((table) => {
    const rows = [...table.querySelectorAll("tbody")].map((body) => [...body.querySelectorAll("td")].map((cell) => BigInt(cell.textContent.replaceAll(",", ""))));
    return [0, 1].map((run) => rows.map((row) => row[run].toString()));
  });
  for (const column of columns) {
    const numbers = column.map(BigInt);
    const all = numbers.pop();
    assert.ok(numbers.length >= 5 && all > 0n, `${column}`);
    assert.equal(numbers.reduce((sum, number) => sum + number, 0n), all);
  }
  assert.equal(String(columns[0].at(-1)), await by(page, "stage").getAttribute("data-end"), "today's step is the longer one, and the run");
  await close(page);
});

for (const [lang, viewport, says, wrong] of [
  ["en", undefined, /Purchases: \d, for [\d,]+ dollars of 6,000,000/, /A whole number/],
  ["ja", PHONE, /\d回の買い物に[\d,]+ドル（予算6,000,000ドル）/, /整数/],
]) {
  test(`a budget is spent one purchase after another (${lang})`, async () => {
    const page = await site.open(`?scene=lab&lang=${lang}${moment("dgx-a100_8_8x200_llama3-70b_512x4096")}`, { bare: true, viewport });
    await by(page, "own").first().click();
    await by(page, "own-go").click();
    await raced(page);
    await by(page, "own-budget").fill("much");
    await by(page, "budget-go").click();
    assert.match(await by(page, "budget").innerText(), wrong, "what is no number is said");
    await by(page, "own-budget").fill("6,000,000");
    await by(page, "budget-go").click();
    await page.waitForFunction(() => document.querySelector("[data-testid=budget]")?.dataset.done === "true", null, { timeout: 120_000 });
    const rows = await by(page, "budget-table").locator("tbody tr").allInnerTexts();
    assert.ok(rows.length > 1, `there is more than one purchase: ${rows}`);
    for (const row of rows) assert.equal(row.match(/TP \d+ × PP \d+ × DP \d+/g)?.length, 2, `both plans stand there: ${row}`);
    assert.match(await by(page, "budget-sum").innerText(), says);
    await picture(page, `budget-${lang}`);
    await close(page);
  });
}
