//! What can be wrong with a document.

/// A fault and where it is, such as `network.nics_per_node` or `dimensions[1].size`; empty for the document itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub at: String,
    pub problem: Problem,
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Text,
    Flag,
    Whole,
    Number,
    List,
    Table,
}

/// Why a field is refused. Numbers are written out, as the range is of whole numbers or of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No such field; the nearest that there is, and all of them.
    Unknown { nearest: Option<&'static str>, known: Vec<&'static str> },
    /// It is needed.
    Missing,
    /// It is something else.
    Type { expected: Expected },
    /// It is outside its range.
    Range { value: String, least: String, most: String },
    /// It is none of these.
    Choice { value: String, known: Vec<&'static str> },
    /// A text or a list of another length.
    Length { least: usize, most: usize },
    /// A square list of lists is needed, with so many of each.
    Square { side: usize },
    /// Row and column say different numbers of links between two GPUs, or a GPU has links to itself.
    Uneven { row: usize, column: usize },
    /// More than another field says.
    Above { other: &'static str },
    /// It goes into another field without a rest.
    Divides { other: &'static str },
    /// The product with another field is too large.
    Product { other: &'static str, most: u32 },
    /// It needs another field, which is not there.
    Needs { other: &'static str },
    /// It does not go with another field that is there.
    NotWith { other: &'static str },
    /// It is none of the catalogue's.
    NoSuchGpu { value: String, nearest: Option<&'static str> },
}

/// The known name with the fewest changed letters, where that is at most a third of them.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A long name is near nothing, and would cost its square.
    if name.len() > 64 {
        return None;
    }
    let near = known.map(|known| (changes(name, known), known)).min()?;
    (near.0 * 3 <= name.len().max(near.1.len())).then_some(near.1)
}

/// Levenshtein's distance: letters added, dropped or changed (V. I. Levenshtein, 1966).
fn changes(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_has_a_nearest() {
        let known = ["nics_per_node", "gbit_per_nic", "layout"];
        let check =
            |name: &str, expected: Option<&str>| assert_eq!(nearest(name, known.into_iter()), expected, "{name}");
        check("nic_per_node", Some("nics_per_node"));
        check("lay-out", Some("layout"));
        check("gbit_per_nics", Some("gbit_per_nic"));
        check("colour", None);
        check(&"layout".repeat(100), None);
    }
}
