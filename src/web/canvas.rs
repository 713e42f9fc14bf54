//! A canvas's size in device pixels.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::dom::window;

/// Above this a canvas costs more memory than sharpness is worth.
const MAX_SIDE_PX: f64 = 8192.0;

/// A canvas's size: CSS pixels, and device pixels for each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    pub width: f64,
    pub height: f64,
    pub scale: f64,
}

/// The size that a canvas has in the layout now.
pub fn layout_size(canvas: &HtmlCanvasElement) -> Size {
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    let longest = width.max(height).max(1.0);
    let scale = window().device_pixel_ratio().clamp(0.5, 4.0).min(MAX_SIDE_PX / longest);
    Size { width, height, scale }
}

/// Gives a canvas as many pixels as its size needs; setting the same number again would clear it for nothing.
pub fn fit(canvas: &HtmlCanvasElement, size: Size) {
    let (width, height) = ((size.width * size.scale).round() as u32, (size.height * size.scale).round() as u32);
    if canvas.width() != width || canvas.height() != height {
        canvas.set_width(width);
        canvas.set_height(height);
    }
}

/// The canvas's drawing context; a browser without one is too old for the page.
pub fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}
