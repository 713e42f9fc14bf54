//! Why a row may be outside its range, where that is known: what the row leaves unsaid, or what the model does not have.

use kitchen_text::{Key, key};

/// The reason that is printed below a row outside.
pub(super) fn of(id: &str) -> Option<Key> {
    Some(match id {
        "n007" => key::VALIDATE_NETWORK_TURNS,
        "n001" | "n002" | "n016" => key::VALIDATE_NETWORK_PLACEMENT,
        "n004" => key::VALIDATE_NETWORK_MANY_PAIRS,
        "n017" | "n045" => key::VALIDATE_NETWORK_FLOWS,
        "n022" | "n024" => key::VALIDATE_NETWORK_DRAWS,
        "n031" => key::VALIDATE_NETWORK_HEADERS,
        "n042" => key::VALIDATE_NETWORK_LIBRARY,
        "n052" | "n053" => key::VALIDATE_NETWORK_MARKS,
        "n093" => key::VALIDATE_NETWORK_ON_LINK,
        "n106" => key::VALIDATE_NETWORK_UPLINKS,
        "n043" => key::VALIDATE_NETWORK_OWN_QUEUES,
        "n127" => key::VALIDATE_NETWORK_LAST_LOST,
        "n267" => key::VALIDATE_NETWORK_MESSAGES,
        "n268" => key::VALIDATE_NETWORK_SIZES,
        "n175" | "n176" => key::VALIDATE_NETWORK_CABLES,
        _ => return None,
    })
}
