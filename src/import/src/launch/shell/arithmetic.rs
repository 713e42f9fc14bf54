//! Whole numbers as a shell reckons them: `+ - * / %` and brackets.

/// Brackets within brackets.
const MOST_DEEP: u32 = 32;

/// What the text comes to; names are variables.
pub(super) fn value(text: &str, variable: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    let mut reader = Reader { rest: text, variable };
    let value = reader.sum(0)?;
    reader.rest.trim_start().is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
    variable: &'a dyn Fn(&str) -> Option<i64>,
}

impl Reader<'_> {
    /// Takes one of these marks.
    fn mark(&mut self, marks: &[char]) -> Option<char> {
        let rest = self.rest.trim_start();
        let mark = rest.chars().next().filter(|c| marks.contains(c))?;
        self.rest = &rest[mark.len_utf8()..];
        Some(mark)
    }

    fn sum(&mut self, depth: u32) -> Option<i64> {
        let mut value = self.product(depth)?;
        while let Some(mark) = self.mark(&['+', '-']) {
            let other = self.product(depth)?;
            value = if mark == '+' { value.checked_add(other)? } else { value.checked_sub(other)? };
        }
        Some(value)
    }

    fn product(&mut self, depth: u32) -> Option<i64> {
        let mut value = self.one(depth)?;
        while let Some(mark) = self.mark(&['*', '/', '%']) {
            let other = self.one(depth)?;
            value = match mark {
                '*' => value.checked_mul(other)?,
                '/' => value.checked_div(other)?,
                _ => value.checked_rem(other)?,
            };
        }
        Some(value)
    }

    fn one(&mut self, depth: u32) -> Option<i64> {
        if depth > MOST_DEEP {
            return None;
        }
        match self.mark(&['(', '-']) {
            Some('(') => {
                let value = self.sum(depth + 1)?;
                return self.mark(&[')']).map(|_| value);
            }
            Some(_) => return self.one(depth + 1)?.checked_neg(),
            None => {}
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        self.rest = behind;
        word.parse().ok().or_else(|| (self.variable)(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_a_shell() {
        let check = |text: &str, expected: Option<i64>| {
            assert_eq!(value(text, &|name| (name == "N").then_some(7)), expected, "{text}");
        };
        check(" 8*2 ", Some(16));
        check("2 + 3 * (4 - 1)", Some(11));
        check("N / 2 % 2", Some(1));
        check("-N + 1", Some(-6));
        check("1 / 0", None);
        check("9223372036854775807 + 1", None);
        check("M", None);
        check("1 2", None);
        check(&"(".repeat(1000), None);
    }
}
