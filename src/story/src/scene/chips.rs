//! The switch chips of an exchange, each by itself: as many as the machine has, lit while something flows through them.

use petgraph::Direction;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use super::display::{DisplayList, Style};
use super::geom::{Area, Point, Within as _};
use super::palette::Token;
use kitchen_core::run::Run;
use kitchen_core::topology::{Vertex, Wiring};

/// The chips of one exchange, board by board, on its board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chips<'a> {
    run: &'a Run,
    node: u32,
    board: Area,
    rows: usize,
    columns: usize,
}

impl<'a> Chips<'a> {
    pub(crate) fn new(run: &'a Run, node: usize, board: Area) -> Chips<'a> {
        let system = run.topology.preset();
        let count = system.switch_chips().max(1) as usize;
        let rows = match system.wiring {
            Wiring::Switched { boards: 2.., .. } => 2,
            _ if count > 18 => 2,
            _ => 1,
        };
        Chips { run, node: node as u32, board, rows, columns: count.div_ceil(rows) }
    }

    /// Each chip's place, and its vertex.
    fn each(&self) -> impl Iterator<Item = (Area, NodeIndex)> + '_ {
        let graph = &self.run.topology.graph;
        let here = |vertex: &NodeIndex| matches!(graph[*vertex], Vertex::NvSwitch { node, .. } if node == self.node);
        let pad = (self.board.h * 0.12).min(6.0);
        let area = self.board.inset(pad, pad);
        let (w, h) = (area.w / self.columns as f32, area.h / self.rows as f32);
        graph.node_indices().filter(here).enumerate().map(move |(i, vertex)| {
            let (x, y) = (area.x + (i % self.columns) as f32 * w, area.y + (i / self.columns) as f32 * h);
            let (cw, ch) = ((w * 0.84).min(h * 3.0), h * 0.82);
            (Area::new(x + (w - cw) / 2.0, y + (h - ch) / 2.0, cw, ch), vertex)
        })
    }

    fn is_missing(&self, chip: NodeIndex) -> bool {
        self.run.topology.graph.edges(chip).all(|edge| edge.weight().lanes == 0)
    }

    /// The chips; a missing one is an empty socket.
    pub(crate) fn backdrop(&self, list: &mut DisplayList, xray: bool) {
        for (at, chip) in self.each() {
            let style = match (self.is_missing(chip), xray) {
                (true, _) => Style::line(Token::Accent, 1.2).dash(3.0, 3.0),
                (_, true) => Style::fill(Token::Chip).outline(Token::ChipEdge, 1.0),
                (_, false) => Style::fill(Token::BoardPanel).outline(Token::Ink, 1.2),
            };
            list.rect(at.x, at.y, at.w, at.h, (at.h * 0.16).min(4.0), style);
            if self.is_missing(chip) {
                cross(list, [at.cx(), at.cy()], (at.h * 0.4).min(at.w * 0.5).within(3.0, 9.0));
            }
        }
    }

    /// A lamp on each chip, lit by what flows into it.
    pub(crate) fn lamps(&self, list: &mut DisplayList, loads: &[f32], xray: bool) {
        for (at, chip) in self.each().filter(|&(_, chip)| !self.is_missing(chip)) {
            let edges = self.run.topology.graph.edges_directed(chip, Direction::Incoming);
            let load =
                edges.filter_map(|edge| loads.get(edge.id().index())).fold(0.0_f32, |most, load| most.max(*load));
            let token = match (load > 0.002, xray) {
                (true, _) => Token::SocketLit,
                (_, true) => Token::OnChipSoft,
                (_, false) => Token::Socket,
            };
            let r = (at.h * 0.24).min(at.w * 0.3).min(12.0);
            list.ellipse(at.cx(), at.cy(), r, r, Style::fill(token).outline(Token::Ink, (r * 0.25).min(1.4)));
        }
    }
}

/// The mark of what is missing.
pub(crate) fn cross(list: &mut DisplayList, at: Point, r: f32) {
    list.ellipse(at[0], at[1], r, r, Style::fill(Token::Card).outline(Token::Accent, (r * 0.22).max(1.2)));
    let d = r * 0.42;
    for side in [-1.0, 1.0] {
        list.move_to(at[0] - d, at[1] - d * side);
        list.line_to(at[0] + d, at[1] + d * side);
    }
    list.paint(Style::line(Token::Accent, (r * 0.3).max(1.4)));
}
