//! The configuration of a transport: loss recovery, window, credit and more, with sources.

use kitchen_units::Time;

use super::super::error::PacketError;
use super::congestion_window::CongestionControl;
use super::entropy::Spreading;

/// Loss recovery: what is retransmitted when a packet is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Go-back-N: everything from the missing packet on; the receiver rejects out-of-order packets and sends one NAK with the expected one (InfiniBand
    /// specification, reliable connection; ConnectX-5 in ConWeave, SIGCOMM 2023, fig. 3).
    GoBackN,
    /// Selective repeat: the missing packet alone; the receiver keeps out-of-order packets and acknowledges each (ConnectX-6 and later, UCCL).
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

/// CPU cores of the sender that decide on each chunk before it is sent (software transport).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cores {
    /// For each NIC.
    pub count: u8,
    /// One core's time for one chunk.
    pub each: Time,
}

/// One core's time for one decision: at most what 32 KiB take at 400 Gbit/s, for one core was measured to saturate such a NIC with
/// chunks of that size (UCCL, arXiv 2504.17307: an upper bound, not a measurement of its own).
pub const DECISION: Time = Time(655_360);

/// UCCL's chunk in the paper, bytes: one decision for each.
pub const CHUNK: u32 = 32 << 10;

/// The most entropy values of a connection (UCCL: 256 queue pairs).
pub const MAX_ENTROPY_VALUES: u16 = 256;

/// UCCL's tolerance of reordering, chunks.
pub const OVERTAKES: u32 = 32;

/// Receiver-driven credit, after EQDS (NSDI 2022) as in UCCL: the receiver grants credit at the rate of its own link, round robin over flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Bytes of one grant (UCCL: 16 KiB).
    pub quantum: u32,
    /// Bytes that a flow may send without credit; never more than its window.
    pub first: u32,
}

impl Credit {
    /// UCCL's quantum, and as much without credit: the first chunk is sent with the request.
    pub const UCCL: Credit = Credit { quantum: 16 << 10, first: 16 << 10 };

    /// Ultra Ethernet's: four packets a grant, and a whole window without credit (uet-htsim: `_mtus_per_pull`, `_credit`).
    pub const ULTRA: Credit = Credit { quantum: 16 << 10, first: 1 << 24 };
}

/// When a chunk counts as lost because later ones have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reordering {
    /// So many later chunks must have arrived before one counts as lost: 1 on a single path, 32 in UCCL. In order of transmission, as
    /// RFC 9002, section 6.1.1, counts.
    Chunks(u32),
    /// One and a half windows of later bytes, no more than the largest window, no less than five packets: out-of-order counting as
    /// uet-htsim does it (SLEEK: `loss_retx_factor`, `min_retx_config`). Paths of unequal queues reorder by what is in flight.
    Window,
}

/// What the retransmission timer waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// The configured time, as an operator sets it in a NIC.
    Fixed,
    /// The configured time at least, and as long as round trips are: `SRTT + 4 RTTVAR`, twice as long after each expiry without an
    /// answer (RFC 6298, sections 2 and 5). Until the first answer, as long as the longest queue takes.
    Measured,
    /// The configured time and six times the longest queue (uet-htsim, `main_uec`: 15 µs and six times the queue limit of a port). Here
    /// the longest queue is what a switch's buffer admits or the windows toward one host hold, whichever is less.
    Queue,
}

/// The configuration of a transport protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transport {
    pub recovery: Recovery,
    /// The window: bytes in flight at most; `None`: 1.5 bandwidth-delay products (Ultra Ethernet, in uet-htsim).
    pub window: Option<u64>,
    /// The retransmission timeout: 500 µs (UCCL's `kRTO`). Those of NICs are set by the operator. What else counts, `timer` says.
    pub timeout: Time,
    pub timer: Timer,
    /// Entropy values of a flow (source ports or queue pairs); switches hash each to a path of its own.
    pub entropy_values: u16,
    pub spreading: Spreading,
    /// Packets of a chunk, the unit of decisions, acknowledgements and retransmissions.
    pub chunk: u16,
    pub reordering: Reordering,
    pub cores: Option<Cores>,
    pub credit: Option<Credit>,
    /// Congestion control; without it the window is fixed.
    pub congestion_control: Option<CongestionControl>,
    /// The most chunks that one acknowledgement covers: it is sent at once where a chunk is missing or the flow is complete, and covers at
    /// most half of the window. With congestion control each chunk is acknowledged on its own.
    pub ack_coalescing: u16,
    /// Packet trimming: switches cut a packet without buffer to its header and forward that with strict priority (NDP, SIGCOMM 2017,
    /// section 3; Ultra Ethernet specification 1.0, packet trimming). For selective repeat alone.
    pub trim: bool,
}

impl Transport {
    /// The transport of a NIC: one path, chunks of one packet, no CPU cores.
    pub const fn nic(recovery: Recovery) -> Transport {
        Transport {
            recovery,
            window: None,
            timeout: Time::from_us(500),
            timer: Timer::Fixed,
            entropy_values: 1,
            spreading: Spreading::TwoChoices,
            chunk: 1,
            reordering: Reordering::Chunks(1),
            cores: None,
            credit: None,
            congestion_control: None,
            ack_coalescing: 1,
            trim: false,
        }
    }

    /// Software transport over such a NIC, with so many entropy values and packets of that payload: selective repeat, one core.
    pub const fn software(entropy_values: u16, mtu: u32) -> Transport {
        let chunk = CHUNK.div_ceil(if mtu == 0 { 1 } else { mtu }) as u16;
        let cores = Some(Cores { count: 1, each: DECISION });
        let reordering = Reordering::Chunks(if entropy_values > 1 { OVERTAKES } else { 1 });
        // "Around several RTTs" (UCCL, section 6.3.2), so round trips are measured.
        let timer = Timer::Measured;
        Transport { timer, entropy_values, chunk, reordering, cores, ..Transport::nic(Recovery::Selective) }
    }

    /// With so many entropy values. What several paths reorder is not lost at once.
    #[must_use]
    pub fn with_paths(self, entropy_values: u16) -> Transport {
        let reordering = match self.reordering {
            Reordering::Chunks(chunks) if entropy_values > 1 => Reordering::Chunks(chunks.max(OVERTAKES)),
            other => other,
        };
        Transport { entropy_values, reordering, ..self }
    }

    /// With a timeout that is set, whatever queues there may be.
    #[must_use]
    pub const fn with_timeout(self, timeout: Time) -> Transport {
        let timer = if matches!(self.timer, Timer::Measured) { Timer::Measured } else { Timer::Fixed };
        Transport { timeout, timer, ..self }
    }

    /// Whether switches trim its packets: a go-back-N receiver has no use for a header alone.
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
        if let Reordering::Chunks(chunks) = self.reordering {
            range("overtakes", chunks.into(), 1 << 20)?;
        }
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

/// How many cores a NIC needs to run at line rate: decisions a second times the time of one. `gbit_per_s` is that of the NIC,
/// `wire` the bytes of a chunk with its headers.
pub fn cores_needed(gbit_per_s: u32, wire: u64, each: Time) -> f64 {
    let chunks_per_s = f64::from(gbit_per_s) * 1e9 / (wire.max(1) as f64 * 8.0);
    chunks_per_s * each.as_secs()
}
