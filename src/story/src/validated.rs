//! Published training runs that no constant was fitted on, and how far the simulation is off for each: what an answer may be off by is
//! told from those nearest to it. A test of the command line writes `validated.csv` from `assets/reference/throughput.csv`, and holds it
//! to that.

/// A run a line: its GPU, whether the model has experts, its parameters, and the simulated step over the measured one less one, in tenths
/// of a percent.
pub const RUNS: &str = include_str!("validated.csv");

/// So many runs tell what an answer may be off by.
const NEAREST: usize = 5;

/// The least and the most that the simulation is off, as simulated over measured, for the runs on that GPU of models with experts or
/// without, nearest in size; nothing where there is none.
pub fn off(gpu: &str, has_experts: bool, parameters: u64) -> Option<[f64; 2]> {
    let mut near: Vec<(f64, i32)> = RUNS.lines().filter_map(|line| run(line, gpu, has_experts, parameters)).collect();
    kitchen_core::order::sort_by(&mut near, |one, other| one.0.total_cmp(&other.0));
    let tenths = || near.iter().take(NEAREST).map(|(_, tenths)| *tenths);
    let ratio = |tenths: i32| 1.0 + f64::from(tenths) / 1000.0;
    Some([ratio(tenths().min()?), ratio(tenths().max()?)])
}

/// How far apart in size a line's run is, where it is of that GPU and kind, and by how much it is off.
fn run(line: &str, gpu: &str, has_experts: bool, parameters: u64) -> Option<(f64, i32)> {
    let mut cells = line.split(',');
    let is_alike = cells.next()? == gpu && cells.next()? == if has_experts { "experts" } else { "dense" };
    let size: u64 = cells.next()?.parse().ok()?;
    let tenths = cells.next()?.parse().ok()?;
    is_alike.then(|| ((size as f64 / parameters.max(1) as f64).ln().abs(), tenths))
}

/// How many times as fast something is at the least and at the most that is simulated to be `gain` times as fast as something else, if the
/// simulation may be off so far for that and for it, each for itself.
pub fn gains(gain: f64, [before, after]: [[f64; 2]; 2]) -> [f64; 2] {
    [gain * after[0] / before[1], gain * after[1] / before[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_tell() {
        assert!(RUNS.lines().count() > 300);
        let check = |gpu: &str, parameters: u64, is_known: bool| {
            let found = off(gpu, false, parameters);
            assert_eq!(found.is_some(), is_known, "{gpu}");
            if let Some([least, most]) = found {
                assert!(0.3 < least && least <= most && most < 2.0, "{gpu} {found:?}");
                let [from, to] = gains(1.5, [[least, most]; 2]);
                assert!(from <= 1.5 && 1.5 <= to);
            }
        };
        check("a100-sxm", 70_000_000_000, true);
        check("h100-sxm", 70_000_000_000, true);
        check("no-such-gpu", 70_000_000_000, false);
    }
}
