//! Any pass of a chef's lane, taken in hand: it goes to another place among the chef's own, the others close up, and whoever would then
//! wait for ever says for what.

use kitchen_core::workload::schedule::{HandMade, Pass, Refusal, Rules, Step};
use kitchen_text::{Line, key, msg};

use crate::scenario::Scenario;
use crate::scene::geom::Point;
use crate::scene::handle::{Grip, Handle, Stop, leads};

/// Which of a chef's passes it is, wherever it stands: by pass, stretch and bowl.
pub(super) fn number(rules: &Rules, step: &Step) -> usize {
    let pass = rules.passes().iter().position(|&pass| pass == step.pass).unwrap_or(0) as u32;
    ((pass * rules.chunks + step.chunk) * rules.micro_batches + step.micro_batch) as usize
}

/// Where each of a chef's passes lies, by its number.
pub(super) fn things(board: &HandMade, chef: u32, places: &[Point]) -> Vec<Point> {
    let order = board.order(chef);
    let mut all = vec![[0.0; 2]; order.len()];
    for (step, &at) in order.iter().zip(places) {
        if let Some(place) = all.get_mut(number(board.rules(), step)) {
            *place = at;
        }
    }
    all
}

/// The hand of a lane, holding the pass of that number.
pub(super) fn hand(hand: Handle, (now, board): (&Scenario, &HandMade), chef: u32, thing: usize) -> Option<Handle> {
    let order = board.order(chef);
    let here = order.iter().position(|step| number(board.rules(), step) == thing)?;
    let mut places = hand.things.clone();
    kitchen_core::order::sort_by(&mut places, |a, b| a[0].total_cmp(&b[0]));
    let all = places.len() as i64;
    let stop = |(place, at): (usize, Point)| Stop {
        at,
        text: msg::PipelineHandPlace { n: place as i64 + 1, all }.into(),
        leads: moved(board, chef, (here, place)).and_then(|made| leads(with(now, &made))),
    };
    let stops = places.into_iter().enumerate().map(stop).collect();
    Some(Handle { name: name(board.rules(), chef, order[here]), grip: Grip::Across, stops, here, ..hand })
}

/// What a pass is called.
fn name(rules: &Rules, chef: u32, step: Step) -> Line {
    let (chef, n) = (i64::from(chef) + 1, i64::from(step.micro_batch) + 1);
    match step.pass {
        Pass::Forward => msg::PipelineHandForward { chef, n }.into(),
        Pass::Weight => msg::PipelineHandWeight { chef, n }.into(),
        Pass::Input if rules.splits => msg::PipelineHandInput { chef, n }.into(),
        Pass::Backward | Pass::Input => msg::PipelineHandReport { chef, n }.into(),
    }
}

/// The same order with one of a chef's passes at another of its places.
///
/// # Errors
/// What the chef would wait for, for ever.
fn moved(board: &HandMade, chef: u32, (from, to): (usize, usize)) -> Result<HandMade, Line> {
    let mut orders = orders(board);
    if let Some(own) = orders.get_mut(chef as usize) {
        let step = own.remove(from);
        own.insert(to.min(own.len()), step);
    }
    let rules = Rules { places: None, ..*board.rules() };
    let made =
        played(rules, &orders).ok_or_else(|| Line::from(msg::PipelineHandStuck { chef: i64::from(chef) + 1 }))?;
    if made.is_done() { Ok(made) } else { Err(stuck(&made, &orders, chef)) }
}

/// The same order with the way back in two halves, or whole again; none where bowls come by more than once.
pub(super) fn in_halves(board: &HandMade) -> Option<HandMade> {
    let is_whole = !board.rules().splits;
    let rules = Rules { splits: is_whole, places: None, ..*board.rules() };
    let cut = |step: &Step| -> Vec<Step> {
        match step.pass {
            Pass::Weight => Vec::new(),
            Pass::Forward => vec![*step],
            Pass::Backward | Pass::Input => rules.passes().iter().skip(1).map(|&pass| Step { pass, ..*step }).collect(),
        }
    };
    let orders: Vec<Vec<Step>> = orders(board).iter().map(|order| order.iter().flat_map(cut).collect()).collect();
    played(rules, &orders).filter(|made| rules.chunks == 1 && made.is_done())
}

/// Pressed, reports are written in two halves: what the chef before waits for, and the part for one's own pages.
pub(super) fn halves(now: &Scenario, board: &HandMade, at: Point, effect: Line) -> Option<Handle> {
    let other = leads(with(now, &in_halves(board)?));
    let is_cut = board.rules().splits;
    let stop = |cut: bool| Stop {
        at,
        text: Line::new(if cut { key::PIPELINE_HAND_IN_HALVES } else { key::PIPELINE_HAND_WHOLE }),
        leads: if cut == is_cut { Ok(now.clone()) } else { other.clone() },
    };
    Some(Handle {
        id: "halves",
        name: Line::new(key::PIPELINE_HAND_HALVES),
        grip: Grip::Press,
        stops: vec![stop(false), stop(true)],
        here: usize::from(is_cut),
        things: Vec::new(),
        effect: Some(effect),
    })
}

/// All chefs' orders.
pub(super) fn orders(board: &HandMade) -> Vec<Vec<Step>> {
    (0..board.rules().stages).map(|stage| board.order(stage).to_vec()).collect()
}

/// The orders played as far as they go; none where there are too many.
pub(super) fn played(rules: Rules, orders: &[Vec<Step>]) -> Option<HandMade> {
    let mut made = HandMade::new(rules)?;
    let mut is_moving = true;
    while is_moving {
        is_moving = false;
        for (stage, order) in (0..).zip(orders) {
            while let Some(&step) = order.get(made.order(stage).len()) {
                if made.place(stage, step).is_err() {
                    break;
                }
                is_moving = true;
            }
        }
    }
    Some(made)
}

/// The scenario with that order.
pub(super) fn with(now: &Scenario, made: &HandMade) -> Scenario {
    now.clone().making(["1", &made.code()].concat())
}

/// Why a chef's order comes to a stop: by its first pass that never begins.
fn stuck(made: &HandMade, orders: &[Vec<Step>], stage: u32) -> Line {
    let chef = i64::from(stage) + 1;
    let first = orders.get(stage as usize).and_then(|order| order.get(made.order(stage).len()));
    let why = first.and_then(|&step| Some((made.why_not(stage, step)?, i64::from(step.micro_batch) + 1)));
    match why {
        Some((Refusal::NoActivations { from }, n)) => {
            msg::PipelinePassNoBowl { chef, n, from: i64::from(from) + 1 }.into()
        }
        Some((Refusal::NoReport { from }, n)) => {
            msg::PipelinePassNoReport { chef, n, from: i64::from(from) + 1 }.into()
        }
        Some((Refusal::NotForward, n)) => msg::PipelinePassNotForward { chef, n }.into(),
        Some((Refusal::NotInput, n)) => msg::PipelinePassNotInput { n }.into(),
        _ => msg::PipelineHandStuck { chef }.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::pipeline::acts::ACTS;
    use crate::chapters::pipeline::{KIND, run};
    use crate::show;
    use kitchen_text::{Key, Lang};

    fn turn() -> Scenario {
        ACTS.iter().find(|act| act.id == "turn").expect("a turn").done(KIND)
    }

    fn board() -> HandMade {
        run::own(&turn()).expect("an order")
    }

    /// What moving a chef's pass to a place comes to: the chef's passes then, or the reason why not.
    fn check(chef: u32, (pass, bowl): (Pass, u32), to: usize, expected: Result<(), Key>) {
        let board = board();
        let from = board.order(chef).iter().position(|step| (step.pass, step.micro_batch) == (pass, bowl)).unwrap();
        let what = format!("chef {chef} {pass:?} {bowl} to {to}");
        match moved(&board, chef, (from, to)) {
            Ok(made) => {
                assert_eq!((made.order(chef)[to].pass, made.order(chef)[to].micro_batch), (pass, bowl), "{what}");
                assert_eq!(Ok(()), expected, "{what}");
            }
            Err(line) => {
                assert_eq!(Err(line.key), expected, "{what}");
                for lang in [Lang::Ja, Lang::En] {
                    assert!(line.say(lang).len() > 10, "{what}");
                }
            }
        }
    }

    /// By turns four chefs send out 4, 3, 2 and 1 before the first comes back.
    #[test]
    fn a_pass_goes_where_what_it_needs_has_come() {
        use Pass::{Backward, Forward};
        use kitchen_text::key::*;
        // A bowl more goes out before the first comes back, or two change places.
        check(3, (Forward, 1), 1, Ok(()));
        check(0, (Forward, 1), 0, Ok(()));
        check(3, (Backward, 0), 0, Err(PIPELINE_PASS_NOT_FORWARD));
        check(0, (Backward, 0), 1, Err(PIPELINE_PASS_NO_REPORT));
        check(1, (Forward, 4), 0, Err(PIPELINE_PASS_NO_BOWL));
    }

    /// Every place of every pass leads to an order that runs, or says why not; the hand is where its pass is, on one of its things.
    #[test]
    fn every_pass_has_its_places() {
        let (now, board) = (turn(), board());
        let count = board.rules().steps_of_a_stage() as usize;
        let places: Vec<Point> = (0..count).map(|place| [place as f32, 0.0]).collect();
        for chef in 0..board.rules().stages {
            let things = things(&board, chef, &places);
            for thing in 0..count {
                let none = Handle {
                    id: "back-1",
                    name: Line::new(key::PIPELINE_HAND_HALVES),
                    grip: Grip::Across,
                    stops: Vec::new(),
                    here: 0,
                    things: things.clone(),
                    effect: None,
                };
                let hand = hand(none, (&now, &board), chef, thing).expect("a hand");
                assert_eq!((hand.stops.len(), hand.stops[hand.here].at), (count, things[thing]));
                assert_eq!(hand.stops[hand.here].leads.as_ref(), Ok(&now));
                assert!(hand.stops.iter().filter(|stop| stop.leads.is_ok()).count() >= 1);
            }
        }
    }

    /// In halves and whole again is as it was, and both can run.
    #[test]
    fn halves_become_whole_again() {
        let (now, board) = (turn(), board());
        let cut = in_halves(&board).expect("halves");
        assert!(cut.rules().splits && cut.is_done());
        assert!(show::run(&with(&now, &cut)).is_ok());
        assert_eq!(in_halves(&cut).map(|made| made.plan()), Some(board.plan()));
    }
}
