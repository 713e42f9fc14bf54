//! The lessons: their rows in minutes, with the moments to show and the worksheets to hand out.

use crate::paper::Moment;

pub(crate) struct Lesson {
    pub(crate) id: &'static str,
    pub(crate) rows: &'static [Row],
}

/// From which minute to which, what is shown, and the worksheet with its number.
pub(crate) struct Row {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) moments: &'static [Moment],
    pub(crate) sheet: Option<(&'static str, u32)>,
}

const fn show(from: u32, to: u32, moments: &'static [Moment]) -> Row {
    Row { from, to, moments, sheet: None }
}

const fn hand_out(from: u32, to: u32, sheet: (&'static str, u32), moments: &'static [Moment]) -> Row {
    Row { from, to, moments, sheet: Some(sheet) }
}

const fn relay(beat: &'static str) -> Moment {
    Moment::of("pipeline", beat)
}

const fn sauce(beat: &'static str) -> Moment {
    Moment::of("secret-sauce", beat)
}

const DOUBLED: Moment = Moment { choices: &[("rate", "0.2")], ..Moment::of("secret-sauce", "") };
const GUESTS: Moment = Moment { choices: &[("guests", "100")], ..Moment::of("two-faces", "two-faces-beat-roof") };

pub(crate) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "ten",
        rows: &[
            show(0, 2, &[relay("")]),
            show(2, 4, &[relay("pipeline-beat-next")]),
            show(4, 7, &[relay("pipeline-beat-gpipe")]),
            show(7, 9, &[relay("pipeline-beat-overflow"), relay("pipeline-beat-one-for-one")]),
            show(9, 10, &[]),
        ],
    },
    Lesson {
        id: "thirty",
        rows: &[
            show(0, 4, &[Moment::of("cast", "")]),
            show(4, 6, &[Moment::of("cast", "cast-beat-wait")]),
            show(6, 10, &[sauce("secret-sauce-beat-tasted"), sauce("secret-sauce-beat-sheet")]),
            hand_out(10, 20, ("step", 2), &[]),
            show(20, 25, &[DOUBLED]),
            show(25, 28, &[Moment::of("data", "data-beat-add")]),
            show(28, 30, &[]),
        ],
    },
    Lesson {
        id: "ninety",
        rows: &[
            show(0, 8, &[Moment::of("cast", "")]),
            show(8, 14, &[sauce("secret-sauce-beat-tasted"), sauce("secret-sauce-beat-sheet")]),
            hand_out(14, 26, ("step", 2), &[DOUBLED]),
            show(26, 32, &[relay(""), relay("pipeline-beat-gpipe")]),
            hand_out(32, 46, ("relay", 1), &[relay("pipeline-beat-one-for-one")]),
            show(46, 50, &[]),
            hand_out(50, 62, ("ring", 3), &[Moment::of("collectives", "")]),
            show(62, 68, &[Moment::of("data", "data-beat-overlap"), Moment::of("links", "links-beat-crowd")]),
            hand_out(68, 82, ("roof", 5), &[Moment::of("two-faces", "two-faces-beat-word"), GUESTS]),
            show(82, 90, &[]),
        ],
    },
];
