//! A receiver that lets in as much as its own link carries, flow by flow in turn.

use super::rules::Credit;

/// Who is let in at one host.
#[derive(Clone, Debug, Default)]
pub(super) struct Door {
    /// Flows that are to be let in further, and the bytes that each still needs.
    wanting: Vec<(u32, u64)>,
    turn: usize,
    /// Whether a next turn is due.
    pub(super) is_open: bool,
}

impl Door {
    /// A flow wants so much more: with its first packet, or for what came as a header.
    pub(super) fn knock(&mut self, flow: u32, bytes: u64) {
        if let Some((_, wants)) = self.wanting.iter_mut().find(|(other, _)| *other == flow) {
            *wants += bytes;
        } else if bytes > 0 {
            self.wanting.push((flow, bytes));
        }
    }

    /// The next turn: whose, and how much; none where nobody wants anything.
    pub(super) fn next(&mut self, credit: Credit) -> Option<(u32, u32)> {
        if self.wanting.is_empty() {
            self.is_open = false;
            return None;
        }
        if self.turn >= self.wanting.len() {
            self.turn = 0;
        }
        let (flow, wants) = &mut self.wanting[self.turn];
        let bytes = (*wants).min(credit.quantum.into());
        *wants -= bytes;
        let told = (*flow, bytes as u32);
        if *wants == 0 {
            self.wanting.remove(self.turn);
        } else {
            self.turn += 1;
        }
        Some(told)
    }
}
