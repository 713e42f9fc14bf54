//! A document of JSON, YAML or TOML as one kind of value, bounded in depth and size.

mod json;
mod yaml;

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::problem::Problem;

pub(crate) use json::{json, plain};
pub(crate) use yaml::yaml;

/// The longest document, bytes: the longest configuration among the samples has a hundredth of it.
const MOST_BYTES: usize = 4 << 20;
/// The deepest nesting.
const MOST_DEEP: u32 = 64;

/// A value as it is written; a table's fields stay in their order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Nothing,
    Flag(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<Tree>),
    Table(Vec<(String, Tree)>),
}

impl Tree {
    /// The value of a table's field; the last one where it is written twice, as Python's readers take it.
    pub(crate) fn get(&self, name: &str) -> Option<&Tree> {
        match self {
            Tree::Table(fields) => fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value at the end of a way such as `model.data.seq_length`.
    pub(crate) fn at(&self, way: &str) -> Option<&Tree> {
        way.split('.').try_fold(self, |here, name| here.get(name))
    }

    /// A table that has something in it.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self, Tree::Table(fields) if !fields.is_empty())
    }

    /// The text, as written.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A document of TOML.
pub(crate) fn toml(text: &str) -> Result<Tree, Problem> {
    fits(text)?;
    let wrong = |error: ::toml::de::Error| Problem::Form { form: "TOML", why: error.message().to_owned() };
    ::toml::from_str(text).map_err(wrong)
}

fn fits(text: &str) -> Result<(), Problem> {
    if text.len() > MOST_BYTES { Err(Problem::Large { most: MOST_BYTES as u64 }) } else { Ok(()) }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tree, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Nothing)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_i64<E>(self, whole: i64) -> Result<Tree, E> {
        Ok(Tree::Whole(whole))
    }

    fn visit_u64<E>(self, whole: u64) -> Result<Tree, E> {
        Ok(i64::try_from(whole).map_or(Tree::Real(whole as f64), Tree::Whole))
    }

    fn visit_f64<E>(self, real: f64) -> Result<Tree, E> {
        Ok(Tree::Real(real))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Tree::Table(fields))
    }
}
