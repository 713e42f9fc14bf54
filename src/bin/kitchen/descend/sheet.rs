//! `kitchen descend --explain`: forward, the chain rule back, and the update of one step, with their numbers.

use kitchen_core::descent::tape::{Id, Op};
use kitchen_core::descent::{Descent, Plan, Step};
use serde::Serialize;

use crate::say::round;

/// The formulas of one step, a line each.
#[derive(Serialize)]
pub(super) struct Sheet {
    step: usize,
    pub(super) forward: Vec<String>,
    pub(super) backward: Vec<String>,
    pub(super) update: Vec<String>,
}

/// A number as formulas here write it.
pub(super) fn number(value: f64) -> String {
    // Adding zero takes the sign from minus zero.
    (round(value, 4) + 0.0).to_string()
}

/// The same where a sign would stand beside another.
fn operand(value: f64) -> String {
    let text = number(value);
    if text.starts_with('-') { format!("({text})") } else { text }
}

/// The sheet of a step; nothing where the run has no such step.
pub(super) fn sheet(descent: &Descent, at: usize) -> Option<Sheet> {
    let (step, way) = (descent.steps.get(at)?, descent.forward(at)?);
    let (tape, by) = (&way.tape, way.backward());
    let name = |id: Id| tape.node(id).name.write(descent.plan.model);
    let made = |id: &Id| !matches!(tape.node(*id).op, Op::Parameter | Op::Data);
    let forward = |id: Id| {
        let words = formula(&tape.node(id).op, &name);
        let numbers = formula(&tape.node(id).op, &|id| operand(tape.value(id)));
        format!("{} = {words} = {numbers} = {}", name(id), number(tape.value(id)))
    };
    let backward = |id: Id| {
        let shares = tape.shares(&by, id);
        // A parameter that none of these tasters senses.
        if shares.is_empty() {
            return format!("dloss/d{} = 0", name(id));
        }
        let joined = |part: &dyn Fn(Id, f64, f64) -> String| {
            let parts: Vec<String> =
                shares.iter().map(|share| part(share.through, share.upstream, share.local)).collect();
            parts.join(" + ")
        };
        let words = joined(&|through, _, local| format!("dloss/d{} x {}", name(through), operand(local)));
        let numbers = joined(&|_, upstream, local| format!("{} x {}", operand(upstream), operand(local)));
        format!("dloss/d{} = {words} = {numbers} = {}", name(id), number(by.by(id)))
    };
    let is_asked = |id: &Id| *id != way.loss && tape.node(*id).op != Op::Data;
    Some(Sheet {
        step: at,
        forward: tape.ids().filter(made).map(forward).collect(),
        backward: tape.ids().rev().filter(is_asked).map(backward).collect(),
        update: (0..step.parameters.len()).map(|parameter| update(&descent.plan, step, parameter)).collect(),
    })
}

fn update(plan: &Plan, step: &Step, at: usize) -> String {
    let (old, slope) = (step.parameters[at], step.gradient[at]);
    let carried = if step.carried[at] == 0.0 { String::new() } else { format!(" + {}", operand(step.carried[at])) };
    let (name, new) = (plan.model.parameters()[at], number(old + step.update[at]));
    format!("{name} = {}{carried} - {} x {} = {new}", number(old), plan.rate, operand(slope))
}

fn formula(op: &Op, write: &dyn Fn(Id) -> String) -> String {
    let sum = |all: &[Id]| all.iter().map(|id| write(*id)).collect::<Vec<_>>().join(" + ");
    match op {
        Op::Parameter | Op::Data => String::new(),
        Op::Product(a, b) => format!("{} x {}", write(*a), write(*b)),
        Op::Difference(a, b) => format!("{} - {}", write(*a), write(*b)),
        Op::Square(a) => format!("{0} x {0}", write(*a)),
        Op::Softsign(a) => format!("{0} / (1 + |{0}|)", write(*a)),
        Op::Sum(all) => sum(all),
        Op::Mean(all) => format!("({}) / {}", sum(all), all.len()),
    }
}
