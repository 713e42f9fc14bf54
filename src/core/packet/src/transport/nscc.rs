//! Ultra Ethernet's sender-based congestion control (NSCC, Ultra Ethernet specification 1.0; constants after uet-htsim's `initNsccParams`): its
//! reaction depends on the ECN mark of a packet and on its queueing delay, the round-trip time beyond that of an idle network.
//!
//! | | delay below the target | delay above it |
//! | --- | --- | --- |
//! | no mark | proportional increase; fast increase once a whole window waited for less than 1 µs | fair increase |
//! | mark | stays | once a round trip: `× max(1 − 0.8 (delay − target) ÷ delay, 1/2)`, with the average delay |
//!
//! Increases are collected and applied after each eight packets or each round trip; once a round trip a little is added on top (η).
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
/// Where a packet waited for long and is unmarked, the queue is going: the average moves towards so much of a round trip.
const LEAVING: f64 = 0.25;
/// Steps of the increases, in packets at the reference: proportional (α), fair, each round trip (η); fast, in bytes for each byte.
const PROPORTIONAL: f64 = 4.0;
const FAIR: f64 = 5.0;
const EACH_ROUND: f64 = 0.15;
const FAST: f64 = 0.25;
/// Below that delay a whole window long the increase is fast, ps.
const FAST_DELAY: f64 = 1e6;
/// Increases are applied after so many packets.
const PACKETS_PER_STEP: f64 = 8.0;
/// Quick adapt: the delay that triggers it, in targets, and the share of the largest window below which it acts.
const TRIGGER_TARGETS: f64 = 4.0;
const TRIGGER_SHARE: f64 = 0.125;

/// The state; bytes, and picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nscc {
    segment: f64,
    max_bytes: f64,
    pub bytes: f64,
    /// That of the idle network at first, then the shortest so far.
    base_rtt: u64,
    /// The average queueing delay.
    mean_delay: f64,
    last_decrease: u64,
    /// The target delay, ps, and what steps are scaled by: the bandwidth-delay product in references.
    target: f64,
    scale: f64,
    steps: Steps,
    quick_adapt: QuickAdapt,
}

/// Increases on their way into the window.
#[derive(Clone, Debug, Default, PartialEq)]
struct Steps {
    /// Collected, times the window.
    collected: f64,
    /// Bytes acknowledged since the last step, and its time.
    acked: f64,
    last: u64,
    /// Bytes in a row that waited for less than [`FAST_DELAY`], and whether they have been a window.
    unhindered: f64,
    is_fast: bool,
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
    /// With packets of `segment` bytes, a largest window, and the round trip of the idle network, ps.
    pub(super) fn new(segment: f64, max_bytes: f64, base_rtt: u64, is_trimmed: bool) -> Nscc {
        let base_rtt = base_rtt.max(1);
        Nscc {
            segment,
            max_bytes,
            bytes: max_bytes,
            base_rtt,
            mean_delay: 0.0,
            last_decrease: 0,
            target: base_rtt as f64 * if is_trimmed { 0.75 } else { 1.0 },
            scale: max_bytes / 1.5 / REFERENCE,
            steps: Steps::default(),
            quick_adapt: QuickAdapt::default(),
        }
    }

    /// Whether quick adapt sets or keeps the window, whatever else the acknowledgement says. `in_flight` is in bytes.
    fn run_quick_adapt(&mut self, now: u64, is_marked: bool, delay: f64, in_flight: f64) -> bool {
        let quick_adapt = &mut self.quick_adapt;
        if quick_adapt.ignored < quick_adapt.to_ignore && is_marked {
            (self.steps.collected, self.steps.acked) = (0.0, 0.0);
            return true;
        }
        if now <= quick_adapt.next_check {
            return false;
        }
        let is_triggered = quick_adapt.is_triggered || delay > TRIGGER_TARGETS * self.target;
        let acts = quick_adapt.next_check > 0 && is_triggered && quick_adapt.achieved < self.max_bytes * TRIGGER_SHARE;
        if acts {
            self.bytes = quick_adapt.achieved.max(self.segment);
            (quick_adapt.to_ignore, quick_adapt.ignored, quick_adapt.is_triggered) = (in_flight, 0.0, false);
            (self.steps.collected, self.steps.acked) = (0.0, 0.0);
        }
        quick_adapt.achieved = 0.0;
        quick_adapt.next_check = now + self.base_rtt + self.target as u64;
        acts
    }

    /// The average delay after one of `delay`.
    fn note_delay(&mut self, delay: f64, is_marked: bool) {
        let is_leaving = !is_marked && delay > self.target;
        let towards = if is_leaving { self.base_rtt as f64 * LEAVING } else { delay };
        self.mean_delay += (towards - self.mean_delay) * SMOOTH;
    }

    pub(super) fn on_ack(&mut self, now: u64, bytes: f64, rtt: u64, is_marked: bool, in_flight: f64) {
        self.base_rtt = self.base_rtt.min(rtt.max(1));
        let delay = (rtt - self.base_rtt.min(rtt)) as f64;
        self.note_delay(delay, is_marked);
        self.quick_adapt.achieved += bytes;
        self.quick_adapt.ignored += bytes;
        self.steps.acked += bytes;
        if self.run_quick_adapt(now, is_marked, delay, in_flight) {
            return;
        }
        match (is_marked, delay < self.target) {
            (false, true) => self.increase(bytes, delay),
            (false, false) => self.steps.collected += FAIR * self.segment * self.scale * bytes,
            (true, true) => {}
            (true, false) => self.decrease(now),
        }
        self.bound();
        if self.steps.acked > PACKETS_PER_STEP * self.segment || now - self.steps.last.min(now) > self.base_rtt {
            self.step(now);
        }
    }

    fn increase(&mut self, bytes: f64, delay: f64) {
        let steps = &mut self.steps;
        if delay < FAST_DELAY {
            steps.unhindered += bytes;
            steps.is_fast |= steps.unhindered > self.bytes;
        } else {
            (steps.unhindered, steps.is_fast) = (0.0, false);
        }
        if steps.is_fast {
            self.bytes += bytes * FAST * self.scale;
        } else {
            let alpha = PROPORTIONAL * self.segment * self.scale / REFERENCE_RTT;
            steps.collected += alpha * bytes * (self.target - delay);
        }
    }

    fn decrease(&mut self, now: u64) {
        (self.steps.unhindered, self.steps.is_fast) = (0.0, false);
        if self.mean_delay > self.target && now - self.last_decrease.min(now) > self.base_rtt {
            self.bytes *= (1.0 - GAMMA * (self.mean_delay - self.target) / self.mean_delay).max(0.5);
            self.last_decrease = now;
        }
    }

    /// What was collected goes into the window.
    fn step(&mut self, now: u64) {
        self.bytes += self.steps.collected / self.bytes;
        if now - self.steps.last.min(now) >= self.base_rtt {
            self.bytes += EACH_ROUND * self.segment * self.scale;
            self.steps.last = now;
        }
        (self.steps.collected, self.steps.acked) = (0.0, 0.0);
        self.bound();
    }

    fn bound(&mut self) {
        self.bytes = self.bytes.min(self.max_bytes).max(self.segment);
    }

    /// So many bytes were trimmed: their delay was about a round trip, the longest queue of a trimming switch.
    pub(super) fn on_trim(&mut self, now: u64, bytes: f64, in_flight: f64) {
        self.quick_adapt.ignored += bytes;
        self.note_delay(self.base_rtt as f64, true);
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

    /// What nine acknowledgements at once do to a window of 200 kB, in units of itself, at a round trip of 10 µs.
    fn check(waited_us: u64, is_marked: bool, expected: std::ops::RangeInclusive<f64>) {
        let mut nscc = Nscc::new(4096.0, 750_000.0, 10_000_000, false);
        nscc.bytes = 200_000.0;
        nscc.mean_delay = waited_us as f64 * 1e6;
        let now = 10_000_001;
        nscc.steps.last = now;
        (0..9).for_each(|_| nscc.on_ack(now, 4096.0, 10_000_000 + waited_us * 1_000_000, is_marked, 0.0));
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

    /// By hand: without a delay the increase is proportional until a window has come so, then a quarter of 3.33 bytes for each byte; and each
    /// round trip 0.15 packets times 3.33 more.
    #[test]
    fn an_idle_way_is_filled_fast() {
        let mut nscc = Nscc::new(4096.0, 750_000.0, 10_000_000, false);
        (nscc.bytes, nscc.steps.last) = (8192.0, 1);
        (0..2).for_each(|_| nscc.on_ack(1, 4096.0, 10_000_000, false, 0.0));
        assert_eq!(nscc.bytes, 8192.0);
        nscc.on_ack(1, 4096.0, 10_000_000, false, 0.0);
        assert!((nscc.bytes - (8192.0 + 4096.0 * 0.25 / 0.3)).abs() < 1e-6, "{}", nscc.bytes);
        let mut nscc = Nscc::new(4096.0, 750_000.0, 10_000_000, false);
        (nscc.bytes, nscc.steps.last) = (100_000.0, 1);
        nscc.on_ack(10_000_002, 4096.0, 15_000_000, true, 0.0);
        assert!((nscc.bytes - (100_000.0 + 4096.0 * 0.15 / 0.3)).abs() < 1e-6, "{}", nscc.bytes);
    }

    /// By hand, with trimming: a base of 10 µs, so a target of 7.5 and a check each 17.5 µs; the threshold is 93,750 B.
    #[test]
    fn quick_adapt_sets_the_window_to_what_got_through() {
        const US: u64 = 1_000_000;
        let mut nscc = Nscc::new(4096.0, 750_000.0, 10_000_000, true);
        // No round trip ends meanwhile.
        nscc.steps.last = u64::MAX;
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
            let mut nscc = Nscc::new(4096.0, 750_000.0, 10_000_000, false);
            nscc.on_ack(10 * US, 4096.0, 10 * US, true, 700_000.0);
            nscc.on_ack(20 * US, 4096.0, 11 * US, true, 700_000.0);
            nscc.on_ack(31 * US, 4096.0, (10 + delay) * US, true, 700_000.0);
            assert_eq!(nscc.bytes, expected, "{delay}");
        }
    }
}
