//! The specialists around their machine, each with the pile of bowls that lie at its place: in the colours of those that they ask
//! for, then its own work, then what is back and what is still awaited; on the way back the same with their reports.

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::handle::Handle;
use crate::scene::hub::{self, Set};
use crate::scene::index::RunIndex;
use crate::scene::label;
use crate::scene::machine::Machine;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::show::Show;
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Bytes;
use kitchen_text::{Line, Number, msg};

use super::hands;
use super::own::{Look, Own};
use super::pile::{self, DRAWN, Place};
use super::points;
use super::run::FAVOURED;
use super::shelf;

/// The part of a chef's cell that its pile takes.
const PILE: f32 = 0.46;

pub(super) const PICTURE: Prepare = stage::prepare::<Own>;

impl Picture for Own {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Own> {
        Own::new(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        let (above, strip) = hands::split(view);
        backdrop(&above, list, self);
        if let Some(set) = set(&above) {
            shelf::draw(&above, list, self, |chef| place(&above, &set, self, chef));
            points::draw(view, list, |chef| set.machine.page(chef));
        }
        hands::draw(view, list, strip, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(&hands::split(view).0, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        let mut all = hands::hands(view, self);
        if let Some(set) = set(&hands::split(view).0) {
            all.extend(points::hands(view, |chef| set.machine.page(chef), self.busiest));
        }
        all
    }
}

fn floor(view: &View<'_>) -> Area {
    let header = stage::header_height(view.size);
    let below = if view.compact() { 4.0 } else { view.text_size() * 1.9 };
    let (w, free) = (view.size[0] - 12.0, (view.size[1] - header - 2.0 - below).max(1.0));
    // On a stage that stands, two rows: with three, signs of a way would lie on a pile.
    let h = free.min(w * 0.9);
    Area::new(6.0, header + 2.0 + (free - h) / 2.0, w, h)
}

fn set<'a>(view: &View<'a>) -> Option<Set<'a>> {
    let (run, index) = (view.show.runs.first()?, view.index.runs.first()?);
    let machine = Machine::new(run, index, floor(view), PILE, view.is_xray());
    Some(Set { run, index, machine, xray: view.is_xray(), chips: false, craft: None })
}

/// Where a chef's pile stands.
fn place(view: &View<'_>, set: &Set<'_>, own: &Own, chef: usize) -> Place {
    let (cell, foot) = (set.machine.page(chef), set.machine.chef(chef)[1]);
    let bottom = foot.min(cell.bottom() - 2.0);
    let area = Area::new(cell.x, cell.y + 1.0, cell.w, (bottom - cell.y - 1.0).max(1.0));
    let text = view.text_size().min(area.w * 0.24).within(11.0, 22.0);
    Place { area, text, shelf: own.room.map(|_| pile::rows(own.room)) }
}

/// Where the pile of the first page's favourite stands.
pub(super) fn favoured(view: &View<'_>, own: &Own) -> Option<Place> {
    let above = hands::split(view).0;
    let set = set(&above)?;
    Some(place(&above, &set, own, FAVOURED[0]))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    stage::room(view, list, view.area(), stage::header_height(view.size) * 0.98);
    let Some(set) = set(view) else { return };
    hub::backdrop(list, &set);
    if let Some(facts) = set.index.narrow_way {
        label::ways(view, list, &facts);
    }
    if !view.compact() {
        unit(view, list, own);
    }
}

/// What a drawn bowl stands for.
fn unit(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let each = f64::from(own.whole / DRAWN);
    let line = if view.is_xray() {
        Line::from(msg::ExpertsSceneUnitXray { bytes: Bytes((each * own.token_bytes as f64) as u64) })
    } else {
        Line::from(msg::ExpertsSceneUnit { n: Number(each, 0) })
    };
    let size = (view.text_size() * 0.9).max(11.0);
    let [w, h] = view.size;
    let said = line.say(view.lang);
    let style = TextStyle::new(size, Token::Text).end().within(w * 0.3);
    let y = h - view.text_size() * 0.8;
    if !view.is_xray() {
        let wide = text_width(&said, size, false).min(w * 0.3);
        let scale = size / 30.0;
        pile::one(list, [w - view.text_size() - wide - 26.0 * scale, y - size * 0.3], scale, Look::Plain);
    }
    list.write(style, w - view.text_size(), y, format_args!("{said}"));
}

fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    if let Some(set) = set(view) {
        let t = view.playhead.min(set.index.makespan);
        for chef in 0..set.machine.gpus {
            let bytes = set.xray.then_some(own.token_bytes);
            let held = own.pile(set.run, set.index, chef, t);
            pile::draw(list, place(view, &set, own, chef), &held, own.whole / DRAWN, bytes);
        }
        hub::frame(view, list, &set, &mut |list, task, at, scale| {
            let specialist = usize::from(set.run.graph.labels[task as usize].micro_batch);
            let scale = (scale * 0.9).max(0.3);
            let is_report = set.run.graph.labels[task as usize].kind == Kind::ActivationGradient;
            if set.xray {
                cast::packet(list, at, scale, specialist, !is_report);
            } else if is_report {
                list.art(&props::REPORT, at[0], at[1], scale, cast::pair(specialist));
            } else {
                list.art(&props::BOWL, at[0], at[1], scale, cast::pair(specialist));
            }
        });
        for chef in 0..set.machine.gpus {
            band(list, &set, chef);
        }
    }
    stage::clock(view, list);
}

/// The colour of a chef's specialty, across its counter or its chip.
fn band(list: &mut DisplayList, set: &Set<'_>, chef: usize) {
    let ([x, y], s) = (set.machine.chef(chef), set.machine.scale);
    let style = Style::fill(hue(chef)).outline(Token::Ink, (s * 1.6).within(0.5, 1.4));
    if set.xray {
        let chip = set.machine.chip(chef);
        list.rect(chip.x, chip.bottom() - 4.0, chip.w, 4.0, 1.0, Style::fill(hue(chef)));
    } else {
        list.rect(x - 42.0 * s, y - 36.0 * s, 84.0 * s, 9.0 * s, 1.0, style);
    }
}
