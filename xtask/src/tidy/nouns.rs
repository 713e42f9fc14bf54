//! One noun for one thing: `assets/locales/nouns.txt` says which in Japanese and English, and which words are not said for it; any other
//! language may have such a list in its folder.

use super::Source;

const FOLDER: &str = "assets/locales/";
const LIST: &str = "nouns.txt";
/// The languages of the list that stands in no language's folder.
const WHOLE: [&str; 2] = ["ja", "en"];

/// A thing: what it is called in each language of its list, and what it is not called there.
#[derive(Default)]
struct Thing {
    /// The row of the list that it stands in.
    row: usize,
    /// What the field calls it: words that are forbidden in the kitchen alone.
    field: String,
    nouns: Vec<String>,
    forbidden: Vec<Vec<Word>>,
    /// Messages in which the words mean something else; one that ends in `*` stands for all that begin so.
    but: Vec<String>,
}

/// A word, and longer ones with it inside that mean something else.
struct Word {
    text: String,
    inside: Vec<String>,
}

/// A line of a message: the file, its number, the message and what the reader reads of it.
struct Line<'a> {
    path: &'a str,
    number: usize,
    key: &'a str,
    said: String,
}

/// No text calls a thing by another noun, and what the x-ray says does not call it by the kitchen's.
pub(super) fn are_one(sources: &[Source]) -> Vec<String> {
    let lists =
        sources.iter().filter_map(|source| Some((source, source.path.strip_prefix(FOLDER)?.strip_suffix(LIST)?)));
    let checked = lists.flat_map(|(list, of)| match of.strip_suffix('/') {
        Some(own) => of_list(sources, list, &[own]),
        None => of_list(sources, list, &WHOLE),
    });
    checked.collect()
}

/// The same for the languages of one list.
fn of_list(sources: &[Source], list: &Source, languages: &[&str]) -> Vec<String> {
    let (things, mut faults) = things(list, languages);
    for (index, language) in languages.iter().enumerate() {
        let folder = format!("{FOLDER}{language}/");
        let texts = sources.iter().filter(|source| source.is_in(&folder) && source.path.contains(".ftl"));
        for line in texts.flat_map(lines) {
            let is_xray = line.key.split('-').any(|part| part == "xray");
            for thing in things.iter().filter(|thing| !thing.but.iter().any(|but| is_meant(but, line.key))) {
                let (noun, place) = (&thing.nouns[index], format!("{}:{}: {}", line.path, line.number, line.key));
                let is_said = |word: &&Word| !(is_xray && thing.field.contains(&word.text)) && has(&line.said, word);
                let wrong = thing.forbidden[index].iter().filter(is_said);
                faults.extend(wrong.map(|word| format!("{place}: \"{}\" is called \"{noun}\"", word.text)));
                if is_xray && has(&line.said, &word(noun)) {
                    faults.push(format!("{place}: \"{noun}\" is the kitchen's word, and this is the x-ray"));
                }
            }
        }
    }
    // A message that is gone needs no exception.
    let known: Vec<&str> =
        sources.iter().filter(|source| source.is_in(FOLDER)).flat_map(lines).map(|line| line.key).collect();
    for thing in &things {
        let gone = thing.but.iter().filter(|but| !known.iter().any(|key| is_meant(but, key)));
        faults.extend(gone.map(|but| format!("{}:{}: {but} is no message", list.path, thing.row)));
    }
    faults
}

fn is_meant(but: &str, key: &str) -> bool {
    but.strip_suffix('*').map_or(but == key, |start| key.starts_with(start))
}

/// A list: a row `field term | 日本語 | English`, a noun for each of its languages, and under it what belongs to it, each line with spaces
/// before.
fn things(list: &Source, languages: &[&str]) -> (Vec<Thing>, Vec<String>) {
    let mut things: Vec<Thing> = Vec::new();
    let mut faults = Vec::new();
    for (index, line) in list.text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let row = index + 1;
        let mut nouns = line.split(" | ").map(str::to_owned);
        let field = nouns.next().unwrap_or_default();
        let nouns: Vec<String> = nouns.collect();
        if nouns.len() == languages.len() {
            let forbidden = languages.iter().map(|_| Vec::new()).collect();
            things.push(Thing { row, field, nouns, forbidden, ..Thing::default() });
            continue;
        }
        let what = line.trim_start().split_once(": ");
        let (Some((kind, words)), Some(thing)) = (what, things.last_mut()) else {
            faults.push(format!("{}:{row}: neither a thing nor what belongs to one", list.path));
            continue;
        };
        let words = words.split(", ");
        match languages.iter().position(|language| *language == kind) {
            Some(index) => thing.forbidden[index].extend(words.map(word)),
            None if kind == "but" => thing.but.extend(words.map(str::to_owned)),
            None => faults.push(format!("{}:{row}: {kind} is neither {} nor but", list.path, languages.join(", "))),
        }
    }
    (things, faults)
}

/// `帰り (持ち帰り / 帰り支度)`: a word, and in brackets those that may hold it.
fn word(text: &str) -> Word {
    let (text, inside) = text.split_once(" (").unwrap_or((text, ""));
    let inside = inside.trim_end_matches(')').split(" / ").filter(|part| !part.is_empty());
    Word { text: text.to_owned(), inside: inside.map(str::to_owned).collect() }
}

/// Whether a text has the word: in Japanese anywhere, in other letters only as a whole word, also with an s.
fn has(said: &str, word: &Word) -> bool {
    let mut said = said.to_lowercase();
    for inside in &word.inside {
        said = said.replace(&inside.to_lowercase(), " ");
    }
    let text = word.text.to_lowercase();
    if !text.is_ascii() {
        return said.contains(&text);
    }
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    said.match_indices(&text).any(|(at, _)| {
        let rest = &said[at + text.len()..];
        let begins = !said[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
        begins && (is_end(rest) || rest.strip_prefix('s').is_some_and(is_end))
    })
}

/// The lines that are read, each with its message; names of arguments and comments are not read.
fn lines(source: &Source) -> Vec<Line<'_>> {
    let mut key = "";
    let mut found = Vec::new();
    for (index, line) in source.text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let mut text = line;
        if let Some((id, rest)) = line.split_once(" =").filter(|(id, _)| !id.is_empty() && !id.contains(' ')) {
            (key, text) = (id, rest);
        }
        found.push(Line { path: &source.path, number: index + 1, key, said: without_arguments(text) });
    }
    found
}

fn without_arguments(text: &str) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{ $") {
        said.push_str(before);
        said.push('…');
        rest = after.split_once(['}', '>']).map_or("", |(_, after)| after);
    }
    said + rest
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    /// The faults of a Japanese and an English file under a list.
    fn check(list: &str, ja: &str, en: &str, expected: &[&str]) {
        let sources = [
            source("assets/locales/nouns.txt", list),
            source("assets/locales/ja/a.ftl", ja),
            source("assets/locales/en/a.ftl", en),
        ];
        let faults = are_one(&sources);
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        assert!(faults.iter().zip(expected).all(|(fault, part)| fault.contains(part)), "{faults:?}");
    }

    const DOOR: &str =
        "# A list.\nport, 口 | 戸口 | door\n  ja: 玄関, 口 (戸口 / 口数)\n  en: entrance, way in\n  but: a-cut*\n";

    #[test]
    fn another_noun_for_a_thing_is_found_with_its_place() {
        check(DOOR, "a-one = 戸口\n# 玄関\na-cut-one = 玄関", "a-one = The door\na-cut-two = Two ways in", &[]);
        check(
            DOOR,
            "a-cut = 戸口\na-two = 一つの玄関へ",
            "",
            &["assets/locales/ja/a.ftl:2: a-two: \"玄関\" is called \"戸口\""],
        );
        check(
            DOOR,
            "a-cut = 戸口と入口",
            "a-two =\n    { $n ->\n    [one] Entrances\n    }",
            &["en/a.ftl:3: a-two: \"entrance\""],
        );
    }

    #[test]
    fn a_word_is_whole_and_may_stand_in_another() {
        check(DOOR, "a-cut = 口数の多い戸口\na-one = 入口", "", &["a-one: \"口\""]);
        check(DOOR, "a-cut = 戸口", "a-one = An entranceway, { $entrance }", &[]);
    }

    #[test]
    fn the_xray_has_words_of_its_own() {
        check(DOOR, "a-cut = 戸口\na-xray-two = 口8", "", &[]);
        check(
            DOOR,
            "a-cut = 戸口\na-xray-one = 戸口8",
            "a-one-xray = Doors",
            &["a-xray-one: \"戸口\"", "a-one-xray: \"door\""],
        );
    }

    #[test]
    fn a_list_that_says_nothing_is_found() {
        check(DOOR, "a-one = 戸口", "", &["nouns.txt:2: a-cut* is no message"]);
        check("ja: 玄関", "", "", &["nouns.txt:1: neither"]);
        check("port | 戸口 | door\n  fr: porte", "", "", &["nouns.txt:2: fr is neither ja, en nor but"]);
    }

    #[test]
    fn another_language_has_a_list_of_its_own() {
        let check = |list: &str, text: &str, expected: &[&str]| {
            let list = source("assets/locales/es/nouns.txt", list);
            let faults = are_one(&[list, source("assets/locales/es/a.ftl", text)]);
            assert_eq!(faults.len(), expected.len(), "{faults:?}");
            assert!(faults.iter().zip(expected).all(|(fault, part)| fault.contains(part)), "{faults:?}");
        };
        let door = "port | puerta\n  es: portón\n";
        check(door, "a-one = La puerta", &[]);
        check(
            door,
            "a-one = El portón\na-xray-one = La puerta",
            &["es/a.ftl:1: a-one: \"portón\"", "a-xray-one: \"puerta\""],
        );
        check("port | 戸口 | puerta\n", "", &["assets/locales/es/nouns.txt:1: neither"]);
    }
}
