//! What a GPU's memory holds at every instant: allocations that tasks make and free, and the timeline that follows from them.

use kitchen_hardware::Gpu;
use kitchen_task::{GpuId, TaskId};
use kitchen_trace::Trace;
use kitchen_units::{Bytes, Time};

/// What an allocation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryKind {
    Weights,
    Optimizer,
    Gradients,
    /// What forward keeps for backward, and what a block that is being computed needs.
    Activations,
    /// Temporary: a gathered block, gradients not yet reduced, state brought from the host.
    Buffers,
    /// The context, libraries, fragments.
    Reserved,
}

impl MemoryKind {
    /// In the order of [`Contents`]' fields.
    pub const ALL: [MemoryKind; 6] = [
        MemoryKind::Weights,
        MemoryKind::Optimizer,
        MemoryKind::Gradients,
        MemoryKind::Activations,
        MemoryKind::Buffers,
        MemoryKind::Reserved,
    ];
}

/// When an allocation begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// From the first to the last instant.
    Always,
    Start(TaskId),
    End(TaskId),
}

/// Bytes in a GPU's memory from one edge to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    pub gpu: GpuId,
    pub what: MemoryKind,
    pub bytes: Bytes,
    pub from: Edge,
    pub to: Edge,
}

/// Bytes by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub weights: u64,
    pub optimizer: u64,
    pub gradients: u64,
    pub activations: u64,
    pub buffers: u64,
    pub reserved: u64,
}

impl Contents {
    /// The parts in the order of [`MemoryKind::ALL`].
    pub fn parts(&self) -> [u64; 6] {
        [self.weights, self.optimizer, self.gradients, self.activations, self.buffers, self.reserved]
    }

    /// All of it.
    pub fn total(&self) -> Bytes {
        Bytes(self.parts().iter().sum())
    }

    /// All but what is reserved: what the work itself allocated.
    pub fn held(&self) -> Bytes {
        Bytes(self.total().0 - self.reserved)
    }

    /// Whether it fits in that GPU's memory.
    pub fn fit(&self, gpu: &Gpu) -> bool {
        self.total() <= gpu.hbm
    }

    /// Bytes that do not fit.
    pub fn over(&self, gpu: &Gpu) -> Bytes {
        Bytes(self.total().0.saturating_sub(gpu.hbm.0))
    }

    fn part(&mut self, what: MemoryKind) -> &mut u64 {
        match what {
            MemoryKind::Weights => &mut self.weights,
            MemoryKind::Optimizer => &mut self.optimizer,
            MemoryKind::Gradients => &mut self.gradients,
            MemoryKind::Activations => &mut self.activations,
            MemoryKind::Buffers => &mut self.buffers,
            MemoryKind::Reserved => &mut self.reserved,
        }
    }
}

/// What one GPU's memory holds from each instant on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryTimeline {
    /// In order of time, each instant once, the first at zero.
    pub steps: Vec<(Time, Contents)>,
}

impl MemoryTimeline {
    /// From the allocations of `gpu`, with its tasks' times from the trace. At each instant frees come before allocations.
    pub fn of(allocations: &[Allocation], trace: &Trace, gpu: GpuId) -> MemoryTimeline {
        let at = |edge: Edge, always: Time| match edge {
            Edge::Always => always,
            Edge::Start(task) => trace.start.get(task as usize).copied().unwrap_or(always),
            Edge::End(task) => trace.end.get(task as usize).copied().unwrap_or(always),
        };
        // At each instant frees come first.
        let mut changes: Vec<(Time, bool, usize)> = Vec::new();
        for (place, allocation) in allocations.iter().enumerate().filter(|(_, allocation)| allocation.gpu == gpu) {
            let (from, to) = (at(allocation.from, Time::ZERO), at(allocation.to, Time::MAX));
            if from < to {
                changes.push((from, true, place));
                changes.push((to, false, place));
            }
        }
        kitchen_units::order::sort(&mut changes);
        let mut steps = vec![(Time::ZERO, Contents::default())];
        let mut now = Contents::default();
        for (time, comes, place) in changes {
            if time == Time::MAX {
                break;
            }
            let part = now.part(allocations[place].what);
            *part = if comes {
                *part + allocations[place].bytes.0
            } else {
                part.saturating_sub(allocations[place].bytes.0)
            };
            match steps.last_mut() {
                Some(last) if last.0 == time => last.1 = now,
                _ => steps.push((time, now)),
            }
        }
        MemoryTimeline { steps }
    }

    /// What is there at `t`.
    pub fn at(&self, t: Time) -> Contents {
        let next = self.steps.partition_point(|step| step.0 <= t);
        self.steps.get(next.saturating_sub(1)).map_or_else(Contents::default, |step| step.1)
    }

    /// The peak between two instants (the second not included): the first instant at which the most is held, and what is held then.
    pub fn peak(&self, from: Time, to: Time) -> (Time, Contents) {
        let mut best = (from, self.at(from));
        for &(time, contents) in self.steps.iter().filter(|step| step.0 >= from && step.0 < to) {
            if contents.total() > best.1.total() {
                best = (time, contents);
            }
        }
        best
    }

    /// The first instant at which more is held than fits in the GPU's memory.
    pub fn overflows(&self, gpu: &Gpu) -> Option<Time> {
        self.steps.iter().find(|step| !step.1.fit(gpu)).map(|step| step.0)
    }
}
