//! The form as JSON Schema (draft 2020-12), made of the same table that the reader goes by.

use crate::fields::{DOCUMENT, Field, Kind, MAX_NAME};
use crate::value::Value;

/// The schema of the document. What one field says of another is beyond it: the reader checks that.
pub fn schema() -> Value {
    let Value::Table(form) = table(DOCUMENT) else { return Value::Nothing };
    let either = |needed: &[&str]| Value::table([("required", texts(needed))]);
    let mut fields = vec![
        ("$schema".to_owned(), Value::text("https://json-schema.org/draft/2020-12/schema")),
        ("title".to_owned(), Value::text("A machine for kitchen --system FILE")),
    ];
    fields.extend(form);
    let nodes = either(&["gpus_per_node", "gpu", "links", "host", "network"]);
    let dimensions = either(&["dimensions", "memory_gb_per_s"]);
    fields.push(("oneOf".to_owned(), Value::List(vec![nodes, dimensions])));
    Value::Table(fields)
}

fn texts(texts: &[&str]) -> Value {
    Value::List(texts.iter().map(|text| Value::text(*text)).collect())
}

fn table(form: &[Field]) -> Value {
    let one = |field: &Field| {
        let mut value = kind(&field.kind);
        if let Value::Table(fields) = &mut value {
            fields.insert(0, ("description".to_owned(), Value::text(field.about)));
        }
        (field.name.to_owned(), value)
    };
    let needed: Vec<&str> = form.iter().filter(|field| field.is_needed).map(|field| field.name).collect();
    Value::table([
        ("type", Value::text("object")),
        ("additionalProperties", Value::Flag(false)),
        ("required", texts(&needed)),
        ("properties", Value::Table(form.iter().map(one).collect())),
    ])
}

fn kind(kind: &Kind) -> Value {
    let length = |length: usize| Value::Whole(length as i64);
    match *kind {
        Kind::Text => {
            Value::table([("type", Value::text("string")), ("minLength", length(1)), ("maxLength", length(MAX_NAME))])
        }
        Kind::Flag => Value::table([("type", Value::text("boolean"))]),
        Kind::Choice(known) => Value::table([("enum", texts(known))]),
        Kind::Whole { least, most } => Value::table([
            ("type", Value::text("integer")),
            ("minimum", Value::Whole(least)),
            ("maximum", Value::Whole(most)),
        ]),
        Kind::Real { least, most } => Value::table([
            ("type", Value::text("number")),
            ("minimum", Value::Real(least)),
            ("maximum", Value::Real(most)),
        ]),
        Kind::List { of, least, most } => Value::table([
            ("type", Value::text("array")),
            ("items", self::kind(of)),
            ("minItems", length(least)),
            ("maxItems", length(most)),
        ]),
        Kind::Table(form) => table(form),
    }
}
