//! The numbers on the reports of a meeting, followed through the raw spans from instant to instant: a slip says what its sender had
//! when it left, and counts from when all of it is there.

use std::collections::BTreeMap;

use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;

use super::world::Span;

/// A number, and whose reports are in it, a bit a chef.
#[derive(Clone, Copy, Default)]
pub(crate) struct Number {
    pub(crate) value: i64,
    who: u64,
}

impl Number {
    pub(crate) fn voices(self) -> usize {
        self.who.count_ones() as usize
    }

    fn and(self, other: Number) -> Number {
        Number { value: self.value + other.value, who: self.who | other.who }
    }
}

pub(crate) struct Reports {
    chefs: usize,
    /// By task and place.
    slips: BTreeMap<(usize, u32), Number>,
    /// By chef and place: what stands there from each change on.
    pages: BTreeMap<(usize, u32), Vec<(Time, Number)>>,
}

impl Reports {
    /// Of a meeting's slips, from what each chef's report says in each place at first.
    pub(crate) fn of<'a>(
        slips: impl Iterator<Item = &'a Span> + Clone,
        chefs: usize,
        first: impl Fn(usize, u32) -> i64,
    ) -> Reports {
        let slips = slips.filter(|span| span.travels());
        let places = slips.clone().map(|span| span.label.chunk + span.label.chunks).max().unwrap_or(0);
        let own = |(chef, place)| (Time::ZERO, Number { value: first(chef, place), who: 1 << chef });
        let all = (0..chefs).flat_map(|chef| (0..places).map(move |place| (chef, place)));
        let pages = all.map(|at| (at, vec![own(at)])).collect();
        let mut reports = Reports { chefs, slips: BTreeMap::new(), pages };
        // What comes at an instant is there for what leaves then; an empty slip leaves and comes at once.
        let mut moves: Vec<(Time, bool, usize, Span)> = Vec::new();
        for span in slips {
            moves.push((span.start, true, span.task, *span));
            moves.push((span.end, span.start == span.end, span.task, *span));
        }
        moves.sort_by_key(|&(at, is_late, task, _)| (at, is_late, task));
        let mut on_switch: BTreeMap<u32, Number> = BTreeMap::new();
        for (at, _, _, span) in moves {
            for place in span.label.chunk..span.label.chunk + span.label.chunks {
                if reports.slips.contains_key(&(span.task, place)) {
                    reports.come(at, &span, place, &mut on_switch);
                } else {
                    reports.leave(&span, place, &on_switch);
                }
            }
        }
        reports
    }

    fn leave(&mut self, span: &Span, place: u32, on_switch: &BTreeMap<u32, Number>) {
        let number = match span.label.kind {
            Kind::SwitchMulticast => on_switch.get(&place).copied().unwrap_or_default(),
            _ => self.last(span.gpu, place),
        };
        self.slips.insert((span.task, place), number);
    }

    fn come(&mut self, at: Time, span: &Span, place: u32, on_switch: &mut BTreeMap<u32, Number>) {
        let came = self.slips.get(&(span.task, place)).copied().unwrap_or_default();
        let held = self.last(span.to, place);
        let now = match span.label.kind {
            Kind::SwitchReduce => {
                let sum = on_switch.entry(place).or_default();
                *sum = sum.and(came);
                return;
            }
            Kind::SendReduce => held.and(came),
            _ => came,
        };
        self.pages.entry((span.to, place)).or_default().push((at, now));
    }

    fn last(&self, chef: usize, place: u32) -> Number {
        self.at(Time::MAX, chef, place)
    }

    /// What a chef's report says in a place.
    pub(crate) fn at(&self, t: Time, chef: usize, place: u32) -> Number {
        let changes = self.pages.get(&(chef, place)).into_iter().flatten();
        changes.take_while(|(at, _)| *at <= t).last().map_or(Number::default(), |(_, number)| *number)
    }

    /// Whether a slip says that in some place.
    pub(crate) fn say(&self, slip: &Span, value: i64) -> bool {
        let own = self.slips.range((slip.task, 0)..=(slip.task, u32::MAX));
        own.into_iter().any(|(_, number)| number.value == value)
    }

    /// Since when everyone's numbers are in every place of every report; `None` where that never comes.
    pub(crate) fn agreed(&self) -> Option<Time> {
        let whole = |changes: &Vec<(Time, Number)>| {
            let own = changes.iter().rev().take_while(|(_, number)| number.voices() == self.chefs);
            own.last().map(|(at, _)| *at)
        };
        self.pages.values().map(whole).try_fold(None, |latest, at| Some(latest.max(Some(at?))))?
    }

    /// The places of a report.
    pub(crate) fn places(&self) -> impl Iterator<Item = u32> + '_ {
        self.pages.keys().filter(|(chef, _)| *chef == 0).map(|(_, place)| *place)
    }
}
