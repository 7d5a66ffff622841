//! Columns under each other.

use super::styled::Styled;

/// Blanks between two columns.
const GAP: usize = 2;
/// Blanks before the first.
const INDENT: usize = 2;

/// Rows of cells; columns as wide as their widest cell, empty ones left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<Styled>>,
    right: Vec<usize>,
}

impl Table {
    /// A table whose columns of these numbers are flush right.
    pub(super) fn new(right: &[usize]) -> Table {
        Table { rows: Vec::new(), right: right.to_vec() }
    }

    /// Adds a row; rows may differ in length.
    pub(super) fn row(&mut self, cells: Vec<Styled>) {
        self.rows.push(cells);
    }

    /// Lays it out, one line for each row, without blanks at the end of lines.
    pub(super) fn lay_out(self) -> Styled {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width_of = |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(Styled::width).max();
        let widths: Vec<usize> = (0..columns).map(|column| width_of(column).unwrap_or(0)).collect();
        let mut out = Styled::new();
        for row in self.rows {
            let mut pending = INDENT;
            for (column, cell) in row.into_iter().enumerate() {
                let (width, used) = (widths[column], cell.width());
                if width == 0 {
                    continue;
                }
                let (before, after) = if self.right.contains(&column) { (width - used, 0) } else { (0, width - used) };
                if used > 0 {
                    out.blanks(pending + before).append(cell);
                    pending = 0;
                } else {
                    pending += before;
                }
                pending += after + GAP;
            }
            out.end_line();
        }
        out
    }
}
