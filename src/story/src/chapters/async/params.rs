//! What the reader may change of kitchens that do not all wait.

use kitchen_core::topology::{DGX_A100, DGX1_V100, System};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// When the second half of the kitchens waits for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One page for all at a keeper's. Nobody starts a dish before everyone's dish so many before it is heard; `None`: nobody waits.
    Stale(Option<u16>),
    /// Each on its own page, and after so many dishes the average of all pages.
    Local(u16),
}

const RULES: [(&str, Key, Rule); 6] = [
    ("free", key::RULE_FREE, Rule::Stale(None)),
    ("stale-4", key::RULE_STALE_4, Rule::Stale(Some(4))),
    ("stale-1", key::RULE_STALE_1, Rule::Stale(Some(1))),
    ("stale-0", key::RULE_STALE_0, Rule::Stale(Some(0))),
    ("local-4", key::RULE_LOCAL_4, Rule::Local(4)),
    ("local-12", key::RULE_LOCAL_12, Rule::Local(12)),
];

/// The GPU of the slow kitchen, by the server that it comes in; `None`: like the others'.
const SLOW: [(&str, Key, Option<&System>); 3] = [
    ("same", key::SLOW_SAME, None),
    ("a100", key::SLOW_A100, Some(&DGX_A100)),
    ("v100", key::SLOW_V100, Some(&DGX1_V100)),
];

const RATES: [(&str, Key, f64); 3] =
    [("0.05", key::RATE_0_05, 0.05), ("0.1", key::RATE_0_1, 0.1), ("0.14", key::RATE_0_14, 0.14)];

params! {
    /// The parameters of kitchens that do not all meet.
    Params {
        rule: Rule = 0 => of(RULES), PARAM_RULE, PARAM_RULE_HELP;
        /// Kitchens of each half.
        kitchens: u32 = 4 => int(2, 8), PARAM_KITCHENS, PARAM_KITCHENS_HELP;
        /// What the first kitchen of each half cooks on.
        slow: Option<&'static System> = 1 => of(SLOW), PARAM_SLOW, PARAM_SLOW_HELP;
        /// The learning rate, in grams squared per point squared.
        rate: f64 = 1 => of(RATES), PARAM_RATE, PARAM_RATE_HELP;
    }
}
