//! Explicit congestion notification: a switch marks packets that leave a long queue (RFC 3168; the ramp is RED's).

/// A ramp of probability over the bytes that wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ecn {
    /// None is marked below, bytes.
    pub kmin: u64,
    /// All are marked from here, bytes.
    pub kmax: u64,
    /// The share marked just below `kmax`.
    pub pmax: f64,
}

impl Ecn {
    /// SimAI's ramp at 400 Gbit/s, 800 kB to 3.2 MB and 0.2 (github:aliyun/SimAI), in proportion to the rate.
    pub fn simai(gbit_per_s: u32) -> Ecn {
        let scaled = |bytes: u64| bytes * u64::from(gbit_per_s) / 400;
        Ecn { kmin: scaled(800_000), kmax: scaled(3_200_000), pmax: 0.2 }
    }

    /// The share of packets marked where `waiting` bytes wait.
    pub fn mark_probability(&self, waiting: u64) -> f64 {
        if waiting >= self.kmax {
            1.0
        } else if waiting <= self.kmin {
            0.0
        } else {
            self.pmax * (waiting - self.kmin) as f64 / (self.kmax - self.kmin) as f64
        }
    }
}
