//! What the reader may take in hand: which card is bought, whether it is taken into today's restaurant, how much is cooked in a step; and
//! where a better plan is looked for, how today's is cut.

use kitchen_text::{Key, Line, Number, key, msg};

use crate::scenario::Scenario;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::stage::View;

use super::course::Course;
use super::cuts::Rail;
use super::params::{At, BATCHES, Buy};
use super::run::fact;
use super::scene::Parts;

/// `rails`: those of the cuts, where they are drawn.
pub(super) fn hands(view: &View<'_>, course: &Course, rails: Option<&[Rail; 2]>) -> Vec<Handle> {
    let parts = Parts::new(view, course);
    let (bought, taken) = (buy(view, course, &parts), take(view, course, &parts));
    if let Some([pots, relay]) = rails {
        return vec![bought, taken, cut(course, &parts, 0, pots), cut(course, &parts, 1, relay)];
    }
    if course.today.own.is_some() {
        // How much is cooked in a step of one's own is set where the rest of it is.
        return vec![bought, taken];
    }
    let batch = |place: i64| usize::try_from(place).ok().filter(|&at| at < BATCHES.len());
    let at = |place: i64| batch(place).map(|at| parts.batch(at));
    let text = |place: i64| {
        let texts = batch(place).map_or(0, |at| BATCHES[at]);
        Line::from(msg::LabBatch { texts: Number(texts.into(), 0) })
    };
    let texts = Handle::of_param(("texts", key::LAB_TEXTS, Grip::Across), (view, At::texts as usize), at, text);
    let step = Line::from(msg::LabEffectStep { time: course.sides[0].end });
    vec![bought, taken, texts.with_effect(step)]
}

/// Why a card cannot be bought.
fn refused(course: &Course, buy: Buy) -> Key {
    if course.today.own.is_some() {
        return key::LAB_OWN_NOT_SOLD;
    }
    if buy == Buy::Tunnel { key::LAB_HAS_TUNNELS } else { key::LAB_HAS_CHEFS }
}

fn buy(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    let now = &view.show.scenario;
    let stop = |(at, buy): (usize, Buy)| {
        let card = parts.card(at);
        let to = if course.today.is_offered(buy) {
            Ok(now.set(At::buy as usize, at as i64))
        } else {
            Err(Line::new(refused(course, buy)))
        };
        Stop {
            at: [card.cx(), card.y + card.h * 0.66],
            text: Line::new(course.today.called(view, Some(buy))),
            leads: to,
        }
    };
    let here = Buy::ALL.iter().position(|&buy| buy == course.today.params.buy).unwrap_or(0);
    Handle {
        id: "buy",
        name: Line::new(key::LAB_HANDLE_BUY),
        grip: Grip::Across,
        stops: Buy::ALL.into_iter().enumerate().map(stop).collect(),
        here,
        things: Vec::new(),
        effect: Some(Line::from(msg::LabEffectTimes { times: Number(course.times(), 2) })),
    }
}

/// How today's plan is cut, by chefs to a pot or by stages of the relay.
fn cut(course: &Course, parts: &Parts, hand: usize, rail: &Rail) -> Handle {
    let (id, name) = [("tensor", key::LAB_TENSOR), ("stages", key::LAB_STAGES)][hand];
    let count = rail.ways.len();
    let text = |&ways: &u32| cut_text(hand, ways);
    let stop = |(at, (ways, leads)): (usize, (&u32, &Result<Scenario, Line>))| Stop {
        at: parts.cut(hand, (at, count)),
        text: text(ways),
        leads: leads.clone(),
    };
    let side = &course.sides[0];
    let data = side.facts[fact::DATA].into();
    Handle {
        id,
        name: Line::new(name),
        grip: Grip::Across,
        stops: rail.ways.iter().zip(&rail.leads).enumerate().map(stop).collect(),
        here: rail.here,
        things: Vec::new(),
        effect: Some(Line::from(msg::LabEffectCut { data, time: side.end })),
    }
}

/// What a cut is called.
pub(super) fn cut_text(hand: usize, ways: u32) -> Line {
    match hand {
        0 => msg::LabCutTensor { tensor: ways.into() }.into(),
        _ => msg::LabCutStages { stages: ways.into() }.into(),
    }
}

/// What was bought becomes today's.
fn take(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    let now = view.show.scenario.clone();
    let at = parts.gate();
    let buy = course.today.params.buy;
    let after = match course.today.bought(buy) {
        Some(today) => leads(today.scenario(now.kind)),
        None => Err(Line::new(key::LAB_NO_PLACE)),
    };
    let stops = vec![
        Stop { at, text: Line::new(course.today.called(view, None)), leads: Ok(now) },
        Stop {
            at,
            text: Line::from(msg::LabHandleTaken { buy: course.today.called(view, Some(buy)).into() }),
            leads: after,
        },
    ];
    Handle {
        id: "take",
        name: Line::new(key::LAB_HANDLE_TAKE),
        grip: Grip::Press,
        stops,
        here: 0,
        things: Vec::new(),
        effect: None,
    }
}
