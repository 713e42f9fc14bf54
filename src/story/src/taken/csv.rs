//! Tables as comma-separated values (RFC 4180), in UTF-8 with its mark, by which spreadsheets know it.

/// A table that is being written.
#[derive(Clone, Debug)]
pub struct Table {
    out: String,
}

impl Table {
    /// A table with this head.
    pub fn new<'a>(head: impl IntoIterator<Item = &'a str>) -> Table {
        let mut table = Table { out: String::from("\u{feff}") };
        table.row(head);
        table
    }

    /// One row more.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        for (cell, at) in cells.into_iter().zip(0..) {
            if at > 0 {
                self.out.push(',');
            }
            self.cell(cell);
        }
        self.out.push_str("\r\n");
    }

    /// What is written so far.
    pub fn finish(self) -> String {
        self.out
    }

    fn cell(&mut self, text: &str) {
        // A spreadsheet would compute what begins so, were it a formula that came by a link.
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        if !is_formula && !text.contains([',', '"', '\n', '\r']) {
            return self.out.push_str(text);
        }
        self.out.push('"');
        if is_formula {
            self.out.push('\'');
        }
        for part in text.chars() {
            if part == '"' {
                self.out.push('"');
            }
            self.out.push(part);
        }
        self.out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[&[&str]], expected: &str) {
        let mut table = Table::new(["a", "b"]);
        for row in rows {
            table.row(row.iter().copied());
        }
        assert_eq!(table.finish(), format!("\u{feff}a,b\r\n{expected}"));
    }

    #[test]
    fn what_would_end_a_cell_is_quoted_and_nothing_is_a_formula() {
        check(&[], "");
        check(&[&["1", "two words"], &["", ""]], "1,two words\r\n,\r\n");
        check(&[&["a,b", "say \"so\""]], "\"a,b\",\"say \"\"so\"\"\"\r\n");
        check(&[&["one\ntwo", "=1+1"]], "\"one\ntwo\",\"'=1+1\"\r\n");
        check(&[&["@SUM(1)", "−3"]], "\"'@SUM(1)\",−3\r\n");
    }
}
