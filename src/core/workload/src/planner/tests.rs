use kitchen_topology::{ClusterSpec, system};

use super::*;
use crate::layout::{Recipe, Recompute};
use crate::model;
use crate::model::published;
use crate::schedule::Schedule;

fn spec(id: &str, nodes: u32) -> ClusterSpec {
    ClusterSpec::new(system(id).unwrap(), nodes)
}

fn quiet(_: usize, _: usize) {}

/// No step is shorter than its bound, and the bound is not idle: at least `share` of the step.
fn check(id: &str, on: &ClusterSpec, layout: Layout, share: f64) {
    let model = published::model(id).unwrap();
    let least = train::lower_bound(model, on, &layout).unwrap();
    let step = train::train(model, on, &layout).unwrap().iteration;
    assert!(least <= step, "{id} {layout:?}: {least:?} above {step:?}");
    assert!(least.as_secs() >= share * step.as_secs(), "{id} {layout:?}: {least:?} far below {step:?}");
}

#[test]
fn no_step_is_shorter_than_its_bound() {
    let staged = Layout { pipeline: 4, data: 2, global_batch: 32, ..Layout::ONE };
    for schedule in Schedule::ALL {
        // One micro-batch at a time uses a quarter of four stages.
        let share = if schedule == Schedule::Naive { 0.2 } else { 0.5 };
        check("gpt3-6.7b", &spec("dgx-a100", 1), Layout { schedule, ..staged }, share);
        check("llama3-8b", &spec("dgx-h100", 1), Layout { schedule, recompute: Recompute::Full, ..staged }, share);
    }
    let overlap = Recipe { overlap_data: true, overlap_tensor: true, is_eager: true, ..Recipe::PLAIN };
    let wide = Layout { tensor: 4, data: 2, global_batch: 16, sequence_parallel: true, recipe: overlap, ..Layout::ONE };
    check("llama3-8b", &spec("dgx-h100", 1), wide, 0.3);
    let sharded = Layout { data: 8, global_batch: 16, recipe: overlap, ..Layout::ONE };
    for zero in crate::Zero::ALL {
        let sharding = crate::Sharding::over_all(zero);
        check("llama3-8b", &spec("dgx-h100", 1), Layout { sharding, ..sharded }, 0.3);
    }
    check("mixtral-8x7b", &spec("dgx-h100", 1), Layout { expert: 8, ..sharded }, 0.1);
}

/// With neither neighbours nor an optimizer worth the name the bound is nearly the step.
#[test]
fn the_bound_is_close_where_nothing_is_waited_for() {
    let alone = ClusterSpec { gpus: Some(1), ..spec("dgx-h100", 1) };
    check("gpt3-6.7b", &alone, Layout { global_batch: 512, ..Layout::ONE }, 0.99);
}

/// The search against every layout that fits, simulated.
fn same_as_all(id: &str, on: &ClusterSpec, batch: u32) {
    let wish = Wish::new(published::model(id).unwrap(), *on, batch);
    let gpus = topology::build(on).unwrap().len();
    let fit = bounded(&wish, &candidates(&wish, gpus)).unwrap().0;
    let time = |one: &Bounded| train::train(wish.model, on, &one.layout).unwrap().iteration;
    let mut all: Vec<Time> = fit.iter().map(time).collect();
    order::sort(&mut all);
    let found = search(&wish, Limits { wanted: 3, simulated: usize::MAX }, &mut quiet).unwrap();
    let best: Vec<Time> = found.best.iter().map(|step| step.iteration).collect();
    assert_eq!(best, all[..best.len()], "{id}");
    assert!(found.is_proven() && found.simulated < found.fit, "{id}: {} of {}", found.simulated, found.fit);
    assert_eq!((found.fit, best.len()), (all.len(), 3), "{id}");
}

#[test]
fn the_fastest_of_all_is_found_without_simulating_all() {
    same_as_all("gpt3-6.7b", &spec("dgx-a100", 1), 32);
    same_as_all("llama3-8b", &spec("dgx-h100", 1), 16);
    same_as_all("mixtral-8x7b", &spec("dgx-h100", 2), 32);
}

#[test]
fn what_is_cut_short_says_so() {
    let wish = Wish::new(model("gpt3-6.7b").unwrap(), spec("dgx-a100", 1), 32);
    let one = search(&wish, Limits { wanted: 1, simulated: 1 }, &mut quiet).unwrap();
    assert_eq!((one.simulated, one.best.len()), (1, 1));
    let all = search(&wish, Limits { wanted: 1, simulated: usize::MAX }, &mut quiet).unwrap();
    assert!(one.is_proven() == (one.left_out.unwrap() >= one.best[0].iteration));
    assert!(all.best[0].iteration <= one.best[0].iteration && one.left_out.unwrap() <= all.best[0].iteration);
}

#[test]
fn what_cannot_be_is_told() {
    let wrong = |id: &str, on, batch| {
        let wish = Wish::new(published::model(id).unwrap(), on, batch);
        search(&wish, Limits { wanted: 1, simulated: 1 }, &mut quiet).unwrap_err()
    };
    let have = system("dgx-h100").unwrap().gpu.hbm;
    match wrong("llama3-405b", spec("dgx-h100", 1), 8) {
        PlanError::NothingFits { least, have: told } => assert!(least > told && told == have, "{least:?}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(wrong("llama3-8b", spec("dgx-h100", 1), 0), PlanError::NoLayout { gpus: 8, batch: 0 });
    assert!(matches!(wrong("llama3-8b", spec("dgx-h100", 1 << 20), 8), PlanError::Topology(_)));
}
