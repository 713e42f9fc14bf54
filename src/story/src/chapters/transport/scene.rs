//! Couriers on the streets between kitchens: parcels that ride there, those that fell, words that go back, queues before streets and
//! the door, what the receiver waits for. Below, what the sender's card did with its time.

use kitchen_core::packet::fabric::PortId;
use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::transport::{ACK, CREDIT, NAK};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Key, format, key};

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::packets::{Place, Tour, scooter};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::bundle::{self, BUNDLES};
use super::course::{Course, Ride};
use super::curve;
use super::hands;
use super::pace;
use super::params::{METRES, NAMES, Rule, rule};
use super::road::{Parts, parcel};
use super::run::{CROWD, FOLLOWED, OURS, PARCEL, streets};

/// What the card did with a part of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doings {
    Sends,
    SendsAgain,
}

/// A part of the card's time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) start: Time,
    pub(super) end: Time,
    pub(super) doing: Doings,
}

/// The card's time, by the followed packets: each stands for itself and those up to the next one, each of which takes `each`.
pub(super) fn parts(course: &Course, each: Time) -> Vec<Part> {
    let all = Time(each.0 * (FOLLOWED / u64::from(super::run::PARCEL)));
    let mut sent: Vec<(Time, bool)> = course
        .rides
        .iter()
        .filter(|ride| ride.flow == OURS && ride.is_data())
        .map(|ride| (ride.tour.sent(), ride.is_again))
        .collect();
    kitchen_core::order::sort(&mut sent);
    let mut parts: Vec<Part> = Vec::new();
    for (at, &(start, is_again)) in sent.iter().enumerate() {
        let next = sent.get(at + 1).map_or(Time::MAX, |next| next.0);
        let end = next.min(start + all).min(course.makespan);
        let doing = if is_again { Doings::SendsAgain } else { Doings::Sends };
        match parts.last_mut() {
            Some(last) if last.doing == doing && last.end >= start => last.end = end,
            _ if start < end => parts.push(Part { start, end, doing }),
            _ => {}
        }
    }
    parts
}

/// What the picture alone asks of a show.
struct Kept {
    course: Course,
    parts: Vec<Part>,
    /// The share of that time in which it sends: it waits for the core in the rest.
    duty: f32,
    /// The link before which parcels wait: each street's first, or the door's.
    queues: Vec<PortId>,
    /// A fallen packet's way: to the crossing, and on the street.
    falls: Vec<Tour>,
    /// Until when each lies on the road.
    mended: Vec<Time>,
}

pub(super) const PICTURE: Prepare = stage::prepare::<Kept>;

impl Picture for Kept {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Kept> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view, &self.course)
    }
}

fn prepare(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let fabric = &course.plan.fabric;
    let streets = streets(fabric, course.params.company);
    let queues = if course.params.company.is_crowd() {
        vec![fabric.hosts[CROWD as usize].downlink]
    } else {
        streets.iter().map(|street| street[0]).collect()
    };
    let up = fabric.hosts[OURS as usize].uplink;
    let tour = |fall: &kitchen_core::packet::transport::report::PacketDrop| {
        let took = |port: PortId| Time(course.each().0) + fabric.links[port as usize].latency;
        let mut tour = Tour { legs: 2, is_lost: true, ..Tour::default() };
        tour.ports[..2].copy_from_slice(&[up, fall.port]);
        let left = fall.at.saturating_sub(took(fall.port));
        tour.times[..2].copy_from_slice(&[[fall.sent, fall.sent, fall.sent + took(up)], [left, left, fall.at]]);
        tour
    };
    let falls = course.falls.iter().map(tour).collect();
    let mended = course.falls.iter().map(|fall| course.mended(fall)).collect();
    // Where a core takes longer for a parcel than the card, the two are shown one over the other.
    let slow = course.decision().map_or(Time::ZERO, |each| Time(each.0 / u64::from(course.bundle())));
    let each = slow.max(course.each());
    let duty = (course.each().as_secs() / each.as_secs()) as f32;
    let parts = parts(&course, each);
    Some(Kept { course, parts, duty, queues, falls, mended })
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view, kept.course.params);
    stage::room(view, list, view.area(), stage::header_height(view.size) * 0.98 + parts.chart.h);
    let fabric = &kept.course.plan.fabric;
    for link in roads(kept, &parts) {
        let way = parts.way(&fabric.links[link as usize]);
        if view.is_xray() {
            ways::wires(list, &way, Surface::Street, 1, parts.street);
        } else {
            ways::bed(list, &way, parts.street);
        }
    }
    if !view.is_xray() {
        for link in roads(kept, &parts) {
            ways::pave(list, &parts.way(&fabric.links[link as usize]), Surface::Street, parts.street);
        }
    }
    crossings(view, list, &parts);
    rails(view, list, &kept.course, &parts);
    pace::desk(view, list, &kept.course, &parts);
    pace::paper(view, list, &kept.course, &parts);
    lane_paper(view, list, kept, &parts);
    names(view, list, kept, &parts);
}

/// The stones at which the street's length is set, and the stakes at which its names are.
fn rails(view: &View<'_>, list: &mut DisplayList, course: &Course, parts: &Parts) {
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Cloth, Token::Ink) };
    let stones = (0..METRES.len()).map(|at| (parts.stone(at), METRES[at] == course.params.distance));
    let has_names = !parts.company.is_crowd();
    let stakes = (0..NAMES.len()).filter(|_| has_names).map(|at| (parts.stake(at), NAMES[at] == course.params.names()));
    let spill = parts.spill();
    if has_names {
        parcel(list, spill, 9.0, hue(OWN));
    } else {
        list.art(&props::CHIT, spill[0], spill[1], 1.2, cast::pair(2));
    }
    let [x, y] = parts.desk();
    let (name, size) = (rule(course.params.recovery), view.text_size().max(11.0));
    let room = parts.crossing(0)[0] - x - 40.0;
    if !parts.company.is_crowd() && text_width(kitchen_text::tr(view.lang, name), size, true) <= room {
        let style = TextStyle::new(size, Token::Text).bold();
        list.write_on_card(style, x + 28.0, y + size * 0.36, |out| out.push_str(kitchen_text::tr(view.lang, name)));
    }
    let along: Vec<Point> = (0..METRES.len()).map(|at| parts.stone(at)).collect();
    ruled(view, list, &along, " m", METRES.into_iter());
    if has_names {
        let up: Vec<Point> = (0..NAMES.len()).map(|at| parts.stake(at)).collect();
        ruled(view, list, &up, "", NAMES.into_iter().map(u64::from));
    }
    let bundle = bundle::read(&view.show.scenario);
    let bundles =
        bundle.into_iter().flat_map(|own| (0..BUNDLES.len()).map(move |at| (parts.bundle(at), BUNDLES[at] == own)));
    if bundle.is_some() {
        let across: Vec<Point> = (0..BUNDLES.len()).map(|at| parts.bundle(at)).collect();
        ruled(view, list, &across, "", BUNDLES.into_iter().map(u64::from));
    }
    rail_names(view, list, parts, bundle.is_some());
    for ([x, y], is_now) in stones.chain(stakes).chain(bundles) {
        let r = if is_now { 5.5 } else { 4.0 };
        let fill = if is_now { Token::Hue2 } else { fill };
        list.ellipse(x, y, r, r, Style::fill(fill).outline(edge, 1.2));
    }
}

/// What each rail sets, where nothing else is: beside its end, or over it where two lie side by side on a small stage.
fn rail_names(view: &View<'_>, list: &mut DisplayList, parts: &Parts, has_bundle: bool) {
    let size = (view.text_size() * 0.75).max(LEAST_TEXT);
    let (is_wide, beside) = (view.size[0] >= 900.0, size * 0.36);
    let usual = TextStyle::new(size, Token::Text);
    let mut name = |style: TextStyle, [x, y]: Point, key: Key| {
        list.write_on_card(style, x, y, |out| out.push_str(kitchen_text::tr(view.lang, key)));
    };
    if has_bundle {
        let [x, y] = if is_wide { parts.bundle(1) } else { parts.bundle(0) };
        name(usual, [x, y - if is_wide { 50.0 } else { 25.0 }], key::TRANSPORT_HANDLE_BUNDLE);
    }
    let ([first, y], [last, _]) = (parts.stone(0), parts.stone(METRES.len() - 1));
    let wide = text_width(kitchen_text::tr(view.lang, key::TRANSPORT_DISTANCE), size, false);
    match () {
        () if is_wide => name(usual, [last + 24.0, y + beside], key::TRANSPORT_DISTANCE),
        () if has_bundle || parts.company.is_crowd() || wide > first - 28.0 => {
            name(usual, [first, y - 25.0], key::TRANSPORT_DISTANCE);
        }
        () => name(usual.end(), [first - 24.0, y + beside], key::TRANSPORT_DISTANCE),
    }
    if !parts.company.is_crowd() {
        let [x, y] = parts.stake(NAMES.len() - 1);
        // On large stages its last value stands there.
        name(usual, [x + if is_wide { 70.0 } else { 24.0 }, y + beside], key::TRANSPORT_HANDLE_PATHS);
    }
}

/// A rail from its first place to its last, and on large stages what stands at each.
fn ruled(view: &View<'_>, list: &mut DisplayList, places: &[Point], unit: &str, values: impl Iterator<Item = u64>) {
    let (Some(&[ax, ay]), Some(&[bx, by])) = (places.first(), places.last()) else { return };
    let token = if view.is_xray() { Token::ChipEdge } else { Token::WoodDark };
    list.move_to(ax, ay);
    list.line_to(bx, by);
    list.paint(Style::line(token, 3.0));
    if view.size[0] < 900.0 {
        return;
    }
    let size = view.text_size() * 0.75;
    let is_flat = (ay - by).abs() < 1.0;
    for (&[x, y], value) in places.iter().zip(values) {
        let style = TextStyle::new(size, Token::Text);
        let (style, at) = if is_flat { (style.middle(), [x, y - 25.0]) } else { (style, [x + 26.0, y + size * 0.36]) };
        list.write_on_card(style, at[0], at[1], |out| {
            format::push_number(out, value as f64, 0);
            out.push_str(unit);
        });
    }
}

/// Who is who, below each; a crowd's above them.
fn names(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let ours = kept.course.plan.flows[OURS as usize];
    let size = view.text_size().max(11.0);
    let style = TextStyle::new(size, Token::Text).bold();
    let below = |list: &mut DisplayList, host: u32, name: Key| {
        let area = parts.figure(host);
        let middle = style.middle().within((area.w * 1.1).max(size * 5.0));
        list.say(middle, area.cx(), area.bottom() + size * 1.1, view.lang, name);
    };
    below(list, ours.dst, key::TRANSPORT_RECEIVER);
    if !parts.company.is_crowd() {
        return below(list, ours.src, key::TRANSPORT_SENDER);
    }
    let wide = style.within(parts.town.w * 0.4);
    let top = parts.host(0);
    list.say(wide, parts.town.x, top.y - size * 0.35, view.lang, key::TRANSPORT_SENDERS);
    let last = parts.host(CROWD + 1);
    list.say(wide, parts.town.x, last.bottom() + size * 1.1, view.lang, key::TRANSPORT_GUEST);
}

/// The links that are drawn: one direction of each cable, forth.
fn roads<'a>(kept: &'a Kept, parts: &'a Parts) -> impl Iterator<Item = PortId> + 'a {
    use kitchen_core::packet::fabric::Node;
    let links = &kept.course.plan.fabric.links;
    (0..links.len() as PortId).filter(move |&port| {
        let link = &links[port as usize];
        match (link.from, link.to) {
            (Node::Host(host), Node::Switch(_)) => parts.has_host(host) && is_left(parts, host),
            (Node::Switch(_), Node::Host(host)) => parts.has_host(host) && !is_left(parts, host),
            (Node::Switch(from), Node::Switch(to)) => !parts.company.is_crowd() && (from == 0 || to == 1),
            _ => false,
        }
    })
}

fn is_left(parts: &Parts, host: u32) -> bool {
    parts.host(host).x < parts.town.cx()
}

fn crossings(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let switches = if parts.company.is_crowd() { 1 } else { 2 + super::run::STREETS };
    for switch in 0..switches {
        let [x, y] = parts.crossing(switch);
        let size = parts.street * if switch < 2 { 0.062 } else { 0.04 };
        if view.is_xray() {
            let r = size * 17.0;
            list.rect(x - r, y - r, 2.0 * r, 2.0 * r, 3.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.6));
        } else {
            list.art(&props::CROSSING, x, y, size, cast::pair(3));
        }
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view, kept.course.params);
    people(view, list, kept, &parts);
    fallen(view, list, kept, &parts);
    riders(view, list, kept, &parts);
    queues(view, list, kept, &parts);
    door(view, list, kept, &parts);
    pace::curve(view, list, &kept.course, &parts);
    lane(view, list, kept, &parts);
    if kept.course.params.has_curve() && parts.chart.h > 0.0 {
        curve::draw(view, list, &kept.course, parts.chart);
    } else if kept.course.params.has_curve() && view.playhead >= kept.course.makespan {
        let (town, [left, y]) = (parts.town, parts.crossing(0));
        let between = (town.cx() - left) * 2.0 - parts.street * 2.4;
        let (h, w) = (town.h * 0.72, between.max((view.text_size() * 20.0).min(town.w * 0.66)));
        let y = (y - h / 2.0).max(town.y);
        // Right of the numbers of names, which stand over the first crossing, where the card keeps room enough for its words.
        let (least, right) = (view.text_size() * 20.0, town.cx() + w / 2.0);
        let [middle, beside] = [right - w, parts.stake(0)[0] + view.text_size() * 3.4];
        let x = if right - beside >= least { middle.max(beside) } else { middle };
        curve::draw(view, list, &kept.course, Area::new(x, y, right - x, h));
    }
    stage::clock(view, list);
}

/// Chefs: who still has something to send, who still waits for something.
fn people(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    let Some(report) = view.show.runs.first().and_then(|run| run.packets.as_deref()) else { return };
    let hosts = kept.course.plan.fabric.hosts.len() as u32;
    for host in (0..hosts).filter(|&host| parts.has_host(host)) {
        let mut own =
            kept.course.plan.flows.iter().zip(&report.flows).filter(|(flow, _)| flow.src == host || flow.dst == host);
        let is_done = own.all(|(_, told)| told.finish <= t);
        let posture = if is_done { Posture::Done } else { Posture::Phone };
        let area = parts.figure(host);
        if view.is_xray() {
            cast::chip(list, view.lang, area, host as usize, Doing::new(posture), 1, None);
        } else if area.h < 26.0 {
            let scale = (area.h / 34.0).min(area.w / 60.0);
            cast::hat(list, area.cx(), area.bottom() - 1.0, scale, host as usize, posture);
        } else {
            let scale = (area.w / cast::BUST[0]).min(area.h / cast::BUST[1]);
            cast::chef_bust(list, area.cx(), area.bottom(), scale, host as usize, Doing::new(posture));
        }
    }
}

/// A courier's size.
fn scale(parts: &Parts) -> f32 {
    (parts.street / 30.0).within(0.3, 1.15)
}

/// Parcels that lie on the road from when they fell until another is there.
fn fallen(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    for (tour, &mended) in kept.falls.iter().zip(&kept.mended) {
        let way = |leg: usize| parts.way(&kept.course.plan.fabric.links[tour.ports[leg] as usize]);
        match tour.place(t) {
            // On its way there like the others.
            Place::On(leg, part) => courier(view, list, way(leg).at(part, -parts.street * 0.2), scale(parts), OWN),
            Place::Lost(leg) if t < mended => lying(list, way(leg).at(0.86, parts.street * 0.9), scale(parts)),
            _ => {}
        }
    }
}

/// A parcel that fell, crossed out.
fn lying(list: &mut DisplayList, [x, y]: Point, scale: f32) {
    let r = (scale * 10.0).max(5.0);
    parcel(list, [x, y], r, Token::Hue1);
    list.move_to(x - r * 1.5, y - r * 1.5);
    list.line_to(x + r * 1.5, y + r * 1.5);
    list.move_to(x + r * 1.5, y - r * 1.5);
    list.line_to(x - r * 1.5, y + r * 1.5);
    list.paint(Style::line(Token::Hue1, (r * 0.3).max(2.0)));
}

/// The colours of parcels: ours and those of who sends with us, someone else's, those sent again.
const OWN: usize = 3;
const OTHERS: usize = 4;
const AGAIN: usize = 1;
/// A core's time.
const CORE: usize = 2;

/// The colour of a courier.
fn hue_of(ride: &Ride, parts: &Parts) -> usize {
    let is_own = if parts.company.is_crowd() { ride.flow < CROWD } else { ride.flow == OURS };
    match (ride.is_again, is_own) {
        (true, _) => AGAIN,
        (false, true) => OWN,
        (false, false) => OTHERS,
    }
}

fn courier(view: &View<'_>, list: &mut DisplayList, place: Point, scale: f32, n: usize) {
    if view.is_xray() {
        let (w, h) = (20.0 * scale, 12.0 * scale);
        let style = if n == AGAIN {
            Style::fill(Token::Card).outline(hue(n), 2.4)
        } else {
            Style::fill(hue(n)).outline(Token::Ink, 1.2)
        };
        list.rect(place[0] - w / 2.0, place[1] - h / 2.0, w, h, 2.0, style);
    } else {
        scooter(list, place, scale, n);
    }
}

fn riders(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    let size = scale(parts);
    for ride in &kept.course.rides {
        let Place::On(leg, part) = ride.tour.place(t) else { continue };
        let way = parts.way(&kept.course.plan.fabric.links[ride.tour.ports[leg] as usize]);
        match ride.kind {
            0 => courier(view, list, way.at(part, -parts.street * 0.2), size, hue_of(ride, parts)),
            kind => word(list, &way, part, parts, kind),
        }
    }
}

/// A word on its way back: a slip; one that asks is red, one that lets in is green.
fn word(list: &mut DisplayList, way: &Way, part: f32, parts: &Parts, kind: u8) {
    let place = way.at(part, -parts.street * 0.28);
    let n = match kind {
        NAK => 0,
        CREDIT => 2,
        _ => 6,
    };
    let size = scale(parts) * if kind == ACK { 0.42 } else { 0.8 };
    list.art(&props::CHIT, place[0], place[1], size.max(0.3), cast::pair(n));
}

/// Parcels that one box of a queue stands for: four couriers' worth.
const BOX: u64 = 128;

/// What waits before each street, or before the door: boxes that can be counted, and how many parcels (or bytes) they are.
fn queues(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let Some(report) = view.show.runs.first().and_then(|run| run.packets.as_deref()) else { return };
    let wire = u64::from(PARCEL + OVERHEAD);
    let is_crowd = parts.company.is_crowd();
    for &port in &kept.queues {
        let waiting = report.queued_at(port, view.playhead);
        let parcels = waiting.div_ceil(wire);
        if parcels < if is_crowd { 4 } else { BOX } {
            continue;
        }
        let way = parts.way(&kept.course.plan.fabric.links[port as usize]);
        let [x, y] = way.at(if is_crowd { 0.0 } else { 0.3 }, 0.0);
        let side = (parts.street * if is_crowd { 0.4 } else { 0.28 }).within(4.0, 15.0);
        let columns = if is_crowd { 12 } else { 8 };
        let left = if is_crowd { x - side * 2.0 } else { x - side * 4.0 };
        let foot = y - parts.street * if is_crowd { 1.15 } else { 0.7 };
        let boxes = parcels.div_ceil(BOX).min(240) as u32;
        for at in 0..boxes {
            let (x, y) = (left + (at % columns) as f32 * side, foot - (at / columns + 1) as f32 * side);
            list.rect(x, y, side - 0.8, side - 0.8, 1.0, Style::fill(Token::Hue2).outline(Token::Ink, 0.8));
        }
        let size = view.text_size().max(11.0);
        let high = foot - boxes.div_ceil(columns) as f32 * side - size * 0.45;
        let style = TextStyle::new(size, Token::Text).bold();
        list.write_on_card(style, left, high, |out| {
            if view.is_xray() {
                format::push_bytes_decimal(out, Bytes(waiting));
            } else {
                format::push_number(out, parcels as f64, 0);
                out.push_str(kitchen_text::tr(view.lang, key::TRANSPORT_PARCELS));
            }
        });
    }
}

/// The receiver's door: which parcel it waits for, and how many it refused.
fn door(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let (t, course) = (view.playhead, &kept.course);
    let area = parts.host(course.plan.flows[OURS as usize].dst);
    let size = view.text_size().max(11.0);
    let refused = course.refused(t);
    if refused > 0 {
        // Beside the lane's name, where nothing else is written.
        let (style, bar) = (TextStyle::new(size, Token::Text).bold().end(), parts.bar());
        list.write_with(style.within(bar.w * 0.5), bar.right(), bar.y - size * 0.4, |out| {
            out.push_str(kitchen_text::tr(view.lang, key::TRANSPORT_REFUSED));
            out.push(' ');
            format::push_number(out, f64::from(refused), 0);
        });
    }
    let Some(missing) = course.waits_for(t) else { return };
    let (x, h) = (area.x - 4.0, (area.h * 0.5).max(10.0));
    let is_shut = course.params.recovery == Rule::GoBackN;
    let style = if is_shut {
        Style::fill(Token::Hue1).outline(Token::Ink, 1.6)
    } else {
        Style::fill(Token::Card).outline(Token::Hue3, 2.4)
    };
    list.rect(x - 3.0, area.cy() - h / 2.0, 6.0, h, 2.0, style);
    let style = TextStyle::new(size, Token::Text).bold().end();
    list.write_on_card(style, area.x - 10.0, area.cy() - h / 2.0 - size * 0.5, |out| {
        format::push_number(out, f64::from(missing + 1), 0);
        out.push_str(" ?");
    });
}

fn lane_paper(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let bar = parts.bar();
    list.rect(bar.x, bar.y, bar.w, bar.h, 3.0, Style::fill(Token::Track).outline(Token::Ink, 1.2));
    let size = view.text_size().max(11.0);
    let style = TextStyle::new(size, Token::Text).bold().within(bar.w);
    let name = if parts.company.is_crowd() { key::TRANSPORT_LANE_FIRST } else { key::TRANSPORT_LANE };
    list.say(style, bar.x, bar.y - size * 0.4, view.lang, name);
    let mut x = bar.x;
    let y = bar.bottom() + size * 1.15;
    let legend = [
        (hue(OWN), key::TRANSPORT_LANE_NEW),
        (hue(AGAIN), key::TRANSPORT_LANE_AGAIN),
        (Token::Track, key::TRANSPORT_LANE_IDLE),
        (Token::Ink, key::TRANSPORT_LANE_FELL),
    ];
    let core = if kept.course.params.recovery == Rule::Tcp { key::TRANSPORT_CORE } else { key::TRANSPORT_CORE_DECIDES };
    let core = (kept.duty <= 0.95).then_some((hue(CORE), core));
    let is_core = core.is_some();
    for (token, name) in core.into_iter().chain(legend) {
        // Beside a core there is no room for what is seen anyway, and nothing is named that is not there.
        if token == Token::Track && is_core || token == Token::Ink && kept.course.falls.is_empty() {
            continue;
        }
        // A fallen parcel is a stroke.
        let w = size * if token == Token::Ink { 0.18 } else { 0.85 };
        list.rect(x, y - size * 0.8, w, size * 0.85, 1.0, Style::fill(token).outline(Token::Ink, 1.0));
        let text = kitchen_text::tr(view.lang, name);
        list.say(TextStyle::new(size, Token::Text), x + w + size * 0.3, y, view.lang, name);
        x += w + size * 1.2 + crate::scene::display::text_width(text, size, false);
    }
}

/// What the card has done so far, with a mark where a parcel fell.
fn lane(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let (t, bar) = (view.playhead, parts.bar());
    let whole = kept.course.makespan.0.max(1) as f64;
    let at = |time: Time| bar.x + bar.w * (time.0 as f64 / whole) as f32;
    for part in kept.parts.iter().filter(|part| part.start < t) {
        let token = if part.doing == Doings::Sends { hue(OWN) } else { hue(AGAIN) };
        let (a, b) = (at(part.start), at(part.end.min(t)));
        if kept.duty > 0.95 {
            list.rect(a, bar.y + 1.0, (b - a).max(0.5), bar.h - 2.0, 0.0, Style::fill(token));
            continue;
        }
        // The core above, all of the time; the card below, as much of its strip as it sends.
        let half = bar.h * 0.4;
        list.rect(a, bar.y + 1.0, (b - a).max(0.5), half, 0.0, Style::fill(hue(CORE)));
        let high = ((bar.h - half - 2.0) * kept.duty).max(2.0);
        list.rect(a, bar.bottom() - 1.0 - high, (b - a).max(0.5), high, 0.0, Style::fill(token));
    }
    for fall in kept.course.falls.iter().filter(|fall| fall.sent <= t && fall.at <= t) {
        let x = at(fall.sent);
        list.move_to(x, bar.y - 2.0);
        list.line_to(x, bar.bottom() + 2.0);
        list.paint(Style::line(Token::Ink, 1.6));
    }
    list.move_to(at(t), bar.y - 3.0);
    list.line_to(at(t), bar.bottom() + 3.0);
    list.paint(Style::line(Token::Text, 2.2));
}
