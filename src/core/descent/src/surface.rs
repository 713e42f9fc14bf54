//! The loss over two of the parameters, for a picture.

use super::model::{Dataset, Model};
use super::{DescentError, MAX_PARAMETER};

/// The most columns, and the most rows.
pub const MAX_SIZE: usize = 256;

/// A grid of losses; the path on it are the steps' own numbers of the two parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// The parameters along x and y.
    pub axes: [usize; 2],
    /// Least and greatest value along each axis; both are on the grid.
    pub window: [[f64; 2]; 2],
    /// Columns and rows.
    pub size: [usize; 2],
    /// Row by row, the least y first.
    pub loss: Vec<f64>,
}

impl Surface {
    /// The loss of a dataset where two parameters vary and the others stay as in `parameters`.
    ///
    /// O(columns × rows).
    ///
    /// # Errors
    /// An axis is no parameter or taken twice, the window is empty or beyond [`MAX_PARAMETER`], the grid is smaller than 2 × 2 or larger
    /// than [`MAX_SIZE`].
    pub fn of(
        model: Model,
        dataset: Dataset,
        parameters: &[f64],
        axes: [usize; 2],
        window: [[f64; 2]; 2],
        size: [usize; 2],
    ) -> Result<Surface, DescentError> {
        model.check(parameters)?;
        let count = parameters.len();
        if axes[0] == axes[1] || axes.iter().any(|axis| *axis >= count) {
            return Err(DescentError::range("axes", 1.0, count as f64));
        }
        if window.iter().any(|[low, high]| !(-MAX_PARAMETER <= *low && low < high && *high <= MAX_PARAMETER)) {
            return Err(DescentError::range("window", -MAX_PARAMETER, MAX_PARAMETER));
        }
        if size.iter().any(|size| !(2..=MAX_SIZE).contains(size)) {
            return Err(DescentError::range("size", 2.0, MAX_SIZE as f64));
        }
        let mut at = parameters.to_vec();
        let mut loss = Vec::with_capacity(size[0] * size[1]);
        let place = |axis: usize, index: usize| {
            let [low, high] = window[axis];
            low + (high - low) * index as f64 / (size[axis] - 1) as f64
        };
        for row in 0..size[1] {
            at[axes[1]] = place(1, row);
            for column in 0..size[0] {
                at[axes[0]] = place(0, column);
                loss.push(model.loss(&at, dataset));
            }
        }
        Ok(Surface { axes, window, size, loss })
    }

    pub fn at(&self, column: usize, row: usize) -> f64 {
        self.loss[row * self.size[0] + column]
    }
}
