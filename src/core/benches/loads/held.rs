//! Work for the event queue, the same wherever speed is measured: in the benchmarks and in the browser.

use kitchen_core::sim::queue::EventQueue;

/// A queue that holds so many events at random times.
pub(crate) struct Held {
    /// The queue itself.
    pub(crate) queue: EventQueue,
    random: u64,
}

impl Held {
    /// Fills it.
    pub(crate) fn new(events: u32) -> Held {
        let mut held = Held { queue: EventQueue::new(), random: 1 };
        for event in 0..events {
            let time = held.next();
            held.queue.push(time, event);
        }
        held
    }

    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 40
    }

    /// Takes the next event and puts it back later, so many times.
    pub(crate) fn turn(&mut self, times: u32) {
        for _ in 0..times {
            if let Some((time, event)) = self.queue.pop() {
                let later = time + self.next();
                self.queue.push(later, event);
            }
        }
    }
}
