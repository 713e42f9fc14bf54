//! The form of the reader's own restaurant, and its answers, in one language.

use kitchen_core::topology::{PORT_RATES, System, all_systems, find_system};
use kitchen_core::wire;
use kitchen_core::workload::Model;
use kitchen_core::workload::model::published;
use kitchen_text::{Key, Lang, Line, Number, Percent, key, msg, tr};

use super::bills::Bills;
use super::{CONFIG, Own, TEXTS, WORDS, budget, files, most_cards, most_nodes};
use crate::brought::{Cell, Field, Row, Sheet, Told, Typed, Value};
use crate::chapters::lab::params::At;
use crate::chapters::lab::race::{self, Row as Raced};
use crate::chapters::lab::run;
use crate::chapters::lab::today::Today;
use crate::famous::{self, FAMOUS, Famous, Verdict};
use crate::scenario::Scenario;
use crate::validated;

/// The fields by their places.
const FIELDS: [(&str, Key); 10] = [
    ("run", key::OWN_FIELD_RUN),
    ("system", key::OWN_FIELD_SYSTEM),
    ("nodes", key::OWN_FIELD_NODES),
    ("cards", key::OWN_FIELD_CARDS),
    ("gbit", key::OWN_FIELD_GBIT),
    ("model", key::OWN_FIELD_MODEL),
    ("words", key::OWN_FIELD_WORDS),
    ("tokens", key::OWN_FIELD_TOKENS),
    ("tensor", key::OWN_FIELD_TENSOR),
    ("stages", key::OWN_FIELD_STAGES),
];

/// The fields of today's plan: the lab's own parameters, and the most that each may be.
const CUTS: [(&str, At, u32); 2] = [("tensor", At::tensor, 16), ("stages", At::stages, 64)];

/// No published run.
const NO_RUN: &str = "none";

/// Tokens of a step that the menu has, in millions; any number of texts is read from a link or a launch file.
const TOKENS_M: [u32; 7] = [0, 1, 2, 4, 8, 16, 32];

pub(super) fn own(scenario: &Scenario) -> Option<Own> {
    Own::read(&scenario.made).or_else(Own::usual)
}

pub(super) fn start(scenario: &Scenario) -> Scenario {
    with(scenario, own(scenario))
}

pub(super) fn with(scenario: &Scenario, own: Option<Own>) -> Scenario {
    cut(scenario.clone().making(own.map(|own| own.write()).unwrap_or_default())).0
}

/// The scenario, with a plan that goes with it: why today's does not, where it is left to the search for that.
fn cut(scenario: Scenario) -> (Scenario, Option<Line>) {
    let why = run::uncuttable(&Today::of(&scenario));
    if why.is_none() {
        (scenario, None)
    } else {
        (CUTS.iter().fold(scenario, |at, cut| at.set(cut.1 as usize, 0)), why)
    }
}

/// How a system is called in the menu.
fn called(system: &System) -> String {
    format!("{} ({} × {})", system.id, system.gpus_per_node, system.gpu.name)
}

/// Texts of so many million tokens together: a million here is 2 to the 20th, as steps are counted. None is half of one.
fn texts(millions: u32, words: u32) -> u32 {
    let tokens = if millions == 0 { 1 << 19 } else { u64::from(millions) << 20 };
    (tokens / u64::from(words.max(1))).clamp(TEXTS[0].into(), TEXTS[1].into()) as u32
}

pub(super) fn sheet(scenario: &Scenario, lang: Lang) -> Sheet {
    let say = |key: Key| tr(lang, key).to_owned();
    let Some(own) = own(scenario) else { return Sheet::default() };
    let cut = |id: &str| CUTS.iter().find(|cut| cut.0 == id);
    let value = |id: &str| match cut(id) {
        Some(&(_, at, most)) => {
            let layout = Today::of(scenario).published().map(|run| run.layout);
            let published = layout.map(|layout| if id == "tensor" { layout.tensor } else { layout.pipeline });
            let own = scenario.at(at as usize, 0).clamp(0, most.into()) as u32;
            Value::Number { value: published.unwrap_or(own), least: 0, most }
        }
        None => value(&own, id, lang),
    };
    let fields = FIELDS.into_iter().map(|(id, name)| Field { id, name: say(name), value: value(id) });
    let (chefs, tokens) = (i64::from(own.chefs()), Number(own.tokens() as f64 / 1e6, 2));
    Sheet {
        title: say(key::OWN_TITLE),
        intro: say(key::OWN_INTRO),
        drop: say(key::OWN_DROP),
        paste: say(key::OWN_PASTE),
        take: say(key::OWN_TAKE),
        fields: fields.collect(),
        sums: vec![
            Line::from(msg::OwnSum {
                chefs,
                gpu: own.system.gpu.name.into(),
                model: own.model.name.into(),
                billions: Number(own.model.parameters() as f64 / 1e9, 2),
            })
            .say(lang),
            Line::from(msg::OwnStep { texts: own.texts.into(), words: own.model.seq.into(), tokens }).say(lang),
        ],
        go: say(key::OWN_GO),
        stop: say(key::OWN_STOP),
        progress: say(key::OWN_PROGRESS),
        stage: say(key::OWN_STAGE),
        close: say(key::OWN_CLOSE),
        print: say(key::OWN_PRINT),
        command: [say(key::OWN_COMMAND), command(&own)],
        night: [
            key::OWN_NIGHT_PLAY,
            key::OWN_NIGHT_STOP,
            key::OWN_NIGHT_CLOCK,
            key::OWN_NIGHT_ALL,
            key::OWN_NIGHT_LOOK,
            key::OWN_NIGHT_CLEAR,
        ]
        .map(say),
        budget: [key::OWN_BUDGET, key::OWN_BUDGET_GO, key::OWN_STOP, key::OWN_PROGRESS, key::OWN_BUDGET_WRONG].map(say),
        budget_head: budget::heads(lang),
        city: [
            key::OWN_CITY,
            key::OWN_CITY_WAIT,
            key::OWN_CITY_NEARER,
            key::OWN_CITY_FARTHER,
            key::OWN_CITY_ALL,
            key::OWN_CITY_CHOOSE,
            key::OWN_CITY_CLOSE,
        ]
        .map(say),
    }
}

/// The command line that computes the same; the shape of a model that is in no catalogue is the file's.
fn command(own: &Own) -> String {
    if let Some(run) = own.run {
        return format!("kitchen plan --famous {}", run.id);
    }
    let model =
        if own.model.id == CONFIG { "--config config.json".to_owned() } else { format!("--model {}", own.model.id) };
    let Own { system, nodes, texts, .. } = *own;
    format!(
        "kitchen plan {model} --system {} --nodes {nodes} --seq {} --global-batch {texts} --purchases",
        system.id, own.model.seq
    )
}

fn value(own: &Own, id: &str, lang: Lang) -> Value {
    let number = |value: u32, least: u32, most: u32| Value::Number { value, least, most };
    match id {
        "run" => {
            let none = (NO_RUN.to_owned(), tr(lang, key::OWN_NO_RUN).to_owned());
            let runs = FAMOUS.iter().map(|run| (run.id.to_owned(), run.name.to_owned()));
            let chosen = own.run.map_or(NO_RUN, |run| run.id).to_owned();
            Value::Choice { options: std::iter::once(none).chain(runs).collect(), chosen }
        }
        "system" => Value::Choice {
            options: all_systems().map(|system| (system.id.to_owned(), called(system))).collect(),
            chosen: own.system.id.to_owned(),
        },
        "nodes" => number(own.nodes, 1, most_nodes(own.system)),
        "cards" => number(own.cards.0, 1, most_cards(own.system)),
        "gbit" => Value::Choice {
            options: PORT_RATES.iter().map(|rate| (rate.to_string(), format!("{rate} Gbit/s"))).collect(),
            chosen: own.cards.1.to_string(),
        },
        "model" => {
            let mine = (own.model.id == CONFIG).then(|| (own.model.id.to_owned(), own.model.name.to_owned()));
            let known = published::models().map(|model| (model.id.to_owned(), model.name.to_owned()));
            Value::Choice { options: mine.into_iter().chain(known).collect(), chosen: own.model.id.to_owned() }
        }
        "words" => number(own.model.seq, WORDS[0], WORDS[1]),
        _ => {
            let is = |&&millions: &&u32| texts(millions, own.model.seq) == own.texts;
            let chosen = TOKENS_M.iter().find(is).map_or_else(|| "own".to_owned(), u32::to_string);
            let other = (chosen == "own").then(|| {
                let tokens = Number(own.tokens() as f64 / 1e6, 2);
                ("own".to_owned(), Line::from(msg::OwnTokens { tokens }).say(lang))
            });
            let said = |&millions: &u32| {
                let texts = texts(millions, own.model.seq);
                let tokens = Number(f64::from(texts) * f64::from(own.model.seq) / 1e6, 2);
                (millions.to_string(), Line::from(msg::OwnTokens { tokens }).say(lang))
            };
            Value::Choice { options: other.into_iter().chain(TOKENS_M.iter().map(said)).collect(), chosen }
        }
    }
}

pub(super) fn set(scenario: &Scenario, field: usize, text: &str) -> Scenario {
    let Some(own) = own(scenario) else { return scenario.clone() };
    let number = || text.trim().parse::<u32>().ok();
    if let Some(&(_, at, most)) = CUTS.iter().find(|cut| FIELDS.get(field).is_some_and(|(id, _)| *id == cut.0)) {
        let ways = number().map_or(scenario.at(at as usize, 0), |ways| ways.min(most).into());
        return cut(with(scenario, Some(own)).set(at as usize, ways)).0;
    }
    if FIELDS.get(field).is_some_and(|(id, _)| *id == "run") {
        let Some(next) = famous::find(text).and_then(Own::of_run) else {
            return with(scenario, Some(Own { run: None, ..own }));
        };
        // Its plan is the published one.
        let plain = CUTS.iter().fold(scenario.clone(), |at, cut| at.set(cut.1 as usize, 0));
        return with(&plain, Some(next));
    }
    let own = Own { run: None, ..own };
    let next = match FIELDS.get(field).map_or("", |(id, _)| *id) {
        "system" => find_system(text).map(|system| own.in_system(system)),
        "nodes" => number().map(|nodes| Own { nodes: nodes.clamp(1, most_nodes(own.system)), ..own }),
        "cards" => number().map(|cards| Own { cards: (cards.clamp(1, most_cards(own.system)), own.cards.1), ..own }),
        "gbit" => {
            number().filter(|gbit| PORT_RATES.contains(gbit)).map(|gbit| Own { cards: (own.cards.0, gbit), ..own })
        }
        "model" => published::model(text).map(|model| Own { model: Model { seq: own.model.seq, ..*model }, ..own }),
        // As many tokens as before, as far as that can be.
        "words" => number().map(|words| {
            let seq = words.clamp(WORDS[0], WORDS[1]);
            let texts = (own.tokens() / u64::from(seq)).clamp(TEXTS[0].into(), TEXTS[1].into()) as u32;
            Own { texts, model: Model { seq, ..own.model }, ..own }
        }),
        _ => number()
            .filter(|millions| TOKENS_M.contains(millions))
            .map(|millions| Own { texts: texts(millions, own.model.seq), ..own }),
    };
    with(scenario, Some(next.unwrap_or(own)))
}

pub(super) fn read(scenario: &Scenario, bytes: &[u8], lang: Lang) -> (Scenario, Vec<String>) {
    let Some(own) = own(scenario) else { return (scenario.clone(), Vec::new()) };
    let (next, plan, mut lines) = files::take(own, bytes);
    let mut scenario = with(scenario, Some(next));
    if let Some(plan) = plan {
        let (asked, why) =
            cut(CUTS.iter().zip(plan).fold(scenario, |all, (cut, ways)| all.set(cut.1 as usize, ways.into())));
        scenario = asked;
        lines.push(why.unwrap_or_else(|| Line::from(msg::OwnLaunchCuts { tp: plan[0].into(), pp: plan[1].into() })));
    }
    (scenario, lines.iter().map(|line| line.say(lang)).collect())
}

/// An answer, or why there is none, as it crosses.
type Crossed = (Option<Raced>, Option<Line>);

pub(super) fn race(scenario: &Scenario, told: &mut dyn FnMut(Vec<u8>)) {
    race::race(scenario, &mut |row| {
        let crossed: Crossed = match row {
            Ok(row) => (Some(row), None),
            Err(line) => (None, Some(line)),
        };
        told(wire::pack(&crossed));
    });
}

fn crossed(answers: &[Vec<u8>]) -> Vec<Crossed> {
    answers.iter().filter_map(|bytes| wire::unpack(bytes)).collect()
}

/// The restaurants that could run.
pub(super) fn raced(answers: &[Vec<u8>]) -> Vec<Raced> {
    crossed(answers).into_iter().filter_map(|(row, _)| row).collect()
}

/// From this share of cooking on, a step is said to be mostly cooking.
const COOKS: u32 = 6_000;

pub(super) fn told(scenario: &Scenario, answers: &[Vec<u8>], typed: &Typed, lang: Lang) -> Told {
    let crossed = crossed(answers);
    let mut refused = crossed.iter().filter_map(|(_, line)| line.as_ref().map(|line| line.say(lang)));
    let rows: Vec<&Raced> = crossed.iter().filter_map(|(row, _)| row.as_ref()).collect();
    let Some(today) = rows.first().filter(|row| row.is_today()) else {
        return Told { summary: refused.next().unwrap_or_default(), ..Told::default() };
    };
    let longest = rows.iter().map(|row| row.step.0).max().unwrap_or(1).max(1);
    let best = rows.iter().skip(1).min_by_key(|row| row.step).filter(|row| row.step < today.step);
    let times = |row: &Raced| Number(row.before.0 as f64 / row.step.0.max(1) as f64, 2);
    let share = |parts: u32| Percent(f64::from(parts) / 10_000.0);
    let bills = Bills::of(scenario, today, typed, lang);
    let line = |row: &&Raced| {
        // The plan by rule is not one of the search's: nothing on the stage is it.
        let staged = (!row.is_today() && !row.is_by_rule(scenario)).then(|| row.staged(scenario));
        Row {
            cells: cells(scenario, row, bills.cells(row), lang),
            share: row.step.0 as f64 / longest as f64,
            is_best: best.is_some_and(|best| best == row),
            city: if row.is_today() { Some((scenario.clone(), false)) } else { staged.clone().map(|one| (one, true)) },
            staged,
        }
    };
    let summary = match best.filter(|_| answers.len() == race::count(scenario)) {
        Some(best) if today.cooking >= COOKS => Line::from(msg::OwnAnswerCooks {
            time: today.step,
            share: share(today.cooking),
            buy: best.name(scenario).into(),
            times: times(best),
        }),
        Some(best) => Line::from(msg::OwnAnswer {
            time: today.step,
            share: share(today.cooking),
            against: share(today.meeting),
            buy: best.name(scenario).into(),
            times: times(best),
        }),
        None => Line::from(msg::OwnAnswerSoFar { time: today.step, share: share(today.cooking) }),
    };
    let heads = [
        key::OWN_HEAD_WHAT,
        key::OWN_HEAD_THEN,
        key::OWN_HEAD_STEP,
        key::OWN_HEAD_TIMES,
        key::OWN_HEAD_PRICE,
        key::OWN_HEAD_TRAINING,
        key::OWN_HEAD_PLAN,
        key::OWN_HEAD_COOKS,
    ];
    let summary = std::iter::once(summary.say(lang)).chain(refused).collect::<Vec<String>>().join(" ");
    let is_plan = |row: &&&Raced| row.is_better_plan(scenario);
    let notes = Today::of(scenario).published().map(|run| published(run, today, rows.iter().find(is_plan).copied()));
    Told {
        summary,
        notes: notes
            .unwrap_or_default()
            .iter()
            .chain([&of_errors(scenario), &bills.note(&rows)])
            .map(|line| line.say(lang))
            .collect(),
        training: Some(bills.training()),
        head: heads.iter().map(|&head| tr(lang, head).to_owned()).collect(),
        rows: rows.iter().map(line).collect(),
    }
}

/// What was published beside what is simulated, and whether the best plan is better than the published one.
fn published(run: &Famous, today: &Raced, plan: Option<&Raced>) -> Vec<Line> {
    let off = |tenths: i32| Number(f64::from(tenths) / 10.0, 1);
    let off_by = (today.step.0 as f64 / run.measured.0 as f64 - 1.0) * 100.0;
    let mut lines = vec![Line::from(msg::OwnRun {
        name: run.name.into(),
        measured: run.measured,
        source: run.source.into(),
        time: today.step,
        off: Number(off_by, 1),
    })];
    let Some(plan) = plan else { return lines };
    let [least, most] = run.off.map(off);
    let gain = Number(today.step.0 as f64 / plan.step.0.max(1) as f64, 2);
    let [from, to] = run.gains(today.step, plan.step).map(|gain| Number(gain, 2));
    lines.push(match Verdict::of(run, today.step, plan.step) {
        Verdict::Better => msg::OwnRunBetter { gain, from, to, least, most }.into(),
        Verdict::Alike => msg::OwnRunAlike { gain, from, to, least, most }.into(),
        Verdict::None => msg::OwnRunNone { fit: plan.fit.into() }.into(),
    });
    lines
}

/// How far the simulation is off for the runs nearest to a restaurant's, as simulated over measured.
fn off(own: &Own) -> Option<[f64; 2]> {
    validated::off(own.system.gpu.id, own.model.experts.is_some(), own.model.parameters())
}

/// How many times as fast a purchase makes the step, at the least and at the most, if the simulation is off for both sides as it is for
/// the runs nearest to them; nothing where no such run was measured on one of the two GPUs.
fn error(scenario: &Scenario, row: &Raced) -> Option<[f64; 2]> {
    let gain = row.before.0 as f64 / row.step.0.max(1) as f64;
    Some(validated::gains(gain, [off(&own(scenario)?)?, off(&row.own()?)?]))
}

/// What the ranges are, or that there are none.
fn of_errors(scenario: &Scenario) -> Line {
    let percent = |ratio: f64| Number((ratio - 1.0) * 100.0, 1);
    let Some(own) = own(scenario) else { return Line::new(key::OWN_NO_RANGE) };
    match off(&own) {
        Some([least, most]) => {
            Line::from(msg::OwnOff { gpu: own.system.gpu.name.into(), least: percent(least), most: percent(most) })
        }
        None => Line::new(key::OWN_NO_RANGE),
    }
}

/// What stands there then.
pub(super) fn stands(row: &Raced) -> String {
    row.own().map_or_else(String::new, |own| {
        let (cards, gbit) = own.cards;
        format!("{} × {}, {cards} × {gbit} Gbit/s", own.nodes, own.system.id)
    })
}

/// Its plan.
pub(super) fn plan(row: &Raced) -> Line {
    Line::from(msg::OwnPlan {
        tensor: row.tensor.into(),
        pipeline: row.pipeline.into(),
        data: row.data.into(),
        bowl: row.bowl.into(),
        zero: row.zero.into(),
    })
}

fn cells(scenario: &Scenario, row: &Raced, [price, training]: [Cell; 2], lang: Lang) -> Vec<Cell> {
    let (stands, plan) = (stands(row), plan(row));
    let how = if row.fit == 0 {
        Line::new(key::OWN_AS_PUBLISHED)
    } else if row.is_proven {
        Line::from(msg::OwnProven { fit: row.fit.into() })
    } else {
        Line::from(msg::OwnCut { fit: row.fit.into(), simulated: row.simulated.into() })
    };
    let gain = Number(row.before.0 as f64 / row.step.0.max(1) as f64, 2);
    let name = if row.is_by_rule(scenario) { key::OWN_PLAN_BY_RULE } else { row.name(scenario) };
    let mut times = Vec::new();
    if !row.is_today() {
        times.push(Line::from(msg::OwnTimes { times: gain }).say(lang));
        if let Some([from, to]) = error(scenario, row) {
            times.push(Line::from(msg::OwnRange { from: Number(from, 2), to: Number(to, 2) }).say(lang));
        }
    }
    vec![
        tr(lang, name).to_owned().into(),
        stands.into(),
        Line::from(msg::OwnTime { time: row.step }).say(lang).into(),
        Cell { input: None, lines: times },
        price,
        training,
        format!("{} {}", plan.say(lang), how.say(lang)).into(),
        Line::from(msg::OwnShare { share: Percent(f64::from(row.cooking) / 10_000.0) }).say(lang).into(),
    ]
}
