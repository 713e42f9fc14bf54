//! The display list: shapes as data, in the order they are painted. Its three buffers are kept and refilled, so that
//! building a frame allocates nothing once they have grown.

use std::fmt::{self, Write as _};

use super::palette::Token;
use kitchen_text::{Key, Lang, tr};

/// A colour: a palette's token, resolved by the painter, so that one list serves light, dark and projector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    None,
    Token(Token),
    Rgb(u32),
}

/// A paint inside an [`Art`]: fixed, or filled in where the art is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    None,
    Token(Token),
    /// One of the four colours given with [`Item::Art`].
    Tint(u8),
}

/// One path of an [`Art`]. Joins and caps are round everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// SVG path data.
    pub d: &'static str,
    pub fill: Paint,
    pub stroke: Paint,
    pub width: f32,
    pub alpha: f32,
}

/// A drawing that never changes but for its tints; painters cache it by `id`.
#[derive(Clone, Copy, Debug)]
pub struct Art {
    /// Unique among all art; see the test in `art`.
    pub id: u16,
    /// Left, top, right, bottom of everything painted, outlines included.
    pub bounds: [f32; 4],
    pub pieces: &'static [Piece],
}

/// The colours of an art's tint slots.
pub type Tints = [Color; 4];

/// How a shape is filled and outlined. Pixels are CSS pixels before the current transform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub fill: Color,
    pub stroke: Color,
    pub width: f32,
    /// On and off lengths; zeros for a solid line.
    pub dash: [f32; 2],
    pub alpha: f32,
}

impl Style {
    pub const fn fill(token: Token) -> Style {
        Style { fill: Color::Token(token), stroke: Color::None, width: 0.0, dash: [0.0; 2], alpha: 1.0 }
    }

    pub const fn line(token: Token, width: f32) -> Style {
        Style { fill: Color::None, stroke: Color::Token(token), width, dash: [0.0; 2], alpha: 1.0 }
    }

    #[must_use]
    pub const fn outline(mut self, token: Token, width: f32) -> Style {
        self.stroke = Color::Token(token);
        self.width = width;
        self
    }

    #[must_use]
    pub const fn dash(mut self, on: f32, off: f32) -> Style {
        self.dash = [on, off];
        self
    }

    #[must_use]
    pub const fn alpha(mut self, alpha: f32) -> Style {
        self.alpha = alpha;
        self
    }
}

/// Where a text's `x` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    pub size: f32,
    pub bold: bool,
    pub anchor: Anchor,
    pub color: Color,
    /// The text is set smaller until it fits; infinite for no limit.
    pub max_width: f32,
}

impl TextStyle {
    pub const fn new(size: f32, token: Token) -> TextStyle {
        TextStyle { size, bold: false, anchor: Anchor::Start, color: Color::Token(token), max_width: f32::INFINITY }
    }

    #[must_use]
    pub const fn bold(mut self) -> TextStyle {
        self.bold = true;
        self
    }

    #[must_use]
    pub const fn middle(mut self) -> TextStyle {
        self.anchor = Anchor::Middle;
        self
    }

    #[must_use]
    pub const fn end(mut self) -> TextStyle {
        self.anchor = Anchor::End;
        self
    }

    #[must_use]
    pub const fn within(mut self, width: f32) -> TextStyle {
        self.max_width = width;
        self
    }
}

/// One entry of the list.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Remembers transform, alpha and clip until the matching `Restore`.
    Save,
    Restore,
    /// Multiplies the transform: `x' = a x + c y + e`, `y' = b x + d y + f`.
    Transform([f32; 6]),
    /// Multiplies the alpha.
    Alpha(f32),
    /// Narrows the clip to a rounded rectangle.
    Clip {
        x: f32,
        y: f32,
        w: f32,
        h: f32,
        r: f32,
    },
    Rect {
        x: f32,
        y: f32,
        w: f32,
        h: f32,
        r: f32,
        style: Style,
    },
    Ellipse {
        cx: f32,
        cy: f32,
        rx: f32,
        ry: f32,
        style: Style,
    },
    /// `list.path[start..end]`, see [`PathOp`].
    Path {
        start: u32,
        end: u32,
        style: Style,
    },
    Art {
        art: &'static Art,
        x: f32,
        y: f32,
        scale: f32,
        tints: Tints,
    },
    /// `list.text[start..end]` on the baseline `y`, already small enough for its place.
    Text {
        start: u32,
        end: u32,
        x: f32,
        y: f32,
        style: TextStyle,
    },
}

/// A step of a path as read back by painters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathOp {
    Move([f32; 2]),
    Line([f32; 2]),
    /// Two control points and the end.
    Curve([f32; 6]),
    Close,
}

const MOVE: f32 = 0.0;
const LINE: f32 = 1.0;
const CURVE: f32 = 2.0;
const CLOSE: f32 = 3.0;

/// The list. `clear` keeps the buffers.
#[derive(Clone, Debug, Default)]
pub struct DisplayList {
    pub items: Vec<Item>,
    pub text: String,
    pub path: Vec<f32>,
    /// Where the path being built began.
    open: usize,
    /// How much larger than asked things are painted now, and what that was at each open `Save`.
    zoom: Zoom,
    /// Working space of stages (link loads), kept with the list so that frames do not allocate.
    pub(crate) scratch: Vec<f32>,
    /// What was too small to be written.
    #[cfg(test)]
    pub(crate) left_out: Vec<String>,
}

/// The least size of words and figures in CSS pixels. What had to be smaller is not written.
pub const LEAST_TEXT: f32 = 11.0;

/// The scale of the transform, as far as it is kept.
#[derive(Clone, Debug)]
struct Zoom {
    now: f32,
    saved: Vec<f32>,
}

impl Default for Zoom {
    fn default() -> Zoom {
        Zoom { now: 1.0, saved: Vec::new() }
    }
}

impl DisplayList {
    pub fn new() -> DisplayList {
        DisplayList::default()
    }

    pub fn clear(&mut self) {
        self.items.clear();
        self.text.clear();
        self.path.clear();
        self.open = 0;
        self.zoom.now = 1.0;
        self.zoom.saved.clear();
        #[cfg(test)]
        self.left_out.clear();
    }

    pub fn save(&mut self) {
        self.zoom.saved.push(self.zoom.now);
        self.items.push(Item::Save);
    }

    pub fn restore(&mut self) {
        self.zoom.now = self.zoom.saved.pop().unwrap_or(1.0);
        self.items.push(Item::Restore);
    }

    pub fn translate(&mut self, x: f32, y: f32) {
        self.items.push(Item::Transform([1.0, 0.0, 0.0, 1.0, x, y]));
    }

    pub fn scale(&mut self, s: f32) {
        self.zoom.now *= s;
        self.items.push(Item::Transform([s, 0.0, 0.0, s, 0.0, 0.0]));
    }

    pub fn alpha(&mut self, alpha: f32) {
        self.items.push(Item::Alpha(alpha));
    }

    pub fn clip(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32) {
        self.items.push(Item::Clip { x, y, w, h, r });
    }

    pub fn rect(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32, style: Style) {
        self.items.push(Item::Rect { x, y, w, h, r, style });
    }

    pub fn ellipse(&mut self, cx: f32, cy: f32, rx: f32, ry: f32, style: Style) {
        self.items.push(Item::Ellipse { cx, cy, rx, ry, style });
    }

    pub fn art(&mut self, art: &'static Art, x: f32, y: f32, scale: f32, tints: Tints) {
        self.items.push(Item::Art { art, x, y, scale, tints });
    }

    pub fn move_to(&mut self, x: f32, y: f32) {
        self.path.extend_from_slice(&[MOVE, x, y]);
    }

    pub fn line_to(&mut self, x: f32, y: f32) {
        self.path.extend_from_slice(&[LINE, x, y]);
    }

    pub fn curve_to(&mut self, c1: [f32; 2], c2: [f32; 2], to: [f32; 2]) {
        self.path.extend_from_slice(&[CURVE, c1[0], c1[1], c2[0], c2[1], to[0], to[1]]);
    }

    pub fn close(&mut self) {
        self.path.push(CLOSE);
    }

    /// Ends the path begun by the last `move_to` and paints it.
    pub fn paint(&mut self, style: Style) {
        let start = self.open as u32;
        self.repaint(start, style);
    }

    /// Paints the path that [`DisplayList::paint`] last painted once more, with another style.
    pub fn repaint_last(&mut self, style: Style) {
        if let Some(Item::Path { start, end, .. }) =
            self.items.iter().rev().find(|item| matches!(item, Item::Path { .. })).copied()
        {
            self.items.push(Item::Path { start, end, style });
        }
    }

    fn repaint(&mut self, start: u32, style: Style) {
        let end = self.path.len() as u32;
        self.open = self.path.len();
        self.items.push(Item::Path { start, end, style });
    }

    /// Writes text on the baseline `y`.
    pub fn write(&mut self, style: TextStyle, x: f32, y: f32, text: fmt::Arguments<'_>) {
        let start = self.text.len();
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
        self.end_text(style, x, y, start);
    }

    pub fn say(&mut self, style: TextStyle, x: f32, y: f32, lang: Lang, key: Key) {
        let start = self.text.len();
        self.text.push_str(tr(lang, key));
        self.end_text(style, x, y, start);
    }

    /// Writes what `fill` appends to the buffer: for a [`kitchen_text::Line`], which writes itself.
    pub fn write_with(&mut self, style: TextStyle, x: f32, y: f32, fill: impl FnOnce(&mut String)) {
        let start = self.text.len();
        fill(&mut self.text);
        self.end_text(style, x, y, start);
    }

    /// How wide bold letters of that size are, before they are written.
    pub fn width_of(&mut self, size: f32, fill: impl FnOnce(&mut String)) -> f32 {
        let start = self.text.len();
        fill(&mut self.text);
        let width = text_width(&self.text[start..], size, true);
        self.text.truncate(start);
        width
    }

    /// Writes on a card of its own, where things may pass beneath.
    pub fn write_on_card(&mut self, style: TextStyle, x: f32, y: f32, fill: impl FnOnce(&mut String)) {
        let (card, from) = (self.items.len(), self.text.len());
        self.rect(x, y, 0.0, 0.0, 0.0, Style::fill(Token::Card));
        self.write_with(style, x, y, fill);
        let Some(&Item::Text { style: TextStyle { size, .. }, .. }) = self.items.get(card + 1) else {
            return self.items.truncate(card);
        };
        let width = text_width(&self.text[from..], size, style.bold);
        let left = match style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let (w, h, r) = (width + size * 0.4, size * 1.16, size * 0.25);
        let style = Style::fill(Token::Card);
        self.items[card] = Item::Rect { x: left - size * 0.2, y: y - size * 0.94, w, h, r, style };
    }

    /// Sets the text as large as it was asked for and fits, and no smaller than can be read. What was asked for a little
    /// smaller is set at the least size where its width allows.
    fn end_text(&mut self, mut style: TextStyle, x: f32, y: f32, start: usize) {
        let (asked, least) = (style.size, LEAST_TEXT / self.zoom.now.max(1e-3));
        let width = text_width(&self.text[start..], asked, style.bold);
        if width > style.max_width {
            style.size *= style.max_width / width;
        }
        if style.size < least {
            // The width is estimated high.
            let fits = width / asked * least <= style.max_width * 1.06;
            if asked < least * 0.78 || !fits {
                #[cfg(test)]
                self.left_out.push(self.text[start..].to_owned());
                return self.text.truncate(start);
            }
            style.size = least;
        }
        self.items.push(Item::Text { start: start as u32, end: self.text.len() as u32, x, y, style });
    }

    /// The steps of `path[start..end]`.
    pub fn steps(&self, start: u32, end: u32) -> PathSteps<'_> {
        PathSteps { rest: &self.path[start as usize..end as usize] }
    }
}

/// Iterator over a path's steps.
#[derive(Clone, Debug)]
pub struct PathSteps<'a> {
    rest: &'a [f32],
}

impl Iterator for PathSteps<'_> {
    type Item = PathOp;

    fn next(&mut self) -> Option<PathOp> {
        let (op, used) = match *self.rest {
            [tag, x, y, ..] if tag == MOVE => (PathOp::Move([x, y]), 3),
            [tag, x, y, ..] if tag == LINE => (PathOp::Line([x, y]), 3),
            [tag, a, b, c, d, x, y, ..] if tag == CURVE => (PathOp::Curve([a, b, c, d, x, y]), 7),
            [_, ..] => (PathOp::Close, 1),
            [] => return None,
        };
        self.rest = &self.rest[used..];
        Some(op)
    }
}

/// An upper estimate of a text's width in pixels, without a font: Japanese is one em a character, Latin by classes.
pub fn text_width(text: &str, size: f32, bold: bool) -> f32 {
    let ems: f32 = text.chars().map(char_width).sum();
    ems * size * if bold { 1.06 } else { 1.0 }
}

fn char_width(c: char) -> f32 {
    match c {
        ' ' => 0.27,
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '·' | '’' => 0.3,
        'f' | 't' | 'r' | '(' | ')' | '/' | '-' | 'I' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.92,
        'A'..='Z' => 0.67,
        'a'..='z' | '0'..='9' | '×' | '–' | '−' | '=' | '+' | 'µ' | '→' => 0.58,
        c if (c as u32) < 0x2000 => 0.62,
        c if (0xFF61..0xFFA0).contains(&(c as u32)) => 0.5,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_back_as_it_was_written() {
        let mut list = DisplayList::new();
        list.move_to(1.0, 2.0);
        list.curve_to([0.0, 1.0], [2.0, 3.0], [4.0, 5.0]);
        list.close();
        list.paint(Style::fill(Token::Ink));
        let Item::Path { start, end, .. } = list.items[0] else { panic!("not a path") };
        let steps: Vec<PathOp> = list.steps(start, end).collect();
        assert_eq!(steps, [PathOp::Move([1.0, 2.0]), PathOp::Curve([0.0, 1.0, 2.0, 3.0, 4.0, 5.0]), PathOp::Close]);
    }

    /// The size at which a text that was asked for at `size` pixels is set, in a transform that enlarges; zero if at none.
    fn check_fit(text: &str, size: f32, enlarged: f32, max_width: f32, expected: f32) {
        let mut list = DisplayList::new();
        list.scale(enlarged);
        list.write(TextStyle::new(size, Token::Ink).within(max_width), 0.0, 0.0, format_args!("{text}"));
        let got = list.items.iter().find_map(|item| match item {
            Item::Text { style, .. } => Some(style.size * enlarged),
            _ => None,
        });
        assert!((got.unwrap_or(0.0) - expected).abs() < 0.01, "{text}: {got:?}, not {expected}");
        assert_eq!(list.text.is_empty(), got.is_none(), "{text}");
    }

    #[test]
    fn text_shrinks_until_it_fits_or_cannot_be_read() {
        check_fit("厨房の時計", 20.0, 1.0, 110.0, 20.0);
        check_fit("厨房の時計", 20.0, 1.0, 60.0, 12.0);
        check_fit("厨房の時計", 20.0, 1.0, 50.0, 0.0);
        check_fit("厨房の時計", 20.0, 2.0, 30.0, 12.0);
        check_fit("厨房の時計", 20.0, 0.4, 200.0, 0.0);
    }

    #[test]
    fn text_a_little_too_small_is_set_at_the_least_size() {
        check_fit("厨房の時計", 9.0, 1.0, 100.0, 11.0);
        check_fit("厨房の時計", 9.0, 1.0, 50.0, 0.0);
        check_fit("厨房の時計", 8.0, 1.0, 100.0, 0.0);
    }

    #[test]
    fn clearing_keeps_the_buffers() {
        let mut list = DisplayList::new();
        list.write(TextStyle::new(12.0, Token::Ink), 0.0, 0.0, format_args!("some text"));
        let capacity = list.text.capacity();
        list.clear();
        assert_eq!((list.items.len(), list.text.capacity()), (0, capacity));
    }
}
