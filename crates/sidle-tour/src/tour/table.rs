//! The table in the terminal.

use super::exhibit::{Check, Exhibit};

/// Returns the table. It has one row per run with its tightest check, and one row per failed check.
/// With `all`, it has a row per check.
pub(crate) fn table(exhibits: &[Exhibit], all: bool) -> String {
    let heads = ["scene", "run", "quantity", "expected", "result", "error", "tolerance", "ns/move", ""];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for exhibit in exhibits {
        let mut station = exhibit.id;
        for row in &exhibit.rows {
            let tightest = row.checks.iter().max_by(|a, b| a.strain().total_cmp(&b.strain()));
            let is_shown =
                |check: &&Check| all || !check.holds() || tightest.is_some_and(|t| std::ptr::eq(t, *check));
            for check in row.checks.iter().filter(is_shown) {
                rows.push(vec![
                    station.to_owned(),
                    row.label.clone(),
                    check.what.clone(),
                    number(check.expected),
                    number(check.came_out),
                    small(check.error()),
                    small(check.tolerance),
                    format!("{:.0}", row.ns),
                    if check.holds() { "ok" } else { "FAIL" }.to_owned(),
                ]);
                station = "";
            }
        }
    }
    aligned(&rows)
}

/// Aligns columns to equal widths, with numbers on the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if (3..8).contains(&column) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Formats a length or angle to a hundredth of a millimetre.
pub(crate) fn number(x: f64) -> String {
    if x == 0.0 { "0".to_owned() } else { format!("{x:.5}") }
}

/// Formats an error or a tolerance by its order of magnitude.
pub(crate) fn small(x: f64) -> String {
    if x == 0.0 { "0".to_owned() } else { format!("{x:.1e}") }
}
