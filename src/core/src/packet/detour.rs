//! What a network does about what breaks: ways round it, and pauses that stick.

use super::faults::Break;
use super::net::{FREE, Net, SHIFT, STICK};

impl Net<'_> {
    /// Whether a way leads over a link that routing has left out.
    pub(super) fn is_cut(&self, way: u32) -> bool {
        if self.broken.is_none() {
            return false;
        }
        self.plan.fabric.way(way).links().iter().any(|&link| self.broken.is_left_out(link, self.now))
    }

    /// `way` of `count` ways from `first`, or the next in turn that is not cut: what was not hashed to a dead link stays where it is
    /// (resilient hashing). Where all are cut, `way`.
    pub(super) fn around(&self, first: u32, count: u32, way: u32) -> u32 {
        if self.broken.is_none() {
            return way;
        }
        let mut turn = (way..count).chain(0..way);
        turn.find(|&way| !self.is_cut(first + way)).unwrap_or(way)
    }

    /// The events of pauses that stick.
    pub(super) fn expect_faults(&mut self) {
        for (at, fault) in (0_u32..).zip(&self.plan.faults) {
            if matches!(fault.what, Break::StuckPause { .. }) && fault.from < fault.until {
                self.events.push(fault.from.0, STICK << SHIFT | at);
                if fault.until.0 < u64::MAX {
                    self.events.push(fault.until.0, FREE << SHIFT | at);
                }
            }
        }
    }

    /// A pause sticks, or does no longer: then what the far end itself asks for holds.
    pub(super) fn stick(&mut self, fault: u32, is_stuck: bool) {
        let Break::StuckPause { link, class } = self.plan.faults[fault as usize].what else { return };
        let at = self.queue_of(link, class);
        if is_stuck {
            self.queues[at].stuck += 1;
            self.pause(at as u32);
            return;
        }
        self.queues[at].stuck -= 1;
        if !self.queues[at].has_asked {
            self.resume(at as u32);
        }
    }
}
