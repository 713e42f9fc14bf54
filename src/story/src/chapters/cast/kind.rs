//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// One training step in two kitchens, as it is: nothing in it is for the reader to change but whose name is shown.
pub const KIND: Kind = &Schema::new(("cast", "cast"), PARAMS, |_| vec![run::two_kitchens()], run::prepare);
