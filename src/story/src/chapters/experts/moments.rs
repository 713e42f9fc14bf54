//! When what happens on each page of the run.

use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::routing::Part;

use super::run::{CHEFS, PAGES};

/// The moments of one page.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// When everyone had the page before behind them.
    pub start: Time,
    /// Of each chef: from the start to the end of its own part.
    pub own: [[Time; 2]; CHEFS],
    /// Of each chef: from the start to the end of what it is a specialist in.
    pub cook: [[Time; 2]; CHEFS],
    /// When everyone had chosen.
    pub asked: Time,
    /// When every bowl was back.
    pub done: Time,
    /// The chef who is done last, and the one who is done first.
    pub slow: usize,
    pub quick: usize,
}

impl Moments {
    /// The page in parts that follow each other: the own part, the dispatch, the slowest specialist, the combine.
    pub(super) fn parts(&self) -> [Time; 4] {
        let [begun, cooked] = self.cook[self.slow];
        [
            self.asked.saturating_sub(self.start),
            begun.saturating_sub(self.asked),
            cooked.saturating_sub(begun),
            self.done.saturating_sub(cooked),
        ]
    }

    /// The last end of the other specialists.
    pub(super) fn others_done(&self) -> Time {
        let others = (0..CHEFS).filter(|&chef| chef != self.slow);
        others.map(|chef| self.cook[chef][1]).max().unwrap_or_default()
    }

    pub(super) fn time(&self) -> Time {
        self.done.saturating_sub(self.start)
    }
}

/// The moments of every page.
pub(super) fn pages(run: &Run) -> Vec<Moments> {
    let mut pages: Vec<Moments> = Vec::with_capacity(PAGES);
    for page in 0..PAGES {
        let zero = [[Time::ZERO; 2]; CHEFS];
        let start = pages.last().map_or(Time::ZERO, |before| before.done);
        let mut now = Moments { start, own: zero, cook: zero, asked: Time::ZERO, done: Time::ZERO, slow: 0, quick: 0 };
        for (task, label) in run.graph.labels.iter().enumerate() {
            let span = [run.trace.start[task], run.trace.end[task]];
            match run.graph.work[task] {
                Work::Compute { gpu, .. } if label.kind == Kind::Forward => {
                    let gpu = (gpu as usize).min(CHEFS - 1);
                    if label.step == Part::Own.step(page) {
                        now.own[gpu] = span;
                        now.asked = now.asked.max(span[1]);
                    } else if label.step == Part::Experts.step(page) {
                        now.cook[gpu] = span;
                    }
                }
                Work::Transfer { .. } if label.step == Part::Experts.step(page) => now.done = now.done.max(span[1]),
                _ => {}
            }
        }
        for chef in 1..CHEFS {
            if now.cook[chef][1] > now.cook[now.slow][1] {
                now.slow = chef;
            }
            if now.cook[chef][1] < now.cook[now.quick][1] {
                now.quick = chef;
            }
        }
        pages.push(now);
    }
    pages
}

/// The way back through one page: the reports are handed to the specialists, worked through, and handed back; then everyone has its own
/// part.
#[derive(Clone, Debug)]
pub(super) struct Back {
    /// Which page, from 0.
    pub page: usize,
    /// When everyone had what was before it behind them.
    pub start: Time,
    /// Of each chef: when it began to send its reports.
    pub begun: [Time; CHEFS],
    /// Of each chef: from the start to the end of what it is a specialist in, and of its own part.
    pub cook: [[Time; 2]; CHEFS],
    pub own: [[Time; 2]; CHEFS],
    /// When every report was back.
    pub through: Time,
    pub done: Time,
    /// The chef whose specialists are done last.
    pub slow: usize,
}

impl Back {
    /// The parts that follow each other: handing out, the slowest specialist, handing back, the own part.
    pub(super) fn parts(&self) -> [Time; 4] {
        let [begun, cooked] = self.cook[self.slow];
        [
            begun.saturating_sub(self.start),
            cooked.saturating_sub(begun),
            self.through.saturating_sub(cooked),
            self.done.saturating_sub(self.through),
        ]
    }

    /// The last end of the other specialists.
    pub(super) fn others_done(&self) -> Time {
        let others = (0..CHEFS).filter(|&chef| chef != self.slow);
        others.map(|chef| self.cook[chef][1]).max().unwrap_or_default()
    }

    pub(super) fn time(&self) -> Time {
        self.done.saturating_sub(self.start)
    }
}

/// The way back, the last page first.
pub(super) fn backs(run: &Run) -> Vec<Back> {
    let mut start = pages(run).last().map_or(Time::ZERO, |page| page.done);
    let mut all = Vec::with_capacity(PAGES);
    for page in (0..PAGES).rev() {
        let [cooks, owns] = [Part::Experts, Part::Own].map(|part| part.step_back(page, PAGES));
        let zero = [[Time::ZERO; 2]; CHEFS];
        let begun = [Time::MAX; CHEFS];
        let mut now =
            Back { page, start, begun, cook: zero, own: zero, through: Time::ZERO, done: Time::ZERO, slow: 0 };
        for (task, label) in run.graph.labels.iter().enumerate() {
            let span = [run.trace.start[task], run.trace.end[task]];
            match run.graph.work[task] {
                Work::Compute { gpu, .. } if label.kind == Kind::Backward => {
                    let gpu = (gpu as usize).min(CHEFS - 1);
                    if label.step == cooks {
                        now.cook[gpu] = span;
                    } else if label.step == owns {
                        now.own[gpu] = span;
                        now.done = now.done.max(span[1]);
                    }
                }
                Work::Transfer { src, .. } if label.step == cooks => {
                    let gpu = (src as usize).min(CHEFS - 1);
                    now.begun[gpu] = now.begun[gpu].min(span[0]);
                }
                Work::Transfer { .. } if label.step == owns => now.through = now.through.max(span[1]),
                _ => {}
            }
        }
        for chef in 0..CHEFS {
            // Who sends nothing begins with its own.
            now.begun[chef] = now.begun[chef].min(now.cook[chef][0]);
            if now.cook[chef][1] > now.cook[now.slow][1] {
                now.slow = chef;
            }
        }
        start = now.done;
        all.push(now);
    }
    all
}
