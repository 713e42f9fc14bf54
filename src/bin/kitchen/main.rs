//! `kitchen`: the same core on the command line, which is the package beside this file. Native only; the wasm build of this binary is empty.

#![cfg_attr(target_arch = "wasm32", no_main)]
#![cfg(not(target_arch = "wasm32"))]

fn main() -> std::process::ExitCode {
    kitchen_command::main()
}
