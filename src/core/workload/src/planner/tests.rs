use kitchen_topology::{self as topology, ClusterSpec, system};

use super::*;
use crate::layout::{Kernel, Recipe, Recompute};
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
    let site = Site::of(on).unwrap();
    let close = Trials::on(&site, model).bound(&layout).unwrap();
    assert!(least <= close && close <= step, "{id} {layout:?}: {close:?} beside {least:?} and {step:?}");
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

/// The search against every layout that fits, simulated one by one.
fn same_as_all(wish: &Wish<'_>) {
    let gpus = topology::build(&wish.spec).unwrap().len();
    let all = candidates(wish, gpus);
    assert!(all.len() <= 5_000, "{} layouts", all.len());
    let fit = bounded(wish, &all).unwrap().0;
    let time = |one: &Bounded| train::train(wish.model, &wish.spec, &one.layout).unwrap().iteration;
    let mut all: Vec<Time> = fit.iter().map(time).collect();
    order::sort(&mut all);
    let found = search(wish, Limits { wanted: 3, simulated: usize::MAX }, &mut quiet).unwrap();
    let best: Vec<Time> = found.best.iter().map(|step| step.iteration).collect();
    let named = format!("{} on {} x {}", wish.model.id, wish.spec.nodes, wish.spec.system.id);
    assert_eq!(best, all[..best.len()], "{named}");
    assert!(found.is_proven() && found.simulated * 2 < found.fit, "{named}: {} of {}", found.simulated, found.fit);
    assert_eq!((found.fit, best.len(), found.refused), (all.len(), 3, 0), "{named}");
}

#[test]
fn the_fastest_of_all_is_found_without_simulating_all() {
    let wish = |id, on, batch| Wish::new(published::model(id).unwrap(), on, batch);
    same_as_all(&wish("gpt3-6.7b", spec("dgx-a100", 1), 32));
    same_as_all(&wish("llama3-8b", spec("dgx-h100", 1), 16));
    same_as_all(&wish("mixtral-8x7b", spec("dgx-h100", 2), 32));
}

/// Every stage of `ZeRO`, sequences of any length cut, other schedules, and less memory than there is.
#[test]
fn the_fastest_of_a_whole_space_is_found() {
    let wish = |id, on, batch| Wish { reach: Reach::Whole, ..Wish::new(published::model(id).unwrap(), on, batch) };
    same_as_all(&wish("llama3-8b", spec("dgx-h100", 1), 16));
    let tight = Some(Bytes(20_000_000_000));
    same_as_all(&Wish { memory: tight, ..wish("gpt3-6.7b", spec("dgx-a100", 2), 32) });
    let schedules = &[Schedule::OneFOneB, Schedule::ZbH1, Schedule::ZbV, Schedule::GPipe];
    let part = ClusterSpec { gpus: Some(12), ..spec("dgx-h100", 2) };
    same_as_all(&Wish { schedules, ..wish("gpt3-1.3b", part, 24) });
    same_as_all(&wish("mixtral-8x7b", spec("dgx-b200", 1), 8));
}

/// What was found by hand to be faster than what was proven (issue 20): it lies in the whole space, and the search finds no less.
#[test]
fn what_others_found_is_found() {
    let check = |id, on: ClusterSpec, batch, taken: &dyn Fn(&Layout) -> bool| {
        let model = published::model(id).unwrap();
        let fused = Recipe { overlap_data: true, attention: Kernel::Fused, ..Recipe::PLAIN };
        let usual = Wish { recipe: fused, ..Wish::new(model, on, batch) };
        let best =
            |wish: &Wish<'_>| search(wish, Limits { wanted: 1, simulated: usize::MAX }, &mut quiet).unwrap().best[0];
        let (usual, whole) = (best(&usual), best(&Wish { reach: Reach::Whole, ..usual }));
        assert!(whole.iteration < usual.iteration && taken(&whole.layout), "{id}: {:?}", whole.layout);
    };
    check("llama3-8b", spec("dgx-h100", 1), 16, &|layout| layout.sharding.zero != crate::Zero::Optimizer);
    check("mixtral-8x7b", spec("dgx-h100", 2), 32, &|layout| layout.context > 1 || layout.sharding.zero.stage() > 1);
}

/// Llama 3's 405 billion parameters on 16,384 GPUs: gathers over 2,048 replicas are millions of transfers, by rule.
#[test]
fn the_largest_published_search_ends() {
    let wish = Wish { reach: Reach::Whole, ..Wish::new(model("llama3-405b").unwrap(), spec("dgx-h100", 2048), 2048) };
    let found = search(&wish, Limits { wanted: 1, simulated: 200 }, &mut quiet).unwrap();
    assert!(found.fit > 1_000 && found.refused == 0, "{found:?}");
    let over =
        Layout { data: 2048, tensor: 8, sharding: crate::Sharding::over_all(crate::Zero::Parameters), ..Layout::ONE };
    let over =
        Layout { global_batch: 2048, sequence_parallel: true, recipe: wish.recipe, recompute: Recompute::Full, ..over };
    let step = train::train(wish.model, &wish.spec, &over).unwrap();
    assert!(step.iteration > found.best[0].iteration && step.mfu > 0.05, "{step:?}");
}

#[test]
fn what_is_cut_short_says_so() {
    let wish = Wish::new(model("gpt3-6.7b").unwrap(), spec("dgx-a100", 1), 32);
    let one = search(&wish, Limits { wanted: 1, simulated: 1 }, &mut quiet).unwrap();
    assert_eq!((one.simulated, one.best.len()), (1, 1));
    let all = search(&wish, Limits { wanted: 1, simulated: usize::MAX }, &mut quiet).unwrap();
    let left_out = one.left_out.unwrap();
    assert!(one.is_proven() == (left_out >= one.best[0].iteration));
    assert!(all.best[0].iteration <= one.best[0].iteration && (one.is_proven() || left_out <= all.best[0].iteration));
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
