//! What purchases cost and draw, as far as it was published: ranges with their sources, for readers to put their own in their place.

use kitchen_core::topology::ClusterSpec;

/// From and to.
pub type Range = [f64; 2];

/// What a server costs, US dollars, and draws, watts.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    /// The system, by its id.
    pub system: &'static str,
    pub price: Option<Range>,
    pub price_source: &'static str,
    /// From what its GPUs draw at their limit, and nothing else, to what the whole server draws at most.
    pub power: Range,
    pub power_source: &'static str,
}

/// Those of which anything is known.
pub static SERVERS: [Server; 4] = [
    Server {
        system: "dgx-a100",
        price: Some([199_000.0; 2]),
        price_source: "NVIDIA, DGX A100 announced, 2020-05-14",
        power: [8.0 * 400.0, 6_500.0],
        power_source: "NVIDIA DGX A100 data sheet; A100 SXM 400 W",
    },
    Server {
        system: "dgx-h100",
        // `assets/reference/network_facts.csv`, n238.
        price: Some([310_000.0; 2]),
        price_source: "a spreadsheet of H100 clusters' costs, 2024-08",
        power: [8.0 * 700.0, 10_200.0],
        power_source: "NVIDIA DGX H100 data sheet; H100 SXM 700 W",
    },
    Server {
        system: "dgx-h200",
        price: None,
        price_source: "",
        power: [8.0 * 700.0, 10_200.0],
        power_source: "NVIDIA DGX H200 data sheet; H200 SXM 700 W",
    },
    Server {
        system: "dgx-b200",
        price: None,
        price_source: "",
        power: [8.0 * 1_000.0, 14_300.0],
        power_source: "NVIDIA DGX B200 data sheet; B200 SXM 1,000 W",
    },
];

/// US dollars of switches and cables of 400 Gbit/s for a GPU with a card of its own, in clusters of 512 and of 32,768: `assets/reference/network_facts.csv`, n239.
const NETWORK: Range = [1_882.0, 6_613.0];
const NETWORK_GBIT: u32 = 400;
/// Where that was published.
pub const NETWORK_SOURCE: &str = "a spreadsheet of H100 clusters' costs, 2024-08";

/// What is known of a server.
pub fn server(system: &str) -> Option<&'static Server> {
    SERVERS.iter().find(|one| one.system == system)
}

fn times(range: Range, count: u32) -> Range {
    range.map(|end| end * f64::from(count))
}

/// What stands in place of `now` as `then`, US dollars: servers of another kind anew, else more of them, else cards and switches.
pub fn price(now: &ClusterSpec, then: &ClusterSpec) -> Option<Range> {
    let of = |spec: &ClusterSpec, nodes: u32| Some(times(server(spec.system.id)?.price?, nodes));
    if now == then {
        return Some([0.0; 2]);
    }
    if now.system.id != then.system.id {
        return of(then, then.nodes);
    }
    if then.nodes > now.nodes {
        return of(then, then.nodes - now.nodes);
    }
    let is_known = then.fabric.gbit_per_nic == NETWORK_GBIT;
    is_known.then(|| times(NETWORK, then.nodes * then.fabric.nics_per_node))
}

/// What a cluster draws, watts: its servers, without switches and cooling.
pub fn power(spec: &ClusterSpec) -> Option<Range> {
    Some(times(server(spec.system.id)?.power, spec.nodes))
}

/// What comes of a purchase in a whole training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bill {
    pub price: Option<Range>,
    /// The cluster with it, watts.
    pub power: Option<Range>,
    /// Of the training, before and after.
    pub days: [f64; 2],
    /// For a percent of speed, and for a day less; none where nothing is gained, or nothing is known.
    pub per_percent: Option<Range>,
    pub per_day: Option<Range>,
    /// Of the training after it, megawatt-hours.
    pub energy_mwh: Option<Range>,
}

const DAY_S: f64 = 86_400.0;

impl Bill {
    /// `tokens` of a training and of a step, and seconds of a step before and after.
    pub fn of([price, power]: [Option<Range>; 2], tokens: [f64; 2], steps: [f64; 2]) -> Bill {
        let [training, step] = tokens;
        let days = steps.map(|seconds| training / step * seconds / DAY_S);
        let percent = (steps[0] / steps[1] - 1.0) * 100.0;
        let for_each = |gain: f64| price.filter(|_| gain > 0.0).map(|price| price.map(|end| end / gain));
        Bill {
            price,
            power,
            days,
            per_percent: for_each(percent),
            per_day: for_each(days[0] - days[1]),
            energy_mwh: power.map(|power| power.map(|watts| watts * days[1] * 24.0 / 1e6)),
        }
    }
}

/// A range as it is written: `1000-1500`, or one number; no sign, no unit, blanks and commas between digits.
pub fn parsed(text: &str) -> Option<[u32; 2]> {
    let plain: String = text.chars().filter(|c| !matches!(c, ' ' | ',' | '\u{a0}' | '\u{3000}')).take(64).collect();
    let (low, high) = plain.split_once(['-', '–', '〜', '～']).unwrap_or((&plain, &plain));
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok())?;
    number(low).zip(number(high)).filter(|(low, high)| low <= high).map(|(low, high)| [low, high])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<[u32; 2]>) {
        assert_eq!(parsed(text), expected, "{text}");
    }

    #[test]
    fn a_range_is_read_or_refused() {
        check("1000-1500", Some([1000, 1500]));
        check("1,000 – 1,500", Some([1000, 1500]));
        check("7", Some([7, 7]));
        for wrong in ["", "-", "-1", "2-1", "1-2-3", "1e9", "NaN", "99999999999", "千", "1.5"] {
            check(wrong, None);
        }
        check(&"9".repeat(10_000), None);
    }

    /// Half the time is half the days; a purchase that gains nothing has no price of a gain.
    #[test]
    fn a_bill_adds_up() {
        let bill = |steps| Bill::of([Some([100.0, 200.0]), Some([1e6, 2e6])], [8.64e9, 1e6], steps);
        let half = bill([10.0, 5.0]);
        assert_eq!((half.days, half.per_percent), ([1.0, 0.5], Some([1.0, 2.0])));
        assert_eq!((half.per_day, half.energy_mwh), (Some([200.0, 400.0]), Some([12.0, 24.0])));
        assert_eq!(bill([10.0, 10.0]).per_day, None);
        let none = Bill::of([None, None], [1e9, 1e6], [2.0, 1.0]);
        assert_eq!((none.per_percent, none.energy_mwh), (None, None));
    }
}
