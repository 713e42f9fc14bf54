//! A verdict as plain values in one language, to cross from the worker to the page.

use kitchen_core::units::Time;
use kitchen_core::wire::{Wire, wire};
use kitchen_story::story::gate::{Answers, Case, Form, Right, Stretch, Verdict};
use kitchen_text::Lang;

/// A case as the page draws it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub name: String,
    pub end: Time,
    pub lanes: Vec<Vec<Part>>,
    /// Whether it is told when it is done.
    pub is_race: bool,
    /// A number after each equal part of the time, where it is no race.
    pub curve: Vec<f64>,
}

/// A part of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub start: Time,
    pub end: Time,
    /// A `Tone`'s number.
    pub tone: u8,
}

wire!(Shown { name, end, lanes, is_race, curve });
wire!(Part { start, end, tone });

impl Shown {
    pub fn of(case: &Case, lang: Lang) -> Shown {
        let part = |part: &Stretch| Part { start: part.start, end: part.end, tone: part.tone as u8 };
        let lanes = case.lanes.iter().map(|lane| lane.iter().map(part).collect()).collect();
        let curve = if let Form::Curve(curve) = &case.form { curve.clone() } else { Vec::new() };
        Shown { name: case.name.say(lang), end: case.end, lanes, is_race: case.form == Form::Race, curve }
    }
}

/// What is right, the sentence with the computed numbers, and what was run for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    pub right: Right,
    pub reveal: String,
    pub cases: Vec<Shown>,
}

impl Said {
    pub fn of(verdict: &Verdict, lang: Lang) -> Said {
        let cases = verdict.cases.iter().map(|case| Shown::of(case, lang)).collect();
        Said { right: verdict.right, reveal: verdict.reveal.say(lang), cases }
    }
}

/// The bits of the right options, or the number.
impl Wire for Said {
    fn put(&self, out: &mut Vec<u8>) {
        let (bits, number) = match self.right {
            Right::Kinds(answers) => (Some(answers.bits), 0.0),
            Right::Number(number) => (None, number),
        };
        (bits, number).put(out);
        (self.reveal.clone(), self.cases.clone()).put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Said> {
        let (bits, number) = <(Option<u32>, f64)>::take(from)?;
        let (reveal, cases) = Wire::take(from)?;
        let right = bits.map_or(Right::Number(number), |bits| Right::Kinds(Answers { bits }));
        Some(Said { right, reveal, cases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::wire::{pack, unpack};
    use kitchen_story::chapters;
    use kitchen_story::scenario::Scenario;

    fn check(said: &Said) {
        let bytes = pack(said);
        assert_eq!(unpack::<Said>(&bytes).as_ref(), Some(said));
        for cut in [0, 1, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(unpack::<Said>(&bytes[..cut]), None, "{cut} of {} bytes", bytes.len());
        }
    }

    #[test]
    fn every_chapters_verdict_crosses_whole() {
        for chapter in chapters::chapters() {
            let verdict = (chapter.verdict)(&Scenario::default_for(chapter.kind)).expect("a verdict");
            for lang in Lang::ALL {
                let said = Said::of(&verdict, lang);
                assert_eq!((said.right, said.cases.len()), (verdict.right, verdict.cases.len()), "{}", chapter.id);
                check(&said);
            }
        }
    }
}
