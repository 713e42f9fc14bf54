//! A kind of scenario: the parameters that it takes, and what it simulates. Each is declared once, by the chapter that shows it
//! (see `params!`); the form, the link, the scenario file, the command line and the help read the same table.

use kitchen_core::collective::{Algorithm, Op};
use kitchen_core::sim::task;
use kitchen_core::topology::{ClusterSpec, Topology};
use kitchen_text::{Key, Line};

use super::draft::Draft;

/// What is simulated; each kind takes its own parameters. Kinds are equal where their ids are.
pub type Kind = &'static Schema;

/// What the reader makes by hand: its name in links, and whether a scenario shows it.
pub(crate) type Made = (&'static str, fn(&Scenario) -> bool);

/// What a chapter declares of its kind of scenario.
#[derive(Debug)]
pub struct Schema {
    /// The id used in links and scenario files.
    pub id: &'static str,
    /// The id of the chapter that shows it.
    pub scene: &'static str,
    /// In the order in which forms show them.
    pub params: &'static [Param],
    /// The parameter that follows the others, by its place: it is offered only what goes with them.
    pub follower: Option<usize>,
    /// Ids that parameters had in older links and files, and have now.
    pub former: &'static [(&'static str, &'static str)],
    /// A setting of before that has become another: the parameter's place, its value, and the sentence.
    pub replaced: fn(name: &str, text: &str) -> Option<(usize, i64, Line)>,
    /// Values that are valid one by one but not together: the nearest scenario that can run, with the sentence.
    pub reconcile: fn(&Scenario) -> Option<(Scenario, Line)>,
    /// Whether the parameter at a place says anything beside the others as they are.
    pub is_used: fn(&Scenario, usize) -> bool,
    /// The names of the timeline's lanes: by GPU, where a GPU stands for something larger than a chef, or by run, where each run of
    /// several has a lane; else empty.
    pub lanes: fn(&Scenario) -> &'static [Key],
    /// What a task is called where it stands for something else than a chef's, such as a city's hours; what stands still is called as
    /// [`task::Kind::Launch`] is.
    pub called: fn(&Scenario, task::Kind) -> Option<Key>,
    /// What is measured elsewhere as well, for those who compare.
    pub meeting: fn(&Scenario) -> Option<Meeting>,
    /// The name in links of what the reader makes by hand, where there is such a thing; whoever reads it checks it.
    pub(crate) made: Option<Made>,
    /// The machines, one for each run: known without planning what they do.
    pub clusters: fn(&Scenario) -> Vec<ClusterSpec>,
    /// Adds to a machine, once it is built, what no preset has.
    pub extend: fn(&Scenario, &mut Topology),
    /// Whether it takes long for another reason than its many GPUs (see [`crate::show::is_heavy`]).
    pub is_heavy: fn(&Scenario) -> bool,
    /// The machines and task graphs.
    pub prepare: fn(&Scenario) -> Result<Vec<Draft>, Line>,
}

/// A collective that is a scenario, or the part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub op: Op,
    pub algorithm: Algorithm,
    pub bytes: kitchen_core::units::Bytes,
    /// Whether the runs do more than meet.
    pub is_part: bool,
}

impl Schema {
    /// A kind whose parameters take any values beside one another.
    pub const fn new(
        (id, scene): (&'static str, &'static str),
        params: &'static [Param],
        clusters: fn(&Scenario) -> Vec<ClusterSpec>,
        prepare: fn(&Scenario) -> Result<Vec<Draft>, Line>,
    ) -> Schema {
        Schema {
            id,
            scene,
            params,
            follower: None,
            former: &[],
            replaced: |_, _| None,
            reconcile: |_| None,
            is_used: |_, _| true,
            lanes: |_| &[],
            called: |_, _| None,
            meeting: |_| None,
            made: None,
            extend: |_, _| {},
            is_heavy: |_| false,
            clusters,
            prepare,
        }
    }

    /// Where a parameter stands in the table, by its id or by one that it had before.
    pub fn position(&self, id: &str) -> Option<usize> {
        let id = self.former.iter().find(|(former, _)| *former == id).map_or(id, |(_, now)| now);
        self.params.iter().position(|param| param.id == id)
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Schema) -> bool {
        self.id == other.id
    }
}

impl Eq for Schema {}

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
    /// Unique inside a kind, used in links, scenario files and on the command line.
    pub id: &'static str,
    pub name: Key,
    /// One sentence: what it is and what changing it shows.
    pub help: Key,
    pub range: Range,
    /// The default: the number itself, or the choice's index.
    pub default: i64,
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

    /// The value as written in links and files: a number, or a choice's id (the nearest one).
    pub fn write(&self, value: i64) -> String {
        match self.range {
            Range::Int { .. } | Range::Bytes { .. } => value.to_string(),
            Range::Choice(list) => list[value.clamp(0, list.len() as i64 - 1) as usize].0.to_owned(),
        }
    }
}

/// A valid scenario: a kind with a value for each of its parameters (the number itself, or the choice's index). A chapter reads
/// it as its own struct of typed fields (see `params!`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub kind: Kind,
    pub(super) values: Vec<i64>,
    /// What the reader made by hand, in the chapter's own letters; empty where nothing, or where the kind takes nothing.
    pub made: String,
}

impl Scenario {
    /// The scenario that a chapter opens with.
    pub fn default_for(kind: Kind) -> Scenario {
        Scenario { kind, values: kind.params.iter().map(|param| param.default).collect(), made: String::new() }
    }

    /// Each parameter with its value.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Param, i64)> + '_ {
        self.kind.params.iter().zip(self.values.iter().copied())
    }

    /// The value at a place of the table; the default of a scenario of another kind, which has no such place.
    pub fn at(&self, place: usize, default: i64) -> i64 {
        self.values.get(place).copied().unwrap_or(default)
    }

    /// The name of the choice at a place of the table, as the control says it; the parameter's, where it is no choice.
    pub(crate) fn said(&self, place: usize) -> Key {
        let param = &self.kind.params[place];
        match param.range {
            Range::Choice(list) => list[(self.at(place, param.default).max(0) as usize).min(list.len() - 1)].1,
            _ => param.name,
        }
    }

    /// The first place whose value is another than in a scenario of the same kind.
    pub fn moved_from(&self, before: &Scenario) -> Option<usize> {
        self.values.iter().zip(&before.values).position(|(now, had)| now != had)
    }

    /// The same with that made by hand.
    #[must_use]
    pub fn making(self, made: String) -> Scenario {
        Scenario { made, ..self }
    }

    /// Whether its run is what the reader made by hand.
    pub fn shows_made(&self) -> bool {
        self.kind.made.is_some_and(|(_, shows)| shows(self))
    }

    /// Whether it runs as another does: what is made by hand counts where it is shown.
    pub fn runs_as(&self, other: &Scenario) -> bool {
        let same_made = self.made == other.made || !self.shows_made();
        self.kind == other.kind && self.values == other.values && same_made
    }

    /// The same with the parameter at a place set to the nearest valid value (the number itself, or the choice's index).
    #[must_use]
    pub fn set(&self, place: usize, value: i64) -> Scenario {
        let mut next = self.clone();
        if let (Some(param), Some(slot)) = (self.kind.params.get(place), next.values.get_mut(place)) {
            *slot = param.nearest(value);
        }
        next
    }
}

/// What tests set by name; programs read and write a chapter's own struct, or a place of the table.
#[cfg(test)]
impl Scenario {
    #[must_use]
    pub(crate) fn with(&self, id: &str, value: i64) -> Scenario {
        let place = self.kind.position(id).unwrap_or_else(|| panic!("{} has no {id}", self.kind.id));
        self.set(place, value)
    }

    #[must_use]
    pub(crate) fn with_choice(&self, id: &str, choice: &str) -> Scenario {
        let place = self.kind.position(id).unwrap_or_else(|| panic!("{} has no {id}", self.kind.id));
        let Range::Choice(list) = self.kind.params[place].range else { panic!("{id} is no choice") };
        let index = list.iter().position(|(known, _)| *known == choice);
        self.set(place, index.unwrap_or_else(|| panic!("{id} has no {choice}")) as i64)
    }
}

/// The ids and names of a list of choices, without what they stand for.
pub(crate) const fn names<T, const N: usize>(list: &[(&'static str, Key, T); N]) -> [(&'static str, Key); N] {
    let mut out = [(list[0].0, list[0].1); N];
    let mut at = 1;
    while at < N {
        out[at] = (list[at].0, list[at].1);
        at += 1;
    }
    out
}

/// Declares a chapter's parameters: a struct of typed fields, the table behind it (`PARAMS`), each field's place in the table
/// (`At`), and the way from a [`Scenario`] (`Params::of`) and back.
///
/// A field is `name: type = default => values, NAME, HELP;` where the values are `int(least, most)`, `bytes(least, most)`, or
/// `of(LIST)` with a list of `(id, name, value)`; the default of the last is an index.
macro_rules! params {
    ($(#[$of:meta])* Params {
        $($(#[$meta:meta])* $field:ident: $type:ty = $default:expr => $how:ident($($arg:expr),+), $name:ident, $help:ident;)*
    }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Params { $($(#[$meta])* pub $field: $type,)* }

        /// Each parameter's place in the table.
        #[allow(non_camel_case_types, dead_code)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum At { $($field,)* }

        /// The table.
        pub static PARAMS: &[$crate::scenario::Param] = &[$($crate::scenario::Param {
            id: stringify!($field),
            name: kitchen_text::key::$name,
            help: kitchen_text::key::$help,
            range: $crate::scenario::kind::params!(@range $how($($arg),+)),
            default: $default,
        },)*];

        #[allow(dead_code)]
        impl Params {
            /// Of a scenario of this kind.
            pub fn of(scenario: &$crate::scenario::Scenario) -> Params {
                Params { $($field: {
                    let value = scenario.at(At::$field as usize, $default);
                    $crate::scenario::kind::params!(@read value, $how($($arg),+))
                },)* }
            }

            /// The scenario of this kind with these values, each the nearest valid one.
            pub fn scenario(&self, kind: $crate::scenario::Kind) -> $crate::scenario::Scenario {
                let scenario = $crate::scenario::Scenario::default_for(kind);
                $(let scenario = scenario.set(
                    At::$field as usize,
                    $crate::scenario::kind::params!(@write self.$field, $how($($arg),+)),
                );)*
                scenario
            }
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($field: {
                    let value: i64 = $default;
                    $crate::scenario::kind::params!(@read value, $how($($arg),+))
                },)* }
            }
        }
    };
    (@range int($min:expr, $max:expr)) => { $crate::scenario::Range::Int { min: $min, max: $max } };
    (@range bytes($min:expr, $max:expr)) => { $crate::scenario::Range::Bytes { min: $min, max: $max } };
    (@range of($list:expr)) => {{
        const NAMES: [(&str, kitchen_text::Key); $list.len()] = $crate::scenario::kind::names(&$list);
        $crate::scenario::Range::Choice(&NAMES)
    }};
    (@read $value:ident, int($min:expr, $max:expr)) => { $value.clamp($min, $max) as _ };
    (@read $value:ident, bytes($min:expr, $max:expr)) => { kitchen_core::units::Bytes($value.max(0) as u64) };
    (@read $value:ident, of($list:expr)) => { $list[($value.max(0) as usize).min($list.len() - 1)].2 };
    (@write $value:expr, int($min:expr, $max:expr)) => { i64::from($value) };
    (@write $value:expr, bytes($min:expr, $max:expr)) => { $value.0.min($max) as i64 };
    (@write $value:expr, of($list:expr)) => {
        $list.iter().position(|(_, _, known)| *known == $value).unwrap_or(0) as i64
    };
}

pub(crate) use params;
