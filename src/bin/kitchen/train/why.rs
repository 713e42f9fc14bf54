//! `--explain`: where a step's time and a GPU's memory go, term by term.

use std::fmt::Write as _;

use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::layout::Recompute;
use kitchen_core::workload::train::{Lane, Part, PeakMemory};
use kitchen_core::workload::{Layout, Schedule, Zero};
use kitchen_text::{Lang, Line, key, msg, tr};
use serde::Serialize;

use crate::say::{left, round};

/// Each term of the step and of the memory; both lists sum to their whole, in picoseconds and bytes.
#[derive(Serialize)]
pub(super) struct Why {
    /// The stage that computes the longest.
    stage: u32,
    step_ps: u64,
    step: Vec<Term>,
    /// The stage whose GPUs hold the most.
    memory_stage: u32,
    memory_bytes: u64,
    memory: Vec<Term>,
}

/// A term of a sum.
#[derive(Serialize)]
struct Term {
    name: &'static str,
    #[serde(flatten)]
    value: Amount,
    formula: String,
}

/// How much it is, under its unit's name.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Amount {
    Ps(u64),
    Bytes(u64),
}

impl Amount {
    /// In seconds, or GB.
    fn large(self) -> f64 {
        match self {
            Amount::Ps(ps) => ps as f64 / 1e12,
            Amount::Bytes(bytes) => bytes as f64 / 1e9,
        }
    }
}

impl Why {
    pub(super) fn of(lane: &Lane, peak: &PeakMemory, layout: &Layout) -> Why {
        let (imbalance, is_split) = (layout.recipe.imbalance, layout.expert > 1);
        let formula = |part: Part| match part {
            Part::Experts | Part::Expert if is_split => format!("busiest GPU {imbalance} % of the mean load"),
            Part::Gradients if layout.schedule == Schedule::DualPipe => {
                format!("both parts that a stage holds, over 2 copies x {} replicas", layout.replicas())
            }
            Part::Offload => format!("{}; all GPUs of a node at once", layout.offload.id()),
            _ => String::new(),
        };
        let term =
            |&(part, time): &(Part, Time)| Term { name: part.id(), value: Amount::Ps(time.0), formula: formula(part) };
        let mut step: Vec<Term> = lane.parts.iter().map(term).collect();
        step.push(Term { name: "bubble", value: Amount::Ps(lane.bubble.0), formula: String::new() });
        let (held, state) = (peak.held, peak.state);
        let sharded = |bytes: u64, from: Zero| {
            let mut text = format!("{bytes} B x {} shared", held.shared);
            if held.experts > 0 {
                let _ = write!(text, " + {bytes} B x {} experts'", held.experts);
            }
            if layout.sharding.zero >= from {
                let _ = write!(text, ", over {} GPUs", layout.shards());
            }
            text
        };
        let mut optimizer = sharded(12, Zero::Optimizer);
        if layout.offload.optimizer() {
            optimizer += ", in the host; on the GPU pieces of it, where more than the activations that have gone";
        }
        let gradients = u64::from(layout.recipe.gradient_bytes);
        let mut kept = format!(
            "{} B a layer and micro-batch x layers x {} in flight",
            peak.layer.0,
            round(layout.schedule.in_flight(peak.stage, layout.pipeline, layout.micro_batches()), 3)
        );
        if is_split && held.experts > 0 && imbalance != 100 && layout.recompute != Recompute::Full {
            let _ = write!(kept, ", its experts' tokens {imbalance} % of the mean");
        }
        if layout.offload.activations() {
            kept += "; of a pass the last layer's, and 3 more: the others in the host";
        }
        let ways = layout.tensor * layout.context;
        let end = format!("4 B x (vocabulary + width) x tokens of a micro-batch, over {ways} GPUs");
        let memory: [(&'static str, Bytes, String); 5] = [
            ("weights", state.weights, sharded(2, Zero::Parameters)),
            ("gradients", state.gradients, sharded(gradients, Zero::Gradients)),
            ("optimizer", state.optimizer, optimizer),
            ("activations", peak.activations, kept),
            ("logits", peak.head, if peak.head == Bytes::ZERO { String::new() } else { end }),
        ];
        let memory =
            memory.into_iter().map(|(name, bytes, formula)| Term { name, value: Amount::Bytes(bytes.0), formula });
        Why {
            stage: lane.stage,
            step_ps: lane.whole.0,
            step,
            memory_stage: peak.stage,
            memory_bytes: peak.memory().total().0,
            memory: memory.collect(),
        }
    }

    /// Both sums, a term a line, with what each is.
    pub(super) fn table(&self, lang: Lang) -> String {
        let mut out = String::new();
        let stage = Line::from(msg::TrainStepOf { stage: i64::from(self.stage) + 1 });
        let _ = writeln!(out, "\n{}", stage.say(lang));
        let line = |out: &mut String, name: &str, value: f64, whole: f64, unit: &str, said: &str| {
            let share = 100.0 * value / whole;
            let _ = writeln!(out, "{}{value:>14.6} {unit}{share:>7.1} %  {said}", left(name, 18));
        };
        for term in &self.step {
            let said = tr(lang, meaning(term.name));
            let said = if term.formula.is_empty() { said.to_owned() } else { format!("{said} ({})", term.formula) };
            line(&mut out, term.name, term.value.large(), self.step_ps as f64 / 1e12, "s", &said);
        }
        line(&mut out, "=", self.step_ps as f64 / 1e12, self.step_ps as f64 / 1e12, "s", "");
        let stage = Line::from(msg::TrainMemoryOf { stage: i64::from(self.memory_stage) + 1 });
        let _ = writeln!(out, "\n{}", stage.say(lang));
        for term in &self.memory {
            line(&mut out, term.name, term.value.large(), self.memory_bytes as f64 / 1e9, "GB", &term.formula);
        }
        line(&mut out, "=", self.memory_bytes as f64 / 1e9, self.memory_bytes as f64 / 1e9, "GB", "");
        out
    }
}

/// What a term of the step is.
fn meaning(name: &str) -> kitchen_text::Key {
    match name {
        "attention" => key::TRAIN_PART_ATTENTION,
        "mlp" => key::TRAIN_PART_MLP,
        "experts" => key::TRAIN_PART_EXPERTS,
        "head" => key::TRAIN_PART_HEAD,
        "recompute" => key::TRAIN_PART_AGAIN,
        "update" => key::TRAIN_PART_UPDATE,
        "tensor" => key::TRAIN_PART_TENSOR,
        "context" => key::TRAIN_PART_CONTEXT,
        "expert-exchange" => key::TRAIN_PART_EXPERT,
        "weights" => key::TRAIN_PART_WEIGHTS,
        "gradients" => key::TRAIN_PART_GRADIENTS,
        "hand-over" => key::TRAIN_PART_HAND_OVER,
        "host" => key::TRAIN_PART_HOST,
        "offload" => key::TRAIN_PART_OFFLOAD,
        _ => key::TRAIN_PART_BUBBLE,
    }
}
