//! Fills the blocks of the README and the guide between `<!-- peers: NAME -->` and `<!-- peers end
//! -->` from record.json.
//!
//! A test of the main workspace includes this folder to check that no block is out of date. So this
//! folder needs only serde.

mod characters;
mod goals;
mod tables;
mod web;

use std::collections::BTreeSet;

use serde::Deserialize;

/// The printed part of record.json.
#[derive(Debug, Deserialize)]
pub(crate) struct Record {
    engines: Vec<Engine>,
    /// The engines for the web that have tables of their own only, see [`web::OWN_TABLES`].
    #[serde(skip)]
    wasm: Vec<Engine>,
}

#[derive(Debug, Deserialize)]
struct Engine {
    key: String,
    name: String,
    rows: Vec<Row>,
    /// The rows of its characters.
    #[serde(default)]
    characters: Vec<Row>,
}

/// One engine on one level.
#[derive(Debug, Deserialize)]
struct Row {
    level: String,
    triangles: usize,
    date: String,
    machine: String,
    version: String,
    settings: String,
    /// In metres.
    padding: f32,
    /// The shape of the tall movers. `None` on levels that have none.
    tall: Option<String>,
    rounds: usize,
    share: usize,
    /// The load average during the measurement.
    load: f64,
    build_ns: f64,
    bytes: Option<u64>,
    queries: Vec<Query>,
    walks: Vec<Walk>,
    /// The times of every run, if they were recorded.
    #[serde(default)]
    runs: Vec<Times>,
}

/// The times of one run, or the medians of all.
#[derive(Clone, Debug, Default, Deserialize)]
struct Times {
    build_ns: f64,
    queries: Vec<f64>,
    /// Mean, p50 and p99 of each crowd.
    walks: Vec<[f64; 3]>,
}

#[derive(Debug, Deserialize)]
struct Query {
    ns: f64,
    checked: usize,
    early: usize,
    late: usize,
    missed: usize,
}

#[derive(Debug, Deserialize)]
struct Walk {
    name: String,
    moves: usize,
    mean_ns: f64,
    with_candidates: Option<Single>,
    penetrating: usize,
    deep: usize,
    deepest_mm: f64,
    deepest_padded_mm: f64,
    crossings: usize,
    metres: f64,
    lost: usize,
    character: Option<Character>,
}

/// The verdict on characters with goals.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Character {
    frames: usize,
    told_off_ground: usize,
    off_ground: usize,
    speed_kept: f64,
    least_kept: f64,
    blocked: usize,
    climbed: usize,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Single {
    p50_ns: f64,
    p99_ns: f64,
}

/// Names of the levels over which the geometric means are taken.
const SHARED: [&str; 8] = [
    "lq_e1m2",
    "oa_kaos2",
    "c2_zdm2",
    "godot_truck_town",
    "bevy_terrain",
    "nb_hump",
    "nb_loop1",
    "etr_bunny_hill",
];

const BEGIN: &str = "<!-- peers: ";
const END: &str = "<!-- peers end -->";

impl Record {
    /// Parses the text of record.json.
    pub(crate) fn parse(json: &str) -> Result<Self, String> {
        let mut record: Self = serde_json::from_str(json).map_err(|e| format!("the record: {e}"))?;
        let is_wasm = |engine: &Engine| web::OWN_TABLES.contains(&engine.key.as_str());
        (record.wasm, record.engines) = record.engines.into_iter().partition(is_wasm);
        Ok(record)
    }

    /// Returns the machines of all rows, first that of sidle's newest row.
    fn machines(&self) -> Vec<String> {
        let rows = |own: bool| self.engines.iter().filter(move |e| (e.key == "sidle") == own);
        let mut first: Vec<&Row> = rows(true).flat_map(|engine| &engine.rows).collect();
        first.sort_by(|a, b| b.date.cmp(&a.date));
        let mut machines: Vec<String> = Vec::new();
        for row in first.into_iter().chain(rows(false).flat_map(|engine| &engine.rows)) {
            if !machines.contains(&row.place()) {
                machines.push(row.place());
            }
        }
        machines
    }

    /// Returns the name of an engine. Rows from another machine than the first mark it with their
    /// numbers.
    fn label(&self, engine: &Engine, rows: &[&Row]) -> String {
        let number = |row: &&Row| self.machines().iter().position(|place| *place == row.place());
        let numbers: BTreeSet<usize> = rows.iter().filter_map(number).map(|i| i + 1).collect();
        if numbers.iter().all(|&n| n == 1) {
            return engine.name.clone();
        }
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        format!("{} [{}]", engine.name, numbers.join(", "))
    }

    /// Returns the block with this name.
    pub(crate) fn block(&self, name: &str) -> Result<String, String> {
        match name {
            "facts" => Ok(tables::facts(self)),
            "short" => Ok(tables::short(self)),
            "means" => Ok(tables::means(self)),
            "verdicts" => Ok(tables::verdicts(self)),
            "levels" => Ok(tables::levels(self)),
            "made" => Ok(tables::made(self)),
            "settings" => Ok(tables::settings(self)),
            "goals" => Ok(goals::goals(self)),
            "web" => Ok(web::moves(self)),
            "web-made" => Ok(web::made(self)),
            "web-goals" => Ok(web::goals(self)),
            "web-settings" => Ok(web::settings(self)),
            "characters" => Ok(characters::characters(self)),
            "character-goals" => Ok(characters::goals(self)),
            "character-settings" => Ok(characters::settings(self)),
            _ => Err(format!("no block {name}")),
        }
    }

    /// Returns the text with every block generated again.
    pub(crate) fn fill(&self, text: &str) -> Result<String, String> {
        let mut parts = text.split(BEGIN);
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once(" -->").ok_or("a block without name")?;
            let (_, after) = rest.split_once(END).ok_or_else(|| format!("{name} has no end"))?;
            filled += &format!("{BEGIN}{name} -->\n\n{}\n\n{END}{after}", self.block(name)?.trim_end());
        }
        Ok(filled)
    }
}

impl Engine {
    /// Returns the rows on all shared levels, if the engine finished all of them.
    fn shared(&self) -> Option<Vec<&Row>> {
        SHARED.iter().map(|level| self.row(level)).collect()
    }

    /// Returns the row on a level without tall movers.
    fn row(&self, level: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.level == level)
    }

    /// Returns the row of the crowds with tall movers of this shape.
    fn crowd(&self, tall: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.level == "crowd" && row.tall.as_deref() == Some(tall))
    }
}

impl Row {
    /// Returns the machine and the compilers, without the way in which the engines were started.
    fn place(&self) -> String {
        self.machine.replace(", on one core", "").replace(", at real-time priority", "")
    }

    fn medians(&self) -> Times {
        let times = |walk: &Walk| {
            let single = walk.with_candidates.unwrap_or_default();
            [walk.mean_ns, single.p50_ns, single.p99_ns]
        };
        Times {
            build_ns: self.build_ns,
            queries: self.queries.iter().map(|query| query.ns).collect(),
            walks: self.walks.iter().map(times).collect(),
        }
    }
}

fn geometric_mean(rows: &[&Row], pick: impl Fn(&Row) -> f64) -> f64 {
    (rows.iter().map(|row| pick(row).ln()).sum::<f64>() / rows.len() as f64).exp()
}

fn single(row: &Row) -> Single {
    row.walks.first().and_then(|walk| walk.with_candidates).unwrap_or_default()
}

/// Formats 1234567 as 1,234,567.
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

/// Formats a Markdown table.
fn table(heads: &[String], lines: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(heads.len()));
    line(heads) + &rule + &lines.iter().map(|cells| line(cells)).collect::<String>()
}
