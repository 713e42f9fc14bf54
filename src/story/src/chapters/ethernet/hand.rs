//! The task by hand: other numbers on the labels, until no street gets more than its share. The hash says where each number leads,
//! and a run with those streets how long it takes. Operators do the same with the UDP source port, which RoCEv2 leaves free for it
//! (InfiniBand specification, annex 17).

use kitchen_core::packet::load_balancing::ecmp;
use kitchen_core::packet::{self, Log};
use kitchen_core::units::Time;
use kitchen_text::{Line, Number, count, key, msg};

use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::hand::{Amount, Amounts, Hand, Tried, Words};

use super::params::{Choice, Load, Params};
use super::run::{Laid, ROW, STREETS, WORST, drawn, plan, seed, seed_of};

pub(super) const BY_HAND: Amounts = Amounts {
    ask,
    check: judge,
    words: Words {
        open: key::ETHERNET_HAND_OPEN,
        check: key::ETHERNET_HAND_CHECK,
        number: key::ETHERNET_HAND_NUMBER,
        go: None,
    },
};

/// A street's share of the parcels.
const FAIR: u32 = ROW / STREETS;

/// The highest number of a label; each begins with 0.
const MOST: u32 = 99;

/// Where a kitchen's parcel goes with a number on its label: as its queue pair of that number.
fn leads(seed: u64, kitchen: u32, number: u32) -> u32 {
    ecmp(seed, number * ROW + kitchen, STREETS)
}

fn taken(laid: &[u32], street: u32) -> u32 {
    laid.iter().filter(|&&other| other == street).count() as u32
}

/// The kitchens whose label is to be changed: of each street, those after its share.
fn movers(laid: &Laid) -> Vec<u32> {
    let before = |kitchen: usize| taken(&laid[..kitchen], laid[kitchen]);
    (0..ROW).filter(|&kitchen| before(kitchen as usize) >= FAIR).collect()
}

/// The draw of the task: the reader's, where a hash draws once a parcel and not evenly, else the one picked on purpose.
fn draw(params: Params) -> u32 {
    if params.is_plain() && !movers(&drawn(seed(params.draw))).is_empty() { params.draw } else { 0 }
}

/// A kitchen's or a street's number as it is said, from 1.
fn from_one(number: u32) -> i64 {
    i64::from(number) + 1
}

fn ask(show: &Show, _: Time) -> Option<Hand> {
    let draw = draw(Params::of(&show.scenario));
    let seed = seed(draw);
    let laid = drawn(seed);
    let movers = movers(&laid);
    let most = (0..STREETS).map(|street| taken(&laid, street)).max()?;
    let amount = |&mover: &u32| Amount {
        name: Line::from(msg::EthernetHandName { k: from_one(mover) }),
        known: Line::from(msg::EthernetHandKnown { street: from_one(laid[mover as usize]) }),
        now: 0.0,
        unit: Line::new(key::ETHERNET_HAND_UNIT),
    };
    let task = Line::from(msg::EthernetHandTask {
        draw: draw.into(),
        most: most.into(),
        n: count(movers.len()),
        fair: FAIR.into(),
        last: MOST.into(),
    });
    // For each who has to move: a number that leads to each street.
    let shown = |&mover: &u32| {
        let to = |street| (0..=MOST).find(|&number| leads(seed, mover, number) == street).unwrap_or(0).into();
        Line::from(msg::EthernetHandHintShown { k: from_one(mover), a: to(0), b: to(1), c: to(2), d: to(3) })
    };
    let mut hints = vec![Line::new(key::ETHERNET_HAND_HINT_SAME), Line::new(key::ETHERNET_HAND_HINT_KEEP)];
    hints.extend(movers.iter().map(shown));
    Some(Hand { at: Time::ZERO, task, amounts: movers.iter().map(amount).collect(), hints })
}

fn judge(show: &Show, _: Time, proposed: &[f64]) -> Result<Tried, Line> {
    let refuse = || Line::from(msg::EthernetHandRange { last: MOST.into() });
    let params = Params::of(&show.scenario);
    let seed = seed(draw(params));
    let mut laid = drawn(seed);
    let movers = movers(&laid);
    if proposed.len() != movers.len() {
        return Err(refuse());
    }
    for (&mover, &typed) in movers.iter().zip(proposed) {
        let is_one = typed >= 0.0 && typed <= f64::from(MOST) && (typed - typed.trunc()).abs() < 1e-9;
        if !is_one {
            return Err(refuse());
        }
        laid[mover as usize] = leads(seed, mover, typed as u32);
    }
    let said = |(&mover, &typed): (&u32, &f64)| {
        let to = laid[mover as usize];
        let is_right = taken(&laid, to) <= FAIR;
        let (k, street, number, count) = (from_one(mover), from_one(to), typed as i64, taken(&laid, to).into());
        let line = if is_right {
            Line::from(msg::EthernetHandFits { k, street, number, count })
        } else {
            Line::from(msg::EthernetHandCrowded { k, street, number, count })
        };
        (is_right, line)
    };
    let amounts = movers.iter().zip(proposed).map(said).collect();
    let (took, even) = (run(Choice::Hash, draws(&laid)?)?, even(show, params)?);
    let most = (0..STREETS).map(|street| taken(&laid, street)).max().unwrap_or(0);
    let times = Number(took.as_secs() / even.as_secs().max(1e-12), 2);
    let outcome = Line::from(msg::EthernetHandOutcome { most: most.into(), time: took, even, times });
    Ok(Tried { amounts, outcome })
}

/// A draw of the hash that lays the parcels so.
fn draws(laid: &Laid) -> Result<u64, Line> {
    seed_of(laid).ok_or_else(|| Line::new(key::ETHERNET_NOTHING))
}

/// How long it takes until the last parcel of eight is there.
fn run(choice: Choice, seed: u64) -> Result<Time, Line> {
    let mut plan = plan(Params { choice, ..Params::default() }, 0)?;
    plan.seed = seed;
    plan.log = Log::default();
    Ok(packet::run(&plan).map_err(|error| error.line())?.makespan)
}

/// The same with each packet down the next street: the town below, where it is that.
fn even(show: &Show, params: Params) -> Result<Time, Line> {
    let below = || Some(show.runs.get(1)?.packets.as_deref()?.makespan);
    match below().filter(|_| params.load == Load::Parcels) {
        Some(time) => Ok(time),
        None => run(Choice::Spray, WORST),
    }
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use super::*;
    use crate::show;
    use kitchen_text::{Key, Lang};

    fn shown(draw: u32) -> Show {
        show::run(&Params { draw, ..Params::default() }.scenario(KIND)).expect("a run")
    }

    /// What is said of each, and how many times as long as shared evenly the step takes.
    fn check(show: &Show, proposed: &[f64], expected: &[Key], times: std::ops::Range<f64>) {
        let tried = judge(show, Time::ZERO, proposed).expect("a try");
        let found: Vec<Key> = tried.amounts.iter().map(|(_, line)| line.key).collect();
        assert_eq!(found, expected, "{proposed:?}");
        assert_eq!(tried.is_right(), expected.iter().all(|&key| key == key::ETHERNET_HAND_FITS));
        let Some((_, kitchen_text::Arg::Number(found, _))) =
            tried.outcome.args.iter().find(|(name, _)| *name == "times")
        else {
            panic!("no times: {:?}", tried.outcome)
        };
        assert!(times.contains(found), "{proposed:?}: {found}");
    }

    /// Numbers with which nobody is one too many, found by trying.
    fn solved(seed: u64) -> Vec<f64> {
        let mut laid = drawn(seed);
        let movers = movers(&laid);
        // Who has not moved yet is nowhere.
        for &mover in &movers {
            laid[mover as usize] = STREETS;
        }
        let find = |&mover: &u32| {
            let fits = |&number: &u32| taken(&laid, leads(seed, mover, number)) < FAIR;
            let number = (0..=MOST).find(fits).expect("a number");
            laid[mover as usize] = leads(seed, mover, number);
            f64::from(number)
        };
        movers.iter().map(find).collect()
    }

    #[test]
    fn labels_are_judged_by_where_they_lead() {
        let (fits, crowded) = (key::ETHERNET_HAND_FITS, key::ETHERNET_HAND_CROWDED);
        // The draw picked on purpose: all in one street, six to move.
        let worst = shown(0);
        check(&worst, &[0.0; 6], &[crowded; 6], 3.8..4.0);
        check(&worst, &solved(WORST), &[fits; 6], 0.98..1.02);
        let mut almost = solved(WORST);
        almost[5] = 0.0;
        let tried = judge(&worst, Time::ZERO, &almost).expect("a try");
        assert_eq!(tried.amounts.iter().filter(|(is_right, _)| !is_right).count(), 1);
        for draw in 1..20 {
            let show = shown(draw);
            let hand = ask(&show, Time::ZERO).expect("a task");
            let numbers = solved(seed(super::draw(Params::of(&show.scenario))));
            check(&show, &numbers, &vec![fits; hand.amounts.len()], 0.98..1.02);
        }
    }

    #[test]
    fn there_is_always_something_to_move_and_a_hint_leads_there() {
        for draw in 0..100 {
            let seed = seed(super::draw(Params { draw, ..Params::default() }));
            let movers = movers(&drawn(seed));
            assert!((1..=6).contains(&movers.len()), "{draw}: {movers:?}");
            for &mover in &movers {
                let all = (0..STREETS).all(|street| (0..=MOST).any(|number| leads(seed, mover, number) == street));
                assert!(all, "{draw}: kitchen {mover} can go everywhere");
            }
        }
    }

    #[test]
    fn what_is_no_number_of_a_label_gets_a_sentence() {
        let show = shown(0);
        let bad = [f64::NAN, -1.0, 0.5, 100.0, 1e300];
        let short = std::iter::once(Vec::new()).chain(bad.map(|typed| vec![1.0, 2.0, 3.0, 4.0, 5.0, typed]));
        for proposed in short {
            let line = judge(&show, Time::ZERO, &proposed).expect_err("refused");
            assert!(Lang::ALL.iter().all(|&lang| !line.say(lang).is_empty()), "{proposed:?}");
        }
    }
}
