//! How fast the simulator is, natively and in the browser: the same cases, one at a time.
//!
//! `cargo run --release --example speed -- list` names the cases, `... -- ring 1024` measures one and prints a record
//! in JSON. In a browser `measure` does the work once and the caller looks at the clock. `cargo xtask bench speed` runs all.

use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::packet::{self, LoadBalancing};
use kitchen_core::sim::net::maxmin::Solver;
use kitchen_core::sim::task::TaskGraph;
use kitchen_core::sim::{self, Options, Record};
use kitchen_core::topology::{self, ClusterSpec, Router, Topology};
use kitchen_core::units::Bytes;
use kitchen_core::workload::{self, Layout, Recompute};
use kitchen_story::sentences::Sentence as _;

#[path = "../src/core/benches/loads/held.rs"]
mod held;
#[path = "../src/core/benches/loads/packets.rs"]
mod packets;
#[path = "../src/core/benches/loads/solve.rs"]
mod solve;
use held::Held;

/// What each host of a fat tree sends in the case `packets`, whose result is the links crossed.
const PACKETS_MIB: u64 = 4;

/// Does the case once; gives the simulated microseconds, or a checksum.
fn work(name: &str, ranks: u32) -> Result<f64, String> {
    match name {
        "queue" => Ok(queue(ranks)),
        "max-min" => Ok(max_min(ranks)),
        "packets" => {
            let plan = packets::packets(ranks, LoadBalancing::Spray, PACKETS_MIB);
            packet::run(&plan).map(|report| report.hops as f64).map_err(|error| format!("{error:?}"))
        }
        "all-to-all-whole" => whole(ranks),
        "all-to-all" => measured(ranks, Op::AllToAll, Algorithm::Hierarchical),
        "step-1t" => step(ranks),
        _ => {
            let algorithm = Algorithm::from_id(name).ok_or_else(|| format!("no such case: {name}"))?;
            measured(ranks, Op::AllReduce, algorithm)
        }
    }
}

fn measured(ranks: u32, op: Op, algorithm: Algorithm) -> Result<f64, String> {
    let measured = collective::measure(&cluster(ranks)?, op, algorithm, Bytes::gib(1));
    measured.map(|measured| measured.time.as_us()).map_err(|error| error.to_string())
}

fn cluster(ranks: u32) -> Result<Topology, String> {
    let system = topology::system("dgx-h100").ok_or("no dgx-h100")?;
    let spec = ClusterSpec { gpus: Some(ranks), ..ClusterSpec::new(system, ranks.div_ceil(system.gpus_per_node)) };
    topology::build(&spec).map_err(|error| error.line().say(kitchen_text::Lang::En))
}

/// All-to-all by servers with an event for every transfer, none standing for others.
fn whole(ranks: u32) -> Result<f64, String> {
    let topology = cluster(ranks)?;
    let group: Vec<u32> = (0..topology.len()).collect();
    let call = Call::new(Op::AllToAll, Algorithm::Hierarchical, Bytes::gib(1), &group);
    let mut graph = TaskGraph::new();
    let appended = collective::append(&mut graph, &Router::new(&topology), &topology, &call, &[]);
    appended.map_err(|error| error.to_string())?;
    let options = Options { record: Record::Makespan, ..Options::default() };
    let trace = sim::run(&graph, &topology.capacities(), group.len(), &options);
    trace.map(|trace| trace.makespan.as_us()).map_err(|error| error.to_string())
}

/// One training step of a trillion parameters with 512 micro-batches, six replicas of 64 stages of eight GPUs.
fn step(gpus: u32) -> Result<f64, String> {
    let layout = Layout {
        tensor: 8,
        data: gpus / 512,
        pipeline: 64,
        global_batch: gpus,
        recompute: Recompute::Full,
        ..Layout::ONE
    };
    let system = topology::system("dgx-a100").ok_or("no dgx-a100")?;
    let model = workload::model("megatron-1t").ok_or("no megatron-1t")?;
    let step = workload::train(model, &ClusterSpec::new(system, gpus / system.gpus_per_node), &layout);
    step.map(|step| step.iteration.as_us()).map_err(|error| error.line().say(kitchen_text::Lang::En))
}

/// A million events, each taken and put back later, while so many are held.
fn queue(held: u32) -> f64 {
    let mut held = Held::new(held);
    held.turn(1_000_000);
    held.queue.next_time().map_or(0.0, |time| time as f64)
}

/// A hundred solutions of [`solve::solve`].
fn max_min(flows: u32) -> f64 {
    let mut solver = Solver::new();
    (0..100).map(|_| solve::solve(&mut solver, flows)).sum()
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Does a case once; not a number where it cannot be done.
    #[wasm_bindgen]
    #[allow(unreachable_pub)] // the page calls it
    pub fn measure(name: &str, ranks: u32) -> f64 {
        super::work(name, ranks).unwrap_or(f64::NAN)
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::fs::read_to_string;
    use std::process::ExitCode;
    use std::time::{Duration, Instant};

    /// Name, ranks (events held, flows), and the seconds that it may take.
    type Case = (&'static str, u32, Option<f64>);

    const CASES: &[Case] = &[
        ("queue", 1_000, None),
        ("queue", 100_000, None),
        ("max-min", 256, None),
        ("max-min", 4_096, None),
        // About 0.75 and 6.15 million links crossed: 10 and 5 million a second.
        ("packets", 128, Some(0.0751)),
        ("packets", 1_024, Some(1.23)),
        ("ring", 8, None),
        ("ring", 64, None),
        ("ring", 256, None),
        ("ring", 1_024, Some(0.3)),
        ("ring", 4_096, Some(5.0)),
        ("halving-doubling", 8, None),
        ("halving-doubling", 64, None),
        ("halving-doubling", 256, None),
        ("halving-doubling", 1_024, None),
        ("halving-doubling", 4_096, Some(1.0)),
        ("halving-doubling", 16_384, Some(5.0)),
        ("all-to-all", 256, None),
        ("all-to-all-whole", 256, None),
        ("step-1t", 3_072, Some(0.02)),
        ("direct", 8, None),
        ("direct", 64, None),
        ("direct", 256, None),
        ("direct", 1_024, None),
        ("direct", 4_096, None),
    ];

    pub(super) fn main() -> ExitCode {
        let args: Vec<String> = std::env::args().skip(1).collect();
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["list"] => {
                for (name, ranks, limit) in CASES {
                    println!("{name} {ranks} {}", limit.unwrap_or(0.0));
                }
                ExitCode::SUCCESS
            }
            [name, ranks] => match ranks.parse().map_err(|_| "RANKS is a number".to_owned()).and_then(|n| run(name, n))
            {
                Ok(record) => {
                    println!("{record}");
                    ExitCode::SUCCESS
                }
                Err(fault) => {
                    eprintln!("{fault}");
                    ExitCode::FAILURE
                }
            },
            _ => {
                eprintln!("speed list | speed NAME RANKS");
                ExitCode::FAILURE
            }
        }
    }

    /// The shortest of at least three runs, or of fewer where they take long. What is over at once is done many times a
    /// run: the system counts in milliseconds.
    fn run(name: &str, ranks: u32) -> Result<String, String> {
        let begin = Instant::now();
        let mut result = 0.0;
        let mut seconds = |times: u32| {
            let (wall, cpu) = (Instant::now(), on_cpu());
            for _ in 0..times {
                result = super::work(name, ranks)?;
            }
            let seconds = match (cpu, on_cpu()) {
                (Some(before), Some(after)) => after - before,
                _ => wall.elapsed().as_secs_f64(),
            };
            Ok::<f64, String>(seconds / f64::from(times))
        };
        let mut best = seconds(1)?;
        let times = (0.05 / begin.elapsed().as_secs_f64()).ceil().clamp(1.0, 1e6) as u32;
        if times > 1 {
            best = seconds(times)?;
        }
        for _ in 0..8 {
            if begin.elapsed() < Duration::from_secs(8) {
                best = best.min(seconds(times)?);
            }
        }
        let peak = peak_mib().map_or("null".to_owned(), |mib| format!("{mib:.1}"));
        Ok(format!(
            "{{\"name\":\"{name}\",\"ranks\":{ranks},\"where\":\"native\",\"seconds\":{best:.9},\"peak_mib\":{peak},\"result\":{result}}}"
        ))
    }

    /// Seconds that this one thread has been on a processor, where the system says so: others' work does not count.
    fn on_cpu() -> Option<f64> {
        let text = read_to_string("/proc/self/schedstat").ok()?;
        text.split(' ').next()?.parse::<u64>().ok().map(|ns| ns as f64 * 1e-9)
    }

    /// The most memory that this process has had at once.
    fn peak_mib() -> Option<f64> {
        let text = read_to_string("/proc/self/status").ok()?;
        let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib as f64 / 1024.0)
    }
}
