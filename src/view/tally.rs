//! What the acts have left so far, as rows on one scale, at the stage's edge; and which of its acts a chapter shows.

use kitchen_story::story::act::Kept;
use kitchen_text::{Lang, Line, key, msg, tr};
use yew::prelude::*;

use crate::page::state::{Row, State};
use crate::web::dom::css_number;

/// The rows, on one scale.
pub fn tally(lang: Lang, state: &State) -> Html {
    let rows = state.tally();
    if rows.is_empty() {
        return html! {};
    }
    let (best, bound) = (state.best(), state.bound());
    let sizes = rows.iter().map(|row| &row.kept).chain(bound).filter_map(|kept| kept.size);
    let longest = sizes.fold(0.0, f64::max);
    let is_best = |row: &Row| best.is_some_and(|best| best == row);
    html! {
        <ul class="tally" data-testid="tally">
            {for rows.iter().map(|row| one(lang, row, longest, (state.is_in_hand(row), is_best(row))))}
            if let Some(kept) = bound { <li data-bound="true">{said(lang, kept, longest, false)}</li> }
        </ul>
    }
}

fn one(lang: Lang, row: &Row, longest: f64, (in_hand, is_best): (bool, bool)) -> Html {
    html! {
        <li data-hand-row={(in_hand && !row.is_saved).then_some("true")} data-now={in_hand.then_some("true")} data-best={is_best.then_some("true")}>
            {said(lang, &row.kept, longest, is_best)}
        </li>
    }
}

/// A row's words, and its bar.
fn said(lang: Lang, kept: &Kept, longest: f64, is_best: bool) -> Html {
    let share = kept.size.filter(|_| longest > 0.0).map(|size| (size / longest).clamp(0.0, 1.0));
    html! {
        <>
            <span class="tally-name">{kept.name.say(lang)}</span>
            <b>{kept.value.say(lang)}if is_best { <em>{"★"}<span>{tr(lang, key::SHELL_TALLY_BEST)}</span></em> }</b>
            if let Some(share) = share {
                <span class="tally-bar" ~style={["--size:", &css_number(share), ";--lost:", &css_number(kept.lost.clamp(0.0, 1.0))].concat()}><i></i></span>
            }
        </>
    }
}

/// A dot for each act; what they say is said once, for all.
pub fn dots(lang: Lang, state: &State) -> Html {
    let (count, Some(now)) = (state.all_acts().len(), state.act_number()) else { return html! {} };
    let label = Line::from(msg::ShellActs { n: now as i64 + 1, count: count as i64 }).say(lang);
    let dot = |act: usize| html! { <i data-now={(act == now).then_some("true")} data-done={(act < now).then_some("true")}></i> };
    html! { <span class="dots" role="img" aria-label={label} data-testid="acts" data-act={state.act().map(|act| act.id)}>{for (0..count).map(dot)}</span> }
}
