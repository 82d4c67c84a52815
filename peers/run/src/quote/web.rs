//! The tables of the engines for the web, which all ran in node.

use super::goals::{Contest, GOAL_HEADS, yes};
use super::tables::{build, load, made_of, most, rounds, settings_of, sum, walk_times};
use super::{Engine, Record, Row, geometric_mean, number, table};

/// Engines for the web that are in these tables only: builds of engines that the other tables have,
/// and an engine that came later.
pub(super) const OWN_TABLES: [&str; 4] = ["sidle-npm", "rapier-npm", "jolt-npm", "crashcat"];
/// Engines for the web that the other tables have too.
const EVERYWHERE: [&str; 3] = ["three-octree", "three-mesh-bvh", "babylon"];

fn engines(record: &Record) -> impl Iterator<Item = &Engine> {
    let everywhere = record.engines.iter().filter(|engine| EVERYWHERE.contains(&engine.key.as_str()));
    record.wasm.iter().chain(everywhere)
}

/// Returns the table of moves on the shared levels.
pub(crate) fn moves(record: &Record) -> String {
    let heads = [
        "engine",
        "date",
        "rounds",
        "load",
        "move",
        "p50",
        "p99",
        "build, ms",
        "ends that penetrate",
        "over 1 mm",
        "of",
        "deepest, mm",
        "with the padding counted, mm",
        "ways through a triangle",
        "metres walked",
    ];
    let lines: Vec<_> = ranked(record).iter().map(|(engine, rows)| line(record, engine, rows)).collect();
    table(&heads.map(String::from), &lines)
}

/// Returns the tables of generated levels and crowds.
pub(crate) fn made(record: &Record) -> String {
    let engines: Vec<_> = ranked(record).into_iter().map(|(engine, _)| engine).collect();
    made_of(record, &engines)
}

/// Returns the engines that finished all shared levels, sorted by the cost of a move.
fn ranked(record: &Record) -> Vec<(&Engine, Vec<&Row>)> {
    let mut ranked: Vec<_> = engines(record).filter_map(|engine| Some((engine, engine.shared()?))).collect();
    let cost = |rows: &[&Row]| geometric_mean(rows, |row| row.walks[0].mean_ns);
    ranked.sort_by(|a, b| cost(&a.1).total_cmp(&cost(&b.1)));
    ranked
}

fn line(record: &Record, engine: &Engine, rows: &[&Row]) -> Vec<String> {
    let date = rows.iter().map(|row| row.date.as_str()).min().unwrap_or("never");
    let mut cells = vec![record.label(engine, rows), date.to_owned(), rounds(rows), load(rows)];
    cells.extend(walk_times(rows));
    cells.extend([
        build(rows),
        number(sum(rows, |walk| walk.penetrating as f64)),
        number(sum(rows, |walk| walk.deep as f64)),
        number(sum(rows, |walk| walk.moves as f64)),
        format!("{:.2}", most(rows, |walk| walk.deepest_mm)),
        format!("{:.2}", most(rows, |walk| walk.deepest_padded_mm)),
        number(sum(rows, |walk| walk.crossings as f64)),
        number(sum(rows, |walk| walk.metres)),
    ]);
    cells
}

/// Returns the goals of the package for the web, met or not.
pub(crate) fn goals(record: &Record) -> String {
    let Some(contest) = Contest::between("sidle-npm", engines(record), Engine::shared) else {
        return "The package has not done all levels.".into();
    };
    let mut lines = Vec::new();
    for (key, goal) in
        [("three-mesh-bvh", 10.0), ("three-octree", 3.0), ("jolt-npm", 3.0), ("rapier-npm", 10.0)]
    {
        lines.extend(contest.times_faster("move, mean", &[key], goal, &|t| Some(t.walks[0][0])));
        lines.extend(contest.times_faster("move, p50", &[key], goal, &|t| Some(t.walks[0][1])));
        lines.extend(contest.times_faster("move, p99", &[key], goal, &|t| Some(t.walks[0][2])));
    }
    let ends = contest.penetrating();
    let line = ["ends that penetrate", "0", &number(ends as f64), "always the same", yes(ends == 0)];
    lines.push(line.map(String::from).to_vec());
    table(&GOAL_HEADS.map(String::from), &lines)
}

/// Returns the settings of the engines that are in these tables only.
pub(crate) fn settings(record: &Record) -> String {
    record.wasm.iter().filter_map(settings_of).collect()
}
