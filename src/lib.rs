//! The page and the command line around `kitchen-core`.
