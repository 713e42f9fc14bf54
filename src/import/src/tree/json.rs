//! JSON as Python writes it: with bare `Infinity` and `NaN`, which JSON does not have.

use std::borrow::Cow;

use super::{MOST_DEEP, Tree, fits};
use crate::problem::Problem;

/// A document of JSON.
pub(crate) fn json(text: &str) -> Result<Tree, Problem> {
    fits(text)?;
    if depth(text) > MOST_DEEP {
        return Err(Problem::Deep { most: MOST_DEEP });
    }
    let wrong = |error: serde_json::Error| Problem::Form { form: "JSON", why: error.to_string() };
    serde_json::from_str(&plain(text)).map_err(wrong)
}

/// How deeply brackets nest outside of strings.
fn depth(text: &str) -> u32 {
    let (mut now, mut most) = (0_u32, 0_u32);
    let (mut is_string, mut is_escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string => now += 1,
            b'}' | b']' if !is_string => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// The text with `null` for bare words that are no numbers.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    const WORDS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];
    if !WORDS.iter().any(|word| text.contains(word)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '-', 'I', 'N']) {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        let taken = if here.starts_with('"') {
            string(here)
        } else if let Some(word) = WORDS.iter().find(|word| here.starts_with(**word)) {
            out.push_str("null");
            rest = &here[word.len()..];
            continue;
        } else {
            1
        };
        out.push_str(&here[..taken]);
        rest = &here[taken..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The length of the string that begins here, both quotes included.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_words_of_python_are_nothing() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text), expected, "{text}");
        check("[0.0, Infinity]", "[0.0, null]");
        check("[-Infinity,NaN, -1]", "[null,null, -1]");
        check(r#"{"NaN": "Infinity \" NaN"}"#, r#"{"NaN": "Infinity \" NaN"}"#);
    }
}
