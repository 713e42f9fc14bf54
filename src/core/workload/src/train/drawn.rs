//! The lanes drawn as the tasks of a graph.

use kitchen_task::{Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_units::{Bytes, Time};

use super::host_link::{PIECES, Swap};
use super::lanes::{Detail, Mark, NOTHING, Sink, Updates};
use super::streams::{Part, Pass, STREAMS};

/// The lanes as tasks.
pub(super) struct Drawn {
    pub graph: TaskGraph,
    pub detail: Detail,
    /// Routes that only take time, by how long.
    pub waits: Vec<(Time, RouteId)>,
    pub of_task: Vec<Part>,
}

fn tasks(marks: &[Mark]) -> Vec<TaskId> {
    marks.iter().filter(|&&mark| mark != NOTHING).map(|&mark| mark as TaskId).collect()
}

impl Sink for Drawn {
    fn pass(&mut self, pass: &Pass, label: Label, after: [Mark; 2]) -> Mark {
        let deps = tasks(&after);
        let gpu = u32::from(label.step);
        u64::from(match self.detail {
            Detail::Passes => self.task(Work::Compute { gpu, duration: pass.whole }, label, &deps, Part::Mlp),
            Detail::Operations => self.operations(gpu, pass, label, &deps),
        })
    }

    fn send(&mut self, work: Work, label: Label, after: Mark) -> Mark {
        u64::from(self.task(work, label, &tasks(&[after]), Part::HandOver))
    }

    fn meet(&mut self, part: Part, time: Time, label: Label, after: &[Mark]) -> Mark {
        u64::from(self.meeting(u32::from(label.step), time, label, &tasks(after), part))
    }

    fn both(&mut self, label: Label, marks: [Mark; 2]) -> Mark {
        u64::from(self.task(Work::Join, Label { kind: Kind::Join, ..label }, &tasks(&marks), Part::HandOver))
    }

    fn update(&mut self, updates: &Updates<'_>, after: &[Mark], apart: bool) {
        let after: Vec<TaskId> = after.iter().map(|&mark| mark as TaskId).collect();
        let norm = (!apart).then(|| self.task(Work::Join, Label::new(Kind::Join), &after, Part::HandOver));
        for (stage, &duration) in updates.times.iter().enumerate() {
            let own: Vec<TaskId> = norm.or(after.get(stage).copied()).into_iter().collect();
            let done = match updates.swaps.get(stage) {
                Some(swap) => self.swap(stage as u32, *swap, &own),
                None => {
                    let work = Work::Compute { gpu: stage as u32, duration };
                    self.task(work, Label::new(Kind::Update).step(stage as u16), &own, Part::Update)
                }
            };
            if let Some(&gather) = updates.gathers.get(stage).filter(|&&gather| gather > Time::ZERO) {
                let label = Label::new(Kind::SendCopy).step(stage as u16);
                self.meeting(stage as u32, gather, label, &[done], Part::Weights);
            }
        }
    }
}

impl Drawn {
    fn task(&mut self, work: Work, label: Label, deps: &[TaskId], part: Part) -> TaskId {
        self.of_task.push(part);
        self.graph.add(work, label, deps)
    }

    /// The optimizer's step of a stage whose state comes piece by piece and goes again; its last update.
    fn swap(&mut self, gpu: u32, swap: Swap, after: &[TaskId]) -> TaskId {
        let label = |kind| Label::new(kind).step(gpu as u16);
        let [mut loads, mut updates, mut stores]: [Vec<TaskId>; 3] = Default::default();
        for piece in 0..PIECES as usize {
            let before = |tasks: &[TaskId], back: usize| piece.checked_sub(back).map(|at| tasks[at]);
            let deps = [after, before(&loads, 1).as_slice(), before(&stores, 2).as_slice()].concat();
            let load = self.meeting(gpu, swap.load, label(Kind::Load), &deps, Part::Offload);
            let deps = [&[load][..], before(&updates, 1).as_slice()].concat();
            let work = Work::Compute { gpu, duration: swap.update };
            let update = self.task(work, label(Kind::Update), &deps, Part::Update);
            let deps = [&[update][..], before(&stores, 1).as_slice()].concat();
            let store = self.meeting(gpu, swap.store, label(Kind::Store), &deps, Part::Offload);
            loads.push(load);
            updates.push(update);
            stores.push(store);
        }
        updates[PIECES as usize - 1]
    }

    /// Every operation of a pass, for as long as it ran beside the others: each stream in order, and after what it waits for.
    fn operations(&mut self, gpu: u32, pass: &Pass, label: Label, deps: &[TaskId]) -> TaskId {
        let begin = self.task(Work::Join, Label { kind: Kind::Join, ..label }, deps, Part::HandOver);
        let mut tasks: Vec<TaskId> = Vec::with_capacity(pass.ran.len());
        let mut before = [begin; STREAMS];
        for ran in &pass.ran {
            let time = ran.end.saturating_sub(ran.start);
            let stream = ran.part.stream();
            let mut after = vec![before[stream]];
            after.extend(ran.after.iter().chain([&ran.held_up]).flatten().map(|&op| tasks[op as usize]));
            let done = if ran.part.is_compute() {
                self.task(Work::Compute { gpu, duration: time }, label, &after, ran.part)
            } else {
                self.meeting(gpu, time, label, &after, ran.part)
            };
            before[stream] = done;
            tasks.push(done);
        }
        self.task(Work::Join, Label { kind: Kind::Join, ..label }, &before, Part::HandOver)
    }

    /// A collective whose time is known.
    fn meeting(&mut self, gpu: u32, time: Time, label: Label, after: &[TaskId], part: Part) -> TaskId {
        let route = self.waiting(time);
        let kind = match part {
            Part::Tensor | Part::Gradients => Kind::SendReduce,
            Part::Offload if label.kind == Kind::Forward => Kind::Store,
            Part::Offload if label.kind == Kind::Backward => Kind::Load,
            Part::Offload => label.kind,
            _ => Kind::SendCopy,
        };
        let work = Work::Transfer { src: gpu, dst: gpu, route, bytes: Bytes::ZERO };
        self.task(work, Label { kind, ..label }, after, part)
    }

    fn waiting(&mut self, time: Time) -> RouteId {
        if let Some(&(_, route)) = self.waits.iter().find(|(known, _)| *known == time) {
            return route;
        }
        let route = Route { hops: Vec::new(), latency: time, ceiling: None, efficiency: 1.0 };
        let route = self.graph.add_route(route);
        self.waits.push((time, route));
        route
    }
}
