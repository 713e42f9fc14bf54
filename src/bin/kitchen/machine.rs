//! The machine that a command is about: a preset, or one's own in a file.

use std::path::Path;

use clap::Args;
use kitchen_core::topology::{ClusterSpec, System};
use kitchen_machines::{Dimensions, Machine as Described};
use kitchen_text::{Line, key};
use serde::Serialize;

use crate::say::{self, Failure};
use crate::system_file;

#[derive(Args, Debug, Serialize)]
pub(crate) struct Machine {
    #[arg(long)]
    system: String,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u32>,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    gpus: Option<u32>,
}

/// What was asked for.
pub(crate) enum Asked {
    Nodes(Box<ClusterSpec>),
    /// A fabric alone, and its name.
    Dimensions(String, Dimensions),
}

/// The system of that name, or in the file of that name.
///
/// # Errors
/// There is none, its file cannot be read, or it is a fabric without nodes.
pub(crate) fn system(name: &str) -> Result<&'static System, Failure> {
    if !system_file::is_file(name) {
        return say::system(name);
    }
    match system_file::read(Path::new(name))?.machine {
        Described::Nodes(system) => Ok(system),
        Described::Dimensions(_) => Err(without_nodes(name)),
    }
}

fn without_nodes(name: &str) -> Failure {
    Failure::new(format!("--system {name}"), Line::new(key::MACHINE_NO_NODES))
}

impl Machine {
    /// What was typed after `--system`.
    pub(crate) fn named(&self) -> &str {
        &self.system
    }

    /// What is to be built.
    ///
    /// # Errors
    /// There is no such system, its file cannot be read, or it is a fabric without nodes.
    pub(crate) fn spec(&self) -> Result<ClusterSpec, Failure> {
        match self.asked()? {
            Asked::Nodes(spec) => Ok(*spec),
            Asked::Dimensions(..) => Err(without_nodes(&self.system)),
        }
    }

    /// What was asked for, whether it has nodes or not.
    ///
    /// # Errors
    /// There is no such system, or its file cannot be read.
    pub(crate) fn asked(&self) -> Result<Asked, Failure> {
        let of = |system, nodes| {
            let spec = ClusterSpec { gpus: self.gpus, ..ClusterSpec::new(system, nodes) };
            Asked::Nodes(Box::new(spec))
        };
        if !system_file::is_file(&self.system) {
            return Ok(of(say::system(&self.system)?, self.nodes.unwrap_or(1)));
        }
        let document = system_file::read(Path::new(&self.system))?;
        match document.machine {
            Described::Nodes(system) => Ok(of(system, self.nodes.or(document.nodes).unwrap_or(1))),
            Described::Dimensions(fabric) => {
                for (flag, is_typed) in [("--nodes", self.nodes.is_some()), ("--gpus", self.gpus.is_some())] {
                    if is_typed {
                        return Err(Failure::new(flag, Line::new(key::MACHINE_NO_EFFECT)));
                    }
                }
                Ok(Asked::Dimensions(document.name, fabric))
            }
        }
    }
}
