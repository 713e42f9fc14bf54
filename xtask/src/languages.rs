//! The languages, as the folders of `assets/locales` say them.

use std::fs;

use crate::sh::{self, Result};
use crate::site::read;

const FOLDER: &str = "assets/locales";
/// The languages in which the large pages beside the program are written, as `kitchen_text::Lang::WHOLE` has them: the first of all, in
/// this order.
pub(crate) const WHOLE: [&str; 2] = ["ja", "en"];
/// What speaks for a language where it says nothing itself.
pub(crate) const USUAL: &str = "en";

/// A language: its tag, what it calls itself, and its name for those who read a page's tags.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Language {
    pub(crate) tag: String,
    pub(crate) name: String,
    pub(crate) locale: String,
}

impl Language {
    fn read(tag: &str, text: &str) -> Result<Language> {
        let said = |id: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(" = "));
            line.map(str::to_owned).ok_or_else(|| format!("{FOLDER}/{tag}/language.ftl says no {id}"))
        };
        Ok(Language { tag: tag.to_owned(), name: said("language-name")?, locale: said("language-locale")? })
    }

    /// The page for readers whose browser runs no scripts. A static host cannot know the reader's language, so the first page leads to the
    /// first language's, which begins with the way to the others.
    pub(crate) fn reading(&self) -> String {
        if self.tag == WHOLE[0] { "reading.html".to_owned() } else { format!("reading-{}.html", self.tag) }
    }
}

/// All of them: the whole ones, then the others by their tag.
pub(crate) fn all() -> Result<Vec<Language>> {
    let folder = sh::root().join(FOLDER);
    let entries = fs::read_dir(&folder).map_err(|fault| format!("{FOLDER}: {fault}"))?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir());
    let mut tags: Vec<String> =
        folders.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    let place = |tag: &String| (WHOLE.iter().position(|whole| whole == tag).unwrap_or(WHOLE.len()), tag.clone());
    tags.sort_by_key(place);
    tags.iter().map(|tag| Language::read(tag, &read(&folder.join(tag).join("language.ftl"))?)).collect()
}

/// Those in which everything is written.
pub(crate) fn whole() -> Result<Vec<Language>> {
    Ok(all()?.into_iter().filter(|language| WHOLE.contains(&language.tag.as_str())).collect())
}

#[cfg(test)]
pub(crate) fn named(tag: &str, name: &str, locale: &str) -> Language {
    Language { tag: tag.to_owned(), name: name.to_owned(), locale: locale.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_says_what_it_is() {
        let check = |text: &str, expected: Result<Language>| assert_eq!(Language::read("es", text), expected);
        let text = "# A remark.\nlanguage-name = Español\nlanguage-gap = { \" \" }\nlanguage-locale = es_LA\n";
        check(text, Ok(named("es", "Español", "es_LA")));
        check("language-name = Español\n", Err("assets/locales/es/language.ftl says no language-locale".to_owned()));
    }

    #[test]
    fn the_whole_ones_come_first_and_have_pages_of_their_own() {
        let all = all().expect("languages");
        assert!(all.iter().map(|language| language.tag.as_str()).take(2).eq(WHOLE));
        assert_eq!(all.iter().map(Language::reading).take(2).collect::<Vec<_>>(), ["reading.html", "reading-en.html"]);
        assert_eq!(whole().map(|whole| whole.len()), Ok(2));
    }
}
