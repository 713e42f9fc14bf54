//! DualPipe-V: DualPipe folded, so that no parameter is there twice. The model goes down the line and back up, two chunks a stage;
//! in the steady part a forward pass of one chunk and a backward pass of the other are taken up together, each computing while
//! the other communicates, and towards the end the gradient is split. A stage holds `2p + 1` chunks, and the bubble of a chunk's
//! passes is `(p-1)(F&B + B - 3W)` with `F&B` the pair's time and `B` a whole backward pass (the table of DeepSeek's DualPipe, where
//! the line has `2p` parts; the steps are those of its published program, as PyTorch's pipelining has them, too). The last stage's
//! first pair is taken one after the other, which leaves a little less where the passes are unequal.

use super::{Pass, Step};

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    let after = stages - 1 - stage;
    let mut write = Write::default();
    for _ in 0..2 * after {
        write.forward(0, false);
    }
    for _ in 0..=stage {
        write.forward(0, false);
        write.forward(1, false);
    }
    for _ in 0..after {
        write.input(1);
        write.weight();
        write.forward(1, false);
    }
    for at in 0..(micro_batches + stage + 1).saturating_sub(2 * stages) {
        write.forward(0, at > 0 || after > 0);
        write.back(Pass::Backward, 1);
        write.forward(1, true);
        write.back(Pass::Backward, 0);
    }
    for _ in 0..after {
        write.back(Pass::Backward, 1);
        write.forward(1, true);
        write.back(Pass::Backward, 0);
    }
    // Of the passes that are left without a partner the second half puts its weights off: the last chunk's first at a stage of even
    // place.
    let half = stage.div_ceil(2);
    for at in 0..=stage {
        let puts_off = at > half || (at == half && !stage.is_multiple_of(2));
        write.last(1, puts_off);
        write.last(0, at >= half);
    }
    for _ in 0..after {
        write.weight();
        write.last(0, true);
    }
    for _ in 0..=stage {
        write.weight();
    }
    write.out
}

/// What is written of an order.
#[derive(Default)]
struct Write {
    out: Vec<Step>,
    /// By chunk, how many went forward and back.
    forward: [u32; 2],
    back: [u32; 2],
    /// Weight gradients put off, the oldest first, and how many of them are done.
    owed: Vec<Step>,
    paid: usize,
}

impl Write {
    fn forward(&mut self, chunk: u32, joined: bool) {
        let next = &mut self.forward[chunk as usize];
        self.out.push(Step { chunk, joined, ..Step::forward(*next) });
        *next += 1;
    }

    fn back(&mut self, pass: Pass, chunk: u32) {
        let next = &mut self.back[chunk as usize];
        self.out.push(Step { chunk, ..Step::of(pass, *next) });
        *next += 1;
    }

    fn input(&mut self, chunk: u32) {
        self.owed.push(Step { chunk, ..Step::of(Pass::Weight, self.back[chunk as usize]) });
        self.back(Pass::Input, chunk);
    }

    fn last(&mut self, chunk: u32, puts_off: bool) {
        if puts_off { self.input(chunk) } else { self.back(Pass::Backward, chunk) }
    }

    fn weight(&mut self) {
        if let Some(&step) = self.owed.get(self.paid) {
            self.out.push(step);
            self.paid += 1;
        }
    }
}
