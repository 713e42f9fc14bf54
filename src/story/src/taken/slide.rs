//! A slide: a sentence, the stage under it, and beside that the way back to the moment as a QR code and a link.

use std::fmt::Write as _;

use crate::scene::palette::{Palette, Token};
use crate::scene::svg::{self, FONTS};

/// Its size in CSS pixels, 16 to 9.
pub const SIZE: [u32; 2] = [1920, 1080];
/// The size of the stage on it.
pub const STAGE: [f32; 2] = [1392.0, 870.0];

/// From the edges to what stands on it, and to the column beside the stage.
const EDGE: u32 = 56;
const TOP: u32 = 164;
const COLUMN: u32 = 1484;
const COLUMN_WIDTH: u32 = 380;

/// Twentieths of a letter's size: a letter of a wide script, one of a narrow script, and one of those that are all as wide.
const WIDE: u32 = 20;
const NARROW: u32 = 11;
const BOLD: u32 = 12;

/// What stands on a slide.
#[derive(Clone, Copy, Debug)]
pub struct Slide<'a> {
    /// The sentence over the picture.
    pub title: &'a str,
    /// The stage in [`STAGE`]'s size, as an SVG document.
    pub stage: &'a str,
    /// The dark modules of the QR code as a path, and how many a side has.
    pub code: Option<(&'a str, usize)>,
    /// What is said of the code.
    pub scan: &'a str,
    /// Chapter and site.
    pub by: &'a str,
    pub link: &'a str,
}

impl Slide<'_> {
    /// The slide as an SVG document.
    pub fn write(&self, palette: &Palette) -> String {
        let [width, height] = SIZE;
        let [paper, ink, soft] = [Token::Paper, Token::Text, Token::TextSoft].map(|token| palette.rgb(token));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"{FONTS}\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#{paper:06X}\"/>\n"
        );
        let title = balanced(self.title, (width - 2 * EDGE) * 20 / 46, BOLD, 2);
        // One line stands in the middle of the room of two.
        let first = if title.len() > 1 { 72 } else { 102 };
        texts(&mut out, &title, [EDGE, first, 46, 58], (ink, true));
        let stage = self.stage.replacen("<svg ", &format!("<svg x=\"{EDGE}\" y=\"{TOP}\" "), 1);
        out.push_str(&stage);
        let mut y = TOP;
        if let Some((path, side)) = self.code {
            // Four modules of quiet around it.
            let quiet = side + 8;
            let _ = writeln!(
                out,
                "<svg x=\"{COLUMN}\" y=\"{TOP}\" width=\"{COLUMN_WIDTH}\" height=\"{COLUMN_WIDTH}\" viewBox=\"-4 -4 {quiet} {quiet}\">\
                 <rect x=\"-4\" y=\"-4\" width=\"{quiet}\" height=\"{quiet}\" fill=\"#FFFFFF\"/><path d=\"{path}\" fill=\"#000000\"/></svg>"
            );
            let scan = balanced(self.scan, COLUMN_WIDTH * 20 / 24, NARROW, 4);
            texts(&mut out, &scan, [COLUMN, TOP + COLUMN_WIDTH + 44, 24, 34], (ink, false));
            y += COLUMN_WIDTH + 34 + 34 * scan.len() as u32;
        }
        let by = lines(self.by, COLUMN_WIDTH * 20 / 26, BOLD, 3);
        texts(&mut out, &by, [COLUMN, y + 50, 26, 36], (ink, true));
        y += 50 + 36 * by.len() as u32;
        let room = (height - EDGE).saturating_sub(y) / 22;
        // Digits and signs are wider than the usual letter.
        texts(
            &mut out,
            &lines(self.link, COLUMN_WIDTH * 20 / 16, BOLD, room as usize),
            [COLUMN, y, 16, 22],
            (soft, false),
        );
        out.push_str("</svg>\n");
        out
    }
}

/// Lines of text below each other: where the first begins, the size of a letter, from line to line.
fn texts(out: &mut String, lines: &[String], [x, y, size, step]: [u32; 4], (color, bold): (u32, bool)) {
    let weight = if bold { " font-weight=\"700\"" } else { "" };
    for (line, y) in lines.iter().zip((y..).step_by(step as usize)) {
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight} fill=\"#{color:06X}\">");
        svg::escape(out, line);
        out.push_str("</text>\n");
    }
}

/// A text in lines of at most `width` twentieths of a letter's size, in which a letter of a narrow script has `narrow`; what does not go
/// into `most` lines ends with dots.
fn lines(text: &str, width: u32, narrow: u32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in words(text) {
        for piece in pieces(word, width, narrow) {
            let wide = measure(piece.trim_end(), narrow);
            if used + wide > width && !line.is_empty() {
                lines.push(line.trim_end().to_owned());
                (line, used) = (String::new(), 0);
            }
            line.push_str(piece);
            used += measure(piece, narrow);
        }
    }
    lines.push(line.trim_end().to_owned());
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while measure(last, narrow) + WIDE > width {
                last.pop();
            }
            last.push('…');
        }
    }
    lines
}

/// The same in as many lines, none of them much shorter than the others.
fn balanced(text: &str, width: u32, narrow: u32, most: usize) -> Vec<String> {
    let whole = lines(text, width, narrow, most);
    let mut narrower = (width / 2..width).step_by(WIDE as usize).map(|width| lines(text, width, narrow, usize::MAX));
    narrower.find(|tried| tried.len() <= whole.len()).unwrap_or(whole)
}

fn measure(text: &str, narrow: u32) -> u32 {
    text.chars().map(|letter| if is_wide(letter) { WIDE } else { narrow }).sum()
}

/// Whether it is a letter of a script that is written without spaces.
fn is_wide(letter: char) -> bool {
    letter >= '\u{2e80}'
}

/// Whether it is of the letters in which one word is written that comes from elsewhere.
fn is_katakana(letter: char) -> bool {
    ('\u{30a1}'..='\u{30ff}').contains(&letter)
}

/// Where a line may end: after a space, and between wide letters, but not before what closes or inside a word from elsewhere.
fn words(text: &str) -> Vec<&str> {
    const CLOSING: &str = "、。，．・：；」』）】〉》！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
    const OPENING: &str = "「『（【〈《";
    let mut words = Vec::new();
    let (mut from, mut before) = (0, ' ');
    for (at, letter) in text.char_indices() {
        let is_one = is_katakana(before) && is_katakana(letter);
        let may = before == ' ' || (is_wide(before) || is_wide(letter)) && !is_one;
        if at > from && may && letter != ' ' && !CLOSING.contains(letter) && !OPENING.contains(before) {
            words.push(&text[from..at]);
            from = at;
        }
        before = letter;
    }
    words.push(&text[from..]);
    words
}

/// A word that is wider than a line, cut.
fn pieces(word: &str, width: u32, narrow: u32) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut used) = (0, 0);
    for (at, letter) in word.char_indices() {
        let wide = if is_wide(letter) { WIDE } else { narrow };
        if used + wide > width && at > from {
            pieces.push(&word[from..at]);
            (from, used) = (at, 0);
        }
        used += wide;
    }
    pieces.push(&word[from..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, (letters, most): (u32, usize), expected: &[&str]) {
        assert_eq!(lines(text, letters * 20, 10, most), expected, "{text}");
    }

    #[test]
    fn lines_end_between_words() {
        check("one two three", (4, 9), &["one two", "three"]);
        check("one two three", (4, 1), &["one tw…"]);
        check("一つの鍋を、四人で。", (5, 9), &["一つの鍋", "を、四人", "で。"]);
        check("a-very-long-word", (4, 9), &["a-very-l", "ong-word"]);
        check("", (4, 9), &[""]);
    }

    #[test]
    fn no_line_is_left_over() {
        let check = |text: &str, letters: u32, expected: &[&str]| {
            assert_eq!(balanced(text, letters * 20, 10, 2), expected, "{text}");
        };
        check("one two three four five", 9, &["one two three", "four five"]);
        check("次のボウルを待っている。", 11, &["次のボウルを", "待っている。"]);
        check("short", 9, &["short"]);
        check("一二三四五六七八九十", 3, &["一二三", "四五…"]);
    }

    #[test]
    fn a_slide_holds_the_stage_and_the_way_back() {
        let stage = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1392\"><rect/></svg>\n";
        let slide = Slide {
            title: "A <b> & c",
            stage,
            code: Some(("M0 0h1v1H0z", 21)),
            scan: "Scan it",
            by: "The relay",
            link: "https://a.example/?x=1&y=2",
        };
        let written = slide.write(&Palette::LIGHT);
        for part in ["A &lt;b&gt; &amp; c", "<svg x=\"56\" y=\"164\" xmlns", "viewBox=\"-4 -4 29 29\"", "x=1&amp;y=2"] {
            assert!(written.contains(part), "{part}: {written}");
        }
        assert_eq!(written.matches("<svg").count(), written.matches("</svg>").count());
    }
}
