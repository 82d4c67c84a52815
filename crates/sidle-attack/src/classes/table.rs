//! What each method makes of the classes, as a table.

use sidle::{Motion, MoveConfig, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_scenes::SplitMix64;

use super::{CLASSES, Case, Oracle, Sweeps, fauerby, nettle};

/// The methods, in the order of their rows.
pub const METHODS: [&str; 4] =
    ["Nettle f32, as intended", "Fauerby quadratic f32", "sidle cast_shape", "sidle move, Stop"];

/// What one method made of many sweeps. Metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Sweeps from a free start.
    pub sweeps: u64,
    /// Of these, in how many the ball goes into the triangle.
    pub hits: u64,
    /// Hits that were not reported; for a move, of those that began with half their skin or more.
    pub missed: u64,
    /// Sweeps that go deeper than a 10,000th of the radius before the reported stop (or to their
    /// end).
    pub deep: u64,
    /// The deepest of them.
    pub penetration: f64,
    /// The longest way past the true stop.
    pub late: f64,
    /// The longest way that was left to the true stop.
    pub early: f64,
    /// The widest gap at a reported stop of a hit; for a move, beyond its skin.
    pub gap: f64,
    /// Stops where there is nothing; for a move, not even within the skin.
    pub false_hits: u64,
    /// The widest gap at one of these.
    pub false_gap: f64,
    /// The deepest overlap at the f32 place of the end.
    pub end_penetration: f64,
}

/// What a method says.
struct Report {
    /// The fraction of the motion at which it stops.
    stop: Option<f64>,
    /// Where it puts the ball.
    end: Vec3,
    /// Metres that it means to keep.
    skin: f64,
}

/// A row for each method of [`METHODS`], from `sweeps` sweeps of a class with free starts.
#[must_use]
pub fn measure(class: usize, sweeps: u64, seed: u64) -> [Row; 4] {
    let mut rng = Sweeps(SplitMix64::new(seed * 8 + class as u64 + 1));
    let mut rows = [Row::default(); 4];
    let mut scratch = Scratch::default();
    while rows[0].sweeps < sweeps {
        let case = rng.case(class);
        let oracle = Oracle::new(&case);
        if oracle.gap(0.0) < 0.0 || case.motion == Vec3::ZERO {
            continue;
        }
        let hit = oracle.hit();
        let [cast, moved] = ours(&case, &mut scratch);
        let reports = [by_fraction(&case, nettle(&case)), by_fraction(&case, fauerby(&case)), cast, moved];
        for (row, report) in rows.iter_mut().zip(&reports) {
            row.note(&oracle, f64::from(case.radius), hit, report);
        }
    }
    rows
}

fn by_fraction(case: &Case, stop: Option<f32>) -> Report {
    // A method that made no number of it has seen nothing.
    let stop = stop.filter(|t| t.is_finite());
    let end = case.from + case.motion * stop.unwrap_or(1.0);
    Report { stop: stop.map(f64::from), end, skin: 0.0 }
}

fn ours(case: &Case, scratch: &mut Scratch) -> [Report; 2] {
    let world = World::from_triangles(&case.triangle, &[[0, 1, 2]]).expect("finite corners");
    let shape = Shape::sphere(case.radius);
    let hit = world.cast_shape(&shape, case.from, case.motion, &QueryFilter::ALL);
    let skin_width = case.radius * 1e-4;
    let config = MoveConfig { response: Response::Stop, skin_width, ..MoveConfig::default() };
    let moved =
        world.move_and_slide(scratch, &shape, case.from, Motion::displacement(case.motion, 1.0), &config);
    let blocked = moved.reason == StopReason::Blocked;
    let way = case.motion.as_dvec3();
    let gone = (moved.position.as_dvec3() - case.from.as_dvec3()).dot(way) / way.length_squared();
    let stop = blocked.then_some(gone);
    [
        by_fraction(case, hit.map(|h| h.fraction)),
        Report { stop, end: moved.position, skin: f64::from(moved.skin) },
    ]
}

impl Row {
    fn note(&mut self, oracle: &Oracle, radius: f64, hit: Option<f64>, report: &Report) {
        self.sweeps += 1;
        self.hits += u64::from(hit.is_some());
        // A move whose start all but touches first steps back to its skin: its way is then another
        // one.
        let same_way = oracle.gap(0.0) >= 0.5 * report.skin;
        self.missed += u64::from(hit.is_some() && report.stop.is_none() && same_way);
        let at_end = oracle.gap_of(report.end);
        self.end_penetration = self.end_penetration.max(-at_end);
        let is_late = hit.is_some_and(|t| report.stop.is_none_or(|s| s > t));
        if report.skin > 0.0 {
            // A move says where it is, not at which fraction.
            let gone = oracle.towards(report.end);
            if gone.hit().is_some() {
                self.sink(-gone.least(0.0, 1.0), radius);
            }
        } else if is_late {
            let least = oracle.least(0.0, report.stop.unwrap_or(1.0).clamp(0.0, 1.0));
            self.sink(-least, radius);
        }
        let Some(stop) = report.stop else { return };
        let gap = if report.skin > 0.0 { at_end } else { oracle.gap(stop) } - report.skin;
        match hit {
            Some(t) => {
                let off = (stop - t) * oracle.way();
                self.late = self.late.max(off);
                self.early = self.early.max(-off);
                self.gap = self.gap.max(gap);
            }
            // A move may stop for what only its skin meets.
            None if report.skin == 0.0 || oracle.least(0.0, 1.0) > 1.2 * report.skin => {
                self.false_hits += 1;
                self.false_gap = self.false_gap.max(gap);
            }
            None => self.gap = self.gap.max(gap),
        }
    }

    fn sink(&mut self, depth: f64, radius: f64) {
        self.deep += u64::from(depth > 1e-4 * radius);
        self.penetration = self.penetration.max(depth);
    }

    /// Both as one.
    #[must_use]
    pub fn merge(&self, o: &Self) -> Self {
        Self {
            sweeps: self.sweeps + o.sweeps,
            hits: self.hits + o.hits,
            missed: self.missed + o.missed,
            deep: self.deep + o.deep,
            penetration: self.penetration.max(o.penetration),
            late: self.late.max(o.late),
            early: self.early.max(o.early),
            gap: self.gap.max(o.gap),
            false_hits: self.false_hits + o.false_hits,
            false_gap: self.false_gap.max(o.false_gap),
            end_penetration: self.end_penetration.max(o.end_penetration),
        }
    }
}

/// The lines of the table for one class (or all: another name).
pub fn print(class: &str, rows: &[Row; 4]) {
    println!("\n{class}: {} sweeps, {} hits", rows[0].sweeps, rows[0].hits);
    println!(
        "| {:<24} | {:>7} | {:>9} | {:>8} | {:>8} | {:>8} | {:>9} | {:>10} | {:>9} | {:>8} |",
        "method",
        "missed",
        "pen>1e-4r",
        "max pen",
        "max late",
        "max early",
        "early gap",
        "false hits",
        "their gap",
        "end pen"
    );
    for (name, r) in METHODS.iter().zip(rows) {
        println!(
            "| {name:<24} | {:>7} | {:>9} | {:>8.1e} | {:>8.1e} | {:>9.1e} | {:>9.1e} | {:>10} | {:>9.1e} | {:>8.1e} |",
            r.missed,
            r.deep,
            r.penetration,
            r.late,
            r.early,
            r.gap,
            r.false_hits,
            r.false_gap,
            r.end_penetration
        );
    }
}

/// Measures all classes and prints the table as it comes; returns the rows of everything.
#[must_use]
pub fn run(sweeps: u64, seed: u64) -> [Row; 4] {
    let mut all = [Row::default(); 4];
    for (class, name) in CLASSES.iter().enumerate() {
        let rows = measure(class, sweeps, seed);
        print(name, &rows);
        for (sum, row) in all.iter_mut().zip(&rows) {
            *sum = sum.merge(row);
        }
    }
    print("all classes", &all);
    all
}
