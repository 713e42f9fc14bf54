//! The core in a browser: what it computes there is what it computes here.

#![cfg(target_arch = "wasm32")]

use kitchen_core::descent::Plan;
use kitchen_core::descent::model::{Dataset, Model};
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show;
use kitchen_story::story::Layer;
use kitchen_text::Lang;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

mod witness;

wasm_bindgen_test_configure!(run_in_browser);

/// What `examples/digests.rs` printed on this machine, one chapter a line; set by `cargo xtask test web`.
const NATIVE: Option<&str> = option_env!("KITCHEN_DIGESTS");

fn digests(chapter: &Chapter) -> String {
    let show = show::run(&Scenario::default_for(chapter.kind))
        .unwrap_or_else(|line| panic!("{}: {}", chapter.id, line.say(Lang::En)));
    assert!(show.runs.iter().any(|run| run.trace.makespan > kitchen_core::units::Time::ZERO), "{}", chapter.id);
    show.runs.iter().map(|run| format!(" {:016x}", run.trace.digest())).collect()
}

#[wasm_bindgen_test]
fn every_chapter_has_the_digest_of_the_native_run() {
    let native = NATIVE.expect("KITCHEN_DIGESTS: run this by `cargo xtask test web`");
    assert!(chapters::chapters().next().is_some());
    for chapter in chapters::chapters() {
        let here = format!("{}{}", chapter.id, digests(chapter));
        assert!(native.split(';').any(|line| line == here), "here {here}; native {native}");
    }
}

/// Bit for bit: sums, products, quotients and square roots are the same in both.
#[wasm_bindgen_test]
fn every_descent_has_the_digest_of_the_native_run() {
    let native = NATIVE.expect("KITCHEN_DIGESTS: run this by `cargo xtask test web`");
    for recipe in Model::ALL {
        let descent = Plan::of(recipe, Dataset::Different).run().unwrap_or_else(|error| panic!("{error:?}"));
        let here = format!("{} {:016x}", recipe.id(), descent.digest());
        assert!(native.split(';').any(|line| line == here), "here {here}; native {native}");
    }
}

#[wasm_bindgen_test]
fn every_packet_run_has_the_digest_of_the_native_run() {
    let native = NATIVE.expect("KITCHEN_DIGESTS: run this by `cargo xtask test web`");
    for here in witness::lines().unwrap_or_else(|error| panic!("{error:?}")) {
        assert!(native.split(';').any(|line| line == here), "here {here}; native {native}");
    }
}

#[wasm_bindgen_test]
fn every_chapter_tells_its_story_in_both_languages() {
    for chapter in chapters::chapters() {
        let show = show::run(&Scenario::default_for(chapter.kind)).unwrap_or_else(|line| panic!("{line:?}"));
        let script = chapter.script(&show);
        assert!(script.beats.len() >= 3, "{}", chapter.id);
        for beat in &script.beats {
            for lang in Lang::ALL {
                assert!(!beat.line(Layer::Kitchen).say(lang).is_empty(), "{} {}", chapter.id, beat.id);
            }
        }
    }
}
