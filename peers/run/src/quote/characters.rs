//! The tables of the character controllers.

use super::goals::{Contest, GOAL_HEADS};
use super::{Character, Engine, Record, Row, SHARED, Walk, geometric_mean, number, single, table};

/// The level with stairs, a crest and ledges.
const COURSE: &str = "course";

/// Returns the engines with characters on all levels, each with its rows: first those on the shared
/// levels, last that on the course.
fn all(record: &Record) -> Vec<(&Engine, Vec<&Row>)> {
    record.engines.iter().filter_map(|engine| Some((engine, rows(engine)?))).collect()
}

fn rows(engine: &Engine) -> Option<Vec<&Row>> {
    let row = |level: &str| engine.characters.iter().find(|row| row.level == level);
    SHARED.iter().chain(&[COURSE]).map(|level| row(level)).collect()
}

/// Returns the walk of this name on the course.
fn walk<'a>(rows: &[&'a Row], name: &str) -> Option<&'a Walk> {
    rows.last()?.walks.iter().find(|walk| walk.name == name)
}

/// Returns the table of times and the table of verdicts.
pub(crate) fn characters(record: &Record) -> String {
    let mut engines = all(record);
    engines.sort_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
    let heads = [
        "engine",
        "date",
        "runs",
        "load",
        "step",
        "p50",
        "p99",
        "over stairs",
        "over the crest",
        "at ledges",
    ];
    let times: Vec<_> = engines.iter().map(|(engine, rows)| times(record, engine, rows)).collect();
    let times = table(&heads.map(String::from), &times);
    let heads = [
        "engine",
        "ends that penetrate",
        "of",
        "with the padding counted, mm",
        "ways through a triangle",
        "frames off the ground",
        "says so",
        "of",
        "speed kept on stairs",
        "least",
        "climbed above the limit",
    ];
    let verdicts: Vec<_> = engines.iter().map(|(engine, rows)| verdict(engine, rows)).collect();
    format!("{times}\n{}", table(&heads.map(String::from), &verdicts))
}

/// Returns the geometric mean of the cost of a step over all random walks.
fn mean(rows: &[&Row]) -> f64 {
    geometric_mean(rows, |row| row.walks[0].mean_ns)
}

fn times(record: &Record, engine: &Engine, rows: &[&Row]) -> Vec<String> {
    let date = rows.iter().map(|row| row.date.as_str()).min().unwrap_or("never");
    let runs = rows.iter().map(|row| row.rounds).min().unwrap_or(0).to_string();
    let load = rows.iter().map(|row| row.load).fold(0.0, f64::max);
    let mut cells = vec![record.label(engine, rows), date.to_owned(), runs, format!("{load:.1}")];
    cells.extend([
        number(mean(rows)),
        number(geometric_mean(rows, |row| single(row).p50_ns)),
        number(geometric_mean(rows, |row| single(row).p99_ns)),
    ]);
    let cost = |name| walk(rows, name).map_or("-".into(), |walk| number(walk.mean_ns));
    cells.extend(["stairs", "crest", "ledges"].map(cost));
    cells
}

fn verdict(engine: &Engine, rows: &[&Row]) -> Vec<String> {
    let walks = || rows.iter().flat_map(|row| &row.walks);
    let sum = |pick: &dyn Fn(&Walk) -> usize| number(walks().map(pick).sum::<usize>() as f64);
    let seen: Vec<Character> = walks().filter_map(|walk| walk.character).collect();
    let frames = |pick: &dyn Fn(&Character) -> usize| number(seen.iter().map(pick).sum::<usize>() as f64);
    let stairs = walk(rows, "stairs").and_then(|walk| walk.character).unwrap_or_default();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let padded = walks().map(|walk| walk.deepest_padded_mm).fold(0.0, f64::max);
    vec![
        engine.name.clone(),
        sum(&|walk| walk.penetrating),
        sum(&|walk| walk.moves),
        format!("{padded:.2}"),
        sum(&|walk| walk.crossings),
        frames(&|seen| seen.off_ground),
        frames(&|seen| seen.told_off_ground),
        frames(&|seen| seen.frames),
        percent(stairs.speed_kept),
        percent(stairs.least_kept),
        format!("{} of {}", frames(&|seen| seen.climbed), frames(&|seen| seen.blocked)),
    ]
}

/// Returns the goals, met or not.
pub(crate) fn goals(record: &Record) -> String {
    let Some(contest) = Contest::of(record, rows) else {
        return "sidle has not done all levels.".into();
    };
    let mut lines = Vec::new();
    for (key, goal) in [("jolt", 1.5), ("rapier", 10.0)] {
        lines.extend(contest.times_faster("step, mean", &[key], goal, &|t| Some(t.walks[0][0])));
        lines.extend(contest.times_faster("step, p50", &[key], goal, &|t| Some(t.walks[0][1])));
        lines.extend(contest.times_faster("step, p99", &[key], goal, &|t| Some(t.walks[0][2])));
    }
    let course = |engine| Some(vec![*rows(engine)?.last()?]);
    if let Some(contest) = Contest::of(record, course) {
        for (key, goal) in [("jolt", 1.5), ("rapier", 10.0)] {
            for (i, walk) in contest.walks().iter().enumerate().skip(1) {
                let work = format!("step of the plan {walk}, mean");
                lines.extend(contest.times_faster(&work, &[key], goal, &|t| Some(t.walks.get(i)?[0])));
            }
        }
    }
    table(&GOAL_HEADS.map(String::from), &lines)
}

/// Returns the settings of each engine's characters.
pub(crate) fn settings(record: &Record) -> String {
    let line = |(engine, rows): (&Engine, Vec<&Row>)| {
        let newest = rows.iter().max_by(|a, b| a.date.cmp(&b.date))?;
        let padding = newest.padding * 1000.0;
        Some(format!("- {} ({}; padding {padding} mm): {}\n", engine.name, newest.version, newest.settings))
    };
    all(record).into_iter().filter_map(line).collect()
}
