//! The strip along the stage's foot, with a rail for each thing that the reader may drag there. The page draws the handle; here is
//! what it stands on.

use super::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use super::geom::{Area, Point, Within as _};
use super::handle::{Grip, Handle, Stop, leads};
use super::palette::Token;
use super::stage::View;
use kitchen_core::units::Bytes;
use kitchen_text::{Arg, Key, Line, msg};

/// A handle's disc, with the room around it.
const DISC: f32 = 46.0;
/// Stages lower than this have no room for a strip: they are looked at, as in print.
const LEAST_STAGE: f32 = 440.0;
/// Upright ones, of phones, keep it: they are played with a finger.
const LEAST_UPRIGHT: f32 = 372.0;

/// The picture's part of the stage, and the strip under it.
pub(crate) fn split<'a>(view: &View<'a>) -> (View<'a>, Option<Area>) {
    let [w, h] = view.size;
    let least = if w < h { LEAST_UPRIGHT } else { LEAST_STAGE };
    if h < least {
        return (*view, None);
    }
    let size = words(view);
    let strip = DISC + size * 2.9;
    (View { size: [w, h - strip - 4.0], ..*view }, Some(Area::new(4.0, h - strip - 2.0, w - 8.0, strip)))
}

fn words(view: &View<'_>) -> f32 {
    (view.text_size() * 0.86).within(12.5, 20.0)
}

/// A rail of so many stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rail {
    area: Area,
    stops: usize,
    words: f32,
}

impl Rail {
    /// Rail `at` of those that share a strip.
    fn new(view: &View<'_>, strip: Area, (shares, at): (&[f32], usize), stops: usize) -> Rail {
        let whole: f32 = shares.iter().sum();
        let before: f32 = shares.iter().take(at).sum();
        let share = shares.get(at).copied().unwrap_or(1.0);
        let each = strip.w / whole.max(1e-3);
        Rail {
            area: Area::new(strip.x + before * each, strip.y, share * each, strip.h).inset(2.0, 0.0),
            stops: stops.max(1),
            words: words(view),
        }
    }

    /// The middle of a stop.
    pub(crate) fn at(&self, stop: usize) -> Point {
        let (inset, y) = (self.inset(), self.area.y + self.words * 1.55 + DISC / 2.0);
        if self.stops < 2 {
            return [self.area.cx(), y];
        }
        let way = (self.area.w - 2.0 * inset).max(1.0);
        [self.area.x + inset + way * stop as f32 / (self.stops - 1) as f32, y]
    }

    fn inset(&self) -> f32 {
        (self.area.w / (2 * self.stops) as f32).max(DISC / 2.0 + 2.0).min(self.area.w / 2.0)
    }

    fn pitch(&self) -> f32 {
        if self.stops < 2 { self.area.w } else { self.at(1)[0] - self.at(0)[0] }
    }

    /// The board with its name, the rail, and what each stop means where there is room for it.
    fn draw(&self, view: &View<'_>, list: &mut DisplayList, hand: &Handle) {
        let Area { x, y, w, h } = self.area;
        let (fill, edge, track) = if view.is_xray() {
            (Token::Card, Token::CardLine, Token::ChipEdge)
        } else {
            (Token::Card, Token::CardLine, Token::WoodLight)
        };
        list.rect(x, y, w, h, 8.0, Style::fill(fill).outline(edge, 1.4));
        let ([left, cy], [right, _]) = (self.at(0), self.at(self.stops - 1));
        let edge = if view.is_xray() { Token::ChipEdge } else { Token::Ink };
        list.rect(left - 8.0, cy - 5.0, right - left + 16.0, 10.0, 5.0, Style::fill(track).outline(edge, 1.4));
        for stop in 0..self.stops {
            let [sx, sy] = self.at(stop);
            list.ellipse(sx, sy, 3.4, 3.4, Style::fill(Token::Card).outline(edge, 1.4));
        }
        self.said(view, list, hand);
    }

    /// The name; under each stop its value, or beside the name that at which the handle is.
    fn said(&self, view: &View<'_>, list: &mut DisplayList, hand: &Handle) {
        let Area { x, y, w, .. } = self.area;
        let size = self.words;
        let pitch = self.pitch() - 6.0;
        let said: Vec<String> = hand.stops.iter().map(|stop| stop.text.say(view.lang)).collect();
        let reads = |letters: &f32| said.iter().all(|text| text_width(text, *letters, true) <= pitch);
        let letters = [size * 0.88, size * 0.76, 12.5].into_iter().filter(|letters| *letters >= LEAST_TEXT).find(reads);
        let name = hand.name.say(view.lang);
        let bold = TextStyle::new(size, Token::Text).bold();
        let baseline = y + size * 1.25;
        let (room, least) = (w - 12.0, |text: &str, bold: bool| text_width(text, LEAST_TEXT, bold));
        let Some(letters) = letters else {
            let now = said.get(hand.here).map_or("", String::as_str);
            // The name first: the value is at the hand as well.
            let share = least(&name, true) / (least(&name, true) + least(now, false) + 6.0);
            if least(&name, true) + least(now, false) + 6.0 < room {
                list.write(bold.within(room * share), x + 6.0, baseline, format_args!("{name}"));
                let value = TextStyle::new(size, Token::Text).end().within(room * (1.0 - share) - 4.0);
                list.write(value, x + w - 6.0, baseline, format_args!("{now}"));
            } else {
                if least(&name, true) <= room {
                    list.write(bold.within(room), x + 6.0, baseline, format_args!("{name}"));
                }
                // Under the rail: what does not fit there either is said at the hand alone.
                if least(now, false) <= w - 4.0 {
                    let [_, cy] = self.at(0);
                    let value = TextStyle::new(size, Token::Text).middle().within(w - 4.0);
                    list.write(value, x + w / 2.0, cy + DISC / 2.0 + size * 0.92, format_args!("{now}"));
                }
            }
            return;
        };
        list.write(bold.within(room), x + 6.0, baseline, format_args!("{name}"));
        for (stop, text) in said.iter().enumerate() {
            let [sx, sy] = self.at(stop);
            let style = TextStyle::new(letters, Token::Text).middle().within(pitch);
            let style = if stop == hand.here { style.bold() } else { style };
            list.write(style, sx, sy + DISC / 2.0 + size * 0.92, format_args!("{text}"));
        }
    }

    /// A handle on the rail: the values of one parameter in the order of the stops.
    fn handle(
        &self,
        view: &View<'_>,
        (id, name): (&'static str, Key),
        (place, values): (usize, &[i64]),
        text: impl Fn(i64) -> Line,
    ) -> Handle {
        let now = &view.show.scenario;
        let is = now.at(place, 0);
        let stop = |(at, &value): (usize, &i64)| Stop {
            at: self.at(at),
            text: text(value),
            leads: leads(now.set(place, value)),
        };
        let mut stops: Vec<Stop> = values.iter().enumerate().map(stop).collect();
        let nearest = |&(_, value): &(usize, &i64)| (value - is).abs();
        let here = values.iter().enumerate().min_by_key(nearest).map_or(0, |(at, _)| at);
        // A link may hold a value between the stops: the handle stands at the nearest, and says what is.
        if let Some(stop) = stops.get_mut(here).filter(|_| values.get(here) != Some(&is)) {
            (stop.text, stop.leads) = (text(is), Ok(now.clone()));
        }
        Handle { id, name: Line::new(name), grip: Grip::Across, stops, here, things: Vec::new(), effect: None }
    }
}

/// Rail `at` of those that share a strip, with the handle of a parameter on it.
pub(crate) fn railed(
    (view, strip): (&View<'_>, Area),
    which: (&[f32], usize),
    named: (&'static str, Key),
    (place, values): (usize, &[i64]),
    text: impl Fn(i64) -> Line,
) -> (Rail, Handle) {
    let rail = Rail::new(view, strip, which, values.len());
    (rail, rail.handle(view, named, (place, values), text))
}

/// Draws rails with what is said of their handles.
pub(crate) fn draw(view: &View<'_>, list: &mut DisplayList, rails: &[(Rail, Handle)]) {
    for (rail, handle) in rails {
        rail.draw(view, list, handle);
    }
}

/// Loads from a pinch to a sack, each 16 times the one before, in bytes.
pub(crate) const LOADS: [i64; 7] = [1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 26, 1 << 30, 1 << 34];

/// What is said of a load.
pub(crate) fn load(bytes: i64) -> Line {
    msg::Value { value: Arg::Bytes(Bytes(bytes.max(0) as u64)) }.into()
}

/// The name of a choice at a parameter's place.
pub(crate) fn choice(view: &View<'_>, place: usize, value: i64) -> Line {
    Line::new(view.show.scenario.set(place, value).said(place))
}
