//! Transports by the names that people know them by.

use crate::units::Time;

use super::rules::{Cores, Credit, MAX_PATHS, Recovery, Transport};
use super::tcp::{self, Curve};
use super::window::Growth;

/// A transport by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A card of the first generations.
    GoBackN,
    /// A card that keeps what comes out of order.
    Selective,
    /// UCCL: software over such a card, 256 names.
    Software,
    /// The kernel's TCP, one core for each card: CUBIC, and Reno for comparison.
    Cubic,
    Reno,
    /// Ultra Ethernet with credit from the receiver (RCCC), and with the sender's own control (NSCC).
    UltraCredit,
    UltraSender,
}

impl Named {
    pub const ALL: [Named; 7] = [
        Named::GoBackN,
        Named::Selective,
        Named::Software,
        Named::Cubic,
        Named::Reno,
        Named::UltraCredit,
        Named::UltraSender,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Named::GoBackN => "go-back-n",
            Named::Selective => "selective",
            Named::Software => "software",
            Named::Cubic => "tcp",
            Named::Reno => "tcp-reno",
            Named::UltraCredit => "uet",
            Named::UltraSender => "uet-nscc",
        }
    }

    pub fn from_id(id: &str) -> Option<Named> {
        Named::ALL.into_iter().find(|named| named.id() == id)
    }

    /// What it does, with packets of that payload.
    pub const fn rules(self, mtu: u32) -> Transport {
        match self {
            Named::GoBackN => Transport::card(Recovery::GoBackN),
            Named::Selective => Transport::card(Recovery::Selective),
            Named::Software => Transport::software(MAX_PATHS, mtu),
            Named::Cubic => Named::kernel(Curve::Cubic, mtu),
            Named::Reno => Named::kernel(Curve::Reno, mtu),
            Named::UltraCredit => Named::ultra(Some(Credit::ULTRA), None),
            Named::UltraSender => Named::ultra(None, Some(Growth::Nscc)),
        }
    }

    /// TCP with selective acknowledgements (RFC 2018): three later ones show a loss (RFC 5681), else 200 ms pass (Linux' `TCP_RTO_MIN`).
    /// The core's time lies on the sender here; in truth most of it is the receiver's.
    const fn kernel(curve: Curve, mtu: u32) -> Transport {
        Transport {
            window: Some(tcp::MOST),
            timeout: Time::from_us(200_000),
            overtakes: 3,
            cores: Some(Cores { count: 1, each: Time(tcp::core_time(mtu)) }),
            growth: Some(Growth::Tcp(curve)),
            ..Transport::card(Recovery::Selective)
        }
    }

    /// Each packet under one of 128 entropy values, one and a half bandwidth-delay products under way, what is missing sent again alone
    /// (uet-htsim: `TGT_EV_SIZE` 7, `setMaxWnd`), a timer of 100 µs (`DEFAULT_UEC_RTO_MIN`). Where switches do not trim, a loss is seen by
    /// what overtakes it.
    const fn ultra(credit: Option<Credit>, growth: Option<Growth>) -> Transport {
        let timeout = Time::from_us(100);
        Transport { paths: 128, overtakes: 32, timeout, credit, growth, ..Transport::card(Recovery::Selective) }
    }
}
