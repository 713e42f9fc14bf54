//! A job as a shell script: its variables are followed, with defaults, lists and conditions, and its flags gathered. Nothing is run.
//!
//! * `statements`: the script in statements; `expand`: variables put in; `arithmetic`: `$((...))`; `condition`: `if`.

mod arithmetic;
mod condition;
mod expand;
mod statements;

use std::collections::BTreeMap;

use super::fields::{self, Told};
use super::{Launch, launch};
use crate::problem::Problem;

use expand::Variables;

/// What stands for what only the run itself knows.
const OUTSIDE: char = '\u{fffd}';

pub(crate) fn is(text: &str) -> bool {
    let flags = ["--tensor-model-parallel-size", "--micro-batch-size", "--nproc_per_node", "--global-batch-size"];
    text.starts_with("#!") || text.contains("#SBATCH ") || flags.iter().any(|flag| text.contains(flag))
}

/// What the script says.
pub(crate) fn read(text: &str) -> Result<Launch, Problem> {
    let mut script = Script::default();
    for statement in statements::of(text)? {
        script.take(&statement)?;
    }
    script.launch(text)
}

/// What scripts call their variables, where they leave the flags to another script.
const VARIABLES: [(&str, &[&str]); 13] = [
    ("layers", &["NUM_LAYERS", "NLAYERS", "NLS"]),
    ("hidden", &["HIDDEN_SIZE", "NHIDDEN", "HS"]),
    ("heads", &["NUM_ATTN_HEADS", "NUM_ATTENTION_HEADS", "NHEADS", "NAH"]),
    ("tp", &["TP", "TP_SIZE", "TENSOR_MODEL_PARALLEL_SIZE"]),
    ("pp", &["PP", "PP_SIZE", "PIPELINE_MODEL_PARALLEL_SIZE"]),
    ("cp", &["CP", "CP_SIZE", "CONTEXT_PARALLEL_SIZE"]),
    ("ep", &["EP", "EXPERT_MODEL_PARALLEL_SIZE"]),
    ("micro_batch", &["MBS", "MICRO_BATCH_SIZE"]),
    ("global_batch", &["GBS", "GLOBAL_BATCH_SIZE"]),
    ("sequence", &["SEQ_LEN", "SEQ_LENGTH"]),
    ("nodes", &["NNODES", "NUM_NODES"]),
    ("gpus_per_node", &["GPUS_PER_NODE", "NPROC_PER_NODE"]),
    ("gpus", &["NUM_GPUS", "WORLD_SIZE"]),
];

/// How a condition came out, and whether one of its branches has been taken.
struct Branch {
    is_now: bool,
    is_done: bool,
}

#[derive(Default)]
struct Script {
    variables: Variables,
    branches: Vec<Branch>,
    /// Words of commands, behind those of the variables.
    words: Vec<String>,
    /// Of the scheduler's own lines.
    of_scheduler: Vec<(&'static str, String)>,
    name: Option<String>,
}

impl Script {
    fn take(&mut self, statement: &str) -> Result<(), Problem> {
        if let Some(line) = statement.strip_prefix("#SBATCH") {
            self.scheduler(line);
            return Ok(());
        }
        let statement = statement.trim();
        let (first, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        let is_now = self.branches.iter().all(|branch| branch.is_now);
        match first {
            "if" => {
                let holds = is_now && condition::holds(rest, &mut self.variables)?;
                self.branches.push(Branch { is_now: holds, is_done: holds });
            }
            "elif" => {
                if let Some(branch) = self.branches.last_mut() {
                    let holds = !branch.is_done && condition::holds(rest, &mut self.variables)?;
                    (branch.is_now, branch.is_done) = (holds, branch.is_done || holds);
                }
            }
            "else" => {
                if let Some(branch) = self.branches.last_mut() {
                    branch.is_now = !branch.is_done;
                }
                return if rest.is_empty() { Ok(()) } else { self.take(rest) };
            }
            "fi" => {
                self.branches.pop();
            }
            "then" | "do" => return if rest.is_empty() { Ok(()) } else { self.take(rest) },
            _ if !is_now => {}
            "export" | "local" | "readonly" | "declare" => self.assignments(rest)?,
            _ if name_of(statement).is_some() => self.assignments(statement)?,
            _ => {
                let words = self.variables.expand(statement)?;
                self.words.extend(words.split_whitespace().map(str::to_owned));
            }
        }
        Ok(())
    }

    /// `NAME=value`, `NAME+=value`, `NAME=(list)`: one, or several beside each other.
    fn assignments(&mut self, text: &str) -> Result<(), Problem> {
        for word in statements::words(text) {
            let Some((name, is_more, value)) = name_of(&word) else { continue };
            let value = value.strip_prefix('(').and_then(|list| list.strip_suffix(')')).unwrap_or(value);
            let mut value = self.variables.expand(value)?;
            if is_more {
                let before = self.variables.get(name).unwrap_or_default();
                value = format!("{before} {value}");
            }
            self.variables.set(name, value)?;
        }
        Ok(())
    }

    /// `--nodes=4`, `-N 4`, `--gres=gpu:8`, `--gpus-per-node=8`, `--job-name=a`.
    fn scheduler(&mut self, line: &str) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1).copied().unwrap_or_default();
            let (flag, value) = word.split_once('=').unwrap_or((word, next));
            let field = match flag {
                "--nodes" | "-N" => "nnodes",
                "--gres" | "--gpus-per-node" => "gpus_per_node",
                "--job-name" | "-J" => {
                    self.name = Some(value.chars().take(80).collect());
                    continue;
                }
                _ => continue,
            };
            // `gpu:a100:8`
            let number = value.rsplit(':').next().unwrap_or_default();
            self.of_scheduler.push((field, number.to_owned()));
            let names: &[&str] = if field == "nnodes" {
                &["SLURM_NNODES", "SLURM_JOB_NUM_NODES"]
            } else {
                &["SLURM_GPUS_ON_NODE", "SLURM_GPUS_PER_NODE"]
            };
            if number.parse::<u32>().is_ok() {
                // A number is short.
                let _ = names.iter().try_for_each(|name| self.variables.set(name, number.to_owned()));
            }
        }
    }

    fn launch(self, text: &str) -> Result<Launch, Problem> {
        let (mut of_commands, mut of_variables) = (BTreeMap::new(), BTreeMap::new());
        flags(self.words.iter().map(String::as_str), &mut of_commands);
        for value in self.variables.values() {
            flags(value.split_whitespace(), &mut of_variables);
        }
        // What a command has counts before what a list has that nothing may use; then the scheduler, then variables by their names.
        let mut told = Told::default();
        for (name, value) in
            of_variables.iter().filter(|(name, _)| !of_commands.contains_key(*name)).chain(&of_commands)
        {
            told.take(name, value);
        }
        for (field, value) in self.of_scheduler {
            let field_name = fields::field(field).map_or("", |(name, _)| name);
            if told.number(field_name).is_none() {
                told.take(field, &value);
            }
        }
        for (field, names) in VARIABLES {
            let value = names.iter().find_map(|name| self.variables.get(name));
            if told.number(field).is_none()
                && let Some(value) = value.filter(|value| !value.contains(OUTSIDE))
            {
                told.take(field, value);
            }
        }
        launch(framework(text), self.name, &told)
    }
}

/// A variable's name, whether more is put behind it, and what.
fn name_of(text: &str) -> Option<(&str, bool, &str)> {
    let (name, value) = text.split_once('=')?;
    let (name, is_more) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    is_name.then_some((name, is_more, value))
}

/// `--flag value` and `--flag=value`.
fn flags<'a>(words: impl Iterator<Item = &'a str>, all: &mut BTreeMap<String, String>) {
    let words: Vec<&str> = words.collect();
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.starts_with("--")) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let (name, value) = word.split_once('=').unwrap_or((word, next));
        let name = fields::plain(name);
        if fields::field(&name).is_some() {
            all.insert(name, value.trim_matches(['"', '\'']).to_owned());
        }
    }
}

fn framework(text: &str) -> &'static str {
    if text.contains("megatron-fsdp") {
        "Megatron-FSDP"
    } else if text.contains("--deepspeed") {
        "Megatron-DeepSpeed"
    } else if text.contains("nemo") && !text.contains("--tensor-model-parallel-size") {
        "NeMo"
    } else {
        "Megatron-LM"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &dyn Fn(&mut Launch)) {
        let mut launch =
            Launch { framework: "Megatron-LM", tp: Some(2), pp: Some(1), cp: Some(1), ..Launch::default() };
        expected(&mut launch);
        assert_eq!(read(&format!("#!/bin/bash\n{text}\n")), Ok(launch), "{text}");
    }

    #[test]
    fn variables_are_followed() {
        let tp = "run --tensor-model-parallel-size";
        check(&format!("TP=2 # not 4\n{tp} $TP"), &|_| {});
        check(&format!("{tp} ${{TP:-2}} \\\n  --micro-batch-size=4"), &|job| job.micro_batch = Some(4));
        check(&format!("A=(\n  # more\n  --num-layers $((6*4)) --hidden-size 64\n)\n{tp} 2 ${{A[@]}}"), &|job| {
            (job.layers, job.hidden) = (Some(24), Some(64));
        });
        check("A=\" \\\n  --seq-length 8 \\\n\"\nA+=\" --tensor-model-parallel-size 2\"\nrun $A", &|job| {
            job.sequence = Some(8);
        });
        check(
            "if [ ${X:-a} == \"a\" ]; then\n  TP=2\nelif [[ 1 -gt 0 ]]; then TP=4\nelse\n  TP=8\nfi\nrun --tensor-model-parallel-size $TP",
            &|_| {},
        );
        check(&format!("{tp} 2 --pipeline-model-parallel-size $PP"), &|job| {
            (job.pp, job.from_outside) = (None, vec!["pp".to_owned()]);
        });
        check(&format!("cat <<EOT > x\n --micro-batch-size 9 \"\nEOT\n{tp} 2"), &|_| {});
        check(
            &format!(
                "#SBATCH --nodes=4 # more\n#SBATCH --gres=gpu:a:8\n#SBATCH --job-name=x\nN=$SLURM_NNODES\n{tp} 2 --nnodes $N"
            ),
            &|job| {
                (job.gpus, job.dp, job.model) = (Some(32), Some(16), Some("x".to_owned()));
            },
        );
    }

    #[test]
    fn scripts_that_grow_are_refused() {
        let doubling: String = (0..60).map(|_| "A=\"$A$A\"\n").collect();
        assert!(matches!(read(&format!("#!/bin/sh\nA=aaaa\n{doubling}")), Err(Problem::Many { .. })));
        assert!(matches!(read("#!/bin/sh\necho hello\n"), Err(Problem::Nothing { .. })));
        assert!(read(&format!("#!/bin/sh\nA=$(({}1\n", "(".repeat(10_000))).is_err());
    }
}
