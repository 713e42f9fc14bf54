//! Frames allocate nothing: what a frame needs lies in buffers that were filled before. A binary of its own, because its
//! allocator counts for the whole process.

#![cfg(not(target_arch = "wasm32"))]

use std::alloc::System;

use collective_kitchen::page::action::{Action, Command, Run};
use collective_kitchen::page::address;
use collective_kitchen::page::store::Store;
use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::stage::View;
use kitchen_story::show;
use kitchen_story::staged::Staged;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const FRAMES: u64 = 120;

/// Plays a chapter's frames twice, and counts what the second time allocates.
fn allocated(query: &str) -> usize {
    let mut state = Store::new();
    state.reduce(Action::Arrive(address::read(query, "v=1&guide=0", &[])));
    let chapter = state.chapter.and_then(chapters::chapter).expect("a chapter");
    let staged = Staged::new(chapter, show::run(&state.scenario).expect("a run"));
    let (script, timeline) = (staged.told.script.clone(), staged.told.timeline.clone());
    state.reduce(Action::Load(Run::new(state.scenario.clone(), script, timeline, Vec::new(), state.voice())));
    let mut list = DisplayList::new();
    // The first round fills what is kept. What a frame allocates it allocates in every round after that; what is there in one alone is
    // the test runner's own thread.
    let mut least = usize::MAX;
    for round in 0..4 {
        let region = Region::new(ALLOCATOR);
        for frame in 0..FRAMES {
            let run = state.run.as_ref().expect("a run");
            let at = Time(run.timeline.end.0 / FRAMES * frame);
            state.reduce(Action::Play(Command::Seek(at)));
            state.reduce(Action::Play(Command::Toggle));
            state.reduce(Action::Tick { now_s: 0.0, elapsed_ms: 16.0, seen: true });
            let run = state.run.as_ref().expect("a run");
            let view = View {
                show: &staged.show,
                script: &run.script,
                index: &staged.index,
                playhead: state.head.at(),
                per_second: run.timeline.scale(state.head.speed, at),
                mark: run.timeline.mark(at),
                layer: state.layer(),
                lang: state.lang,
                size: [1280.0, 620.0],
            };
            view.draw_frame(&mut list);
        }
        let change = region.change();
        if round > 0 {
            least = least.min(change.allocations + change.reallocations);
        }
    }
    least
}

#[test]
fn frames_allocate_nothing() {
    let mut faults = Vec::new();
    for chapter in chapters::all() {
        for look in ["lang=ja", "lang=en", "lang=ja&layer=xray", "lang=en&layer=xray"] {
            let count = allocated(&format!("scene={}&{look}", chapter.id));
            if count > 0 {
                faults.push(format!("{} {look}: {count} in {FRAMES} frames", chapter.id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
