//! ZB-V: the model goes down the line and back up, two chunks a stage, so that the last stage's neighbour is itself and the
//! first stage has both ends. No stage holds more than `p` micro-batches, and the bubble is nothing where the three passes
//! take equally long (arXiv:2401.10241 section 6). Fewer than `2p - 1` micro-batches run in the order of as many, without
//! those that are not there.

use super::{Pass, Step};

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    let many = micro_batches.max(2 * stages - 1);
    let mut write = Write::default();
    let rest = stages - stage;
    for _ in 0..2 * rest - 1 {
        write.add(Pass::Forward, 0);
    }
    for _ in 0..stage {
        write.add(Pass::Forward, 1);
        write.add(Pass::Forward, 0);
    }
    for _ in 0..rest {
        write.add(Pass::Forward, 1);
        write.both(1);
    }
    while write.next[0][1] < write.next[0][0] || write.next[0][0] < many {
        if write.next[0][0] < many {
            write.add(Pass::Forward, 0);
        }
        write.both(0);
        write.add(Pass::Forward, 1);
        write.both(1);
    }
    for _ in 0..stage {
        write.add(Pass::Input, 0);
        write.add(Pass::Input, 1);
    }
    for _ in 0..rest {
        write.both(0);
    }
    for chunk in [1, 0] {
        while write.next[2][chunk] < write.next[1][chunk] {
            write.add(Pass::Weight, chunk);
        }
    }
    write.out.into_iter().filter(|step| step.micro_batch < micro_batches).collect()
}

/// What is written of an order, and by pass and chunk the next micro-batch.
#[derive(Default)]
struct Write {
    out: Vec<Step>,
    next: [[u32; 2]; 3],
}

impl Write {
    fn add(&mut self, pass: Pass, chunk: usize) {
        let of = match pass {
            Pass::Forward => 0,
            Pass::Backward | Pass::Input => 1,
            Pass::Weight => 2,
        };
        let next = &mut self.next[of][chunk];
        self.out.push(Step { chunk: chunk as u32, ..Step::of(pass, *next) });
        *next += 1;
    }

    /// A chunk's next input gradient and the weight gradient that has been owed longest.
    fn both(&mut self, chunk: usize) {
        self.add(Pass::Input, chunk);
        self.add(Pass::Weight, chunk);
    }
}
