//! A packed trace, unpacked as it comes.

use std::fmt;
use std::io::Write as _;

use flate2::write::MultiGzDecoder;

use crate::problem::Problem;

/// The most bytes that come out of a file.
const MOST_BYTES: u64 = 2 << 30;
/// The most bytes that come out for one that went in: real traces have 20 to 30, nothing but blanks a thousand.
const MOST_TIMES: u64 = 300;
/// Up to so many bytes it may be more.
const FREE_BYTES: u64 = 64 << 20;
/// So many bytes go in at a time.
const PIECE: usize = 16 << 10;

/// Whether a file begins as gzip does.
pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Unpacks what comes.
pub(super) struct Packed {
    decoder: MultiGzDecoder<Vec<u8>>,
    taken: u64,
    given: u64,
}

impl Default for Packed {
    fn default() -> Packed {
        Packed { decoder: MultiGzDecoder::new(Vec::new()), taken: 0, given: 0 }
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packed").field("taken", &self.taken).field("given", &self.given).finish_non_exhaustive()
    }
}

impl Packed {
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        give: &mut dyn FnMut(&[u8]) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for piece in bytes.chunks(PIECE) {
            self.decoder.write_all(piece).map_err(|_| Problem::Packed)?;
            self.taken += piece.len() as u64;
            self.give(give)?;
        }
        Ok(())
    }

    fn give(&mut self, give: &mut dyn FnMut(&[u8]) -> Result<(), Problem>) -> Result<(), Problem> {
        let out = self.decoder.get_mut();
        self.given += out.len() as u64;
        give(out)?;
        out.clear();
        if self.given > MOST_BYTES || self.given > FREE_BYTES.max(self.taken * MOST_TIMES) {
            return Err(Problem::Large { most: MOST_BYTES.min(FREE_BYTES.max(self.taken * MOST_TIMES)) });
        }
        Ok(())
    }

    pub(super) fn finish(&mut self, give: &mut dyn FnMut(&[u8]) -> Result<(), Problem>) -> Result<(), Problem> {
        self.decoder.try_finish().map_err(|_| Problem::Packed)?;
        self.give(give)
    }
}

/// The first of what is in a packed file, as far as its first bytes tell.
pub(super) fn head(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = MultiGzDecoder::new(Vec::new());
    // Broken or not is told later.
    let _ = decoder.write_all(&bytes[..bytes.len().min(PIECE)]).and_then(|()| decoder.flush());
    let mut out = std::mem::take(decoder.get_mut());
    out.truncate(1 << 16);
    out
}
