//! The machine that a command is about.

use clap::Args;
use kitchen_core::topology::ClusterSpec;
use serde::Serialize;

use crate::say::{self, Failure};

#[derive(Args, Debug, Serialize)]
pub(crate) struct Machine {
    #[arg(long)]
    system: String,
    #[arg(long, default_value_t = 1)]
    nodes: u32,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    gpus: Option<u32>,
}

impl Machine {
    /// What is to be built.
    ///
    /// # Errors
    /// There is no such system.
    pub(crate) fn spec(&self) -> Result<ClusterSpec, Failure> {
        Ok(ClusterSpec { gpus: self.gpus, ..ClusterSpec::new(say::system(&self.system)?, self.nodes) })
    }
}
