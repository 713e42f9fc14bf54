//! Published formulas as they are written: `sbh(34+5as/h)`. Letters side by side are multiplied, as are numbers before them.

/// What a letter (or `ffn`) stands for.
pub(super) type Values<'a> = &'a dyn Fn(&str) -> Option<f64>;

/// The value of a formula; none where it is not one.
pub(super) fn value(text: &str, values: Values<'_>) -> Option<f64> {
    let mut left = text;
    let found = sum(&mut left, values, 0)?;
    (left.trim_start().is_empty() && found.is_finite()).then_some(found)
}

/// Brackets inside each other; a published formula has two.
const DEEPEST: u32 = 16;

fn next(left: &str) -> Option<char> {
    left.trim_start().chars().next()
}

fn eat(left: &mut &str, c: char) {
    *left = left.trim_start().strip_prefix(c).unwrap_or(left);
}

fn sum(left: &mut &str, values: Values<'_>, depth: u32) -> Option<f64> {
    let mut all = product(left, values, depth)?;
    while let Some(sign @ ('+' | '-')) = next(left) {
        eat(left, sign);
        let more = product(left, values, depth)?;
        all += if sign == '+' { more } else { -more };
    }
    Some(all)
}

fn product(left: &mut &str, values: Values<'_>, depth: u32) -> Option<f64> {
    let mut all = factor(left, values, depth)?;
    loop {
        match next(left) {
            Some('*') => {
                eat(left, '*');
                all *= factor(left, values, depth)?;
            }
            Some('/') => {
                eat(left, '/');
                all /= factor(left, values, depth)?;
            }
            Some(c) if c == '(' || c.is_ascii_alphabetic() => all *= factor(left, values, depth)?,
            _ => return Some(all),
        }
    }
}

fn factor(left: &mut &str, values: Values<'_>, depth: u32) -> Option<f64> {
    let text = left.trim_start();
    let first = text.chars().next()?;
    if first == '(' {
        eat(left, '(');
        let inner = if depth < DEEPEST { sum(left, values, depth + 1)? } else { return None };
        if next(left) != Some(')') {
            return None;
        }
        eat(left, ')');
        return Some(inner);
    }
    let end = |is_part: fn(char) -> bool| text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let length = if first.is_ascii_digit() {
        end(|c| c.is_ascii_digit() || c == '.')
    } else if text.starts_with("ffn") {
        3
    } else if first.is_ascii_alphabetic() {
        1
    } else {
        return None;
    };
    let (word, rest) = text.split_at(length);
    *left = rest;
    if first.is_ascii_digit() { word.parse().ok() } else { values(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<f64>) {
        let values = |name: &str| match name {
            "s" => Some(2.0),
            "b" => Some(3.0),
            "h" => Some(5.0),
            "t" => Some(4.0),
            "a" => Some(7.0),
            "ffn" => Some(20.0),
            _ => None,
        };
        assert_eq!(value(text, &values), expected, "{text}");
    }

    #[test]
    fn formulas_are_read_as_they_are_printed() {
        check("sbh(34+5as/h)", Some(30.0 * (34.0 + 14.0)));
        check("sbh(10+24/t+5as/(ht))", Some(30.0 * (16.0 + 3.5)));
        check("2sbh", Some(60.0));
        check("s*b*h*(18+4*ffn/h)", Some(30.0 * 34.0));
        check("4+16/t", Some(8.0));
        for bad in ["", "sbq", "(s", "s)", "s+", "1/0", "((((((((((((((((((1))))))))))))))))))"] {
            check(bad, None);
        }
    }
}
