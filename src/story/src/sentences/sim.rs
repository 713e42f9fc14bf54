//! Why the simulator refused a run, or stopped it.

use kitchen_core::sim::SimError;
use kitchen_text::{Line, count, msg};

use super::Sentence;

impl Sentence for SimError {
    fn line(&self) -> Line {
        match *self {
            SimError::TooManyTasks { tasks, limit } => {
                Line::from(msg::SimTooManyTasks { tasks: count(tasks), limit: count(limit) })
            }
            SimError::TooManyEvents { limit } => Line::from(msg::SimTooManyEvents { limit: clamp(limit) }),
            SimError::TooMuchWork { limit } => Line::from(msg::SimTooMuchWork { limit: clamp(limit) }),
            SimError::TooMuchMemory { limit_mib } => Line::from(msg::SimTooMuchMemory { mib: clamp(limit_mib) }),
            SimError::TooLong { task } => Line::from(msg::SimTooLong { task: i64::from(task) }),
            SimError::DependencyOrder { task, dep } => {
                Line::from(msg::SimDependencyOrder { task: i64::from(task), dep: i64::from(dep) })
            }
            SimError::NoSuchGpu { task, gpu } => {
                Line::from(msg::SimNoSuchGpu { task: i64::from(task), gpu: i64::from(gpu) })
            }
            SimError::NoSuchRoute { task, route } => {
                Line::from(msg::SimNoSuchRoute { task: i64::from(task), route: i64::from(route) })
            }
            SimError::NoSuchLink { route, link } => {
                Line::from(msg::SimNoSuchLink { route: i64::from(route), link: i64::from(link) })
            }
            SimError::BadShare { route, link } => {
                Line::from(msg::SimBadShare { route: i64::from(route), link: i64::from(link) })
            }
            SimError::NoRate { route } => Line::from(msg::SimNoRate { route: i64::from(route) }),
        }
    }
}

fn clamp(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
