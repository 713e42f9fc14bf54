//! Explicit congestion notification: a switch marks packets that leave a long queue (RFC 3168), with RED's ramp of probability.

/// The marking probability as a ramp over the queue length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ecn {
    /// Queue length below which no packet is marked, bytes.
    pub kmin: u64,
    /// Queue length from which on all packets are marked, bytes.
    pub kmax: u64,
    /// The marking probability just below `kmax`.
    pub pmax: f64,
}

impl Ecn {
    /// SimAI's ramp at 400 Gbit/s, 800 kB to 3.2 MB and 0.2 (github:aliyun/SimAI), in proportion to the rate.
    pub fn simai(gbit_per_s: u32) -> Ecn {
        let scaled = |bytes: u64| bytes * u64::from(gbit_per_s) / 400;
        Ecn { kmin: scaled(800_000), kmax: scaled(3_200_000), pmax: 0.2 }
    }

    /// The marking probability at a queue of `queued` bytes.
    pub fn mark_probability(&self, queued: u64) -> f64 {
        if queued >= self.kmax {
            1.0
        } else if queued <= self.kmin {
            0.0
        } else {
            self.pmax * (queued - self.kmin) as f64 / (self.kmax - self.kmin) as f64
        }
    }
}
