//! How the command line is used, in the reader's language: the texts of `kitchen.ftl` put in place of the parser's own, by
//! the names of commands and options, and one sentence for what the parser refuses. Lists are those of the program.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use kitchen_core::collective::Op;
use kitchen_core::descent::model::{Dataset, Model};
use kitchen_core::packet::LoadBalancing;
use kitchen_core::packet::fabric::chips;
use kitchen_core::packet::fabrics::Spec;
use kitchen_core::topology::MAX_MISSING;
use kitchen_core::workload::infer::shapes;
use kitchen_core::workload::layout::{Arithmetic, Kernel, Recompute};
use kitchen_core::workload::model::published;
use kitchen_core::workload::train::Cabling;
use kitchen_core::workload::{Offload, Schedule};
use kitchen_story::chapters;
use kitchen_story::scenario::raw::quote;
use kitchen_story::scene::palette::Palette;
use kitchen_text::{Key, Lang, Line, Words, count, key, msg, tr};

use crate::cards::{CONTROLS, transports};
use crate::collective::algorithms;
use crate::descend::BATCHES;
use crate::fabric::{DEFAULTS, loads};
use crate::faults::fleets;
use crate::infer::gpus;
use crate::train::packet_network::NETWORKS;
use crate::validate::{TRAINING_COLUMNS, experts, facts, inference, memory, schedules};

/// Commands that run as they stand, shown under the help of the command that they begin with. `FILE` ones need that file.
pub(crate) const EXAMPLES: [&str; 45] = [
    "systems --json",
    "systems --show dgx-h100",
    "collective --system dgx-h100 --nodes 2 --bytes 1GiB",
    "collective --system gb200-nvl72 --op all-to-all --bytes 64MiB --explain",
    "collective --system dgx-a100 --bytes 1GiB --missing chip:0.3",
    "collective --system dgx-h100 --nodes 2 --from 8 --to 64MiB --factor 2",
    "collective --system torus.toml --bytes 64MiB",
    "train --model gpt3-175b --system dgx-a100 --nodes 128 --tp 8 --pp 16 --global-batch 1536",
    "train --model mixtral-8x7b --system dgx-h100 --nodes 2 --ep 8 --zero 1 --overlap --explain",
    "train --model llama3-8b --system dgx-h100 --zero 3 --overlap --save step.json",
    "train --scenario step.json --nodes 2",
    "train --model llama3-8b --system dgx-h100 --zero 1 --offload optimizer --explain",
    "train --model llama3-8b --system dgx-h100 --nodes 4 --tp 8 --network packet --rule spray --explain",
    "train --system dgx-h100 --configs configs.csv --shard 1/4 --out answers.csv",
    "plan --model llama3-8b --system dgx-h100 --global-batch 64",
    "plan --model gpt3-6.7b --system dgx-a100 --global-batch 32 --top 3 --json",
    "plan --model llama3-70b --system dgx-a100 --nodes 16 --tokens 4M --purchases",
    "plan --famous bloom-176b",
    "plan --system dgx-h100 --global-batch 64 --configs configs.csv --json",
    "infer --model llama3-8b --gpu h100 --batch 16 --explain",
    "run scenario.json --trace trace.json",
    "picture --chapter data --at 0.3 --out data.svg",
    "descend --tasters alike --momentum 0.6 --steps 40",
    "descend --recipe two-layer --explain --at 3",
    "descend --check 6.48,3.68,0.33",
    "fabric --rows",
    "fabric --flows incast --bytes 1MiB --dcqcn vendor --port 1",
    "fabric --fabric fat-tree --flows all-reduce --rule adaptive --credits",
    "fabric --transport selective --loss 0.1 --lossy",
    "fabric --flows incast --bytes 1MiB --transport software --credit 16KiB --lossy",
    "faults --gpus 8192 --spares 8",
    "faults --mtbf rsc-1 --checkpoint 60 --causes",
    "digest --json",
    "export astra --system dgx-h100 --nodes 2 --bytes 64MiB --out astra-set",
    "import config.json",
    "import rank0.json rank1.json --json",
    "validate collectives nccl_measured.csv --worst 10",
    "validate training throughput.csv --rows",
    "validate inference inference.csv",
    "validate memory activation_memory.csv --strict",
    "validate network network_facts.csv",
    "validate faults network_facts.csv",
    "validate astra astra_reference.csv",
    "validate experts deepep.csv",
    "validate schedules zero_bubble.csv --strict",
];

/// The command and its subcommands with all texts in that language.
pub(crate) fn localised(command: Command, lang: Lang) -> Command {
    let root = own(command, "", lang).disable_version_flag(true).arg(
        Arg::new("version").short('V').long("version").action(ArgAction::Version).help(tr(lang, key::HELP_VERSION)),
    );
    root.mut_arg("version", |arg| arg.help_heading(tr(lang, key::HELP_OPTIONS)))
}

/// `path` is what leads to the command, such as `validate-training`.
fn own(command: Command, path: &str, lang: Lang) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let about = if path.is_empty() { "help-about".to_owned() } else { format!("help-{path}") };
    let mut command = command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help).global(false))
        .subcommand_help_heading(tr(lang, key::HELP_COMMANDS))
        .about(said(&about, lang))
        .help_template(template(lang))
        .after_help(examples(path, lang))
        .mut_args(|arg| argument(arg, path, lang));
    for name in names {
        let path = if path.is_empty() { name.clone() } else { format!("{path}-{name}") };
        command = command.mut_subcommand(name, |sub| own(sub, &path, lang));
    }
    command
}

fn template(lang: Lang) -> StyledStr {
    let usage = tr(lang, key::HELP_USAGE);
    format!("{{about}}\n\n{usage}: {{usage}}\n\n{{all-args}}{{after-help}}").into()
}

fn examples(path: &str, lang: Lang) -> String {
    let start = path.replace('-', " ");
    let own = EXAMPLES.iter().filter(|line| path.is_empty() || line.starts_with(&start));
    let lines: Vec<String> = own.map(|line| format!("  kitchen {line}")).collect();
    format!("{}:\n{}\n\n{}", tr(lang, key::HELP_EXAMPLES), lines.join("\n"), tr(lang, key::HELP_EXIT))
}

fn argument(arg: Arg, path: &str, lang: Lang) -> Arg {
    let id = arg.get_long().map_or_else(|| arg.get_id().as_str().replace('_', "-"), str::to_owned);
    let heading = if arg.is_positional() { key::HELP_ARGUMENTS } else { key::HELP_OPTIONS };
    let own = format!("help-{path}-{id}");
    let text = if Key::named(&own).is_some() { said(&own, lang) } else { said(&format!("help-{id}"), lang) };
    let mut values: Vec<&str> = arg.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    if path == "fabric" {
        values.extend(DEFAULTS.iter().filter(|(name, _)| *name == id).map(|(_, value)| *value));
    }
    // A flag is off by default, which needs no words.
    let default = match values.as_slice() {
        [] | ["false"] => String::new(),
        values => {
            let line = Line::from(msg::HelpDefault { value: Words::from(values.join(" ")) }).say(lang);
            lang.gap().to_owned() + &line
        }
    };
    let takes = arg.get_action().takes_values();
    let arg =
        if takes { arg.hide_default_value(true).hide_possible_values(true).allow_negative_numbers(true) } else { arg };
    arg.help(format!("{text}{default}")).help_heading(tr(lang, heading))
}

/// The text with that id; with the program's own list where it wants one. Empty where there is none (a test sees to it).
fn said(id: &str, lang: Lang) -> String {
    let Some(key) = Key::named(id) else { return String::new() };
    let list = |ids: Vec<&str>| Words::from(ids.join(lang.comma()));
    let line: Line = match id {
        "help-collective-op" => msg::HelpCollectiveOp { list: list(Op::ALL.iter().map(|op| op.id()).collect()) }.into(),
        "help-collective-algorithm" => msg::HelpCollectiveAlgorithm { list: list(algorithms().collect()) }.into(),
        "help-lang" => msg::HelpLang { list: list(Lang::ALL.map(Lang::tag).to_vec()) }.into(),
        "help-train-model" => {
            msg::HelpTrainModel { list: list(published::models().map(|model| model.id).collect()) }.into()
        }
        "help-plan-model" => {
            msg::HelpPlanModel { list: list(published::models().map(|model| model.id).collect()) }.into()
        }
        "help-plan-schedules" => {
            msg::HelpPlanSchedules { list: list(Schedule::ALL.iter().map(|schedule| schedule.id()).collect()) }.into()
        }
        "help-plan-precision" => {
            msg::HelpPlanPrecision { list: list(Arithmetic::ALL.iter().map(|one| one.id()).collect()) }.into()
        }
        "help-train-precision" => {
            msg::HelpTrainPrecision { list: list(Arithmetic::ALL.iter().map(|one| one.id()).collect()) }.into()
        }
        "help-train-attention" => {
            msg::HelpTrainAttention { list: list(Kernel::ALL.iter().map(|one| one.id()).collect()) }.into()
        }
        "help-train-schedule" => {
            msg::HelpTrainSchedule { list: list(Schedule::ALL.iter().map(|schedule| schedule.id()).collect()) }.into()
        }
        "help-train-offload" => {
            msg::HelpTrainOffload { list: list(Offload::ALL.iter().map(|one| one.id()).collect()) }.into()
        }
        "help-train-recompute" => {
            msg::HelpTrainRecompute { list: list(Recompute::ALL.iter().map(|recompute| recompute.id()).collect()) }
                .into()
        }
        "help-descend-recipe" => {
            msg::HelpDescendRecipe { list: list(Model::ALL.iter().map(|recipe| recipe.id()).collect()) }.into()
        }
        "help-descend-tasters" => {
            msg::HelpDescendTasters { list: list(Dataset::ALL.iter().map(|panel| panel.id()).collect()) }.into()
        }
        "help-descend-batch" => msg::HelpDescendBatch { list: list(BATCHES.to_vec()) }.into(),
        "help-faults-mtbf" => msg::HelpFaultsMtbf { list: list(fleets().collect()) }.into(),
        "help-faults-model" => {
            msg::HelpFaultsModel { list: list(published::models().map(|model| model.id).collect()) }.into()
        }
        "help-fabric-flows" => msg::HelpFabricFlows { list: list(loads().collect()) }.into(),
        "help-fabric-fabric" => msg::HelpFabricFabric { list: list(Spec::IDS.to_vec()) }.into(),
        "help-fabric-rule" => {
            msg::HelpFabricRule { list: list(LoadBalancing::ALL.iter().map(|rule| rule.id()).collect()) }.into()
        }
        "help-train-rule" => {
            msg::HelpTrainRule { list: list(LoadBalancing::ALL.iter().map(|rule| rule.id()).collect()) }.into()
        }
        "help-fabric-dcqcn" => msg::HelpFabricDcqcn { list: list(CONTROLS.to_vec()) }.into(),
        "help-train-dcqcn" => msg::HelpTrainDcqcn { list: list(CONTROLS.to_vec()) }.into(),
        "help-fabric-transport" => msg::HelpFabricTransport { list: list(transports().collect()) }.into(),
        "help-train-transport" => msg::HelpTrainTransport { list: list(transports().collect()) }.into(),
        "help-train-network" => msg::HelpTrainNetwork { list: list(NETWORKS.to_vec()) }.into(),
        "help-train-wires" => {
            msg::HelpTrainWires { list: list(Cabling::ALL.into_iter().map(Cabling::id).collect()) }.into()
        }
        "help-fabric-chip" => msg::HelpFabricChip { list: list(chips().map(|chip| chip.name).collect()) }.into(),
        "help-run-scenario" => {
            msg::HelpRunScenario { list: list(chapters::kinds().map(|kind| kind.id).collect()) }.into()
        }
        "help-picture-chapter" => {
            msg::HelpPictureChapter { list: list(chapters::chapters().map(|chapter| chapter.id).collect()) }.into()
        }
        "help-picture-theme" => {
            msg::HelpPictureTheme { list: list(Palette::ALL.iter().map(|palette| palette.name).collect()) }.into()
        }
        "help-infer-model" => msg::HelpInferModel { list: list(shapes().map(|shape| shape.model.id).collect()) }.into(),
        "help-infer-gpu" => msg::HelpInferGpu { list: list(gpus().collect()) }.into(),
        "help-validate-training-file" => msg::HelpValidateTrainingFile { list: list(TRAINING_COLUMNS.to_vec()) }.into(),
        "help-validate-faults-file" => msg::HelpValidateFaultsFile { list: list(facts::COLUMNS.to_vec()) }.into(),
        "help-validate-network-file" => msg::HelpValidateNetworkFile { list: list(facts::COLUMNS.to_vec()) }.into(),
        "help-validate-inference-file" => {
            msg::HelpValidateInferenceFile { list: list(inference::COLUMNS.to_vec()) }.into()
        }
        "help-validate-memory-file" => msg::HelpValidateMemoryFile { list: list(memory::COLUMNS.to_vec()) }.into(),
        "help-validate-experts-file" => msg::HelpValidateExpertsFile { list: list(experts::COLUMNS.to_vec()) }.into(),
        "help-validate-schedules-file" => {
            msg::HelpValidateSchedulesFile { list: list(schedules::COLUMNS.to_vec()) }.into()
        }
        "help-collective-missing" => msg::HelpCollectiveMissing { most: count(MAX_MISSING) }.into(),
        _ => Line::new(key),
    };
    line.say(lang)
}

/// What the parser refused, in one sentence.
pub(crate) fn refusal(error: &clap::Error, words: &[String], command: &Command) -> Line {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(all)) => all.join(", "),
        _ => String::new(),
    };
    // `--nodes <NODES>` is called `--nodes`.
    let flag = text(ContextKind::InvalidArg);
    let flag = flag.split([' ', '=']).next().unwrap_or_default().to_owned();
    let (value, list) = (text(ContextKind::InvalidValue), text(ContextKind::ValidValue));
    let path: String = command_path(words, command).iter().map(|name| format!("{name} ")).collect();
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => Line::from(msg::CliNeedsValue { flag: flag.into() }),
        ErrorKind::InvalidValue if !list.is_empty() => {
            Line::from(msg::CliOneOf { flag: flag.into(), value: quote(&value).into(), list: list.into() })
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            Line::from(msg::CliNotANumber { value: quote(&value).into(), flag: flag.into() })
        }
        ErrorKind::UnknownArgument if flag.starts_with('-') => {
            let near = text(ContextKind::SuggestedArg);
            let value = quote(&flag).into();
            if near.is_empty() {
                Line::from(msg::CliUnknown { value, command: path.into() })
            } else {
                Line::from(msg::CliUnknownNear { value, near: near.into() })
            }
        }
        ErrorKind::UnknownArgument => Line::from(msg::CliTooMany { value: quote(&flag).into(), command: path.into() }),
        ErrorKind::InvalidSubcommand => {
            let wrong = text(ContextKind::InvalidSubcommand);
            let before = words.iter().take_while(|word| **word != wrong);
            let here = before.fold(command, |here, word| here.find_subcommand(word).unwrap_or(here));
            let list: Vec<&str> = here.get_subcommands().map(Command::get_name).collect();
            Line::from(msg::CliNoCommand { value: quote(&wrong).into(), list: Words::from(list.join(", ")) })
        }
        ErrorKind::MissingRequiredArgument => {
            let names: Vec<String> = text(ContextKind::InvalidArg)
                .split(", ")
                .map(|name| name.split(' ').next().unwrap_or_default().to_owned())
                .collect();
            Line::from(msg::CliNeeded { flag: Words::from(names.join(", ")) })
        }
        // `--json=1`: clap counts a value too many.
        ErrorKind::TooManyValues => Line::from(msg::CliNoValue { flag: flag.into() }),
        ErrorKind::ArgumentConflict => Line::from(msg::CliOnce { flag: flag.into() }),
        _ => Line::new(key::CLI_NOT_TEXT),
    }
}

/// The subcommands that the words name, outermost first.
fn command_path(words: &[String], command: &Command) -> Vec<String> {
    let mut path = Vec::new();
    let mut here = command;
    for word in words {
        if let Some(sub) = here.find_subcommand(word) {
            path.push(word.clone());
            here = sub;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    /// Each option of each command has words of its own in every language, in which nothing is left open.
    #[test]
    fn everything_is_explained() {
        for lang in Lang::ALL {
            let mut open = vec![localised(crate::command::Command::command(), lang)];
            while let Some(command) = open.pop() {
                let name = command.get_name().to_owned();
                let mut texts = vec![(String::from("about"), command.get_about().map(ToString::to_string))];
                texts.extend(
                    command
                        .get_arguments()
                        .map(|arg| (arg.get_id().to_string(), arg.get_help().map(ToString::to_string))),
                );
                for (what, text) in texts {
                    let text = text.unwrap_or_default();
                    assert!(
                        text.len() > 5 && !text.contains(['{', '\u{1}'])
                            || ["\"kind\"", "\"tp\": 8"].iter().any(|shown| text.contains(shown)),
                        "{lang:?} {name} {what}: {text}"
                    );
                }
                open.extend(command.get_subcommands().cloned());
            }
        }
    }

    #[test]
    fn a_refusal_is_one_sentence() {
        let check = |line: &str, ja: &str, en: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let command = localised(crate::command::Command::command(), Lang::En);
            let full = std::iter::once("kitchen".to_owned()).chain(words.clone());
            let error = command.clone().try_get_matches_from(full).expect_err(line);
            let said = refusal(&error, &words, &command);
            assert_eq!((said.say(Lang::Ja).as_str(), said.say(Lang::En).as_str()), (ja, en), "{line}");
        };
        check("collective", "--systemが要ります。", "--system is needed.");
        check(
            "collective --system dgx-h100 --nodes -1",
            "「-1」は、--nodesに使える数ではありません。",
            "“-1” is not a number that --nodes can take.",
        );
        check("collective --system", "--systemには値が要ります。", "--system needs a value.");
        check(
            "collective --systm x",
            "「--systm」というオプションはありません。--systemのことでしょうか。",
            "There is no option --systm. Did you mean --system?",
        );
        check("train --model a --model b --system c", "--modelは一度だけ書けます。", "--model may be given once.");
        check(
            "validate measured",
            "「measured」というコマンドはありません。collectives, training, inference, memory, network, faults, astra, experts, schedulesのどれかにしてください。",
            "There is no command “measured”. Take one of collectives, training, inference, memory, network, faults, astra, experts, schedules.",
        );
        check(
            "systems all",
            "「all」が余っています。kitchen systems --help に使い方があります。",
            "“all” is one word too many. See kitchen systems --help.",
        );
        let tags = Lang::ALL.map(Lang::tag).join(", ");
        check(
            "--lang fr systems",
            &format!("--langに「fr」は使えません。{tags}のどれかにしてください。"),
            &format!("--lang cannot be “fr”. Take one of {tags}."),
        );
        check("collective --system dgx-h100 --json=1", "--jsonに値はつけられません。", "--json takes no value.");
    }
}
