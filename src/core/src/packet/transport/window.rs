//! A window that grows with answers and shrinks with signs of congestion, in place of a fixed one.

use super::nscc::Nscc;
use super::tcp::{Curve, Tcp};

/// How a window changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// TCP's, one way or the other.
    Tcp(Curve),
    /// Ultra Ethernet's, by marks and queueing delay.
    Nscc,
}

/// The window of a flow. Times are picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Window {
    Tcp(Tcp),
    Nscc(Nscc),
}

impl Window {
    /// In segments of so many bytes; never above `most`. Whether switches trim.
    pub(super) fn new(growth: Growth, segment: u64, most: u64, is_trimmed: bool) -> Window {
        match growth {
            Growth::Tcp(curve) => Window::Tcp(Tcp::new(curve, segment as f64, most as f64)),
            Growth::Nscc => Window::Nscc(Nscc::new(segment as f64, most as f64, is_trimmed)),
        }
    }

    /// Bytes that may be under way.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Window::Tcp(tcp) => tcp.bytes as u64,
            Window::Nscc(nscc) => nscc.bytes as u64,
        }
    }

    /// So many bytes were answered for, `rtt` after they went out, with a mark or without; so many are still under way.
    pub(super) fn answered(&mut self, now: u64, bytes: u64, rtt: u64, is_marked: bool, flying: u64) {
        match self {
            Window::Tcp(tcp) => tcp.answered(now, bytes as f64),
            Window::Nscc(nscc) => nscc.answered(now, bytes as f64, rtt, is_marked, flying as f64),
        }
    }

    /// So many bytes are lost; `is_first` of those that went out in one round trip.
    pub(super) fn lost(&mut self, bytes: u64, is_first: bool) {
        match self {
            Window::Tcp(tcp) if is_first => tcp.cut(),
            Window::Tcp(_) => {}
            Window::Nscc(nscc) => nscc.lost(bytes as f64),
        }
    }

    /// Of so many bytes the headers came alone.
    pub(super) fn trimmed(&mut self, now: u64, bytes: u64, is_first: bool, flying: u64) {
        match self {
            Window::Tcp(_) => self.lost(bytes, is_first),
            Window::Nscc(nscc) => nscc.trimmed(now, bytes as f64, flying as f64),
        }
    }

    /// Nothing was heard for too long.
    pub(super) fn expired(&mut self) {
        match self {
            Window::Tcp(tcp) => tcp.expired(),
            Window::Nscc(_) => {}
        }
    }
}
