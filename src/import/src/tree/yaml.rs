//! YAML: the first document of a text, references to anchors repeated within the limit.

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::{MOST_DEEP, Tree, fits};
use crate::problem::Problem;

/// The most values, those that references repeat included: references of references grow without end otherwise.
const MOST_VALUES: usize = 200_000;

/// What is open: a list, or a table with the name of the field to come.
enum Open {
    List(Vec<Tree>),
    Table(Vec<(String, Tree)>, Option<String>),
}

/// A document of YAML.
pub(crate) fn yaml(text: &str) -> Result<Tree, Problem> {
    fits(text)?;
    let mut reader = Reader { open: Vec::new(), anchors: Vec::new(), done: None, values: 0 };
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| Problem::Form {
            form: "YAML",
            why: format!("{} at line {}", error.info(), error.marker().line()),
        })?;
        match event {
            Event::Scalar(text, style, anchor, _) => reader.close(scalar(&text, style), anchor)?,
            Event::Alias(anchor) => {
                let known = reader.anchors.iter().rev().find(|(known, ..)| *known == anchor);
                let (size, tree) = known.map_or((1, Tree::Nothing), |(_, size, tree)| (*size, tree.clone()));
                reader.count(size)?;
                reader.close(tree, 0)?;
            }
            Event::SequenceStart(anchor, _) => reader.start(Open::List(Vec::new()), anchor)?,
            Event::MappingStart(anchor, _) => reader.start(Open::Table(Vec::new(), None), anchor)?,
            Event::SequenceEnd | Event::MappingEnd => reader.end()?,
            Event::DocumentEnd => break,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {}
        }
    }
    reader.done.ok_or(Problem::Empty)
}

struct Reader {
    open: Vec<(Open, usize, usize)>,
    /// Anchors with what they stand for, and how many values that is.
    anchors: Vec<(usize, usize, Tree)>,
    done: Option<Tree>,
    values: usize,
}

impl Reader {
    fn count(&mut self, more: usize) -> Result<(), Problem> {
        self.values += more;
        if self.values > MOST_VALUES {
            return Err(Problem::Many { what: "values", most: MOST_VALUES as u64 });
        }
        Ok(())
    }

    fn start(&mut self, open: Open, anchor: usize) -> Result<(), Problem> {
        if self.open.len() >= MOST_DEEP as usize {
            return Err(Problem::Deep { most: MOST_DEEP });
        }
        self.open.push((open, anchor, self.values));
        Ok(())
    }

    fn end(&mut self) -> Result<(), Problem> {
        let Some((open, anchor, before)) = self.open.pop() else { return Ok(()) };
        let tree = match open {
            Open::List(items) => Tree::List(items),
            Open::Table(fields, _) => Tree::Table(fields),
        };
        if anchor > 0 {
            let size = self.values - before + 1;
            // What is kept counts as well.
            self.count(size)?;
            self.anchors.push((anchor, size, tree.clone()));
        }
        self.close(tree, 0)
    }

    /// A value is whole: it goes into what is open.
    fn close(&mut self, tree: Tree, anchor: usize) -> Result<(), Problem> {
        self.count(1)?;
        if anchor > 0 {
            self.anchors.push((anchor, 1, tree.clone()));
        }
        match self.open.last_mut() {
            None => self.done = Some(tree),
            Some((Open::List(items), ..)) => items.push(tree),
            Some((Open::Table(fields, name), ..)) => match name.take() {
                Some(name) => fields.push((name, tree)),
                None => *name = Some(named(tree)),
            },
        }
        Ok(())
    }
}

/// A field's name as text.
fn named(tree: Tree) -> String {
    match tree {
        Tree::Text(text) => text,
        Tree::Whole(whole) => whole.to_string(),
        Tree::Flag(flag) => flag.to_string(),
        _ => String::new(),
    }
}

/// A word without quotes may be a number or a flag.
fn scalar(text: &str, style: ScalarStyle) -> Tree {
    if style != ScalarStyle::Plain {
        return Tree::Text(text.to_owned());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" | "None" => Tree::Nothing,
        "true" | "True" | "TRUE" => Tree::Flag(true),
        "false" | "False" | "FALSE" => Tree::Flag(false),
        _ => number(text),
    }
}

fn number(text: &str) -> Tree {
    if let Ok(whole) = text.replace('_', "").parse() {
        return Tree::Whole(whole);
    }
    match text.parse::<f64>() {
        Ok(real) if text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') => Tree::Real(real),
        _ => Tree::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_document_is_read() {
        let check = |text: &str, way: &str, expected: Tree| {
            let tree = yaml(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
            assert_eq!(tree.at(way), Some(&expected), "{text}");
        };
        check("a:\n  b: 8\n", "a.b", Tree::Whole(8));
        check("{ \"a\": {\"b\": [0.9, 1.0e-8],}, }", "a.b", Tree::List(vec![Tree::Real(0.9), Tree::Real(1.0e-8)]));
        check("a: &x 3\nb: *x\n", "b", Tree::Whole(3));
        check("a: \"8\"\n", "a", Tree::Text("8".to_owned()));
        check("a: None\n---\na: 2\n", "a", Tree::Nothing);
        check("a: 9_765\n", "a", Tree::Whole(9765));
    }

    #[test]
    fn references_of_references_end() {
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..12 {
            let items = vec![format!("*a{}", level - 1); 10].join(", ");
            bomb = format!("{bomb}a{level}: &a{level} [{items}]\n");
        }
        assert_eq!(yaml(&bomb), Err(Problem::Many { what: "values", most: MOST_VALUES as u64 }));
        assert!(yaml(&"[".repeat(100_000)).is_err());
    }
}
