//! The connections that a plan's moves cross.

use std::collections::BTreeMap;

use kitchen_task::{RouteId, TaskId};

use crate::plan::{Action, Move, Place, Plan};

/// A connection: a pair of places that a channel's moves cross, the last move on it, and its routes: of a first slice, and of
/// one that follows another at its heels.
pub(crate) struct Slot {
    pub(crate) from: Place,
    pub(crate) to: Place,
    lane: Lane,
    pub(crate) routes: [RouteId; 2],
    pub(crate) last: TaskId,
}

/// Which of the connections between two places: the channel, and the action where those have connections of their own.
type Lane = (u16, bool);

/// The connections met so far. A sender's latest one is remembered apart: in a ring that is all that is ever asked.
pub(crate) struct Connections {
    pub(crate) slots: Vec<Slot>,
    known: BTreeMap<(Place, Place, Lane), usize>,
    latest: Vec<Option<usize>>,
    ranks: u32,
    apart: bool,
}

impl Connections {
    pub(crate) fn new(plan: &Plan, apart: bool) -> Connections {
        let latest = vec![None; (plan.ranks + plan.switches) as usize];
        Connections { slots: Vec::new(), known: BTreeMap::new(), latest, ranks: plan.ranks, apart }
    }

    fn row(&self, place: Place) -> usize {
        match place {
            Place::Rank(rank) => rank as usize,
            Place::Switch(domain) => (self.ranks + domain) as usize,
        }
    }

    pub(crate) fn find(&mut self, moved: &Move) -> Option<usize> {
        let row = self.row(moved.from);
        let lane = self.lane(moved);
        let is_it = |slot: &Slot| (slot.to, slot.lane) == (moved.to, lane);
        if let Some(at) = self.latest[row].filter(|&at| is_it(&self.slots[at])) {
            return Some(at);
        }
        let at = self.known.get(&(moved.from, moved.to, lane)).copied()?;
        self.latest[row] = Some(at);
        Some(at)
    }

    /// The move that goes before `moved` on its connection. Lines to a switch have several, which the plan keeps in order.
    pub(crate) fn ahead(&self, moved: &Move, known: Option<usize>) -> Option<TaskId> {
        let is_queue = matches!((moved.from, moved.to), (Place::Rank(_), Place::Rank(_)));
        known.filter(|_| is_queue).map(|at| self.slots[at].last)
    }

    fn lane(&self, moved: &Move) -> Lane {
        (moved.channel, self.apart && moved.action == Action::Copy)
    }

    /// The routes of another connection between the same places.
    pub(crate) fn sibling(&self, moved: &Move) -> Option<[RouteId; 2]> {
        let all = (moved.from, moved.to, (0, false))..=(moved.from, moved.to, (u16::MAX, true));
        self.known.range(all).next().map(|(_, &at)| self.slots[at].routes)
    }

    pub(crate) fn add(&mut self, moved: &Move, routes: [RouteId; 2]) -> usize {
        let at = self.slots.len();
        let lane = self.lane(moved);
        self.slots.push(Slot { from: moved.from, to: moved.to, lane, routes, last: 0 });
        self.known.insert((moved.from, moved.to, lane), at);
        let row = self.row(moved.from);
        self.latest[row] = Some(at);
        at
    }
}
