//! Pauses that do not end: cyclic buffer dependencies, and the PFC watchdog that drops stuck queues.

use kitchen_units::Time;

use super::fabric::PortId;
use super::network::{Network, POLL, SHIFT};
use super::port::NONE;
use super::report::PfcStorm;

/// Consecutive polls without any other event after which the watchdog stops polling.
const IDLE_POLLS: u32 = 1_000;

impl Network<'_> {
    /// Schedules polls from the next multiple of the period on, as long as a queue is paused or dropping.
    pub(super) fn schedule_watchdog(&mut self) {
        if let Some(watchdog) = self.plan.queueing.watchdog
            && !self.is_watchdog_set
        {
            self.is_watchdog_set = true;
            let period = watchdog.poll.0.max(1);
            self.events.push((self.now / period + 1) * period, POLL << SHIFT);
        }
    }

    pub(super) fn poll(&mut self) {
        self.is_watchdog_set = false;
        let Some(watchdog) = self.plan.queueing.watchdog else { return };
        let stuck = |net: &Network<'_>, at: usize| {
            let queue = &net.queues[at];
            queue.is_paused && net.now - net.flow_control[at].paused_at >= watchdog.detect.0 && !queue.is_dropping
        };
        let count = self.classes.len();
        let of_switch = |net: &Network<'_>, at: usize| net.ends[at / count].sending_switch().is_some();
        let found: Vec<usize> = (0..self.queues.len()).filter(|&at| stuck(self, at) && of_switch(self, at)).collect();
        if !found.is_empty() && self.report.deadlock.is_empty() {
            self.report.deadlock = self.find_deadlock();
        }
        for at in found {
            self.queues[at].is_dropping = true;
            let (port, class) = ((at / count) as u32, (at % count) as u8);
            self.report.storms.push(PfcStorm { port, class, start: Time(self.now), end: Time(u64::MAX) });
            self.discard_queue(at);
        }
        let mut goes_on = false;
        for at in 0..self.queues.len() {
            let queue = &mut self.queues[at];
            if queue.is_dropping
                && !queue.is_paused
                && self.now - self.flow_control[at].resumed_at >= watchdog.restore.0
            {
                queue.is_dropping = false;
                let of = ((at / count) as u32, (at % count) as u8);
                let ended = self.report.storms.iter_mut().rev().find(|storm| (storm.port, storm.class) == of);
                if let Some(storm) = ended {
                    storm.end = Time(self.now);
                }
            }
            goes_on |= self.queues[at].is_dropping || self.queues[at].is_paused;
        }
        // Without any other event for so long the network is at rest.
        self.idle_polls = if self.events.len() > 0 { 0 } else { self.idle_polls + 1 };
        if goes_on && self.idle_polls < IDLE_POLLS {
            self.schedule_watchdog();
        }
    }

    fn discard_queue(&mut self, at: usize) {
        let port = at / self.classes.len();
        let Some(switch) = self.ends[port].sending_switch() else { return };
        while self.queues[at].list.head != NONE {
            let packet = self.queues[at].list.pop(&mut self.slab);
            let body = *self.slab.see(packet);
            let size = body.size();
            self.queues[at].queued -= size;
            self.report.ports[port].drops += 1;
            self.report.watchdog_drops += 1;
            self.release(switch, body.link(), body.class(), size);
            self.drop_packet(packet);
        }
        self.report.queue(port as u32, 0, self.now);
    }

    /// The ports of a deadlock: each may not send because the next switch buffers too much of what it sent, and that
    /// is queued at the next port of the cycle. Empty where there is none.
    pub(super) fn find_deadlock(&self) -> Vec<PortId> {
        let mut state = vec![0_u8; self.queues.len()];
        for start in 0..self.queues.len() {
            let mut path: Vec<usize> = Vec::new();
            let mut to_visit = vec![start];
            // Depth-first search; a queue that is visited again while it is on the path closes a cycle.
            while let Some(at) = to_visit.pop() {
                if at == usize::MAX {
                    path.pop().into_iter().for_each(|done| state[done] = 2);
                    continue;
                }
                if state[at] == 1 {
                    let from = path.iter().position(|&other| other == at).unwrap_or(0);
                    return path[from..].iter().map(|&at| (at / self.classes.len()) as PortId).collect();
                }
                if state[at] == 2 || !self.is_blocked(at) {
                    continue;
                }
                state[at] = 1;
                path.push(at);
                to_visit.push(usize::MAX);
                to_visit.extend(self.blocked_by(at));
            }
        }
        Vec::new()
    }

    /// Whether a queue has packets and may not send them.
    fn is_blocked(&self, at: usize) -> bool {
        let queue = &self.queues[at];
        let needs_credit = self.plan.queueing.credits.is_some() && self.flow_control[at].credits < self.full_blocks();
        queue.list.head != NONE && (queue.is_paused || needs_credit)
    }

    /// The egress queues of the next switch that hold packets from this queue's link.
    fn blocked_by(&self, at: usize) -> Vec<usize> {
        let (count, port) = (self.classes.len(), at / self.classes.len());
        let Some(next) = self.ends[port].to_switch() else { return Vec::new() };
        let mut found = Vec::new();
        for other in (0..self.ends.len()).filter(|&other| self.ends[other].sending_switch() == Some(next)) {
            let other = other * count + at % count;
            let mut packet = self.queues[other].list.head;
            while packet != NONE {
                let body = self.slab.see(packet);
                if body.link() as usize == port {
                    found.push(other);
                    break;
                }
                packet = body.next;
            }
        }
        found
    }
}
