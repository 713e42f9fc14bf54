//! The languages: one for each folder of `assets/locales`, in which `language.ftl` says what the program must know of it. All of that but
//! its tag and its name travels with its own texts.

use super::{key, tr};

/// Makes the languages of the build script's list: for each its variant, its tag, and what it calls itself.
macro_rules! langs {
    ($first:ident $first_tag:literal $first_name:literal, $($name:ident $tag:literal $own:literal,)*) => {
        /// A language of the product.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Lang {
            #[default]
            $first,
            $($name,)*
        }

        impl Lang {
            /// All of them: those that are whole, then the others by their tags.
            pub const ALL: [Lang; [$first_tag, $($tag,)*].len()] = [Lang::$first, $(Lang::$name,)*];

            /// The BCP 47 tag.
            pub const fn tag(self) -> &'static str {
                match self {
                    Lang::$first => $first_tag,
                    $(Lang::$name => $tag,)*
                }
            }

            /// What the language calls itself.
            pub const fn name(self) -> &'static str {
                match self {
                    Lang::$first => $first_name,
                    $(Lang::$name => $own,)*
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Lang {
    /// The languages that have every message. In any other, what is missing is said in English.
    pub const WHOLE: [Lang; 2] = [Lang::Ja, Lang::En];

    pub fn from_tag(tag: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.tag() == tag)
    }

    /// The language itself where it is whole, else English: in which the large pages beside the program are written.
    #[must_use]
    pub fn whole(self) -> Lang {
        if Lang::WHOLE.contains(&self) { self } else { Lang::En }
    }

    /// `ltr` or `rtl`. Empty, as all that follows, while the page's texts in this language are not here.
    pub fn direction(self) -> &'static str {
        tr(self, key::LANGUAGE_DIRECTION)
    }

    /// Letters that are read in ten seconds.
    pub fn reading(self) -> u32 {
        tr(self, key::LANGUAGE_READING).parse().unwrap_or(200)
    }

    /// What stands between the things of a list.
    pub fn comma(self) -> &'static str {
        tr(self, key::LANGUAGE_COMMA)
    }

    /// What stands between two sentences.
    pub fn gap(self) -> &'static str {
        tr(self, key::LANGUAGE_GAP)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::Pack;
    use super::*;

    fn check(lang: Lang, expected: (&str, u32, &str, &str)) {
        assert_eq!((lang.direction(), lang.reading(), lang.comma(), lang.gap()), expected, "{lang:?}");
    }

    #[test]
    fn a_folder_says_what_its_language_is() {
        check(Lang::Ja, ("ltr", 90, "、", ""));
        check(Lang::En, ("ltr", 200, ", ", " "));
        for lang in Lang::ALL {
            assert!(["ltr", "rtl"].contains(&lang.direction()) && lang.reading() > 0, "{lang:?}");
            assert_eq!(Lang::from_tag(lang.tag()), Some(lang));
            assert_eq!(lang.name(), tr(lang, key::LANGUAGE_NAME));
        }
        assert_eq!(Lang::from_tag("xx"), None);
        assert_eq!(Lang::ALL[..2], Lang::WHOLE);
    }

    /// Spanish has its own page, and nothing of the laboratory.
    #[test]
    fn a_language_that_is_not_whole_says_the_rest_in_english() {
        let lab = Pack::of_chapter("lab").expect("a pack");
        assert_eq!(lab.text(Lang::Es), lab.text(Lang::En));
        assert!(!lab.is_own(Lang::Es) && lab.is_own(Lang::Ja) && lab.is_own(Lang::En));
        assert!(Pack::PAGE.is_own(Lang::Es));
        assert_eq!((Lang::Es.whole(), Lang::Ja.whole()), (Lang::En, Lang::Ja));
    }
}
