//! The result of a run, as a table and as JSON.

use serde::Serialize;

use super::findings::{Example, Findings, Kind};
use super::options::WalkArgs;
use super::simulate::Counts;
use crate::Verdict;
use crate::level::Level;
use crate::numbers::{decimals, grouped, millimetres};

/// Limits of the verdict that are not zero: the gap at a stop in skins, and the fraction of moves
/// that may reach the iteration limit.
const STOP_GAP_SKINS: f64 = 1.2;
const ITERATION_LIMIT_SHARE: f64 = 1e-6;

/// Returns the minimum fraction of the distance of the reference implementation.
fn least_share(shape: &str) -> f64 {
    if shape.starts_with("capsule") { 0.999 } else { 0.99 }
}

/// A walk tests little if a smaller fraction of its moves has anything near.
const LEAST_NEAR: f64 = 0.1;

/// All results of a run. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    triangles: usize,
    build_ms: f64,
    bytes_per_triangle: f64,
    walkers: u32,
    moves: u64,
    moves_per_second: u64,
    p50_ns: u64,
    p99_ns: u64,
    skin_m: f32,
    worst_penetration_m: f64,
    worst_stop_gap_m: f64,
    distance_m: f64,
    twin_distance_m: f64,
    crossings: u64,
    escaped: u64,
    left: u64,
    stuck: u64,
    /// Centres of walkers that were stuck.
    stuck_places: Vec<[f32; 3]>,
    iteration_limit: u64,
    not_finite: u64,
    started_inside: u64,
    p999_ns: u64,
    stops: u64,
    worst_stop_gap_skins: f64,
    twin_moves: u64,
    positions_hash: String,
    level: String,
    shape: String,
    response: String,
    seconds: f64,
    rate: f64,
    seed: u64,
    threads: usize,
    spawns: usize,
    /// Number of spawns that are proved to be enclosed. Escapes are only detected from these.
    enclosed_spawns: usize,
    interrupted: bool,
    passed: bool,
    faults: Vec<String>,
    /// Problems that are not faults found by the judge.
    doubts: Vec<String>,
    /// Scale and up axis used to read the level.
    metres_per_unit: f64,
    up: &'static str,
    /// Number of nodes of the level that are instances.
    instances: usize,
    worst_moves: Vec<Example>,
    /// The rest is only there with `--character`. Share of the steps that ended in the air.
    #[serde(skip_serializing_if = "Option::is_none")]
    air_share: Option<f64>,
    /// Number of steps of the ground that were climbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps_climbed: Option<u64>,
    /// Metres walked for each metre asked for, on the ground and without a wall ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    speed_kept: Option<f64>,
}

/// The results of a run, apart from its arguments.
pub(crate) struct Run {
    /// Moves and their times.
    pub(crate) counts: Counts,
    /// Findings of the judge.
    pub(crate) findings: Findings,
    /// Hash of the final positions of all walkers, in order.
    pub(crate) positions_hash: u64,
    /// Simulated seconds; fewer than requested if the run was interrupted.
    pub(crate) seconds: f64,
    /// Number of threads used.
    pub(crate) threads: usize,
    /// Number of spawns, and number of enclosed spawns.
    pub(crate) spawns: [usize; 2],
    /// Problems of the level and the spawns.
    pub(crate) doubts: Vec<String>,
    /// True if the user interrupted the run.
    pub(crate) interrupted: bool,
}

impl Report {
    /// Assembles the report.
    pub(crate) fn new(args: &WalkArgs, level: &Level, run: &Run) -> Self {
        let (counts, findings) = (&run.counts, &run.findings);
        let triangles = level.data.triangles.len();
        let faults = faults(&args.shape.text, findings, counts);
        let of_characters = args.character.then_some(counts.character);
        let share = |part: f64, whole: f64| if whole > 0.0 { decimals(part / whole, 6) } else { 0.0 };
        Self {
            triangles,
            build_ms: decimals(level.build_ms, 3),
            bytes_per_triangle: decimals(level.world.memory_bytes() as f64 / triangles as f64, 2),
            walkers: args.walkers,
            moves: counts.moves,
            moves_per_second: (counts.moves as f64 * 1e9 / counts.nanos.max(1) as f64) as u64,
            p50_ns: counts.times.quantile(0.5),
            p99_ns: counts.times.quantile(0.99),
            skin_m: args.skin,
            worst_penetration_m: findings.penetration_m,
            worst_stop_gap_m: findings.stop_gap_m,
            distance_m: decimals(findings.distance_m, 6),
            twin_distance_m: decimals(findings.twin_distance_m, 6),
            crossings: findings.crossings,
            escaped: findings.escaped,
            left: counts.left,
            stuck: findings.stuck,
            stuck_places: findings.stuck_places.iter().map(|place| place.to_array()).collect(),
            iteration_limit: findings.iteration_limit,
            not_finite: findings.not_finite,
            started_inside: findings.started_inside,
            p999_ns: counts.times.quantile(0.999),
            stops: findings.stops,
            worst_stop_gap_skins: findings.stop_gap_skins,
            twin_moves: findings.twin_moves,
            positions_hash: format!("{:016x}", run.positions_hash),
            level: level.data.name.clone(),
            shape: args.shape.text.clone(),
            response: format!("{:?}", args.response).to_lowercase(),
            seconds: decimals(run.seconds, 6),
            rate: args.rate,
            seed: args.seed,
            threads: run.threads,
            spawns: run.spawns[0],
            enclosed_spawns: run.spawns[1],
            interrupted: run.interrupted,
            passed: faults.is_empty(),
            faults,
            doubts: doubts(args, run),
            metres_per_unit: level.units.scale,
            up: level.up_axis(),
            instances: level.instances(),
            worst_moves: findings.examples(),
            air_share: of_characters.map(|c| share(c.in_air as f64, c.steps as f64)),
            steps_climbed: of_characters.map(|c| c.climbed),
            speed_kept: of_characters.map(|c| share(c.walked_m, c.asked_m)),
        }
    }

    /// Returns the verdict: passed unless there is a fault.
    pub(crate) fn verdict(&self) -> Verdict {
        if self.passed { Verdict::Passed } else { Verdict::Failed }
    }

    /// Returns the worst move of each kind of fault.
    pub(crate) fn faulty_moves(&self) -> Vec<&Example> {
        let gap = self.worst_stop_gap_skins > STOP_GAP_SKINS;
        let short = self.distance_m < least_share(&self.shape) * self.twin_distance_m;
        let is_faulty = |e: &&Example| match e.kind() {
            Kind::StopGap => gap,
            Kind::ShorterThanTwin => short,
            _ => e.is_fault(),
        };
        self.worst_moves.iter().filter(is_faulty).collect()
    }

    /// Returns one JSON object on one line.
    pub(crate) fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// Returns the rows of the table: a name, a value and a note each.
    fn rows(&self) -> Vec<(&'static str, String, String)> {
        let mut rows: Vec<(&str, String, String)> = Vec::new();
        let mut row = |name, value: String, note: &str| rows.push((name, value, note.to_owned()));
        let bytes = format!("{:.1}", self.bytes_per_triangle);
        row(
            "triangles",
            grouped(self.triangles as u64),
            &format!("built in {:.1} ms, {bytes} bytes each", self.build_ms),
        );
        if self.instances > 0 {
            row("instances", grouped(self.instances as u64), "nodes of the file with a pose of their own");
        }
        row(
            "walkers",
            grouped(u64::from(self.walkers)),
            &format!("{}, {}, from {} places", self.shape, self.response, self.spawns),
        );
        row(
            "moves",
            grouped(self.moves),
            &format!(
                "{} s at {} Hz{}",
                self.seconds,
                self.rate,
                if self.interrupted { ", interrupted" } else { "" }
            ),
        );
        row("moves per second", grouped(self.moves_per_second), "on one core, the judge not counted");
        row("p50", format!("{} ns", grouped(self.p50_ns)), "half of the moves near anything are faster");
        row("p99", format!("{} ns", grouped(self.p99_ns)), "99 in 100 are");
        row("worst penetration", millimetres(self.worst_penetration_m), "of the bare shape, on every path");
        row("crossings", grouped(self.crossings), "moves whose centre went through a triangle");
        let enclosed = format!("of an enclosed place; {} of {} are", self.enclosed_spawns, self.spawns);
        row("escaped", grouped(self.escaped), &enclosed);
        row("not finite", grouped(self.not_finite), "");
        let gap = format!(
            "{:.3} skins of {} m, in {} stops",
            self.worst_stop_gap_skins,
            self.skin_m,
            grouped(self.stops)
        );
        row("largest gap to a hit", millimetres(self.worst_stop_gap_m), &gap);
        if self.twin_moves > 0 {
            let share = 100.0 * self.distance_m / self.twin_distance_m.max(f64::MIN_POSITIVE);
            row(
                "distance / naive mover",
                format!("{share:.2} %"),
                &format!(
                    "{:.1} m in {} moves that the naive mover made too",
                    self.distance_m,
                    grouped(self.twin_moves)
                ),
            );
        }
        if let (Some(air), Some(climbed), Some(kept)) = (self.air_share, self.steps_climbed, self.speed_kept)
        {
            row("in the air", format!("{:.1} %", 100.0 * air), "of the steps of the characters");
            row("steps climbed", grouped(climbed), "");
            row("speed kept", format!("{:.1} %", 100.0 * kept), "on the ground, without a wall ahead");
        }
        row("left the level", grouped(self.left), self.how_left());
        row("stuck", grouped(self.stuck), "walkers that gained less than 1 cm in 2 s, trying all sides");
        row("iteration limit", grouped(self.iteration_limit), "moves that needed too many iterations");
        row("started inside", grouped(self.started_inside), "moves refused");
        row(
            "positions hash",
            self.positions_hash.clone(),
            "the same on any machine, with any number of threads",
        );
        rows
    }

    /// Returns the report as a table.
    pub(crate) fn table(&self) -> String {
        let rows = self.rows();
        let wide = rows.iter().map(|r| r.1.len()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.level);
        for (name, value, note) in rows {
            text += format!("  {name:<18} {value:>wide$}   {note}").trim_end();
            text.push('\n');
        }
        for example in self.worst_moves.iter().filter(|example| example.is_fault()) {
            text += &format!("  worst {}\n", example.line());
        }
        text += &format!("  verdict: {}\n", self.verdict_line());
        for doubt in &self.doubts {
            text += &format!("  doubt: {doubt}\n");
        }
        text
    }

    /// Returns the verdict as a sentence.
    fn verdict_line(&self) -> String {
        if !self.passed {
            return format!("FAILED: {}", self.faults.join("; "));
        }
        let escapes = match (self.enclosed_spawns, self.spawns) {
            (0, _) => "escapes could not be tested, since no place to start at is enclosed".to_owned(),
            (some, all) => format!("no escape ({some} of {all} places to start at are enclosed)"),
        };
        let doubts = match self.doubts.len() {
            0 => String::new(),
            1 => "; 1 doubt".to_owned(),
            count => format!("; {count} doubts"),
        };
        let moves = grouped(self.moves);
        format!("passed: {moves} moves without overlap and without crossing a triangle; {escapes}{doubts}")
    }

    /// Returns how walkers left the level, as far as that is known.
    fn how_left(&self) -> &'static str {
        if self.left == 0 {
            ""
        } else if self.crossings == 0 && self.not_finite == 0 {
            "over an open rim, since nothing was crossed; and started again"
        } else {
            "and started again"
        }
    }
}

/// Returns a sentence for each fault.
fn faults(shape: &str, findings: &Findings, counts: &Counts) -> Vec<String> {
    let mut faults = Vec::new();
    if findings.penetration_m > 0.0 {
        faults.push(format!("overlaps the level by {}", millimetres(findings.penetration_m)));
    }
    for (count, what) in [
        (findings.crossings, "moves go through a triangle"),
        (findings.escaped, "moves leave an enclosed place"),
        (findings.not_finite, "moves are not finite"),
        (findings.started_inside, "moves were refused, though the move before ended there"),
    ] {
        if count > 0 {
            faults.push(format!("{count} {what}"));
        }
    }
    if counts.left * 2 > counts.moves {
        faults.push("more than half of the moves left the level: nothing was tested; are the places to start at in it?".to_owned());
    }
    if findings.stop_gap_skins > STOP_GAP_SKINS {
        faults.push(format!("a stop is {:.3} skins away from what stopped it", findings.stop_gap_skins));
    }
    let share = least_share(shape);
    if findings.distance_m < share * findings.twin_distance_m {
        let percent = 100.0 * share;
        faults.push(format!("the path is shorter than {percent} % of that of the reference implementation"));
    }
    if findings.iteration_limit as f64 > ITERATION_LIMIT_SHARE * counts.moves as f64 {
        faults.push(format!("{} moves come to the limit of iterations", findings.iteration_limit));
    }
    faults
}

/// Returns a sentence for each problem that the judge does not check.
fn doubts(args: &WalkArgs, run: &Run) -> Vec<String> {
    let (counts, findings) = (&run.counts, &run.findings);
    let mut doubts = run.doubts.clone();
    if counts.left > 0 {
        doubts.push(format!(
            "walkers left the level {} times, over its rim or through gaps in it, and started again: is it meant to be \
             open?",
            grouped(counts.left)
        ));
    }
    let near = counts.times.count();
    if (near as f64) < LEAST_NEAR * counts.moves as f64 {
        doubts.push(format!(
            "only {} of {} moves were near the level, and the others test nothing: are the scale and the places to \
             start at right?",
            grouped(near),
            grouped(counts.moves)
        ));
    }
    if findings.stuck > 0 {
        doubts.push(format!(
            "{} walkers gained less than 1 cm in 2 s, though they tried all sides",
            findings.stuck
        ));
    }
    if findings.iteration_limit > 0 {
        doubts
            .push(format!("{} moves reached the iteration limit and ended early", findings.iteration_limit));
    }
    if run.interrupted {
        let seconds = decimals(run.seconds, 3);
        doubts.push(format!("the walk was interrupted after {seconds} s of {} s", args.seconds));
    }
    doubts
}
