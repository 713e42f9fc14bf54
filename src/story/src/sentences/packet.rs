//! Why packets cannot be run.

use kitchen_core::packet::PacketError;
use kitchen_core::packet::error::PAYLOADS;
use kitchen_text::{Line, key};

use super::Sentence;

impl Sentence for PacketError {
    fn line(&self) -> Line {
        let int = |line: Line, name, value: u64| line.int(name, i64::try_from(value).unwrap_or(i64::MAX));
        match *self {
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
