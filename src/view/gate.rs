//! The prediction gate: a question answered before the reveal, and scored by the simulator for the current scenario.

use kitchen_core::scenario::Scenario;
use kitchen_core::story::{self, Verdict};
use kitchen_core::text::{Lang, Line, key, tr};
use yew::prelude::*;

use super::header::flag;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub chapter: AttrValue,
    pub scenario: Scenario,
}

pub enum Message {
    Answer(usize),
    Again,
}

/// An answer given, with what the simulator says.
struct Answered {
    option: usize,
    verdict: Result<Verdict, Line>,
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
        self.answered = match message {
            Message::Again => None,
            Message::Answer(option) => story::chapter(&ctx.props().chapter)
                .map(|chapter| Answered { option, verdict: (chapter.verdict)(&ctx.props().scenario) }),
        };
        true
    }

    fn changed(&mut self, ctx: &Context<Gate>, old: &Props) -> bool {
        // A prediction was made for one scenario; a changed one is a new question.
        if ctx.props().scenario != old.scenario || ctx.props().chapter != old.chapter {
            self.answered = None;
        }
        ctx.props() != old
    }

    fn view(&self, ctx: &Context<Gate>) -> Html {
        let Props { lang, chapter, scenario } = ctx.props();
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
                <h2 id="gate-title">{tr(*lang, key::SHELL_GATE)}</h2>
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
        let text = match &answered.verdict {
            Ok(verdict) => {
                let judged =
                    if verdict.right == answered.option { key::SHELL_GATE_RIGHT } else { key::SHELL_GATE_WRONG };
                html! { <><b>{tr(lang, judged)}</b>{" "}{verdict.reveal.say(lang)}</> }
            }
            Err(line) => html! { {line.say(lang)} },
        };
        html! {
            <div class="verdict">
                <p data-testid="verdict">{text}</p>
                <button type="button" class="text-button" onclick={again}>{tr(lang, key::SHELL_GATE_AGAIN)}</button>
            </div>
        }
    }
}

/// The option's class once an answer is given.
fn mark(answered: &Answered, index: usize) -> &'static str {
    match &answered.verdict {
        Ok(verdict) if verdict.right == index => "option right",
        Ok(_) if answered.option == index => "option wrong",
        _ => "option",
    }
}
