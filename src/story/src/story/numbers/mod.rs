//! Real numbers for the slips: small enough to read, and added up exactly as the trace moves them.

mod board;
mod bundles;
mod ledger;
mod pot;

pub use board::{Board, Cell};
pub use bundles::{Bundles, Stage, Times};
pub use ledger::{Ledger, LedgerError, Recipe};
pub use pot::{Matrix, Pot, Share};
