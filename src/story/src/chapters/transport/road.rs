//! Where kitchens, crossings and streets stand on the stage.

use kitchen_core::packet::fabric::{Link, Node};

use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::{self, View};

use super::params::{Company, Params};
use super::run::{CROWD, STREETS};

/// The stage's parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) company: Company,
    /// Kitchens, crossings and streets.
    pub(super) town: Area,
    /// Where a narrow stage has a place of its own for the chart that is drawn at the end; else without height.
    pub(super) chart: Area,
    /// What may be on the road, where that changes; else without height.
    pub(super) graph: Area,
    /// What the sender's card did.
    pub(super) lane: Area,
    /// The height of a line of words.
    pub(super) words: f32,
    /// How wide a street is.
    pub(super) street: f32,
    is_narrow: bool,
    is_xray: bool,
}

impl Parts {
    pub(super) fn new(view: &View<'_>, params: Params) -> Parts {
        let company = params.company;
        let [w, h] = view.size;
        let (header, words) = (stage::header_height(view.size), view.text_size().max(11.0) * 1.45);
        let lane = words * 2.1 + (h * 0.035).within(8.0, 34.0);
        let bottom = h - 6.0;
        let graph = if params.has_window() { words + (h * 0.08).within(16.0, 60.0) } else { 0.0 };
        let is_narrow = w < 480.0;
        let chart = if is_narrow && params.has_curve() && h > 400.0 { h * 0.36 } else { 0.0 };
        let chart = Area::new(8.0, header + 2.0, w - 16.0, chart);
        let top = header + chart.h;
        let town = Area::new(8.0, top, w - 16.0, (bottom - lane - graph - top - 6.0).max(1.0));
        let graph = Area::new(12.0, bottom - lane - graph, w - 24.0, graph);
        let lane = Area::new(12.0, bottom - lane, w - 24.0, lane);
        Parts {
            company,
            town,
            chart,
            graph,
            lane,
            words,
            street: (town.h * 0.075).within(9.0, 40.0),
            is_narrow,
            is_xray: view.is_xray(),
        }
    }

    fn senders(&self) -> u32 {
        match self.company {
            Company::Alone => 1,
            Company::Neighbour => 2,
            _ => CROWD + 1,
        }
    }

    /// Where the kitchens of a crowd stand one over the other, the guest's last: a line of words above and below.
    fn rows(&self) -> Area {
        Area::new(self.town.x, self.town.y + self.words, self.town.w, (self.town.h - 2.0 * self.words).max(1.0))
    }

    /// How wide a kitchen is.
    fn kitchen(&self) -> f32 {
        let part = if self.company.is_crowd() { 0.14 } else { 0.17 };
        self.town.w * if self.is_narrow { part * 1.15 } else { part }
    }

    /// A sender's or a receiver's kitchen.
    pub(super) fn host(&self, host: u32) -> Area {
        let (town, w, count) = (self.town, self.kitchen(), self.senders());
        if self.company.is_crowd() {
            return self.of_crowd(host);
        }
        let (row, is_receiver) = (host % 2, host >= 2);
        let each = town.h / count as f32;
        // Below each receiver stand two lines of words, below each sender one.
        let over = 2.0 * self.words;
        let h = (each - over - 2.0).min(w * 1.5).max(1.0);
        let y = town.y + each * row as f32 + (each - over - h).max(0.0) / 2.0;
        // A chef is narrower than a chip, and stands at the road all the same.
        let w = if self.is_xray { w } else { w.min(h * 0.62) };
        let x = if is_receiver { town.right() - w } else { town.x };
        Area::new(x, y, w, h)
    }

    /// The same where many send to one door.
    fn of_crowd(&self, host: u32) -> Area {
        let (town, rows) = (self.town, self.rows());
        if host == CROWD {
            let w = self.kitchen() * 1.3;
            let h = (town.h - 2.0 * self.words).min(w * 1.5);
            return Area::new(town.right() - w, town.y + (town.h - h) / 2.0, w, h);
        }
        let each = rows.h / self.senders() as f32;
        let row = if host > CROWD { CROWD } else { host };
        let (w, h) = ((each * 1.3).min(self.kitchen()), each - 1.0);
        Area::new(rows.x, rows.y + each * row as f32, w, h.max(1.0))
    }

    /// The part of a kitchen that its chef or its chip fills.
    pub(super) fn figure(&self, host: u32) -> Area {
        let area = self.host(host);
        let h = if self.is_xray { area.h.min(area.w * 0.72) } else { area.h };
        let y = if self.is_xray { area.cy() - h / 2.0 } else { area.bottom() - h };
        Area::new(area.x, y, area.w, h)
    }

    /// Whether a host is one that sends or receives here.
    pub(super) fn has_host(&self, host: u32) -> bool {
        match self.company {
            Company::Alone => host == 0 || host == 2,
            Company::Neighbour => host < 4,
            _ => host <= CROWD + 1,
        }
    }

    /// The middle of a crossing: the senders', the receivers', then the middle of each street.
    pub(super) fn crossing(&self, switch: u32) -> Point {
        let town = self.town;
        let y = self.middle();
        if self.company.is_crowd() {
            return [town.x + town.w * 0.62, y];
        }
        let edge = self.kitchen() + town.w * 0.09;
        match switch {
            0 => [town.x + edge, y],
            1 => [town.right() - edge, y],
            street => {
                let part = ((street - 2) as f32 + 0.5) / STREETS as f32;
                [town.cx(), town.y + town.h * (0.06 + 0.88 * part)]
            }
        }
    }

    /// Where the street's length is set: on the ground under the streets, the farther to the right.
    pub(super) fn stone(&self, at: usize) -> Point {
        let town = self.town;
        let [from, to] = if self.company.is_crowd() { [0.3, 0.56] } else { [0.36, 0.64] };
        // A hand there, half a finger high, ends above the card's heading.
        [town.x + town.w * (from + (to - from) * at as f32 / 3.0), town.bottom() - (town.h * 0.02).within(20.0, 24.0)]
    }

    /// Where the bundle is set: on the ground before the stones.
    pub(super) fn bundle(&self, at: usize) -> Point {
        let [_, y] = self.stone(0);
        [self.town.x + self.town.w * (0.05 + 0.055 * at as f32), y]
    }

    /// Where the flow's names are set: beside the crossing that hands them out, upwards.
    pub(super) fn stake(&self, at: usize) -> Point {
        let [x, _] = self.crossing(0);
        let x = x + self.street * 0.2;
        [x, self.town.y + self.town.h * (0.36 - 0.105 * at as f32)]
    }

    /// Where the sender's desk is, at which its rule is written.
    pub(super) fn desk(&self) -> Point {
        let area = self.host(0);
        [area.right() + 16.0, self.town.y + 22.0]
    }

    /// The bar in which the card's time is drawn.
    pub(super) fn bar(&self) -> Area {
        let area = self.lane;
        Area::new(area.x, area.y + self.words, area.w, (area.h - 2.1 * self.words).max(4.0))
    }

    /// A moment of the card's time, as a part of the run.
    pub(super) fn card(&self, part: f32) -> Point {
        let bar = self.bar();
        [bar.x + bar.w * part.within(0.0, 1.0), bar.cy()]
    }

    /// Where a parcel falls: on the street that is taken, or before the door.
    pub(super) fn spill(&self) -> Point {
        let town = self.town;
        [town.x + town.w * 0.72, town.bottom() - (town.h * 0.12).within(14.0, 60.0)]
    }

    /// The height at which the crossings stand: the door's that is looked at.
    fn middle(&self) -> f32 {
        if self.company == Company::Alone { self.host(0).cy() } else { self.town.cy() }
    }

    fn end(&self, end: Node) -> Point {
        match end {
            Node::Switch(switch) => self.crossing(switch),
            Node::Host(host) => {
                let area = self.host(host);
                let is_left = area.x < self.town.cx();
                [if is_left { area.right() + 1.0 } else { area.x - 1.0 }, area.cy()]
            }
        }
    }

    /// The way of a link, in the direction in which it carries.
    pub(super) fn way(&self, link: &Link) -> Way {
        let (from, to) = (self.end(link.from), self.end(link.to));
        let mut way = Way::new();
        let x = f32::midpoint(from[0], to[0]);
        way.curve(from, [x, from[1]], [x, to[1]], to);
        way
    }
}

pub(super) fn parcel(list: &mut DisplayList, [x, y]: Point, r: f32, token: Token) {
    list.rect(x - r, y - r * 0.8, 2.0 * r, 1.6 * r, r * 0.2, Style::fill(token).outline(Token::Ink, 1.4));
}
