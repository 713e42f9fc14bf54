//! What is done by hand, and a step: fields for the amounts, what is said of them, hints one by one, and then the pot takes the step.

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::story::hand::{self, Amount, Amounts, Tried};
use kitchen_text::{Lang, Line, key, tr};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::player::Handle;
use super::table::Shared;
use crate::page::action::Command;
use crate::web::dom;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub chapter: AttrValue,
    pub show: Shared,
    pub player: Handle,
}

pub enum Message {
    /// A step is wanted: that of the moment on the stage.
    Open,
    Type(usize, String),
    Try,
    Hint,
    /// The pot takes the step on the stage.
    Pour,
    Close,
}

/// How a chapter's step is taken.
fn amounts(chapter: &str) -> Option<Amounts> {
    chapters::chapter(chapter)?.by_hand
}

/// A step that is asked for.
struct Open {
    hand: hand::Hand,
    words: hand::Words,
    typed: Vec<String>,
    hints: usize,
    tried: Option<Result<Tried, Line>>,
}

pub struct Hand {
    open: Option<Open>,
    /// The first field, and whether it has just come: then it takes the focus.
    first: NodeRef,
    is_new: bool,
}

impl Component for Hand {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Hand>) -> Hand {
        Hand { open: None, first: NodeRef::default(), is_new: false }
    }

    fn changed(&mut self, ctx: &Context<Hand>, old: &Props) -> bool {
        // Another run is another step.
        if ctx.props().show != old.show || ctx.props().chapter != old.chapter {
            self.open = None;
        }
        true
    }

    fn update(&mut self, ctx: &Context<Hand>, message: Message) -> bool {
        let Props { chapter, show, player, .. } = ctx.props();
        let Some(by_hand) = amounts(chapter) else { return false };
        match (message, &mut self.open) {
            (Message::Open, _) => {
                let at = player.state().head.at();
                let Some(hand) = (by_hand.ask)(&show.0, at) else { return false };
                player.act(Command::Pause);
                player.act(Command::Seek(hand.at));
                let typed = vec![String::new(); hand.amounts.len()];
                self.open = Some(Open { hand, words: by_hand.words, typed, hints: 0, tried: None });
                self.is_new = true;
            }
            (Message::Type(at, text), Some(open)) => {
                if let Some(typed) = open.typed.get_mut(at) {
                    *typed = text;
                }
                open.tried = None;
            }
            (Message::Try, Some(open)) => {
                let read = |typed: &String| Some(js_sys::Number::parse_float(typed.trim())).filter(|n| n.is_finite());
                let amounts: Option<Vec<f64>> = open.typed.iter().map(read).collect();
                open.tried = Some(match amounts {
                    Some(amounts) => (by_hand.check)(&show.0, open.hand.at, &amounts),
                    None => Err(Line::new(open.words.number)),
                });
            }
            (Message::Hint, Some(open)) => {
                open.hints = (open.hints + 1).min(open.hand.hints.len());
                if open.hints == open.hand.hints.len() {
                    // With the last one the button goes.
                    dom::focus_by_id("hand-try");
                }
            }
            (Message::Pour, Some(open)) => {
                player.act(Command::Seek(open.hand.at));
                player.act(Command::Toggle);
                self.open = None;
                dom::focus_by_id("stage");
            }
            (Message::Close, _) => {
                self.open = None;
                dom::focus_by_id("stage");
            }
            (_, None) => return false,
        }
        true
    }

    fn rendered(&mut self, _ctx: &Context<Hand>, _first: bool) {
        if std::mem::take(&mut self.is_new)
            && let Some(field) = self.first.cast::<web_sys::Element>()
        {
            dom::focus(&field);
        }
    }

    fn view(&self, ctx: &Context<Hand>) -> Html {
        let lang = ctx.props().lang;
        let on = |message: fn() -> Message| ctx.link().callback(move |_: MouseEvent| message());
        let Some(open) = &self.open else {
            let said = amounts(&ctx.props().chapter).map_or("", |by_hand| tr(lang, by_hand.words.open));
            return html! {
                <section class="hand">
                    <button type="button" class="button" data-testid="hand-open" onclick={on(|| Message::Open)}>{said}</button>
                </section>
            };
        };
        let onsubmit = ctx.link().callback(|event: SubmitEvent| {
            event.prevent_default();
            Message::Try
        });
        let is_right = matches!(&open.tried, Some(Ok(tried)) if tried.is_right());
        html! {
            <section class="hand open" data-testid="hand" aria-labelledby="hand-title">
                <h2 id="hand-title">{tr(lang, open.words.open)}</h2>
                <form {onsubmit}>
                    <p class="question">{open.hand.task.say(lang)}</p>
                    <div class="amounts">{for open.hand.amounts.iter().enumerate().map(|each| self.amount(ctx, open, each))}</div>
                    <div class="acts">
                        <button type="submit" id="hand-try" class="button primary" data-testid="hand-try">{tr(lang, open.words.check)}</button>
                        if open.hints < open.hand.hints.len() {
                            <button type="button" class="text-button" data-testid="hand-hint" onclick={on(|| Message::Hint)}>{tr(lang, key::SHELL_HAND_HINT)}</button>
                        }
                        <button type="button" class="text-button" data-testid="hand-close" onclick={on(|| Message::Close)}>{tr(lang, key::SHELL_HAND_CLOSE)}</button>
                    </div>
                </form>
                <div aria-live="polite">
                    if open.hints > 0 {
                        <ol class="hints">{for open.hand.hints.iter().take(open.hints).map(|line| html! { <li>{line.say(lang)}</li> })}</ol>
                    }
                    {said(lang, open)}
                </div>
                if let Some(go) = open.words.go.filter(|_| is_right) {
                    <button type="button" class="button primary" data-testid="hand-pour" onclick={on(|| Message::Pour)}>{tr(lang, go)}</button>
                }
            </section>
        }
    }
}

impl Hand {
    fn amount(&self, ctx: &Context<Hand>, open: &Open, (at, amount): (usize, &Amount)) -> Html {
        let lang = ctx.props().lang;
        let oninput = ctx.link().callback(move |event: InputEvent| {
            Message::Type(at, event.target_unchecked_into::<HtmlInputElement>().value())
        });
        let known = format!("hand-known-{at}");
        let node = if at == 0 { self.first.clone() } else { NodeRef::default() };
        html! {
            <label class="typed">
                <b>{amount.name.say(lang)}</b>
                <small id={known.clone()}>{amount.known.say(lang)}</small>
                <span>
                    <input ref={node} type="number" step="any" inputmode="text" value={open.typed[at].clone()} aria-describedby={known}
                        data-testid="hand-amount" {oninput} />
                    {" "}{amount.unit.say(lang)}
                </span>
            </label>
        }
    }
}

/// What is said of the last try.
fn said(lang: Lang, open: &Open) -> Html {
    match &open.tried {
        None => html! {},
        Some(Err(line)) => html! { <p class="verdict" data-testid="hand-said">{line.say(lang)}</p> },
        Some(Ok(tried)) => {
            let one = |(is_right, line): &(bool, Line)| {
                html! { <li class={if *is_right { "right" } else { "wrong" }}>{line.say(lang)}</li> }
            };
            html! {
                <div class="verdict" data-testid="hand-said">
                    <ul>{for tried.amounts.iter().map(one)}</ul>
                    <p>{tried.outcome.say(lang)}</p>
                </div>
            }
        }
    }
}

/// What the reader does by hand, where the chapter has such a thing: a step of the run that is there.
pub fn by_hand(player: &Handle, lang: Lang, chapter: &Chapter, show: Option<Shared>) -> Html {
    let Some((_, show)) = chapter.by_hand.zip(show) else { return html! {} };
    let player = player.clone();
    html! { <Hand {lang} chapter={chapter.id} {show} {player} /> }
}
