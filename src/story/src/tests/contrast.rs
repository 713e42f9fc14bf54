//! Text stands out from what is painted beneath it, in every chapter, layer and palette: measured on the display lists, at
//! points spread over each text.

use std::collections::BTreeMap;

use super::{each_chapter, tried};
use crate::chapter::Chapter;
use crate::chapters::all;
use crate::scenario::link::Lanes;
use crate::scene::display::{Anchor, Art, Color, DisplayList, Item, Paint, PathOp, Style, Tints, text_width};
use crate::scene::gantt::{Chart, Window};
use crate::scene::geom::{Area, Point};
use crate::scene::palette::{Palette, Token, contrast};
use crate::scene::stage::View;
use crate::show::{self, Show};
use crate::story::Layer;
use crate::story::pace::Mark;
use kitchen_core::units::Time;
use kitchen_text::Lang;

/// The least ratio of text to ground (WCAG 2.2, 1.4.3), for text of any size.
const LEAST: f64 = 4.5;
/// Lines thinner than this are no ground for a text.
const GROUND: f32 = 6.0;
/// Fainter than this a text is on its way in or out.
const FADING: f32 = 0.6;

/// What is painted at a point, from the lowest up: a colour and how much of it.
type Layers = Vec<(Color, f32)>;

/// A scale and a move; the lists know no other transforms.
#[derive(Clone, Copy)]
struct Frame {
    s: f32,
    at: Point,
    alpha: f32,
    clip: Area,
}

impl Frame {
    fn local(&self, [x, y]: Point) -> Point {
        [(x - self.at[0]) / self.s, (y - self.at[1]) / self.s]
    }

    fn global(&self, [x, y]: Point) -> Point {
        [x * self.s + self.at[0], y * self.s + self.at[1]]
    }
}

/// A closed or open outline as straight pieces.
type Rings = Vec<Vec<Point>>;

fn curve(ring: &mut Vec<Point>, c: [f32; 6]) {
    let from = ring.last().copied().unwrap_or_default();
    for step in 1..=8 {
        let (t, u) = (step as f32 / 8.0, 1.0 - step as f32 / 8.0);
        let mix =
            |i: usize| u * u * u * from[i] + 3.0 * u * u * t * c[i] + 3.0 * u * t * t * c[2 + i] + t * t * t * c[4 + i];
        ring.push([mix(0), mix(1)]);
    }
}

fn rings(list: &DisplayList, start: u32, end: u32) -> Rings {
    let mut rings: Rings = Vec::new();
    for step in list.steps(start, end) {
        match step {
            PathOp::Move(at) => rings.push(vec![at]),
            PathOp::Line(at) => rings.last_mut().unwrap().push(at),
            PathOp::Curve(c) => curve(rings.last_mut().unwrap(), c),
            PathOp::Close => {
                let first = rings.last().unwrap()[0];
                rings.last_mut().unwrap().push(first);
            }
        }
    }
    rings
}

/// The path data that art uses: M L H V C Z, and a for halves of circles.
fn read(d: &str) -> Rings {
    let mut rings: Rings = Vec::new();
    let split = d.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
    let starts: Vec<usize> = split.chain([d.len()]).collect();
    for pair in starts.windows(2) {
        let (command, rest) = d[pair[0]..pair[1]].split_at(1);
        let spaced = rest.replace('-', " -").replace(',', " ");
        let n: Vec<f32> = spaced.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let at = rings.last().and_then(|ring| ring.last()).copied().unwrap_or_default();
        match command {
            "M" => rings.push(vec![[n[0], n[1]]]),
            "L" => rings.last_mut().unwrap().extend(n.chunks(2).map(|p| [p[0], p[1]])),
            "H" => rings.last_mut().unwrap().push([n[0], at[1]]),
            "h" => rings.last_mut().unwrap().push([at[0] + n[0], at[1]]),
            "V" => rings.last_mut().unwrap().push([at[0], n[0]]),
            "C" => n.chunks(6).for_each(|c| curve(rings.last_mut().unwrap(), [c[0], c[1], c[2], c[3], c[4], c[5]])),
            "a" => {
                let ([rx, ry], [dx, dy], sweep) = ([n[0], n[1]], [n[5], n[6]], if n[4] > 0.5 { 1.0 } else { -1.0 });
                let middle = [at[0] + dx / 2.0, at[1] + dy / 2.0];
                let begin = (-dy / ry).atan2(-dx / rx);
                for step in 1..=8 {
                    let angle = begin + sweep * std::f32::consts::PI * step as f32 / 8.0;
                    rings.last_mut().unwrap().push([middle[0] + rx * angle.cos(), middle[1] + ry * angle.sin()]);
                }
            }
            "Z" => {
                let first = rings.last().unwrap()[0];
                rings.last_mut().unwrap().push(first);
            }
            other => panic!("{other} in {d}"),
        }
    }
    rings
}

/// Whether a filled outline holds a point (nonzero winding).
fn holds(rings: &Rings, [x, y]: Point) -> bool {
    let mut winding = 0;
    for ring in rings {
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            if (a[1] <= y) != (b[1] <= y) {
                let cross = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
                if cross > x {
                    winding += if b[1] > a[1] { 1 } else { -1 };
                }
            }
        }
    }
    winding != 0
}

/// Whether a drawn line covers a point.
fn covers(rings: &Rings, [x, y]: Point, width: f32) -> bool {
    let near = |a: Point, b: Point| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy).max(1e-6);
        let along = along.clamp(0.0, 1.0);
        let (ex, ey) = (a[0] + along * dx - x, a[1] + along * dy - y);
        ex * ex + ey * ey <= width * width / 4.0
    };
    rings.iter().any(|ring| ring.windows(2).any(|pair| near(pair[0], pair[1])))
}

/// A text on the stage: the points beneath it, its colour and how much of it is there.
struct Text {
    words: String,
    color: Color,
    alpha: f32,
    grounds: Vec<Layers>,
}

/// Paints the lists and notes what lies under each text.
struct Painting {
    /// What has been painted, with the frame it was painted in.
    items: Vec<(usize, Item, Frame)>,
    texts: Vec<Text>,
    rings: BTreeMap<(usize, u32, u32), Rings>,
    arts: BTreeMap<u16, Vec<Rings>>,
    base: Token,
}

impl Painting {
    fn of(lists: &[&DisplayList], size: [f32; 2], base: Token) -> Vec<Text> {
        let (rings, arts) = (BTreeMap::new(), BTreeMap::new());
        let mut painting = Painting { items: Vec::new(), texts: Vec::new(), rings, arts, base };
        for (at, list) in lists.iter().enumerate() {
            let whole = Area::new(0.0, 0.0, size[0], size[1]);
            let mut stack = vec![Frame { s: 1.0, at: [0.0; 2], alpha: 1.0, clip: whole }];
            for item in &list.items {
                let now = *stack.last().unwrap();
                let top = stack.len() - 1;
                match *item {
                    Item::Save => stack.push(now),
                    Item::Restore => {
                        stack.pop();
                    }
                    Item::Transform([a, b, c, _, e, f]) => {
                        assert!(b == 0.0 && c == 0.0, "a turned frame");
                        stack[top] = Frame { s: now.s * a, at: now.global([e, f]), ..now };
                    }
                    Item::Alpha(alpha) => stack[top].alpha *= alpha,
                    Item::Clip { x, y, w, h, .. } => {
                        let ([l, t], [r, b]) = (now.global([x, y]), now.global([x + w, y + h]));
                        let (l, t) = (l.max(now.clip.x), t.max(now.clip.y));
                        let (r, b) = (r.min(now.clip.right()), b.min(now.clip.bottom()));
                        stack[top].clip = Area::new(l, t, (r - l).max(0.0), (b - t).max(0.0));
                    }
                    Item::Text { .. } => painting.text(lists, list, item, now),
                    _ => painting.items.push((at, *item, now)),
                }
            }
        }
        painting.texts
    }

    fn text(&mut self, lists: &[&DisplayList], list: &DisplayList, item: &Item, now: Frame) {
        let Item::Text { start, end, x, y, style } = *item else { return };
        let text = &list.text[start as usize..end as usize];
        // The width is estimated high: the outer parts may be beside the letters.
        let width = text_width(text, style.size, style.bold) * 0.8;
        let left = match style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let spots = (0..5).flat_map(|i| (0..3).map(move |j| (i as f32 / 4.0, j as f32 / 2.0)));
        let spots = spots.map(|(u, v)| now.global([left + width * u, y - style.size * (0.08 + 0.6 * v)]));
        let inside = |spot: &Point| {
            let clip = now.clip;
            spot[0] >= clip.x && spot[0] <= clip.right() && spot[1] >= clip.y && spot[1] <= clip.bottom()
        };
        let grounds = spots.filter(inside).map(|spot| self.at(lists, spot)).collect();
        self.texts.push(Text { words: text.to_owned(), color: style.color, alpha: now.alpha, grounds });
    }

    /// What is painted at a point of the stage.
    fn at(&mut self, lists: &[&DisplayList], spot: Point) -> Layers {
        let mut layers = vec![(Color::Token(self.base), 1.0)];
        let Painting { items, rings: known, arts, .. } = self;
        for &(of, item, frame) in items.iter() {
            let clip = frame.clip;
            if spot[0] < clip.x || spot[0] > clip.right() || spot[1] < clip.y || spot[1] > clip.bottom() {
                continue;
            }
            let p = frame.local(spot);
            let mut add = |color: Color, alpha: f32| {
                if color != Color::None {
                    layers.push((color, alpha * frame.alpha));
                }
            };
            match item {
                Item::Rect { x, y, w, h, style, .. } if p[0] >= x && p[0] <= x + w && p[1] >= y && p[1] <= y + h => {
                    add(style.fill, style.alpha);
                }
                Item::Ellipse { cx, cy, rx, ry, style } => {
                    let (dx, dy) = ((p[0] - cx) / rx.max(1e-3), (p[1] - cy) / ry.max(1e-3));
                    if dx * dx + dy * dy <= 1.0 {
                        add(style.fill, style.alpha);
                    }
                }
                Item::Path { start, end, style } => {
                    let rings = known.entry((of, start, end)).or_insert_with(|| rings(lists[of], start, end));
                    path(rings, p, frame.s, &style, &mut add);
                }
                Item::Art { art, x, y, scale, tints } => {
                    let p = [(p[0] - x) / scale, (p[1] - y) / scale];
                    let pieces = arts.entry(art.id).or_insert_with(|| art.pieces.iter().map(|it| read(it.d)).collect());
                    drawing(art, pieces, p, frame.s * scale, &tints, &mut add);
                }
                _ => {}
            }
        }
        layers
    }
}

fn path(rings: &Rings, p: Point, scale: f32, style: &Style, add: &mut impl FnMut(Color, f32)) {
    if style.fill != Color::None && holds(rings, p) {
        add(style.fill, style.alpha);
    }
    if style.stroke != Color::None && style.width * scale >= GROUND && covers(rings, p, style.width) {
        add(style.stroke, style.alpha);
    }
}

fn drawing(art: &Art, pieces: &[Rings], p: Point, scale: f32, tints: &Tints, add: &mut impl FnMut(Color, f32)) {
    let [left, top, right, bottom] = art.bounds;
    if p[0] < left || p[0] > right || p[1] < top || p[1] > bottom {
        return;
    }
    let color = |paint: Paint| match paint {
        Paint::None => Color::None,
        Paint::Token(token) => Color::Token(token),
        Paint::Tint(slot) => tints[slot as usize & 3],
    };
    for (piece, rings) in art.pieces.iter().zip(pieces) {
        if piece.fill != Paint::None && holds(rings, p) {
            add(color(piece.fill), piece.alpha);
        }
        if piece.stroke != Paint::None && piece.width * scale >= GROUND && covers(rings, p, piece.width) {
            add(color(piece.stroke), piece.alpha);
        }
    }
}

fn mixed(palette: &Palette, below: u32, color: Color, alpha: f32) -> u32 {
    let above = match color {
        Color::None => return below,
        Color::Token(token) => palette.rgb(token),
        Color::Rgb(rgb) => rgb,
    };
    let channel = |shift: u32| {
        let part = |rgb: u32| ((rgb >> shift) & 0xFF) as f32;
        let value = part(below) * (1.0 - alpha) + part(above) * alpha;
        (value.round() as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

/// The ratio of a text to what lies under it at a point.
fn ratio_of(text: &Text, layers: &Layers, palette: &Palette) -> f64 {
    let ground = layers.iter().fold(0, |below, &(color, alpha)| mixed(palette, below, color, alpha));
    contrast(mixed(palette, ground, text.color, text.alpha), ground)
}

/// The worst ratio of a text in a palette.
fn worst(text: &Text, palette: &Palette) -> f64 {
    text.grounds.iter().map(|layers| ratio_of(text, layers, palette)).fold(21.0, f64::min)
}

/// By palette and what is written with its figures left out: the worst ratio, where.
type Found = BTreeMap<(&'static str, String), (f64, String)>;

fn look(found: &mut Found, lists: &[&DisplayList], size: [f32; 2], base: Token, name: &str) {
    for text in Painting::of(lists, size, base) {
        if text.alpha < FADING {
            continue;
        }
        for palette in Palette::ALL {
            let ratio = worst(&text, &palette);
            if ratio < LEAST {
                let kind: String = text.words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
                let entry = found.entry((palette.name, kind)).or_insert_with(|| (21.0, String::new()));
                if ratio < entry.0 {
                    let ground = text
                        .grounds
                        .iter()
                        .min_by(|a, b| ratio_of(&text, a, &palette).total_cmp(&ratio_of(&text, b, &palette)));
                    let under = ground.and_then(|ground| ground.last()).map(|(color, _)| *color);
                    *entry = (ratio, format!("{:?} {:?} on {under:?} {name}", text.words, text.color));
                }
            }
        }
    }
}

fn check(found: &Found) {
    let said: Vec<String> =
        found.iter().map(|((palette, _), (ratio, at))| format!("{palette} {ratio:.2}: {at}")).collect();
    assert!(said.is_empty(), "{} texts too faint:\n{}", said.len(), said.join("\n"));
}

fn stages(chapter: &Chapter) -> Found {
    let mut found = Found::new();
    for scenario in tried(chapter, 2) {
        let show = show::run(&scenario).unwrap();
        let index = chapter.index(&show);
        let script = chapter.script(&show);
        for (size, lang) in [([700.0, 380.0], Lang::Ja), ([336.0, 330.0], Lang::En), ([1140.0, 760.0], Lang::En)] {
            for layer in [Layer::Kitchen, Layer::XRay] {
                for at in [0.0, 0.02, 0.13, 0.42, 0.88, 1.0] {
                    let playhead = Time((show.makespan().0 as f64 * at) as u64);
                    let (per_second, script) = (Time::from_us(500), &script);
                    let mark = Mark::Slow;
                    let view =
                        View { show: &show, script, index: &index, playhead, per_second, mark, layer, lang, size };
                    let mut lists = [DisplayList::new(), DisplayList::new()];
                    view.draw_backdrop(&mut lists[0]);
                    view.draw_frame(&mut lists[1]);
                    let name = format!("{} {size:?} {layer:?} at {at}", chapter.id);
                    look(&mut found, &[&lists[0], &lists[1]], size, Token::Floor, &name);
                }
            }
        }
    }
    found
}

#[test]
fn text_stands_out_on_every_stage() {
    each_chapter(|chapter| check(&stages(chapter)));
}

fn timelines(show: &Show, found: &mut Found, name: &str) {
    for lanes in [Lanes::Chefs, Lanes::Links] {
        let chart = Chart::new(show, lanes);
        for (critical, layer) in [(false, Layer::Kitchen), (true, Layer::XRay)] {
            let size = [700.0, chart.height(700.0, false)];
            let (from, to, lang) = (Time::ZERO, chart.end, Lang::Ja);
            let window = Window { size, from, to, lang, layer, critical, selected: None, until: None };
            let mut list = DisplayList::new();
            chart.compose(&window, &mut list);
            look(found, &[&list], size, Token::Paper, &format!("{name} {lanes:?} critical {critical}"));
        }
    }
}

#[test]
fn text_stands_out_on_the_timelines() {
    let mut found = Found::new();
    for chapter in all() {
        for scenario in tried(chapter, 2) {
            timelines(&show::run(&scenario).unwrap(), &mut found, &format!("timeline of {}", chapter.id));
        }
    }
    check(&found);
}

#[test]
fn a_ground_is_what_is_painted_last_beneath_a_text() {
    let mut list = DisplayList::new();
    list.rect(0.0, 0.0, 100.0, 40.0, 0.0, Style::fill(Token::Card));
    list.save();
    list.scale(2.0);
    list.rect(5.0, 5.0, 30.0, 10.0, 0.0, Style::fill(Token::Hue1));
    list.write(crate::scene::display::TextStyle::new(8.0, Token::OnCloth).middle(), 20.0, 13.0, format_args!("00"));
    list.restore();
    list.rect(0.0, 0.0, 100.0, 40.0, 0.0, Style::fill(Token::Ink));
    let texts = Painting::of(&[&list], [100.0, 40.0], Token::Paper);
    let expected = contrast(Palette::LIGHT.rgb(Token::OnCloth), Palette::LIGHT.rgb(Token::Hue1));
    assert!((worst(&texts[0], &Palette::LIGHT) - expected).abs() < 1e-6);
    assert!(holds(&read("M0 0H10V10h-10Z"), [5.0, 5.0]) && !holds(&read("M0 0H10V10h-10Z"), [15.0, 5.0]));
    assert!(holds(&read("M0 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z"), [5.0, 4.0]));
}
