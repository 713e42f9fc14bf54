//! What cannot be understood is answered with a sentence and exit status 2, never with a panic.

use crate::kitchen::{kitchen, kitchen_with};

fn check(line: &str, must_name: &str) {
    let said = kitchen(line);
    assert_eq!(said.status, 2, "{line}: {}{}", said.out, said.err);
    assert!(said.err.contains(must_name), "{line}: the sentence should name {must_name}: {}", said.err);
    assert!(!said.err.contains("panicked"), "{line}: {}", said.err);
    assert!(said.out.is_empty(), "{line}: nothing half done is printed: {}", said.out);
}

#[test]
fn bad_flags_get_a_sentence() {
    check("collective --system dgx-h1000 --op all-reduce --bytes 1GiB", "dgx-h1000");
    check("collective --system dgx-h100 --op all-juice --bytes 1GiB", "all-juice");
    check("collective --system dgx-h100 --op all-reduce --bytes lots", "lots");
    check("collective --system dgx-h100 --op all-reduce --bytes 0", "bytes");
    check("collective --system dgx-h100 --op all-reduce --bytes 99999999999999999999GiB", "bytes");
    check("collective --system dgx-h100 --op all-reduce --bytes 1GiB --nodes 0", "nodes");
    check("collective --system dgx-h100 --op all-reduce --bytes 1GiB --nodes 4294967295", "nodes");
    check("collective --system dgx-h100 --op all-reduce --bytes 1GiB --gpus 9", "gpus");
    check("collective --system dgx-h100 --op all-reduce --bytes 1GiB --algorithm magic", "magic");
    check("collective --system dgx-h100 --op all-reduce --bytes 1GiB --missing spoon:0.1", "spoon:0.1");
    check("collective --system dgx-h100 --op all-reduce --bytes 1GiB --missing chip:0.4", "chip:0.4");
    check("collective --system gb200-nvl72 --bytes 1GiB --missing link:0.5-2x2", "link:0.5-2x2");
    check("collective --system oci-h100 --nodes 2 --bytes 1GiB --sharp", "--sharp");
    check("collective --system dgx-h100 --bytes 1GiB --sharp", "--sharp");
    check("collective --system dgx-h100 --op gather", "bytes");
    check("collective --system dgx-h100 --op gather --bytes 1GiB --algorithm tree", "tree");
    check("collective --system dgx-h100 --op all-to-all --bytes 1GiB --skew 1.5", "all-to-all-v");
    check("collective --system dgx-h100 --op all-to-all-v --bytes 1GiB --skew 9", "skew");
    check("collective --system dgx-h100 --op all-to-all-v --bytes 1GiB --skew nan", "nan");
    check("collective --system dgx-h100 --bytes 1GiB --dimensions 8", "hierarchical");
    let grid = "collective --system dgx-h100 --nodes 3 --bytes 1GiB --algorithm hierarchical --dimensions";
    check(&format!("{grid} 8,,3"), "dimensions");
    check(&format!("{grid} 8,4"), "24");
    check(&format!("{grid} 8,halving-doubling:3"), "power of two");
    check("collective --system dgx-h100 --nodes 2 --gpus 11 --bytes 1GiB --algorithm in-network", "every server");
    check("collective --system dgx-h100 --nodes 512 --op all-to-all --bytes 1GiB --algorithm bruck", "4,000,000");
    let cards: String = (0..8).map(|card| format!(" --missing card:1.{card}")).collect();
    check(&format!("collective --system dgx-h100 --nodes 2 --bytes 1GiB{cards}"), "no way");
    check("train --model gpt9 --system dgx-a100", "gpt9");
    check("dance", "dance");
}

#[test]
fn impossible_layouts_get_a_sentence() {
    let train = "train --model gpt3-175b --system dgx-a100 --micro-batch 1 --schedule 1f1b";
    check(&format!("{train} --nodes 1 --tp 16 --pp 16 --global-batch 16"), "");
    check(&format!("{train} --nodes 2 --tp 8 --pp 2 --global-batch 0"), "");
    check(&format!("{train} --nodes 2 --tp 3 --pp 2 --global-batch 16"), "");
}

#[test]
fn files_that_are_not_there_or_not_right_get_a_sentence() {
    check("run no-such-file.json", "no-such-file.json");
    check("validate collectives no-such-file.csv", "no-such-file.csv");
    let folder = std::env::temp_dir().join(format!("kitchen-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    for (name, text) in [("a.json", "{"), ("b.json", "[]"), ("c.json", "{\"kind\":\"soup\"}"), ("d.csv", "a,b\n1,2\n")]
    {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        let path = path.to_string_lossy().into_owned();
        let verb: &[&str] = if name.ends_with("csv") { &["validate", "collectives"] } else { &["run"] };
        let said = kitchen_with(&[verb, &[&path]].concat());
        assert_eq!(said.status, 2, "{name}: {}", said.err);
        assert!(!said.err.trim().is_empty() && !said.err.contains("panicked"), "{name}: {}", said.err);
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
