//! Two districts, one above the other, on one clock: a column of kitchens, the crossing before them, four streets that meet two by two
//! in the middle, the crossing before the doors, and the doors. A courier is a packet that is followed; one that was lost lies where its
//! street ended. What waits at a crossing stands there in boxes, a street shines as it is used.

use std::ops::Deref;

use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Key, format, key, msg, tr};

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::packets::{
    Boxes, Kept, LEGS, Layout, Margins, Parcel, Place, Tour, boxed, light, paved, rider, road,
};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::{BREAKS, Districts, FLAP, ROW, RUNS, SHUT, STUCK};
use crate::chapters::mishaps::params::Mishap;

/// Lanes lower than this have chefs that are too small for their numbers.
const SMALL: f32 = 30.0;
/// Boxes for which a pile has room, and a queue, where each stands for [`BOX`].
const PILE: usize = 24;
const QUEUE: usize = 18;
/// What a box in a queue stands for.
const BOX: u64 = 1 << 20;

/// Both districts.
#[derive(Debug)]
pub(in crate::chapters::mishaps) struct Both {
    mishap: Mishap,
    road: usize,
    of: [Kept; RUNS],
    makespan: Time,
}

impl Both {
    /// Of a show of streets.
    pub(in crate::chapters::mishaps) fn of(show: &Show) -> Option<Both> {
        let districts = Districts::of(show)?;
        let makespan = show.makespan();
        let (mishap, road) = (districts.mishap, districts.road);
        Some(Both { mishap, road, of: districts.of.map(|town| Kept::new(town, makespan)), makespan })
    }
}

/// What can be broken in the district below, and where it lies; the flapping is that of the street that falls.
pub(in crate::chapters::mishaps) fn breakable(view: &View<'_>, road: usize) -> [(&'static str, Mishap, Point); 3] {
    let parts = Parts::new(view, 1);
    let joint = parts.joint(0);
    let door = parts.house(ROW + SHUT);
    [
        ("flap", Mishap::Flap, middle(parts.half(road.min(ROW - 1), true))),
        ("crossing", Mishap::Crossing, [joint.cx(), joint.cy()]),
        ("door", Mishap::Door, [door.x - parts.house - 12.0, door.cy()]),
    ]
}

/// The streets in the district below, each in its middle, and a place beside them.
pub(in crate::chapters::mishaps) fn roads(view: &View<'_>) -> ([Point; ROW], Point) {
    let parts = Parts::new(view, 1);
    let all = std::array::from_fn(|lane| middle(parts.half(lane, false)));
    (all, [parts.near.cx(), parts.near.cy()])
}

fn middle([a, b]: [Point; 2]) -> Point {
    [f32::midpoint(a[0], b[0]), f32::midpoint(a[1], b[1])]
}

/// Where a district's things lie.
#[derive(Clone, Copy, Debug)]
struct Parts {
    layout: Layout,
    /// The width of a house and of the pile beside it, and where the left ones begin and the right ones end.
    house: f32,
    ends: [f32; 2],
}

/// What every town has.
impl Deref for Parts {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.layout
    }
}

impl Parts {
    fn new(view: &View<'_>, run: usize) -> Parts {
        let words = view.text_size().max(11.0);
        let side = if view.compact() { 4.0 } else { 10.0 };
        let top = stage::header_height(view.size) + 2.0 + view.text_size() * 0.25;
        let [title, body] = Margins { top, side, title: words * 1.45, foot: side * 0.5 }.halves(view.size, run);
        let lane = body.h / ROW as f32;
        // Where a chef is too small for its number, that stands beside.
        let house = if lane < SMALL { body.w * 0.075 } else { (lane * 0.62).min(body.w * 0.08) };
        let left = body.x + house * 2.0;
        let inner = (body.w - house * 4.0).max(1.0);
        let crossing = |at: f32| Area::new(left + inner * at, body.y, inner * 0.14, body.h - 2.0);
        let (near, far, middle) = (crossing(0.05), crossing(0.81), crossing(0.43));
        let layout = Layout { title, body, near, far, middle: [middle.x, middle.w], lanes: ROW, words };
        Parts { layout, house, ends: [body.x, body.right()] }
    }

    /// A crossing in the middle, of two lanes each.
    fn joint(&self, at: usize) -> Area {
        let ([x, w], lane) = (self.middle, self.lane());
        Area::new(x, self.body.y + lane * (2.0 * at as f32 + 0.12), w, lane * 1.76)
    }

    /// A house, kitchens first.
    fn house(&self, house: usize) -> Area {
        let lane = self.lane();
        let x = if house < ROW { self.ends[0] } else { self.ends[1] - self.house };
        Area::new(x, self.near.y + lane * (house % ROW) as f32 + lane * 0.04, self.house, lane * 0.92)
    }

    /// Where a house's parcels are piled up.
    fn pile(&self, house: usize) -> Area {
        let own = self.house(house);
        let x = if house < ROW { own.right() + 2.0 } else { own.x - self.house + 2.0 };
        Area::new(x, own.y + own.h * 0.12, self.house - 4.0, own.h * 0.8)
    }

    /// The ends of a leg of a lane.
    fn leg(&self, leg: usize, lane: usize) -> [Point; 2] {
        let x = match leg {
            0 => [self.ends[0] + self.house * 2.0 + self.road() * 0.5, self.near.x],
            1 | 2 => return self.half(lane, leg == 2),
            _ => [self.far.right(), self.ends[1] - self.house * 2.0 - self.road() * 0.5],
        };
        x.map(|x| [x, self.y(lane)])
    }

    /// The queue before a leg of a lane, its head at the right.
    fn queue(&self, leg: usize, lane: usize) -> Area {
        let crossing = match leg {
            1 => self.near,
            2 => self.joint(lane / 2),
            _ => self.far,
        };
        let h = self.lane() * 0.8;
        Area::new(crossing.x, self.y(lane) - h / 2.0, crossing.w, h).inset(2.0, 1.0)
    }

    fn road(&self) -> f32 {
        (self.lane() * 0.3).within(4.0, 30.0)
    }
}

fn name(mishap: Mishap, run: usize, xray: bool) -> Key {
    match (run, mishap, xray) {
        (0, _, false) => key::MISHAPS_DISTRICT_WHOLE,
        (0, _, true) => key::MISHAPS_DISTRICT_WHOLE_XRAY,
        (_, Mishap::Flap, false) => key::MISHAPS_DISTRICT_FLAP,
        (_, Mishap::Flap, true) => key::MISHAPS_DISTRICT_FLAP_XRAY,
        (_, Mishap::Crossing, false) => key::MISHAPS_DISTRICT_CROSSING,
        (_, Mishap::Crossing, true) => key::MISHAPS_DISTRICT_CROSSING_XRAY,
        (_, Mishap::Door, false) => key::MISHAPS_DISTRICT_DOOR,
        (_, Mishap::Door, true) => key::MISHAPS_DISTRICT_DOOR_XRAY,
        (_, _, false) => key::MISHAPS_DISTRICT_STREET,
        (_, _, true) => key::MISHAPS_DISTRICT_STREET_XRAY,
    }
}

pub(in crate::chapters::mishaps) fn backdrop(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    for run in 0..RUNS {
        let parts = Parts::new(view, run);
        for lane in 0..ROW {
            for leg in 0..LEGS {
                let width = if leg == 1 || leg == 2 { parts.road() } else { parts.road() * 0.7 };
                road(view, list, &Way::straight(parts.leg(leg, lane)), Surface::Street, width);
            }
        }
        for area in [parts.near, parts.far, parts.joint(0), parts.joint(1)] {
            paved(view, list, area, 0);
        }
        for (leg, lane) in (1..LEGS).flat_map(|leg| (0..ROW).map(move |lane| (leg, lane))) {
            bay(view, list, parts.queue(leg, lane));
        }
        let style = TextStyle::new(parts.words, Token::Text).bold().within(parts.title.w * 0.64);
        let y = parts.title.y + parts.words * 1.1;
        list.say(style, parts.title.x, y, view.lang, name(both.mishap, run, view.is_xray()));
    }
    box_is(view, list, both);
}

/// What a box stands for, where there is room between a title and its count: above, else below.
fn box_is(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    let (lang, row) = (view.lang, ROW as i64);
    for run in 0..RUNS {
        let parts = Parts::new(view, run);
        let size = (parts.words * 0.85).max(LEAST_TEXT);
        let title =
            list.width_of(parts.words, |out| out.push_str(tr(view.lang, name(both.mishap, run, view.is_xray()))));
        // What is told at the row's right end, while parcels come and once they are there.
        let came = |out: &mut String| msg::MishapsDistrictCame { n: row, all: row }.say_into(lang, out);
        let done = |out: &mut String| msg::MishapsDistrictDone { time: both.makespan }.say_into(lang, out);
        let count = list.width_of(parts.words, came).max(list.width_of(parts.words, done));
        let say = |out: &mut String| msg::MishapsDistrictBox { bytes: Bytes(BOX) }.say_into(lang, out);
        let width = list.width_of(size, say) + size * 1.5;
        let room = parts.title.w - title - count - size * 1.4;
        if width > room {
            continue;
        }
        let free = [parts.title.x + title + size * 0.7, parts.title.right() - count - size * 0.7 - width];
        let x = (parts.title.cx() - width / 2.0).within(free[0], free[1]);
        let y = parts.title.y + parts.words * 1.1;
        let side = size * 0.72;
        let edge = (side * 0.09).within(0.4, 1.4);
        list.rect(x, y - side, side, side, side * 0.12, Style::fill(Token::Cloth).outline(Token::Ink, edge));
        list.write_with(TextStyle::new(size, Token::Text), x + size * 1.1, y, say);
        return;
    }
}

/// Where packets may stand before a gate: empty while there are no boxes in it.
fn bay(view: &View<'_>, list: &mut DisplayList, area: Area) {
    let token = if view.is_xray() { Token::ChipEdge } else { Token::SlateLine };
    list.rect(area.x, area.y, area.w, area.h, 3.0, Style::fill(token).alpha(0.16));
}

pub(in crate::chapters::mishaps) fn frame(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    for run in 0..RUNS {
        let (parts, kept) = (Parts::new(view, run), &both.of[run]);
        use_of_links(view, list, run, kept, &parts);
        houses(view, list, both, run, &parts);
        if both.mishap == Mishap::Door {
            lights(view, list, kept, &parts);
        }
        if run == 1 {
            broken(view, list, both, &parts);
        }
        rides(view, list, kept, &parts);
        result(view, list, kept, &parts);
    }
}

/// Whether what breaks is broken at `t`.
fn is_broken(mishap: Mishap, t: Time) -> bool {
    let Some(since) = t.0.checked_sub(BREAKS.0) else { return false };
    match mishap {
        Mishap::Flap => (since / FLAP.0).is_multiple_of(2),
        Mishap::Door => since < STUCK.0,
        _ => true,
    }
}

/// A barrier where nothing gets through.
fn broken(view: &View<'_>, list: &mut DisplayList, both: &Both, parts: &Parts) {
    let mishap = both.mishap;
    if !is_broken(mishap, view.playhead) {
        return;
    }
    let size = (parts.lane() * 0.62).within(9.0, 54.0);
    let [a, b] = match mishap {
        Mishap::Crossing => {
            let area = parts.joint(0);
            let veil = if view.is_xray() { Token::Chip } else { Token::ApronShade };
            list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(veil).alpha(0.72));
            [[area.x, area.cy()], [area.right(), area.cy()]]
        }
        Mishap::Door => parts.leg(3, SHUT),
        _ => parts.leg(1, both.road),
    };
    barrier(list, [f32::midpoint(a[0], b[0]), a[1]], size.min((b[0] - a[0]) * 0.9).max(8.0));
}

/// A board with stripes on two posts.
fn barrier(list: &mut DisplayList, [x, y]: Point, size: f32) {
    let (w, h) = (size, size * 0.42);
    let board = Area::new(x - w / 2.0, y - h / 2.0, w, h);
    let edge = (size * 0.05).within(1.0, 2.4);
    for post in [board.x + w * 0.14, board.right() - w * 0.2] {
        list.rect(post, board.y, w * 0.08, h * 1.7, 0.0, Style::fill(Token::Ink));
    }
    list.rect(board.x, board.y, w, h, 1.5, Style::fill(Token::Cloth).outline(Token::Ink, edge));
    let stripe = w / 5.0;
    for at in [0.5, 2.0, 3.5] {
        let left = board.x + stripe * at;
        list.move_to(left, board.bottom() - edge / 2.0);
        list.line_to(left + stripe * 0.4, board.y + edge / 2.0);
        list.line_to(left + stripe * 1.1, board.y + edge / 2.0);
        list.line_to(left + stripe * 0.7, board.bottom() - edge / 2.0);
        list.close();
    }
    list.paint(Style::fill(Token::Hue1));
}

fn result(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    let there = kept.came.iter().filter(|&&at| at <= t).count();
    let end = kept.came.iter().copied().max().unwrap_or_default();
    let style = TextStyle::new(parts.words, Token::Text).bold().end().within(parts.title.w * 0.34);
    list.write_with(style, parts.title.right(), parts.title.y + parts.words * 1.1, |out| {
        if there == ROW {
            msg::MishapsDistrictDone { time: end }.say_into(view.lang, out);
        } else {
            msg::MishapsDistrictCame { n: there as i64, all: ROW as i64 }.say_into(view.lang, out);
        }
    });
}

/// Chefs at their ends of the way, with what they have yet to send or have got.
fn houses(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let (t, kept) = (view.playhead, &both.of[run]);
    for house in 0..2 * ROW {
        let (sends, own) = (house < ROW, house % ROW);
        let place = if sends { Place::Home } else { Place::There };
        let count = kept.tours.iter().filter(|tour| tour.from == own && tour.place(t) == place).count();
        let is_over = kept.came[own] <= t;
        let is_held = sends && kept.lights.red(kept.houses[house][0], t) > 0.5;
        let is_shut = run == 1 && house == ROW + SHUT && both.mishap == Mishap::Door && is_broken(both.mishap, t);
        let posture = match () {
            () if is_over || sends && count == 0 => Posture::Done,
            () if is_held || is_shut => Posture::Waiting,
            () if sends || count > 0 => Posture::Phone,
            () => Posture::Ready,
        };
        let area = parts.house(house);
        if view.is_xray() {
            let h = area.h.min(area.w * 1.1);
            let chip = Area::new(area.x, area.cy() - h / 2.0, area.w, h).inset(1.0, 1.0);
            list.rect(chip.x, chip.y, chip.w, chip.h, 3.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.2));
            let size = (h * 0.42).within(LEAST_TEXT, 22.0);
            let style = TextStyle::new(size, Token::OnChip).bold().middle();
            list.write(style, chip.cx(), chip.cy() + size * 0.36, format_args!("{}", house + 1));
        } else {
            let scale = (area.w / cast::BUST[0]).min(area.h / cast::BUST[1]);
            if parts.lane() < SMALL {
                beside(list, area, scale, house, sends);
            }
            let x = if parts.lane() < SMALL { outer(area, scale, sends) } else { area.cx() };
            cast::chef_bust(list, x, area.bottom(), scale, house, Doing::new(posture));
        }
        let boxes = Boxes::new(parts.pile(house), PILE);
        for at in 0..count.min(PILE) {
            boxed(list, boxes.piled(at), boxes.size, hue(own));
        }
    }
}

/// Where a small chef stands: at the outer edge.
fn outer(area: Area, scale: f32, sends: bool) -> f32 {
    let half = cast::BUST[0] * scale / 2.0;
    if sends { area.x + half } else { area.right() - half }
}

/// A small chef's number, between it and its parcels.
fn beside(list: &mut DisplayList, area: Area, scale: f32, house: usize, sends: bool) {
    let chef = cast::BUST[0] * scale;
    let x = if sends { f32::midpoint(area.x + chef, area.right()) } else { f32::midpoint(area.x, area.right() - chef) };
    let style = TextStyle::new(LEAST_TEXT, Token::Text).bold().middle();
    list.write(style, x, area.cy() + LEAST_TEXT * 0.36, format_args!("{}", house + 1));
}

/// Packets on their way, in the queues, and those that were lost.
fn rides(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    let lane_of = |tour: &Tour, leg: usize| if leg == 1 || leg == 2 { kept.street(tour, leg) } else { tour.from };
    let mut lost = [0_usize; ROW];
    for tour in &kept.tours {
        match tour.place(t) {
            // What waits is told by the queues' boxes.
            Place::Home | Place::There | Place::Queue(_) => {}
            Place::On(leg, part) => {
                let [a, b] = parts.leg(leg, lane_of(tour, leg));
                let scale = (parts.lane() / 50.0).within(0.26, 1.2) * if leg == 1 || leg == 2 { 1.0 } else { 0.7 };
                rider(view, list, [a[0] + (b[0] - a[0]) * part, a[1]], scale, Parcel::plain(tour.from));
            }
            Place::Lost(leg) => {
                let lane = lane_of(tour, leg);
                let [_, [x, y]] = parts.leg(leg, lane);
                let size = (parts.lane() * 0.2).within(3.5, 13.0);
                let at = [x - size * (1.4 + 1.25 * lost[lane] as f32), y + parts.road() * 0.62];
                lost[lane] += 1;
                boxed(list, at, size, hue(tour.from));
                list.move_to(at[0], at[1]);
                list.line_to(at[0] + size, at[1] + size);
                list.move_to(at[0] + size, at[1]);
                list.line_to(at[0], at[1] + size);
                list.paint(Style::line(Token::Ink, (size * 0.16).max(1.0)));
            }
        }
    }
}

/// The lights at the gates: red for the share of the time in which they stood.
fn lights(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let r = (parts.lane() * 0.07).within(1.8, 7.0);
    for lane in 0..ROW {
        let [into, out] = kept.streets[lane];
        let gates = [kept.houses[lane][0], into, out, kept.houses[ROW + lane][1]];
        for (leg, port) in gates.into_iter().enumerate() {
            let [[x, y], _] = parts.leg(leg, lane);
            let at = [x + r * 1.6, y - parts.road() * 0.5 - r * 2.4];
            light(list, at, r, kept.lights.red(port, view.playhead));
        }
    }
}

/// How full each link between crossings is, in the x-ray with the number, and what waits before it.
fn use_of_links(view: &View<'_>, list: &mut DisplayList, run: usize, kept: &Kept, parts: &Parts) {
    let Some(report) = view.show.runs.get(run).and_then(|run| run.packets.as_deref()) else { return };
    let size = (parts.words * 0.85).max(LEAST_TEXT);
    for lane in 0..ROW {
        let ([into, out], door) = (kept.streets[lane], kept.houses[ROW + lane][1]);
        for (leg, port) in [(1, into), (2, out), (3, door)] {
            queue(list, parts.queue(leg, lane), report.queued_at(port, view.playhead));
            if leg == 3 {
                continue;
            }
            let used = kept.used(report, port, view.playhead);
            let [a, b] = parts.leg(leg, lane);
            // Its round ends stay off the crossings.
            let end = parts.road() * 0.36;
            let inner = [[a[0] + end, a[1]], [b[0] - end, b[1]]];
            ways::glow(list, &Way::straight(inner), Surface::Street, parts.road(), used, view.is_xray());
            if view.is_xray() && parts.lane() > size * 2.6 {
                let style = TextStyle::new(size, Token::Text).middle().within((b[0] - a[0]) * 0.9);
                let y = a[1] - parts.road() * 0.5 - size * 0.35;
                list.write_with(style, f32::midpoint(a[0], b[0]), y, |out| format::push_percent(out, f64::from(used)));
            }
        }
    }
}

/// A queue before a gate at the right: a box for each MiB that waits, rounded.
fn queue(list: &mut DisplayList, area: Area, waiting: u64) {
    let count = ((waiting + BOX / 2) / BOX) as usize;
    let boxes = Boxes::new(area, QUEUE);
    for at in 0..count.min(QUEUE) {
        boxed(list, boxes.queued(at), boxes.size, Token::Cloth);
    }
}
