//! `kitchen fabric`: what it prints is one run, and what goes wrong is told.

use serde_json::Value;

use crate::kitchen::{json, kitchen};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn hashed_flows_share_links_as_their_rows_say() {
    let hashed = json("fabric --json");
    let flows = hashed["flows"].as_array().expect("flows");
    assert_eq!((flows.len(), number(&hashed["drops"])), (16, 0.0));
    for leaf in 0..2_usize {
        let mut bins = [0_u32; 4];
        for flow in &flows[leaf * 8..leaf * 8 + 8] {
            bins[flow["way"].as_u64().expect("a way") as usize] += 1;
        }
        let fullest = f64::from(*bins.iter().max().expect("bins"));
        // The fullest street decides: its flows' bytes with headers at its rate, and a few microseconds on the way.
        let expected = fullest * 16.0 * 1_048_576.0 * 4178.0 / 4096.0 / 50e3;
        let slowest = flows[leaf * 8..leaf * 8 + 8].iter().map(|flow| number(&flow["finish_us"])).fold(0.0, f64::max);
        assert!((slowest - expected) / expected < 0.02 && slowest > expected, "{slowest} {expected} {bins:?}");
    }
    let sprayed = json("fabric --rule spray --json");
    assert!(number(&sprayed["time_us"]) < number(&hashed["time_us"]));
    assert!(number(&sprayed["late"]) >= 0.0 && number(&hashed["late"]) == 0.0);
    assert_eq!(json("fabric --json"), hashed);
    assert_ne!(json("fabric --seed 2 --json")["digest"], hashed["digest"]);
}

#[test]
fn a_port_is_shown_over_time() {
    let answer = json("fabric --flows incast --bytes 1MiB --port 1 --json");
    let steps = answer["port"].as_array().expect("steps");
    let highest = steps.iter().map(|step| number(&step["waiting_kb"])).fold(0.0, f64::max);
    assert_eq!(highest, number(&answer["longest_queue_kb"]));
    assert!(steps.iter().any(|step| number(&step["gbit_per_s"]) > 390.0));
}

#[test]
fn what_is_wrong_names_its_flag() {
    let check = |line: &str, flag: &str| {
        for lang in ["ja", "en"] {
            let said = kitchen(&format!("fabric {line} --lang {lang}"));
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{line}");
            assert!(said.err.starts_with(flag), "{line}: {}", said.err);
        }
    };
    check("--leaves 0", "--leaves");
    check("--hosts 300", "--hosts");
    check("--hosts 1 --leaves 1", "--hosts");
    check("--gbit 7", "--gbit");
    check("--chip abacus", "--chip");
    check("--rule luck", "--rule");
    check("--flows none", "--flows");
    check("--bytes 0", "--bytes");
    check("--bytes 64GiB --flows all-to-all --hosts 16 --leaves 8", "--bytes");
    check("--mtu 10", "--mtu");
    check("--dcqcn full", "--dcqcn");
    check("--port 9999", "--port");
}
