//! The parameters of a shape from a file, counted a second time.

use std::path::Path;

use kitchen_core::workload::Model;
use kitchen_import::Found;
use kitchen_text::{Line, count, msg};

/// What the shape that is planned has of parameters, beside what `kitchen import` counts in the same file, norms and biases included.
pub(super) fn checked(path: &Path, model: &Model) -> Option<Line> {
    let Ok(Found::Model(counted)) = kitchen_import::read(&std::fs::read(path).ok()?) else { return None };
    let [planned, active] = [model.parameters(), model.active_parameters()].map(|many| count(many as usize));
    Some(msg::PlanConfig { planned, active, counted: count(counted.parameters as usize) }.into())
}
