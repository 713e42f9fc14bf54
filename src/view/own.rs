//! What a reader brings of their own: a button that has its part of the program fetched, and what comes with that part: the button that
//! takes its place, and its dialog. The form, what files say and the answers come through the chapter's door as plain data; the answers
//! are computed in a worker.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::hint::black_box;
use std::rc::Rc;

use kitchen_story::brought::{self, Door, Ended, Field, Input, Sheet, Told, Typed, Value};
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::staged::Part;
use kitchen_text::{Lang, Line, key, tr};
use web_sys::{DragEvent, File, FileList, HtmlDialogElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::budget::{Budget, Opened};
use super::city;
use super::header::flag;
use super::modal;
use super::night::{Shared, Stage};
use super::player::Handle;
use crate::page::action::Action;
use crate::web::worker::What;
use crate::web::worker_client::{Came, WorkerClient};
use crate::web::{assets, dom, files, parts};

/// The way from the page to what comes when it is opened. Nobody calls past it: all that is behind would come with the page.
static DOOR: fn(Props) -> Html = |props| html! { <Own ..props /> };

/// The button's id, the same before and after its part has come.
const OPENER: &str = "own-open";

/// So many sentences of files stand at a time.
const MOST_SAID: usize = 12;

/// What reads a file. The page has it, as the script beside the program calls it.
#[derive(Clone, Copy)]
pub struct Reader(fn(&File, files::Then));

impl PartialEq for Reader {
    /// There is one.
    fn eq(&self, _other: &Reader) -> bool {
        true
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub player: Handle,
    pub reader: Reader,
    /// Whether it is open from the beginning.
    pub is_asked: bool,
}

pub enum Message {
    Open,
    Close,
    /// A field, by its place, and what was chosen or written.
    Set(usize, String),
    /// Files were dropped or chosen.
    Take(Vec<File>),
    /// Something was pasted.
    Paste(Vec<u8>),
    /// The file that was read has ended.
    Ended,
    /// What was measured goes.
    Clear,
    Go,
    Stop,
    /// An answer of the race of that number.
    Came(u32, Came),
    /// An answer is to be shown on the stage.
    Stage(Scenario),
    /// The city of an answer is asked for: its name, its restaurant, and whether it is that after the purchase.
    City(String, Scenario, bool),
    /// The city of that number.
    Built(u32, Came),
    CloseCity,
    /// Another price of what is bought, by its place.
    Price(u32, String),
    /// Another size of the whole training.
    Training(String),
}

/// The button, and the dialog.
#[derive(Default)]
pub struct Own {
    open: bool,
    /// The restaurant that the form describes.
    scenario: Option<Scenario>,
    said: Vec<String>,
    /// What is said of all that was measured.
    told: Vec<String>,
    /// What was measured; made when something is brought first.
    night: Option<Shared>,
    /// Files that wait for the one that is being read, and how many have come.
    files: VecDeque<File>,
    is_reading: bool,
    came: u32,
    /// What was raced, and the answers so far.
    raced: Option<Scenario>,
    answers: Vec<Vec<u8>>,
    /// What was written beside them.
    typed: Typed,
    is_racing: bool,
    /// Counts the races: what comes late of one is not the next one's.
    race: u32,
    worker: WorkerClient,
    city: city::Building,
    dialog: NodeRef,
    pasted: NodeRef,
    /// What has the focus once the dialog has gone.
    next: Option<&'static str>,
}

impl Component for Own {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Own>) -> Own {
        if ctx.props().is_asked {
            ctx.link().send_message(Message::Open);
        }
        Own::default()
    }

    fn update(&mut self, ctx: &Context<Own>, message: Message) -> bool {
        let player = &ctx.props().player;
        let Some(door) = door(player) else { return false };
        match message {
            Message::Open => {
                self.open = true;
                if self.scenario.is_none() {
                    self.scenario = Some((door.start)(&player.state().scenario));
                }
            }
            Message::City(title, scenario, is_bought) => {
                let mut address = player.state().asked();
                address.scenario = scenario.clone();
                let link = ctx.link().clone();
                self.city.build(title, &address, (scenario, is_bought), move |count, came| {
                    link.send_message(Message::Built(count, came));
                });
            }
            Message::Built(count, came) => return self.city.came(door, count, came, ctx.props().lang),
            Message::CloseCity => self.city.close(),
            Message::Close => {
                self.stop();
                self.city.close();
                self.open = false;
                // What was pressed first has gone: the browser knows of nothing to go back to.
                self.next = Some(OPENER);
            }
            Message::Set(field, text) => {
                if let Some(scenario) = self.scenario.take() {
                    self.scenario = Some((door.set)(&scenario, field, &text));
                }
            }
            Message::Take(files) => {
                if !self.is_reading {
                    self.said.clear();
                }
                self.files.extend(files);
                self.next_file(ctx, door);
            }
            Message::Paste(bytes) => {
                if self.is_reading {
                    return false;
                }
                self.said.clear();
                let night = self.night(door);
                night.0.borrow_mut().begin();
                let _ = bytes.chunks(1 << 16).all(|piece| night.0.borrow_mut().feed(piece));
                self.end_file(ctx, door);
            }
            Message::Ended => {
                self.is_reading = false;
                self.end_file(ctx, door);
                self.next_file(ctx, door);
            }
            Message::Clear => {
                self.night(door).0.borrow_mut().clear();
                self.came += 1;
                self.said.clear();
                self.told.clear();
            }
            Message::Price(place, text) => self.typed.set_price(place, text),
            Message::Training(text) => self.typed.training = Some(text),
            Message::Go => self.go(ctx),
            Message::Stop => self.stop(),
            Message::Came(race, _) if race != self.race => return false,
            Message::Came(_, Came::Part(Part::Run { bytes, .. })) => self.answers.push(bytes),
            // A fresh worker begins anew.
            Message::Came(_, Came::Again) => self.answers.clear(),
            Message::Came(_, Came::Nothing) if self.answers.is_empty() => {
                // There is no worker: it is computed here.
                if let Some(scenario) = &self.raced {
                    (door.race)(scenario, &mut |bytes| self.answers.push(bytes));
                }
                self.is_racing = false;
            }
            Message::Came(..) => self.is_racing = false,
            Message::Stage(scenario) => {
                let last = player.state().chapter.and_then(chapters::chapter).map_or(0, |chapter| chapter.acts.len());
                let last = last.saturating_sub(1);
                self.stop();
                self.city.close();
                self.open = false;
                self.next = Some("stage");
                // The other acts' sentences are about their own restaurants.
                player.dispatch(Action::Act(last));
                player.dispatch(Action::Set(scenario));
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Own>) -> Html {
        let Props { lang, player, .. } = ctx.props();
        let Some(door) = door(player) else { return html! {} };
        html! {
            <>
                <button type="button" class="button drawer" id={OPENER} data-testid="own" aria-haspopup="dialog" aria-expanded={flag(self.open)}
                    onclick={ctx.link().callback(|_: MouseEvent| Message::Open)}>{tr(*lang, door.name)}</button>
                if let Some(scenario) = self.scenario.as_ref().filter(|_| self.open) {
                    {self.dialog(ctx, door, scenario)}
                }
            </>
        }
    }

    fn rendered(&mut self, _ctx: &Context<Own>, _first: bool) {
        if self.open {
            modal::open(&self.dialog);
        } else if let Some(id) = self.next.take() {
            dom::focus_by_id(id);
        }
    }
}

/// The button of a chapter that takes something of the reader's own.
pub fn button(lang: Lang, player: &Handle, chapter: Option<&'static str>) -> Html {
    let brings = chapter.and_then(chapters::chapter).and_then(|chapter| chapter.brings);
    brings.map_or_else(Html::default, |_| html! { <Opener {lang} player={player.clone()} /> })
}

#[derive(Clone, PartialEq, Properties)]
pub struct OpenerProps {
    pub lang: Lang,
    pub player: Handle,
}

pub enum Opening {
    Pressed,
    /// Whether what is behind it is here now.
    Came(bool),
}

/// The button before its part has come, and what takes its place then.
#[derive(Default)]
pub struct Opener {
    /// Whether it was pressed, and what comes opens at once.
    is_asked: Cell<bool>,
}

impl Component for Opener {
    type Message = Opening;
    type Properties = OpenerProps;

    fn create(_ctx: &Context<Opener>) -> Opener {
        Opener::default()
    }

    fn update(&mut self, ctx: &Context<Opener>, message: Opening) -> bool {
        match message {
            Opening::Pressed => {
                self.is_asked.set(true);
                let link = ctx.link().clone();
                assets::fetch_opened(parts::OPENED, ctx.props().lang, move |came| {
                    link.send_message(Opening::Came(came));
                });
                return false;
            }
            Opening::Came(true) => {}
            Opening::Came(false) => {
                self.is_asked.set(false);
                let line = Line::new(key::SHELL_PROBLEM_TEXTS);
                ctx.props().player.dispatch(Action::Problems(vec![line]));
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Opener>) -> Html {
        let OpenerProps { lang, player } = ctx.props();
        let (lang, player) = (*lang, player.clone());
        if assets::is_opened(parts::OPENED, lang) {
            return black_box(&DOOR)(Props {
                lang,
                player,
                reader: Reader(files::pieces),
                is_asked: self.is_asked.take(),
            });
        }
        let Some(door) = door(&player) else { return html! {} };
        let onclick = ctx.link().callback(|_: MouseEvent| Opening::Pressed);
        html! { <button type="button" class="button drawer" id={OPENER} data-testid="own" aria-haspopup="dialog" {onclick}>{tr(lang, door.name)}</button> }
    }
}

/// The way in, where the chapter that is open has one.
fn door(player: &Handle) -> Option<&'static Door> {
    player.state().chapter.and_then(chapters::chapter)?.brings
}

impl Own {
    /// What was measured.
    fn night(&mut self, door: &Door) -> Shared {
        self.night.get_or_insert_with(|| Shared(Rc::new(RefCell::new((door.night)())))).clone()
    }

    /// Reads the next file, unless one is being read.
    fn next_file(&mut self, ctx: &Context<Own>, door: &Door) {
        if self.is_reading {
            return;
        }
        let Some(file) = self.files.pop_front() else { return };
        self.is_reading = true;
        let (night, link, Reader(pieces)) = (self.night(door), ctx.link().clone(), ctx.props().reader);
        night.0.borrow_mut().begin();
        pieces(
            &file,
            Rc::new(move |piece| {
                if piece.is_empty() {
                    link.send_message(Message::Ended);
                    return false;
                }
                night.0.borrow_mut().feed(&piece)
            }),
        );
    }

    /// A file has come: it is a measurement, or else it changes the restaurant.
    fn end_file(&mut self, ctx: &Context<Own>, door: &Door) {
        let (lang, night) = (ctx.props().lang, self.night(door));
        let Some(scenario) = self.scenario.take() else { return };
        let ended = night.0.borrow_mut().end(&scenario, lang);
        self.scenario = Some(match ended {
            Ended::Measured(next, told) => {
                self.came += 1;
                self.told = told;
                next
            }
            Ended::Other(bytes) => {
                let (next, said) = (door.read)(&scenario, &bytes, lang);
                self.said.extend(said);
                next
            }
        });
        let many = self.said.len().saturating_sub(MOST_SAID);
        self.said.drain(..many);
    }

    fn stop(&mut self) {
        self.worker.dismiss();
        self.race = self.race.wrapping_add(1);
        self.is_racing = false;
    }

    /// Races all purchases of the restaurant; what was there before stays until the first answer.
    fn go(&mut self, ctx: &Context<Own>) {
        self.stop();
        self.city.close();
        let Some(scenario) = self.scenario.clone() else { return };
        let mut address = ctx.props().player.state().asked();
        address.scenario = scenario.clone();
        (self.raced, self.answers, self.is_racing) = (Some(scenario), Vec::new(), true);
        let (link, race) = (ctx.link().clone(), self.race);
        self.worker.stage(What::Race, &address, move |came| link.send_message(Message::Came(race, came)));
    }

    fn dialog(&self, ctx: &Context<Own>, door: &'static Door, scenario: &Scenario) -> Html {
        let lang = ctx.props().lang;
        let sheet = (door.sheet)(scenario, lang);
        let close = {
            let dialog = self.dialog.clone();
            Callback::from(move |_: MouseEvent| {
                if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                    dialog.close();
                }
            })
        };
        html! {
            <dialog class="dialog wide own" ref={self.dialog.clone()} aria-labelledby="own-title" data-testid="own-dialog"
                onclose={ctx.link().callback(|_: Event| Message::Close)}>
                <h2 id="own-title">{sheet.title.clone()}</h2>
                <p>{sheet.intro.clone()}</p>
                {self.files(ctx, &sheet)}
                {self.measured(ctx, &sheet, scenario)}
                <div class="own-fields">{for sheet.fields.iter().enumerate().map(|(place, each)| field(ctx, place, each))}</div>
                <div class="own-sums" data-testid="own-sums">{for sheet.sums.iter().map(|line| html! { <p>{line.clone()}</p> })}</div>
                {self.race(ctx, door, &sheet)}
                <label for="own-command">{sheet.command[0].clone()}</label>
                <div class="row"><input id="own-command" data-testid="own-command" readonly=true value={sheet.command[1].clone()} /></div>
                <button type="button" class="button close" data-testid="own-close" onclick={close}>{sheet.close}</button>
            </dialog>
        }
    }

    /// Where files are dropped, chosen and pasted, and what was said of the last.
    fn files(&self, ctx: &Context<Own>, sheet: &Sheet) -> Html {
        let (dropped, chosen) = (ctx.link().callback(Message::Take), ctx.link().callback(Message::Take));
        let taken = ctx.link().callback(Message::Paste);
        let ondrop = Callback::from(move |event: DragEvent| {
            event.prevent_default();
            dropped.emit(listed(event.data_transfer().and_then(|data| data.files())));
        });
        let onchange = Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            chosen.emit(listed(input.files()));
            // The same file may be chosen again.
            input.set_value("");
        });
        let pasted = self.pasted.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(area) = pasted.cast::<HtmlTextAreaElement>() {
                taken.emit(area.value().into_bytes());
            }
        });
        html! {
            <div class="own-files" {ondrop} ondragover={Callback::from(|event: DragEvent| event.prevent_default())}>
                <label for="own-file">{sheet.drop.clone()}</label>
                <input type="file" multiple=true id="own-file" data-testid="own-file" {onchange} />
                <label for="own-paste">{sheet.paste.clone()}</label>
                <div class="row">
                    <textarea id="own-paste" data-testid="own-paste" rows="2" spellcheck="false" ref={self.pasted.clone()} />
                    <button type="button" class="button" data-testid="own-take" {onclick}>{sheet.take.clone()}</button>
                </div>
                if self.is_reading { <progress aria-label={sheet.drop.clone()} data-testid="own-reading" /> }
                <div role="status" data-testid="own-said">{for self.said.iter().chain(&self.told).map(|line| html! { <p>{line.clone()}</p> })}</div>
            </div>
        }
    }

    /// What was measured, on its own stage.
    fn measured(&self, ctx: &Context<Own>, sheet: &Sheet, scenario: &Scenario) -> Html {
        let Props { lang, player, .. } = ctx.props();
        let Some(night) = self.night.clone().filter(|_| !self.is_reading && self.came > 0) else { return html! {} };
        let (layer, theme) = (player.state().layer(), player.state().theme());
        html! {
            <Stage lang={*lang} {layer} {theme} {night} files={self.came} scenario={scenario.clone()} words={sheet.night.clone()}
                on_clear={ctx.link().callback(|_: MouseEvent| Message::Clear)} />
        }
    }

    /// The button, how far it is, and the answers.
    fn race(&self, ctx: &Context<Own>, door: &'static Door, sheet: &Sheet) -> Html {
        let (lang, player) = (ctx.props().lang, ctx.props().player.clone());
        let raced = self.raced.as_ref();
        let told =
            raced.map(|raced| (door.told)(raced, &self.answers, &self.typed, ctx.props().lang)).unwrap_or_default();
        let count = raced.map_or(0, door.count);
        let button = if self.is_racing {
            html! { <button type="button" class="button" data-testid="own-stop" onclick={ctx.link().callback(|_: MouseEvent| Message::Stop)}>{sheet.stop.clone()}</button> }
        } else {
            html! { <button type="button" class="button primary" data-testid="own-go" onclick={ctx.link().callback(|_: MouseEvent| Message::Go)}>{sheet.go.clone()}</button> }
        };
        html! {
            <section class="own-race" aria-busy={flag(self.is_racing)} data-testid="own-race" data-answers={self.answers.len().to_string()}>
                <div class="row">
                    {button}
                    if self.is_racing {
                        <label class="own-progress">{format!("{} {} / {count}", sheet.progress, self.answers.len())}
                            <progress max={count.to_string()} value={self.answers.len().to_string()} /></label>
                    }
                </div>
                <p class="own-answer" role="status" data-testid="own-answer">{told.summary.clone()}</p>
                {for told.notes.iter().map(|note| html! { <p data-testid="own-note">{note.clone()}</p> })}
                {table(ctx, sheet, &told)}
                {self.city.view(&ctx.props().player, ctx.props().lang, sheet, ctx.link().callback(|_: MouseEvent| Message::CloseCity))}
                if let Some(raced) = raced.filter(|_| count > 0 && self.answers.len() == count) {
                    <Budget {lang} {player} door={Opened(door)} raced={raced.clone()} answers={self.answers.clone()} typed={self.typed.clone()}
                        words={sheet.budget.clone()} head={sheet.budget_head.clone()} />
                }
                if let Some(training) = &told.training {
                    <div class="row own-after">
                        {input(training, &ctx.link().callback(Message::Training))}
                        <button type="button" class="button" data-testid="own-print" onclick={Callback::from(|_: MouseEvent| dom::print())}>{sheet.print.clone()}</button>
                    </div>
                }
            </section>
        }
    }
}

/// The files of a list.
fn listed(files: Option<FileList>) -> Vec<File> {
    let Some(files) = files else { return Vec::new() };
    (0..files.length()).filter_map(|at| files.get(at)).collect()
}

fn field(ctx: &Context<Own>, place: usize, field: &Field) -> Html {
    let id = format!("own-{}", field.id);
    let input = match &field.value {
        Value::Choice { options, chosen } => {
            let onchange = ctx.link().callback(move |event: Event| {
                Message::Set(place, event.target_unchecked_into::<HtmlSelectElement>().value())
            });
            let option = |(value, name): &(String, String)| {
                html! { <option value={value.clone()} selected={value == chosen}>{name.clone()}</option> }
            };
            html! { <select class="select" id={id.clone()} data-testid={id.clone()} {onchange}>{for options.iter().map(option)}</select> }
        }
        Value::Number { value, least, most } => {
            let onchange = ctx.link().callback(move |event: Event| {
                Message::Set(place, event.target_unchecked_into::<HtmlInputElement>().value())
            });
            html! {
                <input type="number" id={id.clone()} data-testid={id.clone()} min={least.to_string()} max={most.to_string()}
                    value={value.to_string()} {onchange} />
            }
        }
    };
    html! { <div class="own-field"><label for={id}>{field.name.clone()}</label>{input}</div> }
}

/// A field among the answers, and why what was written in it is not taken.
fn input(input: &Input, on: &Callback<String>) -> Html {
    let Input { place, name, value, wrong } = input;
    let id = if *place == 0 { "own-training".to_owned() } else { format!("own-price-{place}") };
    let onchange = on.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
    let is_price = *place > 0;
    let why = format!("{id}-why");
    html! {
        <>
            <label for={id.clone()} class={is_price.then_some("hidden-visually")}>{name.clone()}</label>
            <input id={id.clone()} data-testid={id} inputmode="decimal" maxlength="40" value={value.clone()} {onchange}
                aria-invalid={wrong.is_some().then_some("true")} aria-describedby={wrong.is_some().then(|| why.clone())} />
            if let Some(wrong) = wrong { <small id={why} class="own-wrong" role="status">{wrong.clone()}</small> }
        </>
    }
}

fn cell(ctx: &Context<Own>, cell: &brought::Cell) -> Html {
    let field = |one: &Input| {
        let place = one.place;
        input(one, &ctx.link().callback(move |text| Message::Price(place, text)))
    };
    html! {
        <>
            {for cell.input.as_ref().map(field)}
            {for cell.lines.iter().enumerate().map(|(at, line)| html! { <>if at > 0 { <br /> }{line.clone()}</> })}
        </>
    }
}

/// All answers, the best of them marked, each with a bar as long as its step.
fn table(ctx: &Context<Own>, sheet: &Sheet, told: &Told) -> Html {
    if told.rows.is_empty() {
        return html! {};
    }
    let stage = |staged: &Scenario| {
        let staged = staged.clone();
        let onclick = ctx.link().callback(move |_: MouseEvent| Message::Stage(staged.clone()));
        html! { <button type="button" class="button" data-testid="own-stage" {onclick}>{sheet.stage.clone()}</button> }
    };
    let city = |row: &brought::Row| {
        let (scenario, is_bought) = row.city.clone()?;
        let name = row.cells.first().and_then(|cell| cell.lines.first()).cloned().unwrap_or_default();
        let onclick =
            ctx.link().callback(move |_: MouseEvent| Message::City(name.clone(), scenario.clone(), is_bought));
        Some(
            html! { <button type="button" class="button" data-testid="own-city" {onclick}>{sheet.city[0].clone()}</button> },
        )
    };
    html! {
        <div class="own-table" tabindex="0">
            <table data-testid="own-table">
                <thead><tr>{for told.head.iter().map(|head| html! { <th scope="col">{head.clone()}</th> })}<td></td></tr></thead>
                <tbody>{for told.rows.iter().enumerate().map(|(place, row)| html! {
                    // With a key a row stays itself, and its button keeps the focus, when another answer comes.
                    <tr key={place} class={classes!(row.is_best.then_some("best"))} data-best={flag(row.is_best)}>
                        {for row.cells.iter().enumerate().map(|(at, one)| if at == 0 {
                            html! { <th scope="row">{cell(ctx, one)}<span class="own-bar" ~style={format!("--at:{}", dom::css_number(row.share))}></span></th> }
                        } else {
                            html! { <td>{cell(ctx, one)}</td> }
                        })}
                        <td>{for row.staged.as_ref().map(stage)}{for city(row)}</td>
                    </tr>
                })}</tbody>
            </table>
        </div>
    }
}
