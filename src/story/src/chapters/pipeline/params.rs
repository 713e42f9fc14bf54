//! What the reader may change of the relay.

use kitchen_core::text::{Key, key};
use kitchen_core::workload::Schedule;

use crate::scenario::kind::params;

/// What joins the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    NvLink,
    Pcie,
    InfiniBand,
}

/// Models of the catalogue, by their ids there.
pub(super) const MODELS: [(&str, Key, &str); 5] = [
    ("gpt3-1.3b", key::MODEL_GPT3_1_3B, "gpt3-1.3b"),
    ("gpt3-2.7b", key::MODEL_GPT3_2_7B, "gpt3-2.7b"),
    ("megatron-3.6b", key::MODEL_MEGATRON_3_6B, "megatron-3.6b"),
    ("gpt3-6.7b", key::MODEL_GPT3_6_7B, "gpt3-6.7b"),
    ("gpt3-13b", key::MODEL_GPT3_13B, "gpt3-13b"),
];

const LINKS: [(&str, Key, Link); 3] = [
    ("nvlink", key::PIPELINE_LINK_NVLINK, Link::NvLink),
    ("pcie", key::PIPELINE_LINK_PCIE, Link::Pcie),
    ("infiniband", key::PIPELINE_LINK_INFINIBAND, Link::InfiniBand),
];

const SCHEDULES: [(&str, Key, Option<Schedule>); 4] = [
    ("in-turn", key::SCHEDULE_IN_TURN, None),
    ("naive", key::SCHEDULE_NAIVE, Some(Schedule::Naive)),
    ("gpipe", key::SCHEDULE_GPIPE, Some(Schedule::GPipe)),
    ("1f1b", key::SCHEDULE_1F1B, Some(Schedule::OneFOneB)),
];

params! {
    /// The parameters of the relay.
    Params {
        /// Its id in the catalogue.
        model: &'static str = 2 => of(MODELS), PARAM_MODEL, PARAM_MODEL_HELP;
        stages: u32 = 4 => int(2, 8), PARAM_STAGES, PARAM_STAGES_HELP;
        /// Micro-batches of a step.
        batches: u32 = 8 => int(1, 32), PARAM_MICRO_BATCHES, PARAM_MICRO_BATCHES_HELP;
        link: Link = 0 => of(LINKS), PARAM_PIPELINE_LINK, PARAM_PIPELINE_LINK_HELP;
        /// None: each in turn.
        schedule: Option<Schedule> = 0 => of(SCHEDULES), PARAM_SCHEDULE, PARAM_SCHEDULE_HELP;
    }
}
