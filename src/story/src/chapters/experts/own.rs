//! What the picture asks of a show: who has which bowls at an instant.

use kitchen_core::run::Run;
use kitchen_core::sim::task::{TaskId, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::routing::{Part, Routing};

use crate::scene::index::RunIndex;
use crate::show::Show;

use super::moments::{backs, pages};
use super::run::{CHEFS, PAGES, Plan, WORDS};

/// Bowls of one kind in a pile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Look {
    /// Nobody has chosen yet.
    Plain,
    /// For, or from, the specialist of a chef.
    Of(usize),
    /// Not back yet from the specialist of a chef.
    Awaited(usize),
    /// No specialist had room.
    Passed,
}

/// The most kinds of bowls in a pile.
const KINDS: usize = 2 * CHEFS + 2;

/// A pile from the bottom up, and how many bowls of each kind there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    /// Whether these are reports, on the way back.
    pub reports: bool,
    kinds: [(Look, f32); KINDS],
    len: usize,
}

impl Pile {
    fn push(&mut self, look: Look, bowls: f32) {
        if bowls > 0.0 && self.len < KINDS {
            self.kinds[self.len] = (look, bowls);
            self.len += 1;
        }
    }

    pub(super) fn kinds(&self) -> &[(Look, f32)] {
        &self.kinds[..self.len]
    }

    /// All bowls, and those that are here and have or get their seasoning.
    pub(super) fn bowls(&self) -> (f32, f32) {
        let here = |look: Look| !matches!(look, Look::Awaited(_) | Look::Passed);
        let all: f32 = self.kinds().iter().map(|kind| kind.1).sum();
        (all, self.kinds().iter().filter(|kind| here(kind.0)).map(|kind| kind.1).sum())
    }
}

/// Transfers with the part of a pair's bowls that each carries.
type Carried = Vec<(TaskId, f32)>;

/// A page on the way there, or on the way back.
#[derive(Debug)]
struct Page {
    is_back: bool,
    /// Of each chef: when it came to this page, until when nobody had chosen, and the span in which its specialists work.
    begun: [Time; CHEFS],
    chosen: [Time; CHEFS],
    cook: [[Time; 2]; CHEFS],
    /// Bowls from chef `a` for chef `b`'s specialists, at `a × chefs + b`.
    sent: Vec<f32>,
    passed: [f32; CHEFS],
    /// What carries them, or their reports, there, and back, by the same place.
    out: Vec<Carried>,
    back: Vec<Carried>,
}

impl Page {
    /// Its transfers have those steps: out, and back.
    fn new(run: &Run, plan: &Plan, page: usize, steps: [u16; 2]) -> Page {
        let routing = &plan.pages[page];
        let zero = [Time::ZERO; CHEFS];
        let mut page = Page {
            is_back: false,
            begun: zero,
            chosen: zero,
            cook: [[Time::ZERO; 2]; CHEFS],
            sent: (0..CHEFS * CHEFS).map(|pair| routing.sent(pair / CHEFS, pair % CHEFS) as f32).collect(),
            passed: [0.0; CHEFS],
            out: vec![Vec::new(); CHEFS * CHEFS],
            back: vec![Vec::new(); CHEFS * CHEFS],
        };
        for chef in 0..CHEFS {
            page.passed[chef] = routing.passed_by_of(chef) as f32;
        }
        for (task, label) in run.graph.labels.iter().enumerate() {
            let Work::Transfer { src, dst, bytes, .. } = run.graph.work[task] else { continue };
            let (from, to) = (src as usize % CHEFS, dst as usize % CHEFS);
            let (ways, pair) = match label.step {
                step if step == steps[0] => (&mut page.out, from * CHEFS + to),
                step if step == steps[1] => (&mut page.back, to * CHEFS + from),
                _ => continue,
            };
            let all = page.sent[pair] as f64 * plan.token_bytes() as f64;
            ways[pair].push((task as TaskId, (bytes.0 as f64 / all.max(1.0)) as f32));
        }
        page
    }
}

/// A show's bowls.
#[derive(Debug)]
pub(super) struct Own {
    pages: Vec<Page>,
    /// Bowls of one chef.
    pub whole: f32,
    pub token_bytes: u64,
    /// The most that a specialist takes, in hundredths of an even share.
    pub room: Option<u32>,
    /// By page: how many times the mean its busiest chef has.
    pub busiest: [f64; PAGES],
}

impl Own {
    pub(super) fn new(show: &Show) -> Option<Own> {
        let run = show.runs.first()?;
        let plan = Plan::of(show);
        let there = pages(run).into_iter().enumerate().map(|(at, moments)| Page {
            begun: moments.own.map(|own| own[0]),
            chosen: moments.own.map(|own| own[1]),
            cook: moments.cook,
            ..Page::new(run, &plan, at, [Part::Own, Part::Experts].map(|part| part.step(at)))
        });
        let back = backs(run).into_iter().map(|moments| Page {
            is_back: true,
            begun: moments.begun,
            chosen: moments.begun,
            cook: moments.cook,
            ..Page::new(
                run,
                &plan,
                moments.page,
                [Part::Experts, Part::Own].map(|part| part.step_back(moments.page, PAGES)),
            )
        });
        let pages = there.chain(back).collect();
        let top = plan.pages.first().map_or(1, |routing| routing.top);
        let busiest = [0, 1].map(|page: usize| plan.pages.get(page).map_or(1.0, Routing::imbalance));
        Some(Own {
            pages,
            whole: WORDS as f32 * top as f32,
            token_bytes: plan.token_bytes(),
            room: plan.params.room,
            busiest,
        })
    }

    /// What lies at a chef's place at `t`.
    pub(super) fn pile(&self, run: &Run, index: &RunIndex, chef: usize, t: Time) -> Pile {
        let mut pile = Pile { reports: false, kinds: [(Look::Plain, 0.0); KINDS], len: 0 };
        let begun = |page: &&Page| page.begun[chef] <= t;
        let Some(page) = self.pages.iter().rev().find(begun).or(self.pages.first()) else { return pile };
        pile.reports = page.is_back;
        let came = |ways: &Carried| ways.iter().map(|&(task, part)| part * index.progress(run, task, t)).sum::<f32>();
        let sent = |from: usize, to: usize| page.sent[from * CHEFS + to];
        let [start, end] = page.cook[chef];
        if t < page.chosen[chef] {
            pile.push(Look::Plain, self.whole);
            return pile;
        }
        if t < start {
            let here = |from: usize| if from == chef { 1.0 } else { came(&page.out[from * CHEFS + chef]) };
            pile.push(Look::Of(chef), (0..CHEFS).map(|from| sent(from, chef) * here(from)).sum());
            for to in (0..CHEFS).filter(|&to| to != chef) {
                pile.push(Look::Of(to), sent(chef, to) * (1.0 - came(&page.out[chef * CHEFS + to])));
            }
        } else if t < end {
            let part = t.saturating_sub(start).0 as f64 / end.saturating_sub(start).0.max(1) as f64;
            let load: f32 = (0..CHEFS).map(|from| sent(from, chef)).sum();
            pile.push(Look::Of(chef), load * (1.0 - part as f32));
        } else {
            for to in 0..CHEFS {
                let back = if to == chef { 1.0 } else { came(&page.back[chef * CHEFS + to]).min(1.0) };
                pile.push(Look::Of(to), sent(chef, to) * back);
                // What a rounding leaves is no bowl.
                let missing = if back > 0.9999 { 0.0 } else { 1.0 - back };
                pile.push(Look::Awaited(to), sent(chef, to) * missing);
            }
        }
        pile.push(Look::Passed, page.passed[chef]);
        pile
    }
}
