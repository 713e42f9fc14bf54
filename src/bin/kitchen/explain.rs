//! `kitchen collective --explain`: why a call takes what it takes, and what else would.

use std::fmt::Write as _;

use kitchen_core::collective::fastest::{self, Trials};
use kitchen_core::collective::{Call, Choice, CollectiveError, Measured, tuner};
use kitchen_core::topology::Topology;
use kitchen_core::units::Bytes;
use kitchen_text::{Lang, Line, Number, Words, msg};
use serde::Serialize;

use crate::say::round;

/// What NCCL's tuner gives one algorithm and protocol.
#[derive(Serialize)]
struct Pair {
    algorithm: &'static str,
    protocol: &'static str,
    latency_us: f64,
    #[serde(rename = "bandwidth_GBps")]
    bandwidth: f64,
    time_us: f64,
    /// Whether the simulation did it so.
    taken: bool,
}

/// A way of carrying the call out, simulated.
#[derive(Serialize)]
struct Way {
    algorithm: &'static str,
    protocol: &'static str,
    time_us: f64,
}

/// The reasons for an answer.
#[derive(Serialize, Default)]
pub(crate) struct Why {
    /// Where NCCL tunes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tuner: Vec<Pair>,
    /// All ways, the fastest first, where none was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    simulated: Vec<Way>,
    /// In sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// From this on a way is told to be faster.
const TOLD_FROM: f64 = 1.1;

impl Why {
    /// Why a call took what was measured.
    pub(crate) fn of(
        topology: &Topology,
        call: &Call<'_>,
        measured: &Measured,
        trials: &Trials,
        lang: Lang,
    ) -> Result<Why, CollectiveError> {
        let mut notes: Vec<Line> = Vec::new();
        let tuning = tuner::explain(topology, call.group, call.op, call.bytes)?;
        let mut pairs = Vec::new();
        if let Some(tuning) = &tuning {
            let choice = &measured.choice;
            pairs.extend(tuning.candidates.iter().map(|one| Pair {
                algorithm: one.family.name(),
                protocol: one.protocol.name(),
                latency_us: round(one.latency_us, 2),
                bandwidth: round(one.gb_per_s, 2),
                time_us: round(one.time.as_us(), 2),
                taken: tuning.algorithm(one.family) == Some(choice.algorithm) && one.protocol == choice.protocol,
            }));
        }
        if let Some(best) = trials.done.first() {
            let times = measured.time.as_secs() / best.time.as_secs();
            if times >= TOLD_FROM {
                notes.push(Line::from(msg::CliFaster {
                    taken: pair(&measured.choice).into(),
                    other: pair(&best.choice).into(),
                    time: best.time,
                    times: Number(times, 1),
                }));
            }
            let changes = fastest::changes(topology, call)?;
            let exact = |bytes: Bytes| i64::try_from(bytes.0).unwrap_or(i64::MAX);
            notes.extend(changes.below.map(|(bytes, choice)| {
                Line::from(msg::CliChangesBelow { bytes: exact(bytes), pair: pair(&choice).into() })
            }));
            notes.extend(changes.above.map(|(bytes, choice)| {
                Line::from(msg::CliChangesAbove { bytes: exact(bytes), pair: pair(&choice).into() })
            }));
            if let Some((chunk, [below, above])) = changes.chunk {
                notes.extend(chunk_notes(topology.nodes == 1, Bytes(chunk), [below.map(exact), above.map(exact)]));
            }
        }
        if !trials.left_out.is_empty() {
            let list: Vec<String> = trials.left_out.iter().map(pair).collect();
            notes.push(Line::from(msg::CliNotTried { list: Words::from(list.join(", ")) }));
        }
        let way = |one: &Measured| Way {
            algorithm: one.algorithm.id(),
            protocol: one.choice.protocol.name(),
            time_us: round(one.time.as_us(), 3),
        };
        let simulated = trials.done.iter().map(way).collect();
        Ok(Why { tuner: pairs, simulated, notes: notes.iter().map(|line| line.say(lang)).collect() })
    }

    /// As text: the tuner's list, in which a star marks what was simulated, all that was simulated, and the sentences.
    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        let mut pairs: Vec<&Pair> = self.tuner.iter().collect();
        pairs.sort_by(|a, b| a.time_us.total_cmp(&b.time_us));
        if !pairs.is_empty() {
            text.push_str("\nNCCL's tuner  latency_us  bandwidth_GBps    time_us\n");
        }
        for one in pairs {
            let name = format!("{} {}", one.algorithm, one.protocol);
            let star = if one.taken { "  *" } else { "" };
            let _ = writeln!(text, "{name:<14}{:>10} {:>15} {:>10}{star}", one.latency_us, one.bandwidth, one.time_us);
        }
        if !self.simulated.is_empty() {
            let _ = writeln!(text, "\n{:<26}{:>14}", "simulated", "time_us");
        }
        for one in &self.simulated {
            let name = format!("{} {}", one.algorithm, one.protocol);
            let _ = writeln!(text, "{name:<26}{:>14}", one.time_us);
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        text
    }
}

/// Where NCCL cuts what goes to a domain's switch, or else between servers, in smaller chunks below and larger ones above.
fn chunk_notes(to_switch: bool, chunk: Bytes, [below, above]: [Option<i64>; 2]) -> impl Iterator<Item = Line> {
    let below = below.map(|bytes| {
        if to_switch {
            Line::from(msg::CliSwitchChunkBelow { chunk, bytes })
        } else {
            Line::from(msg::CliChunkBelow { chunk, bytes })
        }
    });
    let above = above.map(|bytes| {
        if to_switch {
            Line::from(msg::CliSwitchChunkAbove { chunk, bytes })
        } else {
            Line::from(msg::CliChunkAbove { chunk, bytes })
        }
    });
    below.into_iter().chain(above)
}

fn pair(choice: &Choice) -> String {
    format!("{} {}", choice.algorithm.id(), choice.protocol.name())
}
