//! The city: every chef of the reader's own restaurant at an instant of its step, from one pair of hands to the districts, and who talks
//! to whom. Chefs of a stage do the same at the same time, as they were simulated: one of each stage was, and stands for all.
//!
//! * `map`: where kitchens and chefs stand, near and far; `picture`: the city at an instant; `told`: an instant in a sentence, a chef's
//!   groups as a table.

mod map;
mod picture;
#[cfg(test)]
mod tests;
mod told;

use kitchen_core::units::Time;
use kitchen_core::wire;
use kitchen_core::workload::planner::{self, Doing};
use kitchen_text::{Lang, Line, key};

use super::Own;
use crate::brought::{Chosen, City, CitySheet, Seen};
use crate::chapters::lab::params::Buy;
use crate::chapters::lab::run;
use crate::chapters::lab::today::Today;
use crate::scenario::Scenario;
use crate::scene::display::DisplayList;
use crate::sentences::Sentence as _;
use crate::story::Layer;

use map::Map;

/// What is told of a group: [`planner::Group`], with its members' rule.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Circle {
    kind: Talk,
    /// A group of a kind that has one before it: experts of their own, copies of shards.
    is_further: bool,
    size: u32,
    stride: u32,
    bytes: u64,
    calls: u32,
    busy: Time,
    /// Of hand-overs: whether the last hands on to the first.
    is_ring: bool,
}

wire!(Circle { kind, is_further, size, stride, bytes, calls, busy, is_ring });

/// What is talked about in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Talk {
    Tensor,
    Context,
    Expert,
    Weights,
    Gradients,
    Relay,
}

wire::wire_choice!(Talk { Tensor, Context, Expert, Weights, Gradients, Relay });

/// A stretch of a stage's time: what is done, in which order of [`DOINGS`], for which micro-batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    start: u64,
    end: u64,
    doing: u8,
    batch: u16,
}

wire!(Piece { start, end, doing, batch });

/// In the order of the figures.
const DOINGS: [Doing; 6] =
    [Doing::Forward, Doing::Backward, Doing::Update, Doing::Inside, Doing::Meeting, Doing::Relay];

/// What is handed from stage to stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ride {
    start: u64,
    end: u64,
    from: u32,
    to: u32,
}

wire!(Ride { start, end, from, to });

/// A stage: what its chefs do, when streets are in use for its gradients and weights, and in which groups its chefs stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stage {
    pieces: Vec<Piece>,
    meets: Vec<(u64, u64)>,
    circles: Vec<Circle>,
}

wire!(Stage { pieces, meets, circles });

/// What is shown of a restaurant's step.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Town {
    /// The restaurant as a link's letters.
    own: String,
    /// Chefs of a kitchen, and chefs of a stage.
    each: u32,
    of_stage: u32,
    chefs: u32,
    step: Time,
    stages: Vec<Stage>,
    /// What is done in it: bits by the places of [`DOINGS`].
    used: u8,
    /// In the order in which they begin; none of them is longer than so long.
    rides: Vec<Ride>,
    longest: u64,
}

wire!(Town { own, each, of_stage, chefs, step, stages, used, rides, longest });

/// The city of today's restaurant, or of the one after the purchase, as bytes.
pub(super) fn made(scenario: &Scenario, is_bought: bool) -> Vec<u8> {
    let today = Today::of(scenario);
    let made = Town::of(&today, is_bought.then_some(today.params.buy));
    let crossed: (Option<Town>, Option<Line>) = match made {
        Ok(town) => (Some(town), None),
        Err(line) => (None, Some(line)),
    };
    wire::pack(&crossed)
}

/// The city that such bytes are, or why there is none.
pub(super) fn read(bytes: &[u8], lang: Lang) -> Result<Box<dyn City>, String> {
    let crossed: Option<(Option<Town>, Option<Line>)> = wire::unpack(bytes);
    let (town, line) = crossed.unwrap_or_default();
    match town.filter(Town::is_whole) {
        Some(town) => Ok(Box::new(town)),
        None => Err(line.unwrap_or(Line::new(key::OWN_CITY_NONE)).say(lang)),
    }
}

impl Town {
    fn of(today: &Today, buy: Option<Buy>) -> Result<Town, Line> {
        let own = today.own_after(buy).ok_or_else(|| Line::new(key::OWN_CITY_NONE))?;
        let (recipe, site) = (today.recipe(), run::site(today, buy)?);
        let planned = run::plan(today, buy)?;
        let layout = planned.step.layout;
        let traced = site.traced(&recipe, &layout).map_err(|error| error.line())?;
        let (each, of_stage) = (own.system.gpus_per_node, planned.step.gpus / layout.pipeline.max(1));
        let stage = |stage: u32| {
            let pieces = planner::stretches(&traced, stage).into_iter().map(|one| Piece {
                start: one.start.0,
                end: one.end.0,
                doing: DOINGS.iter().position(|doing| *doing == one.doing).unwrap_or(0) as u8,
                batch: one.micro_batch,
            });
            let mut circles: Vec<Circle> = Vec::new();
            for one in planner::groups(&traced, &recipe, stage) {
                let Some(kind) = Talk::of(one.part) else { continue };
                let is_ring = one.line(&layout) == Some(planner::Line::Closed);
                let (size, stride, bytes) = (one.size, one.stride, one.bytes.0);
                let is_further = circles.iter().any(|known| known.kind == kind);
                circles.push(Circle {
                    kind,
                    is_further,
                    size,
                    stride,
                    bytes,
                    calls: one.calls,
                    busy: one.busy,
                    is_ring,
                });
            }
            // Whoever meets within a kitchen needs no street.
            let first = stage * of_stage;
            let is_out = circles.iter().any(|circle| circle.leaves(&[first, first + of_stage - 1], each));
            let meets = planner::meetings(&traced, stage).into_iter().filter(|_| is_out);
            let meets = meets.map(|(start, end)| (start.0, end.0)).collect();
            Stage { pieces: pieces.collect(), meets, circles }
        };
        let mut rides: Vec<Ride> = planner::handed(&traced)
            .into_iter()
            .map(|one| Ride { start: one.span[0].0, end: one.span[1].0, from: one.stages[0], to: one.stages[1] })
            .collect();
        kitchen_core::order::sort_by_number(&mut rides, |ride| ride.start);
        let longest = rides.iter().map(|ride| ride.end - ride.start).max().unwrap_or(0);
        let stages: Vec<Stage> = (0..layout.pipeline).map(stage).collect();
        let pieces = stages.iter().flat_map(|stage| &stage.pieces);
        Ok(Town {
            own: own.write(),
            each,
            of_stage,
            chefs: planned.step.gpus,
            step: planned.step.iteration,
            used: pieces.fold(0, |used, piece| used | 1 << piece.doing),
            stages,
            rides,
            longest,
        })
    }

    /// Whether all that is counted on is there.
    fn is_whole(&self) -> bool {
        let all = u64::from(self.of_stage) * self.stages.len() as u64;
        self.each > 0 && self.of_stage > 0 && self.chefs > 0 && all == u64::from(self.chefs)
    }

    fn kitchens(&self) -> u32 {
        self.chefs.div_ceil(self.each)
    }

    /// The stage of a chef.
    fn stage_of(&self, chef: u32) -> usize {
        (chef / self.of_stage) as usize
    }

    /// What the chefs of a stage do at `t`; nothing after the step.
    fn piece(&self, stage: usize, t: Time) -> Option<Piece> {
        let pieces = &self.stages.get(stage)?.pieces;
        let next = pieces.partition_point(|piece| piece.end <= t.0);
        pieces.get(next).copied()
    }

    /// Whether a stage's gradients or weights are on their way.
    fn is_meeting(&self, stage: usize, t: Time) -> bool {
        let Some(stage) = self.stages.get(stage) else { return false };
        let next = stage.meets.partition_point(|(_, end)| *end <= t.0);
        stage.meets.get(next).is_some_and(|(start, _)| *start <= t.0)
    }

    /// What is on its way between stages.
    fn riding(&self, t: Time) -> impl Iterator<Item = &Ride> {
        let first = self.rides.partition_point(|ride| ride.start + self.longest <= t.0);
        self.rides[first..].iter().take_while(move |ride| ride.start <= t.0).filter(move |ride| ride.end > t.0)
    }
}

impl Circle {
    /// Whether gradients or weights go from kitchen to kitchen in the groups of one of these chefs.
    fn leaves(&self, chefs: &[u32], each: u32) -> bool {
        let is_meeting = matches!(self.kind, Talk::Weights | Talk::Gradients);
        let is_out = |chef: &u32| self.members(*chef).iter().any(|other| other / each != chef / each);
        is_meeting && chefs.iter().any(is_out)
    }

    /// Those with whom a chef of the group talks, itself among them where it is one of many.
    fn members(&self, chef: u32) -> Vec<u32> {
        let line = if self.is_ring { planner::Line::Closed } else { planner::Line::Open };
        planner::members(self.size, self.stride, (self.kind == Talk::Relay).then_some(line), chef)
    }
}

impl Talk {
    fn of(part: kitchen_core::workload::train::Part) -> Option<Talk> {
        use kitchen_core::workload::train::Part;
        Some(match part {
            Part::Tensor => Talk::Tensor,
            Part::Context => Talk::Context,
            Part::Expert => Talk::Expert,
            Part::Weights => Talk::Weights,
            Part::Gradients => Talk::Gradients,
            Part::HandOver => Talk::Relay,
            _ => return None,
        })
    }
}

impl City for Town {
    fn chefs(&self) -> u32 {
        self.chefs
    }

    fn whole(&self) -> Time {
        self.step
    }

    fn most_zoom(&self, seen: &Seen) -> f32 {
        self.map(seen).most_zoom()
    }

    fn compose(&self, seen: &Seen, sheet: CitySheet, list: &mut DisplayList) {
        list.clear();
        let map = self.map(seen);
        match sheet {
            CitySheet::Ground => picture::ground(self, &map, seen, list),
            CitySheet::Moving => picture::moving(self, &map, seen, list),
            CitySheet::Marks => picture::marks(self, &map, seen, list),
        }
    }

    fn at(&self, seen: &Seen, place: [f32; 2]) -> Option<u32> {
        self.map(seen).chef_at(place)
    }

    fn place_of(&self, seen: &Seen, chef: u32) -> [f32; 2] {
        self.map(seen).share_of(chef)
    }

    fn says(&self, seen: &Seen) -> String {
        told::instant(self, seen)
    }

    fn told(&self, chef: u32, lang: Lang, layer: Layer) -> Chosen {
        told::chef(self, chef.min(self.chefs - 1), lang, layer)
    }
}

impl Town {
    /// The city on a stage, above what its colours mean.
    fn map(&self, seen: &Seen) -> Map {
        Map::of(self, [seen.size[0], seen.size[1] - picture::legend_height(self, seen)], seen.sight)
    }

    fn restaurant(&self) -> Option<Own> {
        Own::read(&self.own)
    }
}
