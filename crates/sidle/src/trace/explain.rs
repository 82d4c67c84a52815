//! A move told stage by stage.

use glam::Vec3;

use crate::shape::Shape;
use crate::slide::{
    Depenetration, EndAttempt, Iteration, Motion, MoveConfig, MoveReport, OnOverlap, StartClearance, watched,
};
use crate::world::{Surface, World};

/// How a move came to its end. Its `Display` tells it in words, stage by stage.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Explanation {
    /// Where it was asked to begin.
    pub from: Vec3,
    /// What was asked for.
    pub motion: Motion,
    /// What the move came to: the same bits as without an explanation.
    pub report: MoveReport,
    /// How many polygons it could have touched.
    pub polygons: usize,
    /// The first polygon that the start overlaps.
    pub overlap: Option<Surface>,
    /// What was to be done about that.
    pub on_overlap: OnOverlap,
    /// What pushing the start out came to, where that was tried.
    pub pushed_out: Option<Depenetration>,
    /// How near the start is to anything; None for a move that is none.
    pub stand_off: Option<StartClearance>,
    /// The stages; the last one may be a stop.
    pub stages: Vec<Iteration>,
    /// The stored positions that were tried, in order: the first is the end of the path, rounded;
    /// those after it are pushed back out to the skin. The best of them that is certified is the
    /// end.
    pub landing: Vec<EndAttempt>,
}

/// Makes a move and tells what happened in it, stage by stage.
///
/// It is the same move, to the last bit: whoever watches a mover changes nothing. For debugging; it
/// allocates, and is as slow as that is.
///
/// ```
/// use sidle::{Motion, MoveConfig, Shape, Vec3, World, trace};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let (ball, config) = (Shape::sphere(0.5), MoveConfig::default());
/// let motion = Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0);
/// let explanation = trace::explain(&world, &ball, Vec3::Y, motion, &config);
/// assert_eq!(explanation.stages[0].decision, trace::Decision::Free);
/// assert_eq!(explanation.stages[1].decision, trace::Decision::Slide { planes: 1 });
/// println!("{explanation}");
/// # assert!(explanation.to_string().contains("slides along a face"));
/// # Ok::<(), sidle::BuildError>(())
/// ```
pub fn explain(world: &World, shape: &Shape, from: Vec3, motion: Motion, config: &MoveConfig) -> Explanation {
    let (report, log) = watched(world, shape, from, motion, config);
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
        stand_off: log.stand_off,
        stages: log.stages,
        landing: log.tries,
    }
}
