//! Today's restaurant: one of the four lots with the reader's choices, or one of the reader's own.

use kitchen_core::hardware::Generation;
use kitchen_core::workload::Model;
use kitchen_core::workload::planner::Cuts;
use kitchen_text::{Key, key};

use crate::famous::Famous;
use crate::scenario::{Kind, Scenario};
use crate::scene::stage::View;

use super::own::Own;
use super::params::{Buy, Params};

/// Kitchens that are drawn for a side of the reader's own, at most: where there are more, each drawn one stands for as many.
const DRAWN: u32 = 4;
/// Chefs of a kitchen, and tokens of a text, on the four lots.
pub(super) const CHEFS: u32 = 8;
pub(super) const WORDS: u32 = 4096;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Today {
    pub(super) params: Params,
    pub(super) own: Option<Own>,
}

impl From<Params> for Today {
    fn from(params: Params) -> Today {
        Today { params, own: None }
    }
}

impl Today {
    pub(super) fn of(scenario: &Scenario) -> Today {
        Today { params: Params::of(scenario), own: Own::of(&scenario.made) }
    }

    /// The scenario of it.
    pub(super) fn scenario(&self, kind: Kind) -> Scenario {
        self.params.scenario(kind).making(self.own.map(|own| own.written()).unwrap_or_default())
    }

    /// The reader's own after a purchase.
    pub(super) fn own_after(&self, buy: Option<Buy>) -> Option<Own> {
        let own = self.own?;
        buy.map_or(Some(own), |buy| own.bought(buy)).or(Some(own))
    }

    /// What a purchase is called in the kitchen, then in the x-ray: where chefs are bought for the reader's own, by whom.
    pub(super) fn names(&self, buy: Buy) -> [Key; 2] {
        let after = self.own_after(Some(buy)).filter(|_| buy == Buy::Chef);
        match after.map(|own| own.system.gpu.generation) {
            Some(Generation::Ampere) => [key::LAB_CHEFS_A100, key::LAB_CHEFS_A100_XRAY],
            Some(Generation::Hopper) => [key::LAB_CHEFS_H100, key::LAB_CHEFS_H100_XRAY],
            _ => [buy.name(), buy.name_xray()],
        }
    }

    /// In the kitchen.
    pub(super) fn name(&self, buy: Buy) -> Key {
        self.names(buy)[0]
    }

    /// Today's, or what it is after a purchase, in the view's layer.
    pub(super) fn called(&self, view: &View<'_>, buy: Option<Buy>) -> Key {
        let [kitchen, xray] = buy.map_or([key::LAB_NOW, key::LAB_NOW_XRAY], |buy| self.names(buy));
        view.either(kitchen, xray)
    }

    /// What the one that is chosen is called: in the kitchen, then in the x-ray.
    pub(super) fn bought_names(&self) -> [Key; 2] {
        self.names(self.params.buy)
    }

    /// Whether that can be bought: what is there already cannot.
    pub(super) fn is_offered(&self, buy: Buy) -> bool {
        self.own.map_or_else(|| self.params.is_offered(buy), |own| own.bought(buy).is_some())
    }

    /// The cuts of a side's plan that are not left to the search: today's, where the reader made them.
    pub(super) fn cuts(&self, buy: Option<Buy>) -> Cuts {
        let given = |ways: u32| Some(ways).filter(|&ways| ways > 0 && buy.is_none());
        Cuts { tensor: given(self.params.tensor), pipeline: given(self.params.stages), ..Cuts::FREE }
    }

    /// Whether the reader made any.
    pub(super) fn is_cut(&self) -> bool {
        self.cuts(None) != Cuts::default()
    }

    /// The published run whose plan is today's, until the reader cuts it otherwise.
    pub(super) fn published(&self) -> Option<&'static Famous> {
        self.own?.run.filter(|_| !self.is_cut())
    }

    /// Whether today's plan is not the search's own.
    pub(super) fn is_given(&self) -> bool {
        self.is_cut() || self.published().is_some()
    }

    /// What is worth comparing: a better plan only where there can be one.
    pub(super) fn offers(&self) -> Vec<Buy> {
        let is_one = |buy: &Buy| self.is_offered(*buy) && (self.is_given() || *buy != Buy::Plan);
        Buy::ALL.into_iter().filter(is_one).collect()
    }

    /// Today's restaurant after the purchase; none where the lot has no place for it.
    pub(super) fn bought(&self, buy: Buy) -> Option<Today> {
        let Some(own) = self.own else { return self.params.bought(buy).map(Today::from) };
        let after = Today { own: Some(own.bought(buy)?), ..*self };
        let next = Buy::ALL.into_iter().find(|&other| other != buy && after.is_offered(other)).unwrap_or(buy);
        Some(Today { params: Params { buy: next, ..after.params.planned() }, ..after })
    }

    /// What is learned.
    pub(super) fn recipe(&self) -> Model {
        self.own.map_or(Model { seq: WORDS, ..*self.params.model }, |own| own.model)
    }

    /// Tokens of a text.
    pub(super) fn words(&self) -> u32 {
        self.recipe().seq
    }

    /// Texts of a step.
    pub(super) fn texts(&self) -> u32 {
        self.own.map_or(self.params.texts, |own| own.texts)
    }

    /// Chefs of a kitchen; no purchase changes that.
    pub(super) fn chefs_each(&self) -> u32 {
        self.own.map_or(CHEFS, |own| own.system.gpus_per_node)
    }

    /// Kitchens of a restaurant.
    pub(super) fn kitchens(&self, buy: Option<Buy>) -> u32 {
        match self.own_after(buy) {
            Some(own) => own.nodes,
            None => self.params.kitchens * if buy == Some(Buy::Kitchens) { 2 } else { 1 },
        }
    }

    /// Kitchens that are drawn of them.
    pub(super) fn drawn(&self, buy: Option<Buy>) -> u32 {
        let all = self.kitchens(buy);
        if self.own.is_some() { all.min(DRAWN) } else { all }
    }

    /// The kitchen that a drawn one is: the first of those that it stands for.
    pub(super) fn behind(&self, buy: Option<Buy>, drawn: u32) -> u32 {
        drawn * self.kitchens(buy) / self.drawn(buy).max(1)
    }

    /// The drawn kitchen that stands for a kitchen.
    pub(super) fn stands_for(&self, buy: Option<Buy>, kitchen: u32) -> u32 {
        let drawn = self.drawn(buy).max(1);
        (0..drawn).rev().find(|&one| self.behind(buy, one) <= kitchen).unwrap_or(0)
    }
}
