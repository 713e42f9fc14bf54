//! How long a job waits for repairs, and how many spare servers pay off: closed forms.
//!
//! With s spares the job does not wait as long as at most s servers are in repair. At s + 1 it is stopped until the first is repaired, and
//! meanwhile nothing fails. That is a loss system of s + 1 lines (M/G/c/c): arrivals are lost while all lines are busy, and the share of the
//! time in which they all are is the B formula of A. K. Erlang, "Løsning af nogle Problemer fra
//! Sandsynlighedsregningen af Betydning for de automatiske Telefoncentraler", Elektroteknikeren 13 (1917), which depends on the
//! mean time of repair alone.

use super::checkpoint::{self, shares};
use super::cluster::Cluster;

/// Erlang's B: the share of the time in which all `lines` are busy, at an offered load of `load` lines.
fn erlang_b(lines: u32, load: f64) -> f64 {
    (1..=lines).fold(1.0, |busy, line| load * busy / (f64::from(line) + load * busy))
}

/// Servers in repair on average, if no failure were lost: nothing fails during detection, and a wait is a line that is busy.
fn load(cluster: &Cluster) -> f64 {
    cluster.repair.0 as f64 / cluster.mtbf_ps() * (1.0 - shares(cluster).detect)
}

/// Expected share of the time in which a job is stopped because no spare is ready. Failures do not come during detection; the
/// detection at the beginning of such a wait is not counted as waiting.
pub fn waiting_share(cluster: &Cluster) -> f64 {
    let repair = cluster.repair.0 as f64;
    if repair <= 0.0 {
        return 0.0;
    }
    let lines = cluster.spares.saturating_add(1);
    // The first of as many repairs ends after the mean of one, divided by how many there are.
    let searched = cluster.detect.0 as f64 * f64::from(lines) / repair;
    erlang_b(lines, load(cluster)) * (1.0 - if searched > 1.0 { 1.0 } else { searched })
}

/// The probability that a failure finds no spare ready once its server is identified. A failure comes while at most s servers are in
/// repair; that they are s, all spares, is the B formula of s lines. Each of them is still there after detection with the share of a
/// repair that is left, for repairs begin at any time.
pub fn no_spare_probability(cluster: &Cluster) -> f64 {
    if cluster.detect >= cluster.repair {
        return 0.0;
    }
    let left = 1.0 - cluster.detect.0 as f64 / cluster.repair.0 as f64;
    let mut all_left = 1.0;
    for _ in 0..cluster.spares {
        all_left *= left;
    }
    erlang_b(cluster.spares, load(cluster)) * all_left
}

/// Expected goodput over the hours of all servers, spares among them.
pub fn fleet_goodput(cluster: &Cluster) -> f64 {
    checkpoint::goodput(cluster) * (1.0 - waiting_share(cluster)) * working_share(cluster)
}

/// The share of all servers that train at once.
pub fn working_share(cluster: &Cluster) -> f64 {
    f64::from(cluster.servers) / f64::from(cluster.servers.saturating_add(cluster.spares).max(1))
}

/// The number of spares, at most `most`, with the largest [`fleet_goodput`].
pub fn best_count(cluster: &Cluster, most: u32) -> u32 {
    let with = |spares| fleet_goodput(&Cluster { spares, ..*cluster });
    let (mut best, mut share) = (0, with(0));
    for spares in 1..=most {
        let next = with(spares);
        if next > share {
            (best, share) = (spares, next);
        }
    }
    best
}
