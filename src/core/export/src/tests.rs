//! What other tools read back.

use kitchen_sim::{self as sim, Options};
use kitchen_task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_topology::{self as topology, ClusterSpec, Router};
use kitchen_units::{Bytes, Time};
use serde_json::Value;

use super::chrome::escape;
use super::*;
use crate::Run;

/// Two DGX H100: GPU 0 computes, then sends to 1 in its node and to 8 in the other, both of which compute.
fn run() -> Run {
    let system = topology::system("dgx-h100").unwrap();
    let topology = topology::build(&ClusterSpec::new(system, 2)).unwrap();
    let mut graph = TaskGraph::new();
    let compute = |graph: &mut TaskGraph, gpu: GpuId, deps: &[TaskId]| {
        graph.add(Work::Compute { gpu, duration: Time(10_000_001) }, Label::new(Kind::Forward).micro_batch(3), deps)
    };
    let first = compute(&mut graph, 0, &[]);
    for dst in [1, 8] {
        let route = graph.add_route(Router::new(&topology).route(0, dst).unwrap());
        let work = Work::Transfer { src: 0, dst, route, bytes: Bytes::mib(64) };
        let sent = graph.add(work, Label::new(Kind::SendCopy).step(dst as u16).chunks(4, 2), &[first]);
        compute(&mut graph, dst, &[sent]);
    }
    graph.add(Work::Join, Label::new(Kind::Join), &[2, 4]);
    let trace = sim::run(&graph, &topology.capacities(), topology.gpus.len(), &Options::default()).unwrap();
    Run::new(topology, graph, trace)
}

fn events(run: &Run) -> Vec<Value> {
    let document: Value = serde_json::from_str(&chrome_trace(run)).unwrap();
    document["traceEvents"].as_array().unwrap().clone()
}

#[test]
fn nodes_are_processes_and_lanes_are_named_threads() {
    let events = events(&run());
    let named = |name: &str| -> Vec<(u64, String)> {
        let of_name = events.iter().filter(|event| event["name"] == name);
        of_name.map(|e| (e["pid"].as_u64().unwrap(), e["args"]["name"].as_str().unwrap().to_owned())).collect()
    };
    assert_eq!(named("process_name"), [(0, "node 0 (dgx-h100)".into()), (1, "node 1 (dgx-h100)".into())]);
    let threads =
        [(0, "GPU 0 compute"), (0, "GPU 0 send"), (0, "GPU 0 send 2"), (0, "GPU 1 compute"), (1, "GPU 8 compute")];
    assert_eq!(named("thread_name"), threads.map(|(node, name)| (node, name.to_owned())));
}

#[test]
fn spans_carry_exact_times_and_bytes_and_never_overlap_on_a_thread() {
    let run = run();
    let spans: Vec<Value> = events(&run).into_iter().filter(|event| event["ph"] == "X").collect();
    assert_eq!(spans.len(), 5); // All but the join.
    assert_eq!(spans[0]["name"], "forward mb 3");
    assert_eq!((&spans[0]["args"]["start_ps"], &spans[0]["args"]["end_ps"]), (&0.into(), &10_000_001.into()));
    assert_eq!(spans[0]["dur"].as_f64(), Some(10.0));
    let sent = spans.iter().find(|span| span["args"]["dst"] == 8).unwrap();
    assert_eq!(sent["name"], "send-copy step 8");
    assert_eq!(sent["args"]["bytes"], 64 << 20);
    assert_eq!((&sent["args"]["chunk"], &sent["args"]["chunks"]), (&4.into(), &2.into()));
    check_threads(&spans);
}

/// On no thread does a span begin before the last has ended, as Perfetto reads them: each number cut to nanoseconds by
/// itself. Spans that touch inside a nanosecond are what makes this hard.
fn check_threads(spans: &[Value]) {
    let nanoseconds = |span: &Value, field: &str| (span[field].as_f64().unwrap() * 1e3).round() as u64;
    let mut free_at = std::collections::BTreeMap::new();
    for span in spans {
        let thread = (span["pid"].as_u64(), span["tid"].as_u64());
        let start = nanoseconds(span, "ts");
        assert!(free_at.get(&thread).is_none_or(|&free| free <= start), "{span} begins before {free_at:?}");
        free_at.insert(thread, start + nanoseconds(span, "dur"));
    }
}

#[test]
fn spans_that_touch_inside_a_nanosecond_do_not_overlap() {
    let mut run = run();
    let mut graph = TaskGraph::new();
    let mut last = Vec::new();
    for step in 0..200_u64 {
        let work = Work::Compute { gpu: 0, duration: Time(12_345_600 + step * 37) };
        last = vec![graph.add(work, Label::new(Kind::Forward), &last)];
    }
    run.trace = sim::run(&graph, &run.topology.capacities(), run.topology.gpus.len(), &Options::default()).unwrap();
    run.graph = graph;
    let spans: Vec<Value> = events(&run).into_iter().filter(|event| event["ph"] == "X").collect();
    assert_eq!(spans.len(), 200);
    check_threads(&spans);
}

#[test]
fn a_run_without_spans_is_still_a_document() {
    let mut run = run();
    run.trace = kitchen_trace::Trace { makespan: run.trace.makespan, ..Default::default() };
    assert!(events(&run).iter().all(|event| event["ph"] == "M"));
}

#[test]
fn text_is_escaped_as_json_wants_it() {
    let check = |text: &str| {
        let mut out = String::from("\"");
        escape(text, &mut out);
        out.push('"');
        assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text);
    };
    check("plain");
    check("\"quoted\\\" \n\t\u{1} 厨房");
}

#[test]
fn kinds_are_named_as_serde_writes_them() {
    for kind in [Kind::Forward, Kind::ActivationGradient, Kind::SwitchMulticast, Kind::Join] {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind_name(kind));
    }
}
