//! Ultra Ethernet's control at the sender (NSCC, Ultra Ethernet specification 1.0; constants after uet-htsim's `initNsccParams`): what it
//! does depends on whether a packet was marked and on how long it waited beyond the round trip of an empty road.
//!
//! | | waited less than the target | waited longer |
//! | --- | --- | --- |
//! | no mark | grows in proportion to what is left | grows evenly |
//! | mark | stays | once a round trip: `× max(1 − 0.8 (waited − target) ÷ waited, 1/2)` |
//!
//! The target is one round trip, as without trimming; the window is at most one and a half bandwidth-delay products, and begins there.
//! Left out: quick adapt, which needs trimmed packets.

/// `gamma` of the decrease.
const GAMMA: f64 = 0.8;
/// Bytes of 100 Gbit/s in 12 µs, to which its steps are scaled.
const REFERENCE: f64 = 150_000.0;
/// Its reference round trip, ps.
const REFERENCE_RTT: f64 = 12e6;
/// Weight of a new delay in the average.
const SMOOTH: f64 = 0.0125;

/// The state; bytes, and picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nscc {
    segment: f64,
    most: f64,
    pub bytes: f64,
    /// The shortest round trip so far.
    base: u64,
    /// What packets wait on average.
    waits: f64,
    next_cut: u64,
}

impl Nscc {
    pub(super) const fn new(segment: f64, most: f64) -> Nscc {
        Nscc { segment, most, bytes: most, base: u64::MAX, waits: 0.0, next_cut: 0 }
    }

    pub(super) fn answered(&mut self, now: u64, bytes: f64, rtt: u64, is_marked: bool) {
        self.base = self.base.min(rtt.max(1));
        let (target, waited) = (self.base as f64, (rtt - self.base.min(rtt)) as f64);
        self.waits += (waited - self.waits) * SMOOTH;
        let scale = self.most / 1.5 / REFERENCE;
        match (is_marked, waited < target) {
            (false, true) => {
                let alpha = 4.0 * self.segment * scale * (target / REFERENCE_RTT) / target;
                self.bytes += alpha * bytes * (target - waited) / self.bytes;
            }
            (false, false) => self.bytes += 5.0 * self.segment * scale * bytes / self.bytes / 8.0,
            (true, true) => {}
            (true, false) => {
                if now >= self.next_cut && self.waits > target {
                    self.bytes *= (1.0 - GAMMA * (self.waits - target) / self.waits).max(0.5);
                    self.next_cut = now + self.base;
                }
            }
        }
        self.bytes = self.bytes.min(self.most).max(self.segment);
    }

    pub(super) fn lost(&mut self, bytes: f64) {
        self.bytes = (self.bytes - bytes).max(self.segment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an answer does to a window of 200 kB, in units of itself, at a round trip of 10 µs.
    fn check(waited_us: u64, is_marked: bool, expected: std::ops::RangeInclusive<f64>) {
        let mut nscc = Nscc::new(4096.0, 750_000.0);
        nscc.base = 10_000_000;
        nscc.bytes = 200_000.0;
        nscc.waits = waited_us as f64 * 1e6;
        nscc.answered(0, 4096.0, 10_000_000 + waited_us * 1_000_000, is_marked);
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
}
