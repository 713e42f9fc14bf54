//! The reader's own order as lanes on the stage: each chef's passes one after the other, the end before which no order of them can be
//! done, and in each lane the first pass back, which can be taken in hand.

use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::schedule::{HandMade, Pass, Rules, Step};
use kitchen_text::{Line, Percent, format, key, msg, tr};

use super::params::{Order, Params};
use super::pot;
use super::run;
use super::scene;
use super::shape::bubble;
use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::{Token, hue, hue_line, on_hue};
use crate::scene::stage::View;
use crate::show::Show;

/// By chef: its first pass back.
const BACK: [&str; 8] = ["back-1", "back-2", "back-3", "back-4", "back-5", "back-6", "back-7", "back-8"];
/// A lane, so high that its disc covers no other's.
const LANE: f32 = 46.0;

/// A pass in its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tile {
    start: Time,
    end: Time,
    bowl: usize,
    is_back: bool,
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
            tiles.get_mut(*gpu as usize)?.push(Tile { start, end, bowl, is_back: label.kind != Kind::Forward });
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
/// time; after its last, which goes back, the same bowl goes back through all of them.
fn bound(tiles: &[Vec<Tile>]) -> Time {
    let least = |lane: &[Tile], is_back: bool| {
        let own = lane.iter().filter(|tile| tile.is_back == is_back);
        own.map(|tile| tile.end - tile.start).min().unwrap_or_default()
    };
    let (mut before, mut most) = (Time::ZERO, Time::ZERO);
    for lane in tiles {
        let own = lane.iter().fold(Time::ZERO, |sum, tile| sum + (tile.end - tile.start));
        most = most.max(before + own);
        before += least(lane, false) + least(lane, true);
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
    let pot = pot::room(view).filter(|_| are_shown(scenario))?;
    let ([w, h], stages) = (view.size, Params::of(scenario).stages as f32);
    let tall = LANE * stages + size(view) * 1.7;
    // The sign of the ways is higher than its words.
    let (left, top) = if pot::is_column(view) { (pot.right(), pot.y) } else { (0.0, pot.bottom()) };
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
    head: f32,
}

impl Axes {
    fn new(view: &View<'_>, area: Area, lanes: &Lanes) -> Axes {
        let size = size(view);
        Axes { area, left: area.x + size * 1.8, end: lanes.end, head: size * 1.7 }
    }

    fn x(&self, t: Time) -> f32 {
        let part = t.0 as f64 / self.end.0.max(1) as f64;
        self.left + (self.area.right() - 10.0 - self.left) * part.min(1.0) as f32
    }

    fn y(&self, chef: usize) -> f32 {
        self.area.y + self.head + LANE * (chef as f32 + 0.5)
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
    list.move_to(x, area.y + axes.head * 0.9);
    list.line_to(x, area.bottom() - 3.0);
    list.paint(Style::line(Token::Hue3, 2.6).dash(6.0, 4.0));
    let room = area.w - 12.0;
    let long = tr(view.lang, key::PIPELINE_LANES_BOUND);
    let style = TextStyle::new(size, text).end().within(room);
    let fits = text_width(long, LEAST_TEXT, false) + size * 6.0 < room;
    list.write_with(style, area.right() - 6.0, area.y + size * 1.2, |out| {
        if fits {
            out.push_str(long);
            out.push(' ');
        }
        format::push_time(out, lanes.bound);
    });
}

fn draw_tile(list: &mut DisplayList, axes: &Axes, (y, size): (f32, f32), tile: &Tile) {
    let (x, w) = (axes.x(tile.start), (axes.x(tile.end) - axes.x(tile.start)).max(1.0));
    let h = LANE * 0.56;
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

/// In each lane the first pass back: farther left it comes sooner, and more is on its way at once farther right.
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
            let x = axes.x(first.start) + each * (before as f32 - here as f32);
            let to = with_back(now, &board, (chef as u32, before as u32));
            Stop {
                at: [x.within(area.x + 2.0, area.right() - 2.0), axes.y(chef)],
                text: Line::from(msg::PipelineHandBack { n: before as i64 }),
                leads: to.and_then(leads),
            }
        };
        Some(Handle {
            id,
            name: Line::from(msg::PipelineHandFirstBack { chef: chef as i64 + 1 }),
            grip: Grip::Across,
            stops: (1..=bowls).map(stop).collect(),
            here: here.saturating_sub(1),
            effect: Some(Line::from(msg::PipelineHandIdle { idle: Percent(bubble(view.show)) })),
        })
    };
    BACK.iter().enumerate().take(lanes.tiles.len()).filter_map(hand).collect()
}

/// A chef's passes with so many out before the first comes back, then by turns.
fn order(before: u32, bowls: u32) -> Vec<Step> {
    let (mut out, mut back, mut all) = (0, 0, Vec::new());
    while back < bowls {
        let is_out = out < bowls && out < before + back;
        let (pass, bowl) = if is_out { (Pass::Forward, &mut out) } else { (Pass::Backward, &mut back) };
        all.push(Step::of(pass, *bowl));
        *bowl += 1;
    }
    all
}

/// The same with one chef's passes in another order.
///
/// # Errors
/// All would wait for each other.
fn with_back(now: &Scenario, board: &HandMade, (chef, before): (u32, u32)) -> Result<Scenario, Line> {
    let Params { stages, batches, .. } = Params::of(now);
    let of = |stage: u32| if stage == chef { order(before, batches) } else { board.order(stage).to_vec() };
    let orders: Vec<Vec<Step>> = (0..stages).map(of).collect();
    let refused = || Line::from(msg::PipelineHandStuck { chef: i64::from(chef) + 1 });
    let made = played(&orders, batches).ok_or_else(refused)?;
    Ok(now.clone().making(["1", &made.code()].concat()))
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
    let orders = |before: &dyn Fn(u32) -> u32| -> Vec<Vec<Step>> {
        (0..stages).map(|stage| order(before(stage).clamp(1, batches), batches)).collect()
    };
    let made = played(&orders(&same), batches).or_else(|| played(&orders(&by_turns), batches));
    let code = made.map_or_else(String::new, |made| ["1", &made.code()].concat());
    then.making(code)
}

/// The orders played through; none where they wait for each other.
fn played(orders: &[Vec<Step>], bowls: u32) -> Option<HandMade> {
    let rules = Rules { stages: orders.len() as u32, micro_batches: bowls, chunks: 1, splits: false, places: None };
    let mut made = HandMade::new(rules)?;
    let mut is_moving = true;
    while is_moving {
        is_moving = false;
        for (stage, order) in (0..).zip(orders) {
            while let Some(&step) = order.get(made.order(stage).len()) {
                if made.place(stage, step).is_err() {
                    break;
                }
                is_moving = true;
            }
        }
    }
    made.is_done().then_some(made)
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
        let orders: Vec<Vec<Step>> = backs.into_iter().map(|before| order(before, 8)).collect();
        let code = ["1", &played(&orders, 8)?.code()].concat();
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
