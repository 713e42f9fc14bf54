//! The event queue: earliest first, and first in first out among events of the same picosecond.
//!
//! Thousands of events often fall on the same instant (the steps of a ring), so events of one instant share a bucket, a
//! linked list in one arena, and the heap orders buckets, not events. A small direct-mapped table finds the bucket of a
//! time that was pushed lately; when the table has forgotten it, a second bucket of the same time is opened behind the
//! first. A forgotten bucket is never appended to again, so first in first out holds in either case.

/// No bucket, no node.
const NONE: u32 = u32::MAX;

/// Entries of the table of recent times. A power of two.
const RECENT: usize = 256;

/// Events in order of (time, order of pushing). An event is a `u32` that the caller gives a meaning to.
#[derive(Clone, Debug)]
pub struct EventQueue {
    /// A 4-ary heap of buckets by (time, seq).
    heap: Vec<Entry>,
    buckets: Vec<Bucket>,
    free_bucket: u32,
    nodes: Vec<Node>,
    free_node: u32,
    recent: Vec<u32>,
    /// Buckets opened so far.
    seq: u32,
    /// The list being taken from, all of time `now`.
    current: u32,
    now: u64,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    time: u64,
    seq: u32,
    bucket: u32,
}

impl Entry {
    fn before(self, other: Entry) -> bool {
        (self.time, self.seq) < (other.time, other.seq)
    }
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    time: u64,
    head: u32,
    tail: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    event: u32,
    next: u32,
}

impl Default for EventQueue {
    fn default() -> EventQueue {
        EventQueue::new()
    }
}

impl EventQueue {
    /// An empty queue.
    pub fn new() -> EventQueue {
        EventQueue {
            heap: Vec::new(),
            buckets: Vec::new(),
            free_bucket: NONE,
            nodes: Vec::new(),
            free_node: NONE,
            recent: vec![NONE; RECENT],
            seq: 0,
            current: NONE,
            now: 0,
            len: 0,
        }
    }

    /// Events that wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no event waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts `event` at `time`, behind all events of that time.
    pub fn push(&mut self, time: u64, event: u32) {
        let node = self.new_node(event);
        self.len += 1;
        let slot = slot_of(time);
        let bucket = self.recent[slot];
        if bucket != NONE && self.buckets[bucket as usize].time == time {
            let tail = std::mem::replace(&mut self.buckets[bucket as usize].tail, node);
            self.nodes[tail as usize].next = node;
        } else {
            let bucket = self.new_bucket(Bucket { time, head: node, tail: node });
            self.recent[slot] = bucket;
            self.seq += 1;
            self.sift_up(Entry { time, seq: self.seq, bucket });
        }
    }

    /// The time of the next event.
    pub fn next_time(&self) -> Option<u64> {
        if self.current == NONE { self.heap.first().map(|entry| entry.time) } else { Some(self.now) }
    }

    /// Takes the next event if its time is `time`.
    pub fn pop_at(&mut self, time: u64) -> Option<u32> {
        if self.current == NONE {
            if self.heap.first()?.time != time {
                return None;
            }
            self.open_next();
        } else if self.now != time {
            return None;
        }
        let id = self.current;
        let node = self.nodes[id as usize];
        self.current = node.next;
        self.nodes[id as usize].next = self.free_node;
        self.free_node = id;
        self.len -= 1;
        Some(node.event)
    }

    /// Takes the next event with its time.
    pub fn pop(&mut self) -> Option<(u64, u32)> {
        let time = self.next_time()?;
        self.pop_at(time).map(|event| (time, event))
    }

    /// Makes the first bucket's list the current one and frees the bucket.
    fn open_next(&mut self) {
        let entry = self.sift_down();
        let bucket = self.buckets[entry.bucket as usize];
        self.current = bucket.head;
        self.now = bucket.time;
        let slot = slot_of(bucket.time);
        if self.recent[slot] == entry.bucket {
            self.recent[slot] = NONE;
        }
        // A bucket that the table forgot may be reused at once: nothing refers to it any more.
        self.buckets[entry.bucket as usize].head = self.free_bucket;
        self.free_bucket = entry.bucket;
    }

    fn new_node(&mut self, event: u32) -> u32 {
        let node = Node { event, next: NONE };
        if self.free_node == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        let id = self.free_node;
        self.free_node = std::mem::replace(&mut self.nodes[id as usize], node).next;
        id
    }

    fn new_bucket(&mut self, bucket: Bucket) -> u32 {
        if self.free_bucket == NONE {
            self.buckets.push(bucket);
            return self.buckets.len() as u32 - 1;
        }
        let id = self.free_bucket;
        self.free_bucket = std::mem::replace(&mut self.buckets[id as usize], bucket).head;
        id
    }

    fn sift_up(&mut self, entry: Entry) {
        let mut at = self.heap.len();
        self.heap.push(entry);
        while at > 0 {
            let parent = (at - 1) / 4;
            if !entry.before(self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            at = parent;
        }
        self.heap[at] = entry;
    }

    /// Takes the first entry off the heap, which must not be empty.
    fn sift_down(&mut self) -> Entry {
        let first = self.heap[0];
        let last = self.heap.pop().unwrap_or(first);
        let len = self.heap.len();
        if len == 0 {
            return first;
        }
        let mut at = 0;
        loop {
            let children = 4 * at + 1..(4 * at + 5).min(len);
            let Some(least) = children.reduce(|a, b| if self.heap[b].before(self.heap[a]) { b } else { a }) else {
                break;
            };
            if !self.heap[least].before(last) {
                break;
            }
            self.heap[at] = self.heap[least];
            at = least;
        }
        self.heap[at] = last;
        first
    }
}

/// Where the table keeps `time`: the high bits of a multiplicative (Fibonacci) hash.
fn slot_of(time: u64) -> usize {
    (time.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pushes `times` in order, then takes everything: times in order, and equals in order of pushing.
    fn check(times: &[u64]) {
        let mut queue = EventQueue::new();
        for (event, &time) in times.iter().enumerate() {
            queue.push(time, event as u32);
        }
        let mut expected: Vec<(u64, u32)> = times.iter().copied().zip(0..).collect();
        expected.sort_unstable();
        let taken: Vec<(u64, u32)> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(taken, expected);
        assert!(queue.is_empty());
    }

    #[test]
    fn events_come_in_order_of_time_and_ties_in_order_of_pushing() {
        check(&[]);
        check(&[5, 3, 5, 3, 5]);
        check(&[7, 7, 7]);
    }

    #[test]
    fn an_event_pushed_while_its_instant_is_taken_comes_last_of_that_instant() {
        let mut queue = EventQueue::new();
        queue.push(1, 10);
        queue.push(1, 11);
        assert_eq!(queue.pop_at(1), Some(10));
        queue.push(1, 12);
        assert_eq!(queue.pop_at(1), Some(11));
        assert_eq!(queue.pop_at(1), Some(12));
        assert_eq!(queue.pop_at(1), None);
    }

    proptest! {
        #[test]
        fn any_pushes_come_out_sorted_and_stable(times in prop::collection::vec(0_u64..2_000, 0..4_000)) {
            check(&times);
        }

        /// Against a sorted list, with pushes never before the last time taken.
        #[test]
        fn interleaved_pushes_and_pops_agree_with_a_sorted_list(
            steps in prop::collection::vec(prop::option::of(0_u64..600), 0..2_000)
        ) {
            let mut queue = EventQueue::new();
            let mut list: Vec<(u64, u32)> = Vec::new();
            let (mut now, mut pushed) = (0, 0);
            for step in steps {
                if let Some(ahead) = step {
                    let time = now + ahead / 20;
                    queue.push(time, pushed);
                    list.push((time, pushed));
                    pushed += 1;
                } else {
                    list.sort_unstable();
                    let expected = if list.is_empty() { None } else { Some(list.remove(0)) };
                    prop_assert_eq!(queue.pop(), expected);
                    now = expected.map_or(now, |(time, _)| time);
                }
                prop_assert_eq!(queue.len(), list.len());
            }
        }
    }
}
