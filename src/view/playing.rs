//! The run that is played, and how a moment of it is looked at.

use std::ops::Deref;
use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::scenario::link::Lanes;
use kitchen_story::scene::gantt::Chart;
use kitchen_story::scene::stage::Index;
use kitchen_story::show::Show;
use kitchen_story::staged::{Staged, Told};
use kitchen_story::story::pace::Mark;
use kitchen_story::story::{Layer, Readout};
use kitchen_text::Lang;

use crate::page::action::Run;
use crate::page::state::State;
use crate::web::later::after_ms;

/// Routes of a run, each with memory of its own, from which on it is let go of by itself.
const MANY_ROUTES: usize = 1_000;

/// A show that is dropped run by run: freeing a large one takes a while.
#[derive(Debug)]
pub struct SteppedDrop(Show);

impl SteppedDrop {
    pub fn new(show: Show) -> SteppedDrop {
        SteppedDrop(show)
    }
}

impl Deref for SteppedDrop {
    type Target = Show;

    fn deref(&self) -> &Show {
        &self.0
    }
}

impl Drop for SteppedDrop {
    fn drop(&mut self) {
        for run in self.0.runs.drain(..).filter(|run| run.graph.routes.len() > MANY_ROUTES) {
            after_ms(0, move || drop(run));
        }
    }
}

/// The runs that are played, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Playing {
    pub show: Rc<SteppedDrop>,
    pub index: Rc<Index>,
    /// Its numbers.
    pub readout: Rc<Readout>,
    pub network: Network,
}

/// The timeline of a show's links.
#[derive(Clone, Debug)]
pub enum Network {
    /// The show is small: it is made when it is asked for.
    Small,
    /// The worker makes it.
    Coming,
    Here(Rc<Chart>),
}

impl Playing {
    /// A show on the stage with what its page says of it, told as the reader has it.
    pub fn of(staged: Staged, network: Network, state: &State) -> (Playing, Run, Told) {
        let Staged { show, index, mut told } = staged;
        let (script, timeline) = (std::mem::take(&mut told.script), std::mem::take(&mut told.timeline));
        let left = state.left_by(&show);
        let run = Run::new(show.scenario.clone(), script, timeline, left, state.voice());
        let readout = Rc::new(std::mem::take(&mut told.readout));
        (Playing { show: Rc::new(SteppedDrop::new(show)), index: Rc::new(index), readout, network }, run, told)
    }

    /// The timeline with a lane for each of those; of chefs while that of links is coming, or there is none.
    pub fn chart(&self, lanes: Lanes) -> Rc<Chart> {
        match (&self.network, lanes) {
            _ if self.show.is_alone() => Rc::new(Chart::new(&self.show, Lanes::Chefs)),
            (Network::Here(chart), Lanes::Links) => Rc::clone(chart),
            (Network::Coming, _) => Rc::new(Chart::new(&self.show, Lanes::Chefs)),
            _ => Rc::new(Chart::new(&self.show, lanes)),
        }
    }
}

/// How a moment is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    pub at: Time,
    /// Simulated time that passes in a second of the reader's.
    pub scale: Time,
    /// Whether the run is slowed down or cut short.
    pub mark: Mark,
    pub lang: Lang,
    pub layer: Layer,
    /// The palette's name.
    pub theme: &'static str,
}
