//! What the reader may change of couriers and their rules.

use kitchen_core::packet::transport::{Preset, Recovery};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

use super::run::PARCEL;

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
    /// The operating system's TCP, one core that copies each parcel: the lost one alone, and its window is cut.
    Tcp,
    /// Ultra Ethernet's card: names of its own for each parcel, the lost one alone, a window that follows the answers.
    Ultra,
}

impl Rule {
    pub const fn recovery(self) -> Recovery {
        match self {
            Rule::GoBackN => Recovery::GoBackN,
            _ => Recovery::Selective,
        }
    }

    /// Whether it sets its own pace: by a window that grows and shrinks.
    pub const fn is_paced(self) -> bool {
        matches!(self, Rule::Tcp | Rule::Ultra)
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
            Rule::Tcp => Rule::Ultra,
            Rule::Ultra => Rule::Tcp,
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

const RULES: [(&str, Key, Rule); 6] = [
    ("go-back-n", key::RECOVERY_GO_BACK_N, Rule::GoBackN),
    ("selective", key::RECOVERY_SELECTIVE, Rule::Selective),
    ("software-each", key::RECOVERY_SOFTWARE_EACH, Rule::Each),
    ("software", key::RECOVERY_SOFTWARE, Rule::Bundles),
    ("tcp", key::RECOVERY_TCP, Rule::Tcp),
    ("uet", key::RECOVERY_ULTRA, Rule::Ultra),
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

/// From crossing to crossing, metres: across a hall, a street, to a neighbouring building of a campus, to another town.
const DISTANCES: [(&str, Key, u64); 4] = [
    ("100", key::TRANSPORT_METRES_100, 100),
    ("500", key::TRANSPORT_METRES_500, 500),
    ("2000", key::TRANSPORT_METRES_2000, 2_000),
    ("10000", key::TRANSPORT_METRES_10000, 10_000),
];
pub(super) const METRES: [u64; DISTANCES.len()] = [DISTANCES[0].2, DISTANCES[1].2, DISTANCES[2].2, DISTANCES[3].2];
pub(super) const NAMES: [u16; PATHS.len()] = [PATHS[0].2, PATHS[1].2, PATHS[2].2, PATHS[3].2];

/// The reader may lose a parcel of each eighth of what is sent.
pub(super) const EIGHTHS: u32 = 8;

/// What a kitchen sends, or a crowd together, MiB.
const SIZES: [(&str, Key, u64); 3] =
    [("16", key::TRANSPORT_MIB_16, 16), ("32", key::TRANSPORT_MIB_32, 32), ("64", key::TRANSPORT_MIB_64, 64)];

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
        /// From crossing to crossing, metres.
        distance: u64 = 2 => of(DISTANCES), TRANSPORT_DISTANCE, TRANSPORT_DISTANCE_HELP;
        /// What a kitchen sends, MiB: at the usual distance a round trip is one of them.
        size: u64 = 0 => of(SIZES), TRANSPORT_SIZE, TRANSPORT_SIZE_HELP;
        /// The eighth of what is sent of which the reader loses a parcel; 0 where none.
        taken: u32 = 0 => int(0, 8), TRANSPORT_TAKEN, TRANSPORT_TAKEN_HELP;
    }
}

impl Params {
    /// The share of parcels that fall: at one door the queue is looked at, and none do.
    pub const fn falling(&self) -> f64 {
        if self.company.is_crowd() { 0.0 } else { self.loss }
    }

    /// Which of the parcels that are sent the reader takes off the road, from 0: the middle one of an eighth of the load.
    pub fn lost(&self) -> Option<u32> {
        let is_own = self.taken > 0 && !self.company.is_crowd();
        let parcels = (self.bytes() / u64::from(PARCEL)) as u32;
        is_own.then(|| parcels / (2 * EIGHTHS) * (2 * self.taken - 1))
    }

    /// What a kitchen sends; a crowd sends as much together.
    pub const fn bytes(&self) -> u64 {
        self.size << 20
    }

    /// Names of a flow: TCP has one and Ultra Ethernet its own, whatever the reader chose; to one door there is one way.
    pub const fn names(&self) -> u16 {
        match self.recovery {
            Rule::Tcp => 1,
            Rule::Ultra => Preset::UltraSender.config(1).entropy_values,
            _ if self.company.is_crowd() => 1,
            _ => self.paths,
        }
    }

    /// Whether the receiver calls in: TCP knows no such call.
    pub const fn is_called(&self) -> bool {
        matches!(self.company, Company::Credit) && !matches!(self.recovery, Rule::Tcp)
    }

    /// The transport by its name, where it is one that has one.
    pub const fn named(&self) -> Option<Preset> {
        match self.recovery {
            Rule::Tcp => Some(Preset::Cubic),
            Rule::Ultra if self.is_called() => Some(Preset::UltraCredit),
            Rule::Ultra => Some(Preset::UltraSender),
            _ => None,
        }
    }

    /// Whether a sender's window grows and shrinks.
    pub const fn has_window(&self) -> bool {
        self.recovery.is_paced() && !self.is_called()
    }

    /// Whether the run is one that the textbook's curves are of: cards alone on one way.
    pub(super) fn has_curve(&self) -> bool {
        self.company == Company::Alone
            && self.paths == 1
            && self.taken == 0
            && matches!(self.recovery, Rule::GoBackN | Rule::Selective)
    }
}

/// The rule's name.
pub(super) const fn rule(rule: Rule) -> Key {
    match rule {
        Rule::GoBackN => key::RECOVERY_GO_BACK_N,
        Rule::Selective => key::RECOVERY_SELECTIVE,
        Rule::Each => key::RECOVERY_SOFTWARE_EACH,
        Rule::Bundles => key::RECOVERY_SOFTWARE,
        Rule::Tcp => key::RECOVERY_TCP,
        Rule::Ultra => key::RECOVERY_ULTRA,
    }
}
