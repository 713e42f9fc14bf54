//! Well-known transport protocols by name.

use kitchen_units::Time;

use super::config::{Cores, Credit, MAX_ENTROPY_VALUES, Recovery, Reordering, Timer, Transport};
use super::congestion_window::CongestionControl;
use super::entropy::Spreading;
use super::tcp::{self, TcpVariant};

/// A well-known transport protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// An RDMA NIC of the first generations.
    GoBackN,
    /// An RDMA NIC that accepts out-of-order packets.
    Selective,
    /// UCCL: software over such a NIC, 256 entropy values.
    Software,
    /// The kernel's TCP, one core for each NIC: CUBIC, and Reno for comparison.
    Cubic,
    Reno,
    /// Ultra Ethernet with credit from the receiver (RCCC), and with congestion control at the sender (NSCC).
    UltraCredit,
    UltraSender,
}

impl Preset {
    pub const ALL: [Preset; 7] = [
        Preset::GoBackN,
        Preset::Selective,
        Preset::Software,
        Preset::Cubic,
        Preset::Reno,
        Preset::UltraCredit,
        Preset::UltraSender,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Preset::GoBackN => "go-back-n",
            Preset::Selective => "selective",
            Preset::Software => "software",
            Preset::Cubic => "tcp",
            Preset::Reno => "tcp-reno",
            Preset::UltraCredit => "uet",
            Preset::UltraSender => "uet-nscc",
        }
    }

    pub fn from_id(id: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|named| named.id() == id)
    }

    /// Its configuration, with packets of that payload.
    pub const fn config(self, mtu: u32) -> Transport {
        match self {
            Preset::GoBackN => Transport::nic(Recovery::GoBackN),
            Preset::Selective => Transport::nic(Recovery::Selective),
            Preset::Software => Transport::software(MAX_ENTROPY_VALUES, mtu),
            Preset::Cubic => Preset::kernel(TcpVariant::Cubic, mtu),
            Preset::Reno => Preset::kernel(TcpVariant::Reno, mtu),
            Preset::UltraCredit => Preset::ultra(Some(Credit::ULTRA), None),
            Preset::UltraSender => Preset::ultra(None, Some(CongestionControl::Nscc)),
        }
    }

    /// TCP with selective acknowledgements (RFC 2018): three duplicate ones show a loss (RFC 5681), else a timeout of 200 ms (Linux' `TCP_RTO_MIN`).
    /// The CPU time is charged to the sender here; in truth most of it is the receiver's.
    const fn kernel(curve: TcpVariant, mtu: u32) -> Transport {
        Transport {
            window: Some(tcp::MAX_WINDOW),
            timeout: Time::from_us(200_000),
            timer: Timer::Measured,
            reordering: Reordering::Chunks(3),
            cores: Some(Cores { count: 1, each: Time(tcp::core_time(mtu)) }),
            congestion_control: Some(CongestionControl::Tcp(curve)),
            ..Transport::nic(Recovery::Selective)
        }
    }

    /// Each packet under one of 128 entropy values, one and a half bandwidth-delay products in flight, selective repeat
    /// (uet-htsim: `TGT_EV_SIZE` 7, `setMaxWnd`), a timer of 15 µs and the queues. Where switches do not trim, a loss is detected
    /// by counting what has arrived out of order.
    const fn ultra(credit: Option<Credit>, congestion_control: Option<CongestionControl>) -> Transport {
        Transport {
            entropy_values: 128,
            spreading: Spreading::Recycled,
            reordering: Reordering::Window,
            timeout: Time::from_us(15),
            timer: Timer::Queue,
            credit,
            congestion_control,
            ..Transport::nic(Recovery::Selective)
        }
    }
}
