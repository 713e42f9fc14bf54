//! The moments of the two orders in which each chef holds two stretches of the recipe: down the line and back up (ZB-V), and from
//! both ends at once (DualPipe).

use super::moments::{all_busy, drain_of, first_report, first_weights, peak_of_halves};
use super::run::Relay;
use super::shape::{Shape, is_pass, is_report, peak, reports};
use crate::story::Layered;
use crate::story::facts::{Event, Facts, Teller, compute_line, while_it_lasts};
use kitchen_core::sim::task::{GpuId, Kind};
use kitchen_text::{Line, count, msg, pair};

/// The line folds at the last chef, and the flow turns round at the first, who has both ends of the recipe.
pub(super) fn fold(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    let at_fold = |event: &&Event| event.gpu == shape.last_chef() && event.label.chunk == 1;
    if let Some(first) = facts.of(Kind::Forward).find(at_fold) {
        let caption = Line::from(msg::PipelineBeatFold { p: first.chef(), n: first.bowl() });
        teller.must_say(
            "fold",
            first.start,
            Layered::of(caption, while_it_lasts(first, compute_line(first))),
            Some((0, first.task)),
        );
    }
    if let Some(first) = reports(facts).find(|event| event.gpu == 0) {
        let caption = Line::from(msg::PipelineBeatTurnFold { n: first.bowl() });
        teller.must_say(
            "turn",
            first.start,
            Layered::of(caption, while_it_lasts(first, compute_line(first))),
            Some((0, first.task)),
        );
    }
    first_report(facts, teller);
    peak_of_halves(facts, 2, teller);
}

/// Bowls come from both ends, meet, and turn round at the other.
pub(super) fn both_ends(facts: &Facts<'_>, shape: &Shape, relay: &Relay, teller: &mut Teller) {
    let last = shape.last_chef();
    let first = |gpu: GpuId, chunk: u32| {
        facts.of(Kind::Forward).find(move |event| event.gpu == gpu && event.label.chunk == chunk)
    };
    if let Some(one) = first(0, 0) {
        let caption = Line::from(msg::PipelineBeatBothStart { p: count(shape.p) });
        teller.must_say(
            "start",
            one.start,
            Layered::of(caption, while_it_lasts(one, compute_line(one))),
            Some((0, one.task)),
        );
    }
    // The upper of the two in the middle: a bowl from the last chef comes there first.
    if let Some(other) = first((shape.p / 2) as GpuId - 1, 1) {
        let caption = Line::from(msg::PipelineBeatMeet { n: other.chef(), bowl: other.bowl() });
        teller.must_say(
            "meet",
            other.start,
            Layered::of(caption, while_it_lasts(other, compute_line(other))),
            Some((0, other.task)),
        );
    }
    all_busy(facts, shape, teller);
    let turn = |gpu: GpuId| reports(facts).find(move |event| event.gpu == gpu);
    if let (Some(down), Some(up)) = (turn(last), turn(0)) {
        let later = if up.start > down.start { up } else { down };
        let caption = Line::from(msg::PipelineBeatTurnBoth { p: count(shape.p), n: down.bowl(), up: up.bowl() });
        teller.must_say(
            "turn",
            later.start,
            Layered::of(caption, while_it_lasts(later, compute_line(later))),
            Some((0, later.task)),
        );
    }
    first_report(facts, teller);
    pair(facts, relay, teller);
    let (held, full) = peak(facts);
    teller.may_say(
        "peak",
        full,
        Layered::of(Line::from(msg::PipelineBeatPeak { n: held }), Line::from(msg::PipelineXrayHold { n: held })),
        None,
    );
    first_weights(facts, teller);
    drain_of(facts, shape, teller);
}

/// The first bowl and report that were taken up as one, and both handed on.
fn pair(facts: &Facts<'_>, relay: &Relay, teller: &mut Teller) {
    let mut first: Option<(&Event, &Event)> = None;
    for (gpu, order) in (0..).zip(&relay.orders.orders) {
        let own: Vec<&Event> = facts.events.iter().filter(|event| event.gpu == gpu && is_pass(event)).collect();
        let sends = |event: &Event, kind| {
            let is = |sent: &&Event| {
                sent.gpu == gpu
                    && (sent.label.micro_batch, sent.label.chunk) == (event.label.micro_batch, event.label.chunk)
            };
            facts.of(kind).any(|sent| is(&sent))
        };
        let pairs = order.iter().zip(own.windows(2)).filter(|(step, _)| step.joined);
        let found = pairs.filter_map(|(_, pair)| <[&Event; 2]>::try_from(pair).ok()).find(|[bowl, report]| {
            is_report(report) && sends(bowl, Kind::Activation) && sends(report, Kind::ActivationGradient)
        });
        if let Some([bowl, report]) = found.filter(|[_, report]| first.is_none_or(|(_, other)| report.end < other.end))
        {
            first = Some((bowl, report));
        }
    }
    if let Some((bowl, report)) = first {
        let told = pair::PipelinePair { n: bowl.chef(), bowl: bowl.bowl(), report: report.bowl(), time: report.end };
        teller.may_say("pair", report.end, told, Some((0, report.task)));
    }
}
