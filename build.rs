//! The released page is cut into parts (`xtask/src/split`), by the relocations that the linker keeps for it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_page = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if is_page && std::env::var_os("CARGO_FEATURE_PACKED_TEXT").is_some() {
        println!("cargo::rustc-link-arg-bin=collective-kitchen=--emit-relocs");
    }
}
