//! The city at an instant: districts, kitchens, places or chefs, as near as it is looked at; streets as the run uses them; and around one
//! chef everyone with whom it talks.

use kitchen_core::units::Time;
use kitchen_core::workload::planner::Doing;
use kitchen_text::{Key, Lang, key, tr};

use super::map::{Map, Near};
use super::{Circle, DOINGS, Talk, Town};
use crate::brought::Seen;
use crate::chapters::lab::scene::{called, fill};
use crate::scene::art::chef::Posture;
use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::{Token, hue_line};
use crate::story::Layer;

/// So many of a group's members are marked at most; what lies nearer together than pixels is one mark anyway.
const MOST_MARKS: usize = 1_500;
/// A line of what the colours mean.
const LINE: f32 = 20.0;
/// More members than these are marked by points where the city is far.
const CROWD: usize = 200;
/// The most chefs whose numbers all stand on their plates.
const PLATE: u32 = 999;
/// So many bowls are drawn on their way at most.
const MOST_RIDES: usize = 240;

/// Who stands with a chef in a group, in the order in which groups are told.
pub(super) const fn mark_of(kind: Talk) -> Token {
    hue_line(match kind {
        Talk::Tensor => 0,
        Talk::Context => 4,
        Talk::Expert => 7,
        Talk::Weights | Talk::Gradients => 3,
        Talk::Relay => 2,
    })
}

fn color(doing: u8) -> Token {
    DOINGS.get(usize::from(doing)).map_or(Token::Track, |doing| fill(*doing))
}

/// How wide what stands for a state is, and what stands between two.
const SWATCH: f32 = 12.0;
const APART: f32 = 14.0;
const WORD: f32 = 12.0;

/// What the colours mean that this step has.
fn words<'a>(town: &Town, seen: &Seen) -> impl Iterator<Item = (Token, &'a str)> {
    let (used, lang, is_xray) = (town.used, seen.lang, seen.layer == Layer::XRay);
    let places = (0..DOINGS.len()).filter(move |place| used >> place & 1 == 1);
    places.map(move |place| (color(place as u8), tr(lang, called(DOINGS[place], is_xray))))
}

/// How many of them stand in a line, and how wide each of them is: columns of equal width.
fn legend(town: &Town, seen: &Seen) -> (usize, f32) {
    let longest = words(town, seen).map(|(_, word)| text_width(word, WORD, false)).fold(0.0, f32::max);
    let column = SWATCH + 5.0 + longest + APART;
    let most = town.used.count_ones().max(1) as f32;
    (((seen.size[0] - 16.0) / column).floor().within(1.0, most) as usize, column)
}

/// How high the colours' meanings stand below the city.
pub(super) fn legend_height(town: &Town, seen: &Seen) -> f32 {
    (town.used.count_ones() as usize).div_ceil(legend(town, seen).0) as f32 * LINE + 6.0
}

/// The floor, and what the colours mean.
pub(super) fn ground(town: &Town, map: &Map, seen: &Seen, list: &mut DisplayList) {
    let [w, h] = seen.size;
    let top = map.room[1];
    list.rect(0.0, 0.0, w, h, 0.0, Style::fill(Token::Floor));
    list.rect(0.0, top, w, h - top, 0.0, Style::fill(Token::Card));
    let (columns, column) = legend(town, seen);
    for (place, (token, word)) in words(town, seen).enumerate() {
        let (x, y) = (8.0 + (place % columns) as f32 * column, top + 3.0 + ((place / columns) as f32 + 0.5) * LINE);
        list.rect(x, y - SWATCH / 2.0, SWATCH, SWATCH, 2.0, Style::fill(token).outline(Token::Ink, 0.6));
        list.write(TextStyle::new(WORD, Token::Text), x + SWATCH + 5.0, y + WORD * 0.36, format_args!("{word}"));
    }
}

/// What moves: the chefs' states, the streets in use, bowls on their way.
pub(super) fn moving(town: &Town, map: &Map, seen: &Seen, list: &mut DisplayList) {
    list.save();
    list.clip(0.0, 0.0, map.room[0], map.room[1], 0.0);
    for district in 0..map.districts {
        let area = map.district(district);
        if map.is_seen(&area) {
            self::district(town, map, seen, (district, area), list);
        }
    }
    rides(town, map, seen.at, list);
    list.restore();
}

/// The streets of these stages: quiet, or with gradients and weights on them.
fn street(town: &Town, mut stages: std::ops::Range<usize>, t: Time) -> Token {
    if stages.any(|stage| town.is_meeting(stage, t)) { fill(Doing::Meeting) } else { Token::Slate }
}

fn district(town: &Town, map: &Map, seen: &Seen, (district, area): (u32, Area), list: &mut DisplayList) {
    let (t, is_mixed) = (seen.at, map.districts < town.stages.len() as u32);
    let stage = if is_mixed { 0 } else { district as usize };
    let doing = town.piece(stage, t).map_or(Token::Track, |piece| color(piece.doing));
    // Where one district has all stages, their streets are the same.
    let street = street(town, if is_mixed { 0..town.stages.len() } else { stage..stage + 1 }, t);
    let rim = map.street().within(1.5, 10.0);
    list.rect(area.x - rim, area.y - rim, area.w + 2.0 * rim, area.h + 2.0 * rim, 2.0, Style::fill(street));
    if is_mixed || map.near() >= Near::Place {
        for kitchen in map.seen_kitchens(district) {
            self::kitchen(town, map, seen, kitchen, list);
        }
        return;
    }
    for block in map.blocks(district) {
        if block.w > 0.0 && block.h > 0.0 {
            list.rect(block.x, block.y, block.w, block.h, 0.0, Style::fill(doing));
        }
    }
    if map.near() == Near::Kitchen {
        let ([kw, kh], [wide, high]) = (map.pitch(), map.streets());
        for column in 1..wide {
            let x = area.x + column as f32 * kw;
            if (0.0..=map.room[0]).contains(&x) {
                list.move_to(x, area.y);
                list.line_to(x, area.bottom());
            }
        }
        for line in 1..high {
            let y = area.y + line as f32 * kh;
            if (0.0..=map.room[1]).contains(&y) {
                list.move_to(area.x, y);
                list.line_to(area.right(), y);
            }
        }
        if wide > 1 || high > 1 {
            list.paint(Style::line(street, map.street().within(0.6, 8.0)));
        }
    }
}

fn kitchen(town: &Town, map: &Map, seen: &Seen, kitchen: u32, list: &mut DisplayList) {
    let walls = map.walls(kitchen);
    let near = map.near();
    let is_near = near >= Near::Place;
    let floor = if seen.layer == Layer::XRay { Token::Bench } else { Token::Wall };
    list.rect(walls.x, walls.y, walls.w, walls.h, if is_near { 4.0 } else { 0.0 }, Style::fill(floor));
    let first = kitchen * town.each;
    for chef in first..(first + town.each).min(town.chefs) {
        let cell = map.cell(chef);
        if !map.is_seen(&cell) {
            continue;
        }
        let piece = town.piece(town.stage_of(chef), seen.at);
        if near == Near::Chef {
            // On a plate there is room for three figures: where there are more, a chef has its number in its kitchen, on whose sign the
            // others are.
            let number = if town.chefs > PLATE { chef - first } else { chef };
            self::chef(seen, number, cell, piece, list);
        } else {
            let inset = (map.scale * 0.1).min(3.0);
            let place = cell.inset(inset, inset);
            let token = piece.map_or(Token::Track, |piece| color(piece.doing));
            list.rect(place.x, place.y, place.w, place.h, if is_near { 2.0 } else { 0.0 }, Style::fill(token));
        }
    }
}

/// A chef at work, as the other stages of the lab draw it.
fn chef(seen: &Seen, chef: u32, cell: Area, piece: Option<super::Piece>, list: &mut DisplayList) {
    let doing = piece.map_or(cast::Doing::new(Posture::Done), |piece| {
        let posture = match DOINGS[usize::from(piece.doing).min(DOINGS.len() - 1)] {
            Doing::Forward => Posture::Stirring,
            Doing::Backward => Posture::Reading,
            Doing::Update => Posture::Writing,
            Doing::Inside | Doing::Meeting => Posture::Phone,
            Doing::Relay => Posture::Waiting,
        };
        let progress = (seen.at.0.saturating_sub(piece.start)) as f32 / (piece.end - piece.start).max(1) as f32;
        cast::Doing { posture, batch: (piece.doing < 2).then_some(usize::from(piece.batch)), progress }
    });
    // Under each chef's feet the colour that it has from far.
    let foot = cell.inset(2.0, 2.0);
    let token = piece.map_or(Token::Track, |piece| color(piece.doing));
    list.rect(foot.x, foot.y, foot.w, foot.h, 5.0, Style::fill(token).alpha(0.45));
    if seen.layer == Layer::XRay {
        let chip = cell.inset(cell.w * 0.1, cell.h * 0.16);
        cast::chip(list, seen.lang, chip, chef as usize, doing, 0, None);
    } else {
        let scale = (cell.w / cast::STATION_W).min(cell.h / cast::STATION_H) * 0.96;
        cast::chef_at_station(list, cell.cx(), cell.bottom() - 3.0, scale, chef as usize, doing);
    }
}

/// Where a stage is on the stage: its district, or its first chef.
fn middle(town: &Town, map: &Map, stage: u32) -> [f32; 2] {
    let area = if map.districts == town.stages.len() as u32 {
        map.district(stage)
    } else {
        map.cell((stage * town.of_stage).min(town.chefs - 1))
    };
    [area.cx(), area.cy()]
}

/// Bowls on their way from stage to stage: one for all groups alike, which hand on at the same time.
fn rides(town: &Town, map: &Map, t: Time, list: &mut DisplayList) {
    for ride in town.riding(t).take(MOST_RIDES) {
        let ([ax, ay], [bx, by]) = (middle(town, map, ride.from), middle(town, map, ride.to));
        let part = t.0.saturating_sub(ride.start) as f32 / (ride.end - ride.start).max(1) as f32;
        list.move_to(ax, ay);
        list.line_to(bx, by);
        list.paint(Style::line(Token::Ink, 1.5).alpha(0.6));
        let (x, y) = (ax + (bx - ax) * part, ay + (by - ay) * part);
        list.ellipse(x, y, 5.0, 5.0, Style::fill(Token::Accent).outline(Token::Ink, 1.2));
    }
}

/// What stands still as long as nothing is zoomed or chosen: names, and the groups of the chosen chef.
pub(super) fn marks(town: &Town, map: &Map, seen: &Seen, list: &mut DisplayList) {
    list.save();
    list.clip(0.0, 0.0, map.room[0], map.room[1], 0.0);
    if let Some(chef) = seen.chef.filter(|chef| *chef < town.chefs) {
        if let Some(stage) = town.stages.get(town.stage_of(chef)) {
            // The nearest last: they lie over the others.
            for circle in stage.circles.iter().rev() {
                group(map, (circle, chef), list);
            }
        }
        outline(map, chef, Token::Ink, 3.0, list);
    }
    names(town, map, seen, list);
    list.restore();
}

fn outline(map: &Map, chef: u32, token: Token, width: f32, list: &mut DisplayList) {
    let cell = map.cell(chef);
    // A mark can be seen, however small a place is.
    let grow = ((7.0 - cell.w) / 2.0).max(0.0);
    let area = cell.inset(-grow, -grow);
    // A chef's face stays as it is.
    if map.near() < Near::Chef {
        list.rect(area.x, area.y, area.w, area.h, 2.0, Style::fill(token).alpha(0.25));
    }
    list.rect(area.x, area.y, area.w, area.h, 2.0, Style::line(token, width));
}

fn group(map: &Map, (circle, chef): (&Circle, u32), list: &mut DisplayList) {
    let token = mark_of(circle.kind);
    let members = circle.members(chef);
    if circle.kind == Talk::Relay {
        let from = map.cell(chef);
        for other in members {
            let to = map.cell(other);
            list.move_to(from.cx(), from.cy());
            list.line_to(to.cx(), to.cy());
            list.paint(Style::line(token, 2.5).dash(6.0, 4.0));
            outline(map, other, token, 2.0, list);
        }
        return;
    }
    let (every, is_crowd) = (members.len().div_ceil(MOST_MARKS).max(1), members.len() > CROWD);
    let mut last: Option<[f32; 2]> = None;
    for other in members.into_iter().step_by(every) {
        let cell = map.cell(other);
        let place = [cell.cx(), cell.cy()];
        // Marks that would lie on one another are one.
        if last.is_some_and(|[x, y]| (x - place[0]).abs() + (y - place[1]).abs() < 3.0) || !map.is_seen(&cell) {
            continue;
        }
        last = Some(place);
        if is_crowd && cell.w < 7.0 {
            // So many marks would hide what is done under them.
            list.rect(place[0] - 1.2, place[1] - 1.2, 2.4, 2.4, 0.0, Style::fill(token));
        } else {
            outline(map, other, token, 2.0, list);
        }
    }
}

fn names(town: &Town, map: &Map, seen: &Seen, list: &mut DisplayList) {
    let (is_mixed, layer) = (map.districts < town.stages.len() as u32, usize::from(seen.layer == Layer::XRay));
    let style = TextStyle::new(13.0, Token::Text).bold().middle();
    // A kitchen's name stands in the street above it.
    if map.street() >= 13.0 {
        for district in 0..map.districts {
            for kitchen in map.seen_kitchens(district) {
                let walls = map.walls(kitchen);
                let y = (walls.y - 2.0).max(12.0);
                if map.near() == Near::Chef && town.chefs > PLATE {
                    let first = kitchen * town.each;
                    let range = [kitchen, first, (first + town.each).min(town.chefs) - 1].map(|number| number + 1);
                    words_with(
                        seen.lang,
                        [key::OWN_CITY_KITCHEN_OF, key::OWN_CITY_KITCHEN_OF_XRAY][layer],
                        &range,
                        style.within(walls.w),
                        [walls.cx(), y],
                        list,
                    );
                } else {
                    let number = [kitchen + 1];
                    words_with(
                        seen.lang,
                        [key::OWN_CITY_KITCHEN, key::OWN_CITY_KITCHEN_XRAY][layer],
                        &number,
                        style.within(walls.w),
                        [walls.cx(), y],
                        list,
                    );
                }
            }
        }
        return;
    }
    for district in (0..map.districts).filter(|_| !is_mixed && map.districts > 1) {
        let area = map.district(district);
        if map.is_seen(&area) && area.w > 26.0 && area.h > 16.0 {
            let key = if area.w > 84.0 { key::OWN_CITY_DISTRICT } else { key::OWN_CITY_NUMBER };
            // In its upper part: bowls go from middle to middle.
            let y = area.y + (area.h * 0.24).within(14.0, 40.0);
            words_with(seen.lang, key, &[district + 1], style.within(area.w - 4.0), [area.cx(), y], list);
        }
    }
}

/// Words with numbers, each in place of a `#`, on a card of their own.
fn words_with(lang: Lang, key: Key, numbers: &[u32], style: TextStyle, [x, y]: [f32; 2], list: &mut DisplayList) {
    list.write_on_card(style, x, y, |out| {
        let mut numbers = numbers.iter();
        for (at, part) in tr(lang, key).split('#').enumerate() {
            if at > 0 {
                let number = numbers.next().copied().unwrap_or_default();
                kitchen_text::format::push_number(out, f64::from(number), 0);
            }
            out.push_str(part);
        }
    });
}
