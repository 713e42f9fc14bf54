//! The two chefs, the link between them, and a pair of cards for each tensor that crosses: Send here, Recv there.

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing, STATION_H, STATION_W};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;
use crate::scene::ways::{self, Surface};
use kitchen_core::units::Time;
use kitchen_text::{format, key};

use super::map::HUES;
use super::own::Own;
use super::words;

/// Where everything of the strip is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hands {
    /// The middle of each chef's foot, and the chefs' scale.
    feet: [[f32; 2]; 2],
    scale: f32,
    is_bust: bool,
    /// Between them.
    middle: Area,
    /// The width of a Send card, and a lane's height.
    card: f32,
    lane: f32,
    /// From the strip's top to the first lane.
    top: f32,
    size: f32,
}

impl Hands {
    pub(super) fn new(view: &View<'_>, area: Area, lanes: usize) -> Hands {
        let is_bust = area.w < 560.0;
        let [wide, tall] = if is_bust { cast::BUST } else { [STATION_W, STATION_H] };
        let scale = (area.h / tall).min(area.w * if is_bust { 0.15 } else { 0.2 } / wide);
        let chef = wide * scale;
        let feet = [area.x + chef / 2.0, area.right() - chef / 2.0].map(|x| [x, area.bottom() - 2.0]);
        let middle = Area::new(area.x + chef + 6.0, area.y, area.w - 2.0 * chef - 12.0, area.h);
        let size = (view.text_size() * 0.95).max(LEAST_TEXT);
        let head = size * 1.5;
        let lane = ((middle.h - size * 1.5) / lanes.max(2) as f32).min(size * 2.2);
        let top = head + ((middle.h - head - lane * lanes as f32) * 0.4).max(0.0);
        Hands { feet, scale, is_bust, middle, card: (middle.w * 0.31).min(size * 10.0), lane, top, size }
    }

    fn cards(&self, at: usize) -> [Area; 2] {
        let Area { x, y, .. } = self.middle;
        let y = y + self.top + self.lane * at as f32;
        let card = Area::new(x, y + 1.0, self.card, self.lane - 2.0);
        [card, Area { x: self.middle.right() - self.card, ..card }]
    }

    /// Where the road is pressed: over its middle.
    pub(super) fn sign(&self) -> [f32; 2] {
        [self.middle.cx(), (self.middle.y + self.top - self.size * 1.2).max(self.middle.y + 8.0)]
    }

    /// From the Send cards to the Recv cards.
    fn way(&self, lanes: usize) -> (Way, f32) {
        let [send, recv] = self.cards(0);
        let wide = self.lane * lanes as f32 - 6.0;
        let y = send.y - 1.0 + self.lane * lanes as f32 / 2.0;
        let mut way = Way::new();
        way.push([send.right() + 3.0, y]);
        way.push([recv.x - 3.0, y]);
        (way, wide)
    }
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, hands: &Hands, own: &Own) {
    let (way, wide) = hands.way(own.sends.len());
    let surface =
        view.index.runs.first().and_then(|run| run.first_way).map(|facts| (Surface::of(facts.class), facts.lanes));
    if let Some((surface, lanes)) = surface {
        if view.is_xray() {
            // Of a shared medium the x-ray draws half.
            let whole = if surface == Surface::Tunnel { wide } else { 2.0 * wide };
            ways::wires(list, &way, surface, lanes, whole);
        } else {
            ways::way(list, &way, surface, lanes, wide);
        }
    }
    let heads =
        if view.is_xray() { [key::GRAPH_SEND_XRAY, key::GRAPH_RECV_XRAY] } else { [key::GRAPH_SEND, key::GRAPH_RECV] };
    for (chef, head) in heads.into_iter().enumerate() {
        let card = hands.cards(0)[chef];
        let style = TextStyle::new(hands.size, Token::Text).bold().middle().within(card.w);
        list.say(style, card.cx(), hands.middle.y + hands.top - hands.size * 0.42, view.lang, head);
    }
    for at in 0..own.sends.len() {
        for (chef, card) in hands.cards(at).into_iter().enumerate() {
            list.rect(card.x, card.y, card.w, card.h, 4.0, Style::fill(Token::Cloth).outline(Token::Ink, 1.4));
            list.rect(card.x + 1.0, card.bottom() - 3.4, card.w - 2.0, 2.8, 1.0, Style::fill(hue(HUES[chef])));
        }
    }
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, hands: &Hands, own: &Own) {
    for chef in 0..2 {
        let doing = doing(view, own, chef);
        let [x, y] = hands.feet[chef];
        let s = hands.scale;
        if view.is_xray() {
            let [w, h] = if hands.is_bust { [100.0, 120.0] } else { [150.0, 160.0] };
            let area = Area::new(x - w / 2.0 * s, y - (h + 12.0) * s, w * s, h * s);
            cast::chip(list, view.lang, area, chef, doing, 2, None);
        } else if hands.is_bust {
            cast::chef_bust(list, x, y, s, chef, doing);
        } else {
            cast::chef_at_station(list, x, y, s, chef, doing);
        }
    }
    for (at, send) in own.sends.iter().enumerate() {
        bowl(view, list, hands, own, at, [send.start, send.end]);
        for card in hands.cards(at) {
            let style = TextStyle::new(hands.size.min(card.h * 0.88).max(LEAST_TEXT), Token::OnCloth);
            let y = card.cy() + style.size * 0.36 - 1.0;
            let style = style.bold().middle().within(card.w - 2.0);
            list.say(style, card.cx(), y, view.lang, words::tensor(send.value, view.is_xray()));
        }
    }
}

/// What a chef is at: its cards, handing over, or waiting for the other.
fn doing(view: &View<'_>, own: &Own, chef: usize) -> Doing {
    let t = view.playhead;
    let [start, end] = own.work[chef];
    if t >= start && t < end && (t > Time::ZERO || chef == 0) {
        let progress = t.saturating_sub(start).0 as f64 / end.saturating_sub(start).0.max(1) as f64;
        return Doing { posture: Posture::Stirring, batch: Some(0), progress: progress as f32 };
    }
    let sends = own.sends.iter().any(|send| send.start <= t && t < send.end);
    Doing::new(match (t < start, chef) {
        (true, _) => Posture::Waiting,
        (_, 0) if sends => Posture::Phone,
        _ => Posture::Done,
    })
}

/// A bowl with what is sent: before it leaves on the sender's side, on the link, then on the receiver's.
fn bowl(view: &View<'_>, list: &mut DisplayList, hands: &Hands, own: &Own, at: usize, [start, end]: [Time; 2]) {
    let t = view.playhead;
    let [send, recv] = hands.cards(at);
    let y = send.cy();
    let (left, right) = (send.right() + hands.lane * 0.8, recv.x - hands.lane * 0.8);
    let size = (hands.size * 0.95).max(LEAST_TEXT);
    let bytes = own.sends[at].bytes;
    if t < start {
        // What is to come is known: it is drawn on the map.
        let style = TextStyle::new(size, Token::Text).middle().within(right - left + hands.lane);
        return list
            .write_on_card(style, f32::midpoint(left, right), y + size * 0.36, |out| format::push_bytes(out, bytes));
    }
    let run = view.show.runs.first().zip(view.index.runs.first());
    let part = run.map_or(0.0, |(run, index)| index.progress(run, own.sends[at].task, t)).within(0.0, 1.0);
    let done = t >= end;
    // As long as it is: what is still here, and what has come; a box between them while it travels.
    let whole = (bytes.0 as f64 / own.scale.max(1) as f64) as f32 * (right - left).max(1.0) * 0.46;
    let h = (hands.lane * 0.5).max(6.0);
    let (from, to) = (send.right() + 5.0, recv.x - 5.0);
    let pile = |list: &mut DisplayList, x: f32, w: f32| {
        if w > 0.3 {
            list.rect(x, y - h / 2.0, w.max(2.0), h, 2.0, Style::fill(hue(at)).outline(Token::Ink, 1.2));
        }
    };
    pile(list, from, whole * (1.0 - part));
    pile(list, to - (whole * part).max(2.0), whole * part);
    if !done {
        let scale = (hands.lane / 30.0).within(0.6, 1.0);
        let first = from + whole * (1.0 - part) + 14.0 * scale;
        let x = first + (to - whole * part - 14.0 * scale - first).max(0.0) * part;
        cast::packet(list, [x, y], scale, at, true);
    }
    if done {
        let style = TextStyle::new(size, Token::Text).end().within((to - whole - from).max(20.0));
        list.write_on_card(style, to - whole.max(2.0) - 6.0, y + size * 0.36, |out| format::push_bytes(out, bytes));
    }
    for (card, lit) in [(send, true), (recv, done)] {
        if lit {
            list.rect(card.x, card.y, card.w, card.h, 4.0, Style::fill(hue(at)).alpha(0.3));
        }
    }
}
