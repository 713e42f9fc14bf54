//! Why the simulator refused a run, or stopped it.

use kitchen_core::sim::SimError;
use kitchen_text::{Line, key};

use super::Sentence;

impl Sentence for SimError {
    fn line(&self) -> Line {
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
