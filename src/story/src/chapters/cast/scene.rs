//! Two kitchens and the street between them: everyone in its place, doing its part.

use super::plan::Plan;
use super::run::{BOWLS, KITCHENS, STAGES};
use super::tags::Tags;
use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{Color, DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::handle::Handle;
use crate::scene::hub;
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::scene::work;
use crate::sentences::Named as _;
use crate::show::Show;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, TaskId, Work};
use kitchen_core::trace::Reader;
use kitchen_core::units::{Rate, Time};
use kitchen_text::format;

const GPUS: GpuId = KITCHENS * STAGES;

/// What the picture keeps of the show.
struct Own {
    tags: Tags,
    plan: super::run::Plan,
}

pub(super) const PICTURE: Prepare = stage::prepare::<Own>;

impl Picture for Own {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Own> {
        Some(Own { tags: Tags::new(show), plan: super::run::Plan::new() })
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        Tags::hands(view, &Plan::new(view))
    }
}

fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    let plan = Plan::new(view);
    let (s, [w, h]) = (plan.scale, view.size);
    list.rect(0.0, 0.0, w, h, 0.0, Style::fill(if view.is_xray() { Token::Bench } else { Token::Track }));
    plan.walls(view, list);
    let lanes = view.index.runs.first().map_or(1, |run| run.lanes_to_exchange);
    if !view.is_xray() {
        for room in 0..KITCHENS as usize {
            let [x, y] = plan.door(room);
            list.rect(
                x - 7.0 * s,
                y - 60.0 * s,
                14.0 * s,
                60.0 * s,
                3.0 * s,
                Style::fill(Token::WoodDark).outline(Token::Ink, 2.0 * s),
            );
        }
    }
    roads(view, list, &plan);
    machine(view, list, &plan);
    for room in 0..KITCHENS as usize {
        let way = plan.tunnel(room);
        if view.is_xray() {
            ways::wires(list, &way, Surface::Tunnel, lanes, 19.0 * s);
        } else {
            ways::way(list, &way, Surface::Tunnel, lanes, 19.0 * s);
        }
        exchange(view, list, way.at(0.5, 0.0), s);
    }
    for gpu in 0..GPUS {
        let [x, y] = plan.foot(gpu);
        if !view.is_xray() {
            cast::station_back(list, x, y, s);
        }
    }
}

/// What each kitchen is by the catalogue, on the floor before it, where there is room.
fn machine(view: &View<'_>, list: &mut DisplayList, plan: &Plan) {
    let Some(run) = view.show.runs.first() else { return };
    let size = (view.text_size() * 0.8).max(11.0);
    for room in 0..KITCHENS as usize {
        let [_, road] = plan.door(room);
        let (area, edge) = (plan.rooms[room], road + plan.road() * 0.5 + 3.0);
        if area.bottom() - edge > size * 1.3 {
            let text = TextStyle::new(size, Token::TextSoft).middle();
            let y = f32::midpoint(edge, area.bottom()) + size * 0.36;
            list.say(text, area.cx(), y, view.lang, run.topology.preset().name());
        }
    }
}

/// Corridors and street: their beds first, so that they join.
fn roads(view: &View<'_>, list: &mut DisplayList, plan: &Plan) {
    let (width, street) = (plan.road(), plan.street());
    let corridors = || (0..GPUS).map(|gpu| (plan.way_out(gpu), Surface::Corridor));
    if view.is_xray() {
        corridors().chain([(street, Surface::Street)]).for_each(|(way, on)| ways::wires(list, &way, on, 1, width));
    } else {
        ways::bed(list, &street, width * 1.25);
        corridors().for_each(|(way, _)| ways::bed(list, &way, width));
        corridors().for_each(|(way, on)| ways::pave(list, &way, on, width));
        ways::pave(list, &street, Surface::Street, width * 1.25);
    }
    let [x, y] = plan.crossing();
    if view.is_xray() {
        let r = 17.0 * plan.scale;
        list.rect(x - r, y - r, 2.0 * r, 2.0 * r, 3.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.4));
    } else {
        list.art(&props::CROSSING, x, y, plan.scale * 1.25, [Color::None; 4]);
    }
}

fn exchange(view: &View<'_>, list: &mut DisplayList, [x, y]: Point, s: f32) {
    if view.is_xray() {
        for chip in 0..4 {
            let left = x + (chip as f32 - 2.0) * 12.0 * s;
            let style = Style::fill(Token::Chip).outline(Token::ChipEdge, 1.0);
            list.rect(left, y - 11.0 * s, 10.5 * s, 22.0 * s, 2.0, style);
        }
        return;
    }
    let (w, h) = (38.0 * s, 32.0 * s);
    list.rect(x - w / 2.0, y - h / 2.0, w, h, 5.0 * s, Style::fill(Token::Board).outline(Token::Ink, 2.2 * s));
    list.rect(x - w * 0.38, y - h * 0.36, w * 0.76, h * 0.72, 3.0 * s, Style::fill(Token::BoardPanel));
}

fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let (Some(run), Some(index)) = (view.show.runs.first(), view.index.runs.first()) else { return };
    let plan = Plan::new(view);
    let now = Now { view, run, index, read: index.read(run), own, plan: &plan, t: view.playhead };
    for room in 0..KITCHENS as usize {
        now.crate_at_door(list, room);
        now.gauge(list, room);
        now.sockets(list, room);
    }
    for gpu in 0..GPUS {
        now.station(list, gpu);
    }
    let is_bowl = |task: TaskId| run.graph.labels[task as usize].kind == Kind::Activation;
    own.tags.draw(view, list, &plan, now.read.transfers_at(now.t).any(is_bowl));
    for task in now.read.transfers_at(now.t) {
        now.traveller(list, task);
    }
    stage::clock(view, list);
}

/// An instant of the step.
struct Now<'a> {
    view: &'a View<'a>,
    run: &'a Run,
    index: &'a RunIndex,
    read: Reader<'a>,
    own: &'a Own,
    plan: &'a Plan,
    t: Time,
}

impl Now<'_> {
    /// A chef's tasks of a kind, with their bowls and times, in order.
    fn tasks(&self, gpu: GpuId, kind: Kind) -> impl Iterator<Item = (usize, Time, Time)> + '_ {
        let of_kind = move |&&task: &&TaskId| self.run.graph.labels[task as usize].kind == kind;
        self.read.computes(gpu).iter().filter(of_kind).map(|&task| {
            let bowl = cast::batch_of(self.run.graph.labels[task as usize].micro_batch).unwrap_or(0);
            (bowl, self.run.trace.start[task as usize], self.run.trace.end[task as usize])
        })
    }

    fn travels(&self, fits: impl Fn(GpuId, GpuId) -> bool) -> bool {
        self.read.transfers_at(self.t).any(|task| match self.run.graph.work[task as usize] {
            Work::Transfer { src, dst, .. } => fits(src, dst),
            _ => false,
        })
    }

    /// What has not been taken out yet: something for each bowl.
    fn crate_at_door(&self, list: &mut DisplayList, room: usize) {
        let s = self.plan.scale;
        let [x, y] = self.plan.at(Plan::room(room), [-222.0, 4.0]);
        let left = self.tasks(room as GpuId * STAGES, Kind::Forward).filter(|&(_, start, _)| start > self.t);
        let bowls = left.map(|(bowl, ..)| bowl);
        if self.view.is_xray() {
            list.rect(x - 22.0 * s, y - 30.0 * s, 44.0 * s, 30.0 * s, 3.0, Style::fill(Token::Chip));
            for (row, bowl) in bowls.enumerate() {
                let top = y - (13.0 + 13.0 * row as f32) * s;
                list.rect(x - 18.0 * s, top, 36.0 * s, 9.0 * s, 1.0, Style::fill(hue(bowl)));
            }
            return;
        }
        for (place, bowl) in bowls.enumerate() {
            let at = x + (place as f32 * 17.0 - 8.0) * s;
            list.art(&props::CRATE_FOOD, at, y - 21.0 * s, s * 1.1, cast::pair(bowl));
        }
        list.art(&props::CRATE, x, y, s, [Color::None; 4]);
    }

    /// How far the tasting at the end of the last chef's forward pass has come; `None` before the first.
    fn tasted(&self, room: usize) -> Option<f32> {
        let tasting = self.own.plan.tasting();
        let passes = self.tasks(room as GpuId * STAGES + STAGES - 1, Kind::Forward);
        let begun = passes.map(|(.., end)| end.saturating_sub(tasting)).filter(|&start| start <= self.t).last()?;
        Some(((self.t - begun).0 as f32 / tasting.0.max(1) as f32).min(1.0))
    }

    fn gauge(&self, list: &mut DisplayList, room: usize) {
        let s = self.plan.scale;
        let [x, y] = self.plan.at(Plan::room(room), [206.0, -112.0]);
        let tasted = self.tasted(room);
        let lit = tasted.is_some_and(|part| part < 1.0);
        let face = if lit { Token::Hue2 } else { Token::Cloth };
        let (rim, line) = if self.view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Steel, Token::Ink) };
        list.rect(x - 3.5 * s, y, 7.0 * s, 112.0 * s, 2.0, Style::fill(rim).outline(line, 1.6 * s));
        list.ellipse(x, y, 27.0 * s, 27.0 * s, Style::fill(rim).outline(line, 2.2 * s));
        list.ellipse(x, y, 21.0 * s, 21.0 * s, Style::fill(face).outline(line, 1.4 * s));
        for tick in [[-15.0, -6.0], [-8.0, -13.5], [0.0, -16.0], [8.0, -13.5], [15.0, -6.0]] {
            list.ellipse(x + tick[0] * s, y + tick[1] * s, 1.6 * s, 1.6 * s, Style::fill(Token::OnCloth));
        }
        // From rest at the left to what was tasted.
        let part = tasted.unwrap_or(0.0);
        let (dx, dy) = (-12.0 + 18.0 * part, -5.0 - 30.0 * part * (1.0 - part) - 5.0 * part);
        list.move_to(x, y + 4.0 * s);
        list.line_to(x + dx * s, y + dy * s);
        list.paint(Style::line(Token::Hue1, 3.0 * s));
    }

    /// The exchange's lamps, while something flows.
    fn sockets(&self, list: &mut DisplayList, room: usize) {
        let (s, first) = (self.plan.scale, room as GpuId * STAGES);
        let way = self.plan.tunnel(room);
        let flows = [
            self.travels(|src, dst| (src, dst) == (first, first + 1)),
            self.travels(|src, dst| (dst, src) == (first, first + 1)),
        ];
        if flows[0] || flows[1] {
            ways::glow(list, &way, Surface::Tunnel, 19.0 * s, 1.0, self.view.is_xray());
        }
        if self.view.is_xray() {
            return;
        }
        let [x, y] = way.at(0.5, 0.0);
        for (socket, flows) in flows.into_iter().enumerate() {
            let token = if flows { Token::SocketLit } else { Token::Socket };
            let cx = x + (socket as f32 - 0.5) * 14.0 * s;
            list.ellipse(cx, y, 4.6 * s, 4.6 * s, Style::fill(token).outline(Token::Ink, 1.4 * s));
        }
    }

    /// The bowls that a chef keeps jars of: gone forward, not yet back.
    fn kept(&self, gpu: GpuId) -> impl Iterator<Item = usize> + '_ {
        let back =
            move |bowl: usize| self.tasks(gpu, Kind::Backward).any(|(other, _, end)| other == bowl && end <= self.t);
        self.tasks(gpu, Kind::Forward)
            .filter(move |&(bowl, _, end)| end <= self.t && !back(bowl))
            .map(|(bowl, ..)| bowl)
    }

    fn station(&self, list: &mut DisplayList, gpu: GpuId) {
        let (s, t, [x, y]) = (self.plan.scale, self.t, self.plan.foot(gpu));
        let sends = self.travels(|src, dst| src == gpu || dst == gpu);
        let doing = hub::doing(self.run, self.index, gpu, t, sends);
        self.book(list, gpu, doing);
        if self.view.is_xray() {
            let area = Area::new(x - 72.0 * s, y - 150.0 * s, 130.0 * s, 150.0 * s);
            let whole = self.run.topology.preset().gpu.hbm.0;
            let stage = gpu % STAGES;
            let used = self.own.plan.state(stage).0 + self.own.plan.kept(stage).0 * self.kept(gpu).count() as u64;
            let gb = |bytes: u64| (bytes + 500_000_000) / 1_000_000_000;
            // A small chip has its number and no words.
            let memory = (area.w > 72.0).then(|| [gb(used), gb(whole)]);
            let lit = (used * 6).div_ceil(whole.max(1)) as usize;
            cast::chip(list, self.view.lang, area, gpu as usize, doing, lit, memory);
            return;
        }
        for (place, bowl) in self.kept(gpu).enumerate() {
            let (board, side) = (place / 2, place % 2);
            let at = [x - 60.0 * s + (side as f32 - 0.5) * 15.0 * s, y - (94.0 - board as f32 * 33.0) * s];
            cast::jar(list, at[0], at[1], s, bowl);
        }
        let (place, all) = ((gpu % STAGES) as usize, STAGES as usize);
        work::chef_at_work(list, [x, y], s, (gpu as usize, doing), (work::Craft::of(place, all), self.view.lang));
        self.on_counter(list, gpu);
    }

    /// Bowls that wait for the chef, and its finished reports until they are summed.
    fn on_counter(&self, list: &mut DisplayList, gpu: GpuId) {
        let (s, t, [x, y]) = (self.plan.scale, self.t, self.plan.foot(gpu));
        let edited = self.tasks(gpu, Kind::Update).any(|(_, start, _)| start <= t);
        let written = self.tasks(gpu, Kind::Backward).filter(|&(.., end)| end <= t && !edited);
        let mut place = 0;
        for (bowl, ..) in written {
            cast::report(list, [x + (-62.0 + place as f32 * 22.0) * s, y - 70.0 * s], s * 0.62, bowl);
            place += 1;
        }
        let first = gpu / STAGES * STAGES;
        if gpu == first {
            return;
        }
        let came = |bowl: usize| self.arrived(first, gpu, bowl).is_some_and(|at| at <= t);
        for (bowl, start, _) in self.tasks(gpu, Kind::Forward).filter(|&(_, start, _)| t < start) {
            if came(bowl) && start > t {
                cast::bowl(list, [x + (-62.0 + place as f32 * 24.0) * s, y - 62.0 * s], s * 0.6, bowl);
                place += 1;
            }
        }
    }

    /// When a bowl was handed over.
    fn arrived(&self, from: GpuId, to: GpuId, bowl: usize) -> Option<Time> {
        let is_it = |&task: &usize| {
            let label = self.run.graph.labels[task];
            label.kind == Kind::Activation
                && cast::batch_of(label.micro_batch) == Some(bowl)
                && matches!(self.run.graph.work[task], Work::Transfer { src, dst, .. } if (src, dst) == (from, to))
        };
        (0..self.run.graph.len()).find(is_it).map(|task| self.run.trace.end[task])
    }

    /// A chef's pages on the wall, open at the one in hand; a pencil while they are edited.
    fn book(&self, list: &mut DisplayList, gpu: GpuId, doing: Doing) {
        let (s, foot) = (self.plan.scale, self.plan.foot(gpu));
        let [x, y] = [foot[0] + 52.0 * s, foot[1] - 172.0 * s];
        let page = self.page(gpu, doing);
        let (w, h) = (34.0 * s, 44.0 * s);
        if self.view.is_xray() {
            let r = Style::fill(Token::Chip).outline(Token::ChipEdge, 1.4);
            list.rect(x - w, y - h / 2.0, 2.0 * w, h, 3.0, r);
        } else {
            let cover = Style::fill(Token::Scarf).outline(Token::Ink, 2.2 * s);
            list.rect(x - w - 3.0 * s, y - h / 2.0 - 3.0 * s, 2.0 * w + 6.0 * s, h + 6.0 * s, 4.0 * s, cover);
            for left in [x - w, x] {
                list.rect(left, y - h / 2.0, w, h, 2.0 * s, Style::fill(Token::Cloth).outline(Token::Ink, 1.4 * s));
            }
        }
        let (soft, strong) =
            if self.view.is_xray() { (Token::HbmEmpty, Token::OnChip) } else { (Token::ClothLine, Token::OnCloth) };
        for row in 0..4 {
            let top = y + (row as f32 * 9.0 - 14.0) * s;
            list.move_to(x - w + 6.0 * s, top);
            list.line_to(x - 6.0 * s, top);
        }
        list.paint(Style::line(soft, 2.2 * s));
        match page {
            Some(page) => {
                let size = (17.0 * s).within(11.0, 40.0);
                let text = TextStyle::new(size, strong).bold().middle().within(w - 2.0);
                list.write(text, x + w / 2.0, y + size * 0.36, format_args!("{page}"));
            }
            None => {
                for row in 0..4 {
                    let top = y + (row as f32 * 9.0 - 14.0) * s;
                    list.move_to(x + 6.0 * s, top);
                    list.line_to(x + w - 6.0 * s, top);
                }
                list.paint(Style::line(soft, 2.2 * s));
            }
        }
        if doing.posture == Posture::Writing {
            let at = x - w + 6.0 * s + (2.0 * w - 16.0 * s) * doing.progress;
            list.move_to(at, y + 12.0 * s);
            list.line_to(at + 16.0 * s, y - 16.0 * s);
            list.paint(Style::line(Token::Ink, 8.0 * s));
            list.move_to(at + 2.0 * s, y + 8.0 * s);
            list.line_to(at + 15.0 * s, y - 14.5 * s);
            list.paint(Style::line(Token::Hue2, 5.0 * s));
        }
    }

    /// The page in hand, from 1: a pass takes as long for each. The last chef's tasting comes after the last page.
    fn page(&self, gpu: GpuId, doing: Doing) -> Option<u32> {
        let (plan, stage) = (&self.own.plan, gpu % STAGES);
        let (count, first) = (plan.layers[stage as usize], plan.layers[..stage as usize].iter().sum::<u32>());
        let kind = match doing.posture {
            Posture::Stirring => Kind::Forward,
            Posture::Reading => Kind::Backward,
            _ => return None,
        };
        let (_, start, end) = self.tasks(gpu, kind).find(|&(_, start, end)| start <= self.t && self.t < end)?;
        let tasting = if stage + 1 < STAGES { 0.0 } else { plan.head(kind).0 as f64 };
        let (passed, pages) = ((self.t - start).0 as f64, (end - start).0 as f64 - tasting);
        let turned = |passed: f64| ((passed / pages.max(1.0) * f64::from(count)) as u32).min(count - 1);
        Some(if kind == Kind::Forward {
            first + 1 + turned(passed)
        } else {
            first + count - turned((passed - tasting).max(0.0))
        })
    }

    /// A bowl, a report or a slip on its way.
    fn traveller(&self, list: &mut DisplayList, task: TaskId) {
        let Work::Transfer { src, dst, .. } = self.run.graph.work[task as usize] else { return };
        let (s, part) = (self.plan.scale, self.read.progress(task, self.t));
        let label = self.run.graph.labels[task as usize];
        let bowl = cast::batch_of(label.micro_batch).unwrap_or(0);
        let handed = matches!(label.kind, Kind::Activation | Kind::ActivationGradient);
        let at = if handed {
            let mut way = self.plan.tunnel((src / STAGES) as usize);
            if src > dst {
                way.reverse();
            }
            way.at(0.1 + 0.8 * part, 0.0)
        } else {
            self.plan.between(src, dst).at(0.04 + 0.92 * part, 9.0 * s)
        };
        let scale = s.max(0.62);
        match (label.kind, self.view.is_xray()) {
            (Kind::Activation, false) => cast::bowl(list, at, scale, bowl),
            (Kind::ActivationGradient, false) => cast::report(list, at, scale, bowl),
            (kind, true) if handed => cast::packet(list, at, scale, bowl, kind == Kind::Activation),
            (kind, _) => {
                let sign = if kind == Kind::SendReduce { "+" } else { "Σ" };
                cast::slip(
                    list,
                    at,
                    scale.max(0.93) * 0.8,
                    BOWLS as usize * 2 + (src % STAGES) as usize,
                    format_args!("{sign}"),
                );
            }
        }
        if self.view.is_xray() && src < dst {
            let rate = self.read.rate(task, self.t);
            let [x, y] =
                if handed { self.plan.tunnel((src / STAGES) as usize).at(0.5, 0.0) } else { self.plan.crossing() };
            let size = (self.view.text_size() * 0.9).max(11.0);
            let y = y - 26.0 * s;
            let text = TextStyle::new(size, Token::Text).bold().middle();
            list.write_on_card(text, x.within(size * 3.2, self.view.size[0] - size * 3.2), y, |out| {
                format::push_rate(out, Rate::bytes_per_s(rate));
            });
        }
    }
}
