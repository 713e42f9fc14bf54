//! Judges of what several chapters say.

use super::Claim;
use super::world::{Span, alike, names};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::{Rate, Time};
use kitchen_text::{Key, key};

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    Some(match claim.line.key {
        key::XRAY_TRANSFER => flows(claim, |span| span.gpu == claim.index("from") && span.to == claim.index("to")),
        key::XRAY_TO_SWITCH => {
            flows(claim, |span| span.label.kind == Kind::SwitchReduce && span.gpu == claim.index("from"))
        }
        key::XRAY_FROM_SWITCH => {
            flows(claim, |span| span.label.kind == Kind::SwitchMulticast && span.to == claim.index("to"))
        }
        key::XRAY_COMPUTE => computes(claim, |_| true),
        key::XRAY_COMPUTE_BATCH => computes(claim, |span| usize::from(span.label.micro_batch) == claim.index("n")),
        // What was so until just before then.
        key::XRAY_DONE => {
            let end = claim.time("time");
            let ended = world.all().iter().any(|span| span.end == end);
            ended && end <= t && claim.part("what").ended(end).holds()?
        }
        key::XRAY_BUSY | key::CAPTION_NOW => {
            claim.count("busy") == world.busy(t)
                && claim.count("moving") == world.moving(t).count()
                && claim.count("all") == world.gpus()
        }
        key::XRAY_END => claim.time("time") == world.show.makespan() && t >= claim.time("time") && sum(claim),
        key::CAPTION_READY | key::CAPTION_READY_XRAY => {
            let runs = &world.show.runs;
            claim.count("all") == runs.len()
                && claim.count("done") == runs.iter().filter(|run| run.trace.makespan <= t).count()
        }
        // Names: a chef there is.
        key::CHEF_NUMBER => claim.index("n") < world.gpus(),
        _ => return None,
    })
}

/// Whether `compute` is the computing time of all GPUs together.
pub(super) fn sum(claim: Claim<'_>) -> bool {
    let spans = claim.world.all().iter().filter(|span| span.computes());
    claim.time("compute") == Time(spans.map(|span| span.end.0 - span.start.0).sum())
}

fn flows(claim: Claim<'_>, fits: impl Fn(&Span) -> bool) -> bool {
    claim.world.moving(claim.t).filter(|span| fits(span)).any(|span| {
        span.bytes == claim.bytes("bytes")
            && names(claim.world.class(0, span.task))[1] == claim.key("link")
            && alike(claim.world.rate(span, claim.t, claim.over), claim.rate("rate"))
            && carries(span.label.kind, claim.key("what"))
    })
}

fn carries(kind: Kind, what: Key) -> bool {
    match what {
        key::WHAT_ACTIVATION => kind == Kind::Activation,
        key::WHAT_ACTIVATION_GRADIENT => kind == Kind::ActivationGradient,
        key::WHAT_PARTIAL_SUM => matches!(kind, Kind::SendReduce | Kind::SwitchReduce),
        key::WHAT_SUM => matches!(kind, Kind::SendCopy | Kind::SwitchMulticast),
        key::WHAT_DATA => kind.is_transfer(),
        _ => false,
    }
}

fn computes(claim: Claim<'_>, fits: impl Fn(&Span) -> bool) -> bool {
    let kind = match claim.key("what") {
        key::WHAT_FORWARD => Kind::Forward,
        key::WHAT_BACKWARD => Kind::Backward,
        key::WHAT_BACKWARD_INPUT => Kind::BackwardInput,
        key::WHAT_BACKWARD_WEIGHT => Kind::BackwardWeight,
        key::WHAT_UPDATE => Kind::Update,
        _ => Kind::Reduce,
    };
    claim.world.now(claim.t).any(|span| {
        span.label.kind == kind
            && span.gpu == claim.index("gpu")
            && Time(span.end.0 - span.start.0) == claim.time("time")
            && fits(span)
    })
}

/// As nccl-tests defines it.
pub(crate) fn busbw(claim: Claim<'_>, run: usize) -> bool {
    let show = claim.world.show;
    let op = (show.scenario.kind.meeting)(&show.scenario).expect("a meeting").op;
    let seconds = show.runs[run].trace.makespan.0 as f64 / 1e12;
    let rate = (show.scenario.kind.meeting)(&show.scenario).expect("a meeting").bytes.0 as f64 / seconds
        * op.bus_factor(show.runs[run].topology.len());
    alike(Rate::bytes_per_s(rate), claim.rate("busbw"))
}
