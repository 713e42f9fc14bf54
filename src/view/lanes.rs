//! The timeline's canvas: painted when the run, the window or the selection changes; in between only the playhead's
//! line moves, as an element over it.

use std::rc::Rc;

use kitchen_core::sim::task::TaskId;
use kitchen_core::units::Time;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::gantt::{Chart, Tell, Window};
use kitchen_story::scene::palette::Palette;
use kitchen_story::show::Show;
use kitchen_story::story::Layer;
use kitchen_text::{Lang, Line, Words, key, msg};
use web_sys::{Element, HtmlCanvasElement};

use super::playing::Sight;
use super::words;
use crate::page::window::{self, Shown, Turn};
use crate::web::canvas::{self, Size};
use crate::web::painter::Painter;
use crate::web::{dom, media};

#[derive(Debug)]
pub struct Lanes {
    canvas: HtmlCanvasElement,
    line: Element,
    painter: Painter,
    list: DisplayList,
    chart: Rc<Chart>,
    window: Window,
    theme: &'static str,
    size: Size,
    /// Whether the run is a race whose end is not to be given away.
    covered: bool,
    resized: bool,
    painted: Option<(Window, &'static str)>,
    line_x: f32,
}

impl Lanes {
    /// Nothing where the browser has no canvas to draw on.
    pub fn new(canvas: HtmlCanvasElement, line: Element) -> Option<Lanes> {
        let painter = Painter::new(canvas::context(&canvas)?);
        let window = Window {
            size: [1.0; 2],
            from: Time::ZERO,
            to: Time::ZERO,
            lang: Lang::default(),
            layer: Layer::default(),
            critical: false,
            selected: None,
            until: None,
        };
        Some(Lanes {
            canvas,
            line,
            painter,
            list: DisplayList::new(),
            chart: Rc::default(),
            window,
            theme: "",
            size: Size::default(),
            covered: false,
            resized: true,
            painted: None,
            line_x: f32::NAN,
        })
    }

    /// Whether it had a place in the layout when that was measured last.
    pub fn is_seen(&self) -> bool {
        self.size.width >= 1.0
    }

    /// Gets ready for another run.
    pub fn load(&mut self, chart: Rc<Chart>) {
        self.turn_to(chart);
        self.show(Shown::whole(self.chart.end));
    }

    /// Gets other lanes of the same run; what is looked at stays.
    pub fn turn_to(&mut self, chart: Rc<Chart>) {
        self.chart = chart;
        self.window.selected = None;
        self.resized = true;
    }

    pub fn resize(&mut self) {
        self.resized = true;
    }

    /// Paints what has changed and moves the playhead's line.
    pub fn draw(&mut self, sight: &Sight, playing: bool) {
        self.measure();
        if !self.is_seen() {
            return;
        }
        self.window.lang = sight.lang;
        self.window.layer = sight.layer;
        self.theme = sight.theme;
        self.window.until = self.covered.then_some(sight.at);
        if playing && !self.shown().holds(sight.at) {
            self.show(self.shown().at(sight.at));
        }
        let Some(palette) = Palette::named(self.theme) else { return };
        if self.painted != Some((self.window, self.theme)) {
            self.painted = Some((self.window, self.theme));
            canvas::fit(&self.canvas, self.size);
            self.chart.compose(&self.window, &mut self.list);
            self.painter.paint(&self.list, &palette, self.size.scale);
        }
        let x = self.chart.x_of(&self.window, sight.at);
        if x.to_bits() != self.line_x.to_bits() {
            self.line_x = x;
            let area = self.chart.area(&self.window);
            let seen = x >= area.x - 0.5 && x <= area.right() + 0.5;
            dom::set_style(&self.line, "visibility", if seen { "visible" } else { "hidden" });
            dom::set_style(&self.line, "transform", &format!("translateX({})", dom::css_px(x)));
        }
    }

    /// Takes over the size that the layout gives the timeline, and tells the layout the height it wants.
    pub fn measure(&mut self) {
        if !std::mem::take(&mut self.resized) {
            return;
        }
        if let Some(frame) = self.canvas.parent_element() {
            let height = self.chart.height(f64::from(frame.client_width()) as f32, media::is_low());
            dom::set_style(&frame, "--height", &dom::css_px(height));
        }
        self.size = canvas::layout_size(&self.canvas);
        self.window.size = [self.size.width as f32, self.size.height as f32];
        self.painted = None;
        self.line_x = f32::NAN;
    }

    /// The lanes and spans, where they are of links.
    pub fn links(&self) -> Option<Rc<Chart>> {
        self.chart.is_of_links().then(|| Rc::clone(&self.chart))
    }

    /// What of the run is shown.
    pub fn shown(&self) -> Shown {
        Shown { from: self.window.from, to: self.window.to, end: self.chart.end }
    }

    pub fn show(&mut self, shown: Shown) {
        (self.window.from, self.window.to) = (shown.from, shown.to);
    }

    /// Shows a race as far as it has come, and no further.
    pub fn cover(&mut self, covered: bool) {
        self.covered = covered;
    }

    pub fn set_critical(&mut self, critical: bool) {
        self.window.critical = critical;
    }

    /// The instant at a place of the canvas.
    pub fn time_at(&self, x: f32) -> Time {
        self.chart.time_at(&self.window, x)
    }

    /// Selects the span at a place.
    pub fn point(&mut self, x: f32, y: f32) {
        self.window.selected = self.chart.hit(&self.window, x, y);
    }

    pub fn unselect(&mut self) {
        self.window.selected = None;
    }

    /// When the selected span starts.
    pub fn selected_start(&self) -> Option<Time> {
        Some(self.chart.spans.get(self.window.selected?)?.start)
    }

    /// Selects the next span that way, and shows it.
    pub fn turn(&mut self, way: Turn, at: Time) {
        let Some(next) = window::turn(&self.chart.spans, self.window.selected, way, at) else { return };
        self.window.selected = Some(next);
        let start = self.chart.spans[next].start;
        if !self.shown().holds(start) {
            self.show(self.shown().at(start));
        }
    }

    /// What the selected span is: who, what, from when to when, and why it did not start earlier.
    pub fn describe(&self, show: &Show, lang: Lang, layer: Layer) -> Option<String> {
        let told = self.chart.tell(show, self.window.selected.map_or(Tell::All, Tell::Span), layer);
        if !told.is_empty() {
            let mut text = String::new();
            for line in &told {
                text.push_str(if text.is_empty() { "" } else { " " });
                line.say_into(lang, &mut text);
            }
            return Some(text);
        }
        let index = self.window.selected?;
        let span = self.chart.spans.get(index)?;
        let run = show.runs.get(span.run)?;
        if span.number.is_none() && span.task == 0 && show.runs.len() > 1 {
            return Some(self.describe_run(span.lane, span.end, lang));
        }
        let scenario = &show.scenario;
        let line = Line::from(msg::ShellSpan {
            who: Words::from(words::who(scenario, run, span.task, layer)?),
            what: Words::from(words::doing(scenario, run, span.task)?),
            start: span.start,
            end: span.end,
            length: span.end.saturating_sub(span.start),
        });
        let mut text = line.say(lang);
        if let Some(why) = self.why(show, run, index, layer) {
            text.push(' ');
            why.say_into(lang, &mut text);
        }
        Some(text)
    }

    fn describe_run(&self, lane: usize, end: Time, lang: Lang) -> String {
        let name = self.chart.lanes[lane].kitchen.clone();
        let (who, what) = (name.into(), key::SHELL_TASK_RUN.into());
        Line::from(msg::ShellSpan { who, what, start: Time::ZERO, end, length: end }).say(lang)
    }

    /// Why a span did not start when the one before it in its lane ended, or when it was ready.
    fn why(&self, show: &Show, run: &kitchen_core::run::Run, index: usize, layer: Layer) -> Option<Line> {
        let span = &self.chart.spans[index];
        let task = span.task as usize;
        let (ready, start) = (*run.trace.ready.get(task)?, *run.trace.start.get(task)?);
        if start > ready {
            return Some(Line::from(msg::ShellSpanOwn { time: start.saturating_sub(ready) }));
        }
        let before =
            index.checked_sub(1).map(|before| &self.chart.spans[before]).filter(|before| before.lane == span.lane);
        let idle = span.start.saturating_sub(before.map_or(Time::ZERO, |before| before.end));
        let ended = |dep: &TaskId| run.trace.end.get(*dep as usize).copied();
        let last = run.graph.deps(span.task).iter().copied().filter(|dep| ended(dep) == Some(ready)).max()?;
        if idle == Time::ZERO {
            return None;
        }
        let cause = Line::from(msg::ShellCause {
            who: Words::from(words::who(&show.scenario, run, last, layer)?),
            what: Words::from(words::doing(&show.scenario, run, last)?),
        });
        Some(Line::from(msg::ShellSpanWaited { time: idle, cause: cause.into() }))
    }
}
