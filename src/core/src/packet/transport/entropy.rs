//! Which of a connection's names the next chunk goes out under: two are drawn, the one that answered sooner is taken (power of two
//! choices, Mitzenmacher 2001; UCCL's `select_qpidx_pot`).

use super::super::random::below;

/// Round-trip times by name, ps; 0 where none is known, so that each is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntropySelector {
    rtt: Vec<u64>,
}

impl EntropySelector {
    pub(super) fn new(count: u16) -> EntropySelector {
        EntropySelector { rtt: vec![0; usize::from(count.max(1))] }
    }

    /// The next chunk's, by 64 random bits.
    pub(super) fn choose(&self, bits: u64) -> u16 {
        let count = self.rtt.len() as u32;
        if count == 1 {
            return 0;
        }
        let (a, b) = (below(bits, count), below(bits << 32, count));
        let sooner = if self.rtt[b as usize] < self.rtt[a as usize] { b } else { a };
        sooner as u16
    }

    /// An answer came back after `rtt`. Smoothed by an eighth (RFC 6298; UCCL's EWMA is the same).
    pub(super) fn on_ack(&mut self, entropy: u16, rtt: u64) {
        let known = &mut self.rtt[usize::from(entropy)];
        *known = if *known == 0 { rtt } else { *known - *known / 8 + rtt / 8 };
    }

    /// Nothing came back: as if it had taken that long.
    pub(super) fn on_timeout(&mut self, entropy: u16, timeout: u64) {
        let known = &mut self.rtt[usize::from(entropy)];
        *known = (*known).max(timeout);
    }

    /// What is known of a name, ps.
    pub(super) fn rtt(&self, entropy: u16) -> u64 {
        self.rtt.get(usize::from(entropy)).copied().unwrap_or(0)
    }
}
