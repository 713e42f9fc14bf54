//! The words that lead to the glossary: each entry once in a chapter, where the reader meets it first. The list is a text
//! (`terms.ftl`): a line for each entry, its name and the words for it.

use kitchen_text::{Lang, key, tr};

/// The line of words that only look like others, and lead nowhere.
const NOWHERE: &str = "none";

/// A stretch of a text, and the entry that it leads to.
pub type Piece<'a> = (&'a str, Option<&'static str>);

/// The words of a language, and which entries a chapter has led to so far.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Each word with the place of its entry.
    words: Vec<(&'static str, usize)>,
    entries: Vec<&'static str>,
    met: Vec<bool>,
}

impl Terms {
    pub fn new(lang: Lang) -> Terms {
        let (mut words, mut entries) = (Vec::new(), Vec::new());
        for line in tr(lang, key::TERMS_WORDS).lines() {
            let Some((entry, list)) = line.split_once('=') else { continue };
            words.extend(list.split(',').map(|word| (word.trim(), entries.len())));
            entries.push(entry.trim());
        }
        let met = entries.iter().map(|entry| *entry == NOWHERE).collect();
        Terms { words, entries, met }
    }

    /// The names of all entries, in the order of the list.
    pub fn entries(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.entries.iter().copied().filter(|entry| *entry != NOWHERE)
    }

    /// Cuts a text where it meets an entry for the first time. The longest word that fits counts, and what it covers is not
    /// looked at again.
    ///
    /// O(length of the text × words).
    pub fn cut<'a>(&mut self, text: &'a str) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let (mut from, mut at) = (0, 0);
        while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let Some((length, entry)) = self.longest(text, at) else {
                at += letter.len_utf8();
                continue;
            };
            if !std::mem::replace(&mut self.met[entry], true) {
                if from < at {
                    pieces.push((&text[from..at], None));
                }
                pieces.push((&text[at..at + length], Some(self.entries[entry])));
                from = at + length;
            }
            at += length;
        }
        if from < text.len() {
            pieces.push((&text[from..], None));
        }
        pieces
    }

    /// The entries that a text names, in the order in which it does.
    pub fn named(lang: Lang, text: &str) -> Vec<&'static str> {
        Terms::new(lang).cut(text).into_iter().filter_map(|piece| piece.1).collect()
    }

    /// The length of the longest word that stands at that place as a word of its own, and its entry.
    fn longest(&self, text: &str, at: usize) -> Option<(usize, usize)> {
        let before = text[..at].chars().next_back();
        let mut found: Option<(usize, usize)> = None;
        for &(word, entry) in &self.words {
            if found.is_none_or(|(length, _)| length < word.len()) && stands(text, at, word, before) {
                found = Some((word.len(), entry));
            }
        }
        found
    }
}

/// Whether a word stands at a place. Names with capitals are written so; others may begin a sentence.
fn stands(text: &str, at: usize, word: &str, before: Option<char>) -> bool {
    let Some(part) = text.as_bytes().get(at..at + word.len()) else { return false };
    let is_name = word.bytes().any(|byte| byte.is_ascii_uppercase());
    let is_same = if is_name { part == word.as_bytes() } else { part.eq_ignore_ascii_case(word.as_bytes()) };
    is_same && !joined(before, word.chars().next()) && {
        let after = text.get(at + word.len()..).and_then(|rest| rest.chars().next());
        !joined(word.chars().next_back(), after)
    }
}

/// Whether two letters belong to one word: letters and digits do, with accents or without, and so does katakana.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let kind = |letter: char| match letter {
        'ァ'..='ヺ' | 'ー' => 2,
        // The signs of times and division stand among the accents.
        '×' | '÷' => 0,
        _ => u8::from(letter.is_ascii_alphanumeric() || ('À'..='ɏ').contains(&letter)),
    };
    left.zip(right).is_some_and(|(left, right)| kind(left) == kind(right) && kind(left) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with each link as `[words|entry]`.
    fn check(lang: Lang, texts: &[&str], expected: &[&str]) {
        let mut terms = Terms::new(lang);
        for (text, expected) in texts.iter().zip(expected) {
            let said = |piece: Piece<'_>| match piece {
                (part, None) => part.to_owned(),
                (part, Some(entry)) => format!("[{part}|{entry}]"),
            };
            let cut = terms.cut(text);
            assert_eq!(cut.iter().map(|piece| piece.0).collect::<String>(), **text);
            assert_eq!(cut.into_iter().map(said).collect::<String>(), **expected);
        }
    }

    #[test]
    fn an_entry_is_linked_where_it_is_met_first() {
        check(
            Lang::En,
            &["Chefs and a chef.", "The report of a chef"],
            &["[Chefs|chef] and a chef.", "The [report|report] of a chef"],
        );
        check(Lang::Ja, &["シェフ1の棚", "棚とシェフ"], &["[シェフ|chef]1の[棚|shelf]", "棚とシェフ"]);
    }

    #[test]
    fn the_longest_word_counts_and_covers_what_is_in_it() {
        check(
            Lang::En,
            &["An all-reduce of micro-batches, batch by batch"],
            &["An [all-reduce|all-reduce] of [micro-batches|bowl], [batch|batch] by batch"],
        );
        check(Lang::Ja, &["全体会議のあとの会議"], &["[全体会議|all-reduce]のあとの[会議|collective]"]);
        check(Lang::Ja, &["スパイスの棚と棚"], &["スパイスの棚と[棚|shelf]"]);
    }

    #[test]
    fn a_part_of_another_word_is_no_term() {
        check(Lang::En, &["A chefly stagecoach", "sent GPUless"], &["A chefly stagecoach", "sent GPUless"]);
        check(Lang::Ja, &["ページャ", "GPUS"], &["ページャ", "GPUS"]);
        check(Lang::En, &["", "gpu"], &["", "gpu"]);
        check(Lang::Es, &["tokenó y token", "4×GPU"], &["tokenó y [token|token]", "4×[GPU|chef]"]);
    }

    #[test]
    fn all_languages_have_the_same_entries_and_no_word_twice() {
        let en = Terms::new(Lang::En);
        for terms in Lang::ALL.map(Terms::new) {
            assert!(terms.entries().eq(en.entries()));
            for (place, (word, _)) in terms.words.iter().enumerate() {
                assert!(!word.is_empty() && terms.words[..place].iter().all(|other| other.0 != *word), "{word}");
            }
        }
    }
}
