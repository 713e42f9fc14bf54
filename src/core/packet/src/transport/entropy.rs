//! The entropy value of the next chunk, and with it the path.

use std::collections::VecDeque;

use super::super::random::below;

/// How a sender spreads its chunks over its entropy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spreading {
    /// Of two random ones the one with the shorter round-trip time (power of two choices, Mitzenmacher 2001; UCCL's
    /// `select_qpidx_pot`).
    TwoChoices,
    /// One that was just acknowledged without an ECN mark again (REPS, EuroSys 2026); where none is known, the next one in turn that is
    /// not to be skipped. Marks, trimming and timeouts let an entropy value be skipped once, four and fifteen times (the mixed
    /// scheme of uet-htsim: `UecMpMixed`, `UecMpBitmap`).
    Recycled,
}

/// How often an entropy value is skipped after a mark, after trimming, and at most.
const SKIP_MARKED: u8 = 1;
const SKIP_TRIMMED: u8 = 4;
const SKIP_MOST: u8 = 15;
/// The most acknowledged entropy values that are kept.
const MOST_KEPT: usize = 4096;

/// Smoothed round-trip times by entropy value, ps; 0 where unknown, so that each is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntropySelector {
    spreading: Spreading,
    rtt: Vec<u64>,
    /// Acknowledged without a mark and not used since, the first of them first.
    good: VecDeque<u16>,
    /// By entropy value: how often it is still to be skipped.
    skips: Vec<u8>,
    /// The turn, and where it begins: drawn anew for each turn.
    turn: u32,
    offset: u32,
}

impl EntropySelector {
    pub(super) fn new(count: u16, spreading: Spreading) -> EntropySelector {
        let count = usize::from(count.max(1));
        let skips = if spreading == Spreading::Recycled { vec![0; count] } else { Vec::new() };
        EntropySelector { spreading, rtt: vec![0; count], good: VecDeque::new(), skips, turn: 0, offset: 0 }
    }

    /// The entropy value of the next chunk, by 64 random bits.
    pub(super) fn choose(&mut self, bits: u64) -> u16 {
        let count = self.rtt.len() as u32;
        if count == 1 {
            return 0;
        }
        if self.spreading == Spreading::Recycled {
            return self.good.pop_front().unwrap_or_else(|| self.next_in_turn(bits, count));
        }
        let (a, b) = (below(bits, count), below(bits << 32, count));
        let sooner = if self.rtt[b as usize] < self.rtt[a as usize] { b } else { a };
        sooner as u16
    }

    /// The next one in turn that is not skipped; after a whole turn of skips any will do.
    fn next_in_turn(&mut self, bits: u64, count: u32) -> u16 {
        for _ in 0..count {
            if self.turn.is_multiple_of(count) {
                self.offset = below(bits, count);
            }
            let at = (self.offset + self.turn) % count;
            self.turn = (self.turn + 1) % count;
            let skip = &mut self.skips[at as usize];
            if *skip == 0 {
                return at as u16;
            }
            *skip -= 1;
        }
        below(bits, count) as u16
    }

    /// An acknowledgement arrived after `rtt`. Smoothed by an eighth (RFC 6298; UCCL's EWMA is the same).
    pub(super) fn on_ack(&mut self, entropy: u16, rtt: u64, is_marked: bool) {
        let known = &mut self.rtt[usize::from(entropy)];
        *known = if *known == 0 { rtt } else { *known - *known / 8 + rtt / 8 };
        if is_marked {
            self.skip(entropy, SKIP_MARKED);
        } else if self.spreading == Spreading::Recycled && self.good.len() < MOST_KEPT {
            self.good.push_back(entropy);
        }
    }

    pub(super) fn on_trimmed(&mut self, entropy: u16) {
        self.skip(entropy, SKIP_TRIMMED);
    }

    /// No acknowledgement arrived: counts as a round trip of the timeout.
    pub(super) fn on_timeout(&mut self, entropy: u16, timeout: u64) {
        let known = &mut self.rtt[usize::from(entropy)];
        *known = (*known).max(timeout);
        self.skip(entropy, SKIP_MOST);
    }

    fn skip(&mut self, entropy: u16, times: u8) {
        if let Some(skips) = self.skips.get_mut(usize::from(entropy)) {
            *skips = skips.saturating_add(times).min(SKIP_MOST);
        }
    }

    /// The smoothed round-trip time of an entropy value, ps.
    pub(super) fn rtt(&self, entropy: u16) -> u64 {
        self.rtt.get(usize::from(entropy)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand, of four: each once in turn; what came back unmarked first, then those that are not skipped.
    #[test]
    fn what_came_back_well_goes_again() {
        let mut entropy = EntropySelector::new(4, Spreading::Recycled);
        let mut drawn: Vec<u16> = (0..4).map(|_| entropy.choose(0)).collect();
        assert_eq!(drawn, [0, 1, 2, 3]);
        entropy.on_ack(2, 10, false);
        entropy.on_ack(1, 10, true);
        entropy.on_trimmed(0);
        drawn = (0..6).map(|_| entropy.choose(0)).collect();
        // The second again; then the third and fourth in turn, past the first, which is skipped four times, and the second, once.
        assert_eq!(drawn, [2, 2, 3, 1, 2, 3]);
    }

    #[test]
    fn a_turn_of_skips_ends() {
        let mut entropy = EntropySelector::new(2, Spreading::Recycled);
        (0..2).for_each(|at| entropy.on_timeout(at, 1));
        assert!(entropy.choose(u64::MAX) < 2);
    }
}
