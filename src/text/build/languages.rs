//! Which languages there are: the folders of `assets/locales`. Japanese and English are whole and have the same messages; any other folder
//! has those that someone has written, and English says the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The languages that have every message, in the order in which they stand before all others.
pub(crate) const WHOLE: [&str; 2] = ["ja", "en"];
/// Where a folder's messages about the language itself begin: these nobody else can say for it.
pub(crate) const ABOUT: &str = "language-";

/// The messages of one language by pack and id. The pack without a name, and so the first, is that of the page.
pub(crate) type Table = BTreeMap<(String, String), Message>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    pub(crate) pieces: String,
    pub(crate) args: BTreeSet<String>,
    /// The types that the comment above the message gives to some of its arguments.
    pub(crate) types: BTreeMap<String, String>,
}

/// The languages of these folders, in their order: the whole ones, then the others by their tag.
///
/// # Errors
/// A whole one is missing, or a folder's name is no tag of two or three small letters.
pub(crate) fn ordered(folders: BTreeSet<String>) -> Result<Vec<String>, String> {
    if let Some(whole) = WHOLE.iter().find(|whole| !folders.contains(**whole)) {
        return Err(format!("assets/locales has no folder {whole}"));
    }
    let is_tag = |folder: &str| matches!(folder.len(), 2..=3) && folder.bytes().all(|byte| byte.is_ascii_lowercase());
    if let Some(folder) = folders.iter().find(|folder| !is_tag(folder)) {
        return Err(format!("assets/locales/{folder}: a language's folder has its tag's name, as `es`"));
    }
    let others = folders.into_iter().filter(|folder| !WHOLE.contains(&folder.as_str()));
    Ok(WHOLE.map(str::to_owned).into_iter().chain(others).collect())
}

/// The two whole languages have the same messages with the same arguments.
///
/// # Errors
/// Every difference, a line each.
pub(crate) fn compare(ja: &Table, en: &Table) -> Result<(), String> {
    let mut faults = String::new();
    for key in ja.keys().chain(en.keys()).collect::<BTreeSet<_>>() {
        let id = &key.1;
        match (ja.get(key), en.get(key)) {
            (Some(a), Some(b)) if a.args != b.args => {
                _ = writeln!(faults, "{id}: ja takes {:?}, en takes {:?}", a.args, b.args);
            }
            (Some(_), None) => _ = writeln!(faults, "{id}: no English text"),
            (None, Some(_)) => _ = writeln!(faults, "{id}: no Japanese text"),
            _ => {}
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("the locale files differ:\n{faults}")) }
}

/// What a language says of its own, and the English for the rest.
///
/// # Errors
/// Every message that English does not have, or has with other arguments or in a file of another pack, and every missing one about
/// the language itself, a line each.
pub(crate) fn completed(tag: &str, own: Table, en: &Table) -> Result<Table, String> {
    let mut faults = String::new();
    for ((pack, id), message) in &own {
        let place = format!("assets/locales/{tag}: {id}");
        match en.get(&(pack.clone(), id.clone())) {
            Some(same) if same.args != message.args => {
                _ = writeln!(faults, "{place} takes {:?}; in English it takes {:?}", message.args, same.args);
            }
            Some(_) => {}
            None => match en.keys().find(|(_, known)| known == id) {
                Some((other, _)) => {
                    let [here, there] = [pack, other].map(|pack| if pack.is_empty() { "the page" } else { pack });
                    _ = writeln!(faults, "{place} stands in a file of {here}; in English it is of {there}");
                }
                None => _ = writeln!(faults, "{place}: there is no such message in English"),
            },
        }
    }
    for (_, id) in en.keys().filter(|key| key.1.starts_with(ABOUT) && !own.contains_key(*key)) {
        _ = writeln!(faults, "assets/locales/{tag}: {id} is missing in language.ftl; English cannot say it");
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(en.clone().into_iter().chain(own).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(messages: &[(&str, &str, &str, &[&str])]) -> Table {
        let message = |pieces: &str, args: &[&str]| Message {
            pieces: pieces.to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            types: BTreeMap::new(),
        };
        messages.iter().map(|(pack, id, text, args)| (((*pack).into(), (*id).into()), message(text, args))).collect()
    }

    /// What a folder `es` with these messages beside a small English one says of two of them, or is refused with.
    fn check(own: &[(&str, &str, &str, &[&str])], expected: Result<[&str; 2], &str>) {
        let en = table(&[
            ("", "language-name", "English", &[]),
            ("", "a", "A chef", &[]),
            ("data", "b", "{n} chefs", &["n"]),
        ]);
        let said =
            |table: Table| [("", "a"), ("data", "b")].map(|(p, id)| table[&(p.into(), id.into())].pieces.clone());
        match (completed("es", table(own), &en).map(said), expected) {
            (Ok(said), Ok(expected)) => assert_eq!(said, expected),
            (Err(fault), Err(part)) => assert!(fault.contains(part), "{fault}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_missing_is_said_in_english() {
        let name = ("", "language-name", "Español", &[][..]);
        check(&[name], Ok(["A chef", "{n} chefs"]));
        check(&[name, ("", "a", "Un chef", &[])], Ok(["Un chef", "{n} chefs"]));
        check(&[name, ("data", "b", "{n} chefs, dice", &["n"])], Ok(["A chef", "{n} chefs, dice"]));
    }

    #[test]
    fn what_english_does_not_have_is_refused_with_its_place() {
        let name = ("", "language-name", "Español", &[][..]);
        check(&[name, ("", "c", "Nada", &[])], Err("assets/locales/es: c: there is no such message in English"));
        check(&[name, ("data", "b", "Chefs", &[])], Err("es: b takes {}; in English it takes {\"n\"}"));
        check(
            &[name, ("data", "a", "Un chef", &[])],
            Err("es: a stands in a file of data; in English it is of the page"),
        );
        check(&[], Err("language-name is missing in language.ftl"));
    }

    #[test]
    fn the_whole_languages_say_the_same() {
        let check = |en: &[(&str, &str, &str, &[&str])], expected: &str| {
            let ja = table(&[("", "a", "シェフ", &[]), ("data", "b", "シェフ{n}", &["n"])]);
            assert_eq!(compare(&ja, &table(en)).err().unwrap_or_default().lines().nth(1).unwrap_or(""), expected);
        };
        let a = ("", "a", "A chef", &[][..]);
        check(&[a, ("data", "b", "{n}", &["n"])], "");
        check(&[a, ("data", "b", "{m}", &["m"])], "b: ja takes {\"n\"}, en takes {\"m\"}");
        check(&[a], "b: no English text");
        check(&[a, ("data", "b", "{n}", &["n"]), ("data", "c", "C", &[])], "c: no Japanese text");
    }

    #[test]
    fn the_whole_languages_come_first() {
        let order = |folders: &[&str]| ordered(folders.iter().map(|folder| (*folder).to_owned()).collect());
        assert_eq!(order(&["de", "en", "es", "ja"]), Ok(["ja", "en", "de", "es"].map(str::to_owned).to_vec()));
        assert_eq!(order(&["en", "es"]), Err("assets/locales has no folder ja".to_owned()));
        assert!(order(&["en", "ja", "Español"]).is_err_and(|fault| fault.contains("Español")));
    }
}
