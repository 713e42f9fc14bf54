//! The task: which jars to move down the street so that the rest finds room, with the step hardly longer.

use kitchen_core::units::Time;
use kitchen_core::workload::memory::MemoryKind;
use kitchen_core::workload::memory_pool::{Away, Step, estimate, expected};
use kitchen_text::{Line, Number, key, msg};

use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::hand::{Amount, Amounts, Hand, Tried, Words};

use super::course::{Course, held};
use super::params::{KINDS, Params};
use super::run::with;
use super::telling::gb;

const WORDS: Words =
    Words { open: key::PANTRY_HAND_OPEN, check: key::PANTRY_HAND_CHECK, number: key::PANTRY_HAND_DIGITS, go: None };

pub(super) const BY_HAND: Amounts = Amounts { words: WORDS, ask, check };

/// How many times as long the step may be, the shortest that can be reached.
const LIMITS: [f64; 7] = [1.1, 1.2, 1.3, 1.5, 2.0, 3.0, 5.0];
/// How much longer than its closed form a step may come out (a test of the engine holds it to less).
const MARGIN: f64 = 1.13;

/// The kinds whose bits are set.
fn away(bits: usize) -> Away {
    let is = |kind: usize| bits >> kind & 1 == 1;
    Away { weights: is(0), gradients: is(1), optimizer: is(2), activations: is(3) }
}

/// The limit of the task; none where everything finds room at hand, or nothing that is moved would help.
pub(super) fn limit(params: Params) -> Option<f64> {
    let hbm = with(params, Away::NOTHING).system.gpu.hbm;
    if estimate(&with(params, Away::NOTHING)).total() <= hbm {
        return None;
    }
    let whole = expected(&with(params, Away::NOTHING)).as_secs();
    let fitting = (1..16).map(|bits| with(params, away(bits))).filter(|ask| estimate(ask).total() <= hbm);
    let best = fitting.map(|ask| expected(&ask).as_secs() / whole).min_by(f64::total_cmp)?;
    LIMITS.into_iter().find(|&limit| limit >= best * MARGIN)
}

fn ask(show: &Show, _t: Time) -> Option<Hand> {
    let params = Params::of(&show.scenario);
    let limit = limit(params)?;
    let course = with(params, Away::NOTHING);
    let at_hand = course.at_hand();
    let hbm = gb(course.system.gpu.hbm.0);
    let amount = |kind: usize| Amount {
        name: Line::new(KINDS[kind]),
        known: Line::from(msg::PantryHandKnown { gb: Number(gb(held(&at_hand, kind)), 1) }),
        now: if params.away.away.holds(Away::KINDS[kind]) { 1.0 } else { 0.0 },
        unit: Line::new(key::PANTRY_HAND_UNIT),
    };
    Some(Hand {
        at: Time::ZERO,
        task: Line::from(msg::PantryHandTask {
            all: Number(gb(at_hand.total().0), 1),
            hbm: Number(hbm, 0),
            times: Number(limit, 1),
        }),
        amounts: (0..4).map(amount).collect(),
        hints: vec![
            Line::from(msg::PantryHandHintOver {
                over: Number(gb(at_hand.total().0.saturating_sub(course.system.gpu.hbm.0)), 1),
            }),
            Line::new(key::PANTRY_HAND_HINT_OFTEN),
            Line::new(key::PANTRY_HAND_HINT_ROUNDS),
        ],
    })
}

fn check(show: &Show, _t: Time, proposed: &[f64]) -> Result<Tried, Line> {
    let params = Params::of(&show.scenario);
    let Some(limit) = limit(params) else { return Err(Line::new(key::PANTRY_HAND_NONE)) };
    if proposed.len() != KINDS.len() || proposed.iter().any(|&value| value != 0.0 && value != 1.0) {
        return Err(Line::new(key::PANTRY_HAND_DIGITS));
    }
    let bits =
        proposed.iter().enumerate().fold(0, |bits, (kind, &value)| if value == 1.0 { bits | 1 << kind } else { bits });
    let run =
        |away| Ok::<Course, Line>(Course::told(params, Step::run(&with(params, away)).map_err(|error| error.line())?));
    let all = run(away(bits))?;
    let (full, hbm) = (all.fullest(0).1.total().0, all.hbm());
    let fits = full <= hbm;
    let is_met = fits && all.times() <= limit;
    let mut amounts = Vec::new();
    for (kind, what) in Away::KINDS.into_iter().enumerate() {
        let alone = run(Away::only(what))?.times();
        let is_away = away(bits).holds(what);
        // A jar that costs little should go where there is no room; one that costs much should not.
        let is_right = is_met || if is_away { alone <= limit } else { fits || alone > limit };
        let name = KINDS[kind].into();
        let said = if is_away {
            Line::from(msg::PantryHandAway { what: name, times: Number(alone, 2) })
        } else {
            Line::from(msg::PantryHandHere { what: name, gb: Number(gb(kept(&all, what)), 1) })
        };
        amounts.push((is_right, said));
    }
    let (gb, hbm, times) = (Number(gb(full), 1), Number(gb(hbm), 0), Number(all.times(), 2));
    let outcome = match (is_met, fits) {
        (true, _) => Line::from(msg::PantryHandMet { gb, hbm, times }),
        (false, true) => Line::from(msg::PantryHandSlow { gb, hbm, times }),
        (false, false) => Line::from(msg::PantryHandOver { gb, hbm, times }),
    };
    Ok(Tried { amounts, outcome })
}

/// What a kind has on the shelf at its fullest.
fn kept(course: &Course, what: MemoryKind) -> u64 {
    held(&course.fullest(0).1, super::course::place(what))
}
