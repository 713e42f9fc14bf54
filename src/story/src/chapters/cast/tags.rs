//! Name tags: both words of each thing, from the moment at which it does its part.

use super::kind::KIND;
use super::params::{Params, SHOWN};
use super::plan::{Plan, Room};
use super::telling;
use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _, distance};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::Token;
use crate::scene::stage::View;
use crate::show::Show;
use crate::story::{Role, roles};
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, key, msg, tr};

/// A name tag: where the kitchens stand side by side, and where one stands below the other.
#[derive(Clone, Copy, Debug)]
struct Place {
    what: Key,
    /// The beat at which it appears.
    beat: &'static str,
    hung: [Hung; 2],
}

/// Where a tag hangs (see [`Plan::over`]), and what it points at, in a room's units.
#[derive(Clone, Copy, Debug)]
struct Hung {
    room: Room,
    /// The tag's middle, and how many of its heights it hangs above that.
    tag: Point,
    lift: f32,
    thing: Point,
}

const fn place(what: Key, beat: &'static str, beside: Hung, stacked: Hung) -> Place {
    Place { what, beat, hung: [beside, stacked] }
}

const fn hung(room: Room, tag: Point, lift: f32, thing: Point) -> Hung {
    Hung { room, tag, lift, thing }
}

use Room::{First, Second, Street};

/// Over the chefs' hats, and under the tunnels.
const OVER: f32 = -238.0;
const UNDER: f32 = 48.0;

/// In the order in which they appear.
#[rustfmt::skip]
static PLACES: [Place; 14] = [
    place(key::ROLE_KITCHEN, "start",
        hung(Second, [0.0, OVER], 1.5, [0.0, -290.0]), hung(Second, [-45.0, OVER], 0.0, [-45.0, OVER])),
    place(key::ROLE_CHEF, "start",
        hung(First, [-142.0, OVER], 1.2, [-122.0, -198.0]), hung(First, [-222.0, OVER], 0.0, [-132.0, -198.0])),
    place(key::ROLE_INGREDIENTS, "start",
        hung(First, [-214.0, 54.0], 0.0, [-222.0, 2.0]), hung(First, [-222.0, UNDER], 0.0, [-222.0, 2.0])),
    place(key::ROLE_RECIPE, "cook",
        hung(First, [-49.0, OVER], 0.0, [-49.0, -196.0]), hung(First, [-100.0, OVER], 0.0, [-60.0, -196.0])),
    place(key::ROLE_BOWL, "bowl",
        hung(First, [-80.0, UNDER], 0.0, [-48.0, 18.0]), hung(First, [100.0, UNDER], 0.0, [40.0, 14.0])),
    place(key::ROLE_TUNNEL, "bowl",
        hung(Second, [-94.0, UNDER], 0.0, [-48.0, 18.0]), hung(Second, [-110.0, UNDER], 0.0, [-48.0, 18.0])),
    place(key::ROLE_EXCHANGE, "bowl",
        hung(Second, [84.0, UNDER], 0.0, [10.0, 34.0]), hung(Second, [62.0, UNDER], 0.0, [10.0, 34.0])),
    place(key::ROLE_SHELF, "shelf",
        hung(First, [-214.0, OVER], 0.0, [-180.0, -152.0]), hung(Second, [-175.0, OVER], 0.0, [-172.0, -150.0])),
    place(key::ROLE_SENSOR, "taste",
        hung(First, [188.0, OVER], 0.0, [209.0, -140.0]), hung(First, [183.0, OVER], 0.0, [204.0, -140.0])),
    place(key::ROLE_REPORT, "report",
        hung(First, [46.0, OVER], 1.2, [57.0, -80.0]), hung(First, [31.0, OVER], 0.0, [57.0, -80.0])),
    place(key::ROLE_MEETING, "meet",
        hung(Street, [0.0, -66.0], 0.0, [0.0, -16.0]), hung(Street, [0.0, -76.0], 0.0, [0.0, -16.0])),
    place(key::ROLE_STREET, "meet",
        hung(Street, [0.0, 66.0], 0.0, [0.0, 12.0]), hung(Street, [0.0, 76.0], 0.0, [0.0, 16.0])),
    place(key::ROLE_CORRIDOR, "meet",
        hung(First, [156.0, UNDER], 0.0, [156.0, 86.0]), hung(Second, [204.0, UNDER], 0.0, [204.0, 86.0])),
    place(key::ROLE_EDIT, "edit",
        hung(Second, [44.0, OVER], 0.0, [44.0, -196.0]), hung(Second, [91.0, OVER], 0.0, [148.0, -196.0])),
];

/// When each tag appears, and which is asked for from the start.
#[derive(Clone, Debug)]
pub(super) struct Tags {
    from: [Time; PLACES.len()],
    asked: Option<Key>,
}

/// Tags that hang at once: those that appeared last.
const MOST: usize = 3;

impl Tags {
    pub(super) fn new(show: &Show) -> Tags {
        let script = telling::script(show);
        let at = |beat: &str| script.beats.iter().find(|known| known.id == beat).map_or(Time::MAX, |known| known.at);
        let asked = Params::of(&show.scenario).shown;
        Tags { from: std::array::from_fn(|tag| at(PLACES[tag].beat)), asked }
    }

    /// Whether a tag hangs: one that is asked for always does, the others while they are among those that appeared last.
    fn hangs(&self, tag: usize, t: Time) -> bool {
        if let Some(asked) = self.asked
            && (PLACES[tag].what == asked || t == Time::ZERO)
        {
            return PLACES[tag].what == asked;
        }
        let later = |other: &usize| self.from[*other] <= t && (self.from[*other], *other) > (self.from[tag], tag);
        self.from[tag] <= t && (0..PLACES.len()).filter(later).count() < MOST
    }

    /// What can be pressed: each thing that has a name to ask for.
    pub(super) fn hands(view: &View<'_>, plan: &Plan) -> Vec<Handle> {
        let now = Params::of(&view.show.scenario);
        let hand = |&(id, name, what): &(&'static str, Key, Option<Key>)| -> Option<Handle> {
            let place = PLACES.iter().find(|place| Some(place.what) == what)?;
            let hung = &place.hung[usize::from(plan.is_stacked)];
            let [x, y] = plan.at(hung.room, hung.thing);
            let at = [x.within(22.0, view.size[0] - 22.0), y.within(22.0, view.size[1] - 22.0)];
            let stop = |shown: Option<Key>, text: Key| Stop {
                at,
                text: Line::new(text),
                leads: leads(Params { shown }.scenario(KIND)),
            };
            let [own, other] = words(view, place.what);
            let both = Line::from(msg::CastHandName { own: own.into(), other: other.into() });
            let stops = vec![stop(None, key::CAST_SHOWN_NONE), Stop { text: both, ..stop(what, name) }];
            let here = usize::from(now.shown == what);
            Some(Handle { id, name: Line::new(name), grip: Grip::Press, stops, here, things: Vec::new(), effect: None })
        };
        SHOWN.iter().filter_map(hand).collect()
    }

    /// Draws the tags that hang. Each has a place of its own; where a small stage has no room for two, the newer one stays. The
    /// bowl's hangs as long as a bowl is handed over: at an empty tunnel it would point at nothing.
    pub(super) fn draw(&self, view: &View<'_>, list: &mut DisplayList, plan: &Plan, hands_over: bool) {
        let areas: [Area; PLACES.len()] = std::array::from_fn(|tag| area(view, plan, &PLACES[tag]));
        let is_there = |tag: usize| PLACES[tag].what != key::ROLE_BOWL || hands_over || self.asked.is_some();
        let shown = |tag: usize| self.hangs(tag, view.playhead) && is_there(tag);
        let newest = (0..PLACES.len()).filter(|&tag| shown(tag)).map(|tag| self.from[tag]).max();
        for (tag, place) in PLACES.iter().enumerate().filter(|&(tag, _)| shown(tag)) {
            let covered = (tag + 1..PLACES.len()).any(|newer| shown(newer) && touch(&areas[tag], &areas[newer]));
            if !covered {
                let hung = &place.hung[usize::from(plan.is_stacked)];
                // A chip is not as tall as a chef.
                let is_chip = view.is_xray() && place.what == key::ROLE_CHEF;
                let thing = if is_chip { [hung.thing[0], -150.0] } else { hung.thing };
                if place.what == key::ROLE_KITCHEN {
                    walls(list, plan, Some(self.from[tag]) == newest);
                }
                draw(view, list, areas[tag], plan.at(hung.room, thing), place, Some(self.from[tag]) == newest);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn name(tag: usize) -> &'static str {
        tr(kitchen_text::Lang::En, PLACES[tag].what)
    }

    /// The areas of all tags, in the order in which they appear.
    #[cfg(test)]
    pub(super) fn areas(view: &View<'_>, plan: &Plan) -> Vec<Area> {
        PLACES.iter().map(|place| area(view, plan, place)).collect()
    }
}

/// A kitchen is pointed at by its walls.
fn walls(list: &mut DisplayList, plan: &Plan, is_new: bool) {
    let room = plan.rooms[1].inset(4.0, 4.0);
    let edge = if is_new { Token::Accent } else { Token::CardLine };
    list.rect(room.x, room.y, room.w, room.h, 6.0, Style::line(edge, 3.0));
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
    let hung = &place.hung[usize::from(plan.is_stacked)];
    let [x, y] = plan.over(hung.room, hung.tag);
    let y = y - hung.lift * h;
    let x = (x - w / 2.0).within(2.0, (view.size[0] - w - 2.0).max(2.0));
    Area::new(x, (y - h / 2.0).within(plan.ceiling(hung.room) + 2.0, (view.size[1] - h - 2.0).max(0.0)), w, h)
}

fn draw(view: &View<'_>, list: &mut DisplayList, area: Area, thing: Point, place: &Place, is_new: bool) {
    let size = size(view);
    let edge = if is_new { Token::Accent } else { Token::CardLine };
    // A long line is drawn while it is new: later it would cross what happens.
    let is_room = place.what == key::ROLE_KITCHEN;
    if !is_room && (is_new || distance([area.cx(), area.cy()], thing) < size * 6.5) {
        list.move_to(area.cx(), area.cy());
        list.line_to(thing[0], thing[1]);
        list.paint(Style::line(edge, 2.0));
    }
    let width = if is_new { 2.6 } else { 1.4 };
    list.rect(area.x, area.y, area.w, area.h, size * 0.4, Style::fill(Token::Card).outline(edge, width));
    let [first, second] = words(view, place.what);
    let text = TextStyle::new(size, Token::Text).middle();
    list.write(text.bold(), area.cx(), area.y + size * 1.15, format_args!("{first}"));
    let soft = TextStyle::new(size, Token::TextSoft).middle();
    list.write(soft, area.cx(), area.y + size * 2.3, format_args!("= {second}"));
}
