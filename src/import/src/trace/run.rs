//! A rank's run as it was measured: what its GPU did, and when. Times are nanoseconds of the trace's own clock.

use std::collections::BTreeMap;

use super::collective::Noted;

/// The most spans that are kept of a trace; of more, the first.
const MOST_SPANS: usize = 250_000;
/// The most different names of kernels, and the longest of them in characters.
const MOST_NAMES: usize = 4_096;
const LONGEST_NAME: usize = 120;
/// The most different operations.
const MOST_OPERATIONS: usize = 1_024;

/// A run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Of the kernels.
    pub names: Vec<String>,
    /// Those that compute, in order of their start.
    pub kernels: Vec<Kernel>,
    pub operations: Vec<Operation>,
    /// The kernels of communication, in order of their start.
    pub meetings: Vec<Meeting>,
    /// Whether there were more spans than are kept.
    pub is_cut: bool,
}

/// A kernel that computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kernel {
    pub start: i64,
    pub end: i64,
    /// Its place in the run's names.
    pub name: u32,
}

/// A kernel of communication: from the moment at which this rank came to the meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meeting {
    pub start: i64,
    pub end: i64,
    /// Its place in the run's operations.
    pub operation: u32,
    /// Of the larger of input and output; nothing where the trace does not say it.
    pub bytes: Option<u64>,
}

/// What is done together, and in which group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operation {
    pub name: String,
    pub group_size: Option<u64>,
    /// What PyTorch calls the group.
    pub group: Option<String>,
}

/// Keeps the spans of a run as they come.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    run: Run,
    names: BTreeMap<String, u32>,
    operations: BTreeMap<Operation, u32>,
}

impl Keeper {
    pub(super) fn add(&mut self, [start, end]: [i64; 2], name: &str, noted: Option<&Noted>) {
        let run = &mut self.run;
        if run.kernels.len() + run.meetings.len() >= MOST_SPANS {
            run.is_cut = true;
            return;
        }
        let Some(Noted { call, bytes, group }) = noted else {
            let name = place(&mut self.names, &mut run.names, MOST_NAMES, name.chars().take(LONGEST_NAME).collect());
            run.kernels.push(Kernel { start, end, name });
            return;
        };
        let operation = Operation { name: call.name.clone(), group_size: call.group_size, group: group.clone() };
        let operation = place(&mut self.operations, &mut run.operations, MOST_OPERATIONS, operation);
        run.meetings.push(Meeting { start, end, operation, bytes: *bytes });
    }

    pub(super) fn run(self) -> Run {
        let mut run = self.run;
        run.kernels.sort_unstable();
        run.meetings.sort_unstable();
        run
    }
}

/// The place of a thing in a list that has each once; what is too much is the last.
fn place<T: Clone + Ord>(known: &mut BTreeMap<T, u32>, all: &mut Vec<T>, most: usize, one: T) -> u32 {
    if let Some(place) = known.get(&one) {
        return *place;
    }
    if all.len() >= most {
        return (most - 1) as u32;
    }
    let place = all.len() as u32;
    all.push(one.clone());
    known.insert(one, place);
    place
}
