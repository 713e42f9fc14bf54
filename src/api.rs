//! What scripts of the page may call.
