//! A document's values, whatever format they came in.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// A value as it is written; a table's fields stay in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// JSON's null.
    Nothing,
    Flag(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
}

impl Value {
    /// A text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// A table of those fields.
    pub fn table<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::Table(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The value of a table's field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Table(fields) => fields.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The number, whole or not.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Whole(whole) => Some(*whole as f64),
            Value::Real(real) => Some(*real),
            _ => None,
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Nothing => to.serialize_unit(),
            Value::Flag(flag) => to.serialize_bool(*flag),
            Value::Whole(whole) => to.serialize_i64(*whole),
            Value::Real(real) => to.serialize_f64(*real),
            Value::Text(text) => to.serialize_str(text),
            Value::List(items) => to.collect_seq(items),
            Value::Table(fields) => {
                let mut map = to.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E>(self, whole: i64) -> Result<Value, E> {
        Ok(Value::Whole(whole))
    }

    fn visit_u64<E>(self, whole: u64) -> Result<Value, E> {
        Ok(i64::try_from(whole).map_or(Value::Real(whole as f64), Value::Whole))
    }

    fn visit_f64<E>(self, real: f64) -> Result<Value, E> {
        Ok(Value::Real(real))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    /// A field that is written twice is refused: which of them holds is nobody's guess.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if !seen.insert(name.clone()) {
                return Err(de::Error::custom(format_args!("duplicate field {name:?}")));
            }
            fields.push((name, value));
        }
        Ok(Value::Table(fields))
    }
}
