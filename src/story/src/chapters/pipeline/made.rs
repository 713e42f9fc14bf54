//! The reader's own order as a link holds it: the level's digit, then the board's code.

use kitchen_core::workload::schedule::HandMade;

/// Levels of the game.
pub(super) const LEVELS: usize = 5;

/// The board's part of what a link holds, where it is of that level.
pub(super) fn code(made: &str, level: usize) -> Option<&str> {
    let rest = made.strip_prefix(char::from(b'1' + level as u8))?;
    rest.starts_with(['w', 's']).then_some(rest)
}

/// The board of whatever level that a link holds.
pub(super) fn board(made: &str, stages: u32, batches: u32) -> Option<HandMade> {
    let code = (0..LEVELS).find_map(|level| code(made, level))?;
    HandMade::read(code, stages, batches, None).filter(HandMade::is_done)
}
