use super::*;

#[test]
fn every_preset_builds_and_routes() {
    for system in systems() {
        let topology = build(&ClusterSpec::new(system, 2)).unwrap();
        let router = Router::new(&topology);
        for a in 0..topology.len() {
            for b in 0..topology.len() {
                for spread in [Spread::Nearest, Spread::AllRails] {
                    let route = router.route_with(a, b, spread).unwrap();
                    assert_eq!(route.hops.is_empty(), a == b);
                    if topology.len() > 32 && topology.node_of(a) != topology.node_of(b) {
                        break;
                    }
                }
            }
        }
    }
}
