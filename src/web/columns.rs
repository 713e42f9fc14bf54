//! A verdict as plain values, to cross from the worker to the page.

use js_sys::{Array, Float64Array};
use kitchen_core::text::Lang;
use kitchen_story::story::gate::{Answers, Case, Right, Stretch, Verdict};
use wasm_bindgen::{JsCast, JsValue};

/// A case as the page draws it: times in picoseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub name: String,
    pub end: f64,
    /// For each lane start, end and tone of each stretch.
    pub lanes: Vec<Vec<f64>>,
}

impl Shown {
    pub fn of(case: &Case, lang: Lang) -> Shown {
        let lane = |lane: &Vec<Stretch>| {
            lane.iter().flat_map(|part| [part.start.0 as f64, part.end.0 as f64, f64::from(part.tone as u8)]).collect()
        };
        Shown { name: case.name.say(lang), end: case.end.0 as f64, lanes: case.lanes.iter().map(lane).collect() }
    }

    /// As it travels: name, end, lanes.
    fn pack(&self) -> JsValue {
        let lanes: Array = self.lanes.iter().map(|lane| Float64Array::from(lane.as_slice())).collect();
        Array::of3(&self.name.as_str().into(), &self.end.into(), &lanes).into()
    }

    fn unpack(message: &JsValue) -> Option<Shown> {
        let message = Array::from(message);
        let lanes = Array::from(&message.get(2)).iter().map(|lane| Float64Array::new(&lane).to_vec()).collect();
        Some(Shown { name: message.get(0).as_string()?, end: message.get(1).as_f64()?, lanes })
    }
}

/// A verdict in a language: of which kind, the number or the bits of the right options, the sentence, the cases.
pub fn pack_verdict(verdict: &Verdict, lang: Lang) -> Array {
    let (kind, value) = match verdict.right {
        Right::Kinds(answers) => (0, f64::from(answers.bits)),
        Right::Number(number) => (1, number),
    };
    let cases: Array = verdict.cases.iter().map(|case| Shown::of(case, lang).pack()).collect();
    Array::of4(&kind.into(), &value.into(), &verdict.reveal.say(lang).into(), &cases)
}

pub fn unpack_verdict(message: &JsValue) -> Option<(Right, String, Vec<Shown>)> {
    let message: &Array = message.dyn_ref()?;
    let value = message.get(1).as_f64()?;
    let right = match message.get(0).as_f64()? as u8 {
        0 => Right::Kinds(Answers { bits: value as u32 }),
        _ => Right::Number(value),
    };
    let cases = Array::from(&message.get(3)).iter().filter_map(|case| Shown::unpack(&case)).collect();
    Some((right, message.get(2).as_string()?, cases))
}
