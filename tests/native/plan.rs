//! `kitchen plan`: its flags make `kitchen train` simulate the same, and what goes wrong is told.

use serde_json::Value;

use crate::kitchen::kitchen;

fn json(line: &str) -> Value {
    let said = kitchen(line);
    assert_eq!((said.status, said.err.as_str()), (0, ""), "{line}");
    serde_json::from_str(&said.out).expect("JSON")
}

fn seconds(value: &Value) -> f64 {
    value["iteration_time_s"].as_f64().expect("a number")
}

/// Every plan, typed after `kitchen train`, takes the time that was told.
fn check(line: &str) -> Value {
    let answer = json(&format!("{line} --json"));
    let plans = answer["plans"].as_array().expect("plans");
    assert!(!plans.is_empty(), "{line}");
    for plan in plans {
        let again = json(&format!("train {} --json", plan["flags"].as_str().expect("flags")));
        assert!((seconds(&again) - seconds(plan)).abs() < 1e-9, "{plan}");
        assert_eq!((&again["fits"], &again["memory_bytes"]), (&Value::Bool(true), &plan["memory_bytes"]));
    }
    assert!(plans.is_sorted_by(|a, b| seconds(a) <= seconds(b)), "{line}");
    answer
}

#[test]
fn every_plan_can_be_simulated_again() {
    check("plan --model gpt3-6.7b --system dgx-a100 --global-batch 32 --top 4");
    check("plan --model mixtral-8x7b --system dgx-h100 --nodes 2 --global-batch 32 --top 2 --precision fp8");
    let hosts = check("plan --model llama3-8b --system dgx-h100 --global-batch 64 --schedules 1f1b,zb-h1 --seq 4096");
    assert_eq!(hosts["is_proven"], Value::Bool(true));
}

#[test]
fn another_cluster_is_searched_too() {
    let answer =
        json("plan --model gpt3-6.7b --system dgx-a100 --global-batch 32 --top 1 --simulate 20 --invest --json");
    let others = answer["investments"].as_array().expect("investments");
    let twice = others.iter().find(|one| one["system"] == "dgx-a100" && one["nodes"] == 2).expect("twice the servers");
    assert!(twice["faster"].as_f64().expect("faster") > 1.3, "{twice}");
    let newer = others.iter().find(|one| one["system"] == "dgx-h100").expect("the next system");
    let faster = newer["faster"].as_f64().expect("faster");
    let ratio = seconds(&answer["plans"][0]) / seconds(&newer["plan"]);
    assert!(faster > 1.3 && (faster - ratio).abs() < 1e-3, "{newer}");
}

#[test]
fn a_search_that_is_cut_short_says_so() {
    let said = kitchen("plan --model gpt3-6.7b --system dgx-a100 --global-batch 32 --simulate 1 --lang en");
    assert!(said.status == 0 && said.out.contains("may be faster"), "{}", said.out);
}

#[test]
fn what_is_wrong_names_its_flag() {
    let wrong = |line: &str, flag: &str| {
        for lang in ["ja", "en"] {
            let said = kitchen(&format!("plan --system dgx-h100 {line} --lang {lang}"));
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{line}");
            assert!(said.err.starts_with(flag), "{line}: {}", said.err);
        }
    };
    wrong("--model llama3-405b --global-batch 8", "--nodes");
    wrong("--model llama3-8b --global-batch 0", "--global-batch");
    wrong("--model nobody --global-batch 8", "--model");
    wrong("--model llama3-8b --global-batch 8 --nodes 4000000000", "--nodes");
    wrong("--model llama3-8b --global-batch 8 --schedules soon", "--schedules");
    wrong(&format!("--model llama3-8b --global-batch 8 --schedules {}", ["1f1b"; 99].join(",")), "--schedules");
    wrong("--model llama3-8b --global-batch 8 --top 0", "--top");
    wrong("--model llama3-8b --global-batch 8 --simulate 4000000000", "--simulate");
    wrong("--global-batch 8", "--model");
}
