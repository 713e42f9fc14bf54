//! Places in a grid of ranks: a number with one digit a dimension, the first dimension's the lowest.

use crate::plans::hierarchical::Dimension;

/// The ranks in their grid.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a> {
    /// By place.
    pub(super) ranks: &'a [u32],
    pub(super) dims: &'a [Dimension],
}

impl<'a> Grid<'a> {
    pub(super) fn len(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// How far apart neighbours in a dimension are.
    pub(super) fn stride(&self, dim: usize) -> u32 {
        self.dims[..dim].iter().map(|dim| dim.size).product()
    }

    /// Where a place stands in a dimension.
    pub(super) fn digit(&self, at: u32, dim: usize) -> u32 {
        at / self.stride(dim) % self.dims[dim].size
    }

    /// The place that stands elsewhere in a dimension.
    pub(super) fn turned(&self, at: u32, dim: usize, digit: u32) -> u32 {
        let stride = self.stride(dim);
        at - self.digit(at, dim) * stride + digit * stride
    }

    /// The first place of each line of a dimension.
    pub(super) fn lines(self, dim: usize) -> impl Iterator<Item = u32> + 'a {
        (0..self.len()).filter(move |&at| self.digit(at, dim) == 0)
    }
}
