//! What the reader may change of the relay.

use kitchen_core::workload::Schedule;
use kitchen_core::workload::model::{GPT3_1_3B, GPT3_2_7B, GPT3_6_7B, GPT3_13B, MEGATRON_3_6B, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// What joins the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    NvLink,
    Pcie,
    InfiniBand,
}

/// Models of the catalogue, by their ids there.
pub(super) const MODELS: [(&str, Key, &Model); 5] = [
    ("gpt3-1.3b", key::MODEL_GPT3_1_3B, &GPT3_1_3B),
    ("gpt3-2.7b", key::MODEL_GPT3_2_7B, &GPT3_2_7B),
    ("megatron-3.6b", key::MODEL_MEGATRON_3_6B, &MEGATRON_3_6B),
    ("gpt3-6.7b", key::MODEL_GPT3_6_7B, &GPT3_6_7B),
    ("gpt3-13b", key::MODEL_GPT3_13B, &GPT3_13B),
];

const LINKS: [(&str, Key, Link); 3] = [
    ("nvlink", key::PIPELINE_LINK_NVLINK, Link::NvLink),
    ("pcie", key::PIPELINE_LINK_PCIE, Link::Pcie),
    ("infiniband", key::PIPELINE_LINK_INFINIBAND, Link::InfiniBand),
];

/// How much food there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pot {
    /// Every bowl is as large, however many there are.
    Each,
    /// One pot, cut into so many bowls.
    Cut,
}

const POTS: [(&str, Key, Pot); 2] =
    [("each", key::PIPELINE_POT_EACH, Pot::Each), ("cut", key::PIPELINE_POT_CUT, Pot::Cut)];

/// Whose order it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first three schedules, a step by each.
    InTurn,
    /// A schedule's.
    Of(Schedule),
    /// The reader's.
    Own,
}

const SCHEDULES: [(&str, Key, Order); 11] = [
    ("in-turn", key::SCHEDULE_IN_TURN, Order::InTurn),
    ("naive", key::SCHEDULE_NAIVE, Order::Of(Schedule::Naive)),
    ("gpipe", key::SCHEDULE_GPIPE, Order::Of(Schedule::GPipe)),
    ("1f1b", key::SCHEDULE_1F1B, Order::Of(Schedule::OneFOneB)),
    ("1f1b-split", key::SCHEDULE_SPLIT, Order::Of(Schedule::Split)),
    ("interleaved", key::SCHEDULE_INTERLEAVED, Order::Of(Schedule::Interleaved(2))),
    ("zb-h1", key::SCHEDULE_ZB_H1, Order::Of(Schedule::ZbH1)),
    ("zb-h2", key::SCHEDULE_ZB_H2, Order::Of(Schedule::ZbH2)),
    ("zb-v", key::SCHEDULE_ZB_V, Order::Of(Schedule::ZbV)),
    ("dualpipe", key::SCHEDULE_DUALPIPE, Order::Of(Schedule::DualPipe)),
    ("own", key::SCHEDULE_OWN, Order::Own),
];

impl Order {
    /// As the control says it.
    pub(super) fn name(self) -> Key {
        SCHEDULES.iter().find(|(_, _, order)| *order == self).map_or(key::SCHEDULE_OWN, |&(_, name, _)| name)
    }
}

/// The name of a schedule.
pub(super) fn name(schedule: Schedule) -> Key {
    let is = |&&(_, _, order): &&(&str, Key, Order)| order == Order::Of(schedule);
    SCHEDULES.iter().find(is).map_or(key::SCHEDULE_OWN, |&(_, name, _)| name)
}

params! {
    /// The parameters of the relay.
    Params {
        /// Its id in the catalogue.
        model: &'static Model = 2 => of(MODELS), PARAM_MODEL, PARAM_MODEL_HELP;
        stages: u32 = 4 => int(2, 8), PARAM_STAGES, PARAM_STAGES_HELP;
        /// Micro-batches of a step.
        batches: u32 = 8 => int(1, 32), PARAM_MICRO_BATCHES, PARAM_MICRO_BATCHES_HELP;
        link: Link = 0 => of(LINKS), PARAM_PIPELINE_LINK, PARAM_PIPELINE_LINK_HELP;
        schedule: Order = 0 => of(SCHEDULES), PARAM_SCHEDULE, PARAM_SCHEDULE_HELP;
        pot: Pot = 0 => of(POTS), PARAM_POT, PARAM_POT_HELP;
    }
}
