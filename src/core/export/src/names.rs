//! What tasks are called in files.

use std::fmt::Write as _;

use kitchen_task::{Kind, Label, NONE};

/// The kind's name as serde writes it.
pub const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Forward => "forward",
        Kind::Backward => "backward",
        Kind::BackwardInput => "backward-input",
        Kind::BackwardWeight => "backward-weight",
        Kind::Update => "update",
        Kind::Reduce => "reduce",
        Kind::Launch => "launch",
        Kind::Activation => "activation",
        Kind::ActivationGradient => "activation-gradient",
        Kind::SendReduce => "send-reduce",
        Kind::SendCopy => "send-copy",
        Kind::SwitchReduce => "switch-reduce",
        Kind::SwitchMulticast => "switch-multicast",
        Kind::Store => "store",
        Kind::Load => "load",
        Kind::Join => "join",
    }
}

/// The kind and what tells it from others of its kind: `forward mb 3`, `send-reduce step 2`.
pub(super) fn write_name(label: &Label, out: &mut String) {
    out.push_str(kind_name(label.kind));
    let mut number = |what: &str, value: u16| {
        if value != NONE {
            // Writing to a string cannot fail.
            let _ = write!(out, " {what} {value}");
        }
    };
    number("mb", label.micro_batch);
    number("step", label.step);
}
