//! `cargo xtask release`: what a project publishes, into `target/publish`: the site, the npm package, the wheel, the command line for Linux,
//! the crates of the engine, a reference, what is inside (SBOM) and under which licences, and the sums of all files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::languages::{self, Language};
use crate::sh::{self, Result, say};
use crate::{alone, npm, python, site, tools};

/// The command line runs wherever there is a Linux kernel: nothing of the system is linked to it.
const STATIC: &str = "x86_64-unknown-linux-musl";
/// Of the engine's crates all can be used alone; those of the page and of its words are the site's.
const ENGINE: &str = "kitchen-core";

pub(crate) fn run() -> Result {
    let out = sh::target_dir().join("publish");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).map_err(|fault| format!("{}: {fault}", out.display()))?;
    // What is dated is dated as the commit is, so that two builds of one commit are alike.
    let epoch = sh::capture(&mut sh::command("git", &["log", "-1", "--format=%ct"]))?.trim().to_owned();
    let metadata = metadata()?;
    let version = version(&metadata)?;
    let named = |what: &str, ending: &str| out.join(format!("collective-kitchen-{what}{version}.{ending}"));

    alone::build()?;
    say("packing the site");
    archive(&site::dist(), &[], &["./pkg"], &named("site-", "tar.gz"), &epoch)?;
    npm::build()?;
    npm::pack(&out)?;
    python::wheel(&out, &epoch)?;
    command_line(&named("cli-linux-x86_64-", "tar.gz"), &epoch)?;
    crates(&metadata, &out)?;
    say("writing what is inside");
    site::write(&named("sbom-", "cdx.json"), &sbom(&metadata, &version, &epoch)?)?;
    site::write(&out.join("THIRD-PARTY-LICENCES.txt"), &licences(&metadata)?)?;
    for Language { tag, .. } in languages::whole()? {
        site::write(&out.join(format!("REFERENCE-{tag}.md")), &reference(&tag)?)?;
    }
    let mut names: Vec<String> =
        listed(&out)?.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    let sums = sh::capture(sh::command("sha256sum", &[]).args(&names).current_dir(&out))?;
    site::write(&out.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    Ok(())
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// A folder, or some of its files, packed so that the same files give the same bytes.
fn archive(folder: &Path, files: &[&str], without: &[&str], to: &Path, epoch: &str) -> Result {
    let plain = to.with_extension("");
    let mut tar = sh::command(
        "tar",
        &["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"],
    );
    tar.arg(format!("--mtime=@{epoch}")).args(without.iter().map(|path| format!("--exclude={path}")));
    tar.arg("--file").arg(&plain).arg("--directory").arg(folder);
    sh::run(if files.is_empty() { tar.arg(".") } else { tar.args(files) })?;
    sh::run(sh::command("gzip", &["--no-name", "--best", "--force"]).arg(&plain))
}

fn metadata() -> Result<Value> {
    let text = sh::capture(&mut sh::cargo(&["metadata", "--format-version", "1", "--locked"]))?;
    serde_json::from_str(&text).map_err(|fault| format!("cargo metadata: {fault}"))
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn version(metadata: &Value) -> Result<String> {
    let own = packages(metadata).find(|package| text(package, "name") == "collective-kitchen");
    own.map(|package| text(package, "version").to_owned()).ok_or_else(|| "there is no collective-kitchen".to_owned())
}

/// The crates that are published as programs.
const ROOTS: [&str; 3] = ["collective-kitchen", "kitchen-python", "kitchen-npm"];

/// All that what is published is made of: what the page, the command line, the Python module and the npm package need, without what
/// only builds and tests.
fn inside(metadata: &Value) -> BTreeMap<String, &Value> {
    let by_id: BTreeMap<&str, &Value> = packages(metadata).map(|package| (text(package, "id"), package)).collect();
    let needs: BTreeMap<&str, &Value> =
        metadata["resolve"]["nodes"].as_array().into_iter().flatten().map(|node| (text(node, "id"), node)).collect();
    let mut open: Vec<&str> =
        packages(metadata).filter(|one| ROOTS.contains(&text(one, "name"))).map(|one| text(one, "id")).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let needed = needs.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
        let runs = |dep: &&Value| dep["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null());
        open.extend(needed.filter(runs).map(|dep| text(dep, "pkg")));
    }
    let named = |id| by_id.get(id).map(|one| (format!("{} {}", text(one, "name"), text(one, "version")), *one));
    seen.into_iter().filter_map(named).collect()
}

/// What is inside, as CycloneDX 1.5 writes it.
fn sbom(metadata: &Value, version: &str, epoch: &str) -> Result<String> {
    let date = sh::capture(&mut sh::command("date", &["--utc", &format!("--date=@{epoch}"), "+%Y-%m-%dT%H:%M:%SZ"]))?;
    let component = |one: &&Value| {
        let (name, version) = (text(one, "name"), text(one, "version"));
        json!({
            "type": "library",
            "bom-ref": format!("pkg:cargo/{name}@{version}"),
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": text(one, "license").replace('/', " OR ") }],
        })
    };
    let inside = inside(metadata);
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": date.trim(),
            "component": { "type": "application", "name": "collective-kitchen", "version": version, "licenses": [{ "expression": "MIT OR Apache-2.0" }] },
        },
        "components": inside.values().map(component).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&bom).map(|text| text + "\n").map_err(|fault| fault.to_string())
}

/// Each foreign crate with its licence, and the texts that it brings.
fn licences(metadata: &Value) -> Result<String> {
    let mut out = String::from("What is in the published programs that others wrote, and under which licences.\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, package) in inside(metadata).into_iter().filter(|(_, package)| !package["source"].is_null()) {
        let licence = text(package, "license");
        if licence.is_empty() && package["license_file"].is_null() {
            return Err(format!("{name} tells no licence"));
        }
        let _ = writeln!(out, "{name}: {licence}, {}", text(package, "repository"));
        let folder = Path::new(text(package, "manifest_path")).parent().unwrap_or(Path::new(""));
        let mut files = listed(folder)?;
        files.sort();
        let is_licence = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
            ["LICEN", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word)) && path.is_file()
        };
        for path in files.iter().filter(is_licence) {
            // The same text once, under all that bring it.
            let brought = fs::read(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
            texts.entry(String::from_utf8_lossy(&brought).trim().to_owned()).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        let _ = write!(out, "\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", "));
    }
    Ok(out)
}

/// The command line, bound to nothing of the system, with its papers.
fn command_line(to: &Path, epoch: &str) -> Result {
    say("building the command line for Linux");
    tools::target(STATIC)?;
    // No path of this machine is in it.
    let root = sh::root();
    let home = |name: &str, folder: &str| {
        let set = std::env::var_os(name).map(PathBuf::from);
        set.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(folder)))
    };
    let moved =
        [(Some(root.clone()), "."), (home("CARGO_HOME", ".cargo"), "cargo"), (home("RUSTUP_HOME", ".rustup"), "rust")];
    let flags: Vec<String> = moved
        .into_iter()
        .filter_map(|(from, to)| Some(format!("--remap-path-prefix={}={to}", from?.display())))
        .collect();
    let mut cargo = sh::cargo(&["build", "--locked", "--quiet", "--release", "--bin", "kitchen", "--target", STATIC]);
    sh::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))?;
    let folder = sh::target_dir().join("publish-cli");
    fs::create_dir_all(&folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let program = sh::target_dir().join(STATIC).join("release/kitchen");
    for (from, name) in [
        (program, "kitchen"),
        (root.join("README.md"), "README.md"),
        (root.join("LICENSE-MIT"), "LICENSE-MIT"),
        (root.join("LICENSE-APACHE"), "LICENSE-APACHE"),
    ] {
        fs::copy(&from, folder.join(name)).map_err(|fault| format!("{}: {fault}", from.display()))?;
    }
    archive(&folder, &["kitchen", "README.md", "LICENSE-MIT", "LICENSE-APACHE"], &[], to, epoch)
}

/// The engine's crates, as a registry takes them.
fn crates(metadata: &Value, out: &Path) -> Result {
    say("packing the engine's crates");
    let known: BTreeMap<&str, &Value> = packages(metadata).map(|one| (text(one, "name"), one)).collect();
    let (mut open, mut all) = (vec![ENGINE], BTreeSet::new());
    while let Some(name) = open.pop() {
        if !all.insert(name) {
            continue;
        }
        let needed = known.get(name).and_then(|one| one["dependencies"].as_array()).into_iter().flatten();
        open.extend(needed.filter(|one| !one["path"].is_null() && one["kind"].is_null()).map(|one| text(one, "name")));
    }
    let mut cargo = sh::cargo(&["package", "--locked", "--quiet", "--no-verify", "--allow-dirty"]);
    sh::run(cargo.args(all.iter().flat_map(|name| ["--package", name])))?;
    for name in all {
        let version = known.get(name).map_or("", |one| text(one, "version"));
        let file = format!("{name}-{version}.crate");
        let from = sh::target_dir().join("package").join(&file);
        fs::copy(&from, out.join(&file)).map_err(|fault| format!("{}: {fault}", from.display()))?;
    }
    Ok(())
}

/// The commands with all their flags, and the parameters of every chapter, from the tables that define them.
fn reference(lang: &str) -> Result<String> {
    let kitchen = |words: &[&str]| {
        let mut cargo = sh::cargo(&["run", "--quiet", "--locked", "--bin", "kitchen", "--", "--lang", lang]);
        sh::capture(cargo.args(words).arg("--help"))
    };
    let all = kitchen(&[])?;
    let mut out = format!("# kitchen\n\n```text\n{all}```\n");
    let commands =
        all.lines().skip_while(|line| !line.starts_with("Commands:") && !line.starts_with("コマンド")).skip(1);
    for line in commands.take_while(|line| line.starts_with("  ")) {
        let Some(name) = line.split_whitespace().next() else { continue };
        let _ = write!(out, "\n# kitchen {name}\n\n```text\n{}```\n", kitchen(&[name])?);
    }
    let parameters =
        sh::capture(&mut sh::cargo(&["run", "--quiet", "--locked", "--example", "reference", "--", lang]))?;
    let title = if lang == "ja" { "章のパラメータ" } else { "The chapters’ parameters" };
    let _ = write!(out, "\n# {title}\n\n{parameters}");
    Ok(out)
}
