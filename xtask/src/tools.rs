//! The tools that a machine with rustup and Node may lack. Each is looked up on PATH first, then in a cache outside
//! `target/`, then fetched as its project built it, then built once from source.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::sh::{self, Result, say};

const TRUNK: &str = "0.21.14";
const BINARYEN: &str = "132.0.0";
const RESVG: &str = "2.6.2";
/// The Debian package of Japanese letters.
const FONTS: &str = "fonts-noto-cjk";
const TARGET: &str = "wasm32-unknown-unknown";

/// The folder that outlives `cargo clean` and serves every checkout.
pub(crate) fn cache() -> Result<PathBuf> {
    let home = || env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from);
    let dir = env::var_os("COLLECTIVE_KITCHEN_CACHE")
        .map(PathBuf::from)
        .or_else(|| env::var_os("XDG_CACHE_HOME").map(|dir| PathBuf::from(dir).join("collective-kitchen")))
        .or_else(|| home().map(|dir| dir.join(".cache/collective-kitchen")))
        .ok_or("set COLLECTIVE_KITCHEN_CACHE to a folder for tools: there is no home folder")?;
    fs::create_dir_all(&dir).map_err(|fault| format!("cannot make {}: {fault}", dir.display()))?;
    Ok(dir)
}

/// Adds the wasm target to the toolchain, where it is not there yet.
pub(crate) fn wasm_target() -> Result {
    target(TARGET)
}

/// Adds a target to the toolchain, where it is not there yet.
pub(crate) fn target(name: &str) -> Result {
    let libs = sh::capture(&mut sh::command("rustc", &["--print", "target-libdir", "--target", name]))?;
    if Path::new(libs.trim()).is_dir() {
        return Ok(());
    }
    say(&format!("adding the target {name} to the toolchain"));
    sh::run(&mut sh::command("rustup", &["target", "add", name]))
}

/// The crates that the lock file names, so that later steps need no network.
pub(crate) fn crates() -> Result {
    sh::run(&mut sh::cargo(&["fetch", "--locked", "--quiet"]))
}

/// The folder with trunk of the pinned version.
pub(crate) fn trunk() -> Result<PathBuf> {
    let asset = triple("gnu")
        .map(|triple| format!("https://github.com/trunk-rs/trunk/releases/download/v{TRUNK}/trunk-{triple}.tar.gz"));
    // The dev profile without debug information: trunk spends its time in other tools, so only its own build counts.
    provide(&Tool { name: "trunk", krate: "trunk", version: TRUNK, prebuilt: asset, opt_level: "0" })
}

/// The folder with wasm-bindgen and its test runner, of exactly the version that the lock file names.
pub(crate) fn wasm_bindgen() -> Result<PathBuf> {
    let version = locked("wasm-bindgen")?;
    let asset = triple("musl").map(|triple| {
        format!(
            "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/{version}/wasm-bindgen-{version}-{triple}.tar.gz"
        )
    });
    provide(&Tool {
        name: "wasm-bindgen",
        krate: "wasm-bindgen-cli",
        version: &version,
        prebuilt: asset,
        opt_level: "1",
    })
}

/// The folder with `wasm-opt`, from the npm package binaryen.
pub(crate) fn binaryen() -> Result<PathBuf> {
    let dir = cache()?.join(format!("binaryen-{BINARYEN}"));
    let bin = dir.join("node_modules/.bin");
    if bin.join("wasm-opt").exists() {
        return Ok(bin);
    }
    npm(&dir, &format!("binaryen@{BINARYEN}"))?;
    Ok(bin)
}

/// The folder with the npm package resvg-js, which draws SVG as points: its own project's build of it for this machine.
pub(crate) fn resvg() -> Result<PathBuf> {
    let dir = cache()?.join(format!("resvg-js-{RESVG}"));
    if !dir.join("node_modules/@resvg/resvg-js/package.json").exists() {
        npm(&dir, &format!("@resvg/resvg-js@{RESVG}"))?;
    }
    Ok(dir)
}

/// Puts a package of npm into a folder of its own.
fn npm(dir: &Path, package: &str) -> Result {
    node()?;
    say(&format!("installing {package} into {}", dir.display()));
    fs::create_dir_all(dir).map_err(|fault| format!("cannot make {}: {fault}", dir.display()))?;
    let flags = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--no-save", "--prefix", ".", package];
    sh::run(sh::command("npm", &flags).current_dir(dir))
}

/// The packages of the browser tests, as their lock file names them.
pub(crate) fn browser_packages() -> Result<PathBuf> {
    node()?;
    let dir = sh::root().join("tests/browser");
    let lock =
        fs::read_to_string(dir.join("package-lock.json")).map_err(|fault| format!("package-lock.json: {fault}"))?;
    let stamp = dir.join("node_modules/.installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(dir);
    }
    say("installing the packages of the browser tests");
    sh::run(sh::command("npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&dir))?;
    fs::write(&stamp, lock).map_err(|fault| format!("{}: {fault}", stamp.display()))?;
    Ok(dir)
}

/// Chromium, its driver and Japanese letters; installs what is missing where that is possible.
pub(crate) fn chromium() -> Result<PathBuf> {
    let browser = || {
        env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| first(&["chromium", "chromium-browser", "google-chrome"]))
    };
    let mut missing = Vec::new();
    if browser().is_none() {
        missing.push("chromium");
    }
    if sh::find("chromedriver").is_none() {
        missing.push("chromium-driver");
    }
    if fonts_here().is_empty() && cfg!(target_os = "linux") {
        missing.push(FONTS);
    }
    if !missing.is_empty() {
        apt(&missing)?;
    }
    browser().ok_or_else(|| "no Chromium: put one on PATH, or its path into CHROMIUM".to_owned())
}

/// The files of the fonts with Japanese letters, without serifs and not as on a typewriter, as the page has them; installs them where that is
/// possible.
pub(crate) fn japanese_fonts() -> Result<Vec<String>> {
    if fonts_here().is_empty() {
        apt(&[FONTS])?;
    }
    let fonts = fonts_here();
    if fonts.is_empty() { Err("no font with Japanese letters".to_owned()) } else { Ok(fonts) }
}

fn fonts_here() -> Vec<String> {
    let list = sh::capture(&mut sh::command("fc-list", &[":lang=ja", "file"])).unwrap_or_default();
    let is_plain = |file: &&str| !["Serif", "Mincho", "Mono"].iter().any(|other| file.contains(other));
    list.lines().map(|line| line.trim().trim_end_matches(':')).filter(is_plain).map(str::to_owned).collect()
}

/// The driver that belongs to [`chromium`].
pub(crate) fn chromedriver() -> Result<PathBuf> {
    chromium()?;
    sh::find("chromedriver").ok_or_else(|| "no chromedriver on PATH".to_owned())
}

/// Installs Debian packages, where this user may.
fn apt(packages: &[&str]) -> Result {
    let wanted = packages.join(" ");
    let help = format!("please install: {wanted}");
    let apt = sh::find("apt-get").ok_or_else(|| help.clone())?;
    let is_root = sh::capture(&mut sh::command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    let sudo = if is_root { None } else { Some(sh::find("sudo").ok_or(help)?) };
    say(&format!("installing {wanted}"));
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend_from_slice(packages);
    for args in [vec!["update", "-qq"], install] {
        let mut command = match &sudo {
            Some(sudo) => sh::command(sudo, &["-n", "apt-get"]),
            None => sh::command(&apt, &[]),
        };
        sh::run(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

/// A Python that can make environments; installs it where that is possible.
pub(crate) fn python() -> Result<PathBuf> {
    let is_whole = |python: &PathBuf| sh::capture(&mut sh::command(python, &["-c", "import ensurepip, venv"])).is_ok();
    if let Some(python) = sh::find("python3").filter(is_whole) {
        return Ok(python);
    }
    apt(&["python3", "python3-venv"])?;
    sh::find("python3").filter(is_whole).ok_or_else(|| "no python3 with venv on PATH".to_owned())
}

/// Node, at least 20.
pub(crate) fn node() -> Result<PathBuf> {
    let help = "Node 20 or newer is needed on PATH";
    let node = sh::find("node").ok_or(help)?;
    let version = sh::capture(&mut sh::command(&node, &["--version"]))?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|n| n.parse::<u32>().ok());
    if major.is_some_and(|major| major >= 20) { Ok(node) } else { Err(format!("{help} (found {})", version.trim())) }
}

/// The version of a crate in the lock file.
fn locked(krate: &str) -> Result<String> {
    let lock = fs::read_to_string(sh::root().join("Cargo.lock")).map_err(|fault| format!("Cargo.lock: {fault}"))?;
    version_in(&lock, krate).ok_or_else(|| format!("Cargo.lock names no {krate}"))
}

fn version_in(lock: &str, krate: &str) -> Option<String> {
    let name = format!("name = \"{krate}\"");
    let line = lock.lines().skip_while(|line| **line != name).nth(1)?;
    Some(line.strip_prefix("version = \"")?.strip_suffix('"')?.to_owned())
}

fn first(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| sh::find(name))
}

struct Tool<'a> {
    name: &'a str,
    krate: &'a str,
    version: &'a str,
    /// Where its project keeps this version built for this machine.
    prebuilt: Option<String>,
    /// How much its own build is optimised.
    opt_level: &'a str,
}

/// This machine as Rust projects name their releases.
fn triple(libc: &str) -> Option<String> {
    let arch = env::consts::ARCH;
    match env::consts::OS {
        "linux" if arch == "x86_64" || libc == "gnu" => Some(format!("{arch}-unknown-linux-{libc}")),
        "linux" => Some(format!("{arch}-unknown-linux-gnu")),
        "macos" => Some(format!("{arch}-apple-darwin")),
        _ => None,
    }
}

fn provide(tool: &Tool<'_>) -> Result<PathBuf> {
    let is_right = |path: &Path| {
        sh::capture(&mut sh::command(path, &["--version"]))
            .is_ok_and(|said| said.split_whitespace().any(|word| word == tool.version))
    };
    if let Some(found) = sh::find(tool.name).filter(|path| is_right(path)) {
        return Ok(found.parent().expect("a file has a folder").to_path_buf());
    }
    let home = cache()?.join(format!("{}-{}", tool.name, tool.version));
    let bin = home.join("bin");
    if is_right(&bin.join(tool.name)) {
        return Ok(bin);
    }
    if let Some(url) = &tool.prebuilt
        && download(url, &bin).is_ok()
        && is_right(&bin.join(tool.name))
    {
        say(&format!("{} {}: fetched as its project built it", tool.name, tool.version));
        return Ok(bin);
    }
    install(tool, &home)?;
    if is_right(&bin.join(tool.name)) {
        Ok(bin)
    } else {
        Err(format!("{} is not version {} after its installation", bin.join(tool.name).display(), tool.version))
    }
}

/// Fetches a release and unpacks its programs into `bin`. Quiet: what cannot be fetched is built instead.
fn download(url: &str, bin: &Path) -> Result {
    let parts = bin.with_extension("part");
    let _ = fs::remove_dir_all(&parts);
    fs::create_dir_all(&parts).map_err(|fault| fault.to_string())?;
    let archive = parts.join("release.tar.gz");
    let script = "fetch(process.argv[1], { signal: AbortSignal.timeout(+process.argv[3]) })\
        .then((r) => (r.ok ? r.arrayBuffer() : Promise.reject(r.status)))\
        .then((b) => require('fs').writeFileSync(process.argv[2], Buffer.from(b)), () => process.exit(1))";
    // A host that does not answer at once is not waited for; a slow line gets a minute for the body.
    let reach = "fetch(process.argv[1], { method: 'HEAD', signal: AbortSignal.timeout(4000) })\
        .then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
    sh::capture(&mut sh::command(node()?, &["-e", reach, url]))?;
    sh::capture(&mut sh::command(node()?, &["-e", script, url, &archive.to_string_lossy(), "60000"]))?;
    sh::capture(&mut sh::command("tar", &["-xzf", &archive.to_string_lossy(), "-C", &parts.to_string_lossy()]))?;
    fs::remove_file(&archive).map_err(|fault| fault.to_string())?;
    // Some releases hold the programs, some a folder with them.
    let entries: Vec<PathBuf> =
        fs::read_dir(&parts).map_err(|fault| fault.to_string())?.flatten().map(|entry| entry.path()).collect();
    let from = match entries.as_slice() {
        [one] if one.is_dir() => one.clone(),
        _ => parts.clone(),
    };
    let _ = fs::remove_dir_all(bin);
    fs::rename(&from, bin).map_err(|fault| fault.to_string())?;
    let _ = fs::remove_dir_all(&parts);
    Ok(())
}

/// Builds the tool from source into the cache: with the versions its authors locked, or, where one of those is not to be
/// had any more, with the newest that fit.
fn install(tool: &Tool<'_>, home: &Path) -> Result {
    let name = tool.krate;
    say(&format!("building {name} {} once, into {} (some minutes)", tool.version, home.display()));
    fs::create_dir_all(home).map_err(|fault| format!("cannot make {}: {fault}", home.display()))?;
    let started = Instant::now();
    let said = match attempt(tool, home, true)? {
        Some(said) if said.contains("failed to select a version") => attempt(tool, home, false)?,
        outcome => outcome,
    };
    let _ = fs::remove_dir_all(home.join("build"));
    let Some(said) = said else {
        say(&format!("{name} {} built in {} s", tool.version, started.elapsed().as_secs()));
        return Ok(());
    };
    let lines: Vec<&str> = said.lines().collect();
    let tail = lines[lines.len().saturating_sub(20)..].join("\n");
    Err(format!("cargo install {name} failed:\n{tail}"))
}

/// One `cargo install`; gives what it said if it failed.
fn attempt(tool: &Tool<'_>, home: &Path, is_locked: bool) -> Result<Option<String>> {
    let log = home.join("install.log");
    let file = fs::File::create(&log).map_err(|fault| format!("{}: {fault}", log.display()))?;
    let copy = file.try_clone().map_err(|fault| fault.to_string())?;
    let mut command = sh::cargo(&["install", tool.krate, "--version", tool.version, "--debug"]);
    command
        .args(is_locked.then_some("--locked"))
        .arg("--root")
        .arg(home)
        .current_dir(home)
        .env("CARGO_TARGET_DIR", home.join("build"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", tool.opt_level)
        .env_remove("RUSTFLAGS")
        .stdout(file)
        .stderr(copy);
    let mut child = command.spawn().map_err(|fault| format!("cannot start cargo: {fault}"))?;
    let started = Instant::now();
    let mut next = Duration::from_secs(30);
    loop {
        let status = child.try_wait().map_err(|fault| fault.to_string())?;
        let said = || fs::read_to_string(&log).unwrap_or_default();
        if let Some(status) = status {
            return Ok((!status.success()).then(said));
        }
        thread::sleep(Duration::from_millis(200));
        if started.elapsed() > next {
            next += Duration::from_secs(30);
            let crates = said().lines().filter(|line| line.trim_start().starts_with("Compiling ")).count();
            println!("    {} s, {crates} crates compiled", started.elapsed().as_secs());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_tells_versions() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        let check = |krate: &str, expected: Option<&str>| assert_eq!(version_in(lock, krate).as_deref(), expected);
        check("wasm-bindgen", Some("0.2.130"));
        check("wasm-bindgen-macro", Some("1.0.0"));
        check("wasm", None);
    }
}
