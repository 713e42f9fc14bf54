//! What a reader measured: the profiler's traces of one rank or several, a table of nccl-tests, NCCL's log. Read piece by piece, told in
//! sentences and a table, and drawn as a run.
//!
//! * `ranks`: the ranks of a run, on one clock, and what each of them does at an instant;
//! * `expected`: what a meeting should take, by simulation; `told`: a run in sentences and as a table; `tables`: the same of nccl-tests and
//!   of logs; `picture`: the run on a stage of its own; `curve`: a table of nccl-tests over the simulated one.

mod curve;
mod expected;
mod picture;
mod ranks;
mod tables;
#[cfg(test)]
mod tests;
mod told;

use std::fmt;

use kitchen_core::order;
use kitchen_core::topology::{System, all_systems};
use kitchen_core::units::{Bytes, Time};
use kitchen_import::{Found, NcclLog, NcclTests, Problem, Reader, Run, Trace};
use kitchen_text::{Lang, Line, key, msg};

use super::{files, most_nodes, sheet};
use crate::brought::{Ended, Look, Measured, Night};
use crate::scenario::Scenario;
use crate::scene::display::DisplayList;

use expected::Expected;
use ranks::Ranks;

/// The most ranks of a run.
const MOST_RANKS: usize = 64;
/// The longest of the files that are no traces: they are read at once.
const MOST_WHOLE: usize = 4 << 20;

pub(super) fn start() -> Box<dyn Night> {
    Box::<Brought>::default()
}

/// What was measured, and the file that is coming.
#[derive(Default)]
struct Brought {
    coming: Coming,
    traces: Vec<(Trace, Run)>,
    ranks: Ranks,
    table: Option<NcclTests>,
    log: Option<NcclLog>,
    expected: Expected,
    /// What is said of each of them: of the run and its restaurant, of the table, of the log.
    said: [Vec<Line>; 3],
}

/// A file as it comes.
#[derive(Default)]
enum Coming {
    #[default]
    Nothing,
    Trace(Box<Reader>),
    Whole(Vec<u8>),
    Wrong(Problem),
}

impl fmt::Debug for Brought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Brought").field("ranks", &self.traces.len()).finish_non_exhaustive()
    }
}

impl Night for Brought {
    fn begin(&mut self) {
        self.coming = Coming::Nothing;
    }

    fn feed(&mut self, piece: &[u8]) -> bool {
        if matches!(self.coming, Coming::Nothing) && !piece.is_empty() {
            self.coming = if kitchen_import::is_trace(piece) {
                Coming::Trace(Box::new(Reader::keeping()))
            } else {
                Coming::Whole(Vec::new())
            };
        }
        let wrong = match &mut self.coming {
            Coming::Trace(reader) => reader.feed(piece).err(),
            Coming::Whole(bytes) if bytes.len() + piece.len() > MOST_WHOLE => {
                Some(Problem::Large { most: MOST_WHOLE as u64 })
            }
            Coming::Whole(bytes) => {
                bytes.extend_from_slice(piece);
                None
            }
            Coming::Nothing => None,
            Coming::Wrong(_) => return false,
        };
        if let Some(wrong) = wrong {
            self.coming = Coming::Wrong(wrong);
        }
        !matches!(self.coming, Coming::Wrong(_))
    }

    fn end(&mut self, of: &Scenario, lang: Lang) -> Ended {
        let (next, wrong) = match std::mem::take(&mut self.coming) {
            Coming::Nothing => (None, Some(files::wrong(&Problem::Empty))),
            Coming::Wrong(problem) => (None, Some(files::wrong(&problem))),
            Coming::Trace(reader) => match reader.finish_run() {
                Ok((trace, run)) => match self.take(of, trace, run) {
                    Ok(next) => (Some(next), None),
                    Err(line) => (None, Some(line)),
                },
                Err(problem) => (None, Some(files::wrong(&problem))),
            },
            Coming::Whole(bytes) => match kitchen_import::read(&bytes) {
                Ok(Found::NcclTests(table)) => (Some(self.take_table(of, table)), None),
                Ok(Found::NcclLog(log)) => {
                    let (next, mut lines) = suit(of, None, log.ranks, log.nodes.unwrap_or(1));
                    lines.insert(0, tables::read_log(&log));
                    (self.log, self.said[2]) = (Some(log), lines);
                    (Some(next), None)
                }
                _ => return Ended::Other(bytes),
            },
        };
        let lines = self.said.iter().flatten().chain(&wrong);
        Ended::Measured(next.unwrap_or_else(|| of.clone()), lines.map(|line| line.say(lang)).collect())
    }

    fn clear(&mut self) {
        let expected = std::mem::take(&mut self.expected);
        *self = Brought { expected, ..Brought::default() };
    }

    fn told(&mut self, of: &Scenario, lang: Lang) -> Option<Measured> {
        let own = sheet::own(of)?;
        let mut all = Measured::default();
        if !self.ranks.is_empty() {
            all.parts.push(told::run(&self.ranks, &own, &mut self.expected, lang));
        }
        if let Some(table) = &self.table {
            all.parts.push(tables::table(table, &own, &mut self.expected, lang));
        }
        if let Some(log) = &self.log {
            all.parts.push(tables::log(log, &own, &mut self.expected, lang));
        }
        (!all.parts.is_empty()).then_some(all)
    }

    fn whole(&self) -> Time {
        self.ranks.whole()
    }

    fn height(&self, width: f32) -> f32 {
        picture::height(&self.ranks, width)
    }

    fn compose(&self, look: &Look, moves: bool, list: &mut DisplayList) {
        list.clear();
        if moves {
            picture::frame(&self.ranks, look, list);
        } else {
            picture::backdrop(&self.ranks, look, list);
        }
    }

    fn instant(&self, look: &Look, place: [f32; 2]) -> Option<Time> {
        picture::instant(&self.ranks, look, place)
    }

    fn says(&self, look: &Look) -> String {
        self.ranks.at(look.at).say(look.lang)
    }

    fn curve(&mut self, of: &Scenario, look: &Look, list: &mut DisplayList) -> bool {
        list.clear();
        let own = sheet::own(of);
        let Some((table, own)) = self.table.as_ref().zip(own) else { return false };
        curve::draw(table, &own, &mut self.expected, look, list)
    }
}

impl Brought {
    /// Another rank of the same run; the first of another run where one of that number was there.
    fn take(&mut self, of: &Scenario, trace: Trace, run: Run) -> Result<Scenario, Line> {
        if trace.kernels == 0 {
            return Err(Line::new(key::OWN_NIGHT_NO_KERNELS));
        }
        if trace.rank.is_none() || self.traces.iter().any(|(known, _)| known.rank == trace.rank) {
            self.traces.clear();
        }
        if self.traces.len() >= MOST_RANKS {
            return Err(Line::from(msg::OwnNightMany { count: MOST_RANKS as i64 }));
        }
        let mut next = of.clone();
        if self.traces.is_empty() {
            (next, self.said[0]) = suit(of, trace.gpu.as_deref(), trace.world_size.unwrap_or(1), 0);
        } else {
            // The line of the ranks so far makes room.
            self.said[0].remove(0);
        }
        let is_cut = run.is_cut;
        self.traces.push((trace, run));
        order::sort_by_key(&mut self.traces, |(trace, _)| trace.rank);
        self.ranks = Ranks::of(&self.traces);
        let count = |of: fn(&Trace) -> u64| self.traces.iter().map(|(trace, _)| of(trace)).sum::<u64>() as i64;
        let line = Line::from(msg::OwnNightRead {
            ranks: self.traces.len() as i64,
            kernels: count(|trace| trace.kernels),
            meetings: count(|trace| trace.comm_kernels),
            time: self.ranks.whole(),
        });
        self.said[0].insert(0, line);
        if is_cut {
            self.said[0].push(Line::new(key::OWN_NIGHT_CUT));
        }
        Ok(next)
    }

    fn take_table(&mut self, of: &Scenario, table: NcclTests) -> Scenario {
        let told = sheet::own(of).and_then(|own| tables::of(&table, &own));
        let ranks = table.ranks.or(told.map(|(_, ranks)| ranks.into())).unwrap_or(1);
        let (next, mut lines) = suit(of, table.gpu.as_deref(), ranks, table.nodes.unwrap_or(0));
        lines.insert(0, tables::read(&table, told));
        (self.table, self.said[1]) = (Some(table), lines);
        next
    }
}

/// The restaurant, changed to one that a measurement may be of: its GPU's name and so many ranks are known, and perhaps on how many nodes.
fn suit(of: &Scenario, gpu: Option<&str>, ranks: u64, nodes: u64) -> (Scenario, Vec<Line>) {
    let Some(own) = sheet::own(of) else { return (of.clone(), Vec::new()) };
    let each = ranks.checked_div(nodes).unwrap_or(ranks);
    let alike = |system: &System| gpu.is_none_or(|gpu| family(system).is_some_and(|name| gpu.contains(name)));
    // Without a GPU's name and the nodes nothing says that it is another.
    let holds = |system: &System| gpu.is_none() || u64::from(system.gpus_per_node) >= each.min(8);
    // What is chosen stays where it goes with the file; else the first of the catalogue that has as many GPUs, or more.
    let exactly = |system: &&System| alike(system) && u64::from(system.gpus_per_node) == each.min(8);
    let system = std::iter::once(own.system)
        .filter(|system| alike(system) && if gpu.is_none() && nodes > 0 { exactly(system) } else { holds(system) })
        .chain(all_systems().filter(exactly))
        .chain(all_systems().filter(|system| alike(system) && holds(system)))
        .next();
    let Some(system) = system else { return (of.clone(), vec![Line::new(key::OWN_NIGHT_NO_SYSTEM)]) };
    let mut next = if system == own.system { own } else { own.in_system(system) };
    let count = ranks.div_ceil(u64::from(system.gpus_per_node.max(1))).max(1);
    next.nodes = u32::try_from(count.max(nodes)).unwrap_or(u32::MAX).clamp(1, most_nodes(system));
    next.run = None;
    let line = Line::from(msg::OwnNightSystem {
        name: system.id.into(),
        gpu: system.gpu.name.into(),
        count: next.nodes.into(),
        gbit: next.cards.1.into(),
    });
    (sheet::with(of, Some(next)), vec![line])
}

/// The word of a GPU's name that others write too: `A100` of `A100-SXM4-80GB`.
fn family(system: &System) -> Option<&'static str> {
    let is_family = |word: &&str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        digits >= 2 && word.starts_with(|c: char| c.is_ascii_uppercase()) && !word.ends_with("GB")
    };
    system.gpu.name.split([' ', '-']).find(is_family)
}

/// Bytes of a size that a file says.
fn bytes(value: u64) -> Bytes {
    Bytes(value.min(1 << 50))
}
