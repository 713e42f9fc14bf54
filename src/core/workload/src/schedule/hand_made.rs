//! A schedule made by hand, move by move: what has been placed, what may be placed next, and why something may not.
//!
//! A move puts one operation at the end of a stage's order. It is legal where what it needs has been placed before, on
//! whichever stage; so an order that was played can always run, and every schedule can be played.

use super::{Pass, Place, Placement, Plan, Step};

/// The most stages and micro-batches of a hand-made schedule, and chunks on a stage: with these an operation is one letter of a code.
pub const MOST_STAGES: u32 = 8;
/// See [`MOST_STAGES`].
pub const MOST_MICRO_BATCHES: u32 = 10;
/// See [`MOST_STAGES`].
const MOST_CHUNKS: u32 = 2;

/// What is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How many stages there are, at most [`MOST_STAGES`].
    pub stages: u32,
    /// How many micro-batches there are, at most [`MOST_MICRO_BATCHES`].
    pub micro_batches: u32,
    /// Chunks of the model on each stage, at most `MOST_CHUNKS`.
    pub chunks: u32,
    /// Whether the gradients of inputs and of weights are placed apart.
    pub splits: bool,
    /// How many chunks' activations a stage's memory holds; none where it holds all.
    pub places: Option<u32>,
}

impl Rules {
    /// The way of a micro-batch through the stages.
    pub const fn placement(&self) -> Placement {
        if self.chunks > 1 { Placement::Around } else { Placement::Line }
    }

    /// The passes that are placed.
    pub const fn passes(&self) -> &'static [Pass] {
        if self.splits { &[Pass::Forward, Pass::Input, Pass::Weight] } else { &[Pass::Forward, Pass::Backward] }
    }

    /// Operations of a stage.
    pub const fn steps_of_a_stage(&self) -> u32 {
        self.micro_batches * self.chunks * self.passes().len() as u32
    }

    fn is_bounded(&self) -> bool {
        (1..=MOST_STAGES).contains(&self.stages)
            && (1..=MOST_MICRO_BATCHES).contains(&self.micro_batches)
            && (1..=MOST_CHUNKS).contains(&self.chunks)
    }
}

/// Why a move is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such stage, chunk, micro-batch or pass in this schedule.
    Unknown,
    /// It stands there already.
    Placed,
    /// Nobody has placed the forward pass that brings the activations; the stage that has to.
    NoActivations { from: u32 },
    /// Nobody has placed the backward pass that brings the gradient; the stage that has to.
    NoReport { from: u32 },
    /// The stage itself has not taken the micro-batch forward.
    NotForward,
    /// The input's gradient comes first.
    NotInput,
    /// The stage's memory holds no more activations.
    Full { places: u32 },
}

/// What has been placed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandMade {
    rules: Rules,
    orders: Vec<Vec<Step>>,
    /// The stages in the order of the moves.
    moves: Vec<u8>,
}

impl HandMade {
    /// Before the first move; none where the rules are beyond the bounds.
    pub fn new(rules: Rules) -> Option<HandMade> {
        let orders = vec![Vec::new(); rules.stages as usize];
        rules.is_bounded().then_some(HandMade { rules, orders, moves: Vec::new() })
    }

    /// What is played with.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What stands on a stage, in order.
    pub fn order(&self, stage: u32) -> &[Step] {
        self.orders.get(stage as usize).map_or(&[], Vec::as_slice)
    }

    /// How many moves were made.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing stands there yet.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether everything is placed.
    pub fn is_done(&self) -> bool {
        self.moves.len() == (self.rules.stages * self.rules.steps_of_a_stage()) as usize
    }

    /// The last move's stage and operation.
    pub fn last(&self) -> Option<(u32, Step)> {
        let stage = u32::from(*self.moves.last()?);
        Some((stage, *self.order(stage).last()?))
    }

    fn has(&self, (stage, chunk): Place, passes: &[Pass], micro_batch: u32) -> bool {
        let is = |step: &Step| step.chunk == chunk && step.micro_batch == micro_batch && passes.contains(&step.pass);
        self.order(stage).iter().any(is)
    }

    /// How many chunks' activations a stage holds after what was placed.
    pub fn held(&self, stage: u32) -> u32 {
        let of = |pass: Pass| self.order(stage).iter().filter(|step| step.pass == pass).count() as u32;
        of(Pass::Forward).saturating_sub(of(Pass::Backward) + of(Pass::Weight))
    }

    /// Why an operation cannot be put at the end of a stage's order; none where it can.
    pub fn why_not(&self, stage: u32, step: Step) -> Option<Refusal> {
        let Rules { stages, micro_batches, chunks, places, .. } = self.rules;
        let known = stage < stages && step.micro_batch < micro_batches && step.chunk < chunks && !step.joined;
        if !known || !self.rules.passes().contains(&step.pass) {
            return Some(Refusal::Unknown);
        }
        let (here, m) = ((stage, step.chunk), step.micro_batch);
        if self.has(here, &[step.pass], m) {
            return Some(Refusal::Placed);
        }
        let placement = self.rules.placement();
        match step.pass {
            Pass::Forward => {
                let from = placement.before(here, stages).filter(|&from| !self.has(from, &[Pass::Forward], m));
                let full = places.filter(|&places| self.held(stage) >= places);
                from.map(|(from, _)| Refusal::NoActivations { from }).or(full.map(|places| Refusal::Full { places }))
            }
            Pass::Backward | Pass::Input if !self.has(here, &[Pass::Forward], m) => Some(Refusal::NotForward),
            Pass::Backward | Pass::Input => {
                let back = [Pass::Backward, Pass::Input];
                let from = placement.after(here, stages, chunks).filter(|&from| !self.has(from, &back, m));
                from.map(|(from, _)| Refusal::NoReport { from })
            }
            Pass::Weight => (!self.has(here, &[Pass::Input], m)).then_some(Refusal::NotInput),
        }
    }

    /// Puts an operation at the end of a stage's order.
    ///
    /// # Errors
    /// Why it cannot stand there; the schedule is as it was.
    pub fn place(&mut self, stage: u32, step: Step) -> Result<(), Refusal> {
        if let Some(why) = self.why_not(stage, step) {
            return Err(why);
        }
        self.orders[stage as usize].push(step);
        self.moves.push(stage as u8);
        Ok(())
    }

    /// Takes the last move back; false where there is none.
    pub fn undo(&mut self) -> bool {
        let Some(stage) = self.moves.pop() else { return false };
        self.orders[usize::from(stage)].pop().is_some()
    }

    /// The operation that a pass of a stage's chunk would be: on the first micro-batch with which it is possible, or else on the
    /// first that has not had it, for the reason; none where all have.
    pub fn next(&self, stage: u32, pass: Pass, chunk: u32) -> Option<Step> {
        let step = |micro_batch| Step { chunk, ..Step::of(pass, micro_batch) };
        let open =
            || (0..self.rules.micro_batches).map(step).filter(|s| !self.has((stage, chunk), &[pass], s.micro_batch));
        let owed = |s: &Step| self.has((stage, chunk), &[Pass::Forward], s.micro_batch);
        open()
            .find(|&step| self.why_not(stage, step).is_none())
            .or_else(|| open().find(owed).filter(|_| pass != Pass::Forward))
            .or_else(|| open().next())
    }

    /// What stands there, as orders that can run.
    pub fn plan(&self) -> Plan {
        Plan {
            placement: self.rules.placement(),
            chunks: self.rules.chunks,
            micro_batches: self.rules.micro_batches,
            orders: self.orders.clone(),
        }
    }

    /// What stands there, as letters for a link: how passes and chunks are, then each stage's operations, a letter each.
    pub fn code(&self) -> String {
        let mut out = String::new();
        out.push(if self.rules.splits { 's' } else { 'w' });
        out.push(if self.rules.chunks > 1 { '2' } else { '1' });
        for order in &self.orders {
            out.push('.');
            out.extend(order.iter().map(|step| self.letter(step)));
        }
        out
    }

    fn letter(&self, step: &Step) -> char {
        let Rules { micro_batches, chunks, .. } = self.rules;
        let pass = match step.pass {
            Pass::Forward => 0,
            Pass::Backward | Pass::Input => 1,
            Pass::Weight => 2,
        };
        let at = (pass * chunks + step.chunk) * micro_batches + step.micro_batch;
        LETTERS.get(at as usize).map_or('?', |&letter| char::from(letter))
    }

    /// Reads a code of so many stages and micro-batches, with memory for so many chunks' activations on each. What it says is checked as if it were
    /// played: whoever wrote it, what comes out can run. Moves of different stages come back in turn.
    pub fn read(code: &str, stages: u32, micro_batches: u32, places: Option<u32>) -> Option<HandMade> {
        let mut parts = code.split('.');
        let (splits, chunks) = match parts.next()? {
            "w1" => (false, 1),
            "w2" => (false, 2),
            "s1" => (true, 1),
            "s2" => (true, 2),
            _ => return None,
        };
        let rules = Rules { stages, micro_batches, chunks, splits, places };
        let mut made = HandMade::new(rules)?;
        let mut orders: Vec<Vec<Step>> = Vec::new();
        for part in parts {
            if orders.len() == stages as usize || part.len() > rules.steps_of_a_stage() as usize {
                return None;
            }
            orders.push(part.bytes().map(|letter| made.step(letter)).collect::<Option<_>>()?);
        }
        if orders.len() != stages as usize {
            return None;
        }
        loop {
            let mut moved = false;
            for (stage, order) in (0..).zip(&orders) {
                if let Some(&step) = order.get(made.order(stage).len()) {
                    moved |= made.place(stage, step).is_ok();
                }
            }
            if !moved {
                let whole = (0..).zip(&orders).all(|(stage, order)| made.order(stage).len() == order.len());
                return whole.then_some(made);
            }
        }
    }

    fn step(&self, letter: u8) -> Option<Step> {
        let at = LETTERS.iter().position(|&known| known == letter)? as u32;
        let Rules { micro_batches, chunks, .. } = self.rules;
        let (pass, at) = (at / (chunks * micro_batches), at % (chunks * micro_batches));
        let pass = *self.rules.passes().get(pass as usize)?;
        Some(Step { chunk: at / micro_batches, ..Step::of(pass, at % micro_batches) })
    }
}

/// Letters that a link holds as they are, one for each operation of a stage.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#[cfg(test)]
mod tests {
    use kitchen_task::{Route, TaskGraph};
    use kitchen_units::{Bytes, Time};
    use proptest::prelude::*;

    use super::Pass::{Backward, Forward, Input, Weight};
    use super::*;
    use crate::pipeline::{Boundary, Chunk, Line, Stage, append_part};
    use crate::schedule::Schedule;

    fn rules(schedule: Schedule, stages: u32, micro_batches: u32) -> Rules {
        Rules { stages, micro_batches, chunks: schedule.chunks(), splits: schedule.splits(), places: None }
    }

    /// How many of the schedule's operations the simulator's builder can place, of how many.
    fn runs(made: &HandMade) -> (usize, usize) {
        let plan = made.plan();
        let chunk = Chunk { forward: Time(3), backward: Time(5), weight: Time(2) };
        let stages: Vec<Stage> =
            (0..plan.stages()).map(|gpu| Stage { gpu, chunks: vec![chunk], update: None }).collect();
        let mut graph = TaskGraph::new();
        let way = graph.add_route(Route { hops: Vec::new(), latency: Time(1), ceiling: None, efficiency: 1.0 });
        let boundaries = vec![Boundary { forward: way, backward: way }; stages.len()];
        let line =
            Line { stages: &stages, boundaries: &boundaries, bytes: Bytes(1), plan: &plan, first: 0, after: &[] };
        let placed = append_part(&mut graph, &line);
        assert!(kitchen_sim::run(&graph, &[], stages.len(), &kitchen_sim::Options::default()).is_ok());
        (placed, made.len())
    }

    /// A schedule's own orders, played move by move to the end, and read back from their code.
    fn check(schedule: Schedule, stages: u32, micro_batches: u32) {
        let named = format!("{schedule:?} {stages} {micro_batches}");
        let plan = schedule.plan(stages, micro_batches).unwrap();
        let places = (0..stages).map(|stage| plan.peak_chunks(stage)).max();
        let mut made = HandMade::new(Rules { places, ..rules(schedule, stages, micro_batches) }).unwrap();
        let mut next = vec![0; stages as usize];
        while !made.is_done() {
            let before = made.len();
            for (stage, order) in (0..).zip(&plan.orders) {
                while let Some(&step) = order.get(next[stage as usize]) {
                    if made.place(stage, step).is_err() {
                        break;
                    }
                    next[stage as usize] += 1;
                }
            }
            assert!(made.len() > before, "{named} is stuck");
        }
        assert_eq!(made.plan(), plan, "{named}");
        assert_eq!(runs(&made), (made.len(), made.len()), "{named}");
        let read = HandMade::read(&made.code(), stages, micro_batches, places).unwrap();
        assert_eq!((read.plan(), read.is_done()), (plan, true), "{named}");
        while made.undo() {}
        assert_eq!(Some(made), HandMade::new(*read.rules()), "{named}: undone to the first");
    }

    #[test]
    fn every_schedule_of_a_line_can_be_played_to_its_end() {
        let line = [Schedule::Naive, Schedule::GPipe, Schedule::OneFOneB, Schedule::Split];
        for schedule in line.into_iter().chain([Schedule::Interleaved(2), Schedule::ZbH1, Schedule::ZbH2]) {
            for (stages, micro_batches) in [(1, 1), (2, 4), (4, 8), (3, 9), (8, 8), (8, 10)] {
                if schedule.check(stages, micro_batches).is_ok() {
                    check(schedule, stages, micro_batches);
                }
            }
        }
    }

    #[test]
    fn a_move_that_is_not_possible_says_why() {
        let made = |moves: &[(u32, Pass, u32)]| {
            let rules = Rules { places: Some(2), ..rules(Schedule::ZbH1, 2, 4) };
            let mut made = HandMade::new(rules).unwrap();
            for &(stage, pass, m) in moves {
                made.place(stage, Step::of(pass, m)).unwrap();
            }
            made
        };
        let check = |moves: &[(u32, Pass, u32)], (stage, pass, m): (u32, Pass, u32), expected| {
            assert_eq!(made(moves).why_not(stage, Step::of(pass, m)), expected, "{moves:?}");
        };
        check(&[], (0, Forward, 0), None);
        check(&[], (1, Forward, 0), Some(Refusal::NoActivations { from: 0 }));
        check(&[], (0, Input, 0), Some(Refusal::NotForward));
        check(&[], (2, Forward, 0), Some(Refusal::Unknown));
        check(&[], (0, Backward, 0), Some(Refusal::Unknown));
        check(&[], (0, Forward, 4), Some(Refusal::Unknown));
        check(&[(0, Forward, 0)], (0, Forward, 0), Some(Refusal::Placed));
        check(&[(0, Forward, 0)], (0, Input, 0), Some(Refusal::NoReport { from: 1 }));
        check(&[(0, Forward, 0)], (0, Weight, 0), Some(Refusal::NotInput));
        let two = [(0, Forward, 0), (0, Forward, 1)];
        check(&two, (0, Forward, 2), Some(Refusal::Full { places: 2 }));
        let back = [(0, Forward, 0), (0, Forward, 1), (1, Forward, 0), (1, Input, 0), (0, Input, 0)];
        check(&back, (0, Forward, 2), Some(Refusal::Full { places: 2 }));
        check(&back, (0, Weight, 0), None);
    }

    #[test]
    fn no_code_of_others_is_believed() {
        for code in ["", "w1", "x1....", "w1.AAA", "w1.A.B.C.D", "w1.?.", "s3..", "w1..A", "w1.A.AA", "日本..", "w2.z."]
        {
            assert_eq!(HandMade::read(code, 2, 4, None), None, "{code}");
        }
        assert!(HandMade::read("w1.AB.A", 2, 4, None).is_some());
        assert_eq!(HandMade::read("w1.AB.A", 2, 4, Some(1)), None, "the memory is full");
        assert_eq!(HandMade::read("w1..", 2, 11, None), None);
        assert_eq!(HandMade::read("w1..", 9, 4, None), None);
    }

    proptest! {
        #[test]
        fn a_legal_game_never_deadlocks_and_undo_restores(
            choices in prop::collection::vec(any::<u32>(), 0..200),
            (stages, micro_batches, chunks) in (1_u32..=8, 1_u32..=10, 1_u32..=2),
            splits in any::<bool>(),
            places in prop::option::of(1_u32..12),
        ) {
            let rules = Rules { stages, micro_batches, chunks, splits, places };
            let mut made = HandMade::new(rules).unwrap();
            for choice in choices {
                let (stage, rest) = (choice % stages, choice / stages);
                let passes = rules.passes();
                let (pass, rest) = (passes[rest as usize % passes.len()], rest / passes.len() as u32);
                let step = Step { chunk: rest % chunks, ..Step::of(pass, rest / chunks % micro_batches) };
                let before = made.clone();
                match made.place(stage, step) {
                    Ok(()) => {
                        prop_assert_eq!(made.last(), Some((stage, step)));
                        let mut back = made.clone();
                        prop_assert!(back.undo());
                        prop_assert_eq!(back, before);
                    }
                    Err(_) => prop_assert_eq!(&made, &before),
                }
                if let Some(next) = made.next(stage, pass, step.chunk) {
                    prop_assert!(!made.has((stage, next.chunk), &[pass], next.micro_batch));
                }
            }
            prop_assert_eq!(runs(&made), (made.len(), made.len()));
            let read = HandMade::read(&made.code(), stages, micro_batches, places).unwrap();
            prop_assert_eq!(read.plan(), made.plan());
        }

        #[test]
        fn any_text_is_read_or_refused(code in "[sw][12](\\.[A-Za-z0-9_-]{0,8}){0,9}", stages in 0_u32..10, m in 0_u32..12) {
            if let Some(made) = HandMade::read(&code, stages, m, None) {
                prop_assert_eq!(made.code(), code);
            }
        }
    }
}
