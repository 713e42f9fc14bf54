//! The command line as its users meet it, and scenarios from link to trace.

mod astra;
mod bad_input;
mod blind;
mod collective;
mod configs;
mod descend;
mod determinism;
mod experts;
mod fabric;
mod faults;
mod help;
mod import;
mod infer;
mod json_keys;
mod kitchen;
mod limits;
mod memory;
mod output;
mod picture;
mod plan;
mod readme;
mod scenario_file;
mod schedules;
mod systems;
mod train;
mod validate;
