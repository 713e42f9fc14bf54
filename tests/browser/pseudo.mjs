// Languages that nobody speaks, made of the English texts as they travel: each letter with an accent, each sentence in brackets and 40 %
// longer, and the same from right to left. What a page cannot hold in them, it cannot hold in some language that will come. The released
// page knows nothing of this: the packs are changed on their way.

const ACCENTS = Object.fromEntries(
  [..."aàbƀcçdđeéfƒgĝhĥiîjĵkķlľmɱnñoôpþqǫrŕsštťuûvṽwŵxẋyýzž"].reduce((pairs, letter, at, all) => (at % 2 ? pairs : [...pairs, [letter, all[at + 1]]]), []),
);
/** How much longer a sentence becomes: German and Finnish are about that much longer than English. */
const LONGER = 0.4;
/** What is put behind a sentence to make it so long, as Android's own such language does. */
const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

// The marks of a pack, as in `src/text/build.rs`.
const [NAME_ENDS, CHOICE_NAME_ENDS, NEXT] = ["\u0002", "\u0004", "\u0007"];
const PIECES = new RegExp(`\\u0001[^${NAME_ENDS}]*${NAME_ENDS}|\\u0003[^${CHOICE_NAME_ENDS}]*${CHOICE_NAME_ENDS}|[\\u0005\\u0006]|[^\\u0001\\u0003\\u0005\\u0006]+`, "g");

const accented = (text) => text.replace(/[a-z]/gi, (letter) => {
  const other = ACCENTS[letter.toLowerCase()];
  return letter === letter.toLowerCase() ? other : other.toUpperCase();
});

/** So many letters of words, each with a space before it. */
function padding(letters) {
  let text = "";
  for (let at = 0; text.length < letters; at += 1) text += ` ${accented(WORDS[at % WORDS.length])}`;
  return text;
}

/** What the program reads rather than says: what the language is, the words of the glossary, symbols and numbers. */
const isData = (text) => !/[a-z]{2}/i.test(text) || /^(ltr|rtl|English|en_US)$/.test(text) || /^[\w-]+ = /m.test(text);

/** A message in the language. */
export function said(text) {
  if (isData(text)) return text;
  const isText = (piece) => !/^[\u0001\u0003\u0005\u0006]/.test(piece);
  const pieces = text.match(PIECES);
  const letters = pieces.filter(isText).join("").length;
  return `[${pieces.map((piece) => (isText(piece) ? accented(piece) : piece)).join("")}${padding(letters * LONGER - 2)}]`;
}

/** The script of a pack with all of its messages in the language. */
function translated(script, isMirrored) {
  const texts = {};
  new Function("kitchenTexts", script)(texts);
  const one = ([name, pack]) => {
    const [fingerprint, ...messages] = pack.split(NEXT);
    const all = messages.map((text) => (isMirrored && text === "ltr" ? "rtl" : said(text)));
    return `kitchenTexts[${JSON.stringify(name)}]=${JSON.stringify([fingerprint, ...all].join(NEXT))};\n`;
  };
  return Object.entries(texts).map(one).join("");
}

/** From now on the page hears English in that language. Packs that it already has stay as they are. */
export async function speak(page, isMirrored) {
  await page.route("**/text/en-*.js*", async (route) => {
    const script = await (await route.fetch()).text();
    await route.fulfill({ status: 200, contentType: "text/javascript; charset=utf-8", body: translated(script, isMirrored) });
  });
}
