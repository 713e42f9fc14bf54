//! A fabric as the product of dimensions of equal links.

use kitchen_units::{Rate, Time};

use crate::fields::{MAX_DIMENSIONS, MAX_MEMBERS, Table, wrong};
use crate::wrong::{Problem, Wrong};

/// How the members of a dimension are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Each with its two neighbours.
    Ring,
    /// Each with each, by a link of its own.
    FullyConnected,
    /// Each with one switch.
    Switch,
}

/// One dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    pub joined: Joined,
    /// Members.
    pub size: u32,
    /// One link, one way.
    pub rate: Rate,
    /// One hop.
    pub latency: Time,
}

/// The fabric, and how a collective goes over it.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimensions {
    /// The innermost first.
    pub dimensions: Vec<Dimension>,
    /// Chunks that a collective is cut into; 1 where the document does not say.
    pub chunks: u32,
    /// Chunks under way in a dimension at once; 1 where the document does not say.
    pub active: u32,
    /// What an endpoint takes before it sends and for each message that it receives; nothing where the document does not say.
    pub endpoint: Time,
    /// What the memory carries that a sum reads from and writes to.
    pub memory: Rate,
}

/// Fields that say something of nodes and go with no dimensions.
const OF_NODES: [&str; 8] = ["machine", "gpus_per_node", "max_nodes", "nodes", "gpu", "links", "host", "network"];

pub(crate) fn read(document: Table<'_>) -> Result<Dimensions, Wrong> {
    if let Some(field) = OF_NODES.into_iter().find(|field| document.has(field)) {
        return Err(wrong(field, Problem::NotWith { other: "dimensions" }));
    }
    let memory = document.real("memory_gb_per_s").ok_or_else(|| wrong("memory_gb_per_s", Problem::Missing))?;
    let mut dimensions = Vec::new();
    for (at, item) in document.list("dimensions").unwrap_or_default().iter().enumerate() {
        dimensions.extend(dimension(Table(item), at)?);
    }
    if dimensions.len() > MAX_DIMENSIONS {
        return Err(wrong("dimensions", Problem::Length { least: 1, most: MAX_DIMENSIONS }));
    }
    let members = dimensions.iter().fold(1u64, |all, one| all.saturating_mul(u64::from(one.size)));
    if members > MAX_MEMBERS as u64 {
        let (least, most) = ("2".to_owned(), MAX_MEMBERS.to_string());
        return Err(wrong("dimensions", Problem::Range { value: members.to_string(), least, most }));
    }
    Ok(Dimensions {
        dimensions,
        chunks: document.whole("chunks").unwrap_or(1),
        active: document.whole("active_chunks").unwrap_or(1),
        endpoint: nanoseconds(document.real("endpoint_ns").unwrap_or(0.0)),
        memory: Rate::gb_per_s(memory),
    })
}

/// Its rings where it is a torus, else itself.
fn dimension(table: Table<'_>, at: usize) -> Result<Vec<Dimension>, Wrong> {
    let under = |field: &str| format!("dimensions[{at}].{field}");
    let joined = match table.text("kind") {
        Some("fully-connected") => Joined::FullyConnected,
        Some("switch") => Joined::Switch,
        _ => Joined::Ring,
    };
    let (own, foreign) = if table.text("kind") == Some("torus") { ("sizes", "size") } else { ("size", "sizes") };
    if table.has(foreign) {
        return Err(wrong(&under(foreign), Problem::NotWith { other: "kind" }));
    }
    let sizes = table.whole("size").map(|size| vec![size]).or_else(|| table.wholes("sizes"));
    let sizes = sizes.ok_or_else(|| wrong(&under(own), Problem::Missing))?;
    let rate = Rate::gb_per_s(table.real("gb_per_s").unwrap_or(0.0));
    let latency = nanoseconds(table.real("latency_ns").unwrap_or(0.0));
    Ok(sizes.into_iter().map(|size| Dimension { joined, size, rate, latency }).collect())
}

pub(crate) fn nanoseconds(ns: f64) -> Time {
    Time::from_us_f64(ns / 1e3)
}
