use super::kind::KIND;
use super::plan::Plan;
use super::tags::Tags;
use crate::scenario::Scenario;
use crate::scene::geom::Area;
use crate::scene::stage::{Index, View};
use crate::show;
use crate::story::pace::Mark;
use crate::story::{Layer, Script, roles};
use crate::tests::telling::tell;
use kitchen_core::units::Time;
use kitchen_text::Lang;

#[test]
fn the_step_can_be_told() {
    tell("cast", &Scenario::default_for(KIND));
}

/// All that the table of the cast names stands on the stage in the end, each with its tag, where the chapter has its usual
/// room: none over another, none over the stage's edge.
#[test]
fn everyone_has_a_tag_of_its_own() {
    let show = show::run(&Scenario::default_for(KIND)).unwrap();
    let index = super::CHAPTER.index(&show);
    let areas = |size: [f32; 2], lang: Lang, layer: Layer| {
        let script = Script::default();
        let view = view(&show, &script, &index, (size, lang, layer));
        Tags::areas(&view, &Plan::new(&view))
    };
    let apart = |a: &Area, b: &Area| a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
    let mut faults = Vec::new();
    for size in [[344.0, 440.0], [351.0, 622.0], [1224.0, 560.0], [1864.0, 840.0]] {
        for (lang, layer) in Lang::ALL.into_iter().flat_map(|lang| [(lang, Layer::Kitchen), (lang, Layer::XRay)]) {
            let areas = areas(size, lang, layer);
            assert_eq!(areas.len(), roles().len());
            for (i, a) in areas.iter().enumerate() {
                let mut over: Vec<_> = (0..i).filter(|&j| !apart(a, &areas[j])).map(Tags::name).collect();
                if a.x < 0.0 || a.right() > size[0] || a.bottom() > size[1] {
                    over.push("the edge");
                }
                if !over.is_empty() {
                    faults.push(format!("{size:?} {lang:?} {layer:?}: {} over {over:?}", Tags::name(i)));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

fn view<'a>(
    show: &'a show::Show,
    script: &'a Script,
    index: &'a Index,
    (size, lang, layer): ([f32; 2], Lang, Layer),
) -> View<'a> {
    let (playhead, per_second) = (show.makespan(), Time::from_us(500));
    View { show, script, index, playhead, per_second, mark: Mark::Usual, layer, lang, size }
}
