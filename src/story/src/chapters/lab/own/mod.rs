//! A restaurant, a recipe and a step of the reader's own, as a link carries them: a system of the catalogue, how many of it, the cards of
//! each, a published model or a shape, how many texts of how many tokens. Hostile until read.
//!
//! * `sheet`: the form and its answers; `files`: what files change of it; `bills`: what purchases cost; `budget`: one after
//!   another under a budget; `night`: what was measured;
//!   `city`: all of its chefs, and who talks to whom.

mod bills;
mod budget;
mod city;
mod files;
mod night;
mod sheet;
#[cfg(test)]
mod tests;

use kitchen_core::hardware::Generation;
use kitchen_core::topology::{
    ClusterSpec, DGX_A100, DGX_B200, DGX_H100, DGX_H200, MAX_NICS_PER_GPU, PORT_RATES, System, TopologyError, Wiring,
    find_system,
};
use kitchen_core::workload::Model;
use kitchen_core::workload::model::{Experts, published};
use kitchen_core::workload::train::Site;

use super::params::Buy;
use super::race;
use crate::brought::{Budgeting, Door, OPENED};
use crate::famous::{self, Famous};

/// The ways in, to a part of the program of its own: the page's, and those that the lab takes once a restaurant is the reader's own.
/// What stands behind them knows both catalogues.
pub(super) static DOOR: Ways = Ways {
    brought: Door {
        name: kitchen_text::key::LAB_OWN_OPEN,
        start: sheet::start,
        sheet: sheet::sheet,
        set: sheet::set,
        read: sheet::read,
        count: race::count,
        race: sheet::race,
        told: sheet::told,
        night: night::start,
        city: city::made,
        town: city::read,
        budget: Budgeting { read: budget::read, next: budget::next, sum: budget::sum },
    },
    of: Own::read,
    written: Own::write,
    after: Own::after,
    site: Site::of,
};

pub(super) struct Ways {
    pub(super) brought: Door,
    of: fn(&str) -> Option<Own>,
    written: fn(&Own) -> String,
    after: fn(&Own, Buy) -> Option<Own>,
    site: fn(&ClusterSpec) -> Result<Site, TopologyError>,
}

/// The ways as the program finds them: a compiler that saw through them would call what is behind, and it would all come with the lab.
fn ways() -> &'static Ways {
    std::hint::black_box(&DOOR)
}

/// Its name in links.
pub const MADE: &str = OPENED;

/// Chefs that are planned for, at most.
pub const MOST_CHEFS: u32 = 131_072;
/// Texts of a step, and tokens of a text.
pub const TEXTS: [u32; 2] = [1, 65_536];
pub const WORDS: [u32; 2] = [128, 131_072];

/// What a shape may be, as the command line bounds it.
const LAYERS: u32 = 1024;
const WIDTH: u32 = 1 << 17;
const HEADS: u32 = 4096;
const MLP: u32 = 1 << 20;
const VOCABULARY: u32 = 1 << 22;
const EXPERTS: u32 = 4096;

/// What stands before a published run in a link.
const RUN: &str = "run-";
/// What stands before a shape that is in no catalogue.
const SHAPE: &str = "m-";
/// What such a model is called.
pub const CONFIG: &str = "config.json";

/// The reader's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Own {
    pub system: &'static System,
    /// Kitchens.
    pub nodes: u32,
    /// Cards of each, and Gbit/s of a card.
    pub cards: (u32, u32),
    /// With the tokens of a text as its sequence.
    pub model: Model,
    /// Texts of a step.
    pub texts: u32,
    /// The published run that all of it is, as long as nothing is changed.
    pub run: Option<&'static Famous>,
}

impl Own {
    /// Sixteen DGX A100, and a step of 4 M tokens of Llama 3 70B (its first batch, arXiv:2407.21783 section 3.4.1).
    pub fn usual() -> Option<Own> {
        let model = Model { seq: 4096, ..*published::model("llama3-70b")? };
        Some(Own { system: &DGX_A100, nodes: 16, cards: usual_cards(&DGX_A100), model, texts: 1024, run: None })
    }

    /// That of a published run.
    pub fn of_run(run: &'static Famous) -> Option<Own> {
        let cards = run.cards.unwrap_or(usual_cards(run.system));
        let (system, nodes, texts) = (run.system, run.nodes, run.layout.global_batch);
        Some(Own { system, nodes, cards, model: run.model()?, texts, run: Some(run) })
    }

    /// What the letters of a link say, where there are any. Their part of the program is here then.
    pub(super) fn of(made: &str) -> Option<Own> {
        if made.is_empty() { None } else { (ways().of)(made) }
    }

    /// The letters of a link, for the lab.
    pub(super) fn written(&self) -> String {
        (ways().written)(self)
    }

    /// The same after a purchase; none where that is not sold for it.
    pub(super) fn bought(&self, buy: Buy) -> Option<Own> {
        (ways().after)(self, buy)
    }

    /// The cluster, however large.
    pub(super) fn site(spec: &ClusterSpec) -> Result<Site, TopologyError> {
        (ways().site)(spec)
    }

    /// The letters of a link.
    pub fn write(&self) -> String {
        if let Some(run) = self.run {
            return format!("{RUN}{}", run.id);
        }
        let (cards, gbit) = self.cards;
        let model = if self.model.id == CONFIG { shape(&self.model) } else { self.model.id.to_owned() };
        format!("{}_{}_{cards}x{gbit}_{model}_{}x{}", self.system.id, self.nodes, self.texts, self.model.seq)
    }

    /// What the letters of a link say; none where they are not all there and in range.
    pub fn read(text: &str) -> Option<Own> {
        if let Some(id) = text.strip_prefix(RUN) {
            return Own::of_run(famous::find(id)?);
        }
        let mut fields = text.split('_');
        let mut next = || fields.next();
        let system = find_system(next()?)?;
        let nodes = number(next()?, [1, most_nodes(system)])?;
        let (cards, gbit) = next()?.split_once('x')?;
        let cards = number(cards, [1, most_cards(system)])?;
        let gbit = number(gbit, [1, u32::MAX]).filter(|gbit| PORT_RATES.contains(gbit))?;
        let id = next()?;
        let model = match id.strip_prefix(SHAPE) {
            Some(shape) => shaped(shape)?,
            None => *published::model(id)?,
        };
        let (texts, words) = next()?.split_once('x')?;
        let (texts, seq) = (number(texts, TEXTS)?, number(words, WORDS)?);
        let own = Own { system, nodes, cards: (cards, gbit), model: Model { seq, ..model }, texts, run: None };
        next().is_none().then_some(own)
    }

    /// With another system: its own cards, and as many kitchens as can be planned for.
    #[must_use]
    pub fn in_system(self, system: &'static System) -> Own {
        Own { system, nodes: self.nodes.min(most_nodes(system)), cards: usual_cards(system), run: None, ..self }
    }

    /// Its ground in letters: what simulates alike has the same.
    pub(super) fn ground_written(&self) -> String {
        let (cards, gbit) = self.cards;
        format!("{}_{cards}x{gbit}", self.system.id)
    }

    pub fn chefs(&self) -> u32 {
        self.nodes * self.system.gpus_per_node
    }

    /// Tokens of a step.
    pub fn tokens(&self) -> u64 {
        u64::from(self.texts) * u64::from(self.model.seq)
    }

    pub(super) fn has_tunnels(&self) -> bool {
        self.system.wiring != Wiring::Pcie
    }

    pub(super) fn ground(&self) -> ClusterSpec {
        let fabric = self.system.default_fabric.with_nics(self.cards.0, self.cards.1);
        ClusterSpec { fabric, ..ClusterSpec::new(self.system, self.nodes) }
    }

    /// The cards stay, unless they are what is bought.
    fn after(&self, buy: Buy) -> Option<Own> {
        let with = |system: &'static System| {
            (system.gpus_per_node == self.system.gpus_per_node && system != self.system).then_some(Own {
                system,
                run: None,
                ..*self
            })
        };
        match buy {
            Buy::Street => {
                let (cards, gbit) = self.cards;
                let gbit = PORT_RATES.into_iter().find(|rate| *rate >= 2 * gbit)?;
                Some(Own { cards: (cards, gbit), run: None, ..*self })
            }
            Buy::Tunnel if !self.has_tunnels() => with(board(self.system.gpu.generation)?),
            Buy::Chef => with(match self.system.gpu.generation {
                Generation::Pascal | Generation::Volta => &DGX_A100,
                Generation::Ampere => &DGX_H100,
                Generation::Hopper => &DGX_B200,
                _ => return None,
            }),
            Buy::Shelf if self.system.gpu == DGX_H100.gpu && self.system.wiring == DGX_H100.wiring => with(&DGX_H200),
            Buy::Kitchens => {
                let nodes = self.nodes.checked_mul(2).filter(|nodes| *nodes <= most_nodes(self.system))?;
                Some(Own { nodes, run: None, ..*self })
            }
            Buy::Plan => Some(*self),
            Buy::Tunnel | Buy::Shelf => None,
        }
    }
}

/// Eight chefs of that generation with tunnels and an exchange.
fn board(generation: Generation) -> Option<&'static System> {
    match generation {
        Generation::Ampere => Some(&DGX_A100),
        Generation::Hopper => Some(&DGX_H100),
        _ => None,
    }
}

/// How many of a system are planned for at most.
pub fn most_nodes(system: &System) -> u32 {
    (MOST_CHEFS / system.gpus_per_node.max(1)).clamp(1, system.max_nodes.max(1))
}

fn most_cards(system: &System) -> u32 {
    system.gpus_per_node * MAX_NICS_PER_GPU
}

/// Cards of each kitchen and Gbit/s of a card, as it is sold.
pub fn usual_cards(system: &System) -> (u32, u32) {
    (system.default_fabric.nics_per_node, system.default_fabric.gbit_per_nic)
}

/// A number without a sign or zeros before it.
fn number(text: &str, [least, most]: [u32; 2]) -> Option<u32> {
    let value: u32 = text.parse().ok()?;
    ((least..=most).contains(&value) && value.to_string() == text).then_some(value)
}

fn shape(model: &Model) -> String {
    let experts = model.experts.map_or([0; 5], |one| [one.count, one.top, one.width, one.shared, one.dense_layers]);
    let Model { layers, hidden, heads, kv_heads, head, ffn, vocab, gated, tied, .. } = *model;
    let plain = [layers, hidden, heads, kv_heads, head, ffn, vocab, u32::from(gated), u32::from(tied)];
    let all: Vec<String> = plain.iter().chain(&experts).map(u32::to_string).collect();
    format!("{SHAPE}{}", all.join("-"))
}

fn shaped(text: &str) -> Option<Model> {
    let ranges = [
        [1, LAYERS],
        [1, WIDTH],
        [1, HEADS],
        [1, HEADS],
        [0, WIDTH],
        [1, MLP],
        [1, VOCABULARY],
        [0, 1],
        [0, 1],
        [0, EXPERTS],
        [0, EXPERTS],
        [0, MLP],
        [0, MLP],
        [0, LAYERS],
    ];
    let mut cells = text.split('-');
    let mut numbers = [0; 14];
    for (slot, range) in numbers.iter_mut().zip(ranges) {
        *slot = number(cells.next()?, range)?;
    }
    if cells.next().is_some() {
        return None;
    }
    let [layers, hidden, heads, kv_heads, head, ffn, vocab, gated, tied, count, top, width, shared, dense_layers] =
        numbers;
    let experts = (count > 0).then_some(Experts { count, top, width, shared, dense_layers });
    let model = Model {
        id: CONFIG,
        name: CONFIG,
        layers,
        hidden,
        heads,
        kv_heads,
        head,
        ffn,
        gated: gated == 1,
        tied: tied == 1,
        vocab,
        experts,
        ..Model::PLAIN
    };
    is_possible(&model).then_some(model)
}

/// Whether the parts of a shape go together.
pub fn is_possible(model: &Model) -> bool {
    let Model { layers, hidden, heads, kv_heads, head, ffn, vocab, .. } = *model;
    let within = |value: u32, most: u32| (1..=most).contains(&value);
    let experts = model.experts.is_none_or(|one| {
        let is_there = within(one.count, EXPERTS) && within(one.top, one.count) && within(one.width, MLP);
        is_there && one.shared <= MLP && one.dense_layers <= layers
    });
    within(layers, LAYERS)
        && within(hidden, WIDTH)
        && within(heads, HEADS)
        && within(kv_heads, heads)
        && heads.is_multiple_of(kv_heads)
        && (head == Model::OF_HIDDEN && hidden.is_multiple_of(heads) || within(head, WIDTH))
        && within(ffn, MLP)
        && within(vocab, VOCABULARY)
        && experts
}
