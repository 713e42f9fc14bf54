//! `kitchen`: the same core on the command line. Native only; the wasm build of this binary is empty.

#[cfg(not(target_arch = "wasm32"))]
mod cards;
mod collective;
#[cfg(not(target_arch = "wasm32"))]
mod command;
#[cfg(not(target_arch = "wasm32"))]
mod descend;
#[cfg(not(target_arch = "wasm32"))]
mod digest;
#[cfg(not(target_arch = "wasm32"))]
mod explain;
#[cfg(not(target_arch = "wasm32"))]
mod fabric;
#[cfg(not(target_arch = "wasm32"))]
mod faults;
#[cfg(not(target_arch = "wasm32"))]
mod help;
#[cfg(not(target_arch = "wasm32"))]
mod infer;
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(not(target_arch = "wasm32"))]
mod out;
#[cfg(not(target_arch = "wasm32"))]
mod picture;
#[cfg(not(target_arch = "wasm32"))]
mod plan;
#[cfg(not(target_arch = "wasm32"))]
mod progress;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod say;
#[cfg(not(target_arch = "wasm32"))]
mod systems;
#[cfg(not(target_arch = "wasm32"))]
mod train;
#[cfg(not(target_arch = "wasm32"))]
mod validate;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
