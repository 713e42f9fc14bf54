//! Why a run was refused or stopped.

use std::fmt;

use crate::task::{GpuId, LinkId, RouteId, TaskId};
use crate::text::{Lang, Line, key};

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

impl SimError {
    /// The sentence for the reader.
    pub fn line(&self) -> Line {
        match *self {
            SimError::TooManyTasks { tasks, limit } => {
                Line::new(key::SIM_TOO_MANY_TASKS).int("tasks", count(tasks as u64)).int("limit", count(limit as u64))
            }
            SimError::TooManyEvents { limit } => Line::new(key::SIM_TOO_MANY_EVENTS).int("limit", count(limit)),
            SimError::TooMuchWork { limit } => Line::new(key::SIM_TOO_MUCH_WORK).int("limit", count(limit)),
            SimError::TooMuchMemory { limit_mib } => Line::new(key::SIM_TOO_MUCH_MEMORY).int("mib", count(limit_mib)),
            SimError::TooLong { task } => Line::new(key::SIM_TOO_LONG).int("task", i64::from(task)),
            SimError::DependencyOrder { task, dep } => {
                Line::new(key::SIM_DEPENDENCY_ORDER).int("task", i64::from(task)).int("dep", i64::from(dep))
            }
            SimError::NoSuchGpu { task, gpu } => {
                Line::new(key::SIM_NO_SUCH_GPU).int("task", i64::from(task)).int("gpu", i64::from(gpu))
            }
            SimError::NoSuchRoute { task, route } => {
                Line::new(key::SIM_NO_SUCH_ROUTE).int("task", i64::from(task)).int("route", i64::from(route))
            }
            SimError::NoSuchLink { route, link } => {
                Line::new(key::SIM_NO_SUCH_LINK).int("route", i64::from(route)).int("link", i64::from(link))
            }
            SimError::BadShare { route, link } => {
                Line::new(key::SIM_BAD_SHARE).int("route", i64::from(route)).int("link", i64::from(link))
            }
            SimError::NoRate { route } => Line::new(key::SIM_NO_RATE).int("route", i64::from(route)),
        }
    }
}

fn count(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line().say(Lang::En))
    }
}

impl std::error::Error for SimError {}
