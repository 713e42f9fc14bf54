//! The same collective on a system of each generation of NVLink.

use crate::scenario::Scenario;
use kitchen_core::topology::{
    ClusterSpec, DGX_A100, DGX_B200, DGX_H100, DGX1_P100, DGX1_V100, DGX2, GB200_NVL72, Missing, Part, System,
    VR_NVL72, Wiring,
};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::meeting::meet;

use super::params::{Lost, Params};

/// The presets in the order of their years, with the year in which each was announced: to the H100 by
/// noze.it/en/insights/nvidia-dgx-platform, Blackwell at GTC 2024, Vera Rubin at CES 2026 (read in summaries).
pub(super) const KITCHENS: [(&System, u16); 8] = [
    (&DGX1_P100, 2016),
    (&DGX1_V100, 2017),
    (&DGX2, 2018),
    (&DGX_A100, 2020),
    (&DGX_H100, 2022),
    (&DGX_B200, 2024),
    (&GB200_NVL72, 2024),
    (&VR_NVL72, 2026),
];

/// The year in which one of the presets was announced; 0 for others.
pub(super) fn year(system: &str) -> u16 {
    KITCHENS.iter().find(|(known, _)| known.id == system).map_or(0, |(_, year)| *year)
}

/// The presets that race.
pub(super) fn racing(until: u16) -> impl DoubleEndedIterator<Item = &'static System> {
    KITCHENS.iter().filter(move |(_, year)| *year <= until).map(|&(system, _)| system)
}

/// The presets that race and lose a part.
pub(super) fn concerned(params: Params) -> impl Iterator<Item = &'static System> {
    racing(params.until).filter(move |system| !missing(system, params.missing).is_empty())
}

/// What `choice` takes from a system: the last chip of its first board, or one of GPU 0's links (to chip 0, or to the
/// neighbour that it has the most with). A mesh has no chip to lose.
fn missing(system: &System, choice: Lost) -> Missing {
    match (choice, system.wiring) {
        (Lost::Chip, Wiring::Switched { chips, .. }) => {
            Missing::one(Part::Chip { node: 0, chip: chips.len() as u32 - 1 })
        }
        (Lost::Link, Wiring::Switched { .. }) => Missing::one(Part::Link { node: 0, gpu: 0, chip: 0, lanes: 1 }),
        (Lost::Link, Wiring::Mesh(_)) => {
            let mut b = 0;
            for other in 1..system.gpus_per_node {
                if system.mesh_lanes(0, other) > system.mesh_lanes(0, b) {
                    b = other;
                }
            }
            Missing::one(Part::Tunnel { node: 0, a: 0, b, lanes: 1 })
        }
        _ => Missing::NONE,
    }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let params = Params::of(scenario);
    let kitchen = |system: &'static System| {
        let missing = missing(system, params.missing);
        ClusterSpec { missing, ..ClusterSpec::new(system, 1) }
    };
    racing(params.until).map(kitchen).collect()
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let Params { op, bytes, .. } = Params::of(scenario);
    clusters(scenario).iter().map(|spec| meet(op, bytes, spec)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;

    /// Bus bandwidth with that choice, as a share of the whole system's.
    fn check(choice: Lost, expected: [f64; 8]) {
        let times = |choice| -> Vec<f64> {
            let scenario = Params { missing: choice, ..Params::default() }.scenario(KIND);
            crate::show::run(&scenario).unwrap().runs.iter().map(|run| run.trace.makespan.as_secs()).collect()
        };
        for ((left, whole), (expected, (system, _))) in
            times(choice).iter().zip(times(Lost::Nothing)).zip(expected.iter().zip(KITCHENS))
        {
            let share = whole / left;
            // What each round of a switch's sums waits for does not grow with what is missing.
            assert!((-0.02..0.08).contains(&(share - expected)), "{} without a {choice:?}: {share}", system.id);
        }
    }

    #[test]
    fn what_is_missing_costs_its_share_of_the_links() {
        let of = |left: f64, links: f64| left / links;
        // A cube mesh has no chips. What is lost of its four or six rings are two: rings come in pairs, there and back.
        check(
            Lost::Chip,
            [1.0, 1.0, of(5.0, 6.0), of(10.0, 12.0), of(14.0, 18.0), 0.5, of(17.0, 18.0), of(35.0, 36.0)],
        );
        let links = [0.5, of(4.0, 6.0), of(5.0, 6.0), of(11.0, 12.0), of(17.0, 18.0), of(17.0, 18.0)];
        check(Lost::Link, [links[0], links[1], links[2], links[3], links[4], links[5], of(17.0, 18.0), of(35.0, 36.0)]);
    }

    #[test]
    fn every_kitchen_has_its_year() {
        assert!(KITCHENS.is_sorted_by_key(|(_, year)| *year));
        assert!(KITCHENS.iter().all(|(system, asked)| year(system.id) == *asked));
        assert_eq!(year("pcie-8"), 0);
    }
}
