use super::board::Board;
use super::kind::KIND;
use super::params::{Params, ways};
use super::task;
use crate::scenario::Scenario;
use crate::scenario::raw::reconcile;
use crate::show;
use crate::tests::telling::{all_choices, tell};
use kitchen_core::collective::Op;
use kitchen_core::units::{Bytes, Time};

/// Every operation by every way, for some numbers of chefs and sizes: told, and kept.
#[test]
fn every_meeting_of_the_gallery_can_be_told() {
    for (chefs, bytes) in [(8, 1 << 30), (7, 64 << 20), (2, 1 << 10)] {
        let usual = Scenario::default_for(KIND).with("chefs", chefs).with("bytes", bytes);
        for scenario in all_choices(usual).into_iter().filter(|scenario| reconcile(scenario.clone()).1.is_none()) {
            tell("collectives", &scenario);
            let show = show::run(&scenario).expect("the scenario runs");
            let op = Params::of(&scenario).op;
            let board = Board::new(&show.runs[0], op).expect("small enough for numbers");
            let places = |t: Time| {
                let places =
                    (0..board.ranks() * board.rows()).map(|i| board.cell(t, i / board.rows(), i % board.rows()));
                places.filter(|place| place.promised).collect::<Vec<_>>()
            };
            assert!(places(show.makespan()).iter().all(|place| place.whole), "{scenario:?}");
            assert!(places(Time::ZERO).iter().any(|place| !place.whole), "{scenario:?}");
        }
    }
}

/// What the last act asks for: of all ways of a meeting the fastest does, and no slower one.
#[test]
fn the_fastest_way_does_the_task() {
    for (op, bytes) in
        [(Op::AllReduce, 1 << 10), (Op::AllReduce, 1 << 16), (Op::AllReduce, 1 << 30), (Op::AllToAll, 1 << 20)]
    {
        let params = Params { op, bytes: Bytes(bytes), ..Params::default() };
        let tries: Vec<_> = ways(op)
            .filter_map(|algorithm| {
                let show = show::run(&Params { algorithm, ..params }.scenario(KIND)).ok()?;
                Some((algorithm, show.makespan(), task::judge(&show).expect("a task")))
            })
            .collect();
        let fastest = tries.iter().map(|(_, time, _)| *time).min().expect("a way");
        assert!(tries.len() > 1 && tries.iter().any(|(_, time, _)| *time > fastest), "{op:?} {bytes}: {tries:?}");
        for (algorithm, time, judged) in &tries {
            assert_eq!(judged.is_met, *time == fastest, "{op:?} {bytes} {algorithm:?}");
            let bound = judged.bound.as_ref().and_then(|bound| bound.size).expect("a bound");
            let busbw = op.busbw(params.chefs, params.bytes, fastest).as_gb_per_s();
            assert!((bound - busbw).abs() < 1e-9, "{bound} {busbw}");
        }
    }
}
