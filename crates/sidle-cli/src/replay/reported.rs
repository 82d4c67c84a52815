//! The iterations of a move as JSON, and the polygons that they refer to.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;
use sidle::trace::{ContactRole, Decision, Explanation, Iteration, IterationContact, Replay, SegmentEnd};
use sidle::{Feature, Surface};

use super::report::place;

/// An iteration. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct IterationReport {
    from: [f64; 3],
    to: [f64; 3],
    time: f64,
    time_left: f64,
    desired: [f64; 3],
    motion: [f64; 3],
    decision: String,
    asked_m: f64,
    free_m: f64,
    ended_by: &'static str,
    met_polygon: Option<u32>,
    reflected_by: Vec<usize>,
    contacts: Vec<ContactReport>,
}

#[derive(Debug, Serialize)]
struct ContactReport {
    polygon: u32,
    feature: String,
    normal: [f64; 3],
    skins: f64,
    was_hit: bool,
    role: &'static str,
    takes_m: Option<f64>,
}

/// Returns the iterations of a move.
pub(super) fn iterations(told: &Explanation) -> Vec<IterationReport> {
    told.iterations.iter().map(iteration_report).collect()
}

fn iteration_report(iteration: &Iteration) -> IterationReport {
    let (ended_by, met_polygon) = match iteration.end {
        SegmentEnd::Complete => ("whole", None),
        SegmentEnd::BoundaryEdge => ("rim", None),
        SegmentEnd::Contact(surface) => ("met", Some(surface.polygon.index() as u32)),
        SegmentEnd::Regathered => ("looked_again", None),
        _ => ("other", None),
    };
    IterationReport {
        from: iteration.from.to_array(),
        to: iteration.to.to_array(),
        time: iteration.time,
        time_left: iteration.time_left,
        desired: iteration.desired.to_array(),
        motion: iteration.motion.to_array(),
        decision: match iteration.decision {
            Decision::Free => "free".into(),
            Decision::Slide { planes: 1 } => "slide along a face".into(),
            Decision::Slide { .. } => "slide along a crease".into(),
            Decision::Roll { over } => format!("roll over {}", feature(over)),
            Decision::Stop(reason) => format!("stop: {reason:?}"),
            other => format!("{other:?}"),
        },
        asked_m: iteration.asked,
        free_m: iteration.length(),
        ended_by,
        met_polygon,
        reflected_by: iteration.reflected_by.clone(),
        contacts: iteration.contacts.iter().map(contact_report).collect(),
    }
}

fn contact_report(contact: &IterationContact) -> ContactReport {
    let (role, takes_m) = match contact.role {
        ContactRole::InternalEdge => ("seam", None),
        ContactRole::Duplicate => ("same_normal", None),
        ContactRole::Inactive => ("idle", None),
        ContactRole::Active { takes } => ("active", takes),
        _ => ("other", None),
    };
    ContactReport {
        polygon: contact.surface.polygon.index() as u32,
        feature: feature(contact.surface.feature),
        normal: contact.normal.to_array(),
        skins: contact.skins,
        was_hit: contact.was_hit,
        role,
        takes_m,
    }
}

fn feature(feature: Feature) -> String {
    match feature {
        Feature::Face => "face".into(),
        Feature::Edge(i) => format!("edge {i}"),
        Feature::Corner(i) => format!("corner {i}"),
    }
}

/// Returns a legend of the polygons that the explanations refer to: their positions, and their
/// identifiers in the original level.
pub(super) fn legend(replay: &Replay, told: &[Explanation]) -> String {
    let mut named: BTreeSet<u32> = BTreeSet::new();
    let mut name = |surface: &Surface| _ = named.insert(surface.polygon.index() as u32);
    for told in told {
        told.overlap.iter().for_each(&mut name);
        for iteration in &told.iterations {
            iteration.contacts.iter().for_each(|c| name(&c.surface));
            if let SegmentEnd::Contact(surface) = &iteration.end {
                name(surface);
            }
        }
    }
    let mut text = String::new();
    for &number in &named {
        let Some(polygon) = replay.polygons.get(number as usize) else { continue };
        let corners: Vec<String> = polygon.corners.iter().map(|c| place(c.to_array())).collect();
        let _ = write!(text, "polygon {number}");
        if let Some((instance, number)) = polygon.from {
            let _ = match instance {
                0 => write!(text, " (number {number} of its world)"),
                _ => write!(text, " (polygon {number} of instance {instance} of its world)"),
            };
        }
        let _ = writeln!(text, ": {}", corners.join(", "));
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}
