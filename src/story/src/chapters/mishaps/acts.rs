//! The chapter in acts: one of a few kitchens is closed by hand, a city of them, how often to write, one low stove, one street down, the
//! reader's turn.

use kitchen_text::{Line, Number, Percent, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::night::Night;
use super::night::city::SPAN;
use super::night::task;
use super::params::{At, Mishap};
use super::step::Steps;
use super::streets::Districts;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "few",
        settings: &[("kitchens", "8"), ("spares", "0")],
        sentence: [key::MISHAPS_ACT_FEW, key::MISHAPS_ACT_FEW_XRAY],
        button: key::MISHAPS_ACT_FEW_BUTTON,
        waits: Some(key::MISHAPS_ACT_FEW_GO),
        does: &[("closed", "12-3")],
        hands: &["close-1", "close-2", "close-3", "close-4", "when", "spares"],
        is_lived: true,
        keep: Some(kept_of_reserve),
        brief: Some(Brief { beats: &["fail", "lost", "end"], screen_s: 8 }),
        ..Act::USUAL
    },
    Act {
        id: "city",
        settings: &[("kitchens", "1024")],
        sentence: [key::MISHAPS_ACT_CITY, key::MISHAPS_ACT_CITY_XRAY],
        button: key::MISHAPS_ACT_CITY_BUTTON,
        hands: &["kitchens", "close-1", "close-2", "close-3", "close-4"],
        asks: true,
        is_lived: true,
        keep: Some(kept_of_city),
        brief: Some(Brief { beats: &["fail", "lost", "again", "many", "end"], screen_s: 30 }),
        ..Act::USUAL
    },
    Act {
        id: "write",
        settings: &[("kitchens", "1024"), ("period", "30")],
        sentence: [key::MISHAPS_ACT_WRITE, key::MISHAPS_ACT_WRITE_XRAY],
        button: key::MISHAPS_ACT_WRITE_GO,
        hands: &["period", "spares"],
        is_lived: true,
        keep: Some(kept_of_period),
        brief: Some(Brief { beats: &["write", "books", "best", "yours", "end"], screen_s: 30 }),
        ..Act::USUAL
    },
    Act {
        id: "stove",
        settings: &[("mishap", "stove")],
        sentence: [key::MISHAPS_ACT_STOVE, key::MISHAPS_ACT_STOVE_XRAY],
        button: key::MISHAPS_ACT_STOVE_GO,
        hands: &[
            "stove", "stove-9", "stove-10", "stove-11", "stove-12", "stove-13", "stove-14", "stove-15", "stove-16",
        ],
        keep: Some(kept_of_step),
        ..Act::USUAL
    },
    Act {
        id: "street",
        settings: &[("mishap", "street")],
        sentence: [key::MISHAPS_ACT_STREET, key::MISHAPS_ACT_STREET_XRAY],
        button: key::MISHAPS_ACT_STREET_GO,
        hands: &["street", "flap", "crossing", "door"],
        keep: Some(kept_of_streets),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("kitchens", "2048"), ("period", "120"), ("spares", "4")],
        sentence: [key::MISHAPS_ACT_TURN, key::MISHAPS_ACT_TURN_XRAY],
        button: key::MISHAPS_ACT_TURN_BUTTON,
        waits: Some(key::MISHAPS_ACT_TURN_GO),
        does: &[("period", "20"), ("spares", "16")],
        hands: &["period", "spares", "near-1", "near-2", "near-3", "near-4"],
        is_lived: true,
        keep: Some(task::kept),
        judge: Some(task::judge),
        ..Act::USUAL
    },
];

/// What of three days was kept: all bars are as long as the three days.
fn kept(show: &Show, name: impl Fn(&Night) -> Line) -> Option<Kept> {
    let night = Night::of(show)?;
    let share = night.chosen().spent(SPAN).goodput();
    let value = Line::from(msg::MishapsKeptShare { share: Percent(share) });
    Some(Kept { name: name(&night), value, size: Some(1.0), lost: 1.0 - share })
}

fn kept_of_city(show: &Show) -> Option<Kept> {
    kept(show, |night| Line::from(msg::MishapsHandleKitchensAt { n: Number(night.params.kitchens.into(), 0) }))
}

fn kept_of_period(show: &Show) -> Option<Kept> {
    kept(show, |night| Line::from(msg::MishapsHandlePeriodAt { minutes: night.params.period.into() }))
}

fn kept_of_reserve(show: &Show) -> Option<Kept> {
    kept(show, |night| Line::from(msg::MishapsHandleSparesAt { n: night.params.spares.into() }))
}

/// How much longer it took than without the mishap: all bars are as long as what it took.
fn kept_longer(name: Line, longer: f64) -> Kept {
    let value = Line::from(msg::MishapsKeptLonger { longer: Percent(longer) });
    Kept { name, value, size: Some(1.0), lost: (longer / (1.0 + longer)).clamp(0.0, 1.0) }
}

fn kept_of_step(show: &Show) -> Option<Kept> {
    let steps = Steps::of(show)?;
    let name = match steps.mishap {
        Mishap::Tunnel => Line::new(show.scenario.said(At::mishap as usize)),
        _ => Line::from(msg::MishapsHandleStoveAt { pace: Percent(f64::from(steps.pace) / 100.0) }),
    };
    Some(kept_longer(name, steps.longer()))
}

fn kept_of_streets(show: &Show) -> Option<Kept> {
    let districts = Districts::of(show)?;
    Some(kept_longer(Line::new(show.scenario.said(At::mishap as usize)), districts.longer()))
}
