//! record.json: the last measurement of every engine, level and shape of tall movers.

use std::path::Path;
use std::process::Command;

use peers_work::{QueryRow, Raw, Row, Tall, WalkRow, character_level_names, level_names, median};
use serde::{Deserialize, Serialize};

use crate::options::Options;

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    engines: Vec<EngineRecord>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct EngineRecord {
    /// The name of its folder or program.
    key: String,
    name: String,
    rows: Vec<Measured>,
    /// The rows of its characters. Empty if it has none.
    #[serde(default)]
    characters: Vec<Measured>,
}

/// One level, with the place, time and options of the measurement.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Measured {
    date: String,
    machine: String,
    version: String,
    settings: String,
    /// In metres.
    padding: f32,
    /// The shape of the tall movers. `None` on levels that have none.
    tall: Option<Tall>,
    rounds: usize,
    /// The share of the work: 1 / `share` of it was done.
    share: usize,
    /// The load average of the machine during the measurement. Above 1, other programs were
    /// running.
    #[serde(default)]
    load: f64,
    /// The times of every run, in the order of the runs. Empty in records that kept only medians.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    runs: Vec<Times>,
    #[serde(flatten)]
    row: Row,
}

/// The times of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Times {
    build_ns: f64,
    /// One value for each block of queries.
    queries: Vec<f64>,
    /// Mean, p50 and p99 of each crowd.
    walks: Vec<[f64; 3]>,
}

impl Times {
    fn of(row: &Row) -> Self {
        let row = rounded(row.clone());
        let single = |walk: &WalkRow| walk.with_candidates.unwrap_or_default();
        let walk = |w: &WalkRow| [w.mean_ns, single(w).p50_ns.into(), single(w).p99_ns.into()];
        Self {
            build_ns: row.build_ns,
            queries: row.queries.iter().map(|query| query.ns).collect(),
            walks: row.walks.iter().map(walk).collect(),
        }
    }
}

/// The place and time of a measurement.
pub(crate) struct Place {
    date: String,
    machine: String,
    commit: String,
    share: usize,
}

impl Place {
    pub(crate) fn here(options: &Options) -> Self {
        let machine = machine() + &options.pinned();
        Self { date: today(), machine, commit: commit(&options.root), share: options.share }
    }
}

impl Record {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        match std::fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| format!("{}: {e}", path.display())),
            Err(_) => Ok(Self::default()),
        }
    }

    /// Writes one line per row, in the order of engines and levels, so that a change is easy to
    /// see.
    pub(crate) fn write(&mut self, path: &Path) -> Result<(), String> {
        let levels = [level_names(), character_level_names()].concat();
        let mut text = "{\"engines\": [\n".to_owned();
        for (i, engine) in self.engines.iter_mut().enumerate() {
            let place = |level: &str| levels.iter().position(|name| *name == level);
            let EngineRecord { key, name, rows, characters } = engine;
            let begin = if i > 0 { ",\n" } else { "" };
            text += &format!("{begin}{{\"key\": {key:?}, \"name\": {name:?}");
            for (list, rows) in [("rows", rows), ("characters", characters)] {
                rows.sort_by_key(|measured| (place(&measured.row.level), measured.tall));
                let lines: Result<Vec<_>, _> = rows.iter().map(serde_json::to_string).collect();
                let lines = lines.map_err(|e| e.to_string())?.join(",\n");
                if list == "rows" || !lines.is_empty() {
                    text += &format!(", \"{list}\": [\n{lines}\n]");
                }
            }
            text += "}";
        }
        text += "\n]}\n";
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Replaces the row of this engine, level and shape of tall movers. `row` is the result of
    /// merging the `runs`. The rows of `characters` are kept apart from those of moves.
    pub(crate) fn put(
        &mut self,
        key: &str,
        raw: &Raw,
        place: &Place,
        runs: &[Row],
        row: Row,
        characters: bool,
    ) {
        let at = self.engines.iter().position(|engine| engine.key == key).unwrap_or_else(|| {
            self.engines.push(EngineRecord { key: key.into(), ..EngineRecord::default() });
            self.engines.len() - 1
        });
        let engine = &mut self.engines[at];
        engine.name.clone_from(&raw.name);
        let rows = if characters { &mut engine.characters } else { &mut engine.rows };
        rows.retain(|old| (&old.row.level, old.tall) != (&row.level, raw.tall));
        rows.push(Measured {
            date: place.date.clone(),
            machine: place.machine.clone(),
            version: raw.version.replace("this repository", &place.commit),
            settings: raw.settings.clone(),
            padding: raw.padding,
            tall: raw.tall,
            rounds: runs.len(),
            share: place.share,
            load: load(),
            runs: runs.iter().map(Times::of).collect(),
            row,
        });
    }
}

/// Returns the medians of the times of all runs, and the worst of the verdicts.
pub(crate) fn merged(rows: &[Row], same: bool) -> Row {
    let middle = |pick: &dyn Fn(&Row) -> f64| median(&mut rows.iter().map(pick).collect::<Vec<_>>());
    let mut merged = rows[0].clone();
    merged.build_ns = middle(&|row| row.build_ns);
    for (i, query) in merged.queries.iter_mut().enumerate() {
        query.ns = middle(&|row| row.queries[i].ns);
        for other in rows.iter().map(|row| &row.queries[i]) {
            let QueryRow { early, late, missed, .. } = query;
            (*early, *late, *missed) =
                ((*early).max(other.early), (*late).max(other.late), (*missed).max(other.missed));
        }
    }
    for (i, walk) in merged.walks.iter_mut().enumerate() {
        walk.mean_ns = middle(&|row| row.walks[i].mean_ns);
        if let Some(single) = &mut walk.with_candidates {
            let times = |row: &Row| row.walks[i].with_candidates.unwrap_or_default();
            single.p50_ns = middle(&|row| times(row).p50_ns.into()).round() as u32;
            single.p99_ns = middle(&|row| times(row).p99_ns.into()).round() as u32;
        }
        rows.iter().for_each(|row| keep_worst(walk, &row.walks[i]));
        walk.repeats = same;
    }
    rounded(merged)
}

/// Rounds the times: further digits are noise.
fn rounded(mut row: Row) -> Row {
    let round = |x: &mut f64, steps: f64| *x = (*x * steps).round() / steps;
    round(&mut row.build_ns, 1.0);
    row.queries.iter_mut().for_each(|query| round(&mut query.ns, 10.0));
    for walk in &mut row.walks {
        round(&mut walk.mean_ns, 10.0);
        round(&mut walk.metres, 10.0);
        round(&mut walk.deepest_mm, 1e4);
        round(&mut walk.deepest_padded_mm, 1e4);
        if let Some(character) = &mut walk.character {
            round(&mut character.speed_kept, 1e4);
            round(&mut character.least_kept, 1e4);
        }
    }
    row
}

fn keep_worst(walk: &mut WalkRow, other: &WalkRow) {
    walk.penetrating = walk.penetrating.max(other.penetrating);
    walk.deep = walk.deep.max(other.deep);
    walk.crossings = walk.crossings.max(other.crossings);
    walk.deepest_mm = walk.deepest_mm.max(other.deepest_mm);
    walk.deepest_padded_mm = walk.deepest_padded_mm.max(other.deepest_padded_mm);
    walk.metres = walk.metres.min(other.metres);
    if let (Some(own), Some(other)) = (&mut walk.character, &other.character) {
        own.keep_worst(other);
    }
}

/// Returns the current date of the system clock.
fn today() -> String {
    let seconds =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
    day_of(seconds / 86_400)
}

/// Returns the date of a day counted from 1 January 1970 (Hinnant's civil_from_days).
fn day_of(day: u64) -> String {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

/// Returns the processor and the compilers, without the name of the machine.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown processor");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = said(Command::new("rustc").arg("--version"));
    let rustc = rustc.split_whitespace().nth(1).unwrap_or("unknown").to_owned();
    let clang = said(Command::new("clang++").arg("-dumpversion"));
    let clang = if clang.is_empty() { clang } else { format!(", clang {clang}") };
    format!("{}, {cores} cores, rustc {rustc}{clang}", model.trim_start_matches([' ', '\t', ':']))
}

/// Returns the load average of the last minute.
fn load() -> f64 {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split_whitespace().next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// Returns the last commit that changed the library, with a plus sign if there are uncommitted
/// changes.
fn commit(root: &Path) -> String {
    let git = |args: &[&str]| said(Command::new("git").args(args).current_dir(root));
    let changes = git(&["status", "--porcelain", "--untracked-files=no", "../crates/sidle"]);
    format!(
        "commit {}{}",
        git(&["log", "-1", "--format=%h", "--", "../crates/sidle"]),
        if changes.is_empty() { "" } else { "+" }
    )
}

fn said(command: &mut Command) -> String {
    let out = command.output().map(|o| o.stdout).unwrap_or_default();
    String::from_utf8_lossy(&out).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(day_of(0), "1970-01-01");
        assert_eq!(day_of(11_016), "2000-02-29");
        assert_eq!(day_of(20_778), "2026-11-21");
    }

    #[test]
    fn the_times_of_every_run_are_kept_and_old_records_have_none() {
        let run = |ns: f64| Row {
            level: "hall".into(),
            build_ns: ns,
            queries: vec![QueryRow { ns, ..QueryRow::default() }],
            walks: vec![WalkRow { mean_ns: ns, ..WalkRow::default() }],
            ..Row::default()
        };
        let times = [run(1.0), run(3.0)].each_ref().map(Times::of);
        assert_eq!(times[1], Times { build_ns: 3.0, queries: vec![3.0], walks: vec![[3.0, 0.0, 0.0]] });
        let measured = Measured { runs: times.to_vec(), row: run(2.0), ..Measured::default() };
        let text = serde_json::to_string(&measured).unwrap();
        assert_eq!(serde_json::from_str::<Measured>(&text).unwrap().runs, times);
        let old = serde_json::to_string(&Measured { runs: vec![], ..measured }).unwrap();
        assert!(!old.contains("runs") && serde_json::from_str::<Measured>(&old).unwrap().runs.is_empty());
    }

    #[test]
    fn a_row_is_replaced_by_engine_level_and_tall_shape() {
        let place = Place { date: "d".into(), machine: "m".into(), commit: "c".into(), share: 1 };
        let mut record = Record::default();
        let mut put = |key: &str, level: &str, tall: Option<Tall>, ns: f64| {
            let row = Row { level: level.into(), build_ns: ns, ..Row::default() };
            let raw = Raw { name: key.into(), tall, ..Raw::default() };
            record.put(key, &raw, &place, std::slice::from_ref(&row), row.clone(), false);
        };
        let (capsule, ellipsoid) = (Some(Tall::Capsule), Some(Tall::Ellipsoid));
        for (level, tall) in [("hall", None), ("crowd", ellipsoid), ("crowd", capsule)] {
            put("sidle", level, tall, 1.0);
        }
        put("jolt", "crowd", capsule, 2.0);
        put("sidle", "crowd", capsule, 3.0);
        let path = std::env::temp_dir().join(format!("peers-record-{}", std::process::id()));
        record.write(&path).unwrap();
        let read = Record::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let rows: Vec<_> = read.engines.iter().flat_map(|e| e.rows.iter().map(|m| (&*e.key, m))).collect();
        let keys: Vec<_> =
            rows.iter().map(|(key, m)| (*key, &*m.row.level, m.tall, m.row.build_ns)).collect();
        let wanted = [
            ("sidle", "hall", None, 1.0),
            ("sidle", "crowd", capsule, 3.0),
            ("sidle", "crowd", ellipsoid, 1.0),
            ("jolt", "crowd", capsule, 2.0),
        ];
        assert_eq!(keys, wanted);
    }

    #[test]
    fn medians_of_times_and_the_worst_of_verdicts() {
        let row = |ns: f64, deepest: f64| Row {
            build_ns: ns,
            walks: vec![WalkRow { mean_ns: ns, deepest_mm: deepest, metres: ns, ..WalkRow::default() }],
            ..Row::default()
        };
        let merged = merged(&[row(3.0, 0.0), row(100.0, 2.0), row(1.0, 1.0)], true);
        assert_eq!((merged.build_ns, merged.walks[0].mean_ns), (3.0, 3.0));
        assert_eq!((merged.walks[0].deepest_mm, merged.walks[0].metres), (2.0, 1.0));
    }
}
