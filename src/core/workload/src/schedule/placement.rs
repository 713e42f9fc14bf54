//! Where the model's chunks sit: the way of a micro-batch from one to the next.

/// A stage and which of its chunks, each from 0.
pub type Place = (u32, u32);

/// The way of a micro-batch through the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Once down the line.
    Line,
    /// Down the line once for each chunk, and from the last stage to the first in between.
    Around,
    /// Down the line with the first chunk, and back up with the second.
    Fold,
    /// Chunk 0 holds the model from the first stage to the last, chunk 1 from the last to the first; a micro-batch goes one way.
    BothEnds,
}

impl Placement {
    /// Where a micro-batch goes forward from here.
    pub fn after(self, (stage, chunk): Place, stages: u32, chunks: u32) -> Option<Place> {
        let down = Some((stage + 1, chunk)).filter(|&(stage, _)| stage < stages);
        let up = stage.checked_sub(1).map(|stage| (stage, chunk));
        match (self, chunk) {
            (Placement::Around, _) => down.or_else(|| Some((0, chunk + 1)).filter(|&(_, chunk)| chunk < chunks)),
            (Placement::Fold, 0) => down.or(Some((stage, 1))),
            (Placement::Fold, _) | (Placement::BothEnds, 1..) => up,
            (Placement::Line, _) | (Placement::BothEnds, 0) => down,
        }
    }

    /// Where it came from; its gradient goes there.
    pub fn before(self, (stage, chunk): Place, stages: u32) -> Option<Place> {
        let down = Some((stage + 1, chunk)).filter(|&(stage, _)| stage < stages);
        let up = stage.checked_sub(1).map(|stage| (stage, chunk));
        match (self, chunk) {
            (Placement::Around, _) => up.or_else(|| chunk.checked_sub(1).map(|chunk| (stages - 1, chunk))),
            (Placement::Fold, 1..) => down.or(Some((stage, 0))),
            (Placement::BothEnds, 1..) => down,
            (Placement::Line | Placement::Fold | Placement::BothEnds, _) => up,
        }
    }

    /// Whether a micro-batch passes a chunk at all: from both ends those of even number go down, the others up.
    pub const fn takes(self, chunk: u32, micro_batch: u32) -> bool {
        !matches!(self, Placement::BothEnds) || micro_batch % 2 == chunk
    }
}
