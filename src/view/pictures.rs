//! The canvases of a chapter: the backdrop, painted anew only when what stands still has changed, and the front,
//! painted on every frame that differs from the last.

use std::rc::Rc;

use kitchen_story::scenario::link;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::handle::Handle;
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::stage::{self, View};
use kitchen_story::story::{Layer, Script};
use kitchen_text::Lang;
use web_sys::HtmlCanvasElement;

use super::lanes::Lanes;
use super::playing::{Playing, Sight};
use crate::web::canvas::{self, Size};
use crate::web::painter::Painter;
use crate::web::{dom, media};

/// Seconds of art after which a whole picture waits for the next frame.
const PAINT_S: f64 = 0.003;
/// Seconds of painting the backdrop after which the front waits for the next frame.
const BACKDROP_S: f64 = 0.0015;
/// The same where the front's picture has another size.
const BOTH_S: f64 = 0.006;

/// A canvas and what paints on it.
#[derive(Debug)]
struct Sheet {
    canvas: HtmlCanvasElement,
    painter: Painter,
    list: DisplayList,
}

impl Sheet {
    fn new(canvas: HtmlCanvasElement) -> Option<Sheet> {
        let painter = Painter::new(canvas::context(&canvas)?);
        Some(Sheet { canvas, painter, list: DisplayList::new() })
    }
}

/// What the backdrop was painted for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Painted {
    lang: Lang,
    layer: Layer,
    theme: &'static str,
    size: Size,
}

/// The stage's two canvases.
#[derive(Debug)]
pub struct Pictures {
    backdrop: Sheet,
    front: Sheet,
    size: Size,
    /// The size in the layout has to be read again.
    resized: bool,
    painted: Option<Painted>,
    /// The size that the front was painted in.
    fitted: Size,
    /// Frames until another run's picture may be painted: one to measure, one for a timeline that is seen.
    frames: u32,
    /// Not in an embedded page.
    pub timeline: Option<Lanes>,
    /// The lanes that the timeline is to have once somebody sees it: those of a run are made for nothing else.
    owed: Option<link::Lanes>,
}

impl Pictures {
    /// Nothing where the browser has no canvas to draw on.
    pub fn new(backdrop: HtmlCanvasElement, front: HtmlCanvasElement) -> Option<Pictures> {
        Some(Pictures {
            backdrop: Sheet::new(backdrop)?,
            front: Sheet::new(front)?,
            size: Size::default(),
            resized: true,
            painted: None,
            fitted: Size::default(),
            frames: 0,
            timeline: None,
            owed: None,
        })
    }

    /// Gets ready for another run.
    pub fn load(&mut self, playing: &Playing, lanes: link::Lanes) {
        self.painted = None;
        self.resized = true;
        self.frames = 1;
        let Some(timeline) = &mut self.timeline else { return };
        if timeline.is_seen() {
            timeline.load(playing.chart(lanes));
            self.frames = 2;
        } else {
            timeline.load(Rc::default());
            self.owed = Some(lanes);
        }
    }

    /// Makes the timeline's lanes, once it is seen and has none.
    pub fn catch_up(&mut self, playing: Option<&Playing>) {
        let Some(timeline) = &mut self.timeline else { return };
        timeline.measure();
        if let Some((playing, lanes)) = playing.zip(self.owed).filter(|_| timeline.is_seen()) {
            self.owed = None;
            timeline.load(playing.chart(lanes));
            self.frames = 2;
        }
    }

    /// Gives the timeline other lanes, of the same window.
    pub fn turn_to(&mut self, playing: &Playing, lanes: link::Lanes) {
        let Some(timeline) = &mut self.timeline else { return };
        if self.owed.is_some() || !timeline.is_seen() {
            self.owed = Some(lanes);
        } else {
            timeline.turn_to(playing.chart(lanes));
            self.frames = 2;
        }
    }

    /// Gets on with what comes before another run's picture; answers whether there was anything, which is enough for a frame.
    pub fn settle(&mut self, sight: &Sight, playing: bool) -> bool {
        let frames = self.frames;
        self.frames = frames.saturating_sub(1);
        match (frames, &mut self.timeline) {
            (0, _) => return false,
            (1, Some(timeline)) if timeline.is_seen() => timeline.draw(sight, playing),
            _ => self.measure(),
        }
        true
    }

    /// To be called when the layout has changed.
    pub fn resize(&mut self) {
        self.resized = true;
        if let Some(timeline) = &mut self.timeline {
            timeline.resize();
        }
    }

    fn view<'a>(&self, playing: &'a Playing, script: &'a Script, sight: &Sight) -> View<'a> {
        View {
            show: &playing.show,
            script,
            index: &playing.index,
            playhead: sight.at,
            per_second: sight.scale,
            mark: sight.mark,
            layer: sight.layer,
            lang: sight.lang,
            size: [self.size.width as f32, self.size.height as f32],
        }
    }

    /// What of the picture can be taken in hand, in the size that the layout gives it.
    pub fn hands(
        &mut self,
        playing: &Playing,
        (script, sight): (&Script, &Sight),
        chosen: &[(&'static str, usize)],
    ) -> Vec<Handle> {
        self.measure();
        if self.size.width < 1.0 { Vec::new() } else { self.view(playing, script, sight).hands(chosen) }
    }

    /// Paints what has changed, once all art is drawn that it copies; at most until `until_s` of the browser's clock goes into
    /// that, and until then the last picture stays. Answers how many milliseconds composing and painting took.
    pub fn draw(&mut self, playing: &Playing, script: &Script, sight: &Sight, until_s: f64) -> Option<(f64, f64)> {
        self.measure();
        let palette = Palette::named(sight.theme)?;
        let view = self.view(playing, script, sight);
        let scale = self.size.scale;
        let start = dom::seconds();
        let wanted = Painted { lang: sight.lang, layer: sight.layer, theme: sight.theme, size: self.size };
        let is_other = self.painted != Some(wanted);
        if is_other {
            view.draw_backdrop(&mut self.backdrop.list);
        }
        view.draw_frame(&mut self.front.list);
        let composed = dom::seconds();
        let Pictures { backdrop, front, .. } = self;
        if is_other && !backdrop.painter.prepare(&backdrop.list, &palette, scale, until_s)
            || !front.painter.prepare(&front.list, &palette, scale, until_s)
        {
            return None;
        }
        if is_other {
            // Much art and a whole picture are too much for a frame, and so are two pictures with much on them: what a canvas was
            // told is drawn by this thread at the frame's end.
            let prepared = dom::seconds();
            if prepared > composed + PAINT_S {
                return None;
            }
            canvas::fit(&backdrop.canvas, self.size);
            backdrop.painter.paint(&backdrop.list, &palette, scale);
            self.painted = Some(wanted);
            // A picture of another size would be stretched over it: then the front is painted at once, or waits unseen.
            let is_stretched = self.fitted != self.size && self.fitted != Size::default();
            let limit = if is_stretched { BOTH_S } else { BACKDROP_S };
            if dom::seconds() > prepared + limit {
                if is_stretched {
                    canvas::fit(&front.canvas, self.size);
                }
                return None;
            }
        }
        if self.fitted != self.size {
            self.fitted = self.size;
            canvas::fit(&front.canvas, self.size);
        }
        front.painter.paint(&front.list, &palette, scale);
        Some(((composed - start) * 1e3, (dom::seconds() - composed) * 1e3))
    }

    /// Takes over the size that the layout gives the stage, and tells the style sheet where the caption may lie.
    fn measure(&mut self) {
        // First, because its height decides what is left for the stage.
        if let Some(timeline) = &mut self.timeline {
            timeline.measure();
        }
        if !std::mem::take(&mut self.resized) {
            return;
        }
        self.size = canvas::layout_size(&self.front.canvas);
        let Some(frame) = self.front.canvas.closest(".stage-frame").ok().flatten() else { return };
        let header = stage::header_height([self.size.width as f32, self.size.height as f32]);
        // Two lines of the reader's letters must fit into it.
        let fits = f64::from(header) >= media::rem_px() * 4.1;
        let area = stage::caption_area([self.size.width as f32, self.size.height as f32]).filter(|_| fits);
        dom::set_attribute(&frame, "data-caption", if area.is_some() { "over" } else { "above" });
        dom::set_style(&frame, "--header", &dom::css_px(header));
        if let Some(area) = area {
            for (name, value) in [("--x", area.x), ("--y", area.y), ("--w", area.w), ("--h", area.h)] {
                dom::set_style(&frame, name, &dom::css_px(value));
            }
        }
    }
}
