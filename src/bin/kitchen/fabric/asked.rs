//! What is not said, and what is said in vain.

use kitchen_text::{Line, key, msg};

use super::Fabric;
use crate::say::Failure;

/// What counts where it is not said: flags that not every fabric has show theirs by hand in the help.
pub(crate) const DEFAULTS: [(&str, &str); 7] = [
    ("flows", FLOWS),
    ("bytes", BYTES),
    ("spines", "4"),
    ("pods", "4"),
    ("cores", "2"),
    ("rails", "8"),
    ("planes", "2"),
];
pub(super) const FLOWS: &str = "permutation";
pub(super) const BYTES: &str = "16MiB";

/// The number of a part, or its default.
pub(super) fn part(name: &str, given: Option<u32>) -> u32 {
    let usual = DEFAULTS.iter().find(|(known, _)| *known == name).and_then(|(_, value)| value.parse().ok());
    given.or(usual).unwrap_or(1)
}

/// Flags that change nothing beside what else is asked for are refused rather than passed over.
pub(super) fn has_effect(args: &Fabric) -> Result<(), Failure> {
    if args.flow_file.is_some() {
        for (flag, is_given) in [("--flows", args.flows.is_some()), ("--bytes", args.bytes.is_some())] {
            if is_given {
                return Err(Failure::new(flag, Line::new(key::FLOW_FILE_ALONE)));
            }
        }
    }
    let wiring = args.wiring.as_str();
    let parts = [
        ("--spines", args.spines.is_some(), !matches!(wiring, "ring")),
        ("--pods", args.pods.is_some(), matches!(wiring, "rails" | "fat-tree" | "dragonfly")),
        ("--cores", args.cores.is_some(), wiring == "fat-tree"),
        ("--rails", args.rails.is_some(), wiring == "rails"),
        ("--planes", args.planes.is_some(), wiring == "planes"),
        ("--host-gbit", args.host_gbit.is_some(), !matches!(wiring, "dragonfly" | "ring")),
    ];
    if let Some((flag, ..)) = parts.into_iter().find(|(_, is_given, has_it)| *is_given && !has_it) {
        return Err(Failure::new(flag, Line::from(msg::FabricNoPart { fabric: wiring.to_owned().into() })));
    }
    // Links with credits never drop.
    if args.lossy && args.credits { Err(Failure::new("--lossy", Line::new(key::FABRIC_CREDITS_KEEP))) } else { Ok(()) }
}
