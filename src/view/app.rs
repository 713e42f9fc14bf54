//! The app: which page is open and how it is shown, as the page's state has it.

use kitchen_core::text::{Line, key, msg, tr};
use kitchen_story::chapters;
use kitchen_story::scenario::link;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::chapter::ChapterPage;
use super::header::{self, header};
use super::home::Home;
use super::player::Handle;
use super::{keys, presenter, share};
use crate::api;
use crate::page::action::{Action, Click, Effect, Wish};
use crate::page::keys::{self as strokes, Field};
use crate::web::assets::Goal;
use crate::web::watch::Listener;
use crate::web::worker_client::WorkerClient;
use crate::web::{assets, dom, keep, location};

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
    /// What the embedded page of the share dialog shall look like.
    Frame(share::Frame),
    Copied(bool),
    /// A key of a clicker.
    Click(Click),
    Notes,
    /// What a message waited for has come, or not.
    Came(u32, Box<Message>, bool),
}

pub struct App {
    frame: share::Frame,
    copied: Option<bool>,
    dialog: NodeRef,
    worker_client: WorkerClient,
    /// Counts the turns to another page, language or timeline: what comes late for one turn must not undo the next.
    turns: u32,
    /// The reader went back or forth, and that page has not come yet.
    moving: bool,
    /// Where the focus goes once that is there.
    focus: Option<&'static str>,
    player: Handle,
    notes: presenter::WorkerClient,
    _listeners: Vec<Listener>,
}

impl Component for App {
    type Message = Message;
    type Properties = ();

    fn create(ctx: &Context<App>) -> App {
        let link = ctx.link().clone();
        let player = Handle::new(ctx.link().callback(Message::Changed));
        let (leaving, clicked, pressed) = (player.clone(), player.clone(), player.clone());
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
            Listener::on_document("keydown", move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>().filter(|event| !event.default_prevented()) else {
                    return;
                };
                let place = keys::place(dom::focused().as_ref());
                let key = pressed.state().hears(keys::stroke(event, &event.key()), place);
                if let Some(key) = key {
                    event.prevent_default();
                    pressed.dispatch(Action::Key(key));
                }
            }),
        ];
        api::publish(&player);
        let (can, place) = keep::get();
        player.dispatch(Action::Kept(can, place));
        player.dispatch(Action::Arrive(location::asked()));
        let app = App {
            worker_client: WorkerClient::default(),
            frame: share::Frame::default(),
            copied: None,
            dialog: NodeRef::default(),
            turns: 0,
            moving: false,
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
        if let Some(goal) = self.turn(&message) {
            self.turns += 1;
            self.moving = matches!(message, Message::Moved);
            if !goal.is_here() {
                let (link, turn) = (ctx.link().clone(), self.turns);
                assets::fetch(goal, move |came| {
                    link.send_message(Message::Came(turn, Box::new(message), came));
                });
                return false;
            }
        }
        match message {
            Message::Came(turn, ..) if turn != self.turns => {}
            Message::Came(_, message, true) => return Component::update(self, ctx, *message),
            Message::Came(_, _, false) => {
                self.moving = false;
                self.player.dispatch(Action::Problems(vec![Line::new(key::SHELL_PROBLEM_TEXTS)]));
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
                self.moving = false;
                self.focus = Some("main");
                self.player.dispatch(Action::Arrive(location::asked()));
            }
            Message::Changed(effects) => {
                for effect in effects {
                    match effect {
                        Effect::FocusThen(id) => self.focus = Some(id),
                        Effect::Open(chapter) => ctx.link().send_message(Message::Open(Some(chapter))),
                        Effect::CloseNotes => self.notes.close(),
                        // The player has done them.
                        Effect::Write { .. } | Effect::Focus(_) | Effect::Draw | Effect::Top | Effect::Keep(_) => {}
                    }
                }
                self.describe();
                return true;
            }
            Message::Dismiss => self.player.dispatch(Action::Dismiss),
            Message::CloseShare => {
                self.copied = None;
                self.player.dispatch(Action::CloseShare);
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
            Message::Frame(frame) => {
                (self.frame, self.copied) = (frame, None);
                return true;
            }
            Message::Copied(done) => {
                self.copied = Some(done);
                return true;
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
            chapter: state.chapter,
            open: state.menu,
            on_wish: &on_wish,
            on_open: &on_open,
        };
        html! {
            <>
                {if bare { html! {} } else { header(&props) }}
                {self.problem(ctx)}
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
        let state = self.player.state();
        let shares = state.share.is_some();
        drop(state);
        if shares {
            share::open(&self.dialog);
        }
        if let Some(id) = self.focus.take() {
            dom::focus_by_id(id);
        }
    }
}

impl App {
    /// What a message turns to, if it does.
    fn turn(&self, message: &Message) -> Option<Goal> {
        let state = self.player.state();
        let now = Goal { lang: state.lang, chapter: state.chapter };
        match message {
            Message::Wish(Wish::Lang(lang)) => Some(Goal { lang: *lang, ..now }),
            Message::Open(chapter) => Some(Goal { chapter: *chapter, ..now }),
            Message::Moved => Some(Goal::asked()),
            _ => None,
        }
    }

    /// A wish while the reader waits for another page is one for that page.
    fn on_the_way(&self, message: Message) -> Message {
        let Message::Wish(wish @ (Wish::Lang(_) | Wish::Lanes(_) | Wish::Layer(_) | Wish::Theme(_))) = message else {
            return message;
        };
        if !self.moving {
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
        let Some(address) = &state.share else { return html! {} };
        share::share(&share::Props {
            lang: state.lang,
            address,
            title: &self.title(),
            dialog: &self.dialog,
            copied: self.copied,
            frame: self.frame,
            on_frame: &ctx.link().callback(Message::Frame),
            on_copy: &ctx.link().callback(Message::Copied),
            on_close: &ctx.link().callback(|()| Message::CloseShare),
        })
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
        dom::describe_page(state.lang.tag(), state.theme(), state.look().embed, &self.title());
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
