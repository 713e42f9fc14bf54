//! What a chef's own work is done with: vessels whose foot is at (0, 0), and tools whose handle is held at (0, 0). Tint 0 is the
//! hue of the bowl.

use super::{art, detail, flat, line, solid, t, veil};
use crate::scene::display::{Art, Paint};
use crate::scene::palette::Token;

const HUE: Paint = Paint::Tint(0);
const DARK: Paint = t(Token::Ink);

/// A basin of water, 64 wide.
pub static BASIN: Art = art(
    250,
    [-35.0, -28.0, 35.0, 3.0],
    &[
        solid("M-31 -20L-25 -2C-25 -1 -24 0 -23 0H23C24 0 25 -1 25 -2L31 -20Z", t(Token::SteelLight)),
        veil("M14 -14L26 -16L22 -2H12Z", t(Token::SteelDark), 0.25),
        solid("M-32 -20a32 6.5 0 1 0 64 0a32 6.5 0 1 0 -64 0Z", t(Token::SteelLight)),
        detail("M-27 -19.5a27 4.6 0 1 0 54 0a27 4.6 0 1 0 -54 0Z", t(Token::TunnelLight)),
    ],
);

/// A cutting board, 64 wide.
pub static BOARD: Art = art(
    251,
    [-35.0, -9.0, 35.0, 3.0],
    &[
        solid(
            "M-32 -7H32C33 -7 34 -6 34 -5V-1C34 0 33 1 32 1H-32C-33 1 -34 0 -34 -1V-5C-34 -6 -33 -7 -32 -7Z",
            t(Token::Wood),
        ),
        line("M-29 -3.6H29", t(Token::WoodDark), 1.4),
    ],
);

/// A pan with its handle to the left, where it is held at (-46, -17).
pub static PAN: Art = art(
    252,
    [-52.0, -21.0, 28.0, 3.0],
    &[
        line("M-23 -11L-48 -17", DARK, 6.4),
        solid("M-25 -12C-24 -4 -20 0 -15 0H15C20 0 24 -4 25 -12Z", t(Token::SteelDark)),
        solid("M-25 -12a25 5.4 0 1 0 50 0a25 5.4 0 1 0 -50 0Z", t(Token::Steel)),
    ],
);

/// Gas under a vessel that stands 8 units higher.
pub static FLAME: Art = art(
    253,
    [-22.0, -12.0, 22.0, 1.0],
    &[
        flat(
            "M-20 0C-21 -5 -17 -6 -16 -10C-12 -6 -12 -4 -12 0ZM-8 0C-9 -5 -5 -6 -4 -10C0 -6 0 -4 0 0ZM4 0C3 -5 7 -6 8 -10C12 -6 12 -4 12 0ZM14 0C13 -4 16 -6 17 -9C20 -6 20 -3 20 0Z",
            t(Token::Scarf),
        ),
        flat(
            "M-18 0C-18 -3 -16 -4 -15 -6C-13 -3 -14 -2 -14 0ZM-6 0C-6 -3 -4 -4 -3 -6C-1 -3 -2 -2 -2 0ZM6 0C6 -3 8 -4 9 -6C11 -3 10 -2 10 0Z",
            t(Token::Hue2),
        ),
    ],
);

/// A plate, 56 wide.
pub static PLATE: Art = art(
    254,
    [-31.0, -10.0, 31.0, 3.0],
    &[
        solid("M-28 -6C-24 -1 -12 0 0 0C12 0 24 -1 28 -6Z", t(Token::Cloth)),
        detail("M-28 -6a28 3.4 0 1 0 56 0a28 3.4 0 1 0 -56 0Z", t(Token::Cloth)),
    ],
);

/// Its edge down, its point to the right.
pub static KNIFE: Art = art(
    260,
    [-8.0, -7.0, 42.0, 13.0],
    &[
        solid("M4 -4H31C37 -3 40 3 40 8C28 11 14 10 6 8Z", t(Token::SteelLight)),
        line("M12 8.6C20 10 30 9.6 39 7.4", t(Token::Steel), 1.6),
        line("M-5 0H6", DARK, 7.0),
    ],
);

/// A peeler with its blade to the right.
pub static PEELER: Art = art(
    261,
    [-8.0, -8.0, 26.0, 12.0],
    &[
        line("M8 0L14 -5L22 -2L20 8L12 7L8 0", DARK, 3.6),
        line("M21 0L20 7", t(Token::SteelLight), 2.4),
        line("M-5 0H8", DARK, 6.4),
    ],
);

/// A wooden spoon, its end 24 lower.
pub static SPOON: Art =
    art(262, [-7.0, -8.0, 15.0, 27.0], &[line("M-3 -5L9 22", DARK, 5.8), line("M-3 -5L9 22", t(Token::WoodDark), 2.6)]);

/// A sieve held out to the right; its meshes are at (24, 4).
pub static SIEVE: Art = art(
    263,
    [-7.0, -8.0, 44.0, 20.0],
    &[
        line("M-4 0H9", DARK, 5.6),
        solid("M6 0H42C42 11 34 17 24 17C14 17 6 11 6 0Z", t(Token::SteelLight)),
        line("M13 2V11M20 2V15M28 2V15M35 2V11M9 6H39M13 11H35", t(Token::SteelDark), 1.2),
    ],
);

/// A shaker on its head, tilted to the right; what falls leaves it at (17, 12).
pub static SHAKER: Art = art(
    264,
    [-12.0, -15.0, 24.0, 17.0],
    &[
        solid("M-2 -12L15 -3L10 10L-10 0Z", t(Token::Cloth)),
        flat("M-2 -9L5 -5L0 4L-7 0Z", HUE),
        solid("M11 -7L20 -2L16 12L6 8Z", t(Token::Steel)),
        line("M17.4 0h.01M15.4 4h.01M13.4 8h.01", DARK, 1.8),
    ],
);

/// A ladle, its cup 24 lower.
pub static LADLE: Art = art(
    265,
    [-7.0, -8.0, 30.0, 32.0],
    &[
        line("M-3 -5L10 18", DARK, 5.4),
        line("M-3 -5L10 18", t(Token::Steel), 2.4),
        solid("M4 17H27C27 25 22 29 16 29C9 29 4 25 4 17Z", t(Token::Steel)),
        flat("M7 18.4H24C24 20 23 21.4 22 22.4H9C8 21.4 7 20 7 18.4Z", HUE),
    ],
);

/// The left arm of a chef, its hand on the counter.
pub static ARM: Art = art(
    266,
    [-44.0, -108.0, -16.0, -54.0],
    &[
        solid("M-21 -101C-34 -97 -40 -82 -37 -66L-26 -65C-27 -76 -24 -84 -18 -88Z", t(Token::Cloth)),
        flat("M-36 -73L-26 -72L-26 -66L-37 -67Z", t(Token::ClothShade)),
        solid("M-37 -66C-39 -60 -36 -57 -30 -57C-25 -57 -24 -61 -26 -65Z", HUE),
    ],
);

pub static ALL: &[&Art] =
    &[&BASIN, &BOARD, &PAN, &FLAME, &PLATE, &KNIFE, &PEELER, &SPOON, &SIEVE, &SHAKER, &LADLE, &ARM];
