//! The moment of a chapter that shows what an entry of the glossary means.

use crate::paper::Moment;

/// The entry, the chapter, the text of the beat, and choices that differ from the chapter's usual scenario.
const MOMENTS: &[(&str, Moment)] = &[
    ("chef", Moment::of("cast", "cast-beat-cook")),
    ("bowl", Moment::of("pipeline", "pipeline-beat-handover")),
    ("shelf", Moment::of("too-big", "")),
    ("graph", Moment::of("graph", "")),
    ("async", Moment::of("async", "")),
    ("activation", Moment::of("cast", "cast-beat-shelf")),
    ("report", Moment::of("cast", "cast-beat-report")),
    ("slope", Moment::of("secret-sauce", "secret-sauce-beat-sheet")),
    ("descent", Moment::of("secret-sauce", "secret-sauce-beat-settled")),
    ("bubble", Moment::of("pipeline", "pipeline-beat-hold")),
    ("gpipe", Moment::of("pipeline", "pipeline-beat-overflow")),
    ("1f1b", Moment::of("pipeline", "pipeline-beat-alternate")),
    ("partial-sum", Moment::of("tensor", "tensor-beat-slip")),
    ("overlap", Moment::of("data", "data-beat-overlap")),
    ("all-reduce", Moment::of("data", "data-beat-add")),
    (
        "all-to-all",
        Moment { choices: &[("op", "all-to-all"), ("algorithm", "direct")], ..Moment::of("collectives", "") },
    ),
    ("corridor", Moment::of("links", "links-beat-crowd")),
    ("decode", Moment::of("two-faces", "two-faces-beat-word")),
    ("expert", Moment::of("experts", "experts-beat-asked")),
    ("dropped", Moment { choices: &[("room", "100")], ..Moment::of("experts", "experts-beat-passed") }),
    ("roofline", Moment::of("two-faces", "two-faces-beat-roof")),
    ("pool", Moment::of("pantry", "pantry-beat-blocked")),
    ("straggler", Moment { choices: &[("mishap", "stove")], ..Moment::of("mishaps", "mishaps-beat-late") }),
    ("goodput", Moment::of("mishaps", "mishaps-beat-many")),
];

pub(crate) fn of(entry: &str) -> Option<Moment> {
    MOMENTS.iter().find(|(name, _)| *name == entry).map(|(_, moment)| *moment)
}

/// The entries that have one.
#[cfg(test)]
pub(crate) fn entries() -> impl Iterator<Item = &'static str> {
    MOMENTS.iter().map(|(name, _)| *name)
}
