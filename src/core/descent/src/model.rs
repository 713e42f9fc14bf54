//! The data and the models: samples, what is learned, and the way forward from parameters to their loss.

use super::tape::{Gradient, Id, Tape, softsign};

/// The features' ids, in the order of [`Sample::inputs`].
pub const FEATURES: [&str; 3] = ["salt", "vinegar", "sugar"];

/// The one-layer model's bias, which is not learned.
pub const BIAS: f64 = 2.0;

/// One example of the data: its inputs, one a feature, and what the model is to give for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// By feature.
    pub inputs: [f64; 3],
    /// What the prediction should be.
    pub target: f64,
}

const fn sample(a: f64, b: f64, c: f64, target: f64) -> Sample {
    Sample { inputs: [a, b, c], target }
}

/// The data set: six samples. None has both the second feature and one of the others, so that the loss is a sum of two: one of the first
/// and third parameters, one of the second. A surface over those two has the same shape wherever the second stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dataset {
    /// The first and third features are told apart.
    #[default]
    Different,
    /// They are nearly collinear: one weight for the other hardly changes anything, and the surface is a valley.
    Alike,
}

const DIFFERENT: [Sample; 6] = [
    sample(3.0, 0.0, 1.0, 16.0),
    sample(3.0, 0.0, 2.0, 18.0),
    sample(2.0, 0.0, 3.0, 21.0),
    sample(1.0, 0.0, 3.0, 16.0),
    sample(0.0, 2.0, 0.0, 6.5),
    sample(0.0, 3.0, 0.0, 7.5),
];

const ALIKE: [Sample; 6] = [
    sample(3.0, 0.0, 3.0, 24.0),
    sample(3.0, 0.0, 2.0, 18.0),
    sample(2.0, 0.0, 3.0, 21.0),
    sample(3.0, 0.0, 2.0, 19.0),
    sample(0.0, 2.0, 0.0, 6.5),
    sample(0.0, 3.0, 0.0, 7.5),
];

impl Dataset {
    pub const ALL: [Dataset; 2] = [Dataset::Different, Dataset::Alike];

    pub const fn id(self) -> &'static str {
        match self {
            Dataset::Different => "different",
            Dataset::Alike => "alike",
        }
    }

    pub fn from_id(id: &str) -> Option<Dataset> {
        Dataset::ALL.into_iter().find(|dataset| dataset.id() == id)
    }

    pub const fn samples(self) -> &'static [Sample; 6] {
        match self {
            Dataset::Different => &DIFFERENT,
            Dataset::Alike => &ALIKE,
        }
    }
}

/// The model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// `prediction = bias + Σ inputs × weights`: linear, three parameters.
    #[default]
    OneLayer,
    /// `prediction = bias + Σ mix × softsign(Σ inputs × weights)` over two hidden units: nine parameters in two layers.
    TwoLayer,
}

const ONE_LAYER: &[&str] = &FEATURES;
const TWO_LAYER: &[&str] =
    &["salt-1", "vinegar-1", "sugar-1", "salt-2", "vinegar-2", "sugar-2", "mix-1", "mix-2", "base"];

const HIDDEN_UNITS: usize = 2;
const FIRST_OUTPUT: usize = 6;
const BIAS_PLACE: usize = 8;

/// What a value on a model's tape is; samples and hidden units from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Of [`Model::parameters`].
    Parameter(usize),
    Bias,
    Input {
        sample: usize,
        feature: usize,
    },
    Target(usize),
    /// A parameter times what it is multiplied by for this sample.
    Term {
        sample: usize,
        parameter: usize,
    },
    /// A hidden unit's sum for this sample.
    Hidden {
        sample: usize,
        unit: usize,
    },
    /// The same after the softsign.
    Activation {
        sample: usize,
        unit: usize,
    },
    Prediction(usize),
    /// Prediction − target.
    Error(usize),
    Squared(usize),
    Loss,
}

impl Name {
    /// The name in a formula, in the words of who reads it; samples and hidden units from 1.
    pub fn write(self, model: Model) -> String {
        match self {
            Name::Parameter(at) => model.parameters()[at].to_owned(),
            Name::Bias => "base".to_owned(),
            Name::Input { sample, feature } => format!("sense[{}].{}", sample + 1, FEATURES[feature]),
            Name::Target(sample) => format!("wish[{}]", sample + 1),
            Name::Term { sample, parameter } => format!("term[{}].{}", sample + 1, model.parameters()[parameter]),
            Name::Hidden { sample, unit } => format!("pot[{}].{}", sample + 1, unit + 1),
            Name::Activation { sample, unit } => format!("soft[{}].{}", sample + 1, unit + 1),
            Name::Prediction(sample) => format!("taste[{}]", sample + 1),
            Name::Error(sample) => format!("error[{}]", sample + 1),
            Name::Squared(sample) => format!("squared[{}]", sample + 1),
            Name::Loss => "loss".to_owned(),
        }
    }
}

/// A forward pass: every value on the way to the loss.
#[derive(Clone, Debug, PartialEq)]
pub struct Forward {
    pub tape: Tape<Name>,
    pub parameters: Vec<Id>,
    /// The mean of the squared errors.
    pub loss: Id,
}

impl Forward {
    /// Backward: the derivative of the loss by every value.
    pub fn backward(&self) -> Gradient {
        self.tape.backward(self.loss)
    }
}

impl Model {
    pub const ALL: [Model; 2] = [Model::OneLayer, Model::TwoLayer];

    pub const fn id(self) -> &'static str {
        match self {
            Model::OneLayer => "one-layer",
            Model::TwoLayer => "two-layer",
        }
    }

    pub fn from_id(id: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.id() == id)
    }

    /// The parameters' ids, in the order of every list of numbers here.
    pub const fn parameters(self) -> &'static [&'static str] {
        match self {
            Model::OneLayer => ONE_LAYER,
            Model::TwoLayer => TWO_LAYER,
        }
    }

    /// The prediction for a sample, without a tape.
    pub fn predict(self, parameters: &[f64], sample: &Sample) -> f64 {
        let weighted =
            |values: &[f64]| values.iter().zip(sample.inputs).fold(0.0, |sum, (value, input)| sum + value * input);
        match self {
            Model::OneLayer => {
                parameters.iter().zip(sample.inputs).fold(BIAS, |sum, (value, input)| sum + value * input)
            }
            Model::TwoLayer => (0..HIDDEN_UNITS).fold(parameters[BIAS_PLACE], |sum, unit| {
                sum + parameters[FIRST_OUTPUT + unit] * softsign(weighted(&parameters[unit * 3..unit * 3 + 3]))
            }),
        }
    }

    /// The mean of the squared errors over a dataset, without a tape.
    pub fn loss(self, parameters: &[f64], dataset: Dataset) -> f64 {
        let samples = dataset.samples();
        let error = |sample: &Sample| self.predict(parameters, sample) - sample.target;
        samples.iter().fold(0.0, |sum, sample| sum + error(sample) * error(sample)) / samples.len() as f64
    }

    /// The forward pass over the samples of the dataset that `batch` names (at least one). A feature that a sample does not have leaves no term.
    pub fn forward(self, parameters: &[f64], dataset: Dataset, batch: &[usize]) -> Forward {
        let mut tape = Tape::new();
        let ids: Vec<Id> =
            parameters.iter().enumerate().map(|(at, value)| tape.parameter(Name::Parameter(at), *value)).collect();
        let bias = match self {
            Model::OneLayer => tape.data(Name::Bias, BIAS),
            Model::TwoLayer => ids[BIAS_PLACE],
        };
        let mut squares = Vec::with_capacity(batch.len());
        for &sample in batch {
            let mut sum = vec![bias];
            match self {
                Model::OneLayer => sum.extend(weighted(&mut tape, &ids, 0, dataset, sample)),
                Model::TwoLayer => sum.extend((0..HIDDEN_UNITS).map(|unit| {
                    let terms = weighted(&mut tape, &ids, unit * 3, dataset, sample);
                    let hidden = tape.sum(Name::Hidden { sample, unit }, terms);
                    let activation = tape.softsign(Name::Activation { sample, unit }, hidden);
                    let parameter = FIRST_OUTPUT + unit;
                    tape.product(Name::Term { sample, parameter }, ids[parameter], activation)
                })),
            }
            let prediction = tape.sum(Name::Prediction(sample), sum);
            let target = tape.data(Name::Target(sample), dataset.samples()[sample].target);
            let error = tape.difference(Name::Error(sample), prediction, target);
            squares.push(tape.square(Name::Squared(sample), error));
        }
        let loss = tape.mean(Name::Loss, squares);
        Forward { tape, parameters: ids, loss }
    }
}

/// The terms `weight × input` of three parameters from `first` on.
fn weighted(tape: &mut Tape<Name>, ids: &[Id], first: usize, dataset: Dataset, sample: usize) -> Vec<Id> {
    let inputs = dataset.samples()[sample].inputs;
    let present = (0..FEATURES.len()).filter(|&feature| inputs[feature] != 0.0);
    let term = |feature: usize| {
        let parameter = first + feature;
        let input = tape.data(Name::Input { sample, feature }, inputs[feature]);
        tape.product(Name::Term { sample, parameter }, ids[parameter], input)
    };
    present.map(term).collect()
}
