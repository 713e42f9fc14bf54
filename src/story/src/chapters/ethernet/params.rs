//! What the reader may change of parcels on streets.

use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// Who sends to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Eight kitchens on this side, each to one on the other.
    Parcels,
    /// Seven to one door, and the eighth to a door of its own.
    Crowd,
    /// All eight to one door; in the second run the eighth in a traffic class of its own.
    Classes,
}

/// How a crossing chooses one of several equal streets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By a hash of what stands on the parcel (ECMP).
    Hash,
    /// By a draw, again after each pause (flowlets).
    Flowlet,
    /// Each packet the next street.
    Spray,
    /// Each packet the street with the shortest queue.
    Adaptive,
    /// The railway: InfiniBand's switches, which cut through, look at their queues, and send only what the next has said it has room for.
    Railway,
    /// By a hash of each of sixteen parts of a parcel.
    Parts,
}

/// From how near the map is looked at. The runs are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoom {
    /// Both rows of kitchens, and the streets between them.
    District,
    /// One crossing: what it has taken in, its room, its queues.
    Crossing,
    /// All districts, and the main streets between them.
    City,
    /// The town above alone, and beside it how draws fall.
    Draws,
    /// Three towns: the reader's, one whose packets take turns, the railway.
    Towns,
}

impl Choice {
    /// Whether a draw decides.
    pub const fn is_drawn(self) -> bool {
        matches!(self, Choice::Hash | Choice::Flowlet | Choice::Parts)
    }
}

const LOADS: [(&str, Key, Load); 3] = [
    ("parcels", key::LOAD_PARCELS, Load::Parcels),
    ("crowd", key::LOAD_CROWD, Load::Crowd),
    ("classes", key::LOAD_CLASSES, Load::Classes),
];

const CHOICES: [(&str, Key, Choice); 6] = [
    ("hash", key::CHOICE_HASH, Choice::Hash),
    ("flowlet", key::CHOICE_FLOWLET, Choice::Flowlet),
    ("spray", key::CHOICE_SPRAY, Choice::Spray),
    ("adaptive", key::CHOICE_ADAPTIVE, Choice::Adaptive),
    ("railway", key::CHOICE_RAILWAY, Choice::Railway),
    ("parts", key::CHOICE_PARTS, Choice::Parts),
];

const ZOOMS: [(&str, Key, Zoom); 5] = [
    ("district", key::ZOOM_DISTRICT, Zoom::District),
    ("crossing", key::ZOOM_CROSSING, Zoom::Crossing),
    ("city", key::ZOOM_CITY, Zoom::City),
    ("draws", key::ETHERNET_ZOOM_DRAWS, Zoom::Draws),
    ("towns", key::ETHERNET_ZOOM_TOWNS, Zoom::Towns),
];

/// What of a crossing's free room one way in may take before it is told to stop, as a shift.
const EDGES: [(&str, Key, u8); 5] = [
    ("16", key::ETHERNET_EDGE_16, 4),
    ("8", key::ETHERNET_EDGE_8, 3),
    ("4", key::ETHERNET_EDGE_4, 2),
    ("2", key::ETHERNET_EDGE_2, 1),
    ("1", key::ETHERNET_EDGE_1, 0),
];

const CLOSED: [(&str, Key, u32); 5] = [
    ("none", key::ETHERNET_CLOSED_NONE, 0),
    ("1", key::ETHERNET_CLOSED_1, 1),
    ("2", key::ETHERNET_CLOSED_2, 2),
    ("3", key::ETHERNET_CLOSED_3, 3),
    ("4", key::ETHERNET_CLOSED_4, 4),
];

/// Queue pairs of a parcel that is split.
const PARTS: u32 = 16;

const PAIRS: [(&str, Key, u32); 7] = [
    ("1", key::NUMBER_1, 1),
    ("2", key::NUMBER_2, 2),
    ("4", key::NUMBER_4, 4),
    ("8", key::NUMBER_8, 8),
    ("16", key::NUMBER_16, 16),
    ("32", key::NUMBER_32, 32),
    ("64", key::NUMBER_64, 64),
];

params! {
    /// The parameters of parcels on streets.
    Params {
        load: Load = 0 => of(LOADS), PARAM_LOAD, PARAM_LOAD_HELP;
        choice: Choice = 0 => of(CHOICES), PARAM_CHOICE, PARAM_CHOICE_HELP;
        /// Which draw the hash makes; 0 is one that was picked on purpose.
        draw: u32 = 0 => int(0, 100), PARAM_DRAW, PARAM_DRAW_HELP;
        /// Queue pairs that carry each parcel.
        pairs: u32 = 0 => of(PAIRS), PARAM_PAIRS, PARAM_PAIRS_HELP;
        zoom: Zoom = 0 => of(ZOOMS), PARAM_ZOOM, PARAM_ZOOM_HELP;
        /// The street above that nobody may take, from 1; 0 where all are open.
        closed: u32 = 0 => of(CLOSED), ETHERNET_CLOSED, ETHERNET_CLOSED_HELP;
        /// What of a crossing's free room one way in may take, as a shift.
        edge: u8 = 1 => of(EDGES), ETHERNET_EDGE, ETHERNET_EDGE_HELP;
    }
}

impl Params {
    /// Queue pairs that carry each parcel.
    pub fn flows(self) -> u32 {
        if self.choice == Choice::Parts { self.pairs.max(PARTS) } else { self.pairs }
    }

    /// Whether one hash decides for each parcel.
    pub fn is_plain(self) -> bool {
        self.load == Load::Parcels && self.choice == Choice::Hash && self.flows() == 1
    }
}
