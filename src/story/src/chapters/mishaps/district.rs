//! Two districts, one above the other, on one clock: a column of kitchens, the crossing before them, four streets that meet two by two
//! in the middle, the crossing before the doors, and the doors. A courier is a packet that is followed; one that was lost lies where its
//! street ended. What waits at a crossing stands there in boxes, a street shines as it is used.

use kitchen_core::packet::Report;
use kitchen_core::packet::fabric::PortId;
use kitchen_core::packet::report::TracedPacket;
use kitchen_core::text::{Arg, Key, format, key, say_with, tr};
use kitchen_core::units::{Bytes, Time};

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::params::Mishap;
use super::streets::{BREAKS, District, Districts, FLAP, GBIT, ROW, RUNS, SHUT, STUCK};

/// Instants at which a light's share of red is kept.
const STEPS: usize = 96;
/// Lanes lower than this have chefs that are too small for their numbers.
const SMALL: f32 = 30.0;
/// Legs of a packet: to the first crossing, to the middle, to the second crossing, to the door.
const LEGS: usize = 4;
/// Boxes for which a pile has room, and a queue, where each stands for [`BOX`].
const PILE: usize = 24;
const QUEUE: usize = 18;
/// What a box in a queue stands for.
const BOX: u64 = 1 << 20;

/// A followed packet.
#[derive(Clone, Copy, Debug, Default)]
struct Ride {
    from: usize,
    /// By leg: its port; when it came before it, left, and was at its end.
    ports: [PortId; LEGS],
    times: [[Time; 3]; LEGS],
    /// Legs that it has; fewer than all where it was lost at the end of the last.
    legs: usize,
}

/// Where a followed packet is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Home,
    Queue,
    On(usize, f32),
    Lost(usize),
    There,
}

impl Ride {
    fn new(report: &Report, courier: &TracedPacket) -> Option<Ride> {
        let mut ride = Ride { from: courier.flow as usize % ROW, ..Ride::default() };
        for leg in report.hops_of(courier).take(LEGS) {
            ride.ports[ride.legs] = leg.port;
            ride.times[ride.legs] = [leg.enqueued, leg.dequeued, leg.arrived];
            ride.legs += 1;
        }
        (ride.legs > 0).then_some(ride)
    }

    fn place(&self, t: Time) -> Place {
        if t < self.times[0][1] {
            return Place::Home;
        }
        for (leg, [_, left, done]) in self.times[..self.legs].iter().enumerate() {
            if t < *left {
                return Place::Queue;
            }
            if t < *done {
                return Place::On(leg, ((t.0 - left.0) as f64 / (done.0 - left.0).max(1) as f64) as f32);
            }
        }
        if self.legs < LEGS { Place::Lost(self.legs - 1) } else { Place::There }
    }
}

/// A district as the picture asks for it.
#[derive(Debug)]
struct Kept {
    rides: Vec<Ride>,
    /// By port, from equal steps of the whole time: how much of each step it was told to stand still.
    red: Vec<[f32; STEPS]>,
    into: [PortId; ROW],
    out: [PortId; ROW],
    houses: [[PortId; 2]; 2 * ROW],
    came: [Time; ROW],
}

/// Both districts.
#[derive(Debug)]
pub(super) struct Both {
    mishap: Mishap,
    of: [Kept; RUNS],
    makespan: Time,
}

impl Both {
    /// Of a show of streets.
    pub(super) fn of(show: &Show) -> Option<Both> {
        let districts = Districts::of(show)?;
        let makespan = show.makespan();
        let of = [0, 1].map(|run: usize| Kept::new(&districts.of[run], makespan));
        Some(Both { mishap: districts.mishap, of, makespan })
    }
}

impl Kept {
    fn new(district: &District, makespan: Time) -> Kept {
        let report = &district.report;
        let rides = report.traced_packets.iter().filter_map(|courier| Ride::new(report, courier)).collect();
        let mut red = vec![[0.0_f32; STEPS]; report.ports.len()];
        let step = (makespan.0 / STEPS as u64).max(1);
        for pause in &report.pauses {
            let steps = &mut red[pause.port as usize];
            let (mut from, end) = (pause.start.0, pause.end.0.min(makespan.0));
            while from < end {
                let at = ((from / step) as usize).min(STEPS - 1);
                let to = if at + 1 == STEPS { end } else { end.min((at as u64 + 1) * step) };
                steps[at] += (to - from) as f32 / step as f32;
                from = to;
            }
        }
        let District { into, out, houses, came, .. } = *district;
        Kept { rides, red, into, out, houses, came }
    }

    /// How red a port's light is: the share of the time around `t` in which it was told to stand still.
    fn red(&self, port: PortId, t: Time, makespan: Time) -> f32 {
        let Some(steps) = self.red.get(port as usize) else { return 0.0 };
        let at = (t.0 / (makespan.0 / STEPS as u64).max(1)) as usize;
        steps[at.min(STEPS - 1)].within(0.0, 1.0)
    }

    fn lane(ports: &[PortId; ROW], port: PortId) -> usize {
        ports.iter().position(|&own| own == port).unwrap_or(0)
    }
}

/// Where a district's things lie.
#[derive(Clone, Copy, Debug)]
struct Parts {
    title: Area,
    near: Area,
    far: Area,
    /// The crossings in the middle: of the first two streets, of the others.
    middle: [Area; 2],
    /// The width of a house and of the pile beside it, and where the left ones begin and the right ones end.
    house: f32,
    ends: [f32; 2],
    unit: f32,
}

impl Parts {
    fn new(view: &View<'_>, run: usize) -> Parts {
        let [w, h] = view.size;
        let header = stage::header_height(view.size) + 2.0 + view.text_size() * 0.25;
        let each = (h - header - 4.0) / RUNS as f32;
        let unit = view.text_size().max(11.0);
        let pad = if view.compact() { 4.0 } else { 10.0 };
        let title = Area::new(pad, header + each * run as f32, w - 2.0 * pad, unit * 1.45);
        let body = Area::new(pad, title.bottom(), w - 2.0 * pad, (each - title.h - pad * 0.5).max(4.0));
        let lane = body.h / ROW as f32;
        // Where a chef is too small for its number, that stands beside.
        let house = if lane < SMALL { body.w * 0.075 } else { (lane * 0.62).min(body.w * 0.08) };
        let left = body.x + house * 2.0;
        let inner = (body.w - house * 4.0).max(1.0);
        let crossing = |at: f32, y: f32, h: f32| Area::new(left + inner * at, y, inner * 0.14, h);
        Parts {
            title,
            near: crossing(0.05, body.y, body.h - 2.0),
            far: crossing(0.81, body.y, body.h - 2.0),
            middle: [0.0, 2.0].map(|first| crossing(0.43, body.y + lane * (first + 0.12), lane * 1.76)),
            house,
            ends: [body.x, body.right()],
            unit,
        }
    }

    fn lane(&self) -> f32 {
        (self.near.h + 2.0) / ROW as f32
    }

    fn y(&self, lane: usize) -> f32 {
        self.near.y + self.lane() * (lane as f32 + 0.5)
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

    /// The ends of a leg: which of the lanes, for the second and third by their ports.
    fn leg(&self, leg: usize, lane: usize) -> [Point; 2] {
        let (y, middle) = (self.y(lane), self.middle[lane / 2]);
        let x = match leg {
            0 => [self.ends[0] + self.house * 2.0 + self.road() * 0.5, self.near.x],
            1 => [self.near.right(), middle.x],
            2 => [middle.right(), self.far.x],
            _ => [self.far.right(), self.ends[1] - self.house * 2.0 - self.road() * 0.5],
        };
        x.map(|x| [x, y])
    }

    /// The queue before a leg of a lane, its head at the right.
    fn queue(&self, leg: usize, lane: usize) -> Area {
        let crossing = match leg {
            1 => self.near,
            2 => self.middle[lane / 2],
            _ => self.far,
        };
        let h = self.lane() * 0.8;
        Area::new(crossing.x, self.y(lane) - h / 2.0, crossing.w, h).inset(2.0, 1.0)
    }

    fn road(&self) -> f32 {
        (self.lane() * 0.3).within(4.0, 30.0)
    }
}

fn way_of(ends: [Point; 2]) -> Way {
    let mut way = Way::new();
    for end in ends {
        way.push(end);
    }
    way
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

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    for run in 0..RUNS {
        let parts = Parts::new(view, run);
        for lane in 0..ROW {
            for leg in 0..LEGS {
                let width = if leg == 1 || leg == 2 { parts.road() } else { parts.road() * 0.7 };
                let way = way_of(parts.leg(leg, lane));
                if view.is_xray() {
                    ways::wires(list, &way, Surface::Street, 1, width);
                } else {
                    ways::way(list, &way, Surface::Street, 1, width);
                }
            }
        }
        for area in [parts.near, parts.far, parts.middle[0], parts.middle[1]] {
            crossing(view, list, area);
        }
        for (leg, lane) in (1..LEGS).flat_map(|leg| (0..ROW).map(move |lane| (leg, lane))) {
            bay(view, list, parts.queue(leg, lane));
        }
        let style = TextStyle::new(parts.unit, Token::Text).bold().within(parts.title.w * 0.64);
        let y = parts.title.y + parts.unit * 1.1;
        list.say(style, parts.title.x, y, view.lang, name(both.mishap, run, view.is_xray()));
    }
    box_is(view, list, both);
}

/// What a box stands for, where there is room between a title and its count: above, else below.
fn box_is(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    let counts = [("n", Arg::Int(ROW as i64)), ("all", Arg::Int(ROW as i64))];
    let end = [("time", Arg::Time(both.makespan))];
    for run in 0..RUNS {
        let parts = Parts::new(view, run);
        let size = (parts.unit * 0.85).max(LEAST_TEXT);
        let title =
            list.width_of(parts.unit, |out| out.push_str(tr(view.lang, name(both.mishap, run, view.is_xray()))));
        // What is told at the row's right end, while parcels come and once they are there.
        let came = list.width_of(parts.unit, |out| say_with(view.lang, key::MISHAPS_DISTRICT_CAME, &counts, out));
        let done = list.width_of(parts.unit, |out| say_with(view.lang, key::MISHAPS_DISTRICT_DONE, &end, out));
        let count = came.max(done);
        let say = |out: &mut String| {
            say_with(view.lang, key::MISHAPS_DISTRICT_BOX, &[("bytes", Arg::Bytes(Bytes(BOX)))], out);
        };
        let width = list.width_of(size, say) + size * 1.5;
        let room = parts.title.w - title - count - size * 1.4;
        if width > room {
            continue;
        }
        let free = [parts.title.x + title + size * 0.7, parts.title.right() - count - size * 0.7 - width];
        let x = (parts.title.cx() - width / 2.0).within(free[0], free[1]);
        let y = parts.title.y + parts.unit * 1.1;
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

/// A crossing from above, wide enough for its queues; in the x-ray a switch chip.
fn crossing(view: &View<'_>, list: &mut DisplayList, area: Area) {
    let style = if view.is_xray() {
        Style::fill(Token::Chip).outline(Token::ChipEdge, 1.6)
    } else {
        Style::fill(Token::Slate).outline(Token::Ink, 2.0)
    };
    list.rect(area.x, area.y, area.w, area.h, (area.h * 0.06).within(3.0, 10.0), style);
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    for run in 0..RUNS {
        let (parts, kept) = (Parts::new(view, run), &both.of[run]);
        use_of_links(view, list, run, kept, &parts);
        houses(view, list, both, run, &parts);
        if both.mishap == Mishap::Door {
            lights(view, list, both, kept, &parts);
        }
        if run == 1 {
            broken(view, list, both.mishap, &parts);
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
fn broken(view: &View<'_>, list: &mut DisplayList, mishap: Mishap, parts: &Parts) {
    if !is_broken(mishap, view.playhead) {
        return;
    }
    let size = (parts.lane() * 0.62).within(9.0, 54.0);
    let [a, b] = match mishap {
        Mishap::Crossing => {
            let area = parts.middle[0];
            let veil = if view.is_xray() { Token::Chip } else { Token::ApronShade };
            list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(veil).alpha(0.72));
            [[area.x, area.cy()], [area.right(), area.cy()]]
        }
        Mishap::Door => parts.leg(3, SHUT),
        _ => parts.leg(1, 0),
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
    let style = TextStyle::new(parts.unit, Token::Text).bold().end().within(parts.title.w * 0.34);
    list.write_with(style, parts.title.right(), parts.title.y + parts.unit * 1.1, |out| {
        if there == ROW {
            say_with(view.lang, key::MISHAPS_DISTRICT_DONE, &[("time", Arg::Time(end))], out);
        } else {
            let counts = [("n", Arg::Int(there as i64)), ("all", Arg::Int(ROW as i64))];
            say_with(view.lang, key::MISHAPS_DISTRICT_CAME, &counts, out);
        }
    });
}

/// Chefs at their ends of the way, with what they have yet to send or have got.
fn houses(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let (t, kept) = (view.playhead, &both.of[run]);
    for house in 0..2 * ROW {
        let (sends, own) = (house < ROW, house % ROW);
        let place = if sends { Place::Home } else { Place::There };
        let count = kept.rides.iter().filter(|ride| ride.from == own && ride.place(t) == place).count();
        let is_over = kept.came[own] <= t;
        let is_held = sends && kept.red(kept.houses[house][0], t, both.makespan) > 0.5;
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
        let (size, columns) = grid(parts.pile(house), PILE);
        for at in 0..count.min(PILE) {
            let pile = parts.pile(house);
            let (row, column) = (at / columns, at % columns);
            parcel(list, [pile.x + size * column as f32, pile.bottom() - size * (row as f32 + 1.0)], size, own);
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

/// The largest size at which so many squares fit into an area, and how many stand side by side.
fn grid(area: Area, count: usize) -> (f32, usize) {
    let mut best = (0.5, 1);
    for columns in 1..=12_usize {
        let rows = usize::div_ceil(count.max(1), columns) as f32;
        let size = (area.w / columns as f32).min(area.h / rows);
        if size > best.0 {
            best = (size, columns);
        }
    }
    best
}

/// A parcel from above, in its kitchen's colour.
fn parcel(list: &mut DisplayList, [x, y]: Point, size: f32, from: usize) {
    let edge = (size * 0.09).within(0.4, 1.4);
    list.rect(x, y, size - edge, size - edge, size * 0.12, Style::fill(hue(from)).outline(Token::Ink, edge));
}

/// Packets on their way, in the queues, and those that were lost.
fn rides(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    let lane_of = |ride: &Ride, leg: usize| match leg {
        1 => Kept::lane(&kept.into, ride.ports[1]),
        2 => Kept::lane(&kept.out, ride.ports[2]),
        _ => ride.from,
    };
    let mut lost = [0_usize; ROW];
    for ride in &kept.rides {
        match ride.place(t) {
            // What waits is told by the queues' boxes.
            Place::Home | Place::There | Place::Queue => {}
            Place::On(leg, part) => {
                let [a, b] = parts.leg(leg, lane_of(ride, leg));
                let scale = (parts.lane() / 50.0).within(0.26, 1.2) * if leg == 1 || leg == 2 { 1.0 } else { 0.7 };
                rider(view, list, [a[0] + (b[0] - a[0]) * part, a[1]], scale, ride.from);
            }
            Place::Lost(leg) => {
                let lane = lane_of(ride, leg);
                let [_, [x, y]] = parts.leg(leg, lane);
                let size = (parts.lane() * 0.2).within(3.5, 13.0);
                let at = [x - size * (1.4 + 1.25 * lost[lane] as f32), y + parts.road() * 0.62];
                lost[lane] += 1;
                parcel(list, at, size, ride.from);
                list.move_to(at[0], at[1]);
                list.line_to(at[0] + size, at[1] + size);
                list.move_to(at[0] + size, at[1]);
                list.line_to(at[0], at[1] + size);
                list.paint(Style::line(Token::Ink, (size * 0.16).max(1.0)));
            }
        }
    }
}

fn rider(view: &View<'_>, list: &mut DisplayList, at: Point, scale: f32, from: usize) {
    if view.is_xray() {
        let size = 20.0 * scale;
        return parcel(list, [at[0] - size / 2.0, at[1] - size / 2.0], size, from);
    }
    list.art(&props::SCOOTER, at[0], at[1] - 4.0 * scale, scale * 0.8, cast::pair(from));
}

/// The lights at the gates: red for the share of the time in which they stood.
fn lights(view: &View<'_>, list: &mut DisplayList, both: &Both, kept: &Kept, parts: &Parts) {
    let r = (parts.lane() * 0.07).within(1.8, 7.0);
    for lane in 0..ROW {
        let gates =
            [(kept.houses[lane][0], 0), (kept.into[lane], 1), (kept.out[lane], 2), (kept.houses[ROW + lane][1], 3)];
        for (port, leg) in gates {
            let [[x, y], _] = parts.leg(leg, lane);
            let (x, y) = (x + r * 1.6, y - parts.road() * 0.5 - r * 2.4);
            let red = kept.red(port, view.playhead, both.makespan);
            list.rect(x - r * 1.35, y - r * 2.6, r * 2.7, r * 5.2, r, Style::fill(Token::Ink));
            for (dy, token, share) in [(-1.15, Token::Hue1, red), (1.15, Token::Hue7, 1.0 - red)] {
                list.ellipse(x, y + r * dy, r, r, Style::fill(Token::SteelDark));
                if share > 0.01 {
                    list.ellipse(x, y + r * dy, r, r, Style::fill(token).alpha(share));
                }
            }
        }
    }
}

/// How full each link between crossings is, in the x-ray with the number, and what waits before it.
fn use_of_links(view: &View<'_>, list: &mut DisplayList, run: usize, kept: &Kept, parts: &Parts) {
    let Some(report) = view.show.runs.get(run).and_then(|run| run.packets.as_deref()) else { return };
    let size = (parts.unit * 0.85).max(LEAST_TEXT);
    let step = report.step.0.max(1);
    let whole = u64::from(GBIT) * step / 8_000;
    for lane in 0..ROW {
        let doors = kept.houses[ROW + lane][1];
        for (leg, port) in [(1, kept.into[lane]), (2, kept.out[lane]), (3, doors)] {
            queue(list, parts.queue(leg, lane), report.queued_at(port, view.playhead));
            let Some(series) = report.series.get(port as usize).filter(|_| leg < 3) else { continue };
            let sent = series.sent.get((view.playhead.0 / step) as usize).copied().unwrap_or(0);
            let used = (sent as f32 / whole.max(1) as f32).within(0.0, 1.0);
            let [a, b] = parts.leg(leg, lane);
            // Its round ends stay off the crossings.
            let end = parts.road() * 0.36;
            let inner = [[a[0] + end, a[1]], [b[0] - end, b[1]]];
            ways::glow(list, &way_of(inner), Surface::Street, parts.road(), used, view.is_xray());
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
    let (size, columns) = grid(area, QUEUE);
    let rows = usize::div_ceil(QUEUE, columns).max(1);
    let top = area.cy() - size * rows as f32 / 2.0;
    let edge = (size * 0.09).within(0.4, 1.4);
    for at in 0..count.min(QUEUE) {
        let (x, y) = (area.right() - size * ((at / rows) as f32 + 1.0), top + size * (at % rows) as f32);
        list.rect(x, y, size - edge, size - edge, size * 0.12, Style::fill(Token::Cloth).outline(Token::Ink, edge));
    }
}
