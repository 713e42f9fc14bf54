//! Name tags: both words of each thing, from the moment at which it does its part.

use super::plan::{Plan, Room};
use super::telling;
use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::View;
use crate::show::Show;
use crate::story::{Role, roles};
use kitchen_core::text::{Key, key, tr};
use kitchen_core::units::Time;

/// Where a tag hangs, and what it points at, in a room's units (see [`Plan::at`]).
#[derive(Clone, Copy, Debug)]
struct Place {
    what: Key,
    /// The beat at which it appears.
    beat: &'static str,
    room: Room,
    /// Where the kitchens stand side by side, and where one stands below the other.
    tag: [Hung; 2],
    thing: Point,
}

/// A tag's middle, and how many of its heights it hangs above that.
type Hung = [f32; 3];

const fn place(what: Key, beat: &'static str, room: Room, tag: [Hung; 2], thing: Point) -> Place {
    Place { what, beat, room, tag, thing }
}

const OVER: f32 = -238.0;
const UNDER: f32 = 48.0;

/// In the order in which they appear.
static PLACES: [Place; 14] = [
    place(key::ROLE_KITCHEN, "start", Room::Second, [[0.0, OVER, 1.6]; 2], [0.0, OVER]),
    place(key::ROLE_CHEF, "start", Room::First, [[-132.0, OVER, 0.0], [-132.0, OVER, 1.2]], [-122.0, -198.0]),
    place(key::ROLE_INGREDIENTS, "start", Room::First, [[-214.0, 54.0, 0.0], [-222.0, -46.0, 0.0]], [-222.0, 0.0]),
    place(key::ROLE_RECIPE, "cook", Room::First, [[-30.0, OVER, 0.0]; 2], [-46.0, -196.0]),
    place(key::ROLE_BOWL, "bowl", Room::First, [[-80.0, UNDER, 0.0], [-100.0, UNDER, 0.0]], [-48.0, 18.0]),
    place(key::ROLE_TUNNEL, "bowl", Room::Second, [[-94.0, UNDER, 0.0]; 2], [-48.0, 18.0]),
    place(key::ROLE_EXCHANGE, "bowl", Room::Second, [[84.0, UNDER, 0.0]; 2], [10.0, 34.0]),
    place(key::ROLE_SHELF, "shelf", Room::First, [[-204.0, -190.0, 0.0], [-214.0, OVER, 0.0]], [-176.0, -150.0]),
    place(key::ROLE_SENSOR, "taste", Room::First, [[196.0, OVER, 0.0]; 2], [209.0, -140.0]),
    place(key::ROLE_REPORT, "report", Room::First, [[78.0, OVER, 0.0], [50.0, OVER, 1.2]], [64.0, -84.0]),
    place(key::ROLE_MEETING, "meet", Room::Street, [[0.0, -66.0, 0.0], [0.0, -76.0, 0.0]], [0.0, -16.0]),
    place(key::ROLE_STREET, "meet", Room::Street, [[0.0, 56.0, 0.0], [0.0, 64.0, 0.0]], [0.0, 16.0]),
    place(key::ROLE_CORRIDOR, "meet", Room::First, [[156.0, UNDER, 0.0]; 2], [156.0, 86.0]),
    place(key::ROLE_EDIT, "edit", Room::Second, [[-160.0, OVER, 0.0], [-46.0, OVER, 0.0]], [-46.0, -196.0]),
];

/// When each tag appears.
#[derive(Clone, Debug)]
pub(super) struct Tags {
    from: [Time; PLACES.len()],
}

impl Tags {
    pub(super) fn new(show: &Show) -> Tags {
        let script = telling::script(show);
        let at = |beat: &str| script.beats.iter().find(|known| known.id == beat).map_or(Time::MAX, |known| known.at);
        Tags { from: std::array::from_fn(|tag| at(PLACES[tag].beat)) }
    }

    /// Draws the tags that have appeared. Each has a place of its own; where a small stage has no room for two, the newer one
    /// stays.
    pub(super) fn draw(&self, view: &View<'_>, list: &mut DisplayList, plan: &Plan) {
        let areas: [Area; PLACES.len()] = std::array::from_fn(|tag| area(view, plan, &PLACES[tag]));
        let shown = |tag: usize| self.from[tag] <= view.playhead;
        let newest = (0..PLACES.len()).filter(|&tag| shown(tag)).map(|tag| self.from[tag]).max();
        for (tag, place) in PLACES.iter().enumerate().filter(|&(tag, _)| shown(tag)) {
            let covered = (tag + 1..PLACES.len()).any(|newer| shown(newer) && touch(&areas[tag], &areas[newer]));
            if !covered {
                draw(view, list, areas[tag], plan.at(place.room, place.thing), place, Some(self.from[tag]) == newest);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn name(tag: usize) -> &'static str {
        tr(kitchen_core::text::Lang::En, PLACES[tag].what)
    }

    /// The areas of all tags, in the order in which they appear.
    #[cfg(test)]
    pub(super) fn areas(view: &View<'_>, plan: &Plan) -> Vec<Area> {
        PLACES.iter().map(|place| area(view, plan, place)).collect()
    }
}

fn touch(a: &Area, b: &Area) -> bool {
    a.x < b.right() + 2.0 && b.x < a.right() + 2.0 && a.y < b.bottom() + 2.0 && b.y < a.bottom() + 2.0
}

fn size(view: &View<'_>) -> f32 {
    (view.text_size() * 0.8).within(11.0, 26.0)
}

/// The layer's own word first, the other below it.
fn words(view: &View<'_>, what: Key) -> [&'static str; 2] {
    let role = |role: &&Role| role.kitchen == what;
    let said =
        roles().iter().find(role).map_or(["", ""], |role| [role.kitchen, role.cluster].map(|key| tr(view.lang, key)));
    if view.is_xray() { [said[1], said[0]] } else { said }
}

fn area(view: &View<'_>, plan: &Plan, place: &Place) -> Area {
    let size = size(view);
    let [first, second] = words(view, place.what);
    let w = text_width(first, size, true).max(text_width("= ", size, false) + text_width(second, size, false));
    let (w, h) = (w + size * 0.7, size * 2.7);
    let [x, y, lift] = place.tag[usize::from(plan.is_stacked)];
    let [x, y] = plan.at(place.room, [x, y]);
    let y = y - lift * h;
    let x = (x - w / 2.0).within(2.0, (view.size[0] - w - 2.0).max(2.0));
    Area::new(x, (y - h / 2.0).within(plan.top, (view.size[1] - h - 2.0).max(0.0)), w, h)
}

fn draw(view: &View<'_>, list: &mut DisplayList, area: Area, thing: Point, place: &Place, is_new: bool) {
    let size = size(view);
    let edge = if is_new { Token::Accent } else { Token::CardLine };
    list.move_to(area.cx(), area.cy());
    list.line_to(thing[0], thing[1]);
    list.paint(Style::line(edge, 2.0));
    let width = if is_new { 2.6 } else { 1.4 };
    list.rect(area.x, area.y, area.w, area.h, size * 0.4, Style::fill(Token::Card).outline(edge, width));
    let [first, second] = words(view, place.what);
    let text = TextStyle::new(size, Token::Text).middle();
    list.write(text.bold(), area.cx(), area.y + size * 1.15, format_args!("{first}"));
    let soft = TextStyle::new(size, Token::TextSoft).middle();
    list.write(soft, area.cx(), area.y + size * 2.3, format_args!("= {second}"));
}
