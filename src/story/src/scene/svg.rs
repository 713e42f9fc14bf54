//! Writes a display list as SVG: exports, golden tests, and the picture shown before the page's code has loaded.

use std::fmt::{self, Write as _};

use super::display::{Anchor, Art, Color, DisplayList, Item, Paint, PathOp, Style, TextStyle, Tints};
use super::palette::Palette;

/// Fonts as the page names them: the reader's own, no download.
pub const FONTS: &str = "'Noto Sans JP','Noto Sans CJK JP','Hiragino Sans','Yu Gothic UI',system-ui,sans-serif";

/// A number with at most two decimals and no trailing zeros: the same on every platform.
struct Num(f32);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = (f64::from(self.0) * 100.0).round() as i64;
        let (sign, cents) = if cents < 0 { ("-", -cents) } else { ("", cents) };
        match (cents / 100, cents % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            (whole, part) => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// The lists painted over one another, as one SVG document of `width` x `height` CSS pixels. `title` is what a screen
/// reader says.
pub fn write(lists: &[&DisplayList], palette: &Palette, width: f32, height: f32, title: &str) -> String {
    let mut out = String::new();
    let (w, h) = (Num(width), Num(height));
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         font-family=\"{FONTS}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>"
    );
    escape(&mut out, title);
    out.push_str("</title>\n");
    let mut writer = Writer { out, palette, clips: 0, groups: vec![0] };
    for list in lists {
        for item in &list.items {
            writer.item(list, item);
        }
        writer.close_groups(1);
    }
    writer.out.push_str("</svg>\n");
    writer.out
}

struct Writer<'a> {
    out: String,
    palette: &'a Palette,
    clips: u32,
    /// Open `<g>` elements for each open `save`, the document itself first.
    groups: Vec<u32>,
}

impl Writer<'_> {
    fn item(&mut self, list: &DisplayList, item: &Item) {
        match *item {
            Item::Save => self.groups.push(0),
            Item::Restore => {
                if self.groups.len() > 1 {
                    let open = self.groups.pop().unwrap_or(0);
                    self.end(open);
                }
            }
            Item::Transform(m) => {
                let [a, b, c, d, e, f] = m.map(Num);
                self.begin(format_args!("<g transform=\"matrix({a} {b} {c} {d} {e} {f})\">"));
            }
            Item::Alpha(alpha) => self.begin(format_args!("<g opacity=\"{}\">", Num(alpha))),
            Item::Clip { x, y, w, h, r } => {
                self.clips += 1;
                let id = self.clips;
                let (x, y, w, h, r) = (Num(x), Num(y), Num(w), Num(h), Num(r));
                self.begin(format_args!(
                    "<clipPath id=\"c{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/></clipPath>\
                     <g clip-path=\"url(#c{id})\">"
                ));
            }
            Item::Rect { x, y, w, h, r, style } => {
                let (x, y, w, h, r) = (Num(x), Num(y), Num(w), Num(h), Num(r));
                let _ = write!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"");
                self.style(&style);
            }
            Item::Ellipse { cx, cy, rx, ry, style } => {
                let (cx, cy, rx, ry) = (Num(cx), Num(cy), Num(rx), Num(ry));
                let _ = write!(self.out, "<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\"");
                self.style(&style);
            }
            Item::Path { start, end, style } => {
                self.out.push_str("<path d=\"");
                for step in list.steps(start, end) {
                    self.step(step);
                }
                self.out.push('"');
                self.style(&style);
            }
            Item::Art { art, x, y, scale, tints } => self.art(art, x, y, scale, &tints),
            Item::Text { start, end, x, y, style } => self.text(&list.text[start as usize..end as usize], x, y, &style),
        }
    }

    fn begin(&mut self, element: fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(element);
        if let Some(open) = self.groups.last_mut() {
            *open += 1;
        }
    }

    fn end(&mut self, open: u32) {
        for _ in 0..open {
            self.out.push_str("</g>");
        }
        self.out.push('\n');
    }

    fn close_groups(&mut self, keep: usize) {
        while self.groups.len() > keep {
            let open = self.groups.pop().unwrap_or(0);
            self.end(open);
        }
        if let Some(open) = self.groups.last_mut() {
            let count = std::mem::take(open);
            self.end(count);
        }
    }

    fn step(&mut self, step: PathOp) {
        let _ = match step {
            PathOp::Move([x, y]) => write!(self.out, "M{} {}", Num(x), Num(y)),
            PathOp::Line([x, y]) => write!(self.out, "L{} {}", Num(x), Num(y)),
            PathOp::Curve(c) => {
                let [a, b, c, d, e, f] = c.map(Num);
                write!(self.out, "C{a} {b} {c} {d} {e} {f}")
            }
            PathOp::Close => write!(self.out, "Z"),
        };
    }

    fn color(&self, color: Color) -> Option<u32> {
        match color {
            Color::None => None,
            Color::Token(token) => Some(self.palette.rgb(token)),
            Color::Rgb(rgb) => Some(rgb),
        }
    }

    fn style(&mut self, style: &Style) {
        self.paints(self.color(style.fill), self.color(style.stroke), style.width, style.alpha);
        if style.dash[0] > 0.0 {
            let _ = write!(self.out, " stroke-dasharray=\"{} {}\"", Num(style.dash[0]), Num(style.dash[1]));
        }
        self.out.push_str("/>");
    }

    fn paints(&mut self, fill: Option<u32>, stroke: Option<u32>, width: f32, alpha: f32) {
        match fill {
            Some(rgb) => {
                let _ = write!(self.out, " fill=\"#{rgb:06X}\"");
            }
            None => self.out.push_str(" fill=\"none\""),
        }
        if let Some(rgb) = stroke {
            let _ = write!(self.out, " stroke=\"#{rgb:06X}\" stroke-width=\"{}\"", Num(width));
        }
        if alpha < 1.0 {
            let _ = write!(self.out, " opacity=\"{}\"", Num(alpha));
        }
    }

    fn art(&mut self, art: &Art, x: f32, y: f32, scale: f32, tints: &Tints) {
        let _ = write!(self.out, "<g transform=\"matrix({0} 0 0 {0} {1} {2})\">", Num(scale), Num(x), Num(y));
        for piece in art.pieces {
            let paint = |paint: Paint| match paint {
                Paint::None => None,
                Paint::Token(token) => Some(self.palette.rgb(token)),
                Paint::Tint(slot) => self.color(tints[slot as usize & 3]),
            };
            let (fill, stroke) = (paint(piece.fill), paint(piece.stroke));
            let _ = write!(self.out, "<path d=\"{}\"", piece.d);
            self.paints(fill, stroke, piece.width, piece.alpha);
            self.out.push_str("/>");
        }
        self.out.push_str("</g>\n");
    }

    fn text(&mut self, text: &str, x: f32, y: f32, style: &TextStyle) {
        let _ = write!(self.out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\"", Num(x), Num(y), Num(style.size));
        if style.bold {
            self.out.push_str(" font-weight=\"700\"");
        }
        match style.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.out.push_str(" text-anchor=\"middle\""),
            Anchor::End => self.out.push_str(" text-anchor=\"end\""),
        }
        if let Some(rgb) = self.color(style.color) {
            let _ = write!(self.out, " fill=\"#{rgb:06X}\"");
        }
        self.out.push('>');
        escape(&mut self.out, text);
        self.out.push_str("</text>\n");
    }
}

/// Writes a text as it may stand in a document, inside an element or an attribute.
pub fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::Token;
    use super::*;

    fn check_number(value: f32, expected: &str) {
        assert_eq!(Num(value).to_string(), expected);
    }

    #[test]
    fn numbers_are_short() {
        check_number(1.0, "1");
        check_number(-0.004, "0");
        check_number(2.5, "2.5");
        check_number(-1.254, "-1.25");
        check_number(f32::NAN, "0");
    }

    #[test]
    fn text_is_escaped_and_groups_close() {
        let mut list = DisplayList::new();
        list.save();
        list.translate(1.0, 2.0);
        list.alpha(0.5);
        list.write(TextStyle::new(12.0, Token::Text), 0.0, 0.0, format_args!("<script>"));
        let svg = write(&[&list], &Palette::LIGHT, 10.0, 10.0, "a & b");
        assert!(svg.contains("&lt;script&gt;") && svg.contains("a &amp; b"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }
}
