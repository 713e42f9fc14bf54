//! The parameter table, and a scenario as values of its rows.

use kitchen_core::text::{Key, key};
use kitchen_core::units::Bytes;

/// What is simulated; each kind takes its own parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One training step of a transformer cut into stages.
    Pipeline,
    /// One transformer MLP block cut over several GPUs.
    Tensor,
    /// One training step of the same model on several GPUs, the gradients summed bundle by bundle.
    Data,
    /// The same collective on several systems, raced on one clock.
    Race,
    /// One collective by one algorithm inside a DGX H100.
    Collectives,
    /// The same collective on a system of each generation of NVLink, with or without a part missing.
    Generations,
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Pipeline, Kind::Tensor, Kind::Data, Kind::Race, Kind::Collectives, Kind::Generations];

    /// The id used in links and scenario files.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Pipeline => "pipeline",
            Kind::Tensor => "tensor",
            Kind::Data => "data",
            Kind::Race => "race",
            Kind::Collectives => "collectives",
            Kind::Generations => "generations",
        }
    }

    pub fn from_id(id: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// The parameters of this kind, in the order in which forms show them.
    pub const fn params(self) -> &'static [Param] {
        match self {
            Kind::Pipeline => PIPELINE,
            Kind::Tensor => TENSOR,
            Kind::Data => DATA,
            Kind::Race => RACE,
            Kind::Collectives => COLLECTIVES,
            Kind::Generations => GENERATIONS,
        }
    }

    pub fn param(self, id: &str) -> Option<&'static Param> {
        self.position(id).map(|index| &self.params()[index])
    }

    /// Where a parameter stands in the table, by its id or by one that it had before.
    pub fn position(self, id: &str) -> Option<usize> {
        let id = FORMER.iter().find(|(former, _)| *former == id).map_or(id, |(_, now)| now);
        self.params().iter().position(|param| param.id == id)
    }
}

/// Ids that parameters had in older links and scenario files, and have now. In HTML `&micro-batches` reads as a mu and
/// "-batches", so links that were pasted into pages broke.
const FORMER: [(&str, &str); 1] = [("micro-batches", "batches")];

/// A parameter's id: unique inside a kind, used in links, scenario files and on the command line.
pub type ParamId = &'static str;

/// The values that a parameter may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// A whole number, both ends included.
    Int { min: i64, max: i64 },
    /// A power of two, both ends included, in bytes.
    Bytes { min: u64, max: u64 },
    /// One of a list: the id used in links and on the command line, and the name shown.
    Choice(&'static [(&'static str, Key)]),
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    pub id: ParamId,
    pub name: Key,
    /// One sentence: what it is and what changing it shows.
    pub help: Key,
    pub range: Range,
    /// The default: the number itself, or the choice's index.
    pub default: i64,
    /// What an `Int` counts, where the name does not say it.
    pub unit: Option<Key>,
}

impl Param {
    /// The valid value nearest to `value`: clamped; for bytes the nearest power of two below; for a choice the index.
    pub fn nearest(&self, value: i64) -> i64 {
        match self.range {
            Range::Int { min, max } => value.clamp(min, max),
            Range::Bytes { min, max } => {
                let value = value.clamp(min as i64, max as i64);
                1 << value.ilog2()
            }
            Range::Choice(list) => value.clamp(0, list.len() as i64 - 1),
        }
    }

    /// See [`Range::write`].
    pub fn write(&self, value: i64) -> String {
        self.range.write(value)
    }
}

impl Range {
    /// The value as written in links and files: a number, or a choice's id (the nearest one).
    pub fn write(&self, value: i64) -> String {
        match self {
            Range::Int { .. } | Range::Bytes { .. } => value.to_string(),
            Range::Choice(list) => list[value.clamp(0, list.len() as i64 - 1) as usize].0.to_owned(),
        }
    }
}

/// A valid scenario: a kind with a value for each of its parameters (the number itself, or the choice's index).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub kind: Kind,
    pub values: Vec<i64>,
}

impl Scenario {
    /// The scenario that a chapter opens with.
    pub fn default_for(kind: Kind) -> Scenario {
        Scenario { kind, values: kind.params().iter().map(|param| param.default).collect() }
    }

    /// Each parameter with its value.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Param, i64)> + '_ {
        self.kind.params().iter().zip(self.values.iter().copied())
    }

    fn entry(&self, id: &str) -> Option<(&'static Param, i64)> {
        self.kind.position(id).map(|index| (&self.kind.params()[index], self.values[index]))
    }

    /// The raw value of a parameter: the number itself, or the choice's index; `None` where the kind has no such one.
    pub fn value(&self, id: &str) -> Option<i64> {
        self.kind.position(id).map(|index| self.values[index])
    }

    /// The number of a parameter; of a choice among numbers (`chefs` 8, 16, 72) the number chosen. 0 where there is none.
    pub fn get_int(&self, id: &str) -> i64 {
        match self.entry(id) {
            Some((Param { range: Range::Choice(list), .. }, index)) => {
                list.get(index as usize).and_then(|(id, _)| id.parse().ok()).unwrap_or(index)
            }
            Some((_, value)) => value,
            None => 0,
        }
    }

    pub fn get_bytes(&self, id: &str) -> Bytes {
        Bytes(self.get_int(id).max(0) as u64)
    }

    /// The id of the choice made; empty where the parameter is no choice of this kind.
    pub fn get_choice(&self, id: &str) -> &'static str {
        match self.entry(id) {
            Some((Param { range: Range::Choice(list), .. }, index)) => {
                list.get(index as usize).map_or("", |(id, _)| id)
            }
            _ => "",
        }
    }

    /// The same with one parameter set to the nearest valid value (the number itself, or the choice's index); unchanged
    /// where the kind has no such parameter.
    #[must_use]
    pub fn with(&self, id: &str, value: i64) -> Scenario {
        let mut next = self.clone();
        if let Some(index) = self.kind.position(id) {
            next.values[index] = self.kind.params()[index].nearest(value);
        }
        next
    }

    /// The same with a choice set by its id; unchanged where there is no such choice.
    #[must_use]
    pub fn with_choice(&self, id: &str, choice: &str) -> Scenario {
        match self.kind.param(id).map(|param| param.range) {
            Some(Range::Choice(list)) => match list.iter().position(|(known, _)| *known == choice) {
                Some(index) => self.with(id, index as i64),
                None => self.clone(),
            },
            _ => self.clone(),
        }
    }
}

const GIB: i64 = 1 << 30;

const PIPELINE: &[Param] = &[
    Param {
        id: "model",
        name: key::PARAM_MODEL,
        help: key::PARAM_MODEL_HELP,
        range: Range::Choice(&[
            ("gpt3-1.3b", key::MODEL_GPT3_1_3B),
            ("gpt3-2.7b", key::MODEL_GPT3_2_7B),
            ("megatron-3.6b", key::MODEL_MEGATRON_3_6B),
            ("gpt3-6.7b", key::MODEL_GPT3_6_7B),
            ("gpt3-13b", key::MODEL_GPT3_13B),
        ]),
        default: 2,
        unit: None,
    },
    Param {
        id: "stages",
        name: key::PARAM_STAGES,
        help: key::PARAM_STAGES_HELP,
        range: Range::Int { min: 2, max: 8 },
        default: 4,
        unit: None,
    },
    Param {
        id: "batches",
        name: key::PARAM_MICRO_BATCHES,
        help: key::PARAM_MICRO_BATCHES_HELP,
        range: Range::Int { min: 1, max: 32 },
        default: 8,
        unit: None,
    },
    Param {
        id: "link",
        name: key::PARAM_PIPELINE_LINK,
        help: key::PARAM_PIPELINE_LINK_HELP,
        range: Range::Choice(&[
            ("nvlink", key::PIPELINE_LINK_NVLINK),
            ("pcie", key::PIPELINE_LINK_PCIE),
            ("infiniband", key::PIPELINE_LINK_INFINIBAND),
        ]),
        default: 0,
        unit: None,
    },
    Param {
        id: "schedule",
        name: key::PARAM_SCHEDULE,
        help: key::PARAM_SCHEDULE_HELP,
        range: Range::Choice(&[
            ("in-turn", key::SCHEDULE_IN_TURN),
            ("naive", key::SCHEDULE_NAIVE),
            ("gpipe", key::SCHEDULE_GPIPE),
            ("1f1b", key::SCHEDULE_1F1B),
        ]),
        default: 0,
        unit: None,
    },
];

const TENSOR: &[Param] = &[
    Param {
        id: "ways",
        name: key::PARAM_WAYS,
        help: key::PARAM_WAYS_HELP,
        range: Range::Choice(&[("1", key::NUMBER_1), ("2", key::NUMBER_2), ("4", key::NUMBER_4), ("8", key::NUMBER_8)]),
        default: 1,
        unit: None,
    },
    Param {
        id: "link",
        name: key::PARAM_TENSOR_LINK,
        help: key::PARAM_TENSOR_LINK_HELP,
        range: Range::Choice(&[
            ("corridor", key::TENSOR_LINK_CORRIDOR),
            ("tunnel", key::TENSOR_LINK_TUNNEL),
            ("exchange", key::TENSOR_LINK_EXCHANGE),
        ]),
        default: 0,
        unit: None,
    },
    Param {
        id: "hidden",
        name: key::PARAM_HIDDEN,
        help: key::PARAM_HIDDEN_HELP,
        range: Range::Choice(&[
            ("4096", key::HIDDEN_4096),
            ("8192", key::HIDDEN_8192),
            ("12288", key::HIDDEN_12288),
            ("16384", key::HIDDEN_16384),
        ]),
        default: 0,
        unit: None,
    },
];

const DATA: &[Param] = &[
    Param {
        id: "chefs",
        name: key::PARAM_CHEFS,
        help: key::PARAM_CHEFS_HELP,
        range: Range::Int { min: 2, max: 8 },
        default: 4,
        unit: None,
    },
    Param {
        id: "algorithm",
        name: key::PARAM_ALGORITHM,
        help: key::PARAM_ALGORITHM_HELP,
        range: Range::Choice(&[
            ("ring", key::ALGORITHM_RING),
            ("direct", key::ALGORITHM_DIRECT),
            ("double-binary-tree", key::ALGORITHM_DOUBLE_BINARY_TREE),
            ("in-network", key::ALGORITHM_IN_NETWORK),
        ]),
        default: 0,
        unit: None,
    },
    Param {
        id: "buckets",
        name: key::PARAM_BUCKETS,
        help: key::PARAM_BUCKETS_HELP,
        range: Range::Int { min: 1, max: 16 },
        default: 8,
        unit: None,
    },
    Param {
        id: "system",
        name: key::PARAM_SYSTEM,
        help: key::PARAM_SYSTEM_HELP,
        range: Range::Choice(&[
            ("pcie-8", key::SYSTEM_PCIE_8),
            ("dgx1-v100", key::SYSTEM_DGX1_V100),
            ("dgx-a100", key::SYSTEM_DGX_A100),
            ("dgx-h100", key::SYSTEM_DGX_H100),
            ("dgx-b200", key::SYSTEM_DGX_B200),
        ]),
        default: 3,
        unit: None,
    },
    Param {
        id: "model",
        name: key::PARAM_MODEL,
        help: key::PARAM_DATA_MODEL_HELP,
        range: Range::Choice(&[
            ("gpt3-350m", key::MODEL_GPT3_350M),
            ("gpt3-760m", key::MODEL_GPT3_760M),
            ("gpt3-1.3b", key::MODEL_GPT3_1_3B),
        ]),
        default: 2,
        unit: None,
    },
];

/// Which meeting is raced.
const OP: Param = Param {
    id: "op",
    name: key::PARAM_OP,
    help: key::PARAM_OP_HELP,
    range: Range::Choice(&[
        ("all-reduce", key::OP_ALL_REDUCE),
        ("all-gather", key::OP_ALL_GATHER),
        ("reduce-scatter", key::OP_REDUCE_SCATTER),
        ("broadcast", key::OP_BROADCAST),
        ("all-to-all", key::OP_ALL_TO_ALL),
    ]),
    default: 0,
    unit: None,
};

/// Over how many bytes.
const BYTES: Param = Param {
    id: "bytes",
    name: key::PARAM_BYTES,
    help: key::PARAM_BYTES_HELP,
    range: Range::Bytes { min: 1 << 10, max: 16 << 30 },
    default: GIB,
    unit: None,
};

const RACE: &[Param] = &[
    OP,
    BYTES,
    Param {
        id: "chefs",
        name: key::PARAM_CHEFS,
        help: key::PARAM_RACE_CHEFS_HELP,
        range: Range::Choice(&[("8", key::NUMBER_8), ("16", key::NUMBER_16), ("72", key::NUMBER_72)]),
        default: 0,
        unit: None,
    },
];

const GENERATIONS: &[Param] = &[
    OP,
    BYTES,
    Param {
        id: "missing",
        name: key::PARAM_MISSING,
        help: key::PARAM_MISSING_HELP,
        range: Range::Choice(&[
            ("nothing", key::MISSING_NOTHING),
            ("chip", key::MISSING_CHIP),
            ("link", key::MISSING_LINK),
        ]),
        default: 0,
        unit: None,
    },
];

const COLLECTIVES: &[Param] = &[
    Param {
        id: "op",
        name: key::PARAM_MEETING,
        help: key::PARAM_OP_HELP,
        range: Range::Choice(&[
            ("all-reduce", key::OP_ALL_REDUCE),
            ("reduce-scatter", key::OP_REDUCE_SCATTER),
            ("all-gather", key::OP_ALL_GATHER),
            ("broadcast", key::OP_BROADCAST),
            ("reduce", key::OP_REDUCE),
            ("scatter", key::OP_SCATTER),
            ("gather", key::OP_GATHER),
            ("all-to-all", key::OP_ALL_TO_ALL),
            ("barrier", key::OP_BARRIER),
            ("send-recv", key::OP_SEND_RECV),
        ]),
        default: 0,
        unit: None,
    },
    Param {
        id: "algorithm",
        name: key::PARAM_ALGORITHM,
        help: key::PARAM_WAY_HELP,
        range: Range::Choice(&[
            ("ring", key::ALGORITHM_RING),
            ("in-network", key::ALGORITHM_IN_NETWORK),
            ("direct", key::ALGORITHM_DIRECT),
            ("halving-doubling", key::ALGORITHM_HALVING_DOUBLING),
            ("tree", key::ALGORITHM_TREE),
            ("double-binary-tree", key::ALGORITHM_DOUBLE_BINARY_TREE),
            ("binomial", key::ALGORITHM_BINOMIAL),
            ("bruck", key::ALGORITHM_BRUCK),
            ("pairwise", key::ALGORITHM_PAIRWISE),
            ("pat", key::ALGORITHM_PAT),
        ]),
        default: 0,
        unit: None,
    },
    Param {
        id: "chefs",
        name: key::PARAM_CHEFS,
        help: key::PARAM_MEETING_CHEFS_HELP,
        range: Range::Int { min: 2, max: 8 },
        default: 8,
        unit: None,
    },
    BYTES,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Kind, id: &str, asked: i64, expected: i64) {
        assert_eq!(Scenario::default_for(kind).with(id, asked).value(id), Some(expected), "{kind:?} {id} {asked}");
    }

    #[test]
    fn with_takes_the_nearest_valid_value() {
        check(Kind::Pipeline, "stages", 99, 8);
        check(Kind::Pipeline, "stages", i64::MIN, 2);
        check(Kind::Pipeline, "schedule", 7, 3);
        check(Kind::Race, "bytes", 3 << 20, 2 << 20);
        check(Kind::Race, "bytes", -1, 1 << 10);
        check(Kind::Race, "bytes", i64::MAX, 16 << 30);
    }

    #[test]
    fn a_former_id_is_as_good_as_todays() {
        for id in ["batches", "micro-batches"] {
            check(Kind::Pipeline, id, 17, 17);
        }
        assert_eq!(Scenario::default_for(Kind::Pipeline).with("micro-batches", 9).get_int("batches"), 9);
        assert_eq!(Scenario::default_for(Kind::Data).value("micro-batches"), None);
    }

    #[test]
    fn defaults_are_valid_and_ids_are_unique() {
        for kind in Kind::ALL {
            for (index, param) in kind.params().iter().enumerate() {
                assert_eq!(param.nearest(param.default), param.default, "{kind:?} {}", param.id);
                assert!(kind.params()[..index].iter().all(|other| other.id != param.id));
            }
        }
    }

    #[test]
    fn choices_among_numbers_read_as_numbers() {
        assert_eq!(Scenario::default_for(Kind::Race).get_int("chefs"), 8);
        assert_eq!(Scenario::default_for(Kind::Tensor).with_choice("hidden", "8192").get_int("hidden"), 8192);
        assert_eq!(Scenario::default_for(Kind::Tensor).get_choice("link"), "corridor");
        assert_eq!(Scenario::default_for(Kind::Tensor).get_int("stages"), 0);
    }
}
