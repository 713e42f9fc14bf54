//! Lanes of links: when bytes are on each, in which direction, and how much of what it can carry that is.
//!
//! Reached through [`super::MEANS`] alone, so that all of it is a part of the program which comes when a reader asks for it.
//!
//! The lines of one GPU to several chips that every route loads alike have one lane. Above [`MOST_LANES`] lanes, and
//! where machines race, a lane holds the links of one kind in a kitchen, or in a whole run, both directions together.

use super::super::display::{DisplayList, Style, text_width};
use super::super::geom::{Area, Within as _};
use super::super::palette::Token;
use super::super::ways::Surface;
use super::{Carrier, Chart, Lane, Load, Look, MOST_LANES, Span, Tell, chef, critical, kitchen, machine};
use crate::sentences::{self, Named as _};
use crate::show::Show;
use crate::story::{Layer, way_name};
use kitchen_core::order;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{LinkId, RouteId, Work};
use kitchen_core::topology::{LinkClass, Vertex};
use kitchen_core::trace::{self, Counted, Stretch};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Arg, Lang, Line, Percent, Words, key, msg};

/// The lanes of a show's links, the busiest first, without those that carry nothing.
///
/// # Complexity
/// See [`trace::stretches`]; made once for a show.
pub(super) fn chart(show: &Show) -> Chart {
    let mut chart = Chart { end: show.makespan(), legend: Some(Line::new(key::SHELL_GANTT_LINKS)), ..Chart::default() };
    let mut strands: Vec<Strand> = Vec::new();
    for (at, run) in show.runs.iter().enumerate() {
        add_strands(run, at, &mut strands);
    }
    // Machines that race are compared kind by kind; others are put together only as far as their number asks for.
    let mut depth = if show.runs.len() > 1 { 2 } else { 0 };
    let mut lanes = chart.add_lanes(show, &mut strands, depth);
    while chart.lanes.len() > MOST_LANES && depth < 2 {
        depth += 1;
        lanes = chart.add_lanes(show, &mut strands, depth);
    }
    if depth > 0 {
        chart.legend = Some(Line::new(key::SHELL_GANTT_LINKS_TOGETHER));
    }
    for (at, run) in show.runs.iter().enumerate() {
        chart.add_stretches(run, at, &strands, &lanes);
    }
    chart.sort_lanes();
    chart.sort_spans();
    let mut text = String::new();
    for (lane, lang) in chart.lanes.iter().flat_map(|lane| Lang::ALL.map(|lang| (lane, lang))) {
        for name in [&lane.kitchen, &lane.xray] {
            text.clear();
            name.say_into(lang, &mut text);
            chart.names_em = chart.names_em.max(text_width(&text, 1.0, true));
        }
    }
    chart
}

/// A link's load in its half of the lane: as high as the share of what it can carry, with a thick edge where it is full.
pub(super) fn bar(chart: &Chart, half: Area, span: &Span, selected: bool, critical: bool, list: &mut DisplayList) {
    let (Some(load), Some(carrier)) = (span.load, chart.lanes[span.lane].carrier) else { return };
    let h = (half.h * carrier.share(&load)).max(1.0);
    let area = Area::new(half.x, if load.back { half.y } else { half.bottom() - h }, half.w, h);
    let surface = Surface::of(carrier.class);
    let faded = if critical && !span.critical { 0.28 } else { 1.0 };
    list.rect(area.x, area.y, area.w, area.h, 0.0, Style::fill(surface.body()).alpha(faded));
    let (edge, token) = if load.full > 0 { ((h * 0.3).within(2.0, 4.0), Token::Text) } else { (1.0, surface.text()) };
    let y = if load.back { area.bottom() - edge } else { area.y };
    list.rect(area.x, y, area.w, edge, 0.0, Style::fill(token).alpha(faded));
    if critical && span.critical {
        // A strip along the middle, which many short spans can bear side by side.
        let y = if load.back { area.y } else { area.bottom() - 2.5 };
        list.rect(area.x, y, area.w, 2.5, 0.0, Style::fill(Token::Accent));
    }
    if selected {
        let ring = area.inset(0.5, 0.5);
        list.rect(ring.x, ring.y, ring.w, ring.h, 0.0, Style::line(Token::Text, 2.5));
    }
}

/// What is to be said of a chart: sentences, or a table's cells.
pub(super) fn tell(chart: &Chart, show: &Show, what: Tell, layer: Layer) -> Vec<Line> {
    match what {
        Tell::All => vec![chart.summary(layer)],
        Tell::Span(at) | Tell::Row(at) => {
            let Some(span) = chart.spans.get(at) else { return Vec::new() };
            let Some((load, carrier)) = span.load.zip(chart.lanes[span.lane].carrier) else { return Vec::new() };
            let told = Told { show, lane: &chart.lanes[span.lane], span, load, carrier, layer };
            if what == Tell::Span(at) { told.sentences() } else { told.cells() }
        }
    }
}

/// A span with all that is to be said of it.
struct Told<'a> {
    show: &'a Show,
    lane: &'a Lane,
    span: &'a Span,
    load: Load,
    carrier: Carrier,
    layer: Layer,
}

impl Told<'_> {
    /// From where to where, how much, how fast, of what it can carry, when; whether that is all; and who to whom.
    fn sentences(&self) -> Vec<Line> {
        let span = self.span;
        let (n, links) = (self.load.full, self.carrier.links);
        let is_full = n > 0 && !self.carrier.together;
        let link = self.way().into();
        let (bytes, rate) = (self.load.bytes, self.load.rate);
        let (start, end, length) = (span.start, span.end, span.end.saturating_sub(span.start));
        let what: Line = if is_full {
            msg::ShellSpanLinkFull { link, bytes, rate, start, end, length }.into()
        } else {
            msg::ShellSpanLink { link, bytes, rate, most: self.carrier.most(&self.load), start, end, length }.into()
        };
        let full = Line::from(msg::ShellSpanFullOf { n: n.into(), links: links.into() });
        let full = (n > 0 && !is_full).then_some(full);
        // Where a switch takes part, the link's own name says it.
        let ends = self.ends().filter(|(from, to)| from != to);
        let who = ends.map(|(from, to)| {
            let (from, to) = (from.into(), to.into());
            if self.load.alone {
                msg::ShellSpanEnds { from, to }.into()
            } else {
                msg::ShellSpanEndsOthers { from, to }.into()
            }
        });
        [Some(what), full, who].into_iter().flatten().collect()
    }

    /// [`super::COLUMNS`].
    fn cells(&self) -> Vec<Line> {
        let Span { start, end, .. } = *self.span;
        let value = |value: Arg| msg::Value { value }.into();
        let full = match (self.load.full, self.carrier.together) {
            (0, _) => Line::new(key::SHELL_TABLE_EMPTY),
            (_, false) => Line::new(key::SHELL_TABLE_FULL),
            (n, true) => Line::from(msg::ShellTableFullOf { n: n.into(), links: self.carrier.links.into() }),
        };
        let who = self.ends().map(|(from, to)| {
            if from == to {
                return from;
            }
            let (from, to) = (from.into(), to.into());
            if self.load.alone {
                msg::ShellGanttOneWay { from, to }.into()
            } else {
                msg::ShellTableOthers { from, to }.into()
            }
        });
        vec![
            value(start.into()),
            value(end.into()),
            value(end.saturating_sub(start).into()),
            self.way(),
            value(self.load.bytes.into()),
            value(self.load.rate.into()),
            value(self.carrier.most(&self.load).into()),
            full,
            who.unwrap_or(Line::new(key::SHELL_TABLE_EMPTY)),
        ]
    }

    /// The lane's link, in the load's direction.
    fn way(&self) -> Line {
        let mut line = self.lane.name(self.layer).clone();
        turn(&mut line, self.load.back);
        line
    }

    fn ends(&self) -> Option<(Line, Line)> {
        let run = self.show.runs.get(self.span.run)?;
        let Work::Transfer { src, dst, .. } = *run.graph.work.get(self.span.task as usize)? else { return None };
        let xray = self.layer == Layer::XRay;
        Some((chef(src, xray), chef(dst, xray)))
    }
}

impl Carrier {
    /// What a load is of what can be carried that way, 0 to 1.
    fn share(&self, load: &Load) -> f32 {
        (load.rate.as_bytes_per_s() / self.most(load).as_bytes_per_s().max(1.0)).min(1.0) as f32
    }

    /// What can be carried the way of a load.
    fn most(&self, load: &Load) -> Rate {
        self.most[usize::from(load.back)]
    }
}

/// Turns a name of two ends into one of a direction.
fn turn(line: &mut Line, back: bool) {
    if line.key == key::SHELL_GANTT_LINK {
        line.key = key::SHELL_GANTT_ONE_WAY;
        if back {
            (line.args[0].0, line.args[1].0) = ("to", "from");
        }
    }
    for (_, arg) in &mut line.args {
        if let Arg::Line(inner) = arg {
            turn(inner, back);
        }
    }
}

/// A link there and back, with those beside it that every route loads alike.
#[derive(Clone, Copy)]
struct Strand {
    run: usize,
    from: Vertex,
    /// The first of [`Strand::chips`] with consecutive numbers, where it is a chip.
    to: Vertex,
    chips: u32,
    class: LinkClass,
    links: [Option<LinkId>; 2],
    /// What all of it can carry there and back, in bytes per second.
    most: [f64; 2],
}

/// By link: the routes that load it, in order, and how much of its rate a byte per second of each takes.
type Parts = Vec<Vec<(RouteId, f64)>>;

impl Chart {
    /// Which link has most to carry.
    fn summary(&self, layer: Layer) -> Line {
        let Some((lane, carrier)) = self.lanes.first().and_then(|lane| Some((lane, lane.carrier?))) else {
            return Line::new(key::SHELL_GANTT_IDLE);
        };
        let (link, percent) = (lane.name(layer).clone().into(), Percent(carrier.busy));
        if carrier.full > Time::ZERO {
            msg::ShellGanttBusiestFull { link, percent, time: carrier.full }.into()
        } else {
            msg::ShellGanttBusiest { link, percent }.into()
        }
    }

    /// Puts strands into lanes; answers the lane of each.
    fn add_lanes(&mut self, show: &Show, strands: &mut Vec<Strand>, depth: u8) -> Vec<usize> {
        self.lanes.clear();
        if depth > 0 {
            *strands = order::by_numbers(strands, |strand| [strand.place(depth), 0, 0]);
        }
        let mut lanes = Vec::new();
        for at in 0..strands.len() {
            let strand = &strands[at];
            let is_new = depth == 0 || at == 0 || strands[at - 1].place(depth) != strand.place(depth);
            if is_new {
                let carrier = Carrier {
                    class: strand.class,
                    most: [Rate::ZERO; 2],
                    links: 0,
                    together: depth > 0,
                    busy: 0.0,
                    full: Time::ZERO,
                    strain: 0.0,
                };
                let name = |layer| strand.name(&show.runs[strand.run], layer, depth);
                let (kitchen, xray) = (name(Layer::Kitchen), name(Layer::XRay));
                self.lanes.push(Lane { kitchen, xray, short: String::new(), carrier: Some(carrier) });
            }
            if let Some(carrier) = self.lanes.last_mut().and_then(|lane| lane.carrier.as_mut()) {
                for (way, &most) in strand.most.iter().enumerate() {
                    let sum = &mut carrier.most[if carrier.together { 0 } else { way }];
                    *sum = Rate::bytes_per_s(sum.as_bytes_per_s() + most);
                    carrier.links += u32::from(most > 0.0);
                }
            }
            lanes.push(self.lanes.len() - 1);
        }
        lanes
    }

    fn add_stretches(&mut self, run: &Run, at: usize, strands: &[Strand], lanes: &[usize]) {
        let mut links: Vec<Option<Counted>> = vec![None; run.topology.graph.edge_count()];
        for (strand, &lane) in strands.iter().zip(lanes).filter(|(strand, _)| strand.run == at) {
            let together = self.lanes[lane].carrier.is_some_and(|carrier| carrier.together);
            for (back, &link) in (0..).zip(&strand.links) {
                let Some((link, facts)) = link.and_then(|link| Some((link, run.topology.link(link)?))) else {
                    continue;
                };
                let capacity = facts.effective.as_bytes_per_s();
                let way = lane as u32 * 2 + if together { 0 } else { back };
                links[link as usize] = Some(Counted { way, times: strand.most[back as usize] / capacity, capacity });
            }
        }
        let mut full = [Time::ZERO; 2];
        let mut carried = [0.0; 2];
        let mut last = usize::MAX;
        for stretch in trace::stretches(&run.graph, &run.trace, &links, &critical(run)) {
            let (lane, back) = (stretch.way as usize / 2, stretch.way as usize % 2);
            if lane != last {
                (full, carried, last) = ([Time::ZERO; 2], [0.0; 2], lane);
            }
            let Stretch { start, end, task, critical, .. } = stretch;
            let (rate, bytes) = (Rate::bytes_per_s(stretch.rate as f64), stretch.bytes());
            let load = Load { back: back == 1, rate, bytes, full: stretch.full, alone: stretch.alone };
            let span =
                Span { run: at, task, lane, start, end, look: Look::Carried, number: None, critical, load: Some(load) };
            self.spans.push(span);
            let Some(carrier) = &mut self.lanes[lane].carrier else { continue };
            carried[back] += bytes.0 as f64;
            let time = carrier.most[back].as_bytes_per_s() * run.trace.makespan.as_secs();
            carrier.busy = carrier.busy.max(carried[back] / time.max(1.0));
            if stretch.full > 0 {
                full[back] += end.saturating_sub(start);
                carrier.full = carrier.full.max(full[back]);
            }
            let part = carrier.full.as_secs() / run.trace.makespan.as_secs().max(1e-12);
            carrier.strain = carrier.busy.max(part);
        }
    }

    /// The busiest first; of those that differ by nothing that one could see the first as they are numbered.
    fn sort_lanes(&mut self) {
        let strain = |lane: &Lane| lane.carrier.map_or(0.0, |carrier| carrier.strain);
        let most = self.lanes.iter().map(strain).fold(f64::MIN_POSITIVE, f64::max);
        let all: Vec<usize> = (0..self.lanes.len()).collect();
        let order =
            order::by_numbers(&all, |&lane| [(1e3 - strain(&self.lanes[lane]) / most * 1e3 + 0.5) as u64, 0, 0]);
        let mut place = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            place[from] = to;
        }
        self.lanes = order.iter().map(|&lane| self.lanes[lane].clone()).collect();
        for span in &mut self.spans {
            span.lane = place[span.lane];
        }
    }
}

impl Strand {
    /// What it shares a lane by: with those of its kind in its node, or with all of its kind in its run.
    fn place(&self, depth: u8) -> u64 {
        let node = self.from.node().or(self.to.node()).unwrap_or(u32::MAX);
        let node = if depth > 1 { 0 } else { node };
        (self.run as u64) << 40 | u64::from(node) << 8 | self.class as u64
    }

    fn name(&self, run: &Run, layer: Layer, depth: u8) -> Line {
        let xray = layer == Layer::XRay;
        // In the kitchen both are corridors.
        let kind = if xray || self.class == LinkClass::Socket { self.class.name() } else { way_name(Some(self.class)) };
        if depth > 1 {
            return Line::from(msg::ValueOf { name: machine(run).into(), value: Arg::Key(kind) });
        }
        let whole = match (depth, self.from) {
            (0, from) => Line::from(msg::ShellGanttLink {
                from: Words::from(end_name(from, 1, xray)),
                to: Words::from(end_name(self.to, self.chips, xray)),
            }),
            _ => Line::new(kind),
        };
        // Chefs are numbered through; everything else anew in each kitchen.
        match self.from.node().or(self.to.node()) {
            Some(node) if depth > 0 || (run.topology.nodes > 1 && !matches!(self.from, Vertex::Gpu { .. })) => {
                Line::from(msg::ValueOf { name: Words::from(kitchen(node, xray)), value: Arg::Line(Box::new(whole)) })
            }
            _ => whole,
        }
    }
}

/// A vertex, or `chips` of them with consecutive numbers.
fn end_name(vertex: Vertex, chips: u32, xray: bool) -> Line {
    match vertex {
        Vertex::Gpu { rank, .. } => chef(rank, xray),
        Vertex::NvSwitch { chip, .. } if chips > 1 => {
            let (first, last) = (i64::from(chip) + 1, i64::from(chip) + i64::from(chips));
            if xray {
                msg::ShellGanttNvswitches { first: first.into(), last: last.into() }.into()
            } else {
                msg::ShellGanttChips { first, last }.into()
            }
        }
        Vertex::NvSwitch { chip, .. } if !xray => Line::from(msg::ShellGanttChip { n: i64::from(chip) + 1 }),
        other => sentences::vertex(&other),
    }
}

/// A link that carries bytes, and whether it goes from the higher end to the lower.
#[derive(Clone, Copy)]
struct Used {
    ends: [u64; 2],
    from: Vertex,
    to: Vertex,
    class: LinkClass,
    back: usize,
    link: LinkId,
    most: f64,
}

/// A number for a vertex that sorts chefs first, then what is further and further from them.
fn number(vertex: Vertex) -> u64 {
    let (kind, node, own) = match vertex {
        Vertex::Gpu { rank, .. } => (0, 0, rank),
        Vertex::NvSwitch { node, chip } => (1, node, chip),
        Vertex::PcieSwitch { node, index } => (2, node, index),
        Vertex::Host { node, index } => (3, node, index),
        Vertex::Nic { node, index } => (4, node, index),
        Vertex::Leaf { index } => (5, 0, index),
        Vertex::Spine { index } => (6, 0, index),
    };
    kind << 60 | u64::from(node) << 32 | u64::from(own)
}

/// Adds the links of a run that carry bytes, in the order of their ends.
fn add_strands(run: &Run, at: usize, out: &mut Vec<Strand>) {
    let parts = parts(run);
    let mut links: Vec<Used> = Vec::new();
    for (link, _) in (0..).zip(&parts).filter(|(_, parts)| !parts.is_empty()) {
        let Some((facts, (a, b))) = run.topology.link(link).zip(run.topology.ends(link)) else { continue };
        let back = number(b) < number(a);
        let (from, to) = if back { (b, a) } else { (a, b) };
        let most = facts.effective.as_bytes_per_s();
        let ends = [number(from), number(to)];
        links.push(Used { ends, from, to, class: facts.class, back: usize::from(back), link, most });
    }
    let links = order::by_numbers(&links, |used| [used.ends[0], used.ends[1], used.class as u64]);
    let first = out.len();
    let mut before = None;
    let mut pair: Option<Strand> = None;
    for used in links {
        if before.replace((used.ends, used.class)) != Some((used.ends, used.class)) {
            let Used { from, to, class, .. } = used;
            let next = Strand { run: at, from, to, chips: 1, class, links: [None; 2], most: [0.0; 2] };
            take(pair.replace(next), &parts, out, first);
        }
        if let Some(pair) = &mut pair {
            (pair.links[used.back], pair.most[used.back]) = (Some(used.link), used.most);
        }
    }
    take(pair, &parts, out, first);
}

/// Adds a link to the strands from `first` on, or to the last of them where every route loads both alike.
fn take(link: Option<Strand>, parts: &Parts, out: &mut Vec<Strand>, first: usize) {
    let Some(link) = link else { return };
    let last = out[first..].last_mut().filter(|last| {
        let next_chip = match (last.to, link.to) {
            (Vertex::NvSwitch { node, chip }, Vertex::NvSwitch { node: beside, chip: next }) => {
                node == beside && chip + last.chips == next
            }
            _ => false,
        };
        next_chip
            && number(last.from) == number(link.from)
            && (0..2).all(|way| alike(parts, last.links[way], link.links[way]))
    });
    match last {
        Some(last) => {
            last.chips += 1;
            last.most = [last.most[0] + link.most[0], last.most[1] + link.most[1]];
        }
        None => out.push(link),
    }
}

/// Whether two links are loaded alike at every moment of any run over these routes.
fn alike(parts: &Parts, a: Option<LinkId>, b: Option<LinkId>) -> bool {
    let of = |link: Option<LinkId>| link.and_then(|link| parts.get(link as usize)).map_or(&[][..], |parts| parts);
    let (a, b) = (of(a), of(b));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() <= a.1 * 1e-9)
}

fn parts(run: &Run) -> Parts {
    let mut used = vec![false; run.graph.routes.len()];
    for work in &run.graph.work {
        if let Work::Transfer { route, bytes: Bytes(1..), .. } = *work {
            used[route as usize] = true;
        }
    }
    let mut parts: Parts = vec![Vec::new(); run.topology.graph.edge_count()];
    for (at, (route, _)) in (0..).zip(run.graph.routes.iter().zip(used)).filter(|(_, (_, used))| *used) {
        for hop in &route.hops {
            let rate = run.topology.link(hop.link).map_or(0.0, |link| link.effective.as_bytes_per_s());
            if let Some(parts) = parts.get_mut(hop.link as usize).filter(|_| rate > 0.0 && hop.share > 0.0) {
                parts.push((at, hop.share / rate));
            }
        }
    }
    parts
}

#[cfg(test)]
#[path = "network_tests.rs"]
mod tests;
