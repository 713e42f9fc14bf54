//! Draws what things travel on: tunnels with their lanes, the corridor, rails, streets; their skins in the x-ray; and
//! the glow that is a link's use.

use super::display::{DisplayList, Style};
use super::geom::Way;
use super::palette::Token;
use kitchen_core::topology::LinkClass;

/// How a way looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surface {
    Tunnel,
    Corridor,
    Street,
    Rails,
}

impl Surface {
    pub(crate) fn of(class: LinkClass) -> Surface {
        match class {
            LinkClass::NvLink | LinkClass::NvSwitch => Surface::Tunnel,
            LinkClass::Pcie | LinkClass::Socket => Surface::Corridor,
            LinkClass::InfiniBand => Surface::Rails,
            LinkClass::Ethernet => Surface::Street,
        }
    }

    pub(crate) fn text(self) -> Token {
        match self {
            Surface::Tunnel => Token::TunnelText,
            Surface::Corridor => Token::SandText,
            Surface::Street => Token::SlateText,
            Surface::Rails => Token::PlumText,
        }
    }

    pub(crate) fn body(self) -> Token {
        match self {
            Surface::Tunnel => Token::Tunnel,
            Surface::Corridor => Token::Sand,
            Surface::Street => Token::Slate,
            Surface::Rails => Token::Plum,
        }
    }
}

/// Lanes that can be told apart at this width; the rest is said in the label.
fn drawn_lanes(lanes: u32, width: f32) -> u32 {
    lanes.min((width / 3.2) as u32).max(1)
}

/// A way of `width` pixels with its lanes.
pub(crate) fn way(list: &mut DisplayList, way: &Way, surface: Surface, lanes: u32, width: f32) {
    match surface {
        Surface::Tunnel => {
            stroke(list, way, 0.0, Style::line(Token::TunnelEdge, width + 4.5));
            stroke(list, way, 0.0, Style::line(Token::Tunnel, width));
            let count = drawn_lanes(lanes, width);
            for lane in 0..count {
                let side = lane_side(lane, count, width);
                stroke(list, way, side, Style::line(Token::TunnelLight, 1.1).dash(5.0, 6.0).alpha(0.9));
            }
        }
        Surface::Corridor | Surface::Street => {
            bed(list, way, width);
            pave(list, way, surface, width);
        }
        Surface::Rails => {
            let count = (way.length() / 9.0) as usize;
            for tie in 0..=count {
                let part = tie as f32 / count.max(1) as f32;
                let (a, b) = (way.at(part, -width * 0.55), way.at(part, width * 0.55));
                list.move_to(a[0], a[1]);
                list.line_to(b[0], b[1]);
            }
            list.paint(Style::line(Token::PlumTie, 3.2));
            for side in [-0.32, 0.32] {
                stroke(list, way, side * width, Style::line(Token::Plum, 2.8));
            }
        }
    }
}

/// Whether stretches of it are one medium that everybody shares.
pub(crate) fn is_shared(surface: Surface) -> bool {
    matches!(surface, Surface::Corridor | Surface::Street)
}

/// The outline of a corridor or a street; stretches that meet lay all their beds before they are paved.
pub(crate) fn bed(list: &mut DisplayList, way: &Way, width: f32) {
    stroke(list, way, 0.0, Style::line(Token::Ink, width + 4.0));
}

/// The surface over the bed.
pub(crate) fn pave(list: &mut DisplayList, way: &Way, surface: Surface, width: f32) {
    let middle = if surface == Surface::Street { Token::SlateLine } else { Token::SandLine };
    stroke(list, way, 0.0, Style::line(surface.body(), width));
    stroke(list, way, 0.0, Style::line(middle, 2.0).dash(10.0, 9.0));
}

/// The same way in the x-ray: its lanes as wires.
pub(crate) fn wires(list: &mut DisplayList, way: &Way, surface: Surface, lanes: u32, width: f32) {
    if surface != Surface::Tunnel {
        // One shared medium: a band with an edge.
        stroke(list, way, 0.0, Style::line(surface.text(), width * 0.5));
        stroke(list, way, 0.0, Style::line(surface.body(), (width * 0.5 - 3.0).max(1.0)));
        return;
    }
    let count = drawn_lanes(lanes, width);
    for lane in 0..count {
        stroke(list, way, lane_side(lane, count, width), Style::line(surface.body(), 1.7));
    }
}

/// Lights a way up by its use, 0 to 1.
pub(crate) fn glow(list: &mut DisplayList, way: &Way, surface: Surface, width: f32, used: f32, xray: bool) {
    if used < 0.004 {
        return;
    }
    let (token, width, alpha) = match (surface, xray) {
        (_, true) => (surface.text(), width * 0.62, 0.16 + 0.5 * used),
        (Surface::Tunnel, _) => (Token::TunnelLight, width * 0.6, 0.12 + 0.5 * used),
        (Surface::Corridor, _) => (Token::SandLine, width * 0.7, 0.12 + 0.55 * used),
        (Surface::Street, _) => (Token::SlateLine, width * 0.7, 0.08 + 0.32 * used),
        (Surface::Rails, _) => (Token::Plum, width * 0.5, 0.10 + 0.35 * used),
    };
    stroke(list, way, 0.0, Style::line(token, width).alpha(alpha));
}

fn lane_side(lane: u32, count: u32, width: f32) -> f32 {
    ((lane as f32 + 0.5) / count as f32 - 0.5) * width * 0.86
}

fn stroke(list: &mut DisplayList, way: &Way, side: f32, style: Style) {
    way.trace(list, side);
    list.paint(style);
}
