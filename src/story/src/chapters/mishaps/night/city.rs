//! Three days of a city of kitchens, three times over: the failures are the same, and what differs is how often all write down where
//! they are. Each city is one stream of tasks, as long as the simulation of failures found them.

use kitchen_core::faults::published::FLEETS;
use kitchen_core::faults::timeline::{self, Activity};
use kitchen_core::faults::{Cluster, Timeline};
use kitchen_core::sim::task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::{Model, model::LLAMA3_405B};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::presets::DGX_H100_ONE;

use super::closing::{self, Closing};
use crate::chapters::mishaps::params::Params;
use crate::sentences::Sentence as _;

const SECOND: u64 = 1_000_000_000_000;
pub(in crate::chapters::mishaps) const MINUTE: u64 = 60 * SECOND;
pub(in crate::chapters::mishaps) const HOUR: u64 = 60 * MINUTE;
/// How long the cities are looked at.
pub(in crate::chapters::mishaps) const SPAN: Time = Time(72 * HOUR);
/// The draw of failures: one whose three days are near what is expected of them, with its first failure late enough for the question.
pub(in crate::chapters::mishaps) const SEED: u64 = 1_828;
/// Minutes between checkpoints in the first and the last city.
pub(in crate::chapters::mishaps) const EXTREMES: [u32; 2] = [5, 240];
/// Cities.
pub(in crate::chapters::mishaps) const CITIES: GpuId = 3;
/// What all kitchens together write to their storage: between the 50 and 200 GB/s measured in 40 production runs (VAST, 2025, read in
/// a digest).
pub(in crate::chapters::mishaps) const STORAGE: Rate = Rate::gb_per_s(100.0);
/// From a failure until it is known which: less than ten minutes at more than 10,000 GPUs (`MegaScale`, arXiv:2402.15627 section 6.3).
const DETECT: Time = Time(10 * MINUTE);
/// Until all programs run again, before the checkpoint is read: of the 5 to 20 minutes of two clusters the 5 with which their
/// operators count (Kokolis et al., arXiv:2410.21680, section on the effective training time, read in notes).
const START: Time = Time(5 * MINUTE);
/// Until a closed kitchen is in reserve again: assumed. No published time from failure to reserve was found that could be read.
pub(in crate::chapters::mishaps) const REPAIR: Time = Time(24 * HOUR);

/// The recipe that the city writes down.
pub(in crate::chapters::mishaps) fn recipe() -> &'static Model {
    &LLAMA3_405B
}

/// The published rate at which a kitchen closes, in seconds between two.
pub(in crate::chapters::mishaps) fn mtbf_s() -> u64 {
    FLEETS[1].mtbf_s
}

/// One of the cities.
pub(in crate::chapters::mishaps) fn city(params: Params, at: GpuId) -> Cluster {
    let minutes = [EXTREMES[0], params.period, EXTREMES[1]][at as usize % 3];
    let write = Cluster::transfer(recipe().parameters(), STORAGE);
    Cluster {
        servers: params.kitchens,
        spares: params.spares,
        mtbf_s: mtbf_s(),
        period: Time(u64::from(minutes) * MINUTE),
        write,
        detect: DETECT,
        restart: START + write,
        repair: REPAIR,
    }
}

/// Its days, as they come by themselves.
pub(in crate::chapters::mishaps) fn lived(params: Params, at: GpuId, span: Time) -> Result<Timeline, Line> {
    lived_with(params, at, span, &[])
}

/// Its days with kitchens that are closed by hand besides.
pub(in crate::chapters::mishaps) fn lived_with(
    params: Params,
    at: GpuId,
    span: Time,
    closings: &[Closing],
) -> Result<Timeline, Line> {
    timeline::simulate_with(&city(params, at), span, SEED, &closing::named(closings)).map_err(|error| error.line())
}

/// A server for each city: it stands for all of its kitchens, which do the same at every instant.
pub(in crate::chapters::mishaps) fn cluster() -> ClusterSpec {
    ClusterSpec::new(&DGX_H100_ONE, CITIES)
}

/// What stands in a label's `step`, of tasks that occupy nobody.
pub(in crate::chapters::mishaps) mod mark {
    /// Which kitchen closed is being found out.
    pub(crate) const DETECT: u16 = 0;
    /// Nothing is in reserve.
    pub(crate) const WAIT: u16 = 1;
    /// All start again.
    pub(crate) const RESTART: u16 = 2;
    /// A closed kitchen, `chunk`, is repaired; its place is taken by `channel` less 1, where that is not 0.
    pub(crate) const REPAIR: u16 = 3;
}

pub(in crate::chapters::mishaps) fn draft(params: Params, closings: &[Closing]) -> Result<Draft, Line> {
    let topology = topology::build(&cluster()).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    for at in 0..CITIES {
        live(&mut graph, at, &lived_with(params, at, SPAN, closings)?);
    }
    Ok(Draft::new(topology, graph))
}

/// The tasks of a city. Work between two checkpoints has a number, which it keeps when it has to be done again.
fn live(graph: &mut TaskGraph, gpu: GpuId, days: &Timeline) {
    let mut last: Vec<TaskId> = Vec::new();
    let mut number = 0_u16;
    let mut failures = days.failures.iter().peekable();
    for part in &days.intervals {
        while let Some(failure) = failures.next_if(|failure| failure.at <= part.start) {
            let duration = Time(failure.repaired_at.min(SPAN).0.saturating_sub(part.start.0));
            let mut label = Label::new(Kind::Launch).step(mark::REPAIR).chunks(failure.server, 1);
            label.channel = failure.replaced_by.map_or(0, |server| server as u16 + 1);
            graph.add(Work::Delay { gpu, duration }, label, &last);
        }
        let duration = part.end - part.start;
        let stands = |step| (Work::Delay { gpu, duration }, Label::new(Kind::Launch).step(step));
        let works = |kind| (Work::Compute { gpu, duration }, Label::new(kind).micro_batch(number));
        let (work, label) = match part.activity {
            Activity::Work => works(Kind::Forward),
            Activity::Lost => works(Kind::Backward),
            Activity::Write => works(Kind::Update),
            Activity::Detect => stands(mark::DETECT),
            Activity::Wait => stands(mark::WAIT),
            Activity::Restart => stands(mark::RESTART),
        };
        number = number.saturating_add(u16::from(part.activity == Activity::Write));
        last = vec![graph.add(work, label, &last)];
    }
}
