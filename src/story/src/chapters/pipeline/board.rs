//! The reader's turn as the page knows it: a board of chefs' lanes.

use kitchen_text::{Key, Line, key, msg};

use super::turn::{self, LEVELS, Pass, Rival, Turn};
use crate::scenario::Scenario;
use crate::story::board::{Board, Game, Lane, Look, Pick, Row, Tile, Words};

pub(super) const BOARD: Board = Board {
    words: Words {
        title: key::PIPELINE_TURN_TITLE,
        how: key::PIPELINE_TURN_HOW,
        open: key::PIPELINE_TURN_OPEN,
        close: key::PIPELINE_TURN_CLOSE,
        level: key::PIPELINE_TURN_LEVEL,
        undo: key::PIPELINE_TURN_UNDO,
        restart: key::PIPELINE_TURN_RESTART,
        hint: key::PIPELINE_TURN_HINT,
        stage: key::PIPELINE_TURN_STAGE,
        board: key::PIPELINE_TURN_BOARD,
        race: key::PIPELINE_TURN_RACE,
    },
    open: |scenario| boxed(Turn::open(scenario)),
    start: |scenario, level| boxed(Turn::new(scenario, level)),
};

fn boxed(turn: Option<Turn>) -> Option<Box<dyn Game>> {
    turn.map(|turn| -> Box<dyn Game> { Box::new(turn) })
}

fn look(pass: Pass) -> Look {
    match pass {
        Pass::Forward => Look::Forward,
        Pass::Backward | Pass::Input => Look::Backward,
        Pass::Weight => Look::Weight,
    }
}

fn tile(tile: &turn::Tile) -> Tile {
    let turn::Tile { start, end, step } = *tile;
    Tile { start, end, look: look(step.pass), n: step.micro_batch as usize, is_second: step.chunk > 0 }
}

impl Game for Turn {
    fn levels(&self) -> Vec<Key> {
        LEVELS.iter().map(turn::Level::name).collect()
    }

    fn level(&self) -> usize {
        self.level
    }

    fn goal(&self) -> Line {
        Turn::goal(self)
    }

    fn said(&self) -> &Line {
        &self.said
    }

    fn is_refused(&self) -> bool {
        self.is_refused
    }

    fn is_done(&self) -> bool {
        self.board.is_done()
    }

    fn is_won(&self) -> bool {
        Turn::is_won(self)
    }

    fn lanes(&self) -> u32 {
        self.of().stages
    }

    fn lane(&self, lane: u32) -> Lane {
        let (held, places) = self.shelf(lane);
        let tiles = self.ran.lanes.get(lane as usize).into_iter().flatten().map(tile).collect();
        Lane { who: Line::from(msg::ChefNumber { n: i64::from(lane) + 1 }), tiles, held, places }
    }

    fn picks(&self, lane: u32) -> Vec<Pick> {
        let pick = |choice: turn::Choice| {
            let next = self.next(lane, choice);
            Pick {
                look: look(choice.pass),
                letter: self.letter(choice),
                name: self.name(lane, choice),
                next: next.map(|(n, _)| n),
                can: next.is_some_and(|(_, can)| can),
            }
        };
        self.choices().into_iter().map(pick).collect()
    }

    fn press(&mut self, lane: u32, pick: usize) {
        if let Some(&choice) = self.choices().get(pick) {
            Turn::press(self, lane, choice);
        }
    }

    fn tried(&self, lane: u32, pick: usize) -> Option<Result<Tile, Line>> {
        let &choice = self.choices().get(pick)?;
        Some(Turn::tried(self, lane, choice).map(|lies| tile(&lies)))
    }

    fn undo(&mut self) {
        Turn::undo(self);
    }

    fn hint(&mut self) {
        Turn::hint(self);
    }

    fn placed(&self) -> Line {
        Turn::placed(self)
    }

    fn race(&self) -> Vec<Row> {
        let row = |rival: Option<&Rival>| {
            let ran = rival.map_or(&self.ran, |rival| &rival.ran);
            let is_goal = rival.is_some_and(|rival| rival.is_goal);
            Row { line: self.row(rival), cost: ran.cost, end: ran.end, is_goal }
        };
        std::iter::once(None).chain(self.rivals.iter().map(Some)).map(row).collect()
    }

    fn over(&self) -> Key {
        self.link()
    }

    fn code(&self) -> String {
        Turn::code(self)
    }

    fn staged(&self) -> Option<Scenario> {
        Turn::staged(self)
    }

    fn moved_to(&self, scenario: &Scenario) -> Option<Box<dyn Game>> {
        boxed(Turn::moved_to(self, scenario))
    }
}
