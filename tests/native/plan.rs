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

/// Sixteen DGX A100 with 200 Gbit/s, Llama 3 70B, 4 M tokens a step: GPUs and nodes first, the network last, and each with its own plan.
#[test]
fn what_to_buy_first_is_told() {
    let line = "plan --model llama3-70b --system dgx-a100 --nodes 16 --tokens 4M --purchases --simulate 50 --lang en";
    let said = kitchen(&format!("{line} --json --price gpus=1000-2000"));
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.err.contains("a batch of 512 sequences"), "{}", said.err);
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((answer["global_batch"].as_u64(), answer["tokens_per_step"].as_u64()), (Some(512), Some(4 << 20)));
    let rows = answer["purchases"].as_array().expect("purchases");
    let of = |name: &str| rows.iter().find(|row| row["purchase"] == name).expect("a purchase");
    let gain = |name: &str| of(name)["gain"].as_f64().expect("a gain");
    assert!(gain("gpus") > 2.0 && gain("nodes") > 1.7 && gain("network") < 1.1, "{rows:?}");
    assert!(answer["now"]["compute_fraction"].as_f64() > Some(0.7));
    for row in rows.iter().filter(|row| row["gain"].is_number()) {
        let [before, after] = ["before", "after"].map(|side| seconds(&row[side]));
        assert!((row["gain"].as_f64().expect("a gain") - before / after).abs() < 1e-3, "{row}");
        assert!(row["after"]["plan"].is_string() && row["after"]["error"]["runs"].is_array(), "{row}");
    }
    let price = of("gpus")["price_per_percent"].as_array().expect("a price");
    assert!((price[0].as_f64().expect("a number") - 1000.0 / (gain("gpus") - 1.0) / 100.0).abs() < 0.02, "{price:?}");
    // What was published: 16 more servers at 199,000 US dollars, and 32 that draw from eight times 400 W to 6.5 kW.
    assert_eq!(
        (&of("nodes")["price"], &of("nodes")["power_w"]),
        (&serde_json::json!([3_184_000.0, 3_184_000.0]), &serde_json::json!([102_400.0, 208_000.0]))
    );
    assert!(of("network")["price"].is_array() && of("nvlink")["why"].is_string() && of("nodes")["days"].is_null());
    let table = kitchen(line).out;
    assert!(table.starts_with(' ') && table.contains("stand where they were published"), "{table}");
    let csv = kitchen(&format!("{line} --csv")).out;
    let mut lines = csv::Reader::from_reader(csv.as_bytes());
    let records: Vec<csv::StringRecord> = lines.records().map(|row| row.expect("as wide as the head")).collect();
    assert_eq!(records.len(), rows.len());
}

/// What is said of a published run follows from its figures, and nothing else need be asked.
#[test]
fn a_famous_run_has_its_verdict() {
    let check = |name: &str, expected: &str| {
        let answer = json(&format!("plan --famous {name} --json"));
        let [one] = answer.as_array().expect("runs").as_slice() else { panic!("{answer}") };
        let number = |value: &Value| value.as_f64().expect("a number");
        let [published, best] = ["published", "best"].map(|side| number(&one[side]["simulated_s"]));
        let [least, most] = ["error_least_percent", "error_most_percent"].map(|end| 1.0 + number(&one[end]) / 100.0);
        assert!((number(&one["gain"]) - published / best).abs() < 1e-3, "{one}");
        let low = published / best * least / most;
        assert!((number(&one["gain_range"][0]) - low).abs() < 1e-3, "{one}");
        let own = 1.0 + number(&one["error_percent"]) / 100.0;
        assert!(
            (published / number(&one["measured_s"]) - own).abs() < 1e-3 && least <= own + 1e-3 && own <= most + 1e-3
        );
        let follows = if best >= published {
            "none-faster"
        } else if low > 1.0 {
            "better"
        } else {
            "cannot-be-told-apart"
        };
        assert_eq!((one["verdict"].as_str(), expected), (Some(follows), follows), "{one}");
        assert_eq!((one["nearest"][0] == one["row"], one["is_proven"] == true), (true, true), "{one}");
    };
    check("gpt3-175b", "better");
    check("llama3-70b", "cannot-be-told-apart");
    for (lang, word) in [("en", "cannot be told apart"), ("ja", "言えません")] {
        let said = kitchen(&format!("plan --famous llama3-70b --lang {lang}"));
        assert!(said.status == 0 && said.out.contains(word), "{}", said.out);
    }
    for (line, flag) in
        [("--famous nobody", "--famous"), ("--famous --nodes 2", "--nodes"), ("--famous --purchases", "--purchases")]
    {
        let said = kitchen(&format!("plan {line} --lang en"));
        assert!(said.status == 2 && said.err.starts_with(flag), "{}", said.err);
    }
}

/// A configuration is a model to plan for, and its parameters are told twice counted.
#[test]
fn a_configuration_s_parameters_are_told() {
    let folder = std::env::temp_dir().join(format!("kitchen-plan-config-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("config.json");
    let config = r#"{"model_type":"llama","hidden_size":2048,"num_hidden_layers":16,"num_attention_heads":32,"num_key_value_heads":8,
        "intermediate_size":8192,"vocab_size":128256,"hidden_act":"silu","tie_word_embeddings":true,"head_dim":64}"#;
    std::fs::write(&file, config).expect("a file");
    let said = kitchen(&format!("plan --config {} --system dgx-h100 --tokens 512k --top 1 --lang en", file.display()));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    // 1,235,814,400 is what Llama 3.2 1B is published with.
    assert!(said.status == 0 && said.err.contains("1,235,814,400"), "{}{}", said.out, said.err);
}

/// Prices and power of one's own, by flags and in a file, go before what was published; what a training takes follows from them.
#[test]
fn prices_of_one_s_own_are_billed() {
    let folder = std::env::temp_dir().join(format!("kitchen-plan-prices-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("prices.csv");
    let with = "plan --model llama3-8b --system dgx-a100 --nodes 2 --tokens 512k --simulate 10 --purchases --lang en";
    let head = "purchase,price_low,price_high,power_low_w,power_high_w,source\n";
    std::fs::write(&file, format!("{head}nodes,100,200,5000,6000,an offer\nnow,,,9000,10000,a meter\n"))
        .expect("a file");
    let line = format!("{with} --prices {} --price gpus=1000-2000 --train-tokens 1T", file.display());
    let said = kitchen(&format!("{line} --json"));
    assert_eq!(said.status, 0, "{}", said.err);
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = answer["purchases"].as_array().expect("purchases");
    let of = |name: &str| rows.iter().find(|row| row["purchase"] == name).expect("a purchase");
    let (nodes, numbers) = (of("nodes"), |value: &Value, at: usize| value[at].as_f64().expect("a number"));
    assert_eq!(
        (&nodes["price"], &nodes["power_w"]),
        (&serde_json::json!([100.0, 200.0]), &serde_json::json!([14_000.0, 16_000.0]))
    );
    assert_eq!(nodes["sources"][0], "an offer");
    let [before, after] = [0, 1].map(|at| numbers(&nodes["days"], at));
    let tokens = answer["tokens_per_step"].as_f64().expect("tokens");
    let days = seconds(&nodes["after"]) * (1_u64 << 40) as f64 / tokens / 86_400.0;
    assert!((after / days - 1.0).abs() < 1e-3 && before > after, "{nodes}");
    assert!((numbers(&nodes["price_per_day"], 1) * (before - after) / 200.0 - 1.0).abs() < 1e-2, "{nodes}");
    assert!((numbers(&nodes["energy_mwh"], 0) / (14_000.0 * after * 24.0 / 1e6) - 1.0).abs() < 1e-3, "{nodes}");
    assert_eq!(of("gpus")["price"], serde_json::json!([1000.0, 2000.0]));
    for (text, word) in [
        ("price\n", "first line"),
        (&*format!("{head}nodes,2,1,,,\n"), "Line 2"),
        (&*format!("{head}soup,1,2,,,\n"), "Line 2"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let said = kitchen(&line);
        assert!(said.status == 2 && said.err.contains(word), "{text}: {}", said.err);
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// What is given of a plan is kept in every one that is told, and said; what cannot be is told with its flag and its reason.
#[test]
fn what_is_given_of_a_plan_is_kept() {
    let with = "plan --model llama3-8b --system dgx-h100 --nodes 2 --global-batch 64";
    let kept = |given: &str, expected: &[&str]| {
        let answer = check(&format!("{with} {given} --top 3"));
        for plan in answer["plans"].as_array().expect("plans") {
            let flags = format!("{} ", plan["flags"].as_str().expect("flags"));
            assert!(expected.iter().all(|flag| flags.contains(flag)), "{given}: {flags}");
            assert!(given.contains("--cp 1") <= !flags.contains("--cp "), "{given}: {flags}");
        }
        assert!(answer["space"]["kept"].is_object(), "{answer}");
    };
    kept("--tp 4 --cp 1", &["--tp 4 "]);
    kept("--pp 2 --zero 3", &["--pp 2 ", "--zero 3 "]);
    kept("--micro-batch 4 --dp 4", &["--micro-batch 4 "]);
    let said = kitchen(&format!("{with} --tp 4 --top 1 --lang en"));
    assert!(said.out.contains("Kept as asked, and nothing else looked at there: --tp 4."), "{}", said.out);
    let wrong = |given: &str, flag: &str, word: &str| {
        let said = kitchen(&format!("{with} {given} --lang en"));
        assert!(said.status == 2 && said.err.starts_with(flag) && said.err.contains(word), "{given}: {}", said.err);
    };
    wrong("--tp 3", "--tp 3", "do not divide 16 GPUs");
    wrong("--ep 2", "--ep 2", "expert");
    wrong("--pp 16 --dp 2", "--pp 16 --dp 2", "Leave one out");
    wrong("--dp 5", "--dp 5", "do not divide");
    wrong("--tp 0", "--tp", "1-65536");
    wrong("--zero 4", "--zero", "0-3");
    wrong("--micro-batch 65", "--micro-batch 65", "64");
    let small =
        kitchen("plan --model llama3-70b --system dgx-h100 --global-batch 64 --tp 1 --pp 1 --cp 1 --zero 0 --lang en");
    assert!(small.status == 2 && small.err.contains("no layout fits"), "{}", small.err);
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
    wrong("--model llama3-8b", "--global-batch, --tokens");
    wrong("--model llama3-8b --global-batch 8 --tokens 4M", "--global-batch, --tokens");
    wrong("--model llama3-8b --tokens soup", "--tokens");
    wrong("--model llama3-8b --global-batch 8 --csv", "--csv");
    wrong("--model llama3-8b --global-batch 8 --price gpus=1", "--price");
    wrong("--model llama3-8b --global-batch 8 --purchases --price gpus=2-1", "--price");
    wrong("--model llama3-8b --global-batch 8 --purchases --price soup=1-2", "--price");
    wrong("--model llama3-8b --global-batch 8 --purchases --price now=1-2", "--price");
    wrong("--model llama3-8b --global-batch 8 --purchases --power now=NaN", "--power");
    wrong("--model llama3-8b --global-batch 8 --purchases --train-tokens soup", "--train-tokens");
    wrong("--model llama3-8b --global-batch 8 --power now=1", "--power");
    wrong("--model llama3-8b --global-batch 8 --purchases --prices /nowhere.csv", "/nowhere.csv");
}
