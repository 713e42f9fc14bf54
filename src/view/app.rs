//! The app: which page is open and how it is shown. The address is read here, and written by the player.

use std::rc::Rc;

use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{self, Address, Theme};
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::Way;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::chapter::ChapterPage;
use super::header::{self, Wish, header};
use super::home::home;
use super::player::{Command, Handle};
use super::presenter::{self, Click, Field};
use super::{keys, pictures, share};
use crate::api;
use crate::web::desk::Desk;
use crate::web::needs::Goal;
use crate::web::watch::Listener;
use crate::web::{dom, location, media, needs};

pub enum Message {
    Wish(Wish),
    Open(Option<&'static str>),
    /// The reader went back, or typed another address.
    Moved,
    Problems(Vec<Line>),
    Dismiss,
    CloseShare,
    /// What the embedded page of the share dialog shall look like.
    Frame(share::Frame),
    Copied(bool),
    Key(KeyboardEvent),
    /// A key before anything on the page has heard it, or one pressed in the notes.
    Click(Click),
    Notes,
    /// What a message waited for has come, or not.
    Came(u32, Box<Message>, bool),
}

pub struct App {
    address: Rc<Address>,
    chapter: Option<&'static str>,
    lang: Lang,
    problems: Vec<Line>,
    letters: bool,
    /// The menu of narrow screens is open.
    menu: bool,
    share: Option<Address>,
    frame: share::Frame,
    copied: Option<bool>,
    dialog: NodeRef,
    /// The home page's picture, and what it was drawn for.
    still: Option<((Lang, &'static str), AttrValue)>,
    desk: Desk,
    /// Counts the pages opened, so that each is built anew.
    opened: u32,
    /// Counts the turns to another page, language or timeline: what comes late for one turn must not undo the next.
    turns: u32,
    /// The reader went back or forth, and that page has not come yet.
    moving: bool,
    /// The reader followed a link inside the app: the focus goes to the new page.
    arrived: bool,
    player: Handle,
    /// Someone presents; then which palette was chosen before, and whether the screen is black.
    presenting: Option<Theme>,
    black: bool,
    /// The browser has stopped the notes' window.
    blocked: bool,
    notes: presenter::Desk,
    _listeners: Vec<Listener>,
}

impl Component for App {
    type Message = Message;
    type Properties = ();

    fn create(ctx: &Context<App>) -> App {
        let link = ctx.link().clone();
        let on_key = ctx.link().callback(Message::Key);
        let player = Handle::new();
        let leaving = player.clone();
        let on_click = ctx.link().clone();
        let listeners = vec![
            // At once: a frame of the old page may come before the message does.
            Listener::on_window("popstate", move |_| {
                leaving.leave_address();
                link.send_message(Message::Moved);
            }),
            Listener::captured(&dom::document(), "keydown", move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                let hears = on_click.get_component().map_or(Hears::Nothing, |app| app.hears());
                let click = match hears {
                    Hears::Clicks => presenter::read(event, presenter::field()),
                    Hears::Start { home } => starts(event, home).then_some(Click::Black),
                    Hears::Nothing => None,
                };
                if let Some(click) = click {
                    event.prevent_default();
                    event.stop_propagation();
                    on_click.send_message(Message::Click(click));
                }
            }),
            Listener::on_document("keydown", move |event| {
                if let Ok(event) = event.dyn_into::<KeyboardEvent>() {
                    on_key.emit(event);
                }
            }),
        ];
        api::publish(&player);
        let mut app = App {
            desk: Desk::default(),
            address: Rc::new(Address::open(link::Look::default(), chapters::USUAL)),
            chapter: None,
            lang: Lang::default(),
            problems: Vec::new(),
            letters: true,
            menu: false,
            share: None,
            frame: share::Frame::default(),
            copied: None,
            dialog: NodeRef::default(),
            still: None,
            opened: 0,
            turns: 0,
            moving: false,
            arrived: false,
            player,
            presenting: None,
            black: false,
            blocked: false,
            notes: presenter::Desk::default(),
            _listeners: listeners,
        };
        app.read_address();
        app.describe();
        app.draw_still();
        app
    }

    fn update(&mut self, ctx: &Context<App>, message: Message) -> bool {
        let message = self.on_the_way(message);
        if let Some(goal) = self.turn(&message) {
            self.turns += 1;
            self.moving = matches!(message, Message::Moved);
            if !goal.is_here() {
                let (link, turn) = (ctx.link().clone(), self.turns);
                needs::fetch(goal, move |came| {
                    link.send_message(Message::Came(turn, Box::new(message), came));
                });
                return false;
            }
        }
        match message {
            Message::Came(turn, ..) if turn != self.turns => return false,
            Message::Came(_, message, true) => return Component::update(self, ctx, *message),
            Message::Came(_, _, false) => {
                self.moving = false;
                self.problems = vec![Line::new(key::SHELL_PROBLEM_TEXTS)];
            }
            Message::Wish(wish) => self.grant(wish),
            Message::Open(chapter) => self.open(chapter),
            Message::Moved => {
                self.read_address();
                self.arrived = true;
            }
            Message::Problems(lines) => self.problems = lines,
            Message::Dismiss => {
                self.problems.clear();
                self.arrived = true;
            }
            Message::CloseShare => self.share = None,
            Message::Frame(frame) => (self.frame, self.copied) = (frame, None),
            Message::Copied(done) => self.copied = Some(done),
            Message::Key(event) => return self.key(ctx, &event),
            Message::Click(click) => self.click(ctx, click),
            Message::Notes => {
                let on_key = ctx.link().batch_callback(|event: KeyboardEvent| {
                    event.prevent_default();
                    presenter::read(&event, Field::None).map(Message::Click)
                });
                self.blocked = !self.notes.open_notes(self.lang, &self.player, on_key);
            }
        }
        self.describe();
        self.draw_still();
        true
    }

    fn view(&self, ctx: &Context<App>) -> Html {
        let look = &self.address.look;
        let on_open = ctx.link().callback(Message::Open);
        let lang = self.lang;
        let page = match self.chapter {
            None => home(lang, self.still.as_ref().map(|(_, still)| still.clone()).unwrap_or_default(), &on_open),
            Some(chapter) => html! {
                <ChapterPage key={self.opened} {chapter} look={look.clone()} {lang} layer={self.layer()} theme={self.theme()}
                    start={Rc::clone(&self.address)} player={self.player.clone()} desk={self.desk.clone()} on_open={on_open.clone()}
                    on_problem={ctx.link().callback(Message::Problems)} on_wish={ctx.link().callback(Message::Wish)} />
            },
        };
        let bare = look.embed && self.chapter.is_some();
        html! {
            <>
                {if bare { html! {} } else { self.header(ctx, &on_open) }}
                {self.problem(ctx)}
                {page}
                {self.share(ctx)}
                if self.presenting.is_some() {
                    {presenter::strip(lang, self.blocked, ctx.link().callback(|_| Message::Notes),
                        ctx.link().callback(|_| Message::Click(Click::Leave)))}
                }
            </>
        }
    }

    fn rendered(&mut self, _ctx: &Context<App>, _first: bool) {
        if self.share.is_some() {
            share::open(&self.dialog);
        }
        if std::mem::take(&mut self.arrived) {
            dom::focus_by_id("main");
        }
        if self.chapter.is_none() {
            dom::set_ready();
        }
    }
}

impl App {
    /// What a message turns to, if it does.
    fn turn(&self, message: &Message) -> Option<Goal> {
        let now = Goal { lang: self.lang, chapter: self.chapter };
        match message {
            Message::Wish(Wish::Lang(lang)) => Some(Goal { lang: *lang, ..now }),
            Message::Open(chapter) => Some(Goal { chapter: *chapter, ..now }),
            Message::Moved => Some(wanted()),
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
        let mut address = chapters::parse(&location::query(), &location::hash()).0;
        look_as(&mut address.look, wish);
        let (query, hash) = address.encode();
        location::replace(&query, if wanted().chapter.is_none() { "" } else { &hash });
        Message::Moved
    }

    /// Takes over what the address says; what it says wrongly becomes a message.
    fn read_address(&mut self) {
        let (address, mut problems) = chapters::parse(&location::query(), &location::hash());
        let scene = address.look.scene.as_deref();
        self.chapter = scene.and_then(chapters::chapter).map(|chapter| chapter.id);
        if let (Some(scene), None) = (scene, self.chapter) {
            let planned = chapters::contents().iter().find(|entry| entry.id == scene);
            problems.push(match planned {
                Some(entry) => Line::new(key::SHELL_PROBLEM_CLOSED).key("name", entry.name),
                None => Line::new(key::SHELL_PROBLEM_SCENE).text("scene", scene),
            });
        }
        self.lang = language(&address);
        self.address = Rc::new(address);
        self.player.take_address();
        self.moving = false;
        self.problems = problems;
        self.share = None;
        self.menu = false;
        self.opened += 1;
    }

    fn grant(&mut self, wish: Wish) {
        let mut address = (*self.address).clone();
        look_as(&mut address.look, wish);
        match wish {
            Wish::Lang(lang) => self.lang = lang,
            Wish::Layer(_) | Wish::Lanes(_) | Wish::Theme(_) => {}
            Wish::Letters(on) => self.letters = on,
            Wish::Menu(open) => self.menu = open,
            Wish::Present(on) => {
                self.present(on);
                return;
            }
            Wish::Share => {
                self.player.act(Command::Pause);
                self.share = self.player.address();
                self.copied = None;
            }
        }
        self.address = Rc::new(address);
        if self.chapter.is_none() && !self.player.has_left_address() {
            location::replace(&self.address.encode().0, "");
        }
    }

    /// What keys mean before the page hears them.
    fn hears(&self) -> Hears {
        match self.presenting {
            _ if self.share.is_some() || self.address.look.embed => Hears::Nothing,
            Some(_) => Hears::Clicks,
            None if self.letters => Hears::Start { home: self.chapter.is_none() },
            None => Hears::Nothing,
        }
    }

    /// Turns presenter mode on and off: the projector's palette comes with it, and the reader's own comes back.
    fn present(&mut self, on: bool) {
        let mut address = (*self.address).clone();
        if on && self.presenting.is_none() {
            self.presenting = Some(address.look.theme);
            address.look.theme = Theme::Projector;
        } else if let (false, Some(theme)) = (on, self.presenting.take()) {
            address.look.theme = theme;
            self.notes.close();
        }
        (self.black, self.blocked, self.menu) = (false, false, false);
        self.address = Rc::new(address);
        if self.chapter.is_none() {
            location::replace(&self.address.encode().0, "");
        }
    }

    /// What a clicker asks for.
    fn click(&mut self, ctx: &Context<App>, click: Click) {
        let neighbour = |by: i32| {
            let here = chapters::chapters().position(|chapter| Some(chapter.id) == self.chapter);
            let to = here.map_or(if by > 0 { 0 } else { -1 }, |here| here as i32 + by);
            usize::try_from(to).ok().and_then(|to| chapters::chapters().nth(to)).map(|chapter| chapter.id)
        };
        match click {
            Click::Black if self.presenting.is_none() => self.present(true),
            Click::Black => self.black = !self.black,
            Click::Leave => self.present(false),
            _ if self.black => self.black = false,
            Click::Back if self.player.at() == kitchen_core::units::Time::ZERO || self.chapter.is_none() => {
                if let Some(chapter) = neighbour(-1) {
                    ctx.link().send_message(Message::Open(Some(chapter)));
                }
            }
            Click::Back => self.player.act(Command::Beat(Way::Back)),
            // From the home page to the first chapter, and from each chapter's end to the next.
            Click::On if self.chapter.is_none() || !self.player.go_on() => {
                if let Some(chapter) = neighbour(1) {
                    ctx.link().send_message(Message::Open(Some(chapter)));
                }
            }
            Click::On => {}
        }
    }

    fn open(&mut self, chapter: Option<&'static str>) {
        let mut look = self.address.look.clone();
        look.scene = chapter.map(str::to_owned);
        let kind = chapter.and_then(chapters::chapter).map_or(chapters::USUAL, |chapter| chapter.kind);
        let address = Address { scenario: Scenario::default_for(kind), ..Address::open(look, kind) };
        self.player.leave_address();
        location::push(&address.encode().0, "");
        self.read_address();
        dom::scroll_to_top();
        self.arrived = true;
    }

    fn key(&mut self, ctx: &Context<App>, event: &KeyboardEvent) -> bool {
        if self.chapter.is_none() || self.share.is_some() || event.default_prevented() {
            return false;
        }
        let presenting = self.address.look.theme == Theme::Projector || self.address.look.embed;
        let place = keys::place(dom::focused().as_ref());
        let Some(heard) = keys::read(event, place, self.letters, presenting) else { return false };
        event.prevent_default();
        match heard {
            keys::Key::Play(command) => self.player.act(command),
            keys::Key::Share => ctx.link().send_message(Message::Wish(Wish::Share)),
            keys::Key::Projector => {
                let theme = if self.address.look.theme == Theme::Projector { Theme::Auto } else { Theme::Projector };
                ctx.link().send_message(Message::Wish(Wish::Theme(theme)));
            }
            keys::Key::Guide => self.player.act(Command::Guide(!self.player.status().guided)),
            keys::Key::Layer => {
                let other = if self.layer() == Layer::Kitchen { Layer::XRay } else { Layer::Kitchen };
                ctx.link().send_message(Message::Wish(Wish::Layer(other)));
            }
        }
        false
    }

    /// Draws the home page's picture, where it is needed and not there yet.
    fn draw_still(&mut self) {
        let wanted = (self.lang, self.theme());
        if self.chapter.is_none() && self.still.as_ref().is_none_or(|(drawn, _)| *drawn != wanted) {
            self.still = Some((wanted, AttrValue::from(pictures::still(wanted.0, wanted.1))));
        }
    }

    fn header(&self, ctx: &Context<App>, on_open: &Callback<Option<&'static str>>) -> Html {
        header(&header::Props {
            lang: self.lang,
            layer: self.layer(),
            theme: self.address.look.theme,
            letters: self.letters,
            chapter: self.chapter,
            open: self.menu,
            on_wish: &ctx.link().callback(Message::Wish),
            on_open,
        })
    }

    fn share(&self, ctx: &Context<App>) -> Html {
        let Some(address) = &self.share else { return html! {} };
        share::share(&share::Props {
            lang: self.lang,
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

    fn layer(&self) -> Layer {
        self.address.look.layer
    }

    fn theme(&self) -> &'static str {
        match self.address.look.theme {
            Theme::Projector => "projector",
            Theme::Dark => "dark",
            Theme::Auto if media::prefers_dark() => "dark",
            Theme::Light | Theme::Auto => "light",
        }
    }

    fn title(&self) -> String {
        let name = tr(self.lang, key::SHELL_NAME);
        match self.chapter.and_then(chapters::chapter) {
            None => name.to_owned(),
            Some(chapter) => Line::new(key::SHELL_PAGE_TITLE).key("chapter", chapter.name).say(self.lang),
        }
    }

    fn describe(&self) {
        dom::describe_presenting(self.presenting.is_some(), self.black);
        dom::describe_page(self.lang.tag(), self.theme(), self.address.look.embed, &self.title());
    }

    fn problem(&self, ctx: &Context<App>) -> Html {
        if self.problems.is_empty() {
            return html! { <div role="alert"></div> };
        }
        let is_about_link = self.problems.iter().all(|line| line.key != key::SHELL_PROBLEM_TEXTS);
        html! {
            <div class="problem" role="alert" data-testid="problem">
                {if is_about_link { html! { <p><b>{tr(self.lang, key::SHELL_PROBLEM)}</b></p> } } else { html! {} }}
                <ul>{for self.problems.iter().map(|line| html! { <li>{line.say(self.lang)}</li> })}</ul>
                <button type="button" class="button" onclick={ctx.link().callback(|_| Message::Dismiss)}>
                    {tr(self.lang, key::SHELL_PROBLEM_DISMISS)}
                </button>
            </div>
        }
    }
}

/// What keys mean before the page hears them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hears {
    Nothing,
    /// Someone presents.
    Clicks,
    /// One key begins it.
    Start {
        home: bool,
    },
}

/// Whether a key begins presenting: B wherever nothing is typed, and on the home page a clicker's period too.
fn starts(event: &KeyboardEvent, home: bool) -> bool {
    let plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing());
    let key = event.key();
    plain && presenter::field() != Field::Writes && (matches!(key.as_str(), "b" | "B") || home && key == ".")
}

/// What the address asks for.
pub fn wanted() -> Goal {
    let address = chapters::parse(&location::query(), &location::hash()).0;
    let chapter = address.look.scene.as_deref().and_then(chapters::chapter);
    Goal { lang: language(&address), chapter: chapter.map(|chapter| chapter.id) }
}

/// Writes into a look what a wish changes of it.
fn look_as(look: &mut link::Look, wish: Wish) {
    match wish {
        Wish::Lang(lang) => look.lang = Some(lang),
        Wish::Layer(layer) => look.layer = layer,
        Wish::Lanes(lanes) => look.lanes = lanes,
        Wish::Theme(theme) => look.theme = theme,
        _ => {}
    }
}

fn language(address: &Address) -> Lang {
    address.look.lang.unwrap_or_else(preferred_language)
}

/// The first of the reader's languages that the page has; English for readers of neither.
fn preferred_language() -> Lang {
    let known = |tag: &String| Lang::from_tag(tag.split('-').next().unwrap_or_default());
    media::languages().iter().find_map(known).unwrap_or(Lang::En)
}
