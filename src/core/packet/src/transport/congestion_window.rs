//! A congestion window that grows with acknowledgements and shrinks with congestion signals, in place of a fixed window.

use super::nscc::Nscc;
use super::tcp::{Tcp, TcpVariant};

/// The congestion control algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CongestionControl {
    /// TCP's, Reno or CUBIC.
    Tcp(TcpVariant),
    /// Ultra Ethernet's NSCC, by ECN marks and queueing delay.
    Nscc,
}

/// The congestion window of a flow. Times are picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CongestionWindow {
    Tcp(Tcp),
    Nscc(Nscc),
}

impl CongestionWindow {
    /// A window in segments of so many bytes, at most `max_bytes`; the round trip of the idle network, ps; `is_trimmed` where switches trim.
    pub(super) fn new(
        congestion_control: CongestionControl,
        segment: u64,
        max_bytes: u64,
        base_rtt: u64,
        is_trimmed: bool,
    ) -> CongestionWindow {
        match congestion_control {
            CongestionControl::Tcp(variant) => {
                CongestionWindow::Tcp(Tcp::new(variant, segment as f64, max_bytes as f64))
            }
            CongestionControl::Nscc => {
                CongestionWindow::Nscc(Nscc::new(segment as f64, max_bytes as f64, base_rtt, is_trimmed))
            }
        }
    }

    /// Bytes that may be in flight.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            CongestionWindow::Tcp(tcp) => tcp.bytes as u64,
            CongestionWindow::Nscc(nscc) => nscc.bytes as u64,
        }
    }

    /// So many bytes are acknowledged, `rtt` after they were sent, ECN-marked or not; `in_flight` bytes are still in flight.
    pub(super) fn on_ack(&mut self, now: u64, bytes: u64, rtt: u64, is_marked: bool, in_flight: u64) {
        match self {
            CongestionWindow::Tcp(tcp) => tcp.on_ack(now, bytes as f64),
            CongestionWindow::Nscc(nscc) => nscc.on_ack(now, bytes as f64, rtt, is_marked, in_flight as f64),
        }
    }

    /// So many bytes are lost; `is_first` for the first loss of a round trip.
    pub(super) fn on_loss(&mut self, bytes: u64, is_first: bool) {
        match self {
            CongestionWindow::Tcp(tcp) if is_first => tcp.reduce(),
            CongestionWindow::Tcp(_) => {}
            CongestionWindow::Nscc(nscc) => nscc.on_loss(bytes as f64),
        }
    }

    /// So many bytes were trimmed.
    pub(super) fn on_trim(&mut self, now: u64, bytes: u64, is_first: bool, in_flight: u64) {
        match self {
            CongestionWindow::Tcp(_) => self.on_loss(bytes, is_first),
            CongestionWindow::Nscc(nscc) => nscc.on_trim(now, bytes as f64, in_flight as f64),
        }
    }

    /// The retransmission timeout expired.
    pub(super) fn on_timeout(&mut self) {
        match self {
            CongestionWindow::Tcp(tcp) => tcp.on_timeout(),
            CongestionWindow::Nscc(_) => {}
        }
    }
}
