//! A QR code (ISO/IEC 18004:2015) of a link, so that a class gets to the same moment by its phones: bytes alone, error
//! correction level L (a screen is neither torn nor dirty), versions 1 to 20.

use std::fmt::Write as _;

/// Error correction codewords of a block and blocks, by version from 1, for level L (table 9 of the standard).
const BLOCKS: [(u8, u8); 20] = [
    (7, 1),
    (10, 1),
    (15, 1),
    (20, 1),
    (26, 1),
    (18, 2),
    (20, 2),
    (24, 2),
    (30, 2),
    (18, 4),
    (20, 4),
    (24, 4),
    (26, 4),
    (30, 4),
    (22, 6),
    (24, 6),
    (28, 6),
    (30, 6),
    (28, 7),
    (28, 8),
];

/// The side of a version 20 code: the largest one.
const MOST: usize = 17 + 4 * BLOCKS.len();

/// The dark modules as the data of an SVG path, one unit a module, and how many modules a side has; without the quiet zone.
/// `None` for texts of more than 858 bytes.
///
/// # Complexity
/// Time in the square of the side, eight times over: once for each mask.
pub fn path(text: &str) -> Option<(String, usize)> {
    let code = Code::new(text.as_bytes())?;
    let mut out = String::new();
    for y in 0..code.side {
        let mut x = 0;
        while x < code.side {
            let from = x;
            while x < code.side && code.dark[y][x] {
                x += 1;
            }
            if x > from {
                let _ = write!(out, "M{from} {y}h{}v1H{from}z", x - from);
            }
            x += 1;
        }
    }
    Some((out, code.side))
}

/// The modules, and those that are no data.
#[derive(Clone)]
struct Code {
    side: usize,
    dark: Box<[[bool; MOST]; MOST]>,
    fixed: Box<[[bool; MOST]; MOST]>,
}

impl Code {
    fn new(text: &[u8]) -> Option<Code> {
        let version = (1..=BLOCKS.len()).find(|&version| bits_of(text, version) <= data_codewords(version) * 8)?;
        let words = interleave(&pad(text, version), version);
        let side = 17 + 4 * version;
        let blank = Box::new([[false; MOST]; MOST]);
        let mut code = Code { side, dark: blank.clone(), fixed: blank };
        code.patterns(version);
        code.write(&words);
        let masked = (0..8).map(|mask| code.masked(mask));
        let mut best: Option<(usize, Code)> = None;
        for code in masked {
            let penalty = code.penalty();
            if best.as_ref().is_none_or(|(least, _)| penalty < *least) {
                best = Some((penalty, code));
            }
        }
        best.map(|(_, code)| code)
    }

    fn fix(&mut self, x: usize, y: usize, dark: bool) {
        if x < self.side && y < self.side {
            (self.dark[y][x], self.fixed[y][x]) = (dark, true);
        }
    }

    /// Finders, timing, alignment, version; the room for the format.
    fn patterns(&mut self, version: usize) {
        let side = self.side;
        for at in 0..side {
            self.fix(6, at, at % 2 == 0);
            self.fix(at, 6, at % 2 == 0);
        }
        for (cx, cy) in [(3, 3), (side - 4, 3), (3, side - 4)] {
            for dy in 0..9_usize {
                for dx in 0..9_usize {
                    let ring = dx.abs_diff(4).max(dy.abs_diff(4));
                    // One to the left of and over the first module there is nothing.
                    if cx + dx >= 4 && cy + dy >= 4 {
                        self.fix(cx + dx - 4, cy + dy - 4, ring != 2 && ring != 4);
                    }
                }
            }
        }
        let centers = alignment(version);
        let last = centers.len().saturating_sub(1);
        for (i, &cx) in centers.iter().enumerate() {
            for (j, &cy) in centers.iter().enumerate() {
                if matches!((i, j), (0, 0)) || (i, j) == (0, last) || (i, j) == (last, 0) {
                    continue;
                }
                for dy in 0..5_usize {
                    for dx in 0..5_usize {
                        let ring = dx.abs_diff(2).max(dy.abs_diff(2));
                        self.fix(cx + dx - 2, cy + dy - 2, ring != 1);
                    }
                }
            }
        }
        if version >= 7 {
            let bits = (version as u32) << 12 | remainder(version as u32, 12, 0x1F25);
            for i in 0..18 {
                let (near, far) = (i / 3, side - 11 + i % 3);
                self.fix(near, far, bits >> i & 1 == 1);
                self.fix(far, near, bits >> i & 1 == 1);
            }
        }
        self.format(0);
    }

    /// Level and mask, twice (figure 25 of the standard).
    fn format(&mut self, mask: u32) {
        // Level L is 01.
        let data = 0b01 << 3 | mask;
        let bits = (data << 10 | remainder(data, 10, 0x537)) ^ 0x5412;
        let side = self.side;
        for i in 0..15 {
            let dark = bits >> i & 1 == 1;
            match i {
                0..=5 => self.fix(8, i, dark),
                6 | 7 => self.fix(8, i + 1, dark),
                8 => self.fix(7, 8, dark),
                _ => self.fix(14 - i, 8, dark),
            }
            if i < 8 { self.fix(side - 1 - i, 8, dark) } else { self.fix(8, side - 15 + i, dark) }
        }
        self.fix(8, side - 8, true);
    }

    /// The codewords in columns of two, from the right, up and down in turn.
    fn write(&mut self, words: &[u8]) {
        let mut bit = 0;
        let mut right = self.side - 1;
        let mut up = true;
        loop {
            for step in 0..self.side {
                let y = if up { self.side - 1 - step } else { step };
                for x in [right, right - 1] {
                    if !self.fixed[y][x] && bit < words.len() * 8 {
                        self.dark[y][x] = words[bit / 8] >> (7 - bit % 8) & 1 == 1;
                        bit += 1;
                    }
                }
            }
            up = !up;
            // The timing column is left out.
            right = match right {
                8 => 5,
                0..=2 => break,
                _ => right - 2,
            };
        }
    }

    fn masked(&self, mask: u32) -> Code {
        let mut code = self.clone();
        for y in 0..self.side {
            for x in 0..self.side {
                let turned = match mask {
                    0 => (x + y) % 2 == 0,
                    1 => y % 2 == 0,
                    2 => x % 3 == 0,
                    3 => (x + y) % 3 == 0,
                    4 => (x / 3 + y / 2) % 2 == 0,
                    5 => x * y % 2 + x * y % 3 == 0,
                    6 => (x * y % 2 + x * y % 3) % 2 == 0,
                    _ => ((x + y) % 2 + x * y % 3) % 2 == 0,
                };
                code.dark[y][x] ^= turned && !self.fixed[y][x];
            }
        }
        code.format(mask);
        code
    }

    /// What makes a code hard to read: long runs, blocks, what looks like a finder, and too much of one colour.
    fn penalty(&self) -> usize {
        let side = self.side;
        let mut penalty = 0;
        let mut darks = 0;
        for line in 0..side {
            for across in [true, false] {
                let at = |i: usize| if across { self.dark[line][i] } else { self.dark[i][line] };
                let (mut run, mut last) = (0, 0_u32);
                for i in 0..side {
                    run = if i > 0 && at(i) == at(i - 1) { run + 1 } else { 1 };
                    penalty += match run {
                        5 => 3,
                        6.. => 1,
                        _ => 0,
                    };
                    last = (last << 1 | u32::from(at(i))) & 0x7FF;
                    penalty += if i >= 10 && matches!(last, 0b101_1101_0000 | 0b000_0101_1101) { 40 } else { 0 };
                }
            }
            for x in 0..side {
                darks += usize::from(self.dark[line][x]);
                if line > 0 && x > 0 {
                    let square = [self.dark[line][x - 1], self.dark[line - 1][x], self.dark[line - 1][x - 1]];
                    penalty += if square == [self.dark[line][x]; 3] { 3 } else { 0 };
                }
            }
        }
        penalty + (darks * 20).abs_diff(side * side * 10) / (side * side) * 10
    }
}

/// The middles of the alignment patterns along a side (annex E of the standard).
fn alignment(version: usize) -> Vec<usize> {
    if version == 1 {
        return Vec::new();
    }
    let count = version / 7 + 2;
    let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;
    let side = 17 + 4 * version;
    let mut centers: Vec<usize> = (0..count - 1).map(|i| side - 7 - (count - 2 - i) * step).collect();
    centers.insert(0, 6);
    centers
}

/// All codewords of a version.
fn codewords(version: usize) -> usize {
    let count = version / 7 + 2;
    let patterns = match version {
        1 => 0,
        2..=6 => (25 * count - 10) * count - 55,
        _ => (25 * count - 10) * count - 55 + 36,
    };
    ((16 * version + 128) * version + 64 - patterns) / 8
}

fn data_codewords(version: usize) -> usize {
    let (correction, blocks) = BLOCKS[version - 1];
    codewords(version) - usize::from(correction) * usize::from(blocks)
}

/// The mode, the length and the bytes.
fn bits_of(text: &[u8], version: usize) -> usize {
    4 + if version < 10 { 8 } else { 16 } + text.len() * 8
}

/// The data codewords: mode 0100, the length, the text, a terminator, and two bytes in turn as padding.
fn pad(text: &[u8], version: usize) -> Vec<u8> {
    let all = data_codewords(version);
    let length = text.len() as u16;
    let mut nibbles = vec![0b0100];
    if version >= 10 {
        nibbles.extend([(length >> 12) as u8, (length >> 8 & 15) as u8]);
    }
    nibbles.extend([(length >> 4 & 15) as u8, (length & 15) as u8]);
    nibbles.extend(text.iter().flat_map(|&byte| [byte >> 4, byte & 15]));
    // The mode's nibble makes the count odd: the terminator fills the last byte.
    nibbles.push(0);
    let mut out: Vec<u8> = nibbles.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect();
    out.truncate(all);
    let used = out.len();
    out.extend((used..all).map(|at| if (at - used).is_multiple_of(2) { 0xEC } else { 0x11 }));
    out
}

/// Cuts the data into blocks, appends to each its correction, and takes a codeword of each in turn.
fn interleave(data: &[u8], version: usize) -> Vec<u8> {
    let (correction, blocks) = (usize::from(BLOCKS[version - 1].0), usize::from(BLOCKS[version - 1].1));
    let (short, long) = (data.len() / blocks, data.len() % blocks);
    let mut parts = Vec::new();
    let mut from = 0;
    for block in 0..blocks {
        let to = from + short + usize::from(block >= blocks - long);
        parts.push((&data[from..to], reed_solomon(&data[from..to], correction)));
        from = to;
    }
    let mut out = Vec::with_capacity(codewords(version));
    for i in 0..=short {
        out.extend(parts.iter().filter_map(|(words, _)| words.get(i)));
    }
    for i in 0..correction {
        out.extend(parts.iter().filter_map(|(_, words)| words.get(i)));
    }
    out
}

/// The remainder of the data by the generator of that degree over GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1 (Reed and Solomon,
/// 1960).
fn reed_solomon(data: &[u8], degree: usize) -> Vec<u8> {
    // The generator's coefficients but the first, which is 1: the product of (x - 2^i).
    let mut generator = vec![0_u8; degree];
    generator[degree - 1] = 1;
    let mut root = 1;
    for _ in 0..degree {
        for i in 0..degree {
            generator[i] = times(generator[i], root) ^ generator.get(i + 1).copied().unwrap_or(0);
        }
        root = times(root, 2);
    }
    let mut rest = vec![0_u8; degree];
    for &word in data {
        let factor = word ^ rest.remove(0);
        rest.push(0);
        for (slot, &coefficient) in rest.iter_mut().zip(&generator) {
            *slot ^= times(coefficient, factor);
        }
    }
    rest
}

/// The product in GF(256).
fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0_u8, |out, bit| {
        let doubled = out << 1 ^ if out >> 7 == 1 { 0x1D } else { 0 };
        doubled ^ if b >> bit & 1 == 1 { a } else { 0 }
    })
}

/// The remainder of `data` times x to the `degree` by a generator, over GF(2): the check bits of format and version.
fn remainder(data: u32, degree: u32, generator: u32) -> u32 {
    (0..degree).fold(data, |rest, _| rest << 1 ^ if rest >> (degree - 1) & 1 == 1 { generator } else { 0 })
        & ((1 << degree) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a code as a camera's program would that sees every module: the mask from the format, the codewords, the text.
    fn check(text: &str, version: usize) {
        let code = Code::new(text.as_bytes()).unwrap();
        assert_eq!(code.side, 17 + 4 * version, "{text:?}");
        let format = (0..15).fold(0_u32, |bits, i| {
            let (x, y) = match i {
                0..=5 => (8, i),
                6 | 7 => (8, i + 1),
                8 => (7, 8),
                _ => (14 - i, 8),
            };
            bits | u32::from(code.dark[y][x]) << i
        }) ^ 0x5412;
        assert_eq!(format >> 13, 1, "level L");
        assert_eq!(format & 0x3FF, remainder(format >> 10, 10, 0x537), "the format's check bits");
        let open = code.masked(format >> 10 & 7);
        let mut blank = Code { dark: Box::new([[false; MOST]; MOST]), ..open.clone() };
        let words = interleave(&pad(text.as_bytes(), version), version);
        blank.write(&words);
        for y in 0..code.side {
            for x in 0..code.side {
                assert!(open.fixed[y][x] || open.dark[y][x] == blank.dark[y][x], "module {x} {y}");
            }
        }
        assert_eq!(words.len(), codewords(version));
    }

    #[test]
    fn codes_hold_their_text() {
        check("https://a.b", 1);
        check("https://example.org/kitchen/?scene=links&lang=ja#v=1&t=36", 4);
        check(&"x".repeat(200), 9);
        check(&"y".repeat(271), 10);
        check(&"z".repeat(858), 20);
        assert!(path(&"z".repeat(859)).is_none());
    }

    /// The example of the standard's annex I: the correction of version 1-M's "01234567", and the check bits of 5.
    #[test]
    fn the_standards_example_comes_out() {
        let data = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17];
        assert_eq!(reed_solomon(&data, 10), [165, 36, 212, 193, 237, 54, 199, 135, 44, 85]);
        assert_eq!(remainder(0b00101, 10, 0x537), 0b00_1101_1100);
        assert_eq!(alignment(7), [6, 22, 38]);
        assert_eq!(alignment(20), [6, 34, 62, 90]);
    }
}
