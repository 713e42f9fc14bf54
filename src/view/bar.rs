//! The play bar.

use kitchen_core::units::Time;
use kitchen_story::story::Script;
use kitchen_story::story::pace::{Mark, Piece};
use kitchen_story::story::playhead::{Speed, Timeline, Way};
use kitchen_text::{Key, Lang, Line, key, msg, tr};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::icons::{Icon, icon};
use super::keys;
use super::player::Handle;
use super::stage::Refs;
use crate::page::action::Command;
use crate::page::action::Key as Heard;
use crate::page::keys::{self as strokes, Place};
use crate::page::state::{SCRUBBER_STEPS, Status};
use crate::web::dom;

/// What the scrubber shows, as shares of the run from 0 to 1.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Where the beats are.
    beats: Vec<f64>,
    /// From where to where a wait is cut short while the run plays.
    waits: Vec<(f64, f64)>,
}

impl Marks {
    pub fn new(script: &Script, timeline: &Timeline) -> Marks {
        let share = |at: Time| at.0 as f64 / timeline.end.0.max(1) as f64;
        let is_cut = |piece: &&Piece| piece.mark == Mark::Compressed;
        let waits = timeline.pace().pieces().iter().filter(is_cut);
        Marks {
            beats: script.beats.iter().map(|beat| share(beat.at)).collect(),
            waits: waits.map(|piece| (share(piece.start), share(piece.end))).collect(),
        }
    }
}

/// Dashes across the scrubber where a wait is cut short.
fn waits(marks: &Marks) -> Html {
    let percent = |share: f64| dom::css_number(share * 100.0) + "%";
    let wait = |&(from, to): &(f64, f64)| html! { <line x1={percent(from)} x2={percent(to)} y1="50%" y2="50%" /> };
    html! { <svg class="waits" data-testid="waits">{for marks.waits.iter().map(wait)}</svg> }
}

/// The buttons in order, the time, the speed and the guide; the scrubber, where it does not stand under the stage.
pub fn bar(lang: Lang, status: Status, marks: Option<&Marks>, refs: &Refs, player: &Handle, with_scrub: bool) -> Html {
    let press = |test: &'static str, name: Key, drawing: Icon, command: Command| {
        let player = player.clone();
        html! {
            <button type="button" class={format!("round {test}")} data-testid={test} aria-label={tr(lang, name)} title={tr(lang, name)}
                onclick={Callback::from(move |_: MouseEvent| player.act(command))}>{icon(drawing)}</button>
        }
    };
    let (play_name, play_icon) =
        if status.playing { (key::SHELL_PAUSE, Icon::Pause) } else { (key::SHELL_PLAY, Icon::Play) };
    html! {
        <div id="bar" class="bar" role="group" aria-label={tr(lang, key::SHELL_BAR)}>
            <div class="buttons">
                {press("restart", key::SHELL_RESTART, Icon::Restart, Command::Restart)}
                {press("beat-back", key::SHELL_BEAT_BACK, Icon::BeatBack, Command::Beat(Way::Back))}
                {press("step-back", key::SHELL_STEP_BACK, Icon::StepBack, Command::Step(Way::Back))}
                {press("play", play_name, play_icon, Command::Toggle)}
                {press("step-forward", key::SHELL_STEP_FORWARD, Icon::StepForward, Command::Step(Way::Forward))}
                {press("beat-forward", key::SHELL_BEAT_FORWARD, Icon::BeatForward, Command::Beat(Way::Forward))}
            </div>
            {with_scrub.then(|| scrub(lang, marks, refs, player))}
            <output class="time" data-testid="time" aria-live="off" ref={refs.time.clone()}></output>
            {speeds(lang, status.speed, player)}
            <label class="guide" title={tr(lang, key::SHELL_GUIDE)}>
                <input type="checkbox" data-testid="guide" checked={status.guided} aria-label={tr(lang, key::SHELL_GUIDE)}
                    onchange={on_guide(player)} />
                <span aria-hidden="true">{tr(lang, key::SHELL_GUIDE_SHORT)}</span>
            </label>
        </div>
    }
}

/// The run as a line, with a mark for each beat.
pub fn scrub(lang: Lang, marks: Option<&Marks>, refs: &Refs, player: &Handle) -> Html {
    html! {
        <div class="scrub">
            <div class="marks" aria-hidden="true">
                {for marks.map(waits)}
                {for marks.iter().flat_map(|marks| &marks.beats).map(|mark| html! { <i ~style={format!("--at:{}", dom::css_number(*mark))}></i> })}
            </div>
            <input type="range" class="range scrubber" min="0" max={SCRUBBER_STEPS.to_string()} step="1" data-testid="scrubber"
                aria-label={tr(lang, key::SHELL_SCRUBBER)} ref={refs.scrubber.clone()}
                oninput={on_scrub(player)} onkeydown={on_scrubber_key(player)} />
        </div>
    }
}

/// The speed on a log scale.
fn speeds(lang: Lang, speed: Speed, player: &Handle) -> Html {
    let value = Line::from(msg::ShellSpeedValue { factor: factor(speed).into() }).say(lang);
    let player = player.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let step = event.target_unchecked_into::<HtmlInputElement>().value_as_number();
        player.act(Command::Speed(Speed::from_step(step as i64)));
    });
    let share = f64::from(speed.step() - Speed::MIN.step()) / f64::from(Speed::MAX.step() - Speed::MIN.step());
    html! {
        <label class="speed">
            <span class="speed-name">{tr(lang, key::SHELL_SPEED)}{" "}<b>{value.clone()}</b></span>
            <input type="range" class="range" min={Speed::MIN.step().to_string()} max={Speed::MAX.step().to_string()} step="1"
                data-testid="speed" value={speed.step().to_string()} aria-label={tr(lang, key::SHELL_SPEED)} aria-valuetext={value}
                ~style={format!("--at:{}", dom::css_number(share))} {oninput} />
        </label>
    }
}

/// `1`, `0.25`, `1.41`, `64`: as short as it can be.
fn factor(speed: Speed) -> String {
    let percent = (speed.factor() * 100.0).round() as u32;
    match (percent / 100, percent % 100) {
        (whole @ 10.., _) | (whole, 0) => whole.to_string(),
        (whole, part) if part % 10 == 0 => format!("{whole}.{}", part / 10),
        (whole, part) => format!("{whole}.{part:02}"),
    }
}

fn on_scrub(player: &Handle) -> Callback<InputEvent> {
    let player = player.clone();
    Callback::from(move |event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value_as_number();
        player.act(Command::Scrub(value as u32));
    })
}

/// On the scrubber an arrow is a step of the run, not of the slider's own scale.
fn on_scrubber_key(player: &Handle) -> Callback<KeyboardEvent> {
    let player = player.clone();
    Callback::from(move |event: KeyboardEvent| {
        let mirrored = match event.key().as_str() {
            "ArrowUp" => Some(Heard::Play(Command::Step(Way::Forward))),
            "ArrowDown" => Some(Heard::Play(Command::Step(Way::Back))),
            key => strokes::read(keys::stroke(&event, key), Place::Button, false, false),
        };
        if let Some(Heard::Play(command)) = mirrored {
            event.prevent_default();
            event.stop_propagation();
            player.act(command);
        }
    })
}

fn on_guide(player: &Handle) -> Callback<Event> {
    let player = player.clone();
    Callback::from(move |event: Event| {
        player.act(Command::Guide(event.target_unchecked_into::<HtmlInputElement>().checked()));
    })
}
