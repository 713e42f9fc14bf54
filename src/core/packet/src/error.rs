//! Errors of a packet simulation.

/// The least and the most payload of a packet: a path MTU of RoCEv2 is from 256 to 4,096, jumbo frames have 9,000.
pub const PAYLOADS: [u32; 2] = [256, 9000];

/// Why a plan cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketError {
    /// A count is not from 1 to `most`.
    Range { what: &'static str, value: u64, most: u32 },
    /// A port rate that does not exist, Gbit/s.
    Rate { asked: u32 },
    /// A switch chip carries less than its ports are asked to, Gbit/s.
    Chip { chip: &'static str, asked: u32 },
    /// A packet of that payload, bytes.
    Mtu { asked: u32 },
    /// A host sends to itself.
    Itself { host: u32 },
    /// There is no path from one host to the other.
    Apart { src: u32, dst: u32 },
    /// A fault ends before it begins, or flaps without time to be down and to be up.
    Fault { at: u32 },
    /// More events than a run may take.
    Events { most: u64 },
    /// At least so many events, and a run may take `most`: known before it starts.
    Work { least: u64, most: u64 },
    /// Trimming where no switch ever lacks buffer: every class is lossless, or links have credits.
    TrimsNothing,
    /// A switch's buffer holds no full packet beside what its links keep for pauses, bytes.
    Buffer { switch: u32, room: u64, least: u64 },
    /// So many flows never complete: a deadlock, or a path that loses every packet.
    Unfinished { flows: u32 },
    /// In-network reduction is asked for, which the packet model does not have.
    Adds,
}
