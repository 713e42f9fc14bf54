//! Chefs, seen from the front behind their counter: a torso, a head with one of eight looks, a face with one of six
//! expressions, a toque, and arms in one of seven postures. x = 0 is the chef's middle; tint 0 is the skin, tint 1 its
//! shade, tint 2 the hair, tint 3 the hue of what is in hand.

use super::{art, detail, faint, flat, line, solid, t, veil};
use crate::scene::display::{Art, Color, Paint, Tints};
use crate::scene::palette::Token;

const SKIN: Paint = Paint::Tint(0);
const SHADE: Paint = Paint::Tint(1);
const HAIR: Paint = Paint::Tint(2);
const HUE: Paint = Paint::Tint(3);
const CLOTH: Paint = t(Token::Cloth);
const FOLD: Paint = t(Token::ClothShade);
const DARK: Paint = t(Token::Ink);

/// The jacket and apron from the waist up; the number goes on the bib at (0, -70).
pub static TORSO: Art = art(
    100,
    [-29.0, -116.0, 29.0, -52.0],
    &[
        solid("M-26 -54C-27 -74 -28 -92 -22 -101C-15 -109 15 -109 22 -101C28 -92 27 -74 26 -54Z", CLOTH),
        veil("M13 -105C19 -104 22 -102 23 -98C26 -90 26 -74 25 -55H17C19 -75 19 -92 13 -105Z", FOLD, 0.9),
        flat("M-8 -118V-104C-4 -98 4 -98 8 -104V-118Z", SKIN),
        veil("M-8 -112C-3 -107 3 -107 8 -112V-106C4 -101 -4 -101 -8 -106Z", SHADE, 0.8),
        line("M3 -98C5 -92 5 -88 4 -84", t(Token::ClothLine), 1.3),
        line("M-7.5 -92h.01M-7.5 -85h.01M10 -92h.01M10 -85h.01", DARK, 3.2),
        solid("M-12 -80H12L15 -72C20 -70 24 -64 25 -54H-25C-24 -64 -20 -70 -15 -72Z", t(Token::Apron)),
        veil("M8 -79H11L14 -71C19 -69 22 -64 24 -55H14C15 -64 13 -72 8 -79Z", t(Token::ApronShade), 0.8),
        line("M-12 -80C-14 -88 -15 -96 -13 -104M12 -80C14 -88 15 -96 13 -104", t(Token::Apron), 3.0),
        solid(
            "M-12 -107C-4 -101 4 -101 12 -107L11 -100C6 -97 3 -96 1 -95L5 -86L-1 -89L-6 -85L-3 -95C-6 -97 -9 -98 -12 -100Z",
            t(Token::Scarf),
        ),
    ],
);

static HEAD_PIECES_SHORT: Art = art(
    110,
    [-25.0, -155.0, 25.0, -104.0],
    &[
        solid(
            "M-18 -131C-23 -135 -26 -130 -24 -126C-23 -122 -20 -121 -17 -123ZM18 -131C23 -135 26 -130 24 -126C23 -122 20 -121 17 -123Z",
            SKIN,
        ),
        solid(
            "M-19 -136C-19 -150 -11 -154 0 -154C11 -154 19 -150 19 -136C20 -119 11 -106 0 -106C-11 -106 -20 -119 -19 -136Z",
            SKIN,
        ),
        veil("M6 -107C15 -111 19 -122 18 -138C16 -122 12 -112 6 -107Z", SHADE, 0.9),
        flat(
            "M-19.5 -143C-21 -136 -20 -130 -18 -126C-17 -131 -15 -136 -15 -142ZM19.5 -143C21 -136 20 -130 18 -126C17 -131 15 -136 15 -142Z",
            HAIR,
        ),
    ],
);

static HEAD_BOB: Art = art(
    111,
    [-31.0, -155.0, 31.0, -96.0],
    &[
        solid(
            "M-21 -146C-30 -132 -30 -108 -20 -102C-14 -98 -8 -104 -8 -110H8C8 -104 14 -98 20 -102C30 -108 30 -132 21 -146Z",
            HAIR,
        ),
        solid(
            "M-18 -136C-18 -150 -11 -154 0 -154C11 -154 18 -150 18 -136C19 -119 11 -106 0 -106C-11 -106 -19 -119 -18 -136Z",
            SKIN,
        ),
        veil("M6 -107C14 -111 18 -122 17 -138C15 -122 12 -112 6 -107Z", SHADE, 0.9),
        flat(
            "M-19 -146C-20 -136 -19 -130 -18 -124C-15 -132 -8 -138 2 -139C9 -139 14 -136 18 -126C19 -132 20 -140 19 -146Z",
            HAIR,
        ),
    ],
);

static HEAD_BEARD: Art = art(
    112,
    [-25.0, -155.0, 25.0, -97.0],
    &[
        solid(
            "M-18 -131C-23 -135 -26 -130 -24 -126C-23 -122 -20 -121 -17 -123ZM18 -131C23 -135 26 -130 24 -126C23 -122 20 -121 17 -123Z",
            SKIN,
        ),
        solid(
            "M-19 -136C-19 -150 -11 -154 0 -154C11 -154 19 -150 19 -136C20 -119 11 -106 0 -106C-11 -106 -20 -119 -19 -136Z",
            SKIN,
        ),
        detail(
            "M-19.5 -143C-22 -124 -18 -99 0 -99C18 -99 22 -124 19.5 -143C16 -138 16 -128 13 -122C8 -126 4 -125 0 -123C-4 -125 -8 -126 -13 -122C-16 -128 -16 -138 -19.5 -143Z",
            HAIR,
        ),
        flat("M-6 -116C-3 -119 3 -119 6 -116C4 -112 -4 -112 -6 -116Z", SHADE),
    ],
);

static HEAD_MOUSTACHE: Art = art(
    113,
    [-25.0, -155.0, 25.0, -104.0],
    &[
        solid(
            "M-18 -131C-23 -135 -26 -130 -24 -126C-23 -122 -20 -121 -17 -123ZM18 -131C23 -135 26 -130 24 -126C23 -122 20 -121 17 -123Z",
            SKIN,
        ),
        solid(
            "M-19 -136C-19 -150 -11 -154 0 -154C11 -154 19 -150 19 -136C20 -119 11 -106 0 -106C-11 -106 -20 -119 -19 -136Z",
            SKIN,
        ),
        veil("M6 -107C15 -111 19 -122 18 -138C16 -122 12 -112 6 -107Z", SHADE, 0.9),
        flat("M-19.5 -144C-21 -138 -20 -133 -18 -130L-15 -143ZM19.5 -144C21 -138 20 -133 18 -130L15 -143Z", HAIR),
        flat(
            "M0 -122C-3 -126 -9 -125 -14 -120C-9 -119 -4 -118 0 -120C4 -118 9 -119 14 -120C9 -125 3 -126 0 -122Z",
            HAIR,
        ),
    ],
);

static HEAD_GLASSES: Art = art(
    114,
    [-27.0, -155.0, 27.0, -104.0],
    &[
        solid("M-20 -146C-27 -141 -26 -126 -18 -122L-15 -140ZM20 -146C27 -141 26 -126 18 -122L15 -140Z", HAIR),
        solid(
            "M-18 -136C-18 -150 -11 -154 0 -154C11 -154 18 -150 18 -136C19 -119 11 -106 0 -106C-11 -106 -19 -119 -18 -136Z",
            SKIN,
        ),
        veil("M6 -107C14 -111 18 -122 17 -138C15 -122 12 -112 6 -107Z", SHADE, 0.9),
        flat("M-18 -145C-18 -139 -17 -135 -15 -133C-8 -137 6 -135 18 -141V-146Z", HAIR),
        veil(
            "M-16 -129a7.5 7 0 1 0 15 0a7.5 7 0 1 0 -15 0ZM1 -129a7.5 7 0 1 0 15 0a7.5 7 0 1 0 -15 0Z",
            t(Token::Cloth),
            0.35,
        ),
        line("M-16 -129a7.5 7 0 1 0 15 0a7.5 7 0 1 0 -15 0ZM1 -129a7.5 7 0 1 0 15 0a7.5 7 0 1 0 -15 0Z", DARK, 1.7),
    ],
);

static HEAD_CURLS: Art = art(
    115,
    [-31.0, -156.0, 31.0, -104.0],
    &[
        solid(
            "M-18 -148C-27 -150 -30 -142 -27 -138C-31 -134 -29 -127 -25 -126C-25 -120 -19 -117 -15 -120V-148ZM18 -148C27 -150 30 -142 27 -138C31 -134 29 -127 25 -126C25 -120 19 -117 15 -120V-148Z",
            HAIR,
        ),
        solid(
            "M-18 -136C-18 -150 -11 -154 0 -154C11 -154 18 -150 18 -136C19 -119 11 -106 0 -106C-11 -106 -19 -119 -18 -136Z",
            SKIN,
        ),
        veil("M6 -107C14 -111 18 -122 17 -138C15 -122 12 -112 6 -107Z", SHADE, 0.9),
        flat(
            "M-18 -145C-19 -138 -17 -135 -14 -136C-12 -133 -8 -134 -7 -136C-4 -134 0 -134 2 -137C5 -134 10 -135 11 -137C15 -135 19 -138 18 -145Z",
            HAIR,
        ),
    ],
);

static HEAD_BRAID: Art = art(
    116,
    [-29.0, -155.0, 29.0, -78.0],
    &[
        solid(
            "M-19 -147C-26 -138 -24 -124 -17 -121ZM19 -147C26 -138 26 -126 21 -120C28 -114 26 -108 21 -107C27 -101 25 -95 20 -94C25 -89 22 -80 16 -80C13 -86 14 -92 16 -96C12 -100 13 -106 15 -109C12 -113 13 -118 16 -121Z",
            HAIR,
        ),
        solid(
            "M-18 -136C-18 -150 -11 -154 0 -154C11 -154 18 -150 18 -136C19 -119 11 -106 0 -106C-11 -106 -19 -119 -18 -136Z",
            SKIN,
        ),
        veil("M6 -107C14 -111 18 -122 17 -138C15 -122 12 -112 6 -107Z", SHADE, 0.9),
        flat(
            "M-18 -146C-19 -136 -18 -131 -17 -128C-13 -136 -6 -139 0 -143C7 -139 13 -137 17 -128C18 -131 19 -138 18 -146Z",
            HAIR,
        ),
        line("M14 -96h9M15 -108h8", t(Token::Scarf), 2.2),
    ],
);

static HEAD_ELDER: Art = art(
    117,
    [-27.0, -155.0, 27.0, -104.0],
    &[
        solid(
            "M-18 -131C-23 -135 -26 -130 -24 -126C-23 -122 -20 -121 -17 -123ZM18 -131C23 -135 26 -130 24 -126C23 -122 20 -121 17 -123Z",
            SKIN,
        ),
        solid(
            "M-19 -136C-19 -150 -11 -154 0 -154C11 -154 19 -150 19 -136C20 -119 11 -106 0 -106C-11 -106 -20 -119 -19 -136Z",
            SKIN,
        ),
        veil("M6 -107C15 -111 19 -122 18 -138C16 -122 12 -112 6 -107Z", SHADE, 0.9),
        detail(
            "M-19 -146C-26 -144 -26 -132 -20 -128C-18 -133 -16 -138 -15 -143ZM19 -146C26 -144 26 -132 20 -128C18 -133 16 -138 15 -143Z",
            HAIR,
        ),
        line("M-11 -139C-9 -141 -6 -141 -4 -139M4 -139C6 -141 9 -141 11 -139", HAIR, 3.4),
        flat(
            "M0 -121C-3 -124 -7 -124 -10 -120C-6 -118 -3 -118 0 -119C3 -118 6 -118 10 -120C7 -124 3 -124 0 -121Z",
            HAIR,
        ),
    ],
);

/// Eight looks, by rank.
pub static HEADS: [&Art; 8] =
    [&HEAD_PIECES_SHORT, &HEAD_BOB, &HEAD_BEARD, &HEAD_GLASSES, &HEAD_CURLS, &HEAD_MOUSTACHE, &HEAD_BRAID, &HEAD_ELDER];

/// Eyes on the pot, a small smile.
static FACE_STIRRING: Art = art(
    130,
    [-16.0, -142.0, 16.0, -108.0],
    &[
        line("M-6 -128h.01M10 -128h.01", DARK, 4.4),
        line("M-11 -136C-9 -138 -5 -138 -3 -136M5 -136C7 -138 11 -138 13 -136", DARK, 1.8),
        line("M2 -127C4 -124 4 -122 1 -122", SHADE, 2.0),
        line("M-5 -116C-1 -112 5 -112 8 -116", DARK, 2.0),
        veil("M-15 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0ZM8 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0Z", t(Token::Blush), 0.45),
    ],
);

/// Eyes lowered to the sheet.
static FACE_READING: Art = art(
    131,
    [-16.0, -142.0, 16.0, -108.0],
    &[
        line("M-12 -128C-10 -125 -6 -125 -4 -128M4 -128C6 -125 10 -125 12 -128", DARK, 2.2),
        line("M-12 -136C-9 -137 -6 -136 -4 -134M12 -136C9 -137 6 -136 4 -134", DARK, 1.8),
        line("M0 -126C2 -123 2 -121 -1 -121", SHADE, 2.0),
        line("M-4 -115C-1 -114 2 -114 4 -115", DARK, 2.0),
        veil("M-16 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0ZM8 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0Z", t(Token::Blush), 0.35),
    ],
);

/// Talking into the receiver.
static FACE_TALKING: Art = art(
    132,
    [-16.0, -142.0, 16.0, -106.0],
    &[
        line("M-8 -129h.01M8 -129h.01", DARK, 4.4),
        line("M-12 -137C-10 -139 -6 -139 -4 -137M4 -137C6 -139 10 -139 12 -137", DARK, 1.8),
        line("M0 -127C2 -124 2 -122 -1 -122", SHADE, 2.0),
        detail("M-5 -117C-2 -118 2 -118 5 -117C5 -111 -5 -111 -5 -117Z", t(Token::Accent)),
        veil("M-16 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0ZM8 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0Z", t(Token::Blush), 0.45),
    ],
);

/// Lids half down, glancing up at the clock.
static FACE_WAITING: Art = art(
    133,
    [-16.0, -142.0, 16.0, -108.0],
    &[
        line("M-6.5 -128h.01M9.5 -128h.01", DARK, 4.0),
        line("M-13 -130.5H-3M3 -130.5H13", DARK, 2.2),
        line("M-12 -136L-4 -137M4 -138L12 -136", DARK, 1.8),
        line("M0 -127C2 -124 2 -122 -1 -122", SHADE, 2.0),
        line("M-4 -115C-1 -116.5 3 -116.5 6 -114", DARK, 2.0),
    ],
);

/// Eyes closed with pleasure.
static FACE_HAPPY: Art = art(
    134,
    [-16.0, -142.0, 16.0, -106.0],
    &[
        line("M-12 -127C-10 -132 -6 -132 -4 -127M4 -127C6 -132 10 -132 12 -127", DARK, 2.2),
        line("M0 -126C2 -123 2 -121 -1 -121", SHADE, 2.0),
        detail("M-7 -118C-3 -116 3 -116 7 -118C6 -109 -6 -109 -7 -118Z", t(Token::Cloth)),
        veil("M-16 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0ZM8 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0Z", t(Token::Blush), 0.55),
    ],
);

/// Ready: looking at the reader.
static FACE_READY: Art = art(
    135,
    [-16.0, -142.0, 16.0, -108.0],
    &[
        line("M-8 -128h.01M8 -128h.01", DARK, 4.4),
        line("M-12 -135C-10 -137 -6 -137 -4 -135M4 -135C6 -137 10 -137 12 -135", DARK, 1.8),
        line("M0 -127C2 -124 2 -122 -1 -122", SHADE, 2.0),
        line("M-6 -116C-2 -113 2 -113 6 -116", DARK, 2.0),
        veil("M-16 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0ZM8 -121a4 3 0 1 0 8 0a4 3 0 1 0 -8 0Z", t(Token::Blush), 0.4),
    ],
);

/// The tall hat.
pub static TOQUE: Art = art(
    140,
    [-36.0, -206.0, 36.0, -138.0],
    &[
        solid(
            "M-19 -144C-19 -152 -19 -158 -20 -164C-33 -163 -37 -182 -23 -187C-22 -201 -5 -206 3 -198C12 -206 27 -199 26 -187C38 -182 34 -163 20 -164C19 -158 19 -152 19 -144C7 -139 -7 -139 -19 -144Z",
            CLOTH,
        ),
        veil(
            "M22 -186C33 -182 30 -166 19 -166C18 -158 18 -152 18 -145C14 -143 10 -142 6 -141C11 -152 14 -164 22 -186Z",
            FOLD,
            0.8,
        ),
        line(
            "M-9 -160C-10 -166 -10 -170 -13 -174M1 -159C1 -166 2 -170 1 -176M11 -160C12 -166 13 -170 15 -174",
            t(Token::ClothLine),
            1.4,
        ),
        line("M-19 -152C-7 -147 7 -147 19 -152", t(Token::ClothLine), 1.4),
    ],
);

/// A low cap with a fold, for every third chef.
pub static CAP: Art = art(
    141,
    [-30.0, -192.0, 30.0, -138.0],
    &[
        solid(
            "M-19 -144C-20 -152 -20 -156 -22 -160C-30 -172 -22 -188 -6 -186C6 -193 26 -186 26 -174C27 -168 23 -163 20 -160C19 -155 19 -150 19 -144C7 -139 -7 -139 -19 -144Z",
            CLOTH,
        ),
        veil(
            "M24 -176C25 -168 21 -164 19 -161C18 -156 18 -151 18 -145C14 -143 10 -142 7 -141C13 -150 19 -160 24 -176Z",
            FOLD,
            0.8,
        ),
        line(
            "M-20 -158C-7 -152 8 -152 20 -158M-6 -172C-4 -167 -3 -165 -3 -161M9 -172C8 -167 8 -165 8 -161",
            t(Token::ClothLine),
            1.4,
        ),
    ],
);

/// Left hand on the counter, right hand stirring; the pot is at x = 54.
static ARMS_STIRRING: Art = art(
    150,
    [-44.0, -108.0, 62.0, -54.0],
    &[
        line("M49 -97L58 -76", t(Token::Ink), 5.6),
        line("M49 -97L58 -76", t(Token::WoodDark), 2.6),
        solid("M-21 -101C-34 -97 -40 -82 -37 -66L-26 -65C-27 -76 -24 -84 -18 -88Z", CLOTH),
        flat("M-36 -73L-26 -72L-26 -66L-37 -67Z", FOLD),
        solid("M-37 -66C-39 -60 -36 -57 -30 -57C-25 -57 -24 -61 -26 -65Z", SKIN),
        solid("M18 -102C30 -105 39 -101 46 -95L41 -83C34 -87 27 -87 21 -85Z", CLOTH),
        flat("M40 -99L46 -95L41 -84L37 -86Z", FOLD),
        solid("M45 -96C51 -99 56 -95 55 -90C54 -85 47 -82 42 -84Z", SKIN),
        line("M50 -94L54 -92", SHADE, 1.6),
    ],
);

/// Both hands hold a sheet with a report, outlined in the hue of its bowl.
static ARMS_READING: Art = art(
    151,
    [-42.0, -110.0, 44.0, -52.0],
    &[
        solid("M-21 -101C-34 -98 -40 -84 -34 -74L-20 -74L-17 -86Z", CLOTH),
        solid("M21 -101C34 -98 40 -84 36 -74L22 -74L17 -86Z", CLOTH),
        solid("M-22 -101L22 -106L26 -63L-18 -58Z", CLOTH),
        faint("M-22 -101L22 -106L26 -63L-18 -58Z", HUE, 3.4, 1.0),
        solid("M-34 -74C-37 -66 -30 -61 -24 -64C-18 -66 -16 -72 -20 -76Z", SKIN),
        solid("M36 -74C39 -66 32 -61 26 -65C20 -68 19 -73 23 -77Z", SKIN),
    ],
);

/// A receiver at the ear, its cord down to the counter.
static ARMS_PHONE: Art = art(
    152,
    [-44.0, -146.0, 48.0, -54.0],
    &[
        line("M33 -108C44 -102 38 -96 32 -92C26 -88 42 -84 36 -78C30 -72 40 -68 36 -58", DARK, 2.0),
        solid("M-21 -101C-34 -97 -40 -82 -37 -66L-26 -65C-27 -76 -24 -84 -18 -88Z", CLOTH),
        flat("M-36 -73L-26 -72L-26 -66L-37 -67Z", FOLD),
        solid("M-37 -66C-39 -60 -36 -57 -30 -57C-25 -57 -24 -61 -26 -65Z", SKIN),
        solid("M20 -101C32 -95 44 -98 43 -108C42 -114 38 -119 34 -122L24 -117C28 -112 27 -107 18 -108Z", CLOTH),
        solid(
            "M20 -142C28 -144 33 -138 31 -130C30 -122 27 -116 23 -110C19 -108 16 -110 16 -114L21 -118C23 -124 24 -129 22 -134C18 -136 17 -140 20 -142Z",
            HUE,
        ),
        solid("M24 -127C28 -131 35 -129 36 -124C37 -119 33 -115 28 -115C23 -115 21 -121 24 -127Z", SKIN),
        line("M27 -124L32 -125M26 -120L32 -121", SHADE, 1.5),
    ],
);

/// Arms folded.
static ARMS_FOLDED: Art = art(
    153,
    [-38.0, -108.0, 38.0, -66.0],
    &[
        solid("M-21 -101C-33 -98 -36 -86 -33 -78C-30 -71 -20 -71 -10 -74L20 -82L17 -92L-12 -86L-15 -92Z", CLOTH),
        solid("M21 -101C33 -98 36 -86 33 -78C30 -71 20 -70 10 -72L-18 -80L-16 -90L12 -84L16 -92Z", CLOTH),
        flat("M-13 -89L-8 -87L-11 -78L-17 -80Z", FOLD),
        solid("M-16 -90C-22 -93 -27 -90 -26 -85C-25 -80 -20 -78 -17 -80Z", SKIN),
        solid("M20 -83C25 -84 28 -80 25 -76C22 -73 18 -74 16 -76Z", SKIN),
    ],
);

/// One hand waves the number that is done; the other rests.
static ARMS_RAISED: Art = art(
    154,
    [-44.0, -146.0, 52.0, -54.0],
    &[
        solid("M-21 -101C-34 -97 -40 -82 -37 -66L-26 -65C-27 -76 -24 -84 -18 -88Z", CLOTH),
        flat("M-36 -73L-26 -72L-26 -66L-37 -67Z", FOLD),
        solid("M-37 -66C-39 -60 -36 -57 -30 -57C-25 -57 -24 -61 -26 -65Z", SKIN),
        solid("M20 -102C30 -104 33 -114 33 -124L44 -123C45 -106 37 -90 21 -87Z", CLOTH),
        flat("M33 -119L44 -118L44 -124L33 -125Z", FOLD),
        solid(
            "M33 -125C30 -131 32 -140 35 -142C37 -143 38 -139 38 -136C39 -141 42 -144 43 -142C44 -140 43 -137 43 -135C46 -138 48 -137 47 -134C46 -129 45 -126 44 -124Z",
            SKIN,
        ),
    ],
);

/// Both hands on the counter.
static ARMS_RESTING: Art = art(
    155,
    [-44.0, -108.0, 44.0, -54.0],
    &[
        solid("M-21 -101C-34 -97 -40 -82 -37 -66L-26 -65C-27 -76 -24 -84 -18 -88Z", CLOTH),
        solid("M21 -101C34 -97 40 -82 37 -66L26 -65C27 -76 24 -84 18 -88Z", CLOTH),
        flat("M-36 -73L-26 -72L-26 -66L-37 -67ZM36 -73L26 -72L26 -66L37 -67Z", FOLD),
        solid("M-37 -66C-39 -60 -36 -57 -30 -57C-25 -57 -24 -61 -26 -65Z", SKIN),
        solid("M37 -66C39 -60 36 -57 30 -57C25 -57 24 -61 26 -65Z", SKIN),
    ],
);

/// A pencil on an open recipe book.
static ARMS_WRITING: Art = art(
    156,
    [-46.0, -110.0, 46.0, -50.0],
    &[
        solid(
            "M-30 -72C-20 -77 -8 -76 0 -70C8 -76 20 -77 30 -72L34 -54C22 -59 8 -58 0 -53C-8 -58 -22 -59 -34 -54Z",
            CLOTH,
        ),
        line("M0 -70V-54M-22 -68L-8 -67M-23 -63L-8 -62M8 -67L22 -68M8 -62L23 -63", t(Token::ClothLine), 1.6),
        solid("M-21 -101C-35 -98 -41 -84 -38 -70L-27 -68C-27 -78 -24 -86 -18 -90Z", CLOTH),
        solid("M-38 -70C-40 -63 -36 -60 -31 -61C-26 -62 -25 -65 -27 -68Z", SKIN),
        solid("M21 -101C35 -98 40 -88 34 -76L22 -72L18 -80C23 -84 22 -88 18 -90Z", CLOTH),
        line("M10 -60L25 -83", DARK, 5.0),
        line("M10 -60L25 -83", t(Token::Hue2), 2.6),
        solid("M34 -76C34 -69 27 -66 21 -68C16 -70 16 -76 21 -78Z", SKIN),
    ],
);

/// What a chef is doing, as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Posture {
    /// Before its first task.
    Ready,
    /// Forward.
    Stirring,
    /// Backward.
    Reading,
    /// Sending or receiving.
    Phone,
    /// Work is left, and nothing to do now.
    Waiting,
    /// Optimizer step, or adding up.
    Writing,
    /// Nothing is left.
    Done,
    /// The shelf holds more than it can.
    Overflowing,
}

impl Posture {
    pub const ALL: [Posture; 8] = [
        Posture::Ready,
        Posture::Stirring,
        Posture::Reading,
        Posture::Phone,
        Posture::Waiting,
        Posture::Writing,
        Posture::Done,
        Posture::Overflowing,
    ];

    pub fn arms(self) -> &'static Art {
        match self {
            Posture::Ready => &ARMS_RESTING,
            Posture::Stirring => &ARMS_STIRRING,
            Posture::Reading => &ARMS_READING,
            Posture::Phone => &ARMS_PHONE,
            Posture::Waiting => &ARMS_FOLDED,
            Posture::Writing => &ARMS_WRITING,
            Posture::Done | Posture::Overflowing => &ARMS_RAISED,
        }
    }

    pub fn face(self) -> &'static Art {
        match self {
            Posture::Ready => &FACE_READY,
            Posture::Stirring => &FACE_STIRRING,
            Posture::Reading | Posture::Writing => &FACE_READING,
            Posture::Phone => &FACE_TALKING,
            Posture::Waiting | Posture::Overflowing => &FACE_WAITING,
            Posture::Done => &FACE_HAPPY,
        }
    }
}

/// Skin, its shade, hair. The same in every palette.
const LOOKS: [[u32; 3]; 8] = [
    [0xF3C9A0, 0xDDA578, 0x4A3226],
    [0xD79B69, 0xB97B4B, 0x2A211F],
    [0x8A5738, 0x6C4029, 0x241A17],
    [0xF7D9BE, 0xE2B491, 0xC9812F],
    [0x6A4129, 0x4F2F1E, 0x1D1614],
    [0xE5B080, 0xC98E5C, 0x6B3F22],
    [0xB97A4C, 0x975D36, 0x33211A],
    [0xF0CFB4, 0xD6A787, 0xB9B4AE],
];

/// The tints of the chef with that rank; `hue` colours what is in its hands.
pub fn tints(rank: usize, hue: Token) -> Tints {
    let [skin, shade, hair] = LOOKS[rank % LOOKS.len()];
    [Color::Rgb(skin), Color::Rgb(shade), Color::Rgb(hair), Color::Token(hue)]
}

/// A hat and a face, for kitchens too large for bodies: the middle of the hat's band is at (0, 0).
pub static HAT: Art = art(
    160,
    [-18.0, -26.0, 18.0, 14.0],
    &[
        solid("M-9.5 -3C-10.5 6 -6 11.5 0 11.5C6 11.5 10.5 6 9.5 -3Z", SKIN),
        line("M-3.5 4h.01M3.5 4h.01", DARK, 2.4),
        solid(
            "M-9 0C-9 -4 -9 -6 -10 -8C-16 -8 -16 -17 -10 -18C-9 -24 -1 -25 2 -21C6 -25 13 -22 12 -17C17 -15 15 -8 10 -8C9 -6 9 -4 9 0C4 2 -4 2 -9 0Z",
            HUE,
        ),
    ],
);

pub static ALL: &[&Art] = &[
    &TORSO,
    &HEAD_PIECES_SHORT,
    &HEAD_BOB,
    &HEAD_BEARD,
    &HEAD_GLASSES,
    &HEAD_CURLS,
    &HEAD_MOUSTACHE,
    &HEAD_BRAID,
    &HEAD_ELDER,
    &FACE_STIRRING,
    &FACE_READING,
    &FACE_TALKING,
    &FACE_WAITING,
    &FACE_HAPPY,
    &FACE_READY,
    &TOQUE,
    &CAP,
    &ARMS_STIRRING,
    &ARMS_READING,
    &ARMS_PHONE,
    &ARMS_FOLDED,
    &ARMS_RAISED,
    &ARMS_RESTING,
    &ARMS_WRITING,
    &HAT,
];
