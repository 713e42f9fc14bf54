//! Whole calls, small enough to be worked out by hand, and what holds for all.

use kitchen_sim::SimError;
use proptest::prelude::*;

use super::script::Script;
use super::*;

/// 10 bytes a nanosecond, 100 ns a hop, 5 ns an endpoint, sums of 3 ns for each whole 30 bytes.
fn machine(backend: Backend, shapes: &[(Shape, u32)]) -> Machine {
    let dim = |&(shape, npus)| Dim { shape, npus, rate: Rate::gb_per_s(10.0), latency: Time::from_ns(100) };
    let dims = shapes.iter().map(dim).collect();
    Machine { backend, dims, endpoint: Time::from_ns(5), memory: Rate::gb_per_s(30.0) }
}

fn call(op: Op, algorithms: &[Algorithm], bytes: u64) -> Call {
    let algorithms = Algorithms::Each(algorithms.to_vec());
    Call { op, algorithms, bytes, chunks: 1, active: 1, queues: 1, order: Order::LocalFirst }
}

fn check(machine: &Machine, call: &Call, expected_ns: u64) {
    let measured = measure(machine, call).map(|measured| measured.time);
    assert_eq!(measured, Ok(Time::from_ns(expected_ns)), "{call:?}");
}

#[test]
fn one_chunk_in_one_dimension() {
    let ring = machine(Backend::Unaware, &[(Shape::Ring, 4)]);
    // 5 + 6 (100 + 30 + 5) + 3 x 30: parts of 300 bytes.
    check(&ring, &call(Op::AllReduce, &[Algorithm::Ring], 1_200), 905);
    check(&ring, &call(Op::ReduceScatter, &[Algorithm::Ring], 1_200), 5 + 3 * 135 + 3 * 30);
    check(&ring, &call(Op::AllGather, &[Algorithm::Ring], 300), 5 + 3 * 135);
    // Half the vector to the neighbour, charged as the quarter that follows; then that, not charged.
    check(&ring, &call(Op::ReduceScatter, &[Algorithm::HalvingDoubling], 1_200), 5 + (160 + 5 + 30) + (230 + 5));
    check(&ring, &call(Op::AllGather, &[Algorithm::HalvingDoubling], 300), 5 + (230 + 5) + (160 + 5));
    // Over the far side of the ring: two hops.
    check(&ring, &call(Op::AllToAll, &[Algorithm::Direct], 1_200), 5 + 230 + 5);
    check(&ring, &call(Op::AllToAll, &[Algorithm::Ring], 1_200), 5 + 6 * 135);
    let switch = machine(Backend::Unaware, &[(Shape::Switch, 2)]);
    check(&switch, &call(Op::AllReduce, &[Algorithm::Direct], 600), 5 + (230 + 5 + 30) + (230 + 5));
    check(&switch, &call(Op::AllReduce, &[Algorithm::DoubleBinaryTree], 300), 5 + (230 + 5 + 30) + (230 + 5));
}

#[test]
fn links_that_are_shared_make_messages_wait() {
    let switch = machine(Backend::Aware, &[(Shape::Switch, 4)]);
    // Three messages leave one after the other and meet nobody on their way down: two hops of 100 + 30.
    check(&switch, &call(Op::AllToAll, &[Algorithm::Direct], 1_200), 5 + 2 * 30 + 2 * 130 + 5);
    let full = machine(Backend::Aware, &[(Shape::FullyConnected, 4)]);
    check(&full, &call(Op::AllToAll, &[Algorithm::Direct], 1_200), 5 + 130 + 5);
}

#[test]
fn the_second_half_of_a_direct_exchange_begins_with_the_last_arrival() {
    // Neighbours' parts arrive at 5 + 130, the far one's at 5 + 230; sums of 30 + 5 are done at 170, 170 and 270. Only the
    // last sum comes after the last arrival, so all three parts go out then: 270 + 230 + 5.
    let ring = machine(Backend::Unaware, &[(Shape::Ring, 4)]);
    check(&ring, &call(Op::AllReduce, &[Algorithm::Direct], 1_200), 505);
    // With a slow memory (1,200 ns) the neighbours' sums are done after it, at 1,340: two parts go out at once, to the
    // neighbour and to the far side, and arrive before the third leaves at 1,440: 1,440 + 130 + 5.
    let slow = Machine { memory: Rate::gb_per_s(0.75), ..ring };
    check(&slow, &call(Op::AllReduce, &[Algorithm::Direct], 1_200), 1_575);
}

#[test]
fn chunks_queue_for_their_turn() {
    let ring = machine(Backend::Unaware, &[(Shape::Ring, 4)]);
    let cut = |chunks, active, queues| Call {
        chunks,
        active,
        queues,
        ..call(Op::AllReduce, &[Algorithm::Ring], 1_200 * chunks)
    };
    check(&ring, &cut(3, 1, 1), 3 * 905);
    check(&ring, &cut(4, 2, 1), 2 * 905);
    check(&ring, &cut(4, 4, 1), 905);
    // An all-reduce uses the first half of the queues, here one of two, and that has half the room.
    check(&ring, &cut(4, 4, 2), 2 * 905);
    // A remainder is a chunk of its own, and as large: 3 chunks of 600 bytes of 1,201.
    let uneven = Call { bytes: 1_201, chunks: 2, ..cut(1, 1, 1) };
    check(&ring, &uneven, 3 * (5 + 6 * (100 + 15 + 5) + 3 * 15));
}

#[test]
fn the_second_half_of_the_queues_runs_the_other_way_round_where_there_is_a_way() {
    let two = |op, algorithm, bytes| Call { chunks: 2, active: 2, queues: 2, ..call(op, &[algorithm], bytes) };
    // Rings in both directions share no link; halving meets the same partners, and the second chunk waits for the first
    // message of the first.
    let ring = machine(Backend::Aware, &[(Shape::Ring, 4)]);
    check(&ring, &two(Op::AllGather, Algorithm::Ring, 600), 5 + 3 * 135);
    let full = machine(Backend::Aware, &[(Shape::FullyConnected, 4)]);
    check(&full, &two(Op::ReduceScatter, Algorithm::HalvingDoubling, 2_400), 5 + 60 + (160 + 5 + 30) + (130 + 5));
}

#[test]
fn an_all_reduce_climbs_the_dimensions_and_comes_down() {
    let grid = machine(Backend::Unaware, &[(Shape::Ring, 2), (Shape::Ring, 2), (Shape::Switch, 2)]);
    let algorithms = [Algorithm::Ring; 3];
    let gather = |part: u64| 5 + (100 + part / 10 + 5);
    let scatter = |part: u64| gather(part) + part / 10;
    let last = 5 + (200 + 30 + 5) + 30 + (200 + 30 + 5);
    let up_and_down = scatter(1_200) + scatter(600) + last + gather(600) + gather(1_200);
    check(&grid, &call(Op::AllReduce, &algorithms, 2_400), up_and_down);
    let each = |hop: u64| 5 + 2 * (hop + 120 + 5) + 120;
    check(&grid, &Call { order: Order::Each, ..call(Op::AllReduce, &algorithms, 2_400) }, 2 * each(100) + each(200));
    // An all-gather begins in the last dimension.
    let gathered = 5 + (200 + 30 + 5) + gather(600) + gather(1_200);
    check(&grid, &call(Op::AllGather, &algorithms, 300), gathered);
    // One ring over all: neighbours always differ in the first dimension, and ASTRA-sim charges no other.
    check(
        &grid,
        &Call { algorithms: Algorithms::One(Algorithm::Ring), ..call(Op::AllGather, &algorithms, 300) },
        5 + 7 * 135,
    );
}

#[test]
fn what_cannot_be_is_refused() {
    let ring = |npus| machine(Backend::Unaware, &[(Shape::Ring, npus)]);
    let refuse = |machine: &Machine, call: &Call, wanted: AstraError| {
        assert_eq!(measure(machine, call).unwrap_err(), wanted);
    };
    let plain = call(Op::AllReduce, &[Algorithm::Ring], 1_200);
    let dimensions = |dims| AstraError::Dimensions { dims, limit: LIMIT_DIMS };
    refuse(&machine(Backend::Unaware, &[]), &plain, dimensions(0));
    refuse(&machine(Backend::Unaware, &[(Shape::Ring, 2); 9]), &plain, dimensions(9));
    let members = |npus| AstraError::Members { npus, limit: LIMIT_NPUS };
    refuse(&ring(1), &plain, members(1));
    refuse(&ring(u32::MAX), &plain, members(u32::MAX.into()));
    refuse(&machine(Backend::Aware, &[(Shape::Ring, 2); 2]), &plain, AstraError::SharedDimensions { dims: 2 });
    let two_ways = call(Op::AllReduce, &[Algorithm::Ring; 2], 1_200);
    refuse(&ring(4), &two_ways, AstraError::Algorithms { given: 2, dims: 1 });
    let halving = |op| call(op, &[Algorithm::HalvingDoubling], 1_200);
    refuse(&ring(6), &halving(Op::AllReduce), AstraError::PowerOfTwo { npus: 6 });
    let unsupported = |op, algorithm| AstraError::Unsupported { op, algorithm };
    refuse(&ring(4), &halving(Op::AllToAll), unsupported(Op::AllToAll, Algorithm::HalvingDoubling));
    refuse(&ring(4), &call(Op::Broadcast, &[Algorithm::Ring], 1_200), unsupported(Op::Broadcast, Algorithm::Ring));
    let empty = |bytes, chunks| AstraError::Empty { bytes, chunks };
    refuse(&ring(4), &call(Op::AllReduce, &[Algorithm::Ring], 0), empty(0, 1));
    refuse(&ring(4), &Call { chunks: 100, ..call(Op::AllGather, &[Algorithm::Ring], 99) }, empty(99, 100));
    let none = AstraError::Count { what: "queues_per_dim", value: 0, limit: LIMIT_QUEUES.into() };
    refuse(&ring(4), &Call { queues: 0, ..plain.clone() }, none);
    let no_memory = AstraError::Quantity { what: "local_mem_bw_GBps" };
    refuse(&Machine { memory: Rate::ZERO, ..ring(4) }, &plain, no_memory);
    let large = measure(&ring(4_096), &call(Op::AllReduce, &[Algorithm::Ring], 1 << 20)).unwrap_err();
    assert!(matches!(large, AstraError::TooLarge { limit: LIMIT_TASKS, .. }), "{large:?}");
    let long = measure(&ring(4), &call(Op::AllReduce, &[Algorithm::Ring], u64::MAX)).unwrap_err();
    assert!(matches!(long, AstraError::Sim(SimError::TooLong { .. })), "{long:?}");
}

/// A call that ASTRA-sim knows, in one dimension.
fn calls() -> impl Strategy<Value = (Shape, u32, Call)> {
    let shape = prop::sample::select(vec![Shape::Ring, Shape::FullyConnected, Shape::Switch]);
    let op = prop::sample::select(vec![Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll]);
    let algorithm = prop::sample::select(Algorithm::ALL.to_vec());
    (shape, 1_u32..4, op, algorithm, 64_u64..100_000).prop_map(|(shape, bits, op, algorithm, bytes)| {
        let algorithm =
            if op == Op::AllToAll && algorithm == Algorithm::HalvingDoubling { Algorithm::Direct } else { algorithm };
        (shape, 1 << bits, call(op, &[algorithm], bytes))
    })
}

proptest! {
    /// Without queues and gates a graph's ends rise with each message's, so sharing can only cost.
    #[test]
    fn sharing_links_never_helps((shape, npus, call) in calls()) {
        let is_gated = call.op == Op::AllReduce && call.algorithms.at(0) == Algorithm::Direct;
        prop_assume!(!is_gated);
        let time = |backend| measure(&machine(backend, &[(shape, npus)]), &call).unwrap().time;
        prop_assert!(time(Backend::Aware) >= time(Backend::Unaware));
    }

    /// Where no link is shared, chunks that go one by one take as long as all of them alone.
    #[test]
    fn chunks_one_by_one_add_up((shape, npus, call) in calls(), chunks in 1_u64..6) {
        prop_assume!(call.algorithms.at(0) != Algorithm::DoubleBinaryTree); // Who ends early begins early.
        let machine = machine(Backend::Unaware, &[(shape, npus)]);
        let many = Call { bytes: call.bytes * chunks, chunks, ..call.clone() };
        let alone = measure(&machine, &call).unwrap().time;
        prop_assert_eq!(measure(&machine, &many).unwrap().time, Time(alone.0 * chunks));
    }

    /// Conservation: each rank sends and receives what the operation asks for, whatever the algorithm.
    #[test]
    fn every_way_moves_the_bytes_that_the_operation_asks_for((_, npus, call) in calls()) {
        let algorithm = call.algorithms.at(0);
        prop_assume!(algorithm != Algorithm::DoubleBinaryTree);
        let script = Script::new(call.op, algorithm, npus, 0).unwrap();
        let (n, parts) = (u64::from(npus), u64::from(script.parts));
        for rank in 0..npus {
            let sum = |keeps: &dyn Fn(&script::Message) -> bool| -> u64 {
                script.messages.iter().filter(|message| keeps(message)).map(|message| u64::from(message.parts)).sum()
            };
            let (sent, received) = (sum(&|message| message.from == rank), sum(&|message| message.to == rank));
            let wanted = match (call.op, algorithm) {
                (Op::AllReduce, _) => 2 * (n - 1) * parts / n,
                // Parts are those of all ranks together, and are passed on.
                (Op::AllToAll, Algorithm::Ring) => n * (n - 1) / 2,
                (Op::AllToAll, _) => n - 1,
                _ => (n - 1) * parts / n,
            };
            prop_assert_eq!((sent, received), (wanted, wanted));
        }
    }
}
