//! The first page: the first minute, the book with its order and its map, who is who.

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters::{self, map};
use kitchen_story::story;
use kitchen_text::{Key, Lang, key, tr};
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use super::first::FirstMinute;
use super::header::link;
use super::player::Handle;
use super::static_pages::{self, static_page_links};
use crate::page::action::{Action, Wish};
use crate::page::state::State;
use crate::web::gallery::Gallery;

type OnOpen = Callback<Option<&'static str>>;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The state's: what is shown has changed.
    pub version: u32,
    pub player: Handle,
    pub on_open: OnOpen,
    pub on_wish: Callback<Wish>,
    /// On where the reader left off.
    pub on_go: Callback<()>,
}

/// The page.
pub struct Home {
    main: NodeRef,
    /// Its pictures are fetched by those who come so far.
    gallery: Gallery,
    /// The language of the pictures that hang there.
    hung: Option<Lang>,
}

impl Component for Home {
    type Message = ();
    type Properties = Props;

    fn create(_ctx: &Context<Home>) -> Home {
        Home { main: NodeRef::default(), gallery: Gallery::new(), hung: None }
    }

    fn view(&self, ctx: &Context<Home>) -> Html {
        let Props { player, on_open, on_wish, version, .. } = ctx.props();
        let state = player.state();
        let lang = state.lang;
        html! {
            <main class="home" id="main" tabindex="-1" ref={self.main.clone()}>
                {left_off(ctx, &state)}
                <FirstMinute version={*version} player={player.clone()} on_open={on_open.clone()} on_wish={on_wish.clone()} />
                <section aria-labelledby="contents">
                    <h2 id="contents">{tr(lang, key::HOME_CONTENTS_TITLE)}</h2>
                    {contents(lang, on_open)}
                    {keeping(ctx, &state)}
                </section>
                <section aria-labelledby="map">
                    <h2 id="map">{tr(lang, key::MAP_TITLE)}</h2>
                    {map(lang, on_open)}
                </section>
                <section aria-labelledby="cast">
                    <h2 id="cast">{tr(lang, key::HOME_CAST_TITLE)}</h2>
                    {cast(lang)}
                </section>
                <section class="how" aria-labelledby="how">
                    <h2 id="how">{tr(lang, key::SHELL_HOME_HOW)}</h2>
                    <p>{tr(lang, key::HOME_LEAD)}</p>
                    <p>{tr(lang, key::SHELL_HOME_HOW_TEXT)}</p>
                    <p>{how_page(lang)}</p>
                </section>
                <footer>{static_page_links(lang)}<p>{tr(lang, key::SHELL_FOOTER)}</p></footer>
            </main>
        }
    }

    fn rendered(&mut self, ctx: &Context<Home>, _first: bool) {
        let lang = ctx.props().player.state().lang;
        if let Some(main) = self.main.cast::<Element>().filter(|_| self.hung != Some(lang)) {
            self.hung = Some(lang);
            self.gallery.hang(&main);
        }
    }
}

/// The chapters in their order, each with a picture of its run.
fn contents(lang: Lang, on_open: &OnOpen) -> Html {
    let entry = |chapter: &'static Chapter| {
        let text = html! {
            <>
                {picture(&[chapter.id, "-small-", lang.tag()].concat(), ["342", "240"])}
                <span class="chapter-number" aria-hidden="true">{chapters::number(chapter.id)}</span>
                <span class="chapter-name">{tr(lang, chapter.page.name)}</span>
                <span class="chapter-question">{tr(lang, chapter.page.question)}</span>
            </>
        };
        html! { <li>{link(Some(chapter.id), "", on_open, text)}</li> }
    };
    html! { <ol class="contents" data-testid="contents">{for chapters::chapters().map(entry)}</ol> }
}

/// From one chef to the city, with the chapters where they live.
fn map(lang: Lang, on_open: &OnOpen) -> Html {
    let lives = |&(id, adds): &(&'static str, Key)| {
        let inside = html! { <><b>{chapters::number(id)}</b>{" "}{tr(lang, adds)}</> };
        html! { <li>{link(Some(id), "lives", on_open, inside)}</li> }
    };
    let place = |(at, place): (usize, &map::Place)| {
        html! {
            <li>
                {picture(&["map-", &at.to_string()].concat(), ["300", "200"])}
                <h3>{tr(lang, place.name)}</h3>
                <ul>{for place.chapters.iter().map(lives)}</ul>
            </li>
        }
    };
    html! { <ol class="map" data-testid="map">{for map::PLACES.iter().enumerate().map(place)}</ol> }
}

/// A picture that is no part of the program; its place is kept until it is fetched.
fn picture(name: &str, [width, height]: [&'static str; 2]) -> Html {
    html! { <span class="frame"><img data-src={["pictures/", name, ".svg"].concat()} {width} {height} alt="" decoding="async" /></span> }
}

/// The way on, where a place was kept.
fn left_off(ctx: &Context<Home>, state: &State) -> Html {
    let Some((id, query, hash)) = state.left_off() else { return html! {} };
    let Some(chapter) = chapters::chapter(id) else { return html! {} };
    let onclick = ctx.props().on_go.reform(|event: MouseEvent| event.prevent_default());
    html! {
        <p class="left-off"><a class="button" href={["?", &query, "#", &hash].concat()} data-testid="go-on" {onclick}>
            {tr(state.lang, key::HOME_GO_ON)}{" "}{tr(state.lang, chapter.page.name)}
        </a></p>
    }
}

/// Whether the place may be kept on this device.
fn keeping(ctx: &Context<Home>, state: &State) -> Html {
    let lang = state.lang;
    let Some(keeps) = state.keeps else {
        return html! { <p class="keeping">{tr(lang, key::HOME_KEEP_CANNOT)}</p> };
    };
    let player = ctx.props().player.clone();
    let onchange = Callback::from(move |event: Event| {
        player.dispatch(Action::Keep(event.target_unchecked_into::<HtmlInputElement>().checked()));
    });
    html! {
        <label class="check keeping">
            <input type="checkbox" data-testid="keep" checked={keeps} {onchange} /><span>{tr(lang, key::HOME_KEEP)}</span>
        </label>
    }
}

/// The link to the page with every formula, constant and error, which is no part of the program.
pub fn how_page(lang: Lang) -> Html {
    html! { <a href={static_pages::address(lang, "how")} data-testid="how">{tr(lang, key::SHELL_HOW_PAGE)}</a> }
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
