//! Counts shared edges.

use super::{BuildReport, Mesh};

/// Counts the edges of a mesh by the number of polygons that share them. Edges without length are
/// ignored.
pub(super) fn count(mesh: &Mesh, report: &mut BuildReport) {
    let mut edges = Vec::with_capacity(mesh.corners.len());
    for p in 0..mesh.polygons() as u32 {
        let ids = mesh.corner_ids(p);
        let first = edges.len();
        let mut a = ids[ids.len() - 1];
        for &b in ids {
            let edge = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
            // A polygon that repeats a corner can contain an edge twice, but counts as one polygon.
            if a != b && !edges[first..].contains(&edge) {
                edges.push(edge);
            }
            a = b;
        }
    }
    edges.sort_unstable();
    for run in edges.chunk_by(|a, b| a == b) {
        match run.len() {
            1 => report.open_edges += 1,
            2 => report.shared_edges += 1,
            _ => report.non_manifold_edges += 1,
        }
    }
}
