//! `kitchen systems`.

use std::fmt::Write as _;

use clap::Args;
use kitchen_core::topology::{self, ClusterSpec, System};
use kitchen_text::{Lang, Line, Words, msg, tr};
use serde::Serialize;

use crate::say::{self, Failure, round};
use kitchen_story::sentences::Named as _;

#[derive(Args, Debug)]
pub(crate) struct Systems {
    #[arg(long, value_name = "NAME")]
    show: Option<String>,
    #[arg(long)]
    schema: bool,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    name: &'static str,
    gpu: &'static str,
    gpus_per_node: u32,
    max_nodes: u32,
    /// All NVLinks of one GPU, one way; 0 without NVLink.
    #[serde(rename = "nvlink_GBps")]
    nvlink_gbps: f64,
    nvlinks_per_gpu: u32,
    switch_chips: u32,
    nics_per_node: u32,
    #[serde(rename = "nic_Gbitps")]
    nic_gbit_per_s: u32,
    hbm_bytes: u64,
    peak_tflops: f64,
    gemm_tflops: f64,
    /// Where it was read how the GPUs are joined.
    wiring_source: &'static str,
}

pub(crate) fn run(args: &Systems, lang: Lang) -> Result<String, Failure> {
    if args.schema && args.show.is_some() {
        return Err(Failure::new("--schema", Line::from(msg::CliNotWith { with: Words::from("--show") })));
    }
    if args.schema {
        return Ok(say::json(&kitchen_machines::schema()));
    }
    if let Some(name) = &args.show {
        return Ok(shown(say::preset("--show", name)?, args.json));
    }
    let rows: Vec<Row> = topology::all_systems().map(|system| row(system, lang)).collect::<Result<_, _>>()?;
    if args.json {
        return Ok(say::json(&rows));
    }
    let mut out = format!(
        "{:<18}{:<18}{:>5}{:>10}{:>14}{:>12}  {:<44}{}\n",
        "id", "gpu", "gpus", "max_nodes", "nvlink_GBps", "nic_Gbitps", "name", "wiring read in"
    );
    for row in rows {
        let nics = format!("{}x{}", row.nics_per_node, row.nic_gbit_per_s);
        let _ = writeln!(
            out,
            "{:<18}{:<18}{:>5}{:>10}{:>14}{:>12}  {:<44}{}",
            row.id, row.gpu, row.gpus_per_node, row.max_nodes, row.nvlink_gbps, nics, row.name, row.wiring_source
        );
    }
    Ok(out)
}

/// The system as a file for `--system`.
fn shown(system: &'static System, is_json: bool) -> String {
    let document = kitchen_machines::write(system);
    // Whatever the document holds, TOML has it: nothing in it is null.
    if is_json { say::json(&document) } else { toml::to_string(&document).unwrap_or_default() }
}

fn row(system: &'static System, lang: Lang) -> Result<Row, Failure> {
    let wiring = topology::wiring_source(system);
    let spec = ClusterSpec::new(system, 1);
    let topology = topology::build(&spec).map_err(|error| say::about_topology(&error, &spec))?;
    Ok(Row {
        id: system.id,
        name: tr(lang, system.name()),
        gpu: system.gpu.id,
        gpus_per_node: system.gpus_per_node,
        max_nodes: system.max_nodes,
        nvlink_gbps: round(topology.nvlink_rate(0).0.as_gb_per_s(), 3),
        nvlinks_per_gpu: system.nvlink_lanes_per_gpu(),
        switch_chips: system.switch_chips(),
        nics_per_node: system.default_fabric.nics_per_node,
        nic_gbit_per_s: system.default_fabric.gbit_per_nic,
        hbm_bytes: system.gpu.hbm.0,
        peak_tflops: round(system.gpu.peak_flops / 1e12, 3),
        gemm_tflops: round(system.gpu.gemm_flops / 1e12, 3),
        wiring_source: wiring.cite,
    })
}
