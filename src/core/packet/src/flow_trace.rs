//! A packet run as a trace: each transfer has the span of its flow, and the rates at which traced packets arrived.

use kitchen_task::{TaskGraph, TaskId, Work};
use kitchen_trace::{RateSegment, Trace};
use kitchen_units::Time;
use kitchen_units::order;

use super::report::Report;

/// The trace of a graph whose transfers, in order, were the flows of a run. Other tasks take no time here.
///
/// The rate of a flow follows from its traced packets ([`super::Log::trace_every`]): when one arrives, all earlier ones have arrived,
/// counted in chunks where a transport is modelled. Without traced packets it is the mean rate.
pub fn trace(graph: &TaskGraph, report: &Report) -> Trace {
    let mut arrivals: Vec<Vec<(Time, f64)>> = vec![Vec::new(); report.flows.len()];
    for (at, traced) in report.traced_packets.iter().enumerate() {
        let flow = traced.flow as usize;
        let place = match (report.transport.traced.get(at), report.transport.flows.get(flow)) {
            (Some(followed), Some(answered)) if followed.delivers_data() => {
                f64::from(followed.content + 1) / f64::from(answered.chunks.max(1))
            }
            (Some(_), _) => continue,
            _ => f64::from(traced.seq + 1) / f64::from(report.flows[flow].packets.max(1)),
        };
        if let Some(hop) = report.hops_of(traced).last() {
            arrivals[flow].push((hop.arrived, place));
        }
    }
    let mut trace = Trace { makespan: report.makespan, ..Trace::default() };
    let mut flows = report.flows.iter().zip(arrivals);
    for (task, work) in (0..).zip(&graph.work) {
        let flow = if matches!(work, Work::Transfer { .. }) { flows.next() } else { None };
        let Some((flow, mut arrivals)) = flow else {
            for column in [&mut trace.ready, &mut trace.start, &mut trace.end] {
                column.push(Time::ZERO);
            }
            continue;
        };
        trace.ready.push(flow.start);
        trace.start.push(flow.start);
        trace.end.push(flow.finish);
        order::sort_by_key(&mut arrivals, |arrival| arrival.0);
        // The last traced packet stands for the rest of the flow, too.
        arrivals.pop();
        arrivals.push((flow.finish, 1.0));
        segments(&mut trace.segments, task, flow.start, &arrivals, flow.bytes.0 as f64);
    }
    order::sort_by_key(&mut trace.segments, |segment| (segment.start, segment.task));
    trace
}

/// The intervals between arrivals, each with the rate of the bytes that arrived in it.
fn segments(out: &mut Vec<RateSegment>, task: TaskId, start: Time, arrivals: &[(Time, f64)], bytes: f64) {
    let (mut from, mut done) = (start, 0.0);
    for &(at, share) in arrivals {
        let there = bytes * share;
        if at > from && there > done {
            let rate = (there - done) / at.saturating_sub(from).as_secs();
            out.push(RateSegment { task, start: from, end: at, rate, done });
            (from, done) = (at, there);
        }
    }
}

#[cfg(test)]
mod tests {
    use kitchen_task::{Hop, Kind, Label, Route};
    use kitchen_units::Bytes;
    use kitchen_units::wire;

    use super::super::load_balancing::LoadBalancing;
    use super::super::plan::{Flow, Plan};
    use super::super::{LeafSpine, run};
    use super::*;

    /// Spans are the flows', and rates times lengths add up to their bytes, from start to finish without a gap.
    fn check(rule: LoadBalancing, trace_every: u64) {
        let mut graph = TaskGraph::new();
        let hops = vec![Hop { link: 0, share: 1.0 }];
        let route = graph.add_route(Route { hops, latency: Time::ZERO, ceiling: None, efficiency: 1.0 });
        let flows: Vec<Flow> = (0..6)
            .map(|src| Flow { src, dst: 15 - src, bytes: Bytes(1_000_003), start: Time::from_us(src.into()) })
            .collect();
        for flow in &flows {
            graph.add(Work::Join, Label::new(Kind::Join), &[]);
            let work = Work::Transfer { src: flow.src, dst: flow.dst, route, bytes: flow.bytes };
            graph.add(work, Label::new(Kind::SendCopy), &[]);
        }
        let mut plan = Plan::new(LeafSpine::new(2, 4, 8).build().unwrap(), flows);
        plan.load_balancing = rule;
        plan.log.trace_every = trace_every;
        plan.log.series = true;
        let report = run(&plan).unwrap();
        let trace = trace(&graph, &report);
        assert_eq!(trace.makespan, report.makespan);
        assert!(trace.segments.is_sorted_by_key(|segment| segment.start));
        for (at, flow) in report.flows.iter().enumerate() {
            let task = 2 * at + 1;
            assert_eq!((trace.start[task], trace.end[task]), (flow.start, flow.finish));
            let (mut to, mut sum) = (flow.start, 0.0);
            for segment in trace.segments.iter().filter(|segment| segment.task as usize == task) {
                assert_eq!(segment.start, to);
                assert!((segment.done - sum).abs() < 1.0);
                to = segment.end;
                sum += segment.rate * (segment.end - segment.start).as_secs();
            }
            assert_eq!(to, flow.finish);
            assert!((sum - flow.bytes.0 as f64).abs() < 1.0, "{sum}");
        }
        assert_eq!(wire::unpack::<Report>(&wire::pack(&report)), Some(report));
    }

    #[test]
    fn a_trace_carries_what_the_packets_did() {
        for rule in LoadBalancing::ALL {
            check(rule, 100_000);
            check(rule, 0);
        }
    }
}
