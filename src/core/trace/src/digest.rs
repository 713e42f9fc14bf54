//! A fingerprint of a trace, equal wherever the run was equal.

use crate::Trace;

/// FNV-1a, 64 bits, over little-endian bytes (Fowler, Noll, Vo; draft-eastlake-fnv).
struct Fnv(u64);

impl Fnv {
    fn eat(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl Trace {
    /// A 64-bit digest of every column, bit for bit: the same scenario gives the same digest natively and in wasm.
    ///
    /// O(tasks + segments).
    pub fn digest(&self) -> u64 {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        hash.eat(self.makespan.0);
        for column in [&self.ready, &self.start, &self.end] {
            hash.eat(column.len() as u64);
            for time in column {
                hash.eat(time.0);
            }
        }
        hash.eat(self.segments.len() as u64);
        for segment in &self.segments {
            hash.eat(u64::from(segment.task));
            hash.eat(segment.start.0);
            hash.eat(segment.end.0);
            hash.eat(segment.rate.to_bits());
            hash.eat(segment.done.to_bits());
        }
        hash.0
    }
}
