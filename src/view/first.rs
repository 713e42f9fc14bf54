//! The first minute: a stage, and under it one thing to press or to answer at a time; at the end the doors into the book.

use kitchen_story::chapters::{self, prologue};
use kitchen_story::scenario::Scenario;
use kitchen_story::show;
use kitchen_story::staged::Staged;
use kitchen_story::story::{Ask, Right};
use kitchen_text::{Key, Lang, Line, key, tr};
use yew::prelude::*;

use super::header::{flag, layers, link};
use super::player::Handle;
use super::playing::{Network, Playing};
use super::stage::{Refs, Stage};
use super::static_pages::address;
use crate::page::action::{Action, Wish};
use crate::page::first::{First, Phase, is_inside};
use crate::page::state::State;
use crate::web::dom;

/// The element under the stage.
const PANEL: &str = "first-panel";

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The state's: what is shown has changed.
    pub version: u32,
    pub player: Handle,
    pub on_open: Callback<Option<&'static str>>,
    pub on_wish: Callback<Wish>,
}

pub struct FirstMinute {
    refs: Refs,
    /// What the simulator says to the question, once it was answered.
    right: Option<Right>,
    /// The focus was on something that the next phase takes away.
    held: bool,
}

impl Component for FirstMinute {
    type Message = ();
    type Properties = Props;

    fn create(ctx: &Context<FirstMinute>) -> FirstMinute {
        let player = &ctx.props().player;
        let scenario = player.state().scenario.clone();
        if let Ok(show) = show::run(&scenario) {
            let staged = Staged::new(&prologue::CHAPTER, show);
            let (playing, run, _) = Playing::of(staged, Network::Small, &player.state());
            player.load(playing, run);
        }
        FirstMinute { refs: Refs::default(), right: None, held: false }
    }

    fn changed(&mut self, ctx: &Context<FirstMinute>, _old: &Props) -> bool {
        let state = ctx.props().player.state();
        if self.right.is_none() && state.guess.is_some() {
            self.right = verdict(&state.scenario);
        }
        self.held = dom::is_focused_inside(PANEL);
        true
    }

    fn view(&self, ctx: &Context<FirstMinute>) -> Html {
        let Props { player, .. } = ctx.props();
        let state = player.state();
        let (lang, layer) = (state.lang, state.layer());
        let summary = tr(lang, prologue::CHAPTER.page.hook);
        let class = if state.phase() == Some(Phase::Bowls) { "first-panel told" } else { "first-panel" };
        html! {
            <section class="first-minute" aria-labelledby="title">
                <h1 id="title">{tr(lang, key::HOME_TITLE)}</h1>
                <Stage {lang} {layer} refs={self.refs.clone()} player={player.clone()} {summary} test="first-stage" />
                <div id={PANEL} {class} tabindex="-1" role="group" aria-label={tr(lang, prologue::CHAPTER.page.name)}>
                    {self.panel(ctx, &state)}
                </div>
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<FirstMinute>, first: bool) {
        if let (true, Some(nodes), Some(pictures)) = (first, self.refs.nodes(), self.refs.pictures()) {
            ctx.props().player.attach(nodes, pictures);
        }
        if std::mem::take(&mut self.held) && dom::focused().is_none() {
            dom::focus_by_id(PANEL);
        }
    }

    fn destroy(&mut self, ctx: &Context<FirstMinute>) {
        ctx.props().player.detach();
    }
}

impl FirstMinute {
    fn panel(&self, ctx: &Context<FirstMinute>, state: &State) -> Html {
        let Some((phase, run)) = state.phase().zip(state.run.as_ref()) else { return html! {} };
        if phase == Phase::Doors {
            return doors(ctx, state);
        }
        // While it plays, the picture is what to look at.
        let class = if state.head.playing { "button press" } else { "button primary press" };
        let label = match phase {
            _ if state.head.playing => key::SHELL_PAUSE,
            _ if is_inside(&run.script, state.head.at()) => key::SHELL_PLAY,
            Phase::Bowls => key::HOME_FIRST_BOWLS,
            _ => key::HOME_FIRST_COOK,
        };
        html! {
            <>
                if phase != Phase::Alone { {self.question(ctx, state, phase)} }
                if phase != Phase::Ask { {press(ctx, state.lang, label, First::Press, class, "press")} }
            </>
        }
    }

    /// The question with its answers: to be tapped, then with the one that was, at last with what the run says to it.
    fn question(&self, ctx: &Context<FirstMinute>, state: &State, phase: Phase) -> Html {
        let gate = (prologue::CHAPTER.gate)(&state.scenario);
        let Ask::Kinds(options) = &gate.ask else { return html! {} };
        let done = (phase != Phase::Ask).then_some("true");
        let option = |(index, line): (usize, &Line)| {
            let chosen = state.guess == Some(index);
            let class = match self.right.filter(|_| phase == Phase::Bowls) {
                Some(Right::Kinds(right)) if right.holds(index) => "option right",
                Some(_) if chosen => "option wrong",
                _ => "option",
            };
            let onclick = on(ctx, First::Guess(index));
            html! {
                <button type="button" {class} data-testid="first-guess" aria-pressed={flag(chosen)} aria-disabled={done}
                    {onclick}>{line.say(state.lang)}</button>
            }
        };
        html! {
            <>
                <p class="question" role="status">{gate.question.say(state.lang)}</p>
                <div class="options">{for options.iter().enumerate().map(option)}</div>
            </>
        }
    }
}

/// Into the book, to the race, to the teacher's desk; and the same once more, or seen through.
fn doors(ctx: &Context<FirstMinute>, state: &State) -> Html {
    let Props { on_open, on_wish, .. } = ctx.props();
    let lang = state.lang;
    let first = chapters::chapters().next().map(|chapter| chapter.id);
    html! {
        <>
            <div class="doors" data-testid="doors">
                {link(first, "button primary", on_open, html! { {tr(lang, key::HOME_FIRST_READ)} })}
                {link(Some("links"), "button", on_open, html! { {tr(lang, key::HOME_FIRST_RACE)} })}
                <a class="button" href={address(lang, "teachers")} data-testid="teachers">{tr(lang, key::HOME_FIRST_TEACHERS)}</a>
            </div>
            <div class="doors">
                {press(ctx, lang, key::HOME_FIRST_AGAIN, First::Again, "text-button", "again")}
                {layers(lang, state.layer(), on_wish)}
            </div>
        </>
    }
}

fn on(ctx: &Context<FirstMinute>, first: First) -> Callback<MouseEvent> {
    let player = ctx.props().player.clone();
    Callback::from(move |_| player.dispatch(Action::First(first)))
}

fn press(
    ctx: &Context<FirstMinute>,
    lang: Lang,
    name: Key,
    first: First,
    class: &'static str,
    test: &'static str,
) -> Html {
    // The one button, as on every stage: what it does next is what it says.
    let next = (first == First::Press).then_some(if name == key::SHELL_PAUSE { "pause" } else { "begin" });
    html! { <button type="button" {class} data-testid={test} data-next={next} onclick={on(ctx, first)}>{tr(lang, name)}</button> }
}

fn verdict(scenario: &Scenario) -> Option<Right> {
    (prologue::CHAPTER.verdict)(scenario).ok().map(|verdict| verdict.right)
}
