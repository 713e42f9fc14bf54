//! What the reader may change of couriers and their rules.

use kitchen_core::packet::transport::Recovery;
use kitchen_core::text::{Key, key};

use crate::scenario::kind::params;

/// Who decides about parcels, and what is sent again for a lost one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A card: it and everything after it.
    GoBackN,
    /// A card: it alone.
    Selective,
    /// One core of a processor, parcel by parcel: the lost one alone.
    Each,
    /// One core, a bundle at a time: the bundle of the lost one.
    Bundles,
}

impl Rule {
    pub const fn recovery(self) -> Recovery {
        match self {
            Rule::GoBackN => Recovery::GoBackN,
            _ => Recovery::Selective,
        }
    }

    /// Whether a processor decides.
    pub const fn is_software(self) -> bool {
        matches!(self, Rule::Each | Rule::Bundles)
    }

    /// The one that it is compared with.
    #[must_use]
    pub const fn other(self) -> Rule {
        match self {
            Rule::GoBackN => Rule::Selective,
            Rule::Selective => Rule::GoBackN,
            Rule::Each => Rule::Bundles,
            Rule::Bundles => Rule::Each,
        }
    }
}

/// Who else is on the road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// Nobody.
    Alone,
    /// A second kitchen with as much for another door, whose parcels the crossing sends down the same street.
    Neighbour,
    /// Seven more senders to the same door.
    Crowd,
    /// The same, let in by the receiver.
    Credit,
}

impl Company {
    /// Whether many send to one door.
    pub const fn is_crowd(self) -> bool {
        matches!(self, Company::Crowd | Company::Credit)
    }
}

const RULES: [(&str, Key, Rule); 4] = [
    ("go-back-n", key::RECOVERY_GO_BACK_N, Rule::GoBackN),
    ("selective", key::RECOVERY_SELECTIVE, Rule::Selective),
    ("software-each", key::RECOVERY_SOFTWARE_EACH, Rule::Each),
    ("software", key::RECOVERY_SOFTWARE, Rule::Bundles),
];

const LOSSES: [(&str, Key, f64); 4] = [
    ("0", key::LOSS_NONE, 0.0),
    ("0.0001", key::LOSS_0_0001, 0.0001),
    ("0.001", key::LOSS_0_001, 0.001),
    ("0.01", key::LOSS_0_01, 0.01),
];

const PATHS: [(&str, Key, u16); 4] =
    [("1", key::NUMBER_1, 1), ("4", key::NUMBER_4, 4), ("16", key::NUMBER_16, 16), ("256", key::PATHS_256, 256)];

const COMPANIES: [(&str, Key, Company); 4] = [
    ("alone", key::COMPANY_ALONE, Company::Alone),
    ("neighbour", key::COMPANY_NEIGHBOUR, Company::Neighbour),
    ("crowd", key::COMPANY_CROWD, Company::Crowd),
    ("credit", key::COMPANY_CREDIT, Company::Credit),
];

params! {
    /// The parameters of couriers and their rules.
    Params {
        /// Who decides, and what is sent again for a lost parcel.
        recovery: Rule = 0 => of(RULES), PARAM_RECOVERY, PARAM_RECOVERY_HELP;
        /// The share of parcels that fall on a street.
        loss: f64 = 2 => of(LOSSES), PARAM_LOSS, PARAM_LOSS_HELP;
        /// Names under which a flow's parcels go out.
        paths: u16 = 0 => of(PATHS), PARAM_PATHS, PARAM_PATHS_HELP;
        company: Company = 0 => of(COMPANIES), PARAM_COMPANY, PARAM_COMPANY_HELP;
    }
}

impl Params {
    /// The share of parcels that fall: at one door the queue is looked at, and none do.
    pub const fn falling(&self) -> f64 {
        if self.company.is_crowd() { 0.0 } else { self.loss }
    }
}

/// The rule's name.
pub(super) const fn rule(rule: Rule) -> Key {
    match rule {
        Rule::GoBackN => key::RECOVERY_GO_BACK_N,
        Rule::Selective => key::RECOVERY_SELECTIVE,
        Rule::Each => key::RECOVERY_SOFTWARE_EACH,
        Rule::Bundles => key::RECOVERY_SOFTWARE,
    }
}
