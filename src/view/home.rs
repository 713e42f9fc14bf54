//! The first page: a picture, what this is, who is who, and all planned chapters.

use kitchen_core::text::{Lang, key, tr};
use kitchen_story::chapters;
use kitchen_story::story;
use yew::prelude::*;

use super::header::link;
use super::leaves::leaves;

type OnOpen = Callback<Option<&'static str>>;

/// The page. `still` is the picture, as SVG.
pub fn home(lang: Lang, still: AttrValue, on_open: &OnOpen) -> Html {
    let first = chapters::chapters().next().map(|chapter| chapter.id);
    html! {
        <main class="home" id="main" tabindex="-1">
            <section class="hero">
                <div class="hero-text">
                    <h1>{tr(lang, key::HOME_TITLE)}</h1>
                    <p>{tr(lang, key::HOME_LEAD)}</p>
                    {link(first, "button primary", on_open, html! { {tr(lang, key::HOME_START)} })}
                </div>
                <div class="hero-picture" role="img" aria-label={tr(lang, key::SHELL_HOME_PICTURE)}>
                    {Html::from_html_unchecked(still)}
                </div>
            </section>
            <section aria-labelledby="contents">
                <h2 id="contents">{tr(lang, key::HOME_CONTENTS_TITLE)}</h2>
                <ol class="contents" data-testid="contents">{for chapters::contents().iter().map(|each| entry(lang, each, on_open))}</ol>
            </section>
            <section aria-labelledby="cast">
                <h2 id="cast">{tr(lang, key::HOME_CAST_TITLE)}</h2>
                {cast(lang)}
            </section>
            <section class="how" aria-labelledby="how">
                <h2 id="how">{tr(lang, key::SHELL_HOME_HOW)}</h2>
                <p>{tr(lang, key::SHELL_HOME_HOW_TEXT)}</p>
                <p>{how_page(lang)}</p>
            </section>
            <footer>{leaves(lang)}<p>{tr(lang, key::SHELL_FOOTER)}</p></footer>
        </main>
    }
}

/// The link to the page with every formula, constant and error, which is no part of the program.
pub fn how_page(lang: Lang) -> Html {
    html! { <a href={format!("how-{}.html", lang.tag())} data-testid="how">{tr(lang, key::SHELL_HOW_PAGE)}</a> }
}

fn entry(lang: Lang, entry: &'static chapters::Entry, on_open: &OnOpen) -> Html {
    let (is_open, class) = if entry.chapter.is_some() { (true, "open") } else { (false, "closed") };
    let text = html! {
        <>
            <span class="chapter-number" aria-hidden="true">{chapters::number(entry.id)}</span>
            <span class="chapter-name">{tr(lang, entry.name)}</span>
            <span class="chapter-question">{tr(lang, entry.question)}</span>
            <span class="go">{tr(lang, if is_open { key::HOME_OPEN } else { key::HOME_NOT_OPEN })}</span>
        </>
    };
    html! { <li {class}>{if is_open { link(Some(entry.id), "", on_open, text) } else { html! { <div>{text}</div> } }}</li> }
}

fn cast(lang: Lang) -> Html {
    let row = |role: &story::Role| {
        html! {
            <tr>
                <th scope="row">{tr(lang, role.kitchen)}</th>
                <td>{tr(lang, role.cluster)}</td>
                <td>{tr(lang, role.note)}</td>
            </tr>
        }
    };
    html! {
        <table class="cast">
            <thead><tr>
                <th scope="col">{tr(lang, key::HOME_CAST_KITCHEN)}</th>
                <th scope="col">{tr(lang, key::HOME_CAST_CLUSTER)}</th>
                <th scope="col">{tr(lang, key::HOME_CAST_NOTE)}</th>
            </tr></thead>
            <tbody>{for story::roles().iter().map(row)}</tbody>
        </table>
    }
}
