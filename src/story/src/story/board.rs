//! A game that the reader plays by hand on a board: on lanes, one after the other, things are put that take their time, and the whole
//! is raced against others. What may be put where is the chapter's.

use std::fmt;

use kitchen_core::units::Time;
use kitchen_text::{Key, Line};

use crate::scenario::Scenario;

/// How a chapter lets its reader play.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub words: Words,
    /// The game that a scenario holds, else the first level.
    pub open: fn(&Scenario) -> Option<Box<dyn Game>>,
    /// A level from its beginning.
    pub start: fn(&Scenario, usize) -> Option<Box<dyn Game>>,
}

/// What is said around the board.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub title: Key,
    pub how: Key,
    pub open: Key,
    pub close: Key,
    pub level: Key,
    pub undo: Key,
    pub restart: Key,
    pub hint: Key,
    pub stage: Key,
    pub board: Key,
    pub race: Key,
}

/// Which of the looks of a thing it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Forward,
    Backward,
    Weight,
}

/// A thing as it lies on its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    pub start: Time,
    pub end: Time,
    pub look: Look,
    /// Counted from 0.
    pub n: usize,
    /// Of two with that number, the second.
    pub is_second: bool,
}

/// One who plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    pub who: Line,
    pub tiles: Vec<Tile>,
    /// Of how many places so many are taken.
    pub held: u32,
    pub places: Option<u32>,
}

/// What a lane can be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    pub look: Look,
    pub letter: String,
    /// In words.
    pub name: Line,
    /// The number of the next, from 1; nothing where all have been.
    pub next: Option<u32>,
    /// Whether it can be given now.
    pub can: bool,
}

/// One in the race.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub line: Line,
    pub cost: Time,
    /// When its last ends.
    pub end: Time,
    pub is_goal: bool,
}

/// A game that is being played. What is given is told by its place among the picks.
pub trait Game: fmt::Debug {
    /// The levels, by name.
    fn levels(&self) -> Vec<Key>;
    fn level(&self) -> usize;
    /// What is to be reached.
    fn goal(&self) -> Line;
    /// What is said of the last move.
    fn said(&self) -> &Line;
    /// Whether that was a move that is not possible.
    fn is_refused(&self) -> bool;
    fn is_done(&self) -> bool;
    fn is_won(&self) -> bool;
    fn lanes(&self) -> u32;
    fn lane(&self, lane: u32) -> Lane;
    /// As many on each lane.
    fn picks(&self, lane: u32) -> Vec<Pick>;
    /// Gives it to a lane.
    fn press(&mut self, lane: u32, pick: usize);
    /// Where it would lie, or why it cannot; nothing where there is no such pick.
    fn tried(&self, lane: u32, pick: usize) -> Option<Result<Tile, Line>>;
    /// Takes the last move back.
    fn undo(&mut self);
    fn hint(&mut self);
    /// How much is placed.
    fn placed(&self) -> Line;
    /// One's own, then the others.
    fn race(&self) -> Vec<Row>;
    /// What is raced over.
    fn over(&self) -> Key;
    /// What has been made so far, for the link.
    fn code(&self) -> String;
    /// What goes on the stage, once it is whole.
    fn staged(&self) -> Option<Scenario>;
    /// The same game on other controls of the chapter, where they change it.
    fn moved_to(&self, scenario: &Scenario) -> Option<Box<dyn Game>>;
}
