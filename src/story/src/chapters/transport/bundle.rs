//! The bundle that the reader sets by hand: parcels that one core decides on at once. A link holds their number.

use kitchen_text::{Line, key, msg};

use crate::scenario::Scenario;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::stage::View;

use super::params::{Params, Rule};
use super::road::Parts;

/// The name in links.
pub(super) const MADE: &str = "bundle";
/// From parcel by parcel to 512 KiB at once; the fourth part of the way is UCCL's own.
pub(super) const BUNDLES: [u16; 5] = [1, 8, 32, 128, 512];

/// Parcels of a bundle; none where nothing was set by hand, or nobody bundles.
pub(super) fn read(scenario: &Scenario) -> Option<u16> {
    let params = Params::of(scenario);
    let is_one = params.recovery == Rule::Bundles && !params.company.is_crowd();
    scenario.made.parse().ok().filter(|bundle| is_one && BUNDLES.contains(bundle))
}

/// Sets it, from parcel by parcel upwards.
pub(super) fn hand(view: &View<'_>, parts: &Parts, effect: Line) -> Option<Handle> {
    let now = &view.show.scenario;
    let own = read(now)?;
    let stop = |(at, &bundle): (usize, &u16)| Stop {
        at: parts.bundle(at),
        text: Line::from(msg::TransportHandleBundleAt { n: bundle.into() }),
        leads: leads(now.clone().making(bundle.to_string())),
    };
    Some(Handle {
        id: "bundle",
        name: Line::new(key::TRANSPORT_HANDLE_BUNDLE),
        grip: Grip::Across,
        stops: BUNDLES.iter().enumerate().map(stop).collect(),
        here: BUNDLES.iter().position(|&bundle| bundle == own).unwrap_or(0),
        things: Vec::new(),
        effect: Some(effect),
    })
}
