//! What is known of the one-layer model without taking a step: its loss is a quadratic, whose Hessian tells how far a step may
//! go. Computed from the data alone, not by the tape, so that each checks the other.

use super::model::{BIAS, Dataset, Model};

const N: usize = 3;
type Matrix = [[f64; N]; N];

/// The quadratic `loss(w) = floor + ½ (w − best)ᵀ H (w − best)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Curvature {
    /// `H = 2/n Σ inputs inputsᵀ`.
    pub hessian: Matrix,
    /// The Hessian's eigenvalues, the smallest first; all above zero.
    pub eigenvalues: [f64; N],
    /// The direction of each, of length one: along the last the surface is steepest, along the first it is flattest.
    pub directions: Matrix,
    /// The parameters of the least loss.
    pub best: [f64; N],
    /// The least loss: not zero, for no parameters fit all samples.
    pub floor: f64,
    /// The largest squared length of one sample's inputs.
    longest: f64,
}

impl Curvature {
    pub fn of(dataset: Dataset) -> Curvature {
        let samples = dataset.samples();
        let scale = 2.0 / samples.len() as f64;
        let (mut hessian, mut right) = ([[0.0; N]; N], [0.0; N]);
        let mut longest: f64 = 0.0;
        for sample in samples {
            for (i, a) in sample.inputs.into_iter().enumerate() {
                right[i] += scale * a * (sample.target - BIAS);
                for (j, b) in sample.inputs.into_iter().enumerate() {
                    hessian[i][j] += scale * a * b;
                }
            }
            longest = longest.max(dot(&sample.inputs, &sample.inputs));
        }
        let (eigenvalues, directions) = eigen(hessian);
        let mut best = [0.0; N];
        for (value, direction) in eigenvalues.iter().zip(&directions) {
            let along = dot(direction, &right) / value;
            for (to, part) in best.iter_mut().zip(direction) {
                *to += along * part;
            }
        }
        let floor = Model::OneLayer.loss(&best, dataset);
        Curvature { hessian, eigenvalues, directions, best, floor, longest }
    }

    /// The learning rate from which steps of all samples together diverge: `2 (1 + momentum) / λ_max`
    /// (Polyak, "Some methods of speeding up the convergence of iteration methods", 1964; 2/λ_max without momentum).
    pub fn largest_stable_rate(&self, momentum: f64) -> f64 {
        2.0 * (1.0 + momentum) / self.eigenvalues[N - 1]
    }

    /// The learning rate up to which no step for one sample, without momentum, leaves that sample's error larger than it was:
    /// `2 / (2 |inputs|²)` of the one whose inputs are the longest.
    pub fn largest_rate_for_one(&self) -> f64 {
        1.0 / self.longest
    }

    /// `λ_max / λ_min`: how many times steeper the valley's walls are than its floor.
    pub fn condition(&self) -> f64 {
        self.eigenvalues[N - 1] / self.eigenvalues[0]
    }
}

fn dot(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// Eigenvalues, the smallest first, and eigenvectors of a symmetric matrix, by Jacobi's rotations (Golub and Van Loan, "Matrix
/// Computations", 8.5): sums, products, quotients and square roots alone.
fn eigen(mut a: Matrix) -> ([f64; N], Matrix) {
    let mut vectors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    // Convergence is quadratic: three sweeps are mostly enough.
    for _ in 0..10 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let sign = if theta < 0.0 { -1.0 } else { 1.0 };
            let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sine = tangent * cosine;
            for row in &mut a {
                (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
            }
            turn(&mut a, [p, q], cosine, sine);
            turn(&mut vectors, [p, q], cosine, sine);
            // Zero but for rounding: said to be, so that the sweeps end.
            (a[p][q], a[q][p]) = (0.0, 0.0);
        }
    }
    let mut order = [0, 1, 2];
    kitchen_units::order::sort_by(&mut order, |&i, &j| a[i][i].total_cmp(&a[j][j]));
    (order.map(|at| a[at][at]), order.map(|at| vectors[at]))
}

/// Turns two rows into each other.
fn turn(rows: &mut Matrix, [p, q]: [usize; 2], cosine: f64, sine: f64) {
    let (from, to) = (rows[p], rows[q]);
    rows[p] = [0, 1, 2].map(|k| cosine * from[k] - sine * to[k]);
    rows[q] = [0, 1, 2].map(|k| sine * from[k] + cosine * to[k]);
}
