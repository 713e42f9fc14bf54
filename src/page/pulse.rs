//! Whether the worker is still at work, by what is heard of it.

/// Milliseconds from one look at the worker to the next. Looks are counted and no clocks are compared: a page that slept has not
/// waited.
pub const LOOK_MS: u32 = 1_000;

/// What the worker is at, as far as the page can know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Its program is being started.
    #[default]
    Starting,
    /// It simulates, and tells its share each second.
    Simulating,
    /// It is at something that it does in one go, and tells nothing meanwhile: machines and tasks are made, or a story of the runs.
    AtOnce,
    /// It judges a question, which takes several runs in one go.
    Judging,
}

impl Stage {
    /// Looks without a word after which it is taken for dead.
    const fn patience(self) -> u32 {
        match self {
            Stage::Starting | Stage::Simulating => 8,
            Stage::AtOnce => 20,
            Stage::Judging => 60,
        }
    }
}

/// What follows from a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Alive,
    /// It is dead: a fresh worker takes its place.
    Dead,
    /// The fresh one is dead as well.
    DeadAgain,
}

/// The pulse of the worker that is at the requests which wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    stage: Stage,
    /// Looks since it was last heard.
    quiet: u32,
    /// It is the second one.
    is_fresh: bool,
}

impl Pulse {
    /// A word of it, and what it is at from now on.
    pub fn heard(&mut self, stage: Stage) {
        (self.stage, self.quiet) = (stage, 0);
    }

    /// Something was brought to its end: whatever comes next may have a fresh worker of its own.
    pub fn done(&mut self) {
        *self = Pulse { stage: self.stage, ..Pulse::default() };
    }

    pub fn look(&mut self) -> Found {
        self.quiet += 1;
        if self.quiet < self.stage.patience() { Found::Alive } else { self.died() }
    }

    /// It is dead, by its own word or by none.
    pub fn died(&mut self) -> Found {
        let found = if self.is_fresh { Found::DeadAgain } else { Found::Dead };
        *self = Pulse { is_fresh: found == Found::Dead, ..Pulse::default() };
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug)]
    enum Heard {
        Word(Stage),
        Done,
        Error,
        /// So many seconds without a word.
        Quiet(u32),
    }

    /// What is found, other than that it lives.
    fn check(heard: &[Heard], expected: &[Found]) {
        let mut pulse = Pulse::default();
        let mut found = Vec::new();
        for heard in heard {
            match *heard {
                Heard::Word(stage) => pulse.heard(stage),
                Heard::Done => pulse.done(),
                Heard::Error => found.push(pulse.died()),
                Heard::Quiet(seconds) => found.extend((0..seconds).map(|_| pulse.look())),
            }
        }
        found.retain(|&found| found != Found::Alive);
        assert_eq!(found, expected, "{heard:?}");
    }

    #[test]
    fn a_silent_worker_is_replaced_once() {
        use Heard::{Done, Error, Quiet, Word};
        check(&[Quiet(7)], &[]);
        check(&[Quiet(8)], &[Found::Dead]);
        check(&[Quiet(15)], &[Found::Dead]);
        check(&[Quiet(16)], &[Found::Dead, Found::DeadAgain]);
        check(&[Error, Error], &[Found::Dead, Found::DeadAgain]);
        check(&[Error, Quiet(8)], &[Found::Dead, Found::DeadAgain]);
        // One that speaks is alive, whichever it is; the next request has two again.
        check(&[Quiet(7), Word(Stage::Simulating), Quiet(7), Word(Stage::Simulating), Quiet(7)], &[]);
        check(&[Error, Word(Stage::Simulating), Quiet(8)], &[Found::Dead, Found::DeadAgain]);
        check(&[Error, Word(Stage::Simulating), Done, Quiet(8)], &[Found::Dead, Found::Dead]);
    }

    #[test]
    fn what_is_done_in_one_go_has_longer() {
        use Heard::{Quiet, Word};
        check(&[Word(Stage::AtOnce), Quiet(19)], &[]);
        check(&[Word(Stage::AtOnce), Quiet(20)], &[Found::Dead]);
        check(&[Word(Stage::Judging), Quiet(59)], &[]);
        check(&[Word(Stage::Judging), Quiet(60)], &[Found::Dead]);
        let told = Word(Stage::Simulating);
        check(&[told, Word(Stage::AtOnce), Quiet(10), told, Quiet(8)], &[Found::Dead]);
    }
}
