//! `kitchen fabric`: what it prints is one run, and what goes wrong is told.

use std::fs;

use serde_json::Value;

use crate::kitchen::{json, kitchen, kitchen_with};

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
fn every_fabric_carries_what_is_asked() {
    let check = |line: &str, hosts: f64| {
        let answer = json(&format!("fabric {line} --bytes 256KiB --json"));
        assert_eq!((number(&answer["hosts"]), number(&answer["unfinished"])), (hosts, 0.0), "{line}");
        assert!(number(&answer["slowest_gbit_per_s"]) > 0.0, "{line}");
        answer
    };
    check("--fabric rails --pods 2 --hosts 2 --rails 4 --flows all-to-all", 16.0);
    check("--fabric fat-tree --leaves 2 --spines 2 --hosts 2 --flows all-reduce --rule adaptive", 16.0);
    check("--fabric dragonfly --pods 3 --leaves 2 --spines 1 --hosts 2 --flows drawn", 12.0);
    check("--fabric ring --leaves 4 --hosts 1 --flows ring", 4.0);
    let planes = check("--fabric planes --planes 2 --leaves 2 --hosts 2 --flows incast", 8.0);
    assert_eq!(number(&planes["flow_count"]), 6.0);
    let credits = check("--flows incast --credits", 16.0);
    assert_eq!((number(&credits["pauses"]), number(&credits["drops"])), (0.0, 0.0));
    assert!(number(&check("--loss 1", 16.0)["drops"]) > 0.0);
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
    check("--fabric knot", "--fabric");
    check("--fabric fat-tree --pods 0", "--pods");
    check("--loss 90", "--loss");
    check("--down 9999", "--down");
    check("--leaves 2 --hosts 1 --spines 1 --down 4", "--down");
    check("--transport pigeon", "--transport");
    check("--transport software --paths 0", "--paths");
    check("--transport software --paths 257", "--paths");
    check("--paths 4", "--paths");
    check("--transport software --chunk 0", "--chunk");
    check("--transport software --chunk 1GiB", "--chunk");
    check("--transport selective --cpu-cores 2", "--cpu-cores");
    check("--transport selective --credit 99GiB", "--credit");
    check("--transport selective --coalesce 0", "--coalesce");
    check("--transport selective --window 0", "--window");
    check("--transport selective --timeout-us 0", "--timeout-us");
    check("--transport go-back-n --trim", "--trim");
    check("--trim", "--trim");
    for transport in ["selective", "uet", "uet-nscc"] {
        check(&format!("--transport {transport} --trim"), "--trim");
        check(&format!("--transport {transport} --trim --credits"), "--trim");
    }
    check("--lossy --buffer 4KiB", "--buffer");
    check("--bytes 64GiB --hosts 32", "--bytes");
    check("--buffer 0", "--buffer");
    check("--transport tcp --dcqcn vendor", "--dcqcn");
    check("--dcqcn-set timer=5", "--dcqcn-set");
    check("--dcqcn paper --dcqcn-set timer", "--dcqcn-set");
    check("--dcqcn paper --dcqcn-set timer=nan", "--dcqcn-set");
    check("--dcqcn paper --dcqcn-set tempo=1", "--dcqcn-set");
    check("--ecn 1,2", "--ecn");
    check("--ecn 3MB,1MB,5", "--ecn");
    for flag in ["--pods 2", "--cores 2", "--rails 2", "--planes 2"] {
        check(flag, flag.split(' ').next().expect("a flag"));
    }
    check("--fabric ring --leaves 4 --spines 2", "--spines");
    check("--fabric dragonfly --host-gbit 100", "--host-gbit");
    check("--lossy --credits", "--lossy");
    assert!(kitchen("fabric --mtu 128 --lang en").err.contains("from 256 to 9,000"));
}

#[test]
fn transports_answer_for_what_is_lost() {
    let goodput = |line: &str| {
        let answer =
            json(&format!("fabric --leaves 2 --hosts 1 --spines 1 --bytes 8MiB --lossy --loss 0.1 {line} --json"));
        assert_eq!(number(&answer["unfinished"]), 0.0, "{line}");
        number(&answer["slowest_gbit_per_s"])
    };
    let (all, one) = (goodput("--transport go-back-n"), goodput("--transport selective"));
    assert!(all < 0.95 * one, "{all} {one}");
    // One core's TCP; two cores with two flows carry twice as much.
    let tcp = json("fabric --transport tcp --leaves 2 --hosts 1 --spines 1 --bytes 8MiB --lossy --json");
    assert!((number(&tcp["slowest_gbit_per_s"]) - 42.0).abs() < 3.0, "{tcp}");
    for line in ["software --paths 8 --chunk 32KiB --coalesce 8 --cpu-cores 4", "uet", "uet-nscc", "tcp-reno"] {
        goodput(&format!("--transport {line}"));
    }
    let set = "fabric --flows incast --bytes 4MiB --dcqcn vendor --json";
    let other = json(&format!("{set} --dcqcn-set timer=50,ai=200,cnp=2 --ecn 400kB,1600kB,20"));
    assert_ne!(json(set)["digest"], other["digest"]);
}

/// Credit from the receiver keeps the door's queue short, and messages beside the incast do not wait behind it.
#[test]
fn credit_shortens_the_queue_and_the_tail() {
    let run = |credit: &str| {
        let line = "fabric --flows incast-messages --bytes 4MiB --spines 8 --transport selective --window 64MiB";
        let answer = json(&format!("{line} {credit} --json"));
        let tail = number(&answer["messages_us"][1]);
        assert!(number(&answer["messages_us"][0]) <= tail && tail <= number(&answer["messages_us"][2]));
        (number(&answer["longest_queue_kb"]), tail)
    };
    let (without, with) = (run(""), run("--credit 16KiB"));
    assert!(with.0 < without.0 && with.1 < without.1, "{without:?} {with:?}");
}

/// Fifteen to one door of a switch with 1 MiB: nothing is dropped, no timer is waited for, and the slowest is sooner there.
#[test]
fn trimming_shortens_the_tail() {
    let run = |line: &str| {
        let all = format!("fabric --flows incast --bytes 1MiB --lossy --buffer 1MiB --transport {line} --json");
        let answer = json(&all);
        assert_eq!(number(&answer["unfinished"]), 0.0, "{line}");
        [&answer["p99_us"], &answer["drops"], &answer["trims"], &answer["timeouts"]].map(number)
    };
    let [all, without, with] = ["go-back-n", "uet", "uet --trim"].map(run);
    assert!(with[1] == 0.0 && with[2] > 0.0 && with[3] == 0.0 && without[1] > 0.0, "{with:?} {without:?}");
    assert!(with[0] < without[0] && without[0] < all[0], "{with:?} {without:?} {all:?}");
    let own = run("uet-nscc --trim");
    assert!(own[1] == 0.0 && own[3] == 0.0 && own[0] < all[0], "{own:?}");
}

/// Rows of which the simulation is inside the published range, and one that the model does not express.
#[test]
fn published_figures_are_printed_beside_simulated_ones() {
    let path = std::env::temp_dir().join(format!("kitchen-network-{}.csv", std::process::id()));
    let facts = "id,what,condition,value,unit,low,high,source,verified\n\
        n006,sprayed,400G,390,Gb/s,385,395,a paper,secondary\n\
        n138,eight to one,600G,9,GB/s,8.5,9.4,docs,source\n\
        n139,sixteen flows,400G,100,Gb/s,,,a paper,source\n\
        n999,price,now,1,USD,,,a shop,source\n";
    fs::write(&path, facts).expect("a file");
    let check = |more: &str, status: i32| {
        let said = kitchen_with(&["validate", "network", &path.to_string_lossy(), "--json", more]);
        assert_eq!(said.status, status, "{}", said.err);
        serde_json::from_str::<Value>(&said.out).expect("JSON")
    };
    let answer = check("--lang=en", 0);
    assert_eq!([&answer["inside"], &answer["of"], &answer["left_out"]].map(number), [2.0, 3.0, 1.0]);
    let simulated: Vec<f64> =
        answer["rows"].as_array().expect("rows").iter().map(|row| number(&row["simulated"])).collect();
    assert!((385.0..395.0).contains(&simulated[0]) && (8.5..9.4).contains(&simulated[1]), "{simulated:?}");
    check("--strict", 1);
    fs::remove_file(&path).expect("it goes");
}

/// Flows as they are written down, and each line that makes no sense by its number.
#[test]
fn flows_are_read_from_a_file() {
    let path = std::env::temp_dir().join(format!("kitchen-flows-{}.csv", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let write = |text: &str| fs::write(&path, text).expect("a file");
    write("\u{feff}# two\nsource,destination,bytes,start_us\n\n0,8,1MiB,0\n 1 , 9 , 4096 , 12.5 \n");
    let answer = json(&format!("fabric --flow-file {name} --json"));
    let flows = answer["flows"].as_array().expect("flows");
    assert_eq!(flows.len(), 2);
    let row = &flows[1];
    assert_eq!(["src", "dst", "bytes", "start_us"].map(|field| number(&row[field])), [1.0, 9.0, 4096.0, 12.5]);
    write("0,8,1MiB,0\n0,16,1,0\n3,3,1,0\n1,2,zero,0\n1,2,1,-1\n1,2,1\nx,2,1,0\n1,2,1,nan\n");
    for lang in ["ja", "en"] {
        let said = kitchen(&format!("fabric --flow-file {name} --lang {lang}"));
        assert_eq!((said.status, said.out.as_str(), said.err.lines().count()), (2, "", 7), "{}", said.err);
        for (line, number) in said.err.lines().zip(2..) {
            assert!(line.starts_with(&name) && line[name.len()..].contains(&number.to_string()), "{line}");
        }
    }
    let refused = |more: &str, begins: &str| {
        let said = kitchen(&format!("fabric --flow-file {name} {more}"));
        assert!(said.status == 2 && said.err.starts_with(begins), "{}", said.err);
    };
    write("# nothing\n");
    refused("", &name);
    refused("--bytes 1MiB", "--bytes");
    refused("--flows ring", "--flows");
    write(&"0,0,0,0\n".repeat(100));
    assert_eq!(kitchen(&format!("fabric --flow-file {name}")).err.lines().count(), 21);
    write(&"0,8,1,0\n".repeat(131_073));
    refused("", &name);
    fs::remove_file(&path).expect("it goes");
    refused("", &name);
}

/// The experiments that were published, as files of flows: what is said beside them is what comes out.
#[test]
fn published_experiments_are_files_of_flows() {
    let run = |file: &str, more: &str| {
        let file = format!("{}/examples/flows/{file}", env!("CARGO_MANIFEST_DIR"));
        json(&format!("fabric --flow-file {file} {more} --json"))
    };
    let rates = |answer: &Value| {
        let flows = answer["flows"].as_array().expect("flows");
        flows.iter().map(|flow| number(&flow["gbit_per_s"])).collect::<Vec<_>>()
    };
    let racks = "--leaves 4 --spines 4 --hosts 4";
    let hashed = rates(&run("permutation-8.csv", racks));
    let share = hashed.iter().fold(f64::MAX, |least, &rate| least.min(rate)) / 392.0;
    assert!((0.3..0.55).contains(&share), "{hashed:?}");
    assert!(hashed.iter().any(|&rate| rate > 380.0), "{hashed:?}");
    let sprayed = rates(&run("permutation-8.csv", &format!("{racks} --rule spray")));
    assert!(sprayed.iter().all(|rate| (370.0..=395.0).contains(rate)), "{sprayed:?}");
    let eighth = run("incast-8-to-1.csv", "--leaves 1 --spines 1 --hosts 9");
    assert_eq!(number(&eighth["drops"]), 0.0);
    assert!(rates(&eighth).iter().all(|rate| (rate / 392.2 * 8.0 - 1.0).abs() < 0.06), "{eighth}");
}

/// The help says what the columns mean, and what the exit status is; one name for the draw everywhere, the old one kept.
#[test]
fn the_help_explains_itself() {
    for lang in ["ja", "en"] {
        let said = kitchen(&format!("fabric --help --lang {lang}")).out;
        assert!(said.contains("141") && said.contains("--flow-file"), "{said}");
        let table = kitchen(&format!("fabric --bytes 64KiB --lang {lang}")).out;
        for word in ["in_vain", "late", "trims", "µs"] {
            assert!(table.matches(word).count() > usize::from(word != "µs"), "{word}: {table}");
        }
    }
    assert_eq!(json("fabric --bytes 64KiB --draw 3 --json"), json("fabric --bytes 64KiB --seed 3 --json"));
}
