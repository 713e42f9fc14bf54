//! TCP's congestion window: slow start, then Reno's linear or CUBIC's cubic growth, reduced once a round trip after losses.
//!
//! Reno (RFC 5681): one segment more each round trip, half after a loss. CUBIC (RFC 9438, Linux' default): `W(t) = C (t − K)³ + W_max`
//! with `K = ∛(W_max (1 − β) ÷ C)`, in segments and seconds, `β` 0.7, `C` 0.4; never less than Reno would have with the same cut.

/// How the window grows once it is out of slow start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TcpVariant {
    Reno,
    Cubic,
}

/// Segments at the start (RFC 6928).
const INITIAL_WINDOW: f64 = 10.0;
/// RFC 9438, section 4.1 and 4.6.
const C: f64 = 0.4;
const BETA: f64 = 0.7;

/// What one core of the kernel carries: 42 Gbit/s with segmentation in the NIC, large frames and flow steering, most of it copying
/// at the receiver (Cai et al., Understanding Host Network Stack Overheads, SIGCOMM 2021, section 3.1).
pub const CORE_GBIT: u64 = 42;

/// One core's time for a packet of so much payload, ps.
pub const fn core_time(mtu: u32) -> u64 {
    mtu as u64 * 8_000 / CORE_GBIT
}

/// The largest window in bytes: Linux' largest receive buffer, `tcp_rmem` (ip-sysctl.rst: 6 MiB).
pub const MAX_WINDOW: u64 = 6 << 20;

/// The state; bytes, and picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tcp {
    variant: TcpVariant,
    segment: f64,
    max_bytes: f64,
    pub bytes: f64,
    ssthresh: f64,
    /// CUBIC: the window before the last reduction (W_max); the start of the growth epoch; the Reno-friendly window (W_est).
    w_max: f64,
    epoch_start: Option<u64>,
    w_est: f64,
}

impl Tcp {
    pub(super) fn new(variant: TcpVariant, segment: f64, max_bytes: f64) -> Tcp {
        let bytes = (INITIAL_WINDOW * segment).min(max_bytes);
        Tcp { variant, segment, max_bytes, bytes, ssthresh: max_bytes, w_max: 0.0, epoch_start: None, w_est: 0.0 }
    }

    pub(super) fn on_ack(&mut self, now: u64, acked: f64) {
        if self.bytes < self.ssthresh {
            self.bytes = (self.bytes + acked).min(self.max_bytes);
            return;
        }
        let more = match self.variant {
            TcpVariant::Reno => self.segment * acked / self.bytes,
            TcpVariant::Cubic => {
                let epoch_start = *self.epoch_start.get_or_insert(now);
                self.w_max = self.w_max.max(self.bytes);
                let target = self.at((now - epoch_start) as f64 * 1e-12).max(self.bytes).min(1.5 * self.bytes);
                self.w_est += 3.0 * (1.0 - BETA) / (1.0 + BETA) * self.segment * acked / self.bytes;
                ((target - self.bytes) * acked / self.bytes).max(self.w_est - self.bytes).max(0.0)
            }
        };
        self.bytes = (self.bytes + more).min(self.max_bytes);
    }

    /// CUBIC's window so many seconds after the start of the epoch.
    fn at(&self, seconds: f64) -> f64 {
        let segments = self.w_max / self.segment;
        let from = seconds - cube_root(segments * (1.0 - BETA) / C);
        (C * from * from * from + segments) * self.segment
    }

    pub(super) fn reduce(&mut self) {
        let beta = if self.variant == TcpVariant::Reno { 0.5 } else { BETA };
        self.w_max = self.bytes;
        self.bytes = (self.bytes * beta).max(2.0 * self.segment);
        self.ssthresh = self.bytes;
        self.w_est = self.bytes;
        self.epoch_start = None;
    }

    pub(super) fn on_timeout(&mut self) {
        self.reduce();
        self.bytes = self.segment;
    }
}

/// By Newton's method from above: the same on every machine.
fn cube_root(x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let mut root = x.max(1.0);
    loop {
        let next = (2.0 * root + x / (root * root)) / 3.0;
        if next >= root {
            return root;
        }
        root = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reno_grows_a_segment_a_round_trip_and_halves() {
        let mut tcp = Tcp::new(TcpVariant::Reno, 1000.0, 1e9);
        tcp.bytes = 100_000.0;
        tcp.reduce();
        assert_eq!(tcp.bytes, 50_000.0);
        // Fifty round trips bring it back, each of as many answers as the window has segments.
        let mut rounds = 0;
        while tcp.bytes < 100_000.0 {
            let window = tcp.bytes;
            (0..(window / 1000.0) as u32).for_each(|_| tcp.on_ack(0, 1000.0));
            rounds += 1;
        }
        assert!((50..=52).contains(&rounds), "{rounds}");
    }

    #[test]
    fn cubic_is_back_after_k() {
        let mut tcp = Tcp::new(TcpVariant::Cubic, 1000.0, 1e9);
        tcp.bytes = 1_000_000.0;
        tcp.reduce();
        assert_eq!(tcp.bytes, 700_000.0);
        // 1,000 segments: the cube root of 1000 x 0.3 / 0.4 is 9.0856 s.
        let k = cube_root(750.0);
        assert!((k * k * k - 750.0).abs() < 1e-9 && (k - 9.0856).abs() < 1e-4);
        assert!((tcp.at(0.0) - 700_000.0).abs() < 1e-3 && (tcp.at(k) - 1_000_000.0).abs() < 1e-3);
        assert!(tcp.at(k + 1.0) > 1_000_000.0);
    }

    #[test]
    fn slow_start_doubles_and_time_out_begins_anew() {
        let mut tcp = Tcp::new(TcpVariant::Cubic, 1000.0, 1e9);
        assert_eq!(tcp.bytes, 10_000.0);
        (0..10).for_each(|_| tcp.on_ack(0, 1000.0));
        assert_eq!(tcp.bytes, 20_000.0);
        tcp.on_timeout();
        assert_eq!((tcp.bytes, tcp.ssthresh), (1000.0, 14_000.0));
    }
}
