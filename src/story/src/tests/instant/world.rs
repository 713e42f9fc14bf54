//! What is so at an instant, searched for in the raw spans of a show.

use petgraph::graph::EdgeIndex;

use kitchen_core::run::Run;

use crate::show::Show;
use kitchen_core::sim::task::{Kind, Label, Work};
use kitchen_core::topology::LinkClass;
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Key, key};

/// A task that took a resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) task: usize,
    pub(crate) label: Label,
    pub(crate) gpu: usize,
    pub(crate) to: usize,
    pub(crate) bytes: Bytes,
    pub(crate) start: Time,
    pub(crate) end: Time,
}

impl Span {
    pub(crate) fn holds(&self, t: Time) -> bool {
        self.start <= t && t < self.end
    }

    pub(crate) fn computes(&self) -> bool {
        self.label.kind.is_compute()
    }

    pub(crate) fn travels(&self) -> bool {
        self.label.kind.is_transfer()
    }
}

pub(crate) struct World<'a> {
    pub(crate) show: &'a Show,
    /// By run.
    pub(crate) spans: Vec<Vec<Span>>,
}

impl<'a> World<'a> {
    pub(crate) fn new(show: &'a Show) -> World<'a> {
        let spans = show.runs.iter().map(spans).collect();
        World { show, spans }
    }

    pub(crate) fn run(&self) -> &'a Run {
        &self.show.runs[0]
    }

    pub(crate) fn gpus(&self) -> usize {
        self.run().topology.gpus.len()
    }

    /// The spans of the first run.
    pub(crate) fn all(&self) -> &[Span] {
        &self.spans[0]
    }

    pub(crate) fn of(&self, kind: Kind) -> impl Iterator<Item = &Span> {
        self.all().iter().filter(move |span| span.label.kind == kind)
    }

    pub(crate) fn now(&self, t: Time) -> impl Iterator<Item = &Span> {
        self.all().iter().filter(move |span| span.holds(t))
    }

    pub(crate) fn moving(&self, t: Time) -> impl Iterator<Item = &Span> {
        self.now(t).filter(|span| span.travels())
    }

    /// How many GPUs compute.
    pub(crate) fn busy(&self, t: Time) -> usize {
        let busy = |&gpu: &usize| self.now(t).any(|span| span.computes() && span.gpu == gpu);
        (0..self.gpus()).filter(busy).count()
    }

    /// How many send and how many receive.
    pub(crate) fn ends(&self, t: Time) -> [usize; 2] {
        let sends = |&gpu: &usize| self.moving(t).any(|s| s.gpu == gpu && s.label.kind != Kind::SwitchMulticast);
        let receives = |&gpu: &usize| self.moving(t).any(|s| s.to == gpu && s.label.kind != Kind::SwitchReduce);
        [(0..self.gpus()).filter(sends).count(), (0..self.gpus()).filter(receives).count()]
    }

    /// The rate at which a transfer leaves; the last one where all has left and some is on its way; the mean of those where
    /// it is told as a whole.
    pub(crate) fn rate(&self, span: &Span, t: Time, whole: bool) -> Rate {
        let segments = self.run().trace.segments.iter().filter(|s| s.task as usize == span.task && s.rate > 0.0);
        if whole {
            let (mut carried, mut seconds) = (0.0, 0.0);
            for segment in segments {
                let length = (segment.end.0 - segment.start.0) as f64 / 1e12;
                carried += segment.rate * length;
                seconds += length;
            }
            return Rate::bytes_per_s(carried / seconds);
        }
        let begun = segments.filter(|segment| segment.start <= t).max_by_key(|segment| segment.start);
        Rate::bytes_per_s(begun.map_or(0.0, |segment| segment.rate))
    }

    /// All that leaves at `t`, in bytes per second.
    pub(crate) fn total_rate(&self, t: Time) -> Rate {
        let now = self.run().trace.segments.iter().filter(|s| s.start <= t && t < s.end);
        Rate::bytes_per_s(now.map(|segment| segment.rate).sum())
    }

    /// The slowest kind of link that a transfer of a run crosses.
    pub(crate) fn class(&self, run: usize, task: usize) -> Option<LinkClass> {
        let run = &self.show.runs[run];
        let Work::Transfer { route, .. } = run.graph.work[task] else { return None };
        let hops = run.graph.routes[route as usize].hops.iter();
        hops.filter_map(|hop| run.topology.graph.edge_weight(EdgeIndex::new(hop.link as usize)))
            .map(|link| link.class)
            .max_by_key(|class| class.slowness())
    }

    /// The most transfers of a run that one stretch of corridor carries.
    pub(crate) fn sharing(&self, run: usize, t: Time) -> usize {
        let of = &self.show.runs[run];
        let mut flows = vec![0; of.topology.graph.edge_count()];
        for span in self.spans[run].iter().filter(|span| span.travels() && span.holds(t)) {
            let Work::Transfer { route, .. } = of.graph.work[span.task] else { continue };
            for hop in &of.graph.routes[route as usize].hops {
                let class = of.topology.graph.edge_weight(EdgeIndex::new(hop.link as usize)).map(|link| link.class);
                if matches!(class, Some(LinkClass::Pcie | LinkClass::Socket)) {
                    flows[hop.link as usize] += 1;
                }
            }
        }
        flows.into_iter().max().unwrap_or(0)
    }

    /// How many runs have ended before this one.
    pub(crate) fn ahead_of(&self, run: usize) -> usize {
        let end = |run: usize| (self.show.runs[run].trace.makespan, run);
        (0..self.show.runs.len()).filter(|&other| end(other) < end(run)).count()
    }
}

fn spans(run: &Run) -> Vec<Span> {
    let of = |task: usize| {
        let (gpu, to, bytes) = match run.graph.work[task] {
            Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => (gpu, gpu, Bytes::ZERO),
            Work::Transfer { src, dst, bytes, .. } => (src, dst, bytes),
            Work::Join => return None,
        };
        let (start, end) = (run.trace.start[task], run.trace.end[task]);
        Some(Span { task, label: run.graph.labels[task], gpu: gpu as usize, to: to as usize, bytes, start, end })
    };
    (0..run.graph.len()).filter_map(of).collect()
}

/// The names under which a kind of link goes, in the kitchen and in the x-ray.
pub(crate) fn names(class: Option<LinkClass>) -> [Key; 2] {
    match class {
        None | Some(LinkClass::NvLink) => [key::WAY_TUNNEL, key::LINK_NVLINK],
        Some(LinkClass::NvSwitch) => [key::WAY_EXCHANGE, key::LINK_NVSWITCH],
        Some(LinkClass::Pcie) => [key::WAY_CORRIDOR, key::LINK_PCIE],
        Some(LinkClass::Socket) => [key::WAY_CORRIDOR, key::LINK_SOCKET],
        Some(LinkClass::InfiniBand) => [key::WAY_RAILWAY, key::LINK_INFINIBAND],
        Some(LinkClass::Ethernet) => [key::WAY_STREET, key::LINK_ETHERNET],
    }
}

/// Whether a share of a span that begins with the run is what has passed of it: both are rounded down.
pub(crate) fn has_passed(share: f64, t: Time, whole: Time) -> bool {
    let real = (t.0 as f64 / whole.0 as f64).min(1.0);
    share <= real + 1e-9 && real < share + 0.001
}

/// Whether two rates are written alike.
pub(crate) fn alike(a: Rate, b: Rate) -> bool {
    kitchen_text::format::rate(a) == kitchen_text::format::rate(b)
}
