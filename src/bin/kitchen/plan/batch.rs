//! Sequences of a step, or the tokens that they come to.

use kitchen_story::scenario::raw::quote;
use kitchen_text::{Line, count, key, msg};

use crate::say::Failure;

/// The most tokens of a step.
const MOST_TOKENS: u64 = 1 << 40;

/// So many tokens: a plain number, or with k, M or G for powers of 1024, as batches are told ("4M tokens" are 4,194,304).
pub(super) fn tokens(text: &str, most: u64) -> Option<u64> {
    let (digits, unit) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 1 << 10),
        (at, 'M') => (&text[..at], 1 << 20),
        (at, 'G') => (&text[..at], 1 << 30),
        (at, 'T') => (&text[..at], 1 << 40),
        _ => (text, 1_u64),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value = digits.parse::<f64>().ok().filter(|_| is_number)? * unit as f64;
    (value >= 1.0 && value <= most as f64).then_some(value as u64)
}

/// The sequences of a step, and where tokens were asked for a sentence about what they come to.
pub(super) fn of(sequences: Option<u32>, asked: Option<&str>, seq: u32) -> Result<(u32, Option<Line>), Failure> {
    match (sequences, asked) {
        (Some(sequences), None) => Ok((sequences, None)),
        (None, Some(text)) => {
            let wrong = || Failure::new("--tokens", Line::from(msg::PlanTokensWrong { value: quote(text).into() }));
            let asked = tokens(text, MOST_TOKENS).ok_or_else(wrong)?;
            let batch = (asked / u64::from(seq.max(1))).max(1);
            let batch = u32::try_from(batch).map_err(|_| wrong())?;
            let whole = u64::from(batch) * u64::from(seq);
            let line = msg::PlanTokens {
                asked: count(asked as usize),
                seq: count(seq as usize),
                batch: count(batch as usize),
                whole: count(whole as usize),
            };
            Ok((batch, Some(line.into())))
        }
        _ => Err(Failure::new("--global-batch, --tokens", Line::new(key::PLAN_ONE_BATCH))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u64>) {
        assert_eq!(tokens(text, MOST_TOKENS), expected, "{text}");
    }

    #[test]
    fn tokens_are_read() {
        check("4M", Some(4 << 20));
        check("4000000", Some(4_000_000));
        check("512k", Some(512 << 10));
        check("1.5M", Some(3 << 19));
        for wrong in ["", "M", "-4M", "4MB", "4 M", "1e9", "NaN", "0", "inf", "9999999999G", "4.4.4M", "四M"] {
            check(wrong, None);
        }
    }

    #[test]
    fn a_step_is_sequences_or_tokens() {
        let check = |sequences, tokens, expected| {
            assert_eq!(of(sequences, tokens, 8192).map(|(batch, _)| batch).ok(), expected);
        };
        check(Some(64), None, Some(64));
        check(None, Some("4M"), Some(512));
        check(None, Some("4000000"), Some(488));
        check(None, Some("1"), Some(1));
        check(Some(64), Some("4M"), None);
        check(None, None, None);
    }
}
