//! The timetable of a relay: three chefs, four bowls, cooking one square long and a report two.

use std::fmt::Write as _;

use kitchen_core::sim::{self, Options};
use kitchen_core::task::{Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::units::Time;
use kitchen_text::{Line, count, key, msg};

use crate::paper::Moment;
use crate::sheet::{Sheet, number};

/// How many squares a pass takes.
const FORWARD: u64 = 1;
const BACKWARD: u64 = 2;
/// One square.
const SQUARE: Time = Time::from_us(1);

/// A pass on the timetable, in squares; chefs and bowls from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub chef: usize,
    pub(crate) bowl: usize,
    pub(crate) is_back: bool,
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// A relay in squares.
#[derive(Debug)]
pub(crate) struct Timetable {
    pub(crate) chefs: usize,
    pub(crate) passes: Vec<Pass>,
    /// Squares from the first pass to the last.
    pub(crate) squares: u64,
}

/// The chapter's relay of so many chefs and bowls.
fn moment(schedule: &'static str) -> Moment {
    let choices = match schedule {
        "naive" => &[("stages", "3"), ("batches", "4"), ("schedule", "naive")],
        "gpipe" => &[("stages", "3"), ("batches", "4"), ("schedule", "gpipe")],
        _ => &[("stages", "3"), ("batches", "4"), ("schedule", "1f1b")],
    };
    Moment { choices, ..Moment::of("pipeline", "") }
}

impl Timetable {
    /// In the order in which each chef of the chapter's run takes its passes up, but with passes of one and two squares and
    /// no time to hand over. Simulated.
    pub(crate) fn of(schedule: &'static str) -> Result<Timetable, String> {
        let show = moment(schedule).show()?;
        let run = show.runs.first().ok_or("no run")?;
        let mut order: Vec<(Time, usize, usize, bool)> = Vec::new();
        for (task, label) in run.graph.labels.iter().enumerate() {
            let is_back = label.kind == Kind::Backward;
            if let Work::Compute { gpu, .. } = run.graph.work[task]
                && (is_back || label.kind == Kind::Forward)
            {
                order.push((run.trace.start[task], gpu as usize, usize::from(label.micro_batch), is_back));
            }
        }
        order.sort_unstable();
        let chefs = 1 + order.iter().map(|one| one.1).max().ok_or("nobody cooks")?;
        let mut graph = TaskGraph::new();
        let mut tasks: Vec<(Pass, TaskId)> = Vec::new();
        for (_, chef, bowl, is_back) in order {
            let done = |other: usize, back: bool| {
                tasks
                    .iter()
                    .find(|(pass, _)| (pass.chef, pass.bowl, pass.is_back) == (other, bowl, back))
                    .map(|one| one.1)
            };
            let own = tasks.iter().rev().find(|(pass, _)| pass.chef == chef).map(|one| one.1);
            // Cooking follows the chef before; a report the chef behind, and the last chef's own cooking.
            let input = match (is_back, chef) {
                (false, 0) => None,
                (false, _) => done(chef - 1, false),
                (true, _) if chef + 1 == chefs => done(chef, false),
                (true, _) => done(chef + 1, true),
            };
            let deps: Vec<TaskId> = own.into_iter().chain(input).collect();
            let (kind, squares) = if is_back { (Kind::Backward, BACKWARD) } else { (Kind::Forward, FORWARD) };
            let work = Work::Compute { gpu: chef as u32, duration: Time(SQUARE.0 * squares) };
            let task = graph.add(work, Label::new(kind), &deps);
            tasks.push((Pass { chef, bowl, is_back, start: 0, end: 0 }, task));
        }
        let trace = sim::run(&graph, &[], chefs, &Options::default()).map_err(|fault| format!("{fault:?}"))?;
        let square = |at: Time| at.0 / SQUARE.0;
        let passes = tasks.into_iter().map(|(pass, task)| {
            let (start, end) = (square(trace.start[task as usize]), square(trace.end[task as usize]));
            Pass { start, end, ..pass }
        });
        Ok(Timetable { chefs, passes: passes.collect(), squares: square(trace.makespan) })
    }

    /// The share of all squares in which nobody works.
    pub(crate) fn bubble(&self) -> f64 {
        self.empty() as f64 / self.all() as f64
    }

    pub(crate) fn all(&self) -> u64 {
        self.squares * self.chefs as u64
    }

    pub(crate) fn empty(&self) -> u64 {
        self.all() - self.passes.iter().map(|pass| pass.end - pass.start).sum::<u64>()
    }

    /// The most bowls that a chef has cooked and not written the report of, counted while working.
    pub(crate) fn shelf(&self, chef: usize) -> usize {
        let held = |at: u64| {
            let own = || self.passes.iter().filter(move |pass| pass.chef == chef);
            let cooked = own().filter(|pass| !pass.is_back && pass.end <= at).count();
            cooked - own().filter(|pass| pass.is_back && pass.end <= at).count()
        };
        (0..=self.squares).map(held).max().unwrap_or_default()
    }

    /// As a picture; `shown` says which passes are filled in.
    fn draw(&self, sheet: &mut Sheet, shown: impl Fn(&Pass) -> bool) {
        let (left, top, wide, high) = (74, 22, 34, 34);
        let columns = self.squares as usize;
        let (width, height) = (left + wide * columns + 4, top + high * self.chefs + 4);
        let _ = write!(sheet.out, "<svg class=\"timetable\" viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">");
        for column in 0..columns {
            let _ = write!(
                sheet.out,
                "<text class=\"tick\" x=\"{}\" y=\"14\">{}</text>",
                left + wide * column + wide / 2,
                column + 1
            );
        }
        for chef in 0..self.chefs {
            let y = top + high * chef;
            let name = Line::from(msg::ChefNumber { n: count(chef + 1) }).say(sheet.lang);
            let _ =
                write!(sheet.out, "<text class=\"row\" x=\"{}\" y=\"{}\">{name}</text>", left - 8, y + high / 2 + 5);
            for column in 0..columns {
                let _ = write!(
                    sheet.out,
                    "<rect class=\"cell\" x=\"{}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>",
                    left + wide * column
                );
            }
        }
        for pass in self.passes.iter().filter(|pass| shown(pass)) {
            let (x, y) = (left + wide * pass.start as usize, top + high * pass.chef);
            let length = wide * (pass.end - pass.start) as usize;
            let class = if pass.is_back { "back" } else { "out" };
            let _ = write!(
                sheet.out,
                "<rect class=\"pass {class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\"/><text class=\"bowl\" x=\"{}\" y=\"{}\">{}</text>",
                x + 3,
                y + 4,
                length - 6,
                high - 8,
                x + length / 2,
                y + high / 2 + 6,
                pass.bowl + 1
            );
        }
        sheet.raw("</svg>");
    }
}

/// The sheet.
pub(crate) fn write(sheet: &mut Sheet) -> Result<(), String> {
    let [naive, gpipe, alternating] = ["naive", "gpipe", "1f1b"].map(Timetable::of);
    let (naive, gpipe, alternating) = (naive?, gpipe?, alternating?);
    let bowls = gpipe.passes.iter().filter(|pass| pass.chef == 0 && !pass.is_back).count();
    let answers = sheet.answers;
    sheet.told(&Line::from(msg::WorksheetsRelayLead { chefs: count(gpipe.chefs), bowls: count(bowls) }));
    sheet.rules(&["relay-rule-1", "relay-rule-2", "relay-rule-3"]);
    sheet.head("relay-gpipe");
    sheet.paragraph("relay-gpipe-text");
    gpipe.draw(sheet, |pass| answers || pass.start < 2);
    sheet.head("relay-1f1b");
    sheet.paragraph("relay-1f1b-text");
    alternating.draw(sheet, |pass| answers || pass.start < 2);
    let formula = |stages: usize, bowls: usize| (stages - 1) as f64 / (bowls + stages - 1) as f64;
    let percent = |ratio: f64| number(ratio * 100.0, 1);
    let (chefs, twice) = (gpipe.chefs, 2 * bowls);
    sheet.questions(&[
        (
            Line::new(key::WORKSHEETS_RELAY_QUESTION_1),
            Line::from(msg::WorksheetsRelayAnswer1 {
                empty: gpipe.empty() as i64,
                all: gpipe.all() as i64,
                percent: percent(gpipe.bubble()).into(),
                empty2: alternating.empty() as i64,
                percent2: percent(alternating.bubble()).into(),
            }),
            1,
        ),
        (
            Line::from(msg::WorksheetsRelayQuestion2 { twice: count(twice) }),
            Line::from(msg::WorksheetsRelayAnswer2 {
                chefs: count(chefs),
                bowls: count(bowls),
                percent: percent(formula(chefs, bowls)).into(),
                twice: count(twice),
                percent2: percent(formula(chefs, twice)).into(),
            }),
            1,
        ),
        (
            Line::new(key::WORKSHEETS_RELAY_QUESTION_3),
            Line::from(msg::WorksheetsRelayAnswer3 {
                gpipe: count(gpipe.shelf(0)),
                other: count(alternating.shelf(0)),
            }),
            1,
        ),
        (
            Line::new(key::WORKSHEETS_RELAY_QUESTION_4),
            Line::from(msg::WorksheetsRelayAnswer4 {
                naive: naive.squares as i64,
                gpipe: gpipe.squares as i64,
                ratio: number(naive.squares as f64 / gpipe.squares as f64, 1).into(),
                percent: percent(naive.bubble()).into(),
            }),
            1,
        ),
    ]);
    Ok(())
}
