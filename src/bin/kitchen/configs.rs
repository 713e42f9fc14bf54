//! `kitchen train --configs FILE` and `kitchen plan --configs FILE`: a file of configurations, answered line by line.
//!
//! What is typed beside it goes for every line, and what a line says goes before it. A line that cannot be answered has its reason in
//! its row, and the next is asked. The rows are in the order of the lines, whoever works on them.

mod answers;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use kitchen_text::{Lang, Line, Words, count, msg};
use serde::Serialize;

use crate::help;
use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::{self, Failure};
use crate::sweep;
use crate::train::scenario::{OUTPUT, SHAPES};
use kitchen_story::scenario::raw::quote;

use answers::{Form, Out};
use read::Asked;

#[derive(Args, Debug, Default)]
pub(crate) struct Configs {
    #[arg(long = "configs", value_name = "FILE")]
    asked: Option<PathBuf>,
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    #[arg(long, value_name = "N")]
    jobs: Option<String>,
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Configs {
    /// That no flag is given which needs a file of configurations.
    ///
    /// # Errors
    /// One is.
    pub(crate) fn none(&self) -> Result<(), Failure> {
        let given = [("--shard", self.shard.is_some()), ("--jobs", self.jobs.is_some()), ("--out", self.out.is_some())];
        let with = Words::from("--configs");
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => Err(Failure::new(flag, Line::from(msg::CliOnlyWith { with }))),
            None => Ok(()),
        }
    }
}

/// A command that can be asked many times.
pub(crate) trait Ask: FromArgMatches {
    type Answer: Serialize;
    const NAME: &'static str;
    /// The columns of its table, and where in the answer each stands (RFC 6901).
    const COLUMNS: &'static [(&'static str, &'static str)];
    /// Flags that make no sense for many lines.
    const ALONE: &'static [&'static str];

    /// The answer, and a sentence for each thing to know about it.
    ///
    /// # Errors
    /// There is none.
    fn ask(&self) -> Result<(Self::Answer, Vec<Line>), Failure>;
}

/// Answers a file of configurations, where one is named; `at` is the place of the command's name in `words`.
///
/// None where there is no such file, or help is asked for.
pub(crate) fn run<A: Ask>(words: &[OsString], at: usize, known: &Command, lang: Lang) -> Option<Result<Done, Failure>> {
    let is = |name: &str| words.iter().any(|word| word == name);
    let is_named = is("--configs") || words.iter().any(|word| word.to_string_lossy().starts_with("--configs="));
    let is_asked = words.get(at).is_some_and(|word| word == A::NAME) && is_named;
    if !is_asked || ["-h", "--help", "-V", "--version"].into_iter().any(is) {
        return None;
    }
    Some(answered::<A>(words, known, lang))
}

fn answered<A: Ask>(words: &[OsString], known: &Command, lang: Lang) -> Result<Done, Failure> {
    // What every line says may stand in the file.
    let mut loose = known.clone().mut_subcommand(A::NAME, |sub| sub.mut_args(|arg| arg.required(false)));
    let all = std::iter::once(OsString::from("kitchen")).chain(words.iter().cloned());
    let matches = loose.try_get_matches_from_mut(all).map_err(|error| refused(&error, words, known))?;
    let nothing = ArgMatches::default();
    let typed = matches.subcommand_matches(A::NAME).unwrap_or(&nothing);
    let own = Configs::from_arg_matches(typed).map_err(|error| refused(&error, words, known))?;
    let is_given = |name: &&&str| typed.value_source(name) == Some(ValueSource::CommandLine);
    if let Some(flag) = A::ALONE.iter().find(is_given) {
        let with = Words::from("--configs");
        return Err(Failure::new(format!("--{}", flag.replace('_', "-")), msg::CliNotWith { with }.into()));
    }
    let flags: Vec<Arg> =
        known.find_subcommand(A::NAME).into_iter().flat_map(Command::get_arguments).cloned().collect();
    let flags: Vec<Arg> =
        flags.into_iter().filter(|flag| flag.get_long().is_some_and(|name| !OUTPUT.contains(&name))).collect();
    let common = common(&flags, typed);
    let path = own.asked.clone().unwrap_or_default();
    let shard = shard(own.shard.as_deref())?;
    let jobs = sweep::jobs(own.jobs.as_deref())?;
    let asked = read::read(&path, &flags)?;
    let asked: Vec<Asked> =
        asked.into_iter().enumerate().filter(|(at, _)| shard.takes(*at)).map(|(_, one)| one).collect();
    let form = if typed.get_flag("json") { Form::Json } else { Form::Csv };
    let heads: Vec<&str> = A::COLUMNS.iter().map(|(name, _)| *name).collect();
    let (mut out, there) = Out::open(own.out.as_deref(), form, &heads)?;
    let asked: Vec<Told> = asked.into_iter().map(|one| Told::new(one, &common)).collect();
    let whole = asked.len();
    let left: Vec<Told> = asked.into_iter().filter(|one| !there.contains(&(one.line, one.digest.clone()))).collect();
    let ask = |told: &Told| row::<A>(told, known, form, lang);
    let wrong = in_order(&left, jobs, &ask, &mut |text| out.put(text), lang)?;
    let mut done = Done::default();
    if own.out.is_some() {
        let (n, before) = (count(left.len()), count(whole - left.len()));
        done.notes.push(Line::from(msg::ConfigsDone { n, before }).say(lang));
    }
    if wrong > 0 {
        done.notes.push(Line::from(msg::ConfigsWrong { n: count(wrong) }).say(lang));
        done.status = MISSED;
    }
    Ok(Done { status: done.status.max(out.status()), ..done })
}

/// What the parser refused, in a sentence.
pub(crate) fn refused(error: &clap::Error, words: &[OsString], known: &Command) -> Failure {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Failure::new("", help::refusal(error, &words, known))
}

/// What was typed for every line: flags by name, each as a word.
fn common(flags: &[Arg], typed: &ArgMatches) -> BTreeMap<String, String> {
    let word = |flag: &Arg| {
        let (id, name) = (flag.get_id().as_str(), flag.get_long()?);
        if typed.value_source(id) != Some(ValueSource::CommandLine) {
            return None;
        }
        if matches!(flag.get_action(), ArgAction::SetTrue) {
            return Some((name.to_owned(), format!("--{name}")));
        }
        let value = typed.get_raw(id)?.next_back()?.to_string_lossy().into_owned();
        Some((name.to_owned(), format!("--{name}={value}")))
    };
    flags.iter().filter_map(word).collect()
}

/// Each n-th line, from the i-th on.
#[derive(Clone, Copy)]
struct Shard {
    of: usize,
    own: usize,
}

impl Shard {
    const fn takes(self, line: usize) -> bool {
        line % self.of == self.own
    }
}

/// The lines that are to be answered.
fn shard(text: Option<&str>) -> Result<Shard, Failure> {
    let Some(text) = text else { return Ok(Shard { of: 1, own: 0 }) };
    let read = || {
        let (own, of) = text.split_once('/')?;
        let (own, of) = (own.parse::<usize>().ok()?, of.parse::<usize>().ok()?);
        (own >= 1 && own <= of && of <= read::MOST_LINES).then(|| Shard { of, own: own - 1 })
    };
    read().ok_or_else(|| say::out_of_range("--shard", quote(text), format!("1/4, 2/4 ({})", read::MOST_LINES)))
}

/// A line with what was typed for all, as it is asked.
struct Told {
    line: u64,
    words: Result<Vec<String>, Line>,
    /// Of what is asked: the same line with other flags is another question.
    digest: String,
}

impl Told {
    fn new(asked: Asked, common: &BTreeMap<String, String>) -> Told {
        let words = asked.flags.map(|own| {
            let names: BTreeSet<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
            let is_own = |name: &str| {
                let alike: &[&str] = if SHAPES.contains(&name) { &SHAPES } else { &[name] };
                alike.iter().any(|alike| names.contains(alike))
            };
            let mut all: Vec<String> =
                common.iter().filter(|(name, _)| !is_own(name)).map(|(_, word)| word.clone()).collect();
            all.extend(own.iter().filter_map(|(_, word)| word.clone()));
            kitchen_core::order::sort(&mut all);
            all
        });
        let bytes = match &words {
            Ok(words) => words.join("\0"),
            Err(_) => asked.text,
        };
        Told { line: asked.line, words, digest: format!("{:016x}", fnv(bytes.as_bytes())) }
    }
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A row, and whether it holds an answer.
type Row = (String, bool);

/// The row of one line.
fn row<A: Ask>(told: &Told, known: &Command, form: Form, lang: Lang) -> Row {
    let answer = told.words.as_ref().map_err(|line| line.say(lang)).and_then(|words| {
        let typed: Vec<String> = std::iter::once(A::NAME.to_owned()).chain(words.iter().cloned()).collect();
        let all = std::iter::once("kitchen").chain(typed.iter().map(String::as_str));
        let words: Vec<OsString> = typed.iter().map(OsString::from).collect();
        let matches =
            known.clone().try_get_matches_from(all).map_err(|error| refused(&error, &words, known).say(lang))?;
        let nothing = ArgMatches::default();
        let one = A::from_arg_matches(matches.subcommand_matches(A::NAME).unwrap_or(&nothing))
            .map_err(|error| refused(&error, &words, known).say(lang))?;
        one.ask().map_err(|failure| failure.say(lang))
    });
    let is_answered = answer.is_ok();
    let (answer, notes, error) = match answer {
        Ok((answer, notes)) => (Some(answer), notes.iter().map(|line| line.say(lang)).collect(), None),
        Err(error) => (None, Vec::new(), Some(error)),
    };
    (form.row(told.line, &told.digest, answer.as_ref(), &notes, error, A::COLUMNS), is_answered)
}

/// Answers all by so many threads and puts the rows in order, each as soon as those before it are there; how many have no answer.
fn in_order(
    all: &[Told],
    jobs: usize,
    ask: &(dyn Fn(&Told) -> Row + Sync),
    put: &mut dyn FnMut(&str) -> Result<bool, Failure>,
    lang: Lang,
) -> Result<usize, Failure> {
    let next = AtomicUsize::new(0);
    let mut progress = Progress::new(all.len(), lang);
    thread::scope(|scope| {
        let (sender, came) = mpsc::channel();
        for _ in 0..jobs.min(all.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, told)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, all.get(at)?)))
                {
                    if sender.send((at, ask(told))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut written, mut wrong) = (BTreeMap::new(), 0, 0);
        for (done, (at, row)) in came.iter().enumerate() {
            waiting.insert(at, row);
            while let Some((text, is_answered)) = waiting.remove(&written) {
                written += 1;
                wrong += usize::from(!is_answered);
                // Nobody reads on: the others need not work either.
                if !put(&text)? {
                    return Ok(wrong);
                }
            }
            progress.at(done + 1);
        }
        Ok(wrong)
    })
}
