//! Copies of a small network, and of what happens on it.

use kitchen_units::{Bytes, Rate, Time};
use proptest::prelude::*;

use super::*;
use crate::{self as sim, Options, Record, task::Kind, task::Label};

fn time(graph: &TaskGraph, links: &[LinkCapacity]) -> f64 {
    let options = Options { record: Record::Makespan, ..Options::default() };
    sim::run(graph, links, 4_096, &options).unwrap().makespan.0 as f64
}

/// How many routes are left of the graph's, if fewer. They take as long as all but for the last bits of sums in another
/// order.
fn check(graph: &TaskGraph, links: &[LinkCapacity]) -> Option<usize> {
    let small = search(graph, links)?;
    assert_eq!(sim::check(&small.graph, &small.links, 4_096), Ok(()));
    let (whole, folded) = (time(graph, links), time(&small.graph, &small.links));
    assert!((whole - folded).abs() <= whole * 1e-9 + 2.0, "{folded} ps, not {whole} ps");
    Some(small.graph.routes.len())
}

/// A network of a few routes, and transfers on them: (route, bytes, one that it waits for until it has arrived, or, in a
/// queue, until it has left).
#[derive(Clone, Debug)]
struct Part {
    capacities: Vec<f64>,
    routes: Vec<Vec<(u32, f64)>>,
    tasks: Vec<(usize, u64, Option<(usize, bool)>)>,
}

fn parts() -> impl Strategy<Value = Part> {
    let rates = prop::sample::select(vec![1.0, 2.0, 3.0]);
    prop::collection::vec(rates, 1..4).prop_flat_map(|capacities| {
        let shares = prop::sample::select(vec![1.0, 0.5]);
        let hops = prop::collection::btree_map(0..capacities.len() as u32, shares, 1..3);
        let route = hops.prop_map(|hops| hops.into_iter().collect());
        let sizes = prop::sample::select(vec![1_000, 1_001, 5_000]);
        let task = (0_usize..100, sizes, prop::option::of((0_usize..100, any::<bool>())));
        (Just(capacities), prop::collection::vec(route, 1..5), prop::collection::vec(task, 1..12))
            .prop_map(|(capacities, routes, tasks)| Part { capacities, routes, tasks })
    })
}

/// `copies` of a part, each on links of its own but for one that all share with their first routes. The last copy has
/// `odd` bytes more to send, so that it may differ.
fn copied(part: &Part, copies: u32, odd: u64) -> (TaskGraph, Vec<LinkCapacity>) {
    let mut graph = TaskGraph::new();
    let capacity = |&gb: &f64| LinkCapacity { rate: Rate::gb_per_s(gb) };
    let mut links = vec![capacity(&(2.5 * f64::from(copies)))];
    for copy in 0..copies {
        let (base, routes) = (links.len() as u32, graph.routes.len());
        links.extend(part.capacities.iter().map(capacity));
        for (id, route) in part.routes.iter().enumerate() {
            let mut hops: Vec<Hop> = route.iter().map(|&(link, share)| Hop { link: base + link, share }).collect();
            hops.extend((id == 0).then_some(Hop { link: 0, share: 1.0 }));
            graph.add_route(Route { hops, latency: Time::from_ns(id as u64), ceiling: None, efficiency: 1.0 });
        }
        let before = graph.len();
        for (index, &(pick, bytes, after)) in part.tasks.iter().enumerate() {
            let route = (routes + pick % part.routes.len()) as u32;
            let more = if copy + 1 == copies && index == 0 { odd } else { 0 };
            let work = Work::Transfer { src: copy, dst: copy, route, bytes: Bytes(bytes + more) };
            let at = |place: usize| (before + place % index.max(1)) as TaskId;
            let after = after.filter(|_| index > 0);
            let arrived = after.filter(|after| !after.1).map(|after| at(after.0));
            let left = after.filter(|after| after.1).map(|after| at(after.0));
            graph.add_behind(work, Label::new(Kind::SendCopy), arrived.as_slice(), left);
        }
    }
    (graph, links)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn copies_take_what_one_takes(part in parts(), copies in 2_u32..6, odd in 0_u64..2) {
        let (graph, links) = copied(&part, copies, odd);
        let left = check(&graph, &links);
        prop_assert!(odd > 0 || left.is_some_and(|routes| routes <= part.routes.len()));
    }
}

#[test]
fn a_graph_that_computes_is_left_as_it_is() {
    let mut graph = TaskGraph::new();
    for gpu in 0..4 {
        graph.add(Work::Compute { gpu, duration: Time::from_us(1) }, Label::new(Kind::Forward), &[]);
    }
    assert_eq!(check(&graph, &[]), None);
}
