//! What is shown, as the page holds it.

use std::ops::Deref;

use super::action::{Action, Effect};
use super::state::State;

/// The state, which anybody may read and actions alone change.
///
/// ```
/// use collective_kitchen::page::action::{Action, Wish};
/// use collective_kitchen::page::store::Store;
///
/// let mut store = Store::new();
/// store.reduce(Action::Wish(Wish::Menu(true)));
/// assert!(store.menu);
/// ```
///
/// Nothing is written beside it:
///
/// ```compile_fail,E0594
/// let mut store = collective_kitchen::page::store::Store::new();
/// store.menu = true;
/// ```
#[derive(Debug)]
pub struct Store(State);

impl Store {
    /// Before any address was read.
    pub fn new() -> Store {
        Store(State::new())
    }

    /// Takes one action; gives what is to be done outside.
    pub fn reduce(&mut self, action: Action) -> Vec<Effect> {
        self.0.reduce(action)
    }
}

impl Deref for Store {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}
