//! The chapter's parameters as a form, built from the one parameter table.

use kitchen_core::units::Bytes;
use kitchen_story::chapter::Chapter;
use kitchen_story::scenario::raw::is_offered;
use kitchen_story::scenario::{Param, Range, Scenario};
use kitchen_text::{Key, Lang, format, key, tr};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::page::state::Clash;
use crate::web::dom;

/// As many characters as fit beside each other; a longer list of choices folds into a menu.
const WIDEST_BUTTONS: usize = 22;

/// A slider, a row of buttons or a list for each parameter that the chapter lets the reader change; nothing where there is none.
/// A control that cannot have what was asked of it says so itself.
pub fn controls(
    lang: Lang,
    chapter: &Chapter,
    scenario: &Scenario,
    clash: Option<&Clash>,
    on_change: &Callback<Scenario>,
) -> Html {
    if chapter.controls.is_empty() {
        return Html::default();
    }
    let is_used = |place: &usize| (scenario.kind.is_used)(scenario, *place);
    let places: Vec<usize> = chapter.controls.iter().copied().filter(is_used).collect();
    let said = clash.map(|clash| (clash.place, said(lang, scenario, clash, on_change)));
    let at = |place: Option<usize>| {
        let is_here = |of: usize| place.map_or(!places.contains(&of), |place| place == of);
        said.iter().filter(|(of, _)| is_here(*of)).map(|(_, said)| said.clone()).collect::<Html>()
    };
    // Each keeps its own element when another comes or goes, and the focus with it.
    let control = |&place: &usize| {
        html! {
            <div key={scenario.kind.params[place].id} class="control-place">{control(lang, place, scenario, on_change)}{at(Some(place))}</div>
        }
    };
    let usual = Scenario::default_for(scenario.kind);
    let reset = {
        let (on_change, usual) = (on_change.clone(), usual.clone());
        Callback::from(move |_: MouseEvent| {
            // The button goes: the focus stays with the controls.
            dom::focus_by_id("controls");
            on_change.emit(usual.clone());
        })
    };
    html! {
        <form id="controls" class="controls" tabindex="-1" aria-label={tr(lang, key::SHELL_CONTROLS)} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            {for places.iter().map(control)}
            {at(None)}
            if *scenario != usual {
                <button type="button" class="text-button" onclick={reset}>{tr(lang, key::SHELL_CONTROL_RESET)}</button>
            }
        </form>
    }
}

/// What a control cannot have, with the way back to what it had.
fn said(lang: Lang, scenario: &Scenario, clash: &Clash, on_change: &Callback<Scenario>) -> Html {
    let back = clash.before.clone().map(|before| {
        let (on_change, id) = (on_change.clone(), id(&scenario.kind.params[clash.place]));
        let onclick = Callback::from(move |_: MouseEvent| {
            // The button goes.
            dom::focus_by_id(&id);
            on_change.emit(before.clone());
        });
        html! { <button type="button" class="text-button" data-testid="clash-back" {onclick}>{tr(lang, key::SHELL_CLASH_BACK)}</button> }
    });
    html! { <p class="clash" role="alert" data-testid="clash">{clash.line.say(lang)}{" "}{for back}</p> }
}

/// The element of a parameter's control.
fn id(param: &Param) -> String {
    format!("control-{}", param.id)
}

fn control(lang: Lang, place: usize, scenario: &Scenario, on_change: &Callback<Scenario>) -> Html {
    let param = &scenario.kind.params[place];
    let value = scenario.at(place, param.default);
    let set = {
        let (scenario, on_change) = (scenario.clone(), on_change.clone());
        Callback::from(move |value: i64| on_change.emit(scenario.set(place, value)))
    };
    match param.range {
        Range::Int { min, max } => slider(lang, param, value, (min, max), &value.to_string(), set),
        Range::Bytes { min, max } => {
            let mut text = String::new();
            format::push_bytes(&mut text, Bytes(value.max(0) as u64));
            let range = (i64::from(min.max(1).ilog2()), i64::from(max.max(1).ilog2()));
            let set = set.reform(|exponent: i64| 1_i64 << exponent.clamp(0, 62));
            slider(lang, param, i64::from(value.max(1).ilog2()), range, &text, set)
        }
        Range::Choice(list) if width(lang, list) <= WIDEST_BUTTONS => buttons(lang, param, value, list, &set),
        Range::Choice(list) => select(lang, place, scenario, list, &set),
    }
}

/// The width of all names together: a Latin letter is one, with two for a button's edges.
fn width(lang: Lang, list: &[(&'static str, Key)]) -> usize {
    let letters = |text: &str| text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum::<usize>();
    list.iter().map(|&(_, name)| letters(tr(lang, name)) + 2).sum()
}

fn slider(lang: Lang, param: &Param, value: i64, (min, max): (i64, i64), text: &str, set: Callback<i64>) -> Html {
    let share = (value - min) as f64 / (max - min).max(1) as f64;
    let oninput = Callback::from(move |event: InputEvent| {
        set.emit(event.target_unchecked_into::<HtmlInputElement>().value_as_number() as i64);
    });
    html! {
        <label class="control" title={tr(lang, param.help)}>
            <span class="control-name">{tr(lang, param.name)}<b>{text.to_owned()}</b></span>
            <input type="range" class="range accent" min={min.to_string()} max={max.to_string()} step="1" value={value.to_string()}
                id={id(param)} data-testid={id(param)} aria-valuetext={text.to_owned()} ~style={format!("--at:{}", dom::css_number(share))} {oninput} />
        </label>
    }
}

fn buttons(lang: Lang, param: &'static Param, value: i64, list: &[(&'static str, Key)], set: &Callback<i64>) -> Html {
    let button = |index: usize, name: Key| {
        let set = set.clone();
        let chosen = index as i64 == value;
        let onchange = Callback::from(move |_: Event| set.emit(index as i64));
        html! {
            <label class="segment">
                <input type="radio" name={param.id} value={index.to_string()} checked={chosen} {onchange} />
                <span>{tr(lang, name)}</span>
            </label>
        }
    };
    html! {
        <fieldset class="control" tabindex="-1" title={tr(lang, param.help)} id={id(param)} data-testid={id(param)}>
            <legend>{tr(lang, param.name)}</legend>
            <div class="segments">{for list.iter().enumerate().map(|(index, &(_, name))| button(index, name))}</div>
        </fieldset>
    }
}

/// A menu of what goes with the other parameters.
fn select(
    lang: Lang,
    place: usize,
    scenario: &Scenario,
    list: &'static [(&'static str, Key)],
    set: &Callback<i64>,
) -> Html {
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
        set.emit(list.iter().position(|(id, _)| *id == chosen).unwrap_or(0) as i64);
    });
    let param = &scenario.kind.params[place];
    let value = scenario.at(place, param.default);
    let offered = list.iter().zip(0..).filter(|&(_, index)| is_offered(scenario, place, index));
    html! {
        <label class="control choice" title={tr(lang, param.help)}>
            <span class="control-name">{tr(lang, param.name)}</span>
            <select class="select" id={id(param)} data-testid={id(param)} {onchange}>
                {for offered.map(|(&(id, name), index)| html! {
                    <option key={id} value={id} selected={index == value}>{tr(lang, name)}</option>
                })}
            </select>
        </label>
    }
}
