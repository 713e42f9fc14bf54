//! The sauces: who tastes, what is learned, and the way forward from a recipe to its loss.

use super::tape::{Gradient, Id, Tape, softsign};

/// What goes into the sauce, in grams, in the order of [`Taster::senses`].
pub const INGREDIENTS: [&str; 3] = ["salt", "vinegar", "sugar"];

/// What the tomatoes taste of before anything is added, in points: the one-layer recipe's bias.
pub const BASE: f64 = 2.0;

/// One example of the data: how strongly a guest tastes each ingredient, and how strong the whole is wished to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taster {
    /// Points of taste for each gram.
    pub senses: [f64; 3],
    /// Points of taste.
    pub wish: f64,
}

const fn taster(salt: f64, vinegar: f64, sugar: f64, wish: f64) -> Taster {
    Taster { senses: [salt, vinegar, sugar], wish }
}

/// The data set: six tasters. Nobody who tastes salt or sugar tastes vinegar, so that the loss is a sum of two: one of salt and
/// sugar, one of vinegar. A surface over salt and sugar has the same shape wherever vinegar stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Tongues differ: salt and sugar are told apart.
    #[default]
    Different,
    /// Tongues are much alike: a gram of salt for a gram of sugar hardly changes anything, and the surface is a valley.
    Alike,
}

const DIFFERENT: [Taster; 6] = [
    taster(3.0, 0.0, 1.0, 16.0),
    taster(3.0, 0.0, 2.0, 18.0),
    taster(2.0, 0.0, 3.0, 21.0),
    taster(1.0, 0.0, 3.0, 16.0),
    taster(0.0, 2.0, 0.0, 6.5),
    taster(0.0, 3.0, 0.0, 7.5),
];

const ALIKE: [Taster; 6] = [
    taster(3.0, 0.0, 3.0, 24.0),
    taster(3.0, 0.0, 2.0, 18.0),
    taster(2.0, 0.0, 3.0, 21.0),
    taster(3.0, 0.0, 2.0, 19.0),
    taster(0.0, 2.0, 0.0, 6.5),
    taster(0.0, 3.0, 0.0, 7.5),
];

impl Panel {
    pub const ALL: [Panel; 2] = [Panel::Different, Panel::Alike];

    pub const fn id(self) -> &'static str {
        match self {
            Panel::Different => "different",
            Panel::Alike => "alike",
        }
    }

    pub fn from_id(id: &str) -> Option<Panel> {
        Panel::ALL.into_iter().find(|panel| panel.id() == id)
    }

    pub const fn tasters(self) -> &'static [Taster; 6] {
        match self {
            Panel::Different => &DIFFERENT,
            Panel::Alike => &ALIKE,
        }
    }
}

/// The model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recipe {
    /// `taste = base + Σ senses × grams`: linear, three parameters.
    #[default]
    OneLayer,
    /// `taste = base + Σ mix × softsign(Σ senses × grams)` over two pots: nine parameters on two pages.
    TwoLayer,
}

const ONE_LAYER: &[&str] = &INGREDIENTS;
const TWO_LAYER: &[&str] =
    &["salt-1", "vinegar-1", "sugar-1", "salt-2", "vinegar-2", "sugar-2", "mix-1", "mix-2", "base"];

const POTS: usize = 2;
const FIRST_MIX: usize = 6;
const BIAS: usize = 8;

/// What a value on a recipe's tape is; tasters and pots from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Of [`Recipe::parameters`].
    Parameter(usize),
    Base,
    Sense {
        taster: usize,
        ingredient: usize,
    },
    Wish(usize),
    /// A parameter times what it meets on its way to this taster.
    Term {
        taster: usize,
        parameter: usize,
    },
    /// What is in a pot, as this taster senses it.
    Pot {
        taster: usize,
        pot: usize,
    },
    /// The same after the softsign.
    Soft {
        taster: usize,
        pot: usize,
    },
    Taste(usize),
    /// Taste − wish: above zero it is too strong.
    Error(usize),
    Squared(usize),
    Loss,
}

impl Name {
    /// The name in a formula; tasters and pots from 1.
    pub fn write(self, recipe: Recipe) -> String {
        match self {
            Name::Parameter(at) => recipe.parameters()[at].to_owned(),
            Name::Base => "base".to_owned(),
            Name::Sense { taster, ingredient } => format!("sense[{}].{}", taster + 1, INGREDIENTS[ingredient]),
            Name::Wish(taster) => format!("wish[{}]", taster + 1),
            Name::Term { taster, parameter } => format!("term[{}].{}", taster + 1, recipe.parameters()[parameter]),
            Name::Pot { taster, pot } => format!("pot[{}].{}", taster + 1, pot + 1),
            Name::Soft { taster, pot } => format!("soft[{}].{}", taster + 1, pot + 1),
            Name::Taste(taster) => format!("taste[{}]", taster + 1),
            Name::Error(taster) => format!("error[{}]", taster + 1),
            Name::Squared(taster) => format!("squared[{}]", taster + 1),
            Name::Loss => "loss".to_owned(),
        }
    }
}

/// A recipe cooked and tasted: every value on the way to the loss.
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

impl Recipe {
    pub const ALL: [Recipe; 2] = [Recipe::OneLayer, Recipe::TwoLayer];

    pub const fn id(self) -> &'static str {
        match self {
            Recipe::OneLayer => "one-layer",
            Recipe::TwoLayer => "two-layer",
        }
    }

    pub fn from_id(id: &str) -> Option<Recipe> {
        Recipe::ALL.into_iter().find(|recipe| recipe.id() == id)
    }

    /// The parameters' ids, in the order of every list of numbers here.
    pub const fn parameters(self) -> &'static [&'static str] {
        match self {
            Recipe::OneLayer => ONE_LAYER,
            Recipe::TwoLayer => TWO_LAYER,
        }
    }

    /// What a taster tastes, in points, without a tape.
    pub fn taste(self, parameters: &[f64], taster: &Taster) -> f64 {
        let weighed =
            |grams: &[f64]| grams.iter().zip(taster.senses).fold(0.0, |sum, (gram, sense)| sum + gram * sense);
        match self {
            Recipe::OneLayer => {
                parameters.iter().zip(taster.senses).fold(BASE, |sum, (gram, sense)| sum + gram * sense)
            }
            Recipe::TwoLayer => (0..POTS).fold(parameters[BIAS], |sum, pot| {
                sum + parameters[FIRST_MIX + pot] * softsign(weighed(&parameters[pot * 3..pot * 3 + 3]))
            }),
        }
    }

    /// The mean of the squared errors over a panel, in points squared, without a tape.
    pub fn loss(self, parameters: &[f64], panel: Panel) -> f64 {
        let tasters = panel.tasters();
        let error = |taster: &Taster| self.taste(parameters, taster) - taster.wish;
        tasters.iter().fold(0.0, |sum, taster| sum + error(taster) * error(taster)) / tasters.len() as f64
    }

    /// Cooks, and lets those of the panel taste that `batch` names (at least one). What a taster does not sense leaves no term.
    pub fn forward(self, parameters: &[f64], panel: Panel, batch: &[usize]) -> Forward {
        let mut tape = Tape::new();
        let ids: Vec<Id> =
            parameters.iter().enumerate().map(|(at, value)| tape.parameter(Name::Parameter(at), *value)).collect();
        let base = match self {
            Recipe::OneLayer => tape.data(Name::Base, BASE),
            Recipe::TwoLayer => ids[BIAS],
        };
        let mut squares = Vec::with_capacity(batch.len());
        for &taster in batch {
            let mut sum = vec![base];
            match self {
                Recipe::OneLayer => sum.extend(sensed(&mut tape, &ids, 0, panel, taster)),
                Recipe::TwoLayer => sum.extend((0..POTS).map(|pot| {
                    let terms = sensed(&mut tape, &ids, pot * 3, panel, taster);
                    let filled = tape.sum(Name::Pot { taster, pot }, terms);
                    let soft = tape.softsign(Name::Soft { taster, pot }, filled);
                    let parameter = FIRST_MIX + pot;
                    tape.product(Name::Term { taster, parameter }, ids[parameter], soft)
                })),
            }
            let taste = tape.sum(Name::Taste(taster), sum);
            let wish = tape.data(Name::Wish(taster), panel.tasters()[taster].wish);
            let error = tape.difference(Name::Error(taster), taste, wish);
            squares.push(tape.square(Name::Squared(taster), error));
        }
        let loss = tape.mean(Name::Loss, squares);
        Forward { tape, parameters: ids, loss }
    }
}

/// The terms `grams × sense` of three parameters from `first` on.
fn sensed(tape: &mut Tape<Name>, ids: &[Id], first: usize, panel: Panel, taster: usize) -> Vec<Id> {
    let senses = panel.tasters()[taster].senses;
    let noticed = (0..INGREDIENTS.len()).filter(|&ingredient| senses[ingredient] != 0.0);
    let term = |ingredient: usize| {
        let parameter = first + ingredient;
        let sense = tape.data(Name::Sense { taster, ingredient }, senses[ingredient]);
        tape.product(Name::Term { taster, parameter }, ids[parameter], sense)
    };
    noticed.map(term).collect()
}
