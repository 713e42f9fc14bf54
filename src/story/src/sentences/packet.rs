//! Why packets cannot be run.

use kitchen_core::packet::PacketError;
use kitchen_core::packet::error::PAYLOADS;
use kitchen_core::units::Bytes;
use kitchen_text::{Arg, Line, key, msg};

use super::Sentence;

impl Sentence for PacketError {
    fn line(&self) -> Line {
        let clamp = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        match *self {
            PacketError::Range { what, value, most } => {
                Line::from(msg::ErrPacketRange { what: what.into(), least: 1, most: most.into(), value: clamp(value) })
            }
            PacketError::Rate { asked } => Line::from(msg::TopologyPortRate { asked: asked.into() }),
            PacketError::Chip { chip, asked } => {
                Line::from(msg::ErrPacketChip { chip: chip.into(), asked: asked.into() })
            }
            PacketError::Mtu { asked } => Line::from(msg::ErrPacketRange {
                what: "mtu".into(),
                least: PAYLOADS[0].into(),
                most: PAYLOADS[1].into(),
                value: asked.into(),
            }),
            PacketError::Itself { host } => Line::from(msg::ErrPacketItself { host: host.into() }),
            PacketError::Apart { src, dst } => Line::from(msg::ErrPacketApart { src: src.into(), dst: dst.into() }),
            PacketError::Fault { at } => Line::from(msg::ErrPacketFault { fault: Arg::Int(i64::from(at) + 1) }),
            PacketError::Unfinished { flows } => Line::from(msg::ErrPacketUnfinished { flows: flows.into() }),
            PacketError::Adds => Line::new(key::ERR_PACKET_ADDS),
            PacketError::Work { least, most } => {
                Line::from(msg::ErrPacketWork { least: clamp(least / 1_000_000), most: clamp(most / 1_000_000) })
            }
            PacketError::TrimsNothing => Line::new(key::ERR_PACKET_TRIMS_NOTHING),
            PacketError::Buffer { switch, room, least } => {
                Line::from(msg::ErrPacketBuffer { switch: switch.into(), room: Bytes(room), least: Bytes(least) })
            }
            PacketError::Events { most } => Line::from(msg::ErrPacketEvents { most: clamp(most / 1_000_000) }),
        }
    }
}
