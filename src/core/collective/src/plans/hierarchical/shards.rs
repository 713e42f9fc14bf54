//! All-gather and reduce-scatter on a grid: part p is the shard of the rank at place p. A block is the shards of one line
//! of the first dimension.

use crate::Op;
use crate::plan::{Action, Plan};
use crate::plans::hierarchical::Inner;
use crate::plans::hierarchical::grid::Grid;
use crate::plans::hierarchical::writer::{Line, Writer};

pub(super) fn plan(op: Op, grid: Grid<'_>) -> Plan {
    let m = grid.dims[0].size;
    let blocks = grid.len() / m;
    let line = |start: u32, block: u32, step: u32| Line { dim: 0, start: start * m, first: block * m, width: 1, step };
    let mut across = Across { writer: Writer::new(op, grid, grid.len()), m, blocks, step: 0 };
    if op == Op::ReduceScatter {
        for block in 0..blocks {
            (0..blocks).for_each(|at| across.writer.reduce_scatter(line(at, block, 2 * block)));
        }
        across.step = 2 * blocks;
        (1..grid.dims.len()).for_each(|dim| across.reduce(dim));
    } else {
        let mut held: Vec<Vec<u32>> = (0..blocks).map(|block| vec![block]).collect();
        (1..grid.dims.len()).rev().for_each(|dim| held = across.gather(dim, &held));
        // Blocks are handed on inside as they come.
        for round in 0..blocks {
            for (at, held) in (0..).zip(&held) {
                across.writer.all_gather(line(at, held[round as usize], across.step + 1 + 2 * round));
            }
        }
    }
    across.writer.builder.finish()
}

/// The moves between lines of the first dimension, on all rails alike. Lines and blocks have the same numbers.
struct Across<'a> {
    writer: Writer<'a>,
    m: u32,
    blocks: u32,
    step: u32,
}

impl Across<'_> {
    /// The digit of a block in a dimension after the first.
    fn digit(&self, block: u32, dim: usize) -> u32 {
        self.writer.grid.digit(block * self.m, dim)
    }

    fn turned(&self, block: u32, dim: usize, digit: u32) -> u32 {
        self.writer.grid.turned(block * self.m, dim, digit) / self.m
    }

    /// One line sends another some blocks' shards, each member its own.
    fn send(&mut self, from: u32, to: u32, blocks: &[u32], action: Action) {
        for i in 0..self.m {
            for &block in blocks {
                let (at, place) = (from * self.m + i, to * self.m + i);
                let moved = self.writer.hop(at, place, (block * self.m + i, 1), action, 0, self.step);
                self.writer.builder.push(moved, None);
            }
        }
    }

    /// All lines of a dimension send each other the blocks that they hold. Returns what each holds then, in the order in
    /// which it came.
    fn gather(&mut self, dim: usize, held: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let size = self.writer.grid.dims[dim].size;
        // Who stood `back` places before, in this dimension.
        let behind = |this: &Self, at: u32, back: u32| {
            let digit = (this.digit(at, dim) + size - back) % size;
            this.turned(at, dim, digit)
        };
        match self.writer.grid.dims[dim].inner {
            Inner::Direct => {
                for (at, back) in (0..self.blocks).flat_map(|at| (1..size).map(move |back| (at, size - back))) {
                    self.send(at, behind(self, at, back), &held[at as usize], Action::Copy);
                }
                self.step += 1;
            }
            Inner::HalvingDoubling => {
                let mut held = held.to_vec();
                for bit in 0..size.ilog2() {
                    let before = held.clone();
                    for at in 0..self.blocks {
                        let to = self.turned(at, dim, self.digit(at, dim) ^ 1 << bit);
                        self.send(at, to, &before[at as usize], Action::Copy);
                        held[to as usize].extend_from_slice(&before[at as usize]);
                    }
                    self.step += 1;
                }
                return held;
            }
            Inner::Ring | Inner::Trees | Inner::Switch => {
                for round in 0..size - 1 {
                    for at in 0..self.blocks {
                        let source = behind(self, at, round);
                        self.send(at, behind(self, at, size - 1), &held[source as usize], Action::Copy);
                    }
                    self.step += 1;
                }
            }
        }
        let came = |at: u32| (0..size).flat_map(|back| held[behind(self, at, back) as usize].clone()).collect();
        (0..self.blocks).map(came).collect()
    }

    /// The blocks that a line still has to do with before it has met in `dim`, and that stand at `digit` there.
    fn left(&self, at: u32, dim: usize, digit: u32) -> Vec<u32> {
        let stride = self.writer.grid.stride(dim) / self.m;
        let next = stride * self.writer.grid.dims[dim].size;
        (0..self.blocks / next).map(|higher| at % stride + digit * stride + higher * next).collect()
    }

    /// The lines of a dimension sum the blocks that they still have to do with, each at the line that stands where it does.
    fn reduce(&mut self, dim: usize) {
        let size = self.writer.grid.dims[dim].size;
        match self.writer.grid.dims[dim].inner {
            Inner::Direct => {
                for (at, ahead) in (0..self.blocks).flat_map(|at| (1..size).map(move |ahead| (at, ahead))) {
                    let digit = (self.digit(at, dim) + ahead) % size;
                    let blocks = self.left(at, dim, digit);
                    self.send(at, self.turned(at, dim, digit), &blocks, Action::Reduce);
                }
                self.step += 1;
            }
            Inner::HalvingDoubling => {
                for bit in (0..size.ilog2()).rev() {
                    for at in 0..self.blocks {
                        let partner = self.digit(at, dim) ^ 1 << bit;
                        let half = partner >> bit << bit;
                        let blocks: Vec<u32> = (half..half + (1 << bit)).flat_map(|d| self.left(at, dim, d)).collect();
                        self.send(at, self.turned(at, dim, partner), &blocks, Action::Reduce);
                    }
                    self.step += 1;
                }
            }
            Inner::Ring | Inner::Trees | Inner::Switch => {
                for round in 0..size - 1 {
                    for at in 0..self.blocks {
                        let digit = self.digit(at, dim);
                        let blocks = self.left(at, dim, (digit + size - 1 - round) % size);
                        self.send(at, self.turned(at, dim, (digit + 1) % size), &blocks, Action::Reduce);
                    }
                    self.step += 1;
                }
            }
        }
    }
}
