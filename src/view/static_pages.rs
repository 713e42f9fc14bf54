//! The pages beside the program, which are no part of it: how we compute, the glossary, questions, the teacher's page, the writer's, the programmer's. Words of a text that
//! stand in the glossary lead there.

use kitchen_story::story::terms::Terms;
use kitchen_text::{Key, Lang, key, tr};
use yew::prelude::*;

/// Where a page is, in a language; in English for readers of one in which these pages are not written.
pub fn address(lang: Lang, page: &str) -> String {
    [page, "-", lang.whole().tag(), ".html"].concat()
}

/// The links to all static pages.
pub fn static_page_links(lang: Lang) -> Html {
    let leaf = |(page, name): (&'static str, Key)| {
        html! { <li><a href={address(lang, page)} hreflang={lang.whole().tag()} data-testid={format!("leaf-{page}")}>{tr(lang, name)}</a></li> }
    };
    let all = [
        ("glossary", key::SHELL_GLOSSARY),
        ("faq", key::SHELL_FAQ),
        ("teachers", key::SHELL_TEACHERS),
        ("writers", key::SHELL_WRITERS),
        ("programmers", key::SHELL_PROGRAMMERS),
        ("how", key::SHELL_HOW_LEAF),
    ];
    html! {
        <nav class="leaves" aria-label={tr(lang, key::SHELL_LEAVES)}><ul>{for all.into_iter().map(leaf)}</ul></nav>
    }
}

/// A text whose terms lead to the glossary, in a tab of its own, so that the reader keeps the place.
pub fn linked(lang: Lang, terms: &mut Terms, text: Key) -> Html {
    let piece = |(said, entry): (&str, Option<&str>)| match entry {
        None => html! { {said.to_owned()} },
        Some(entry) => {
            let to = format!("{}#{entry}", address(lang, "glossary"));
            html! { <a class="term" href={to} target="glossary">{said.to_owned()}</a> }
        }
    };
    terms.cut(tr(lang, text)).into_iter().map(piece).collect()
}

/// What the dotted words are, and the way to all of them.
pub fn glossary_note(lang: Lang) -> Html {
    html! {
        <p class="glossary-note">
            <a href={address(lang, "glossary")} target="glossary">{tr(lang, key::SHELL_GLOSSARY)}</a>
            {" "}{tr(lang, key::SHELL_GLOSSARY_NOTE)}
        </p>
    }
}
