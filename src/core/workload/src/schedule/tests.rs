use super::*;

fn check_peaks(schedule: Schedule, plan: &Plan, micro_batches: u32, named: &str) {
    let stages = plan.stages();
    for stage in 0..stages {
        let promised = schedule.peak_chunks(stage, stages, micro_batches);
        assert_eq!(plan.peak_chunks(stage), promised, "{named}: stage {stage} holds");
    }
}

/// Legal: every micro-batch goes forward and back once through each chunk, forward first, the weights' gradient after the
/// input's; what an operation needs is there in some order of the stages; and the peak of what is held is as promised.
fn check(schedule: Schedule, stages: u32, micro_batches: u32) {
    let named = format!("{schedule:?} p {stages} m {micro_batches}");
    let plan = schedule.plan(stages, micro_batches).unwrap();
    check_peaks(schedule, &plan, micro_batches, &named);
    // By stage, chunk and micro-batch: gone forward, input's gradient, weights' gradient.
    let mut done = vec![vec![vec![[false; 3]; micro_batches as usize]; plan.chunks as usize]; stages as usize];
    let mut next = vec![0; stages as usize];
    loop {
        let mut moved = false;
        for stage in 0..stages {
            let order = &plan.orders[stage as usize];
            while let Some(step) = order.get(next[stage as usize]) {
                let pair = if step.joined { order.get(next[stage as usize] + 1) } else { None };
                let arrived = |step: &Step| {
                    let here = (stage, step.chunk);
                    let (from, what) = match step.pass {
                        Pass::Forward => (plan.placement.before(here, stages), 0),
                        Pass::Backward | Pass::Input => (plan.placement.after(here, stages, plan.chunks), 1),
                        Pass::Weight => (None, 2),
                    };
                    from.is_none_or(|(s, c)| done[s as usize][c as usize][step.micro_batch as usize][what])
                };
                if !arrived(step) || pair.is_some_and(|pair| !arrived(pair)) {
                    break;
                }
                for step in [Some(step), pair].into_iter().flatten() {
                    let own = &mut done[stage as usize][step.chunk as usize][step.micro_batch as usize];
                    let (expected, after) = match step.pass {
                        Pass::Forward => ([false; 3], [true, false, false]),
                        Pass::Input => ([true, false, false], [true, true, false]),
                        Pass::Backward => ([true, false, false], [true; 3]),
                        Pass::Weight => ([true, true, false], [true; 3]),
                    };
                    assert_eq!(*own, expected, "{named}: stage {stage} {step:?}");
                    *own = after;
                    next[stage as usize] += 1;
                    moved = true;
                }
            }
        }
        if !moved {
            break;
        }
    }
    for (stage, chunks) in done.iter().enumerate() {
        assert_eq!(next[stage], plan.orders[stage].len(), "{named}: stage {stage} is stuck");
        for (chunk, own) in chunks.iter().enumerate() {
            for (m, own) in own.iter().enumerate() {
                let all = plan.placement.takes(chunk as u32, m as u32);
                assert_eq!(*own, [all; 3], "{named}: stage {stage} chunk {chunk} micro-batch {m}");
            }
        }
    }
}

#[test]
fn every_schedule_is_legal_and_holds_what_it_promises() {
    let more = [1, 3, 4].map(Schedule::Interleaved).into_iter().chain([1, 3, 4].map(Schedule::InterleavedZb));
    for schedule in Schedule::ALL.into_iter().chain(more) {
        for stages in 1..=9 {
            for micro_batches in 1..=27 {
                if schedule.check(stages, micro_batches).is_ok() {
                    check(schedule, stages, micro_batches);
                }
            }
        }
    }
    for schedule in Schedule::ALL {
        check(schedule, 32, 96);
    }
}

#[test]
fn the_peaks_are_the_published_ones() {
    for (schedule, stages, micro_batches, published) in [
        (Schedule::GPipe, 8, 24, 24.0),
        (Schedule::OneFOneB, 8, 24, 8.0),
        (Schedule::Split, 8, 24, 8.0),
        (Schedule::Interleaved(3), 8, 24, 8.0 * (1.0 + 7.0 / 24.0)),
        (Schedule::Interleaved(2), 4, 8, 4.0 * (1.0 + 3.0 / 8.0)),
        (Schedule::ZbH1, 8, 24, 8.0),
        (Schedule::ZbH2, 8, 24, 15.0),
        (Schedule::ZbV, 8, 24, 8.0),
        (Schedule::DualPipe, 8, 24, 9.0),
        (Schedule::InterleavedZb(2), 8, 24, 8.0),
        (Schedule::InterleavedZb(4), 4, 8, 4.0),
        (Schedule::DualPipeV, 8, 24, 8.5),
    ] {
        let most = (0..stages).map(|stage| schedule.in_flight(stage, stages, micro_batches)).fold(0.0, f64::max);
        assert!((most - published).abs() < 1e-12, "{schedule:?}: {most}, published {published}");
    }
}

#[test]
fn one_group_is_held_no_longer_than_several() {
    let check = |stage, micro_batches, expected| {
        let schedule = Schedule::Interleaved(2);
        let plan = schedule.plan(8, micro_batches).expect("any number");
        assert_eq!(
            (plan.peak_chunks(stage), schedule.peak_chunks(stage, 8, micro_batches)),
            (expected, expected),
            "stage {stage} of 8, {micro_batches} micro-batches"
        );
    };
    check(0, 8, 16);
    check(0, 16, 23);
    // 2 x 0 + (2 - 1) x 8, and the one that comes next.
    check(7, 8, 9);
    check(7, 16, 9);
    // Two groups of 10; of 13 and 12; five in all.
    check(7, 20, 11);
    check(7, 25, 14);
    check(7, 5, 6);
}

/// What PyTorch and Megatron Core do with so many micro-batches on so many stages.
#[test]
fn groups_are_those_of_the_frameworks() {
    let check = |stages: u32, micro_batches: u32, expected: &[u32]| {
        // On the last stage chunk 0 of a group is forward before any other pass of it.
        let order = Schedule::Interleaved(2).order(stages - 1, stages, micro_batches);
        let forward: Vec<&Step> = order.iter().filter(|step| step.pass == Pass::Forward).collect();
        let runs = forward.chunk_by(|a, b| a.chunk == b.chunk).filter(|run| run[0].chunk == 0);
        let sizes: Vec<u32> = runs.map(|run| run.len() as u32).collect();
        assert_eq!(sizes, expected, "p {stages} m {micro_batches}");
    };
    check(4, 8, &[4, 4]);
    // PyTorch: m / p rounds that are equal, and one where there are fewer than stages.
    check(4, 10, &[5, 5]);
    check(4, 3, &[3]);
    check(4, 7, &[7]);
    check(8, 20, &[10, 10]);
    // Megatron Core alone: a last group that is smaller, and no smaller than p.
    check(4, 9, &[5, 4]);
    check(4, 14, &[5, 5, 4]);
    check(8, 25, &[13, 12]);
    for stages in 1..=9_u32 {
        for micro_batches in 1..=40 {
            let size = interleaved::group(stages, micro_batches);
            if let Some(equal) = interleaved_zb::group(stages, micro_batches) {
                assert_eq!(size, equal, "PyTorch's, p {stages} m {micro_batches}");
            }
            let is_taken = |size: u32| micro_batches % size == 0 || micro_batches % size >= stages;
            let least = (stages..=micro_batches).find(|&size| is_taken(size));
            assert_eq!(size, least.unwrap_or(micro_batches), "Megatron Core's, p {stages} m {micro_batches}");
        }
    }
}

#[test]
fn what_has_no_order_is_refused() {
    let check = |schedule: Schedule, stages, micro_batches, expected| {
        assert_eq!(schedule.plan(stages, micro_batches).err(), expected, "{schedule:?} {stages} {micro_batches}");
    };
    let ends = |stages, micro_batches| Some(ScheduleError::BothEnds { stages, micro_batches });
    check(Schedule::Interleaved(2), 4, 8, None);
    check(Schedule::Interleaved(2), 4, 6, None);
    check(Schedule::Interleaved(2), 4, 3, None);
    check(Schedule::Interleaved(0), 4, 8, Some(ScheduleError::Chunks { chunks: 0 }));
    check(Schedule::Interleaved(65), 4, 8, Some(ScheduleError::Chunks { chunks: 65 }));
    check(Schedule::DualPipe, 4, 8, None);
    check(Schedule::DualPipe, 4, 7, ends(4, 7));
    check(Schedule::DualPipe, 4, 6, ends(4, 6));
    check(Schedule::DualPipe, 3, 8, ends(3, 8));
    check(Schedule::ZbV, 4, 1, None);
    let equal = |stages, micro_batches, nearest| Some(ScheduleError::EqualGroups { stages, micro_batches, nearest });
    check(Schedule::InterleavedZb(2), 4, 10, None);
    check(Schedule::InterleavedZb(2), 4, 3, None);
    check(Schedule::InterleavedZb(2), 4, 9, equal(4, 9, 10));
    check(Schedule::InterleavedZb(2), 8, 47, equal(8, 47, 48));
    check(Schedule::InterleavedZb(2), 8, 33, equal(8, 33, 32));
    check(Schedule::InterleavedZb(0), 4, 8, Some(ScheduleError::Chunks { chunks: 0 }));
    check(Schedule::DualPipeV, 3, 6, None);
    check(Schedule::DualPipeV, 4, 7, Some(ScheduleError::Folded { stages: 4, micro_batches: 7 }));
}

#[test]
fn a_schedule_crosses_between_threads() {
    for schedule in Schedule::ALL.into_iter().chain([Schedule::Interleaved(7), Schedule::InterleavedZb(5)]) {
        assert_eq!(kitchen_units::wire::unpack(&kitchen_units::wire::pack(&schedule)), Some(schedule));
    }
}
