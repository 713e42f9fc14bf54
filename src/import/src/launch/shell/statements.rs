//! A script cut into statements and those into words: quotes, brackets, comments, lines that go on, documents in between.

use crate::problem::Problem;

/// The longest script, bytes, and the most statements.
const MOST_BYTES: usize = 1 << 20;
const MOST_STATEMENTS: usize = 50_000;

/// Follows quotes and brackets.
#[derive(Default)]
struct Nest {
    quote: Option<char>,
    is_escaped: bool,
    /// Open round and curly brackets; curly ones count behind a dollar alone.
    depth: u32,
    last: char,
}

impl Nest {
    /// Takes a character; whether it stands outside of quotes and brackets.
    fn outside(&mut self, c: char) -> bool {
        let before = self.last;
        self.last = c;
        if self.is_escaped {
            self.is_escaped = false;
            return false;
        }
        match (c, self.quote) {
            ('\\', quote) if quote != Some('\'') => self.is_escaped = true,
            (c, Some(quote)) if c == quote => self.quote = None,
            (_, Some(_)) => {}
            ('"' | '\'' | '`', None) => self.quote = Some(c),
            ('(', None) => self.depth += 1,
            ('{', None) if before == '$' => self.depth += 1,
            (')', None) => self.depth = self.depth.saturating_sub(1),
            ('}', None) if self.depth > 0 => self.depth -= 1,
            (_, None) => return self.depth == 0,
        }
        false
    }
}

/// The statements, with the scheduler's lines among them.
pub(super) fn of(text: &str) -> Result<Vec<String>, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::Large { most: MOST_BYTES as u64 });
    }
    let (mut all, mut now, mut nest) = (Vec::new(), String::new(), Nest::default());
    // The word that ends a document that is given as it stands.
    let mut end: Option<String> = None;
    for line in text.lines() {
        if let Some(word) = &end {
            if line.trim() == word {
                end = None;
            }
            continue;
        }
        if nest.quote.is_none() && nest.depth == 0 && line.starts_with("#SBATCH") {
            all.push(line.to_owned());
            continue;
        }
        let mut before = ' ';
        let mut ended = false;
        for (at, c) in line.char_indices() {
            let is_comment = c == '#' && nest.quote.is_none() && (before.is_whitespace() || before == ';');
            if is_comment {
                break;
            }
            let is_outside = nest.outside(c);
            if is_outside && c == ';' {
                all.push(std::mem::take(&mut now));
            } else {
                now.push(c);
            }
            if is_outside && c == '<' && before == '<' && !ended {
                let word = line[at + 1..].trim_start_matches(['-', ' ']).split_whitespace().next().unwrap_or_default();
                // Three of them are a word, not a document.
                ended = !word.starts_with('<');
                let word = word.trim_matches(['"', '\'', '\\']).to_owned();
                end = Some(word).filter(|word| ended && !word.is_empty());
            }
            before = c;
        }
        if nest.is_escaped {
            // The line goes on.
            nest.is_escaped = false;
            now.pop();
            now.push(' ');
        } else if nest.quote.is_some() || nest.depth > 0 {
            now.push(' ');
        } else {
            all.push(std::mem::take(&mut now));
        }
        if all.len() > MOST_STATEMENTS {
            return Err(Problem::Many { what: "statements", most: MOST_STATEMENTS as u64 });
        }
    }
    if nest.depth > 0 {
        return Err(Problem::Form { form: "shell", why: "a bracket is not closed".to_owned() });
    }
    all.push(now);
    all.retain(|statement| !statement.trim().is_empty());
    Ok(all)
}

/// The words of a statement, quotes left as they are.
pub(super) fn words(text: &str) -> Vec<String> {
    let (mut all, mut now, mut nest) = (Vec::new(), String::new(), Nest::default());
    for c in text.chars() {
        if nest.outside(c) && c.is_whitespace() {
            all.push(std::mem::take(&mut now));
        } else {
            now.push(c);
        }
    }
    all.push(now);
    all.retain(|word| !word.is_empty());
    all
}
