//! The picture from a file that stands where the stage will be until the program has come (`assets/start.js`): it stays where it is until
//! the stage has painted its own under it.

use super::dom;

/// What stands on the page before the program has come; and what of it stays, of which the style sheet shows the picture alone.
const FIRST: &str = "first";
const LEAVING: &str = "leaving";

/// The program lays out its page: nothing but the picture stays, where it lies over a stage.
pub fn keep() {
    let Some(first) = dom::document().get_element_by_id(FIRST) else { return };
    match first.query_selector(".stage > #poster") {
        Ok(Some(_)) => first.set_id(LEAVING),
        _ => first.remove(),
    }
}

/// The stage has painted its first picture.
pub fn lift() {
    if let Some(first) = dom::document().get_element_by_id(LEAVING) {
        first.remove();
    }
}
