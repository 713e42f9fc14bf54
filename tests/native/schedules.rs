//! `kitchen validate schedules`: published bubbles, exactly; what cannot be compared, with its reason.

use crate::kitchen::kitchen_with;

const HEAD: &str =
    "table,schedule,model,p,m,chunks,T_F_ms,T_B_ms,T_W_ms,T_comm_ms,bubble_rate_published,verified,source\n";

fn check(name: &str, rows: &str, status: i32, must_say: &[&str]) {
    let path = std::env::temp_dir().join(format!("kitchen-schedules-{}-{name}.csv", std::process::id()));
    std::fs::write(&path, HEAD.to_owned() + rows).expect("a file");
    let said = kitchen_with(&["validate", "schedules", &path.to_string_lossy(), "--strict", "--lang", "en"]);
    let all = said.out + &said.err;
    assert_eq!(said.status, status, "{name}: {all}");
    for part in must_say {
        assert!(all.contains(part), "{name}: {part} in\n{all}");
    }
}

#[test]
fn published_bubbles_are_met_or_missed() {
    let exact = "T5+T9,1F1B,1.5B,8,32,1,18.513,18.086,9.331,0.626,0.1985,yes,x\n";
    check("met", exact, 0, &["1F1B, ZB-H1 and ZB-H2 to four decimals: 1 of 1 rows, met", "1 of 1 rows judged"]);
    check("missed", &exact.replace("0.1985", "0.1986"), 1, &["0 of 1 rows, NOT met"]);
    let left_out = "T4,ZB-2p,1.5B,8,24,,,,,,,yes,x\nT8,ZB-V,6.2B,16,48,,,,,,0.0697,yes,x\n\
        T5+T9,1F1B-I,1.5B,8,24,65,1,1,1,0,0.1,yes,x\nT5+T9,1F1B,x,60000,60000,1,1,1,1,0,0.1,yes,x\n";
    let reasons = ["left out, a measured throughput", "left out, the time of the passes", "left out, no schedule"];
    check("left-out", &(exact.to_owned() + left_out), 0, &reasons);
    check("none", left_out, 2, &["no-such-row"].map(|_| "schedules"));
}

#[test]
fn every_published_row_holds() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/reference/zero_bubble.csv");
    for lang in ["en", "ja"] {
        let said = kitchen_with(&["validate", "schedules", file, "--strict", "--lang", lang]);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{}", said.out);
        assert!(said.out.matches(" p ").count() >= 30, "{}", said.out);
    }
}
