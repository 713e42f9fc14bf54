//! What a reader brings of their own: the door to a part of the program that is fetched when it is opened, and what it says as plain
//! data. Nothing of it may be called before that part and its texts are here.

use std::fmt::Debug;

use kitchen_core::units::Time;
use kitchen_text::{Key, Lang};

use crate::scenario::Scenario;
use crate::scene::display::DisplayList;
use crate::scene::palette::Token;
use crate::story::Layer;

/// The part of the program, the texts, and the key in links of what a reader brings.
pub const OPENED: &str = "own";

/// The way in; a chapter that takes something of the reader's own has one.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// What the button says that opens it; it is the chapter's own.
    pub name: Key,
    /// The scenario that it begins with.
    pub start: fn(&Scenario) -> Scenario,
    /// All that it says of a scenario.
    pub sheet: fn(&Scenario, Lang) -> Sheet,
    /// A field was given another value.
    pub set: fn(&Scenario, usize, &str) -> Scenario,
    /// What a file changes, and what is said of it: its name is not asked.
    pub read: fn(&Scenario, &[u8], Lang) -> (Scenario, Vec<String>),
    /// How many answers there will be.
    pub count: fn(&Scenario) -> usize,
    /// Computes them one after another, each as bytes that another thread may be given.
    pub race: fn(&Scenario, &mut dyn FnMut(Vec<u8>)),
    /// What the answers so far say.
    pub told: fn(&Scenario, &[Vec<u8>], &Typed, Lang) -> Told,
    /// Takes what the reader has measured; nothing yet.
    pub night: fn() -> Box<dyn Night>,
    /// The city of the restaurant, or of the one after the purchase, as bytes that another thread may be given.
    pub city: fn(&Scenario, bool) -> Vec<u8>,
    /// The city that such bytes are, or why there is none.
    pub town: fn(&[u8], Lang) -> Result<Box<dyn City>, String>,
    pub budget: Budgeting,
}

/// One purchase after another under a budget.
#[derive(Clone, Copy, Debug)]
pub struct Budgeting {
    /// The budget that was written, US dollars; none where it is no number.
    pub read: fn(&str) -> Option<f64>,
    /// What is bought next, of the answers to a restaurant's race, with so much left.
    pub next: fn(&Scenario, &[Vec<u8>], &Left<'_>) -> Option<Budgeted>,
    /// What all of them come to, of such a budget; whether no more will come.
    pub sum: fn(&[Budgeted], f64, bool, Lang) -> String,
}

/// What is left of a budget, and by which prices it is spent.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a> {
    /// US dollars.
    pub dollars: f64,
    pub order: Order,
    pub typed: &'a Typed,
    pub lang: Lang,
}

/// What is bought first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// What has the most speed for its price.
    ForPrice,
    /// What is fastest.
    Fastest,
}

impl Order {
    /// All that are tried.
    pub const ALL: [Order; 2] = [Order::ForPrice, Order::Fastest];
}

/// A purchase under a budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Budgeted {
    /// US dollars, at most.
    pub price: f64,
    /// The step before it, and after.
    pub step: [Time; 2],
    pub cells: Vec<String>,
    /// The restaurant then.
    pub next: Scenario,
}

/// Every chef of a restaurant at an instant of its step, as near as one likes, and with whom a chef talks.
pub trait City: Debug {
    fn chefs(&self) -> u32;
    /// The step.
    fn whole(&self) -> Time;
    /// How near one may come.
    fn most_zoom(&self, seen: &Seen) -> f32;
    fn compose(&self, seen: &Seen, sheet: CitySheet, list: &mut DisplayList);
    /// The chef at a place of the stage.
    fn at(&self, seen: &Seen, place: [f32; 2]) -> Option<u32>;
    /// Where a chef stands, as parts of the city.
    fn place_of(&self, seen: &Seen, chef: u32) -> [f32; 2];
    /// The sentence of an instant.
    fn says(&self, seen: &Seen) -> String;
    /// With whom a chef talks.
    fn told(&self, chef: u32, lang: Lang, layer: Layer) -> Chosen;
}

/// One of the sheets of a city's picture, each over the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitySheet {
    Ground,
    /// What moves with the instant.
    Moving,
    /// Names, and the groups of the chosen chef.
    Marks,
}

/// How near a city is looked at: 1 where all of it is seen, and what is in the middle, as parts of the city.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CitySight {
    pub zoom: f32,
    pub center: [f32; 2],
}

impl CitySight {
    pub const WHOLE: CitySight = CitySight { zoom: 1.0, center: [0.5; 2] };
}

/// How a city is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    pub at: Time,
    pub sight: CitySight,
    /// The chosen chef, from 0.
    pub chef: Option<u32>,
    /// CSS pixels.
    pub size: [f32; 2],
    pub lang: Lang,
    pub layer: Layer,
}

/// With whom a chef talks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<ChosenRow>,
    pub notes: Vec<String>,
}

/// One of its groups.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenRow {
    /// In what colour its members are marked.
    pub mark: Token,
    pub cells: Vec<String>,
}

/// What a reader measured, from files that come piece by piece: a run of one rank or several, and tables.
pub trait Night: Debug {
    /// Another file comes; what came of one that did not end is forgotten.
    fn begin(&mut self);
    /// Its next piece, the first of which tells what it is. Answers whether more of it is wanted.
    fn feed(&mut self, piece: &[u8]) -> bool;
    /// It has come. What is no measurement is given back.
    fn end(&mut self, of: &Scenario, lang: Lang) -> Ended;
    /// Forgets all that was measured.
    fn clear(&mut self);
    /// All that is to be said, beside what that restaurant should do; nothing before there is a measurement.
    fn told(&mut self, of: &Scenario, lang: Lang) -> Option<Measured>;
    /// From the start to the end of what can be played; zero where nothing can.
    fn whole(&self) -> Time;
    /// How high its stage is at a width, CSS pixels.
    fn height(&self, width: f32) -> f32;
    /// Draws what moves with the instant, or all else.
    fn compose(&self, look: &Look, moves: bool, list: &mut DisplayList);
    /// The instant at a place of the picture; nothing where that is no time.
    fn instant(&self, look: &Look, place: [f32; 2]) -> Option<Time>;
    /// The sentence of an instant.
    fn says(&self, look: &Look) -> String;
    /// Draws a measured table over the simulated one. Answers whether there is one.
    fn curve(&mut self, of: &Scenario, look: &Look, list: &mut DisplayList) -> bool;
}

/// What came of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// A measurement, or none that can be read: the restaurant that it may be of, and what is said of all that was measured, instead of
    /// what was said before.
    Measured(Scenario, Vec<String>),
    /// Something else: its bytes.
    Other(Vec<u8>),
}

/// How a measured run is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    pub at: Time,
    /// The part of the run that the lanes show.
    pub window: [Time; 2],
    /// Simulated time for a second on the screen, as far as it plays.
    pub per_second: Time,
    /// CSS pixels.
    pub size: [f32; 2],
    pub lang: Lang,
    pub layer: Layer,
}

/// What is said of all measurements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    pub parts: Vec<MeasuredPart>,
}

/// What is said of one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredPart {
    pub title: String,
    pub lines: Vec<String>,
    pub head: Vec<String>,
    pub rows: Vec<MeasuredRow>,
    pub notes: Vec<String>,
}

/// A row of its table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredRow {
    pub cells: Vec<String>,
    /// How long its bar is, of the longest.
    pub share: f64,
    /// When it was, in what can be played.
    pub span: Option<[Time; 2]>,
}

/// What the reader wrote beside the answers, as it was typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    /// Prices, by the place of what is bought.
    pub prices: Vec<(u32, String)>,
    /// How large the whole training is.
    pub training: Option<String>,
}

impl Typed {
    /// The price that was written of a purchase.
    pub fn price(&self, place: u32) -> Option<&str> {
        self.prices.iter().find(|(known, _)| *known == place).map(|(_, text)| text.as_str())
    }

    /// Another price of a purchase.
    pub fn set_price(&mut self, place: u32, text: String) {
        self.prices.retain(|(known, _)| *known != place);
        self.prices.push((place, text));
    }
}

/// A form in one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    pub title: String,
    pub intro: String,
    /// What stands where files are dropped, and over the field where they are pasted.
    pub drop: String,
    pub paste: String,
    pub take: String,
    pub fields: Vec<Field>,
    /// What the fields come to.
    pub sums: Vec<String>,
    pub go: String,
    pub stop: String,
    /// How far it is: so many of so many.
    pub progress: String,
    pub stage: String,
    pub close: String,
    pub print: String,
    /// The command that computes the same.
    pub command: [String; 2],
    /// What stands beside what was measured: play, stop, the clock, all of the run, look at one, and clear.
    pub night: [String; 6],
    /// What stands beside a budget: its name, the button, stop, progress, and what is said where it is none; the heads of its table.
    pub budget: [String; 5],
    pub budget_head: Vec<String>,
    /// What stands beside a city: look at it, that it is simulated, nearer, farther, all of it, the chef's number, close.
    pub city: [String; 7],
}

/// A field of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub id: &'static str,
    pub name: String,
    pub value: Value,
}

/// Its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One of a list, each by its id and name.
    Choice {
        options: Vec<(String, String)>,
        chosen: String,
    },
    Number {
        value: u32,
        least: u32,
        most: u32,
    },
}

/// Answers as a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// The sentence above it.
    pub summary: String,
    /// What else is to be known of them.
    pub notes: Vec<String>,
    pub head: Vec<String>,
    pub rows: Vec<Row>,
    /// How large the whole training is; none where nothing is told of it.
    pub training: Option<Input>,
}

/// A field among the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Of a price: what is bought.
    pub place: u32,
    pub name: String,
    pub value: String,
    /// Why what was typed is not taken.
    pub wrong: Option<String>,
}

/// A cell: what stands in it, line by line, under a field where there is one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    pub input: Option<Input>,
    pub lines: Vec<String>,
}

impl From<String> for Cell {
    fn from(line: String) -> Cell {
        Cell { input: None, lines: vec![line] }
    }
}

/// A row of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// How long its bar is, of the longest.
    pub share: f64,
    pub is_best: bool,
    /// What shows it on the stage.
    pub staged: Option<Scenario>,
    /// Whose city it is, and whether it is that after the purchase.
    pub city: Option<(Scenario, bool)>,
}
