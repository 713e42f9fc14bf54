//! `kitchen`: the same core on the command line. Native only; the wasm build of this binary is empty.
//!
//! * `command`: the subcommands; `help`, `say`, `out`, `progress`: their help, sentences and tables, what goes out, how far a long one
//!   is; `machine`, `system_file`, `cards`, `flag_word`: flags that several share, the file of one's own machine, and flags as a file says them;
//! * `collective` with `sweep`, `explain`, `fabric`, `flow_file`, `train`, `plan`, `infer`, `faults`, `descend`, `run`, `systems`, `export`, `import`: one each; `dimensions`:
//!   machines as ASTRA-sim has them; `configs`: a file of configurations for `train` and `plan`; `validate`: simulated beside measured; `picture`: a moment as SVG; `digest`: of a run.

#![cfg_attr(target_arch = "wasm32", no_main)]
#![cfg(not(target_arch = "wasm32"))]

mod cards;
mod collective;
mod command;
mod configs;
mod descend;
mod digest;
mod dimensions;
mod explain;
mod export;
mod fabric;
mod faults;
mod flag_word;
mod flow_file;
mod help;
mod import;
mod infer;
mod machine;
mod out;
mod picture;
mod plan;
mod progress;
mod run;
mod say;
mod sweep;
mod system_file;
mod systems;
mod train;
mod validate;

fn main() -> std::process::ExitCode {
    command::main()
}
