//! The timeline: one lane for each chef (for each run in a race), drawn from the same trace as the stage.
//!
//! Forward passes and sums on their way are filled, backward passes and copies outlined; what is empty is waiting. Spans
//! of a collective's many channels that belong to one step are one span. Above [`MOST_LANES`] chefs a lane is a kitchen.

use super::display::{DisplayList, Style, TextStyle};
use super::geom::{Area, Within as _};
use super::palette::{self, Token};
use crate::analysis;
use crate::show::{Run, Show};
use crate::sim::task::{GpuId, Kind, NONE, TaskId, Work};
use crate::story::Layer;
use crate::text::{Key, Lang, Line, format, key};
use crate::topology;
use crate::units::Time;

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
    /// Additions, updates.
    Plain,
    /// A whole run.
    Whole,
}

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
}

/// A row of the timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    pub kitchen: Line,
    pub xray: Line,
    /// Its number alone, for narrow pictures.
    pub short: String,
}

/// A show's lanes and spans, prepared once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    pub lanes: Vec<Lane>,
    /// By lane, then start.
    pub spans: Vec<Span>,
    pub end: Time,
    legend: Option<Key>,
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
}

const AXIS: f32 = 24.0;
/// Below this width names are short, and those of machines stand over their bars.
const NARROW: f32 = 520.0;
const NAME: f32 = 17.0;

impl Chart {
    pub fn new(show: &Show) -> Chart {
        let mut chart = Chart { end: show.makespan(), ..Chart::default() };
        if let [run] = show.runs.as_slice() {
            chart.add_chefs(run);
        } else {
            chart.legend = Some(key::SHELL_GANTT_RACE);
            for (at, run) in show.runs.iter().enumerate() {
                chart.add_run(at, run);
            }
        }
        crate::order::sort_by_key(&mut chart.spans, |span| (span.lane, span.start, span.look, span.task));
        chart
    }

    fn add_run(&mut self, at: usize, run: &Run) {
        let name = topology::system(run.topology.system).map_or(key::VALUE, |system| system.name);
        let line = if run.topology.nodes > 1 {
            Line::new(key::SHELL_GANTT_NODES).key("name", name).int("n", i64::from(run.topology.nodes))
        } else {
            Line::new(name)
        };
        self.lanes.push(Lane { kitchen: line.clone(), xray: line, short: (at + 1).to_string() });
        self.spans.push(Span {
            run: at,
            task: 0,
            lane: at,
            start: Time::ZERO,
            end: run.trace.makespan,
            look: Look::Whole,
            number: None,
            critical: run.trace.makespan == self.end,
        });
    }

    fn add_chefs(&mut self, run: &Run) {
        let mut critical = vec![false; run.graph.len()];
        for task in analysis::critical_path(&run.graph, &run.trace) {
            critical[task as usize] = true;
        }
        let tasks = run.graph.len().min(run.trace.start.len()).min(run.trace.end.len());
        let computes = (0..tasks).any(|t| matches!(run.graph.labels[t].kind, Kind::Forward | Kind::Backward));
        let updates = run.graph.labels.iter().any(|label| label.kind == Kind::Update);
        self.legend = Some(match (computes, updates) {
            (true, _) => key::SHELL_GANTT_COMPUTE,
            (_, true) => key::SHELL_GANTT_COLLECTIVE,
            _ => key::SHELL_GANTT_MEETING,
        });
        let lanes = self.chef_lanes(run, tasks);
        // Spans that belong together stand together: by lane, look and number.
        let mut found: Vec<((usize, Look, u16, u16), Span)> = Vec::new();
        for (t, &critical) in critical.iter().enumerate().take(tasks) {
            let (start, end) = (run.trace.start[t], run.trace.end[t]);
            let Some(gpu) = actor(run.graph.work[t]).filter(|_| end != Time::MAX && end > start) else { continue };
            let Some(lane) = lanes.get(gpu as usize).copied().flatten() else { continue };
            let label = run.graph.labels[t];
            let Some((look, number)) = look(label.kind, computes, label.micro_batch, label.step) else { continue };
            let span = Span { run: 0, task: t as TaskId, lane, start, end, look, number, critical };
            found.push(((lane, look, label.micro_batch, number.unwrap_or(NONE)), span));
        }
        crate::order::sort_by_key(&mut found, |(key, _)| *key);
        let mut before = None;
        for (key, span) in found {
            let last = self.spans.last_mut().filter(|_| before == Some(key) && span.look != Look::Plain);
            match last.filter(|last| span.start <= last.end && last.start <= span.end) {
                Some(last) => {
                    last.start = last.start.min(span.start);
                    last.end = last.end.max(span.end);
                    last.critical |= span.critical;
                }
                None => self.spans.push(span),
            }
            before = Some(key);
        }
    }

    /// By GPU, the lane of each that does anything; one for each node where they are too many.
    fn chef_lanes(&mut self, run: &Run, tasks: usize) -> Vec<Option<usize>> {
        let mut used: Vec<GpuId> = Vec::new();
        for work in &run.graph.work[..tasks] {
            match *work {
                Work::Compute { gpu, .. } => used.push(gpu),
                Work::Transfer { src, dst, .. } => used.extend([src, dst]),
                Work::Delay { .. } | Work::Join => {}
            }
        }
        crate::order::sort(&mut used);
        used.dedup();
        let grouped = used.len() > MOST_LANES;
        let per_node = (run.topology.gpus.len() / run.topology.nodes.max(1) as usize).max(1) as u32;
        let mut lanes = vec![None; run.topology.gpus.len()];
        for gpu in used {
            let group = if grouped { gpu / per_node } else { gpu };
            let n = i64::from(group);
            let names = if grouped {
                (Line::new(key::SHELL_GANTT_KITCHEN).int("n", n + 1), Line::new(key::SHELL_GANTT_NODE).int("n", n))
            } else {
                (Line::new(key::CHEF_NUMBER).int("n", n + 1), Line::new(key::TOPOLOGY_VERTEX_GPU).int("n", n))
            };
            let short = (n + 1).to_string();
            if self.lanes.last().is_none_or(|last| last.short != short) {
                self.lanes.push(Lane { kitchen: names.0, xray: names.1, short });
            }
            if let Some(lane) = lanes.get_mut(gpu as usize) {
                *lane = Some(self.lanes.len() - 1);
            }
        }
        lanes
    }

    /// The height at which the timeline is comfortable in a page of this width.
    pub fn height(&self, width: f32) -> f32 {
        let race = self.legend == Some(key::SHELL_GANTT_RACE);
        let lane = match self.lanes.len() {
            _ if race && width < NARROW => 40.0,
            _ if race => 22.0,
            0..=4 if width >= 520.0 => 40.0,
            0..=6 if width >= 520.0 => 30.0,
            0..=8 => 24.0,
            9..=16 => 16.0,
            _ => 8.0,
        };
        self.lanes.len() as f32 * lane + AXIS
    }

    /// Where the spans are; the names are left of it.
    pub fn area(&self, window: &Window) -> Area {
        let [w, h] = window.size;
        let names = match (w < NARROW, self.is_race()) {
            (true, true) => 4.0,
            (true, false) if self.lanes.len() > 1 => 26.0,
            (false, true) => (w * 0.3).min(170.0),
            _ => 66.0,
        };
        Area::new(names, 0.0, (w - names - 6.0).max(1.0), (h - AXIS).max(1.0))
    }

    /// Whether each lane is a machine's.
    fn is_race(&self) -> bool {
        self.legend == Some(key::SHELL_GANTT_RACE)
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
        let name = if self.is_race() && window.size[0] < NARROW { NAME } else { 0.0 };
        Area::new(area.x, area.y + h * lane as f32 + name, area.w, (h - gap - name).max(1.0))
    }

    fn span_area(&self, window: &Window, span: &Span) -> Area {
        let lane = self.lane_area(window, span.lane);
        let (left, right) = (self.x_of(window, span.start), self.x_of(window, span.end));
        let (left, right) = (left.max(lane.x - 4.0), right.min(lane.right() + 4.0));
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
        let shown = |span: &Span| span.end >= window.from && span.start <= window.to;
        let find = |slack: f32| self.spans.iter().rposition(|span| shown(span) && inside(span, slack));
        find(0.0).or_else(|| find(3.0))
    }

    /// Fills `list` with the window's picture.
    pub fn compose(&self, window: &Window, list: &mut DisplayList) {
        list.clear();
        let narrow = window.size[0] < NARROW;
        let over = narrow && self.is_race();
        let lane_h = self.lane_area(window, 0).h;
        for (at, lane) in self.lanes.iter().enumerate() {
            let area = self.lane_area(window, at);
            list.rect(area.x, area.y, area.w, area.h, 5.0, Style::fill(Token::Track));
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
            list.write_with(style, x, y, |out| match window.layer {
                _ if narrow && !over => out.push_str(&lane.short),
                Layer::Kitchen => lane.kitchen.say_into(window.lang, out),
                Layer::XRay => lane.xray.say_into(window.lang, out),
            });
        }
        let area = self.area(window);
        list.save();
        list.clip(area.x, area.y, area.w, area.h, 4.0);
        for (at, span) in self.spans.iter().enumerate() {
            if span.end >= window.from && span.start <= window.to {
                self.bar(window, span, window.selected == Some(at), list);
            }
        }
        list.restore();
        self.axis(window, list);
    }

    fn bar(&self, window: &Window, span: &Span, selected: bool, list: &mut DisplayList) {
        let area = self.span_area(window, span);
        let n = span.number.map_or(0, usize::from);
        let radius = (area.h * 0.2).min(5.0).min(area.w / 2.0);
        let faded = if window.critical && !span.critical { 0.28 } else { 1.0 };
        let text = match span.look {
            Look::Filled => {
                list.rect(area.x, area.y, area.w, area.h, radius, Style::fill(palette::hue(n)).alpha(faded));
                palette::on_hue(n)
            }
            Look::Outlined => {
                let line = (area.w / 4.0).min(3.0);
                let inner = area.inset(line / 2.0, line / 2.0);
                let style = Style::fill(Token::Card).outline(palette::hue_line(n), line).alpha(faded);
                list.rect(inner.x, inner.y, inner.w, inner.h, radius, style);
                Token::Text
            }
            Look::Sent | Look::Whole => {
                list.rect(area.x, area.y, area.w, area.h, radius, Style::fill(Token::Tunnel).alpha(faded));
                Token::Text
            }
            Look::Plain => {
                list.rect(area.x, area.y, area.w, area.h, radius, Style::fill(Token::Apron).alpha(faded));
                Token::OnApron
            }
        };
        if selected || (window.critical && span.critical) {
            let ring = area.inset(-0.5, -0.5);
            let token = if selected { Token::Text } else { Token::Accent };
            list.rect(ring.x, ring.y, ring.w, ring.h, radius, Style::line(token, 2.5));
        }
        bar_text(span, area, text, list);
    }

    fn axis(&self, window: &Window, list: &mut DisplayList) {
        let area = self.area(window);
        let y = window.size[1] - 7.0;
        let style = TextStyle::new(12.0, Token::TextSoft);
        list.write_with(style, area.x, y, |out| format::push_time(out, window.from));
        list.write_with(style.end(), area.right(), y, |out| format::push_time(out, window.to));
        if let Some(legend) = self.legend.filter(|_| area.w > 420.0) {
            list.say(style.middle().within(area.w - 130.0), area.cx(), y, window.lang, legend);
        }
    }
}

/// Whose lane a task is in: who computes, who sends.
const fn actor(work: Work) -> Option<GpuId> {
    match work {
        Work::Compute { gpu, .. } => Some(gpu),
        Work::Transfer { src, .. } => Some(src),
        Work::Delay { .. } | Work::Join => None,
    }
}

/// How a task is drawn, with the number on it. In a run without passes what travels is the main thing.
const fn look(kind: Kind, computes: bool, micro_batch: u16, step: u16) -> Option<(Look, Option<u16>)> {
    let bowl = if micro_batch == NONE { None } else { Some(micro_batch) };
    let step = if step == NONE { None } else { Some(step) };
    match kind {
        Kind::Forward => Some((Look::Filled, bowl)),
        Kind::Backward => Some((Look::Outlined, bowl)),
        Kind::Update => Some((Look::Plain, None)),
        Kind::Reduce if computes => Some((Look::Plain, None)),
        // Hidden behind the slips that bring what is added.
        Kind::Reduce | Kind::Launch | Kind::Join => None,
        _ if computes => Some((Look::Sent, None)),
        Kind::SendReduce | Kind::SwitchReduce | Kind::Activation => Some((Look::Filled, step)),
        Kind::SendCopy | Kind::SwitchMulticast | Kind::ActivationGradient => Some((Look::Outlined, step)),
    }
}

fn bar_text(span: &Span, area: Area, token: Token, list: &mut DisplayList) {
    let size = (area.h * 0.48).within(11.0, 15.0);
    let baseline = area.cy() + size * 0.36;
    if span.look == Look::Whole {
        let fits = area.w > size * 6.0;
        let style = TextStyle::new(size, Token::Text).bold();
        let (style, x) = if fits { (style.end(), area.right() - 8.0) } else { (style, area.right() + 6.0) };
        list.write_with(style, x, baseline, |out| format::push_time(out, span.end));
    } else if let Some(n) = span.number
        && area.w > size * 0.9
        && area.h > 10.0
        && span.look != Look::Sent
    {
        let style = TextStyle::new(size, token).bold().middle().within(area.w - 2.0);
        list.write(style, area.cx(), baseline, format_args!("{}", n + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{self, Kind as Chapter, Scenario};

    fn chart(kind: Chapter) -> Chart {
        Chart::new(&scenario::run(&Scenario::default_for(kind)).unwrap())
    }

    fn whole(chart: &Chart) -> Window {
        let size = [800.0, 200.0];
        let (lang, layer) = (Lang::En, Layer::Kitchen);
        Window { size, from: Time::ZERO, to: chart.end, lang, layer, critical: false, selected: None }
    }

    fn check(kind: Chapter, lanes: usize, looks: &[Look]) {
        let chart = chart(kind);
        assert_eq!(chart.lanes.len(), lanes, "{kind:?}");
        for &look in looks {
            assert!(chart.spans.iter().any(|span| span.look == look), "{kind:?} shows {look:?}");
        }
        assert!(chart.spans.iter().all(|span| span.start <= span.end && span.end <= chart.end && span.lane < lanes));
        assert!(chart.spans.iter().any(|span| span.critical), "{kind:?} has a critical path");
    }

    #[test]
    fn each_chef_or_run_has_a_lane() {
        check(Chapter::Pipeline, 4, &[Look::Filled, Look::Outlined, Look::Plain]);
        check(Chapter::Data, 4, &[Look::Filled, Look::Outlined]);
        check(Chapter::Collectives, 8, &[Look::Filled, Look::Outlined]);
        check(Chapter::Race, 6, &[Look::Whole]);
    }

    #[test]
    fn a_place_and_an_instant_lead_to_each_other() {
        let chart = chart(Chapter::Pipeline);
        let window = whole(&chart);
        for part in 0..=10 {
            let at = Time(chart.end.0 / 10 * part);
            let back = chart.time_at(&window, chart.x_of(&window, at));
            assert!(back.0.abs_diff(at.0) < chart.end.0 / 10_000, "{at} came back as {back}");
        }
    }

    #[test]
    fn the_span_under_a_place_is_found() {
        let chart = chart(Chapter::Pipeline);
        let window = whole(&chart);
        for (index, span) in chart.spans.iter().enumerate().filter(|(_, span)| span.look != Look::Sent) {
            let area = chart.span_area(&window, span);
            let hit = chart.hit(&window, area.cx(), area.y + 1.0);
            assert_eq!(hit, Some(index), "{span:?}");
        }
        assert_eq!(chart.hit(&window, -50.0, 10.0), None);
    }

    #[test]
    fn the_list_is_drawn_without_growing_again() {
        let chart = chart(Chapter::Pipeline);
        let mut list = DisplayList::new();
        chart.compose(&whole(&chart), &mut list);
        let capacity = (list.items.capacity(), list.text.capacity());
        chart.compose(&whole(&chart), &mut list);
        assert_eq!((list.items.capacity(), list.text.capacity()), capacity);
    }
}
