//! Lanes of chefs: what each computes and sends.

use super::super::display::{DisplayList, Style, TextStyle};
use super::super::geom::{Area, Within as _};
use super::super::palette::{self, Token};
use super::{Chart, Lane, Look, MOST_LANES, Span, Tell, chef, critical, kitchen, machine};
use crate::show::Show;
use crate::story::Layer;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, NONE, TaskId, Work};
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, Words, format, key, msg};

/// A run of at most so many tasks, all of them computing, is shown task by task.
const FEW_TASKS: usize = 64;

/// The lanes of a show's chefs, or of its runs.
pub(super) fn chart(show: &Show) -> Chart {
    let mut chart = Chart { end: show.makespan(), ..Chart::default() };
    if let [run] = show.runs.as_slice() {
        chart.add_chefs(run);
        let called = |kind| (show.scenario.kind.called)(&show.scenario, kind);
        chart.legend = legend(run, &chart.spans, called);
    } else {
        chart.legend = Some(Line::new(key::SHELL_GANTT_RACE));
        for (at, run) in show.runs.iter().enumerate() {
            chart.add_run(at, run);
        }
    }
    for (lane, name) in chart.lanes.iter_mut().zip((show.scenario.kind.lanes)(&show.scenario)) {
        (lane.kitchen, lane.xray) = (Line::new(*name), Line::new(*name));
    }
    chart.sort_spans();
    chart
}

/// A task, or what stands for several of one step.
pub(super) fn bar(_: &Chart, area: Area, span: &Span, selected: bool, critical: bool, list: &mut DisplayList) {
    let n = span.number.map_or(0, usize::from);
    let radius = (area.h * 0.2).min(5.0).min(area.w / 2.0);
    let faded = if critical && !span.critical { 0.28 } else { 1.0 };
    let text = match span.look {
        Look::Filled => {
            list.rect(area.x, area.y, area.w, area.h, radius, Style::fill(palette::hue(n)).alpha(faded));
            if faded < 1.0 { Token::Text } else { palette::on_hue(n) }
        }
        Look::Outlined => {
            let line = (area.w / 4.0).min(3.0);
            let inner = area.inset(line / 2.0, line / 2.0);
            let style = Style::fill(Token::Card).outline(palette::hue_line(n), line).alpha(faded);
            list.rect(inner.x, inner.y, inner.w, inner.h, radius, style);
            Token::Text
        }
        Look::Striped => {
            let line = (area.w / 6.0).min(1.5);
            let inner = area.inset(line / 2.0, line / 2.0);
            let style = Style::fill(Token::Card).outline(palette::hue_line(n), line).alpha(faded);
            list.rect(inner.x, inner.y, inner.w, inner.h, radius, style);
            stripes(area.inset(line, line), palette::hue_line(n), faded, list);
            Token::Text
        }
        Look::Sent | Look::Whole | Look::Carried => {
            list.rect(area.x, area.y, area.w, area.h, radius, Style::fill(Token::Tunnel).alpha(faded));
            if faded < 1.0 { Token::Text } else { Token::OnCloth }
        }
        Look::Plain => {
            list.rect(area.x, area.y, area.w, area.h, radius, Style::fill(Token::Apron).alpha(faded));
            if faded < 1.0 { Token::Text } else { Token::OnApron }
        }
    };
    if selected || (critical && span.critical) {
        let ring = area.inset(-0.5, -0.5);
        let token = if selected { Token::Text } else { Token::Accent };
        list.rect(ring.x, ring.y, ring.w, ring.h, radius, Style::line(token, 2.5));
    }
    bar_text(span, area, text, list);
}

/// Bars across the upper and the lower edge of what is striped, so that the number between them can be read.
fn stripes(area: Area, token: Token, alpha: f32, list: &mut DisplayList) {
    let step = (area.h * 0.22).within(3.0, 5.0);
    let h = (area.h * 0.2).within(1.5, 5.0);
    let count = ((area.w / step) as usize).min(64);
    for at in 0..count {
        let x = area.x + (at as f32 + 0.25) * area.w / count.max(1) as f32;
        for y in [area.y, area.bottom() - h] {
            list.rect(x, y, step * 0.5, h, 0.0, Style::fill(token).alpha(alpha));
        }
    }
}

/// Chefs are told task by task, as the table of the trace is.
pub(super) fn tell(_: &Chart, _: &Show, _: Tell, _: Layer) -> Vec<Line> {
    Vec::new()
}

impl Chart {
    fn add_run(&mut self, at: usize, run: &Run) {
        let line = machine(run);
        self.lanes.push(Lane { kitchen: line.clone(), xray: line, short: (at + 1).to_string(), carrier: None });
        self.spans.push(Span {
            run: at,
            task: 0,
            lane: at,
            start: Time::ZERO,
            end: run.trace.makespan,
            look: Look::Whole,
            number: None,
            critical: run.trace.makespan == self.end,
            load: None,
        });
    }

    fn add_chefs(&mut self, run: &Run) {
        let critical = critical(run);
        let tasks = run.graph.len().min(run.trace.start.len()).min(run.trace.end.len());
        let computes = (0..tasks).any(|t| run.graph.labels[t].kind.is_pass());
        let lanes = self.chef_lanes(run, tasks);
        // Of a few passes without bowls each stands alone: the words of an answer.
        let is_few = tasks <= FEW_TASKS && run.graph.work.iter().all(|work| matches!(work, Work::Compute { .. }));
        // Spans that belong together stand together: by lane, look and number.
        let mut found: Vec<((usize, Look, u16, u16), Span)> = Vec::new();
        for (t, &critical) in critical.iter().enumerate().take(tasks) {
            let (start, end) = (run.trace.start[t], run.trace.end[t]);
            let Some(gpu) = actor(run.graph.work[t]).filter(|_| end != Time::MAX && end > start) else { continue };
            let Some(lane) = lanes.get(gpu as usize).copied().flatten() else { continue };
            let mut label = run.graph.labels[t];
            if is_few && label.micro_batch == NONE {
                label.micro_batch = label.step;
            }
            let Some((look, number)) = look(label.kind, computes, label.micro_batch, label.step) else { continue };
            let span = Span { run: 0, task: t as TaskId, lane, start, end, look, number, critical, load: None };
            found.push(((lane, look, label.micro_batch, number.unwrap_or(NONE)), span));
        }
        kitchen_core::order::sort_by_key(&mut found, |(key, _)| *key);
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
        kitchen_core::order::sort(&mut used);
        used.dedup();
        let grouped = used.len() > MOST_LANES;
        let per_node = (run.topology.gpus.len() / run.topology.nodes.max(1) as usize).max(1) as u32;
        let mut lanes = vec![None; run.topology.gpus.len()];
        for gpu in used {
            let group = if grouped { gpu / per_node } else { gpu };
            let name = if grouped { kitchen } else { chef };
            let short = (group + 1).to_string();
            if self.lanes.last().is_none_or(|last| last.short != short) {
                self.lanes.push(Lane { kitchen: name(group, false), xray: name(group, true), short, carrier: None });
            }
            if let Some(lane) = lanes.get_mut(gpu as usize) {
                *lane = Some(self.lanes.len() - 1);
            }
        }
        lanes
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
        Kind::Backward | Kind::BackwardInput => Some((Look::Outlined, bowl)),
        Kind::BackwardWeight => Some((Look::Striped, bowl)),
        Kind::Update => Some((Look::Plain, None)),
        Kind::Reduce if computes => Some((Look::Plain, None)),
        // Hidden behind the slips that bring what is added.
        Kind::Reduce | Kind::Launch | Kind::Join => None,
        _ if computes => Some((Look::Sent, None)),
        Kind::SendReduce | Kind::SwitchReduce | Kind::Activation => Some((Look::Filled, step)),
        Kind::SendCopy | Kind::SwitchMulticast | Kind::ActivationGradient | Kind::Store | Kind::Load => {
            Some((Look::Outlined, step))
        }
    }
}

/// What the looks in the lanes mean: of each that is there, what is done, and at last what is empty. `called` gives the names of
/// tasks that stand for something else than a chef's.
fn legend(run: &Run, spans: &[Span], called: impl Fn(Kind) -> Option<Key>) -> Option<Line> {
    const LOOKS: [(Look, fn(Words) -> Line); 4] = [
        (Look::Filled, |what| msg::ShellGanttFilled { what }.into()),
        (Look::Outlined, |what| msg::ShellGanttOutlined { what }.into()),
        (Look::Striped, |what| msg::ShellGanttStriped { what }.into()),
        (Look::Plain, |what| msg::ShellGanttPlain { what }.into()),
    ];
    let kinds = |look: Look| {
        let of = spans.iter().filter(move |span| span.look == look);
        of.filter_map(|span| run.graph.labels.get(span.task as usize)).map(|label| label.kind)
    };
    let waiting = called(Kind::Launch).unwrap_or(key::SHELL_GANTT_WAITING);
    let mut legend = Line::from(msg::ShellGanttEmpty { what: waiting.into() });
    for &(look, says) in LOOKS.iter().rev() {
        // Updates are told rather than the additions that look alike.
        let Some(kind) = kinds(look).find(|&kind| kind == Kind::Update).or_else(|| kinds(look).next()) else {
            continue;
        };
        let meant = says(called(kind).unwrap_or(means(kind)).into());
        legend = Line::from(msg::ShellGanttLegend { first: meant.into(), rest: legend.into() });
    }
    (!spans.is_empty()).then_some(legend)
}

/// What is done in a legend's words.
const fn means(kind: Kind) -> Key {
    match kind {
        Kind::Forward => key::SHELL_GANTT_FORWARD,
        Kind::Backward => key::SHELL_GANTT_BACKWARD,
        Kind::BackwardInput => key::SHELL_GANTT_BACKWARD_INPUT,
        Kind::BackwardWeight => key::SHELL_GANTT_BACKWARD_WEIGHT,
        Kind::Update => key::SHELL_GANTT_UPDATE,
        Kind::Reduce => key::SHELL_GANTT_ADDED,
        Kind::SendReduce | Kind::SwitchReduce => key::SHELL_GANTT_TO_BE_ADDED,
        Kind::SendCopy | Kind::SwitchMulticast => key::SHELL_GANTT_TO_BE_COPIED,
        Kind::Activation | Kind::ActivationGradient | Kind::Store | Kind::Load | Kind::Launch | Kind::Join => {
            key::SHELL_GANTT_SENT
        }
    }
}

fn bar_text(span: &Span, area: Area, token: Token, list: &mut DisplayList) {
    let size = (area.h * 0.48).within(11.0, 15.0);
    let baseline = area.cy() + size * 0.36;
    if span.look == Look::Whole {
        let fits = area.w > size * 6.0;
        let style = TextStyle::new(size, if fits { token } else { Token::Text }).bold();
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
