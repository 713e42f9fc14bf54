//! DualPipe: half of the micro-batches enter at either end of the line, so every stage holds the parameters of two (its own
//! and its mirror's). In the steady part a forward and a backward pass of opposite directions are taken up together, each
//! computing while the other communicates; towards the ends the gradient is split. A stage holds `p + 1` micro-batches; the
//! bubble is `(p/2-1)(F&B + B - 3W)` with `F&B` the pair's time and `B` a whole backward pass (arXiv:2412.19437 section 3.2.1
//! and table 2; the order is read off its figure 5).

use super::{Pass, Step};

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    let half = stages / 2;
    // How far the stage is from its end of the line, and from the middle.
    let far = stage.min(stages - 1 - stage);
    let inner = half - far - 1;
    let mut write = Write { mirrored: u32::from(stage >= half), ..Write::default() };
    for _ in 0..2 * inner {
        write.forward(0, false);
    }
    for _ in 0..=far {
        write.forward(0, false);
        write.forward(1, false);
    }
    for _ in 0..inner {
        write.input(1);
        write.weight();
        write.forward(1, false);
    }
    for _ in 0..(micro_batches / 2 + far + 1).saturating_sub(stages) {
        write.forward(0, true);
        write.backward(1);
        write.forward(1, true);
        write.backward(0);
    }
    for _ in 0..inner {
        write.backward(1);
        write.forward(1, true);
        write.backward(0);
    }
    // The second half of what is left has its weight gradients put off, for either direction from the middle on.
    let mut puts_off = false;
    for at in 0..=far {
        let middle = at == far.div_ceil(2);
        puts_off |= middle && far % 2 == 1;
        write.last(1, puts_off);
        puts_off |= middle && far.is_multiple_of(2);
        write.last(0, puts_off);
    }
    for _ in 0..inner {
        write.weight();
        write.input(0);
    }
    for _ in 0..=far {
        write.weight();
    }
    write.out
}

/// What is written of an order; directions are as a stage of the first half sees them.
#[derive(Default)]
struct Write {
    out: Vec<Step>,
    mirrored: u32,
    /// By direction, how many went forward and back.
    forward: [u32; 2],
    back: [u32; 2],
    /// Weight gradients put off, the oldest first, and how many of them are done.
    owed: Vec<Step>,
    paid: usize,
}

impl Write {
    fn forward(&mut self, direction: u32, joined: bool) {
        let chunk = direction ^ self.mirrored;
        let next = &mut self.forward[chunk as usize];
        self.out.push(Step { chunk, joined, ..Step::forward(2 * *next + chunk) });
        *next += 1;
    }

    fn next_back(&mut self, pass: Pass, direction: u32) -> Step {
        let chunk = direction ^ self.mirrored;
        let next = &mut self.back[chunk as usize];
        *next += 1;
        Step { chunk, ..Step::of(pass, 2 * (*next - 1) + chunk) }
    }

    fn backward(&mut self, direction: u32) {
        let step = self.next_back(Pass::Backward, direction);
        self.out.push(step);
    }

    fn input(&mut self, direction: u32) {
        let step = self.next_back(Pass::Input, direction);
        self.out.push(step);
        self.owed.push(Step { pass: Pass::Weight, ..step });
    }

    fn last(&mut self, direction: u32, puts_off: bool) {
        if puts_off { self.input(direction) } else { self.backward(direction) }
    }

    fn weight(&mut self) {
        if let Some(&step) = self.owed.get(self.paid) {
            self.out.push(step);
            self.paid += 1;
        }
    }
}
