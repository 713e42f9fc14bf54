//! `--system FILE`, `kitchen systems --show` and `--schema`, and the files that `kitchen export astra` writes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::kitchen::{json, kitchen, kitchen_with, number};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kitchen-systems-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/systems")
}

/// A preset that is shown and read back gives the same answer.
#[test]
fn a_preset_as_a_file_is_the_preset() {
    let folder = folder("preset");
    let check = |id: &str, flags: &str, rest: &str, ending: &str| {
        let file = folder.join(format!("{id}.{ending}"));
        let shown = kitchen(&format!("systems --show {id} {flags}"));
        assert_eq!(shown.status, 0, "{}", shown.err);
        fs::write(&file, shown.out).expect("a file");
        let of = |system: &str| kitchen(&format!("{} --json", rest.replace("SYSTEM", system)));
        let (own, preset) = (of(&file.to_string_lossy()), of(id));
        assert_eq!((own.status, own.out), (0, preset.out), "{id}: {}", own.err);
    };
    check("dgx-h100", "", "collective --system SYSTEM --nodes 2 --bytes 64MiB", "toml");
    check("dgx1-v100", "--json", "collective --system SYSTEM --op all-gather --bytes 1MiB", "json");
    check("aws-p5", "", "collective --system SYSTEM --nodes 2 --op all-to-all --bytes 16MiB", "toml");
    check("gb200-nvl72", "", "collective --system SYSTEM --bytes 8KiB", "toml");
    check("dgx-h100", "--json", "train --model llama3-8b --system SYSTEM --zero 1", "json");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn the_examples_run() {
    let files: Vec<PathBuf> =
        fs::read_dir(examples()).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    let machines = files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    assert_eq!(machines.clone().count(), 3);
    for path in machines {
        let said = kitchen(&format!("collective --system {} --bytes 16MiB --json", path.display()));
        assert_eq!(said.status, 0, "{}", said.err);
    }
    let slow = json(&format!("collective --system {}/h100-slow-fabric.toml --bytes 1GiB --json", examples().display()));
    assert_eq!((slow["nodes"].as_u64(), slow["gpus"].as_u64()), (Some(4), Some(32)));
    // Four cards of 25 GB/s are a fourth of a DGX H100's network.
    let usual = json("collective --system dgx-h100 --nodes 4 --bytes 1GiB --json");
    let times = number(&slow, "time_us") / number(&usual, "time_us");
    assert!((3.0..6.0).contains(&times), "{times}");
}

/// A GPU's own figures are those that a step and an answer go by, and nobody has published measurements of it.
#[test]
fn own_figures_count() {
    let folder = folder("figures");
    let file = folder.join("slower.toml");
    let shown = kitchen("systems --show dgx-h100").out;
    assert!(shown.contains("memory_gb_per_s = 3350.0"));
    fs::write(&file, shown.replace("memory_gb_per_s = 3350.0", "memory_gb_per_s = 1675.0")).expect("a file");
    let of = |system: &str| json(&format!("infer --model llama2-7b --system {system} --prompt 128 --json"));
    let (slower, usual) = (of(&file.to_string_lossy()), of("dgx-h100"));
    let times = number(&slower, "time_per_token_ms") / number(&usual, "time_per_token_ms");
    assert!((1.5..2.1).contains(&times), "{times}");
    assert_eq!(slower["measured"].as_array().map(Vec::len).unwrap_or_default(), 0);
    assert_eq!(usual, json("infer --model llama2-7b --gpu h100 --prompt 128 --json"));
    let flags = kitchen(&format!("plan --model llama3-8b --system {} --global-batch 64 --top 1", file.display()));
    assert!(flags.out.contains(&format!("--system {}", file.display())), "{}{}", flags.out, flags.err);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn the_published_schema_is_the_program_s() {
    let file = fs::read_to_string(examples().join("schema.json")).expect("the schema");
    assert_eq!(kitchen("systems --schema").out, file);
}

#[test]
fn a_fabric_without_nodes_does_collectives_alone() {
    let torus = examples().join("torus.toml");
    let check = |line: &str, must_name: &str| {
        let said = kitchen(&line.replace("FILE", &torus.to_string_lossy()));
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{line}: {}", said.err);
        assert!(said.err.contains(must_name), "{line}: {}", said.err);
    };
    check("train --model llama3-8b --system FILE", "GPU");
    check("plan --model llama3-8b --system FILE --global-batch 64", "GPU");
    check("collective --system FILE --bytes 1MiB --nodes 2", "--nodes");
    check("collective --system FILE --bytes 1MiB --algorithm tree", "--algorithm");
    check("collective --system FILE --bytes 1MiB --op broadcast", "broadcast");
    // Two directions of 100 GB/s and one of 50 can carry no more than their links do.
    let answer = json(&format!("collective --system {} --bytes 256MiB --json", torus.display()));
    assert_eq!(answer["npus"].as_u64(), Some(64));
    assert!(number(&answer, "algbw_GBps") < 250.0, "{answer}");
}

#[cfg(unix)]
#[test]
fn hostile_files_are_refused() {
    let folder = folder("hostile");
    let (pipe, large) = (folder.join("pipe.toml"), folder.join("large.toml"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    fs::write(&large, "# a remark\n".repeat(100_000)).expect("a file");
    for path in [pipe.to_string_lossy().as_ref(), "/dev/zero", "/", large.to_string_lossy().as_ref(), "no-such.toml"] {
        for lang in ["ja", "en"] {
            let said = kitchen_with(&["collective", "--system", path, "--bytes", "1MiB", "--lang", lang]);
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{path}");
            assert!(said.err.starts_with(path) && said.err.lines().count() == 1, "{}", said.err);
        }
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn astra_sim_s_files_are_written_once() {
    let folder = folder("astra");
    let line = format!("export astra --system dgx-h100 --nodes 2 --bytes 64MiB --out {}", folder.display());
    assert_eq!(kitchen(&line).status, 0);
    let names = || {
        let mut names: Vec<String> = fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        names
    };
    let written = names();
    assert_eq!(written.len(), 3 + 16);
    assert!(written.contains(&"all_reduce.15.et".to_owned()) && written.contains(&"network.yml".to_owned()));
    let network = fs::read_to_string(folder.join("network.yml")).expect("it");
    assert!(network.starts_with("topology: [ Switch, Switch ]\nnpus_count: [ 8, 2 ]\n"), "{network}");
    // What is there already is nobody's to overwrite.
    let again = kitchen(&line);
    assert_eq!((again.status, names()), (2, written), "{}", again.err);
    fs::remove_dir_all(&folder).expect("the folder goes");
    // The first twelve GPUs are a node and a half.
    let part =
        kitchen(&format!("export astra --system dgx-h100 --nodes 2 --gpus 12 --bytes 1MiB --out {}", folder.display()));
    assert!(part.status == 2 && part.err.contains("--gpus"), "{}{}", part.out, part.err);
    let bare = kitchen("export");
    assert!(bare.status == 2 && bare.err.contains("astra"), "{}", bare.err);
    let refused = kitchen(&format!("export astra --system dgx1-v100 --bytes 64MiB --out {}", folder.display()));
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("dimensions") && !folder.exists(), "{}", refused.err);
}
