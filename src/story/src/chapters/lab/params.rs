//! What the reader may change of the restaurant.

use kitchen_core::workload::model::{LLAMA2_13B, LLAMA3_8B, LLAMA3_70B, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// What is bought: one thing changes, and all else stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buy {
    /// The next faster cards and streets for every kitchen.
    Street,
    /// Tunnels and an exchange in every kitchen, where there was a corridor.
    Tunnel,
    /// B200 instead of H100.
    Chef,
    /// H200 instead of H100: the same chef with a larger and faster shelf.
    Shelf,
    /// As many kitchens again.
    Kitchens,
    /// Nothing: the same restaurant with the best plan that the search finds.
    Plan,
}

impl Buy {
    pub(super) const ALL: [Buy; 6] = [Buy::Street, Buy::Tunnel, Buy::Chef, Buy::Shelf, Buy::Kitchens, Buy::Plan];

    /// Its name for the reader.
    pub(super) const fn name(self) -> Key {
        match self {
            Buy::Street => key::BUY_STREET,
            Buy::Tunnel => key::BUY_TUNNEL,
            Buy::Chef => key::BUY_CHEF,
            Buy::Shelf => key::BUY_SHELF,
            Buy::Kitchens => key::BUY_KITCHENS,
            Buy::Plan => key::LAB_BUY_PLAN,
        }
    }

    /// And for the field.
    pub(super) const fn name_xray(self) -> Key {
        match self {
            Buy::Street => key::LAB_BUY_STREET_XRAY,
            Buy::Tunnel => key::LAB_BUY_TUNNEL_XRAY,
            Buy::Chef => key::LAB_BUY_CHEF_XRAY,
            Buy::Shelf => key::LAB_BUY_SHELF_XRAY,
            Buy::Kitchens => key::LAB_BUY_KITCHENS_XRAY,
            Buy::Plan => key::LAB_BUY_PLAN_XRAY,
        }
    }
}

/// Today's ways: inside each kitchen, and between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// Whether chefs have tunnels and an exchange rather than the corridor.
    pub tunnels: bool,
    /// The place among `STREETS`.
    pub street: usize,
}

/// Cards of a kitchen, and Gbit/s of each: as sold, each step at least twice the one before.
pub(super) const STREETS: [(u32, u32); 4] = [(1, 100), (1, 400), (8, 400), (8, 800)];

const LOTS: [(&str, Key, Lot); 4] = [
    ("narrow", key::LOT_NARROW, Lot { tunnels: false, street: 0 }),
    ("tunnel", key::LOT_TUNNEL, Lot { tunnels: true, street: 0 }),
    ("street", key::LOT_STREET, Lot { tunnels: false, street: 1 }),
    ("both", key::LOT_BOTH, Lot { tunnels: true, street: 2 }),
];

const BUYS: [(&str, Key, Buy); 6] = [
    ("street", key::BUY_STREET, Buy::Street),
    ("tunnel", key::BUY_TUNNEL, Buy::Tunnel),
    ("chef", key::BUY_CHEF, Buy::Chef),
    ("shelf", key::BUY_SHELF, Buy::Shelf),
    ("kitchens", key::BUY_KITCHENS, Buy::Kitchens),
    ("plan", key::LAB_BUY_PLAN, Buy::Plan),
];

/// The model that two kitchens of H100 cannot hold.
pub(super) const LARGEST: &Model = &LLAMA3_70B;

const MODELS: [(&str, Key, &Model); 3] = [
    ("llama3-8b", key::MODEL_LLAMA3_8B, &LLAMA3_8B),
    ("llama2-13b", key::MODEL_LLAMA2_13B, &LLAMA2_13B),
    ("llama3-70b", key::MODEL_LLAMA3_70B, LARGEST),
];

const KITCHENS: [(&str, Key, u32); 2] = [("2", key::NUMBER_2, 2), ("4", key::NUMBER_4, 4)];

/// Texts of a step: a small one, and one as large runs take it (4 M tokens: Llama 3's first batch, arXiv:2407.21783 section 3.4.1).
const TEXTS: [(&str, Key, u32); 3] =
    [("16", key::LAB_TEXTS_16, 16), ("128", key::LAB_TEXTS_128, 128), ("1024", key::LAB_TEXTS_1024, 1_024)];
pub(super) const BATCHES: [u32; TEXTS.len()] = [TEXTS[0].2, TEXTS[1].2, TEXTS[2].2];

/// Who cooks today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chef {
    H100,
    H200,
    B200,
}

const CHEFS: [(&str, Key, Chef); 3] = [
    ("h100", key::LAB_CHEF_H100, Chef::H100),
    ("h200", key::LAB_CHEF_H200, Chef::H200),
    ("b200", key::LAB_CHEF_B200, Chef::B200),
];

params! {
    /// The parameters of the lab.
    Params {
        buy: Buy = 0 => of(BUYS), PARAM_BUY, PARAM_BUY_HELP;
        lot: Lot = 0 => of(LOTS), PARAM_LOT, PARAM_LOT_HELP;
        model: &'static Model = 0 => of(MODELS), PARAM_MODEL, PARAM_LAB_MODEL_HELP;
        /// Kitchens of eight chefs.
        kitchens: u32 = 1 => of(KITCHENS), PARAM_KITCHENS, PARAM_LAB_KITCHENS_HELP;
        /// Texts of a step.
        texts: u32 = 0 => of(TEXTS), LAB_TEXTS, LAB_TEXTS_HELP;
        /// Who cooks today.
        chef: Chef = 0 => of(CHEFS), LAB_CHEF, LAB_CHEF_HELP;
        /// Chefs to a pot in today's plan; none leaves that to the search.
        tensor: u32 = 0 => int(0, 16), LAB_TENSOR, LAB_TENSOR_HELP;
        /// Stages of its relay, likewise.
        stages: u32 = 0 => int(0, 64), LAB_STAGES, LAB_STAGES_HELP;
    }
}

impl Params {
    /// Whether that can be bought: what is there already cannot.
    pub(super) fn is_offered(self, buy: Buy) -> bool {
        match buy {
            Buy::Tunnel => !self.lot.tunnels,
            Buy::Shelf => self.chef == Chef::H100,
            Buy::Chef => self.chef != Chef::B200,
            Buy::Street | Buy::Kitchens | Buy::Plan => true,
        }
    }

    /// The same with the plan that the search finds.
    pub(super) fn planned(self) -> Params {
        Params { tensor: 0, stages: 0, ..self }
    }

    /// Today's restaurant after the purchase, with the plan that goes with it; none where the lot has no place for it.
    pub(super) fn bought(self, buy: Buy) -> Option<Params> {
        let street =
            |street: usize| LOTS.iter().find(|(_, _, lot)| lot.tunnels == self.lot.tunnels && lot.street == street);
        let after = match buy {
            Buy::Street => {
                Params { lot: street(self.lot.street + 1).or_else(|| street(self.lot.street + 2))?.2, ..self }
            }
            Buy::Tunnel => Params { lot: LOTS[if self.lot.street == 0 { 1 } else { 3 }].2, ..self },
            Buy::Chef => Params { chef: Chef::B200, ..self },
            Buy::Shelf => Params { chef: Chef::H200, ..self },
            Buy::Kitchens if self.kitchens == 2 => Params { kitchens: 4, ..self },
            Buy::Kitchens => return None,
            Buy::Plan => self,
        };
        let next = Buy::ALL.into_iter().find(|&other| other != buy && after.is_offered(other));
        Some(Params { buy: next.unwrap_or(Buy::Street), ..after.planned() })
    }
}
