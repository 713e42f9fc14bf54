//! The credit scheduler of a receiver: it paces credit at the rate of its downlink, round robin over flows (EQDS, NDP's pull).

use super::config::Credit;

/// The credit scheduler of one host.
#[derive(Clone, Debug, Default)]
pub(super) struct CreditScheduler {
    /// Flows that need credit, and how many bytes each still needs.
    demands: Vec<(u32, u64)>,
    turn: usize,
    /// Whether the next grant is scheduled.
    pub(super) is_scheduled: bool,
}

impl CreditScheduler {
    /// A flow requests so much credit: with its first packet, or after trimming.
    pub(super) fn request(&mut self, flow: u32, bytes: u64) {
        if let Some((_, demand)) = self.demands.iter_mut().find(|(other, _)| *other == flow) {
            *demand += bytes;
        } else if bytes > 0 {
            self.demands.push((flow, bytes));
        }
    }

    /// The next grant: flow and bytes; none where no flow needs credit.
    pub(super) fn next(&mut self, credit: Credit) -> Option<(u32, u32)> {
        if self.demands.is_empty() {
            self.is_scheduled = false;
            return None;
        }
        if self.turn >= self.demands.len() {
            self.turn = 0;
        }
        let (flow, demand) = &mut self.demands[self.turn];
        let bytes = (*demand).min(credit.quantum.into());
        *demand -= bytes;
        let grant = (*flow, bytes as u32);
        if *demand == 0 {
            self.demands.remove(self.turn);
        } else {
            self.turn += 1;
        }
        Some(grant)
    }
}
