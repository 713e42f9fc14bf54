//! The page's components. yew is used here and nowhere else.

/// Starts the page in the element `#app`.
pub fn mount() {}
