//! Two towns, one above the other, on one clock: a row of kitchens, their crossing with its queues, four streets with a crossing
//! each, the crossing before the doors, and the doors. A courier is a followed packet: it stands where that packet is.

use kitchen_core::packet::fabric::PortId;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Key, format, key, tr};

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::packets::{Boxes, Kept, LEGS, Parcel, Place, Tour, light, paved, rider, road};
use crate::scene::palette::Token;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::course::victim;
use super::kept::{Both, prepare};
use super::params::{Choice, Load, Params, Zoom};
use super::parts::{COUNTED, Parts, plate};
use super::run::{PIECE, ROW, STREETS, chip, choice, has_signs};
use super::{city, crossing, draws, hands, telling};

pub(super) const PICTURE: Prepare = stage::prepare::<Both>;

impl Picture for Both {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Both> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view, self)
    }
}

/// Whether that is not a town seen from above.
fn is_other(zoom: Zoom) -> bool {
    matches!(zoom, Zoom::Crossing | Zoom::City)
}

/// Kitchens lower than this show their number alone.
const FACES: f32 = 25.0;

fn surface(params: Params, run: usize) -> Surface {
    if choice(params, run) == Choice::Railway { Surface::Rails } else { Surface::Street }
}

/// What a town is called.
fn name(view: &View<'_>, params: Params, run: usize) -> Key {
    match (params.load, run) {
        (Load::Parcels, 0) => telling::choice(&view.show.scenario),
        (Load::Parcels, 1) => key::CHOICE_SPRAY,
        (Load::Parcels, _) => key::CHOICE_RAILWAY,
        (Load::Crowd, 0) if params.choice == Choice::Railway => key::ETHERNET_CREDITS,
        (Load::Crowd, 0) => key::ETHERNET_LIGHTS,
        (Load::Crowd, _) => key::ETHERNET_SIGNS,
        (Load::Classes, 0) => key::ETHERNET_ONE_QUEUE,
        (Load::Classes, _) => key::ETHERNET_OWN_QUEUE,
    }
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    stage::room(view, list, view.area(), stage::header_height(view.size) * 0.98);
    for run in 0..both.seen() {
        let parts = Parts::new(view, both, run);
        if is_other(both.params.zoom) {
            if both.params.zoom == Zoom::Crossing {
                crossing::backdrop(view, list, both, run, &parts);
            } else {
                city::backdrop(view, list, both, run, &parts);
            }
            words(view, list, both, run, &parts);
            continue;
        }
        let surface = surface(both.params, run);
        let width = (parts.lane() * 0.34).within(5.0, 34.0);
        for house in 0..2 * ROW as usize {
            // Both lanes of a row's alley lie in one bed.
            if house.is_multiple_of(2) {
                let mut ends = parts.alley(house);
                let y = f32::midpoint(parts.alley_y(house), parts.alley_y(house + 1));
                if house >= ROW as usize {
                    ends[1][0] = parts.house(house + 1).cx();
                }
                let ends = ends.map(|[x, _]| [x, y]);
                road(view, list, &Way::straight(ends), surface, (parts.house(0).h * 0.2).within(4.0, 20.0));
            }
        }
        for street in 0..STREETS as usize {
            for out in [false, true] {
                road(view, list, &Way::straight(parts.half(street, out)), surface, width);
            }
        }
        paved(view, list, parts.near, STREETS as usize);
        paved(view, list, parts.far, 4);
        (0..STREETS as usize).for_each(|street| paved(view, list, parts.spine(street), 1));
        draws::backdrop(view, list, both, run, &parts);
        words(view, list, both, run, &parts);
    }
}

/// The town's name, and the chips' in the x-ray.
fn words(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let style = TextStyle::new(parts.words, Token::Text).bold().within(parts.title.w * 0.52);
    list.say(style, parts.title.x, parts.title.y + parts.words * 1.1, view.lang, name(view, both.params, run));
    let size = (parts.words * 0.85).max(LEAST_TEXT);
    let room = parts.title.w * 0.22;
    let is_city = both.params.zoom == Zoom::City;
    if run == 0 && !is_city && text_width(tr(view.lang, key::ETHERNET_PIECE), size, false) * 2.0 < room {
        let style = TextStyle::new(size, Token::Text).middle().within(room);
        list.write_with(
            style,
            parts.near.right() + (parts.far.x - parts.near.right()) / 2.0,
            parts.title.y + parts.words * 1.1,
            |out| {
                out.push_str(tr(view.lang, key::ETHERNET_PIECE));
                out.push(' ');
                format::push_bytes(out, PIECE);
            },
        );
    }
    if !view.is_xray() || is_other(both.params.zoom) {
        return;
    }
    let text = chip(choice(both.params, run)).name;
    for area in [parts.near, parts.far] {
        if text_width(text, size, false) < area.w - 6.0 && parts.lane() > size * 3.4 {
            let style = TextStyle::new(size, Token::OnChipSoft);
            list.write(style, area.x + 5.0, area.y + size * 1.1, format_args!("{text}"));
        }
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList, both: &Both) {
    for run in 0..both.seen() {
        let parts = Parts::new(view, both, run);
        let kept = both.town(run);
        if is_other(both.params.zoom) {
            if both.params.zoom == Zoom::Crossing {
                crossing::frame(view, list, both, run, &parts);
            } else {
                city::frame(view, list, both, run, &parts);
            }
            result(view, list, both, run, &parts);
            continue;
        }
        houses(view, list, kept, &parts);
        lights(view, list, both, run, &parts);
        if view.is_xray() {
            gauges(view, list, run, kept, &parts);
        }
        couriers(view, list, kept, &parts);
        counts(view, list, kept, &parts);
        result(view, list, both, run, &parts);
    }
    stage::clock(view, list);
}

/// How many parcels are there, or what became of the one that goes elsewhere.
fn result(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let (came, t) = (&both.town(run).came, view.playhead);
    let style = TextStyle::new(parts.words, Token::Text).bold().end().within(parts.title.w * 0.46);
    list.write_with(style, parts.title.right(), parts.title.y + parts.words * 1.1, |out| {
        if let Some((one, _)) = victim(both.params) {
            let has_own_door = both.params.load == Load::Crowd;
            let whose = if has_own_door { key::ETHERNET_ELSEWHERE } else { key::ETHERNET_ITS_PARCEL };
            out.push_str(tr(view.lang, whose));
            out.push(' ');
            let at = came[one as usize];
            if at <= t {
                format::push_time(out, at);
            } else {
                out.push('…');
            }
            return;
        }
        out.push_str(tr(view.lang, key::ETHERNET_ARRIVED));
        out.push(' ');
        let [there, all] = match &both.city {
            Some(city) => [city[run].came.iter().filter(|&&(_, _, at)| at <= t).count(), city[run].came.len()],
            None => [came.iter().filter(|&&at| at <= t).count(), ROW as usize],
        };
        format::push_number(out, there as f64, 0);
        out.push_str(" / ");
        format::push_number(out, all as f64, 0);
    });
}

/// The kitchens, those that have sent or got all at rest.
fn houses(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    for house in 0..2 * ROW as usize {
        let cell = parts.house(house);
        let sends = house < ROW as usize;
        let own = |tour: &&Tour| if sends { tour.from == house } else { tour.to == house };
        let left = kept.tours.iter().filter(own).filter(|tour| tour.place(t) == Place::Home).count();
        let come = kept.tours.iter().filter(own).filter(|tour| tour.place(t) == Place::There).count();
        let all = kept.tours.iter().filter(own).count();
        let busy = if sends { left > 0 } else { come < all && come > 0 };
        let posture = if busy {
            Posture::Phone
        } else if sends && left == 0 || !sends && come == all {
            Posture::Done
        } else {
            Posture::Waiting
        };
        let is_red = sends && kept.lights.red(kept.houses[house][0], t) > 0.5;
        let posture = if is_red && left > 0 { Posture::Waiting } else { posture };
        // Whoever drives by stays below a chip, and above the next one.
        let is_plate = view.is_xray() || cell.h * 0.8 < FACES;
        let [head, h] = if is_plate { [0.08, 0.66] } else { [0.0, 0.8] };
        let top = Area::new(cell.x, cell.y + cell.h * head, cell.w * 0.54, cell.h * h);
        // Between a kitchen and its pile.
        let gap = (cell.w * 0.06).max(2.0);
        if is_plate {
            let (w, h) = (top.w.max(LEAST_TEXT * 1.3).min(top.h * 1.2), top.h.min(top.w.max(LEAST_TEXT * 1.25)));
            let area = Area::new(top.x + 1.0, top.bottom() - h + 1.0, (w - 1.0).min(top.w - gap), h - 2.0);
            plate(list, area, house + 1, sends.then_some(house), view.is_xray());
        } else {
            let scale = ((top.w * 0.86) / cast::BUST[0]).min(top.h / cast::BUST[1]);
            cast::chef_bust(list, top.cx(), top.bottom(), scale, house, Doing::new(posture));
        }
        // What is to be sent yet, or has come, is piled up beside it.
        let room = Area::new(top.right() + 1.0, cell.y + cell.h * 0.1, cell.w * 0.42 - 1.0, cell.h * 0.64);
        stack(view, list, kept, room, house, all.max(1));
    }
}

/// A pile of parcels, with room for all that are expected.
fn stack(view: &View<'_>, list: &mut DisplayList, kept: &Kept, room: Area, house: usize, all: usize) {
    let (boxes, t) = (Boxes::new(room, all), view.playhead);
    let sends = house < ROW as usize;
    let own = |tour: &&Tour| {
        if sends {
            tour.from == house && tour.place(t) == Place::Home
        } else {
            tour.to == house && tour.place(t) == Place::There
        }
    };
    for (at, tour) in kept.tours.iter().filter(own).enumerate() {
        parcel(tour, t).draw(list, boxes.piled(at), boxes.size);
    }
}

fn parcel(tour: &Tour, t: Time) -> Parcel {
    Parcel { from: tour.from, is_numbered: true, is_marked: tour.is_marked(t) }
}

/// Couriers on their way, and in the queues.
fn couriers(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let t = view.playhead;
    for tour in &kept.tours {
        match tour.place(t) {
            Place::Home | Place::There | Place::Lost(_) => {}
            Place::On(leg, part) => {
                let [a, b] = match leg {
                    0 => parts.alley(tour.from),
                    1 | 2 => parts.half(kept.street(tour, leg), leg == 2),
                    _ => parts.alley(tour.to),
                };
                let at = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
                let scale = (parts.lane() / 46.0).within(0.3, 1.3) * if leg == 0 || leg == 3 { 0.55 } else { 1.0 };
                rider(view, list, at, scale, parcel(tour, t));
            }
            Place::Queue(leg) => {
                let boxes = Boxes::new(parts.queue(leg, kept.street(tour, leg.min(2)), tour.to), MOST[leg]);
                parcel(tour, t).draw(list, boxes.queued(tour.rank(&kept.tours, leg, t)), boxes.size);
            }
        }
    }
}

/// The most couriers that stood before a leg in any setting.
const MOST: [usize; LEGS] = [64, 64, 64, 48];

/// In the kitchen layer: how many couriers wait before each street.
fn counts(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let size = parts.words.max(LEAST_TEXT);
    if view.is_xray() || parts.near.w * COUNTED < size * 1.6 || parts.lane() < size {
        return;
    }
    for (street, ports) in kept.streets.iter().enumerate() {
        let waits = |tour: &&Tour| tour.ports[1] == ports[0] && tour.place(view.playhead) == Place::Queue(1);
        let count = kept.tours.iter().filter(waits).count();
        if count > 0 {
            let style = TextStyle::new(size, Token::Text).bold();
            let at = [parts.near.x + size * 0.6, parts.y(street) + size * 0.36];
            list.write_on_card(style, at[0], at[1], |out| {
                format::push_number(out, count as f64, 0);
            });
        }
    }
}

/// The lights at the gates: red for the share of the time in which they stood.
fn lights(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let kept = both.town(run);
    let most = if both.params.zoom == Zoom::Draws { 4.5 } else { 8.0 };
    let r = (parts.lane() * 0.075).within(1.8, most);
    // Who sends only what the next has room for is never told to stop.
    if choice(both.params, run) == Choice::Railway {
        return if has_signs(both.params, run) {
            signs(view, list, parts);
        };
    }
    let mut gate = |port: PortId, at: Point| {
        light(list, at, r, kept.lights.red(port, view.playhead));
    };
    for (street, ports) in kept.streets.iter().enumerate() {
        let y = parts.y(street) - parts.lane() * 0.28;
        gate(ports[0], [parts.near.right() + r * 2.2, y]);
        gate(ports[1], [parts.spine(street).right() + r * 2.2, y]);
    }
    for house in 0..ROW as usize {
        let [_, end] = parts.alley(house);
        if house % 2 == 1 && r > 2.4 {
            continue;
        }
        let ports = [kept.houses[house][0], kept.houses[house + usize::from(house.is_multiple_of(2))][0]];
        // One light for the two doors of a row: the redder of them.
        let reds = ports.map(|port| kept.lights.red(port, view.playhead));
        let port = if reds[1] > reds[0] { ports[1] } else { ports[0] };
        if house.is_multiple_of(2) {
            gate(port, [end[0] - r * 2.0, end[1] - r * 4.4]);
        }
    }
    if has_signs(both.params, run) {
        signs(view, list, parts);
    }
}

/// The slow-down signs at the first crossing's gates.
fn signs(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let s = (parts.lane() * 0.13).within(3.0, 13.0);
    for street in 0..STREETS as usize {
        let [x, y] = [parts.near.right() + s * 1.5, parts.y(street) + parts.lane() * 0.36];
        list.move_to(x, y - s);
        list.line_to(x + s, y + s * 0.7);
        list.line_to(x - s, y + s * 0.7);
        list.close();
        let token = if view.is_xray() { Token::ChipEdge } else { Token::Ink };
        list.paint(Style::fill(Token::Hue2).outline(token, 1.2));
    }
}

/// In the x-ray: what waits before each street, and how full its link is.
fn gauges(view: &View<'_>, list: &mut DisplayList, run: usize, kept: &Kept, parts: &Parts) {
    let Some(report) = view.show.runs.get(run).and_then(|run| run.packets.as_deref()) else { return };
    let size = (parts.words * 0.85).max(LEAST_TEXT);
    for (street, ports) in kept.streets.iter().enumerate() {
        let port = ports[0];
        let used = kept.used(report, port, view.playhead);
        let [a, b] = parts.half(street, false);
        let width = (parts.lane() * 0.34).within(5.0, 34.0);
        ways::glow(list, &Way::straight([a, b]), Surface::Street, width, used, true);
        if parts.lane() < size * 3.2 {
            continue;
        }
        let waiting = Bytes(report.queued_at(port, view.playhead));
        let y = parts.y(street);
        let room = parts.near.w * COUNTED - 6.0;
        let style = TextStyle::new(size, Token::OnChip).within(room);
        if waiting.0 > 0 && room > text_width("1,023 KiB", LEAST_TEXT, false) {
            list.write_with(style, parts.near.x + 5.0, y + size * 0.36, |out| format::push_bytes(out, waiting));
        }
        let style = TextStyle::new(size, Token::Text).middle().within((b[0] - a[0]) * 0.9);
        list.write_with(style, f32::midpoint(a[0], b[0]), y + parts.lane() * 0.47, |out| {
            format::push_percent(out, f64::from(used));
        });
    }
}
