//! The two chefs on one clock: which is which, and what each is at.

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::palette::{Token, hue, on_hue};
use kitchen_core::sim::task::GpuId;
use kitchen_core::units::Time;

use super::run::Both;

/// The pass that a GPU is in, and how far it has come; none once all is done.
pub(super) fn pass_at(both: &Both, gpu: GpuId, t: Time) -> Option<(usize, f32)> {
    let trace = &both.clock.trace;
    let spans = both.clock.spans.iter().enumerate();
    let task = spans.filter(|(_, span)| span.gpu == gpu).map(|(task, _)| task).find(|&task| t < trace.end[task])?;
    let (start, end) = (trace.start[task], trace.end[task]);
    Some((task, (t.saturating_sub(start).0 as f64 / (end - start).0.max(1) as f64) as f32))
}

/// The number of a side, in its colour.
pub(super) fn badge(list: &mut DisplayList, [x, y]: [f32; 2], r: f32, i: usize) {
    let n = COLORS[i];
    list.ellipse(x, y, r, r, Style::fill(hue(n)).outline(Token::Ink, 1.6));
    let size = (r * 1.5).max(LEAST_TEXT);
    let style = TextStyle::new(size, on_hue(n)).bold().middle();
    list.write(style, x, y + size * 0.36, format_args!("{}", i + 1));
}

/// The hues of the side that answers and of the one that learns.
const COLORS: [usize; 2] = [3, 5];
