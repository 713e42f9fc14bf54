//! `kitchen validate experts`: published bandwidths of dispatch and combine beside what the streets allow; what cannot be compared, with
//! its reason.

use crate::kitchen::kitchen_with;

const HEAD: &str = "id,library,kernel,phase,gpu,system,gpus,tokens,hidden,top,groups,experts,bits,bandwidth_GBps,latency_us,\
    bottleneck,inside,held_back,verified,source,note\n";

fn check(name: &str, rows: &str, status: i32, must_say: &[&str]) {
    let path = std::env::temp_dir().join(format!("kitchen-experts-{}-{name}.csv", std::process::id()));
    std::fs::write(&path, HEAD.to_owned() + rows).expect("a file");
    let said = kitchen_with(&["validate", "experts", &path.to_string_lossy(), "--strict", "--lang", "en"]);
    let all = said.out + &said.err;
    assert_eq!(said.status, status, "{name}: {all}");
    for part in must_say {
        assert!(all.contains(part), "{name}: {part} in\n{all}");
    }
}

/// A row of eight GPUs behind NVSwitch, whose wire carries 8/7 of 164.8 GB/s as the libraries count.
const INSIDE: &str = "a,DeepEP 1,normal,dispatch,H800,hgx-h800,8,512,7168,8,1,256,8,180,,NVLink,nvlink,yes,source,x,\n";

#[test]
fn published_bandwidths_are_met_or_missed() {
    check("met", INSIDE, 0, &["DeepEP 1 H800 EP8 normal dispatch 8 bit (NVLink)", "1 of 1 rows compared", "met"]);
    check("missed", &INSIDE.replace(",180,", ",90,"), 1, &["NOT met"]);
    let slow = "b,UCCL-EP,low-latency,combine,H200,aws-p5en,16,16,7168,8,,256,16,20,,RDMA,nvlink,yes,source,x,\n";
    check(
        "not-judged",
        &(INSIDE.to_owned() + slow),
        0,
        &["low latency, straight to each expert", "2 of 2 rows compared"],
    );
}

#[test]
fn what_cannot_be_compared_says_why() {
    let cards = "c,DeepEP 1,low-latency,dispatch,H800,hgx-h800,16,16,7168,8,,256,8,43,,RDMA,rdma,yes,source,x,\n";
    let many = "d,DeepEP 1,low-latency,dispatch,H800,hgx-h800,256,16,7168,8,,256,8,39,,RDMA,nvlink,yes,source,x,\n";
    let wrong = ["hgx-h900", "NaN", "-1"].map(|word| INSIDE.replace("hgx-h800", word)).concat()
        + &INSIDE.replace(",256,8,180", ",255,8,180")
        + &INSIDE.replace(",512,", ",4294967295,")
        + &INSIDE.replace(",180,", ",inf,")
        + &INSIDE.replace("dispatch", "gather");
    let rows = [INSIDE, cards, many, &wrong].concat();
    let said = ["left out, cards between GPUs", "left out, more than 64", "left out, no such system", "1 of 10 rows"];
    check("left-out", &rows, 0, &said);
    check("none", cards, 2, &["no-such-row"].map(|_| "experts"));
}

/// Every row of the collection has its source, and is held back.
#[test]
fn every_row_has_its_source() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/reference/deepep.csv");
    let text = std::fs::read_to_string(file).expect("the rows");
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert!(rows.len() > 90);
    for row in rows {
        assert!(row.contains(",yes,source,") && row.contains("github:") && row.contains('@'), "{row}");
    }
}
