//! One sauce, many kitchens: each has guests of its own, and pages go to and fro in the order that somebody else gives (a
//! simulated trace, a test). What a kitchen's report says depends on the page that lay before it when it cooked, however old.
//!
//! Pages are whole multiples of 2⁻⁴⁰ g, so that sums do not depend on their order and averages are exact.

use super::curvature::Curvature;
use super::recipe::{BASE, Panel, Recipe, Taster};
use super::{DescentError, POT, RATES, split_mix};

const N: usize = 3;

/// The most kitchens.
pub const MAX_KITCHENS: usize = 8;

/// The most turns of one run.
pub const MAX_TURNS: usize = 100_000;

/// What the guests of each kitchen like best, in grams of salt, vinegar, sugar. Those of the first like it sweet and sour, the
/// others much the same as one another: where one kitchen is heard less than the others, it is noticed.
pub const LIKED: [[f64; N]; MAX_KITCHENS] = [
    [1.5, 3.5, 6.0],
    [4.0, 2.0, 3.0],
    [4.5, 2.0, 3.5],
    [4.0, 2.5, 3.5],
    [4.5, 2.5, 3.0],
    [4.0, 2.0, 3.5],
    [4.5, 2.5, 3.5],
    [4.0, 2.5, 3.0],
];

/// The tongues are the same six in every kitchen; only the wishes differ. So the curvature is that of this panel.
pub const TONGUES: Panel = Panel::Different;

/// Parts of a gram: 2⁴⁰.
const PARTS: f64 = (1_u64 << 40) as f64;

/// A page of the recipe, exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page([i64; N]);

/// What one kitchen's report takes off the page: its share, one in as many as there are kitchens, of the learning rate times its
/// slopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report([i64; N]);

fn parts(grams: f64) -> i64 {
    (grams * PARTS + 0.5).floor() as i64
}

impl Page {
    /// The page nearest to so many grams.
    pub fn of(grams: [f64; N]) -> Page {
        Page(grams.map(parts))
    }

    /// In grams, exactly.
    pub fn grams(self) -> [f64; N] {
        self.0.map(|parts| parts as f64 / PARTS)
    }

    /// The page after a report was followed, `times` over.
    #[must_use]
    pub fn follow(self, report: Report, times: i64) -> Page {
        Page([0, 1, 2].map(|at| self.0[at] - times * report.0[at]))
    }

    /// The average of pages that were all made from one page by reports of `pages.len()` kitchens, followed that many times over
    /// each: it divides without a remainder. Of other pages, the nearest below.
    pub fn average(pages: &[Page]) -> Page {
        let count = pages.len().max(1) as i64;
        let first = pages.first().copied().unwrap_or_default();
        // Of differences: they divide even where the pages themselves do not.
        let mean = |at: usize| {
            let sum: i64 = pages.iter().map(|page| page.0[at] - first.0[at]).sum();
            first.0[at] + sum.div_euclid(count)
        };
        Page([0, 1, 2].map(mean))
    }

    /// Whether the pot holds it.
    fn fits(self) -> bool {
        self.grams().iter().all(|grams| grams.abs() <= POT)
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A kitchen copies the shared page.
    Pull(usize),
    /// A kitchen cooks by its own page; its guests taste, and it has its report.
    Cook(usize),
    /// A kitchen's report is followed on the shared page.
    Push(usize),
    /// A kitchen follows its report on its own page alone, in full: as if it were all kitchens.
    Step(usize),
    /// All reports together are followed on the shared page, and all kitchens have it.
    Meet,
    /// The shared page becomes the average of all kitchens' pages, and all kitchens have it.
    Average,
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub kitchens: usize,
    /// The learning rate η.
    pub rate: f64,
    /// The first page, in grams.
    pub start: [f64; N],
    /// How far off a guest's word may be, in points, either way alike.
    pub noise: f64,
    pub seed: u64,
}

impl Plan {
    /// The usual first page and guests.
    pub const fn of(kitchens: usize, rate: f64) -> Plan {
        Plan { kitchens, rate, start: [7.5, 5.0, 0.0], noise: 0.5, seed: 1 }
    }

    fn check(&self) -> Result<(), DescentError> {
        if !(1..=MAX_KITCHENS).contains(&self.kitchens) {
            return Err(DescentError::range("kitchens", 1.0, MAX_KITCHENS as f64));
        }
        Recipe::OneLayer.check(&self.start)?;
        let [low, high] = RATES;
        if !(low..=high).contains(&self.rate) {
            return Err(DescentError::Range { what: "rate", low, high, decimals: 3 });
        }
        if !(0.0..=10.0).contains(&self.noise) {
            return Err(DescentError::range("noise", 0.0, 10.0));
        }
        Ok(())
    }

    /// Who tastes in a kitchen: the tongues of all, the wishes of its own.
    fn wish(taster: &Taster, liked: &[f64; N]) -> f64 {
        taster.senses.iter().zip(liked).fold(BASE, |sum, (sense, gram)| sum + sense * gram)
    }

    /// The error of a guest's word about a dish, in points: evenly from −noise to noise.
    fn slip(&self, kitchen: usize, dish: u32, taster: usize) -> f64 {
        let place = (kitchen as u64) << 48 | u64::from(dish) << 16 | taster as u64;
        let drawn = split_mix(self.seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        self.noise * ((drawn >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    }

    /// The slopes that a kitchen's six guests report of a page, for its dish counted from 0: the gradient of their mean squared
    /// error.
    pub fn slopes(&self, kitchen: usize, dish: u32, page: Page) -> [f64; N] {
        let (grams, tasters) = (page.grams(), TONGUES.tasters());
        let mut slopes = [0.0; N];
        for (at, taster) in tasters.iter().enumerate() {
            let taste = Recipe::OneLayer.taste(&grams, taster);
            let error = taste - Plan::wish(taster, &LIKED[kitchen]) - self.slip(kitchen, dish, at);
            for (slope, sense) in slopes.iter_mut().zip(taster.senses) {
                *slope += 2.0 / tasters.len() as f64 * error * sense;
            }
        }
        slopes
    }

    fn report(&self, kitchen: usize, dish: u32, page: Page) -> Report {
        let share = self.rate / self.kitchens as f64;
        Report(self.slopes(kitchen, dish, page).map(|slope| parts(share * slope)))
    }

    /// The mean squared error of all guests of all kitchens, as they would say it without a slip, in points squared.
    pub fn loss(&self, page: Page) -> f64 {
        self.loss_of(&page.grams())
    }

    fn loss_of(&self, grams: &[f64; N]) -> f64 {
        let tasters = TONGUES.tasters();
        let mut sum = 0.0;
        for liked in &LIKED[..self.kitchens] {
            for taster in tasters {
                let error = Recipe::OneLayer.taste(grams, taster) - Plan::wish(taster, liked);
                sum += error * error;
            }
        }
        sum / (self.kitchens * tasters.len()) as f64
    }

    /// The page that pleases all guests best: the tongues are the same everywhere, so it is the mean of what the kitchens like.
    pub fn best(&self) -> [f64; N] {
        self.resting(&[1.0; MAX_KITCHENS])
    }

    /// Where pages come to rest when kitchens are heard in these proportions: the mean of what they like, weighed so.
    pub fn resting(&self, heard: &[f64]) -> [f64; N] {
        let whole = heard.iter().take(self.kitchens).fold(0.0, |sum, part| sum + part);
        [0, 1, 2].map(|at| {
            let of = LIKED[..self.kitchens].iter().zip(heard);
            of.fold(0.0, |sum, (liked, part)| sum + part / whole * liked[at])
        })
    }

    /// The least loss: not zero, for the kitchens' guests wish for different things.
    pub fn floor(&self) -> f64 {
        self.loss_of(&self.best())
    }

    /// The learning rate from which pages run away when each report is followed alone, `delay` others after the page was copied
    /// that it speaks of: `η/n λ < 2 sin(π / (2 (2 delay + 1)))`, the limit of `w ← w − ρ λ w(before delay steps)`
    /// (Levin and May, "A note on difference-delay equations", 1976). Without delay it is 2, as ever.
    pub fn largest_stable_rate(&self, delay: u32) -> f64 {
        let steepest = Curvature::of(TONGUES).eigenvalues[N - 1];
        self.kitchens as f64 * 2.0 * sine_of_quarter(2 * delay + 1) / steepest
    }

    /// Takes the turns in order, up to the one after which a page no longer fits into the pot.
    ///
    /// O(turns × kitchens).
    ///
    /// # Errors
    /// A number of the plan is out of its range, there are too many turns, or one is of a kitchen that is not there.
    pub fn replay(self, turns: &[Turn]) -> Result<Together, DescentError> {
        self.check()?;
        if turns.len() > MAX_TURNS {
            return Err(DescentError::range("turns", 0.0, MAX_TURNS as f64));
        }
        let mut pots = Pots::new(&self);
        let mut marks = Vec::with_capacity(turns.len());
        let mut spilled = None;
        for (at, &turn) in turns.iter().enumerate() {
            let page = pots.take(&self, turn)?;
            let is_shared = matches!(turn, Turn::Push(_) | Turn::Meet | Turn::Average);
            let loss = if is_shared { self.loss(page) } else { marks.last().map_or(0.0, |mark: &Mark| mark.loss) };
            let loss = if marks.is_empty() && !is_shared { self.loss(pots.shared) } else { loss };
            marks.push(Mark { page, loss, dishes: pots.heard, behind: pots.behind });
            if !page.fits() {
                spilled = Some(at);
                break;
            }
        }
        Ok(Together { plan: self, marks, spilled })
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

/// All pages at an instant.
struct Pots {
    shared: Page,
    own: Vec<Page>,
    reports: Vec<Report>,
    /// Dishes cooked by each kitchen.
    cooked: Vec<u32>,
    /// Dishes cooked whose report is in no shared page yet.
    unheard: Vec<u32>,
    /// Reports followed on the shared page, in all, and when each kitchen last copied it.
    followed: u32,
    copied: Vec<u32>,
    /// Dishes that the shared page has heard of.
    heard: u32,
    behind: u32,
}

impl Pots {
    fn new(plan: &Plan) -> Pots {
        let (start, count) = (Page::of(plan.start), plan.kitchens);
        Pots {
            shared: start,
            own: vec![start; count],
            reports: vec![Report::default(); count],
            cooked: vec![0; count],
            unheard: vec![0; count],
            followed: 0,
            copied: vec![0; count],
            heard: 0,
            behind: 0,
        }
    }

    /// Takes a turn; returns the page that it made, or was made by.
    fn take(&mut self, plan: &Plan, turn: Turn) -> Result<Page, DescentError> {
        let (Turn::Pull(at) | Turn::Cook(at) | Turn::Push(at) | Turn::Step(at)) = turn else {
            return Ok(self.gather(plan, turn == Turn::Average));
        };
        if at >= plan.kitchens {
            return Err(DescentError::range("kitchens", 1.0, plan.kitchens as f64));
        }
        self.behind = self.followed - self.copied[at];
        Ok(match turn {
            Turn::Pull(_) => {
                (self.own[at], self.copied[at]) = (self.shared, self.followed);
                self.shared
            }
            Turn::Cook(_) => {
                self.reports[at] = plan.report(at, self.cooked[at], self.own[at]);
                self.cooked[at] += 1;
                self.unheard[at] += 1;
                self.own[at]
            }
            Turn::Step(_) => {
                self.own[at] = self.own[at].follow(self.reports[at], plan.kitchens as i64);
                self.own[at]
            }
            _ => {
                self.shared = self.shared.follow(self.reports[at], 1);
                self.followed += 1;
                self.heard += std::mem::take(&mut self.unheard[at]);
                self.shared
            }
        })
    }

    fn gather(&mut self, plan: &Plan, averages: bool) -> Page {
        self.shared = if averages {
            Page::average(&self.own)
        } else {
            self.reports.iter().fold(self.shared, |page, report| page.follow(*report, 1))
        };
        self.own = vec![self.shared; plan.kitchens];
        self.followed += plan.kitchens as u32;
        self.copied = vec![self.followed; plan.kitchens];
        self.heard += self.unheard.iter_mut().map(std::mem::take).sum::<u32>();
        self.behind = 0;
        self.shared
    }
}

/// What a turn left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The page that the turn made: the shared one, or the kitchen's own; of a dish, the page that it was cooked by.
    pub page: Page,
    /// The loss of the shared page then.
    pub loss: f64,
    /// Dishes that the shared page has heard of by then.
    pub dishes: u32,
    /// How many reports the shared page had followed since the kitchen of the turn copied it.
    pub behind: u32,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    pub plan: Plan,
    /// One for each turn taken.
    pub marks: Vec<Mark>,
    /// The turn after which a page was more than the pot holds.
    pub spilled: Option<usize>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUIET: Plan = Plan { noise: 0.0, ..Plan::of(4, 0.1) };

    fn run(plan: Plan, turns: &[Turn]) -> Together {
        plan.replay(turns).unwrap_or_else(|error| panic!("{error:?}"))
    }

    fn all(kitchens: usize, turn: fn(usize) -> Turn) -> impl Iterator<Item = Turn> {
        (0..kitchens).map(turn)
    }

    /// Rounds in which all meet after each dish.
    fn meeting(kitchens: usize, rounds: usize) -> Vec<Turn> {
        (0..rounds).flat_map(|_| all(kitchens, Turn::Cook).chain([Turn::Meet])).collect()
    }

    /// Kitchens one after the other, each pushing what it cooked one round before: every report is `kitchens − 1` behind.
    fn in_turn(kitchens: usize, pushes: usize) -> Vec<Turn> {
        let around = (0..pushes).map(|push| push % kitchens);
        all(kitchens, Turn::Cook)
            .chain(around.flat_map(|at| [Turn::Push(at), Turn::Pull(at), Turn::Cook(at)]))
            .collect()
    }

    fn shared(run: &Together, turns: &[Turn]) -> Vec<Page> {
        let is = |turn: &Turn| matches!(turn, Turn::Push(_) | Turn::Meet | Turn::Average);
        turns.iter().zip(&run.marks).filter(|(turn, _)| is(turn)).map(|(_, mark)| mark.page).collect()
    }

    proptest! {
        /// A page that everybody waits for is the same to the last digit, whatever order the reports come in.
        #[test]
        fn waiting_for_all_is_meeting(
            kitchens in 1..=MAX_KITCHENS, rate in 0.01_f64..0.2, seed in 0..9_u64, orders in proptest::collection::vec(0..720_usize, 12),
        ) {
            let plan = Plan { seed, ..Plan::of(kitchens, rate) };
            let met = meeting(kitchens, orders.len());
            let mut waited: Vec<Turn> = Vec::new();
            for order in &orders {
                let mut who: Vec<usize> = (0..kitchens).collect();
                who.rotate_left(order % kitchens);
                who.swap(0, order / kitchens % kitchens);
                waited.extend(all(kitchens, Turn::Pull).chain(all(kitchens, Turn::Cook)));
                waited.extend(who.into_iter().map(Turn::Push));
            }
            let (met, pushed) = (shared(&run(plan, &met), &met), shared(&run(plan, &waited), &waited));
            let last: Vec<Page> = pushed.chunks(kitchens).map(|round| round[round.len() - 1]).collect();
            prop_assert_eq!(met, last);
        }

        /// Local steps that are averaged after each one are meetings.
        #[test]
        fn averaging_each_step_is_meeting(kitchens in 1..=MAX_KITCHENS, rate in 0.01_f64..0.2, seed in 0..9_u64) {
            let plan = Plan { seed, ..Plan::of(kitchens, rate) };
            let met = meeting(kitchens, 10);
            let local: Vec<Turn> = (0..10)
                .flat_map(|_| all(kitchens, Turn::Cook).chain(all(kitchens, Turn::Step)).chain([Turn::Average]))
                .collect();
            prop_assert_eq!(shared(&run(plan, &met), &met), shared(&run(plan, &local), &local));
        }

        /// However many local steps: nothing is lost in the average.
        #[test]
        fn averages_are_exact(kitchens in 1..=MAX_KITCHENS, steps in 1..9_usize, seed in 0..9_u64) {
            let plan = Plan { seed, ..Plan::of(kitchens, 0.07) };
            let mut pots = Pots::new(&plan);
            for _ in 0..steps {
                for turn in all(kitchens, Turn::Cook).chain(all(kitchens, Turn::Step)) {
                    pots.take(&plan, turn).unwrap();
                }
            }
            let average = Page::average(&pots.own);
            for at in 0..N {
                let sum: i64 = pots.own.iter().map(|page| page.0[at] - average.0[at]).sum();
                prop_assert_eq!(sum, 0);
            }
        }

        /// One kitchen alone is plain gradient descent: to what the page's parts of a gram leave open.
        #[test]
        fn one_kitchen_alone_is_plain_descent(rate in 0.01_f64..0.14) {
            let plan = Plan { noise: 0.0, ..Plan::of(1, rate) };
            let turns = in_turn(1, 20);
            let pages = shared(&run(plan, &turns), &turns);
            let mut grams = plan.start;
            for page in pages {
                let slopes = plan.slopes(0, 0, Page::of(grams));
                for (gram, slope) in grams.iter_mut().zip(slopes) {
                    *gram -= rate * slope;
                }
                for (gram, own) in grams.iter().zip(page.grams()) {
                    prop_assert!((gram - own).abs() < 1e-9, "{} {}", gram, own);
                }
            }
        }

        /// Slopes are finite differences of the mean squared error of that kitchen's guests.
        #[test]
        fn slopes_are_finite_differences(kitchen in 0..MAX_KITCHENS, grams in proptest::array::uniform3(-9.0_f64..9.0)) {
            let only = |grams: [f64; N]| {
                let each = TONGUES.tasters().iter().map(|taster| {
                    let error = Recipe::OneLayer.taste(&grams, taster) - Plan::wish(taster, &LIKED[kitchen]);
                    error * error
                });
                each.sum::<f64>() / 6.0
            };
            let grams = Page::of(grams).grams();
            let slopes = QUIET.slopes(kitchen, 0, Page::of(grams));
            for at in 0..N {
                let moved = |by: f64| {
                    let mut moved = grams;
                    moved[at] += by;
                    only(moved)
                };
                let difference = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                prop_assert!((slopes[at] - difference).abs() < 1e-6 * (1.0 + difference.abs()));
            }
        }
    }

    /// The limit of a delayed step, known since 1976, against the simulation: just below it the page settles, just above it runs
    /// away.
    #[test]
    fn the_limit_of_a_delayed_step_is_the_known_one() {
        for kitchens in 1..=MAX_KITCHENS {
            // Not a start from which the steepest way is never taken.
            let plan = Plan { kitchens, start: [7.0, 5.0, 1.5], ..QUIET };
            let limit = plan.largest_stable_rate(kitchens as u32 - 1);
            let last = |share: f64| {
                let turns = in_turn(kitchens, 12_000);
                let run = run(Plan { rate: share * limit, ..plan }, &turns);
                let behind = turns.iter().zip(&run.marks).filter(|(turn, _)| matches!(turn, Turn::Push(_)));
                assert!(behind.skip(kitchens).all(|(_, mark)| mark.behind + 1 == kitchens as u32));
                (run.spilled.is_some(), run.marks[run.marks.len() - 1].loss - plan.floor())
            };
            let (below, above) = (last(0.98), last(1.02));
            // The kitchens like different things, and one of them is always the last to be heard: a little is left.
            assert!(!below.0 && below.1 < 1.0, "{kitchens}: {below:?}");
            assert!(above.0, "{kitchens}: {above:?}");
        }
        let alone = Plan { kitchens: 1, ..QUIET }.largest_stable_rate(0);
        assert!((alone - Curvature::of(TONGUES).largest_stable_rate(0.0)).abs() < 1e-12);
        assert!((sine_of_quarter(3) - 0.5).abs() < 1e-15 && (sine_of_quarter(1) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_best_page_is_where_no_way_leads_down() {
        for kitchens in 1..=MAX_KITCHENS {
            let plan = Plan { kitchens, ..QUIET };
            let best = Page::of(plan.best());
            for at in 0..N {
                let sum: f64 = (0..kitchens).map(|kitchen| plan.slopes(kitchen, 0, best)[at]).sum();
                assert!(sum.abs() < 1e-9, "{kitchens} {at}");
            }
            assert!((plan.loss(best) - plan.floor()).abs() < 1e-9);
        }
    }

    /// A kitchen that is heard less pulls the page less: without slips it comes to rest at the weighed mean.
    #[test]
    fn who_is_heard_less_counts_less() {
        let around = [1, 2, 3, 1, 2, 3, 1, 2, 3, 0];
        let turns: Vec<Turn> = all(4, Turn::Cook)
            .chain(
                (0..4000).map(|push| around[push % 10]).flat_map(|at| [Turn::Push(at), Turn::Pull(at), Turn::Cook(at)]),
            )
            .collect();
        let plan = Plan { rate: 0.01, ..QUIET };
        let run = run(plan, &turns);
        let page = run.marks[run.marks.len() - 1].page.grams();
        for (gram, rest) in page.iter().zip(plan.resting(&[1.0, 3.0, 3.0, 3.0])) {
            assert!((gram - rest).abs() < 0.05, "{page:?}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_told() {
        let check = |plan: Plan, turns: &[Turn], what: &str| {
            let error = plan.replay(turns).expect_err(what);
            assert!(format!("{error:?}").contains(what), "{error:?}");
        };
        check(Plan { kitchens: 0, ..QUIET }, &[], "kitchens");
        check(Plan { kitchens: 9, ..QUIET }, &[], "kitchens");
        check(QUIET, &[Turn::Pull(4)], "kitchens");
        check(Plan { rate: f64::NAN, ..QUIET }, &[], "rate");
        check(Plan { noise: -1.0, ..QUIET }, &[], "noise");
        check(Plan { start: [f64::INFINITY; 3], ..QUIET }, &[], "parameters");
        check(QUIET, &vec![Turn::Meet; MAX_TURNS + 1], "turns");
    }
}
