//! What a transport does with what is lost, and what it lets out: the choices, with their sources.

use crate::units::Time;

use super::super::error::PacketError;
use super::congestion_window::CongestionControl;

/// What is sent again when a packet is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// All from the missing one on: the receiver refuses what comes out of order and says once which one it waits for (InfiniBand
    /// specification, reliable connection; ConnectX-5 in ConWeave, SIGCOMM 2023, fig. 3).
    GoBackN,
    /// The missing one alone: the receiver keeps what comes out of order and acknowledges each (ConnectX-6 and later, UCCL).
    Selective,
}

impl Recovery {
    pub const ALL: [Recovery; 2] = [Recovery::GoBackN, Recovery::Selective];

    pub const fn id(self) -> &'static str {
        match self {
            Recovery::GoBackN => "go-back-n",
            Recovery::Selective => "selective",
        }
    }

    pub fn from_id(id: &str) -> Option<Recovery> {
        Recovery::ALL.into_iter().find(|recovery| recovery.id() == id)
    }
}

/// Processor cores of the sender that decide about each chunk before it goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cores {
    /// For each card.
    pub count: u8,
    /// One core's time for one chunk.
    pub each: Time,
}

/// One core's time for one decision: at most what 32 KiB take at 400 Gbit/s, for one core was measured to fill such a card with
/// chunks of that size (UCCL, arXiv 2504.17307: an upper bound, not a measurement of its own).
pub const DECISION: Time = Time(655_360);

/// UCCL's chunk in the paper, bytes: one decision for each.
pub const CHUNK: u32 = 32 << 10;

/// The most names of a connection (UCCL: 256 queue pairs).
pub const MAX_ENTROPY_VALUES: u16 = 256;

/// Receiver-driven credit, after EQDS (NSDI 2022) as UCCL has it: the receiver lets in as much as its own link carries, by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Bytes that one word lets out (UCCL: 16 KiB).
    pub quantum: u32,
    /// Bytes that a flow may send before it has heard anything; never more than its window.
    pub first: u32,
}

impl Credit {
    /// UCCL's quantum, and as much unasked: the first chunk goes out with the request.
    pub const UCCL: Credit = Credit { quantum: 16 << 10, first: 16 << 10 };

    /// Ultra Ethernet's: four packets a word, and a whole window unasked (uet-htsim: `_mtus_per_pull`, `_credit`).
    pub const ULTRA: Credit = Credit { quantum: 16 << 10, first: 1 << 24 };
}

/// How flows answer for what they send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transport {
    pub recovery: Recovery,
    /// Bytes under way at most; `None`: as many as the card can send until the first answer is back, and half as many again (Ultra
    /// Ethernet's 1.5 bandwidth-delay products, in uet-htsim).
    pub window: Option<u64>,
    /// After so long without an answer something is sent again: 500 µs (UCCL's `kRTO`). Cards' own are set by whoever runs them.
    pub timeout: Time,
    /// Names under which a flow's packets go out; switches hash each to a way of its own.
    pub entropy_values: u16,
    /// Packets that are decided on, answered for and sent again as one.
    pub chunk: u16,
    /// So many chunks sent later must have arrived before one is taken for lost: 1 where order is kept, 32 in UCCL. In order of
    /// sending, as RFC 9002, section 6.1.1, counts.
    pub reorder_threshold: u32,
    pub cores: Option<Cores>,
    pub credit: Option<Credit>,
    /// How the window changes; else it is fixed.
    pub congestion_control: Option<CongestionControl>,
    /// Chunks that one acknowledgement answers for at most: at once where something is missing or all is there, and never for more
    /// than half of the window. With a window that grows each is answered on its own.
    pub ack_coalescing: u16,
    /// Whether switches trim its packets: of one that finds no room the header goes on, before all that waits (NDP, SIGCOMM 2017,
    /// section 3; Ultra Ethernet specification 1.0, packet trimming). For selective repeat alone.
    pub trim: bool,
}

impl Transport {
    /// A card's own: one way, each packet on its own, no processor.
    pub const fn nic(recovery: Recovery) -> Transport {
        Transport {
            recovery,
            window: None,
            timeout: Time::from_us(500),
            entropy_values: 1,
            chunk: 1,
            reorder_threshold: 1,
            cores: None,
            credit: None,
            congestion_control: None,
            ack_coalescing: 1,
            trim: false,
        }
    }

    /// Software over the same card, with so many names and packets of that payload: selective, a chunk a decision, one core.
    pub const fn software(entropy_values: u16, mtu: u32) -> Transport {
        let chunk = CHUNK.div_ceil(if mtu == 0 { 1 } else { mtu }) as u16;
        let cores = Some(Cores { count: 1, each: DECISION });
        let reorder_threshold = if entropy_values > 1 { 32 } else { 1 };
        Transport { entropy_values, chunk, reorder_threshold, cores, ..Transport::nic(Recovery::Selective) }
    }

    /// Whether switches trim for it: a receiver that keeps order has no use for a header alone.
    pub fn wants_trimming(&self) -> bool {
        self.trim && self.recovery == Recovery::Selective
    }

    /// # Errors
    /// A number is out of its range.
    pub fn check(&self) -> Result<(), PacketError> {
        let range = |what, value: u64, most: u32| {
            if (1..=u64::from(most)).contains(&value) { Ok(()) } else { Err(PacketError::Range { what, value, most }) }
        };
        range("paths", self.entropy_values.into(), MAX_ENTROPY_VALUES.into())?;
        range("chunk", self.chunk.into(), 1024)?;
        range("overtakes", self.reorder_threshold.into(), 1 << 20)?;
        range("timeout", self.timeout.0.div_ceil(1_000_000), 1_000_000)?;
        range("coalesce", self.ack_coalescing.into(), 1024)?;
        range("window", self.window.unwrap_or(1), 1 << 30)?;
        if let Some(cores) = self.cores {
            range("cores", cores.count.into(), 255)?;
        }
        if let Some(credit) = self.credit {
            range("quantum", credit.quantum.into(), 1 << 24)?;
            range("first", credit.first.into(), 1 << 24)?;
        }
        Ok(())
    }
}

/// How many cores a card needs so that they never hold it up: decisions a second times the time of one. `gbit_per_s` is the card's,
/// `wire` the bytes of a chunk with its headers.
pub fn cores_needed(gbit_per_s: u32, wire: u64, each: Time) -> f64 {
    let chunks_per_s = f64::from(gbit_per_s) * 1e9 / (wire.max(1) as f64 * 8.0);
    chunks_per_s * each.as_secs()
}
