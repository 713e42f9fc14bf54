//! The reader's own order as lanes on the stage: each chef's passes one after the other, the end before which no order of them can be
//! done, and in each lane a hand: on the first pass back, which takes the others of the lane along, or on any other pass.

use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::schedule::{HandMade, Pass, Rules, Step};
use kitchen_text::{Line, Percent, format, key, msg, tr};

use super::params::{Order, Params};
use super::passes;
use super::pot;
use super::run;
use super::scene;
use super::shape::bubble;
use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::{Token, hue, hue_line, on_hue};
use crate::scene::stage::{self, View};
use crate::show::Show;

/// By chef: its first pass back.
const BACK: [&str; 8] = ["back-1", "back-2", "back-3", "back-4", "back-5", "back-6", "back-7", "back-8"];
/// A lane, so high that its disc covers no other's.
const LANE: f32 = 46.0;
/// The row over them, with a hand of its own.
const HEAD: f32 = 44.0;

/// A pass in its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tile {
    start: Time,
    end: Time,
    bowl: usize,
    is_back: bool,
    /// A chef's own pages' part of the way back, where that goes apart: nobody waits for it.
    is_weight: bool,
}

/// All lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lanes {
    tiles: Vec<Vec<Tile>>,
    end: Time,
    /// No order of these passes ends before.
    pub(super) bound: Time,
}

/// Whether a scenario's lanes lie on the stage.
fn are_shown(scenario: &Scenario) -> bool {
    Params::of(scenario).schedule == Order::Own
}

impl Lanes {
    /// Of a show of the reader's own order.
    pub(super) fn of(show: &Show) -> Option<Lanes> {
        let run = show.runs.first().filter(|_| are_shown(&show.scenario))?;
        let stages = Params::of(&show.scenario).stages as usize;
        let mut tiles: Vec<Vec<Tile>> = vec![Vec::new(); stages];
        for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
            let (Work::Compute { gpu, .. }, true) = (work, label.kind.is_pass()) else { continue };
            let (start, end) = (*run.trace.start.get(task)?, *run.trace.end.get(task)?);
            let bowl = label.micro_batch as usize;
            let (is_back, is_weight) = (label.kind != Kind::Forward, label.kind == Kind::BackwardWeight);
            tiles.get_mut(*gpu as usize)?.push(Tile { start, end, bowl, is_back, is_weight });
        }
        for lane in &mut tiles {
            kitchen_core::order::sort_by_key(lane, |tile| tile.start);
        }
        let end = tiles.iter().flatten().map(|tile| tile.end).max()?;
        Some(Lanes { bound: bound(&tiles), tiles, end })
    }

    /// Forward passes of a chef before its first pass back.
    fn before_back(&self, chef: usize) -> usize {
        self.tiles.get(chef).map_or(0, |lane| lane.iter().take_while(|tile| !tile.is_back).count())
    }
}

/// The end before which no order can be done. A chef's first bowl has to come through all chefs before; its own passes take their
/// time; after its last report the same bowl goes back through all of them. For its own pages' part nobody waits.
fn bound(tiles: &[Vec<Tile>]) -> Time {
    let least = |lane: &[Tile], is_back: bool| {
        let own = lane.iter().filter(|tile| tile.is_back == is_back && !tile.is_weight);
        own.map(|tile| tile.end - tile.start).min().unwrap_or_default()
    };
    let long = |lane: &[Tile], weights: bool| {
        let own = lane.iter().filter(|tile| weights || !tile.is_weight);
        own.fold(Time::ZERO, |sum, tile| sum + (tile.end - tile.start))
    };
    let (mut there, mut back, mut most) = (Time::ZERO, Time::ZERO, Time::ZERO);
    for lane in tiles {
        most = most.max(there + long(lane, true)).max(there + long(lane, false) + back);
        there += least(lane, false);
        back += least(lane, true);
    }
    most
}

/// The strip at the bottom is the label's.
pub(super) fn label_height(view: &View<'_>) -> f32 {
    match (view.compact(), scene::has_steps(view)) {
        (true, false) => 0.0,
        (true, true) => 20.0,
        (false, _) => view.text_size() * 1.2,
    }
}

/// The lanes' room at the stage's foot, over that strip; nothing where there are none.
pub(super) fn room(view: &View<'_>) -> Option<Area> {
    let scenario = &view.show.scenario;
    if !are_shown(scenario) {
        return None;
    }
    let ([w, h], stages) = (view.size, Params::of(scenario).stages as f32);
    let tall = LANE * stages + HEAD;
    // The sign of the ways is higher than its words.
    let (left, top) = match pot::room(view) {
        Some(pot) if pot::is_column(view) => (pot.right(), pot.y),
        Some(pot) => (0.0, pot.bottom()),
        None => (0.0, stage::header_height(view.size)),
    };
    let bottom = h - label_height(view) * 1.7 - 2.0;
    // The chefs keep some of it.
    (bottom - top - tall > 60.0).then(|| Area::new(left + 4.0, bottom - tall, w - left - 8.0, tall))
}

fn size(view: &View<'_>) -> f32 {
    (view.text_size() * 0.95).max(LEAST_TEXT)
}

/// Where a time lies, and a chef's lane.
struct Axes {
    area: Area,
    left: f32,
    end: Time,
}

impl Axes {
    fn new(view: &View<'_>, area: Area, lanes: &Lanes) -> Axes {
        let size = size(view);
        Axes { area, left: area.x + size * 1.8, end: lanes.end }
    }

    fn x(&self, t: Time) -> f32 {
        let part = t.0 as f64 / self.end.0.max(1) as f64;
        self.left + (self.area.right() - 10.0 - self.left) * part.min(1.0) as f32
    }

    fn middle(&self, chef: usize, tile: &Tile) -> Point {
        [f32::midpoint(self.x(tile.start), self.x(tile.end)), self.y(chef)]
    }

    fn y(&self, chef: usize) -> f32 {
        self.area.y + HEAD + LANE * (chef as f32 + 0.5)
    }
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, area: Area, lanes: &Lanes) {
    let axes = Axes::new(view, area, lanes);
    let (fill, edge, text) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::OnChip)
    } else {
        (Token::Card, Token::CardLine, Token::Text)
    };
    list.rect(area.x, area.y, area.w, area.h, 8.0, Style::fill(fill).outline(edge, 1.6));
    let size = size(view);
    for (chef, lane) in lanes.tiles.iter().enumerate() {
        let y = axes.y(chef);
        list.rect(axes.left, y - 1.0, axes.x(lanes.end) - axes.left, 2.0, 0.0, Style::fill(edge));
        let style = TextStyle::new(size, text).bold().middle();
        list.write(style, f32::midpoint(area.x, axes.left), y + size * 0.36, format_args!("{}", chef + 1));
        for tile in lane {
            draw_tile(list, &axes, (y, size), tile);
        }
    }
    // The end that cannot be undercut.
    let x = axes.x(lanes.bound);
    list.move_to(x, area.y + HEAD * 0.7);
    list.line_to(x, area.bottom() - 3.0);
    list.paint(Style::line(Token::Hue3, 2.6).dash(6.0, 4.0));
    let said = tr(view.lang, key::PIPELINE_HAND_HALVES);
    let style = TextStyle::new(size, text).bold();
    let (left, line) = (area.x + HEAD + 6.0, area.y + HEAD / 2.0 + size * 0.3);
    list.write(style, left, line, format_args!("{said}"));
    let room = area.right() - left - text_width(said, size, true) - 24.0;
    let long = tr(view.lang, key::PIPELINE_LANES_BOUND);
    let style = TextStyle::new(size, text).end().within(room);
    let fits = text_width(long, LEAST_TEXT, false) + size * 6.0 < room;
    list.write_with(style, area.right() - 6.0, line, |out| {
        if fits {
            out.push_str(long);
            out.push(' ');
        }
        format::push_time(out, lanes.bound);
    });
}

fn draw_tile(list: &mut DisplayList, axes: &Axes, (y, size): (f32, f32), tile: &Tile) {
    let (x, w) = (axes.x(tile.start), (axes.x(tile.end) - axes.x(tile.start)).max(1.0));
    // What nobody waits for is lower.
    let h = LANE * if tile.is_weight { 0.36 } else { 0.56 };
    let (style, ink) = if tile.is_back {
        (Style::fill(Token::Cloth).outline(hue_line(tile.bowl), 2.4), Token::OnCloth)
    } else {
        (Style::fill(hue(tile.bowl)).outline(Token::Ink, 1.0), on_hue(tile.bowl))
    };
    list.rect(x + 0.5, y - h / 2.0, (w - 1.0).max(1.0), h, 2.0, style);
    if w > size * 0.9 {
        let style = TextStyle::new((size * 0.9).max(LEAST_TEXT), ink).bold().middle().within(w - 1.0);
        list.write(style, x + w / 2.0, y + size * 0.32, format_args!("{}", tile.bowl + 1));
    }
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, area: Area, lanes: &Lanes) {
    let axes = Axes::new(view, area, lanes);
    for (chef, lane) in lanes.tiles.iter().enumerate() {
        let now = lane.iter().find(|tile| tile.start <= view.playhead && view.playhead < tile.end);
        let Some(tile) = now else { continue };
        let (x, w, h) = (axes.x(tile.start), axes.x(tile.end) - axes.x(tile.start), LANE * 0.56);
        list.rect(x - 1.0, axes.y(chef) - h / 2.0 - 1.5, w + 2.0, h + 3.0, 3.0, Style::line(Token::Ink, 3.4));
    }
}

/// In each lane a hand, on the first pass back: farther left it comes sooner, and more is on its way at once farther right.
pub(super) fn hands(view: &View<'_>, area: Area, lanes: &Lanes) -> Vec<Handle> {
    let axes = Axes::new(view, area, lanes);
    let now = &view.show.scenario;
    let Some(board) = run::own(now) else { return Vec::new() };
    let bowls = Params::of(now).batches as usize;
    let hand = |(chef, id): (usize, &&'static str)| {
        let lane = lanes.tiles.get(chef)?;
        let (first, here) = (lane.iter().find(|tile| tile.is_back)?, lanes.before_back(chef));
        let one = lane.iter().find(|tile| !tile.is_back)?;
        let each = (axes.x(one.end) - axes.x(one.start)).max(4.0);
        let stop = |before: usize| {
            let x = axes.middle(chef, first)[0] + each * (before as f32 - here as f32);
            let to = with_back(now, &board, (chef as u32, before as u32));
            Stop {
                at: [x.within(area.x + 2.0, area.right() - 2.0), axes.y(chef)],
                text: Line::from(msg::PipelineHandBack { n: before as i64 }),
                leads: to.and_then(leads),
            }
        };
        let places: Vec<Point> = lane.iter().map(|tile| axes.middle(chef, tile)).collect();
        let things = passes::things(&board, chef as u32, &places);
        let hand = Handle {
            id,
            name: Line::from(msg::PipelineHandFirstBack { chef: chef as i64 + 1 }),
            grip: Grip::Across,
            stops: Vec::new(),
            here: here.saturating_sub(1),
            things,
            effect: Some(Line::from(msg::PipelineHandIdle { idle: Percent(bubble(view.show)) })),
        };
        if board.rules().chunks > 1 {
            // Bowls that come by more than once have no one turn.
            return passes::hand(hand, (now, &board), chef as u32, first_back(&board, chef as u32)?);
        }
        Some(Handle { stops: (1..=bowls).map(stop).collect(), ..hand })
    };
    let idle = Line::from(msg::PipelineHandIdle { idle: Percent(bubble(view.show)) });
    let halves = passes::halves(now, &board, [area.x + HEAD / 2.0 + 2.0, area.y + HEAD / 2.0], idle);
    BACK.iter().enumerate().take(lanes.tiles.len()).filter_map(hand).chain(halves).collect()
}

/// The number of a chef's first pass back.
fn first_back(board: &HandMade, chef: u32) -> Option<usize> {
    let step = board.order(chef).iter().find(|step| step.pass != Pass::Forward)?;
    Some(passes::number(board.rules(), step))
}

/// A lane's hand on another of its passes; none where it is on that one already.
pub(super) fn hand_on(view: &View<'_>, hand: Handle, thing: usize) -> Option<Handle> {
    let now = &view.show.scenario;
    let (board, chef) = (run::own(now)?, BACK.iter().position(|id| *id == hand.id)? as u32);
    let is_other = first_back(&board, chef) != Some(thing);
    if is_other { passes::hand(hand, (now, &board), chef, thing) } else { None }
}

/// A chef's passes with so many out before the first comes back, then by turns.
fn order(before: u32, rules: &Rules) -> Vec<Step> {
    let (mut out, mut back, mut all) = (0, 0, Vec::new());
    let bowls = rules.micro_batches;
    while back < bowls {
        if out < bowls && out < before + back {
            all.push(Step::of(Pass::Forward, out));
            out += 1;
        } else {
            all.extend(rules.passes().iter().skip(1).map(|&pass| Step::of(pass, back)));
            back += 1;
        }
    }
    all
}

/// The same with one chef's passes in another order.
///
/// # Errors
/// All would wait for each other.
fn with_back(now: &Scenario, board: &HandMade, (chef, before): (u32, u32)) -> Result<Scenario, Line> {
    let mut orders = passes::orders(board);
    if let Some(own) = orders.get_mut(chef as usize) {
        *own = order(before, board.rules());
    }
    let made = whole(board.rules(), &orders);
    let made = made.ok_or_else(|| Line::from(msg::PipelineHandStuck { chef: i64::from(chef) + 1 }))?;
    Ok(passes::with(now, &made))
}

/// The reader's own order for as many chefs and bowls as `then` has: each chef sends out as many before the first comes back as in
/// `now`, or as few as keep all at work where that cannot be.
pub(super) fn rebuilt(now: &Scenario, then: Scenario) -> Scenario {
    let Params { stages, batches, .. } = Params::of(&then);
    let board = run::own(now);
    let of_now = |stage: u32| {
        let order = board.as_ref().map_or(&[][..], |board| board.order(stage));
        order.iter().take_while(|step| step.pass == Pass::Forward).count() as u32
    };
    let by_turns = |stage: u32| stages - stage;
    let same = |stage: u32| if of_now(stage) > 0 { of_now(stage) } else { 1 };
    let splits = board.as_ref().is_some_and(|board| board.rules().splits);
    let rules = Rules { splits, ..line(stages, batches) };
    let orders = |before: &dyn Fn(u32) -> u32| -> Vec<Vec<Step>> {
        (0..stages).map(|stage| order(before(stage).clamp(1, batches), &rules)).collect()
    };
    let made = whole(&rules, &orders(&same)).or_else(|| whole(&rules, &orders(&by_turns)));
    let code = made.map_or_else(String::new, |made| ["1", &made.code()].concat());
    then.making(code)
}

/// The orders played through; none where they wait for each other.
fn whole(rules: &Rules, orders: &[Vec<Step>]) -> Option<HandMade> {
    passes::played(Rules { places: None, ..*rules }, orders).filter(HandMade::is_done)
}

/// The rules of a line of so many chefs and bowls.
const fn line(stages: u32, micro_batches: u32) -> Rules {
    Rules { stages, micro_batches, chunks: 1, splits: false, places: None }
}

/// For the tally: how many each chef sends out before the first comes back.
pub(super) fn in_short(show: &Show) -> Option<Line> {
    let lanes = Lanes::of(show)?;
    let all: Vec<String> = (0..lanes.tiles.len()).map(|chef| lanes.before_back(chef).to_string()).collect();
    Some(msg::PipelineKeptBack { list: all.join("·").into() }.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::pipeline::acts::ACTS;
    use crate::show;

    fn turn() -> &'static crate::story::act::Act {
        ACTS.iter().find(|act| act.id == "turn").expect("a turn")
    }

    fn played_by(backs: [u32; 4]) -> Option<(Time, Time)> {
        let orders: Vec<Vec<Step>> = backs.into_iter().map(|before| order(before, &line(4, 8))).collect();
        let code = ["1", &whole(&line(4, 8), &orders)?.code()].concat();
        let scenario = turn().scenario(crate::chapters::pipeline::KIND).making(code);
        let lanes = Lanes::of(&show::run(&scenario).expect("a run"))?;
        Some((lanes.end, lanes.bound))
    }

    /// One bowl after the other takes far longer than by turns, which comes near the end that nothing undercuts; where one sends
    /// back before it can be sent anything, all wait for ever.
    #[test]
    fn backs_decide_how_long_it_takes() {
        let [one, turns, first] = [[1; 4], [4, 3, 2, 1], [8; 4]].map(|backs| played_by(backs).expect("an order"));
        assert!(one.0.as_secs() > 2.0 * turns.0.as_secs(), "{one:?} {turns:?}");
        for (end, bound) in [one, turns, first] {
            assert!(bound <= end, "{bound:?} {end:?}");
        }
        assert!(turns.0.as_secs() < turns.1.as_secs() * 1.1, "{turns:?}");
        assert_eq!(played_by([1, 2, 2, 2]), None);
    }

    /// Another number of bowls or of chefs takes the order along.
    #[test]
    fn an_order_goes_along() {
        let now = turn().done(crate::chapters::pipeline::KIND);
        for (id, value, expected) in
            [("batches", 4, vec![4, 3, 2, 1]), ("batches", 2, vec![2, 2, 2, 1]), ("stages", 5, vec![4, 3, 2, 1, 1])]
        {
            let then = rebuilt(&now, now.with(id, value));
            let show = show::run(&leads(then).expect("it can run")).expect("a run");
            let lanes = Lanes::of(&show).expect("lanes");
            assert_eq!(
                (0..expected.len()).map(|chef| lanes.before_back(chef)).collect::<Vec<_>>(),
                expected,
                "{id} {value}"
            );
        }
    }

    /// The act begins with one bowl after the other, and what the button does is by turns.
    #[test]
    fn the_act_holds_what_it_says() {
        let kind = crate::chapters::pipeline::KIND;
        let backs = |scenario: &Scenario| -> Vec<usize> {
            let lanes = Lanes::of(&show::run(scenario).expect("a run")).expect("lanes");
            (0..4).map(|chef| lanes.before_back(chef)).collect()
        };
        assert_eq!((backs(&turn().scenario(kind)), backs(&turn().done(kind))), (vec![1; 4], vec![4, 3, 2, 1]));
    }
}
