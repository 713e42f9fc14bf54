//! Kitchens that the reader closes by hand: which, and after how many hours. A link holds them as `HOUR-KITCHEN`, with points between.

use kitchen_core::faults::Named;
use kitchen_core::units::Time;

use crate::chapters::mishaps::params::Params;
use crate::scenario::Scenario;

use super::city::{HOUR, SPAN};

/// The name in links.
pub(in crate::chapters::mishaps) const MADE: &str = "closed";
/// As many at most.
const MOST: usize = 8;

/// One of them, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chapters::mishaps) struct Closing {
    pub(in crate::chapters::mishaps) hour: u32,
    pub(in crate::chapters::mishaps) kitchen: u32,
}

impl Closing {
    pub(super) fn at(self) -> Time {
        Time(u64::from(self.hour) * HOUR)
    }
}

/// Those that a scenario names, in its order. What is no kitchen of its city, or no hour of the three days, is passed over.
pub(in crate::chapters::mishaps) fn read(scenario: &Scenario) -> Vec<Closing> {
    let params = Params::of(scenario);
    let one = |text: &str| {
        let (hour, kitchen) = text.split_once('-')?;
        let (hour, kitchen): (u32, u32) = (hour.parse().ok()?, kitchen.parse().ok()?);
        let is_there = (1..=params.kitchens + params.spares).contains(&kitchen) && (1..HOURS).contains(&hour);
        is_there.then_some(Closing { hour, kitchen: kitchen.saturating_sub(1) })
    };
    let mut all: Vec<Closing> = Vec::new();
    for closing in scenario.made.split('.').filter_map(one) {
        if all.len() < MOST && !all.contains(&closing) {
            all.push(closing);
        }
    }
    all
}

/// The hours that are looked at.
pub(in crate::chapters::mishaps) const HOURS: u32 = (SPAN.0 / HOUR) as u32;

/// The same scenario with these instead.
pub(in crate::chapters::mishaps) fn write(scenario: &Scenario, all: &[Closing]) -> Scenario {
    let one = |closing: &Closing| [closing.hour.to_string(), (closing.kitchen + 1).to_string()].join("-");
    let all: Vec<String> = all.iter().take(MOST).map(one).collect();
    scenario.clone().making(all.join("."))
}

/// As the engine takes them.
pub(super) fn named(all: &[Closing]) -> Vec<Named> {
    all.iter().map(|closing| Named { at: closing.at(), server: closing.kitchen }).collect()
}
