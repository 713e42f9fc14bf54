//! One model, many workers: each has data of its own, and parameters go to and fro in the order that somebody else gives (a simulated
//! trace, a test). A worker's update is of the copy of the parameters that it computed its gradient with, however stale.
//!
//! Parameters are whole multiples of 2⁻⁴⁰, so that sums do not depend on their order and averages are exact.

use super::curvature::Curvature;
use super::model::{BIAS, Dataset, Model, Sample};
use super::{DescentError, MAX_PARAMETER, RATES, split_mix};

const N: usize = 3;

/// What errors call [`Plan::workers`].
const WORKERS: &str = "kitchens";

/// The most workers.
pub const MAX_WORKERS: usize = 8;

/// The most turns of one run.
pub const MAX_TURNS: usize = 100_000;

/// The parameters that fit each worker's data best. Those of the first differ, the others are much the same as one another: where one
/// worker's updates count less than the others', it shows.
pub const OPTIMA: [[f64; N]; MAX_WORKERS] = [
    [1.5, 3.5, 6.0],
    [4.0, 2.0, 3.0],
    [4.5, 2.0, 3.5],
    [4.0, 2.5, 3.5],
    [4.5, 2.5, 3.0],
    [4.0, 2.0, 3.5],
    [4.5, 2.5, 3.5],
    [4.0, 2.5, 3.0],
];

/// The inputs are the same six at every worker; only the targets differ. So the curvature is that of this dataset.
pub const DATASET: Dataset = Dataset::Different;

/// Parts of one: 2⁴⁰.
const PARTS: f64 = (1_u64 << 40) as f64;

/// A copy of the parameters, exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parameters([i64; N]);

/// What one worker takes off the parameters: its share, one in as many as there are workers, of the learning rate times its gradient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Update([i64; N]);

fn parts(value: f64) -> i64 {
    (value * PARTS + 0.5).floor() as i64
}

impl Parameters {
    /// The parameters nearest to these values.
    pub fn of(values: [f64; N]) -> Parameters {
        Parameters(values.map(parts))
    }

    /// Exactly.
    pub fn values(self) -> [f64; N] {
        self.0.map(|parts| parts as f64 / PARTS)
    }

    /// The parameters after an update was applied, `times` over.
    #[must_use]
    pub fn apply(self, update: Update, times: i64) -> Parameters {
        Parameters([0, 1, 2].map(|at| self.0[at] - times * update.0[at]))
    }

    /// The average of copies that were all made from one copy by updates of `copies.len()` workers, applied that many times over
    /// each: it divides without a remainder. Of other copies, the nearest below.
    pub fn average(copies: &[Parameters]) -> Parameters {
        let count = copies.len().max(1) as i64;
        let first = copies.first().copied().unwrap_or_default();
        // Of differences: they divide even where the copies themselves do not.
        let mean = |at: usize| {
            let sum: i64 = copies.iter().map(|parameters| parameters.0[at] - first.0[at]).sum();
            first.0[at] + sum.div_euclid(count)
        };
        Parameters([0, 1, 2].map(mean))
    }

    /// Whether all are within [`MAX_PARAMETER`].
    fn is_bounded(self) -> bool {
        self.values().iter().all(|value| value.abs() <= MAX_PARAMETER)
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A worker copies the shared parameters.
    Pull(usize),
    /// A worker computes the gradient of its next batch with its own copy, and has its update.
    Compute(usize),
    /// A worker's update is applied to the shared parameters.
    Push(usize),
    /// A worker applies its update to its own copy alone, in full: as if it were all workers.
    Step(usize),
    /// All updates together are applied to the shared parameters, and all workers copy them: an all-reduce.
    AllReduce,
    /// The shared parameters become the average of all workers' copies, and all workers copy them.
    Average,
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub workers: usize,
    /// The learning rate η.
    pub rate: f64,
    /// The first parameters.
    pub start: [f64; N],
    /// How far off a target may be, either way alike.
    pub noise: f64,
    pub seed: u64,
}

impl Plan {
    /// The usual first parameters and noise.
    pub const fn of(workers: usize, rate: f64) -> Plan {
        Plan { workers, rate, start: [7.5, 5.0, 0.0], noise: 0.5, seed: 1 }
    }

    fn check(&self) -> Result<(), DescentError> {
        if !(1..=MAX_WORKERS).contains(&self.workers) {
            return Err(DescentError::range(WORKERS, 1.0, MAX_WORKERS as f64));
        }
        Model::OneLayer.check(&self.start)?;
        let [low, high] = RATES;
        if !(low..=high).contains(&self.rate) {
            return Err(DescentError::Range { what: "rate", low, high, decimals: 3 });
        }
        if !(0.0..=10.0).contains(&self.noise) {
            return Err(DescentError::range("noise", 0.0, 10.0));
        }
        Ok(())
    }

    /// A sample's target at a worker: the inputs of all, the optimum of its own.
    fn target(sample: &Sample, optimum: &[f64; N]) -> f64 {
        sample.inputs.iter().zip(optimum).fold(BIAS, |sum, (input, value)| sum + input * value)
    }

    /// The noise of a sample's target in a batch: evenly from −noise to noise.
    fn label_noise(&self, worker: usize, batch: u32, sample: usize) -> f64 {
        let place = (worker as u64) << 48 | u64::from(batch) << 16 | sample as u64;
        let drawn = split_mix(self.seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        self.noise * ((drawn >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    }

    /// The gradient of a worker's batch, counted from 0, with these parameters: that of the mean squared error of its six samples.
    pub fn gradient(&self, worker: usize, batch: u32, parameters: Parameters) -> [f64; N] {
        let (values, samples) = (parameters.values(), DATASET.samples());
        let mut gradient = [0.0; N];
        for (at, sample) in samples.iter().enumerate() {
            let prediction = Model::OneLayer.predict(&values, sample);
            let error = prediction - Plan::target(sample, &OPTIMA[worker]) - self.label_noise(worker, batch, at);
            for (slope, input) in gradient.iter_mut().zip(sample.inputs) {
                *slope += 2.0 / samples.len() as f64 * error * input;
            }
        }
        gradient
    }

    fn update(&self, worker: usize, batch: u32, parameters: Parameters) -> Update {
        let share = self.rate / self.workers as f64;
        Update(self.gradient(worker, batch, parameters).map(|slope| parts(share * slope)))
    }

    /// The mean squared error over the samples of all workers, without noise.
    pub fn loss(&self, parameters: Parameters) -> f64 {
        self.loss_of(&parameters.values())
    }

    fn loss_of(&self, values: &[f64; N]) -> f64 {
        let samples = DATASET.samples();
        let mut sum = 0.0;
        for optimum in &OPTIMA[..self.workers] {
            for sample in samples {
                let error = Model::OneLayer.predict(values, sample) - Plan::target(sample, optimum);
                sum += error * error;
            }
        }
        sum / (self.workers * samples.len()) as f64
    }

    /// The parameters of the least loss: the inputs are the same everywhere, so it is the mean of the workers' optima.
    pub fn best(&self) -> [f64; N] {
        self.resting(&[1.0; MAX_WORKERS])
    }

    /// Where parameters come to rest when updates are applied in these proportions: the mean of the optima, weighed so.
    pub fn resting(&self, shares: &[f64]) -> [f64; N] {
        let whole = shares.iter().take(self.workers).fold(0.0, |sum, part| sum + part);
        [0, 1, 2].map(|at| {
            let of = OPTIMA[..self.workers].iter().zip(shares);
            of.fold(0.0, |sum, (optimum, part)| sum + part / whole * optimum[at])
        })
    }

    /// The least loss: not zero, for the workers' targets differ.
    pub fn floor(&self) -> f64 {
        self.loss_of(&self.best())
    }

    /// The learning rate from which parameters run away when each update is applied alone, `delay` others after the copy was made
    /// that it is of: `η/n λ < 2 sin(π / (2 (2 delay + 1)))`, the limit of `w ← w − ρ λ w(before delay steps)`
    /// (Levin and May, "A note on difference-delay equations", 1976). Without delay it is 2, as ever.
    pub fn largest_stable_rate(&self, delay: u32) -> f64 {
        let steepest = Curvature::of(DATASET).eigenvalues[N - 1];
        self.workers as f64 * 2.0 * sine_of_quarter(2 * delay + 1) / steepest
    }

    /// Takes the turns in order, up to the one after which a parameter is beyond [`MAX_PARAMETER`].
    ///
    /// O(turns × workers).
    ///
    /// # Errors
    /// A number of the plan is out of its range, there are too many turns, or one is of a worker that is not there.
    pub fn replay(self, turns: &[Turn]) -> Result<Together, DescentError> {
        self.check()?;
        if turns.len() > MAX_TURNS {
            return Err(DescentError::range("turns", 0.0, MAX_TURNS as f64));
        }
        let mut state = State::new(&self);
        let mut marks = Vec::with_capacity(turns.len());
        let mut diverged = None;
        for (at, &turn) in turns.iter().enumerate() {
            let parameters = state.take(&self, turn)?;
            let is_shared = matches!(turn, Turn::Push(_) | Turn::AllReduce | Turn::Average);
            let loss =
                if is_shared { self.loss(parameters) } else { marks.last().map_or(0.0, |mark: &Mark| mark.loss) };
            let loss = if marks.is_empty() && !is_shared { self.loss(state.shared) } else { loss };
            marks.push(Mark { parameters, loss, batches: state.included, staleness: state.staleness });
            if !parameters.is_bounded() {
                diverged = Some(at);
                break;
            }
        }
        Ok(Together { plan: self, marks, diverged })
    }
}

/// `sin(π / (2 odd))` for a whole number from 1: by the sine's own series, which is exact to the last bits at these angles and the
/// same on every machine.
fn sine_of_quarter(odd: u32) -> f64 {
    let x = core::f64::consts::FRAC_PI_2 / f64::from(odd.max(1));
    let (mut term, mut sum, mut k) = (x, x, 1.0);
    while k < 24.0 {
        term *= -x * x / ((k + 1.0) * (k + 2.0));
        sum += term;
        k += 2.0;
    }
    sum
}

/// All copies of the parameters at an instant.
struct State {
    shared: Parameters,
    own: Vec<Parameters>,
    updates: Vec<Update>,
    /// Batches computed by each worker.
    computed: Vec<u32>,
    /// Batches computed whose update is not in the shared parameters yet.
    pending: Vec<u32>,
    /// Updates applied to the shared parameters, in all, and how many they were when each worker last copied them.
    applied: u32,
    pulled: Vec<u32>,
    /// Batches whose updates are in the shared parameters.
    included: u32,
    staleness: u32,
}

impl State {
    fn new(plan: &Plan) -> State {
        let (start, count) = (Parameters::of(plan.start), plan.workers);
        State {
            shared: start,
            own: vec![start; count],
            updates: vec![Update::default(); count],
            computed: vec![0; count],
            pending: vec![0; count],
            applied: 0,
            pulled: vec![0; count],
            included: 0,
            staleness: 0,
        }
    }

    /// Takes a turn; returns the parameters that it made, or used.
    fn take(&mut self, plan: &Plan, turn: Turn) -> Result<Parameters, DescentError> {
        let (Turn::Pull(at) | Turn::Compute(at) | Turn::Push(at) | Turn::Step(at)) = turn else {
            return Ok(self.gather(plan, turn == Turn::Average));
        };
        if at >= plan.workers {
            return Err(DescentError::range(WORKERS, 1.0, plan.workers as f64));
        }
        self.staleness = self.applied - self.pulled[at];
        Ok(match turn {
            Turn::Pull(_) => {
                (self.own[at], self.pulled[at]) = (self.shared, self.applied);
                self.shared
            }
            Turn::Compute(_) => {
                self.updates[at] = plan.update(at, self.computed[at], self.own[at]);
                self.computed[at] += 1;
                self.pending[at] += 1;
                self.own[at]
            }
            Turn::Step(_) => {
                self.own[at] = self.own[at].apply(self.updates[at], plan.workers as i64);
                self.own[at]
            }
            _ => {
                self.shared = self.shared.apply(self.updates[at], 1);
                self.applied += 1;
                self.included += std::mem::take(&mut self.pending[at]);
                self.shared
            }
        })
    }

    fn gather(&mut self, plan: &Plan, averages: bool) -> Parameters {
        self.shared = if averages {
            Parameters::average(&self.own)
        } else {
            self.updates.iter().fold(self.shared, |parameters, update| parameters.apply(*update, 1))
        };
        self.own = vec![self.shared; plan.workers];
        self.applied += plan.workers as u32;
        self.pulled = vec![self.applied; plan.workers];
        self.included += self.pending.iter_mut().map(std::mem::take).sum::<u32>();
        self.staleness = 0;
        self.shared
    }
}

/// What a turn left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The parameters that the turn made: the shared ones, or the worker's own; of a computation, those that it used.
    pub parameters: Parameters,
    /// The loss of the shared parameters then.
    pub loss: f64,
    /// Batches whose updates were in the shared parameters by then.
    pub batches: u32,
    /// How many updates the shared parameters had got since the worker of the turn copied them.
    pub staleness: u32,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    pub plan: Plan,
    /// One for each turn taken.
    pub marks: Vec<Mark>,
    /// The turn after which a parameter was beyond [`MAX_PARAMETER`].
    pub diverged: Option<usize>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUIET: Plan = Plan { noise: 0.0, ..Plan::of(4, 0.1) };

    fn run(plan: Plan, turns: &[Turn]) -> Together {
        plan.replay(turns).unwrap_or_else(|error| panic!("{error:?}"))
    }

    fn all(workers: usize, turn: fn(usize) -> Turn) -> impl Iterator<Item = Turn> {
        (0..workers).map(turn)
    }

    /// Rounds with an all-reduce after each batch.
    fn all_reduced(workers: usize, rounds: usize) -> Vec<Turn> {
        (0..rounds).flat_map(|_| all(workers, Turn::Compute).chain([Turn::AllReduce])).collect()
    }

    /// Workers one after the other, each pushing what it computed one round before: every update is `workers − 1` stale.
    fn in_turn(workers: usize, pushes: usize) -> Vec<Turn> {
        let around = (0..pushes).map(|push| push % workers);
        all(workers, Turn::Compute)
            .chain(around.flat_map(|at| [Turn::Push(at), Turn::Pull(at), Turn::Compute(at)]))
            .collect()
    }

    fn shared(run: &Together, turns: &[Turn]) -> Vec<Parameters> {
        let is = |turn: &Turn| matches!(turn, Turn::Push(_) | Turn::AllReduce | Turn::Average);
        turns.iter().zip(&run.marks).filter(|(turn, _)| is(turn)).map(|(_, mark)| mark.parameters).collect()
    }

    proptest! {
        /// Parameters that everybody waits for are the same to the last digit, whatever order the updates come in.
        #[test]
        fn waiting_for_all_is_an_all_reduce(
            workers in 1..=MAX_WORKERS, rate in 0.01_f64..0.2, seed in 0..9_u64, orders in proptest::collection::vec(0..720_usize, 12),
        ) {
            let plan = Plan { seed, ..Plan::of(workers, rate) };
            let met = all_reduced(workers, orders.len());
            let mut waited: Vec<Turn> = Vec::new();
            for order in &orders {
                let mut who: Vec<usize> = (0..workers).collect();
                who.rotate_left(order % workers);
                who.swap(0, order / workers % workers);
                waited.extend(all(workers, Turn::Pull).chain(all(workers, Turn::Compute)));
                waited.extend(who.into_iter().map(Turn::Push));
            }
            let (met, pushed) = (shared(&run(plan, &met), &met), shared(&run(plan, &waited), &waited));
            let last: Vec<Parameters> = pushed.chunks(workers).map(|round| round[round.len() - 1]).collect();
            prop_assert_eq!(met, last);
        }

        /// Local steps that are averaged after each one are all-reduces.
        #[test]
        fn averaging_each_step_is_an_all_reduce(workers in 1..=MAX_WORKERS, rate in 0.01_f64..0.2, seed in 0..9_u64) {
            let plan = Plan { seed, ..Plan::of(workers, rate) };
            let met = all_reduced(workers, 10);
            let local: Vec<Turn> = (0..10)
                .flat_map(|_| all(workers, Turn::Compute).chain(all(workers, Turn::Step)).chain([Turn::Average]))
                .collect();
            prop_assert_eq!(shared(&run(plan, &met), &met), shared(&run(plan, &local), &local));
        }

        /// However many local steps: nothing is lost in the average.
        #[test]
        fn averages_are_exact(workers in 1..=MAX_WORKERS, steps in 1..9_usize, seed in 0..9_u64) {
            let plan = Plan { seed, ..Plan::of(workers, 0.07) };
            let mut state = State::new(&plan);
            for _ in 0..steps {
                for turn in all(workers, Turn::Compute).chain(all(workers, Turn::Step)) {
                    state.take(&plan, turn).unwrap();
                }
            }
            let average = Parameters::average(&state.own);
            for at in 0..N {
                let sum: i64 = state.own.iter().map(|parameters| parameters.0[at] - average.0[at]).sum();
                prop_assert_eq!(sum, 0);
            }
        }

        /// One worker alone is plain gradient descent: to what the parts of one leave open.
        #[test]
        fn one_worker_alone_is_plain_descent(rate in 0.01_f64..0.14) {
            let plan = Plan { noise: 0.0, ..Plan::of(1, rate) };
            let turns = in_turn(1, 20);
            let copies = shared(&run(plan, &turns), &turns);
            let mut values = plan.start;
            for parameters in copies {
                let gradient = plan.gradient(0, 0, Parameters::of(values));
                for (value, slope) in values.iter_mut().zip(gradient) {
                    *value -= rate * slope;
                }
                for (value, own) in values.iter().zip(parameters.values()) {
                    prop_assert!((value - own).abs() < 1e-9, "{} {}", value, own);
                }
            }
        }

        /// Gradients are finite differences of the mean squared error of that worker's samples.
        #[test]
        fn gradients_are_finite_differences(worker in 0..MAX_WORKERS, values in proptest::array::uniform3(-9.0_f64..9.0)) {
            let only = |values: [f64; N]| {
                let each = DATASET.samples().iter().map(|sample| {
                    let error = Model::OneLayer.predict(&values, sample) - Plan::target(sample, &OPTIMA[worker]);
                    error * error
                });
                each.sum::<f64>() / 6.0
            };
            let values = Parameters::of(values).values();
            let gradient = QUIET.gradient(worker, 0, Parameters::of(values));
            for at in 0..N {
                let moved = |by: f64| {
                    let mut moved = values;
                    moved[at] += by;
                    only(moved)
                };
                let difference = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                prop_assert!((gradient[at] - difference).abs() < 1e-6 * (1.0 + difference.abs()));
            }
        }
    }

    /// The limit of a delayed step, known since 1976, against the simulation: just below it the parameters settle, just above it they run
    /// away.
    #[test]
    fn the_limit_of_a_delayed_step_is_the_known_one() {
        for workers in 1..=MAX_WORKERS {
            // Not a start from which the steepest way is never taken.
            let plan = Plan { workers, start: [7.0, 5.0, 1.5], ..QUIET };
            let limit = plan.largest_stable_rate(workers as u32 - 1);
            let last = |share: f64| {
                let turns = in_turn(workers, 12_000);
                let run = run(Plan { rate: share * limit, ..plan }, &turns);
                let staleness = turns.iter().zip(&run.marks).filter(|(turn, _)| matches!(turn, Turn::Push(_)));
                assert!(staleness.skip(workers).all(|(_, mark)| mark.staleness + 1 == workers as u32));
                (run.diverged.is_some(), run.marks[run.marks.len() - 1].loss - plan.floor())
            };
            let (below, above) = (last(0.98), last(1.02));
            // The workers' optima differ, and one of them is always the last to be applied: a little is left.
            assert!(!below.0 && below.1 < 1.0, "{workers}: {below:?}");
            assert!(above.0, "{workers}: {above:?}");
        }
        let alone = Plan { workers: 1, ..QUIET }.largest_stable_rate(0);
        assert!((alone - Curvature::of(DATASET).largest_stable_rate(0.0)).abs() < 1e-12);
        assert!((sine_of_quarter(3) - 0.5).abs() < 1e-15 && (sine_of_quarter(1) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_best_parameters_are_where_no_way_leads_down() {
        for workers in 1..=MAX_WORKERS {
            let plan = Plan { workers, ..QUIET };
            let best = Parameters::of(plan.best());
            for at in 0..N {
                let sum: f64 = (0..workers).map(|worker| plan.gradient(worker, 0, best)[at]).sum();
                assert!(sum.abs() < 1e-9, "{workers} {at}");
            }
            assert!((plan.loss(best) - plan.floor()).abs() < 1e-9);
        }
    }

    /// A worker whose updates are applied less often counts less: without noise the parameters come to rest at the weighed mean.
    #[test]
    fn who_is_applied_less_counts_less() {
        let around = [1, 2, 3, 1, 2, 3, 1, 2, 3, 0];
        let turns: Vec<Turn> = all(4, Turn::Compute)
            .chain(
                (0..4000)
                    .map(|push| around[push % 10])
                    .flat_map(|at| [Turn::Push(at), Turn::Pull(at), Turn::Compute(at)]),
            )
            .collect();
        let plan = Plan { rate: 0.01, ..QUIET };
        let run = run(plan, &turns);
        let parameters = run.marks[run.marks.len() - 1].parameters.values();
        for (value, rest) in parameters.iter().zip(plan.resting(&[1.0, 3.0, 3.0, 3.0])) {
            assert!((value - rest).abs() < 0.05, "{parameters:?}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_told() {
        let check = |plan: Plan, turns: &[Turn], what: &str| {
            let error = plan.replay(turns).expect_err(what);
            assert!(format!("{error:?}").contains(what), "{error:?}");
        };
        check(Plan { workers: 0, ..QUIET }, &[], "kitchens");
        check(Plan { workers: 9, ..QUIET }, &[], "kitchens");
        check(QUIET, &[Turn::Pull(4)], "kitchens");
        check(Plan { rate: f64::NAN, ..QUIET }, &[], "rate");
        check(Plan { noise: -1.0, ..QUIET }, &[], "noise");
        check(Plan { start: [f64::INFINITY; 3], ..QUIET }, &[], "parameters");
        check(QUIET, &vec![Turn::AllReduce; MAX_TURNS + 1], "turns");
    }
}
