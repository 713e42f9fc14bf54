//! The entropy value of the next chunk: of two random ones the one with the shorter round-trip time (power of two
//! choices, Mitzenmacher 2001; UCCL's `select_qpidx_pot`).

use super::super::random::below;

/// Smoothed round-trip times by entropy value, ps; 0 where unknown, so that each is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntropySelector {
    rtt: Vec<u64>,
}

impl EntropySelector {
    pub(super) fn new(count: u16) -> EntropySelector {
        EntropySelector { rtt: vec![0; usize::from(count.max(1))] }
    }

    /// The entropy value of the next chunk, by 64 random bits.
    pub(super) fn choose(&self, bits: u64) -> u16 {
        let count = self.rtt.len() as u32;
        if count == 1 {
            return 0;
        }
        let (a, b) = (below(bits, count), below(bits << 32, count));
        let sooner = if self.rtt[b as usize] < self.rtt[a as usize] { b } else { a };
        sooner as u16
    }

    /// An acknowledgement arrived after `rtt`. Smoothed by an eighth (RFC 6298; UCCL's EWMA is the same).
    pub(super) fn on_ack(&mut self, entropy: u16, rtt: u64) {
        let known = &mut self.rtt[usize::from(entropy)];
        *known = if *known == 0 { rtt } else { *known - *known / 8 + rtt / 8 };
    }

    /// No acknowledgement arrived: counts as a round trip of the timeout.
    pub(super) fn on_timeout(&mut self, entropy: u16, timeout: u64) {
        let known = &mut self.rtt[usize::from(entropy)];
        *known = (*known).max(timeout);
    }

    /// The smoothed round-trip time of an entropy value, ps.
    pub(super) fn rtt(&self, entropy: u16) -> u64 {
        self.rtt.get(usize::from(entropy)).copied().unwrap_or(0)
    }
}
