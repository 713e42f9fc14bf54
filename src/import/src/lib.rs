//! Files that people bring, read defensively: from bytes to plain values, with the kind of the file found out.
//!
//! ```
//! use kitchen_import::{Found, read};
//!
//! let config = br#"{"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
//!     "intermediate_size": 128, "vocab_size": 100, "tie_word_embeddings": true}"#;
//! let Ok(Found::Model(model)) = read(config) else { panic!("a model") };
//! // 100 x 64 for the embedding; in each layer 4 x 64 x 64 for attention, 3 x 64 x 128 for the block behind, 2 x 64 for the
//! // norms; 64 for the last norm.
//! assert_eq!(model.parameters, 6_400 + 2 * (16_384 + 24_576 + 128) + 64);
//! ```
//!
//! * `kind`: what a file is; `tree`: JSON, YAML and TOML as one kind of value;
//! * `model`: a Hugging Face configuration; `trace`: a trace of PyTorch's profiler; `topology`: how GPUs or nodes are joined;
//! * `nccl_log`: NCCL's debug log; `nccl_tests`: what nccl-tests measured; `launch`: a job's launch file;
//! * `problem`: what can be wrong.

mod kind;
mod launch;
mod model;
mod nccl_log;
mod nccl_tests;
mod problem;
mod topology;
mod trace;
mod tree;

pub use kind::{Found, MOST_WHOLE, is_trace, read};
pub use launch::Launch;
pub use model::{Model, Shape};
pub use nccl_log::{Communicators, NcclLog};
pub use nccl_tests::{Measured, NcclTests};
pub use problem::Problem;
pub use topology::Topology;
pub use trace::{Collective, Kernel, Meeting, Met, Operation, Reader, Run, Together, Trace, join, meet};
