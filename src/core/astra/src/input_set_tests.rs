use kitchen_units::{Rate, Time};
use proptest::prelude::*;

use super::*;
use crate::{Algorithm, Backend, Dim, measure};

fn machine(dims: Vec<Dim>) -> Machine {
    let backend = if dims.len() == 1 { Backend::Aware } else { Backend::Unaware };
    Machine { backend, dims, endpoint: Time::from_ns(10), memory: Rate::gb_per_s(3350.0) }
}

fn call(op: Op, bytes: u64, algorithms: Vec<Algorithm>) -> Call {
    let algorithms = Algorithms::Each(algorithms);
    Call { op, algorithms, bytes, chunks: 4, active: 2, queues: 1, order: Order::LocalFirst }
}

/// The lists of a network file: one line each, entries between brackets, a remark after them.
fn lists(text: &str) -> Vec<(String, Vec<String>)> {
    let one = |line: &str| {
        let (name, rest) = line.split_once(": [ ").expect("a list");
        let inside = rest.split_once(" ]").expect("its end").0;
        (name.to_owned(), inside.split(", ").map(str::to_owned).collect())
    };
    text.lines().map(one).collect()
}

/// The machine and the call that ASTRA-sim would read from the files.
fn reread(set: &InputSet, backend: Backend) -> (Machine, Call) {
    let network = lists(&set.network);
    let names: Vec<&str> = network.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["topology", "npus_count", "bandwidth", "latency"]);
    let dims = (0..network[0].1.len()).map(|at| Dim {
        shape: match network[0].1[at].as_str() {
            "Ring" => Shape::Ring,
            "FullyConnected" => Shape::FullyConnected,
            "Switch" => Shape::Switch,
            other => panic!("{other}"),
        },
        npus: network[1].1[at].parse().unwrap(),
        rate: Rate::bytes_per_s(network[2].1[at].parse::<f64>().unwrap() * f64::from(1 << 30)),
        latency: Time::from_us_f64(network[3].1[at].parse::<f64>().unwrap() / 1e3),
    });
    let system: serde_json::Value = serde_json::from_str(&set.system).unwrap();
    let whole = |name: &str| system[name].as_u64().unwrap();
    let memory: serde_json::Value = serde_json::from_str(&set.memory).unwrap();
    assert_eq!(memory["memory-type"], "NO_MEMORY_EXPANSION");
    let (op, bytes) = node(&set.trace);
    let ids = system[format!("{}-implementation", op.id())].as_array().unwrap();
    let algorithms = ids.iter().map(|id| Algorithm::ALL.into_iter().find(|one| Some(one.id()) == id.as_str()).unwrap());
    let machine = Machine {
        backend,
        dims: dims.collect(),
        endpoint: Time::from_ns(whole("endpoint-delay")),
        memory: Rate::gb_per_s(system["local-mem-bw"].as_f64().unwrap()),
    };
    let call = Call {
        op,
        algorithms: Algorithms::Each(algorithms.collect()),
        bytes,
        chunks: whole("preferred-dataset-splits"),
        active: whole("active-chunks-per-dimension"),
        queues: 1,
        order: if system["collective-optimization"] == "baseline" { Order::Each } else { Order::LocalFirst },
    };
    (machine, call)
}

fn take(from: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let (byte, rest) = from.split_first().expect("a varint");
        *from = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return value;
        }
    }
    value
}

/// The fields of a protobuf message: numbers, or bytes.
fn fields(mut from: &[u8]) -> Vec<(u64, u64, &[u8])> {
    let mut all = Vec::new();
    while !from.is_empty() {
        let tag = take(&mut from);
        let value = take(&mut from);
        if tag & 7 == 2 {
            let (inside, rest) = from.split_at(value as usize);
            from = rest;
            all.push((tag >> 3, 0, inside));
        } else {
            assert_eq!(tag & 7, 0, "a varint");
            all.push((tag >> 3, value, &[][..]));
        }
    }
    all
}

/// The one node of a trace.
fn node(mut trace: &[u8]) -> (Op, u64) {
    let mut message = || {
        let length = take(&mut trace) as usize;
        let (message, rest) = trace.split_at(length);
        trace = rest;
        message
    };
    assert_eq!(fields(message()), [(1, 0, &b"0.0.4"[..])]);
    let node = fields(message());
    assert!(trace.is_empty());
    assert!(node.contains(&(3, 7, &[][..])), "a collective");
    let attribute = |name: &str| {
        let inside = node.iter().filter(|field| field.0 == 10).map(|field| fields(field.2));
        inside.into_iter().find(|inside| inside[0].2 == name.as_bytes()).expect("an attribute")[1]
    };
    assert_eq!((attribute("is_cpu_op").0, attribute("is_cpu_op").1), (27, 0));
    assert_eq!((attribute("comm_type").0, attribute("comm_size").0), (9, 9));
    let op = match attribute("comm_type").1 {
        0 => Op::AllReduce,
        2 => Op::AllGather,
        6 => Op::AllToAll,
        7 => Op::ReduceScatter,
        other => panic!("{other}"),
    };
    (op, attribute("comm_size").1)
}

/// The bytes that Chakra's own writer makes of an all-reduce of 1 MiB (its generator's output, in hex).
#[test]
fn a_trace_is_what_chakra_writes() {
    let hex: String =
        trace(&call(Op::AllReduce, 1 << 20, Vec::new())).unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        hex,
        "070a05302e302e343e120a616c6c5f7265647563651807520e0a0969735f6370755f6f70d80100520d0a09636f6d6d5f7479706548\
         00520f0a09636f6d6d5f73697a6548808040"
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let dim = Dim { shape: Shape::Ring, npus: 4, rate: Rate::gb_per_s(50.0), latency: Time::from_ns(500) };
    let ring = call(Op::AllReduce, 1 << 20, vec![Algorithm::Ring]);
    let one = Call { algorithms: Algorithms::One(Algorithm::Ring), ..ring.clone() };
    assert_eq!(input_set(&machine(vec![dim]), &one), Err(AstraError::Algorithms { given: 1, dims: 1 }));
    let none = Call { bytes: 0, ..ring };
    assert_eq!(input_set(&machine(vec![dim]), &none), Err(AstraError::Empty { bytes: 0, chunks: 4 }));
}

proptest! {
    /// Read by ASTRA-sim's rules, the files ask for the same call, which takes the same time.
    #[test]
    fn the_files_ask_for_the_same(
        op in 0..4usize, bytes in 1u64..1 << 30, sizes in proptest::collection::vec((0..3usize, 2u32..6), 1..4),
        gb_per_s in 1.0..1000.0, latency_ns in 0u64..5_000,
    ) {
        let op = [Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll][op];
        let shapes = [Shape::Ring, Shape::FullyConnected, Shape::Switch];
        let dims: Vec<Dim> = sizes.iter().map(|&(shape, npus)| Dim {
            shape: shapes[shape], npus, rate: Rate::gb_per_s(gb_per_s), latency: Time::from_ns(latency_ns),
        }).collect();
        let (count, machine) = (dims.len(), machine(dims));
        let call = call(op, bytes, vec![Algorithm::Ring; count]);
        let set = input_set(&machine, &call).unwrap();
        prop_assert_eq!(u64::from(set.npus), machine.npus());
        let (again, asked) = reread(&set, machine.backend);
        prop_assert_eq!(&asked, &call);
        for (one, other) in again.dims.iter().zip(&machine.dims) {
            prop_assert_eq!((one.shape, one.npus, one.latency), (other.shape, other.npus, other.latency));
            prop_assert!((one.rate.as_bytes_per_s() / other.rate.as_bytes_per_s() - 1.0).abs() < 1e-15);
        }
        prop_assert_eq!(measure(&again, &asked).map(|one| one.time), measure(&machine, &call).map(|one| one.time));
    }
}
