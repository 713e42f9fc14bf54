//! Presenting: large type for the room, a clicker that works wherever the focus is, and notes in a window of their own.

use std::cell::RefCell;
use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::story::Layer;
use kitchen_text::{Lang, Line, Words, format, key, msg, tr};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::player::Handle;
use crate::web::dom;
use crate::web::notes::{self, Window};

/// The presenter's state: the notes, if they are open.
#[derive(Clone, Default)]
pub struct WorkerClient {
    notes: Rc<RefCell<Option<Window>>>,
}

impl WorkerClient {
    /// Opens the notes, or brings them to the front; says whether the browser let them.
    pub fn open_notes(&self, lang: Lang, player: &Handle, on_key: Callback<KeyboardEvent>) -> bool {
        let player = player.clone();
        let began_s = dom::seconds();
        let window = notes::open(
            tr(lang, key::SHELL_NOTES_TITLE),
            move || told(lang, &player, began_s),
            move |event| on_key.emit(event),
        );
        let is_open = window.is_some();
        *self.notes.borrow_mut() = window;
        is_open
    }

    pub fn close(&self) {
        *self.notes.borrow_mut() = None;
    }
}

/// What the notes say now, line by line with the class of each.
fn told(lang: Lang, player: &Handle, began_s: f64) -> Vec<(notes::Kind, String)> {
    use notes::Kind;
    let time = |time: Time| {
        let mut out = String::new();
        format::push_time(&mut out, time);
        out
    };
    let passed = (dom::seconds() - began_s).max(0.0) as u64;
    let timer = format!("{}  {}:{:02}", tr(lang, key::SHELL_NOTES_TIMER), passed / 60, passed % 60);
    let mut lines = vec![(Kind::Timer, timer)];
    let state = player.state();
    let Some(run) = &state.run else { return lines };
    let chapter = state.chapter.and_then(chapters::chapter);
    lines.extend(chapter.map(|chapter| (Kind::Title, tr(lang, chapter.page.name).to_owned())));
    let at = state.head.at();
    let said = |lines: &mut Vec<_>, at: Time| {
        for (layer, kind) in [(Layer::Kitchen, Kind::Said), (Layer::XRay, Kind::Small)] {
            lines.extend(run.script.line_at(at, layer).map(|line| (kind, line.say(lang))));
        }
    };
    lines.push((Kind::Name, format!("{} · {}", tr(lang, key::SHELL_NOTES_NOW), time(at))));
    said(&mut lines, at);
    match run.timeline.next_beat(at) {
        Some((next, ms)) => {
            let away =
                Line::from(msg::ShellNotesIn { time: Words::from(format!("{}\u{a0}s", (ms / 1e3).round() as u64)) });
            let name = format!("{} · {} ({})", tr(lang, key::SHELL_NOTES_NEXT), time(next), away.say(lang));
            lines.push((Kind::Name, name));
            said(&mut lines, next);
        }
        None => lines.push((Kind::Name, tr(lang, key::SHELL_NOTES_LAST).to_owned())),
    }
    lines.extend(
        chapter
            .into_iter()
            .flat_map(|chapter| chapter.page.teacher)
            .map(|&note| (Kind::Small, tr(lang, note).to_owned())),
    );
    lines
}

/// The strip at the page's foot: how the keys go, and the notes.
pub fn strip(lang: Lang, blocked: bool, on_notes: Callback<MouseEvent>, on_leave: Callback<MouseEvent>) -> Html {
    html! {
        <div class="presenting" role="group" aria-label={tr(lang, key::SHELL_PRESENT)} data-testid="presenting">
            <p role="status">{tr(lang, if blocked { key::SHELL_PRESENT_BLOCKED } else { key::SHELL_PRESENT_ON })}</p>
            <button type="button" class="button" data-testid="notes-window" onclick={on_notes}>{tr(lang, key::SHELL_PRESENT_NOTES)}</button>
            <button type="button" class="button" data-testid="present-leave" onclick={on_leave}>{tr(lang, key::SHELL_CLOSE)}</button>
        </div>
    }
}
