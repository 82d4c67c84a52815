//! The result of a replay, as a table and as JSON.

use std::fmt::Write as _;

use serde::Serialize;
use sidle::trace::{Explanation, Replay};
use sidle::{DVec3, IndexKind, ShapeKind};

use super::reported::{self, IterationReport};
use crate::Verdict;

/// All results of a replay. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    file: String,
    polygons: usize,
    moves: Vec<Move>,
    /// Number of recorded ends, and number of ends that differ from the recorded ones.
    recorded: usize,
    differ: usize,
    passed: bool,
}

#[derive(Debug, Serialize)]
struct Move {
    number: usize,
    from: [f64; 3],
    displacement: [f32; 3],
    velocity: [f32; 3],
    end: [f64; 3],
    end_velocity: [f32; 3],
    reason: String,
    start_adjustment: String,
    iterations: u32,
    distance: f32,
    fraction: f64,
    skin: f32,
    hits: usize,
    recorded_end: Option<[f64; 3]>,
    same_bits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<IterationReport>>,
}

impl Report {
    pub(super) fn new(file: &str, replay: &Replay, told: &[Explanation], explain: bool) -> Self {
        let moves: Vec<Move> = (1..)
            .zip(replay.moves.iter().zip(told))
            .map(|(number, (asked, told))| {
                let outcome = &told.report.outcome;
                Move {
                    number,
                    from: told.from.to_array(),
                    displacement: asked.motion.displacement.to_array(),
                    velocity: asked.motion.velocity.to_array(),
                    end: outcome.position.to_array(),
                    end_velocity: outcome.velocity.to_array(),
                    reason: format!("{:?}", outcome.reason),
                    start_adjustment: format!("{:?}", outcome.start_adjustment),
                    iterations: outcome.iterations,
                    distance: outcome.distance,
                    fraction: outcome.fraction,
                    skin: outcome.skin,
                    hits: told.report.hits.len(),
                    recorded_end: asked.end.map(|end| end.to_array()),
                    same_bits: asked.agrees_with(&told.report),
                    explanation: explain.then(|| reported::iterations(told)),
                }
            })
            .collect();
        let recorded = moves.iter().filter(|m| m.same_bits.is_some()).count();
        let differ = moves.iter().filter(|m| m.same_bits == Some(false)).count();
        Self {
            file: file.to_owned(),
            polygons: replay.polygons.len(),
            moves,
            recorded,
            differ,
            passed: differ == 0,
        }
    }

    pub(super) fn verdict(&self) -> Verdict {
        if self.passed { Verdict::Passed } else { Verdict::Failed }
    }

    /// Returns the report as a table.
    pub(super) fn table(&self, replay: &Replay) -> String {
        let shape = match replay.shape.kind() {
            ShapeKind::Point => "a point".to_owned(),
            ShapeKind::Sphere { radius } => format!("a ball of radius {radius}"),
            ShapeKind::Ellipsoid { radii } => {
                format!("an ellipsoid of half lengths {}", place(radii.to_array()))
            }
            ShapeKind::Capsule { radius, height } => {
                format!("a capsule of radius {radius} and height {height}")
            }
            other => format!("{other:?}"),
        };
        let index = match replay.index {
            IndexKind::Bvh => "BVH",
            IndexKind::Octree => "octree",
        };
        let moves = counted(self.moves.len(), "move");
        let polygons = counted(self.polygons, "polygon");
        let mut text = format!("{}: {moves} of {shape} among {polygons} ({index})\n", self.file);
        let heads = ["move", "from", "by", "end", "iterations", "reason", "recorded end"].map(str::to_owned);
        let rows = self.moves.iter().map(|m| {
            [
                m.number.to_string(),
                place(m.from),
                place(m.displacement),
                place(m.end),
                m.iterations.to_string(),
                m.reason.clone(),
                compared(m.recorded_end, m.same_bits, m.end),
            ]
        });
        push_table(&mut text, &std::iter::once(heads).chain(rows).collect::<Vec<_>>());
        let _ = writeln!(text, "{}", compared_in_all(self.recorded, self.differ));
        text
    }
}

/// Adds rows in columns of equal width.
pub(super) fn push_table<const N: usize>(text: &mut String, rows: &[[String; N]]) {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "  {}", line.trim_end());
    }
}

/// Says how many recorded ends there were, and how many came out otherwise.
pub(super) fn compared_in_all(recorded: usize, differ: usize) -> String {
    match (recorded, differ) {
        (0, _) => "no ends were recorded to compare with".to_owned(),
        (1, 0) => "the recorded end came out again, bit for bit".to_owned(),
        (all, 0) => format!("all {all} recorded ends came out again, bit for bit"),
        (all, differ) => {
            format!("FAILED: {differ} of {} came out otherwise", counted(all, "recorded end"))
        }
    }
}

/// Says whether an end is the recorded one.
pub(super) fn compared(recorded: Option<[f64; 3]>, same_bits: Option<bool>, end: [f64; 3]) -> String {
    let (Some(old), Some(same)) = (recorded, same_bits) else { return "-".into() };
    if same {
        return "same bits".into();
    }
    let apart = DVec3::from(old).distance(DVec3::from(end));
    format!("{}: {apart:.2e} m away", place(old))
}

/// Formats three numbers without losing any of their bits.
pub(super) fn place<T: std::fmt::Display>(v: [T; 3]) -> String {
    let [x, y, z] = v;
    format!("{x} {y} {z}")
}

pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
