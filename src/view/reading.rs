//! The drawer with the story's text: title, paragraphs with their terms, where the metaphor breaks, the teacher's note, where to go next.

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::story::terms::Terms;
use kitchen_story::story::{Beat, Layer, Script};
use kitchen_text::{Key, Lang, format, key, tr};
use yew::prelude::*;

use super::header::link;
use super::static_pages::{glossary_note, linked};

/// The drawer with the chapter's text. `script` gives the speaker's notes.
pub fn reading(
    lang: Lang,
    chapter: &Chapter,
    closed: bool,
    script: Option<&Script>,
    on_open: &Callback<Option<&'static str>>,
) -> Html {
    let terms = &mut Terms::new(lang);
    // What stands above the stage counts as read.
    let hook = linked(lang, terms, chapter.page.hook);
    let paragraphs: Vec<Html> =
        chapter.page.paragraphs.iter().map(|&paragraph| html! { <p>{linked(lang, terms, paragraph)}</p> }).collect();
    html! {
        <article key="reading" class="reading" aria-labelledby="title" hidden={closed}>
            <h2 id="title" class="headline">{tr(lang, chapter.page.title)}</h2>
            <p class="hook">{hook}</p>
            {for paragraphs}
            <section class="not-like" aria-labelledby="not-like">
                <h2 id="not-like">{tr(lang, key::SHELL_NOT_LIKE)}</h2>
                {list(lang, terms, chapter.page.not_like)}
            </section>
            <details class="teacher">
                <summary>{tr(lang, key::SHELL_TEACHER)}</summary>
                {list(lang, terms, chapter.page.teacher)}
                {for script.map(|script| notes(lang, script))}
            </details>
            {glossary_note(lang)}
            {neighbours(lang, chapter.id, on_open)}
        </article>
    }
}

/// The speaker's notes: when each beat comes, what is said then, and what engineers would say.
fn notes(lang: Lang, script: &Script) -> Html {
    let note = |beat: &Beat| {
        let mut time = String::new();
        format::push_time(&mut time, beat.at);
        let said = |layer| beat.line(layer).say(lang);
        html! { <li><b>{time}</b>{" "}{said(Layer::Kitchen)}<small>{said(Layer::XRay)}</small></li> }
    };
    html! {
        <>
            <h3>{tr(lang, key::SHELL_NOTES)}</h3>
            <ol class="notes" data-testid="notes">{for script.beats.iter().map(note)}</ol>
        </>
    }
}

fn list(lang: Lang, terms: &mut Terms, items: &[Key]) -> Html {
    html! { <ul>{for items.iter().map(|&item| html! { <li>{linked(lang, terms, item)}</li> })}</ul> }
}

/// The open chapters before and after this one, and the way back to all.
fn neighbours(lang: Lang, here: &str, on_open: &Callback<Option<&'static str>>) -> Html {
    // The first minute stands before the first.
    let before =
        chapters::all().take_while(|other| other.id != here).last().filter(|other| chapters::number(other.id) > 0);
    let after = chapters::all().skip_while(|other| other.id != here).nth(1);
    let to = |name: Key, to: Option<&'static Chapter>, class: &'static str| match to {
        None => html! {},
        Some(to) => {
            let inside = html! { <><small>{tr(lang, name)}</small><span>{tr(lang, to.page.name)}</span></> };
            link(Some(to.id), class, on_open, inside)
        }
    };
    html! {
        <nav class="neighbours" aria-label={tr(lang, key::SHELL_CONTENTS_LINK)}>
            {to(key::SHELL_NEXT_CHAPTER, after, "next")}
            {to(key::SHELL_PREVIOUS_CHAPTER, before, "previous")}
            {link(None, "all", on_open, html! { {tr(lang, key::SHELL_CONTENTS_LINK)} })}
        </nav>
    }
}
