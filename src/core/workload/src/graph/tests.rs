//! What holds for every cut of every graph.

use kitchen_hardware as hardware;
use kitchen_sim::{self as sim, Options};
use kitchen_task::Work;
use kitchen_topology::{self as topology, ClusterSpec, Router, Topology};
use kitchen_units::{Bytes, Rate, Time};
use petgraph::graph::NodeIndex;
use proptest::prelude::*;

use super::*;
use crate::layout::{Layout, LayoutError};
use crate::model::{Model, model};
use crate::{cost, model::MODELS};

fn small() -> Model {
    Model { layers: 1, seq: 512, ..*model("gpt3-125m").unwrap() }
}

fn of(model: &Model) -> Graph {
    Graph::of(model, hardware::gpu("a100-sxm").unwrap(), 1).unwrap()
}

fn machine() -> Topology {
    topology::build(&ClusterSpec::new(topology::system("dgx-a100").unwrap(), 1)).unwrap()
}

const ROAD: Road = Road { latency: Time::from_us(5), rate: Rate::gb_per_s(20.0) };

/// A graph of any shape: operators in a line of layers, tensors between any two of them.
fn any_graph() -> impl Strategy<Value = Graph> {
    (2_usize..9).prop_flat_map(|count| {
        let times = proptest::collection::vec((1_u64..50, 1_u64..50), count);
        // For each operator: the size of its tensor, and which later ones use it.
        let made = proptest::collection::vec((1_u64..1 << 22, proptest::collection::vec(any::<bool>(), count)), count);
        (times, made).prop_map(move |(times, made)| {
            let mut graph = Graph::default();
            for (layer, &(out, back)) in times.iter().enumerate() {
                let effort = |us| Effort { time: Time::from_us(us), flops: 0.0 };
                let (forward, backward) = (effort(out), effort(back));
                graph.dag.add_node(Operator { op: Op::Up, layer: layer as u32, forward, backward, weights: Bytes(0) });
            }
            for (at, (bytes, users)) in made.into_iter().enumerate() {
                let later: Vec<usize> = (at + 1..count).filter(|&user| users[user]).collect();
                if later.is_empty() {
                    continue;
                }
                let from = NodeIndex::new(at);
                graph.tensors.push(Tensor { value: Value::Up, from, shape: [1, 1, bytes], bytes: Bytes(bytes) });
                for user in later {
                    graph.dag.add_edge(from, NodeIndex::new(user), graph.tensors.len() as u32 - 1);
                }
            }
            graph
        })
    })
}

/// The same graph with its nodes in another order.
fn renumbered(graph: &Graph, turn: usize) -> Graph {
    let count = graph.dag.node_count();
    let new = |node: NodeIndex| NodeIndex::new((node.index() + turn) % count);
    let mut other = Graph::default();
    for at in 0..count {
        other.dag.add_node(graph.dag[NodeIndex::new((at + count - turn % count) % count)]);
    }
    other.tensors = graph.tensors.iter().map(|tensor| Tensor { from: new(tensor.from), ..*tensor }).collect();
    for edge in graph.dag.raw_edges() {
        other.dag.add_edge(new(edge.source()), new(edge.target()), edge.weight);
    }
    other
}

fn simulated(graph: &Graph, cut: &Cut, passes: Passes) -> (Placed, Time) {
    let topology = machine();
    let placed = place(graph, cut, &Router::new(&topology), &[0, 1, 2], passes).unwrap();
    let trace = sim::run(&placed.tasks, &topology.capacities(), topology.gpus.len(), &Options::default()).unwrap();
    (placed, trace.makespan)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_cut_sends_what_crosses_and_computes_all(graph in any_graph(), seed in any::<u64>()) {
        let nodes = graph.dag.node_count();
        let device: Vec<u8> = (0..nodes).map(|at| (seed >> (2 * at)) as u8 % 3).collect();
        let cut = Cut::new(&graph, device.clone(), 3).unwrap();
        let (placed, makespan) = simulated(&graph, &cut, Passes::Both);
        // Conservation: by brute force over edges, each tensor counted once a destination.
        let mut pairs = Vec::new();
        for edge in graph.dag.raw_edges() {
            let (from, to) = (device[edge.source().index()], device[edge.target().index()]);
            if from != to && !pairs.contains(&(edge.weight, to)) {
                pairs.push((edge.weight, to));
            }
        }
        let crossing: u64 = pairs.iter().map(|&(tensor, _)| graph.tensors[tensor as usize].bytes.0).sum();
        let sent: u64 = placed.tasks.work.iter().map(|work| if let Work::Transfer { bytes, .. } = work { bytes.0 } else { 0 }).sum();
        prop_assert_eq!(sent, 2 * crossing);
        prop_assert_eq!(cut.bytes(&graph).0, crossing);
        let count = |is: &dyn Fn(&Step) -> bool| placed.steps.iter().filter(|step| is(step)).count();
        for back in [false, true] {
            prop_assert_eq!(count(&|step| matches!(step, Step::Send { back: b, .. } if *b == back)), pairs.len());
            prop_assert_eq!(count(&|step| matches!(step, Step::Recv { back: b, .. } if *b == back)), pairs.len());
        }
        // Every operator once each way, on its own device, after all that it needs.
        for node in graph.dag.node_indices() {
            for back in [false, true] {
                let at = placed.steps.iter().position(|step| *step == Step::Compute { node, back }).unwrap();
                let Work::Compute { gpu, .. } = placed.tasks.work[at] else { panic!("an operator computes") };
                prop_assert_eq!(gpu, u32::from(device[node.index()]));
                prop_assert_eq!(count(&|step| *step == Step::Compute { node, back }), 1);
            }
        }
        let work: u64 = graph.dag.node_weights().map(|o| o.forward.time.0 + o.backward.time.0).sum();
        prop_assert!(makespan.0 * 3 >= work);
    }

    #[test]
    fn numbering_changes_nothing(graph in any_graph(), turn in 0_usize..9, first in 0_usize..9) {
        let other = renumbered(&graph, turn);
        let found = [&graph, &other].map(|graph| {
            let cut = Cut::prefix(graph, first);
            let bytes: Vec<u64> = cut.crossings(graph).iter().map(|crossing| crossing.bytes.0).collect();
            let (placed, makespan) = simulated(graph, &cut, Passes::Both);
            (bytes, placed.tasks.work, makespan, best(graph, &ROAD, Passes::Both).map(|(_, weighed)| weighed))
        });
        prop_assert_eq!(&found[0], &found[1]);
    }

    #[test]
    fn the_search_finds_the_best_of_all_cuts(graph in any_graph()) {
        check_best(&graph);
    }
}

/// The search against every assignment of two devices.
fn check_best(graph: &Graph) {
    let nodes = graph.dag.node_count();
    let all = (1_u32..(1 << nodes) - 1).filter_map(|bits| {
        let cut = Cut::new(graph, (0..nodes).map(|at| (bits >> at & 1) as u8).collect(), 2).unwrap();
        cut.check_stages(graph).is_ok().then(|| weigh(graph, &cut, &ROAD, Passes::Both))
    });
    let all: Vec<Weighed> = all.collect();
    let least = all.iter().min_by_key(|weighed| (weighed.pace(), weighed.bytes, weighed.work[0])).unwrap();
    assert_eq!(&best(graph, &ROAD, Passes::Both).unwrap().1, least);
    let ways = ways(graph, &ROAD, Passes::Both).unwrap();
    assert_eq!(ways.len(), all.len(), "closed sets and one-way cuts are the same");
    for (cut, weighed) in &ways {
        assert_eq!(&weigh(graph, cut, &ROAD, Passes::Both), weighed);
    }
}

#[test]
fn the_search_finds_the_best_cut_of_a_small_transformer() {
    check_best(&of(&Model { gated: false, ..small() }));
}

/// The operators of a layer take together what the training step's cost model gives for it.
fn check_cost(id: &str, micro_batch: u32) {
    let (model, gpu) = (model(id).unwrap(), hardware::gpu("a100-sxm").unwrap());
    let layout = Layout { micro_batch, global_batch: micro_batch, ..Layout::ONE };
    let graph = Graph::of(model, gpu, micro_batch).unwrap();
    let sum = |fits: &dyn Fn(&Operator) -> bool| {
        let own = || graph.dag.node_weights().filter(|operator| fits(operator));
        [own().map(|o| o.forward.time.0).sum::<u64>(), own().map(|o| o.backward.time.0).sum::<u64>()]
    };
    let near = |found: [u64; 2], pass: cost::Pass| {
        for (found, seconds) in found.into_iter().zip([pass.forward, pass.backward]) {
            // Each operator is rounded to a picosecond.
            assert!((found as f64 - seconds * 1e12).abs() <= LAYER.len() as f64, "{id}: {found} ps, {seconds} s");
        }
    };
    near(sum(&|o| o.layer == 1 && LAYER.contains(&o.op)), cost::layer(gpu, model, &layout));
    let norm = |o: &Operator| o.op == Op::FinalNorm;
    let mut head = sum(&|o| o.layer == model.layers && !norm(o));
    near(head, cost::head(gpu, model, &layout));
    head = sum(&norm);
    assert!(head[0] > 0);
    // FLOPs are those of the catalogue.
    let flops: f64 = graph.dag.node_weights().map(|o| o.forward.flops).sum();
    let tokens = u64::from(micro_batch) * u64::from(model.seq);
    let all = f64::from(model.layers) * model.layer_forward_flops(tokens) + model.head_forward_flops(tokens);
    assert!((flops / all - 1.0).abs() < 1e-12, "{id}");
    // And so are the weights: all but norms, biases and what the embedding shares.
    let weights: u64 = graph.dag.node_weights().filter(|o| LAYER.contains(&o.op)).map(|o| o.weights.0).sum();
    assert_eq!(weights, 2 * u64::from(model.layers) * model.layer_matrix_weights(), "{id}");
}

#[test]
fn operators_cost_together_what_the_layer_does() {
    check_cost("gpt3-1.3b", 1);
    check_cost("gpt3-6.7b", 4);
    check_cost("llama2-7b", 1);
    check_cost("llama3-8b", 2);
}

/// Bytes across the cut after an operator of layer 0.
fn check_bytes(id: &str, op: Op, bytes: u64) {
    let graph = of(model(id).unwrap());
    let cut = Cut::prefix(&graph, graph.place_of(0, op).unwrap() + 1);
    cut.check_stages(&graph).unwrap();
    assert_eq!(cut.bytes(&graph).0, bytes, "{id} after {op:?}");
}

#[test]
fn bytes_are_those_of_the_shapes() {
    // 8,192 tokens of 4,096 values; 32 heads of queries, 8 of keys, 128 wide; an MLP of 14,336.
    let (s, stream) = (8192, 2 * 8192 * 4096);
    check_bytes("llama3-8b", Op::Tokens, 4 * s);
    check_bytes("llama3-8b", Op::Embed, stream);
    check_bytes("llama3-8b", Op::AttentionNorm, 2 * stream);
    check_bytes("llama3-8b", Op::Qkv, 2 * stream + 2 * (2 * s * 1024));
    check_bytes("llama3-8b", Op::Scores, 2 * 32 * s * s + 2 * s * 1024 + stream);
    check_bytes("llama3-8b", Op::Softmax, 2 * 32 * s * s + 2 * s * 1024 + stream);
    check_bytes("llama3-8b", Op::Mix, 2 * stream);
    check_bytes("llama3-8b", Op::AttentionAdd, stream);
    check_bytes("llama3-8b", Op::Up, stream + 2 * (2 * s * 14336));
    check_bytes("llama3-8b", Op::Activate, stream + 2 * s * 14336);
    check_bytes("llama3-8b", Op::MlpAdd, stream);
    check_bytes("gpt3-1.3b", Op::Up, 2 * 2048 * (2048 + 8192));
}

fn check_error(cut: Result<(), CutError>, expected: CutError) {
    assert_eq!(cut, Err(expected));
}

#[test]
fn what_is_no_cut_is_refused() {
    let mut graph = of(&small());
    let nodes = graph.dag.node_count();
    let cut = |graph: &Graph, device| Cut::new(graph, device, 2).map(|_| ());
    let unplaced = CutError::Unplaced { placed: 3, operators: nodes };
    check_error(cut(&graph, vec![0; 3]), unplaced);
    check_error(cut(&graph, vec![2; nodes]), CutError::Device { device: 2, devices: 2 });
    // The middle on the other device: the stream goes there and comes back.
    let device = (0..nodes).map(|at| u8::from((4..7).contains(&at))).collect();
    let there_and_back = Cut::new(&graph, device, 2).unwrap();
    check_error(there_and_back.check_stages(&graph), CutError::Returns { from: 1, to: 0 });
    let first = graph.order()[1];
    let last = graph.order()[5];
    graph.dag.add_edge(last, first, 0);
    check_error(cut(&graph, vec![0; nodes]), CutError::Circle);
    assert_eq!(ways(&graph, &ROAD, Passes::Forward), None);
}

#[test]
fn hostile_shapes_are_refused() {
    let gpu = hardware::gpu("a100-sxm").unwrap();
    let refused = |model: Model, sequences: u32, what: &str| match Graph::of(&model, gpu, sequences) {
        Err(LayoutError::Count { what: found, .. }) => assert_eq!(found, what),
        other => panic!("{what}: {other:?}"),
    };
    refused(small(), 0, "batch");
    refused(Model { seq: u32::MAX, ..small() }, 1, "sequence");
    refused(Model { layers: 1 << 20, ..small() }, 1, "layers");
    refused(Model { heads: 0, ..small() }, 1, "heads");
}

/// Alone on a road, a transfer takes what the planner reckons.
#[test]
fn the_road_is_the_simulators() {
    let topology = machine();
    let graph = of(MODELS.iter().find(|model| model.id == "gpt3-125m").unwrap());
    let cut = Cut::prefix(&graph, graph.place_of(5, Op::MlpAdd).unwrap() + 1);
    let route = Router::new(&topology).route(0, 1).unwrap();
    let road = Road::of(&topology, &route);
    let weighed = weigh(&graph, &cut, &road, Passes::Forward);
    let (_, makespan) = simulated(&graph, &cut, Passes::Forward);
    let whole = weighed.work[0] + weighed.work[1] + weighed.send;
    assert!(makespan.0.abs_diff(whole.0) <= 2, "{makespan:?} {whole:?}");
    let both = weigh(&graph, &cut, &road, Passes::Both);
    assert_eq!((both.bytes.0, both.send.0), (2 * weighed.bytes.0, 2 * weighed.send.0));
}
