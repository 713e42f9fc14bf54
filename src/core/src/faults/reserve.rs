//! How long a job waits for repairs, and how many servers in reserve are worth their keep: closed forms.
//!
//! With s servers in reserve nobody waits as long as at most s are in repair. At s + 1 the job stands still until the first is back, and
//! meanwhile nothing fails: what would have come then does not come. That is a line of s + 1 places whose calls are lost while all are
//! taken, and the share of the time in which they are is B of A. K. Erlang, "Løsning af nogle Problemer fra
//! Sandsynlighedsregningen af Betydning for de automatiske Telefoncentraler", Elektroteknikeren 13 (1917), which depends on the
//! mean time of repair alone.

use super::city::City;
use super::period::{self, shares};

/// Erlang's B: the share of the time in which all `places` are taken, where `load` would be on average had all found one.
fn all_taken(places: u32, load: f64) -> f64 {
    (1..=places).fold(1.0, |taken, place| load * taken / (f64::from(place) + load * taken))
}

/// Expected share of the time in which a job stands still because no server is in reserve. Failures come while it does not
/// look for a culprit; that search falls into the beginning of such a wait, and is not counted as one.
pub fn waiting(city: &City) -> f64 {
    let repair = city.repair.0 as f64;
    if repair <= 0.0 {
        return 0.0;
    }
    let places = city.spares.saturating_add(1);
    let load = repair / city.between() * (1.0 - shares(city).detect);
    // The first of as many repairs ends after the mean of one, divided by how many there are.
    let searched = city.detect.0 as f64 * f64::from(places) / repair;
    all_taken(places, load) * (1.0 - if searched > 1.0 { 1.0 } else { searched })
}

/// Expected share of the hours of all servers, those in reserve among them, whose work is kept.
pub fn kept(city: &City) -> f64 {
    period::goodput(city) * (1.0 - waiting(city)) * working(city)
}

/// The share of all servers that can work at once.
pub fn working(city: &City) -> f64 {
    f64::from(city.servers) / f64::from(city.servers.saturating_add(city.spares).max(1))
}

/// How many servers in reserve, at most `most`, let the largest share of all servers' hours be kept.
pub fn best(city: &City, most: u32) -> u32 {
    let with = |spares| kept(&City { spares, ..*city });
    let (mut best, mut share) = (0, with(0));
    for spares in 1..=most {
        let next = with(spares);
        if next > share {
            (best, share) = (spares, next);
        }
    }
    best
}
