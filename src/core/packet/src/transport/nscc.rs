//! Ultra Ethernet's sender-based congestion control (NSCC, Ultra Ethernet specification 1.0; constants after uet-htsim's `initNsccParams`): its
//! reaction depends on the ECN mark of a packet and on its queueing delay, the round-trip time beyond that of an idle network.
//!
//! | | delay below the target | delay above it |
//! | --- | --- | --- |
//! | no mark | proportional increase | fair increase |
//! | mark | stays | once a round trip: `× max(1 − 0.8 (delay − target) ÷ delay, 1/2)` |
//!
//! The target is one round trip, three quarters of one where switches trim; the window is at most one and a half bandwidth-delay
//! products, and begins there.
//!
//! Quick adapt (uet-htsim: `quick_adapt`) checks once in a round trip and a target. If since then a packet was trimmed, or delayed by four
//! targets, and less than an eighth of the largest window was acknowledged, the window becomes what was acknowledged. Then packets
//! in flight at that time have no further effect, unless they are unmarked. Otherwise each trimmed packet reduces the window by its size.

/// `gamma` of the decrease.
const GAMMA: f64 = 0.8;
/// Bytes of 100 Gbit/s in 12 µs, to which its steps are scaled.
const REFERENCE: f64 = 150_000.0;
/// Its reference round trip, ps.
const REFERENCE_RTT: f64 = 12e6;
/// Weight of a new delay in the average.
const SMOOTH: f64 = 0.0125;
/// Quick adapt: the delay that triggers it, in targets, and the share of the largest window below which it acts.
const TRIGGER_TARGETS: f64 = 4.0;
const TRIGGER_SHARE: f64 = 0.125;

/// The state; bytes, and picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nscc {
    segment: f64,
    max_bytes: f64,
    pub bytes: f64,
    /// The shortest round trip so far.
    base_rtt: u64,
    /// The average queueing delay.
    mean_delay: f64,
    next_decrease: u64,
    /// The target delay, as a multiple of the base round-trip time.
    target: f64,
    quick_adapt: QuickAdapt,
}

/// Quick adapt.
#[derive(Clone, Debug, Default, PartialEq)]
struct QuickAdapt {
    /// The time of its next check; 0 before the first acknowledgement.
    next_check: u64,
    /// Bytes acknowledged since the last check.
    achieved: f64,
    is_triggered: bool,
    /// Bytes without effect after it acted, and those of them acknowledged or trimmed so far.
    to_ignore: f64,
    ignored: f64,
}

impl Nscc {
    pub(super) fn new(segment: f64, max_bytes: f64, is_trimmed: bool) -> Nscc {
        let target = if is_trimmed { 0.75 } else { 1.0 };
        Nscc {
            segment,
            max_bytes,
            bytes: max_bytes,
            base_rtt: u64::MAX,
            mean_delay: 0.0,
            next_decrease: 0,
            target,
            quick_adapt: QuickAdapt::default(),
        }
    }

    /// Whether quick adapt sets or keeps the window, whatever else the acknowledgement says. `in_flight` is in bytes.
    fn run_quick_adapt(&mut self, now: u64, is_marked: bool, delay: f64, in_flight: f64) -> bool {
        let target = self.base_rtt as f64 * self.target;
        let quick_adapt = &mut self.quick_adapt;
        if quick_adapt.ignored < quick_adapt.to_ignore && is_marked {
            return true;
        }
        if now <= quick_adapt.next_check {
            return false;
        }
        let is_triggered = quick_adapt.is_triggered || delay > TRIGGER_TARGETS * target;
        let acts = quick_adapt.next_check > 0 && is_triggered && quick_adapt.achieved < self.max_bytes * TRIGGER_SHARE;
        if acts {
            self.bytes = quick_adapt.achieved.max(self.segment);
            (quick_adapt.to_ignore, quick_adapt.ignored, quick_adapt.is_triggered) = (in_flight, 0.0, false);
        }
        quick_adapt.achieved = 0.0;
        quick_adapt.next_check = now + self.base_rtt + target as u64;
        acts
    }

    pub(super) fn on_ack(&mut self, now: u64, bytes: f64, rtt: u64, is_marked: bool, in_flight: f64) {
        self.base_rtt = self.base_rtt.min(rtt.max(1));
        let (target, delay) = (self.base_rtt as f64 * self.target, (rtt - self.base_rtt.min(rtt)) as f64);
        self.mean_delay += (delay - self.mean_delay) * SMOOTH;
        self.quick_adapt.achieved += bytes;
        self.quick_adapt.ignored += bytes;
        if self.run_quick_adapt(now, is_marked, delay, in_flight) {
            return;
        }
        let scale = self.max_bytes / 1.5 / REFERENCE;
        match (is_marked, delay < target) {
            (false, true) => {
                let alpha = 4.0 * self.segment * scale * (target / REFERENCE_RTT) / target;
                self.bytes += alpha * bytes * (target - delay) / self.bytes;
            }
            (false, false) => self.bytes += 5.0 * self.segment * scale * bytes / self.bytes / 8.0,
            (true, true) => {}
            (true, false) => {
                if now >= self.next_decrease && self.mean_delay > target {
                    self.bytes *= (1.0 - GAMMA * (self.mean_delay - target) / self.mean_delay).max(0.5);
                    self.next_decrease = now + self.base_rtt;
                }
            }
        }
        self.bytes = self.bytes.min(self.max_bytes).max(self.segment);
    }

    /// So many bytes were trimmed: their delay was about a round trip, the longest queue of a trimming switch.
    pub(super) fn on_trim(&mut self, now: u64, bytes: f64, in_flight: f64) {
        if self.base_rtt == u64::MAX {
            return self.on_loss(bytes);
        }
        self.quick_adapt.ignored += bytes;
        self.mean_delay += (self.base_rtt as f64 - self.mean_delay) * SMOOTH;
        self.quick_adapt.is_triggered = true;
        if !self.run_quick_adapt(now, true, 0.0, in_flight) {
            self.on_loss(bytes);
        }
    }

    pub(super) fn on_loss(&mut self, bytes: f64) {
        self.bytes = (self.bytes - bytes).max(self.segment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an acknowledgement does to a window of 200 kB, in units of itself, at a round trip of 10 µs.
    fn check(waited_us: u64, is_marked: bool, expected: std::ops::RangeInclusive<f64>) {
        let mut nscc = Nscc::new(4096.0, 750_000.0, false);
        nscc.base_rtt = 10_000_000;
        nscc.bytes = 200_000.0;
        nscc.mean_delay = waited_us as f64 * 1e6;
        nscc.on_ack(0, 4096.0, 10_000_000 + waited_us * 1_000_000, is_marked, 0.0);
        let factor = nscc.bytes / 200_000.0;
        assert!(expected.contains(&factor), "{waited_us} {is_marked}: {factor}");
    }

    #[test]
    fn each_quarter_does_its_own() {
        check(2, false, 1.000_001..=1.1);
        check(30, false, 1.000_001..=1.1);
        check(2, true, 1.0..=1.0);
        // 1 - 0.8 (20 - 10) / 20.
        check(20, true, 0.599_99..=0.600_01);
        check(1000, true, 0.5..=0.5);
    }

    /// By hand, with trimming: a base of 10 µs, so a target of 7.5 and a check each 17.5 µs; the threshold is 93,750 B.
    #[test]
    fn quick_adapt_sets_the_window_to_what_got_through() {
        const US: u64 = 1_000_000;
        let mut nscc = Nscc::new(4096.0, 750_000.0, true);
        // The first acknowledgement sets the first check, at 10 + 17.5.
        nscc.on_ack(10 * US, 4096.0, 10 * US, true, 700_000.0);
        assert_eq!((nscc.bytes, nscc.quick_adapt.next_check), (750_000.0, 27_500_000));
        // Until then each trimmed packet reduces the window, and acknowledged bytes are counted.
        nscc.on_trim(12 * US, 4096.0, 700_000.0);
        assert_eq!(nscc.bytes, 745_904.0);
        (0..10).for_each(|_| nscc.on_ack(15 * US, 4096.0, 12 * US, true, 600_000.0));
        assert_eq!(nscc.bytes, 745_904.0);
        // At the check: ten packets got through, less than the threshold of 93,750 B.
        nscc.on_trim(28 * US, 4096.0, 500_000.0);
        assert_eq!((nscc.bytes, nscc.quick_adapt.next_check), (40_960.0, 45_500_000));
        // What was in flight has no effect, 500,000 B of it.
        nscc.on_trim(29 * US, 4096.0, 400_000.0);
        nscc.on_ack(50 * US, 490_000.0, 12 * US, true, 0.0);
        assert_eq!(nscc.bytes, 40_960.0);
        // After that a trimmed packet counts; at the next check more got through than the threshold, and only its bytes are subtracted.
        nscc.on_ack(50 * US, 8192.0, 12 * US, true, 0.0);
        nscc.on_trim(51 * US, 4096.0, 0.0);
        assert_eq!((nscc.bytes, nscc.quick_adapt.achieved), (36_864.0, 0.0));
    }

    /// Without trimming a packet delayed by four targets triggers it: four round trips.
    #[test]
    fn quick_adapt_is_called_by_a_long_wait() {
        const US: u64 = 1_000_000;
        for (delay, expected) in [(39, 750_000.0), (41, 8192.0)] {
            let mut nscc = Nscc::new(4096.0, 750_000.0, false);
            nscc.on_ack(10 * US, 4096.0, 10 * US, true, 700_000.0);
            nscc.on_ack(20 * US, 4096.0, 11 * US, true, 700_000.0);
            nscc.on_ack(31 * US, 4096.0, (10 + delay) * US, true, 700_000.0);
            assert_eq!(nscc.bytes, expected, "{delay}");
        }
    }
}
