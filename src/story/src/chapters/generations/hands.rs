//! What the reader takes in hand: the chefs, to another year, the year up to which kitchens race, a part to take out, and how much is carried.

use kitchen_text::{Line, key, msg};

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::race;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;
use crate::sentences::Named as _;

use super::params::{At, Params};
use super::scene::LOOKS;

/// From the first years to all of them: places in the table.
const YEARS: [i64; 5] = [4, 3, 2, 1, 0];
const MISSING: [i64; 3] = [0, 2, 1];
/// Of the strip's width.
const SHARES: [f32; 3] = [3.6, 2.8, 3.6];

fn rails(view: &View<'_>, strip: Area) -> [(Rail, Handle); 3] {
    let of = |at: usize, id, name, place: At, values: &[i64], text: &dyn Fn(i64) -> Line| {
        ruler::railed((view, strip), (&SHARES, at), (id, name), (place as usize, values), text)
    };
    [
        of(0, "year", key::GENERATIONS_HAND_YEAR, At::until, &YEARS, &|value| {
            ruler::choice(view, At::until as usize, value)
        }),
        of(1, "missing", key::GENERATIONS_HAND_MISSING, At::missing, &MISSING, &|value| {
            ruler::choice(view, At::missing as usize, value)
        }),
        of(
            2,
            "size",
            view.either(key::GENERATIONS_HAND_SIZE, key::GENERATIONS_HAND_SIZE_XRAY),
            At::bytes,
            &ruler::LOADS,
            &ruler::load,
        ),
    ]
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>) {
    let Some(strip) = strip else { return };
    ruler::draw(view, list, &rails(view, strip));
}

/// A chip of the newest exchange on the stage: pressed, it is taken out of every exchange, or put back.
fn chip(view: &View<'_>) -> Option<Handle> {
    let on_sale = |run: &kitchen_core::run::Run| {
        let system = run.topology.preset();
        system.switch_chips() > 0 && !system.is_announced() && system.gpus_per_node <= 8
    };
    let run = view.show.runs.iter().rposition(on_sale)?;
    let at = race::place(view, &LOOKS, run, |set| {
        let board = set.machine.board(0);
        [board.right() - board.h.min(board.w * 0.2) * 0.5, board.cy()]
    })?;
    let now = &view.show.scenario;
    let stop = |value: i64, key| Stop { at, text: Line::new(key), leads: leads(now.set(At::missing as usize, value)) };
    Some(Handle {
        id: "chip",
        name: Line::new(view.either(key::GENERATIONS_HAND_CHIP, key::GENERATIONS_HAND_CHIP_XRAY)),
        grip: Grip::Press,
        stops: vec![stop(0, key::GENERATIONS_HAND_WHOLE), stop(1, key::GENERATIONS_HAND_OUT)],
        here: usize::from(now.at(At::missing as usize, 0) == 1),
        things: Vec::new(),
        effect: Some(effect(view, run)),
    })
}

/// The reader's own chefs.
fn chefs(view: &View<'_>) -> Option<Handle> {
    let name = view.either(key::GENERATIONS_HAND_HOME, key::GENERATIONS_HAND_HOME_XRAY);
    let places = [At::home as usize, At::left as usize];
    let said = |kitchen: usize| Line::new(view.show.runs[kitchen].topology.preset().name());
    race::carried(view, &LOOKS, name, places, said, |own| effect(view, own))
}

fn effect(view: &View<'_>, run: usize) -> Line {
    let Params { op, bytes, .. } = Params::of(&view.show.scenario);
    let run = &view.show.runs[run];
    let busbw = op.busbw(run.topology.len(), bytes, run.trace.makespan);
    msg::GenerationsHandBusbw { machine: run.topology.preset().name().into(), busbw }.into()
}

pub(super) fn hands(view: &View<'_>) -> Vec<Handle> {
    let (above, strip) = ruler::split(view);
    let (Some(strip), Some(newest)) = (strip, view.show.runs.len().checked_sub(1)) else { return Vec::new() };
    let rails = rails(view, strip).into_iter().map(|(_, handle)| handle.with_effect(effect(view, newest)));
    chefs(&above).into_iter().chain(chip(&above)).chain(rails).collect()
}
