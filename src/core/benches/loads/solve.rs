//! Work for the solver, the same wherever speed is measured: in the benchmarks and in the browser.

use kitchen_core::sim::net::maxmin::Solver;

/// Shares `flows / 4` links of different capacity among `flows` flows, three links each; gives the first one's rate.
pub(crate) fn solve(solver: &mut Solver, flows: u32) -> f64 {
    solver.clear();
    let links = flows / 4;
    for link in 0..links {
        solver.link(100.0 + f64::from(link * 37 % 101));
    }
    for flow in 0..flows {
        solver.class(1, f64::INFINITY);
        for hop in 0..3 {
            solver.on((flow * 7 + hop * (links / 3)) % links, 1.0);
        }
    }
    solver.solve()[0]
}
