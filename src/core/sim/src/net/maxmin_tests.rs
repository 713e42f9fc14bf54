//! The solver, by cases a reader can do in the head, and by what makes rates max-min fair.

use proptest::prelude::*;

use super::Solver;

const NO_CEILING: f64 = f64::INFINITY;

/// (count, ceiling, [(link, share)])
type Class = (u32, f64, Vec<(u32, f64)>);

fn rates(capacities: &[f64], classes: &[Class]) -> Vec<f64> {
    let mut solver = Solver::new();
    solve(&mut solver, capacities, classes)
}

fn solve(solver: &mut Solver, capacities: &[f64], classes: &[Class]) -> Vec<f64> {
    solver.clear();
    for &capacity in capacities {
        solver.link(capacity);
    }
    for (count, ceiling, uses) in classes {
        solver.class(*count, *ceiling);
        for &(link, share) in uses {
            solver.on(link, share);
        }
    }
    solver.solve().to_vec()
}

fn check(capacities: &[f64], classes: &[Class], expected: &[f64]) {
    let found = rates(capacities, classes);
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!(f.total_cmp(e).is_eq() || (f - e).abs() <= 1e-9 * e.abs(), "found {found:?}, expected {expected:?}");
    }
}

#[test]
fn a_flow_alone_takes_the_whole_link() {
    check(&[10.0], &[(1, NO_CEILING, vec![(0, 1.0)])], &[10.0]);
}

#[test]
fn two_flows_on_one_link_take_half_each() {
    check(&[10.0], &[(1, NO_CEILING, vec![(0, 1.0)]), (1, NO_CEILING, vec![(0, 1.0)])], &[5.0, 5.0]);
    check(&[10.0], &[(2, NO_CEILING, vec![(0, 1.0)])], &[5.0]);
}

#[test]
fn what_a_flow_at_its_ceiling_leaves_goes_to_the_other() {
    check(&[10.0], &[(1, 3.0, vec![(0, 1.0)]), (1, NO_CEILING, vec![(0, 1.0)])], &[3.0, 7.0]);
    check(&[10.0], &[(1, 8.0, vec![(0, 1.0)]), (1, NO_CEILING, vec![(0, 1.0)])], &[5.0, 5.0]);
}

#[test]
fn a_flow_held_back_elsewhere_leaves_its_part_to_the_others() {
    // The long flow and a short one share a narrow link; a third shares the wide link with the long one.
    let long = (1, NO_CEILING, vec![(0, 1.0), (1, 1.0)]);
    check(&[4.0, 10.0], &[long, (1, NO_CEILING, vec![(0, 1.0)]), (1, NO_CEILING, vec![(1, 1.0)])], &[2.0, 2.0, 8.0]);
}

#[test]
fn a_flow_spread_over_six_chips_takes_a_sixth_of_its_rate_on_each() {
    let spread: Vec<(u32, f64)> = (0..6).map(|link| (link, 1.0 / 6.0)).collect();
    check(&[75.0; 6], &[(1, NO_CEILING, spread)], &[450.0]);
}

#[test]
fn a_flow_that_uses_half_a_link_leaves_it_two_thirds_of_the_time() {
    // Equal rates r: r / 2 + r = 9.
    check(&[9.0], &[(1, NO_CEILING, vec![(0, 0.5)]), (1, NO_CEILING, vec![(0, 1.0)])], &[6.0, 6.0]);
}

#[test]
fn a_flow_without_links_runs_at_its_ceiling_or_without_bound() {
    check(&[], &[(1, 3.0, vec![]), (1, NO_CEILING, vec![])], &[3.0, f64::INFINITY]);
}

#[test]
fn shares_of_very_different_size_do_not_wear_out_the_sums() {
    let classes = [(1, 1.0, vec![(0, 1e6)]), (1, NO_CEILING, vec![(0, 1e-6)])];
    check(&[2e6], &classes, &[1.0, 1e12]);
}

/// Feasible, and each flow at its ceiling or on a full link where no flow is faster.
fn assert_max_min(capacities: &[f64], classes: &[Class], rates: &[f64]) {
    const SLACK: f64 = 1e-9;
    let carried = |l: usize| -> f64 {
        let on = |class: &Class| class.2.iter().filter(|u| u.0 as usize == l).map(|u| u.1).sum::<f64>();
        classes.iter().zip(rates).map(|(class, rate)| f64::from(class.0) * on(class) * rate).sum()
    };
    for (l, &capacity) in capacities.iter().enumerate() {
        assert!(carried(l) <= capacity * (1.0 + SLACK), "link {l} carries {} of {capacity}", carried(l));
    }
    for (class, &rate) in classes.iter().zip(rates) {
        assert!(rate <= class.1 * (1.0 + SLACK), "{rate} is above the ceiling {}", class.1);
        let at_ceiling = rate >= class.1 * (1.0 - SLACK);
        let bottleneck = class.2.iter().any(|&(link, _)| {
            let full = carried(link as usize) >= capacities[link as usize] * (1.0 - SLACK);
            let fastest = classes
                .iter()
                .zip(rates)
                .filter(|(other, _)| other.2.iter().any(|u| u.0 == link))
                .all(|(_, &other_rate)| other_rate <= rate * (1.0 + SLACK));
            full && fastest
        });
        assert!(at_ceiling || bottleneck, "{class:?} at {rate} could go faster");
    }
}

fn problems() -> impl Strategy<Value = (Vec<f64>, Vec<Class>)> {
    prop::collection::vec(1.0..500.0_f64, 1..8).prop_flat_map(|capacities| {
        let links = capacities.len();
        let uses = prop::collection::btree_map(
            0..links as u32,
            prop::sample::select(vec![1.0, 0.5, 1.0 / 6.0, 0.25]),
            1..=links,
        );
        let class = (1_u32..4, prop_oneof![Just(NO_CEILING), 0.1..200.0_f64], uses)
            .prop_map(|(count, ceiling, uses)| (count, ceiling, uses.into_iter().collect()));
        (Just(capacities), prop::collection::vec(class, 1..12))
    })
}

proptest! {
    #[test]
    fn every_flow_is_at_its_ceiling_or_has_a_bottleneck((capacities, classes) in problems()) {
        assert_max_min(&capacities, &classes, &rates(&capacities, &classes));
    }

    #[test]
    fn rates_do_not_depend_on_the_order_of_flows((capacities, classes) in problems(), turn in 0_usize..12) {
        let mut turned = classes.clone();
        turned.rotate_left(turn % classes.len());
        let mut expected = rates(&capacities, &classes);
        expected.rotate_left(turn % classes.len());
        check(&capacities, &turned, &expected);
    }

    #[test]
    fn a_solver_that_was_used_before_gives_the_same_bits((first, a) in problems(), (second, b) in problems()) {
        let mut solver = Solver::new();
        solve(&mut solver, &first, &a);
        prop_assert_eq!(solve(&mut solver, &second, &b), rates(&second, &b));
    }
}
