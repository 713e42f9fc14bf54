//! `kitchen descend`: a step by hand is checked, and what is explained adds up.

use serde_json::Value;

use crate::kitchen::{json, kitchen};

#[test]
fn a_step_by_hand_is_right_or_its_slip_is_named() {
    let check = |line: &str, status: i32, named: [&str; 2]| {
        for (lang, word) in ["ja", "en"].into_iter().zip(named) {
            let said = kitchen(&format!("descend {line} --lang {lang}"));
            assert_eq!(said.status, status, "{line}: {}", said.err);
            assert!(said.out.contains(word), "{line} should say {word}: {}", said.out);
        }
    };
    check("--check 6.48,3.68,0.33", 0, ["sugar：0.33は合っています", "sugar: 0.33 is right"]);
    check("--check 8.52,3.68,0.33", 1, ["勾配を足しています", "The gradient was added"]);
    check("--check 1.4,3.68,0.33", 1, ["人数で割っていません", "divided by their number"]);
    check("--check -2.67,3.68,0.33", 1, ["学習率を掛けていません", "multiplied by the learning rate"]);
    check("--check 6.4,3.68,0.33 --tolerance 0.1", 0, ["合っています", "is right"]);
    check("--rate 0.2", 0, ["10歩目でsalt", "at step 10 salt"]);
}

#[test]
fn the_history_is_whole_and_each_update_leads_to_the_next_step() {
    for line in ["", "--tasters alike --momentum 0.6", "--batch one --rate 0.05", "--recipe two-layer"] {
        let answer = json(&format!("descend {line} --json"));
        let steps = answer["steps"].as_array().expect("steps");
        assert_eq!((steps.len(), &answer["spilled"]), (21, &Value::Null), "{line}");
        for pair in steps.windows(2) {
            for (name, value) in pair[0]["parameters"].as_object().expect("parameters") {
                let next = value.as_f64().unwrap() + pair[0]["update"][name].as_f64().unwrap();
                // The last digit is lost in reading JSON.
                let there = pair[1]["parameters"][name].as_f64().unwrap();
                assert!((there - next).abs() < 1e-12, "{line} {name}: {there} {next}");
            }
        }
    }
}

/// `(-1.5) x 2 + 3 x 4`.
fn worked_out(sum: &str) -> f64 {
    let number = |text: &str| text.trim_matches(['(', ')']).parse::<f64>().unwrap_or_else(|_| panic!("{sum}"));
    sum.split(" + ").map(|product| product.split(" x ").map(number).product::<f64>()).sum()
}

#[test]
fn the_chain_rule_as_printed_adds_up() {
    let mut lines = 0;
    for line in
        ["--at 4", "--tasters alike --momentum 0.6 --at 2", "--recipe two-layer --at 20", "--batch one --rate 0.05"]
    {
        let answer = json(&format!("descend {line} --explain --json"));
        for formula in answer["explained"]["backward"].as_array().expect("formulas") {
            let parts: Vec<&str> = formula.as_str().expect("text").split(" = ").collect();
            let numbers = match parts[..] {
                [_, "0"] => "0",
                [_, _, numbers, _] => numbers,
                _ => panic!("{formula}"),
            };
            // Four decimals are printed of each factor.
            assert!((worked_out(numbers) - worked_out(parts[parts.len() - 1])).abs() < 0.01, "{formula}");
            lines += 1;
        }
    }
    assert!(lines > 150, "{lines}");
}
