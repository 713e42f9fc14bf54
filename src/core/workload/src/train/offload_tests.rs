use kitchen_topology::{self as topology, ClusterSpec};
use kitchen_units::Bytes;

use super::host_link::{PIECES, STATE_BYTES, Swap};
use super::*;
use crate::layout::{Recipe, Sharding, Zero};
use crate::memory::Offload;
use crate::model::published;
use crate::schedule::Schedule;

fn spec(id: &str, nodes: u32) -> ClusterSpec {
    ClusterSpec::new(topology::find_system(id).unwrap(), nodes)
}

const EACH: Layout = Layout { data: 8, global_batch: 32, recompute: Recompute::Selective, ..Layout::ONE };

/// The step with that moved to the host, over the step without: its time between these, and less memory.
fn check(id: &str, on: &ClusterSpec, layout: Layout, offload: Offload, [least, most]: [f64; 2]) -> Trained {
    let model = published::model(id).unwrap();
    let [plain, moved] =
        [Offload::Nothing, offload].map(|offload| train(model, on, &Layout { offload, ..layout }).unwrap());
    let ratio = moved.iteration.as_secs() / plain.iteration.as_secs();
    assert!((least..=most).contains(&ratio), "{id} {offload:?} {layout:?}: {ratio}");
    assert!(moved.memory.total() < plain.memory.total(), "{id} {offload:?}: {:?}", moved.memory);
    let sum = moved.compute_fraction + moved.exposed_comm_fraction + moved.bubble_fraction;
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    moved
}

#[test]
fn what_is_moved_to_the_host_costs_time_and_saves_memory() {
    let on = spec("dgx-h100", 1);
    check("llama3-8b", &on, EACH, Offload::Optimizer, [1.2, 3.0]);
    check("llama3-8b", &on, EACH, Offload::Activations, [1.0, 2.0]);
    let sharded = Layout { sharding: Sharding::over_all(Zero::Parameters), ..EACH };
    check("llama3-8b", &on, sharded, Offload::Both, [1.01, 2.0]);
    let staged = Layout { tensor: 2, data: 1, pipeline: 4, sequence_parallel: true, ..EACH };
    for schedule in [Schedule::OneFOneB, Schedule::GPipe, Schedule::Interleaved(2)] {
        check("llama3-8b", &on, Layout { schedule, ..staged }, Offload::Both, [1.01, 4.0]);
    }
}

/// 12 bytes of a parameter come and 12 go, over the link that a GPU has at least to itself, and no quicker than that link.
#[test]
fn the_optimizer_s_state_crosses_the_nodes_own_links() {
    let model = published::model("gpt3-1.3b").unwrap();
    let one = ClusterSpec { gpus: Some(1), ..spec("dgx-h100", 1) };
    let layout = Layout { global_batch: 8, recompute: Recompute::Selective, ..Layout::ONE };
    let of = |offload| explained(model, &one, &Layout { offload, ..layout }).unwrap();
    let ((plain, _), (moved, lane)) = (of(Offload::Nothing), of(Offload::Optimizer));
    let bytes = (STATE_BYTES * model.parameters()) as f64;
    let rate = one.system.slot().payload_gb_per_s * 1e9;
    let added = moved.iteration.as_secs() - plain.iteration.as_secs();
    // Updates go on beside, and both ways at once; the first piece's way in and the last one's out are waited for.
    let least = bytes / rate;
    let most = least / kitchen_hardware::efficiency::HOST_BRIDGE * (1.0 + 2.0 / f64::from(PIECES));
    assert!((0.8 * least..most).contains(&added), "{added} s beside {least} and {most}");
    assert!(lane.parts.iter().any(|&(part, time)| part == Part::Offload && time.as_secs() > 0.5 * added), "{lane:?}");
    // Two GPUs under one PCIe switch share its way to the host.
    let shared = |gpus| {
        let on = ClusterSpec { gpus: Some(gpus), ..spec("dgx-a100", 1) };
        let layout = Layout { data: gpus, global_batch: gpus, offload: Offload::Optimizer, ..layout };
        train(model, &on, &layout).unwrap().iteration.as_secs()
    };
    assert!(shared(2) > shared(1) + 0.5 * bytes / (one.system.slot().payload_gb_per_s * 1e9));
}

#[test]
fn hosts_memory_is_checked() {
    let model = published::model("llama3-8b").unwrap();
    let state = Bytes(STATE_BYTES * model.parameters() * 8);
    for (id, fits) in [("dgx-h100", true), ("aws-p5", false)] {
        let step = train(model, &spec(id, 1), &Layout { offload: Offload::Optimizer, ..EACH }).unwrap();
        assert!(step.host_memory.0.abs_diff(state.0) < state.0 / 100, "{:?}", step.host_memory);
        assert_eq!((step.fits, step.peak_memory.host_fits(&spec(id, 1))), (fits, fits), "{id}");
    }
    let step = train(model, &spec("aws-p5", 1), &EACH).unwrap();
    assert_eq!((step.host_memory, step.peak_memory.host_fits(&spec("aws-p5", 1))), (Bytes::ZERO, true));
}

#[test]
fn activations_stay_where_their_weights_gradients_come_later() {
    let check = |schedule, expected| {
        let layout = Layout { pipeline: 4, data: 2, global_batch: 32, schedule, offload: Offload::Activations, ..EACH };
        assert_eq!(layout.check(published::model("llama3-8b").unwrap()), expected);
    };
    check(Schedule::OneFOneB, Ok(()));
    check(Schedule::ZbH1, Err(LayoutError::Offload { schedule: Schedule::ZbH1 }));
}

/// Walked, simulated by passes and simulated by operations: the same step.
#[test]
fn a_step_with_the_host_is_the_same_however_it_is_run() {
    let overlap = Recipe { overlap_data: true, ..Recipe::PLAIN };
    let staged = Layout { tensor: 2, data: 2, pipeline: 4, sequence_parallel: true, ..EACH };
    for (recipe, zero) in [(Recipe::PLAIN, Zero::Optimizer), (overlap, Zero::Gradients), (overlap, Zero::None)] {
        for offload in Offload::ALL {
            let layout = Layout { recipe, sharding: Sharding::over_all(zero), offload, ..staged };
            let (model, on) = (published::model("llama3-8b").unwrap(), spec("dgx-h100", 2));
            let walked = train(model, &on, &layout).unwrap();
            let (simulated, lane) = explained(model, &on, &layout).unwrap();
            assert_eq!(walked, simulated, "{layout:?}");
            let told = lane.parts.iter().fold(lane.bubble, |sum, &(_, time)| sum + time);
            assert_eq!(told, lane.whole);
            let traced = traced(model, &on, &layout).unwrap();
            assert_eq!(traced.step.iteration, walked.iteration, "{layout:?}");
            let moves = traced.parts.contains(&Part::Offload);
            assert_eq!(moves, offload != Offload::Nothing);
        }
    }
}

/// With no piece held up by another, the slowest of coming, update and going sets the pace.
#[test]
fn pieces_follow_one_another() {
    let check = |[load, update, store]: [u64; 3], end: u64| {
        let swap = Swap { load: Time(load), update: Time(update), store: Time(store) };
        assert_eq!(swap.ends()[1], end, "{swap:?}");
    };
    check([10, 1, 1], 10 * 8 + 1 + 1);
    check([1, 10, 1], 1 + 10 * 8 + 1);
    check([1, 1, 10], 1 + 1 + 10 * 8);
    check([0, 0, 0], 0);
}
