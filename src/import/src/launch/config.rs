//! A job as a document of YAML, TOML or JSON.

use std::collections::VecDeque;

use super::fields::{self, Told};
use super::{Launch, launch};
use crate::problem::Problem;
use crate::tree::Tree;

/// References lead to references so often.
const MOST_STEPS: u32 = 8;

pub(crate) fn is(tree: &Tree) -> bool {
    let mut is_found = false;
    walk(tree, &mut |name, _| is_found |= fields::field(name).is_some());
    is_found
}

/// Whether a line of a text names a field, as YAML does.
pub(crate) fn names(text: &str) -> bool {
    let name = |line: &str| line.split_once(':').map(|(name, _)| fields::plain(name.trim().trim_matches('"')));
    text.lines().filter_map(name).any(|name| fields::field(&name).is_some())
}

/// What the document says.
pub(crate) fn read(tree: &Tree) -> Result<Launch, Problem> {
    let mut told = Told::default();
    let mut seen = std::collections::BTreeSet::new();
    // From the top down: what stands further out counts.
    walk(tree, &mut |name, value| {
        if fields::field(name).is_some()
            && seen.insert(name.to_owned())
            && let Some(text) = resolved(tree, value)
        {
            told.take(name, &text);
        }
    });
    launch(framework(tree), model(tree), &told)
}

/// Each field that holds no table, level by level, under its plain name.
fn walk(tree: &Tree, take: &mut dyn FnMut(&str, &Tree)) {
    let mut next = VecDeque::from([tree]);
    while let Some(Tree::Table(fields)) = next.pop_front() {
        for (name, value) in fields {
            match value {
                Tree::Table(_) => next.push_back(value),
                _ => take(&fields::plain(name), value),
            }
        }
    }
}

/// The value as text; of `${way.to.it}` what stands there, of `${NAME:value}` and `${oc.env:NAME,value}` the value.
fn resolved(tree: &Tree, value: &Tree) -> Option<String> {
    let mut here = value.clone();
    for _ in 0..MOST_STEPS {
        let text = match &here {
            Tree::Whole(whole) => return Some(whole.to_string()),
            Tree::Text(text) => text.clone(),
            // A whole number may be written with a point.
            Tree::Real(real) if real.fract() == 0.0 && real.abs() < 1e12 => return Some(format!("{real:.0}")),
            _ => return None,
        };
        let Some(inside) = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) else { return Some(text) };
        if let Some(found) = tree.at(inside.trim_start_matches('.')) {
            here = found.clone();
        } else if let Some((_, otherwise)) = inside.rsplit_once([':', ',']) {
            return Some(otherwise.trim_start_matches('-').trim_matches('"').to_owned());
        } else {
            return Some(text);
        }
    }
    None
}

fn framework(tree: &Tree) -> &'static str {
    let has = |way: &str| tree.at(way).is_some();
    let is_neox = ["pipe_parallel_size", "pipe-parallel-size", "model_parallel_size", "model-parallel-size"];
    if is_neox.iter().any(|name| tree.get(name).is_some()) {
        "GPT-NeoX"
    } else if has("modules.pre_trainer") || has("modules.post_trainer") {
        "Primus"
    } else if has("trainer") && has("model") {
        "NeMo"
    } else if has("training") && has("model") {
        "torchtitan"
    } else if has("global_train_batch_size") || has("device_train_microbatch_size") {
        "llm-foundry"
    } else if has("zero_optimization") || has("train_micro_batch_size_per_gpu") || has("train_batch_size") {
        "DeepSpeed"
    } else {
        "Megatron"
    }
}

/// What the file calls the model, or the job.
fn model(tree: &Tree) -> Option<String> {
    let text = |way: &str| tree.at(way).and_then(Tree::text).map(|text| text.chars().take(80).collect::<String>());
    match (text("model.name"), text("model.flavor")) {
        (Some(name), Some(flavor)) => Some(format!("{name} {flavor}")),
        (name, _) => text("run.name").or_else(|| text("modules.pre_trainer.model")).or(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{json, toml, yaml};

    fn check(tree: Result<Tree, Problem>, framework: &str, sizes: [Option<u64>; 8]) {
        let tree = tree.expect("a document");
        let found = read(&tree).expect("a job");
        let all =
            [found.tp, found.pp, found.dp, found.cp, found.ep, found.micro_batch, found.global_batch, found.sequence];
        assert_eq!((found.framework, all), (framework, sizes), "{tree:?}");
    }

    #[test]
    fn documents_are_read() {
        let [one, two, four, eight] = [1, 2, 4, 8].map(Some);
        let nemo = "run: {name: a}\ntrainer: {devices: 8, num_nodes: 2}\nmodel:\n  tensor_model_parallel_size: 4\n  \
            pipeline_model_parallel_size: 2\n  micro_batch_size: 1\n  global_batch_size: 8\n  data: {seq_length: 2}\n";
        check(yaml(nemo), "NeMo", [four, two, two, one, None, one, eight, two]);
        let titan = "[model]\nname=\"a\"\nflavor=\"8B\"\n[training]\nbatch_size=2\nseq_len=8\ntensor_parallel_degree=4\n\
            data_parallel_shard_degree=-1\n[experimental]\npipeline_parallel_degree=2\n";
        check(toml(titan), "torchtitan", [four, two, None, one, None, two, None, eight]);
        let speed =
            "{\"train_batch_size\": 8, \"train_micro_batch_size_per_gpu\": 2, \"zero_optimization\": {\"stage\": 1}}";
        check(json(speed), "DeepSpeed", [None, None, None, None, None, two, eight, None]);
        let foundry =
            "variables: {max_seq_len: 8}\nmax_seq_len: ${variables.max_seq_len}\nglobal_train_batch_size: 4\n";
        check(yaml(foundry), "llm-foundry", [one, one, None, one, None, None, four, eight]);
        let primus = "modules: {pre_trainer: {overrides: {expert_model_parallel_size: '${EP:8}', seq_length: 4}}}\n";
        check(yaml(primus), "Primus", [one, one, None, one, eight, None, None, four]);
        let neox = "{\"pipe-parallel-size\": 2, \"model_parallel_size\": 4, \"train_batch_size\": CONFIG,}";
        check(yaml(neox), "GPT-NeoX", [four, two, None, one, None, None, None, None]);
    }
}
