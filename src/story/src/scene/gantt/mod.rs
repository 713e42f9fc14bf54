//! The timeline: one lane for each chef (for each run in a race), or for each link, drawn from the same trace as the stage.
//!
//! * [`Chart`]: lanes and spans, made once for a show;
//! * [`Window`]: what of it is looked at; drawing, and what lies where.
//!
//! Forward passes and sums on their way are filled, backward passes and copies outlined; what is empty is waiting. Spans
//! of a collective's many channels that belong to one step are one span. Above [`MOST_LANES`] chefs a lane is a kitchen.

mod chefs;
mod network;

use super::display::{DisplayList, Style, TextStyle};
use super::geom::{Area, Within as _};
use super::palette::Token;
use crate::scenario::link::Lanes;
use crate::sentences::Named;
use crate::show::Show;
use crate::story::Layer;
use kitchen_core::analysis;
use kitchen_core::run::Run;
use kitchen_core::sim::task::TaskId;
use kitchen_core::topology::{self, LinkClass};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::wire::{wire, wire_choice};
use kitchen_text::{Key, Lang, Line, format, key, msg};

/// More chefs than this share lanes by kitchen.
pub const MOST_LANES: usize = 64;

/// How a span is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// On its way, low in the lane, under what is computed.
    Sent,
    /// Forward, or on its way to be added.
    Filled,
    /// Backward, or on its way to be copied.
    Outlined,
    /// The weights' part of a backward pass.
    Striped,
    /// Additions, updates.
    Plain,
    /// A whole run.
    Whole,
    /// Bytes on a link, see [`Span::load`].
    Carried,
}

wire_choice!(Look { Sent, Filled, Outlined, Striped, Plain, Whole, Carried });

/// One bar of a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The run and the first of its tasks that this span stands for.
    pub run: usize,
    pub task: TaskId,
    pub lane: usize,
    pub start: Time,
    pub end: Time,
    pub look: Look,
    /// The micro-batch or the step, from 0.
    pub number: Option<u16>,
    /// Whether the run would be shorter if this were.
    pub critical: bool,
    /// What is on the link, in a lane of links.
    pub load: Option<Load>,
}

wire!(Span { run, task, lane, start, end, look, number, critical, load });

/// What is on a link during a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Whether it goes from the lane's second end to its first; never for links together.
    pub back: bool,
    pub rate: Rate,
    pub bytes: Bytes,
    /// How many of the lane's links are full.
    pub full: u32,
    /// Whether all of it is from one chef to one other: those of the span's task.
    pub alone: bool,
}

wire!(Load { back, rate, bytes, full, alone });

/// What a lane of links is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carrier {
    pub class: LinkClass,
    /// What it can carry there and back; of links together the sum of both, in the first place.
    pub most: [Rate; 2],
    /// How many links that are not loaded alike it holds, each direction counted where bytes are on it.
    pub links: u32,
    /// Whether both directions of several are drawn as one.
    pub together: bool,
    /// Bytes over what it can carry in the run's time: of the busier direction.
    pub busy: f64,
    /// How long (a part of) it is full: of the direction that is so for longer.
    pub full: Time,
    /// The part of the run's time in which it is at its limit, the larger by bytes and by being full: what lanes are sorted by.
    pub strain: f64,
}

wire!(Carrier { class, most, links, together, busy, full, strain });

/// A row of the timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    pub kitchen: Line,
    pub xray: Line,
    /// Its number alone, for narrow pictures.
    pub short: String,
    /// What it can carry, in a lane of links.
    pub carrier: Option<Carrier>,
}

wire!(Lane { kitchen, xray, short, carrier });

impl Lane {
    fn name(&self, layer: Layer) -> &Line {
        if layer == Layer::XRay { &self.xray } else { &self.kitchen }
    }
}

/// A show's lanes and spans, prepared once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    pub lanes: Vec<Lane>,
    /// By lane, then start.
    pub spans: Vec<Span>,
    pub end: Time,
    of: Lanes,
    /// The width of the longest name at a size of one pixel, where names differ in length.
    names_em: f32,
    /// What the looks of its spans mean.
    legend: Option<Line>,
}

wire!(Chart { lanes, spans, end, of, names_em, legend });

/// What is to be said of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tell {
    /// What stands out in it, in a sentence.
    All,
    /// What the span of that number is, in sentences.
    Span(usize),
    /// The same as a table's cells, by [`COLUMNS`].
    Row(usize),
}

/// The columns of a table of what links carry.
pub const COLUMNS: [Key; 9] = [
    key::SHELL_TABLE_START,
    key::SHELL_TABLE_END,
    key::SHELL_TABLE_DURATION,
    key::SHELL_TABLE_LINK,
    key::SHELL_TABLE_BYTES,
    key::SHELL_TABLE_RATE,
    key::SHELL_TABLE_MOST,
    key::SHELL_TABLE_FULL,
    key::SHELL_TABLE_WHO,
];

/// What a timeline is made by, drawn by (the chart, the span's place, the span, whether it is selected, whether the critical path
/// is shown), and told by.
struct Means {
    chart: fn(&Show) -> Chart,
    bar: fn(&Chart, Area, &Span, bool, bool, &mut DisplayList),
    tell: fn(&Chart, &Show, Tell, Layer) -> Vec<Line>,
}

static CHEFS: Means = Means { chart: chefs::chart, bar: chefs::bar, tell: chefs::tell };
static NETWORK: Means = Means { chart: network::chart, bar: network::bar, tell: network::tell };

impl Means {
    /// Those of such lanes.
    fn of(lanes: Lanes) -> &'static Means {
        match lanes {
            Lanes::Chefs => &CHEFS,
            Lanes::Links => &NETWORK,
        }
    }
}

/// What is looked at, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// CSS pixels.
    pub size: [f32; 2],
    pub from: Time,
    pub to: Time,
    pub lang: Lang,
    pub layer: Layer,
    /// Shows the critical path.
    pub critical: bool,
    /// The span that the reader points at.
    pub selected: Option<usize>,
    /// Nothing later is shown: what ends after it might answer an open question.
    pub until: Option<Time>,
}

impl Window {
    fn shows(&self, span: &Span) -> bool {
        span.end >= self.from && span.start <= self.to && self.until.is_none_or(|until| span.start < until)
    }

    /// As much of a span as is shown; a whole run that has not ended says no time.
    fn part(&self, span: &Span) -> Span {
        match self.until.filter(|&until| span.end > until) {
            Some(end) if span.look == Look::Whole => Span { end, look: Look::Carried, ..*span },
            Some(end) => Span { end, ..*span },
            None => *span,
        }
    }
}

const AXIS: f32 = 24.0;
/// Below this width names are short, and those of machines stand over their bars.
const NARROW: f32 = 520.0;
const NAME: f32 = 17.0;

impl Chart {
    /// The timeline of a show, with a lane for each of those.
    pub fn new(show: &Show, of: Lanes) -> Chart {
        Chart { of, ..(Means::of(of).chart)(show) }
    }

    /// What is to be said; nothing of chefs, who are told task by task.
    pub fn tell(&self, show: &Show, what: Tell, layer: Layer) -> Vec<Line> {
        (Means::of(self.of).tell)(self, show, what, layer)
    }

    fn sort_spans(&mut self) {
        kitchen_core::order::sort_by_key(&mut self.spans, |span| (span.lane, span.start, span.look, span.task));
    }

    /// The height at which the timeline is comfortable in a page of this width, in a window that is `low` or not.
    pub fn height(&self, width: f32, low: bool) -> f32 {
        let (race, links) = (self.is_race(), self.is_of_links());
        let lane = match self.lanes.len() {
            _ if race && width < NARROW => 40.0,
            _ if race => 22.0,
            0..=8 if links && width < NARROW => 42.0,
            _ if links && width < NARROW => 34.0,
            0..=4 if width >= NARROW && !low => 40.0,
            17..=32 if links => 11.0,
            0..=6 if width >= NARROW => {
                if low {
                    27.0
                } else {
                    30.0
                }
            }
            7..=8 if width >= NARROW && low => 18.0,
            0..=8 => 24.0,
            9..=16 => 16.0,
            _ => 8.0,
        };
        self.lanes.len() as f32 * lane + AXIS
    }

    /// Where the spans are; the names are left of it.
    pub fn area(&self, window: &Window) -> Area {
        let [w, h] = window.size;
        let names = match (w < NARROW, self.is_race(), self.is_of_links()) {
            (true, true, _) | (true, _, true) => 4.0,
            (true, ..) if self.lanes.len() > 1 => 26.0,
            (false, true, _) => (w * 0.3).min(170.0),
            (false, _, true) => (self.names_em * 13.0 + 14.0).min(w * 0.26),
            _ => 66.0,
        };
        Area::new(names, 0.0, (w - names - 6.0).max(1.0), (h - AXIS).max(1.0))
    }

    /// Whether each lane is a machine's.
    fn is_race(&self) -> bool {
        self.legend.as_ref().is_some_and(|legend| legend.key == key::SHELL_GANTT_RACE)
    }

    /// Whether the lanes are of links.
    pub fn is_of_links(&self) -> bool {
        self.of == Lanes::Links
    }

    /// Whether names stand over their bars.
    fn has_names_over(&self, window: &Window) -> bool {
        window.size[0] < NARROW && (self.is_race() || self.is_of_links())
    }

    /// Where an instant is, in pixels from the left; outside the area where the window does not show it.
    pub fn x_of(&self, window: &Window, at: Time) -> f32 {
        let area = self.area(window);
        let span = window.to.saturating_sub(window.from).0.max(1) as f64;
        area.x + (((at.0 as f64 - window.from.0 as f64) / span) * f64::from(area.w)) as f32
    }

    /// The instant at a place, inside the run.
    pub fn time_at(&self, window: &Window, x: f32) -> Time {
        let area = self.area(window);
        let share = f64::from(((x - area.x) / area.w).within(0.0, 1.0));
        let span = window.to.saturating_sub(window.from).0 as f64;
        Time(window.from.0 + (span * share) as u64).min(self.end)
    }

    fn lane_area(&self, window: &Window, lane: usize) -> Area {
        let area = self.area(window);
        let h = area.h / self.lanes.len().max(1) as f32;
        let gap = (h * 0.18).min(7.0);
        let name = if self.has_names_over(window) { NAME } else { 0.0 };
        Area::new(area.x, area.y + h * lane as f32 + name, area.w, (h - gap - name).max(1.0))
    }

    fn span_area(&self, window: &Window, span: &Span) -> Area {
        let lane = self.lane_area(window, span.lane);
        let (left, right) = (self.x_of(window, span.start), self.x_of(window, span.end));
        let (left, right) = (left.max(lane.x - 4.0), right.min(lane.right() + 4.0));
        if let Some(load) = span.load {
            // There above, back below; a link is used without gaps, and so drawn.
            let (y, h) = match self.lanes[span.lane].carrier {
                Some(Carrier { together: false, .. }) if load.back => (lane.cy() + 1.0, lane.h / 2.0 - 1.0),
                Some(Carrier { together: false, .. }) => (lane.y, lane.h / 2.0 - 1.0),
                _ => (lane.y, lane.h),
            };
            return Area::new(left, y, (right - left).max(1.25), h);
        }
        let gap = if right - left > 6.0 { 1.0 } else { 0.0 };
        let (y, h) = if span.look == Look::Sent { (lane.y + lane.h * 0.66, lane.h * 0.34) } else { (lane.y, lane.h) };
        Area::new(left + gap, y, (right - left - 2.0 * gap).max(1.0), h)
    }

    /// The span at a place: the topmost, with some slack for narrow ones.
    pub fn hit(&self, window: &Window, x: f32, y: f32) -> Option<usize> {
        let inside = |span: &Span, slack: f32| {
            let area = self.span_area(window, span);
            x >= area.x - slack && x <= area.right() + slack && y >= area.y && y <= area.bottom()
        };
        let told = |span: &Span| window.shows(span) && window.until.is_none_or(|until| span.end <= until);
        let find = |slack: f32| self.spans.iter().rposition(|span| told(span) && inside(span, slack));
        find(0.0).or_else(|| find(3.0))
    }

    /// Fills `list` with the window's picture.
    pub fn compose(&self, window: &Window, list: &mut DisplayList) {
        list.clear();
        let narrow = window.size[0] < NARROW;
        let over = self.has_names_over(window);
        let lane_h = self.lane_area(window, 0).h;
        for (at, lane) in self.lanes.iter().enumerate() {
            let area = self.lane_area(window, at);
            list.rect(area.x, area.y, area.w, area.h, 5.0, Style::fill(Token::Track));
            if lane.carrier.is_some_and(|carrier| !carrier.together) {
                list.rect(area.x, area.cy() - 0.5, area.w, 1.0, 0.0, Style::fill(Token::TextSoft).alpha(0.5));
            }
            if lane_h < 9.0 && at % 8 != 0 {
                continue;
            }
            let size = if narrow { 12.0 } else { (lane_h * 0.42).within(11.0, 15.0) };
            let style = TextStyle::new(size, Token::Text).bold();
            let (style, x, y) = if over {
                (style.within(area.w), area.x, area.y - 5.0)
            } else {
                (style.within(area.x - 8.0), 0.0, area.cy() + size * 0.36)
            };
            list.write_with(style, x, y, |out| {
                if narrow && !over {
                    out.push_str(&lane.short);
                } else {
                    lane.name(window.layer).say_into(window.lang, out);
                }
            });
        }
        let area = self.area(window);
        list.save();
        list.clip(area.x, area.y, area.w, area.h, 4.0);
        let bar = Means::of(self.of).bar;
        for (at, span) in self.spans.iter().enumerate() {
            if window.shows(span) {
                let span = window.part(span);
                (bar)(self, self.span_area(window, &span), &span, window.selected == Some(at), window.critical, list);
            }
        }
        list.restore();
        self.axis(window, list);
    }

    fn axis(&self, window: &Window, list: &mut DisplayList) {
        let area = self.area(window);
        let y = window.size[1] - 7.0;
        let style = TextStyle::new(12.0, Token::TextSoft);
        list.write_with(style, area.x, y, |out| format::push_time(out, window.from));
        // How long the whole takes may be the answer, too.
        if window.until.is_none_or(|until| window.to <= until) {
            list.write_with(style.end(), area.right(), y, |out| format::push_time(out, window.to));
        }
        if let Some(legend) = self.legend.as_ref().filter(|_| area.w > 420.0) {
            let style = style.middle().within(area.w - 130.0);
            list.write_with(style, area.cx(), y, |out| legend.say_into(window.lang, out));
        }
    }
}

/// A chef, or in the x-ray its GPU: both count from 1.
pub fn chef(gpu: u32, xray: bool) -> Line {
    let n = i64::from(gpu) + 1;
    if xray { msg::TopologyVertexGpu { n }.into() } else { msg::ChefNumber { n }.into() }
}

fn kitchen(node: u32, xray: bool) -> Line {
    let n = (i64::from(node) + 1).into();
    if xray { msg::ShellGanttNode { n }.into() } else { msg::ShellGanttKitchen { n }.into() }
}

/// A run's machine, and how many of them.
fn machine(run: &Run) -> Line {
    let name = topology::system(run.topology.system).map_or(key::VALUE, Named::name);
    match run.topology.nodes {
        ..2 => Line::new(name),
        n => Line::from(msg::ShellGanttNodes { name: name.into(), n: i64::from(n) }),
    }
}

/// By task, whether the run would be shorter if it were.
fn critical(run: &Run) -> Vec<bool> {
    let mut critical = vec![false; run.graph.len()];
    for task in analysis::critical_path(&run.graph, &run.trace) {
        critical[task as usize] = true;
    }
    critical
}

#[cfg(test)]
mod tests {
    use super::super::display::Item;
    use super::*;
    use crate::chapters::{collectives, data, links, pipeline};
    use crate::scenario::{Kind as Chapter, Scenario};
    use crate::show;

    fn of(kind: Chapter, lanes: Lanes) -> Chart {
        Chart::new(&show::run(&Scenario::default_for(kind)).unwrap(), lanes)
    }

    fn chart(kind: Chapter) -> Chart {
        of(kind, Lanes::Chefs)
    }

    fn whole(chart: &Chart) -> Window {
        let size = [800.0, 200.0];
        let (lang, layer) = (Lang::En, Layer::Kitchen);
        Window { size, from: Time::ZERO, to: chart.end, lang, layer, critical: false, selected: None, until: None }
    }

    fn check(kind: Chapter, lanes: usize, looks: &[Look]) {
        let chart = chart(kind);
        assert_eq!(chart.lanes.len(), lanes, "{}", kind.id);
        for &look in looks {
            assert!(chart.spans.iter().any(|span| span.look == look), "{} shows {look:?}", kind.id);
        }
        assert!(chart.spans.iter().all(|span| span.start <= span.end && span.end <= chart.end && span.lane < lanes));
        assert!(chart.spans.iter().any(|span| span.critical), "{} has a critical path", kind.id);
    }

    #[test]
    fn each_chef_or_run_has_a_lane() {
        check(pipeline::KIND, 4, &[Look::Filled, Look::Outlined, Look::Plain]);
        check(data::KIND, 4, &[Look::Filled, Look::Outlined]);
        check(collectives::KIND, 8, &[Look::Filled, Look::Outlined]);
        check(links::KIND, 6, &[Look::Whole]);
    }

    #[test]
    fn a_place_and_an_instant_lead_to_each_other() {
        let chart = chart(pipeline::KIND);
        let window = whole(&chart);
        for part in 0..=10 {
            let at = Time(chart.end.0 / 10 * part);
            let back = chart.time_at(&window, chart.x_of(&window, at));
            assert!(back.0.abs_diff(at.0) < chart.end.0 / 10_000, "{at} came back as {back}");
        }
    }

    #[test]
    fn the_span_under_a_place_is_found() {
        for chart in [chart(pipeline::KIND), of(collectives::KIND, Lanes::Links)] {
            let window = whole(&chart);
            for (index, span) in chart.spans.iter().enumerate().filter(|(_, span)| span.look != Look::Sent) {
                let area = chart.span_area(&window, span);
                let hit = chart.hit(&window, area.cx(), area.y + 1.0);
                assert_eq!(hit, Some(index), "{span:?}");
            }
            assert_eq!(chart.hit(&window, -50.0, 10.0), None);
        }
    }

    #[test]
    fn a_race_told_so_far_names_no_end_to_come() {
        let chart = chart(links::KIND);
        let mut ends: Vec<Time> = chart.spans.iter().map(|span| span.end).collect();
        ends.sort();
        for until in [Time::ZERO, Time(ends[0].0 / 2), ends[0], ends[2]] {
            let window = Window { until: Some(until), ..whole(&chart) };
            let mut list = DisplayList::new();
            chart.compose(&window, &mut list);
            let written = |end: Time| list.text.contains(&format::time(end));
            for span in &chart.spans {
                assert!(span.end <= until || !written(span.end), "{span:?} at {until}");
                let area = chart.span_area(&window, span);
                assert_eq!(chart.hit(&window, area.x + 1.0, area.cy()).is_some(), span.end <= until, "{span:?}");
            }
        }
    }

    #[test]
    fn the_list_is_drawn_without_growing_again() {
        for lanes in [Lanes::Chefs, Lanes::Links] {
            let chart = of(pipeline::KIND, lanes);
            let mut list = DisplayList::new();
            chart.compose(&whole(&chart), &mut list);
            let capacity = (list.items.capacity(), list.text.capacity());
            chart.compose(&whole(&chart), &mut list);
            assert_eq!((list.items.capacity(), list.text.capacity()), capacity);
        }
    }

    #[test]
    fn a_link_that_is_full_fills_its_half_of_the_lane() {
        // What is sent through the pipeline fills the line of whoever sends it.
        let chart = of(pipeline::KIND, Lanes::Links);
        let window = whole(&chart);
        let mut list = DisplayList::new();
        for span in chart.spans.iter().filter(|span| span.load.is_some_and(|load| load.full > 0)) {
            list.clear();
            let half = chart.span_area(&window, span);
            (Means::of(Lanes::Links).bar)(&chart, half, span, false, false, &mut list);
            let Item::Rect { y, h, .. } = list.items[0] else { panic!("not a bar") };
            assert!((y - half.y).abs() < 0.1 && (h - half.h).abs() < 0.1, "{h} of {}", half.h);
        }
        assert!(list.items.len() > 1, "something is full");
    }
}
