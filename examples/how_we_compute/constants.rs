//! The constants: name and value as the source has them, what each is in the reader's language, and what the source's comment
//! says about where it comes from. `cargo xtask tidy` holds the sentences to the constants.

use std::error::Error;
use std::fmt::Write as _;

use kitchen_text::{Key, Lang, Line, count, key, msg};

use super::{Page, code, escaped, japanese};

const FILES: [(&str, &str); 4] = [
    ("collective/nccl/calibration.rs", include_str!("../../src/core/collective/src/nccl/calibration.rs")),
    ("hardware/efficiency.rs", include_str!("../../src/core/hardware/src/efficiency.rs")),
    ("workload/cost.rs", include_str!("../../src/core/workload/src/cost.rs")),
    ("workload/infer/cost.rs", include_str!("../../src/core/workload/src/infer/cost.rs")),
];

pub(super) fn write(page: &mut Page) -> Result<(), Box<dyn Error>> {
    page.section("constants", key::HOW_CONSTANTS);
    page.paragraph("p", key::HOW_CONSTANTS_TEXT);
    let abouts = [
        key::HOW_CONSTANTS_COLLECTIVE,
        key::HOW_CONSTANTS_HARDWARE,
        key::HOW_CONSTANTS_COMPUTE,
        key::HOW_CONSTANTS_ANSWERING,
    ];
    for ((file, source), about) in FILES.iter().zip(abouts) {
        let mut rows = Vec::new();
        let constants = read(source);
        let is_fitted = |one: &&Constant| one.name != "FITTED_ON" && one.comment.to_lowercase().contains("fitted");
        let fitted = constants.iter().filter(is_fitted).count();
        for constant in constants {
            let id = format!("constant-{}", constant.name.to_lowercase().replace('_', "-"));
            let said = Key::named(&id).ok_or_else(|| format!("how_we_compute.ftl lacks {id} ({file})"))?;
            // What has no Japanese yet is shown as the source has it; `cargo xtask tidy` names it.
            let own = japanese::origin(file, &constant.name).filter(|_| page.lang == Lang::Ja);
            let origin = own.unwrap_or(constant.comment.as_str());
            rows.push(vec![
                code(&constant.name),
                escaped(&constant.value),
                format!("{}<small>{}</small>", escaped(page.say(said)), escaped(origin)),
            ]);
        }
        let caption = format!("{} ({file})", page.say(about));
        let inside = Line::from(msg::HowFoldConstants { n: count(rows.len()), fitted: count(fitted) });
        let heads = [key::HOW_NAME, key::HOW_VALUE, key::HOW_SAID];
        page.folded(&caption, Some(inside), |page| page.table_like("cards said", &caption, &heads, &rows));
    }
    Ok(())
}

struct Constant {
    name: String,
    value: String,
    comment: String,
}

/// The constants of a source file, in its order.
fn read(source: &str) -> Vec<Constant> {
    let mut found: Vec<Constant> = Vec::new();
    let mut comment: Vec<&str> = Vec::new();
    let mut lines = source.split("#[cfg(test)]").next().unwrap_or_default().lines();
    while let Some(line) = lines.next() {
        if let Some(said) = line.strip_prefix("///") {
            comment.push(said.trim());
            continue;
        }
        let declared = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("const ");
        if let Some((name, rest)) = declared.and_then(|rest| rest.split_once(": "))
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        {
            let mut whole = rest.to_owned();
            while !whole.trim_end().ends_with(';') {
                let Some(more) = lines.next() else { break };
                whole.push_str(more.trim());
                whole.push(' ');
            }
            if let Some((_, expression)) = whole.split_once(" = ") {
                let expression = expression.trim_end().trim_end_matches(';');
                let value = computed(expression, &found).unwrap_or_else(|| shown(expression));
                found.push(Constant {
                    name: name.to_owned(),
                    value,
                    comment: comment.join(" ").replace(['`', '[', ']'], ""),
                });
            }
        }
        comment.clear();
    }
    found
}

/// A product or quotient of numbers and constants, with what it comes to.
fn computed(expression: &str, known: &[Constant]) -> Option<String> {
    let words: Vec<&str> = expression.split(' ').collect();
    if words.len() < 3 {
        return None;
    }
    let number = |word: &str| {
        let named = || known.iter().find(|one| one.name == word)?.value.rsplit("= ").next()?.parse().ok();
        word.parse::<f64>().ok().or_else(named)
    };
    let mut value = number(words[0])?;
    for pair in words[1..].chunks(2) {
        let [sign, word] = pair else { return None };
        match *sign {
            "*" => value *= number(word)?,
            "/" => value /= number(word)?,
            _ => return None,
        }
    }
    Some(format!("{} = {value:.3}", expression.replace('*', "×")))
}

/// An expression of the source as a reader writes it: `us(120)` is tenths of a microsecond.
fn shown(expression: &str) -> String {
    let mut out = replaced(expression, "us(", |tenths| format!("{} µs", tenths / 10.0));
    out = replaced(&out, "Time(", |ps| format!("{} µs", ps / 1e6));
    out = replaced(&out, "Time::from_ns(", |ns| format!("{ns} ns"));
    out = replaced(&out, "Rate::gb_per_s(", |rate| format!("{rate} GB/s"));
    out = out.replace("<< 10", "KiB").replace("e9", " × 10⁹").replace("e-6", " × 10⁻⁶");
    out.replace(['"', '&', '[', ']', '(', ')'], "").trim_matches([' ', ',']).to_owned()
}

/// The text with each call of that function written by `say`.
fn replaced(text: &str, call: &str, say: impl Fn(f64) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(call) {
        let (number, tail) = after.split_once(')').unwrap_or((after, ""));
        let number: f64 = number.replace('_', "").parse().unwrap_or(f64::NAN);
        let _ = write!(out, "{before}{}", say(number));
        rest = tail;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(&str, &str, &str)]) {
        let found = read(source);
        let found: Vec<_> =
            found.iter().map(|one| (one.name.as_str(), one.value.as_str(), one.comment.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn constants_are_read_with_their_comments() {
        check(
            "/// How long.\n/// Really.\npub const LAUNCH: Time = us(105);\n",
            &[("LAUNCH", "10.5 µs", "How long. Really.")],
        );
        check("const A: [Time; 2] = [us(3), Time(850_000)];", &[("A", "0.3 µs, 0.85 µs", "")]);
        check("pub const B: Rate = Rate::gb_per_s(3.7);", &[("B", "3.7 GB/s", "")]);
        check("pub const C: Time = Time::from_ns(250);", &[("C", "250 ns", "")]);
        check(
            "pub const D: f64 = 22.5e9;\nconst E: u64 = 128 << 10;",
            &[("D", "22.5 × 10⁹", ""), ("E", "128 KiB", "")],
        );
        check("pub const F: &[&str] = &[\n    \"a\",\n    \"b\",\n];", &[("F", "a, b", "")]);
    }

    #[test]
    fn quotients_are_worked_out() {
        check(
            "/// `a`\nconst NIC: f64 = 48.5 / 50.0;\n\nconst TCP: f64 = NIC * 0.5;",
            &[("NIC", "48.5 / 50.0 = 0.970", "a"), ("TCP", "NIC × 0.5 = 0.485", "")],
        );
    }

    #[test]
    fn functions_and_tests_are_no_constants() {
        check(
            "const fn us(tenths: u64) -> Time {\n}\npub const fn a() {}\n#[cfg(test)]\nmod tests {\nconst A: u8 = 1;",
            &[],
        );
    }
}
