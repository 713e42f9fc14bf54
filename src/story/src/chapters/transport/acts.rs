//! The chapter in acts: a parcel falls, a longer street, only that one, many streets, a crowd at one door, the reader's turn.

use kitchen_text::{Line, Percent, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::course::Course;
use super::params::rule;
use super::task;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "fall",
        settings: &[("distance", "500")],
        sentence: [key::TRANSPORT_ACT_FALL, key::TRANSPORT_ACT_FALL_XRAY],
        button: key::TRANSPORT_ACT_FALL_BUTTON,
        hands: &["taken"],
        keep: Some(kept_of_street),
        brief: Some(Brief { beats: &["fell", "again", "end"], screen_s: 8 }),
        ..Act::USUAL
    },
    Act {
        id: "stretch",
        settings: &[("distance", "2000")],
        sentence: [key::TRANSPORT_ACT_STRETCH, key::TRANSPORT_ACT_STRETCH_XRAY],
        button: key::TRANSPORT_ACT_STRETCH_BUTTON,
        hands: &["street"],
        asks: true,
        keep: Some(kept_of_street),
        ..Act::USUAL
    },
    Act {
        id: "one",
        settings: &[("recovery", "selective")],
        sentence: [key::TRANSPORT_ACT_ONE, key::TRANSPORT_ACT_ONE_XRAY],
        button: key::TRANSPORT_ACT_ONE_BUTTON,
        hands: &["rule", "loss"],
        keep: Some(kept_of_rule),
        ..Act::USUAL
    },
    Act {
        id: "paths",
        settings: &[("recovery", "software"), ("company", "neighbour"), ("loss", "0"), ("paths", "256")],
        sentence: [key::TRANSPORT_ACT_PATHS, key::TRANSPORT_ACT_PATHS_XRAY],
        button: key::TRANSPORT_ACT_PATHS_GO,
        hands: &["paths"],
        keep: Some(kept_of_names),
        ..Act::USUAL
    },
    Act {
        id: "crowd",
        settings: &[("recovery", "selective"), ("company", "credit"), ("size", "32"), ("distance", "500")],
        sentence: [key::TRANSPORT_ACT_CROWD, key::TRANSPORT_ACT_CROWD_XRAY],
        button: key::TRANSPORT_ACT_CROWD_GO,
        hands: &["call"],
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("recovery", "software"), ("company", "neighbour"), ("loss", "0.0001"), ("bundle", "8")],
        sentence: [key::TRANSPORT_ACT_TURN, key::TRANSPORT_ACT_TURN_XRAY],
        button: key::TRANSPORT_ACT_TURN_BUTTON,
        waits: Some(key::TRANSPORT_ACT_TURN_GO),
        does: &[("paths", "256")],
        hands: &["paths", "bundle"],
        keep: Some(task::kept),
        judge: Some(task::judge),
        ..Act::USUAL
    },
];

/// The useful share of the road: all bars are as long as the road's time.
fn kept(show: &Show, name: impl Fn(&Course) -> Line) -> Option<Kept> {
    let course = Course::of(show)?;
    let share = course.share();
    let value = Line::from(msg::TransportKeptShare { share: Percent(share) });
    Some(Kept { name: name(&course), value, size: Some(1.0), lost: (1.0 - share).max(0.0) })
}

fn kept_of_street(show: &Show) -> Option<Kept> {
    kept(show, |course| Line::from(msg::TransportHandleMetres { metres: course.params.distance as i64 }))
}

fn kept_of_rule(show: &Show) -> Option<Kept> {
    kept(show, |course| Line::new(rule(course.params.recovery)))
}

fn kept_of_names(show: &Show) -> Option<Kept> {
    kept(show, |course| Line::from(msg::TransportNames { n: course.params.paths.into() }))
}
