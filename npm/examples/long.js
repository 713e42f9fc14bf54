import { close, plan, Refused } from "collective-kitchen";

try {
  const { answer } = await plan({ model: "llama3-8b", system: "dgx-h100", "global-batch": 64 }, {
    onProgress: (share) => console.log(`${Math.round(100 * share)} %`),
    signal: AbortSignal.timeout(60_000),
  });
  console.log(answer.plans[0].flags);
} catch (error) {
  if (!(error instanceof Refused)) throw error; // stopped, say
  console.error(error.about, error.sentence);
}
close();
