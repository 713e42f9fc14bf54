//! The reader's turn: a board of lanes on which passes are placed, by pointer or keyboard, and the race beside it.

use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_core::units::Time;
use kitchen_story::chapters::pipeline::turn::{self as game, Choice, LEVELS, Pass, Rival, Tile};
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::palette::{self, Palette};
use web_sys::{HtmlDialogElement, KeyboardEvent};
use yew::prelude::*;

use crate::web::dom;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub theme: &'static str,
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
    Press(u32, usize),
    /// The focus is in that chef's lane.
    Lane(u32),
    Undo,
    Restart,
    Hint,
    Stage,
    Focus(u32, usize),
}

pub struct Turn {
    game: Option<game::Turn>,
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
        Turn { game: None, is_open: false, shows: false, lane: 0, dialog: NodeRef::default() }
    }

    fn changed(&mut self, ctx: &Context<Turn>, _old: &Props) -> bool {
        if let Some(moved) = self.game.as_ref().and_then(|turn| turn.moved_to(&ctx.props().scenario)) {
            self.game = Some(moved);
        }
        true
    }

    fn update(&mut self, ctx: &Context<Turn>, message: Message) -> bool {
        let Props { scenario, on_stage, on_make, .. } = ctx.props();
        if let Message::Open = message {
            self.game = self.game.take().or_else(|| game::Turn::open(scenario));
            (self.is_open, self.shows, self.lane) = (self.game.is_some(), true, 0);
            return true;
        }
        let Some(turn) = &mut self.game else { return false };
        match message {
            Message::Open => {}
            Message::Close => self.is_open = false,
            Message::Level(level) => {
                self.game = game::Turn::new(scenario, level);
                self.lane = 0;
            }
            Message::Press(stage, at) => {
                let Some(&choice) = turn.choices().get(at) else { return false };
                turn.press(stage, choice);
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
                self.game = game::Turn::new(scenario, turn.level);
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
        html! {
            <section class="hand">
                <button type="button" class="button" data-testid="turn-open" onclick={open}>{tr(lang, game::OPEN)}</button>
                <dialog class="dialog turn" ref={self.dialog.clone()} aria-labelledby="turn-title" onclose={on_close}>
                    {for self.game.as_ref().filter(|_| self.is_open).map(|turn| self.game(ctx, turn))}
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

    fn game(&self, ctx: &Context<Turn>, turn: &game::Turn) -> Html {
        let lang = ctx.props().lang;
        let on = |message: fn() -> Message| ctx.link().callback(move |_: MouseEvent| message());
        let dialog = self.dialog.clone();
        let on_close = Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        });
        let class = match (turn.is_refused, turn.is_won()) {
            (true, _) => "said refused",
            (_, true) => "said won",
            _ => "said",
        };
        html! {
            <div class="turn-page" onkeydown={self.keys(ctx, turn)}>
                <header>
                    <h2 id="turn-title">{tr(lang, game::TITLE)}</h2>
                    <button type="button" class="text-button" data-testid="turn-close" onclick={on_close}>{tr(lang, game::CLOSE)}</button>
                </header>
                {Turn::levels(ctx, turn)}
                <p class="goal" data-testid="turn-goal">{turn.goal().say(lang)}</p>
                <div class="board" role="group" aria-label={tr(lang, game::BOARD)}>
                    {for (0..turn.of().stages).map(|stage| self.lane(ctx, turn, stage))}
                </div>
                <p {class} role="status" data-testid="turn-said">{turn.said.say(lang)}</p>
                <div class="acts">
                    <span class="count" data-testid="turn-count">{turn.placed().say(lang)}</span>
                    <button type="button" class="button" data-testid="turn-undo" onclick={on(|| Message::Undo)}>{tr(lang, game::UNDO)}</button>
                    <button type="button" class="button" data-testid="turn-hint" onclick={on(|| Message::Hint)}>{tr(lang, game::HINT)}</button>
                    <button type="button" class="text-button" data-testid="turn-restart" onclick={on(|| Message::Restart)}>{tr(lang, game::RESTART)}</button>
                    if turn.board.is_done() {
                        <button type="button" class="button primary" data-testid="turn-stage" onclick={on(|| Message::Stage)}>{tr(lang, game::STAGE)}</button>
                    }
                </div>
                {race(lang, turn)}
                <p class="how">{tr(lang, game::HOW)}</p>
            </div>
        }
    }

    /// Arrows go through the board, numbers place in the lane where the focus is, Backspace takes back.
    fn keys(&self, ctx: &Context<Turn>, turn: &game::Turn) -> Callback<KeyboardEvent> {
        let (link, lane) = (ctx.link().clone(), self.lane);
        let (stages, choices) = (turn.of().stages, turn.choices().len());
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
                    Ok(digit) if (1..=choices).contains(&digit) => Message::Press(lane, digit - 1),
                    _ => return,
                },
            };
            event.prevent_default();
            link.send_message(message);
        })
    }

    fn levels(ctx: &Context<Turn>, turn: &game::Turn) -> Html {
        let lang = ctx.props().lang;
        let level = |at: usize| {
            let onchange = ctx.link().callback(move |_: Event| Message::Level(at));
            html! {
                <label class="segment">
                    <input type="radio" name="turn-level" checked={at == turn.level} data-testid={format!("turn-level-{}", at + 1)} {onchange} />
                    <span>{tr(lang, LEVELS[at].name())}</span>
                </label>
            }
        };
        html! {
            <fieldset class="control">
                <legend class="hidden-visually">{tr(lang, game::LEVEL)}</legend>
                <div class="segments">{for (0..LEVELS.len()).map(level)}</div>
            </fieldset>
        }
    }

    fn lane(&self, ctx: &Context<Turn>, turn: &game::Turn, stage: u32) -> Html {
        let Props { lang, theme, .. } = ctx.props();
        let palette = Palette::named(theme).unwrap_or(Palette::LIGHT);
        let whole = whole(turn);
        let tiles =
            turn.ran.lanes.get(stage as usize).map(|lane| lane.iter().map(|tile| self::tile(tile, whole, &palette)));
        let (held, places) = turn.shelf(stage);
        let dots: String = match places {
            Some(places) => (0..places).map(|at| if at < held { '●' } else { '○' }).collect(),
            None => (0..held).map(|_| '●').collect(),
        };
        let goal = turn.rivals.iter().find(|rival| rival.is_goal).map(|rival| at(rival.ran.end, whole));
        let class = if stage == self.lane { "lane now" } else { "lane" };
        let on_focus = ctx.link().callback(move |_: FocusEvent| Message::Lane(stage));
        html! {
            <div {class} data-testid={format!("turn-lane-{}", stage + 1)} onfocusin={on_focus}>
                <span class="who">{Line::new(key::CHEF_NUMBER).int("n", i64::from(stage) + 1).say(*lang)}<i aria-hidden="true">{dots}</i></span>
                <span class="picks">{for turn.choices().into_iter().enumerate().map(|each| pick(ctx, turn, stage, each))}</span>
                <span class="track" aria-hidden="true">
                    {for tiles.into_iter().flatten()}
                    {for goal.map(|at| html! { <i class="goal-line" ~style={format!("left:{at}%")}></i> })}
                </span>
            </div>
        }
    }
}

fn button_id(stage: u32, at: usize) -> String {
    format!("turn-{stage}-{at}")
}

/// A button that gives a chef a pass. One that is not possible may be pressed, too: then it is said why.
fn pick(ctx: &Context<Turn>, turn: &game::Turn, stage: u32, (at, choice): (usize, Choice)) -> Html {
    let lang = ctx.props().lang;
    let next = turn.next(stage, choice);
    let can = next.is_some_and(|(_, can)| can);
    let class = match (can, choice.pass) {
        (false, _) => "pick off",
        (true, Pass::Forward) => "pick f",
        (true, Pass::Backward | Pass::Input) => "pick b",
        (true, Pass::Weight) => "pick w",
    };
    let onclick = ctx.link().callback(move |_: MouseEvent| Message::Press(stage, at));
    html! {
        <button type="button" {class} id={button_id(stage, at)} data-at={at.to_string()} data-can={can.to_string()}
            aria-label={turn.name(stage, choice).say(lang)} {onclick}>
            {turn.letter(choice)}
            if let Some((n, _)) = next { <small>{n}</small> }
        </button>
    }
}

/// The time that the board is wide: that of the slowest that has run.
fn whole(turn: &game::Turn) -> f64 {
    let rivals = turn.rivals.iter().map(|rival| rival.ran.end);
    rivals.chain([turn.ran.end]).max().unwrap_or(Time::ZERO).0.max(1) as f64
}

/// A moment's place on the board, in percent.
fn at(time: Time, whole: f64) -> String {
    dom::css_number(time.0 as f64 / whole * 100.0)
}

fn tile(tile: &Tile, whole: f64, palette: &Palette) -> Html {
    let n = tile.step.micro_batch as usize;
    let class = match tile.step.pass {
        Pass::Forward => "tile f",
        Pass::Backward | Pass::Input => "tile b",
        Pass::Weight => "tile w",
    };
    let width = at(tile.end.saturating_sub(tile.start), whole);
    let colour = |token| format!("#{:06x}", palette.rgb(token));
    let style = format!(
        "left:{}%;width:{width}%;--hue:{};--edge:{};--on:{}",
        at(tile.start, whole),
        colour(palette::hue(n)),
        colour(palette::hue_line(n)),
        colour(palette::on_hue(n))
    );
    let second = if tile.step.chunk > 0 { "′" } else { "" };
    html! { <b {class} ~style={style}>{n + 1}{second}</b> }
}

/// One's own order and those with names, each as long as it takes.
fn race(lang: Lang, turn: &game::Turn) -> Html {
    let longest = turn.rivals.iter().map(|rival| rival.ran.cost).chain([turn.ran.cost]).max().unwrap_or_default();
    let longest = longest.0.max(1) as f64;
    let row = |rival: Option<&Rival>| {
        let (class, cost) = match rival {
            None => ("own", turn.ran.cost),
            Some(rival) if rival.is_goal => ("goal", rival.ran.cost),
            Some(rival) => ("", rival.ran.cost),
        };
        html! { <li {class}><span>{turn.row(rival).say(lang)}</span><i ~style={format!("width:{}%", at(cost, longest))}></i></li> }
    };
    html! {
        <section class="race">
            <h3>{tr(lang, game::RACE)}{" · "}{tr(lang, turn.link())}</h3>
            <ul data-testid="turn-race">{row(None)}{for turn.rivals.iter().map(|rival| row(Some(rival)))}</ul>
        </section>
    }
}
