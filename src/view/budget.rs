//! Purchases one after another under a budget, in the dialog of what the reader brings: what is bought first is chosen of the answers that
//! stand there, then its restaurant is raced in a worker for what comes next.

use kitchen_story::brought::{Budgeted, Door, Left, Order, Typed};
use kitchen_story::scenario::Scenario;
use kitchen_story::staged::Part;
use kitchen_text::Lang;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::header::flag;
use super::player::Handle;
use crate::web::worker::What;
use crate::web::worker_client::{Came, WorkerClient};

/// So many purchases at most.
const MOST: usize = 6;

#[derive(Clone, Copy)]
pub struct Opened(pub &'static Door);

impl PartialEq for Opened {
    /// There is one.
    fn eq(&self, _other: &Opened) -> bool {
        true
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub player: Handle,
    pub door: Opened,
    /// What was raced, all of its answers, and what was written beside them.
    pub raced: Scenario,
    pub answers: Vec<Vec<u8>>,
    pub typed: Typed,
    /// The field's name, the button, stop, progress, and what is said of a budget that is none.
    pub words: [String; 5],
    pub head: Vec<String>,
}

pub enum Message {
    Write(String),
    Go,
    Stop,
    Came(u32, Came),
}

#[derive(Default)]
pub struct Budget {
    text: String,
    is_wrong: bool,
    /// US dollars, of the plan that stands there.
    dollars: f64,
    all: Vec<Budgeted>,
    /// The order that is tried, by its place, and the best that came of those before it.
    order: usize,
    best: Vec<Budgeted>,
    /// The answers to what comes next.
    answers: Vec<Vec<u8>>,
    is_racing: bool,
    is_done: bool,
    /// Counts the races: what comes late of one is not the next one's.
    race: u32,
    worker: WorkerClient,
}

impl Component for Budget {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Budget>) -> Budget {
        Budget::default()
    }

    fn changed(&mut self, ctx: &Context<Budget>, old: &Props) -> bool {
        if ctx.props().raced != old.raced || ctx.props().answers != old.answers {
            self.stop();
            self.empty();
        }
        true
    }

    fn update(&mut self, ctx: &Context<Budget>, message: Message) -> bool {
        let Opened(door) = ctx.props().door;
        match message {
            Message::Write(text) => self.text = text,
            Message::Stop => self.stop(),
            Message::Go => {
                self.stop();
                self.empty();
                let read = (door.budget.read)(&self.text);
                self.is_wrong = read.is_none();
                let Some(dollars) = read else { return true };
                self.dollars = dollars;
                self.first(ctx);
            }
            Message::Came(race, _) if race != self.race => return false,
            Message::Came(_, Came::Part(Part::Run { bytes, .. })) => self.answers.push(bytes),
            Message::Came(_, Came::Again) => self.answers.clear(),
            Message::Came(..) => {
                self.is_racing = false;
                let Some(last) = self.all.last().map(|one| one.next.clone()) else { return false };
                if self.answers.is_empty() {
                    // There is no worker: it is computed here.
                    (door.race)(&last, &mut |bytes| self.answers.push(bytes));
                }
                let answers = std::mem::take(&mut self.answers);
                // A price that was written is that of the first purchase's restaurant.
                self.next(ctx, &last, &answers, &Typed::default());
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Budget>) -> Html {
        let Props { lang, door: Opened(door), words: [name, go, stop, progress, wrong], head, .. } = ctx.props();
        let link = ctx.link();
        let oninput = link
            .callback(|event: InputEvent| Message::Write(event.target_unchecked_into::<HtmlInputElement>().value()));
        let press = |message: fn() -> Message| link.callback(move |_: MouseEvent| message());
        html! {
            <section class="budget" aria-busy={flag(self.is_racing)} data-testid="budget" data-done={flag(self.is_done)}>
                <div class="row own-after">
                    <label for="own-budget">{name.clone()}</label>
                    <input id="own-budget" data-testid="own-budget" inputmode="numeric" maxlength="20" value={self.text.clone()} {oninput}
                        aria-invalid={self.is_wrong.then_some("true")} aria-describedby={self.is_wrong.then_some("own-budget-why")} />
                    if self.is_racing {
                        <button type="button" class="button" data-testid="budget-stop" onclick={press(|| Message::Stop)}>{stop.clone()}</button>
                        <label class="own-progress">{progress.clone()}<progress /></label>
                    } else {
                        <button type="button" class="button" data-testid="budget-go" onclick={press(|| Message::Go)}>{go.clone()}</button>
                    }
                </div>
                if self.is_wrong { <small id="own-budget-why" class="own-wrong" role="status">{wrong.clone()}</small> }
                if !self.all.is_empty() {
                    <div class="own-table night-table" tabindex="0">
                        <table data-testid="budget-table">
                            <thead><tr><td></td>{for head.iter().map(|head| html! { <th scope="col">{head.clone()}</th> })}</tr></thead>
                            <tbody>{for self.all.iter().enumerate().map(|(at, one)| html! {
                                <tr><th scope="row">{at + 1}</th>{for one.cells.iter().map(|cell| html! { <td>{cell.clone()}</td> })}</tr>
                            })}</tbody>
                        </table>
                    </div>
                }
                <p class="own-answer" role="status" data-testid="budget-sum">{(door.budget.sum)(&self.all, self.dollars, self.is_done, *lang)}</p>
            </section>
        }
    }
}

impl Budget {
    /// Buys what comes next of the answers to a restaurant's race, and races what it is then.
    fn next(&mut self, ctx: &Context<Budget>, scenario: &Scenario, answers: &[Vec<u8>], typed: &Typed) {
        let Props { lang, player, door: Opened(door), .. } = ctx.props();
        let left = self.dollars - self.all.iter().map(|one| one.price).sum::<f64>();
        let left = Left { dollars: left, order: Order::ALL[self.order], typed, lang: *lang };
        let next = (door.budget.next)(scenario, answers, &left).filter(|_| self.all.len() < MOST);
        let Some(next) = next else { return self.end(ctx) };
        let mut address = player.state().asked();
        address.scenario = next.next.clone();
        self.all.push(next);
        self.race = self.race.wrapping_add(1);
        self.is_racing = true;
        let (link, race) = (ctx.link().clone(), self.race);
        self.worker.stage(What::Race, &address, move |came| link.send_message(Message::Came(race, came)));
    }

    /// Nothing more is bought in this order: the next one is tried, and of all that were the best stays.
    fn end(&mut self, ctx: &Context<Budget>) {
        let gain = |all: &[Budgeted]| {
            let (first, last) = (all.first().map(|one| one.step[0].0), all.last().map(|one| one.step[1].0));
            first.zip(last).map_or(1.0, |(first, last)| first as f64 / last.max(1) as f64)
        };
        if gain(&self.all) < gain(&self.best) {
            std::mem::swap(&mut self.all, &mut self.best);
        }
        self.is_done = self.order + 1 == Order::ALL.len();
        if !self.is_done {
            (self.best, self.order) = (std::mem::take(&mut self.all), self.order + 1);
            self.first(ctx);
        }
    }

    /// Buys what comes first, of the answers that stand there.
    fn first(&mut self, ctx: &Context<Budget>) {
        let Props { raced, answers, typed, .. } = ctx.props();
        self.next(ctx, raced, answers, typed);
    }

    fn empty(&mut self) {
        (self.all, self.best, self.order, self.is_done) = (Vec::new(), Vec::new(), 0, false);
    }

    fn stop(&mut self) {
        self.worker.dismiss();
        self.race = self.race.wrapping_add(1);
        (self.is_racing, self.answers) = (false, Vec::new());
    }
}
