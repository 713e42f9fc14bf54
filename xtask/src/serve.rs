//! `cargo xtask serve`: the page on this machine, built again when a file changes.

use crate::sh::{self, Result, say};
use crate::{beside, tools};

const HOST: &str = "127.0.0.1";
const PORT: u16 = 8080;

#[derive(Debug, PartialEq, Eq)]
struct Flags {
    is_release: bool,
    port: u16,
}

pub(crate) fn run(words: &[&str]) -> Result {
    let flags = parse(words)?;
    tools::wasm_target()?;
    tools::crates()?;
    let bindgen = tools::wasm_bindgen()?;
    let trunk = tools::trunk()?;
    let dist = sh::target_dir().join("serve");
    std::fs::create_dir_all(&dist).map_err(|fault| format!("{}: {fault}", dist.display()))?;
    say(&format!("building the page; then it opens on http://{HOST}:{}/", flags.port));
    let mut command =
        sh::command(trunk.join("trunk"), &["serve", "--address", HOST, "--port", &flags.port.to_string()]);
    command
        .args(flags.is_release.then_some("--release"))
        .arg("--dist")
        .arg(&dist)
        .env("PATH", sh::path_with(&[&bindgen])?)
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        .env_remove("NO_COLOR");
    beside::keep(&dist);
    sh::run(&mut command)
}

fn parse(words: &[&str]) -> Result<Flags> {
    let mut flags = Flags { is_release: false, port: PORT };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--release" => flags.is_release = true,
            "--port" => {
                let value = words.next().copied().unwrap_or_default();
                flags.port = value.parse().ok().filter(|port| *port > 0).ok_or_else(|| {
                    format!("--port wants a number from 1 to 65535, not {value:?}; say: cargo xtask serve --port 8080")
                })?;
            }
            other => return Err(format!("serve knows no {other}; it takes --release and --port N")),
        }
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], expected: Option<(bool, u16)>) {
        assert_eq!(parse(words).ok().map(|flags| (flags.is_release, flags.port)), expected, "{words:?}");
    }

    #[test]
    fn flags_are_read_and_checked() {
        check(&[], Some((false, 8080)));
        check(&["--release", "--port", "9000"], Some((true, 9000)));
        check(&["--port"], None);
        check(&["--port", "0"], None);
        check(&["--port", "70000"], None);
        check(&["--open"], None);
    }
}
