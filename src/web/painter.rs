//! Paints a display list on a canvas. Art is drawn once for each size and tint into a small canvas of its own and copied
//! from there; colours, fonts and dashes are set only where they change.

use std::collections::HashMap;
use std::fmt::Write as _;

use js_sys::Array;
use kitchen_story::scene::display::{Anchor, Art, Color, DisplayList, Item, Paint, PathOp, Style, TextStyle, Tints};
use kitchen_story::scene::palette::{Palette, Token};
use kitchen_story::scene::svg::FONTS;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Path2d};

use super::dom;

/// Sprites kept before the cache starts anew: about 20 MB at the sizes that stages use.
const MAX_SPRITES: usize = 900;
/// Larger art is painted from its paths each time.
const MAX_SPRITE_PX: f64 = 1024.0;

/// A transform and an alpha, and how many clips were entered since the last `Save`.
#[derive(Clone, Copy)]
struct State {
    m: [f32; 6],
    alpha: f32,
    clips: u32,
}

struct Sprite {
    canvas: HtmlCanvasElement,
    /// Size in device pixels.
    w: f64,
    h: f64,
}

type SpriteKey = (u16, u32, [u32; 4]);

/// A canvas context with what has been set on it.
pub struct Painter {
    ctx: CanvasRenderingContext2d,
    palette: Option<Palette>,
    colors: Vec<String>,
    paths: HashMap<u16, Vec<Path2d>>,
    sprites: HashMap<SpriteKey, Option<Sprite>>,
    fonts: HashMap<(u32, bool), String>,
    dashes: Vec<([f32; 2], Array)>,
    states: Vec<State>,
    fill: Option<u32>,
    stroke: Option<u32>,
    width: f32,
    dash: [f32; 2],
    font: Option<(u32, bool)>,
    anchor: Option<Anchor>,
    set_alpha: f32,
    scratch: String,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").field("sprites", &self.sprites.len()).finish_non_exhaustive()
    }
}

impl Painter {
    pub fn new(ctx: CanvasRenderingContext2d) -> Painter {
        Painter {
            ctx,
            palette: None,
            colors: Vec::new(),
            paths: HashMap::new(),
            sprites: HashMap::new(),
            fonts: HashMap::new(),
            dashes: Vec::new(),
            states: Vec::new(),
            fill: None,
            stroke: None,
            width: -1.0,
            dash: [0.0; 2],
            font: None,
            anchor: None,
            set_alpha: -1.0,
            scratch: String::new(),
        }
    }

    /// Draws the art that the list needs and nobody has drawn yet, until an instant of the browser's clock; answers whether
    /// all of it is there. Each call gets on.
    pub fn prepare(&mut self, list: &DisplayList, palette: &Palette, scale: f64, until_s: f64) -> bool {
        self.use_palette(palette);
        self.states.clear();
        self.states.push(State { m: [scale as f32, 0.0, 0.0, scale as f32, 0.0, 0.0], alpha: 1.0, clips: 0 });
        for item in &list.items {
            match *item {
                Item::Save => self.states.push(self.state()),
                Item::Restore if self.states.len() > 1 => _ = self.states.pop(),
                Item::Transform(t) => self.transform(t),
                Item::Art { art, scale, tints, .. } => {
                    let (key, drawn) = self.sprite_key(art, self.state().m[0] * scale, &tints);
                    if !self.sprites.contains_key(&key) {
                        let sprite = self.draw_sprite(art, drawn, &tints);
                        if let Some(sprite) = &sprite {
                            // Copied once to where nobody sees it: browsers draw a canvas when it is first asked for.
                            let _ = self.ctx.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
                            let _ =
                                self.ctx.draw_image_with_html_canvas_element(&sprite.canvas, -2.0 * MAX_SPRITE_PX, 0.0);
                        }
                        self.sprites.insert(key, sprite);
                        if dom::seconds() >= until_s {
                            return false;
                        }
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Clears the canvas and paints the list; `scale` is device pixels for each CSS pixel.
    pub fn paint(&mut self, list: &DisplayList, palette: &Palette, scale: f64) {
        self.use_palette(palette);
        let canvas = self.ctx.canvas();
        let _ = self.ctx.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        if let Some(canvas) = canvas {
            self.ctx.clear_rect(0.0, 0.0, f64::from(canvas.width()), f64::from(canvas.height()));
        }
        let s = scale as f32;
        self.forget();
        self.states.clear();
        self.states.push(State { m: [s, 0.0, 0.0, s, 0.0, 0.0], alpha: 1.0, clips: 0 });
        self.apply();
        let mut items = list.items.as_slice();
        while let Some(item) = items.first() {
            let painted = self.item(list, item, items);
            items = &items[painted..];
        }
        while self.states.len() > 1 {
            self.restore();
        }
        self.leave_clips();
        if self.sprites.len() > MAX_SPRITES {
            self.sprites.clear();
        }
    }

    fn use_palette(&mut self, palette: &Palette) {
        if self.palette != Some(*palette) {
            self.palette = Some(*palette);
            self.colors = Token::ALL.iter().map(|&token| format!("#{:06X}", palette.rgb(token))).collect();
            self.sprites.clear();
        }
    }

    /// Nothing is known of the context's settings: it is new, resized, or restored after a clip.
    fn forget(&mut self) {
        (self.fill, self.stroke, self.font, self.anchor) = (None, None, None, None);
        (self.width, self.dash, self.set_alpha) = (-1.0, [-1.0; 2], -1.0);
        self.ctx.set_line_join("round");
        self.ctx.set_line_cap("round");
    }

    fn state(&self) -> State {
        self.states.last().copied().unwrap_or(State { m: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], alpha: 1.0, clips: 0 })
    }

    fn transform(&mut self, inner: [f32; 6]) {
        if let Some(state) = self.states.last_mut() {
            state.m = multiply(state.m, inner);
        }
    }

    /// Gives the context the current transform.
    fn apply(&self) {
        let [a, b, c, d, e, f] = self.state().m.map(f64::from);
        let _ = self.ctx.set_transform(a, b, c, d, e, f);
    }

    /// Paints the first of items, or some of them at once; answers how many.
    fn item(&mut self, list: &DisplayList, item: &Item, items: &[Item]) -> usize {
        match *item {
            Item::Save => self.states.push(State { clips: 0, ..self.state() }),
            Item::Restore => self.restore(),
            Item::Transform(t) => {
                self.transform(t);
                self.apply();
            }
            Item::Alpha(alpha) => {
                if let Some(state) = self.states.last_mut() {
                    state.alpha *= alpha;
                }
            }
            Item::Clip { x, y, w, h, r } => {
                self.ctx.save();
                self.box_path(x, y, w, h, r);
                self.ctx.clip();
                if let Some(state) = self.states.last_mut() {
                    state.clips += 1;
                }
            }
            Item::Rect { x, y, w, h, r, style } => {
                let (fx, fy, fw, fh) = (f64::from(x), f64::from(y), f64::from(w), f64::from(h));
                if r <= 0.0 && style.stroke == Color::None {
                    if self.set_fill(&style) {
                        self.ctx.fill_rect(fx, fy, fw, fh);
                    }
                } else {
                    self.box_path(x, y, w, h, r);
                    self.fill_and_stroke(&style);
                }
            }
            Item::Ellipse { .. } => return self.ellipses(items),
            Item::Path { start, end, style } => {
                self.ctx.begin_path();
                for step in list.steps(start, end) {
                    self.step(step);
                }
                self.fill_and_stroke(&style);
            }
            Item::Art { art, x, y, scale, tints } => self.art(art, x, y, scale, &tints),
            Item::Text { start, end, x, y, style } => {
                self.text(&list.text[start as usize..end as usize], x, y, &style);
            }
        }
        1
    }

    /// Paints the ellipses that come first as far as they look alike and lie apart, all at once: a machine has hundreds of lamps.
    /// Answers how many.
    fn ellipses(&mut self, items: &[Item]) -> usize {
        self.ctx.begin_path();
        let (mut count, mut look) = (0, None);
        let [mut left, mut top, mut right, mut bottom] = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for item in items {
            let Item::Ellipse { cx, cy, rx, ry, style } = *item else { break };
            let (w, h) = (rx + style.width, ry + style.width);
            let apart = cx - w >= right || cx + w <= left || cy - h >= bottom || cy + h <= top;
            if !apart || look.is_some_and(|look| look != style) {
                break;
            }
            (left, right) = (left.min(cx - w), right.max(cx + w));
            (top, bottom) = (top.min(cy - h), bottom.max(cy + h));
            (count, look) = (count + 1, Some(style));
            let (cx, cy, rx, ry) = (f64::from(cx), f64::from(cy), f64::from(rx), f64::from(ry));
            self.ctx.move_to(cx + rx, cy);
            let _ = self.ctx.ellipse(cx, cy, rx, ry, 0.0, 0.0, std::f64::consts::TAU);
        }
        if let Some(look) = look {
            self.fill_and_stroke(&look);
        }
        count
    }

    fn restore(&mut self) {
        if self.states.len() > 1 {
            self.leave_clips();
            self.states.pop();
            self.apply();
        }
    }

    fn leave_clips(&mut self) {
        let clips = self.states.last_mut().map_or(0, |state| std::mem::take(&mut state.clips));
        for _ in 0..clips {
            self.ctx.restore();
        }
        if clips > 0 {
            self.forget();
        }
    }

    fn step(&self, step: PathOp) {
        match step {
            PathOp::Move([x, y]) => self.ctx.move_to(f64::from(x), f64::from(y)),
            PathOp::Line([x, y]) => self.ctx.line_to(f64::from(x), f64::from(y)),
            PathOp::Curve(c) => {
                let [a, b, c, d, e, f] = c.map(f64::from);
                self.ctx.bezier_curve_to(a, b, c, d, e, f);
            }
            PathOp::Close => self.ctx.close_path(),
        }
    }

    fn box_path(&self, x: f32, y: f32, w: f32, h: f32, r: f32) {
        let ctx = &self.ctx;
        let (x, y, w, h) = (f64::from(x), f64::from(y), f64::from(w), f64::from(h));
        let r = f64::from(r).min(w / 2.0).min(h / 2.0).max(0.0);
        ctx.begin_path();
        if r <= 0.0 {
            ctx.rect(x, y, w, h);
            return;
        }
        ctx.move_to(x + r, y);
        let _ = ctx.arc_to(x + w, y, x + w, y + h, r);
        let _ = ctx.arc_to(x + w, y + h, x, y + h, r);
        let _ = ctx.arc_to(x, y + h, x, y, r);
        let _ = ctx.arc_to(x, y, x + w, y, r);
        ctx.close_path();
    }

    fn fill_and_stroke(&mut self, style: &Style) {
        if self.set_fill(style) {
            self.ctx.fill();
        }
        if self.set_stroke(style) {
            self.ctx.stroke();
        }
    }

    fn rgb(&self, color: Color) -> Option<u32> {
        match color {
            Color::None => None,
            Color::Token(token) => self.palette.map(|palette| palette.rgb(token)),
            Color::Rgb(rgb) => Some(rgb),
        }
    }

    fn use_alpha(&mut self, alpha: f32) {
        let alpha = self.state().alpha * alpha;
        if (alpha - self.set_alpha).abs() > 1e-4 {
            self.set_alpha = alpha;
            self.ctx.set_global_alpha(f64::from(alpha));
        }
    }

    /// Whether there is anything to fill.
    fn set_fill(&mut self, style: &Style) -> bool {
        let Some(rgb) = self.rgb(style.fill) else { return false };
        self.use_alpha(style.alpha);
        self.use_fill(style.fill, rgb);
        true
    }

    fn use_fill(&mut self, color: Color, rgb: u32) {
        if self.fill == Some(rgb) {
            return;
        }
        self.fill = Some(rgb);
        match color {
            Color::Token(token) => self.ctx.set_fill_style_str(&self.colors[token as usize]),
            _ => {
                write_color(&mut self.scratch, rgb);
                self.ctx.set_fill_style_str(&self.scratch);
            }
        }
    }

    fn set_stroke(&mut self, style: &Style) -> bool {
        let Some(rgb) = self.rgb(style.stroke) else { return false };
        if style.width <= 0.0 {
            return false;
        }
        self.use_alpha(style.alpha);
        if self.stroke != Some(rgb) {
            self.stroke = Some(rgb);
            match style.stroke {
                Color::Token(token) => self.ctx.set_stroke_style_str(&self.colors[token as usize]),
                _ => {
                    write_color(&mut self.scratch, rgb);
                    self.ctx.set_stroke_style_str(&self.scratch);
                }
            }
        }
        if (self.width - style.width).abs() > 1e-4 {
            self.width = style.width;
            self.ctx.set_line_width(f64::from(style.width));
        }
        if self.dash != style.dash {
            self.dash = style.dash;
            let dash = self.dash_array(style.dash);
            let _ = self.ctx.set_line_dash(&dash);
        }
        true
    }

    fn dash_array(&mut self, dash: [f32; 2]) -> JsValue {
        if let Some((_, array)) = self.dashes.iter().find(|(known, _)| *known == dash) {
            return array.clone().into();
        }
        let array = Array::new();
        if dash[0] > 0.0 {
            array.push(&JsValue::from_f64(f64::from(dash[0])));
            array.push(&JsValue::from_f64(f64::from(dash[1])));
        }
        self.dashes.push((dash, array.clone()));
        array.into()
    }

    fn text(&mut self, text: &str, x: f32, y: f32, style: &TextStyle) {
        let Some(rgb) = self.rgb(style.color) else { return };
        self.use_alpha(1.0);
        self.use_fill(style.color, rgb);
        // Quarter pixels keep the number of fonts small.
        let font = ((style.size * 4.0) as u32, style.bold);
        if self.font != Some(font) {
            self.font = Some(font);
            let name = self.fonts.entry(font).or_insert_with(|| {
                format!(
                    "{}{}{}px {FONTS}",
                    if font.1 { "700 " } else { "" },
                    font.0 / 4,
                    ["", ".25", ".5", ".75"][(font.0 % 4) as usize]
                )
            });
            self.ctx.set_font(name);
        }
        if self.anchor != Some(style.anchor) {
            self.anchor = Some(style.anchor);
            self.ctx.set_text_align(match style.anchor {
                Anchor::Start => "left",
                Anchor::Middle => "center",
                Anchor::End => "right",
            });
        }
        let (x, y) = (f64::from(x), f64::from(y));
        let _ = if style.max_width.is_finite() {
            self.ctx.fill_text_with_max_width(text, x, y, f64::from(style.max_width))
        } else {
            self.ctx.fill_text(text, x, y)
        };
    }

    fn art(&mut self, art: &'static Art, x: f32, y: f32, scale: f32, tints: &Tints) {
        let [a, _, _, d, e, f] = self.state().m;
        let device = f64::from(a * scale);
        self.use_alpha(1.0);
        let (key, drawn) = self.sprite_key(art, a * scale, tints);
        if !self.sprites.contains_key(&key) {
            let sprite = self.draw_sprite(art, drawn, tints);
            self.sprites.insert(key, sprite);
        }
        let [left, top, ..] = art.bounds;
        match self.sprites.get(&key) {
            Some(Some(sprite)) => {
                // On whole device pixels, so that copies stay sharp.
                let grow = device / drawn;
                let dx = (f64::from(a * (x + left * scale) + e)).round();
                let dy = (f64::from(d * (y + top * scale) + f)).round();
                let (a, d, e, f) = (f64::from(a), f64::from(d), f64::from(e), f64::from(f));
                let _ = self.ctx.draw_image_with_html_canvas_element_and_dw_and_dh(
                    &sprite.canvas,
                    (dx - e) / a,
                    (dy - f) / d,
                    sprite.w * grow / a,
                    sprite.h * grow / d,
                );
            }
            _ => self.art_directly(art, x, y, scale, tints),
        }
    }

    /// Under which name art of that size on the device is kept, and the size it is drawn in. Steps of 2 %: a size that changes
    /// smoothly does not fill the cache.
    fn sprite_key(&self, art: &Art, device: f32, tints: &Tints) -> (SpriteKey, f64) {
        let step = (js_sys::Math::log(f64::from(device).max(1e-3)) * 50.0).round();
        let key = (art.id, step as i32 as u32, tints.map(|tint| self.rgb(tint).unwrap_or(u32::MAX)));
        (key, js_sys::Math::exp(step / 50.0))
    }

    fn art_directly(&mut self, art: &'static Art, x: f32, y: f32, scale: f32, tints: &Tints) {
        let m = multiply(self.state().m, [scale, 0.0, 0.0, scale, x, y]);
        self.make_paths(art);
        let [a, b, c, d, e, f] = m.map(f64::from);
        let _ = self.ctx.set_transform(a, b, c, d, e, f);
        let alpha = self.state().alpha;
        self.pieces(&self.ctx, art, tints, alpha);
        self.forget();
        self.apply();
    }

    /// The art on a canvas of its own; `None` where it would be too large, or the browser gives no canvas.
    fn draw_sprite(&mut self, art: &'static Art, scale: f64, tints: &Tints) -> Option<Sprite> {
        let [left, top, right, bottom] = art.bounds.map(f64::from);
        let (w, h) = (((right - left) * scale).ceil() + 1.0, ((bottom - top) * scale).ceil() + 1.0);
        if w.max(h) > MAX_SPRITE_PX {
            return None;
        }
        let document = web_sys::window()?.document()?;
        let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
        canvas.set_width(w as u32);
        canvas.set_height(h as u32);
        let ctx: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        ctx.set_line_join("round");
        ctx.set_line_cap("round");
        ctx.set_transform(scale, 0.0, 0.0, scale, -left * scale, -top * scale).ok()?;
        self.make_paths(art);
        self.pieces(&ctx, art, tints, 1.0);
        Some(Sprite { canvas, w, h })
    }

    fn make_paths(&mut self, art: &'static Art) {
        self.paths.entry(art.id).or_insert_with(|| {
            art.pieces.iter().filter_map(|piece| Path2d::new_with_path_string(piece.d).ok()).collect()
        });
    }

    fn pieces(&self, ctx: &CanvasRenderingContext2d, art: &Art, tints: &Tints, alpha: f32) {
        let Some(paths) = self.paths.get(&art.id) else { return };
        let mut name = String::new();
        let rgb = |paint: Paint| match paint {
            Paint::None => None,
            Paint::Token(token) => self.rgb(Color::Token(token)),
            Paint::Tint(slot) => self.rgb(tints[usize::from(slot) & 3]),
        };
        for (piece, path) in art.pieces.iter().zip(paths) {
            ctx.set_global_alpha(f64::from(piece.alpha * alpha));
            if let Some(fill) = rgb(piece.fill) {
                write_color(&mut name, fill);
                ctx.set_fill_style_str(&name);
                ctx.fill_with_path_2d(path);
            }
            if let Some(stroke) = rgb(piece.stroke) {
                write_color(&mut name, stroke);
                ctx.set_stroke_style_str(&name);
                ctx.set_line_width(f64::from(piece.width));
                ctx.stroke_with_path(path);
            }
        }
    }
}

fn write_color(out: &mut String, rgb: u32) {
    out.clear();
    let _ = write!(out, "#{rgb:06X}");
}

/// The transform that first does `inner`, then `outer`.
fn multiply(outer: [f32; 6], inner: [f32; 6]) -> [f32; 6] {
    let [a, b, c, d, e, f] = outer;
    let [p, q, r, s, t, u] = inner;
    [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f]
}
