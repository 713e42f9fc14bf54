//! What scripts may call: `window.collectiveKitchen`, for tests, benchmarks and pages that embed this one. Plain data
//! crosses the boundary, as the DTOs below.

use js_sys::{Array, Function, Promise};
use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show::{self, Show};
use kitchen_story::story;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::page::action::Command;
use crate::page::address;
use crate::view::player::Handle;
use crate::web::assets::{self, Goal};
use crate::web::dom;

/// The object's name on the window.
const NAME: &str = "collectiveKitchen";

/// Where the reader is.
#[derive(Debug, Serialize)]
struct State {
    chapter: Option<String>,
    /// The link's query and hash.
    query: String,
    hash: String,
    /// Picoseconds, as decimal text: a JavaScript number would round large ones.
    time_ps: String,
    end_ps: String,
    playing: bool,
    guided: bool,
    speed: f64,
    caption: String,
    beats: Vec<Beat>,
}

#[derive(Debug, Serialize)]
struct Beat {
    id: String,
    at_ps: String,
    caption: String,
}

/// `window.collectiveKitchen`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CollectiveKitchen {
    player: Handle,
}

#[wasm_bindgen]
impl CollectiveKitchen {
    /// The ids of the chapters that are open.
    pub fn chapters(&self) -> Vec<String> {
        chapters::chapters().map(|chapter| chapter.id.to_owned()).collect()
    }

    /// Runs a chapter (with the parameters of a link's hash, if given) and promises the digest of each run's trace, as 16
    /// hexadecimal digits: equal to what the command line prints. The promise fails with a sentence where there is no such chapter,
    /// where it does not come, or where the run is refused.
    pub fn digest(&self, chapter: &str, hash: Option<String>) -> Promise {
        let chapter = chapters::chapter(chapter);
        let is_own = hash.as_deref().is_some_and(address::is_own);
        let goal = Goal { lang: dom::language(), chapter: chapter.map(|chapter| chapter.id), is_own };
        Promise::new(&mut move |keep: Function, fail: Function| {
            let hash = hash.clone();
            assets::fetch(goal, move |came| {
                let chapter =
                    chapter.ok_or("no such chapter").and_then(|found| came.then_some(found).ok_or("it did not come"));
                let told =
                    match chapter.map_err(JsValue::from).and_then(|chapter| CollectiveKitchen::run(chapter, hash)) {
                        Ok(digests) => {
                            keep.call1(&JsValue::NULL, &digests.into_iter().map(JsValue::from).collect::<Array>())
                        }
                        Err(sentence) => fail.call1(&JsValue::NULL, &sentence),
                    };
                let _ = told;
            });
        })
    }

    fn run(chapter: &Chapter, hash: Option<String>) -> Result<Vec<String>, JsValue> {
        let scenario = match hash {
            Some(hash) => chapters::parse(&format!("scene={}", chapter.id), &hash).0.scenario,
            None => Scenario::default_for(chapter.kind),
        };
        let show = show::run(&scenario).map_err(|line| JsValue::from(line.say(dom::language())))?;
        Ok(show.runs.iter().map(|run| format!("{:016x}", run.trace.digest())).collect())
    }

    /// The digests of the runs that are played now, wherever they were simulated; empty on the home page.
    pub fn played(&self) -> Vec<String> {
        let digests = |show: &Show| show.runs.iter().map(|run| format!("{:016x}", run.trace.digest())).collect();
        let is_home = self.player.state().chapter.is_none();
        self.player.playing().filter(|_| !is_home).map_or_else(Vec::new, |playing| digests(&playing.show))
    }

    /// Where the reader is now; `null` on the home page.
    ///
    /// # Errors
    /// Never in practice: plain data is always serialised.
    pub fn state(&self) -> Result<JsValue, JsValue> {
        let caption = self.player.caption();
        let state = self.player.state();
        let Some(run) = state.run.as_ref().filter(|_| state.chapter.is_some()) else { return Ok(JsValue::NULL) };
        let (address, status, lang) = (state.address(), state.status(), state.lang);
        let (query, hash) = address.encode();
        let beat = |beat: &story::Beat| Beat {
            id: beat.id.clone(),
            at_ps: beat.at.0.to_string(),
            caption: beat.line(story::Layer::Kitchen).say(lang),
        };
        let state = State {
            chapter: address.look.scene,
            query,
            hash,
            time_ps: state.head.at().0.to_string(),
            end_ps: run.timeline.end.0.to_string(),
            playing: status.playing,
            guided: status.guided,
            speed: status.speed.factor(),
            caption,
            beats: run.script.beats.iter().map(beat).collect(),
        };
        Ok(serde_wasm_bindgen::to_value(&state)?)
    }

    /// Goes to a moment, in picoseconds of simulated time.
    pub fn seek(&self, time_ps: f64) {
        self.player.act(Command::Seek(Time(time_ps.max(0.0) as u64)));
    }

    /// Plays or pauses.
    pub fn toggle(&self) {
        self.player.act(Command::Toggle);
    }

    /// Composes and paints `frames` frames spread over the run; returns the milliseconds of each, as
    /// `{ build: number[], paint: number[] }`; `null` on the home page.
    ///
    /// # Errors
    /// Never in practice: plain data is always serialised.
    pub fn bench(&self, frames: u32) -> Result<JsValue, JsValue> {
        match self.player.bench(frames.clamp(1, 10_000)) {
            Some(times) => Ok(serde_wasm_bindgen::to_value(&times)?),
            None => Ok(JsValue::NULL),
        }
    }
}

/// Puts the object on the window.
pub(crate) fn publish(player: &Handle) {
    let object = JsValue::from(CollectiveKitchen { player: player.clone() });
    let _ = js_sys::Reflect::set(&dom::window(), &NAME.into(), &object);
}
