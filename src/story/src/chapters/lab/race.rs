//! All purchases of the reader's own restaurant raced: today's, and beside it each thing that is sold for it, both with the best plan
//! that the search finds.

use kitchen_core::units::Time;
use kitchen_core::wire;
use kitchen_text::{Key, Line, key};

use crate::scenario::Scenario;

use super::own::Own;
use super::params::{At, Buy};
use super::run;
use super::today::Today;

/// One restaurant of the race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place of what is bought among the purchases, from 1; 0 today.
    bought: u32,
    /// It as a link's letters.
    own: String,
    /// The step that it is compared with: today's, or for a better plan that of the plan by rule where today's is the best one.
    pub before: Time,
    pub step: Time,
    /// Chefs to a pot, stages of the relay, groups alike.
    pub tensor: u32,
    pub pipeline: u32,
    pub data: u32,
    /// Texts of a bowl, and the stage of ZeRO.
    pub bowl: u32,
    pub zero: u32,
    /// Plans that fit, and of them those that were simulated.
    pub fit: u32,
    pub simulated: u32,
    /// Whether none of the others can be faster.
    pub is_proven: bool,
    /// Of all chefs' time, hundredths of a percent: cooking, and waiting for a meeting or a shared pot.
    pub cooking: u32,
    pub meeting: u32,
}

wire!(Row {
    bought,
    own,
    before,
    step,
    tensor,
    pipeline,
    data,
    bowl,
    zero,
    fit,
    simulated,
    is_proven,
    cooking,
    meeting
});

impl Row {
    pub(super) fn buy(&self) -> Option<Buy> {
        Buy::ALL.get(self.bought.checked_sub(1)? as usize).copied()
    }

    /// What is bought, in the race of that scenario.
    pub fn name(&self, scenario: &Scenario) -> Key {
        self.buy().map_or(key::LAB_NOW, |buy| Today::of(scenario).name(buy))
    }

    /// The restaurant itself.
    pub fn own(&self) -> Option<Own> {
        Own::read(&self.own)
    }

    /// Whether it is a better plan than the one by rule, rather than than today's.
    pub fn is_by_rule(&self, scenario: &Scenario) -> bool {
        self.buy() == Some(Buy::Plan) && !Today::of(scenario).is_given()
    }

    /// Whether it is a better plan than the one that is given.
    pub fn is_better_plan(&self, scenario: &Scenario) -> bool {
        self.buy() == Some(Buy::Plan) && !self.is_by_rule(scenario)
    }

    /// The place of what is bought among the purchases, from 1; 0 today.
    pub(super) fn place(&self) -> u32 {
        self.bought
    }

    pub fn is_today(&self) -> bool {
        self.bought == 0
    }

    /// Today's scenario with this purchase beside it.
    pub fn staged(&self, scenario: &Scenario) -> Scenario {
        match self.bought.checked_sub(1) {
            Some(place) => scenario.set(At::buy as usize, place.into()),
            None => scenario.clone(),
        }
    }
}

/// How many there will be: none where the scenario is none of the reader's own.
pub fn count(scenario: &Scenario) -> usize {
    let today = Today::of(scenario);
    if today.own.is_none() { 0 } else { 1 + offered(&today).len() }
}

/// Races them; `told` hears each as it is known, today's first. One that cannot run is told as a sentence.
pub fn race(scenario: &Scenario, told: &mut dyn FnMut(Result<Row, Line>)) {
    let today = Today::of(scenario);
    if today.own.is_none() {
        return;
    }
    let now = row(&today, 0, None);
    let today_is = now.as_ref().ok().cloned();
    told(now);
    for (place, buy) in offered(&today) {
        let bought = place as u32 + 1;
        let Some(now) = &today_is else {
            told(row(&today, bought, Some(buy)));
            continue;
        };
        told(if buy == Buy::Plan && !today.is_given() {
            // Today's is the best already: what it is better than is the plan that one would begin with.
            Ok(Row { bought, before: run::by_rule(&today).unwrap_or(now.step), ..now.clone() })
        } else {
            row(&today, bought, Some(buy)).map(|next| Row { before: now.step, ..next })
        });
    }
}

/// Each thing that is sold, with its place, and a better plan.
fn offered(today: &Today) -> Vec<(usize, Buy)> {
    Buy::ALL.into_iter().enumerate().filter(|&(_, buy)| today.is_offered(buy)).collect()
}

fn row(today: &Today, bought: u32, buy: Option<Buy>) -> Result<Row, Line> {
    let planned = run::plan(today, buy)?;
    let (layout, step) = (&planned.step.layout, &planned.step);
    let parts = |share: f64| (share * 10_000.0).round().max(0.0) as u32;
    Ok(Row {
        bought,
        own: today.own_after(buy).map(|own| own.write()).unwrap_or_default(),
        before: step.iteration,
        step: step.iteration,
        tensor: layout.tensor,
        pipeline: layout.pipeline,
        data: layout.data,
        bowl: layout.micro_batch,
        zero: layout.sharding.zero.stage(),
        fit: planned.fit as u32,
        simulated: planned.simulated as u32,
        is_proven: planned.is_proven,
        cooking: parts(step.compute_fraction),
        meeting: parts(step.exposed_comm_fraction),
    })
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;

    fn raced(made: &str) -> Vec<Row> {
        let scenario = Scenario::default_for(KIND).making(made.to_owned());
        let mut rows = Vec::new();
        race(&scenario, &mut |row| rows.push(row.expect("a row")));
        assert_eq!(rows.len(), count(&scenario));
        rows
    }

    /// What published practice says of a 70B step on 128 chefs with wide streets: it is mostly cooking, so the chefs help most, and
    /// wider streets hardly; each row has its own plan of all its chefs.
    #[test]
    fn a_manager_s_question_has_its_answer() {
        let rows = raced("dgx-a100_16_8x200_llama3-70b_1024x4096");
        let today = &rows[0];
        assert!(today.is_today() && today.cooking > 8_000, "{today:?}");
        let best = rows.iter().min_by_key(|row| row.step).expect("rows");
        let gain = |row: &Row| row.before.0 as f64 / row.step.0 as f64;
        assert_eq!(best.buy(), Some(Buy::Chef));
        assert!(gain(best) > 1.5, "{best:?}");
        for row in &rows {
            let own = row.own().expect("a restaurant");
            // Context is cut as well: the rest of the chefs is its.
            assert_eq!(own.chefs() % (row.tensor * row.pipeline * row.data), 0, "{row:?}");
            assert!(row.fit > 0 && row.is_proven && gain(row) > 0.99, "{row:?}");
            assert!(row.buy() != Some(Buy::Street) || gain(row) < 1.2, "{row:?}");
        }
    }

    #[test]
    fn what_is_not_the_reader_s_own_is_not_raced() {
        assert_eq!(raced(""), Vec::new());
        assert_eq!(raced("nothing"), Vec::new());
    }
}
