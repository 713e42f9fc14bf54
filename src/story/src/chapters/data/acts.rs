//! The acts: reports that differ, a meeting for which all wait, the same in bundles, with more kitchens, and over the exchange.

use kitchen_text::{Line, Number, count, key, msg};

use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::bundles::Bundles;
use super::params::{At, Params};

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "apart",
        settings: &[("system", "dgx-h100-over-pcie"), ("chefs", "2"), ("buckets", "1")],
        sentence: [key::DATA_ACT_APART, key::DATA_ACT_APART_XRAY],
        button: key::DATA_ACT_APART_BUTTON,
        to: Some("bundle"),
        brief: Some(Brief { beats: &["cook", "report", "bundle"], screen_s: 14 }),
        ..Act::USUAL
    },
    Act {
        id: "meet",
        settings: &[("system", "dgx-h100-over-pcie"), ("buckets", "1")],
        sentence: [key::DATA_ACT_MEET, key::DATA_ACT_MEET_XRAY],
        button: key::DATA_ACT_MEET_BUTTON,
        from: Some("bundle"),
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "bundles",
        settings: &[("system", "dgx-h100-over-pcie"), ("buckets", "1")],
        sentence: [key::DATA_ACT_BUNDLES, key::DATA_ACT_BUNDLES_XRAY],
        button: key::DATA_ACT_BUNDLES_BUTTON,
        waits: Some(key::DATA_ACT_BUNDLES_GO),
        does: &[("buckets", "8")],
        hands: &["cuts", "bell"],
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "more",
        settings: &[("system", "dgx-h100-over-pcie"), ("kitchens", "2")],
        sentence: [key::DATA_ACT_MORE, key::DATA_ACT_MORE_XRAY],
        button: key::DATA_ACT_MORE_GO,
        hands: &["chefs"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("system", "dgx-h100-over-pcie"), ("chefs", "8")],
        sentence: [key::DATA_ACT_TURN, key::DATA_ACT_TURN_XRAY],
        button: key::DATA_ACT_TURN_BUTTON,
        waits: Some(key::DATA_ACT_TURN_GO),
        does: &[("system", "dgx-h100")],
        hands: &["cuts", "bell", "chefs", "way"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// A step's time, and the share of it in which the chefs waited for the meeting.
fn kept(show: &Show) -> Option<Kept> {
    let bundles = Bundles::new(show)?;
    let step = show.makespan().as_secs() * 1e3;
    let params = Params::of(&show.scenario);
    let (n, chefs) = (i64::from(params.buckets), count(params.chefs as usize));
    let name = if params.kitchens > 1 {
        let all = count(show.runs.first()?.topology.gpus.len());
        msg::DataKeptKitchens { kitchens: i64::from(params.kitchens), chefs: all }.into()
    } else if params.bell > 0 && params.buckets > 1 {
        let bell = show.scenario.said(At::bell as usize).into();
        msg::DataKeptBell { n, bell }.into()
    } else if params.system.id == "dgx-h100-over-pcie" {
        msg::DataKept { n, chefs }.into()
    } else {
        Line::from(msg::DataKeptAway { system: params.system.name().into(), n, chefs })
    };
    Some(Kept {
        name,
        value: Line::from(msg::DataValueMs { value: Number(step, 1) }),
        size: Some(step),
        lost: bundles.times(bundles.last()).wait.as_secs() * 1e3 / step.max(1e-9),
    })
}
