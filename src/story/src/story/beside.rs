//! What was measured of what a chapter simulates: it stands beside the chapter's main number.

use crate::scenario::Meeting;
use crate::sentences::Named as _;
use crate::show::Show;
use kitchen_core::collective::communicator::Communicator;
use kitchen_core::collective::{Algorithm, Op, choose};
use kitchen_core::oracle::measured::measured;
use kitchen_core::run::Run;
use kitchen_core::sim::task::GpuId;
use kitchen_core::topology::{Router, Topology};
use kitchen_core::units::Bytes;
use kitchen_core::wire::wire;
use kitchen_text::{Line, count, msg};

/// One measurement beside a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The machine, where several run.
    pub machine: Option<Line>,
    /// What was simulated and what was measured.
    pub told: Line,
    /// The document.
    pub source: String,
}

wire!(Beside { machine, told, source });

/// A line for each run of a collective that somebody measured as well.
pub fn beside(show: &Show) -> Vec<Beside> {
    let Some(meeting) = (show.scenario.kind.meeting)(&show.scenario) else { return Vec::new() };
    show.runs.iter().filter_map(|run| of(run, &meeting, show.runs.len() > 1)).collect()
}

fn of(run: &Run, meeting: &Meeting, is_named: bool) -> Option<Beside> {
    let &Meeting { op, algorithm, bytes, is_part } = meeting;
    let topology = &run.topology;
    let preset = topology.preset();
    let usual = topology.nodes < 2 || topology.spec.fabric == preset.default_fabric;
    if !topology.is_whole() || !usual {
        return None;
    }
    let row = measured(preset.id, topology.nodes, topology.len(), op, bytes)?;
    let own = own_choice(topology, op, bytes)?;
    let measured = row.busbw;
    let told: Line = if algorithm != Algorithm::Auto && algorithm != own {
        // Libraries choose for themselves, and what they measured is of that.
        msg::BesideOwn { algorithm: own.name().into(), measured }.into()
    } else if is_part {
        msg::BesidePart { measured }.into()
    } else {
        msg::Beside { simulated: op.busbw(topology.len(), bytes, run.trace.makespan), measured }.into()
    };
    let told = if row.bytes == bytes && !is_part {
        told
    } else {
        Line::from(msg::BesideAt { told: told.into(), bytes: row.bytes })
    };
    let machine =
        is_named.then(|| Line::from(msg::BesideMachine { name: preset.name().into(), n: count(topology.gpus.len()) }));
    Some(Beside { machine, told, source: row.source.to_owned() })
}

/// What the library takes by itself.
fn own_choice(topology: &Topology, op: Op, bytes: Bytes) -> Option<Algorithm> {
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let shape = Communicator::of(topology, &Router::new(topology), &group).ok()?;
    choose(&shape, op, Algorithm::Auto, bytes).ok().map(|choice| choice.algorithm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::{self, collectives, data, links, pipeline};
    use crate::scenario::{Kind, Scenario};
    use kitchen_text::Lang;

    fn check(kind: Kind, choices: &[(&str, &str)], expected: &[&str]) {
        let usual = Scenario::default_for(kind);
        let scenario = choices.iter().fold(usual, |scenario, (id, choice)| match choice.parse() {
            Ok(number) if *id != "chefs" || kind != links::KIND => scenario.with(id, number),
            _ => scenario.with_choice(id, choice),
        });
        let show = crate::show::run(&scenario).expect("a run");
        let say = |one: Beside| one.told.say(Lang::En).replace('\u{a0}', " ");
        let said: Vec<String> = beside(&show).into_iter().map(say).collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn what_was_measured_stands_beside_what_is_simulated() {
        check(collectives::KIND, &[("algorithm", "in-network")], &["Simulated 467 GB/s, measured 466 GB/s"]);
        check(collectives::KIND, &[("chefs", "7")], &[]);
        check(
            data::KIND,
            &[("chefs", "8"), ("system", "dgx-a100"), ("buckets", "16")],
            &["An all-reduce of one bundle alone was measured: 202 GB/s with 128 MiB"],
        );
        check(pipeline::KIND, &[], &[]);
    }

    #[test]
    fn every_chapter_with_a_meeting_looks_for_measurements() {
        for chapter in chapters::all() {
            let scenario = Scenario::default_for(chapter.kind);
            let has_meeting = (chapter.kind.meeting)(&scenario).is_some();
            let show = crate::show::run(&scenario).expect("a run");
            assert!((chapter.beside)(&show).is_empty() || has_meeting, "{}", chapter.id);
            assert_eq!((chapter.beside)(&show), beside(&show), "{}", chapter.id);
        }
    }
}
