//! Which operation a kernel of communication is, in what group, of how many bytes.

use super::event::Event;
use crate::tree::{self, Tree};

/// An operation in groups of one size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) group_size: Option<u64>,
}

/// The longest name of a group, characters.
const LONGEST_GROUP: usize = 64;

/// By the name of NCCL's and RCCL's kernels, the part behind `ncclKernel_` or `ncclDevKernel_`.
const BY_KERNEL: [(&str, &str); 8] = [
    ("AllReduce", "all_reduce"),
    ("AllGather", "all_gather"),
    ("ReduceScatter", "reduce_scatter"),
    ("Broadcast", "broadcast"),
    ("SendRecv", "send_recv"),
    ("AllToAll", "all_to_all"),
    ("Reduce", "reduce"),
    ("Generic", "generic"),
];

/// By the name that PyTorch notes beside the kernel, without bars.
const BY_NOTE: [(&str, &str); 14] = [
    ("allreduce", "all_reduce"),
    ("allreducecoalesced", "all_reduce"),
    ("allgather", "all_gather"),
    ("allgatherbase", "all_gather"),
    ("allgatherintotensorcoalesced", "all_gather"),
    ("reducescatter", "reduce_scatter"),
    ("reducescatterbase", "reduce_scatter"),
    ("reducescattertensorcoalesced", "reduce_scatter"),
    ("alltoall", "all_to_all"),
    ("alltoallv", "all_to_all"),
    ("broadcast", "broadcast"),
    ("reduce", "reduce"),
    ("send", "send_recv"),
    ("recv", "send_recv"),
];

/// Bytes of an element by PyTorch's name of its type.
const TYPES: [(&str, u64); 19] = [
    ("Float", 4),
    ("Half", 2),
    ("BFloat16", 2),
    ("Double", 8),
    ("Long", 8),
    ("Int", 4),
    ("Short", 2),
    ("Char", 1),
    ("Byte", 1),
    ("Bool", 1),
    ("Float8_e4m3fn", 1),
    ("Float8_e5m2", 1),
    ("Float8_e4m3fnuz", 1),
    ("Float8_e5m2fnuz", 1),
    ("ComplexFloat", 8),
    ("ComplexDouble", 16),
    ("UInt16", 2),
    ("UInt32", 4),
    ("UInt64", 8),
];

/// What is noted of a kernel of communication.
#[derive(Debug)]
pub(super) struct Noted {
    pub(super) call: Call,
    /// Of the larger of input and output.
    pub(super) bytes: Option<u64>,
    /// What PyTorch calls the group.
    pub(super) group: Option<String>,
}

/// What is noted of a kernel, where it is communication.
pub(super) fn of(event: &Event<'_>) -> Option<Noted> {
    let by_kernel = by_kernel(&event.name)?;
    let args = event.args.and_then(|args| tree::json(args.get()).ok());
    let Some(args) = args else {
        return Some(Noted { call: Call { name: by_kernel.to_owned(), group_size: None }, bytes: None, group: None });
    };
    let number = |name: &str| match args.get(name) {
        Some(Tree::Whole(whole)) => u64::try_from(*whole).ok(),
        _ => None,
    };
    let noted = args.get("Collective name").and_then(Tree::text).map(by_note);
    let name = noted.flatten().unwrap_or(by_kernel).to_owned();
    let of_type = args.get("dtype").and_then(Tree::text);
    let size = of_type.and_then(|kind| TYPES.iter().find(|(name, _)| *name == kind)).map(|(_, size)| *size);
    let elements = number("In msg nelems").max(number("Out msg nelems"));
    let bytes = elements.zip(size).map(|(elements, size)| elements.saturating_mul(size));
    let group = args.get("Process Group Name").and_then(Tree::text).filter(|name| !name.is_empty());
    let group = group.map(|name| name.chars().take(LONGEST_GROUP).collect());
    Some(Noted { call: Call { name, group_size: number("Group size") }, bytes, group })
}

fn by_kernel(name: &str) -> Option<&'static str> {
    if let Some((_, behind)) = name.split_once("nccl") {
        let operation = behind.split_once('_').map_or(behind, |(_, operation)| operation);
        let known = BY_KERNEL.iter().find(|(kernel, _)| operation.starts_with(kernel));
        return Some(known.map_or("other", |(_, operation)| operation));
    }
    // DeepEP sends tokens to experts and fetches them back; vLLM and SGLang add within a node without NCCL.
    match name {
        name if name.contains("dpsk::ep::") || name.contains("deep_ep::") => Some("all_to_all"),
        name if name.contains("cross_device_reduce") => Some("all_reduce"),
        _ => None,
    }
}

fn by_note(note: &str) -> Option<&'static str> {
    let plain: String = note.chars().filter(char::is_ascii_alphanumeric).collect();
    BY_NOTE.iter().find(|(name, _)| *name == plain.to_ascii_lowercase()).map(|(_, operation)| *operation)
}
