//! The stage: a chapter's picture as two lists. The backdrop changes with the show, the size, the layer and the
//! language; the frame also with the playhead.

use std::fmt;
use std::rc::Rc;

use super::cast;
use super::display::{DisplayList, Style, TextStyle};
use super::geom::{Area, Within as _};
use super::handle::{self, Handle};
use super::index::RunIndex;
use super::palette::Token;
use crate::show::Show;
use crate::story::pace::Mark;
use crate::story::{Layer, Script};
use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, format, key, tr};

/// How a chapter draws a show, with what it has prepared for that.
pub trait Picture: 'static {
    /// What the picture asks of a show, prepared once, beside what it adds to what is known of the runs; nothing where nothing has run.
    fn prepare(show: &Show, runs: &mut [RunIndex]) -> Option<Self>
    where
        Self: Sized;
    /// Draws what does not change while the show plays.
    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList);
    /// Draws what the playhead decides.
    fn frame(&self, view: &View<'_>, list: &mut DisplayList);
    /// What of it can be taken in hand: it changes with the show, the size, the layer and the language, and not with the playhead.
    fn hands(&self, _view: &View<'_>) -> Vec<Handle> {
        Vec::new()
    }
    /// One of those with another of its things in it, by the thing's place in its list; none where that is the one that it holds.
    fn hand_on(&self, _view: &View<'_>, _hand: Handle, _thing: usize) -> Option<Handle> {
        None
    }
}

impl fmt::Debug for dyn Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Picture")
    }
}

/// What prepares a chapter's picture.
pub type Prepare = fn(&Show, &mut [RunIndex]) -> Rc<dyn Picture>;

/// A picture of that kind; the bare stage where nothing has run.
pub(crate) fn prepare<P: Picture>(show: &Show, runs: &mut [RunIndex]) -> Rc<dyn Picture> {
    match P::prepare(show, runs) {
        Some(picture) => Rc::new(picture),
        None => Rc::new(Bare),
    }
}

struct Bare;

impl Picture for Bare {
    fn prepare(_: &Show, _: &mut [RunIndex]) -> Option<Bare> {
        Some(Bare)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        room(view, list, view.area(), header_height(view.size));
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        clock(view, list);
    }
}

/// All that is prepared of a show for its frames: a part for each run, and the chapter's picture.
#[derive(Clone, Debug)]
pub struct Index {
    pub runs: Vec<RunIndex>,
    pub makespan: Time,
    picture: Rc<dyn Picture>,
}

impl Index {
    /// The index of a show whose runs have theirs; see [`crate::chapter::Chapter::index_of`].
    pub fn new(show: &Show, mut runs: Vec<RunIndex>, picture: Prepare) -> Index {
        let picture = picture(show, &mut runs);
        Index { runs, makespan: show.makespan(), picture }
    }
}

/// What to draw: a show, a moment of it, and how it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub show: &'a Show,
    pub script: &'a Script,
    /// Of the same show.
    pub index: &'a Index,
    pub playhead: Time,
    /// Simulated time that passes in one second on the screen; zero hides the scale.
    pub per_second: Time,
    /// Whether the run is slowed down or cut short at this moment.
    pub mark: Mark,
    pub layer: Layer,
    pub lang: Lang,
    /// Width and height of the stage in CSS pixels.
    pub size: [f32; 2],
}

impl View<'_> {
    /// Fills `list` with what does not change while the show plays: it depends on the show, the size, the layer, the language.
    pub fn draw_backdrop(&self, list: &mut DisplayList) {
        list.clear();
        self.index.picture.backdrop(self, list);
    }

    /// Fills `list` with what the playhead decides.
    pub fn draw_frame(&self, list: &mut DisplayList) {
        list.clear();
        self.index.picture.frame(self, list);
    }

    /// What of the picture can be taken in hand; which hands hold another than their usual thing.
    pub fn hands(&self, chosen: &[(&'static str, usize)]) -> Vec<Handle> {
        let mut hands = self.index.picture.hands(self);
        for hand in &mut hands {
            let thing = chosen.iter().find(|(id, thing)| *id == hand.id && *thing < hand.things.len());
            let other = thing.and_then(|(_, thing)| self.index.picture.hand_on(self, hand.clone(), *thing));
            *hand = other.unwrap_or_else(|| hand.clone());
        }
        handle::apart(&mut hands, self.size);
        hands
    }

    pub fn is_xray(&self) -> bool {
        self.layer == Layer::XRay
    }

    /// In the kitchen's words, or in the field's.
    pub(crate) fn either(&self, kitchen: Key, xray: Key) -> Key {
        if self.is_xray() { xray } else { kitchen }
    }

    /// The whole stage.
    pub fn area(&self) -> Area {
        Area::new(0.0, 0.0, self.size[0].max(1.0), self.size[1].max(1.0))
    }

    pub fn compact(&self) -> bool {
        is_compact(self.size)
    }

    /// The running text's size: readable at the back of a classroom on a large stage.
    pub fn text_size(&self) -> f32 {
        text_size(self.size)
    }
}

fn is_compact(size: [f32; 2]) -> bool {
    size[0] < 520.0 || size[1] < 260.0
}

fn text_size(size: [f32; 2]) -> f32 {
    (size[0] / 56.0).min(size[1] / 30.0).within(11.0, 34.0)
}

fn is_wide(size: [f32; 2]) -> bool {
    size[0] > size[1] * 1.8
}

/// The strip along the top that holds the caption (where the page lays it over the stage) and the clock.
pub fn header_height(size: [f32; 2]) -> f32 {
    if is_compact(size) {
        return 38.0;
    }
    // Captions run on one line where the stage is wide, on two elsewhere, and on two on small stages whatever their shape.
    (text_size(size) * if is_wide(size) { 4.2 } else { 6.3 }).max(70.0)
}

/// Where the page may lay the caption over the stage; `None` on small stages, where it belongs above.
pub fn caption_area(size: [f32; 2]) -> Option<Area> {
    let unit = text_size(size);
    (!is_compact(size)).then(|| Area::new(unit * 1.0, unit * 0.7, size[0] - unit * 17.0, header_height(size) - unit))
}

/// A tiled wall and floor, or the x-ray's bench.
pub(crate) fn room(view: &View<'_>, list: &mut DisplayList, area: Area, wall: f32) {
    if view.is_xray() {
        list.rect(area.x, area.y, area.w, area.h, 0.0, Style::fill(Token::Bench));
        let step = 28.0;
        let mut x = area.x + step;
        while x < area.right() {
            list.move_to(x, area.y);
            list.line_to(x, area.bottom());
            x += step;
        }
        let mut y = area.y + step;
        while y < area.bottom() {
            list.move_to(area.x, y);
            list.line_to(area.right(), y);
            y += step;
        }
        list.paint(Style::line(Token::BenchLine, 1.0));
        return;
    }
    list.save();
    list.clip(area.x, area.y, area.w, area.h, 0.0);
    list.rect(area.x, area.y, area.w, area.h, 0.0, Style::fill(Token::Floor));
    list.rect(area.x, area.y, area.w, wall, 0.0, Style::fill(Token::Wall));
    wall_tiles(list, area, wall);
    floor_tiles(list, area, wall);
    list.rect(area.x, area.y + wall - 4.0, area.w, 8.0, 0.0, Style::fill(Token::WallEdge));
    list.restore();
}

/// Bricks: every other row is shifted by half a tile.
fn wall_tiles(list: &mut DisplayList, area: Area, wall: f32) {
    let (w, h) = (44.0, 24.0);
    let rows = (wall / h).ceil() as i32;
    for row in 0..rows {
        let y = area.y + wall - row as f32 * h;
        list.move_to(area.x, y);
        list.line_to(area.right(), y);
        let mut x = area.x + if row % 2 == 0 { w / 2.0 } else { w };
        while x < area.right() {
            list.move_to(x, y);
            list.line_to(x, y - h);
            x += w;
        }
    }
    list.paint(Style::line(Token::WallLine, 1.2));
}

/// A chequered floor whose rows grow towards the reader.
fn floor_tiles(list: &mut DisplayList, area: Area, wall: f32) {
    let (mut y, mut h, mut row) = (area.y + wall, 20.0, 0);
    let vanish = area.cx();
    while y < area.bottom() {
        let (top, bottom) = (1.0 + (y - area.y - wall) * 0.0016, 1.0 + (y + h - area.y - wall) * 0.0016);
        let tile = 54.0;
        let count = (area.w / tile) as i32 + 4;
        for column in -count..count {
            if (column + row) % 2 == 0 {
                let (a, b) = (column as f32 * tile, (column + 1) as f32 * tile);
                list.move_to(vanish + a * top, y);
                list.line_to(vanish + b * top, y);
                list.line_to(vanish + b * bottom, y + h);
                list.line_to(vanish + a * bottom, y + h);
                list.close();
            }
        }
        y += h;
        h *= 1.22;
        row += 1;
    }
    list.paint(Style::fill(Token::FloorTile));
}

/// The clock over the pass, at the top right: simulated time, and how it runs against the reader's.
pub(crate) fn clock(view: &View<'_>, list: &mut DisplayList) {
    let [w, _] = view.size;
    let header = header_height(view.size);
    let radius = (header * if is_wide(view.size) { 0.36 } else { 0.29 }).min(60.0);
    let (cx, cy) = (w - radius - header * 0.14, header * 0.48);
    cast::clock(list, cx, cy, radius, view.playhead, view.index.makespan);
    let x = cx - radius - header * 0.11;
    let unit = view.text_size();
    let scaled = view.per_second > Time::ZERO;
    let time = TextStyle::new(unit * 1.25, Token::Text).bold().end();
    let y = if scaled { cy - unit * 0.15 } else { cy + unit * 0.45 };
    list.write_with(time, x, y, |out| format::push_time(out, view.playhead));
    if scaled {
        let scale = TextStyle::new((unit * 0.95).max(11.0), Token::TextSoft).end();
        list.write_with(scale, x, y + unit * 1.25, |out| {
            out.push_str(tr(view.lang, key::SCENE_SCALE));
            out.push(' ');
            format::push_time(out, view.per_second);
        });
        pace(view, list, [x - unit * 5.2, y]);
    }
}

/// Left of the time, whether the run is slowed down or a wait cut short. The clock keeps this place free.
fn pace(view: &View<'_>, list: &mut DisplayList, [x, y]: [f32; 2]) {
    let key = match view.mark {
        Mark::Usual => return,
        Mark::Slow => key::SCENE_SLOW,
        Mark::Compressed => key::SCENE_COMPRESSED,
    };
    let style = TextStyle::new((view.text_size() * 0.85).max(10.0), Token::Accent).bold().end();
    list.write_on_card(style, x, y, |out| out.push_str(tr(view.lang, key)));
}
