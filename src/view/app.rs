//! The app: which page is open and how it is shown, as the page's state has it.

use std::cell::Cell;
use std::rc::Rc;

use kitchen_story::chapters;
use kitchen_story::scenario::link;
use kitchen_text::{Lang, Line, key, msg, tr};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::chapter::ChapterPage;
use super::header::{self, header};
use super::home::Home;
use super::player::Handle;
use super::{keys, own, presenter, share, tally};
use crate::api;
use crate::page::action::{Action, Click, Effect, Key, Wish};
use crate::page::address::Asked;
use crate::page::delay::Delay;
use crate::page::keys::{self as strokes, Field, Place};
use crate::web::assets::Goal;
use crate::web::later::after_ms;
use crate::web::watch::Listener;
use crate::web::worker_client::WorkerClient;
use crate::web::{assets, dom, keep, location, media, parts};

pub enum Message {
    Wish(Wish),
    Open(Option<&'static str>),
    /// On where the reader left off.
    GoOn,
    /// The reader went back, or typed another address.
    Moved,
    /// What is shown has changed, and this is to be done for it.
    Changed(Vec<Effect>),
    Dismiss,
    CloseShare,
    /// Whether what shares a moment is here now.
    ShareCame(bool),
    /// A key of a clicker.
    Click(Click),
    Notes,
    /// What a turn waited for has come, or not.
    Came(u32, Turn, bool),
    /// So long it has waited.
    Late(u32, Delay),
    /// It is asked for once more.
    Again,
}

/// A turn to another page or language.
#[derive(Clone, Copy, Debug)]
pub enum Turn {
    Lang(Lang),
    Open(Option<&'static str>),
    Moved,
}

impl Turn {
    fn of(message: &Message) -> Option<Turn> {
        match message {
            Message::Wish(Wish::Lang(lang)) => Some(Turn::Lang(*lang)),
            Message::Open(chapter) => Some(Turn::Open(*chapter)),
            Message::Moved => Some(Turn::Moved),
            _ => None,
        }
    }

    fn message(self) -> Message {
        match self {
            Turn::Lang(lang) => Message::Wish(Wish::Lang(lang)),
            Turn::Open(chapter) => Message::Open(chapter),
            Turn::Moved => Message::Moved,
        }
    }
}

/// The id of the page's main part.
const MAIN: &str = "main";

pub struct App {
    /// What shares a moment is on its way.
    share_comes: bool,
    worker_client: WorkerClient,
    /// Counts the turns to another page, language or timeline: what comes late for one turn must not undo the next.
    turns: u32,
    /// The one that waits for what it needs.
    awaited: Option<Turn>,
    /// Where the focus goes once that is there.
    focus: Option<&'static str>,
    player: Handle,
    notes: presenter::WorkerClient,
    _listeners: Vec<Listener>,
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What the address asked for when all of it was here.
    pub asked: Asked,
}

impl Component for App {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<App>) -> App {
        let link = ctx.link().clone();
        let player = Handle::new(ctx.link().callback(Message::Changed));
        let (leaving, clicked, pressed) = (player.clone(), player.clone(), player.clone());
        let by_pointer = Rc::new(Cell::new(false));
        let touched = Rc::clone(&by_pointer);
        let listeners = vec![
            // At once: a frame of the old page may come before the message does.
            Listener::on_window("popstate", move |_| {
                leaving.dispatch(Action::Leave);
                link.send_message(Message::Moved);
            }),
            // Before anything on the page hears it.
            Listener::captured(&dom::document(), "keydown", move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                let click = clicked.state().hears_first(keys::stroke(event, &event.key()), keys::field());
                if let Some(click) = click {
                    event.prevent_default();
                    event.stop_propagation();
                    clicked.dispatch(Action::Click(click));
                }
            }),
            Listener::captured(&dom::document(), "pointerdown", move |_| touched.set(true)),
            Listener::on_document("keydown", move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>().filter(|event| !event.default_prevented()) else {
                    return;
                };
                let focused = dom::focused();
                let place = keys::place(focused.as_ref(), by_pointer.get());
                by_pointer.set(false);
                let undo = keys::undo(event).filter(|_| pressed.state().chapter.is_some());
                let heard = || pressed.state().hears(keys::stroke(event, &event.key()), place);
                let key = undo.map(Key::Hand).or_else(heard);
                if key == Some(Key::Next) && place == Place::Page {
                    // A button that was only clicked has no claim on the space bar.
                    dom::let_go(focused.as_ref());
                }
                if let Some(key) = key {
                    event.prevent_default();
                    pressed.dispatch(Action::Key(key));
                }
            }),
        ];
        api::publish(&player);
        let (can, place) = keep::get();
        player.dispatch(Action::Kept(can, place));
        // Before anything is laid out: a header that changes its room pushes the page down and up again.
        player.dispatch(Action::Room(media::room()));
        player.dispatch(Action::Arrive(ctx.props().asked.clone()));
        let app = App {
            worker_client: WorkerClient::default(),
            share_comes: false,
            turns: 0,
            awaited: None,
            focus: None,
            player,
            notes: presenter::WorkerClient::default(),
            _listeners: listeners,
        };
        app.describe();
        app
    }

    fn update(&mut self, ctx: &Context<App>, message: Message) -> bool {
        let message = self.on_the_way(message);
        if let Some(turn) = Turn::of(&message) {
            self.turns += 1;
            if !self.goal(turn).is_here() {
                self.wait(ctx, turn);
                return false;
            }
            self.arrived();
        }
        match message {
            Message::Came(turns, ..) | Message::Late(turns, _) if turns != self.turns => {}
            Message::Came(_, turn, true) => return Component::update(self, ctx, turn.message()),
            Message::Came(_, _, false) => {
                self.turns += 1;
                self.arrived();
                self.player.dispatch(Action::Problems(vec![Line::new(key::SHELL_PROBLEM_TEXTS)]));
            }
            Message::Late(_, delay) if self.awaited.is_some() => self.player.dispatch(Action::Delay(delay)),
            Message::Late(..) => {}
            Message::Again => {
                if let Some(turn) = self.awaited {
                    // The button goes.
                    self.focus = Some(MAIN);
                    self.wait(ctx, turn);
                }
            }
            Message::Wish(wish) => self.player.dispatch(Action::Wish(wish)),
            Message::Open(chapter) => self.player.dispatch(Action::Open(chapter)),
            Message::GoOn => {
                let place = self.player.state().left_off();
                if let Some((_, query, hash)) = place {
                    location::push(&query, &hash);
                    ctx.link().send_message(Message::Moved);
                }
            }
            Message::Moved => {
                let Some(asked) = assets::asked() else { return false };
                self.focus = Some(MAIN);
                self.player.dispatch(Action::Arrive(asked));
            }
            Message::Changed(effects) => {
                for effect in effects {
                    match effect {
                        Effect::FocusThen(id) => self.focus = Some(id),
                        Effect::Open(chapter) => ctx.link().send_message(Message::Open(chapter)),
                        Effect::CloseNotes => self.notes.close(),
                        // The player has done them.
                        Effect::Write { .. } | Effect::Focus(_) | Effect::Draw | Effect::Top | Effect::Keep(_) => {}
                    }
                }
                self.describe();
                self.fetch_share(ctx);
                return true;
            }
            Message::Dismiss => self.player.dispatch(Action::Dismiss),
            Message::CloseShare => self.player.dispatch(Action::CloseShare),
            Message::ShareCame(came) => {
                self.share_comes = false;
                if !came {
                    self.player.dispatch(Action::CloseShare);
                    self.player.dispatch(Action::Problems(vec![Line::new(key::SHELL_PROBLEM_TEXTS)]));
                }
                return true;
            }
            Message::Click(click) => self.player.dispatch(Action::Click(click)),
            Message::Notes => {
                let on_key = ctx.link().batch_callback(|event: KeyboardEvent| {
                    event.prevent_default();
                    strokes::click(keys::stroke(&event, &event.key()), Field::None).map(Message::Click)
                });
                let lang = self.player.state().lang;
                let blocked = !self.notes.open_notes(lang, &self.player, on_key);
                self.player.dispatch(Action::Block(blocked));
            }
        }
        false
    }

    fn view(&self, ctx: &Context<App>) -> Html {
        let state = self.player.state();
        let on_open = ctx.link().callback(Message::Open);
        let on_wish = ctx.link().callback(Message::Wish);
        let lang = state.lang;
        let page = match state.chapter {
            None => html! {
                <Home key={state.pages} version={state.version} player={self.player.clone()} on_open={on_open.clone()}
                    on_wish={on_wish.clone()} on_go={ctx.link().callback(|()| Message::GoOn)} />
            },
            Some(_) => html! {
                <ChapterPage key={state.pages} version={state.version} player={self.player.clone()} worker_client={self.worker_client.clone()}
                    on_open={on_open.clone()} on_wish={on_wish.clone()} />
            },
        };
        let bare = state.look().embed && state.chapter.is_some();
        let props = header::Props {
            lang,
            layer: state.layer(),
            theme: state.look().theme,
            letters: state.letters,
            sound: state.sound,
            chapter: state.chapter,
            open: state.menu,
            look: state.room.has_side().then_some(state.look()),
            own: own::button(lang, &self.player, state.chapter),
            dots: tally::dots(lang, &state),
            on_wish: &on_wish,
            on_open: &on_open,
        };
        html! {
            <>
                {if bare { html! {} } else { header(&props) }}
                {self.problem(ctx)}
                {self.delay(ctx)}
                {page}
                {self.share(ctx)}
                if state.is_presenting() {
                    {presenter::strip(lang, state.blocked, ctx.link().callback(|_| Message::Notes),
                        ctx.link().callback(|_| Message::Click(Click::Leave)))}
                }
            </>
        }
    }

    fn rendered(&mut self, _ctx: &Context<App>, _first: bool) {
        match self.focus.take() {
            Some(MAIN) => dom::focus_main(),
            Some(id) => dom::focus_by_id(id),
            None => {}
        }
    }
}

impl App {
    /// What a turn leads to.
    fn goal(&self, turn: Turn) -> Goal {
        let state = self.player.state();
        let now = Goal { lang: state.lang, chapter: state.chapter, is_own: false };
        match turn {
            Turn::Lang(lang) => Goal { lang, ..now },
            Turn::Open(chapter) => Goal { chapter, ..now },
            Turn::Moved => Goal::asked(),
        }
    }

    /// Has what a turn needs brought, and says so when that takes long.
    fn wait(&mut self, ctx: &Context<App>, turn: Turn) {
        self.awaited = Some(turn);
        self.player.dispatch(Action::Delay(Delay::None));
        let (link, turns) = (ctx.link().clone(), self.turns);
        assets::fetch(self.goal(turn), move |came| link.send_message(Message::Came(turns, turn, came)));
        for (delay, ms) in Delay::STAGES {
            let link = ctx.link().clone();
            after_ms(ms, move || link.send_message(Message::Late(turns, delay)));
        }
    }

    /// Nothing is waited for any more.
    fn arrived(&mut self) {
        if self.awaited.take().is_some() {
            self.player.dispatch(Action::Delay(Delay::None));
        }
    }

    /// A wish while the reader waits for another page is one for that page.
    fn on_the_way(&self, message: Message) -> Message {
        let Message::Wish(wish @ (Wish::Lang(_) | Wish::Lanes(_) | Wish::Layer(_) | Wish::Theme(_) | Wish::Drawer(..))) =
            message
        else {
            return message;
        };
        if !matches!(self.awaited, Some(Turn::Moved)) {
            return message;
        }
        // The chapter on the way is not here yet, so that its moment stays as it is.
        let mut look = location::look();
        wish.write(&mut look);
        location::replace(&link::query(&look), location::hash().trim_start_matches('#'));
        Message::Moved
    }

    fn share(&self, ctx: &Context<App>) -> Html {
        let state = self.player.state();
        let Some(address) = state.share.as_ref().filter(|_| share::is_here(state.lang)) else { return html! {} };
        share::dialog(share::Props {
            lang: state.lang,
            player: self.player.clone(),
            address: address.clone(),
            title: self.title(),
            on_close: ctx.link().callback(|()| Message::CloseShare),
        })
    }

    /// Has what shares a moment brought, where one is to be shared.
    fn fetch_share(&mut self, ctx: &Context<App>) {
        let state = self.player.state();
        if self.share_comes || state.share.is_none() || share::is_here(state.lang) {
            return;
        }
        self.share_comes = true;
        let link = ctx.link().clone();
        assets::fetch_opened(parts::SHARED, state.lang, move |came| link.send_message(Message::ShareCame(came)));
    }

    fn title(&self) -> String {
        let state = self.player.state();
        match state.chapter.and_then(chapters::chapter) {
            None => tr(state.lang, key::SHELL_NAME).to_owned(),
            Some(chapter) => Line::from(msg::ShellPageTitle { chapter: chapter.page.name.into() }).say(state.lang),
        }
    }

    fn describe(&self) {
        let state = self.player.state();
        dom::describe_presenting(state.is_presenting(), state.black);
        dom::describe_page(state.lang, state.theme(), state.look().embed, &self.title());
    }

    /// What is on its way and takes long.
    fn delay(&self, ctx: &Context<App>) -> Html {
        let state = self.player.state();
        let lang = state.lang;
        let sign = if state.delay == Delay::Sign { tr(lang, key::SHELL_COMING) } else { "" };
        html! {
            <>
                <p class="coming" role="status" data-testid="coming">{sign}</p>
                if state.delay == Delay::Words {
                    <div class="problem" role="alert" data-testid="late">
                        <p>{tr(lang, key::SHELL_LATE)}</p>
                        <button type="button" class="button" data-testid="late-again" onclick={ctx.link().callback(|_| Message::Again)}>
                            {tr(lang, key::SHELL_LATE_AGAIN)}
                        </button>
                        <button type="button" class="button" onclick={Callback::from(|_: MouseEvent| location::reload())}>
                            {tr(lang, key::SHELL_LATE_RELOAD)}
                        </button>
                    </div>
                }
            </>
        }
    }

    fn problem(&self, ctx: &Context<App>) -> Html {
        let state = self.player.state();
        let lang = state.lang;
        if state.problems.is_empty() {
            return html! { <div role="alert"></div> };
        }
        let is_about_link = state.problems.iter().all(|line| line.key != key::SHELL_PROBLEM_TEXTS);
        html! {
            <div class="problem" role="alert" data-testid="problem">
                {if is_about_link { html! { <p><b>{tr(lang, key::SHELL_PROBLEM)}</b></p> } } else { html! {} }}
                <ul>{for state.problems.iter().map(|line| html! { <li>{line.say(lang)}</li> })}</ul>
                <button type="button" class="button" onclick={ctx.link().callback(|_| Message::Dismiss)}>
                    {tr(lang, key::SHELL_PROBLEM_DISMISS)}
                </button>
            </div>
        }
    }
}
