//! A run of a billion packet hops neither leaks nor overflows: `CARGO_PROFILE_BENCH_OVERFLOW_CHECKS=true cargo bench -p kitchen-core --bench
//! billion`, minutes.
//!
//! Sixteen hosts of a fat tree send 56 GiB each to a host that is drawn, packets in turn over all ways; before it the same hosts send a
//! hundredth of it. Sums that do not fit stop the program (the flag above), a second in which memory grows with what went through fails it.

#![allow(missing_docs)]

use std::process::ExitCode;
use std::time::Instant;

use kitchen_core::packet::fabrics::FatTree;
use kitchen_core::packet::traffic::random_permutation;
use kitchen_core::packet::{LoadBalancing, Plan, Report, run};
use kitchen_core::units::Bytes;

const HOSTS: u32 = 16;
const MIB_EACH: u64 = 57_344;

/// The most memory that the process has had so far, KiB; none where the system does not tell.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().trim_end_matches(" kB").trim().parse().ok()
}

/// Runs it, and prints what it took.
fn carry(mib: u64) -> Option<(Report, Option<u64>)> {
    let fabric = FatTree::of(4, 400).build().ok()?;
    let plan = Plan {
        load_balancing: LoadBalancing::Spray,
        ..Plan::new(fabric, random_permutation(HOSTS, Bytes::mib(mib), 3))
    };
    let begun = Instant::now();
    let report = run(&plan).ok()?;
    let (seconds, peak) = (begun.elapsed().as_secs_f64(), peak_kib());
    let tell = peak.map_or_else(|| "unknown".to_owned(), |kib| format!("{kib} KiB"));
    println!(
        "{} hops, {} events in {seconds:.1} s: {:.1} million hops a second; at most {} packets at once; peak memory {tell}",
        report.hops,
        report.events,
        report.hops as f64 / seconds / 1e6,
        report.peak_packets,
    );
    Some((report, peak))
}

/// All packets are accounted for, and all bytes arrived.
fn is_whole(report: &Report) -> bool {
    let packets: u64 = report.ports.iter().map(|port| port.packets).sum();
    let wire: u64 = report.ports.iter().map(|port| port.bytes).sum();
    report.unfinished == 0
        && report.sent == report.arrived + report.dropped + report.in_flight
        && report.in_flight == 0
        && packets == report.hops
        && wire == report.hops * 4_178
}

fn main() -> ExitCode {
    let Some(((few, before), (many, after))) = carry(MIB_EACH / 100).zip(carry(MIB_EACH)) else {
        println!("it could not be run");
        return ExitCode::FAILURE;
    };
    let grown = before.zip(after).map(|(before, after)| after - before);
    let checks = [
        ("more than a billion hops", many.hops > 1_000_000_000),
        ("every packet and every byte accounted for", is_whole(&few) && is_whole(&many)),
        (
            "no more packets at once than a hundredth of the run had, and half as many again",
            2 * many.peak_packets <= 3 * few.peak_packets,
        ),
        ("a peak of memory within 1 MiB of that of a hundredth of the run", grown.is_none_or(|grown| grown <= 1024)),
    ];
    for (what, holds) in checks {
        println!("{} {what}", if holds { "ok  " } else { "FAIL" });
    }
    if checks.iter().all(|(_, holds)| *holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
