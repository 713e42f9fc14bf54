//! The subcommands and what they have in common: language, exit status.

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use kitchen_core::text::Lang;

use crate::say::Failure;
use crate::{collective, digest, picture, run, systems, train, validate};

/// Distributed training, simulated: what a collective, a training step or a chapter's scenario takes on real systems.
#[derive(Parser, Debug)]
#[command(name = "kitchen", version, arg_required_else_help = true)]
struct Command {
    /// The language of sentences; else as LANG says, else English
    #[arg(long, global = true, value_enum)]
    lang: Option<Tongue>,
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tongue {
    Ja,
    En,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the systems that can be simulated
    Systems(systems::Systems),
    /// Simulate one collective operation on an idle cluster
    Collective(collective::Collective),
    /// Simulate one training step of a published model
    Train(train::Train),
    /// Run a scenario file, and leave a trace for Perfetto where asked
    Run(run::Run),
    /// Write one moment of a chapter as SVG
    Picture(picture::Picture),
    /// Print the digest of each chapter's usual scenario; the page must come to the same
    Digest(digest::Digest),
    /// Compare simulated with measured figures
    Validate(validate::Validate),
}

/// Exit status 0 where it went well, 2 with a sentence on standard error where the input cannot be understood.
pub(crate) fn main() -> ExitCode {
    let command = Command::parse();
    let lang = match command.lang {
        Some(Tongue::Ja) => Lang::Ja,
        Some(Tongue::En) => Lang::En,
        None => from_environment(std::env::var("LANG").ok().as_deref()),
    };
    let done = match command.what {
        What::Systems(args) => systems::run(&args, lang),
        What::Collective(args) => collective::run(&args),
        What::Train(args) => train::run(&args, lang),
        What::Run(args) => run::run(&args, lang),
        What::Picture(args) => picture::run(&args, lang),
        What::Digest(args) => digest::run(&args),
        What::Validate(args) => return validate::main(&args),
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

fn from_environment(lang: Option<&str>) -> Lang {
    if lang.is_some_and(|lang| lang.starts_with("ja")) { Lang::Ja } else { Lang::En }
}
