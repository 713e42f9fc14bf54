//! What a beat says, and until when it is true.
//!
//! A beat's words stay on the screen until the next beat, while the picture moves on. So each sentence must be true at every
//! instant at which it stands, in both layers. There are three ways to write one:
//!
//! * **lasting**: past with its time, or of no time ("It took 3.1 ms to get here"): a [`Line`] as it is;
//! * **until an instant**: what is going on now, and what stands there when it is over:
//!   `Said::from(line).until(event.end, after)`; `after` is another `Said`, so that a beat may tell several moments.
//!   What computes or travels has this ready for the x-ray: `facts::while_it_lasts(event, compute_line(event))`, and
//!   `transfer_line(facts, event)`, whose rate follows the run and which ends by itself;
//! * **live**: an argument that follows the run: a message's field that is a [`Meter`], as in
//!   `msg::CollectivesBeatHalf { all, done: Meter::come(instants) }`. What is going on in the whole kitchen has this ready:
//!   `Facts::now` and `Facts::now_xray`.
//!
//! What is lasting is soon stale: four seconds of the screen after it began to be true, what is going on in the whole run is said in
//! its place ([`Teller::meanwhile`](super::facts::Teller::meanwhile)), if the beat holds on.
//!
//! [`Meter`]: kitchen_text::Meter
//!
//! How to write a caption: say it to yourself at the beat's instant, half way to the next beat and just before it. "Chef 1
//! is sending" fails as soon as the slip has arrived: end it there, and say then in the past what came of it ("Chef 2 got
//! it at 4.21 ms") or what goes on now. "4 chefs cook" fails when the fifth starts: count with a meter. "So far" and "first"
//! are lasting; "now", "still", "left" and every present tense are not. A span holds from its start (included) to its end
//! (not included), as everywhere. `story::instant_tests` asks each message's checker at random instants: a message without
//! one fails there.

use kitchen_core::units::Time;
use kitchen_core::wire::wire;
use kitchen_text::{Key, Line, Pair};

use super::Layer;

/// A sentence from an instant on.
#[derive(Clone, Debug, PartialEq)]
struct Turn {
    from: Time,
    line: Line,
}

/// The words of a beat in one layer, for every instant at which the beat holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// In order of time, at least one; the first holds from the beat on.
    turns: Vec<Turn>,
    /// From when on the last of them has been said for long enough, and what is going on is said in its place.
    rest: Option<Time>,
}

wire!(Turn { from, line });
wire!(Said { turns, rest });
wire!(Layered { caption, xray });

impl From<Line> for Said {
    /// What stays true until the next beat.
    fn from(line: Line) -> Said {
        Said { turns: vec![Turn { from: Time::ZERO, line }], rest: None }
    }
}

impl Said {
    /// This until just before `end`, and from then on `after`.
    #[must_use]
    pub fn until(self, end: Time, after: impl Into<Said>) -> Said {
        self.cut(end, after.into())
    }

    fn cut(mut self, end: Time, mut after: Said) -> Said {
        self.turns.retain(|turn| turn.from < end || turn.from == Time::ZERO);
        // What `after` would have said before `end` has no time left; the last of it holds at `end`.
        let begun = after.turns.partition_point(|turn| turn.from <= end).max(1);
        after.turns.drain(..begun - 1);
        after.turns[0].from = end;
        self.turns.append(&mut after.turns);
        self
    }

    /// Whether another sentence begins at `t`.
    pub(super) fn turns_at(&self, t: Time) -> bool {
        self.turns.iter().any(|turn| turn.from == t && t > Time::ZERO)
    }

    /// From when on the last sentence is about something that is over: it has no end of its own, and no number in it follows the run.
    pub(super) fn past(&self) -> Option<Time> {
        let last = self.turns.last()?;
        last.line.meters().next().is_none().then_some(last.from)
    }

    /// The last sentence is said until then, and what is going on after it.
    pub(super) fn rest_from(&mut self, at: Option<Time>) {
        self.rest = at;
    }

    pub(super) fn rest(&self) -> Option<Time> {
        self.rest
    }

    fn turn(&self, t: Time) -> usize {
        self.turns.partition_point(|turn| turn.from <= t).saturating_sub(1)
    }

    /// The sentence at `t`.
    pub fn line(&self, t: Time) -> Line {
        self.turns[self.turn(t)].line.at(t)
    }

    /// Whether a number in the sentence at `t` follows the run.
    #[cfg(test)]
    pub(crate) fn counts(&self, t: Time) -> bool {
        self.turns[self.turn(t)].line.meters().next().is_some()
    }

    /// Equal at two instants where the sentence is: so that one that has not changed is not made anew. Allocates nothing.
    pub fn stamp(&self, t: Time) -> u64 {
        let at = self.turn(t);
        let fold = |stamp: u64, value: u64| (stamp ^ value).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
        self.turns[at].line.meters().fold(at as u64, |stamp, meter| fold(stamp, meter.stamp(t) + 1))
    }

    /// Every sentence, each at the instant from which it holds; the first is at zero.
    pub fn lines(&self) -> impl Iterator<Item = (Time, Line)> + '_ {
        self.turns.iter().map(|turn| (turn.from, self.line(turn.from)))
    }
}

impl From<Key> for Said {
    fn from(key: Key) -> Said {
        Line::new(key).into()
    }
}

/// What a beat says in each layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Layered {
    pub caption: Said,
    pub xray: Said,
}

impl<T: Into<Pair>> From<T> for Layered {
    fn from(pair: T) -> Layered {
        let Pair { kitchen, xray } = pair.into();
        Layered { caption: kitchen.into(), xray: xray.into() }
    }
}

impl Layered {
    /// What is said in a layer.
    pub(super) fn said(&self, layer: Layer) -> &Said {
        match layer {
            Layer::Kitchen => &self.caption,
            Layer::XRay => &self.xray,
        }
    }

    /// Words of either layer that are no pair of messages.
    pub fn of(caption: impl Into<Said>, xray: impl Into<Said>) -> Layered {
        Layered { caption: caption.into(), xray: xray.into() }
    }

    /// This until just before `end`, and from then on `after`.
    #[must_use]
    pub fn until(self, end: Time, after: impl Into<Layered>) -> Layered {
        let after = after.into();
        Layered { caption: self.caption.until(end, after.caption), xray: self.xray.until(end, after.xray) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_text::{Arg, Lang, Meter, msg};

    fn chef(n: i64) -> Line {
        Line::from(msg::ChefNumber { n })
    }

    /// What is said at each instant.
    fn check(said: &Said, expected: &[(u64, &str)]) {
        for &(t, text) in expected {
            assert_eq!(said.line(Time(t)).say(Lang::En), text, "at {t}");
        }
        for pair in expected.windows(2) {
            let same = said.stamp(Time(pair[0].0)) == said.stamp(Time(pair[1].0));
            assert_eq!(same, pair[0].1 == pair[1].1, "{pair:?}");
        }
    }

    #[test]
    fn a_sentence_stands_until_its_instant() {
        check(&chef(1).into(), &[(0, "Chef 1"), (9, "Chef 1")]);
        check(&Said::from(chef(1)).until(Time(5), chef(2)), &[(0, "Chef 1"), (4, "Chef 1"), (5, "Chef 2")]);
        let three = Said::from(chef(1)).until(Time(5), Said::from(chef(2)).until(Time(7), chef(3)));
        check(&three, &[(4, "Chef 1"), (5, "Chef 2"), (6, "Chef 2"), (7, "Chef 3")]);
        let late = Said::from(chef(1)).until(Time(8), Said::from(chef(2)).until(Time(7), chef(3)));
        check(&late, &[(7, "Chef 1"), (8, "Chef 3")]);
    }

    #[test]
    fn a_live_argument_follows_the_run() {
        let value = |meter: Meter| Said::from(Line::from(msg::Value { value: meter.into() }));
        let instants = || vec![Time(7), Time(3)];
        check(&value(Meter::come(instants())), &[(2, "0"), (3, "1"), (6, "1"), (7, "2")]);
        check(&value(Meter::to_come(instants())), &[(2, "2"), (3, "1"), (7, "0")]);
        check(
            &value(Meter::Share(Time(3_000))),
            &[(1_000, "33.3%"), (1_001, "33.3%"), (2_999, "99.9%"), (9_000, "100%")],
        );
        check(&value(Meter::Times(Time(1_000))), &[(0, "0.0"), (1_999, "1.9"), (2_000, "2.0")]);
        let steps = vec![(Time(0), Arg::Int(4)), (Time(5), Arg::Int(6))];
        check(&value(Meter::Steps(steps)), &[(0, "4"), (4, "4"), (5, "6")]);
    }
}
