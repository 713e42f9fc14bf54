//! Moments that several orders share.

use super::shape::{Shape, is_pass, peak};
use crate::story::Layered;
use crate::story::Said;
use crate::story::facts::{Event, Facts, Teller, compute_line, transfer_line, while_it_lasts};
use kitchen_core::sim::task::{GpuId, Kind};
use kitchen_text::{Line, Number, count, msg};

/// The moment when all hands are busy.
pub(super) fn all_busy(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    if let Some(at) = facts.first_with_busy(shape.p) {
        let caption = Line::from(msg::PipelineBeatAllBusy { p: count(shape.p), time: at });
        let caption = Said::from(caption).until(facts.busy_until(at, shape.p), facts.now(shape.p));
        teller.may_say("all-busy", at, Layered::of(caption, facts.now_xray(shape.p)), None);
    }
}

/// The first report goes back the way that its bowl came.
pub(super) fn first_report<'a>(facts: &'a Facts<'_>, teller: &mut Teller) -> Option<&'a Event> {
    let sent = facts.first(Kind::ActivationGradient)?;
    let caption = Line::from(msg::PipelineBeatReport { from: sent.chef(), to: sent.receiver(), n: sent.bowl() });
    let arrived = Line::from(msg::PipelineBeatHandedBack { to: sent.receiver(), time: sent.end });
    let caption = Said::from(caption).until(sent.end, arrived);
    let xray = while_it_lasts(sent, transfer_line(facts, sent));
    teller.must_say("report", sent.middle(), Layered::of(caption, xray), Some((0, sent.task)));
    Some(sent)
}

/// The moment from which chef 1 holds the most parts of bowls.
pub(super) fn peak_of_halves(facts: &Facts<'_>, chunks: u32, teller: &mut Teller) {
    let (held, full) = peak(facts);
    let (caption, xray) = (
        Line::from(msg::PipelineBeatPeakHalves { n: held, whole: Number(held as f64 / f64::from(chunks), 1) }),
        Line::from(msg::PipelineXrayHoldHalves { n: held, whole: Number(held as f64 / f64::from(chunks), 1) }),
    );
    teller.may_say("peak", full, Layered::of(caption, xray), None);
}

/// The first weights' part that stands apart.
pub(super) fn first_weights(facts: &Facts<'_>, teller: &mut Teller) {
    let Some(first) = facts.first(Kind::BackwardWeight) else { return };
    let caption = Line::from(msg::PipelineBeatWeights { n: first.chef(), bowl: first.bowl() });
    teller.may_say(
        "weights",
        first.start,
        Layered::of(caption, while_it_lasts(first, compute_line(first))),
        Some((0, first.task)),
    );
}

/// The last chef has no more to do while others have.
pub(super) fn drain_of(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    let own = facts.events.iter().filter(|event| is_pass(event) && event.gpu == shape.last_chef());
    let Some(last) = own.max_by_key(|event| event.end) else { return };
    let next = facts.doing(last.gpu, last.end);
    let mut others: Vec<GpuId> = Vec::new();
    for event in facts.events.iter().filter(|event| is_pass(event) && event.end > last.end) {
        if !others.contains(&event.gpu) {
            others.push(event.gpu);
        }
    }
    let (p, busy, time) = (last.chef(), count(others.len()), last.end);
    let caption = match next {
        None => Some(Line::from(msg::PipelineBeatDrain { p, busy, time })),
        Some(next) if next.label.kind == Kind::Update => Some(Line::from(msg::PipelineBeatDrainEdit { p, busy, time })),
        Some(_) => None,
    };
    if let Some(caption) = caption.filter(|_| !others.is_empty()) {
        teller.may_say("drain", last.end, Layered::of(caption, facts.now_xray(shape.p)), Some((0, last.task)));
    }
}
