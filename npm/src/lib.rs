//! The door from JavaScript to `kitchen_command::request`. What stands on the other side of it is in `js/`.

use js_sys::Function;
use kitchen_command::request::{self, Asked};
use kitchen_text::Lang;
use serde::Serialize as _;
use serde_json::{Map, Value, json};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// What JavaScript has as a plain object, and whole numbers as numbers.
fn given(value: &Value) -> Result<JsValue, JsValue> {
    value.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}

fn command(id: &str) -> Result<Asked, JsValue> {
    Asked::from_id(id).ok_or_else(|| JsValue::from(format!("no such command: {id}")))
}

/// Asks a command by its flags, `{ system: "dgx-h100", nodes: 2 }`. Gives `{ answer, notes }`, or `{ about, sentence }` where it is refused.
/// `heard` is called with how far it is, from 0 to 1, where it takes long.
///
/// # Errors
/// There is no such command or language, or the flags are no object.
#[wasm_bindgen]
pub fn ask(id: &str, flags: JsValue, lang: &str, heard: Option<Function>) -> Result<JsValue, JsValue> {
    let asked = command(id)?;
    let lang = Lang::from_tag(lang).ok_or_else(|| JsValue::from(format!("lang: {}", languages().join(", "))))?;
    let flags: Map<String, Value> = serde_wasm_bindgen::from_value(flags)?;
    let flags: Vec<(String, Value)> = flags.into_iter().collect();
    let mut told = |share: f64| {
        if let Some(heard) = &heard {
            // What the caller's function throws is its own affair.
            let _ = heard.call1(&JsValue::NULL, &share.into());
        }
    };
    let said = match request::answer_heard(asked, &flags, lang, &mut told) {
        Ok(answer) => {
            let text = answer.text;
            let answered = serde_json::from_str(&text).unwrap_or(Value::String(text));
            json!({ "answer": answered, "notes": answer.notes })
        }
        Err(refused) => json!({ "about": refused.about, "sentence": refused.sentence }),
    };
    given(&said)
}

/// The languages of sentences. In one that is not whole, what it does not say is said in English.
#[wasm_bindgen]
pub fn languages() -> Vec<String> {
    Lang::ALL.map(|lang| lang.tag().to_owned()).to_vec()
}

/// The commands, each with its flags: `[{ name, flags: [{ name, kind, help, values }] }]`; kinds are `text`, `number`, `switch` and
/// `list`, and `values` are all that a text may be, where that is told.
///
/// # Errors
/// There is no such language.
#[wasm_bindgen]
pub fn declared(lang: &str) -> Result<JsValue, JsValue> {
    let lang = Lang::from_tag(lang).ok_or_else(|| JsValue::from(format!("lang: {}", languages().join(", "))))?;
    let all = Asked::ALL.map(|asked| json!({ "name": asked.id(), "flags": request::declared(asked, lang) }));
    given(&Value::from(all.to_vec()))
}
