//! What the reader asked of the system: languages, colours, motion, width.

use super::dom::window;

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// The system asks for dark colours.
pub fn prefers_dark() -> bool {
    matches("(prefers-color-scheme: dark)")
}

/// The system asks for less motion.
pub fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// The languages the reader prefers, best first.
pub fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}
