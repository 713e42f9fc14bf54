//! The event queue: events in order of time, and in order of insertion where times are equal.
//!
//! Nearly all events of a packet network are scheduled a fixed delay ahead: the time to transmit a full packet, the latency of a cable.
//! Events of one such delay are inserted in order already, so each delay has a lane, first in first out, and the next event is the
//! earliest of a few lanes' heads. Events at any other time are kept in a heap.

use std::collections::VecDeque;

/// The most lanes. Further delays go through the heap.
const MOST: usize = 14;

/// How many events of a lane are returned ahead for prefetching.
const AHEAD: usize = 16;

/// No lane: the heap.
pub(super) const HEAP: u8 = u8::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    time: u64,
    seq: u32,
    event: u32,
}

const NEVER: Entry = Entry { time: u64::MAX, seq: u32::MAX, event: 0 };

impl Entry {
    const fn is_before(self, other: Entry) -> bool {
        self.time < other.time || self.time == other.time && self.seq < other.seq
    }
}

/// Pending events. An event is a `u32` whose meaning the caller defines.
#[derive(Debug)]
pub(super) struct EventQueue {
    /// The first of each lane, then that of the heap.
    heads: Vec<Entry>,
    lanes: Vec<VecDeque<Entry>>,
    delays: Vec<u64>,
    /// By lane: how many of its first events were returned by [`EventQueue::upcoming`].
    prefetched: Vec<u32>,
    /// The lane whose next events are to be prefetched, or [`HEAP`].
    refilled_lane: u8,
    /// A 4-ary heap.
    heap: Vec<Entry>,
    seq: u32,
    len: usize,
}

impl EventQueue {
    pub(super) fn new() -> EventQueue {
        EventQueue {
            heads: vec![NEVER],
            lanes: Vec::new(),
            delays: Vec::new(),
            prefetched: Vec::new(),
            refilled_lane: HEAP,
            heap: Vec::new(),
            seq: 0,
            len: 0,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The lane of a delay, [`HEAP`] where there are too many. To be called before the first event.
    pub(super) fn lane(&mut self, delay: u64) -> u8 {
        if let Some(at) = self.delays.iter().position(|&known| known == delay) {
            return at as u8;
        }
        if self.delays.len() >= MOST {
            return HEAP;
        }
        self.delays.push(delay);
        self.lanes.push(VecDeque::new());
        self.prefetched.push(0);
        self.heads.insert(0, NEVER);
        self.delays.len() as u8 - 1
    }

    const fn entry(&mut self, time: u64, event: u32) -> Entry {
        self.seq = self.seq.wrapping_add(1);
        self.len += 1;
        Entry { time, seq: self.seq, event }
    }

    /// Schedules an event at any time.
    pub(super) fn push(&mut self, time: u64, event: u32) {
        let entry = self.entry(time, event);
        let mut at = self.heap.len();
        self.heap.push(entry);
        while at > 0 {
            let parent = (at - 1) / 4;
            if !entry.is_before(self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            at = parent;
        }
        self.heap[at] = entry;
        let last = self.lanes.len();
        self.heads[last] = self.heap[0];
    }

    /// Schedules an event at `time`, the delay of `lane` from now.
    pub(super) fn push_in(&mut self, lane: u8, time: u64, event: u32) {
        if lane == HEAP {
            return self.push(time, event);
        }
        let entry = self.entry(time, event);
        let at = usize::from(lane);
        if self.heads[at].time == u64::MAX {
            self.heads[at] = entry;
        } else {
            self.lanes[at].push_back(entry);
        }
    }

    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        let (mut best, mut first) = (0, self.heads[0]);
        for (at, &head) in self.heads.iter().enumerate().skip(1) {
            if head.is_before(first) {
                (best, first) = (at, head);
            }
        }
        if first.time == u64::MAX {
            return None;
        }
        self.len -= 1;
        if best == self.lanes.len() {
            self.sift_down();
            self.heads[best] = self.heap.first().copied().unwrap_or(NEVER);
        } else {
            self.heads[best] = self.lanes[best].pop_front().unwrap_or(NEVER);
            let prefetched = &mut self.prefetched[best];
            if *prefetched > 0 {
                *prefetched -= 1;
            } else {
                *prefetched = self.lanes[best].len().min(AHEAD) as u32;
                self.refilled_lane = best as u8;
            }
        }
        Some((first.time, first.event))
    }

    /// The next events of a lane to prefetch for, each returned once. Earlier events of other lanes may change what they do.
    pub(super) fn upcoming(&mut self) -> impl Iterator<Item = u32> {
        let refilled_lane = std::mem::replace(&mut self.refilled_lane, HEAP);
        let lane = self.lanes.get(usize::from(refilled_lane));
        lane.into_iter().flat_map(|lane| lane.iter().take(AHEAD)).map(|entry| entry.event)
    }

    pub(super) const fn has_upcoming(&self) -> bool {
        self.refilled_lane != HEAP
    }

    fn sift_down(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        let len = self.heap.len();
        if len == 0 {
            return;
        }
        let mut at = 0;
        loop {
            let children = 4 * at + 1..(4 * at + 5).min(len);
            let Some(least) = children.reduce(|a, b| if self.heap[b].is_before(self.heap[a]) { b } else { a }) else {
                break;
            };
            if !self.heap[least].is_before(last) {
                break;
            }
            self.heap[at] = self.heap[least];
            at = least;
        }
        self.heap[at] = last;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against a sorted list, whatever comes through lanes and what through the heap.
        #[test]
        fn events_come_in_order(steps in prop::collection::vec(prop::option::of((0_u64..900, 0_usize..5)), 0..2_000)) {
            let mut events = EventQueue::new();
            let delays = [700, 30, 81, 30];
            let lanes = delays.map(|delay| events.lane(delay));
            prop_assert_eq!(lanes[1], lanes[3]);
            let mut list: Vec<(u64, u32)> = Vec::new();
            let (mut now, mut pushed) = (0, 0);
            for step in steps {
                if let Some((ahead, lane)) = step {
                    let time = now + delays.get(lane).copied().unwrap_or(ahead);
                    match lanes.get(lane) {
                        Some(&lane) => events.push_in(lane, time, pushed),
                        None => events.push(time, pushed),
                    }
                    list.push((time, pushed));
                    pushed += 1;
                } else {
                    list.sort_unstable();
                    let expected = if list.is_empty() { None } else { Some(list.remove(0)) };
                    prop_assert_eq!(events.pop(), expected);
                    now = expected.map_or(now, |(time, _)| time);
                }
                prop_assert_eq!(events.len(), list.len());
            }
        }
    }
}
