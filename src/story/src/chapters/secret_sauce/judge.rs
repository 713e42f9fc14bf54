//! Judges of what the sauce says: the numbers by running the descent once more, the instants by counting raw spans.

use kitchen_core::descent::curvature::Curvature;
use kitchen_core::descent::model::{Dataset, Model};
use kitchen_core::descent::{Batch, Descent, End, Plan, Step};
use kitchen_core::sim::task::Kind;
use kitchen_text::{Key, key};

use super::params::{Params, Start, Tasters};
use crate::tests::instant::Claim;

/// What is written on the pages of two pots, place by place; the first three are the page of one.
const PAGE: [Key; 9] = [
    key::SECRET_SAUCE_SALT,
    key::SECRET_SAUCE_VINEGAR,
    key::SECRET_SAUCE_SUGAR,
    key::SECRET_SAUCE_SALT,
    key::SECRET_SAUCE_VINEGAR,
    key::SECRET_SAUCE_SUGAR,
    key::SECRET_SAUCE_POT_1,
    key::SECRET_SAUCE_POT_2,
    key::SECRET_SAUCE_BASE,
];

/// The same to the places that are told.
fn near(told: f64, value: f64) -> bool {
    (told - value).abs() <= 1e-9 * (1.0 + value.abs())
}

/// The loss of a recipe, guest by guest.
fn loss(plan: &Plan, parameters: &[f64]) -> f64 {
    let errors = plan.dataset.samples().iter().map(|taster| plan.model.predict(parameters, taster) - taster.target);
    errors.map(|error| error * error).sum::<f64>() / 6.0
}

/// A slope by a difference, of the guests of the batch alone.
fn slope(plan: &Plan, parameters: &[f64], batch: &[usize], at: usize) -> f64 {
    let of = |by: f64| {
        let mut moved = parameters.to_vec();
        moved[at] += by;
        let error = |&taster: &usize| {
            let taster = &plan.dataset.samples()[taster];
            plan.model.predict(&moved, taster) - taster.target
        };
        batch.iter().map(|taster| error(taster) * error(taster)).sum::<f64>() / batch.len() as f64
    };
    (of(1e-4) - of(-1e-4)) / 2e-4
}

/// The run once more, and how many parts of each kind have ended at the claim's instant.
struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
    plan: Plan,
    descent: Descent,
    known: Curvature,
    tasted: usize,
    losses: usize,
    sheets: usize,
    pages: usize,
}

impl<'a> Bench<'a> {
    fn new(claim: Claim<'a>) -> Bench<'a> {
        let params = Params::of(&claim.world.show.scenario);
        let panel = if params.tasters == Tasters::Alike { Dataset::Alike } else { Dataset::Different };
        let batch = if params.tasters == Tasters::One { Batch::One { seed: 1 } } else { Batch::All };
        let (rate, momentum) = (params.rate, params.momentum);
        let usual = Plan::of(params.recipe(), panel);
        let start = match params.start {
            Start::Sweet => vec![0.0, 1.0, 8.0],
            Start::Near => vec![4.0, 2.5, 4.0],
            Start::Own => vec![f64::from(params.salt), 1.0, f64::from(params.sugar)],
            Start::Salty | Start::TwoLayer => usual.start.clone(),
        };
        let first = claim.world.show.scenario.made.split_once('-').map(|(salt, sugar)| {
            let mut to = start.clone();
            (to[0], to[2]) = (salt.parse().expect("grams"), sugar.parse().expect("grams"));
            to
        });
        let first = first.filter(|_| params.start != Start::TwoLayer);
        let plan = Plan { rate, momentum, batch, start, steps: 30, first, ..usual };
        // The second part of a step's forward pass is its loss.
        let ended = |kind: Kind, loss: bool| {
            claim.world.of(kind).filter(|span| (span.label.step == 1) == loss && span.end <= claim.t).count()
        };
        Bench {
            claim,
            params,
            descent: plan.clone().run().expect("a run"),
            plan,
            known: Curvature::of(panel),
            tasted: ended(Kind::Forward, false),
            losses: ended(Kind::Forward, true),
            sheets: ended(Kind::Backward, false),
            pages: ended(Kind::Update, false),
        }
    }

    fn first(&self) -> &Step {
        &self.descent.steps[0]
    }

    fn alike(&self, name: &str, value: f64) -> bool {
        near(self.claim.number(name), value)
    }

    /// A difference is good to six places.
    fn tilts(&self, name: &str, value: f64) -> bool {
        (self.claim.number(name) - value).abs() < 1e-5
    }

    fn three(&self, values: &[f64]) -> bool {
        ["salt", "vinegar", "sugar"].iter().zip(values).all(|(name, value)| self.alike(name, *value))
    }

    /// A slope of the first report.
    fn by(&self, at: usize) -> f64 {
        slope(&self.plan, &self.first().parameters, &self.first().batch, at)
    }

    /// The length of a report.
    fn norm(&self, at: usize) -> f64 {
        let step = &self.descent.steps[at];
        let each = (0..step.parameters.len()).map(|i| slope(&self.plan, &step.parameters, &step.batch, i));
        each.map(|slope| slope * slope).sum::<f64>().sqrt()
    }

    /// How much too strong each guest of the first batch finds it.
    fn errors(&self) -> impl Iterator<Item = f64> + '_ {
        let tasters = self.plan.dataset.samples();
        self.first().batch.iter().map(|&guest| self.first().predictions[guest] - tasters[guest].target)
    }

    fn is_guest(&self) -> bool {
        let who = usize::from(self.claim.text("who").as_bytes()[0] - b'A');
        self.first().batch == [who]
    }

    /// Guests of the first batch who taste salt, as many as are told.
    fn gathers(&self) -> bool {
        let senses = |guest: &&usize| self.plan.dataset.samples()[**guest].inputs[0] > 0.0;
        self.claim.count("n") == self.first().batch.iter().filter(senses).count()
    }

    fn rises(&self, at: usize) -> bool {
        let [before, after] = [at - 1, at].map(|at| self.descent.steps[at].loss);
        self.losses > at && self.alike("from", before) && self.alike("to", after) && after > before
    }

    /// It comes within and stays, which is known at the loss of that step.
    fn settles(&self, at: usize) -> bool {
        let steps = &self.descent.steps;
        let bound = self.known.floor + 0.01 * (self.first().loss - self.known.floor);
        let is_known = self.params.recipe() == Model::OneLayer && self.plan.batch == Batch::All && self.losses > at;
        is_known && steps[at - 1].loss > bound && steps[at..].iter().all(|step| step.loss <= bound)
    }

    fn moved(&self, at: usize) -> f64 {
        self.descent.steps[at].update.iter().map(|part| part * part).sum::<f64>().sqrt()
    }

    /// What is said of the first step.
    fn first_step(&self) -> Option<bool> {
        let (claim, first, params) = (self.claim, self.first(), self.params);
        Some(match claim.line.key {
            key::SECRET_SAUCE_BEAT_START => self.three(&first.parameters) && first.batch.len() == 6,
            // Another than among different tongues.
            key::SECRET_SAUCE_BEAT_START_ALIKE => {
                let is_another = first.parameters != Plan::of(params.recipe(), Dataset::Different).start;
                self.three(&first.parameters) && params.tasters == Tasters::Alike && is_another
            }
            key::SECRET_SAUCE_BEAT_START_ONE => params.tasters == Tasters::One && self.is_guest(),
            key::SECRET_SAUCE_BEAT_START_PAGES => {
                claim.count("pots") + claim.count("mix") == first.parameters.len() && params.recipe() == Model::TwoLayer
            }
            key::SECRET_SAUCE_XRAY_START => {
                let own = claim.world.all().iter().filter(|span| span.label.micro_batch == 0);
                let kernels: u64 = own.map(|span| (span.end.0 - span.start.0) / 2_999_000).sum();
                self.alike("rate", params.rate)
                    && self.alike("momentum", params.momentum)
                    && claim.int("kernels") as u64 == kernels
            }
            key::SECRET_SAUCE_BEAT_TASTED | key::SECRET_SAUCE_XRAY_TASTED => {
                self.tasted >= 1
                    && claim.count("strong") == self.errors().filter(|error| *error > 0.0).count()
                    && claim.count("weak") == self.errors().filter(|error| *error < 0.0).count()
            }
            key::SECRET_SAUCE_BEAT_LOSS | key::SECRET_SAUCE_XRAY_LOSS => {
                self.losses >= 1 && first.batch.len() == 6 && self.alike("loss", loss(&self.plan, &first.parameters))
            }
            key::SECRET_SAUCE_BEAT_LOSS_ONE | key::SECRET_SAUCE_XRAY_LOSS_ONE => {
                let error = self.errors().next()?;
                self.losses >= 1 && first.batch.len() == 1 && self.alike("loss", error * error)
            }
            key::SECRET_SAUCE_BEAT_BACK => params.recipe() == Model::OneLayer && self.gathers(),
            key::SECRET_SAUCE_BEAT_BACK_PAGES => params.recipe() == Model::TwoLayer && self.gathers(),
            key::SECRET_SAUCE_XRAY_BACK => self.gathers(),
            key::SECRET_SAUCE_BEAT_SHEET => {
                let each = ["salt", "vinegar", "sugar"].into_iter().enumerate();
                self.sheets >= 1 && each.fold(true, |all, (at, name)| all && self.tilts(name, self.by(at)))
            }
            key::SECRET_SAUCE_BEAT_SHEET_PAGES => {
                self.sheets >= 1 && self.tilts("salt", self.by(0)) && self.tilts("mix", self.by(6))
            }
            key::SECRET_SAUCE_XRAY_SHEET => self.sheets >= 1 && self.tilts("norm", self.norm(0)),
            // One run of the forward pass for each parameter moved.
            key::SECRET_SAUCE_BEAT_ONCE | key::SECRET_SAUCE_XRAY_ONCE => {
                self.sheets >= 1 && self.tasted >= 1 && claim.count("n") == first.parameters.len()
            }
            key::SECRET_SAUCE_BEAT_EDIT | key::SECRET_SAUCE_XRAY_EDIT => {
                let to = claim.number("from") - claim.number("rate") * claim.number("slope");
                self.pages >= 1
                    && self.alike("from", first.parameters[0])
                    && self.alike("rate", params.rate)
                    && self.tilts("slope", self.by(0))
                    && near(to, claim.number("to"))
                    && self.alike("to", self.descent.steps[1].parameters[0])
                    && self.plan.first.is_none()
            }
            key::SECRET_SAUCE_BEAT_EDIT_OWN | key::SECRET_SAUCE_XRAY_EDIT_OWN => {
                let report = first.parameters[0] - params.rate * self.by(0);
                self.pages >= 1
                    && self.alike("from", first.parameters[0])
                    && self.tilts("report", report)
                    && self.alike("to", self.plan.first.as_ref()?[0])
                    && self.alike("to", self.descent.steps[1].parameters[0])
            }
            _ => return None,
        })
    }

    /// What is said of the steps after it.
    fn later_steps(&self) -> Option<bool> {
        let (claim, first, params, steps) = (self.claim, self.first(), self.params, &self.descent.steps);
        Some(match claim.line.key {
            key::SECRET_SAUCE_BEAT_AGAIN | key::SECRET_SAUCE_XRAY_AGAIN => {
                let is_kitchen = claim.line.key == key::SECRET_SAUCE_BEAT_AGAIN;
                // No share can be taken of a slope of nothing.
                let is_norm = |norm: f64| (claim.number("norm") / norm - 1.0).abs() < 1e-4 || self.tilts("norm", norm);
                self.losses == claim.count("step") + 1
                    && self.alike("loss", steps[self.losses - 1].loss)
                    && (is_kitchen || is_norm(self.norm(self.sheets - 1)))
            }
            key::SECRET_SAUCE_BEAT_ONE => self.is_guest() && self.rises(1),
            key::SECRET_SAUCE_XRAY_ONE => first.batch.len() == 1 && self.rises(1),
            key::SECRET_SAUCE_BEAT_ROSE | key::SECRET_SAUCE_XRAY_ROSE => self.rises(claim.count("step")),
            key::SECRET_SAUCE_BEAT_ZIGZAG => {
                let n = claim.count("n");
                let salt = |at: usize| steps[at + 1].parameters[0] - steps[at].parameters[0];
                self.pages > n
                    && (0..n).all(|at| salt(at) * salt(at + 1) < 0.0)
                    && steps.windows(2).all(|pair| pair[1].loss < pair[0].loss)
            }
            key::SECRET_SAUCE_XRAY_ZIGZAG | key::SECRET_SAUCE_BEAT_VALLEY => {
                let condition = self.known.eigenvalues[2] / self.known.eigenvalues[0];
                params.tasters == Tasters::Alike && self.alike("condition", condition)
            }
            key::SECRET_SAUCE_BEAT_SHORTER => {
                let at = claim.count("step");
                let [early, late] = [usize::from(self.plan.first.is_some()), at - 1].map(|at| self.moved(at));
                self.pages >= at
                    && self.alike("first", early)
                    && self.alike("later", late)
                    && late < early
                    && self.alike("rate", params.rate)
            }
            key::SECRET_SAUCE_XRAY_SHORTER => {
                let at = claim.count("step");
                self.sheets >= at && self.tilts("first", self.norm(0)) && self.tilts("later", self.norm(at - 1))
            }
            _ => return None,
        })
    }

    /// What is said when it is over.
    fn ending(&self) -> Option<bool> {
        let (claim, first, params, steps) = (self.claim, self.first(), self.params, &self.descent.steps);
        let end = claim.world.show.makespan();
        Some(match claim.line.key {
            key::SECRET_SAUCE_BEAT_SETTLED => self.settles(claim.count("step")),
            key::SECRET_SAUCE_XRAY_SETTLED => {
                let at = claim.count("step");
                self.settles(at) && self.alike("loss", steps[at].loss) && self.alike("floor", self.known.floor)
            }
            key::SECRET_SAUCE_BEAT_FLOOR => {
                let is_least = steps.iter().all(|step| step.loss >= self.known.floor);
                self.alike("floor", loss(&self.plan, &self.known.best)) && is_least && self.known.floor > 0.01
            }
            key::SECRET_SAUCE_BEAT_SPILLED | key::SECRET_SAUCE_BEAT_SPILLED_PAGES => {
                let End::Diverged { step, parameter: at } = self.descent.end else { return Some(false) };
                // Higher on the other wall each time, at least from the second half on.
                let climbs = steps[step / 2..].windows(2).all(|pair| pair[1].loss > pair[0].loss);
                self.pages == step
                    && claim.count("step") == step
                    && Some(&claim.key("what")) == PAGE.get(at)
                    && self.alike("grams", steps[step].parameters[at])
                    && (climbs || claim.line.key == key::SECRET_SAUCE_BEAT_SPILLED_PAGES)
            }
            key::SECRET_SAUCE_XRAY_SPILLED => {
                let limit = 2.0 * (1.0 + params.momentum) / self.known.eigenvalues[2];
                self.alike("rate", params.rate) && self.alike("limit", limit) && params.rate > limit
            }
            key::SECRET_SAUCE_BEAT_UNSETTLED | key::SECRET_SAUCE_BEAT_UNSETTLED_ONE => {
                let pages = self.pages;
                let by_one = self.params.tasters == Tasters::One;
                if by_one != (claim.line.key == key::SECRET_SAUCE_BEAT_UNSETTLED_ONE) {
                    return Some(false);
                }
                let told = self.alike("first", first.loss) && self.alike("last", steps[pages].loss);
                claim.count("n") == pages && told && claim.t >= end
            }
            key::SECRET_SAUCE_XRAY_END => {
                let all = claim.world.of(Kind::Update).count();
                claim.time("time") == end && claim.count("n") == all && claim.t >= end
            }
            // Names inside sentences.
            key::SECRET_SAUCE_SALT | key::SECRET_SAUCE_VINEGAR | key::SECRET_SAUCE_SUGAR => true,
            _ => return None,
        })
    }
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let bench = Bench::new(claim);
    bench.first_step().or_else(|| bench.later_steps()).or_else(|| bench.ending())
}
