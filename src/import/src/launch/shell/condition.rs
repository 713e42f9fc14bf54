//! The condition of an `if`: a comparison in brackets, or several joined. What cannot be told does not hold.

use super::OUTSIDE;
use super::expand::Variables;
use super::statements;
use crate::problem::Problem;

/// Whether `[[ $A -gt 1 ]] && [ "$B" = "x" ]` holds.
pub(super) fn holds(text: &str, variables: &mut Variables) -> Result<bool, Problem> {
    let (mut value, mut join) = (true, "&&".to_owned());
    let mut one: Vec<String> = Vec::new();
    let mut words = statements::words(text);
    words.push("&&".to_owned());
    for word in words {
        match word.as_str() {
            "[" | "[[" | "]" | "]]" | "then" | "test" => {}
            "&&" | "||" | "-a" | "-o" => {
                let holds = is_true(&one);
                value = if join == "||" || join == "-o" { value || holds } else { value && holds };
                one.clear();
                join = word;
            }
            _ => one.push(variables.expand(&word)?),
        }
    }
    Ok(value)
}

fn is_true(words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.trim().parse::<i64>().ok();
    match words.as_slice() {
        [word, ..] if words.iter().any(|word| word.contains(OUTSIDE)) && *word != "-z" => false,
        ["!", rest @ ..] => !is_true(&rest.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()),
        ["-n", text] => !text.is_empty(),
        ["-z", text] => text.is_empty() || text.contains(OUTSIDE),
        [a, "=" | "==", b] => a == b,
        [a, "!=", b] => a != b,
        [a, sign, b] => {
            let Some((a, b)) = number(a).zip(number(b)) else { return false };
            match *sign {
                "-eq" => a == b,
                "-ne" => a != b,
                "-gt" | ">" => a > b,
                "-ge" => a >= b,
                "-lt" | "<" => a < b,
                "-le" => a <= b,
                _ => false,
            }
        }
        _ => false,
    }
}
