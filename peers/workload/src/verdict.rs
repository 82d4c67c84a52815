//! Judges the results of an engine in f64.

use serde::{Deserialize, Serialize};
use sidle_judge::{Body, Judge, Near};

use crate::character::Watched;
use crate::samples::{TOLERANCE, length, upright};
use crate::{
    Capsule, CharacterRow, Control, Kind, P, Plan, QUERY_KINDS, Raw, Tall, Truth, WalkRaw, Work, hash_of,
    percentile,
};

/// A move has candidates if a triangle's box overlaps the box around its requested and its actual
/// path, enlarged by this many metres on all sides. This is more than the padding of any engine, so
/// that standing on the ground counts for all of them.
const AROUND: f64 = 0.05;
/// A place within this distance of a surface is on it, in metres. It covers f32 far from the
/// origin, and grazing rays.
const ON: f64 = 1e-4;

/// One engine on one level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
// Older records lack some fields, which get their default values.
#[serde(default)]
pub struct Row {
    pub level: String,
    pub triangles: usize,
    pub build_ns: f64,
    pub bytes: Option<u64>,
    pub queries: Vec<QueryRow>,
    pub walks: Vec<WalkRow>,
}

/// One block of queries.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
// Older records lack some fields, which get their default values.
#[serde(default)]
pub struct QueryRow {
    pub name: String,
    pub ns: f64,
    /// Number of compared answers, and number of those that are wrong by more than 1 mm along the
    /// path.
    pub checked: usize,
    pub early: usize,
    pub late: usize,
    pub missed: usize,
}

/// One crowd.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
// Older records lack some fields, which get their default values.
#[serde(default)]
pub struct WalkRow {
    pub name: String,
    pub moves: usize,
    /// Thread CPU time of all moves, divided by their number.
    pub mean_ns: f64,
    /// True for each move with candidates, frame by frame; not recorded.
    #[serde(skip)]
    pub seen: Vec<bool>,
    /// Times of the moves with candidates. Absent if single moves were not timed.
    pub with_candidates: Option<Single>,
    /// Number of ends that overlap a triangle with the bare radius, and the depth of the deepest,
    /// in mm.
    pub penetrating: usize,
    /// Number of those that are more than 1 mm deep.
    pub deep: usize,
    pub deepest_mm: f64,
    /// The largest depth if the padding is added to the radius, in mm.
    pub deepest_padded_mm: f64,
    /// Number of moves whose straight line from start to end crosses a triangle.
    pub crossings: usize,
    /// Horizontal metres of all walkers together.
    pub metres: f64,
    /// Number of times that a walker had left the level.
    pub lost: usize,
    /// Hash of every bit of every end.
    pub hash: String,
    /// True if a second run in the same process gave the same bits.
    pub repeats: bool,
    /// The verdict on characters with goals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<CharacterRow>,
}

impl Row {
    /// Returns the same row with the times of another run that ended bit-identically. Its verdict
    /// is the same too.
    pub fn with_times_of(&self, raw: &Raw) -> Self {
        let mut row = Self { build_ns: raw.build_ns, ..self.clone() };
        for (query, (ns, _)) in row.queries.iter_mut().zip(&raw.queries) {
            query.ns = *ns;
        }
        for (walk, raw) in row.walks.iter_mut().zip(&raw.walks) {
            walk.repeats = raw.repeats;
            walk.put_times(raw);
        }
        row
    }
}

impl WalkRow {
    fn put_times(&mut self, raw: &WalkRaw) {
        self.mean_ns = raw.total_ns / raw.ends.len() as f64;
        let timed = raw.move_ns.iter().zip(&self.seen);
        let mut times: Vec<u32> = timed.filter(|(_, seen)| **seen).map(|(ns, _)| *ns).collect();
        self.with_candidates = (!times.is_empty()).then(|| Single {
            moves: times.len(),
            p50_ns: percentile(&mut times, 0.5),
            p99_ns: percentile(&mut times, 0.99),
        });
    }
}

/// Times of single moves. There is no mean, because interruptions would dominate it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Single {
    pub moves: usize,
    pub p50_ns: u32,
    pub p99_ns: u32,
}

/// # Errors
/// Returns an error if the answers do not belong to this work.
pub fn judge(work: &Work, raw: &Raw) -> Result<Row, String> {
    let level = &work.level;
    let judge = Judge::new(&level.vertices, &level.triangles);
    let asked = if work.queries.from.is_empty() { 0 } else { QUERY_KINDS.len() };
    if ![0, asked].contains(&raw.queries.len()) || raw.walks.len() != work.plans.len() {
        return Err(format!("{} left out a part of {}", raw.name, level.name));
    }
    // Programs that only walk have no answers.
    let answers = raw.queries.iter().enumerate();
    let queries = answers.map(|(i, answers)| query_row(work, &judge, i, answers)).collect();
    let walks: Result<_, String> =
        work.plans.iter().zip(&raw.walks).map(|(plan, walk)| walk_row(&judge, plan, walk, raw)).collect();
    Ok(Row {
        level: level.name.clone(),
        triangles: level.triangles.len(),
        build_ns: raw.build_ns,
        bytes: raw.bytes,
        queries,
        walks: walks?,
    })
}

fn query_row(work: &Work, judge: &Judge, number: usize, (ns, answers): &(f64, Vec<f32>)) -> QueryRow {
    let (name, kind, long) = QUERY_KINDS[number];
    let mut row = QueryRow { name: name.into(), ns: *ns, ..QueryRow::default() };
    let (starts, motions) = work.asked(kind, long);
    for (i, (&truth, &answer)) in work.truths[number].iter().zip(answers).enumerate() {
        let (from, motion) = (starts[i].map(f64::from), motions[i].map(f64::from));
        let told = (answer >= 0.0).then(|| f64::from(answer) * length(motion));
        let is_on_surface = |along: f64| {
            let share = along / length(motion);
            let at = [0, 1, 2].map(|k| from[k] + motion[k] * share);
            judge.clearance(&Body::Point, at, 2.0 * ON).gap <= ON
        };
        row.checked += 1;
        match (kind, told) {
            (Kind::Blocked, Some(_)) => row.early += usize::from(truth.first == f64::INFINITY),
            (_, None) => row.missed += usize::from(truth.last < length(motion) - TOLERANCE),
            (_, Some(along)) => {
                let graze = || kind == Kind::Ray && is_on_surface(along);
                row.early += usize::from(along < truth.first - TOLERANCE && !graze());
                row.late += usize::from(is_late(along, truth) && !graze());
            }
        }
    }
    row
}

fn is_late(along: f64, truth: Truth) -> bool {
    along > truth.last + TOLERANCE
}

fn walk_row(judge: &Judge, plan: &Plan, raw: &WalkRaw, engine: &Raw) -> Result<WalkRow, String> {
    let count = plan.starts.len();
    if raw.ends.len() != count * plan.frames || (plan.every_move && raw.move_ns.len() != raw.ends.len()) {
        return Err(format!("{} left out moves of {}", engine.name, plan.name));
    }
    let is_character = !raw.grounded.is_empty();
    if raw.grounded.len() != if is_character || !plan.goals.is_empty() { raw.ends.len() } else { 0 } {
        return Err(format!("{} did not say where {} are on the ground", engine.name, plan.name));
    }
    let mut row = WalkRow {
        name: plan.name.clone(),
        moves: raw.ends.len(),
        hash: format!("{:016x}", hash_of(&raw.ends)),
        repeats: raw.repeats,
        seen: vec![false; raw.ends.len()],
        ..WalkRow::default()
    };
    let body = body_of(plan, engine.tall).ok_or_else(|| format!("{} named no tall shape", engine.name))?;
    let court = Court { judge, plan, body, padding: f64::from(engine.padding) };
    let mut character = CharacterRow::default();
    for walker in 0..count {
        let (mut at, mut control) = (plan.starts[walker], Control::default());
        let (goal, mut watched) = (plan.goals.get(walker), Watched::default());
        for frame in 0..plan.frames {
            if plan.is_lost(at) {
                (at, control) = (plan.starts[walker], Control::default());
                row.lost += 1;
            }
            let number = frame * count + walker;
            let wish = plan.wish(frame, walker);
            let motion =
                if is_character { wish.map(|w| w * plan.dt) } else { control.motion(wish, plan.up, plan.dt) };
            let to = raw.ends[number];
            row.metres += level_distance(at, to, plan.up);
            row.seen[number] = plan.every_move && court.sees(at, motion, to, &mut row);
            if let Some(&goal) = goal {
                let hovers = |margin| court.hovers(to, margin);
                watched.add(goal, [at, wish, to], raw.grounded[number] == 1, hovers, &mut character);
            }
            control.landed(at, to, plan.up, plan.dt);
            at = to;
        }
        goal.into_iter().for_each(|&goal| watched.finish(goal, &mut character));
    }
    row.character = (!plan.goals.is_empty()).then_some(character);
    row.put_times(raw);
    Ok(row)
}

fn level_distance(from: P, to: P, up: P) -> f64 {
    let way = [0, 1, 2].map(|k| f64::from(to[k]) - f64::from(from[k]));
    let rise: f64 = (0..3).map(|k| way[k] * f64::from(up[k])).sum();
    length([0, 1, 2].map(|k| way[k] - rise * f64::from(up[k])))
}

/// Returns the body of a walker, or `None` if it is tall and its shape is unknown.
fn body_of(plan: &Plan, tall: Option<Tall>) -> Option<Body> {
    let radii = plan.half.map(f64::from);
    let Some(capsule) = Capsule::of(plan.half, plan.up) else {
        return Some(Body::Sphere { radius: radii[0] });
    };
    Some(match tall? {
        Tall::Capsule => upright(capsule, plan.up),
        Tall::Ellipsoid => Body::Ellipsoid { radii, rotation: [0.0, 0.0, 0.0, 1.0] },
    })
}

struct Court<'a> {
    judge: &'a Judge,
    plan: &'a Plan,
    body: Body,
    padding: f64,
}

impl Court<'_> {
    /// Returns true if no surface is within the padding and a margin of the body.
    fn hovers(&self, at: P, margin: f64) -> bool {
        let reach = self.padding + margin;
        self.judge.clearance(&self.body, at.map(f64::from), reach).gap >= reach
    }

    /// Judges one move. Returns true if it had candidates.
    fn sees(&self, from: P, motion: P, to: P, row: &mut WalkRow) -> bool {
        if !to.iter().all(|x| x.is_finite()) {
            row.penetrating += 1;
            row.deep += 1;
            // The largest number for JSON.
            row.deepest_mm = 1e9;
            return true;
        }
        let asked = [0, 1, 2].map(|k| f64::from(from[k]) + f64::from(motion[k]));
        let (from, to) = (from.map(f64::from), to.map(f64::from));
        let widest = self.plan.half.iter().fold(0.0, |a: f64, &h| a.max(f64::from(h)));
        let mut near = Near::new(&Body::Sphere { radius: widest }, AROUND);
        near.hold(self.judge, &[from, asked, to], 0.0);
        if near.triangle_count() == 0 {
            return false;
        }
        row.crossings += usize::from(near.path_crosses(&[from, to]));
        let gap = match self.body {
            Body::Sphere { .. } => near.clearance(to).gap,
            _ => self.judge.clearance(&self.body, to, AROUND).gap,
        };
        row.penetrating += usize::from(gap < 0.0);
        row.deep += usize::from(gap < -1e-3);
        row.deepest_mm = row.deepest_mm.max(-1000.0 * gap);
        row.deepest_padded_mm = row.deepest_padded_mm.max(1000.0 * (self.padding - gap));
        true
    }
}

#[cfg(test)]
mod tests;
