//! A pile of bowls beside a chef, drawn to scale: each stands for so many tokens.

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::{Token, hue, hue_line};
use kitchen_core::units::Bytes;
use kitchen_text::format;

use super::own::{Look, Pile};

/// Bowls in a row of a pile, and rows that the tallest can have.
const COLUMNS: usize = 4;
const ROWS: f32 = 8.0;
/// Drawn bowls of one chef's words.
pub(super) const DRAWN: f32 = 8.0;
/// A bowl is 44 wide where its scale is 1.
const BOWL_W: f32 = 44.0;
/// A sheet is 32 high where its scale is 1; two of a pile lie half a bowl apart.
const SHEET: f32 = 0.9;

/// Where a pile stands: its foot in the middle at the bottom of `area`, the number over it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub area: Area,
    /// The size of the number over it.
    pub text: f32,
    /// Rows under the shelf, where there is a limit.
    pub shelf: Option<usize>,
}

/// Rows of drawn bowls that a limit lets in, in hundredths of an even share; without one, as many as a pile can have.
pub(super) fn rows(room: Option<u32>) -> usize {
    let bowls = |percent: u32| (DRAWN as usize * percent as usize).div_ceil(100);
    room.map_or(ROWS as usize, |percent| bowls(percent).div_ceil(COLUMNS))
}

impl Place {
    fn bowl(&self) -> f32 {
        let tall = (self.area.h - self.text * 1.4) / (ROWS * 0.5 + 0.4);
        (self.area.w / COLUMNS as f32).min(tall).min(46.0)
    }

    /// From one row to the next.
    pub(super) fn step(&self) -> f32 {
        self.bowl() * 0.5
    }

    /// Where a shelf over so many rows begins and ends, and how high it is.
    pub(super) fn shelf(&self, rows: usize) -> [Point; 2] {
        let (half, y) = (self.bowl() * (COLUMNS as f32 / 2.0 + 0.2), self.area.bottom() - self.bowl() * 0.1);
        let (x, y) = (self.area.cx(), y - self.step() * rows as f32);
        [[x - half, y], [x + half, y]]
    }
}

/// Draws a pile; `each` is how many tokens a drawn bowl stands for.
pub(super) fn draw(list: &mut DisplayList, place: Place, pile: &Pile, each: f32, token_bytes: Option<u64>) {
    let (all, here) = pile.bowls();
    let drawn = ((all / each).round() as usize).min(COLUMNS * ROWS as usize + 3);
    let (bowl, step) = (place.bowl(), place.step());
    let left = place.area.cx() - bowl * COLUMNS as f32 / 2.0;
    // What passed by lies on the shelf, with the rest under it.
    let (mut passed, mut top) = (0, 0);
    for at in 0..drawn {
        let look = look(pile, (at as f32 + 0.5) * all / drawn as f32);
        let at = match place.shelf {
            Some(rows) if look == Look::Passed => {
                passed += 1;
                rows * COLUMNS + passed - 1
            }
            _ => at,
        };
        top = top.max(at / COLUMNS + 1);
        let x = left + bowl * ((at % COLUMNS) as f32 + 0.5);
        let y = place.area.bottom() - bowl * 0.36 - step * (at / COLUMNS) as f32;
        match token_bytes {
            None if pile.reports => sheet(list, [x, y], bowl / BOWL_W, look),
            None => one(list, [x, y], bowl / BOWL_W, look),
            Some(_) => block(list, [x, y], bowl, look),
        }
    }
    // A chef with nothing left to cook has no number.
    if here < 0.5 {
        return;
    }
    let rows = top.max(place.shelf.unwrap_or(0)) as f32;
    let top = (place.area.bottom() - bowl * 0.86 - step * (rows - 1.0)).max(place.area.y + place.text * 1.1);
    let style = TextStyle::new(place.text, Token::Text).bold().middle().within(place.area.w);
    // A size where it has room, else the tokens that it is of.
    let size = token_bytes.filter(|_| place.area.w > place.text * 6.0);
    list.write_on_card(style, place.area.cx(), top - place.text * 0.25, |out| match size {
        None => {
            format::push_number(out, f64::from(here.round()), 0);
        }
        Some(bytes) => format::push_bytes(out, Bytes((f64::from(here.round()) * bytes as f64) as u64)),
    });
}

/// What kind of bowl is at a height of the pile.
fn look(pile: &Pile, height: f32) -> Look {
    let mut below = 0.0;
    for &(look, bowls) in pile.kinds() {
        below += bowls;
        if height < below {
            return look;
        }
    }
    pile.kinds().last().map_or(Look::Plain, |kind| kind.0)
}

/// One bowl in the kitchen.
pub(super) fn one(list: &mut DisplayList, [x, y]: [f32; 2], scale: f32, look: Look) {
    match look {
        Look::Plain => {
            let tints =
                [Token::ClothShade, Token::Ink, Token::Ink, Token::Ink].map(crate::scene::display::Color::Token);
            list.art(&props::BOWL, x, y, scale, tints);
        }
        Look::Of(chef) => {
            list.art(&props::BOWL, x, y, scale, cast::pair(chef));
            if scale > 0.3 {
                list.art(props::pattern(chef), x, y, scale, cast::pair(chef));
            }
        }
        Look::Awaited(chef) => {
            outline(list, [x, y], scale, Style::line(hue_line(chef), (scale * 4.0).within(1.0, 2.4)));
        }
        Look::Passed => {
            outline(list, [x, y], scale, Style::line(Token::TextSoft, (scale * 3.0).within(0.8, 1.8)).dash(3.0, 2.4));
        }
    }
}

/// A report on the way back: a sheet as wide as a bowl, lying as bowls do.
fn sheet(list: &mut DisplayList, at: [f32; 2], scale: f32, look: Look) {
    match look {
        Look::Of(chef) => list.art(&props::REPORT, at[0], at[1], scale * SHEET, cast::pair(chef)),
        Look::Awaited(chef) => {
            let (w, h) = (24.0 * scale * SHEET, 30.0 * scale * SHEET);
            let style = Style::line(hue_line(chef), (scale * 4.0).within(1.0, 2.4));
            list.rect(at[0] - w / 2.0, at[1] - h / 2.0, w, h, 2.0 * scale, style);
        }
        Look::Plain | Look::Passed => one(list, at, scale, look),
    }
}

/// The place of a bowl that is not there.
fn outline(list: &mut DisplayList, [x, y]: [f32; 2], s: f32, style: Style) {
    list.move_to(x - 18.0 * s, y - 6.0 * s);
    list.curve_to([x - 18.0 * s, y + 6.0 * s], [x - 12.0 * s, y + 12.0 * s], [x, y + 12.0 * s]);
    list.curve_to([x + 12.0 * s, y + 12.0 * s], [x + 18.0 * s, y + 6.0 * s], [x + 18.0 * s, y - 6.0 * s]);
    list.close();
    list.paint(style);
}

/// The same in the x-ray: a block of memory.
fn block(list: &mut DisplayList, [x, y]: [f32; 2], bowl: f32, look: Look) {
    let (w, h) = (bowl * 0.84, bowl * 0.4);
    let style = match look {
        Look::Plain => Style::fill(Token::Die).outline(Token::ChipEdge, 1.0),
        Look::Of(chef) => Style::fill(hue(chef)).outline(Token::ChipEdge, 1.0),
        Look::Awaited(chef) => Style::line(hue_line(chef), 1.6),
        Look::Passed => Style::line(Token::TextSoft, 1.0).dash(3.0, 2.4),
    };
    list.rect(x - w / 2.0, y - h / 2.0, w, h, 1.5, style);
}
