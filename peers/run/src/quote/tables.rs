//! The tables, as Markdown.

use std::collections::BTreeSet;

use super::{Engine, Record, Row, SHARED, Walk, geometric_mean, number, single, table};

/// Returns day, machine, compilers, the number of runs of each engine, and the load of the machine.
pub(crate) fn facts(record: &Record) -> String {
    let all = || record.engines.iter().flat_map(|engine| &engine.rows);
    let days: BTreeSet<&str> = all().map(|row| row.date.as_str()).collect();
    let days = match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(day), _) => (*day).to_owned(),
        _ => "never".to_owned(),
    };
    let mut text = format!("Measured {days}");
    let machines = record.machines();
    let first: Vec<&str> = machines.first().into_iter().flat_map(|machine| machine.split(", ")).collect();
    text += &format!(" on {}", first.join(", "));
    // Only the differences, and equal ones once: the README has little room.
    let mut others: Vec<(String, Vec<String>)> = Vec::new();
    for (i, machine) in machines.iter().enumerate().skip(1) {
        let other: Vec<&str> = machine.split(", ").filter(|part| !first.contains(part)).collect();
        let (other, number) = (other.join(", "), (i + 1).to_string());
        match others.iter_mut().find(|(known, _)| *known == other) {
            Some((_, numbers)) => numbers.push(number),
            None => others.push((other, vec![number])),
        }
    }
    for (other, numbers) in others {
        text += &format!("; marked [{}]: on {other}", numbers.join(", "));
    }
    let own = record.engines.iter().filter(|engine| engine.key == "sidle").flat_map(|engine| &engine.rows);
    let commits: BTreeSet<&str> = own.map(|row| row.version.as_str()).collect();
    text += &format!("; sidle at {}.", commits.into_iter().collect::<Vec<_>>().join(" and "));
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (engine, rows) in ranked(record) {
        let often = rounds(&rows);
        match groups.iter_mut().find(|(group, _)| *group == often) {
            Some((_, names)) => names.push(&engine.name),
            None => groups.push((often, vec![&engine.name])),
        }
    }
    let groups: Vec<String> =
        groups.iter().map(|(n, names)| format!("{n} for {}", names.join(", "))).collect();
    text += &format!(" Medians of runs: {}.", groups.join("; "));
    let load = all().map(|row| row.load).fold(0.0, f64::max);
    if load > 2.0 {
        text += &format!(
            " Other programs ran too (load up to {load:.1}): figures are higher than on a quiet machine."
        );
    }
    text + "\n"
}

/// Returns the cells with the times of queries `i` and `i + 1` on the shared levels.
fn queries(rows: &[&Row], i: usize) -> String {
    let mean = |i: usize| {
        let asked = rows.iter().all(|row| row.queries.len() > i);
        asked.then(|| number(geometric_mean(rows, |row| row.queries[i].ns)))
    };
    mean(i).zip(mean(i + 1)).map_or("-".into(), |(short, long)| format!("{short} / {long}"))
}

fn bytes(rows: &[&Row]) -> String {
    let known = rows.iter().all(|row| row.bytes.is_some());
    let mean = || geometric_mean(rows, |row| row.bytes.unwrap_or(0) as f64 / row.triangles as f64);
    if known { format!("{:.0}", mean()) } else { "-".into() }
}

pub(super) fn walk_times(rows: &[&Row]) -> [String; 3] {
    [
        number(geometric_mean(rows, |row| row.walks[0].mean_ns)),
        number(geometric_mean(rows, |row| single(row).p50_ns)),
        number(geometric_mean(rows, |row| single(row).p99_ns)),
    ]
}

pub(super) fn build(rows: &[&Row]) -> String {
    format!("{:.1}", geometric_mean(rows, |row| row.build_ns) / 1e6)
}

pub(super) fn sum(rows: &[&Row], pick: impl Fn(&Walk) -> f64) -> f64 {
    rows.iter().map(|row| pick(&row.walks[0])).sum()
}

pub(super) fn most(rows: &[&Row], pick: impl Fn(&Walk) -> f64) -> f64 {
    rows.iter().map(|row| pick(&row.walks[0])).fold(0.0, f64::max)
}

/// Returns the engines that finished all shared levels, sorted by the cost of a move.
fn ranked(record: &Record) -> Vec<(&Engine, Vec<&Row>)> {
    let mut engines: Vec<_> = record.engines.iter().filter_map(|e| Some((e, e.shared()?))).collect();
    let cost = |rows: &[&Row]| geometric_mean(rows, |row| row.walks[0].mean_ns);
    engines.sort_by(|a, b| cost(&a.1).total_cmp(&cost(&b.1)));
    engines
}

/// Returns all engines: first the ranked ones, then those that skipped a level.
fn in_order(record: &Record) -> Vec<&Engine> {
    let ranked = ranked(record).into_iter().map(|(engine, _)| engine);
    ranked.chain(record.engines.iter().filter(|engine| engine.shared().is_none())).collect()
}

/// Returns the table of the README.
pub(crate) fn short(record: &Record) -> String {
    let heads = [
        "engine",
        "move, ns",
        "p50",
        "p99",
        "ends that penetrate",
        "deepest, mm",
        "ray, short / long",
        "sphere cast, short / long",
        "capsule cast, short / long",
        "bytes a triangle",
        "build, ms",
    ];
    let lines: Vec<_> = ranked(record)
        .into_iter()
        .map(|(engine, rows)| {
            let [mean, p50, p99] = walk_times(&rows);
            let ends = share_of(sum(&rows, |w| w.penetrating as f64), sum(&rows, |w| w.moves as f64));
            let deepest = format!("{:.2}", most(&rows, |w| w.deepest_mm));
            let (rays, casts) = (queries(&rows, 0), queries(&rows, 4));
            let name = record.label(engine, &rows);
            let capsules = queries(&rows, 6);
            vec![name, mean, p50, p99, ends, deepest, rays, casts, capsules, bytes(&rows), build(&rows)]
        })
        .collect();
    table(&heads.map(String::from), &lines)
}

/// Formats a share as "0", or as a percentage with two significant digits.
fn share_of(part: f64, whole: f64) -> String {
    let percent = 100.0 * part / whole;
    match percent {
        0.0 => "0".into(),
        _ if percent < 0.01 => "< 0.01 %".into(),
        _ if percent < 1.0 => format!("{percent:.2} %"),
        _ if percent < 10.0 => format!("{percent:.1} %"),
        _ => format!("{percent:.0} %"),
    }
}

/// Returns the table of times over the shared levels.
pub(crate) fn means(record: &Record) -> String {
    let heads = [
        "engine",
        "date",
        "rounds",
        "load",
        "move",
        "p50",
        "p99",
        "ray, short / long",
        "any-hit, short / long",
        "sphere cast, short / long",
        "capsule cast, short / long",
        "build, ms",
        "bytes a triangle",
    ];
    let lines: Vec<_> = ranked(record)
        .into_iter()
        .map(|(engine, rows)| {
            let date = rows.iter().map(|row| row.date.as_str()).min().unwrap_or("never");
            let mut cells = vec![record.label(engine, &rows), date.to_owned(), rounds(&rows), load(&rows)];
            cells.extend(walk_times(&rows));
            cells.extend([0, 2, 4, 6].map(|i| queries(&rows, i)));
            cells.extend([build(&rows), bytes(&rows)]);
            cells
        })
        .collect();
    table(&heads.map(String::from), &lines)
}

/// Formats the number of runs: "3", or "1 (1/10)" for a tenth of the work.
pub(super) fn rounds(rows: &[&Row]) -> String {
    let fewest = rows.iter().map(|row| row.rounds).min().unwrap_or(0);
    match rows.iter().map(|row| row.share).max() {
        Some(share) if share > 1 => format!("{fewest} (1/{share})"),
        _ => fewest.to_string(),
    }
}

/// Returns the highest load average while the engine was measured.
pub(super) fn load(rows: &[&Row]) -> String {
    format!("{:.1}", rows.iter().map(|row| row.load).fold(0.0, f64::max))
}

/// Returns the table of verdicts over the shared levels.
pub(crate) fn verdicts(record: &Record) -> String {
    let heads = [
        "engine",
        "ends that penetrate",
        "over 1 mm",
        "of",
        "deepest, mm",
        "with the padding counted, mm",
        "ways through a triangle",
        "left the level",
        "metres walked",
        "wrong rays and segments",
        "wrong casts",
    ];
    let lines: Vec<_> = ranked(record)
        .into_iter()
        .map(|(engine, rows)| {
            let whole = |pick: &dyn Fn(&Walk) -> f64| number(sum(&rows, pick));
            let wrong = |from: usize, to: usize| {
                let asked = rows.iter().flat_map(|row| row.queries.iter().take(to).skip(from));
                let (mut wrong, mut checked) = (0, 0);
                asked.for_each(|q| {
                    (wrong, checked) = (wrong + q.early + q.late + q.missed, checked + q.checked)
                });
                if checked == 0 { "-".into() } else { format!("{wrong} of {}", number(checked as f64)) }
            };
            vec![
                engine.name.clone(),
                whole(&|w| w.penetrating as f64),
                whole(&|w| w.deep as f64),
                whole(&|w| w.moves as f64),
                format!("{:.2}", most(&rows, |w| w.deepest_mm)),
                format!("{:.2}", most(&rows, |w| w.deepest_padded_mm)),
                whole(&|w| w.crossings as f64),
                whole(&|w| w.lost as f64),
                whole(&|w| w.metres),
                wrong(0, 4),
                wrong(4, 8),
            ]
        })
        .collect();
    table(&heads.map(String::from), &lines)
}

/// Returns the table of single moves on every shared level.
pub(crate) fn levels(record: &Record) -> String {
    let mut heads = vec!["engine".to_owned()];
    heads.extend(SHARED.map(String::from));
    let cell =
        |row: &Row| format!("{} / {}{}", number(single(row).p50_ns), number(single(row).p99_ns), part(row));
    let line = |engine: &Engine| {
        let rows: Vec<_> = SHARED.iter().map(|level| engine.row(level)).collect();
        let known: Vec<&Row> = rows.iter().copied().flatten().collect();
        let cells = rows.into_iter().map(|row| row.map_or("-".into(), cell));
        std::iter::once(record.label(engine, &known)).chain(cells).collect::<Vec<_>>()
    };
    table(&heads, &in_order(record).into_iter().map(line).collect::<Vec<_>>())
}

/// Returns the mark of a figure from a part of the work.
fn part(row: &Row) -> String {
    if row.share > 1 { format!(" (1/{})", row.share) } else { String::new() }
}

/// Returns the tables of generated levels and crowds: the mean cost of a move, with the date, runs
/// and load of each engine. A crowd has a line for each shape of tall movers.
pub(crate) fn made(record: &Record) -> String {
    made_of(record, &in_order(record))
}

/// Returns the tables of generated levels and crowds for some engines, in their order.
pub(super) fn made_of(record: &Record, engines: &[&Engine]) -> String {
    let made = |row: &Row| !SHARED.contains(&row.level.as_str()) && row.level != "crowd";
    format!("{}\n{}", costs(record, engines, made), costs(record, engines, |row| row.level == "crowd"))
}

/// Returns the mean cost of a move in every walk of some rows. Engines can be compared only at
/// similar loads.
fn costs(record: &Record, engines: &[&Engine], is_meant: impl Fn(&Row) -> bool) -> String {
    let mut columns: Vec<(&str, &str)> = Vec::new();
    for row in engines.iter().flat_map(|e| &e.rows).filter(|r| is_meant(r)) {
        for walk in &row.walks {
            let column = (row.level.as_str(), walk.name.as_str());
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
    }
    let has_tall = columns.iter().any(|(_, walk)| *walk != "walk");
    let mut heads = ["engine", "date", "runs", "load"].map(String::from).to_vec();
    heads.extend(has_tall.then(|| "tall movers".to_owned()));
    heads.extend(columns.iter().map(|(level, walk)| if *walk == "walk" { *level } else { *walk }.to_owned()));
    let mut lines = Vec::new();
    for engine in engines {
        let rows: Vec<&Row> = engine.rows.iter().filter(|row| is_meant(row)).collect();
        let shapes: BTreeSet<Option<&str>> = rows.iter().map(|row| row.tall.as_deref()).collect();
        for shape in shapes {
            let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.tall.as_deref() == shape).collect();
            let mut cells = vec![record.label(engine, &rows)];
            cells.push(rows.iter().map(|row| row.date.as_str()).min().unwrap_or("never").to_owned());
            cells.extend([rows.iter().map(|row| row.rounds).min().unwrap_or(0).to_string(), loads(&rows)]);
            cells.extend(has_tall.then(|| shape.map_or("-".into(), |shape| format!("{shape}s"))));
            cells.extend(columns.iter().map(|column| mean_of(&rows, column)));
            lines.push(cells);
        }
    }
    table(&heads, &lines)
}

/// Returns the mean cost of a move in one walk of one level.
fn mean_of(rows: &[&Row], (level, name): &(&str, &str)) -> String {
    let row = rows.iter().find(|row| row.level == *level);
    let walk = row.and_then(|row| Some((row, row.walks.iter().find(|walk| walk.name == *name)?)));
    walk.map_or("-".into(), |(row, walk)| number(walk.mean_ns) + &part(row))
}

/// Returns the least and the highest load average while an engine was measured.
fn loads(rows: &[&Row]) -> String {
    let least = rows.iter().map(|row| row.load).fold(f64::INFINITY, f64::min);
    let (least, most) = (format!("{least:.1}"), load(rows));
    if least == most { most } else { format!("{least} to {most}") }
}

/// Returns the settings of each engine.
pub(crate) fn settings(record: &Record) -> String {
    in_order(record).into_iter().filter_map(settings_of).collect()
}

/// Returns the settings of an engine in its newest row.
pub(super) fn settings_of(engine: &Engine) -> Option<String> {
    let row = engine.rows.iter().max_by(|a, b| a.date.cmp(&b.date))?;
    let shapes: BTreeSet<&str> = engine.rows.iter().filter_map(|row| row.tall.as_deref()).collect();
    let shapes: Vec<String> = shapes.into_iter().map(|shape| format!("{shape}s")).collect();
    let tall = if shapes.is_empty() { "not measured".into() } else { shapes.join(" or ") };
    Some(format!(
        "- {} ({}; padding {} mm; tall movers: {tall}): {}\n",
        engine.name,
        row.version,
        row.padding * 1000.0,
        row.settings
    ))
}

#[cfg(test)]
mod tests {
    use super::{number, share_of};

    #[test]
    fn numbers_have_groups() {
        assert_eq!(
            ["7", "999", "1,000", "1,234,567"],
            [7.0, 999.4, 999.6, 1_234_567.0].map(number).each_ref().map(|s| s.as_str())
        );
    }

    #[test]
    fn shares_are_told_as_they_are() {
        let shares = [0.0, 1.0, 3000.0, 620_000.0].map(|part| share_of(part, 1e6));
        assert_eq!(shares.each_ref().map(|s| s.as_str()), ["0", "< 0.01 %", "0.30 %", "62 %"]);
    }
}
