//! Gradient descent on a small model, every number of it: forward, loss, backward, update, over and over. `+ - * /` and square
//! roots alone, so that a run is the same bit for bit on every machine.
//!
//! How many steps does gradient descent take to come within 1 % of the least loss?
//!
//! ```
//! use kitchen_descent::Plan;
//! use kitchen_descent::model::{Dataset, Model};
//!
//! let run = Plan::of(Model::OneLayer, Dataset::Different).run().unwrap();
//! for step in run.steps.iter().take(3) {
//!     println!("loss {:.3} at {:?}, slopes {:?}", step.loss, step.parameters, step.gradient);
//! }
//! assert!(run.steps[1].loss < run.steps[0].loss);
//! assert!(run.settled(0.01).is_some_and(|steps| steps < 20));
//! ```
//!
//! A parameter is a weight of the model (and, with two layers, its bias), an example of the data is a sample with inputs and a target,
//! the loss is the mean squared error.
//!
//! * [`model`]: the models; `tape`: reverse-mode differentiation; [`surface`], [`curvature`]: the loss over two parameters, and its Hessian;
//! * [`check`]: a step by hand beside the step that is right; [`together`]: many replicas.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod check;
pub mod curvature;
pub mod model;
pub mod surface;
pub mod tape;
pub mod together;

#[cfg(test)]
mod tests;

use curvature::Curvature;
use model::{Dataset, Forward, Model};

/// The bound from which a run counts as diverged: no parameter's magnitude may be larger.
pub const MAX_PARAMETER: f64 = 50.0;

/// The most steps of one run.
pub const MAX_STEPS: u32 = 1000;

/// The least and the largest learning rate.
pub const RATES: [f64; 2] = [0.001, 1.0];

/// The largest momentum: at 1 nothing would ever slow down.
pub const MAX_MOMENTUM: f64 = 0.99;

/// Whose errors a step looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Batch {
    /// All samples: the gradient itself.
    #[default]
    All,
    /// One sample a step, drawn anew each time: stochastic gradient descent.
    One { seed: u64 },
}

impl Batch {
    /// The samples of a step.
    fn samples(self, step: u32, samples: usize) -> Vec<usize> {
        match self {
            Batch::All => (0..samples).collect(),
            Batch::One { seed } => {
                let drawn = split_mix(seed.wrapping_add((u64::from(step) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                vec![(((drawn >> 32) * samples as u64) >> 32) as usize]
            }
        }
    }
}

/// SplitMix64's mixing of a counter (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) fn split_mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What is wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DescentError {
    /// A number is not from `low` to `high`, both included.
    Range { what: &'static str, low: f64, high: f64, decimals: u8 },
    /// There have to be as many numbers as the model has parameters.
    Count { parameters: usize },
}

impl DescentError {
    /// Bounds that are whole numbers.
    const fn range(what: &'static str, low: f64, high: f64) -> DescentError {
        DescentError::Range { what, low, high, decimals: 0 }
    }
}

/// What is to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub model: Model,
    pub dataset: Dataset,
    /// The parameters before the first step.
    pub start: Vec<f64>,
    /// The learning rate η.
    pub rate: f64,
    /// The share of the last update that carries on, β: `update = β × last update − η × gradient` (Polyak's heavy ball).
    pub momentum: f64,
    pub batch: Batch,
    pub steps: u32,
    /// The parameters to which the first step leads, where somebody takes it by hand in place of the gradient. What follows is the
    /// gradient's again, and momentum carries on whatever was taken.
    pub first: Option<Vec<f64>>,
}

impl Plan {
    /// The usual run of a model on a dataset. One layer: it settles within twenty steps, and diverges at twice the rate; where the
    /// features are alike it zigzags down a valley. Two layers: the loss falls at every step.
    pub fn of(model: Model, dataset: Dataset) -> Plan {
        let (start, rate): (&[f64], f64) = match (model, dataset) {
            // The first weight far too large, the last one zero: the first update takes off the one and adds to the other.
            (Model::OneLayer, Dataset::Different) => (&[7.5, 5.0, 0.0], 0.1),
            // High on the valley's wall, far from the lowest point of its floor.
            (Model::OneLayer, Dataset::Alike) => (&[7.0, 5.0, 3.0], 0.1),
            (Model::TwoLayer, _) => (&[0.5, 0.2, 0.1, 0.1, 0.3, 0.5, 6.0, 6.0, 2.0], 0.02),
        };
        let batch = Batch::default();
        Plan { model, dataset, start: start.to_vec(), rate, momentum: 0.0, batch, steps: 20, first: None }
    }

    /// Takes all steps, or those up to the one that diverges.
    ///
    /// O(steps × samples × parameters).
    ///
    /// # Errors
    /// A number of the plan is out of its range.
    pub fn run(self) -> Result<Descent, DescentError> {
        self.check()?;
        let mut steps: Vec<Step> = Vec::with_capacity(self.steps as usize + 1);
        let mut end = End::Done;
        let mut parameters = self.start.clone();
        let mut carried = vec![0.0; parameters.len()];
        for at in 0..=self.steps {
            let step = self.step(at, parameters, carried);
            parameters = step.parameters.iter().zip(&step.update).map(|(value, update)| value + update).collect();
            carried = step.update.iter().map(|update| self.momentum * update).collect();
            let over = step.parameters.iter().position(|value| value.abs() > MAX_PARAMETER);
            steps.push(step);
            if let Some(parameter) = over {
                end = End::Diverged { step: at as usize, parameter };
                break;
            }
        }
        let curvature = (self.model == Model::OneLayer).then(|| Curvature::of(self.dataset));
        Ok(Descent { plan: self, steps, end, curvature })
    }

    /// The forward pass with `parameters` over that step's batch.
    fn forward(&self, step: u32, parameters: &[f64]) -> Forward {
        self.model.forward(parameters, self.dataset, &self.batch.samples(step, self.dataset.samples().len()))
    }

    fn step(&self, at: u32, parameters: Vec<f64>, carried: Vec<f64>) -> Step {
        let forward = self.forward(at, &parameters);
        let by = forward.backward();
        let gradient: Vec<f64> = forward.parameters.iter().map(|id| by.by(*id)).collect();
        let update = match self.first.as_ref().filter(|_| at == 0) {
            Some(to) => to.iter().zip(&parameters).map(|(to, from)| to - from).collect(),
            None => self.report(&carried, &gradient),
        };
        let samples = self.dataset.samples();
        Step {
            batch: self.batch.samples(at, samples.len()),
            predictions: samples.iter().map(|sample| self.model.predict(&parameters, sample)).collect(),
            loss: self.model.loss(&parameters, self.dataset),
            batch_loss: forward.tape.value(forward.loss),
            parameters,
            gradient,
            carried,
            update,
        }
    }

    /// What the gradient says to add to the parameters.
    fn report(&self, carried: &[f64], gradient: &[f64]) -> Vec<f64> {
        carried.iter().zip(gradient).map(|(carried, slope)| carried - self.rate * slope).collect()
    }

    /// The parameters to which a step leads by its gradient, whatever was taken in its place.
    pub fn by_report(&self, step: &Step) -> Vec<f64> {
        let update = self.report(&step.carried, &step.gradient);
        step.parameters.iter().zip(update).map(|(value, update)| value + update).collect()
    }

    fn check(&self) -> Result<(), DescentError> {
        self.model.check(&self.start)?;
        self.first.as_ref().map_or(Ok(()), |first| self.model.check(first))?;
        let [low, high] = RATES;
        if !(low..=high).contains(&self.rate) {
            return Err(DescentError::Range { what: "rate", low, high, decimals: 3 });
        }
        let high = MAX_MOMENTUM;
        if !(0.0..=high).contains(&self.momentum) {
            return Err(DescentError::Range { what: "momentum", low: 0.0, high, decimals: 2 });
        }
        if !(1..=MAX_STEPS).contains(&self.steps) {
            return Err(DescentError::range("steps", 1.0, f64::from(MAX_STEPS)));
        }
        Ok(())
    }
}

impl Model {
    /// Whether these can be the parameters.
    fn check(self, parameters: &[f64]) -> Result<(), DescentError> {
        if parameters.len() != self.parameters().len() {
            return Err(DescentError::Count { parameters: self.parameters().len() });
        }
        if parameters.iter().any(|value| !(-MAX_PARAMETER..=MAX_PARAMETER).contains(value)) {
            return Err(DescentError::range("parameters", -MAX_PARAMETER, MAX_PARAMETER));
        }
        Ok(())
    }
}

/// One step: the parameters, what the model gave with them, and the gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Before the update.
    pub parameters: Vec<f64>,
    /// Of every sample of the dataset.
    pub predictions: Vec<f64>,
    /// Of the whole dataset.
    pub loss: f64,
    /// The samples that this step's gradient is of.
    pub batch: Vec<usize>,
    /// Of the batch.
    pub batch_loss: f64,
    /// The derivatives of the batch's loss by each parameter.
    pub gradient: Vec<f64>,
    /// What is left of the last update: momentum times it.
    pub carried: Vec<f64>,
    /// What is added to the parameters: `carried − rate × gradient`, or as the plan's `first` says. Of the last step it is not taken
    /// any more.
    pub update: Vec<f64>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Done,
    /// It diverged: at that step, the last of the history, that parameter is beyond [`MAX_PARAMETER`].
    Diverged {
        step: usize,
        parameter: usize,
    },
}

/// A whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    pub plan: Plan,
    /// Step 0 is the start; one more than updates were taken.
    pub steps: Vec<Step>,
    pub end: End,
    /// For the one-layer model, whose loss is a quadratic.
    pub curvature: Option<Curvature>,
}

impl Descent {
    /// The tape of a step's batch, for its sheets; nothing where the run has no such step.
    pub fn forward(&self, step: usize) -> Option<Forward> {
        self.steps.get(step).map(|own| self.plan.forward(step as u32, &own.parameters))
    }

    /// The first step from which on the loss stays within `share` (0.01: 1 %) of what it stood above the least loss at the
    /// start. Nothing where that does not happen, or where the least loss is not known.
    pub fn settled(&self, share: f64) -> Option<usize> {
        let floor = self.curvature.as_ref()?.floor;
        let limit = floor + share * (self.steps[0].loss - floor);
        let first = self.steps.iter().rposition(|step| step.loss > limit).map_or(0, |last| last + 1);
        (first < self.steps.len() && self.end == End::Done).then_some(first)
    }

    /// A 64-bit digest of every number of every step, bit for bit: FNV-1a over little-endian bytes (Fowler, Noll, Vo).
    pub fn digest(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for step in &self.steps {
            let columns = [&step.parameters, &step.predictions, &step.gradient, &step.carried, &step.update];
            let numbers = columns.into_iter().flatten().chain([&step.loss, &step.batch_loss]);
            for byte in numbers.flat_map(|number| number.to_bits().to_le_bytes()) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash
    }
}
