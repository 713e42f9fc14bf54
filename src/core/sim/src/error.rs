//! Why a run was refused or stopped.

use std::fmt;

use kitchen_task::{GpuId, LinkId, RouteId, TaskId};

/// Why a run was refused or stopped. The first five are for a reader; the rest mean that whoever built the graph erred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimError {
    TooManyTasks {
        tasks: usize,
        limit: usize,
    },
    TooManyEvents {
        limit: u64,
    },
    /// Flows meet so often that finding their rates takes longer than anyone waits.
    TooMuchWork {
        limit: u64,
    },
    TooMuchMemory {
        limit_mib: u64,
    },
    /// A task would end beyond what the clock can count (about 106 days).
    TooLong {
        task: TaskId,
    },
    /// A predecessor is not an earlier task.
    DependencyOrder {
        task: TaskId,
        dep: TaskId,
    },
    NoSuchGpu {
        task: TaskId,
        gpu: GpuId,
    },
    NoSuchRoute {
        task: TaskId,
        route: RouteId,
    },
    NoSuchLink {
        route: RouteId,
        link: LinkId,
    },
    /// A share is not a finite number above zero.
    BadShare {
        route: RouteId,
        link: LinkId,
    },
    /// A route crosses a link of rate zero, or has a ceiling of zero: its flows would never end.
    NoRate {
        route: RouteId,
    },
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for SimError {}
