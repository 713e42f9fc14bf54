//! What programs ask: a command's flags by name, with values of their kinds, and the answer that `--json` prints. The declaration of the
//! flags is the request's, so a program can ask what can be typed and nothing is reckoned a second way. Hostile until read.

use std::ffi::OsString;
use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, CommandFactory as _, FromArgMatches};
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Lang, Line, count, msg};
use serde::Serialize;
use serde_json::Value;

use crate::collective::{self, Collective};
use crate::command::Command;
use crate::configs::Ask as _;
use crate::fabric::{self, Fabric};
use crate::infer::{self, Infer};
use crate::picture::{self, Picture};
use crate::plan::{self, Plan};
use crate::say::{self, Failure};
use crate::train::Train;
use crate::{flag_word, help};

/// The most values of a list.
const MOST_VALUES: usize = 64;

/// Flags about where an answer goes and in which form, and about many answers at once: a program does those itself.
const TYPED_ALONE: &[&str] = &[
    "json",
    "csv",
    "trace",
    "scenario",
    "save",
    "configs",
    "shard",
    "out",
    "jobs",
    "from",
    "to",
    "factor",
    "purchases",
    "price",
    "power",
    "prices",
    "train-tokens",
    "famous",
    "rows",
    "lang",
    "help",
    "version",
];

/// A command that answers programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Collective,
    Train,
    Plan,
    Fabric,
    Infer,
    /// Answers with an SVG document, the others with JSON.
    Picture,
}

impl Asked {
    pub const ALL: [Asked; 6] =
        [Asked::Collective, Asked::Train, Asked::Plan, Asked::Fabric, Asked::Infer, Asked::Picture];

    /// The command's name.
    pub const fn id(self) -> &'static str {
        match self {
            Asked::Collective => "collective",
            Asked::Train => "train",
            Asked::Plan => "plan",
            Asked::Fabric => "fabric",
            Asked::Infer => "infer",
            Asked::Picture => "picture",
        }
    }

    /// The command of that name.
    pub fn from_id(id: &str) -> Option<Asked> {
        Asked::ALL.into_iter().find(|one| one.id() == id)
    }
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the command prints with `--json`; of a picture, what it prints.
    pub text: String,
    /// A sentence for each thing to know about it.
    pub notes: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The flag, as it would be typed, or the file that it is about; may be empty.
    pub about: String,
    pub sentence: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.about.is_empty() { "" } else { ": " };
        write!(f, "{}{gap}{}", self.about, self.sentence)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    fn new(failure: &Failure, lang: Lang) -> Refused {
        Refused { about: failure.about().to_owned(), sentence: failure.line().say(lang) }
    }
}

/// Asks a command. A flag that is null is one that is not given.
///
/// # Errors
/// A flag is none of the command's, its value none that it takes, or the command refuses what is asked.
pub fn answer(asked: Asked, flags: &[(String, Value)], lang: Lang) -> Result<Answer, Refused> {
    answer_heard(asked, flags, lang, &mut |_| ())
}

/// [`answer`]; `heard` is told how far it is, from 0 to 1, where that takes long: plans that are simulated, packets that arrive.
///
/// # Errors
/// See [`answer`].
pub fn answer_heard(
    asked: Asked,
    flags: &[(String, Value)],
    lang: Lang,
    heard: &mut dyn FnMut(f64),
) -> Result<Answer, Refused> {
    let matches = matches(asked, flags, lang).map_err(|failure| Refused::new(&failure, lang))?;
    told(asked, &matches, lang, heard)
}

/// The flags by which a command can be asked.
pub fn flags(asked: Asked) -> Vec<String> {
    let known = Command::command();
    own(&known, asked).iter().filter_map(|flag| flag.get_long().map(str::to_owned)).collect()
}

/// A flag, as programs are told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Declared {
    pub name: String,
    /// `text`, `number`, `switch` or `list`.
    pub kind: &'static str,
    pub help: String,
    /// All that a text may be, where that is told; else none.
    pub values: Vec<String>,
}

/// The flags by which a command can be asked, with what the help says of them.
pub fn declared(asked: Asked, lang: Lang) -> Vec<Declared> {
    let known = help::localised(Command::command(), lang);
    let flag = |flag: &Arg| Declared {
        name: flag.get_long().unwrap_or_default().to_owned(),
        kind: match () {
            () if flag_word::is_switch(flag) => "switch",
            () if matches!(flag.get_action(), ArgAction::Append) => "list",
            () if flag_word::is_number(flag) => "number",
            () => "text",
        },
        help: flag.get_help().map(ToString::to_string).unwrap_or_default(),
        values: flag.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect(),
    };
    own(&known, asked).iter().map(flag).collect()
}

fn own(known: &clap::Command, asked: Asked) -> Vec<Arg> {
    let all = known.find_subcommand(asked.id()).into_iter().flat_map(clap::Command::get_arguments);
    all.filter(|flag| flag.get_long().is_some_and(|name| !TYPED_ALONE.contains(&name))).cloned().collect()
}

/// The flags as the command line's parser has them.
fn matches(asked: Asked, flags: &[(String, Value)], lang: Lang) -> Result<ArgMatches, Failure> {
    let known = help::localised(Command::command(), lang);
    let own = own(&known, asked);
    let mut words = vec![asked.id().to_owned()];
    for (name, value) in flags {
        let unknown =
            || Line::from(msg::CliUnknown { value: quote(name).into(), command: format!("{} ", asked.id()).into() });
        let flag = flag_word::named(&own, name).ok_or_else(|| Failure::new("", unknown()))?;
        typed(flag, name, value, &mut words)?;
    }
    let all = std::iter::once("kitchen").chain(words.iter().map(String::as_str)).map(OsString::from);
    let matches = known.clone().try_get_matches_from(all);
    let mut matches = matches.map_err(|error| Failure::new("", help::refusal(&error, &words, &known)))?;
    Ok(matches.remove_subcommand().map(|(_, own)| own).unwrap_or_default())
}

/// Puts a flag as it would be typed; nothing where it is not given.
fn typed(flag: &Arg, name: &str, value: &Value, words: &mut Vec<String>) -> Result<(), Failure> {
    let about = |line: Line| Failure::new(format!("--{name}"), line);
    let is_list = matches!(flag.get_action(), ArgAction::Append);
    match value {
        Value::Null => {}
        Value::Array(values) if is_list => {
            if values.len() > MOST_VALUES {
                return Err(say::out_of_range(
                    format!("--{name}"),
                    values.len().to_string(),
                    format!("0-{MOST_VALUES}"),
                ));
            }
            for value in values {
                words.push(one(flag, name, value).map_err(about)?);
            }
        }
        value if flag_word::is_switch(flag) => words.extend(flag_word::word(flag, name, value).map_err(about)?),
        value => words.push(one(flag, name, value).map_err(about)?),
    }
    Ok(())
}

/// A value as a word. Sizes, rates and the like are texts of which some look like numbers.
fn one(flag: &Arg, name: &str, value: &Value) -> Result<String, Line> {
    match value {
        Value::Number(number) if !flag_word::is_number(flag) => Ok(format!("--{name}={number}")),
        // What is no number is refused by the flag itself, as if it were typed.
        Value::String(_) if !flag_word::is_number(flag) => {
            flag_word::word(flag, name, value).map(Option::unwrap_or_default)
        }
        _ if flag_word::is_number(flag) => flag_word::word(flag, name, value).map(Option::unwrap_or_default),
        _ => Err(Line::from(msg::CliTrainText { key: quote(name).into(), max: count(flag_word::LIMIT_TEXT) })),
    }
}

fn told(asked: Asked, matches: &ArgMatches, lang: Lang, heard: &mut dyn FnMut(f64)) -> Result<Answer, Refused> {
    match asked {
        Asked::Collective => answered(matches, lang, |args: &Collective| {
            collective::told(args, lang).map(|answer| (say::json(&answer), Vec::new()))
        }),
        Asked::Train => answered(matches, lang, |args: &Train| args.ask().map(|told| written(told, lang))),
        Asked::Plan => answered(matches, lang, |args: &Plan| {
            let mut far = |done: usize, of: usize| heard(done as f64 / of.max(1) as f64);
            plan::told(args, lang, &mut far).map(|told| written(told, lang))
        }),
        Asked::Infer => answered(matches, lang, |args: &Infer| infer::told(args, lang).map(|told| written(told, lang))),
        Asked::Picture => {
            answered(matches, lang, |args: &Picture| picture::run(args, lang).map(|done| (done.text, done.notes)))
        }
        Asked::Fabric => {
            let args = read::<Fabric>(matches, lang)?;
            match fabric::told(&args, lang, &mut |done| heard(done.of(1_000) as f64 / 1_000.0))
                .map_err(|failure| Refused::new(&failure, lang))?
            {
                fabric::Told::Run(answer, notes) => Ok(Answer { text: say::json(&answer), notes }),
                fabric::Told::Wrong(done) => Err(Refused { about: String::new(), sentence: done.notes.join("\n") }),
            }
        }
    }
}

/// The command's own flags, which the parser has found well formed.
fn read<A: FromArgMatches>(matches: &ArgMatches, lang: Lang) -> Result<A, Refused> {
    let refused =
        |error: clap::Error| Refused::new(&Failure::new("", help::refusal(&error, &[], &Command::command())), lang);
    A::from_arg_matches(matches).map_err(refused)
}

fn answered<A: FromArgMatches>(
    matches: &ArgMatches,
    lang: Lang,
    ask: impl FnOnce(&A) -> Result<(String, Vec<String>), Failure>,
) -> Result<Answer, Refused> {
    let (text, notes) = ask(&read(matches, lang)?).map_err(|failure| Refused::new(&failure, lang))?;
    Ok(Answer { text, notes })
}

fn written((answer, notes): (impl Serialize, Vec<Line>), lang: Lang) -> (String, Vec<String>) {
    (say::json(&answer), notes.iter().map(|line| line.say(lang)).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn asked(command: Asked, flags: &Value, lang: Lang) -> Result<Answer, Refused> {
        let flags: Vec<(String, Value)> =
            flags.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect();
        answer(command, &flags, lang)
    }

    #[test]
    fn what_is_refused_is_told_in_words() {
        let check = |command: Asked, flags: Value, lang: Lang, expected: &str| {
            let refused = asked(command, &flags, lang).expect_err("refused");
            assert_eq!(refused.to_string(), expected, "{flags}");
        };
        check(Asked::Collective, json!({}), Lang::En, "--system is needed.");
        check(Asked::Collective, json!({}), Lang::Ja, "--systemが要ります。");
        check(Asked::Collective, json!({"system": "dgx-h100", "nodes": "two"}), Lang::En, NODES);
        check(Asked::Collective, json!({"system": "dgx-h100", "nodes": 1.5}), Lang::En, NODES);
        check(Asked::Collective, json!({"system": "dgx-h100", "nodes": true}), Lang::En, NODES);
        check(
            Asked::Collective,
            json!({"system": "dgx-h100", "sharp": "yes"}),
            Lang::En,
            "--sharp: “sharp” must be true or false, without quotes.",
        );
        check(
            Asked::Train,
            json!({"system": "dgx-h100", "model": ["llama3-8b"]}),
            Lang::En,
            "--model: “model” must be a text of at most 1,024 bytes.",
        );
        check(
            Asked::Train,
            json!({"system": "dgx-h100", "trace": "file.json"}),
            Lang::En,
            "There is no option trace. See kitchen train --help.",
        );
        check(
            Asked::Plan,
            json!({"system": "dgx-h100", "--help": null}),
            Lang::En,
            "There is no option --help. See kitchen plan --help.",
        );
    }

    const NODES: &str = "--nodes: “nodes” must be a whole number from 0 to 4,294,967,295, without quotes.";

    #[test]
    fn a_size_may_be_a_number_or_a_text() {
        let time = |bytes: Value| {
            let answer =
                asked(Asked::Collective, &json!({"system": "dgx-h100", "bytes": bytes, "nodes": null}), Lang::En);
            answer.expect("an answer").text
        };
        assert_eq!(time(json!(1 << 30)), time(json!("1GiB")));
    }

    #[test]
    fn flags_are_declared_with_their_kinds() {
        let check = |command: Asked, name: &str, expected: &str| {
            let all = declared(command, Lang::Ja);
            let flag = all.iter().find(|flag| flag.name == name).unwrap_or_else(|| panic!("no {name}"));
            assert_eq!(flag.kind, expected, "{command:?} {name}");
            assert!(!flag.help.is_empty(), "{name}");
            assert_eq!(all.len(), flags(command).len());
        };
        check(Asked::Collective, "system", "text");
        check(Asked::Collective, "nodes", "number");
        check(Asked::Collective, "sharp", "switch");
        check(Asked::Collective, "missing", "list");
    }

    /// What takes long says how far it is, and ends at no more than all of it.
    #[test]
    fn a_search_is_heard() {
        let mut heard = Vec::new();
        let flags = json!({"model": "llama3-8b", "system": "dgx-h100", "global-batch": 64});
        let flags: Vec<(String, Value)> =
            flags.as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())).collect();
        answer_heard(Asked::Plan, &flags, Lang::En, &mut |share| heard.push(share)).expect("a plan");
        assert!(heard.len() > 1 && heard.iter().all(|share| (0.0..=1.0).contains(share)), "{heard:?}");
        assert!(heard.is_sorted(), "{heard:?}");
    }

    #[test]
    fn every_flag_that_answers_is_named() {
        let check = |command: Asked, name: &str, expected: bool| {
            assert_eq!(flags(command).iter().any(|flag| flag == name), expected, "{command:?} {name}");
        };
        check(Asked::Collective, "system", true);
        check(Asked::Collective, "explain", true);
        check(Asked::Collective, "json", false);
        check(Asked::Train, "save", false);
        check(Asked::Plan, "invest", true);
        check(Asked::Picture, "out", false);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// Whatever is asked, there is an answer or a sentence.
        #[test]
        fn hostile_requests_are_refused_in_words(
            which in 0..Asked::ALL.len(),
            name in "[a-z-]{0,12}|system|nodes|model|bytes|tp",
            text in "\\PC{0,40}",
            number in any::<f64>(),
        ) {
            let flags = |value: Value| vec![("system".to_owned(), json!("no-such")), (name.clone(), value)];
            for value in [json!(text), json!(number), json!([text]), json!({"a": 1}), json!(true)] {
                if let Err(refused) = answer(Asked::ALL[which], &flags(value), Lang::Ja) {
                    prop_assert!(!refused.sentence.is_empty());
                }
            }
        }
    }
}
