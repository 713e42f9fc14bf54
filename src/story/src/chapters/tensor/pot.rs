//! One pot shared by several chefs: a small matrix product split by columns, then by rows (Shoeybi et al., 2019,
//! "Megatron-LM", section 3). Every entry is an integer, so the parts add up to the whole exactly.

use std::ops::Range;

/// A small matrix of integers, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    pub(super) rows: usize,
    pub(super) cols: usize,
    data: Vec<i64>,
}

impl Matrix {
    /// A matrix of the entries `at(row, column)`.
    pub(super) fn from_fn(rows: usize, cols: usize, at: impl Fn(usize, usize) -> i64) -> Matrix {
        let data = (0..rows * cols).map(|i| at(i / cols, i % cols)).collect();
        Matrix { rows, cols, data }
    }

    /// # Panics
    /// Where `row` or `col` is outside.
    pub(super) fn get(&self, row: usize, col: usize) -> i64 {
        assert!(row < self.rows && col < self.cols);
        self.data[row * self.cols + col]
    }

    /// The entries, row by row.
    pub(super) fn entries(&self) -> &[i64] {
        &self.data
    }

    /// The product.
    ///
    /// # Panics
    /// Where `other` has not as many rows as this has columns.
    #[must_use]
    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.cols, other.rows);
        Matrix::from_fn(self.rows, other.cols, |r, c| (0..self.cols).map(|k| self.get(r, k) * other.get(k, c)).sum())
    }

    /// Negative entries become zero: the step between the two products that works entry by entry.
    #[must_use]
    pub(super) fn rectified(&self) -> Matrix {
        Matrix::from_fn(self.rows, self.cols, |r, c| self.get(r, c).max(0))
    }

    fn columns(&self, range: &Range<usize>) -> Matrix {
        Matrix::from_fn(self.rows, range.len(), |r, c| self.get(r, range.start + c))
    }

    fn rows(&self, range: &Range<usize>) -> Matrix {
        Matrix::from_fn(range.len(), self.cols, |r, c| self.get(range.start + r, c))
    }
}

/// What one chef has and makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// The spices: columns of A, and the same rows of B.
    pub(super) spices: Range<usize>,
    /// Its columns of A.
    pub(super) a: Matrix,
    /// X · its columns, rectified: complete by itself.
    pub(super) y: Matrix,
    /// Its rows of B.
    pub(super) b: Matrix,
    /// y · b: a part of every entry of the dish.
    pub(super) partial: Matrix,
}

/// The dish Z = max(0, X·A)·B, whole and in shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pot {
    pub(super) x: Matrix,
    pub(super) a: Matrix,
    /// X · A, before the sieve.
    pub(super) raw: Matrix,
    pub(super) y: Matrix,
    pub(super) b: Matrix,
    pub(super) z: Matrix,
    pub(super) shares: Vec<Share>,
}

/// Chosen so that no chef's part of the first entry is zero or alike another's, however many share the pot, and that the
/// rectifier cuts something off.
const X: [[i64; 3]; 2] = [[2, 1, 3], [1, 4, 2]];
const A: [[i64; Pot::SPICES]; 3] = [[-2, 2, 2, -2, 2, -1, 3, 1], [0, -2, 0, 0, 1, 2, 1, 0], [2, 1, 2, 2, 1, 2, 0, 3]];
const B: [[i64; 2]; Pot::SPICES] = [[2, -1], [1, 3], [-1, -1], [3, -1], [3, 2], [-2, 1], [1, 2], [1, 2]];

impl Pot {
    /// Columns of A on the spice rack.
    pub(super) const SPICES: usize = 8;
    /// Entries of the dish Z.
    pub(super) const ENTRIES: u32 = 4;

    /// The dish shared by `ways` chefs (1 to 8; others are clamped): columns of A first, then rows of B.
    pub(super) fn new(ways: usize) -> Pot {
        let ways = ways.clamp(1, Pot::SPICES);
        let x = Matrix::from_fn(2, 3, |r, c| X[r][c]);
        let a = Matrix::from_fn(3, Pot::SPICES, |r, c| A[r][c]);
        let b = Matrix::from_fn(Pot::SPICES, 2, |r, c| B[r][c]);
        let raw = x.times(&a);
        let y = raw.rectified();
        let z = y.times(&b);
        let shares = (0..ways)
            .map(|chef| {
                let spices = chef * Pot::SPICES / ways..(chef + 1) * Pot::SPICES / ways;
                let (own_a, own_b) = (a.columns(&spices), b.rows(&spices));
                let own_y = x.times(&own_a).rectified();
                let partial = own_y.times(&own_b);
                Share { spices, a: own_a, y: own_y, b: own_b, partial }
            })
            .collect();
        Pot { x, a, raw, y, b, z, shares }
    }

    /// What would happen if A were cut by rows between two chefs: their parts of the first entry of X · A that the sieve lets
    /// through otherwise in parts than whole.
    pub(super) fn cut_by_rows(&self) -> Option<[i64; 2]> {
        let half = self.a.rows.div_ceil(2);
        let part = |row: usize, col: usize, rows: Range<usize>| -> i64 {
            rows.map(|k| self.x.get(row, k) * self.a.get(k, col)).sum()
        };
        let entries = (0..self.raw.rows).flat_map(|row| (0..self.raw.cols).map(move |col| (row, col)));
        let parts = entries.map(|(row, col)| [part(row, col, 0..half), part(row, col, half..self.a.rows)]);
        parts.into_iter().find(|[first, second]| first.max(&0) + second.max(&0) != (first + second).max(0))
    }

    /// What chef `rank`'s slip says in place `chunk`: its part of the dish's entries, over and over where a meeting cuts
    /// the dish into more chunks than it has entries.
    pub(super) fn slip(&self, rank: usize, chunk: u32) -> i64 {
        let entries = self.z.entries().len();
        self.shares.get(rank).map_or(0, |share| share.partial.entries()[chunk as usize % entries])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ways: usize, expected_chefs: usize) {
        let pot = Pot::new(ways);
        assert_eq!(pot.shares.len(), expected_chefs);
        let sum = Matrix::from_fn(pot.z.rows, pot.z.cols, |r, c| {
            pot.shares.iter().map(|share| share.partial.get(r, c)).sum()
        });
        assert_eq!(sum, pot.z, "{ways} partial sums meet in the dish");
        let own: usize = pot.shares.iter().map(|share| share.spices.len()).sum();
        assert_eq!(own, Pot::SPICES, "each spice has one chef");
        for share in &pot.shares {
            assert_eq!(share.y, pot.y.columns(&share.spices), "a chef's own columns are complete without asking");
        }
    }

    #[test]
    fn the_shares_add_up_to_the_whole() {
        check(1, 1);
        check(2, 2);
        check(3, 3);
        check(4, 4);
        check(8, 8);
        check(0, 1);
        check(99, 8);
    }

    #[test]
    fn the_product_is_the_one_done_by_hand() {
        let a = Matrix::from_fn(2, 2, |r, c| [[1, 2], [3, 4]][r][c]);
        assert_eq!(a.times(&a).entries(), [7, 10, 15, 22]);
        assert_eq!(Matrix::from_fn(1, 2, |_, c| [-3, 3][c]).rectified().entries(), [0, 3]);
    }

    #[test]
    fn no_chef_could_do_without_the_others() {
        for ways in [2, 4, 8] {
            let pot = Pot::new(ways);
            let firsts: Vec<i64> = pot.shares.iter().map(|share| share.partial.get(0, 0)).collect();
            for (chef, first) in firsts.iter().enumerate() {
                assert!(
                    *first != 0 && *first != pot.z.get(0, 0) && !firsts[..chef].contains(first),
                    "{ways}: {firsts:?}"
                );
            }
        }
        assert!(Pot::new(2).y.entries().contains(&0), "zero cuts something off");
        assert_eq!(Pot::new(2).z.entries(), [35, 59, 20, 45]);
    }

    #[test]
    fn a_sum_must_be_whole_before_the_sieve() {
        let pot = Pot::new(2);
        let [first, second] = pot.cut_by_rows().expect("an entry whose parts differ in sign");
        assert_ne!(first.max(0) + second.max(0), (first + second).max(0));
        assert!(pot.raw.entries().contains(&(first + second)));
        assert_eq!(pot.raw.rectified(), pot.y);
    }

    #[test]
    fn slips_repeat_the_dish() {
        let pot = Pot::new(2);
        assert_eq!(pot.slip(1, 5), pot.shares[1].partial.entries()[1]);
        assert_eq!(pot.slip(7, 0), 0);
    }
}
