//! A chef's shelf: what it holds, what finds no room, and the same as a GPU's memory.

use std::fmt::Write as _;

use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::index::RunIndex;
use crate::scene::palette::Token;
use crate::scene::stage::View;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, TaskId};
use kitchen_core::units::Time;
use kitchen_text::msg;

/// Micro-batches whose activations a stage keeps at `t`: gone forward, not yet back.
pub(super) struct Held {
    first: [usize; HELD],
    pub(super) count: usize,
}

/// Jars that the rack shows, and jars that are told apart at all.
const RACK: usize = 6;
const HELD: usize = RACK + 4;

pub(super) fn held(run: &Run, index: &RunIndex, gpu: GpuId, t: Time) -> Held {
    let mut held = Held { first: [0; HELD], count: 0 };
    let tasks = index.read(run).computes(gpu);
    for &task in tasks {
        let label = run.graph.labels[task as usize];
        if label.kind != Kind::Forward || run.trace.end[task as usize] > t {
            continue;
        }
        let is_back = |&&other: &&TaskId| {
            let o = run.graph.labels[other as usize];
            let is_last = matches!(o.kind, Kind::Backward | Kind::BackwardWeight);
            is_last && (o.micro_batch, o.chunk) == (label.micro_batch, label.chunk)
        };
        if tasks.iter().find(is_back).is_some_and(|&back| run.trace.end[back as usize] <= t) {
            continue;
        }
        if held.count < held.first.len() {
            held.first[held.count] = cast::batch_of(label.micro_batch).unwrap_or(0);
        }
        held.count += 1;
    }
    held
}

/// The rack: a jar for each micro-batch kept, two to a board; books (weights and optimizer state) where memory has no room
/// for jars; a number where more are kept than there are places to draw.
pub(super) fn shelf(list: &mut DisplayList, foot: Point, s: f32, held: &Held, places: usize) {
    let place = |slot: usize| {
        let (board, side) = (slot / 2, slot % 2);
        (foot[0] + (side as f32 - 0.5) * 15.0 * s, foot[1] + (-61.0 - board as f32 * 33.0) * s)
    };
    for slot in places.min(RACK)..RACK {
        let (x, y) = place(slot);
        for (book, token) in [Token::SteelDark, Token::Apron, Token::Steel].into_iter().enumerate() {
            let left = x + (book as f32 * 4.2 - 6.2) * s;
            list.rect(left, y - 21.0 * s, 3.8 * s, 21.0 * s, 0.8, Style::fill(token).outline(Token::Ink, 0.7));
        }
    }
    let on_rack = held.count.min(places);
    for (slot, &n) in held.first.iter().take(on_rack.min(RACK)).enumerate() {
        let (x, y) = place(slot);
        cast::jar(list, x, y, s, n);
    }
    if on_rack > RACK {
        let (x, y) = (foot[0], foot[1] - 150.0 * s);
        let style = Style::fill(Token::Card).outline(Token::CardLine, 1.0);
        list.rect(x - 13.0 * s, y - 10.0 * s, 26.0 * s, 17.0 * s, 5.0 * s, style);
        let style = TextStyle::new(12.0 * s, Token::Text).bold().middle().within(24.0 * s);
        list.write(style, x, y + 3.0 * s, format_args!("+{}", on_rack - RACK));
    }
}

/// Jars for which the shelf has no room: on the floor before the counter, ringed; how many, on a tag over the shelf.
pub(super) fn spilled(view: &View<'_>, list: &mut DisplayList, foot: Point, s: f32, held: &Held, places: usize) {
    let over = held.count.saturating_sub(places);
    if over == 0 {
        return;
    }
    let shown = over.min(4);
    let (left, y) = (foot[0] - 74.0 * s, foot[1] + 15.0 * s);
    for place in 0..shown {
        let x = left + place as f32 * 21.0 * s;
        list.ellipse(x, y - 1.0 * s, 11.0 * s, 4.6 * s, Style::line(Token::Hue1, 2.6 * s.max(0.7)));
        cast::jar(list, x, y, s * 1.15, held.first.get(places + place).copied().unwrap_or(0));
    }
    let size = (14.0 * s).max(11.0);
    let (w, y) = (size * 2.1, foot[1] - 165.0 * s);
    let x = (foot[0] - 70.0 * s - w / 2.0).within(1.0, view.size[0] - w - 1.0);
    list.rect(x, y - size * 1.15, w, size * 1.55, size * 0.4, Style::fill(Token::Accent));
    let style = TextStyle::new(size, Token::OnAccent).bold().middle().within(w - 2.0);
    list.write(style, x + w / 2.0, y, format_args!("+{over}"));
}

/// The same in the x-ray: more than the HBM holds.
pub(super) fn out_of_memory(view: &View<'_>, list: &mut DisplayList, chip: Area, over: u64) {
    list.rect(chip.x - 2.0, chip.y - 2.0, chip.w + 4.0, chip.h + 4.0, 6.0, Style::line(Token::Hue1, 4.0));
    let size = (chip.w * 0.085).max(11.0);
    let whole = |out: &mut String| msg::PipelineStageOutOfMemory { n: over as i64 }.say_into(view.lang, out);
    let fits = list.width_of(size, whole) <= chip.w;
    let said = |out: &mut String| if fits { whole(out) } else { _ = write!(out, "+{over} GB") };
    let w = list.width_of(size, said) + 10.0;
    let y = chip.bottom() + size * 1.5;
    list.rect(chip.cx() - w / 2.0, y - size * 1.2, w, size * 1.7, size * 0.4, Style::fill(Token::Accent));
    let style = TextStyle::new(size, Token::OnAccent).bold().middle().within(w - 6.0);
    list.write_with(style, chip.cx(), y + size * 0.06, said);
}
