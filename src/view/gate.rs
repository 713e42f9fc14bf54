//! The prediction gate: a question that stands on the stage at its beat, a guess that is dragged, typed or chosen, and the
//! simulator's answer for the current scenario, with the runs behind it beside each other.

use std::rc::Rc;

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{Address, Look};
use kitchen_story::story::gate::{self, DIAL_STEPS};
use kitchen_story::story::{Ask, Dial, Right, Unit};
use kitchen_text::{Lang, Line, key, tr};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::beside::Beside;
use super::header::flag;
use crate::page::verdict::{Said, Shown};
use crate::web::dom;
use crate::web::worker_client::WorkerClient;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub chapter: AttrValue,
    pub scenario: Scenario,
    pub worker_client: WorkerClient,
    /// The scenario is the worker's.
    pub heavy: bool,
    /// The run plays: the question makes room.
    pub folded: bool,
    /// Something later was asked for: it waits for the answer, and the question says so.
    pub held: bool,
    /// The answer is wanted without a guess: by the clicker of someone who presents.
    pub reveal: bool,
    pub on_answer: Callback<()>,
    /// Rather the run than the question.
    pub on_show: Callback<MouseEvent>,
}

pub enum Message {
    /// The slider stands there.
    Drag(u32),
    Type(String),
    Answer(Guess),
    /// The worker's verdict on a scenario, if it could, in this language.
    Judged(Scenario, Lang, Option<Said>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guess {
    None,
    Kind(usize),
    Number(f64),
}

/// An answer given, with what the simulator says once it has.
struct Answered {
    guess: Guess,
    judged: Option<Judged>,
}

/// What the simulator says: what is right, where it could be told, the sentence, and the runs behind it.
struct Judged {
    right: Option<Right>,
    said: Reveal,
    cases: Rc<Vec<Shown>>,
}

enum Reveal {
    Here(Line),
    /// By the worker, in the language it was asked in.
    There(String),
}

impl Judged {
    fn here(chapter: &Chapter, scenario: &Scenario, lang: Lang) -> Judged {
        match (chapter.verdict)(scenario) {
            Ok(verdict) => Judged {
                right: Some(verdict.right),
                cases: Rc::new(verdict.cases.iter().map(|case| Shown::of(case, lang)).collect()),
                said: Reveal::Here(verdict.reveal),
            },
            Err(line) => Judged { right: None, said: Reveal::Here(line), cases: Rc::default() },
        }
    }

    fn there(Said { right, reveal, cases }: Said) -> Judged {
        Judged { right: Some(right), said: Reveal::There(reveal), cases: Rc::new(cases) }
    }
}

pub struct Gate {
    answered: Option<Answered>,
    /// The guessed number, where the slider was put for it, and how it was typed.
    number: Option<f64>,
    step: Option<u32>,
    typed: Option<String>,
    /// Where the slider stands before it is touched: drawn by lot, so that it says nothing.
    start: u32,
    /// An answer has just come: the form that had the focus may be gone.
    came: bool,
}

impl Component for Gate {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Gate>) -> Gate {
        if ctx.props().reveal {
            ctx.link().send_message(Message::Answer(Guess::None));
        }
        let lot = js_sys::Math::random();
        Gate {
            answered: None,
            number: None,
            step: None,
            typed: None,
            start: DIAL_STEPS / 8 + (lot * f64::from(DIAL_STEPS) * 0.75) as u32,
            came: false,
        }
    }

    fn update(&mut self, ctx: &Context<Gate>, message: Message) -> bool {
        let Props { lang, chapter, scenario, heavy, .. } = ctx.props();
        let Some(chapter) = chapters::chapter(chapter) else { return false };
        match message {
            Message::Drag(step) => {
                if let Ask::Number(dial) = (chapter.gate)(scenario).ask {
                    (self.number, self.step, self.typed) = (Some(dial.at(step)), Some(step), None);
                }
            }
            Message::Type(text) => {
                if let Ask::Number(dial) = (chapter.gate)(scenario).ask {
                    self.number = dial.read(js_sys::Number::parse_float(text.trim())).or(self.number);
                    (self.step, self.typed) = (None, Some(text));
                }
            }
            // An answer is given once.
            Message::Answer(_) if self.answered.is_some() => return false,
            Message::Answer(guess) => {
                let judged = (!heavy).then(|| Judged::here(chapter, scenario, *lang));
                self.answered = Some(Answered { guess, judged });
                (self.typed, self.came) = (None, true);
                if *heavy {
                    ask(ctx, chapter);
                }
                ctx.props().on_answer.emit(());
            }
            Message::Judged(of, lang, judged) => {
                self.came = true;
                if let Some(answered) = self.answered.as_mut().filter(|_| of == *scenario) {
                    let judged = judged.map(Judged::there);
                    answered.judged = Some(judged.unwrap_or_else(|| Judged::here(chapter, scenario, lang)));
                }
            }
        }
        true
    }

    fn changed(&mut self, ctx: &Context<Gate>, old: &Props) -> bool {
        let Props { lang, chapter, scenario, reveal, .. } = ctx.props();
        // A prediction was made for one scenario; a changed one is a new question.
        if *scenario != old.scenario || *chapter != old.chapter {
            (self.answered, self.number, self.step, self.typed) = (None, None, None, None);
        }
        if *reveal && !old.reveal && self.answered.is_none() {
            ctx.link().send_message(Message::Answer(Guess::None));
        }
        if *lang != old.lang
            && let (Some(answered), Some(chapter)) = (self.answered.as_mut(), chapters::chapter(chapter))
        {
            match answered.judged.as_ref().map(|judged| &judged.said) {
                Some(Reveal::There(..)) => ask(ctx, chapter),
                Some(Reveal::Here(_)) => answered.judged = Some(Judged::here(chapter, scenario, *lang)),
                None => {}
            }
        }
        ctx.props() != old
    }

    fn rendered(&mut self, _: &Context<Gate>, _: bool) {
        if std::mem::take(&mut self.came) && dom::focused().is_none() {
            dom::focus_by_id("gate-question");
        }
    }

    fn view(&self, ctx: &Context<Gate>) -> Html {
        let Props { lang, chapter, scenario, folded, held, on_show, .. } = ctx.props();
        let Some(chapter) = chapters::chapter(chapter) else { return html! { <section></section> } };
        let gate = (chapter.gate)(scenario);
        let class = match (folded, self.answered.is_some()) {
            (_, true) => "gate answered",
            (true, false) => "gate folded",
            (false, false) => "gate",
        };
        html! {
            <section {class} data-testid="gate" aria-labelledby="gate-title">
                <h2 id="gate-title" tabindex="-1">{tr(*lang, key::SHELL_GATE)}</h2>
                <p id="gate-question" class="question" tabindex="-1">{gate.question.say(*lang)}</p>
                if *held && self.answered.is_none() { <p class="held" data-testid="gate-held">{tr(*lang, key::SHELL_GATE_HELD)}</p> }
                {match &gate.ask {
                    Ask::Kinds(options) => html! {
                        <div class="options">{for options.iter().enumerate().map(|(index, line)| self.option(ctx, index, line))}</div>
                    },
                    Ask::Number(dial) => self.strip(*lang, *dial).unwrap_or_else(|| self.dial(ctx, *dial)),
                }}
                if self.answered.is_none() {
                    <button type="button" class="text-button" data-testid="gate-show" onclick={on_show}>{tr(*lang, key::SHELL_GATE_SHOW)}</button>
                }
                <div aria-live="polite">{self.said(*lang, &gate.ask)}</div>
                {self.beside(ctx)}
            </section>
        }
    }
}

impl Gate {
    fn option(&self, ctx: &Context<Gate>, index: usize, line: &Line) -> Html {
        let state = self.answered.as_ref().map_or("option", |answered| mark(answered, index));
        let chosen = self.answered.as_ref().is_some_and(|answered| answered.guess == Guess::Kind(index));
        let onclick = ctx.link().callback(move |_: MouseEvent| Message::Answer(Guess::Kind(index)));
        // Not disabled, which would take the focus away from it.
        let done = self.answered.is_some().then_some("true");
        html! {
            <button type="button" class={state} data-testid="gate-option" aria-pressed={flag(chosen)} aria-disabled={done} {onclick}>
                {line.say(ctx.props().lang)}</button>
        }
    }

    fn dial(&self, ctx: &Context<Gate>, dial: Dial) -> Html {
        let lang = ctx.props().lang;
        let number = self.number.unwrap_or_else(|| dial.at(self.start));
        let step = self.step.unwrap_or_else(|| dial.step(number));
        let done = self.answered.is_some().then_some("true");
        let on_drag = ctx.link().batch_callback(move |event: InputEvent| {
            let step = event.target_unchecked_into::<HtmlInputElement>().value_as_number();
            done.is_none().then_some(Message::Drag(step as u32))
        });
        let on_type = ctx.link().batch_callback(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            done.is_none().then_some(Message::Type(text))
        });
        let onsubmit = ctx.link().callback(move |event: SubmitEvent| {
            event.prevent_default();
            Message::Answer(Guess::Number(number))
        });
        let unit = match dial.unit {
            Unit::Times => key::SHELL_GATE_UNIT_TIMES,
            Unit::Percent => key::SHELL_GATE_UNIT_PERCENT,
        };
        let text = self.typed.clone().unwrap_or_else(|| plain(number));
        html! {
            <form class="dial" {onsubmit}>
                <input type="range" class="range accent" min="0" max={DIAL_STEPS.to_string()} step="1" value={step.to_string()}
                    data-testid="gate-slider" aria-label={tr(lang, key::SHELL_GATE_VALUE)} aria-disabled={done}
                    aria-valuetext={gate::number(dial.unit, number).say(lang)}
                    ~style={format!("--at:{}", dom::css_number(f64::from(step) / f64::from(DIAL_STEPS)))} oninput={on_drag} />
                <span class="ends" aria-hidden="true"><i>{plain(dial.min)}</i><i>{plain(dial.max)}</i></span>
                <label class="typed">
                    <span class="hidden-visually">{tr(lang, key::SHELL_GATE_VALUE)}</span>
                    <input type="number" step="any" inputmode="decimal" min={plain(dial.min)} max={plain(dial.max)} value={text}
                        readonly={done.is_some()} data-testid="gate-number" oninput={on_type} />
                    <span>{tr(lang, unit)}</span>
                </label>
                <button type="submit" class="button primary" data-testid="gate-guess" aria-disabled={done}>{tr(lang, key::SHELL_GATE_GUESS)}</button>
            </form>
        }
    }

    /// The answer as a bar on the slider's own scale, with the guess as a dashed line through it; nothing until the answer is there.
    fn strip(&self, lang: Lang, dial: Dial) -> Option<Html> {
        let answered = self.answered.as_ref()?;
        let Some(Right::Number(truth)) = answered.judged.as_ref()?.right else { return None };
        let share = |number: f64| dom::css_number(f64::from(dial.step(number)) / f64::from(DIAL_STEPS));
        let said = |number: f64| gate::number(dial.unit, number).say(lang);
        let guess = match answered.guess {
            Guess::Number(guess) => Some(guess),
            Guess::None | Guess::Kind(_) => None,
        };
        let style = ["--truth:", &share(truth), ";--guess:", &share(guess.unwrap_or(truth))].concat();
        Some(html! {
            <div class="strip" ~style={style} data-testid="gate-strip">
                <div class="strip-scale"><i class="strip-truth"></i>if guess.is_some() { <i class="strip-guess"></i> }</div>
                <p><b>{said(truth)}</b>
                    if let Some(guess) = guess { <span class="strip-yours">{tr(lang, key::SHELL_GATE_YOURS)}{" "}{said(guess)}</span> }
                    <span class="strip-ends">{plain(dial.min)}{" – "}{plain(dial.max)}</span></p>
            </div>
        })
    }

    fn said(&self, lang: Lang, asked: &Ask) -> Html {
        let Some(answered) = &self.answered else { return html! {} };
        let Some(Judged { right, said, .. }) = &answered.judged else {
            return html! { <p class="verdict">{tr(lang, key::WORKER_BUSY)}</p> };
        };
        let judged = match (answered.guess, *right, asked) {
            (Guess::Kind(option), Some(Right::Kinds(right)), _) => {
                let key = if right.holds(option) { key::SHELL_GATE_RIGHT } else { key::SHELL_GATE_WRONG };
                let tie = if right.is_tie() { tr(lang, key::SHELL_GATE_TIE) } else { "" };
                Some(format!("{} {tie}", tr(lang, key)))
            }
            (Guess::Number(guess), Some(Right::Number(truth)), Ask::Number(dial)) => {
                Some(gate::judge(dial.unit, guess, truth).say(lang))
            }
            _ => None,
        };
        let said = match said {
            Reveal::Here(line) => line.say(lang),
            Reveal::There(said) => said.clone(),
        };
        html! { <p class="verdict" data-testid="verdict">{for judged.map(|judged| html! { <><b>{judged}</b>{" "}</> })}{said}</p> }
    }

    /// The runs behind the verdict.
    fn beside(&self, ctx: &Context<Gate>) -> Html {
        let Props { lang, .. } = ctx.props();
        let Some(judged) = self.answered.as_ref().and_then(|answered| answered.judged.as_ref()) else {
            return html! {};
        };
        html! {
            <>
                if !judged.cases.is_empty() { <Beside lang={*lang} cases={Rc::clone(&judged.cases)} /> }
            </>
        }
    }
}

/// The open question for those who hear the page, said when it comes and when something later waits for its answer.
pub fn spoken(lang: Lang, chapter: &Chapter, scenario: &Scenario, held: bool) -> String {
    let mut text = String::new();
    for part in [tr(lang, key::SHELL_GATE), &(chapter.gate)(scenario).question.say(lang)] {
        text.push_str(part);
        text.push(' ');
    }
    if held {
        text.push_str(tr(lang, key::SHELL_GATE_HELD));
    }
    text
}

/// A number as a field writes it: at most two decimals, nothing between the thousands.
fn plain(number: f64) -> String {
    let hundredths = (number.abs() * 100.0).round() as u64;
    let (whole, part) = (hundredths / 100, hundredths % 100);
    match (part, part % 10) {
        (0, _) => whole.to_string(),
        (_, 0) => format!("{whole}.{}", part / 10),
        _ => format!("{whole}.{part:02}"),
    }
}

/// Asks the worker for a verdict in the reader's language.
fn ask(ctx: &Context<Gate>, chapter: &Chapter) {
    let Props { lang, scenario, worker_client, .. } = ctx.props().clone();
    let look = Look { scene: Some(chapter.id.to_owned()), lang: Some(lang), ..Look::default() };
    let address = Address { scenario: scenario.clone(), ..Address::open(look, chapter.kind) };
    let link = ctx.link().clone();
    worker_client.judge(&address, move |judged| link.send_message(Message::Judged(scenario, lang, judged)));
}

/// The option's class once an answer is given.
fn mark(answered: &Answered, index: usize) -> &'static str {
    match answered.judged.as_ref().and_then(|judged| judged.right) {
        Some(Right::Kinds(right)) if right.holds(index) => "option right",
        Some(_) if answered.guess == Guess::Kind(index) => "option wrong",
        _ => "option",
    }
}
