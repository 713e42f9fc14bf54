//! What receivers say to senders, each word in a packet of its own without payload.

/// A word back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// The attempt of that number is here; where order is kept, so is all before its chunk.
    Ack { attempt: u32 },
    /// Something came out of order: that chunk is waited for.
    Nak { expected: u32 },
    /// Of a packet of that attempt the header came alone.
    Trimmed { attempt: u32 },
    /// So many bytes more may come.
    Credit { bytes: u32 },
}
