//! A receiver that lets in as much as its own link carries, flow by flow in turn.

use super::config::Credit;

/// Who is let in at one host.
#[derive(Clone, Debug, Default)]
pub(super) struct CreditScheduler {
    /// Flows that are to be let in further, and the bytes that each still needs.
    demands: Vec<(u32, u64)>,
    turn: usize,
    /// Whether a next turn is due.
    pub(super) is_scheduled: bool,
}

impl CreditScheduler {
    /// A flow wants so much more: with its first packet, or for what came as a header.
    pub(super) fn request(&mut self, flow: u32, bytes: u64) {
        if let Some((_, demand)) = self.demands.iter_mut().find(|(other, _)| *other == flow) {
            *demand += bytes;
        } else if bytes > 0 {
            self.demands.push((flow, bytes));
        }
    }

    /// The next turn: whose, and how much; none where nobody wants anything.
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
