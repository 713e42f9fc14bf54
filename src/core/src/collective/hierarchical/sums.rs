//! All-reduce, barrier, broadcast and reduce on a grid, in slices.

use crate::collective::Op;
use crate::collective::double_binary_tree;
use crate::collective::hierarchical::Inner;
use crate::collective::hierarchical::grid::Grid;
use crate::collective::hierarchical::writer::{Line, Writer};
use crate::collective::plan::{Action, Plan};
use crate::collective::tree::Tree;

/// Dimensions whose lines cut a slice into parts, and what a part of each is worth in the smallest ones.
struct Cut {
    widths: Vec<u32>,
    parts: u32,
}

impl Cut {
    fn of(grid: Grid<'_>) -> Cut {
        let trees = grid.dims.last().is_some_and(|dim| dim.inner == Inner::Trees);
        let cut = grid.dims.len() - usize::from(trees);
        let mut widths = vec![1; cut];
        for dim in (1..cut).rev() {
            widths[dim - 1] = widths[dim] * grid.dims[dim].size;
        }
        Cut { parts: grid.stride(cut), widths }
    }

    /// The first part of those that a place is left with once it has met in the dimensions before `dim`.
    fn base(&self, grid: Grid<'_>, at: u32, dim: usize) -> u32 {
        (0..dim).map(|before| grid.digit(at, before) * self.widths[before]).sum()
    }
}

pub(super) fn plan(op: Op, grid: Grid<'_>, slices: u32) -> Plan {
    let cut = Cut::of(grid);
    let dims = cut.widths.len() as u32;
    let mut writer = Writer::new(op, grid, slices * cut.parts);
    let mut rails = Rails::new(op, grid, &cut);
    for slice in 0..slices {
        let first = slice * cut.parts;
        let step = slice * (4 * dims + 2);
        writer.lanes.turn(slice);
        if op == Op::Broadcast {
            hand_out(&mut writer, &cut, first, step);
        } else {
            meet(&mut writer, &cut, first, |dim| step + 2 * dim, false);
        }
        rails.cross(&mut writer, op, slice, first, step + 2 * dims);
        let back = |dim: u32| step + 2 * dims + 2 + 2 * (dims - 1 - dim);
        if op == Op::Reduce {
            bring_in(&mut writer, &cut, first, back);
        } else {
            meet(&mut writer, &cut, first, back, true);
        }
    }
    writer.builder.finish()
}

/// Reduce-scatters in all dimensions, or the all-gathers on the way back.
fn meet(writer: &mut Writer<'_>, cut: &Cut, first: u32, step: impl Fn(u32) -> u32, gathers: bool) {
    let (grid, dims) = (writer.grid, cut.widths.len());
    for turn in 0..dims {
        let dim = if gathers { dims - 1 - turn } else { turn };
        for start in grid.lines(dim) {
            let first = first + cut.base(grid, start, dim);
            let line = Line { dim, start, first, width: cut.widths[dim], step: step(dim as u32) };
            if gathers { writer.all_gather(line) } else { writer.reduce_scatter(line) }
        }
    }
}

/// Where the root's parts have come to, or come from: places that stand where the root does from `dim` on.
fn root_lines(grid: Grid<'_>, dim: usize) -> u32 {
    grid.stride(dim)
}

/// The root's buffer is scattered dimension by dimension.
fn hand_out(writer: &mut Writer<'_>, cut: &Cut, first: u32, step: u32) {
    let grid = writer.grid;
    for dim in 0..cut.widths.len() {
        for at in 0..root_lines(grid, dim) {
            for to in 1..grid.dims[dim].size {
                let part = first + cut.base(grid, at, dim) + to * cut.widths[dim];
                writer.send(dim, at, to, (part, cut.widths[dim]), Action::Copy, step + 2 * dim as u32);
            }
        }
    }
}

/// The root's sums come in dimension by dimension.
fn bring_in(writer: &mut Writer<'_>, cut: &Cut, first: u32, step: impl Fn(u32) -> u32) {
    let grid = writer.grid;
    for dim in (0..cut.widths.len()).rev() {
        for home in 0..root_lines(grid, dim) {
            for from in 1..grid.dims[dim].size {
                let part = first + cut.base(grid, home, dim) + from * cut.widths[dim];
                let at = grid.turned(home, dim, from);
                writer.send(dim, at, 0, (part, cut.widths[dim]), Action::Copy, step(dim as u32));
            }
        }
    }
}

/// Trees over the last dimension: one pair for all rails, whose places are numbered there.
struct Rails {
    trees: [Tree; 2],
    /// By rail, its part of a slice.
    parts: Vec<u32>,
    last: Vec<Option<u32>>,
}

impl Rails {
    fn new(op: Op, grid: Grid<'_>, cut: &Cut) -> Rails {
        let size = grid.len() / cut.parts;
        let places: Vec<Vec<u32>> = (0..size).map(|place| vec![place]).collect();
        let trees = if matches!(op, Op::AllReduce | Op::Barrier) {
            double_binary_tree::pair(&places)
        } else {
            [Tree::over(&places, |at| at), Tree::over(&places, |at| at)]
        };
        let last = vec![None; 4 * trees[0].up.len() * cut.parts as usize];
        let parts = (0..cut.parts).map(|rail| cut.base(grid, rail, cut.widths.len())).collect();
        Rails { trees, parts, last }
    }

    /// Each rail's part of a slice is summed, copied, or both.
    fn cross(&mut self, writer: &mut Writer<'_>, op: Op, slice: u32, first: u32, step: u32) {
        let which = (slice % 2) as usize;
        let tree = &self.trees[which];
        let edges = tree.up.len();
        let rails = self.parts.len();
        for (rail, part) in self.parts.iter().enumerate() {
            let part = (first + part, 1);
            let mut pass = |edge: usize, down: usize, from: u32, to: u32, action| {
                let lane = ((which * 2 + down) * edges + edge) * rails + rail;
                let place = |number: u32| number * rails as u32 + rail as u32;
                let moved = writer.hop(place(from), place(to), part, action, which, step + down as u32);
                self.last[lane] = Some(writer.builder.push(moved, self.last[lane]));
            };
            if op != Op::Broadcast {
                for (edge, &(child, parent)) in tree.up.iter().enumerate() {
                    pass(edge, 0, child, parent, Action::Reduce);
                }
            }
            if op != Op::Reduce {
                for (edge, &(child, parent)) in tree.up.iter().enumerate().rev() {
                    pass(edge, 1, parent, child, Action::Copy);
                }
            }
        }
    }
}
