//! Many steps from one file.

use kitchen_text::Line;

use super::{Answer, Train, simulated};
use crate::configs::Ask;
use crate::say::Failure;

impl Ask for Train {
    type Answer = Answer;
    const NAME: &'static str = "train";
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("model", "/model"),
        ("parameters", "/parameters"),
        ("system", "/system"),
        ("gpus", "/gpus"),
        ("tp", "/tp"),
        ("cp", "/cp"),
        ("ep", "/ep"),
        ("pp", "/pp"),
        ("dp", "/dp"),
        ("zero", "/zero"),
        ("micro_batches", "/micro_batches"),
        ("schedule", "/schedule"),
        ("recompute", "/recompute"),
        ("precision", "/precision"),
        ("network", "/network"),
        ("iteration_time_s", "/iteration_time_s"),
        ("tflops_per_gpu", "/tflops_per_gpu"),
        ("hardware_tflops_per_gpu", "/hardware_tflops_per_gpu"),
        ("mfu", "/mfu"),
        ("compute_fraction", "/compute_fraction"),
        ("bubble_fraction", "/bubble_fraction"),
        ("exposed_comm_fraction", "/exposed_comm_fraction"),
        ("memory_bytes", "/memory_bytes"),
        ("fits", "/fits"),
    ];
    const ALONE: &'static [&'static str] = &["explain", "trace", "save"];

    fn ask(&self) -> Result<(Answer, Vec<Line>), Failure> {
        simulated(self, &mut |_, _| {})
    }
}
