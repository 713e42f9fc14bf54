//! How the network reacts to faults: paths around dead links, and stuck pauses.

use super::faults::FaultKind;
use super::network::{Network, PAUSE_FREED, PAUSE_STUCK, SHIFT};

impl Network<'_> {
    /// Whether a path has a link that routing has withdrawn.
    pub(super) fn is_excluded(&self, path: u32) -> bool {
        if self.outages.is_none() {
            return false;
        }
        self.plan.fabric.path(path).links().iter().any(|&link| self.outages.is_withdrawn(link, self.now))
    }

    /// `path` of `count` paths from `first`, or the next one that is not excluded: flows not hashed to a dead link keep their path
    /// (resilient hashing). Where all are excluded, `path`.
    pub(super) fn live_path(&self, first: u32, count: u32, path: u32) -> u32 {
        if self.outages.is_none() {
            return path;
        }
        let mut turn = (path..count).chain(0..path);
        turn.find(|&path| !self.is_excluded(first + path)).unwrap_or(path)
    }

    /// Schedules the stuck pauses among the faults.
    pub(super) fn schedule_stuck_pauses(&mut self) {
        for (at, fault) in (0_u32..).zip(&self.plan.faults) {
            if matches!(fault.kind, FaultKind::StuckPause { .. }) && fault.from < fault.until {
                self.events.push(fault.from.0, PAUSE_STUCK << SHIFT | at);
                if fault.until.0 < u64::MAX {
                    self.events.push(fault.until.0, PAUSE_FREED << SHIFT | at);
                }
            }
        }
    }

    /// A pause gets stuck, or is freed: then the XOFF or XON of the far end holds again.
    pub(super) fn set_pause_stuck(&mut self, fault: u32, is_stuck: bool) {
        let FaultKind::StuckPause { link, class } = self.plan.faults[fault as usize].kind else { return };
        let at = self.queue_of(link, class);
        if is_stuck {
            self.queues[at].stuck += 1;
            self.pause(at as u32);
            return;
        }
        self.queues[at].stuck -= 1;
        if !self.queues[at].has_sent_xoff {
            self.resume(at as u32);
        }
    }
}
