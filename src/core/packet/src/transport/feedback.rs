//! Feedback from receivers to senders, each in a packet without payload.

/// A message from the receiver to the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// That attempt is received; under go-back-N so are all chunks before its own.
    Ack { attempt: u32 },
    /// A packet arrived out of order: that chunk is expected.
    Nak { expected: u32 },
    /// A packet of that attempt was trimmed.
    Trimmed { attempt: u32 },
    /// Credit for so many bytes in all since the start, modulo 2^32: whoever misses one learns it from the next (as a pull number counts
    /// in NDP, SIGCOMM 2017, and EQDS, NSDI 2022).
    Credit { granted: u32 },
}
