//! A machine seen as kitchens: where its chefs stand, what joins them (corridor, tunnels, exchange), and the way that
//! each slip takes. Levels of detail: a chef behind a counter, or a hat.

use super::cast::BUST;
use super::geom::{Area, Point, Way, Within as _};
use super::index::RunIndex;
use super::ways::Surface;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, TaskId, Work};

/// What joins the chefs of one kitchen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hub {
    Corridor,
    Tunnels,
    Exchange,
}

/// How much of a chef is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    Bust,
    Hat,
}

/// A hat in art units.
const HAT: [f32; 2] = [34.0, 46.0];
/// The cube mesh is drawn so that most of its tunnels are short.
const TWO_ROWS: [usize; 8] = [0, 1, 5, 4, 3, 2, 6, 7];
const ONE_ROW: [usize; 8] = [0, 3, 2, 1, 5, 6, 7, 4];
const MAX_KITCHENS: usize = 12;

/// The layout of a machine in an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    pub(crate) hub: Hub,
    pub(crate) detail: Detail,
    pub(crate) scale: f32,
    pub(crate) kitchens: usize,
    /// GPUs of a kitchen, and of all.
    per: usize,
    pub(crate) gpus: usize,
    columns: usize,
    /// Rows above and below the hub.
    above: usize,
    below: usize,
    area: Area,
    /// The height of a row, of the hub, of the strip with the street.
    row_h: f32,
    pub(crate) hub_h: f32,
    pub(crate) street_h: f32,
    pub(crate) street: Surface,
    /// Room for a page beside each chef, in CSS pixels.
    pub(crate) page_w: f32,
    xray: bool,
}

impl Machine {
    /// Lays out the machine of a run; `page` is the width kept free at the right of each chef, as a part of its cell.
    pub(crate) fn new(run: &Run, index: &RunIndex, area: Area, page: f32, xray: bool) -> Machine {
        let hub = if index.has_nvswitch {
            Hub::Exchange
        } else if index.has_nvlink {
            Hub::Tunnels
        } else {
            Hub::Corridor
        };
        let kitchens = index.nodes.clamp(1, MAX_KITCHENS);
        let per = index.per_node.max(1);
        let gpus = run.topology.gpus.len().clamp(1, per * kitchens);
        let street_h = if kitchens > 1 { (area.h * 0.2).within(20.0, 46.0) } else { 0.0 };
        let street = index.street.map_or(Surface::Rails, Surface::of);
        let empty = Machine {
            hub,
            detail: Detail::Hat,
            scale: 0.0,
            kitchens,
            per,
            gpus,
            columns: per,
            above: 1,
            below: 0,
            area,
            row_h: 1.0,
            hub_h: 1.0,
            street_h,
            street,
            page_w: 0.0,
            xray,
        };
        let mut best = empty;
        for rows in 1..=per.min(8) {
            for below in if rows == 1 { [0, 0] } else { [rows / 2, 0] } {
                for detail in [Detail::Bust, Detail::Hat] {
                    let next = empty.with_rows(rows - below, below, detail, page);
                    if next.worth() > best.worth() {
                        best = next;
                    }
                }
            }
        }
        best
    }

    fn with_rows(mut self, above: usize, below: usize, detail: Detail, page: f32) -> Machine {
        let rows = above + below;
        let room = self.room(0);
        self.columns = self.per.div_ceil(rows);
        (self.above, self.below, self.detail) = (above, below, detail);
        let unit = if detail == Detail::Bust { BUST } else { HAT };
        let cell = room.w / self.columns as f32;
        self.page_w = cell * page;
        let share = match (self.hub, below > 0) {
            (Hub::Tunnels, true) if room.h > 120.0 => 0.34,
            (_, true) if page == 0.0 => 0.3,
            (_, true) => 0.26,
            _ => 0.3,
        };
        self.hub_h = (room.h * share).within(20.0, 120.0).min(room.h * 0.5);
        if page == 0.0 {
            // What the chefs cannot use for their width is the machine's.
            let tall = (cell / unit[0]).min(if detail == Detail::Hat { 1.6 } else { f32::MAX }) * unit[1];
            self.hub_h = self.hub_h.max((room.h - rows as f32 * (tall + 3.0)).min(room.h * 0.46));
        }
        // Tunnels end over the hats below, not in them; they are lower for it, the chefs are not.
        let air = if self.has_air() { (room.h * 0.04).within(3.0, 16.0) } else { 2.0 };
        self.hub_h -= rows as f32 * (air - 2.0);
        self.row_h = (room.h - self.hub_h) / rows as f32;
        self.scale = ((cell - self.page_w) / unit[0]).min((self.row_h - air) / unit[1]).max(0.0);
        if detail == Detail::Hat {
            self.scale = self.scale.min(1.6);
        }
        self.page_w = self.page_w.min(self.scale * 130.0);
        self
    }

    /// Whether there is to be room between the tunnels and the chefs below them.
    fn has_air(&self) -> bool {
        self.hub == Hub::Tunnels && self.below > 0 && self.page_w == 0.0 && !self.xray
    }

    /// A layout's worth: how large the chefs are; busts where they can be told apart, and rather rows on both sides.
    fn worth(&self) -> f32 {
        if self.scale <= 0.0 {
            return 0.0;
        }
        let both = match (self.hub, self.below > 0 && self.above == self.below) {
            // Most of a cube mesh's tunnels are straight between two rows.
            (Hub::Tunnels, true) if self.per == 8 => 2.4,
            // A meeting is seen as one when its chefs sit around it.
            (_, true) if self.page_w == 0.0 => 1.8,
            (_, true) => 1.12,
            _ => 1.0,
        };
        match self.detail {
            Detail::Bust if self.scale >= 0.17 && self.gpus <= 16 => 10.0 + self.scale * 4.0 * both,
            Detail::Bust => 0.0,
            Detail::Hat => self.scale * both,
        }
    }

    /// Many tunnels in little room.
    pub(crate) fn is_dense(&self) -> bool {
        self.hub == Hub::Tunnels && self.gpus > 4 && self.area.w < 480.0
    }

    /// The room of kitchen `node`.
    pub(crate) fn room(&self, node: usize) -> Area {
        let gap = if self.kitchens > 4 { 4.0 } else { 8.0 };
        let w = (self.area.w - gap * (self.kitchens as f32 - 1.0)) / self.kitchens as f32;
        Area::new(self.area.x + node as f32 * (w + gap), self.area.y, w, self.area.h - self.street_h)
    }

    pub(crate) fn node_of(&self, rank: usize) -> usize {
        (rank / self.per.max(1)).min(self.kitchens - 1)
    }

    /// The band of the hub in a kitchen.
    pub(crate) fn band(&self, node: usize) -> Area {
        let room = self.room(node);
        Area::new(room.x, room.y + self.above as f32 * self.row_h, room.w, self.hub_h)
    }

    /// Where a chef is inside its kitchen: column, row, and whether above the hub.
    fn slot(&self, rank: usize) -> (usize, usize, bool) {
        let local = rank % self.per.max(1);
        let order = match (self.hub, self.per, self.above, self.below) {
            (Hub::Tunnels, 8, 1, 1) => Some(TWO_ROWS),
            (Hub::Tunnels, 8, 1, 0) => Some(ONE_ROW),
            _ => None,
        };
        let slot = order.and_then(|order| order.iter().position(|&r| r == local)).unwrap_or(local);
        let (row, column) = (slot / self.columns, slot % self.columns);
        (column, row, row < self.above)
    }

    /// How many chefs stand in the row.
    fn in_row(&self, row: usize) -> usize {
        self.per.saturating_sub(row * self.columns).min(self.columns).max(1)
    }

    /// The cell of a chef: its figure and its page.
    pub(crate) fn cell(&self, rank: usize) -> Area {
        let room = self.room(self.node_of(rank));
        let (column, row, above) = self.slot(rank);
        let w = room.w / self.columns as f32;
        let missing = (self.columns - self.in_row(row)) as f32 * w;
        let y = room.y + row as f32 * self.row_h + if above { 0.0 } else { self.hub_h };
        Area::new(room.x + missing / 2.0 + column as f32 * w, y, w, self.row_h)
    }

    /// The part of the cell kept for a page.
    pub(crate) fn page(&self, rank: usize) -> Area {
        let cell = self.cell(rank);
        let figure = self.figure_w();
        let pad = ((cell.w - figure - self.page_w) / 2.0).max(0.0);
        Area::new(cell.x + pad + figure, cell.y, self.page_w, cell.h)
    }

    fn figure_w(&self) -> f32 {
        self.scale * if self.detail == Detail::Bust { BUST[0] } else { HAT[0] }
    }

    /// A bust's foot, or the middle of a hat's band.
    pub(crate) fn chef(&self, rank: usize) -> Point {
        let cell = self.cell(rank);
        let pad = ((cell.w - self.figure_w() - self.page_w) / 2.0).max(0.0);
        let x = cell.x + pad + self.figure_w() / 2.0;
        let (.., above) = self.slot(rank);
        match self.detail {
            Detail::Bust => {
                let free = (cell.h - BUST[1] * self.scale).max(0.0);
                let over = match above {
                    true => 0.9,
                    false if self.has_air() => 0.95,
                    false => 0.35,
                };
                [x, cell.y + free * over + BUST[1] * self.scale]
            }
            Detail::Hat => [x, cell.cy() + 5.0 * self.scale],
        }
    }

    /// A bust's chip in the x-ray: at the end of its line.
    pub(crate) fn chip(&self, rank: usize) -> Area {
        let ([x, y], s) = (self.chef(rank), self.scale);
        let (top, tall) = match (self.page_w > 0.0, self.slot(rank).2) {
            (true, _) => (126.0, 126.0),
            (_, true) => (100.0, 100.0),
            (_, false) => (182.0, 100.0),
        };
        Area::new(x - 48.0 * s, y - top * s, 96.0 * s, tall * s)
    }

    /// Where a slip leaves its chef.
    pub(crate) fn hand(&self, rank: usize) -> Point {
        let [x, y] = self.chef(rank);
        let (.., above) = self.slot(rank);
        match (self.detail, above) {
            (Detail::Bust, true) => [x, y - 4.0 * self.scale],
            (Detail::Bust, false) if self.has_air() => [x, self.cell(rank).y],
            (Detail::Bust, false) => [x, y - if self.xray && self.page_w > 0.0 { 126.0 } else { 182.0 } * self.scale],
            (Detail::Hat, true) => [x, y + 14.0 * self.scale],
            (Detail::Hat, false) => [x, y - 20.0 * self.scale],
        }
    }

    /// Where a chef's line meets the hub's board (or the corridor's middle).
    pub(crate) fn port(&self, rank: usize) -> Point {
        let board = self.board(self.node_of(rank));
        let (.., above) = self.slot(rank);
        let x = self.hand(rank)[0];
        match self.hub {
            Hub::Corridor => [x, board.cy()],
            _ => [x, if above { board.y } else { board.bottom() }],
        }
    }

    /// The exchange's board, or the corridor's bar, inside the band.
    pub(crate) fn board(&self, node: usize) -> Area {
        let band = self.band(node);
        let pad = match self.detail {
            Detail::Bust => (band.w * 0.03).min(20.0),
            Detail::Hat => (band.w * 0.02).min(10.0),
        };
        let (top, bottom) = if self.below > 0 { (0.16, 0.16) } else { (0.34, 0.04) };
        Area::new(band.x + pad, band.y + band.h * top, band.w - 2.0 * pad, band.h * (1.0 - top - bottom))
    }

    /// The strip between a chef's cell, or the page in it, and the board.
    pub(crate) fn beside(&self, rank: usize) -> Area {
        let (cell, board) = (self.cell(rank), self.board(self.node_of(rank)));
        let (.., above) = self.slot(rank);
        let (top, bottom) = if above { (cell.bottom(), board.y) } else { (board.bottom(), cell.y) };
        Area::new(cell.x, top + 1.0, cell.w, (bottom - top - 2.0).max(0.0))
    }

    /// The line from a chef to the hub.
    pub(crate) fn line(&self, rank: usize) -> Way {
        let mut way = Way::new();
        way.push(self.hand(rank));
        way.push(self.port(rank));
        way
    }

    /// The tunnel between two chefs of one kitchen.
    pub(crate) fn tunnel(&self, a: usize, b: usize) -> Way {
        let (from, to) = (self.hand(a), self.hand(b));
        let band = self.band(self.node_of(a));
        let mut way = Way::new();
        let (above_a, above_b) = (self.slot(a).2, self.slot(b).2);
        let span = (to[0] - from[0]).abs() / band.w.max(1.0);
        let reach = match (above_a == above_b, self.below > 0) {
            // Neighbours are joined along the counters, so that the middle is free for the tunnels across.
            (true, true) => (self.hub_h * (span * span).min(0.62)).max(band.h * 0.16),
            // Wider arcs go deeper, so that they do not lie on one another.
            (true, false) => band.h * (0.35 + 1.1 * span).min(1.15),
            (false, _) => self.hub_h * 0.22,
        };
        let bend = |above: bool| if above { reach } else { -reach };
        way.curve(from, [from[0], from[1] + bend(above_a)], [to[0], to[1] + bend(above_b)], to);
        way
    }

    /// A kitchen's door to the street.
    pub(crate) fn door(&self, node: usize) -> Point {
        let room = self.room(node);
        [room.cx(), room.bottom()]
    }

    pub(crate) fn street_y(&self) -> f32 {
        self.area.bottom() - self.street_h * 0.5
    }

    /// The way of a transfer; `None` for ranks that are not there. In a `crowd`, each receiver has a height of its own in an
    /// exchange.
    pub(crate) fn way(&self, run: &Run, task: TaskId, crowd: bool) -> Option<Way> {
        let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] else { return None };
        let (a, b) = (src as usize, dst as usize);
        if a >= self.gpus || b >= self.gpus {
            return None;
        }
        let (from, to) = (self.node_of(a), self.node_of(b));
        let mut way = Way::new();
        match run.graph.labels[task as usize].kind {
            Kind::SwitchReduce => self.push_to_sum(&mut way, a),
            Kind::SwitchMulticast => {
                self.push_to_sum(&mut way, b);
                way.reverse();
            }
            _ if from == to && self.hub == Hub::Tunnels => return Some(self.tunnel(a, b)),
            _ if from == to => {
                let board = self.board(from);
                // Those above and those below keep to their own side.
                let y = match (self.below, self.slot(a).2) {
                    _ if crowd => board.y + board.h * (0.08 + 0.84 * ((b % self.per) as f32 + 0.5) / self.per as f32),
                    (0, _) => board.cy(),
                    (_, true) => board.y + board.h * 0.25,
                    (_, false) => board.bottom() - board.h * 0.25,
                };
                for (hand, first) in [(self.hand(a), true), (self.hand(b), false)] {
                    way.push(if first { hand } else { [hand[0], y] });
                    way.push(if first { [hand[0], y] } else { hand });
                }
            }
            _ => self.abroad(&mut way, a, b),
        }
        Some(way)
    }

    fn push_to_sum(&self, way: &mut Way, rank: usize) {
        let board = self.board(self.node_of(rank));
        let port = self.port(rank);
        way.push(self.hand(rank));
        way.push(port);
        way.push([port[0], board.cy()]);
        way.push([board.cx(), board.cy()]);
    }

    fn abroad(&self, way: &mut Way, a: usize, b: usize) {
        let y = self.street_y();
        let leave = |way: &mut Way, rank: usize| {
            let node = self.node_of(rank);
            let (hand, door, board) = (self.hand(rank), self.door(node), self.board(node));
            way.push(hand);
            way.push([hand[0], board.cy()]);
            way.push([door[0], board.cy()]);
            way.push([door[0], y]);
        };
        leave(way, a);
        let mut home = Way::new();
        leave(&mut home, b);
        for &point in home.points().iter().rev() {
            way.push(point);
        }
    }

    /// The street's line past all doors.
    pub(crate) fn road(&self) -> Way {
        let mut way = Way::new();
        let first = self.door(0)[0].min(self.area.x + 40.0);
        let last = self.door(self.kitchens - 1)[0].max(self.area.right() - 40.0);
        way.push([first, self.street_y()]);
        way.push([last, self.street_y()]);
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::topology::{self, ClusterSpec};

    fn check(system: &str, nodes: u32, size: [f32; 2]) {
        let system = topology::system(system).unwrap();
        let topology = topology::build(&ClusterSpec::new(system, nodes)).unwrap();
        let run = Run::new(topology, kitchen_core::sim::task::TaskGraph::new(), kitchen_core::trace::Trace::default());
        let index = RunIndex::new(&run);
        let area = Area::new(10.0, 20.0, size[0], size[1]);
        let machine = Machine::new(&run, &index, area, 0.0, false);
        assert!(machine.scale > 0.0);
        for rank in 0..machine.gpus {
            let cell = machine.cell(rank);
            let inside = cell.x >= area.x - 0.5
                && cell.right() <= area.right() + 0.5
                && cell.y >= area.y - 0.5
                && cell.bottom() <= area.bottom() + 0.5;
            assert!(inside, "{} chef {rank}: {cell:?} outside {area:?}", system.id);
            for other in 0..rank {
                let o = machine.cell(other);
                let apart = o.right() <= cell.x + 0.5
                    || cell.right() <= o.x + 0.5
                    || o.bottom() <= cell.y + 0.5
                    || cell.bottom() <= o.y + 0.5;
                assert!(apart, "{}: chefs {other} and {rank} overlap", system.id);
            }
        }
    }

    #[test]
    fn every_chef_has_a_place_of_its_own() {
        for size in [[330.0, 120.0], [440.0, 110.0], [600.0, 300.0], [1800.0, 700.0]] {
            check("pcie-8", 1, size);
            check("dgx1-v100", 1, size);
            check("dgx-h100", 2, size);
            check("dgx-h100", 9, size);
            check("gb200-nvl72", 1, size);
        }
    }
}
