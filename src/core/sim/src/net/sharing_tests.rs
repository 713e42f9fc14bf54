//! Any changes, against the whole network solved afresh.

use kitchen_task::Hop;
use proptest::prelude::*;

use super::*;

/// Joins and leaves flows in batches; after each batch all rates must be those of the whole network solved afresh.
fn check(capacities: &[f64], routes: &[Route], batches: &[Vec<(usize, bool)>]) {
    let links: Vec<_> = capacities.iter().map(|&c| LinkCapacity { rate: Rate::bytes_per_s(c) }).collect();
    let mut sharing = Sharing::new(routes, &links);
    let mut flows = vec![0_u32; routes.len()];
    let mut rates = vec![0.0; routes.len()];
    let mut solver = Solver::new();
    for batch in batches {
        for &(pick, joins) in batch {
            let route = pick % routes.len();
            if joins {
                flows[route] += 1;
                sharing.join(route as RouteId);
            } else if flows[route] > 0 {
                flows[route] -= 1;
                sharing.leave(route as RouteId);
            }
        }
        for &(route, rate) in sharing.settle() {
            rates[route as usize] = rate;
        }
        solver.clear();
        for &capacity in capacities {
            solver.link(capacity);
        }
        let busy: Vec<usize> = (0..routes.len()).filter(|&route| flows[route] > 0).collect();
        for &route in &busy {
            solver.class(flows[route], routes[route].ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s));
            for hop in &routes[route].hops {
                solver.on(hop.link, hop.share);
            }
        }
        for (&route, &rate) in busy.iter().zip(solver.solve()) {
            assert!((rates[route] - rate).abs() <= rate * 1e-7, "route {route} at {}, not {rate}", rates[route]);
        }
    }
}

fn networks() -> impl Strategy<Value = (Vec<f64>, Vec<Route>)> {
    prop::collection::vec(1.0..100.0_f64, 2..14).prop_flat_map(|capacities| {
        let shares = prop::sample::select(vec![1.0, 0.5, 0.25]);
        let hops = prop::collection::btree_map(0..capacities.len() as u32, shares, 1..4);
        let route = (hops, prop::option::weighted(0.3, 0.5..40.0_f64)).prop_map(|(hops, ceiling)| Route {
            hops: hops.into_iter().map(|(link, share)| Hop { link, share }).collect(),
            ceiling: ceiling.map(Rate::bytes_per_s),
            ..Route::default()
        });
        (Just(capacities), prop::collection::vec(route, 1..20))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn after_any_changes_the_rates_are_those_of_the_whole_network(
        (capacities, routes) in networks(),
        batches in prop::collection::vec(prop::collection::vec((0_usize..20, prop::bool::weighted(0.6)), 1..6), 1..30),
    ) {
        check(&capacities, &routes, &batches);
    }
}
