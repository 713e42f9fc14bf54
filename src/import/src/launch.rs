//! A job as its launch file says it, as far as it says it: Megatron, NeMo, torchtitan, DeepSpeed, GPT-NeoX, llm-foundry, Primus.
//!
//! * `fields`: which names mean what; `config`: YAML, TOML and JSON; `shell`: scripts, run as far as their variables go.

mod config;
mod fields;
mod shell;

use serde::Serialize;

use crate::problem::Problem;

use fields::Told;

pub(crate) use config::{is as is_config, names, read as config};
pub(crate) use shell::{is as is_shell, read as shell};

/// The largest number of a field.
const MOST: u64 = 1 << 40;

/// What a launch file says. What it does not say, or takes from outside, is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Launch {
    pub framework: &'static str,
    /// As the file names the model or the job.
    pub model: Option<String>,
    pub layers: Option<u64>,
    pub hidden: Option<u64>,
    pub heads: Option<u64>,
    pub tp: Option<u64>,
    pub pp: Option<u64>,
    /// Chunks of layers on each stage.
    pub vpp: Option<u64>,
    /// From the number of GPUs, where the file says that and no more.
    pub dp: Option<u64>,
    pub cp: Option<u64>,
    pub ep: Option<u64>,
    pub micro_batch: Option<u64>,
    pub global_batch: Option<u64>,
    pub sequence: Option<u64>,
    pub gpus: Option<u64>,
    /// Fields that are written but come from outside: a variable of the scheduler, a word to be replaced.
    pub from_outside: Vec<String>,
}

/// What the fields come to.
fn launch(framework: &'static str, model: Option<String>, told: &Told) -> Result<Launch, Problem> {
    let of = |field: &str| told.number(field);
    // Without a word these are 1; of DeepSpeed alone the layout is said elsewhere.
    let or_one = |field: &str| match of(field) {
        None if framework != "DeepSpeed" && !told.is_from_outside(field) => Some(1),
        number => number,
    };
    let (tp, pp, cp) = (or_one("tp"), or_one("pp"), or_one("cp"));
    let gpus = of("gpus").or_else(|| of("nodes")?.checked_mul(of("gpus_per_node")?));
    let parts = || tp?.checked_mul(pp?)?.checked_mul(cp?);
    let rest = || gpus?.checked_div(parts()?).filter(|rest| *rest > 0);
    let dp = of("dp").or_else(|| of("dp_shard")?.checked_mul(of("dp_replicate").unwrap_or(1))).or_else(rest);
    let vpp = of("vpp").or_else(|| of("layers")?.checked_div(pp?)?.checked_div(of("layers_of_chunk")?));
    let (micro_batch, accumulated) = (of("micro_batch"), of("accumulated"));
    let multiplied = || micro_batch?.checked_mul(accumulated?)?.checked_mul(dp?);
    let launch = Launch {
        framework,
        model,
        layers: of("layers"),
        hidden: of("hidden"),
        heads: of("heads"),
        tp,
        pp,
        vpp: vpp.filter(|vpp| *vpp > 0),
        dp,
        cp,
        ep: of("ep"),
        micro_batch,
        global_batch: of("global_batch").or_else(multiplied),
        sequence: of("sequence"),
        gpus,
        from_outside: told.those_from_outside(),
    };
    if told.is_empty() { Err(Problem::Nothing { what: "--tensor-model-parallel-size" }) } else { Ok(launch) }
}
