//! `kitchen`: the same core on the command line. Native only; the wasm build of this binary is empty.

#![cfg_attr(target_arch = "wasm32", no_main)]
#![cfg(not(target_arch = "wasm32"))]

mod cards;
mod collective;
mod command;
mod descend;
mod digest;
mod explain;
mod fabric;
mod faults;
mod help;
mod infer;
mod machine;
mod out;
mod picture;
mod plan;
mod progress;
mod run;
mod say;
mod systems;
mod train;
mod validate;

fn main() -> std::process::ExitCode {
    command::main()
}
