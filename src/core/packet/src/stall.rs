//! When a run that goes on without getting anywhere is ended: senders may send again for ever what never arrives.

use super::faults::{Fault, FaultKind};
use super::plan::Plan;

/// So many retransmission timeouts without anything new at any receiver, on all flows, are no bad luck any more.
const TIMEOUTS: u64 = 100;
/// The same without a transport, ps: senders that are told of each drop send it again after a round trip.
const PATIENCE: u64 = 10_000_000_000;

/// Watches what has arrived in all. Times are picoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stall {
    /// Until then nothing is expected: flows have not started, faults have not ended.
    quiet_until: u64,
    patience: u64,
    progress: u64,
    since: u64,
}

impl Stall {
    pub(super) fn new(plan: &Plan) -> Stall {
        let mut patience = if plan.transport.is_some() {
            super::transport::timeout(plan).0.saturating_mul(TIMEOUTS)
        } else {
            PATIENCE
        };
        if let Some(watchdog) = plan.queueing.watchdog
            && plan.all_classes().iter().any(|class| class.is_lossless)
        {
            let round = watchdog.detect.0.saturating_add(watchdog.restore.0).saturating_add(watchdog.poll.0);
            patience = patience.saturating_add(round.saturating_mul(3));
        }
        let last_start = plan.flows.iter().map(|flow| flow.start.0).max().unwrap_or(0);
        let last_change = plan.faults.iter().map(changes_until).max().unwrap_or(0);
        for fault in &plan.faults {
            if let FaultKind::Flapping { down, up, .. } = fault.kind {
                patience = patience.saturating_add(down.0.saturating_add(up.0).saturating_mul(2));
            }
        }
        let reroute = plan.reroute.map_or(0, |after| after.0);
        let quiet_until = last_start.max(last_change.saturating_add(reroute));
        Stall { quiet_until, patience, progress: 0, since: 0 }
    }

    /// Whether nothing has come of all events for too long; `progress` never falls.
    pub(super) fn is_over(&mut self, now: u64, progress: u64) -> bool {
        if progress > self.progress {
            (self.progress, self.since) = (progress, now);
        }
        now > self.since.max(self.quiet_until).saturating_add(self.patience)
    }
}

/// When a fault changes for the last time; one that never ends has only a beginning.
fn changes_until(fault: &Fault) -> u64 {
    if fault.until.0 == u64::MAX { fault.from.0 } else { fault.until.0 }
}
