//! Numbers that follow a run: who computes, who sends and receives, what travels and how fast, at every instant.

use super::facts::{Event, Facts, sent};
use super::{Meter, Said};
use kitchen_core::sim::task::{GpuId, Kind};
use kitchen_core::units::{Rate, Time};
use kitchen_text::{Arg, Key, Line, count, msg};

impl Facts<'_> {
    /// What is going on, at every instant: how many chefs of `all` cook and how many slips, bowls or reports travel.
    pub(crate) fn now(&self, all: usize) -> Said {
        let [busy, moving] = [self.busy_meter(), self.moving_meter()];
        Line::from(msg::CaptionNow { all: count(all), busy, moving }).into()
    }

    /// The same in the x-ray.
    pub(crate) fn now_xray(&self, all: usize) -> Said {
        let [busy, moving] = [self.busy_meter(), self.moving_meter()];
        Line::from(msg::XrayBusy { all: count(all), busy, moving }).into()
    }

    /// [`Facts::busy`] at every instant.
    pub(crate) fn busy_meter(&self) -> Meter {
        let computing = self.events.iter().filter(|event| event.label.kind.is_compute());
        distinct(computing.map(|event| (event.gpu, event.start, event.end)))
    }

    pub(crate) fn moves(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(|event| event.label.kind.is_transfer())
    }

    /// How many transfers are under way, at every instant.
    pub(crate) fn moving_meter(&self) -> Meter {
        level(self.moves().map(|event| (event.start, event.end)))
    }

    /// How many chefs send and how many receive. What enters a switch has no receiver yet, what leaves it no sender.
    pub(crate) fn ends_meters(&self) -> [Meter; 2] {
        let senders = self.moves().filter(|event| event.label.kind != Kind::SwitchMulticast);
        let receivers = self.moves().filter(|event| event.label.kind != Kind::SwitchReduce);
        let span = |event: &Event, gpu: GpuId| (gpu, event.start, event.end);
        [distinct(senders.map(|event| span(event, event.gpu))), distinct(receivers.map(|event| span(event, event.to)))]
    }

    /// What all transfers carry together.
    pub(crate) fn rate_meter(&self) -> Meter {
        let mut changes: Vec<(Time, f64)> = Vec::new();
        for segment in self.run.trace.segments.iter().filter(|segment| segment.start < segment.end) {
            changes.extend([(segment.start, segment.rate), (segment.end, -segment.rate)]);
        }
        kitchen_core::order::sort_by_key(&mut changes, |change| change.0);
        let mut steps: Vec<(Time, Arg)> = vec![(Time::ZERO, Arg::Rate(Rate::ZERO))];
        let mut held = 0.0_f64;
        for (at, change) in changes {
            held += change;
            // Whole bytes a second: what is left of adding and taking away again is nothing.
            push(&mut steps, at, Arg::Rate(Rate::bytes_per_s((held.max(0.0) + 0.5).floor())));
        }
        Meter::Steps(steps)
    }

    /// The x-ray line of a transfer, with its rate while it lasts; afterwards when it was done, and its mean rate.
    pub(crate) fn transfer(&self, event: &Event, what: Key) -> Said {
        let mut steps: Vec<(Time, Arg)> = Vec::new();
        let mut drained = event.start;
        for segment in self.run.trace.segments.iter().filter(|s| s.task == event.task && s.rate > 0.0) {
            push(&mut steps, segment.start, Arg::Rate(Rate::bytes_per_s(segment.rate)));
            drained = drained.max(segment.end);
        }
        let seconds = drained.saturating_sub(event.start).as_secs();
        let mean = if steps.len() == 1 || seconds <= 0.0 {
            self.rate(event)
        } else {
            Rate::bytes_per_s(event.bytes.0 as f64 / seconds)
        };
        if steps.is_empty() {
            steps.push((event.start, Arg::Rate(mean)));
        }
        let done = sent(self, event, what, Meter::fixed(mean)).into();
        let done = Line::from(msg::XrayDone { what: done, time: event.end });
        Said::from(sent(self, event, what, Meter::Steps(steps))).until(event.end, done)
    }
}

/// Adds a step, in order of time, where it changes something.
fn push(steps: &mut Vec<(Time, Arg)>, at: Time, value: Arg) {
    if steps.last().is_some_and(|last| last.0 == at) {
        steps.pop();
    }
    if steps.last().is_none_or(|last| last.1 != value) {
        steps.push((at, value));
    }
}

/// How many of the spans hold at each instant, each from its start to just before its end.
pub(crate) fn level(spans: impl Iterator<Item = (Time, Time)>) -> Meter {
    let mut changes: Vec<(Time, i64)> = Vec::new();
    for (start, end) in spans.filter(|(start, end)| start < end) {
        changes.extend([(start, 1), (end, -1)]);
    }
    kitchen_core::order::sort(&mut changes);
    let mut steps: Vec<(Time, Arg)> = vec![(Time::ZERO, Arg::Int(0))];
    let mut held = 0;
    for (at, change) in changes {
        held += change;
        push(&mut steps, at, Arg::Int(held));
    }
    Meter::Steps(steps)
}

/// How many GPUs have a span that holds; one with two is one GPU.
fn distinct(spans: impl Iterator<Item = (GpuId, Time, Time)>) -> Meter {
    let mut spans: Vec<(GpuId, Time, Time)> = spans.collect();
    kitchen_core::order::sort(&mut spans);
    let mut merged: Vec<(GpuId, Time, Time)> = Vec::with_capacity(spans.len());
    for (gpu, start, end) in spans {
        match merged.last_mut() {
            Some(last) if last.0 == gpu && start <= last.2 => last.2 = last.2.max(end),
            _ => merged.push((gpu, start, end)),
        }
    }
    level(merged.into_iter().map(|(_, start, end)| (start, end)))
}
