//! The texts in packs: one for everything around the chapters, one for each chapter, each in each language.
//!
//! A program has all of them compiled in. With the feature `packed-text` it has none: a visit to the page reads one language
//! and a chapter or two, so the page fetches those packs beside the program and hands each in, once, before it says anything
//! from it. What a pack must hold is known at compile time either way.

use std::sync::OnceLock;

use super::{Key, Lang, table};

/// Stands between the messages of a pack.
const NEXT: u8 = 7;

/// The messages that belong together, in whichever language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pack(u8);

impl Pack {
    /// The texts around the chapters.
    pub const PAGE: Pack = Pack(0);

    /// Every pack, the page's first.
    pub fn all() -> impl Iterator<Item = Pack> {
        (0..table::PACKS as u8).map(Pack)
    }

    /// The pack of the chapter with this id; none if no chapter has texts by that name.
    pub fn of_chapter(id: &str) -> Option<Pack> {
        Pack::all().skip(1).find(|pack| pack.name() == id)
    }

    /// The chapter's id, or `page`.
    pub fn name(self) -> &'static str {
        match table::NAMES.get(usize::from(self.0)) {
            None | Some(&"") => "page",
            Some(name) => name,
        }
    }

    /// The pack as it travels, if it is here.
    pub fn text(self, lang: Lang) -> Option<&'static str> {
        held(lang, usize::from(self.0)).map(|held| held.text)
    }

    /// Whether the language says anything of this pack itself, or English all of it.
    #[cfg(not(feature = "packed-text"))]
    pub fn is_own(self, lang: Lang) -> bool {
        Lang::WHOLE.contains(&lang) || self.text(lang) != self.text(Lang::En)
    }

    /// Takes a pack that has travelled. Says whether it is here now: a pack that was made for another version of the
    /// program is refused.
    #[cfg(feature = "packed-text")]
    pub fn accept(self, lang: Lang, text: String) -> bool {
        let Some(cell) = HELD[lang as usize].get(usize::from(self.0)) else { return false };
        if cell.get().is_none() && text.starts_with(table::FINGERPRINT) {
            // It stays as long as the program runs, like a text that was compiled in.
            if let Some(held) = Held::read(text.leak()) {
                let _ = cell.set(held);
            }
        }
        cell.get().is_some()
    }

    /// Every pack is compiled in.
    #[cfg(not(feature = "packed-text"))]
    pub fn accept(self, _lang: Lang, _text: String) -> bool {
        true
    }
}

/// A pack and where each message begins in it; one more for the end.
struct Held {
    text: &'static str,
    starts: Box<[u32]>,
}

impl Held {
    fn read(text: &'static str) -> Option<Held> {
        if !text.starts_with(table::FINGERPRINT) {
            return None;
        }
        let marks = text.bytes().enumerate().filter(|(_, byte)| *byte == NEXT).map(|(at, _)| at + 1);
        let starts = marks.chain([text.len() + 1]).map(|at| at as u32).collect();
        Some(Held { text, starts })
    }

    fn message(&self, index: usize) -> Option<&'static str> {
        let (from, to) = (*self.starts.get(index)? as usize, *self.starts.get(index + 1)? as usize);
        self.text.get(from..to - 1)
    }
}

/// Written once each, and read-only from then on: what was said before a pack came is empty, and stays as it was said.
static HELD: [[OnceLock<Held>; table::PACKS]; Lang::ALL.len()] =
    [const { [const { OnceLock::new() }; table::PACKS] }; Lang::ALL.len()];

#[cfg(not(feature = "packed-text"))]
fn held(lang: Lang, pack: usize) -> Option<&'static Held> {
    let text = table::TEXTS[lang as usize].get(pack)?;
    let empty = || Held { text: "", starts: Box::default() };
    Some(HELD[lang as usize].get(pack)?.get_or_init(|| Held::read(text).unwrap_or_else(empty)))
}

#[cfg(feature = "packed-text")]
fn held(lang: Lang, pack: usize) -> Option<&'static Held> {
    HELD[lang as usize].get(pack)?.get()
}

/// A message as it is laid down; empty where its pack is not here.
pub(super) fn message(lang: Lang, key: Key) -> &'static str {
    let pack = table::FIRSTS.iter().rposition(|first| *first <= key.0).unwrap_or_default();
    let first = table::FIRSTS.get(pack).copied().unwrap_or_default();
    held(lang, pack).and_then(|held| held.message(usize::from(key.0 - first))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::key;
    use super::*;

    #[test]
    fn every_chapter_has_a_pack_and_finds_its_own_texts_there() {
        let check = |key: Key, pack: Pack| {
            for lang in Lang::ALL {
                let said = message(lang, key);
                let text = pack.text(lang).unwrap_or_default();
                assert!(!said.is_empty() && text.split(char::from(NEXT)).any(|one| one == said), "{said}");
            }
        };
        check(key::SHELL_NAME, Pack::PAGE);
        check(key::LINKS_TITLE, Pack::of_chapter("links").expect("a pack"));
        check(key::PIPELINE_TITLE, Pack::of_chapter("pipeline").expect("a pack"));
        assert_eq!(Pack::of_chapter("page"), None);
        assert_eq!(Pack::of_chapter("nowhere"), None);
    }

    #[test]
    fn a_pack_of_other_keys_is_refused() {
        let check = |text: &'static str, expected: Option<&str>| {
            assert_eq!(Held::read(text).and_then(|held| held.message(1)), expected, "{text:?}");
        };
        let good: &'static str = format!("{}\u{7}one\u{7}two", table::FINGERPRINT).leak();
        check(good, Some("two"));
        check("0123456789abcdef\u{7}one\u{7}two", None);
        check("", None);
        check(table::FINGERPRINT, None);
    }
}
