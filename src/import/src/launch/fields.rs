//! Which names mean what: flags of scripts and fields of configurations, bars and dashes alike.

use std::collections::BTreeMap;

use super::MOST;

/// A field, and what it is called: the first that is there counts.
pub(super) const FIELDS: [(&str, &[&str]); 20] = [
    ("layers", &["num_layers", "n_layers", "num_hidden_layers"]),
    ("hidden", &["hidden_size", "d_model"]),
    ("heads", &["num_attention_heads", "n_heads"]),
    ("tp", &["tensor_model_parallel_size", "tensor_parallel_degree", "tensor_parallel_size", "model_parallel_size"]),
    (
        "pp",
        &["pipeline_model_parallel_size", "pipeline_parallel_degree", "pipe_parallel_size", "pipeline_parallel_size"],
    ),
    ("vpp", &["virtual_pipeline_model_parallel_size", "num_virtual_stages_per_pipeline_rank"]),
    ("layers_of_chunk", &["num_layers_per_virtual_pipeline_stage"]),
    ("cp", &["context_parallel_size", "context_parallel_degree"]),
    (
        "ep",
        &["expert_model_parallel_size", "moe_expert_parallel_size", "expert_parallel_degree", "expert_parallel_size"],
    ),
    ("dp", &["data_parallel_size", "data_parallel_degree"]),
    ("dp_shard", &["data_parallel_shard_degree"]),
    ("dp_replicate", &["data_parallel_replicate_degree"]),
    (
        "micro_batch",
        &[
            "micro_batch_size",
            "train_micro_batch_size_per_gpu",
            "device_train_microbatch_size",
            "local_batch_size",
            "batch_size",
        ],
    ),
    ("accumulated", &["gradient_accumulation_steps"]),
    ("global_batch", &["global_batch_size", "train_batch_size", "global_train_batch_size"]),
    ("sequence", &["seq_length", "encoder_seq_length", "seq_len", "max_seq_len", "max_seq_length"]),
    ("nodes", &["nnodes", "num_nodes"]),
    ("gpus_per_node", &["nproc_per_node", "gpus_per_node", "num_gpus_per_node", "devices"]),
    ("gpus", &["world_size", "num_gpus"]),
    ("model", &["model_name"]),
];

/// A name with bars alone.
pub(super) fn plain(name: &str) -> String {
    name.trim_start_matches('-').replace('-', "_").to_ascii_lowercase()
}

/// The field that a plain name means, and how late among its names it stands.
pub(super) fn field(name: &str) -> Option<(&'static str, usize)> {
    FIELDS.iter().find_map(|(field, names)| Some((*field, names.iter().position(|known| *known == name)?)))
}

/// What is told of each field.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// By the field: how late its name stands, and the number, or nothing where it comes from outside.
    fields: BTreeMap<&'static str, (usize, Option<u64>)>,
}

impl Told {
    /// Takes the value of a name or of a field, as text; a later one counts where the name is the same or better.
    pub(super) fn take(&mut self, name: &str, value: &str) {
        let own = FIELDS.iter().find(|(field, _)| *field == name).map(|(field, names)| (*field, names.len()));
        let Some((field, late)) = field(name).or(own) else { return };
        // -1 says the rest; null and None say nothing.
        if value.starts_with('-') || matches!(value, "null" | "None" | "") {
            return;
        }
        let digits = value.replace('_', "");
        let number = digits.parse().ok().filter(|number| (1..=MOST).contains(number));
        match self.fields.get(field) {
            Some((known, Some(_))) if *known < late || number.is_none() => {}
            _ => {
                self.fields.insert(field, (late, number));
            }
        }
    }

    pub(super) fn number(&self, field: &str) -> Option<u64> {
        self.fields.get(field).and_then(|(_, number)| *number)
    }

    pub(super) fn is_from_outside(&self, field: &str) -> bool {
        self.fields.get(field).is_some_and(|(_, number)| number.is_none())
    }

    pub(super) fn those_from_outside(&self) -> Vec<String> {
        self.fields.keys().filter(|field| self.is_from_outside(field)).map(|field| (*field).to_owned()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        const OF_A_JOB: [&str; 9] =
            ["tp", "pp", "cp", "ep", "micro_batch", "global_batch", "sequence", "dp_shard", "layers"];
        !OF_A_JOB.iter().any(|field| self.fields.contains_key(field))
    }
}
