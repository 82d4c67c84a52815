//! The tables, in Markdown.

use std::fmt::Write;

use peers_work::{Row, WalkRow, geometric_mean};

use crate::record::{EngineRecord, Record};

/// The levels that the geometric means are over, where an engine has them.
fn is_shared(level: &str) -> bool {
    !["hall", "rooms", "ground", "terrain_500k", "soup_20k", "crowd"].contains(&level)
}

/// One engine on one level, as it is measured.
pub(crate) fn line(name: &str, row: &Row) -> String {
    let mut text = format!("{}: {name}: build {:.1} ms", row.level, row.build_ns / 1e6);
    for query in &row.queries {
        let wrong = query.early + query.late + query.missed;
        let _ = write!(text, ", {} {:.0} ns", query.name, query.ns);
        if wrong > 0 {
            let _ = write!(text, " ({wrong} wrong of {})", query.checked);
        }
    }
    for walk in &row.walks {
        let _ = write!(text, "\n    {}: {}", walk.name, of_walk(walk));
    }
    text
}

fn of_walk(walk: &WalkRow) -> String {
    let single = walk.with_candidates.map_or(String::new(), |s| {
        format!(", p50 {}, p99 {} of {} with candidates", s.p50_ns, s.p99_ns, s.moves)
    });
    format!(
        "mean {:.0} ns{single}; {} of {} ends penetrate, {} over 1 mm, deepest {:.2} mm ({:.2} padded), {} crossings, {:.0} m, {} lost{}",
        walk.mean_ns,
        walk.penetrating,
        walk.moves,
        walk.deep,
        walk.deepest_mm,
        walk.deepest_padded_mm,
        walk.crossings,
        walk.metres,
        walk.lost,
        if walk.repeats { "" } else { ", other bits in another run" },
    )
}

/// All tables.
pub(crate) fn print(record: &Record) -> String {
    let mut text = String::new();
    let shared: Vec<&str> = record
        .engines
        .iter()
        .flat_map(|e| &e.rows)
        .map(|m| m.row.level.as_str())
        .filter(|l| is_shared(l))
        .collect();
    let mut levels = shared;
    levels.sort_unstable();
    levels.dedup();
    let _ = writeln!(
        text,
        "Geometric means over {} (only engines that did all of them have a row); ns.\n",
        levels.join(", ")
    );
    let _ = writeln!(
        text,
        "| engine | date | move | p50 | p99 | ray short / long | any-hit | sphere cast | build, ms | B a triangle | wrong casts | \
         penetrating (over 1 mm) | deepest, mm | padded | crossings | m walked |"
    );
    let _ = writeln!(text, "|{}", "---|".repeat(16));
    for engine in &record.engines {
        if let Some(line) = means(engine, &levels) {
            let _ = writeln!(text, "{line}");
        }
    }
    text.push('\n');
    others(record, &mut text);
    let _ = writeln!(text, "Settings:\n");
    for engine in &record.engines {
        let _ = writeln!(
            text,
            "- {} ({}; padding {} mm, tall movers are {}s): {}",
            engine.name,
            engine.version,
            engine.padding * 1000.0,
            engine.tall,
            engine.settings
        );
    }
    text
}

fn means(engine: &EngineRecord, levels: &[&str]) -> Option<String> {
    let rows: Option<Vec<&Row>> = levels
        .iter()
        .map(|level| engine.rows.iter().map(|m| &m.row).find(|row| row.level == *level))
        .collect();
    let rows = rows.filter(|rows| !rows.is_empty())?;
    let dates = engine.rows.iter().filter(|m| is_shared(&m.row.level)).map(|m| m.date.as_str());
    let mean =
        |pick: &dyn Fn(&Row) -> f64| geometric_mean(&rows.iter().map(|row| pick(row)).collect::<Vec<_>>());
    let single = |row: &Row| row.walks[0].with_candidates.unwrap_or_default();
    let query = |i: usize| {
        let asked = rows.iter().all(|row| row.queries.len() > i);
        if asked { number(mean(&|row| row.queries[i].ns)) } else { "-".into() }
    };
    let sum = |pick: &dyn Fn(&WalkRow) -> f64| rows.iter().map(|row| pick(&row.walks[0])).sum::<f64>();
    let most =
        |pick: &dyn Fn(&WalkRow) -> f64| rows.iter().map(|row| pick(&row.walks[0])).fold(0.0, f64::max);
    let wrong: usize =
        rows.iter().flat_map(|row| row.queries.iter().skip(4)).map(|q| q.early + q.late + q.missed).sum();
    let checked: usize = rows.iter().flat_map(|row| row.queries.iter().skip(4)).map(|q| q.checked).sum();
    let bytes = rows
        .iter()
        .all(|row| row.bytes.is_some())
        .then(|| format!("{:.0}", mean(&|row| row.bytes.unwrap_or(0) as f64 / row.triangles as f64)));
    Some(format!(
        "| {} | {} | {} | {} | {} | {} / {} | {} / {} | {} / {} | {:.1} | {} | {wrong} of {checked} | {} ({}) of {} | {:.2} | {:.2} | {} | {:.0} |",
        engine.name,
        dates.min().unwrap_or("never"),
        number(mean(&|row| row.walks[0].mean_ns)),
        number(mean(&|row| single(row).p50_ns.into())),
        number(mean(&|row| single(row).p99_ns.into())),
        query(0),
        query(1),
        query(2),
        query(3),
        query(4),
        query(5),
        mean(&|row| row.build_ns) / 1e6,
        bytes.as_deref().unwrap_or("-"),
        sum(&|w| w.penetrating as f64),
        sum(&|w| w.deep as f64),
        sum(&|w| w.moves as f64),
        most(&|w| w.deepest_mm),
        most(&|w| w.deepest_padded_mm),
        sum(&|w| w.crossings as f64),
        sum(&|w| w.metres),
    ))
}

/// 1234567 as 1,234,567.
fn number(x: f64) -> String {
    let digits = format!("{x:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Made levels and the crowds: the mean cost of a move.
fn others(record: &Record, text: &mut String) {
    let mut columns: Vec<(String, String)> = Vec::new();
    for measured in record.engines.iter().flat_map(|e| &e.rows).filter(|m| !is_shared(&m.row.level)) {
        for walk in &measured.row.walks {
            let column = (measured.row.level.clone(), walk.name.clone());
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
    }
    if columns.is_empty() {
        return;
    }
    let heads: Vec<_> = columns
        .iter()
        .map(|(level, walk)| if walk == "walk" { level.clone() } else { walk.clone() })
        .collect();
    let _ = writeln!(
        text,
        "Mean cost of a move on the made levels and in the crowds, ns.\n\n| engine | {} |",
        heads.join(" | ")
    );
    let _ = writeln!(text, "|{}", "---|".repeat(heads.len() + 1));
    for engine in &record.engines {
        let cells: Vec<_> = columns
            .iter()
            .map(|(level, name)| {
                let row = engine.rows.iter().map(|m| &m.row).find(|row| row.level == *level);
                let walk = row.and_then(|row| row.walks.iter().find(|walk| walk.name == *name));
                walk.map_or("-".into(), |walk| number(walk.mean_ns))
            })
            .collect();
        let _ = writeln!(text, "| {} | {} |", engine.name, cells.join(" | "));
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_groups() {
        assert_eq!(
            ["7", "999", "1,000", "1,234,567"],
            [7.0, 999.4, 999.6, 1_234_567.0].map(number).each_ref().map(|s| s.as_str())
        );
    }
}
