//! `kitchen validate network FILE.csv`: what others published of networks, against the packet network.

use std::fmt::Write as _;

use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::{LoadBalancing, PacketError};
use kitchen_text::{Key, Lang, Line, count, key, msg, tr};
use serde::Serialize;

mod broken;
mod crowds;
mod hashing;
mod jams;
mod kit;
mod laws;
mod rates;
mod why;

use crowds::Held;

use super::facts::{self, EITHER_SIDE, Facts, Record, at_its_source, cell};
use crate::out::Done;
use crate::progress::Progress;
use crate::say::{Failure, right, round};
use kitchen_story::sentences::Sentence as _;

/// How a row is read, and what stands for it.
struct Check {
    id: &'static str,
    run: fn() -> Result<f64, PacketError>,
    reads: Reads,
}

/// What the published value is.
#[derive(Clone, Copy, PartialEq)]
enum Reads {
    /// One number, or the first of several, with the range beside it or one of our own.
    Value,
    /// The most that was seen; the same of the first of several.
    Most,
    /// The least that was seen.
    Least,
    /// Anything between the row's own bounds; what is shown as published is the lower one.
    Within,
    /// About nothing: so far to either side.
    Nothing(f64),
    /// Two numbers, of which the difference is compared; divided by so many.
    Difference(f64),
    /// Two numbers, the first over the second.
    Ratio,
    /// A formula, which gives this here.
    Formula(f64),
}

const fn check(id: &'static str, run: fn() -> Result<f64, PacketError>, reads: Reads) -> Check {
    Check { id, run, reads }
}

const CHECKS: [Check; 54] = [
    check("n001", || hashing::ring_of_64(1), Reads::Value),
    check("n002", hashing::enough_pairs, Reads::Value),
    check("n003", hashing::ring_sprayed_over_pairs, Reads::Least),
    check("n004", hashing::all_to_all_in_pairs, Reads::Value),
    check("n005", hashing::lowest_of_permutation, Reads::Value),
    check("n006", rates::sprayed_permutation, Reads::Value),
    check("n007", crowds::disjoint_over_hashed, Reads::Most),
    check("n016", hashing::gain_of_pairs, Reads::Most),
    check("n017", hashing::use_of_tree, Reads::Value),
    check("n018", hashing::ways_of_hpn, Reads::Value),
    check("n022", hashing::spray_over_ecmp, Reads::Most),
    check("n024", hashing::adaptive_over_ecmp_with_slow_links, Reads::Most),
    check("n026", || rates::one_slow_uplink(LoadBalancing::Spray), Reads::Value),
    check("n027", || rates::one_slow_uplink(LoadBalancing::Adaptive), Reads::Value),
    check("n031", broken::lost_in_ten_ms, Reads::Value),
    check("n032", || Ok(hashing::uneven_entropy()), Reads::Least),
    check("n036", broken::twenty_links_cut, Reads::Nothing(1.0)),
    check("n038", broken::one_plane_of_eight, Reads::Value),
    check("n042", || Ok(rates::neighbours(800)? / 8.0), Reads::Value),
    check("n043", hashing::adaptive_use_of_two_tiers, Reads::Value),
    check("n045", || Ok(hashing::adaptive_use_of_tree()? / hashing::use_of_tree()?), Reads::Ratio),
    check("n049", jams::two_round_trips, Reads::Value),
    check("n052", || jams::joining(Dcqcn::vendor(400)), Reads::Value),
    check("n053", || jams::joining(jams::tuned()), Reads::Value),
    check("n087", || jams::enough_room(100, 5), Reads::Value),
    check("n088", || jams::enough_room(100, 40), Reads::Value),
    check("n089", || jams::enough_room(100, 300), Reads::Value),
    check("n090", || jams::enough_room(200, 5), Reads::Value),
    check("n091", || jams::enough_room(200, 40), Reads::Value),
    check("n092", || jams::enough_room(200, 300), Reads::Value),
    check("n093", || jams::enough_room(400, 5), Reads::Value),
    check("n094", || jams::enough_room(400, 40), Reads::Value),
    check("n095", || jams::enough_room(400, 300), Reads::Value),
    check("n106", jams::loss_of_bystander, Reads::Value),
    check("n108", jams::loss_of_sprayed_bystander, Reads::Nothing(1.0)),
    check("n113", jams::share_of_pool, Reads::Formula(1.0 / 3.0)),
    check("n124", || rates::offered(1), Reads::Value),
    check("n125", || rates::offered(2), Reads::Value),
    check("n127", crowds::lossy_ring, Reads::Value),
    check("n134", crowds::precise_over_go_back_n, Reads::Value),
    check("n138", rates::eight_to_one, Reads::Value),
    check("n139", rates::sixteen_flows_to_one, Reads::Value),
    check("n145", crowds::dropping_over_pausing, Reads::Within),
    check("n146", rates::two_hosts, Reads::Value),
    check("n147", || rates::neighbours(400), Reads::Value),
    check("n166", hashing::oversubscription_of_hpn, Reads::Value),
    check("n171", broken::one_of_32_links, Reads::Value),
    check("n175", rates::two_more_hops, Reads::Difference(1.0)),
    check("n176", rates::round_trips_of_tree, Reads::Difference(4.0)),
    check("n203", broken::one_of_16_ports, Reads::Value),
    check("n265", crowds::all_reduce_of_six, Reads::Most),
    check("n266", crowds::all_to_all_of_four, Reads::Most),
    check("n267", crowds::gain_of_credit, Reads::Value),
    check("n268", crowds::selective_over_go_back_n, Reads::Value),
];

/// Rows of which the model's constants and the experiments stood before their result was first seen, and were left as they were. The other
/// rows were looked at while the model was made.
fn is_held_back(id: &str) -> bool {
    const SEEN: [&str; 14] = [
        "n043", "n267", "n006", "n022", "n026", "n027", "n042", "n049", "n052", "n053", "n138", "n139", "n147", "n175",
    ];
    let is_odd = id.bytes().last().is_some_and(|digit| digit % 2 == 1);
    is_odd && !SEEN.contains(&id)
}

#[derive(Serialize)]
struct Outcome {
    id: String,
    what: String,
    published: f64,
    low: f64,
    high: f64,
    simulated: f64,
    unit: String,
    inside: bool,
    held_back: bool,
    /// Read in the named document itself.
    at_its_source: bool,
    source: String,
}

#[derive(Serialize)]
struct Answer {
    inside: usize,
    of: usize,
    /// The same of the rows that were held back.
    held_back_inside: usize,
    held_back: usize,
    /// Rows of the file that the model does not express, or that have no number.
    left_out: usize,
    rows: Vec<Outcome>,
    /// What messages beside an incast take on pauses alone, with DCQCN, and with the receiver's credit, µs: half, 99 %, 99.9 % of them.
    tails: [[f64; 3]; 3],
    laws: Vec<laws::Law>,
}

pub(super) fn run(args: &Facts, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let (records, bad) = facts::records(args)?;
    let mut outcomes = Vec::new();
    // Beside the checks the tails and the laws.
    let steps = records.iter().map(|record| checks(record).count()).sum::<usize>() + Held::ALL.len() + 1;
    let (mut progress, mut steps_done) = (Progress::new(steps, lang), 0);
    let mut step = || {
        steps_done += 1;
        progress.at(steps_done);
    };
    for record in &records {
        for check in checks(record) {
            if let Some(range) = range(record, check.reads) {
                let simulated = (check.run)().map_err(|error| about(error.line()))?;
                outcomes.push(outcome(record, range, simulated));
            }
            step();
        }
    }
    let mut tails = [[0.0; 3]; 3];
    for (tail, held) in tails.iter_mut().zip(Held::ALL) {
        *tail = crowds::tail(held).map_err(|error| about(error.line()))?.map(|us| round(us, 3));
        step();
    }
    let laws = laws::all().map_err(|error| about(error.line()))?;
    step();
    let inside = outcomes.iter().filter(|one| one.inside).count();
    let held = |one: &&Outcome| one.held_back;
    let answer = Answer {
        inside,
        of: outcomes.len(),
        held_back_inside: outcomes.iter().filter(held).filter(|one| one.inside).count(),
        held_back: outcomes.iter().filter(held).count(),
        left_out: records.len() + bad - outcomes.len(),
        rows: outcomes,
        tails,
        laws,
    };
    Ok(facts::done(args, &answer, answer.of - answer.inside, || print(&answer, lang)))
}

/// The checks that a row stands for.
fn checks(record: &Record) -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().filter(|check| check.id == cell(record, "id"))
}

/// The published value, and the range that counts as inside.
fn range(record: &Record, reads: Reads) -> Option<[f64; 3]> {
    let number = |text: &str| text.trim_start_matches(['~', '>', '<']).trim().parse::<f64>().ok();
    let [low, high] = ["low", "high"].map(|name| number(cell(record, name)));
    let numbers: Vec<f64> = cell(record, "value").split([';', ',']).filter_map(number).collect();
    let (first, by) = (numbers.first().copied(), EITHER_SIDE / 100.0);
    let around = |value: f64| [value, value * (1.0 - by), value * (1.0 + by)];
    let two = || numbers.get(1).copied().zip(first).filter(|_| numbers.len() == 2);
    match reads {
        Reads::Value => {
            let [value, least, most] = around(first?);
            Some([value, low.unwrap_or(least), high.unwrap_or(most)])
        }
        Reads::Most => Some([first?, low.unwrap_or(1.0), first?]),
        Reads::Least => Some([first?, low.unwrap_or(first?), f64::MAX]),
        Reads::Within => low.zip(high).map(|(low, high)| [low, low, high]),
        Reads::Nothing(by) => Some([first?, first? - by, first? + by]),
        Reads::Difference(parts) => two().map(|(to, from)| around(round((to - from) / parts, 4))),
        Reads::Ratio => two().map(|(under, over)| around(round(over / under, 4))),
        Reads::Formula(value) => Some(around(round(value, 4))),
    }
}

fn outcome(record: &Record, [published, low, high]: [f64; 3], simulated: f64) -> Outcome {
    let own = |name: &str| cell(record, name).to_owned();
    Outcome {
        id: own("id"),
        what: own("what"),
        published,
        low: round(low, 4),
        // Where only a least value was published, all above is inside.
        high: round(if high == f64::MAX { published.max(simulated) } else { high }, 4),
        simulated: round(simulated, 4),
        unit: own("unit"),
        // As many digits as are shown.
        inside: (low..=high).contains(&round(simulated, 4)),
        held_back: is_held_back(cell(record, "id")),
        at_its_source: at_its_source(record),
        source: own("source"),
    }
}

fn print(answer: &Answer, lang: Lang) -> String {
    let mut out = facts::head(&["id", "published", "low", "high", "simulated"], lang);
    for row in &answer.rows {
        let numbers = [row.published, row.low, row.high, row.simulated].map(|number| number.to_string());
        let cells: Vec<String> = std::iter::once(row.id.clone()).chain(numbers).collect();
        let held = if row.held_back { " *" } else { "" };
        let said = format!("{}: {}{held}", row.unit, row.what);
        let why: Option<Key> = why::of(&row.id).filter(|_| !row.inside);
        facts::line(&mut out, &cells, row.inside, &said, why, lang);
    }
    let [inside, of, rest] = [answer.inside, answer.of, answer.left_out].map(count);
    out += &(Line::from(msg::ValidateNetworkSum { inside, of, rest }).say(lang) + "\n");
    let [inside, of] = [answer.held_back_inside, answer.held_back].map(count);
    out += &(Line::from(msg::ValidateNetworkHeld { inside, of }).say(lang) + "\n");
    let _ = writeln!(out, "\n{}", tr(lang, key::VALIDATE_NETWORK_TAILS));
    let heads = ["", "p50_us", "p99_us", "p99.9_us"];
    out += &(heads.map(|head| right(head, 11)).concat() + "\n");
    for (name, tail) in ["pauses", "dcqcn", "credit"].into_iter().zip(answer.tails) {
        let cells = tail.map(|us| right(&us.to_string(), 11)).concat();
        let _ = writeln!(out, "{}{cells}", right(name, 11));
    }
    let _ = writeln!(out, "\n{}", tr(lang, key::VALIDATE_NETWORK_LAWS));
    for law in &answer.laws {
        let cells = [law.name.clone(), round(law.book, 4).to_string(), round(law.simulated, 4).to_string()];
        let _ = writeln!(out, "{}{}", right(law.id, 11), cells.map(|cell| right(&cell, 11)).concat());
    }
    out
}
