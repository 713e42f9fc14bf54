//! How much work a file may be, so that none keeps a command busy for minutes. Counted, not timed: the same file is treated
//! alike on every machine.

use kitchen_text::{Line, msg};

/// The most work of a file: the measured rows that the project keeps need a tenth of it.
const LIMIT: u64 = 60_000_000;
/// What a GPU costs that a row looks at: its place in the cluster, its ways, its ring.
const A_GPU: u64 = 20;
/// What is counted for a row that the simulator gave up on.
const GIVEN_UP: u64 = 3_000_000;

/// Work done so far.
#[derive(Debug, Default)]
pub(super) struct Budget(u64);

impl Budget {
    /// Counts a row on so many GPUs before it is looked at.
    ///
    /// # Errors
    /// A sentence where the rows before it were all that a file may be.
    pub(super) fn begin(&mut self, gpus: u32) -> Result<(), Line> {
        if self.0 > LIMIT {
            let whole = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
            return Err(Line::from(msg::ValidateEnough { work: whole(self.0), limit: whole(LIMIT) }));
        }
        self.0 += A_GPU * u64::from(gpus);
        Ok(())
    }

    /// Counts what a row took, in tasks; none where it was given up.
    pub(super) fn end(&mut self, tasks: Option<u64>) {
        self.0 += tasks.unwrap_or(GIVEN_UP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many rows of so many GPUs and tasks are looked at before the file is too much.
    fn check(gpus: u32, tasks: Option<u64>, expected: u64) {
        let mut budget = Budget::default();
        let mut rows = 0_u64;
        while budget.begin(gpus).is_ok() {
            budget.end(tasks);
            rows += 1;
        }
        assert_eq!(rows, expected, "{gpus} GPUs, {tasks:?} tasks");
    }

    #[test]
    fn a_file_is_so_much_work_and_no_more() {
        check(8, None, 20);
        check(50_000, Some(0), 61);
        check(0, Some(LIMIT / 100), 101);
        check(8, Some(1_000), LIMIT / 1_160 + 1);
    }
}
