//! Points that the reader takes from each page's favourite by hand. A link holds them with a dash between.

use kitchen_text::{Line, Number, msg};

use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Point};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::Token;
use crate::scene::stage::View;

use super::run::{FAVOURED, PAGES};

/// The name in links.
pub(super) const MADE: &str = "points";
/// From one place of a hand to the next, and the most: thousandths of what a score ranges over.
const APART: u16 = 50;
const MOST: u16 = 800;

/// By page: its hand.
const HANDS: [&str; PAGES] = ["points-1", "points-2"];

/// What is taken from each page's favourite; none where nothing is done by hand.
pub(super) fn read(scenario: &Scenario) -> Option<[u16; PAGES]> {
    let (first, second) = scenario.made.split_once('-')?;
    let points = [first.parse().ok()?, second.parse().ok()?];
    points.iter().all(|&taken| taken <= MOST).then_some(points)
}

fn write(scenario: &Scenario, [first, second]: [u16; PAGES]) -> Scenario {
    scenario.clone().making([first.to_string(), second.to_string()].join("-"))
}

/// From a pile to the rail beside it, and the rail's least distance from the stage's edge.
const BESIDE: f32 = 12.0;
const EDGE: f32 = 22.0;

/// Where so many points are taken: on a rail beside the favourite's pile, farther down the more.
fn place(view: &View<'_>, cell: Area, taken: u16) -> Point {
    let (top, bottom) = (cell.y + cell.h * 0.08, cell.bottom() - cell.h * 0.08);
    [(cell.right() + BESIDE).min(view.size[0] - EDGE), top + (bottom - top) * f32::from(taken) / f32::from(MOST)]
}

/// The rails on which the hands go, beside the piles of those chefs.
pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, cell: impl Fn(usize) -> Area) {
    if read(&view.show.scenario).is_none() {
        return;
    }
    let (line, dot) = if view.is_xray() { (Token::ChipEdge, Token::Chip) } else { (Token::WoodDark, Token::Card) };
    for chef in FAVOURED {
        let [ends, middle] =
            [[0, MOST], [MOST / 2, MOST / 2]].map(|pair| pair.map(|taken| place(view, cell(chef), taken)));
        list.move_to(ends[0][0], ends[0][1]);
        list.line_to(ends[1][0], ends[1][1]);
        list.paint(Style::line(line, 3.0));
        for [x, y] in [ends[0], middle[0], ends[1]] {
            list.ellipse(x, y, 4.0, 4.0, Style::fill(dot).outline(line, 1.4));
        }
    }
}

/// A hand for each page: what comes of it is how much the busiest chef has over the mean.
pub(super) fn hands(view: &View<'_>, cell: impl Fn(usize) -> Area, busiest: [f64; PAGES]) -> Vec<Handle> {
    let now = &view.show.scenario;
    let Some(points) = read(now) else { return Vec::new() };
    let hand = |page: usize| {
        let stop = |taken: u16| {
            let mut all = points;
            all[page] = taken;
            let text = Line::from(msg::ExpertsHandlePointsAt { taken: Number(f64::from(taken), 0) });
            Stop { at: place(view, cell(FAVOURED[page]), taken), text, leads: leads(write(now, all)) }
        };
        // One that a link took between two places has its own.
        let mut places: Vec<u16> = (0..=MOST).step_by(APART.into()).collect();
        let here = places.partition_point(|&taken| taken < points[page]);
        if places.get(here) != Some(&points[page]) {
            places.insert(here, points[page]);
        }
        Handle {
            id: HANDS[page],
            name: Line::from(msg::ExpertsHandlePoints { page: page as i64 + 1, chef: FAVOURED[page] as i64 + 1 }),
            grip: Grip::Along,
            stops: places.into_iter().map(stop).collect(),
            here,
            things: Vec::new(),
            effect: Some(Line::from(msg::ExpertsEffectBusiest { times: Number(busiest[page], 2) })),
        }
    };
    (0..PAGES).map(hand).collect()
}

/// What a try is called.
pub(super) fn name(scenario: &Scenario) -> Option<Line> {
    let [first, second] = read(scenario)?.map(|taken| Number(f64::from(taken), 0));
    Some(Line::from(msg::ExpertsTaskKept { first, second }))
}
