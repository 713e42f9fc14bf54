//! What the acts have left so far, as rows on one scale, at the stage's edge; and which of its acts a chapter shows.

use kitchen_text::{Lang, Line, msg};
use yew::prelude::*;

use crate::page::state::{Row, State};
use crate::web::dom::css_number;

/// The rows, on one scale.
pub fn tally(lang: Lang, state: &State) -> Html {
    let rows = state.tally();
    if rows.is_empty() {
        return html! {};
    }
    let longest = rows.iter().filter_map(|row| row.kept.size).fold(0.0, f64::max);
    html! {
        <ul class="tally" data-testid="tally">{for rows.iter().map(|row| one(lang, row, longest, state.is_in_hand(row)))}</ul>
    }
}

fn one(lang: Lang, row: &Row, longest: f64, in_hand: bool) -> Html {
    let share = row.kept.size.filter(|_| longest > 0.0).map(|size| (size / longest).clamp(0.0, 1.0));
    html! {
        <li data-hand-row={(in_hand && !row.is_saved).then_some("true")} data-now={in_hand.then_some("true")}>
            <span class="tally-name">{row.kept.name.say(lang)}</span>
            <b>{row.kept.value.say(lang)}</b>
            if let Some(share) = share {
                <span class="tally-bar" ~style={["--size:", &css_number(share), ";--lost:", &css_number(row.kept.lost.clamp(0.0, 1.0))].concat()}><i></i></span>
            }
        </li>
    }
}

/// A dot for each act; what they say is said once, for all.
pub fn dots(lang: Lang, state: &State) -> Html {
    let (count, Some(now)) = (state.all_acts().len(), state.act_number()) else { return html! {} };
    let label = Line::from(msg::ShellActs { n: now as i64 + 1, count: count as i64 }).say(lang);
    let dot = |act: usize| html! { <i data-now={(act == now).then_some("true")} data-done={(act < now).then_some("true")}></i> };
    html! { <span class="dots" role="img" aria-label={label} data-testid="acts" data-act={state.act().map(|act| act.id)}>{for (0..count).map(dot)}</span> }
}
