use kitchen_topology as topology;

use super::*;
use crate::model;

fn pool(gb_per_s: f64, us: f64) -> Pool {
    Pool { class: LinkClass::Ethernet, rate: Rate::gb_per_s(gb_per_s), round_trip: Time::from_us_f64(us), adds: false }
}

fn ask(id: &str, away: Away, pool: Pool) -> Ask {
    let shape = model(id).unwrap();
    Ask {
        model: Model { seq: 4096, ..*shape },
        system: topology::system("dgx-h100").unwrap(),
        gpus: 8,
        sequences: 2,
        rounds: 4,
        away,
        pool,
    }
}

const ALL: [Away; 16] = {
    let mut all = [Away::NOTHING; 16];
    let mut at = 0;
    while at < 16 {
        all[at] = Away { weights: at & 1 > 0, gradients: at & 2 > 0, optimizer: at & 4 > 0, activations: at & 8 > 0 };
        at += 1;
    }
    all
};

/// The simulated step is within that share of the closed form, and no quicker than the work alone.
fn check(ask: &Ask, within: f64) {
    let step = Step::run(ask).unwrap();
    let (got, whole) = (step.end(POOLED).as_secs(), step.end(WHOLE).as_secs());
    let formula = expected(ask).as_secs();
    let off = got / formula - 1.0;
    assert!((-0.02..within).contains(&off), "{:?} {:?}: {got} of {formula}", ask.away, ask.pool);
    assert!(got > whole * 0.97 || ask.away != Away::NOTHING, "{got} {whole}");
}

#[test]
fn the_simulated_step_is_what_the_closed_form_says() {
    for gb_per_s in [25.0, 48.5, 121.0, 359.0] {
        for away in ALL {
            for adds in [false, true] {
                let pool = Pool { adds, ..pool(gb_per_s, 5.5) };
                check(&ask("llama2-7b", away, pool), 0.13);
            }
        }
    }
}

#[test]
fn one_jar_stops_the_kitchen_and_the_others_hardly_slow_it() {
    for what in Away::KINDS {
        let step = Step::run(&ask("llama2-7b", Away::only(what), pool(48.5, 5.5))).unwrap();
        let times = step.end(POOLED).as_secs() / step.end(WHOLE).as_secs();
        let is_slow = times > 1.5;
        assert_eq!(is_slow, what == MemoryKind::Activations, "{what:?}: {times}");
        assert!(is_slow || times < 1.1, "{what:?}: {times}");
    }
}

#[test]
fn far_away_the_street_carries_what_may_be_in_flight() {
    let near = pool(48.5, 5.5).effective().as_gb_per_s();
    let far = pool(48.5, 1_005.5).effective().as_gb_per_s();
    assert_eq!(near, 48.5);
    assert!((far - 16_777_216.0 / 1_005.5e-6 / 1e9).abs() < 1e-6, "{far}");
}

/// Small requests with a window, one task each, take as long as the window over the round trip says.
#[test]
fn a_window_of_requests_is_as_quick_as_its_closed_form() {
    use kitchen_sim::{self as sim, Options};
    use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, TaskId, Work};
    for us in [5.5, 105.5, 1_005.5] {
        let pool = pool(48.5, us);
        let (each, count, window) = (1_u64 << 20, 512, 16);
        let mut graph = TaskGraph::new();
        let route = Route { hops: vec![Hop { link: 0, share: 1.0 }], latency: pool.round_trip, ..Route::default() };
        let route = graph.add_route(route);
        let mut tasks: Vec<TaskId> = Vec::new();
        for at in 0..count {
            let deps: Vec<TaskId> = usize::checked_sub(at, window).map(|before| tasks[before]).into_iter().collect();
            let work = Work::Transfer { src: 0, dst: 0, route, bytes: Bytes(each) };
            let ahead = tasks.last().copied();
            tasks.push(graph.add_behind(work, Label::new(Kind::Load), &deps, ahead));
        }
        let links = [LinkCapacity { rate: pool.rate }];
        let trace = sim::run(&graph, &links, 1, &Options::default()).unwrap();
        let rate = (each * count as u64) as f64 / trace.makespan.as_secs();
        let off = rate / pool.effective().as_bytes_per_s();
        assert!((0.9..1.02).contains(&off), "{us}: {rate}, {off}");
    }
}

#[test]
fn what_is_asked_for_is_what_crosses_the_street() {
    for what in Away::KINDS {
        for adds in [false, true] {
            let ask = ask("llama2-7b", Away::only(what), Pool { adds, ..pool(48.5, 5.5) });
            let step = Step::run(&ask).unwrap();
            let told = demand(&ask, what);
            let mut moved = [0, 0];
            for (task, doing) in step.tasks(POOLED) {
                let kitchen_task::Work::Transfer { bytes, .. } = step.graph.work[task as usize] else { continue };
                match doing {
                    Doing::Load(_) => moved[0] += bytes.0,
                    Doing::Store(_) => moved[1] += bytes.0,
                    _ => {}
                }
            }
            assert_eq!(moved, [told.bytes_in.0, told.bytes_out.0], "{what:?}, adds {adds}");
        }
    }
}

#[test]
fn a_switch_that_adds_takes_a_burden_off_the_street() {
    let away = Away { weights: true, gradients: true, optimizer: true, activations: false };
    let plain = Step::run(&ask("llama2-7b", away, pool(48.5, 5.5))).unwrap().end(POOLED);
    let adds = Step::run(&ask("llama2-7b", away, Pool { adds: true, ..pool(48.5, 5.5) })).unwrap().end(POOLED);
    assert!(adds < plain);
}

#[test]
fn what_lies_in_the_pool_leaves_room() {
    let shape = |away| {
        let step = Step::run(&ask("llama2-7b", away, pool(48.5, 5.5))).unwrap();
        let full = |gpu| step.timeline(gpu).peak(Time::ZERO, Time::MAX).1;
        (full(POOLED), full(WHOLE))
    };
    let (same, whole) = shape(Away::NOTHING);
    assert_eq!(same, whole);
    let told = ask("llama2-7b", Away::NOTHING, pool(48.5, 5.5)).at_hand();
    assert!(told.total() >= whole.total() && told.total().0 as f64 <= whole.total().0 as f64 * 1.25);
    for what in Away::KINDS {
        let (less, whole) = shape(Away::only(what));
        assert!(less.total() < whole.total(), "{what:?}");
    }
}

#[test]
fn what_cannot_be_asked_gets_a_sentence() {
    let good = ask("llama2-7b", Away::NOTHING, pool(48.5, 5.5));
    assert!(good.check().is_ok());
    assert!(Ask { rounds: 0, ..good }.check().is_err());
    assert!(Ask { rounds: 1_000, ..good }.check().is_err());
    assert!(Ask { gpus: 1, ..good }.check().is_err());
    assert!(Ask { gpus: 900, ..good }.check().is_err());
}

/// The estimate is no less than the run's fullest moment, and above it by no more than three twentieths of what there is.
#[test]
fn the_estimate_of_the_shelf_holds() {
    for id in ["gpt3-1.3b", "llama3-8b", "llama2-13b", "llama2-70b"] {
        for gb_per_s in [24.25, 359.0] {
            for away in ALL {
                let ask = ask(id, away, pool(gb_per_s, 5.5));
                let most = Step::run(&ask).unwrap().timeline(POOLED).peak(Time::ZERO, Time::MAX).1.total().0 as f64;
                let over = (estimate(&ask).total().0 as f64 - most) / ask.at_hand().total().0 as f64;
                assert!((-0.001..0.15).contains(&over), "{id} {gb_per_s} {away:?}: {over}");
            }
        }
    }
}
