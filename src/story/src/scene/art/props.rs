//! Stations and things. Tint 0 is the hue of the micro-batch (or chunk), tint 1 its outline.

use super::{art, detail, faint, flat, line, solid, t, veil};
use crate::scene::display::{Art, Paint};
use crate::scene::palette::Token;

const HUE: Paint = Paint::Tint(0);
const EDGE: Paint = Paint::Tint(1);
const DARK: Paint = t(Token::Ink);

/// A counter, 156 wide, its top at y = -60.
pub static COUNTER: Art = art(
    200,
    [-82.0, -66.0, 82.0, 8.0],
    &[
        veil("M-76 2a76 6 0 1 0 152 0a76 6 0 1 0 -152 0Z", t(Token::Shadow), 0.35),
        solid("M-72 -54H72V-4C72 -1 71 0 68 0H-68C-71 0 -72 -1 -72 -4Z", t(Token::Wood)),
        flat("M-71 -53H71V-46H-71Z", t(Token::WoodDark)),
        detail("M-63 -40H-25V-9H-63ZM-19 -40H19V-9H-19ZM25 -40H63V-9H25Z", t(Token::WoodDark)),
        line("M-49 -34H-39M-5 -34H5M39 -34H49", t(Token::WoodLight), 3.0),
        solid(
            "M-76 -62H76C79 -62 80 -60 80 -58C80 -55 79 -54 76 -54H-76C-79 -54 -80 -55 -80 -58C-80 -60 -79 -62 -76 -62Z",
            t(Token::WoodLight),
        ),
    ],
);

/// A narrow counter, 92 wide, for crowded kitchens.
pub static COUNTER_SMALL: Art = art(
    201,
    [-52.0, -66.0, 52.0, -11.0],
    &[
        veil("M-47 -17a47 5 0 1 0 94 0a47 5 0 1 0 -94 0Z", t(Token::Shadow), 0.35),
        solid("M-43 -54H43V-22C43 -19 42 -18 39 -18H-39C-42 -18 -43 -19 -43 -22Z", t(Token::Wood)),
        flat("M-42 -53H42V-47H-42Z", t(Token::WoodDark)),
        solid(
            "M-46 -62H46C49 -62 50 -60 50 -58C50 -55 49 -54 46 -54H-46C-49 -54 -50 -55 -50 -58C-50 -60 -49 -62 -46 -62Z",
            t(Token::WoodLight),
        ),
    ],
);

/// A pot on its burner: the middle of its foot is at (0, 0); the contents show tint 0.
pub static POT: Art = art(
    202,
    [-33.0, -31.0, 33.0, 3.0],
    &[
        line("M-24 -15H-30M24 -15H30", DARK, 6.4),
        solid("M-23 -22C-23 -8 -22 -3 -20 -1C-18 1 18 1 20 -1C22 -3 23 -8 23 -22Z", t(Token::Steel)),
        veil("M-20 -18C-20 -9 -19 -4 -18 -2H-11C-13 -6 -14 -12 -14 -17Z", t(Token::SteelLight), 0.9),
        veil("M12 -16C13 -10 13 -5 12 -1C16 -1 19 -1 20 -3C21 -6 22 -12 22 -19Z", t(Token::SteelDark), 0.35),
        solid("M-25 -22a25 6.5 0 1 0 50 0a25 6.5 0 1 0 -50 0Z", t(Token::SteelLight)),
        detail("M-20 -21.5a20 4.6 0 1 0 40 0a20 4.6 0 1 0 -40 0Z", HUE),
        veil("M-14 -23C-9 -25 2 -25 8 -24C2 -22 -8 -22 -14 -23Z", t(Token::Cloth), 0.45),
    ],
);

/// A pot with nothing in it.
pub static POT_EMPTY: Art = art(
    203,
    [-33.0, -31.0, 33.0, 3.0],
    &[
        line("M-24 -15H-30M24 -15H30", DARK, 6.4),
        solid("M-23 -22C-23 -8 -22 -3 -20 -1C-18 1 18 1 20 -1C22 -3 23 -8 23 -22Z", t(Token::Steel)),
        veil("M-20 -18C-20 -9 -19 -4 -18 -2H-11C-13 -6 -14 -12 -14 -17Z", t(Token::SteelLight), 0.9),
        veil("M12 -16C13 -10 13 -5 12 -1C16 -1 19 -1 20 -3C21 -6 22 -12 22 -19Z", t(Token::SteelDark), 0.35),
        solid("M-25 -22a25 6.5 0 1 0 50 0a25 6.5 0 1 0 -50 0Z", t(Token::SteelLight)),
        detail("M-20 -21.5a20 4.6 0 1 0 40 0a20 4.6 0 1 0 -40 0Z", t(Token::SteelDark)),
    ],
);

/// Steam over a pot whose foot is at (0, 0), in the hue of what cooks.
pub static STEAM: Art = art(
    204,
    [-17.0, -64.0, 17.0, -28.0],
    &[
        faint("M-11 -33C-17 -40 -5 -45 -11 -53", HUE, 3.4, 0.75),
        faint("M0 -32C-6 -40 6 -48 0 -59", HUE, 3.4, 0.9),
        faint("M11 -33C5 -40 17 -45 11 -53", HUE, 3.4, 0.75),
    ],
);

/// A rack of two boards standing behind the counter, 34 wide, its foot at (0, -58).
pub static SHELF: Art = art(
    205,
    [-22.0, -160.0, 22.0, -55.0],
    &[
        solid("M-19 -157H19C20 -157 20 -156 20 -155V-58H-20V-155C-20 -156 -20 -157 -19 -157Z", t(Token::WoodLight)),
        flat("M-16 -153H16V-128H-16ZM-16 -123H16V-95H-16ZM-16 -90H16V-60H-16Z", t(Token::Wood)),
        line("M-19 -125.5H19M-19 -92.5H19", DARK, 1.6),
    ],
);

/// A jar: foot at (0, 0), 13 wide, 16 tall.
pub static JAR: Art = art(
    206,
    [-8.0, -20.0, 8.0, 2.0],
    &[
        detail("M-6 -13C-6 -15 -5 -15 -4 -15H4C5 -15 6 -15 6 -13V-2C6 0 5 0 4 0H-4C-5 0 -6 0 -6 -2Z", HUE),
        detail("M-5 -18H5V-15H-5Z", t(Token::WoodDark)),
        flat("M-5 -14.4H5V-2.6H-5Z", t(Token::Cloth)),
    ],
);

/// A bowl without its pattern: middle at (0, 0), 38 wide. The pattern and the number are drawn over it.
pub static BOWL: Art = art(
    207,
    [-22.0, -15.0, 22.0, 15.0],
    &[
        solid("M-19 -6C-19 6 -12 12 0 12C12 12 19 6 19 -6Z", t(Token::Cloth)),
        veil("M8 11C15 9 19 3 18.5 -5H13C13 2 11 8 8 11Z", t(Token::ClothShade), 0.9),
        solid("M-20 -6a20 6.5 0 1 0 40 0a20 6.5 0 1 0 -40 0Z", HUE),
    ],
);

/// Eight patterns, so that a bowl is known without its colour; the same box as [`BOWL`].
static DOTS: Art = art(
    210,
    [-20.0, -13.0, 20.0, 2.0],
    &[line("M-11 -6h.01M-4 -8.5h.01M-4 -3.5h.01M4 -8.5h.01M4 -3.5h.01M11 -6h.01", t(Token::Cloth), 2.8)],
);
static STRIPES: Art = art(
    211,
    [-20.0, -13.0, 20.0, 2.0],
    &[line("M-12 -9L-10 -3M-6 -10L-4 -2M0 -11V-1M6 -10L4 -2M12 -9L10 -3", DARK, 1.8)],
);
static WAVES: Art = art(
    212,
    [-20.0, -13.0, 20.0, 2.0],
    &[line("M-13 -7C-10 -10 -8 -10 -5 -7C-2 -4 1 -4 4 -7C7 -10 9 -10 12 -7", t(Token::Cloth), 2.2)],
);
static RINGS: Art = art(
    213,
    [-20.0, -13.0, 20.0, 2.0],
    &[line("M-11 -6a11 3 0 1 0 22 0a11 3 0 1 0 -22 0ZM-4 -6a4 1 0 1 0 8 0a4 1 0 1 0 -8 0Z", t(Token::Cloth), 1.8)],
);
static CROSSES: Art = art(
    214,
    [-20.0, -13.0, 20.0, 2.0],
    &[line("M-10 -8L-6 -4M-6 -8L-10 -4M-2 -8L2 -4M2 -8L-2 -4M6 -8L10 -4M10 -8L6 -4", t(Token::Cloth), 1.8)],
);
static ZIGZAG: Art =
    art(215, [-20.0, -13.0, 20.0, 2.0], &[line("M-13 -4L-9 -8L-4 -4L0 -8L4 -4L9 -8L13 -4", DARK, 1.8)]);
static TRIANGLES: Art =
    art(216, [-20.0, -13.0, 20.0, 2.0], &[flat("M-11 -3L-7 -9L-3 -3ZM-4 -4L0 -10L4 -4ZM3 -3L7 -9L11 -3Z", DARK)]);
static HALVES: Art =
    art(217, [-20.0, -13.0, 20.0, 2.0], &[flat("M0 -11.5C9 -11.5 18 -9 18 -6C18 -3 9 -0.5 0 -0.5Z", DARK)]);

/// The pattern of micro-batch `n`, from 0.
pub fn pattern(n: usize) -> &'static Art {
    [&DOTS, &STRIPES, &WAVES, &RINGS, &CROSSES, &ZIGZAG, &TRIANGLES, &HALVES][n % 8]
}

/// A report: a sheet 26 by 32 around (0, 0), with a folded corner, a coloured edge and lines.
pub static REPORT: Art = art(
    220,
    [-16.0, -19.0, 16.0, 19.0],
    &[
        solid("M-13 -16H7L13 -10V16H-13Z", t(Token::Cloth)),
        detail("M7 -16V-10H13Z", t(Token::ClothShade)),
        flat("M-12 -15H-8V15H-12Z", HUE),
        line("M-4 7H9M-4 12H6", EDGE, 1.8),
    ],
);

/// A slip of paper, 44 by 22 around (0, 0): a coloured edge, and room for a number.
pub static SLIP: Art = art(
    221,
    [-25.0, -14.0, 25.0, 14.0],
    &[solid("M-22 -11H22V11H-22Z", t(Token::Cloth)), flat("M-21 -10H-14V10H-21Z", HUE), line("M-14 -10V10", DARK, 1.2)],
);

/// A small slip, 22 by 26, for crowds.
pub static CHIT: Art = art(
    222,
    [-13.0, -15.0, 13.0, 15.0],
    &[solid("M-10 -12H10V12H-10Z", t(Token::Cloth)), flat("M-9 -11H-4V11H-9Z", HUE), line("M-4 -11V11", DARK, 1.0)],
);

/// A cart: the middle of its bed is at (0, 0), 40 wide.
pub static CART: Art = art(
    223,
    [-25.0, -8.0, 25.0, 19.0],
    &[
        solid("M-20 -5H20V7C20 9 19 9 18 9H-18C-19 9 -20 9 -20 7Z", t(Token::WoodDark)),
        line("M-20 -1H20", t(Token::Wood), 2.0),
        solid(
            "M-17 12a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0ZM8 12a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
            t(Token::SteelDark),
        ),
    ],
);

/// The clock's face: radius 26 around (0, 0); the hands are drawn over it.
pub static CLOCK: Art = art(
    224,
    [-30.0, -30.0, 30.0, 32.0],
    &[
        veil("M-26 3a26 26 0 1 0 52 0a26 26 0 1 0 -52 0Z", t(Token::Shadow), 0.35),
        solid("M-26 0a26 26 0 1 0 52 0a26 26 0 1 0 -52 0Z", t(Token::Scarf)),
        detail("M-21 0a21 21 0 1 0 42 0a21 21 0 1 0 -42 0Z", t(Token::Cloth)),
        line(
            "M0 -17.5V-15M0 17.5V15M-17.5 0H-15M17.5 0H15M12.4 -12.4L11 -11M-12.4 -12.4L-11 -11M12.4 12.4L11 11M-12.4 12.4L-11 11",
            t(Token::OnCloth),
            1.8,
        ),
    ],
);

/// A waiting chef's little clock, radius 11.
pub static WAIT_CLOCK: Art = art(
    225,
    [-14.0, -14.0, 14.0, 18.0],
    &[
        solid("M-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z", t(Token::Cloth)),
        line("M0 -6V0L4.5 3", t(Token::OnCloth), 2.2),
    ],
);

/// A scooter with a courier's box, facing right: the middle of its floor is at (0, 0).
pub static SCOOTER: Art = art(
    226,
    [-23.0, -18.0, 23.0, 14.0],
    &[
        line("M11 -12L15 4M8 -13H15", DARK, 3.0),
        solid("M-16 4C-15 -2 -8 -3 0 2L10 3L12 -4L16 4L14 7H-14Z", HUE),
        solid("M-19 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM9 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", t(Token::SteelDark)),
        detail("M-19 -14H-3V-1H-19Z", t(Token::Cloth)),
    ],
);

/// A crossing with its signal, seen from above: 30 by 30 around (0, 0).
pub static CROSSING: Art = art(
    227,
    [-19.0, -19.0, 19.0, 19.0],
    &[
        solid(
            "M-13 -16H13C15 -16 16 -15 16 -13V13C16 15 15 16 13 16H-13C-15 16 -16 15 -16 13V-13C-16 -15 -15 -16 -13 -16Z",
            t(Token::Slate),
        ),
        line("M-9 -11V-5M-3 -11V-5M3 -11V-5M9 -11V-5M-9 5V11M-3 5V11M3 5V11M9 5V11", t(Token::SlateLine), 2.6),
    ],
);

/// A crate, 44 wide, its foot at (0, 0); what is in it is drawn behind, see [`CRATE_FOOD`].
pub static CRATE: Art = art(
    240,
    [-24.0, -20.0, 24.0, 2.0],
    &[
        solid("M-22 -18H22V-2C22 -1 21 0 20 0H-20C-21 0 -22 -1 -22 -2Z", t(Token::WoodLight)),
        line("M-21 -11.5H21M-21 -5.5H21", t(Token::WoodDark), 2.0),
        line("M-15 -17V-1M15 -17V-1", DARK, 1.4),
    ],
);

/// One thing of three that look out of a [`CRATE`]: round, 13 wide, its middle at (0, 0); tint 0 is its colour.
pub static CRATE_FOOD: Art = art(
    241,
    [-8.0, -12.0, 8.0, 8.0],
    &[
        detail("M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0Z", HUE),
        line("M0 -6C0 -8 1 -9 3 -10", t(Token::WoodDark), 2.0),
    ],
);

pub static ALL: &[&Art] = &[
    &COUNTER,
    &COUNTER_SMALL,
    &POT,
    &POT_EMPTY,
    &STEAM,
    &SHELF,
    &JAR,
    &BOWL,
    &DOTS,
    &STRIPES,
    &WAVES,
    &RINGS,
    &CROSSES,
    &ZIGZAG,
    &TRIANGLES,
    &HALVES,
    &REPORT,
    &SLIP,
    &CHIT,
    &CART,
    &CLOCK,
    &WAIT_CLOCK,
    &SCOOTER,
    &CROSSING,
    &CRATE,
    &CRATE_FOOD,
];
