//! The page's second thread. The same program, started in a worker, runs what would hold up the page.
//!
//! A request is `[id, what, query, hash, parts, opened, texts, shared]`: the scenario travels as the link it is anyway, the parts of the program as
//! modules that the page has compiled. Answers are `[id, kind,
//! payload, …]`, see [`Answer`]; to a request for a show there are several.

use js_sys::{Array, Date, Uint8Array};
use kitchen_core::wire;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{self, Address};
use kitchen_story::show::{self, Show};
use kitchen_story::staged::{self, Part};
use kitchen_story::story::{Layer, Verdict};
use kitchen_text::Lang;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::{assets, parts};
use crate::page::verdict::Said;
use crate::page::waiting::Telling;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Show,
    Verdict,
    /// The answers to what the reader brought, by the chapter's door.
    Race,
    /// The city of what the reader brought, by the chapter's door.
    City,
    /// The same after the purchase.
    CityBought,
    /// A file to take away: who did what from when to when, as a table.
    Spans,
    /// The same for other tools.
    Trace,
}

/// What an answer is. Bytes are in the wire format, and given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// How much of all runs is simulated: null, and so much of [`PARTS`](crate::page::waiting::PARTS).
    Progress,
    /// A run of the show: its bytes, how many are done, of how many.
    Run,
    /// The rest of the show: its bytes.
    Told,
    /// The timeline of its links: its bytes.
    Network,
    /// Why the scenario cannot run: the bytes of a sentence.
    Refused,
    /// A [`Said`] in the link's language, by the texts that came along; null where the simulator refused.
    Verdict,
}

/// The worker's own scope, where this is a worker.
fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Whether this program was started in a worker; then it answers requests from now on.
pub fn serve(write: Write) -> bool {
    let Some(scope) = scope() else { return false };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new({
        let scope = scope.clone();
        let mut last = None;
        move |event: MessageEvent| {
            let request = Array::from(&event.data());
            if answer(&scope, &request, &mut last, write).is_none() {
                let _ =
                    scope.post_message(&Array::of3(&request.get(0), &(Answer::Verdict as u8).into(), &JsValue::NULL));
            }
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Requests that came while the program was being started have waited for this.
    let _ = scope.post_message(&JsValue::NULL);
    true
}

/// What makes a file of a show, in a language and a layer; it belongs to the part by which moments are shared.
pub type Write = fn(What, &Show, (Lang, Layer)) -> Vec<u8>;

/// The last verdict and what it was on: the same is asked again when the reader changes the language.
type Last = Option<(String, Scenario, Verdict)>;

fn answer(scope: &DedicatedWorkerGlobalScope, request: &Array, last: &mut Last, write: Write) -> Option<()> {
    let text = |index: u32| request.get(index).as_string();
    let (query, hash) = (text(2)?, text(3)?);
    let opened = request.get(5);
    if !parts::accept(&link::look(&query).scene?, &request.get(4))
        || !(opened.is_undefined() || parts::accept(parts::OPENED, &opened))
    {
        return None;
    }
    let (address, problems) = chapters::parse(&query, &hash);
    if !problems.is_empty() {
        return None;
    }
    let chapter = address.look.scene.clone()?;
    let what = request.get(1).as_f64()? as u8;
    if what != What::Verdict as u8 {
        let post = |kind: Answer, bytes: &[u8], more: [u32; 2]| {
            let bytes = Uint8Array::from(bytes);
            let answer = Array::of3(&request.get(0), &(kind as u8).into(), &bytes);
            answer.push(&more[0].into());
            answer.push(&more[1].into());
            let _ = scope.post_message_with_transfer(&answer, &Array::of1(&bytes.buffer()));
        };
        if what == What::Race as u8 {
            let door = chapters::chapter(&chapter)?.brings?;
            (door.race)(&address.scenario, &mut |bytes| post(Answer::Run, &bytes, [0; 2]));
            // That was all.
            return None;
        }
        if let Some(city) = [What::City, What::CityBought].into_iter().find(|city| *city as u8 == what) {
            let door = chapters::chapter(&chapter)?.brings?;
            post(Answer::Run, &(door.city)(&address.scenario, city == What::CityBought), [0; 2]);
            // That was all.
            return None;
        }
        let file = [What::Spans, What::Trace].into_iter().find(|file| *file as u8 == what);
        if let Some(file) = file {
            let lang = texts(request, &address, &chapter)?;
            let is_here = parts::accept(parts::SHARED, &request.get(7));
            let show = is_here.then(|| show::run(&address.scenario).ok())??;
            post(Answer::Run, &write(file, &show, (lang, address.look.layer)), [0; 2]);
            // That was all.
            return None;
        }
        let mut telling = Telling::default();
        let sent = staged::send(chapters::chapter(&chapter)?, &address.scenario, |part| match part {
            Part::Progress(progress) => {
                if let Some(parts) = telling.at(Date::now(), progress) {
                    let told =
                        Array::of4(&request.get(0), &(Answer::Progress as u8).into(), &JsValue::NULL, &parts.into());
                    let _ = scope.post_message(&told);
                }
            }
            Part::Run { bytes, done, all } => post(Answer::Run, &bytes, [done, all]),
            Part::Told(bytes) => post(Answer::Told, &bytes, [0; 2]),
            Part::Network(bytes) => post(Answer::Network, &bytes, [0; 2]),
        });
        if let Err(line) = sent {
            post(Answer::Refused, &wire::pack(&line), [0; 2]);
        }
        return Some(());
    }
    let lang = texts(request, &address, &chapter)?;
    let verdict = verdict(chapter, address.scenario, last)?;
    let bytes = Uint8Array::from(wire::pack(&Said::of(verdict, lang)).as_slice());
    scope.post_message(&Array::of3(&request.get(0), &(Answer::Verdict as u8).into(), &bytes)).ok()
}

fn verdict(chapter: String, scenario: Scenario, last: &mut Last) -> Option<&Verdict> {
    if !last.as_ref().is_some_and(|(of, on, _)| (of, on) == (&chapter, &scenario)) {
        let verdict = (chapters::chapter(&chapter)?.verdict)(&scenario).ok()?;
        *last = Some((chapter, scenario, verdict));
    }
    last.as_ref().map(|(_, _, verdict)| verdict)
}

/// Takes over the texts that came along, of the address's language.
fn texts(request: &Array, address: &Address, chapter: &str) -> Option<Lang> {
    let lang = address.look.lang?;
    let texts = Array::from(&request.get(6));
    for (index, pack) in (0..).zip(assets::packs(Some(chapter))) {
        pack.accept(lang, texts.get(index).as_string()?);
    }
    Some(lang)
}
