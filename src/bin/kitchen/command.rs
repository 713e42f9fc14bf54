//! The subcommands and what they have in common: language, exit status.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use kitchen_core::text::Lang;

use crate::say::Failure;
use crate::{collective, digest, help, picture, run, systems, train, validate};

/// What may be typed; the words about it are in `kitchen.ftl`.
#[derive(Parser, Debug)]
#[command(name = "kitchen", version, arg_required_else_help = true)]
pub(crate) struct Command {
    #[arg(long, global = true, value_enum)]
    lang: Option<Tongue>,
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Tongue {
    Ja,
    En,
}

#[derive(Subcommand, Debug)]
pub(crate) enum What {
    Systems(systems::Systems),
    Collective(collective::Collective),
    Train(train::Train),
    Run(run::Run),
    Picture(picture::Picture),
    Digest(digest::Digest),
    Validate(validate::Validate),
}

/// Exit status 0 where it went well, 2 with a sentence on standard error where the input cannot be understood.
pub(crate) fn main() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    // `kitchen help train` is `kitchen train --help`.
    let is_option = |word: &&OsString| word.to_string_lossy().starts_with("--") || **word == "ja" || **word == "en";
    let first = words.iter().take_while(is_option).count();
    if words.get(first).is_some_and(|word| word == "help") {
        words.remove(first);
        words.push("--help".into());
    }
    let lang = language(&words);
    let Some(command) = parse(&words, lang) else { return ExitCode::from(2) };
    let Ok(command) = command else { return ExitCode::SUCCESS };
    let done = match command.what {
        What::Systems(args) => systems::run(&args, lang),
        What::Collective(args) => collective::run(&args),
        What::Train(args) => train::run(&args, lang),
        What::Run(args) => run::run(&args, lang),
        What::Picture(args) => picture::run(&args, lang),
        What::Digest(args) => digest::run(&args),
        What::Validate(args) => return validate::main(&args, lang),
    };
    match done {
        Ok(out) => {
            // A closed pipe (`| head`) is no fault of ours.
            let _ = std::io::Write::write_all(&mut std::io::stdout().lock(), out.as_bytes());
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{}", Failure::say(&failure, lang));
            ExitCode::from(2)
        }
    }
}

/// The command that was typed; an error of no kind where help was asked for and given, none where it makes no sense, which
/// has been said then.
fn parse(words: &[OsString], lang: Lang) -> Option<Result<Command, ()>> {
    let mut known = help::localised(Command::command(), lang);
    let all = std::iter::once(OsString::from("kitchen")).chain(words.iter().cloned());
    match known.try_get_matches_from_mut(all).and_then(|matches| Command::from_arg_matches(&matches)) {
        Ok(command) => Some(Ok(command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let _ = error.print();
                Some(Err(()))
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let _ = error.print();
                None
            }
            _ => {
                let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
                eprintln!("{}", help::refusal(&error, &words, &known).say(lang));
                None
            }
        },
    }
}

/// The language that is asked for, found before anything else is read, so that what is wrong is said in it.
fn language(words: &[OsString]) -> Lang {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let given = words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--lang") {
        Some("") => words.get(at + 1).copied(),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    });
    given.and_then(Lang::from_tag).unwrap_or_else(|| from_environment(std::env::var("LANG").ok().as_deref()))
}

fn from_environment(lang: Option<&str>) -> Lang {
    if lang.is_some_and(|lang| lang.starts_with("ja")) { Lang::Ja } else { Lang::En }
}
