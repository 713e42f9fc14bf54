//! Meetings on the lines of one dimension, with the order on each connection kept.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place};
use crate::plans::hierarchical::Inner;
use crate::plans::hierarchical::grid::Grid;
use crate::plans::in_network::Lanes;

/// A meeting on one line: where it starts in the grid, and the parts that it is about: one of `width` for each member.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) dim: usize,
    pub(super) start: u32,
    pub(super) first: u32,
    pub(super) width: u32,
    pub(super) step: u32,
}

/// The plan being written, with the last move on each connection.
pub(super) struct Writer<'a> {
    pub(super) builder: Builder,
    pub(super) grid: Grid<'a>,
    pub(super) lanes: Lanes,
    /// Members of a line of the first dimension that own parts; all but where a switch has fewer heads.
    pub(super) heads: u32,
    /// Each place stands for all members of a domain.
    pub(super) stands: bool,
    /// By sender, by the receiver's place on the sender's lines, and by what it does: sums first, copies later.
    last: Vec<Option<u32>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(op: Op, grid: Grid<'a>, chunks: u32) -> Writer<'a> {
        let members = grid.dims[0].size;
        let switches = if grid.dims[0].inner == Inner::Switch { grid.len() / members } else { 0 };
        let reach: u32 = grid.dims.iter().map(|dim| dim.size).sum();
        let last = vec![None; 2 * grid.len() as usize * reach as usize];
        let builder = Builder::new(op, grid.len(), switches, chunks);
        Writer { builder, grid, lanes: Lanes::new(grid.len()), heads: members, stands: false, last }
    }

    /// From a place to another on one of its lines.
    pub(super) fn send(&mut self, dim: usize, at: u32, to: u32, part: (u32, u32), action: Action, step: u32) {
        self.send_behind(to, dim, at, to, part, action, step);
    }

    /// [`Writer::send`] behind the last move of that `lane`, of which a place has one for each member of its line. Round a ring it is
    /// the hop: a slice's hop waits for what it hands on and for the same hop of the slice before it.
    #[allow(clippy::too_many_arguments)] // a move, field by field
    fn send_behind(&mut self, lane: u32, dim: usize, at: u32, to: u32, part: (u32, u32), action: Action, step: u32) {
        let sizes = || self.grid.dims.iter().map(|dim| dim.size);
        let before: u32 = sizes().take(dim).sum();
        let copies = u32::from(action == Action::Copy);
        let lane = ((at * sizes().sum::<u32>() + before + lane) * 2 + copies) as usize;
        let moved = self.hop(at, self.grid.turned(at, dim, to), part, action, 0, step);
        self.last[lane] = Some(self.builder.push(moved, self.last[lane]));
    }

    /// A move between two places.
    pub(super) fn hop(&self, at: u32, to: u32, part: (u32, u32), action: Action, channel: usize, step: u32) -> Move {
        Move {
            from: Place::Rank(self.grid.ranks[at as usize]),
            to: Place::Rank(self.grid.ranks[to as usize]),
            chunk: part.0,
            chunks: part.1,
            action,
            channel: channel as u16,
            step: step as u16,
        }
    }

    fn rank(&self, line: Line, member: u32) -> u32 {
        self.grid.ranks[self.grid.turned(line.start, line.dim, member) as usize]
    }

    /// The parts of the members from `member` on.
    fn parts(line: Line, member: u32, members: u32) -> (u32, u32) {
        (line.first + member * line.width, members * line.width)
    }

    fn pass(&mut self, line: Line, from: u32, to: u32, part: (u32, u32), action: Action) {
        let at = self.grid.turned(line.start, line.dim, from);
        self.send(line.dim, at, to, part, action, line.step);
    }

    /// A hop round the ring of a line's members.
    fn hand_on(&mut self, line: Line, hop: u32, from: u32, part: (u32, u32), action: Action) {
        let at = self.grid.turned(line.start, line.dim, from);
        let to = (from + 1) % self.grid.dims[line.dim].size;
        self.send_behind(hop, line.dim, at, to, part, action, line.step);
    }

    /// Each member's part is summed over the line at that member.
    pub(super) fn reduce_scatter(&mut self, line: Line) {
        let (m, domain) = (self.grid.dims[line.dim].size, line.start / self.grid.dims[0].size);
        match self.grid.dims[line.dim].inner {
            _ if m < 2 && !self.stands => {}
            Inner::Switch => {
                for i in 0..m {
                    let rank = self.rank(line, i);
                    self.lanes.up(&mut self.builder, rank, domain, Self::parts(line, 0, self.heads), line.step);
                }
                for i in 0..self.heads {
                    let rank = self.rank(line, i);
                    self.lanes.fetch(&mut self.builder, rank, domain, Self::parts(line, i, 1), line.step + 1);
                }
            }
            Inner::Direct => {
                for (i, distance) in (0..m).flat_map(|i| (1..m).map(move |distance| (i, distance))) {
                    let to = (i + distance) % m;
                    self.pass(line, i, to, Self::parts(line, to, 1), Action::Reduce);
                }
            }
            Inner::Ring | Inner::Trees => {
                for (hop, i) in (0..m - 1).flat_map(|hop| (0..m).map(move |i| (hop, i))) {
                    let shard = (i + m - 1 - hop) % m;
                    self.hand_on(line, hop, i, Self::parts(line, shard, 1), Action::Reduce);
                }
            }
            Inner::HalvingDoubling => {
                for (bit, i) in (0..m.ilog2()).rev().flat_map(|bit| (0..m).map(move |i| (bit, i))) {
                    let to = i ^ 1 << bit;
                    self.pass(line, i, to, Self::parts(line, to >> bit << bit, 1 << bit), Action::Reduce);
                }
            }
        }
    }

    /// Each member's part goes from it to the whole line.
    pub(super) fn all_gather(&mut self, line: Line) {
        let (m, domain) = (self.grid.dims[line.dim].size, line.start / self.grid.dims[0].size);
        match self.grid.dims[line.dim].inner {
            _ if m < 2 && !self.stands => {}
            Inner::Switch => {
                for i in 0..self.heads {
                    let rank = self.rank(line, i);
                    self.lanes.put(&mut self.builder, rank, domain, Self::parts(line, i, 1), line.step);
                }
                for i in 0..m {
                    let rank = self.rank(line, i);
                    self.lanes.down(&mut self.builder, rank, domain, Self::parts(line, 0, self.heads), line.step + 1);
                }
            }
            Inner::Direct => {
                for (i, distance) in (0..m).flat_map(|i| (1..m).map(move |distance| (i, distance))) {
                    self.pass(line, i, (i + distance) % m, Self::parts(line, i, 1), Action::Copy);
                }
            }
            Inner::Ring | Inner::Trees => {
                for (hop, i) in (0..m - 1).flat_map(|hop| (0..m).map(move |i| (hop, i))) {
                    let shard = (i + m - hop) % m;
                    self.hand_on(line, hop, i, Self::parts(line, shard, 1), Action::Copy);
                }
            }
            Inner::HalvingDoubling => {
                for (bit, i) in (0..m.ilog2()).flat_map(|bit| (0..m).map(move |i| (bit, i))) {
                    self.pass(line, i, i ^ 1 << bit, Self::parts(line, i >> bit << bit, 1 << bit), Action::Copy);
                }
            }
        }
    }
}
