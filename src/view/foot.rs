//! What stands under the stage: the run as a line, the sentence of the moment, and one button that says what comes next.

use kitchen_story::chapters;
use kitchen_story::scenario::link::{DRAWERS, Drawer, Look};
use kitchen_text::{Key, Lang, Line, key, msg, tr};
use yew::prelude::*;

use super::bar::{Marks, scrub};
use super::hands::undo;
use super::header::{flag, wish};
use super::icons::{Icon, icon};
use super::player::Handle;
use super::stage::{Refs, caption};
use crate::page::action::{Action, Wish};
use crate::page::next::Next;

/// The line, the sentence, the way back and the one button.
pub fn foot(lang: Lang, next: Next, marks: Option<&Marks>, refs: &Refs, player: &Handle) -> Html {
    let on_next = {
        let player = player.clone();
        Callback::from(move |_: MouseEvent| player.dispatch(Action::Next))
    };
    let on_back = {
        let player = player.clone();
        Callback::from(move |_: MouseEvent| player.dispatch(Action::Back))
    };
    // Before a chapter's first press there is nothing to go back to.
    let is_first = matches!(next, Next::Begin(_)) && player.state().act_number() == Some(0);
    let class = if next == Next::Show { "button next hollow" } else { "button primary next" };
    html! {
        <div class="foot">
            {scrub(lang, marks, refs, player)}
            {caption(refs)}
            <div class="go">
                {undo(lang, player)}
                <button type="button" class="round back" data-testid="back" data-idle={flag(is_first)} aria-label={tr(lang, key::SHELL_BEAT_BACK)} title={tr(lang, key::SHELL_BEAT_BACK)}
                    onclick={on_back}>{icon(Icon::StepBack)}</button>
                <button type="button" {class} id="next" data-next={next.name()} data-testid="next" aria-disabled={flag(next == Next::Wait)} onclick={on_next}>{said(lang, next)}</button>
            </div>
        </div>
    }
}

/// What the button says.
fn said(lang: Lang, next: Next) -> String {
    let plain = |key: Key| tr(lang, key).to_owned();
    match next {
        Next::Wait => plain(key::SHELL_NEXT_WAIT),
        Next::Ask => plain(key::SHELL_NEXT_ASK),
        Next::Begin(word) => plain(word.unwrap_or(key::SHELL_NEXT_BEGIN)),
        Next::Act(word) => plain(word),
        Next::GoOn | Next::Seen => plain(key::SHELL_NEXT_ON),
        Next::Pause => plain(key::SHELL_NEXT_PAUSE),
        Next::Show => plain(key::SHELL_NEXT_SHOW),
        Next::Contents => plain(key::SHELL_NEXT_CONTENTS),
        Next::Chapter(id) => {
            let name = chapters::chapter(id).map_or("", |chapter| tr(lang, chapter.page.name));
            let name = name.split(" — ").next().unwrap_or(name);
            Line::from(msg::ShellNextTo { name: name.into() }).say(lang)
        }
    }
}

/// A button for each drawer that has something in it, with what stands beside them: a link may leave out the numbers and what can be
/// tried.
pub fn drawers(lang: Lang, look: &Look, on_wish: &Callback<Wish>, beside: Html) -> Html {
    let has = |drawer: Drawer| look.controls || matches!(drawer, Drawer::Read | Drawer::Timeline);
    let button = |&(id, drawer): &(&'static str, Drawer)| {
        let is_open = look.drawers.holds(drawer);
        let name = match drawer {
            Drawer::Read => key::SHELL_DRAWER_READ,
            Drawer::Numbers => key::SHELL_DRAWER_NUMBERS,
            Drawer::Timeline => key::SHELL_DRAWER_TIMELINE,
            Drawer::Try => key::SHELL_DRAWER_TRY,
        };
        html! {
            <button type="button" class="button drawer" data-testid={format!("open-{id}")} aria-pressed={flag(is_open)}
                onclick={wish(on_wish, Wish::Drawer(drawer, !is_open))}>{tr(lang, name)}</button>
        }
    };
    html! { <div class="drawers" role="group" aria-label={tr(lang, key::SHELL_DRAWERS)}>{for DRAWERS.iter().filter(|(_, drawer)| has(*drawer)).map(button)}{beside}</div> }
}
