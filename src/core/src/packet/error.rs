//! Errors of a packet simulation.

use crate::text::{Line, key};

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
    /// So many flows never complete: a deadlock, or a path that loses every packet.
    Unfinished { flows: u32 },
    /// In-network reduction is asked for, which the packet model does not have.
    Adds,
}

impl PacketError {
    /// The sentence for the reader.
    pub fn line(self) -> Line {
        let int = |line: Line, name, value: u64| line.int(name, i64::try_from(value).unwrap_or(i64::MAX));
        match self {
            PacketError::Range { what, value, most } => {
                int(Line::new(key::ERR_PACKET_RANGE).text("what", what).int("most", most.into()), "value", value)
            }
            PacketError::Rate { asked } => Line::new(key::TOPOLOGY_PORT_RATE).int("asked", asked.into()),
            PacketError::Chip { chip, asked } => {
                Line::new(key::ERR_PACKET_CHIP).text("chip", chip).int("asked", asked.into())
            }
            PacketError::Mtu { asked } => Line::new(key::ERR_PACKET_RANGE)
                .text("what", "mtu")
                .int("most", PAYLOADS[1].into())
                .int("value", asked.into()),
            PacketError::Itself { host } => Line::new(key::ERR_PACKET_ITSELF).int("host", host.into()),
            PacketError::Apart { src, dst } => {
                Line::new(key::ERR_PACKET_APART).int("src", src.into()).int("dst", dst.into())
            }
            PacketError::Fault { at } => int(Line::new(key::ERR_PACKET_FAULT), "fault", u64::from(at) + 1),
            PacketError::Unfinished { flows } => Line::new(key::ERR_PACKET_UNFINISHED).int("flows", flows.into()),
            PacketError::Adds => Line::new(key::ERR_PACKET_ADDS),
            PacketError::Events { most } => int(Line::new(key::ERR_PACKET_EVENTS), "most", most / 1_000_000),
        }
    }
}
