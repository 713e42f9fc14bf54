//! All-reduce, barrier, broadcast and reduce on a grid, in slices.

use crate::Op;
use crate::nccl::calibration::NVLS_HEADS;
use crate::plan::{Action, Plan};
use crate::plans::double_binary_tree;
use crate::plans::hierarchical::Inner;
use crate::plans::hierarchical::grid::Grid;
use crate::plans::hierarchical::writer::{Line, Writer};
use crate::plans::tree::Tree;

/// Dimensions whose lines cut a slice into parts, and what a part of each is worth in the smallest ones. Of the first
/// dimension's members `heads` own parts: a switch has at most [`NVLS_HEADS`].
struct Cut {
    widths: Vec<u32>,
    parts: u32,
    heads: u32,
}

impl Cut {
    fn of(grid: Grid<'_>) -> Cut {
        let trees = grid.dims.last().is_some_and(|dim| dim.inner == Inner::Trees);
        let cut = grid.dims.len() - usize::from(trees);
        let mut widths = vec![1; cut];
        for dim in (1..cut).rev() {
            widths[dim - 1] = widths[dim] * grid.dims[dim].size;
        }
        let dim = &grid.dims[0];
        let heads = if dim.inner == Inner::Switch { dim.size.min(NVLS_HEADS) } else { dim.size };
        Cut { parts: grid.stride(cut) / dim.size * heads, widths, heads }
    }

    /// The first part of those that a place is left with once it has met in the dimensions before `dim`.
    fn base(&self, grid: Grid<'_>, at: u32, dim: usize) -> u32 {
        (0..dim).map(|before| grid.digit(at, before) * self.widths[before]).sum()
    }

    /// Whether a place owns a part of what its line of the first dimension holds.
    fn owns(&self, grid: Grid<'_>, at: u32) -> bool {
        grid.digit(at, 0) < self.heads
    }

    /// How many places of a line own parts.
    fn owners(&self, grid: Grid<'_>, dim: usize) -> u32 {
        if dim == 0 { self.heads } else { grid.dims[dim].size }
    }
}

/// With `stands`, each place stands for all members of its domain, and lines of heads have a channel of their own.
pub(super) fn plan(op: Op, grid: Grid<'_>, slices: u32, stands: bool) -> Plan {
    let cut = Cut::of(grid);
    let dims = cut.widths.len() as u32;
    let mut writer = Writer::new(op, grid, slices * cut.parts);
    writer.heads = cut.heads;
    writer.stands = stands;
    writer.lanes.heads = u16::from(stands);
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
        for start in grid.lines(dim).filter(|&start| cut.owns(grid, start)) {
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
        for at in (0..root_lines(grid, dim)).filter(|&at| cut.owns(grid, at)) {
            for to in 1..cut.owners(grid, dim) {
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
        for home in (0..root_lines(grid, dim)).filter(|&at| cut.owns(grid, at)) {
            for from in 1..cut.owners(grid, dim) {
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
    /// By rail, its place on the first tree node and its part of a slice.
    lines: Vec<(u32, u32)>,
    /// Places before the trees' dimension.
    stride: u32,
    last: Vec<Option<u32>>,
}

impl Rails {
    fn new(op: Op, grid: Grid<'_>, cut: &Cut) -> Rails {
        let stride = grid.stride(cut.widths.len());
        let size = grid.len() / stride;
        let places: Vec<Vec<u32>> = (0..size).map(|place| vec![place]).collect();
        let trees = if matches!(op, Op::AllReduce | Op::Barrier) {
            double_binary_tree::pair(&places)
        } else {
            [Tree::over(&places, |at| at), Tree::over(&places, |at| at)]
        };
        let last = vec![None; 4 * trees[0].up.len() * cut.parts as usize];
        let owners = (0..stride).filter(|&at| cut.owns(grid, at));
        let lines = owners.map(|at| (at, cut.base(grid, at, cut.widths.len()))).collect();
        Rails { trees, lines, stride, last }
    }

    /// Each rail's part of a slice is summed, copied, or both.
    fn cross(&mut self, writer: &mut Writer<'_>, op: Op, slice: u32, first: u32, step: u32) {
        let which = (slice % 2) as usize;
        let tree = &self.trees[which];
        let edges = tree.up.len();
        let rails = self.lines.len();
        for (rail, &(at, part)) in self.lines.iter().enumerate() {
            let part = (first + part, 1);
            let mut pass = |edge: usize, down: usize, from: u32, to: u32, action| {
                let lane = ((which * 2 + down) * edges + edge) * rails + rail;
                let place = |number: u32| number * self.stride + at;
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
