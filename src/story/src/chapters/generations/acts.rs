//! The acts: tunnels alone, the exchange, ten years, a chip less, and the reader's own choice.

use kitchen_text::{Line, key, msg};

use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::params::{Lost, Params};
use super::run::year;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "first",
        settings: &[("until", "2018")],
        sentence: [key::GENERATIONS_ACT_FIRST, key::GENERATIONS_ACT_FIRST_XRAY],
        button: key::GENERATIONS_ACT_FIRST_BUTTON,
        keep: Some(kept),
        brief: Some(Brief { beats: &["done-dgx1-v100", "end"], screen_s: 12 }),
        ..Act::USUAL
    },
    Act {
        id: "years",
        settings: &[("until", "2018")],
        sentence: [key::GENERATIONS_ACT_YEARS, key::GENERATIONS_ACT_YEARS_XRAY],
        button: key::GENERATIONS_ACT_YEARS_BUTTON,
        waits: Some(key::GENERATIONS_ACT_YEARS_GO),
        does: &[("until", "2022")],
        hands: &["year"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "rack",
        settings: &[("until", "2026")],
        sentence: [key::GENERATIONS_ACT_RACK, key::GENERATIONS_ACT_RACK_XRAY],
        button: key::GENERATIONS_ACT_RACK_BUTTON,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "chip",
        settings: &[("until", "2024"), ("missing", "chip")],
        sentence: [key::GENERATIONS_ACT_CHIP, key::GENERATIONS_ACT_CHIP_XRAY],
        button: key::GENERATIONS_ACT_CHIP_BUTTON,
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("until", "2024"), ("home", "1")],
        sentence: [key::GENERATIONS_ACT_TURN, key::GENERATIONS_ACT_TURN_XRAY],
        button: key::GENERATIONS_ACT_TURN_BUTTON,
        waits: Some(key::GENERATIONS_ACT_TURN_GO),
        does: &[("bytes", "1024")],
        hands: &["home", "chip", "year", "missing", "size"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// What a chef had in the mean: of the newest kitchen on sale, or of the one that lost the most where a part is missing.
fn kept(show: &Show) -> Option<Kept> {
    let params = Params::of(&show.scenario);
    let Params { op, bytes, missing, .. } = params;
    let mut on_sale = show.runs.iter().filter(|run| !run.topology.preset().is_announced());
    let left = |run: &&kitchen_core::run::Run| {
        let whole = run.topology.preset().nvlink_lanes_per_gpu().max(1);
        let lane =
            kitchen_core::hardware::nvlink(run.topology.preset().gpu.nvlink).map_or(1.0, |link| link.link_gb_per_s);
        run.topology.nvlink_rate(0).0.as_gb_per_s() / lane / f64::from(whole)
    };
    let own = params.own().and_then(|own| show.runs.get(own));
    let run = match missing {
        _ if own.is_some() => own,
        Lost::Nothing => on_sale.next_back(),
        _ => on_sale.min_by(|a, b| left(a).total_cmp(&left(b))),
    }?;
    let (machine, busbw) = (run.topology.preset(), op.busbw(run.topology.len(), bytes, run.trace.makespan));
    let year = year(machine.id).to_string().into();
    let name = match missing {
        // Rates of two sizes are no race of two kitchens.
        Lost::Nothing if bytes != Params::default().bytes => {
            Line::from(msg::GenerationsKeptSize { machine: machine.name().into(), bytes })
        }
        Lost::Nothing => Line::from(msg::GenerationsKept { machine: machine.name().into(), year }),
        _ => Line::from(msg::GenerationsKeptLess { machine: machine.name().into(), year }),
    };
    Some(Kept {
        name,
        value: Line::from(msg::GenerationsKeptValue { busbw }),
        size: Some(busbw.as_gb_per_s()),
        lost: 0.0,
    })
}
