//! The page. Everything else is in the library; natively this binary only says where the page is.

#[cfg(target_arch = "wasm32")]
fn main() {
    if !collective_kitchen::web::worker::serve(collective_kitchen::view::shared_file) {
        collective_kitchen::view::mount();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This binary is the web page: build it with `cargo xtask serve`. The command line is `kitchen`.");
}
