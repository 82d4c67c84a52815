//! Explains a move, iteration by iteration.

use glam::DVec3;

use crate::geometry::WorldVector;
use crate::shape::Shape;
use crate::slide::{
    Depenetration, EndAttempt, Iteration, Motion, MoveConfig, MoveReport, OnOverlap, StartClearance,
    traced_move,
};
use crate::world::{Surface, World};

/// A trace of a move: what happened in it, and why. Its `Display` describes the move in words,
/// iteration by iteration.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Explanation {
    /// The requested start of the move: the position of the centre of the shape.
    pub from: DVec3,
    /// The requested motion of the move.
    pub motion: Motion,
    /// The report of the move, bit-identical to that of an untraced move.
    pub report: MoveReport,
    /// Number of polygons that the move could touch.
    pub polygons: usize,
    /// The first polygon that the shape overlaps at the requested start, if there is one.
    pub overlap: Option<Surface>,
    /// The policy for a start that overlaps the world, from the settings of the move.
    pub on_overlap: OnOverlap,
    /// The result of pushing the shape out of the overlap, if the move tried to.
    pub pushed_out: Option<Depenetration>,
    /// How near the start was to the nearest surface, and how far the move first pushed it out to
    /// its skin. `None` if the move is refused or its displacement is zero.
    pub start_clearance: Option<StartClearance>,
    /// The iterations of the move, in order. The last one may be the decision to stop.
    pub iterations: Vec<Iteration>,
    /// The positions that were tried as the end of the move, in order. The first is the rounded end
    /// of the path; later ones are pushed back out to the skin. The best certified one is the end.
    pub end_attempts: Vec<EndAttempt>,
}

/// Performs a move and returns a trace of it, iteration by iteration.
///
/// Tracing does not change the move: results are bit-identical. For debugging only: it allocates
/// and is slower than a plain move.
///
/// ```
/// use sidle::{Motion, MoveConfig, Shape, Vec3, World, trace};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let (ball, config) = (Shape::sphere(0.5), MoveConfig::default());
/// let motion = Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0);
/// let explanation = trace::explain(&world, &ball, Vec3::Y, motion, &config);
/// assert_eq!(explanation.iterations[0].decision, trace::Decision::Free);
/// assert_eq!(explanation.iterations[1].decision, trace::Decision::Slide { planes: 1 });
/// println!("{explanation}");
/// # assert!(explanation.to_string().contains("slides along a face"));
/// # Ok::<(), sidle::BuildError>(())
/// ```
pub fn explain(
    world: &World,
    shape: &Shape,
    from: impl WorldVector,
    motion: Motion,
    config: &MoveConfig,
) -> Explanation {
    explain_inner(world, shape, from.to_dvec3(), motion, config)
}

fn explain_inner(
    world: &World,
    shape: &Shape,
    from: DVec3,
    motion: Motion,
    config: &MoveConfig,
) -> Explanation {
    let (report, log) = traced_move(world, shape, from, motion, config);
    let mut gathered = log.gathered;
    gathered.sort_unstable();
    gathered.dedup();
    Explanation {
        from,
        motion,
        report,
        polygons: gathered.len(),
        overlap: log.overlap,
        on_overlap: config.on_overlap,
        pushed_out: log.pushed_out,
        start_clearance: log.start_clearance,
        iterations: log.iterations,
        end_attempts: log.end_attempts,
    }
}
