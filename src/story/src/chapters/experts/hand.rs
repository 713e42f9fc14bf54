//! The correction by hand: the reader sets the bias of each page's favourite, and the run says whom all wait for then.

use kitchen_core::sim::{self, Limits};
use kitchen_core::units::Time;
use kitchen_core::workload::routing::{Routing, route};
use kitchen_text::{Line, Number, count, key, msg};

use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::hand::{Amount, Amounts, Hand, Tried, Words};

use super::moments::pages;
use super::params::Params;
use super::run::{CHEFS, PAGES, Plan, WORDS, draft, liked, router};
use super::telling::compared;

pub(super) const BY_HAND: Amounts = Amounts {
    words: Words {
        open: key::EXPERTS_HAND_OPEN,
        check: key::EXPERTS_HAND_CHECK,
        number: key::EXPERTS_HAND_NUMBER,
        go: None,
    },
    ask,
    check,
};

/// The most that the busiest chef may have over the mean.
pub(super) const LIMIT: f64 = 1.1;

/// The farthest that a bias can be moved, in thousandths of the scores' range.
const FARTHEST: f64 = 1000.0;

/// What the reader corrects: a favourite, and room for all that ask.
fn uncorrected(show: &Show) -> Params {
    let [with, _] = compared(Params::of(&show.scenario));
    Params { room: None, ..with }
}

/// What is chosen on a page with so many thousandths added to its favourite's score.
fn chosen(params: Params, page: usize, bias: i32) -> Routing {
    let model = params.model;
    route(&router(model, params, page).with_bias(liked(model, page), bias), CHEFS, WORDS, None)
}

fn chef(routing: &Routing, expert: usize) -> i64 {
    (expert / routing.per_gpu()) as i64 + 1
}

fn ask(show: &Show, _: Time) -> Option<Hand> {
    let params = uncorrected(show);
    let model = params.model;
    let at = pages(show.runs.first()?).first()?.asked;
    let amount = |page: usize| {
        let (routing, favourite) = (chosen(params, page, 0), liked(model, page));
        Amount {
            name: Line::from(msg::ExpertsHandName { page: count(page + 1), chef: chef(&routing, favourite) }),
            known: Line::from(msg::ExpertsHandKnown {
                asked: Number(routing.wishes(favourite) as f64, 0),
                even: Number(routing.all_wishes() as f64 / routing.experts as f64, 0),
            }),
            now: 0.0,
            unit: Line::new(key::EXPERTS_HAND_UNIT),
        }
    };
    let lead = |page: usize| i64::from(router(model, params, page).lead(liked(model, page)));
    Some(Hand {
        at,
        task: Line::from(msg::ExpertsHandTask { limit: Number(LIMIT, 1) }),
        amounts: (0..PAGES).map(amount).collect(),
        hints: vec![
            Line::new(key::EXPERTS_HAND_HINT_WAY),
            Line::new(key::EXPERTS_HAND_HINT_BATCH),
            Line::from(msg::ExpertsHandHintLead { first: lead(0), second: lead(1) }),
        ],
    })
}

fn check(show: &Show, _: Time, proposed: &[f64]) -> Result<Tried, Line> {
    let fits = |bias: &f64| bias.abs() <= FARTHEST;
    if proposed.len() != PAGES || !proposed.iter().all(fits) {
        return Err(Line::from(msg::ExpertsHandRange { most: Number(FARTHEST, 0) }));
    }
    let params = uncorrected(show);
    let model = params.model;
    let pages: Vec<Routing> = (0..PAGES).map(|page| chosen(params, page, proposed[page].round() as i32)).collect();
    let amounts: Vec<(bool, Line)> =
        pages.iter().enumerate().map(|(page, routing)| said(routing, page, liked(model, page))).collect();
    let is_even = amounts.iter().all(|(is_right, _)| *is_right);
    let (topology, graph) = draft(&Plan { params, model, pages })?;
    let took = sim::makespan(&graph, &topology.capacities(), topology.len() as usize, Limits::default());
    let took = took.map_err(|error| error.line())?;
    let outcome = if is_even {
        Line::from(msg::ExpertsHandEven { time: took })
    } else {
        Line::from(msg::ExpertsHandUneven { time: took })
    };
    Ok(Tried { amounts, outcome })
}

/// What is said of one page: whether the busiest chef has little enough, and else which way the bias is off.
fn said(routing: &Routing, page: usize, favourite: usize) -> (bool, Line) {
    let busiest = routing.busiest();
    let is_right = routing.imbalance() <= LIMIT;
    let is_favoured = routing.popularity(favourite) > 1.0;
    let (page, chef) = (count(page + 1), busiest as i64 + 1);
    let (bowls, times) = (Number(routing.load(busiest) as f64, 0), Number(routing.imbalance(), 2));
    let line = match (is_right, is_favoured) {
        (true, _) => Line::from(msg::ExpertsHandRight { page, chef, bowls, times }),
        (false, true) => Line::from(msg::ExpertsHandShort { page, chef, bowls, times }),
        (false, false) => {
            let few = Number(routing.wishes(favourite) as f64, 0);
            Line::from(msg::ExpertsHandFar { page, chef, bowls, times, few })
        }
    };
    (is_right, line)
}
