//! The header: whose page, which chapter, how it is shown; and links that stay inside the app.

use kitchen_core::scenario::link::Theme;
use kitchen_core::story::{self, Layer};
use kitchen_core::text::{Key, Lang, key, tr};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::icons::{Icon, icon, toque};

/// What the reader may change from the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Lang(Lang),
    Layer(Layer),
    Theme(Theme),
    Letters(bool),
    Share,
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    pub theme: Theme,
    pub letters: bool,
    /// The chapter that is open; nothing on the home page.
    pub chapter: Option<&'static str>,
    pub on_wish: Callback<Wish>,
    pub on_open: Callback<Option<&'static str>>,
}

/// On narrow screens the tools on the right fold into a menu.
#[component]
pub fn Header(props: &Props) -> Html {
    let Props { lang, layer, chapter, on_wish, on_open, .. } = props;
    let open = use_state(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let chapter = chapter.and_then(story::chapter);
    html! {
        <header class="header">
            <a class="skip" href="#stage" onclick={skip()}>{tr(*lang, key::SHELL_SKIP)}</a>
            <Link to={None::<&'static str>} class="brand" on_open={on_open.clone()}>
                {toque()}<span class="brand-name">{tr(*lang, key::SHELL_NAME)}</span>
            </Link>
            if let Some(chapter) = chapter {
                <p class="where"><span class="number">{format!("{} · ", chapter.number)}</span>{name(tr(*lang, chapter.name))}</p>
                {layers(*lang, *layer, on_wish)}
            }
            <button type="button" class="round menu" data-testid="menu" aria-expanded={open.to_string()} aria-controls="tools"
                aria-label={tr(*lang, key::SHELL_MENU)} onclick={toggle}>{icon(if *open { Icon::Close } else { Icon::Menu })}</button>
            <div id="tools" class="tools" data-open={open.to_string()}>
                {languages(*lang, on_wish)}
                if chapter.is_some() {
                    <button type="button" class="button" data-testid="share" onclick={wish(on_wish, Wish::Share)}>{tr(*lang, key::SHELL_SHARE)}</button>
                }
                {settings(props)}
            </div>
        </header>
    }
}

/// The story's name; the technical one behind the dash goes where there is no room.
fn name(full: &'static str) -> Html {
    match full.split_once(" — ") {
        Some((story, field)) => html! { <>{story}<span class="field">{" — "}{field}</span></> },
        None => html! { {full} },
    }
}

fn wish(on_wish: &Callback<Wish>, wish: Wish) -> Callback<MouseEvent> {
    let on_wish = on_wish.clone();
    Callback::from(move |_| on_wish.emit(wish))
}

/// The skip link must not write its target into the hash, which is the state.
fn skip() -> Callback<MouseEvent> {
    Callback::from(|event: MouseEvent| {
        event.prevent_default();
        crate::web::dom::focus_by_id("stage");
    })
}

fn layers(lang: Lang, layer: Layer, on_wish: &Callback<Wish>) -> Html {
    let button = |test: &'static str, name: Key, each: Layer| {
        html! {
            <button type="button" data-testid={test} aria-pressed={(layer == each).to_string()}
                onclick={wish(on_wish, Wish::Layer(each))}>{tr(lang, name)}</button>
        }
    };
    html! {
        <div class="switch" role="group" aria-label={tr(lang, key::SHELL_LAYER)}>
            {button("layer-kitchen", key::SHELL_LAYER_KITCHEN, Layer::Kitchen)}
            {button("layer-xray", key::SHELL_LAYER_XRAY, Layer::XRay)}
        </div>
    }
}

fn languages(lang: Lang, on_wish: &Callback<Wish>) -> Html {
    let button = |name: Key, each: Lang| {
        html! {
            <button type="button" lang={each.tag()} data-testid={format!("lang-{}", each.tag())} aria-pressed={(lang == each).to_string()}
                onclick={wish(on_wish, Wish::Lang(each))}>{tr(lang, name)}</button>
        }
    };
    html! {
        <div class="languages" role="group" aria-label={tr(lang, key::SHELL_LANG)}>
            {button(key::SHELL_LANG_JA, Lang::Ja)}
            {button(key::SHELL_LANG_EN, Lang::En)}
        </div>
    }
}

const THEMES: [(Theme, Key); 4] = [
    (Theme::Auto, key::SHELL_THEME_AUTO),
    (Theme::Light, key::SHELL_THEME_LIGHT),
    (Theme::Dark, key::SHELL_THEME_DARK),
    (Theme::Projector, key::SHELL_THEME_PROJECTOR),
];

fn settings(props: &Props) -> Html {
    let Props { lang, theme, letters, on_wish, .. } = props;
    let on_theme = on_wish.reform(|event: Event| {
        let index = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
        Wish::Theme(THEMES.get(index as usize).map_or(Theme::Auto, |(theme, _)| *theme))
    });
    let on_letters =
        on_wish.reform(|event: Event| Wish::Letters(event.target_unchecked_into::<HtmlInputElement>().checked()));
    let keys = [
        key::SHELL_KEYS_SPACE,
        key::SHELL_KEYS_ARROWS,
        key::SHELL_KEYS_SHIFT_ARROWS,
        key::SHELL_KEYS_ENDS,
        key::SHELL_KEYS_LETTERS,
    ];
    html! {
        <details class="settings">
            <summary class="button" data-testid="settings">{tr(*lang, key::SHELL_SETTINGS)}</summary>
            <div class="panel">
                <label class="control">
                    <span class="control-name">{tr(*lang, key::SHELL_THEME)}</span>
                    <select class="select" data-testid="theme" onchange={on_theme}>
                        {for THEMES.iter().map(|&(each, name)| html! { <option selected={each == *theme}>{tr(*lang, name)}</option> })}
                    </select>
                </label>
                if props.chapter.is_some() {
                    <label class="check"><input type="checkbox" data-testid="letters" checked={*letters} onchange={on_letters} />
                        <span>{tr(*lang, key::SHELL_LETTER_KEYS)}</span></label>
                    <h2>{tr(*lang, key::SHELL_KEYS_TITLE)}</h2>
                    <ul>{for keys.iter().map(|&each| html! { <li>{tr(*lang, each)}</li> })}</ul>
                }
            </div>
        </details>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct LinkProps {
    /// A chapter, or the home page.
    pub to: Option<&'static str>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub test: Option<AttrValue>,
    pub children: Children,
    pub on_open: Callback<Option<&'static str>>,
}

/// A real link (it can be copied and opened in a tab) that the app follows itself on a plain click.
#[component]
pub fn Link(props: &LinkProps) -> Html {
    let (to, on_open) = (props.to, props.on_open.clone());
    let onclick = Callback::from(move |event: MouseEvent| {
        let plain =
            event.button() == 0 && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key());
        if plain {
            event.prevent_default();
            on_open.emit(to);
        }
    });
    let href = to.map_or_else(|| "./".to_owned(), |id| format!("?scene={id}"));
    html! { <a {href} class={props.class.clone()} data-testid={props.test.clone()} {onclick}>{props.children.clone()}</a> }
}
