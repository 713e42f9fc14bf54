//! The story text beside the stage: title, paragraphs, where the metaphor breaks, the teacher's note, where to go next.

use kitchen_core::story::{self, Chapter};
use kitchen_core::text::{Key, Lang, key, tr};
use yew::prelude::*;

use super::header::Link;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub chapter: AttrValue,
    /// The gate, between the story and the notes.
    pub children: Children,
    pub on_open: Callback<Option<&'static str>>,
}

/// The column. A chapter that does not exist is an empty column.
#[component]
pub fn Reading(props: &Props) -> Html {
    let Some(chapter) = story::chapter(&props.chapter) else { return html! { <article></article> } };
    let lang = props.lang;
    html! {
        <article class="reading" aria-labelledby="title">
            <h1 id="title">{tr(lang, chapter.title)}</h1>
            <p class="hook">{tr(lang, chapter.hook)}</p>
            {for chapter.paragraphs.iter().map(|&paragraph| html! { <p>{tr(lang, paragraph)}</p> })}
            {props.children.clone()}
            <section class="not-like" aria-labelledby="not-like">
                <h2 id="not-like">{tr(lang, key::SHELL_NOT_LIKE)}</h2>
                {list(lang, chapter.not_like)}
            </section>
            <details class="teacher">
                <summary>{tr(lang, key::SHELL_TEACHER)}</summary>
                {list(lang, chapter.teacher)}
            </details>
            <Neighbours {lang} number={chapter.number} on_open={props.on_open.clone()} />
        </article>
    }
}

fn list(lang: Lang, items: &[Key]) -> Html {
    html! { <ul>{for items.iter().map(|&item| html! { <li>{tr(lang, item)}</li> })}</ul> }
}

#[derive(Clone, PartialEq, Properties)]
struct NeighbourProps {
    lang: Lang,
    number: u8,
    on_open: Callback<Option<&'static str>>,
}

/// The open chapters before and after this one, and the way back to all.
#[component]
fn Neighbours(props: &NeighbourProps) -> Html {
    let NeighbourProps { lang, number, on_open } = props;
    let chapters = story::chapters();
    let before = chapters.iter().filter(|other| other.number < *number).max_by_key(|other| other.number);
    let after = chapters.iter().filter(|other| other.number > *number).min_by_key(|other| other.number);
    let link = |name: Key, to: Option<&'static Chapter>, class: &'static str| match to {
        None => html! {},
        Some(to) => html! {
            <Link to={Some(to.id)} {class} on_open={on_open.clone()}>
                <small>{tr(*lang, name)}</small><span>{tr(*lang, to.name)}</span>
            </Link>
        },
    };
    html! {
        <nav class="neighbours" aria-label={tr(*lang, key::SHELL_CONTENTS_LINK)}>
            {link(key::SHELL_NEXT_CHAPTER, after, "next")}
            {link(key::SHELL_PREVIOUS_CHAPTER, before, "previous")}
            <Link to={None::<&'static str>} class="all" on_open={on_open.clone()}><span>{tr(*lang, key::SHELL_CONTENTS_LINK)}</span></Link>
        </nav>
    }
}
