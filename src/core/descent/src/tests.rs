//! The engine against what is known without it: finite differences, the quadratic's closed form, numbers worked by hand.

use proptest::prelude::*;

use super::check::{Slip, check as check_step};
use super::curvature::Curvature;
use super::model::{BIAS, Dataset, Model};
use super::surface::Surface;
use super::*;

fn run(change: impl FnOnce(&mut Plan)) -> Descent {
    let mut plan = Plan::of(Model::OneLayer, Dataset::Different);
    change(&mut plan);
    plan.run().unwrap_or_else(|error| panic!("{error:?}"))
}

fn losses(descent: &Descent) -> Vec<f64> {
    descent.steps.iter().map(|step| step.loss).collect()
}

fn all(dataset: Dataset) -> Vec<usize> {
    (0..dataset.samples().len()).collect()
}

/// The plan in which features are alike: the valley.
fn valley(momentum: f64) -> Descent {
    Plan { momentum, steps: 60, ..Plan::of(Model::OneLayer, Dataset::Alike) }.run().unwrap()
}

/// The tape's gradient beside central differences of the loss computed without a tape.
fn check_gradient(model: Model, dataset: Dataset, parameters: &[f64]) {
    let forward = model.forward(parameters, dataset, &all(dataset));
    assert_eq!(forward.tape.value(forward.loss), model.loss(parameters, dataset), "{model:?} {parameters:?}");
    let by = forward.backward();
    for (at, id) in forward.parameters.iter().enumerate() {
        let width = 1e-5;
        let moved = |by: f64| {
            let mut moved = parameters.to_vec();
            moved[at] += by;
            model.loss(&moved, dataset)
        };
        let central = |width: f64| (moved(width) - moved(-width)) / (2.0 * width);
        let (tape, difference) = (by.by(*id), central(width));
        // Where the softsign's curvature jumps, a central difference is off in proportion to its width: as much again as it moves by halving it.
        let own = 2.0 * (difference - central(width / 2.0)).abs();
        // Six digits; of a slope near zero those of one.
        assert!(
            (tape - difference).abs() <= 1e-6 * (1.0 + tape.abs()) + own,
            "{model:?} {parameters:?} {at}: {tape} {difference}"
        );
    }
}

proptest! {
    #[test]
    fn gradients_are_finite_differences(
        one in proptest::collection::vec(-10.0_f64..10.0, 3),
        two in proptest::collection::vec(-10.0_f64..10.0, 9),
    ) {
        for dataset in Dataset::ALL {
            check_gradient(Model::OneLayer, dataset, &one);
            check_gradient(Model::TwoLayer, dataset, &two);
        }
    }

    /// Each derivative on a sheet is the sum of the products shown beside it, bit for bit.
    #[test]
    fn sheets_add_up(parameters in proptest::collection::vec(-10.0_f64..10.0, 9)) {
        let forward = Model::TwoLayer.forward(&parameters, Dataset::Different, &[0, 4, 2]);
        let by = forward.backward();
        for id in forward.tape.ids().filter(|id| *id != forward.loss) {
            let shares = forward.tape.shares(&by, id);
            prop_assert!(!shares.is_empty());
            prop_assert_eq!(shares.iter().fold(0.0, |sum, share| sum + share.product()), by.by(id));
        }
    }

    /// Of a quadratic, each direction shrinks by its own factor: `w_k − best = Σ (1 − η λ)^k …`.
    #[test]
    fn steps_follow_the_closed_form(start in proptest::collection::vec(-9.0_f64..9.0, 3), percent in 2..140_u32) {
        for dataset in Dataset::ALL {
            let known = Curvature::of(dataset);
            let rate = f64::from(percent) / 100.0 * known.largest_stable_rate(0.0) / 1.4;
            let plan = Plan { rate, start: start.clone(), ..Plan::of(Model::OneLayer, dataset) };
            let descent = plan.run().unwrap();
            for (k, step) in descent.steps.iter().enumerate() {
                for at in 0..3 {
                    let mut expected = known.best[at];
                    for (value, direction) in known.eigenvalues.iter().zip(&known.directions) {
                        let from = (0..3).fold(0.0, |sum, j| sum + direction[j] * (start[j] - known.best[j]));
                        expected += (1.0 - rate * value).powi(k as i32) * from * direction[at];
                    }
                    prop_assert!((expected - step.parameters[at]).abs() < 1e-9, "{} {}", expected, step.parameters[at]);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Below the largest stable rate every run comes down, above it some start runs away, with and without momentum.
    #[test]
    fn the_largest_stable_rate_is_the_largest(momentum in 0.0_f64..0.9) {
        for dataset in Dataset::ALL {
            let known = Curvature::of(dataset);
            let steepest = known.directions[2];
            let end = |share: f64| {
                let start = (0..3).map(|at| known.best[at] + steepest[at]).collect();
                let rate = share * known.largest_stable_rate(momentum);
                let plan = Plan { start, rate, momentum, steps: 1000, ..Plan::of(Model::OneLayer, dataset) };
                plan.run().unwrap()
            };
            let (below, above) = (end(0.98), end(1.02));
            prop_assert_eq!(below.end, End::Done);
            prop_assert!(below.settled(0.01).is_some());
            prop_assert!(matches!(above.end, End::Diverged { .. }), "{:?} {}", dataset, momentum);
        }
    }
}

#[test]
fn curvature_is_that_of_the_loss() {
    for dataset in Dataset::ALL {
        let known = Curvature::of(dataset);
        for (value, direction) in known.eigenvalues.iter().zip(&known.directions) {
            for row in 0..3 {
                let turned = (0..3).fold(0.0, |sum, k| sum + known.hessian[row][k] * direction[k]);
                assert!((turned - value * direction[row]).abs() < 1e-12, "{dataset:?}");
            }
        }
        // Where the loss is least, no way leads down.
        let forward = Model::OneLayer.forward(&known.best, dataset, &all(dataset));
        let by = forward.backward();
        assert!(forward.parameters.iter().all(|id| by.by(*id).abs() < 1e-12), "{dataset:?}");
        assert!(known.eigenvalues.is_sorted() && known.eigenvalues[0] > 0.0 && known.floor > 0.0);
    }
}

#[test]
fn the_first_step_is_the_one_worked_by_hand() {
    let descent = run(|_| ());
    let first = &descent.steps[0];
    // 2 + 3 × 7.5 = 24.5 where the target is 16, and so on; twice the mean of error × input.
    assert_eq!(first.predictions, [24.5, 24.5, 17.0, 9.5, 12.0, 17.0]);
    let errors = [8.5, 6.5, -4.0, -6.5, 5.5, 9.5];
    let squares = errors.iter().map(|error| error * error).sum::<f64>();
    let inputs = |at: usize| Dataset::Different.samples().map(|sample| sample.inputs[at]);
    let slope = |at| 2.0 / 6.0 * errors.iter().zip(inputs(at)).map(|(error, input)| error * input).sum::<f64>();
    assert!((first.loss - squares / 6.0).abs() < 1e-12, "{}", first.loss);
    for at in 0..3 {
        assert!((first.gradient[at] - slope(at)).abs() < 1e-12, "{at}");
        assert_eq!(descent.steps[1].parameters[at], first.parameters[at] + first.update[at]);
    }
}

#[test]
fn the_usual_run_settles_and_twice_the_rate_diverges() {
    let usual = run(|_| ());
    let settled = usual.settled(0.01).unwrap();
    assert!((10..=20).contains(&settled), "{settled}");
    assert!(losses(&usual).is_sorted_by(|a, b| a > b), "{:?}", losses(&usual));
    let slow = run(|plan| plan.rate = 0.05);
    assert!(slow.settled(0.01).is_none(), "half the rate is not there yet");
    let wild = run(|plan| plan.rate = 0.2);
    assert!(matches!(wild.end, End::Diverged { step: 5..=15, .. }), "{:?}", wild.end);
    // It looks better at first, and from the second step on it only grows.
    assert!(wild.steps[1].loss < usual.steps[1].loss);
    assert!(losses(&wild)[2..].is_sorted(), "{:?}", losses(&wild));
    let limit = usual.curvature.as_ref().unwrap().largest_stable_rate(0.0);
    assert!(0.1 < limit && limit < 0.2, "{limit}");
}

#[test]
fn a_valley_zigzags_and_momentum_overshoots_and_is_faster() {
    let (plain, heavy) = (valley(0.0), valley(0.6));
    assert!(plain.curvature.as_ref().unwrap().condition() > 30.0);
    // From side to side at each of the first steps, yet always downhill.
    let turns = |descent: &Descent| {
        let first: Vec<f64> = descent.steps.iter().take(10).map(|step| step.update[0]).collect();
        first.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count()
    };
    assert_eq!(turns(&plain), 9);
    assert!(losses(&plain).is_sorted_by(|a, b| a > b));
    assert!(!losses(&heavy).is_sorted_by(|a, b| a > b), "momentum carries it past, uphill");
    let (slow, fast) = (plain.settled(0.01).unwrap(), heavy.settled(0.01).unwrap());
    assert!(fast * 2 <= slow, "{fast} {slow}");
}

#[test]
fn one_sample_at_a_time_is_noisy_and_never_settles() {
    let with = |rate: f64, batch: Batch| {
        run(|plan| {
            (plan.rate, plan.batch, plan.steps) = (rate, batch, 200);
        })
    };
    let known = Curvature::of(Dataset::Different);
    assert!(0.05 < known.largest_rate_for_one() && known.largest_rate_for_one() < 0.1);
    assert!(with(0.05, Batch::All).settled(0.01).is_some());
    for seed in 0..20 {
        let one = with(0.05, Batch::One { seed });
        assert_eq!(one.end, End::Done);
        assert!(one.steps.iter().all(|step| step.batch.len() == 1));
        let late = &losses(&one)[100..];
        assert!(late.iter().any(|loss| *loss > known.floor * 1.5) && late.iter().all(|loss| *loss < 20.0), "{seed}");
        // A step of at most that rate does not worsen the prediction for the sample it is of.
        for pair in one.steps.windows(2) {
            let sample = pair[0].batch[0];
            let error = |step: &Step| (step.predictions[sample] - Dataset::Different.samples()[sample].target).abs();
            assert!(error(&pair[1]) <= error(&pair[0]) + 1e-12);
        }
    }
    let drawn = with(0.05, Batch::One { seed: 1 });
    assert!(all(Dataset::Different).iter().all(|sample| drawn.steps.iter().any(|step| step.batch == [*sample])));
}

#[test]
fn the_two_layers_learn_and_go_back_through_a_layer() {
    let descent = Plan::of(Model::TwoLayer, Dataset::Different).run().unwrap();
    let losses = losses(&descent);
    assert!(losses.is_sorted_by(|a, b| a > b) && losses[20] < losses[0] / 10.0, "{losses:?}");
    // The first weight of unit 1 reaches the loss through the activation of that unit alone.
    let forward = descent.forward(0).unwrap();
    let by = forward.backward();
    let through = forward.tape.shares(&by, forward.parameters[0]);
    assert_eq!(through.len(), 4, "four samples have the first feature");
    assert!(descent.curvature.is_none() && descent.settled(0.01).is_none() && descent.forward(21).is_none());
}

#[test]
fn the_second_weight_moves_the_surface_up_and_down_and_leaves_its_shape() {
    let surface = |second: f64| {
        Surface::of(Model::OneLayer, Dataset::Alike, &[0.0, second, 0.0], [0, 2], [[0.0, 10.0], [-2.0, 8.0]], [21, 11])
            .unwrap()
    };
    let (a, b) = (surface(2.0), surface(5.0));
    assert_eq!(a.at(20, 3), Model::OneLayer.loss(&[10.0, 2.0, 1.0], Dataset::Alike));
    let lift = b.at(0, 0) - a.at(0, 0);
    assert!(lift > 1.0 && a.loss.iter().zip(&b.loss).all(|(a, b)| (b - a - lift).abs() < 1e-9));
}

#[test]
fn a_step_by_hand_is_judged_term_by_term() {
    let mut descent = run(|plan| plan.momentum = 0.7);
    let plan = descent.plan.clone();
    let step = descent.steps.swap_remove(1);
    let check = |change: &dyn Fn(f64, f64, f64) -> f64, expected: Option<Slip>, is_right: bool| {
        let proposed: Vec<f64> =
            (0..3).map(|at| change(step.parameters[at], step.carried[at], step.gradient[at])).collect();
        for one in check_step(&plan, &step, &proposed, 0.01).unwrap() {
            assert_eq!((one.slip, one.is_right), (expected, is_right), "{one:?}");
        }
    };
    check(&|old, carried, slope| old + carried - 0.1 * slope, None, true);
    check(&|old, carried, slope| old + carried - 0.1 * slope + 0.009, None, true);
    check(&|old, carried, slope| old + carried - 0.1 * slope + 0.02, None, false);
    check(&|old, _, _| old, Some(Slip::Unmoved), false);
    check(&|old, carried, slope| old + carried + 0.1 * slope, Some(Slip::Uphill), false);
    check(&|old, carried, slope| old + carried - slope, Some(Slip::RateLeftOut), false);
    check(&|old, carried, slope| old + carried - 0.6 * slope, Some(Slip::NotAveraged), false);
    check(&|old, carried, slope| old + carried - 0.05 * slope, Some(Slip::HalfSlope), false);
    check(&|old, _, slope| old - 0.1 * slope, Some(Slip::CarriedLeftOut), false);
    check(&|_, carried, slope| carried - 0.1 * slope, Some(Slip::UpdateOnly), false);
    // One term wrong of three.
    let mut proposed: Vec<f64> = (0..3).map(|at| step.parameters[at] + step.update[at]).collect();
    proposed[1] += 1.0;
    let right: Vec<bool> = check_step(&plan, &step, &proposed, 0.01).unwrap().iter().map(|one| one.is_right).collect();
    assert_eq!(right, [true, false, true]);
}

#[test]
fn what_is_out_of_range_is_told() {
    let check = |change: &dyn Fn(&mut Plan), what: &str| {
        let mut plan = Plan::of(Model::OneLayer, Dataset::Different);
        change(&mut plan);
        let error = plan.run().expect_err(what);
        assert!(format!("{error:?}").contains(what), "{error:?}");
    };
    for bad in [0.0, -0.1, 1.1, f64::NAN, f64::INFINITY] {
        check(&|plan| plan.rate = bad, "rate");
    }
    check(&|plan| plan.momentum = 1.0, "momentum");
    check(&|plan| plan.momentum = f64::NAN, "momentum");
    check(&|plan| plan.steps = 0, "steps");
    check(&|plan| plan.steps = 1001, "steps");
    check(&|plan| plan.start[0] = 51.0, "parameters");
    check(&|plan| plan.start[0] = f64::NAN, "parameters");
    check(&|plan| plan.start.clear(), "3");
    let usual = run(|_| ());
    assert_eq!(check_step(&usual.plan, &usual.steps[0], &[1.0], 0.01), Err(DescentError::Count { parameters: 3 }));
    let surface = |axes, high, size| {
        Surface::of(Model::OneLayer, Dataset::Alike, &[0.0; 3], axes, [[0.0, high]; 2], size).expect_err("refused")
    };
    assert!(matches!(surface([0, 0], 1.0, [2, 2]), DescentError::Range { what: "axes", .. }));
    assert!(matches!(surface([0, 3], 1.0, [2, 2]), DescentError::Range { what: "axes", .. }));
    assert!(matches!(surface([0, 1], 0.0, [2, 2]), DescentError::Range { what: "window", .. }));
    assert!(matches!(surface([0, 1], 1.0, [2, 257]), DescentError::Range { what: "size", .. }));
}

#[test]
fn the_usual_runs_are_the_same_on_every_machine() {
    let digest = |model| Plan::of(model, Dataset::Different).run().unwrap().digest();
    assert_eq!(Model::ALL.map(digest), [7_498_073_895_336_421_097, 2_937_532_791_219_209_950]);
    let noisy = run(|plan| (plan.rate, plan.batch) = (0.05, Batch::One { seed: 1 }));
    assert_eq!(noisy.steps.iter().map(|step| step.batch[0]).take(8).collect::<Vec<_>>(), [3, 4, 5, 2, 2, 4, 5, 3]);
}

#[test]
fn the_bias_is_what_is_predicted_of_nothing() {
    let nothing = |model: Model, parameters: &[f64]| model.predict(parameters, &Dataset::Alike.samples()[0]);
    assert_eq!(nothing(Model::OneLayer, &[0.0; 3]), BIAS);
    assert_eq!(nothing(Model::TwoLayer, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 7.0]), 7.0);
}

/// At the jump of the softsign's curvature, and beside it.
#[test]
fn gradients_hold_where_the_curvature_jumps() {
    for at in [0.0, 1e-7, 4e-6, -9e-6, 2e-5] {
        let parameters = [5.695_095_600_667_781_5, at, at, 0.0, 0.0, 0.0, 0.0, 8.305_127_999_094_694, 0.0];
        check_gradient(Model::TwoLayer, Dataset::Different, &parameters);
        check_gradient(Model::TwoLayer, Dataset::Alike, &parameters);
    }
}

#[test]
fn a_first_step_by_hand_leads_where_it_says_and_the_gradient_goes_on_from_there() {
    let usual = Plan::of(Model::OneLayer, Dataset::Different);
    let run = Plan { first: Some(vec![1.0, 2.0, 3.0]), ..usual.clone() }.run().unwrap();
    assert_eq!(run.steps[1].parameters, [1.0, 2.0, 3.0]);
    assert_eq!(run.plan.by_report(&run.steps[1]), run.steps[2].parameters);
    assert_eq!(run.plan.by_report(&run.steps[0]), usual.clone().run().unwrap().steps[1].parameters);
    assert!(Plan { first: Some(vec![1.0]), ..usual.clone() }.run().is_err());
    assert!(Plan { first: Some(vec![1e9, 0.0, 0.0]), ..usual }.run().is_err());
}
