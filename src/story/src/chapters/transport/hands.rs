//! What the reader may take in hand: how far the doors are apart, under how many names a flow goes, who decides, what falls, who calls in.

use kitchen_text::{Line, Number, Percent, key, msg};

use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::stage::View;

use super::bundle;
use super::course::Course;
use super::params::{At, METRES, NAMES, Params, Rule, rule};
use super::road::Parts;

/// Rules in the order in which a press goes through them.
const RULES: [Rule; 6] = [Rule::GoBackN, Rule::Selective, Rule::Bundles, Rule::Each, Rule::Tcp, Rule::Ultra];

pub(super) fn hands(view: &View<'_>, course: &Course) -> Vec<Handle> {
    let parts = Parts::new(view, course.params);
    let mut hands = vec![street(view, course, &parts), rules(view, course, &parts)];
    if course.params.company.is_crowd() {
        hands.push(call(view, course, &parts));
        return hands;
    }
    hands.push(loss(view, course, &parts));
    hands.push(taken(view, course, &parts));
    if !course.params.recovery.is_paced() {
        hands.push(names(view, course, &parts));
        hands.extend(bundle::hand(view, &parts, useful(course)));
    }
    hands
}

fn useful(course: &Course) -> Line {
    Line::from(msg::TransportEffectUseful { share: Percent(course.share()) })
}

fn street(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    let place = |at: i64| usize::try_from(at).ok().filter(|&at| at < METRES.len());
    let at = |value: i64| place(value).map(|at| parts.stone(at));
    let text = |value: i64| {
        let metres = place(value).map_or(0, |at| METRES[at] as i64);
        Line::from(msg::TransportHandleMetres { metres })
    };
    let of = ("street", key::TRANSPORT_DISTANCE, Grip::Across);
    Handle::of_param(of, (view, At::distance as usize), at, text).with_effect(useful(course))
}

fn names(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    let place = |at: i64| usize::try_from(at).ok().filter(|&at| at < NAMES.len());
    let at = |value: i64| place(value).map(|at| parts.stake(at));
    let text = |value: i64| Line::from(msg::TransportNames { n: place(value).map_or(0, |at| NAMES[at].into()) });
    let of = ("paths", key::TRANSPORT_HANDLE_PATHS, Grip::Along);
    let done = Line::from(msg::TransportEffectDone { time: course.finish });
    Handle::of_param(of, (view, At::paths as usize), at, text).with_effect(done)
}

/// The place of a choice in the form's list by what it stands for.
fn place_of(view: &View<'_>, at: At, is: impl Fn(&super::params::Params) -> bool) -> Option<i64> {
    let now = &view.show.scenario;
    (0..8).find(|&value| is(&super::params::Params::of(&now.set(at as usize, value))))
}

fn rules(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    let now = &view.show.scenario;
    let stop = |wanted: &Rule| {
        let place = place_of(view, At::recovery, |params| params.recovery == *wanted).unwrap_or(0);
        Stop { at: parts.desk(), text: Line::new(rule(*wanted)), leads: leads(now.set(At::recovery as usize, place)) }
    };
    Handle {
        id: "rule",
        name: Line::new(key::TRANSPORT_HANDLE_RULE),
        grip: Grip::Press,
        stops: RULES.iter().map(stop).collect(),
        here: RULES.iter().position(|&rule| rule == course.params.recovery).unwrap_or(0),
        things: Vec::new(),
        effect: Some(useful(course)),
    }
}

fn loss(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    let now = &view.show.scenario;
    let stop = |value: i64| {
        let asked = now.set(At::loss as usize, value);
        let share = Percent(super::params::Params::of(&asked).loss);
        Stop { at: parts.spill(), text: Line::from(msg::TransportHandleLoss { share }), leads: leads(asked) }
    };
    Handle {
        id: "loss",
        name: Line::new(key::TRANSPORT_HANDLE_FALL),
        grip: Grip::Press,
        stops: (0..4).map(stop).collect(),
        here: usize::try_from(now.at(At::loss as usize, 0)).unwrap_or(0),
        things: Vec::new(),
        effect: Some(useful(course)),
    }
}

/// A parcel that is taken off the road: on the card's time, where each eighth of what is sent has a parcel of its own.
fn taken(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    // While none is taken the hand rests beside the parcel that lies there.
    let [x, y] = parts.spill();
    let at = |value: i64| match u32::try_from(value).ok()? {
        0 => Some([x + 44.0, y]),
        taken => Some(parts.card(course.leaves(taken))),
    };
    let text = |value: i64| {
        let lost = u32::try_from(value).ok().and_then(|taken| Params { taken, ..course.params }.lost());
        lost.map_or(Line::new(key::TRANSPORT_HANDLE_NONE), |lost| {
            Line::from(msg::TransportHandleTaken { n: Number(f64::from(lost) + 1.0, 0) })
        })
    };
    let of = ("taken", key::TRANSPORT_HANDLE_TAKE, Grip::Among);
    // What was on its way in vain ends nothing later: the end says so.
    let done = Line::from(msg::TransportEffectDone { time: course.finish });
    Handle::of_param(of, (view, At::taken as usize), at, text).with_effect(done)
}

/// Whether the receiver calls the senders in.
fn call(view: &View<'_>, course: &Course, parts: &Parts) -> Handle {
    use super::params::Company;
    let now = &view.show.scenario;
    let stop = |(company, name)| {
        let place = place_of(view, At::company, |params| params.company == company).unwrap_or(0);
        Stop { at: parts.spill(), text: Line::new(name), leads: leads(now.set(At::company as usize, place)) }
    };
    let both = [(Company::Crowd, key::TRANSPORT_HANDLE_PUSH), (Company::Credit, key::TRANSPORT_HANDLE_CALL)];
    let slowest = course.guests.last().copied().unwrap_or_default();
    Handle {
        id: "call",
        name: Line::new(key::TRANSPORT_HANDLE_DOOR),
        grip: Grip::Press,
        stops: both.into_iter().map(stop).collect(),
        here: usize::from(course.params.company == Company::Credit),
        things: Vec::new(),
        effect: Some(Line::from(msg::TransportEffectGuest { time: slowest })),
    }
}
