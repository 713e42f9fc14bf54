//! The reader's turn: a board of lanes on which passes are placed, by pointer or keyboard, and the race beside it.

use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::palette::{self, Palette};
use kitchen_story::story::board::{Board, Game, Lane, Look, Pick, Row, Tile, Words};
use kitchen_story::story::hand::ByHand;
use kitchen_text::{Key, Lang, Line, tr};
use web_sys::{Element, HtmlDialogElement, KeyboardEvent};
use yew::prelude::*;

use crate::web::dom;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub theme: &'static str,
    pub chapter: AttrValue,
    pub scenario: Scenario,
    /// The whole order goes on the stage.
    pub on_stage: Callback<Scenario>,
    /// What has been placed so far, for the link.
    pub on_make: Callback<String>,
}

pub enum Message {
    Open,
    Close,
    Level(usize),
    /// A button, at that millisecond: the click that ends a drag is none.
    Press(u32, usize, Option<f64>),
    /// A pass is taken up with the pointer, whose place and number these are.
    Take(usize, [i32; 2], i32),
    /// The pointer is there.
    Carry([i32; 2], i32),
    /// It lets go, at that millisecond, or is taken away.
    Drop(i32, f64),
    Lose,
    /// The focus is in that chef's lane.
    Lane(u32),
    Undo,
    Restart,
    Hint,
    Stage,
    Focus(u32, usize),
}

/// Pixels that a pointer goes before it is more than a press.
const TREMBLE: i32 = 6;
/// How far beside a lane it still counts as over it.
const BESIDE: f64 = 7.0;
/// Milliseconds after a drop in which a click is the drop's own.
const ECHO_MS: f64 = 80.0;

/// A pass under the pointer.
struct Carried {
    choice: usize,
    pointer: i32,
    from: [i32; 2],
    at: [i32; 2],
    /// It has gone far enough to be one.
    moves: bool,
    /// The chef over whose lane it is, with where it would lie there, or why it cannot.
    over: Option<(u32, Result<Tile, Line>)>,
}

/// How a chapter's game is played.
fn board(chapter: &str) -> Option<Board> {
    match chapters::chapter(chapter)?.by_hand? {
        ByHand::Board(board) => Some(board),
        ByHand::Amounts(_) => None,
    }
}

pub struct Turn {
    carried: Option<Carried>,
    /// When the last was dropped.
    dropped_ms: f64,
    /// What goes with the pointer.
    ghost: NodeRef,
    game: Option<Box<dyn Game>>,
    is_open: bool,
    /// The dialog is to be shown, once it is there.
    shows: bool,
    lane: u32,
    dialog: NodeRef,
}

impl Component for Turn {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Turn>) -> Turn {
        Turn {
            carried: None,
            dropped_ms: f64::MIN,
            ghost: NodeRef::default(),
            game: None,
            is_open: false,
            shows: false,
            lane: 0,
            dialog: NodeRef::default(),
        }
    }

    fn changed(&mut self, ctx: &Context<Turn>, old: &Props) -> bool {
        if ctx.props().chapter != old.chapter {
            (self.game, self.is_open) = (None, false);
        }
        if let Some(moved) = self.game.as_ref().and_then(|turn| turn.moved_to(&ctx.props().scenario)) {
            self.game = Some(moved);
        }
        true
    }

    fn update(&mut self, ctx: &Context<Turn>, message: Message) -> bool {
        let Props { scenario, on_stage, on_make, chapter, .. } = ctx.props();
        let Some(board) = board(chapter) else { return false };
        if let Message::Open = message {
            self.game = self.game.take().or_else(|| (board.open)(scenario));
            (self.is_open, self.shows, self.lane) = (self.game.is_some(), true, 0);
            return true;
        }
        let Some(turn) = &mut self.game else { return false };
        match message {
            Message::Open => {}
            Message::Close => (self.is_open, self.carried) = (false, None),
            Message::Take(choice, from, pointer) => {
                self.carried = Some(Carried { choice, pointer, from, at: from, moves: false, over: None });
                return false;
            }
            Message::Carry(to, pointer) => return self.carry(to, pointer),
            Message::Lose => return self.carried.take().is_some_and(|carried| carried.moves),
            Message::Drop(pointer, ms) => {
                let Some(carried) = self.carried.take_if(|carried| carried.pointer == pointer) else { return false };
                if !carried.moves {
                    return false;
                }
                self.dropped_ms = ms;
                if let Some((stage, _)) = carried.over {
                    ctx.link().send_message(Message::Press(stage, carried.choice, None));
                }
            }
            Message::Press(.., Some(ms)) if ms < self.dropped_ms + ECHO_MS => return false,
            Message::Level(level) => {
                self.carried = None;
                self.game = (board.start)(scenario, level);
                self.lane = 0;
            }
            Message::Press(stage, at, _) => {
                turn.press(stage, at);
                self.lane = stage;
                on_make.emit(turn.code());
            }
            Message::Lane(stage) => {
                let is_new = self.lane != stage;
                self.lane = stage;
                return is_new;
            }
            Message::Undo => {
                turn.undo();
                on_make.emit(turn.code());
            }
            Message::Restart => {
                self.game = (board.start)(scenario, turn.level());
                on_make.emit(String::new());
            }
            Message::Hint => turn.hint(),
            Message::Stage => {
                let Some(staged) = turn.staged() else { return false };
                self.close();
                on_stage.emit(staged);
                dom::focus_by_id("stage");
            }
            Message::Focus(stage, at) => {
                self.lane = stage;
                dom::focus_by_id(&button_id(stage, at));
            }
        }
        true
    }

    fn rendered(&mut self, _ctx: &Context<Turn>, _first: bool) {
        let Some(dialog) = self.dialog.cast::<HtmlDialogElement>().filter(|_| self.shows) else { return };
        self.shows = false;
        // One that is open already says so with an error.
        let _ = dialog.show_modal();
        dom::focus_by_id(&button_id(0, 0));
    }

    fn view(&self, ctx: &Context<Turn>) -> Html {
        let lang = ctx.props().lang;
        let open = ctx.link().callback(|_: MouseEvent| Message::Open);
        let on_close = ctx.link().callback(|_: Event| Message::Close);
        let Some(Board { words, .. }) = board(&ctx.props().chapter) else { return html! {} };
        html! {
            <section class="hand">
                <button type="button" class="button" data-testid="turn-open" onclick={open}>{tr(lang, words.open)}</button>
                <dialog class="dialog turn" ref={self.dialog.clone()} aria-labelledby="turn-title" onclose={on_close}>
                    {for self.game.as_deref().filter(|_| self.is_open).map(|turn| self.game(ctx, &words, turn))}
                </dialog>
            </section>
        }
    }
}

impl Turn {
    fn close(&mut self) {
        self.is_open = false;
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>() {
            dialog.close();
        }
    }

    fn game(&self, ctx: &Context<Turn>, words: &Words, turn: &dyn Game) -> Html {
        let lang = ctx.props().lang;
        let on = |message: fn() -> Message| ctx.link().callback(move |_: MouseEvent| message());
        let dialog = self.dialog.clone();
        let on_close = Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        });
        let forbidden = self.carried.as_ref().and_then(|carried| carried.over.as_ref()?.1.as_ref().err());
        let class = match (forbidden.is_some() || turn.is_refused(), turn.is_won()) {
            (true, _) => "said refused",
            (_, true) => "said won",
            _ => "said",
        };
        let said = forbidden.unwrap_or(turn.said());
        let onpointermove = ctx
            .link()
            .callback(|event: PointerEvent| Message::Carry([event.client_x(), event.client_y()], event.pointer_id()));
        let onpointerup =
            ctx.link().callback(|event: PointerEvent| Message::Drop(event.pointer_id(), event.time_stamp()));
        let onpointercancel = ctx.link().callback(|_: PointerEvent| Message::Lose);
        html! {
            <div class="turn-page" onkeydown={self.keys(ctx, turn)} {onpointermove} {onpointerup} {onpointercancel}>
                <header>
                    <h2 id="turn-title">{tr(lang, words.title)}</h2>
                    <button type="button" class="text-button" data-testid="turn-close" onclick={on_close}>{tr(lang, words.close)}</button>
                </header>
                {Turn::levels(ctx, words, turn)}
                <p class="goal" data-testid="turn-goal">{turn.goal().say(lang)}</p>
                <div class="board" role="group" aria-label={tr(lang, words.board)}>
                    {for (0..turn.lanes()).map(|stage| self.lane(ctx, turn, stage))}
                </div>
                <p {class} role="status" data-testid="turn-said">{said.say(lang)}</p>
                <div class="acts">
                    <span class="count" data-testid="turn-count">{turn.placed().say(lang)}</span>
                    <button type="button" class="button" data-testid="turn-undo" onclick={on(|| Message::Undo)}>{tr(lang, words.undo)}</button>
                    <button type="button" class="button" data-testid="turn-hint" onclick={on(|| Message::Hint)}>{tr(lang, words.hint)}</button>
                    <button type="button" class="text-button" data-testid="turn-restart" onclick={on(|| Message::Restart)}>{tr(lang, words.restart)}</button>
                    if turn.is_done() {
                        <button type="button" class="button primary" data-testid="turn-stage" onclick={on(|| Message::Stage)}>{tr(lang, words.stage)}</button>
                    }
                </div>
                {race(lang, words, turn)}
                {self.ghost(turn)}
                <p class="how">{tr(lang, words.how)}</p>
            </div>
        }
    }

    /// Arrows go through the board, numbers place in the lane where the focus is, Backspace takes back.
    fn keys(&self, ctx: &Context<Turn>, turn: &dyn Game) -> Callback<KeyboardEvent> {
        let (link, lane) = (ctx.link().clone(), self.lane);
        let (stages, choices) = (turn.lanes(), turn.picks(lane).len());
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            let at = dom::focused().and_then(|held| held.get_attribute("data-at")).and_then(|at| at.parse().ok());
            let message = match (event.key().as_str(), at) {
                ("ArrowDown", Some(at)) => Message::Focus((lane + 1).min(stages - 1), at),
                ("ArrowUp", Some(at)) => Message::Focus(lane.saturating_sub(1), at),
                ("ArrowRight", Some(at)) => Message::Focus(lane, (at + 1).min(choices - 1)),
                ("ArrowLeft", Some(at)) => Message::Focus(lane, at.saturating_sub(1)),
                ("Backspace", _) => Message::Undo,
                ("h" | "H", _) => Message::Hint,
                (digit, _) => match digit.parse::<usize>() {
                    Ok(digit) if (1..=choices).contains(&digit) => Message::Press(lane, digit - 1, None),
                    _ => return,
                },
            };
            event.prevent_default();
            link.send_message(message);
        })
    }

    fn levels(ctx: &Context<Turn>, words: &Words, turn: &dyn Game) -> Html {
        let lang = ctx.props().lang;
        let level = |(at, name): (usize, Key)| {
            let onchange = ctx.link().callback(move |_: Event| Message::Level(at));
            html! {
                <label class="segment">
                    <input type="radio" name="turn-level" checked={at == turn.level()} data-testid={format!("turn-level-{}", at + 1)} {onchange} />
                    <span>{tr(lang, name)}</span>
                </label>
            }
        };
        html! {
            <fieldset class="control">
                <legend class="hidden-visually">{tr(lang, words.level)}</legend>
                <div class="segments">{for turn.levels().into_iter().enumerate().map(level)}</div>
            </fieldset>
        }
    }

    /// The pass goes with the pointer. Answers whether something else than its place changes: the lane that it is over.
    fn carry(&mut self, to: [i32; 2], pointer: i32) -> bool {
        let (Some(turn), Some(carried)) = (&self.game, &mut self.carried) else { return false };
        if carried.pointer != pointer {
            return false;
        }
        let was = carried.moves;
        carried.moves |= (0..2).any(|axis| (to[axis] - carried.from[axis]).abs() > TREMBLE);
        carried.at = to;
        if !carried.moves {
            return false;
        }
        if let Some(ghost) = self.ghost.cast::<Element>() {
            put(&ghost, to);
        }
        let lane = (0..turn.lanes()).find(|&stage| is_over(stage, to));
        if was && lane == carried.over.as_ref().map(|(stage, _)| *stage) {
            return false;
        }
        carried.over = lane.and_then(|stage| Some((stage, turn.tried(stage, carried.choice)?)));
        true
    }

    /// What is under the pointer, drawn there.
    fn ghost(&self, turn: &dyn Game) -> Html {
        let Some(carried) = self.carried.as_ref().filter(|carried| carried.moves) else { return html! {} };
        let Some(pick) = turn.picks(self.lane).into_iter().nth(carried.choice) else { return html! {} };
        let [x, y] = carried.at;
        let style = format!("left:{x}px;top:{y}px");
        html! { <b class={format!("carried {}", kind(pick.look))} aria-hidden="true" ref={self.ghost.clone()} ~style={style}>{pick.letter}</b> }
    }

    fn lane(&self, ctx: &Context<Turn>, turn: &dyn Game, stage: u32) -> Html {
        let Props { lang, theme, .. } = ctx.props();
        let palette = Palette::named(theme).unwrap_or(Palette::LIGHT);
        let race = turn.race();
        let whole = whole(&race);
        let Lane { who, tiles, held, places } = turn.lane(stage);
        let dots: String = match places {
            Some(places) => (0..places).map(|at| if at < held { '●' } else { '○' }).collect(),
            None => (0..held).map(|_| '●').collect(),
        };
        let goal = race.iter().find(|row| row.is_goal).map(|row| at(row.end, whole));
        let over = self.carried.as_ref().and_then(|carried| carried.over.as_ref()).filter(|(over, _)| *over == stage);
        let place = over.and_then(|(_, tried)| tried.as_ref().ok()).map(|place| slot(place, whole));
        let track = match over {
            Some((_, Ok(_))) => "track over",
            Some((_, Err(_))) => "track forbids",
            None => "track",
        };
        let class = if stage == self.lane { "lane now" } else { "lane" };
        let on_focus = ctx.link().callback(move |_: FocusEvent| Message::Lane(stage));
        html! {
            <div {class} data-testid={format!("turn-lane-{}", stage + 1)} onfocusin={on_focus}>
                <span class="who">{who.say(*lang)}<i aria-hidden="true">{dots}</i></span>
                <span class="picks">{for turn.picks(stage).into_iter().enumerate().map(|each| pick(ctx, stage, each))}</span>
                <span class={track} id={track_id(stage)} aria-hidden="true">
                    {for tiles.iter().map(|lies| tile(lies, whole, &palette))}
                    {for place}
                    {for goal.map(|at| html! { <i class="goal-line" ~style={format!("left:{at}%")}></i> })}
                </span>
            </div>
        }
    }
}

fn button_id(stage: u32, at: usize) -> String {
    format!("turn-{stage}-{at}")
}

fn track_id(stage: u32) -> String {
    format!("turn-track-{stage}")
}

/// Whether a point of the window is over a chef's lane.
fn is_over(stage: u32, [x, y]: [i32; 2]) -> bool {
    let Some(track) = dom::document().get_element_by_id(&track_id(stage)) else { return false };
    let (at, x, y) = (track.get_bounding_client_rect(), f64::from(x), f64::from(y));
    let within = |from: f64, at: f64, to: f64| from - BESIDE <= at && at <= to + BESIDE;
    within(at.left(), x, at.right()) && within(at.top(), y, at.bottom())
}

fn put(ghost: &Element, [x, y]: [i32; 2]) {
    dom::set_style(ghost, "left", &dom::css_px(x as f32));
    dom::set_style(ghost, "top", &dom::css_px(y as f32));
}

/// How a pass looks.
fn kind(look: Look) -> &'static str {
    match look {
        Look::Forward => "f",
        Look::Backward => "b",
        Look::Weight => "w",
    }
}

/// Where what is carried would lie.
fn slot(tile: &Tile, whole: f64) -> Html {
    let width = at(tile.end.saturating_sub(tile.start), whole);
    html! { <i class="slot" data-testid="turn-slot" ~style={format!("left:{}%;width:{width}%", at(tile.start, whole))}></i> }
}

/// A button that gives a chef a pass. One that is not possible may be pressed, too: then it is said why.
fn pick(ctx: &Context<Turn>, stage: u32, (at, pick): (usize, Pick)) -> Html {
    let lang = ctx.props().lang;
    let Pick { look, letter, name, next, can } = pick;
    let class = format!("pick {}", if can { kind(look) } else { "off" });
    let onclick = ctx.link().callback(move |event: MouseEvent| Message::Press(stage, at, Some(event.time_stamp())));
    let onpointerdown = ctx.link().batch_callback(move |event: PointerEvent| {
        let target = event.target_dyn_into::<Element>().filter(|_| event.is_primary() && event.button() == 0)?;
        // So that its way is heard to its end; where that cannot be had, it is heard over the board.
        let _ = target.set_pointer_capture(event.pointer_id());
        Some(Message::Take(at, [event.client_x(), event.client_y()], event.pointer_id()))
    });
    html! {
        <button type="button" {class} {onpointerdown} id={button_id(stage, at)} data-at={at.to_string()} data-can={can.to_string()}
            aria-label={name.say(lang)} {onclick}>
            {letter}
            if let Some(n) = next { <small>{n}</small> }
        </button>
    }
}

/// The time that the board is wide: that of the slowest that has run.
fn whole(race: &[Row]) -> f64 {
    race.iter().map(|row| row.end).max().unwrap_or(Time::ZERO).0.max(1) as f64
}

/// A moment's place on the board, in percent.
fn at(time: Time, whole: f64) -> String {
    dom::css_number(time.0 as f64 / whole * 100.0)
}

fn tile(tile: &Tile, whole: f64, palette: &Palette) -> Html {
    let n = tile.n;
    let class = format!("tile {}", kind(tile.look));
    let width = at(tile.end.saturating_sub(tile.start), whole);
    let colour = |token| format!("#{:06x}", palette.rgb(token));
    let style = format!(
        "left:{}%;width:{width}%;--hue:{};--edge:{};--on:{}",
        at(tile.start, whole),
        colour(palette::hue(n)),
        colour(palette::hue_line(n)),
        colour(palette::on_hue(n))
    );
    let second = if tile.is_second { "′" } else { "" };
    html! { <b {class} ~style={style}>{n + 1}{second}</b> }
}

/// One's own order and those with names, each as long as it takes.
fn race(lang: Lang, words: &Words, turn: &dyn Game) -> Html {
    let rows = turn.race();
    let longest = rows.iter().map(|row| row.cost).max().unwrap_or_default();
    let longest = longest.0.max(1) as f64;
    let row = |(place, row): (usize, &Row)| {
        let class = match place {
            0 => "own",
            _ if row.is_goal => "goal",
            _ => "",
        };
        html! { <li {class}><span>{row.line.say(lang)}</span><i ~style={format!("width:{}%", at(row.cost, longest))}></i></li> }
    };
    html! {
        <section class="race">
            <h3>{tr(lang, words.race)}{" · "}{tr(lang, turn.over())}</h3>
            <ul data-testid="turn-race">{for rows.iter().enumerate().map(row)}</ul>
        </section>
    }
}
