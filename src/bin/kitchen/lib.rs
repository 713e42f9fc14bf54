//! The same core on the command line: asked by those who type, and by programs.
//!
//! * `request`: what programs ask, in place of words that are typed; `command`: the subcommands; `help`, `say`, `out`, `progress`: their help, sentences and tables, what goes out, how far a long one
//!   is; `machine`, `system_file`, `cards`, `flag_word`: flags that several share, the file of one's own machine, and flags as a file says them;
//! * `collective` with `sweep`, `explain`, `fabric`, `flow_file`, `train`, `plan`, `infer`, `faults`, `descend`, `run`, `systems`, `export`, `import`: one each; `dimensions`:
//!   machines as ASTRA-sim has them; `configs`: a file of configurations for `train` and `plan`; `validate`: simulated beside measured; `picture`: a moment as SVG; `digest`: of a run.

mod cards;
mod collective;
mod command;
mod configs;
mod descend;
mod digest;
mod dimensions;
mod explain;
mod export;
mod fabric;
mod faults;
mod flag_word;
mod flow_file;
mod help;
mod import;
mod infer;
mod machine;
mod out;
mod picture;
mod plan;
mod progress;
pub mod request;
mod run;
mod say;
mod sweep;
mod system_file;
mod systems;
mod train;
mod validate;

pub use command::{main, typed};
pub use out::Done;
