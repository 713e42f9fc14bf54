//! A ring all-reduce of four chefs with small numbers, step by step.

use std::fmt::Write as _;

use kitchen_core::collective::plan::{Action, Place, Plan};
use kitchen_core::collective::{Algorithm, Call, Launch, Op, measure_group, ring};
use kitchen_core::topology::{self, ClusterSpec, find_system};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Line, count, key, msg};

use crate::sheet::{Sheet, number};

pub(crate) const N: usize = 4;
pub(crate) type Board = [[u32; N]; N];

/// Where the places of a board begin in its picture: names of chefs stand before them.
const LEFT: usize = 58;

/// What each chef brings, place by place.
pub(crate) const START: Board = [[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8], [9, 7, 9, 3]];

pub(crate) fn plan() -> Result<Plan, String> {
    ring::plan(Op::AllReduce, &[(0..N as u32).collect()], 1)
        .ok_or_else(|| "a ring carries out an all-reduce".to_owned())
}

/// The boards after each step of the plan, the start first, and which places of each were just written.
pub(crate) fn boards(plan: &Plan) -> Vec<(Board, [[bool; N]; N])> {
    let steps = plan.moves.iter().map(|one| usize::from(one.step) + 1).max().unwrap_or_default();
    let mut all = vec![(START, [[false; N]; N])];
    for step in 0..steps {
        let before = all[step].0;
        let (mut after, mut written) = (before, [[false; N]; N]);
        for one in plan.moves.iter().filter(|one| usize::from(one.step) == step) {
            let (Place::Rank(from), Place::Rank(to)) = (one.from, one.to) else { continue };
            let (from, to) = (from as usize, to as usize);
            for chunk in one.chunk as usize..(one.chunk + one.chunks) as usize {
                let kept = if one.action == Action::Reduce { before[to][chunk] } else { 0 };
                after[to][chunk] = kept + before[from][chunk];
                written[to][chunk] = true;
            }
        }
        all.push((after, written));
    }
    all
}

/// How long a ring of the eight chefs of a DGX H100 takes for `bytes`, simulated, and their own line's rate.
fn real(bytes: Bytes) -> Result<(Time, f64), String> {
    let system = find_system("dgx-h100").ok_or("no DGX H100")?;
    let topology = topology::build(&ClusterSpec::new(system, 1)).map_err(|fault| format!("{fault:?}"))?;
    let group: Vec<u32> = (0..topology.len()).collect();
    let call = Call::new(Op::AllReduce, Algorithm::Ring, bytes, &group);
    let time = measure_group(&topology, &call, Launch::ProcessPerGpu).map_err(|fault| format!("{fault:?}"))?.time;
    Ok((time, topology.nvlink_rate(0).0.as_gb_per_s()))
}

/// A board as a picture, at `x`, `y`; without numbers where they are asked for.
fn draw(sheet: &mut Sheet, (x, y): (usize, usize), title: &str, board: &Board, written: &[[bool; N]; N], shown: bool) {
    let cell = 40;
    let _ =
        write!(sheet.out, "<g transform=\"translate({x} {y})\"><text class=\"board\" x=\"0\" y=\"-30\">{title}</text>");
    for place in 0..N {
        let _ = write!(
            sheet.out,
            "<text class=\"tick\" x=\"{}\" y=\"-8\">{}</text>",
            LEFT + cell * place + cell / 2,
            place + 1
        );
    }
    for chef in 0..N {
        let name = Line::from(msg::ChefNumber { n: count(chef + 1) }).say(sheet.lang);
        let _ = write!(sheet.out, "<text class=\"row\" x=\"{}\" y=\"{}\">{name}</text>", LEFT - 6, cell * chef + 25);
        for place in 0..N {
            let class = if shown && written[chef][place] { "cell new" } else { "cell" };
            let (x, y) = (LEFT + cell * place, cell * chef);
            let _ =
                write!(sheet.out, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{cell}\"/>");
            if shown {
                let value = board[chef][place];
                let _ =
                    write!(sheet.out, "<text class=\"bowl\" x=\"{}\" y=\"{}\">{value}</text>", x + cell / 2, y + 26);
            }
        }
    }
    sheet.out.push_str("</g>");
}

/// Who sends to whom: the circle.
fn circle(sheet: &mut Sheet, (x, y): (usize, usize)) {
    let places = [(60, 20), (150, 20), (150, 110), (60, 110)];
    let title = sheet.text("ring-circle");
    let _ =
        write!(sheet.out, "<g transform=\"translate({x} {y})\"><text class=\"board\" x=\"0\" y=\"-30\">{title}</text>");
    for (at, (x, y)) in places.into_iter().enumerate() {
        let (to_x, to_y) = places[(at + 1) % N];
        let (dx, dy) = ((to_x - x) / 90 * 24, (to_y - y) / 90 * 24);
        let _ = write!(
            sheet.out,
            "<line class=\"arrow\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" marker-end=\"url(#tip)\"/><circle class=\"chef\" cx=\"{x}\" cy=\"{y}\" r=\"20\"/><text class=\"bowl\" x=\"{x}\" y=\"{}\">{}</text>",
            x + dx,
            y + dy,
            to_x - dx,
            to_y - dy,
            y + 6,
            at + 1
        );
    }
    sheet.out.push_str("</g>");
}

pub(crate) fn write(sheet: &mut Sheet) -> Result<(), String> {
    let plan = plan()?;
    let boards = boards(&plan);
    let answers = sheet.answers;
    sheet.told(&Line::from(msg::WorksheetsRingLead { n: count(N) }));
    sheet.rules(&["ring-rule-1", "ring-rule-2", "ring-rule-3"]);
    let tip = if answers { "tip-answers" } else { "tip" };
    let _ = write!(
        sheet.out,
        "<svg class=\"boards\" viewBox=\"0 0 700 490\" aria-hidden=\"true\"><defs><marker id=\"{tip}\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    );
    let mut out = String::new();
    std::mem::swap(&mut out, &mut sheet.out);
    circle(sheet, (8, 50));
    sheet.out = sheet.out.replace("url(#tip)", &format!("url(#{tip})"));
    out.push_str(&sheet.out);
    sheet.out = out;
    let tiles: [(usize, (usize, usize), bool); 5] = [
        (0, (240, 50), true),
        (1, (480, 50), true),
        (2, (0, 300), false),
        (3, (240, 300), false),
        (boards.len() - 1, (480, 300), false),
    ];
    for (step, at, is_given) in tiles {
        let title = match step {
            0 => sheet.text("ring-start"),
            _ => sheet.say(&Line::from(msg::WorksheetsRingAfter { n: count(step) })),
        };
        let (board, written) = &boards[step];
        draw(sheet, at, &title, board, written, answers || is_given);
    }
    sheet.raw("</svg>");
    // What one chef sends: a part a step.
    let sent = plan.moves.iter().filter(|one| one.from == Place::Rank(0)).count();
    let share = |n: u32| number(Op::AllReduce.bus_factor(n), 3);
    let bytes = Bytes::gib(1);
    let (time, line) = real(bytes)?;
    let least = bytes.0 as f64 * Op::AllReduce.bus_factor(8) / (line * 1e9);
    let sums = boards.last().map(|(board, _)| board[0]).unwrap_or_default();
    let listed = sums.map(|sum| sum.to_string()).join(", ");
    sheet.questions(&[
        (
            Line::new(key::WORKSHEETS_RING_QUESTION_1),
            Line::from(msg::WorksheetsRingAnswer1 { sums: listed.into(), half: count(boards.len() / 2) }),
            1,
        ),
        (
            Line::new(key::WORKSHEETS_RING_QUESTION_2),
            Line::from(msg::WorksheetsRingAnswer2 {
                sent: count(sent),
                four: share(4).into(),
                eight: share(8).into(),
                many: share(1024).into(),
            }),
            1,
        ),
        (
            Line::from(msg::WorksheetsRingQuestion3 { bytes, rate: number(line, 0).into() }),
            Line::from(msg::WorksheetsRingAnswer3 {
                factor: share(8).into(),
                rate: number(line, 0).into(),
                least: number(least * 1e3, 2).into(),
                time,
            }),
            1,
        ),
    ]);
    Ok(())
}
