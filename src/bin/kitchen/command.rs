//! The subcommands and what they have in common: language, exit status.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use kitchen_text::Lang;

use crate::out::{self, Done, REFUSED};
use crate::plan::Plan;
use crate::say::Failure;
use crate::train::Train;
use crate::{
    collective, configs, descend, digest, export, fabric, faults, help, import, infer, picture, plan, run, systems,
    train, validate,
};

/// What may be typed; the words about it are in `kitchen.ftl`.
#[derive(Parser, Debug)]
#[command(name = "kitchen", version, arg_required_else_help = true)]
pub(crate) struct Command {
    #[arg(long, global = true, value_parser = PossibleValuesParser::new(Lang::ALL.map(Lang::tag)))]
    lang: Option<String>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
pub(crate) enum What {
    Systems(systems::Systems),
    Collective(collective::Collective),
    Train(train::Train),
    Plan(plan::Plan),
    Infer(infer::Infer),
    Run(run::Run),
    Descend(descend::Descend),
    Fabric(fabric::Fabric),
    Faults(faults::Faults),
    Picture(picture::Picture),
    Digest(digest::Digest),
    Export(export::Export),
    Import(import::Import),
    Validate(validate::Validate),
}

/// Exit status 0 where it went well, 1 where a limit or a goal is missed, 2 with a sentence on standard error where the input
/// cannot be understood or the answer not be written.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let lang = language(&words).unwrap_or_else(|| from_environment(std::env::var("LANG").ok().as_deref()));
    match told(words, lang) {
        Ok(done) => out::finish(done, lang),
        Err(Unparsed::Help(text)) => out::help(&text, 0, lang),
        Err(Unparsed::Bare(text)) => out::help(&text, REFUSED, lang),
        Err(Unparsed::Wrong(sentence)) => out::finish(Ok(out::refusal(sentence)), lang),
    }
}

/// What a command has to say that is typed so, in the language that the words name, else in this one. Nothing is printed but how far a long one is.
pub fn typed(words: &[&str], lang: Lang) -> Done {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let lang = language(&words).unwrap_or(lang);
    match told(words, lang) {
        Ok(done) => done.unwrap_or_else(|failure| out::refusal(failure.say(lang))),
        Err(Unparsed::Help(text)) => Done::from(text),
        Err(Unparsed::Bare(text) | Unparsed::Wrong(text)) => out::refusal(text),
    }
}

/// Does what is typed.
fn told(mut words: Vec<OsString>, lang: Lang) -> Result<Result<Done, Failure>, Unparsed> {
    // `kitchen help train` is `kitchen train --help`.
    let is_option = |word: &&OsString| {
        let word = word.to_string_lossy();
        word.starts_with("--") || Lang::from_tag(&word).is_some()
    };
    let first = words.iter().take_while(is_option).count();
    if words.get(first).is_some_and(|word| word == "help") {
        words.remove(first);
        words.push("--help".into());
    }
    let words = match train::scenario::expanded(words, first) {
        Ok(words) => words,
        Err(failure) => return Ok(Err(failure)),
    };
    let known = help::localised(Command::command(), lang);
    let many = configs::run::<Train>(&words, first, &known, lang);
    let many = many.or_else(|| configs::run::<Plan>(&words, first, &known, lang));
    if let Some(done) = many.or_else(|| plan::famous::run(&words, first, &known, lang)) {
        return Ok(done);
    }
    Ok(match parse(&words, known, lang)?.what {
        What::Systems(args) => systems::run(&args, lang).map(Done::from),
        What::Collective(args) => collective::run(&args, lang).map(Done::from),
        What::Train(args) => train::run(&args, lang),
        What::Plan(args) => plan::run(&args, lang),
        What::Descend(args) => descend::run(&args, lang),
        What::Faults(args) => faults::run(&args, lang).map(Done::from),
        What::Fabric(args) => fabric::run(&args, lang),
        What::Infer(args) => infer::run(&args, lang),
        What::Run(args) => run::run(&args, lang),
        What::Picture(args) => picture::run(&args, lang),
        What::Export(args) => export::run(&args, lang).map(Done::from),
        What::Import(args) => import::run(&args, lang),
        What::Digest(args) => digest::run(&args).map(Done::from),
        What::Validate(args) => validate::run(&args, lang),
    })
}

/// Why there is no command to run.
enum Unparsed {
    /// Help was asked for: here it is, in the terminal's colours where one reads.
    Help(String),
    /// Nothing was asked for, so the help says what there is.
    Bare(String),
    /// It makes no sense, in a sentence.
    Wrong(String),
}

/// The command that was typed.
fn parse(words: &[OsString], mut known: clap::Command, lang: Lang) -> Result<Command, Unparsed> {
    let all = std::iter::once(OsString::from("kitchen")).chain(words.iter().cloned());
    let parsed = known.try_get_matches_from_mut(all).and_then(|matches| Command::from_arg_matches(&matches));
    parsed.map_err(|error| {
        let rendered = |coloured: bool| {
            let text = error.render();
            if coloured { text.ansi().to_string() } else { text.to_string() }
        };
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Unparsed::Help(rendered(coloured(std::io::stdout().is_terminal())))
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Unparsed::Bare(rendered(coloured(std::io::stderr().is_terminal())))
            }
            _ => {
                let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
                Unparsed::Wrong(help::refusal(&error, &words, &known).say(lang))
            }
        }
    })
}

/// Whether a terminal wants colours (<https://no-color.org>).
fn coloured(is_terminal: bool) -> bool {
    let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    is_terminal && !no && cfg!(unix) && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// The language that is asked for, found before anything else is read, so that what is wrong is said in it.
fn language(words: &[OsString]) -> Option<Lang> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let given = words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--lang") {
        Some("") => words.get(at + 1).copied(),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    });
    given.and_then(Lang::from_tag)
}

/// A language in which only some of the sentences are written must be asked for by its flag.
fn from_environment(lang: Option<&str>) -> Lang {
    let is_so = |known: &Lang| lang.is_some_and(|lang| lang.starts_with(known.tag()));
    Lang::WHOLE.into_iter().find(is_so).unwrap_or(Lang::En)
}
