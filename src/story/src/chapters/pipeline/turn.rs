//! The reader's turn: passes placed by hand, on the same costs and the same simulator as everything else, and raced against
//! the schedules that have names. The rules are the engine's board; here are the levels and what is said.

use kitchen_core::order;
use kitchen_core::sim::task::Work;
use kitchen_core::units::Time;
pub(super) use kitchen_core::workload::schedule::Pass;
use kitchen_core::workload::schedule::{HandMade, Plan as Orders, Refusal, Rules, Schedule, Step};
use kitchen_text::{Key, Line, Number, Percent, count, key, msg};

use super::kind::KIND;
use super::made;
use super::params::{Link, Order, Params, name};
use super::run;
use crate::scenario::Scenario;

/// A task: what is placed, and whose order is to be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) stages: u32,
    pub(super) batches: u32,
    pub(super) rival: Schedule,
    /// Whether the shelf takes no more than the rival needs.
    is_bounded: bool,
    hints: [Key; 2],
}

impl Level {
    pub(super) fn name(&self) -> Key {
        name(self.rival)
    }

    fn rules(&self) -> Rules {
        let Level { stages, batches, rival, .. } = *self;
        let peak = (0..stages).map(|stage| rival.peak_chunks(stage, stages, batches)).max();
        Rules {
            stages,
            micro_batches: batches,
            chunks: rival.chunks(),
            splits: rival.splits(),
            places: peak.filter(|_| self.is_bounded),
        }
    }
}

const fn level(rival: Schedule, batches: u32, is_bounded: bool, hints: [Key; 2]) -> Level {
    Level { stages: 3, batches, rival, is_bounded, hints }
}

/// From the one that every order reaches to the one that nearly nobody waits in.
pub(super) static LEVELS: [Level; made::LEVELS] = [
    level(Schedule::GPipe, 4, false, [key::PIPELINE_TURN_HINT_GPIPE_1, key::PIPELINE_TURN_HINT_GPIPE_2]),
    level(Schedule::OneFOneB, 5, true, [key::PIPELINE_TURN_HINT_1F1B_1, key::PIPELINE_TURN_HINT_1F1B_2]),
    level(
        Schedule::Interleaved(2),
        3,
        true,
        [key::PIPELINE_TURN_HINT_INTERLEAVED_1, key::PIPELINE_TURN_HINT_INTERLEAVED_2],
    ),
    level(Schedule::ZbH1, 5, true, [key::PIPELINE_TURN_HINT_ZB_H1_1, key::PIPELINE_TURN_HINT_ZB_H1_2]),
    level(Schedule::ZbH2, 5, true, [key::PIPELINE_TURN_HINT_ZB_H2_1, key::PIPELINE_TURN_HINT_ZB_H2_2]),
];

/// What may be slower than the rival and still reach it: the order of ties in the simulator is nobody's merit.
const NEAR: f64 = 1.001;

/// An operation as it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tile {
    pub(super) start: Time,
    pub(super) end: Time,
    pub(super) step: Step,
}

/// Orders as they ran, whole or as far as they go.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ran {
    /// By chef, in order.
    pub(super) lanes: Vec<Vec<Tile>>,
    /// The end of the last.
    pub(super) end: Time,
    /// The longest that a chef takes from its first start to its last end.
    pub(super) cost: Time,
    /// Of that time, the share in which hands are idle.
    pub(super) bubble: f64,
    /// The most chunks on a shelf.
    pub(super) peak: u32,
}

/// A named schedule with the same bowls, chefs and hand-overs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rival {
    pub(super) name: Key,
    pub(super) ran: Ran,
    /// In bowls.
    pub(super) peak: f64,
    /// Whether it is the one to reach.
    pub(super) is_goal: bool,
}

/// A pass that a chef can be given: which, and with which of its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) pass: Pass,
    pub(super) chunk: u32,
}

/// A game.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// What of the chapter's controls counts: model and link.
    scenario: Scenario,
    pub(super) level: usize,
    pub(super) board: HandMade,
    pub(super) ran: Ran,
    pub(super) rivals: Vec<Rival>,
    /// What is said of the last move.
    pub(super) said: Line,
    /// Whether that was a move that is not possible.
    pub(super) is_refused: bool,
    hints: usize,
}

impl Turn {
    /// A level from its beginning.
    pub(super) fn new(scenario: &Scenario, level: usize) -> Option<Turn> {
        let of = LEVELS.get(level)?;
        Turn::with(scenario, level, HandMade::new(of.rules())?)
    }

    /// The game that a scenario holds, or the first level.
    pub(super) fn open(scenario: &Scenario) -> Option<Turn> {
        let held = LEVELS.iter().enumerate().find_map(|(at, level)| {
            let code = made::code(&scenario.made, at)?;
            let board = HandMade::read(code, level.stages, level.batches, level.rules().places)?;
            let same = |rules: &Rules| (rules.splits, rules.chunks) == (level.rival.splits(), level.rival.chunks());
            same(board.rules()).then_some((at, board))
        });
        match held {
            Some((level, board)) => Turn::with(scenario, level, board),
            None => Turn::new(scenario, 0),
        }
    }

    fn with(scenario: &Scenario, level: usize, board: HandMade) -> Option<Turn> {
        let of = LEVELS.get(level)?;
        let link = Params::of(scenario);
        let params = Params { stages: of.stages, batches: of.batches, schedule: Order::Own, ..link };
        let scenario = params.scenario(KIND);
        let mut turn = Turn {
            scenario,
            level,
            board,
            ran: Ran::default(),
            rivals: Vec::new(),
            said: Line::new(key::PIPELINE_TURN_EMPTY),
            is_refused: false,
            hints: 0,
        };
        turn.rivals = turn.race();
        turn.run();
        if !turn.board.is_empty() {
            turn.said = turn.placed();
        }
        Some(turn)
    }

    pub(super) fn of(&self) -> &'static Level {
        &LEVELS[self.level.min(LEVELS.len() - 1)]
    }

    /// What is to be reached.
    pub(super) fn goal(&self) -> Line {
        let of = self.of();
        let places = of.rules().places.unwrap_or(0).into();
        match of.rival {
            Schedule::OneFOneB => msg::PipelineTurnGoal1f1b { places }.into(),
            Schedule::Interleaved(_) => msg::PipelineTurnGoalInterleaved { places }.into(),
            Schedule::ZbH1 => msg::PipelineTurnGoalZbH1 { places }.into(),
            Schedule::ZbH2 => msg::PipelineTurnGoalZbH2 { places }.into(),
            _ => msg::PipelineTurnGoalGpipe { p: of.stages.into() }.into(),
        }
    }

    /// The named schedules that the same board could play, the one to reach among them.
    fn race(&self) -> Vec<Rival> {
        let of = self.of();
        let named = [Schedule::GPipe, Schedule::OneFOneB, of.rival];
        let mut rivals: Vec<Rival> = Vec::new();
        for schedule in named {
            let rival = Some(name(schedule)).filter(|&name| rivals.iter().all(|rival| rival.name != name));
            if let (Some(name), Ok(orders)) = (rival, schedule.plan(of.stages, of.batches)) {
                let ran = self.simulate(&orders).unwrap_or_default();
                let peak = f64::from(ran.peak) / f64::from(schedule.parts());
                rivals.push(Rival { name, ran, peak, is_goal: schedule == of.rival });
            }
        }
        rivals
    }

    /// Orders on the chapter's machine, as far as they go, with what each hand-over takes there.
    fn simulate(&self, orders: &Orders) -> Option<Ran> {
        let peak = (0..orders.stages()).map(|stage| orders.peak_chunks(stage)).max().unwrap_or(0);
        let stages = orders.stages() as usize;
        let run = run::draft_of(&self.scenario, orders).ok()?.simulate().ok()?;
        let mut lanes: Vec<Vec<(Time, Time)>> = vec![Vec::new(); stages];
        for (task, work) in run.graph.work.iter().enumerate() {
            if let Work::Compute { gpu, .. } = *work {
                lanes.get_mut(gpu as usize)?.push((run.trace.start[task], run.trace.end[task]));
            }
        }
        let (mut cost, mut busy) = (Time::ZERO, 0);
        for lane in &mut lanes {
            order::sort(lane);
            if let (Some(first), Some(last)) = (lane.first(), lane.last()) {
                cost = cost.max(last.1.saturating_sub(first.0));
            }
            busy += lane.iter().map(|(start, end)| end.saturating_sub(*start).0).sum::<u64>();
        }
        let whole = cost.0 as f64 * stages as f64;
        let tiles = |(lane, order): (Vec<(Time, Time)>, &Vec<Step>)| {
            lane.into_iter().zip(order).map(|((start, end), &step)| Tile { start, end, step }).collect()
        };
        Some(Ran {
            lanes: lanes.into_iter().zip(&orders.orders).map(tiles).collect(),
            end: run.trace.makespan,
            cost,
            bubble: if whole > 0.0 { 1.0 - busy as f64 / whole } else { 0.0 },
            peak,
        })
    }

    fn run(&mut self) {
        self.ran = self.simulate(&self.board.plan()).unwrap_or_default();
    }

    /// What each chef can be given, in the order of its keys.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let Rules { chunks, .. } = *self.board.rules();
        let passes = self.board.rules().passes().iter();
        passes.flat_map(|&pass| (0..chunks).map(move |chunk| Choice { pass, chunk })).collect()
    }

    /// The bowl that a chef would be given, from 1, and why it cannot be; none where all have been.
    pub(super) fn next(&self, stage: u32, choice: Choice) -> Option<(u32, bool)> {
        let step = self.board.next(stage, choice.pass, choice.chunk)?;
        Some((step.micro_batch + 1, self.board.why_not(stage, step).is_none()))
    }

    /// Gives a chef a pass; says what came of it.
    pub(super) fn press(&mut self, stage: u32, choice: Choice) {
        let chef = i64::from(stage) + 1;
        let Some(step) = self.board.next(stage, choice.pass, choice.chunk) else {
            self.is_refused = true;
            self.said = msg::PipelineTurnWhyAll { chef, what: what(choice.pass).into() }.into();
            return;
        };
        if let Err(why) = self.board.place(stage, step) {
            self.is_refused = true;
            self.said = refusal(why, stage, step, self.board.rules().chunks);
            return;
        }
        self.is_refused = false;
        self.hints = 0;
        self.run();
        let tile = self.ran.lanes.get(stage as usize).and_then(|lane| lane.last()).copied();
        let (start, end) = tile.map_or((Time::ZERO, Time::ZERO), |tile| (tile.start, tile.end));
        self.said = if self.board.is_done() {
            self.verdict()
        } else {
            Line::from(msg::PipelineTurnPlaced {
                chef,
                what: what(step.pass).into(),
                n: i64::from(step.micro_batch) + 1,
                start,
                end,
                held: self.board.held(stage).into(),
            })
        };
    }

    /// What giving a chef a pass would come to, without doing it: where it would lie.
    ///
    /// # Errors
    /// The sentence that says why it cannot.
    pub(super) fn tried(&self, stage: u32, choice: Choice) -> Result<Tile, Line> {
        let mut then = self.clone();
        then.press(stage, choice);
        let tile = then.ran.lanes.get(stage as usize).and_then(|lane| lane.last()).copied();
        tile.filter(|_| !then.is_refused).ok_or(then.said)
    }

    /// What the whole order comes to, beside the one to reach.
    fn verdict(&self) -> Line {
        let rival = self.rivals.iter().find(|rival| rival.is_goal);
        let (other, others) =
            rival.map_or((Time::ZERO, Percent(0.0)), |rival| (rival.ran.cost, Percent(rival.ran.bubble)));
        let (own, bubble, rival) = (self.ran.cost, Percent(self.ran.bubble), self.of().name().into());
        if self.is_won() {
            msg::PipelineTurnWon { own, bubble, rival, other, others }.into()
        } else {
            msg::PipelineTurnNotYet { own, bubble, rival, other, others }.into()
        }
    }

    /// Whether the whole order is as fast as the one to reach, on a shelf that is no larger.
    pub(super) fn is_won(&self) -> bool {
        let rival = self.rivals.iter().find(|rival| rival.is_goal);
        self.board.is_done() && rival.is_some_and(|rival| self.ran.cost.as_secs() <= rival.ran.cost.as_secs() * NEAR)
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) {
        let last = self.board.last();
        self.is_refused = !self.board.undo();
        self.said = match last {
            Some((stage, step)) => Line::from(msg::PipelineTurnUndone {
                chef: i64::from(stage) + 1,
                what: what(step.pass).into(),
                n: i64::from(step.micro_batch) + 1,
            }),
            None => Line::new(key::PIPELINE_TURN_EMPTY),
        };
        self.run();
    }

    /// The next of the hints: two on the idea, then the next move.
    pub(super) fn hint(&mut self) {
        self.is_refused = false;
        self.said = match self.of().hints.get(self.hints) {
            Some(&hint) => Line::new(hint),
            None => self.next_move(),
        };
        self.hints += 1;
    }

    /// A move that leads on to the order to reach, where the board is still on the way there.
    fn next_move(&self) -> Line {
        let of = self.of();
        let best = (0..of.stages).find_map(|stage| {
            let order = of.rival.order(stage, of.stages, of.batches);
            let placed = self.board.order(stage);
            let step = *order.get(placed.len()).filter(|_| order.starts_with(placed))?;
            self.board.why_not(stage, step).is_none().then_some((stage, step))
        });
        match best {
            Some((stage, step)) => Line::from(msg::PipelineTurnHintMove {
                chef: i64::from(stage) + 1,
                what: what(step.pass).into(),
                n: i64::from(step.micro_batch) + 1,
            }),
            None if self.board.is_done() => self.verdict(),
            None => Line::new(key::PIPELINE_TURN_HINT_BACK),
        }
    }

    /// How many operations are placed, of how many.
    pub(super) fn placed(&self) -> Line {
        let all = self.board.rules().stages * self.board.rules().steps_of_a_stage();
        Line::from(msg::PipelineTurnCount { n: count(self.board.len()), all: all.into() })
    }

    /// What is on a chef's shelf, of how many places, in bowls (or halves).
    pub(super) fn shelf(&self, stage: u32) -> (u32, Option<u32>) {
        (self.board.held(stage), self.board.rules().places)
    }

    /// A row of the race: whose, how long, how idle, how much shelf.
    pub(super) fn row(&self, rival: Option<&Rival>) -> Line {
        let parts = f64::from(self.of().rival.parts());
        let (name, ran, peak) = match rival {
            Some(rival) => (rival.name, &rival.ran, rival.peak),
            None => (key::SCHEDULE_OWN, &self.ran, f64::from(self.ran.peak) / parts),
        };
        let digits = u8::from(peak.fract() > 0.0);
        Line::from(msg::PipelineTurnRow {
            name: name.into(),
            time: ran.cost,
            bubble: Percent(ran.bubble),
            peak: Number(peak, digits),
        })
    }

    /// What goes into the link.
    pub(super) fn code(&self) -> String {
        if self.board.is_empty() { String::new() } else { format!("{}{}", self.level + 1, self.board.code()) }
    }

    /// The chapter's scenario with the order on the stage, once it is whole.
    pub(super) fn staged(&self) -> Option<Scenario> {
        self.board.is_done().then(|| self.scenario.clone().making(self.code()))
    }

    /// The same game on other controls of the chapter.
    pub(super) fn moved_to(&self, scenario: &Scenario) -> Option<Turn> {
        let (now, then) = (Params::of(scenario), Params::of(&self.scenario));
        if (now.model, now.link) == (then.model, then.link) {
            return None;
        }
        Turn::with(scenario, self.level, self.board.clone())
    }

    /// How a choice is called: the pass, and which of two chunks.
    pub(super) fn letter(&self, choice: Choice) -> String {
        let letter = match choice.pass {
            Pass::Forward => "F",
            Pass::Backward | Pass::Input => "B",
            Pass::Weight => "W",
        };
        if self.board.rules().chunks > 1 { format!("{letter}{}", choice.chunk + 1) } else { letter.to_owned() }
    }

    /// What a button is called in words.
    pub(super) fn name(&self, stage: u32, choice: Choice) -> Line {
        let n = self.next(stage, choice).map_or(self.of().batches, |(n, _)| n);
        Line::from(msg::PipelineTurnButton {
            chef: i64::from(stage) + 1,
            what: what(choice.pass).into(),
            n: n.into(),
            chunk: self.letter(choice).into(),
        })
    }

    /// The link that is raced over.
    pub(super) fn link(&self) -> Key {
        match Params::of(&self.scenario).link {
            Link::NvLink => key::PIPELINE_LINK_NVLINK,
            Link::Pcie => key::PIPELINE_LINK_PCIE,
            Link::InfiniBand => key::PIPELINE_LINK_INFINIBAND,
        }
    }
}

fn what(pass: Pass) -> Key {
    match pass {
        Pass::Forward => key::PIPELINE_TURN_FORWARD,
        Pass::Backward => key::PIPELINE_TURN_BACKWARD,
        Pass::Input => key::PIPELINE_TURN_INPUT,
        Pass::Weight => key::PIPELINE_TURN_WEIGHT,
    }
}

/// Why a move is not possible, for the reader.
pub(super) fn refusal(why: Refusal, stage: u32, step: Step, chunks: u32) -> Line {
    let (chef, n) = (i64::from(stage) + 1, i64::from(step.micro_batch) + 1);
    match why {
        Refusal::Unknown => Line::new(key::PIPELINE_TURN_WHY_UNKNOWN),
        Refusal::Placed => msg::PipelineTurnWhyPlaced { chef, n }.into(),
        Refusal::NoActivations { from } => msg::PipelineTurnWhyNoBowl { n, from: i64::from(from) + 1 }.into(),
        // The last chunk tastes its own bowl; in the chunks before it the report comes from the chunk after.
        Refusal::NoReport { from } => msg::PipelineTurnWhyNoReport { n, from: i64::from(from) + 1 }.into(),
        Refusal::NotForward => msg::PipelineTurnWhyNotForward { chef, n }.into(),
        Refusal::NotInput => msg::PipelineTurnWhyNotInput { n }.into(),
        Refusal::Full { places } if chunks > 1 => msg::PipelineTurnWhyFullHalves { chef, places: places.into() }.into(),
        Refusal::Full { places } => msg::PipelineTurnWhyFull { chef, places: places.into() }.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_text::Lang;

    fn usual() -> Scenario {
        Scenario::default_for(KIND)
    }

    /// Plays a schedule's own order to the end, move by move, as a reader would press it.
    fn play(turn: &mut Turn, schedule: Schedule) {
        let of = turn.of();
        let orders = schedule.plan(of.stages, of.batches).unwrap().orders;
        while !turn.board.is_done() {
            let before = turn.board.len();
            for stage in 0..of.stages {
                while let Some(&step) = orders[stage as usize].get(turn.board.order(stage).len()) {
                    let choice = Choice { pass: step.pass, chunk: step.chunk };
                    // The board offers the first bowl with which the pass is possible.
                    let offered = turn.board.next(stage, step.pass, step.chunk);
                    if offered != Some(step) || turn.board.why_not(stage, step).is_some() {
                        break;
                    }
                    turn.press(stage, choice);
                    assert!(!turn.is_refused, "{:?}", turn.said.say(Lang::En));
                }
            }
            assert!(turn.board.len() > before, "{schedule:?} is stuck");
        }
    }

    #[test]
    fn every_level_is_won_by_its_own_schedule() {
        for (at, level) in LEVELS.iter().enumerate() {
            let mut turn = Turn::new(&usual(), at).unwrap();
            assert!(!turn.is_won());
            // GPipe's last bowl first is one of many orders that are as good.
            let schedule = if level.rival == Schedule::GPipe { Schedule::OneFOneB } else { level.rival };
            play(&mut turn, schedule);
            assert!(turn.is_won(), "{:?}: {}", level.rival, turn.said.say(Lang::En));
            let staged = turn.staged().unwrap();
            assert!(crate::show::run(&staged).is_ok());
            let again = Turn::open(&staged).unwrap();
            assert_eq!((again.level, again.board.plan()), (at, turn.board.plan()));
            assert_eq!(again.ran, turn.ran);
        }
    }

    #[test]
    fn one_bowl_at_a_time_wins_nothing() {
        for at in 0..LEVELS.len() {
            let mut turn = Turn::new(&usual(), at).unwrap();
            while !turn.board.is_done() {
                // The last chef that can go back does, so that one bowl at a time is on its way.
                let choices = turn.choices();
                let all =
                    (0..turn.of().stages).flat_map(|stage| choices.iter().rev().map(move |&choice| (stage, choice)));
                let can = |&(stage, choice): &(u32, Choice)| turn.next(stage, choice).is_some_and(|(_, can)| can);
                let (backs, forwards): (Vec<_>, Vec<_>) = all.filter(can).partition(|(_, c)| c.pass != Pass::Forward);
                let last = forwards.into_iter().max_by_key(|&(stage, c)| (c.chunk, stage));
                let (stage, choice) = backs.first().copied().or(last).unwrap();
                turn.press(stage, choice);
            }
            assert!(!turn.is_won(), "level {at}: {}", turn.said.say(Lang::En));
        }
    }

    #[test]
    fn hints_lead_to_the_end() {
        for at in 0..LEVELS.len() {
            let mut turn = Turn::new(&usual(), at).unwrap();
            for _ in 0..2 {
                turn.hint();
                assert!(!turn.said.say(Lang::Ja).is_empty());
            }
            turn.hint();
            assert_eq!(turn.said.key, key::PIPELINE_TURN_HINT_MOVE);
        }
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let mut turn = Turn::new(&usual(), 1).unwrap();
        turn.press(1, Choice { pass: Pass::Forward, chunk: 0 });
        assert!(turn.is_refused && turn.board.is_empty());
        assert_eq!(turn.said.key, key::PIPELINE_TURN_WHY_NO_BOWL);
        turn.press(0, Choice { pass: Pass::Backward, chunk: 0 });
        assert_eq!(turn.said.key, key::PIPELINE_TURN_WHY_NOT_FORWARD);
        for _ in 0..3 {
            turn.press(0, Choice { pass: Pass::Forward, chunk: 0 });
            assert!(!turn.is_refused);
        }
        turn.press(0, Choice { pass: Pass::Forward, chunk: 0 });
        assert_eq!(turn.said.key, key::PIPELINE_TURN_WHY_FULL);
        turn.press(0, Choice { pass: Pass::Backward, chunk: 0 });
        assert_eq!(turn.said.key, key::PIPELINE_TURN_WHY_NO_REPORT);
        turn.undo();
        assert_eq!(turn.board.len(), 2);
    }

    #[test]
    fn what_is_no_game_opens_the_first_level() {
        for made in ["", "9w1", "1x1..", "2s1.A..", "1w1.....", "日本", "1w1.ZZ.."] {
            let turn = Turn::open(&usual().making(made.to_owned())).unwrap();
            assert!(turn.level == 0 && turn.board.is_empty(), "{made}");
        }
    }
}
