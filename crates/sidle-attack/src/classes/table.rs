//! Measures each method on the classes and prints the results as a table.

use sidle::{DVec3, Motion, MoveConfig, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_scenes::SplitMix64;

use super::{CLASSES, Case, Oracle, Sweeps, fauerby, nettle};

/// The methods, in the order of their rows.
pub const METHODS: [&str; 4] =
    ["Nettle f32, as intended", "Fauerby quadratic f32", "sidle cast_shape", "sidle move, Stop"];

/// Results of one method over many sweeps. Lengths are in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Number of sweeps from a free start.
    pub sweeps: u64,
    /// Number of sweeps in which the ball enters the triangle.
    pub hits: u64,
    /// Number of unreported hits. For a move, only those that began with at least half their skin
    /// count.
    pub missed: u64,
    /// Number of sweeps that overlap by more than 1/10,000 of the radius before the reported stop,
    /// or before their end.
    pub deep: u64,
    /// Largest overlap of those sweeps.
    pub penetration: f64,
    /// Largest distance past the true stop.
    pub late: f64,
    /// Largest remaining distance to the true stop.
    pub early: f64,
    /// Largest gap at a reported stop of a hit; for a move, beyond its skin.
    pub gap: f64,
    /// Number of stops without a contact; for a move, not even within the skin.
    pub false_hits: u64,
    /// Largest gap at such a stop.
    pub false_gap: f64,
    /// Largest overlap at the end position in f32.
    pub end_penetration: f64,
}

/// Result of one method for one sweep.
struct Report {
    /// The fraction of the motion at which it stops.
    stop: Option<f64>,
    /// End position of the ball's centre.
    end: DVec3,
    /// Distance in metres that the method keeps from the triangle.
    skin: f64,
}

/// Measures `sweeps` sweeps of a class with free starts; returns a row for each method of
/// [`METHODS`].
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
        let reports = [nettle(&case), fauerby(&case)].map(|stop| by_fraction(&case, stop.map(f64::from)));
        let [nettle, fauerby] = reports;
        let reports = [nettle, fauerby, cast, moved];
        for (row, report) in rows.iter_mut().zip(&reports) {
            row.note(&oracle, f64::from(case.radius), hit, report);
        }
    }
    rows
}

fn by_fraction(case: &Case, stop: Option<f64>) -> Report {
    // A fraction that is not a number counts as no hit.
    let stop = stop.filter(|t| t.is_finite());
    let end = case.from.as_dvec3() + case.motion.as_dvec3() * stop.unwrap_or(1.0);
    Report { stop, end, skin: 0.0 }
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
    let gone = (moved.position - case.from.as_dvec3()).dot(way) / way.length_squared();
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
        // A move that starts almost in contact first steps back to its skin, so its path differs.
        let same_way = oracle.gap(0.0) >= 0.5 * report.skin;
        self.missed += u64::from(hit.is_some() && report.stop.is_none() && same_way);
        let at_end = oracle.gap_of(report.end);
        self.end_penetration = self.end_penetration.max(-at_end);
        let is_late = hit.is_some_and(|t| report.stop.is_none_or(|s| s > t));
        if report.skin > 0.0 {
            // A move reports its end position, not the fraction at which it stopped.
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
            // A move may stop for a contact that only its skin reaches.
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

    /// Returns the combined results of both rows.
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

/// Prints the lines of the table for one class, or for all of them under another name.
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

/// Measures all classes and prints each table as soon as it is ready; returns the totals.
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
