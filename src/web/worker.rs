//! The page's second thread. The same program, started in a worker, simulates what would hold up the page.
//!
//! A request is `[id, what, query, hash, parts, texts]`: the scenario travels as the link it is anyway, with the compiled parts
//! of the program that its chapter needs. An answer is `[id, payload]`: the traces of the runs, or a verdict as `[bits
//! of the right options, sentence]`, in the link's language and by the texts that came along; null where the simulator refused.

use js_sys::{Array, Object, Reflect, WebAssembly};
use kitchen_core::scenario::{self, Scenario, link};
use kitchen_core::story::{self, Verdict};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::{columns, needs};

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Traces,
    Verdict,
}

/// The worker's own scope, where this is a worker.
fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Whether this program was started in a worker; then it answers requests from now on.
pub fn serve() -> bool {
    let Some(scope) = scope() else { return false };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new({
        let scope = scope.clone();
        let mut last = None;
        let mut parts = Parts::default();
        move |event: MessageEvent| {
            let request = Array::from(&event.data());
            parts.put_in(&request);
            let answer = Array::of2(&request.get(0), &answer(&request, &mut last).unwrap_or(JsValue::NULL));
            let _ = scope.post_message(&answer);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Requests that came while the program was being started have waited for this.
    let _ = scope.post_message(&JsValue::NULL);
    true
}

/// The parts of the program that were put into this worker's: by chapter, and what all of it exports.
#[derive(Default)]
struct Parts {
    of: Vec<String>,
    exported: Option<Object>,
}

impl Parts {
    /// Puts in what a request brings for its chapter, once. Where that fails, the program lacks it and the worker stops with
    /// an error; then the page computes by itself.
    fn put_in(&mut self, request: &Array) {
        let chapter = request.get(2).as_string().and_then(|query| link::parse(&query, "").0.look.scene);
        let Some(chapter) = chapter.filter(|chapter| !self.of.contains(chapter)) else { return };
        let all = wasm_bindgen::exports();
        let exported = self.exported.get_or_insert_with(|| Object::assign(&Object::new(), all.unchecked_ref()));
        let imports = Object::new();
        let _ = Reflect::set(&imports, &"k".into(), exported);
        for part in Array::from(&request.get(4)).iter() {
            let Ok(instance) = WebAssembly::Instance::new(part.unchecked_ref(), &imports) else { return };
            Object::assign(exported, &instance.exports());
        }
        self.of.push(chapter);
    }
}

/// The last verdict and what it was on: the same is asked again when the reader changes the language.
type Last = Option<(String, Scenario, Verdict)>;

fn answer(request: &Array, last: &mut Last) -> Option<JsValue> {
    let text = |index: u32| request.get(index).as_string();
    let (query, hash) = (text(2)?, text(3)?);
    let (address, problems) = link::parse(&query, &hash);
    if !problems.is_empty() {
        return None;
    }
    if request.get(1).as_f64()? as u8 == What::Verdict as u8 {
        let (lang, chapter) = (address.look.lang?, address.look.scene?);
        let texts = Array::from(&request.get(5));
        for (index, pack) in (0..).zip(needs::packs(Some(&chapter))) {
            pack.accept(lang, texts.get(index).as_string()?);
        }
        let verdict = verdict(chapter, address.scenario, last)?;
        return Some(Array::of2(&verdict.right.bits.into(), &verdict.reveal.say(lang).into()).into());
    }
    let show = scenario::run(&address.scenario).ok()?;
    Some(show.runs.iter().map(|run| columns::pack(&run.trace)).collect::<Array>().into())
}

fn verdict(chapter: String, scenario: Scenario, last: &mut Last) -> Option<&Verdict> {
    if !last.as_ref().is_some_and(|(of, on, _)| (of, on) == (&chapter, &scenario)) {
        let verdict = (story::chapter(&chapter)?.verdict)(&scenario).ok()?;
        *last = Some((chapter, scenario, verdict));
    }
    last.as_ref().map(|(_, _, verdict)| verdict)
}
