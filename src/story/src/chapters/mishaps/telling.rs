//! Which of three subjects a scenario is about, and so who tells of it: the nights of a city, a step of two kitchens, streets on which
//! something breaks.

use kitchen_text::Line;

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Facts, Teller};
use crate::story::{Gate, Layered, Readout, Script, Verdict};

use super::night::{self, Night};
use super::params::{Mishap, Params};
use super::step::{self, Steps};
use super::streets::{self, Districts};

pub(super) fn opening(show: &Show) -> Vec<Line> {
    if let Some(night) = Night::of(show) {
        return night::telling::opening(&night);
    }
    Districts::of(show).map_or_else(
        || step::telling::opening(Params::of(&show.scenario)),
        |districts| streets::telling::opening(&districts),
    )
}

pub(super) fn script(show: &Show) -> Script {
    let mut teller = Teller::default();
    if let Some(night) = Night::of(show) {
        night::telling::script(&night, &mut teller);
    } else if let Some(steps) = Steps::of(show) {
        step::telling::script(&steps, &mut teller);
        if let Some(run) = show.runs.first() {
            let (facts, all) = (Facts::new(run), run.topology.gpus.len());
            teller.meanwhile(Layered::of(facts.now(all), facts.now_xray(all)));
        }
    } else if let Some(districts) = Districts::of(show) {
        streets::telling::script(&districts, &mut teller);
    }
    teller.finish(show.makespan())
}

pub(super) fn readout(show: &Show) -> Readout {
    if let Some(night) = Night::of(show) {
        return night::telling::readout(&night);
    }
    if let Some(districts) = Districts::of(show) {
        return streets::telling::readout(&districts);
    }
    Steps::of(show).map_or_else(Readout::default, |steps| step::telling::readout(&steps))
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    match params.mishap {
        Mishap::Kitchen => night::telling::gate(params),
        mishap if mishap.is_step() => step::telling::gate(params),
        mishap => streets::telling::gate(mishap),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let params = Params::of(scenario);
    match params.mishap {
        Mishap::Kitchen => night::telling::verdict(params),
        mishap if mishap.is_step() => step::telling::verdict(scenario),
        _ => streets::telling::verdict(scenario),
    }
}
