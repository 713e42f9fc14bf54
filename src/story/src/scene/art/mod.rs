//! The drawings: chefs, stations and things, as SVG path data in units of their own (a chef behind its counter is about
//! 200 units tall, its station 156 wide, the floor at y = 0).

pub mod chef;
pub mod props;
pub mod work;

use super::display::{Art, Paint, Piece};
use super::palette::Token;

/// The outline's width in art units.
const INK: f32 = 2.2;

const fn t(token: Token) -> Paint {
    Paint::Token(token)
}

/// Filled and outlined in ink.
const fn solid(d: &'static str, fill: Paint) -> Piece {
    Piece { d, fill, stroke: Paint::Token(Token::Ink), width: INK, alpha: 1.0 }
}

/// Filled, with a thinner ink outline: details.
const fn detail(d: &'static str, fill: Paint) -> Piece {
    Piece { d, fill, stroke: Paint::Token(Token::Ink), width: 1.5, alpha: 1.0 }
}

const fn flat(d: &'static str, fill: Paint) -> Piece {
    Piece { d, fill, stroke: Paint::None, width: 0.0, alpha: 1.0 }
}

const fn veil(d: &'static str, fill: Paint, alpha: f32) -> Piece {
    Piece { d, fill, stroke: Paint::None, width: 0.0, alpha }
}

const fn line(d: &'static str, stroke: Paint, width: f32) -> Piece {
    Piece { d, fill: Paint::None, stroke, width, alpha: 1.0 }
}

const fn faint(d: &'static str, stroke: Paint, width: f32, alpha: f32) -> Piece {
    Piece { d, fill: Paint::None, stroke, width, alpha }
}

const fn art(id: u16, bounds: [f32; 4], pieces: &'static [Piece]) -> Art {
    Art { id, bounds, pieces }
}

/// Every art, for painters that prepare them and for tests.
pub fn all() -> impl Iterator<Item = &'static Art> {
    chef::ALL.iter().chain(props::ALL).chain(work::ALL).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique() {
        let mut ids: Vec<u16> = all().map(|art| art.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn every_art_has_pieces_and_an_area() {
        for art in all() {
            let [left, top, right, bottom] = art.bounds;
            assert!(left < right && top < bottom && !art.pieces.is_empty(), "art {}", art.id);
        }
    }
}
