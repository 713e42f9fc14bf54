//! Named colours and their values in each palette. Drawn things keep their ink outline in every palette; text and
//! backgrounds change with it.

macro_rules! tokens {
    ($($(#[$doc:meta])* $name:ident: $light:literal, $dark:literal, $projector:literal;)*) => {
        /// A colour's role.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Token { $($(#[$doc])* $name,)* }

        impl Token {
            pub const ALL: &'static [Token] = &[$(Token::$name,)*];
        }

        const LIGHT: &[u32] = &[$($light,)*];
        const DARK: &[u32] = &[$($dark,)*];
        const PROJECTOR: &[u32] = &[$($projector,)*];
    };
}

tokens! {
    /// Every outline.
    Ink: 0x2B2A33, 0x16141A, 0x101014;
    /// Text on room, wall, card and page.
    Text: 0x2B2A33, 0xF7EFE2, 0x101014;
    TextSoft: 0x5A5560, 0xCFC3B4, 0x38363E;
    /// The page around the stage.
    Paper: 0xFBF6EC, 0x26221F, 0xFFFFFF;
    /// Signs, bubbles and tags with `Text` on them.
    Card: 0xFFFDF8, 0x37312C, 0xFFFFFF;
    CardLine: 0xC9B18A, 0x7A6C5C, 0x8A7A60;
    Wall: 0xE8DABF, 0x463D35, 0xF1E8D6;
    WallLine: 0xD9C7A6, 0x51473E, 0xDFD1B6;
    WallEdge: 0xC4A878, 0x6B5B49, 0xB09468;
    Floor: 0xF3E9D6, 0x37302A, 0xFBF6EB;
    FloorTile: 0xEADBBF, 0x3D352E, 0xF3EAD8;
    Shadow: 0x8A7350, 0x120F0D, 0x8A7350;
    Wood: 0xD8B283, 0xB89064, 0xD8B283;
    WoodLight: 0xF6E3C2, 0xDCC29A, 0xFBEBCF;
    WoodDark: 0xBF9460, 0xB48C60, 0xB88A52;
    Steel: 0x9FA8B8, 0x8D97A8, 0x9FA8B8;
    SteelLight: 0xD5DCE5, 0xB9C2CF, 0xE2E8F0;
    SteelDark: 0x5F6878, 0x4E5666, 0x555E6E;
    /// Toques, jackets, sheets of paper: white in every palette, with `OnCloth` on it.
    Cloth: 0xFFFFFF, 0xFBF7F0, 0xFFFFFF;
    ClothShade: 0xDDDAD6, 0xD2CCC4, 0xD6D3CF;
    OnCloth: 0x2B2A33, 0x2B2A33, 0x101014;
    ClothLine: 0x8A8794, 0x8A8794, 0x77747F;
    Apron: 0x2A4B5E, 0x2A4B5E, 0x1D3F54;
    ApronShade: 0x203A4A, 0x203A4A, 0x142E3E;
    OnApron: 0xFFFFFF, 0xFFFFFF, 0xFFFFFF;
    Scarf: 0xCB633A, 0xD4703F, 0xC4531F;
    Blush: 0xE07A5F, 0xE07A5F, 0xE07A5F;
    /// NVLink.
    Tunnel: 0x2AA6A6, 0x2FB0AE, 0x1C9A9A;
    TunnelEdge: 0x0F5E60, 0x0B4446, 0x0A5254;
    TunnelLight: 0xC4F0EC, 0xC4F0EC, 0xE2FBF8;
    /// PCIe.
    Sand: 0xDCC9A2, 0xA8926A, 0xDFCB9F;
    SandLine: 0xFFF8E6, 0xF6EAD0, 0xFFFFFF;
    SandText: 0x6E5218, 0xE2CB9B, 0x5E4510;
    /// Ethernet.
    Slate: 0x66708A, 0x7C88A6, 0x566080;
    SlateLine: 0xF4F1E8, 0xF4F1E8, 0xFFFFFF;
    SlateText: 0x4A5470, 0xB9C4DE, 0x3D4764;
    /// InfiniBand.
    Plum: 0x7B3F72, 0xB070A6, 0x6F2F66;
    PlumTie: 0xB58A62, 0x8F6C4C, 0xA67A50;
    PlumText: 0x6D3364, 0xE0ACD8, 0x5C2354;
    TunnelText: 0x0B6265, 0x7FDCD6, 0x07565A;
    /// The telephone exchange.
    Board: 0x33495A, 0x2B3E4D, 0x26404F;
    BoardPanel: 0x3F6075, 0x385669, 0x34566C;
    OnBoard: 0xF4FBFB, 0xF4FBFB, 0xFFFFFF;
    Socket: 0x1B2B36, 0x142029, 0x10202A;
    SocketLit: 0x8FF0DC, 0x8FF0DC, 0xA6FFEC;
    /// The page's one accent: Rust-red, with white text.
    Accent: 0xB44E27, 0xE58A5C, 0xA03C12;
    OnAccent: 0xFFFFFF, 0x26221F, 0xFFFFFF;
    Good: 0x2C7A3A, 0x7CCB84, 0x1F6A2E;
    /// Progress bars and Gantt lanes.
    Track: 0xF0E5D0, 0x453C34, 0xEFE6D4;
    /// X-ray.
    Bench: 0xE9EEF1, 0x22282D, 0xF5F8FA;
    BenchLine: 0xD9E1E6, 0x2B333A, 0xE6ECF0;
    Chip: 0x26313A, 0x12181D, 0x1C262E;
    ChipEdge: 0x12181D, 0x5A6B78, 0x0C1116;
    Die: 0x35444F, 0x26323B, 0x2E3D48;
    OnChip: 0xF2F7FA, 0xF2F7FA, 0xFFFFFF;
    OnChipSoft: 0xBCC9D2, 0xB2C0CA, 0xD2DDE4;
    Hbm: 0x8FB9DE, 0x8FB9DE, 0x9CCBF4;
    HbmEmpty: 0x4A5A66, 0x3A4853, 0x465662;
    Hue1: 0xD6403A, 0xD23E38, 0xD02E28;
    Hue2: 0xE3AC2E, 0xE6B23A, 0xF0B429;
    Hue3: 0x388042, 0x3A8444, 0x2B7A37;
    Hue4: 0x3A74B8, 0x3D77BC, 0x2767B3;
    Hue5: 0x7A4B8C, 0x85549A, 0x713C86;
    Hue6: 0xE8935A, 0xEA9860, 0xF08C46;
    Hue7: 0x57BDB4, 0x5CC2B9, 0x45C2B6;
    Hue8: 0xDB8FAE, 0xDF97B4, 0xE688B0;
    Line1: 0xB32D28, 0xF0837D, 0xA81F1A;
    Line2: 0xA06C00, 0xE9BE5A, 0x8F6000;
    Line3: 0x2A6B34, 0x7FC08A, 0x1F622A;
    Line4: 0x2A5C99, 0x86B4E6, 0x1B5296;
    Line5: 0x613674, 0xC79AD9, 0x592A6C;
    Line6: 0xB0521C, 0xF0A876, 0xA04510;
    Line7: 0x187C7A, 0x74D3CB, 0x0C706E;
    Line8: 0xA34A70, 0xEBA9C4, 0x963A62;
}

const HUES: [Token; 8] =
    [Token::Hue1, Token::Hue2, Token::Hue3, Token::Hue4, Token::Hue5, Token::Hue6, Token::Hue7, Token::Hue8];
const LINES: [Token; 8] =
    [Token::Line1, Token::Line2, Token::Line3, Token::Line4, Token::Line5, Token::Line6, Token::Line7, Token::Line8];

/// The fill of micro-batch (or chunk, or chef) `n`, from 0. Hues repeat after eight; numbers do not.
pub const fn hue(n: usize) -> Token {
    HUES[n % 8]
}

/// The outline of the same: 3:1 against cards and lanes in every palette.
pub const fn hue_line(n: usize) -> Token {
    LINES[n % 8]
}

/// Text on [`hue`]: ink on the light ones, white on the dark ones.
pub const fn on_hue(n: usize) -> Token {
    match n % 8 {
        1 | 5 | 6 | 7 => Token::OnCloth,
        _ => Token::OnApron,
    }
}

/// A value for each token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub name: &'static str,
    values: &'static [u32],
}

impl Palette {
    pub const LIGHT: Palette = Palette { name: "light", values: LIGHT };
    pub const DARK: Palette = Palette { name: "dark", values: DARK };
    pub const PROJECTOR: Palette = Palette { name: "projector", values: PROJECTOR };
    pub const ALL: [Palette; 3] = [Palette::LIGHT, Palette::DARK, Palette::PROJECTOR];

    /// The value as `0xRRGGBB`.
    pub fn rgb(&self, token: Token) -> u32 {
        self.values[token as usize]
    }

    /// The palette of that name.
    pub fn named(name: &str) -> Option<Palette> {
        Palette::ALL.into_iter().find(|palette| palette.name == name)
    }
}

/// WCAG 2.2 contrast ratio.
#[cfg(test)]
pub(crate) fn contrast(a: u32, b: u32) -> f64 {
    let luminance = |rgb: u32| {
        let channel = |shift: u32| {
            let c = f64::from((rgb >> shift) & 0xFF) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(front: Token, back: Token, at_least: f64) {
        for palette in Palette::ALL {
            let ratio = contrast(palette.rgb(front), palette.rgb(back));
            assert!(ratio >= at_least, "{front:?} on {back:?} in {}: {ratio:.2} < {at_least}", palette.name);
        }
    }

    #[test]
    fn text_stands_out_4_5_to_1() {
        for back in [Token::Paper, Token::Card, Token::Wall, Token::Floor, Token::FloorTile, Token::Track, Token::Bench]
        {
            check(Token::Text, back, 4.5);
            check(Token::TextSoft, back, 4.5);
        }
        for front in [Token::TunnelText, Token::SandText, Token::SlateText, Token::PlumText, Token::Good, Token::Accent]
        {
            check(front, Token::Card, 4.5);
        }
        check(Token::OnCloth, Token::Cloth, 4.5);
        check(Token::OnApron, Token::Apron, 4.5);
        check(Token::OnBoard, Token::Board, 4.5);
        check(Token::OnBoard, Token::BoardPanel, 4.5);
        check(Token::OnAccent, Token::Accent, 4.5);
        check(Token::OnChip, Token::Chip, 4.5);
        check(Token::OnChip, Token::Die, 4.5);
        check(Token::OnChipSoft, Token::Chip, 4.5);
        for n in 0..8 {
            check(on_hue(n), hue(n), 4.5);
        }
    }

    #[test]
    fn graphics_stand_out_3_to_1() {
        for n in 0..8 {
            for back in [Token::Card, Token::Track, Token::Cloth] {
                let pairs = Palette::ALL.iter().filter(|p| back != Token::Cloth || p.name != "dark");
                for palette in pairs {
                    let ratio = contrast(palette.rgb(hue_line(n)), palette.rgb(back));
                    assert!(ratio >= 3.0, "line {n} on {back:?} in {}: {ratio:.2}", palette.name);
                }
            }
        }
        check(Token::SocketLit, Token::Socket, 3.0);
        check(Token::SocketLit, Token::BoardPanel, 3.0);
        check(Token::Hbm, Token::HbmEmpty, 3.0);
        check(Token::Hbm, Token::Chip, 3.0);
    }

    #[test]
    fn hues_differ_from_their_neighbours() {
        for n in 0..8 {
            assert_ne!(hue(n), hue(n + 1));
        }
    }
}
