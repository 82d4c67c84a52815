//! Moves that can be repeated anywhere: captured from a world, written as a text, run again to the
//! same bits.
//!
//! A [`Replay`] holds all that a move depends on: the polygons that it could touch, the shape, the
//! config, where it began, what was asked. [`capture`] makes one from a move in a world of any
//! size. It is plain data with a text form that a person can read, edit and put into a bug report;
//! `sidle replay FILE` runs it, and so does a test. [`explain`] tells what happened in a move,
//! stage by stage: `sidle replay FILE --explain`.
//!
//! ```
//! use sidle::{Motion, MoveConfig, Shape, Vec3, World, trace};
//! let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
//! let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
//! let (ball, config) = (Shape::sphere(0.5), MoveConfig::default());
//! let motion = Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0);
//! let replay = trace::capture(&world, &ball, Vec3::Y, motion, &config);
//!
//! let text = replay.to_string();
//! let read: trace::Replay = text.parse()?;
//! let reports = read.run()?;
//! assert_eq!(Some(reports[0].outcome.position), replay.moves[0].end);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod capture;
mod explain;
mod format;
mod keywords;
mod read;
mod write;

pub use crate::slide::{
    ContactRole, Decision, EndAttempt, Iteration, IterationContact, SegmentEnd, StartClearance,
};
pub use capture::{capture, capture_moves};
pub use explain::{Explanation, explain};
pub use read::ReplayError;

use glam::Vec3;

use crate::mesh::{BuildError, IndexKind, Material, MaterialId, WorldBuilder};
use crate::shape::Shape;
use crate::slide::{Motion, MoveConfig, MoveReport};
use crate::world::World;

/// One or more moves of one shape in a world of a few polygons: plain data, enough to repeat them
/// bit for bit anywhere.
///
/// Its text form (`to_string` and `parse`) has a word and its numbers in each line; what is left
/// out has its default, `#` begins a comment. Each number is the shortest decimal that reads back
/// to the same bits. The limit to a set of sectors ([`QueryFilter::sectors`](crate::QueryFilter))
/// is not written, since [`Replay::world`] has no sectors and it would limit nothing.
///
/// ```
/// let replay: sidle::trace::Replay = "
///     sidle replay 2
///     shape sphere 0.5                                # metres
///     start 0 1 0
///     polygon corners -9 0 -9, 0 0 9, 9 0 -9          # a floor
///     move 1 -2 0
/// ".parse()?;
/// assert_eq!(replay.run()?[0].hits.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Replay {
    /// The table of materials; where it is empty, material 0 is [`Material::default`].
    pub materials: Vec<Material>,
    /// Polygons in the order of the world they were taken from: the order decides ties.
    pub polygons: Vec<ReplayPolygon>,
    /// Which index the world has. It decides about speed only.
    pub index: IndexKind,
    /// What moves.
    pub shape: Shape,
    /// How it moves.
    pub config: MoveConfig,
    /// Where the first move begins; each of the others begins where the one before it ended.
    pub start: Vec3,
    /// What is asked for, one after the other.
    pub moves: Vec<ReplayMove>,
}

/// A polygon of a [`Replay`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReplayPolygon {
    /// 3 to 255 corners, counter-clockwise seen from the front.
    pub corners: Vec<Vec3>,
    /// The place of its material in [`Replay::materials`].
    pub material: u16,
    /// For people: the indices of the [`InstanceId`](crate::InstanceId) and
    /// [`PolygonId`](crate::PolygonId) that it had in the world it was taken from.
    pub from: Option<(u32, u32)>,
}

/// A move of a [`Replay`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReplayMove {
    /// What is asked for.
    pub motion: Motion,
    /// Where it ended when it was recorded, to compare with.
    pub end: Option<Vec3>,
}

impl ReplayMove {
    /// Whether a run of this move came to the position that was recorded, bit for bit; None where
    /// none was.
    #[must_use]
    pub fn agrees_with(&self, report: &MoveReport) -> Option<bool> {
        let bits = |v: Vec3| v.to_array().map(f32::to_bits);
        self.end.map(|end| bits(end) == bits(report.outcome.position))
    }
}

impl Default for Replay {
    /// A point at the origin that moves nowhere, in an empty world.
    fn default() -> Self {
        Self {
            materials: Vec::new(),
            polygons: Vec::new(),
            index: IndexKind::default(),
            shape: Shape::point(),
            config: MoveConfig::default(),
            start: Vec3::ZERO,
            moves: Vec::new(),
        }
    }
}

impl Replay {
    /// The world of the moves. Polygon `i` of the list is triangle `i` of its hits, in instance 0.
    ///
    /// # Errors
    /// What [`WorldBuilder::build`] refuses: corners out of range, too few or too many of them, a
    /// polygon of more than three that is not flat and convex, a material that is not there or out
    /// of its range.
    pub fn world(&self) -> Result<World, BuildError> {
        let mut builder = if self.materials.is_empty() {
            WorldBuilder::new()
        } else {
            WorldBuilder::with_materials(Vec::new())
        };
        for &material in &self.materials {
            builder.add_material(material);
        }
        builder.set_index(self.index);
        for polygon in &self.polygons {
            let material = MaterialId(polygon.material);
            if polygon.corners.len() == 3 {
                // Exactly as they are: a polygon would lose a corner that repeats the one before.
                builder.add_triangles(&polygon.corners, &[[0, 1, 2]], material);
            } else {
                builder.add_polygon(&polygon.corners, material);
            }
        }
        builder.build()
    }

    /// Makes the moves, one after the other, each from where the one before it ended.
    ///
    /// # Errors
    /// As [`Replay::world`].
    pub fn run(&self) -> Result<Vec<MoveReport>, BuildError> {
        let world = self.world()?;
        let mut from = self.start;
        let made = self.moves.iter().map(|m| {
            let report = world.move_once(&self.shape, from, m.motion, &self.config);
            from = report.outcome.position;
            report
        });
        Ok(made.collect())
    }

    /// Makes the moves as [`Replay::run`] does, and tells what happens in each.
    ///
    /// # Errors
    /// As [`Replay::world`].
    pub fn explain(&self) -> Result<Vec<Explanation>, BuildError> {
        let world = self.world()?;
        let mut from = self.start;
        let explanation = self.moves.iter().map(|m| {
            let explanation = explain(&world, &self.shape, from, m.motion, &self.config);
            from = explanation.report.outcome.position;
            explanation
        });
        Ok(explanation.collect())
    }
}
