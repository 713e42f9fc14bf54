//! The prediction gate: a question answered before the reveal, and scored by the simulator for the current scenario.

use js_sys::Array;
use kitchen_core::scenario::Scenario;
use kitchen_core::scenario::link::{Address, Look};
use kitchen_core::story::{self, Answers, Chapter};
use kitchen_core::text::{Lang, Line, key, tr};
use wasm_bindgen::{JsCast, JsValue};
use yew::prelude::*;

use super::header::flag;
use crate::web::desk::Desk;
use crate::web::worker::What;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub chapter: AttrValue,
    pub scenario: Scenario,
    pub desk: Desk,
    /// The scenario is the worker's.
    pub heavy: bool,
    pub on_answer: Callback<()>,
}

pub enum Message {
    Answer(usize),
    /// The worker's verdict on a scenario, if it could, in this language.
    Judged(Scenario, Lang, Option<JsValue>),
    Again,
}

/// An answer given, with what the simulator says once it has.
struct Answered {
    option: usize,
    judged: Option<Judged>,
}

/// What the simulator says: the right options, where it could be told, and the sentence.
struct Judged {
    right: Option<Answers>,
    said: Said,
}

enum Said {
    Here(Line),
    /// By the worker, in one language.
    There(Lang, String),
}

impl Judged {
    fn here(chapter: &Chapter, scenario: &Scenario) -> Judged {
        let (right, line) = match (chapter.verdict)(scenario) {
            Ok(verdict) => (Some(verdict.right), verdict.reveal),
            Err(line) => (None, line),
        };
        Judged { right, said: Said::Here(line) }
    }

    fn from_worker(lang: Lang, message: &JsValue) -> Option<Judged> {
        let message: &Array = message.dyn_ref()?;
        let right = Answers { bits: message.get(0).as_f64()? as u32 };
        Some(Judged { right: Some(right), said: Said::There(lang, message.get(1).as_string()?) })
    }
}

pub struct Gate {
    answered: Option<Answered>,
}

impl Component for Gate {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Gate>) -> Gate {
        Gate { answered: None }
    }

    fn update(&mut self, ctx: &Context<Gate>, message: Message) -> bool {
        let Props { chapter, scenario, heavy, .. } = ctx.props();
        let Some(chapter) = story::chapter(chapter) else { return false };
        if matches!(message, Message::Answer(_)) {
            ctx.props().on_answer.emit(());
        }
        match message {
            Message::Again => self.answered = None,
            Message::Answer(option) if *heavy => {
                self.answered = Some(Answered { option, judged: None });
                ask(ctx, chapter);
            }
            Message::Answer(option) => {
                self.answered = Some(Answered { option, judged: Some(Judged::here(chapter, scenario)) });
            }
            Message::Judged(of, lang, judged) => {
                if let Some(answered) = self.answered.as_mut().filter(|_| of == *scenario) {
                    let judged = judged.as_ref().and_then(|judged| Judged::from_worker(lang, judged));
                    answered.judged = Some(judged.unwrap_or_else(|| Judged::here(chapter, scenario)));
                }
            }
        }
        true
    }

    fn changed(&mut self, ctx: &Context<Gate>, old: &Props) -> bool {
        // A prediction was made for one scenario; a changed one is a new question.
        if ctx.props().scenario != old.scenario || ctx.props().chapter != old.chapter {
            self.answered = None;
        }
        let judged = self.answered.as_ref().and_then(|answered| answered.judged.as_ref());
        if let Some(Judged { said: Said::There(lang, _), .. }) = judged
            && *lang != ctx.props().lang
            && let Some(chapter) = story::chapter(&ctx.props().chapter)
        {
            ask(ctx, chapter);
        }
        ctx.props() != old
    }

    fn view(&self, ctx: &Context<Gate>) -> Html {
        let Props { lang, chapter, scenario, .. } = ctx.props();
        let Some(chapter) = story::chapter(chapter) else { return html! { <section></section> } };
        let gate = (chapter.gate)(scenario);
        let option = |index: usize, line: &Line| {
            let state = self.answered.as_ref().map_or("option", |answered| mark(answered, index));
            let chosen = self.answered.as_ref().is_some_and(|answered| answered.option == index);
            let onclick = ctx.link().callback(move |_: MouseEvent| Message::Answer(index));
            html! {
                <button type="button" class={state} data-testid="gate-option" aria-pressed={flag(chosen)}
                    disabled={self.answered.is_some()} {onclick}>{line.say(*lang)}</button>
            }
        };
        html! {
            <section class="gate" data-testid="gate" aria-labelledby="gate-title">
                <h2 id="gate-title" tabindex="-1">{tr(*lang, key::SHELL_GATE)}</h2>
                <p>{gate.question.say(*lang)}</p>
                <div class="options">{for gate.options.iter().enumerate().map(|(index, line)| option(index, line))}</div>
                <div aria-live="polite">{self.said(ctx, *lang)}</div>
            </section>
        }
    }
}

impl Gate {
    fn said(&self, ctx: &Context<Gate>, lang: Lang) -> Html {
        let Some(answered) = &self.answered else { return html! {} };
        let again = ctx.link().callback(|_: MouseEvent| Message::Again);
        let text = match &answered.judged {
            Some(Judged { right, said }) => {
                let judged = right.map(|right| right.holds(answered.option));
                let judged =
                    judged.map(|is_right| if is_right { key::SHELL_GATE_RIGHT } else { key::SHELL_GATE_WRONG });
                let tie = right.filter(|right| right.is_tie()).map_or("", |_| tr(lang, key::SHELL_GATE_TIE));
                let said = match said {
                    Said::Here(line) => line.say(lang),
                    Said::There(_, said) => said.clone(),
                };
                html! { <>{for judged.map(|judged| html! { <><b>{tr(lang, judged)}</b>{" "}</> })}{said}{" "}{tie}</> }
            }
            None => html! { {tr(lang, key::WORKER_BUSY)} },
        };
        html! {
            <div class="verdict">
                <p data-testid="verdict">{text}</p>
                <button type="button" class="text-button" onclick={again}>{tr(lang, key::SHELL_GATE_AGAIN)}</button>
            </div>
        }
    }
}

/// Asks the worker for a verdict in the reader's language.
fn ask(ctx: &Context<Gate>, chapter: &Chapter) {
    let Props { lang, scenario, desk, .. } = ctx.props().clone();
    let look = Look { scene: Some(chapter.id.to_owned()), lang: Some(lang), ..Look::default() };
    let address = Address { scenario: scenario.clone(), ..Address::open(look, chapter.kind) };
    let link = ctx.link().clone();
    desk.ask(What::Verdict, &address, move |judged| link.send_message(Message::Judged(scenario, lang, judged)));
}

/// The option's class once an answer is given.
fn mark(answered: &Answered, index: usize) -> &'static str {
    match answered.judged.as_ref().and_then(|judged| judged.right) {
        Some(right) if right.holds(index) => "option right",
        Some(_) if answered.option == index => "option wrong",
        _ => "option",
    }
}
