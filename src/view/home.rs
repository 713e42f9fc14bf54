//! The first page: a picture, what this is, who is who, and all planned chapters.

use kitchen_core::story;
use kitchen_core::text::{Lang, key, tr};
use yew::prelude::*;

use super::header::Link;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    /// The palette's name, for the picture.
    pub theme: &'static str,
    pub on_open: Callback<Option<&'static str>>,
}

#[component]
pub fn Home(props: &Props) -> Html {
    let Props { lang, theme, on_open } = props;
    let lang = *lang;
    let first = story::chapters().iter().min_by_key(|chapter| chapter.number).map(|chapter| chapter.id);
    html! {
        <main class="home" id="main" tabindex="-1">
            <section class="hero">
                <div class="hero-text">
                    <h1>{tr(lang, key::HOME_TITLE)}</h1>
                    <p>{tr(lang, key::HOME_LEAD)}</p>
                    <Link to={first} class="button primary" test="start" on_open={on_open.clone()}><span>{tr(lang, key::HOME_START)}</span></Link>
                </div>
                <Hero {lang} {theme} />
            </section>
            <section aria-labelledby="contents">
                <h2 id="contents">{tr(lang, key::HOME_CONTENTS_TITLE)}</h2>
                {contents(lang, on_open)}
            </section>
            <section aria-labelledby="cast">
                <h2 id="cast">{tr(lang, key::HOME_CAST_TITLE)}</h2>
                {cast(lang)}
            </section>
            <section class="how" aria-labelledby="how">
                <h2 id="how">{tr(lang, key::SHELL_HOME_HOW)}</h2>
                <p>{tr(lang, key::SHELL_HOME_HOW_TEXT)}</p>
            </section>
            <footer><p>{tr(lang, key::SHELL_FOOTER)}</p></footer>
        </main>
    }
}

fn contents(lang: Lang, on_open: &Callback<Option<&'static str>>) -> Html {
    let entry = |entry: &'static story::Entry| {
        let text = html! {
            <>
                <span class="chapter-number" aria-hidden="true">{entry.number}</span>
                <span class="chapter-name">{tr(lang, entry.name)}</span>
                <span class="chapter-question">{tr(lang, entry.question)}</span>
            </>
        };
        if entry.is_open() {
            html! {
                <li class="open">
                    <Link to={Some(entry.id)} test={format!("chapter-{}", entry.id)} on_open={on_open.clone()}>
                        {text}<span class="go">{tr(lang, key::HOME_OPEN)}</span>
                    </Link>
                </li>
            }
        } else {
            html! { <li class="closed"><div>{text}<span class="soon">{tr(lang, key::HOME_NOT_OPEN)}</span></div></li> }
        }
    };
    html! { <ol class="contents" data-testid="contents">{for story::contents().iter().map(entry)}</ol> }
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
            <tbody>{for story::cast().iter().map(row)}</tbody>
        </table>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct HeroProps {
    lang: Lang,
    theme: &'static str,
}

/// A still of the relay, drawn from a run like every other picture.
#[component]
fn Hero(props: &HeroProps) -> Html {
    let HeroProps { lang, theme } = *props;
    let svg = use_memo((lang, theme), |&(lang, theme)| super::pictures::still(lang, theme));
    html! {
        <div class="hero-picture" role="img" aria-label={tr(lang, key::SHELL_HOME_PICTURE)}>
            {Html::from_html_unchecked(AttrValue::from((*svg).clone()))}
        </div>
    }
}
