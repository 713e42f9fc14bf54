//! A link as a QR code, so that a class gets to the same moment by its phones.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// The largest version: 97 modules a side, 858 bytes. A phone at the back of a room reads no finer one off a screen.
const MOST: u8 = 20;

/// The dark modules as the data of an SVG path, one unit a module, and how many modules a side has; without the quiet zone.
/// A screen is neither torn nor dirty, so the code corrects as much as its size gives for nothing. `None` for texts of more
/// than 858 bytes.
pub fn path(text: &str) -> Option<(String, usize)> {
    let bytes = [QrSegment::make_bytes(text.as_bytes())];
    let code =
        QrCode::encode_segments_advanced(&bytes, QrCodeEcc::Low, Version::MIN, Version::new(MOST), None, true).ok()?;
    let side = code.size();
    let mut out = String::new();
    for y in 0..side {
        let mut x = 0;
        while x < side {
            let from = x;
            while code.get_module(x, y) {
                x += 1;
            }
            if x > from {
                let _ = write!(out, "M{from} {y}h{}v1H{from}z", x - from);
            }
            x += 1;
        }
    }
    Some((out, side.unsigned_abs() as usize))
}
