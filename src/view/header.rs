//! The header: whose page, which chapter, how it is shown; and links that stay inside the app.

use kitchen_story::chapters;
use kitchen_story::scenario::link::{Look, Theme};
use kitchen_story::story::Layer;
use kitchen_text::{Key, Lang, key, tr};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::foot::drawers;
use super::icons::{Icon, icon, toque};
use crate::page::action::Wish;

/// What the header shows, and whom it tells.
pub struct Props<'a> {
    pub lang: Lang,
    pub layer: Layer,
    pub theme: Theme,
    pub letters: bool,
    pub sound: bool,
    /// The chapter that is open; nothing on the home page.
    pub chapter: Option<&'static str>,
    /// The menu is open.
    pub open: bool,
    /// How the chapter is shown, where the buttons of its drawers stand here.
    pub look: Option<&'a Look>,
    /// What stands beside the drawers' buttons.
    pub own: Html,
    /// Which of its acts is shown.
    pub dots: Html,
    pub on_wish: &'a Callback<Wish>,
    pub on_open: &'a Callback<Option<&'static str>>,
}

/// In a chapter and on narrow screens the tools on the right fold into a menu.
pub fn header(props: &Props<'_>) -> Html {
    let &Props { lang, layer, chapter, open, on_wish, on_open, .. } = props;
    let toggle = wish(on_wish, Wish::Menu(!open));
    let chapter = chapter.and_then(chapters::chapter);
    html! {
        <header class="header">
            {if chapter.is_some() { skip(lang, key::SHELL_SKIP, "stage") } else { skip(lang, key::SHELL_SKIP_HOME, "main") }}
            if chapter.is_none() {
                {link(None, "brand", on_open, html! { <>{toque()}<span class="brand-name">{tr(lang, key::SHELL_NAME)}</span></> })}
            }
            if let Some(chapter) = chapter {
                <span class="brand">{toque()}</span>
                <p class="where">if chapters::number(chapter.id) > 0 { <span class="number">{chapters::number(chapter.id)}{" · "}</span> }{name(tr(lang, chapter.page.name))}</p>
                {props.dots.clone()}
                {for props.look.map(|look| drawers(lang, look, on_wish, props.own.clone()))}
                {layers(lang, layer, on_wish)}
            }
            <button type="button" class="round menu" data-testid="menu" aria-expanded={flag(open)} aria-controls="tools"
                aria-label={tr(lang, key::SHELL_MENU)} onclick={toggle}>{icon(if open { Icon::Close } else { Icon::Menu })}</button>
            <div id="tools" class="tools" data-open={flag(open)}>
                if chapter.is_some() {
                    {link(None, "home", on_open, html! { {tr(lang, key::SHELL_CONTENTS_LINK)} })}
                }
                {languages(lang, on_wish)}
                <button type="button" class="button" data-testid="present" onclick={wish(on_wish, Wish::Present(true))}>{tr(lang, key::SHELL_PRESENT)}</button>
                if chapter.is_some() {
                    <button type="button" class="button" data-testid="share" onclick={wish(on_wish, Wish::Share)}>{tr(lang, key::SHELL_SHARE)}</button>
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

/// A press that asks for it.
pub fn wish(on_wish: &Callback<Wish>, wish: Wish) -> Callback<MouseEvent> {
    let on_wish = on_wish.clone();
    Callback::from(move |_| on_wish.emit(wish))
}

/// How ARIA writes a truth.
pub const fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// The skip link must not write its target into the hash, which is the state.
fn skip(lang: Lang, name: Key, to: &'static str) -> Html {
    let onclick = Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        crate::web::dom::focus_by_id(to);
    });
    html! { <a class="skip" data-testid="skip" href={format!("#{to}")} {onclick}>{tr(lang, name)}</a> }
}

/// Kitchen or x-ray.
pub fn layers(lang: Lang, layer: Layer, on_wish: &Callback<Wish>) -> Html {
    let button = |test: &'static str, name: Key, each: Layer| {
        html! {
            <button type="button" data-testid={test} aria-pressed={flag(layer == each)}
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
    let button = |each: Lang| {
        html! {
            <button type="button" lang={each.tag()} data-testid={["lang-", each.tag()].concat()} aria-pressed={flag(lang == each)}
                onclick={wish(on_wish, Wish::Lang(each))}>{each.name()}</button>
        }
    };
    html! {
        <div class="languages" role="group" aria-label={tr(lang, key::SHELL_LANG)}>
            {for Lang::ALL.map(button)}
        </div>
    }
}

const THEMES: [(Theme, Key); 4] = [
    (Theme::Auto, key::SHELL_THEME_AUTO),
    (Theme::Light, key::SHELL_THEME_LIGHT),
    (Theme::Dark, key::SHELL_THEME_DARK),
    (Theme::Projector, key::SHELL_THEME_PROJECTOR),
];

fn settings(props: &Props<'_>) -> Html {
    let Props { lang, theme, letters, sound, on_wish, .. } = props;
    let on_theme = on_wish.reform(|event: Event| {
        let index = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
        Wish::Theme(THEMES.get(index as usize).map_or(Theme::Auto, |(theme, _)| *theme))
    });
    let check = |test: &'static str, name: Key, checked: bool, wish: fn(bool) -> Wish| {
        let onchange =
            on_wish.reform(move |event: Event| wish(event.target_unchecked_into::<HtmlInputElement>().checked()));
        html! { <label class="check"><input type="checkbox" data-testid={test} {checked} {onchange} /><span>{tr(*lang, name)}</span></label> }
    };
    let keys = [
        key::SHELL_KEYS_SPACE,
        key::SHELL_KEYS_ARROWS,
        key::SHELL_KEYS_SHIFT_ARROWS,
        key::SHELL_KEYS_ENDS,
        key::SHELL_KEYS_LETTERS,
        key::SHELL_PRESENT_KEY,
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
                    {check("sound", key::SHELL_SOUND, *sound, Wish::Sound)}
                    {check("letters", key::SHELL_LETTER_KEYS, *letters, Wish::Letters)}
                    <h2>{tr(*lang, key::SHELL_KEYS_TITLE)}</h2>
                    <ul>{for keys.iter().map(|&each| html! { <li>{tr(*lang, each)}</li> })}</ul>
                }
            </div>
        </details>
    }
}

/// A real link to a chapter or to the home page (it can be copied and opened in a tab) that the app follows itself on a
/// plain click.
pub fn link(
    to: Option<&'static str>,
    class: &'static str,
    on_open: &Callback<Option<&'static str>>,
    inside: Html,
) -> Html {
    let on_open = on_open.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        let plain =
            event.button() == 0 && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key());
        if plain {
            event.prevent_default();
            on_open.emit(to);
        }
    });
    let href = to.map_or_else(|| "./".to_owned(), |id| format!("?scene={id}"));
    // Each chapter has one entry in the contents, which has no class of its own.
    let test = to.filter(|_| class.is_empty()).map(|id| format!("chapter-{id}"));
    html! { <a {href} {class} data-testid={test} {onclick}>{inside}</a> }
}
