// Pictures of the home page and every chapter, to judge the looks by: node screenshots.mjs FOLDER
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { by, CHAPTERS, CLASSROOM, end, kitchen, LAPTOP, PHONE, scrub, painted } from "./kit.mjs";

const folder = process.argv[2] ?? "out";
mkdirSync(folder, { recursive: true });
const site = await kitchen();
const only = process.argv.slice(3);

for (const viewport of [PHONE, LAPTOP, CLASSROOM]) {
  for (const lang of ["ja", "en"]) {
    for (const scene of ["home", ...CHAPTERS]) {
      for (const layer of scene === "home" ? ["kitchen"] : ["kitchen", "xray"]) {
        const name = `${scene}-${layer}-${lang}-${viewport.width}x${viewport.height}`;
        if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
        const page = await site.open(scene === "home" ? `?lang=${lang}` : `?scene=${scene}&lang=${lang}&layer=${layer}`, { viewport });
        if (scene !== "home") {
          await scrub(page, 0.42);
          await painted(page);
          if ((await end(page)) === 0) console.log(`${name}: nothing to play`);
          if (viewport === PHONE) await by(page, "stage").evaluate((stage) => stage.scrollIntoView({ block: "start" }));
        }
        await page.screenshot({ path: join(folder, `${name}.png`) });
        if (viewport === PHONE) await page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true });
        for (const fault of page.faults) console.log(`${name}: ${fault}`);
        await page.context().close();
      }
    }
  }
}
console.log(`pictures are in ${folder}`);
await site.stop();
