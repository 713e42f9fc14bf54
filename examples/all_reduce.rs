// An all-reduce of 1 GiB in a DGX H100: `cargo run --example all_reduce`.

use kitchen_core::collective::{self, Algorithm, Op};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::units::Bytes;

fn all_reduce() -> Result<String, String> {
    let system = topology::system("dgx-h100").ok_or("no such system")?;
    let cluster = topology::build(&ClusterSpec::new(system, 1)).map_err(|error| format!("{error:?}"))?;
    let measured = collective::measure(&cluster, Op::AllReduce, Algorithm::Auto, Bytes::gib(1));
    let it = measured.map_err(|error| format!("{error:?}"))?;
    Ok(format!("{}: {}, {:.0} GB/s", it.algorithm.id(), it.time, it.busbw.as_gb_per_s()))
}

fn main() -> Result<(), String> {
    println!("{}", all_reduce()?);
    Ok(())
}
