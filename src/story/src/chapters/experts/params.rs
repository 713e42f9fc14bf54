//! What the reader may change of the specialists' counter.

use kitchen_core::workload::model::Model;
use kitchen_core::workload::routing::{GPT_OSS_20B, MIXTRAL_8X7B};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// Over what bowls are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Eight GPUs behind NVSwitch.
    Exchange,
    /// The same eight over PCIe.
    Corridor,
    /// Four GPUs in each of two servers, with Ethernet between them.
    Street,
}

/// What the favourite is asked for over its even share, in hundredths.
const FAVOURITES: [(&str, Key, u32); 5] = [
    ("1", key::FAVOURITE_NONE, 100),
    ("2", key::FAVOURITE_2, 200),
    ("3", key::FAVOURITE_3, 300),
    ("4", key::FAVOURITE_4, 400),
    ("1.6", key::FAVOURITE_1_6, 160),
];

/// The most that a specialist takes from each chef, in hundredths of an even share.
const ROOMS: [(&str, Key, Option<u32>); 4] = [
    ("all", key::ROOM_ALL, None),
    ("200", key::ROOM_200, Some(200)),
    ("125", key::ROOM_125, Some(125)),
    ("100", key::ROOM_100, Some(100)),
];

/// Batches over which the choice was corrected.
const CORRECTED: [(&str, Key, u32); 4] = [
    ("0", key::CORRECTED_0, 0),
    ("100", key::CORRECTED_100, 100),
    ("200", key::CORRECTED_200, 200),
    ("300", key::CORRECTED_300, 300),
];

const PLACES: [(&str, Key, Place); 3] = [
    ("exchange", key::TENSOR_LINK_EXCHANGE, Place::Exchange),
    ("corridor", key::TENSOR_LINK_CORRIDOR, Place::Corridor),
    ("street", key::GRAPH_LINK_STREET, Place::Street),
];

const MODELS: [(&str, Key, &Model); 2] =
    [("mixtral-8x7b", key::MODEL_MIXTRAL_8X7B, &MIXTRAL_8X7B), ("gpt-oss-20b", key::MODEL_GPT_OSS_20B, &GPT_OSS_20B)];

params! {
    /// The parameters of the specialists' counter.
    Params {
        favourite: u32 = 2 => of(FAVOURITES), PARAM_FAVOURITE, PARAM_FAVOURITE_HELP;
        room: Option<u32> = 0 => of(ROOMS), PARAM_ROOM, PARAM_ROOM_HELP;
        corrected: u32 = 0 => of(CORRECTED), PARAM_CORRECTED, PARAM_CORRECTED_HELP;
        place: Place = 0 => of(PLACES), PARAM_TENSOR_LINK, PARAM_PLACE_HELP;
        model: &'static Model = 0 => of(MODELS), PARAM_MODEL, PARAM_EXPERTS_MODEL_HELP;
    }
}
