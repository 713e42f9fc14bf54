use kitchen_topology as topology;
use kitchen_units::Time;

use super::*;
use crate::layout::Zero;
use crate::model::model;

fn ask(id: &str, system: &str, ways: u32, zero: Zero) -> Ask {
    Ask {
        model: Model { seq: 2048, ..*model(id).unwrap() },
        system: topology::find_system(system).unwrap(),
        ways,
        sequences: 1,
        each: PerParameter::MIXED,
        zero,
        recompute: Recompute::Selective,
        redone: 0,
        offload: Offload::Nothing,
    }
}

/// The fullest moment of a run in GB by part, reserve left out.
fn peak(ask: &Ask) -> (TrainingStep, Contents) {
    let step = TrainingStep::run(ask).unwrap();
    let fullest = step.timeline(0).peak(step.turn(), Time::MAX);
    (step, fullest.1)
}

#[test]
fn seven_billion_are_14_gb_to_read_and_over_110_to_learn() {
    let (step, full) = peak(&ask("llama2-7b", "dgx-h100", 1, Zero::None));
    let read = step.timeline(0).peak(Time::ZERO, step.turn()).1;
    assert!((13.0..15.0).contains(&(read.held().0 as f64 / 1e9)), "{read:?}");
    assert!((105.0..120.0).contains(&(full.total().0 as f64 / 1e9)), "{full:?}");
    let state = step.ask.state();
    assert_eq!([full.weights, full.optimizer], [state.weights.0, state.optimizer.0]);
    assert!(!full.fit(step.ask.gpu()) && read.fit(step.ask.gpu()));
}

#[test]
fn eight_gpus_that_share_all_of_it_have_room() {
    let (step, full) = peak(&ask("llama2-7b", "dgx-h100", 8, Zero::Parameters));
    assert!(full.fit(step.ask.gpu()), "{full:?}");
    assert_eq!(full.weights, step.ask.state().weights.0);
}

/// The whole of the state is there at the end of backward, whatever is shared out, and a GPU's part is the formula's.
fn check_state(zero: Zero, ways: u32) {
    let ask = ask("gpt3-2.7b", "dgx-h100", ways, zero);
    let step = TrainingStep::run(&ask).unwrap();
    let end = step.span(0, Doing::Backward).unwrap().1;
    let there = step.timeline(0).at(end);
    let state = ask.state();
    assert_eq!([there.weights, there.optimizer], [state.weights.0, state.optimizer.0], "{zero:?} {ways}");
    // Shares are rounded up block by block.
    let off = there.gradients as f64 / state.gradients.0 as f64 - 1.0;
    assert!(off.abs() < 1e-6, "{zero:?} {ways}: {there:?}");
    assert_eq!(there.activations, 0, "{zero:?} {ways}");
}

#[test]
fn state_on_the_shelf_is_the_formulas() {
    for zero in Zero::ALL {
        for ways in [1, 2, 8] {
            check_state(zero, ways);
        }
    }
}

/// What forward kept is all there at the turn, and is what the formula says of the layers.
#[test]
fn activations_on_the_shelf_are_the_formulas() {
    for recompute in [Recompute::Selective, Recompute::Full] {
        let ask = Ask { recompute, ..ask("gpt3-2.7b", "dgx-h100", 1, Zero::None) };
        let step = TrainingStep::run(&ask).unwrap();
        let turn = step.span(0, Doing::Forward).unwrap().1;
        let there = step.timeline(0).at(turn).activations as f64;
        let layers = layer_activation_bytes(&ask.model, &ask.layout()) * f64::from(ask.model.layers);
        let around = activations::embedding_bytes(&ask.model, 1, 1) + activations::head_bytes(&ask.model, 1);
        assert!((there / (layers + around) - 1.0).abs() < 1e-6, "{recompute:?}: {there} against {layers} + {around}");
    }
}

#[test]
fn nothing_is_left_but_what_was_there() {
    for zero in Zero::ALL {
        for offload in Offload::ALL {
            let ask = Ask { offload, ..ask("gpt3-1.3b", "dgx-a100", 4, zero) };
            let step = TrainingStep::run(&ask).unwrap();
            for gpu in 0..4 {
                let last = step.timeline(gpu).steps.last().unwrap().1;
                let kept = u64::from(!offload.optimizer());
                let idle = Contents {
                    weights: last.weights,
                    optimizer: last.optimizer * kept,
                    reserved: last.reserved,
                    ..Contents::default()
                };
                assert_eq!(last, idle, "{zero:?} {offload:?}");
            }
        }
    }
}

/// The estimate that layouts are searched by against the run, in parts of the run.
fn check_estimate(ask: &Ask) {
    let (run, estimate) = (peak(ask).1.total().0 as f64, ask.estimate().total().0 as f64);
    let Ask { model, ways, zero, recompute, offload, .. } = ask;
    let of = (model.id, ways, zero, recompute, offload);
    assert!((0.98..1.2).contains(&(estimate / run)), "{of:?}: {estimate} against {run}");
}

#[test]
fn the_estimate_is_near_the_run() {
    for system in ["dgx-h100", "dgx-a100"] {
        for (ways, zero) in
            [(1, Zero::None), (8, Zero::None), (8, Zero::Optimizer), (8, Zero::Gradients), (8, Zero::Parameters)]
        {
            for recompute in [Recompute::Selective, Recompute::Full] {
                for offload in Offload::ALL {
                    for id in ["gpt3-1.3b", "llama2-7b", "llama3-8b"] {
                        check_estimate(&Ask { recompute, offload, ..ask(id, system, ways, zero) });
                    }
                }
            }
        }
    }
}

#[test]
fn carrying_jars_away_makes_room_and_takes_time() {
    let usual = ask("llama2-7b", "dgx-h100", 1, Zero::None);
    let (all, full) = peak(&usual);
    let (away, less) = peak(&Ask { offload: Offload::Optimizer, ..usual });
    assert!(less.total() < full.total() && away.trace.makespan > all.trace.makespan);
    assert!(less.fit(usual.gpu()));
    // All of the state crosses PCIe in both directions at once: 12 bytes a parameter.
    let topology = TrainingStep::plan(&usual).unwrap().0;
    let route = &host::both_ways(&topology, 0)[1];
    let rates = route.hops.iter().map(|hop| topology.link(hop.link).unwrap().effective.as_bytes_per_s());
    let seconds = 12.0 * usual.parameters() as f64 / rates.fold(f64::INFINITY, f64::min);
    let (from, to) = away.span(0, Doing::Load).unwrap();
    let took = (to - from).as_secs();
    assert!((0.99..1.1).contains(&(took / seconds)), "{took} against {seconds}");
}

#[test]
fn recomputing_makes_room_and_takes_time() {
    let usual = Ask { sequences: 4, ..ask("gpt3-1.3b", "dgx-h100", 1, Zero::None) };
    let half = Ask { redone: usual.model.layers / 2, ..usual };
    let full = Ask { recompute: Recompute::Full, ..usual };
    let [a, b, c] = [usual, half, full].map(|ask| peak(&ask));
    assert!(a.1.total() > b.1.total() && b.1.total() > c.1.total());
    assert!(a.0.trace.makespan < b.0.trace.makespan && b.0.trace.makespan < c.0.trace.makespan);
    assert!(half.recomputed_flops() * 2.0 == full.recomputed_flops() && usual.recomputed_flops() == 0.0);
}

/// Layouts that are proposed fit when they are run.
#[test]
fn what_is_proposed_fits() {
    for id in ["llama2-7b", "llama3-8b", "gpt3-13b"] {
        for ways in [1, 2, 8] {
            let asked = ask(id, "dgx-h100", ways, Zero::None);
            let near = nearest(&asked);
            assert!(!near.is_empty(), "{id} {ways}");
            for one in near.iter().filter(|one| one.ways <= 8) {
                assert!(peak(one).1.fit(asked.gpu()), "{id} {ways}: {} {:?} {:?}", one.ways, one.zero, one.offload);
            }
        }
    }
}

#[test]
fn hostile_counts_are_told() {
    for (ways, sequences) in [(0, 1), (9, 1), (u32::MAX, 1), (1, 0), (8, u32::MAX), (1, 5_000)] {
        let ask = Ask { sequences, ..ask("gpt3-1.3b", "dgx-h100", ways, Zero::None) };
        assert!(TrainingStep::run(&ask).is_err(), "{ways} {sequences}");
    }
}
