//! Moves that can be repeated anywhere: captured from a world, written as text, and run again with
//! bit-identical results.
//!
//! A [`Replay`] holds all inputs of a move: the polygons that it could touch, the shape, the
//! config, the start and the requested motion. [`capture`] makes one from a move in a world of any
//! size. A replay is plain data, with a text form that a person can read, edit and put into a bug
//! report. The command `sidle replay FILE` runs a replay, and so can a test. [`explain`] describes
//! a move iteration by iteration; so does `sidle replay FILE --explain`.
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
mod character;
mod cursor;
mod explain;
mod format;
mod instances;
#[cfg(all(test, feature = "serde"))]
mod json_tests;
mod keywords;
mod read;
mod write;
mod written;

pub use crate::character::{CharacterEvent, StepRefusal};
pub use crate::slide::{
    ContactRole, Decision, EndAttempt, Iteration, IterationContact, SegmentEnd, StartClearance,
};
pub use capture::{capture, capture_moves};
pub use character::{
    CharacterExplanation, CharacterReplay, CharacterReplayStep, MovingStep, capture_character,
    capture_moving_character, explain_character,
};
pub use cursor::ReplayError;
pub use explain::{Explanation, explain};
pub use instances::{ReplayInstance, ReplayInstanceMotion};

use glam::{DVec3, Vec3};

use crate::mesh::{BuildError, IndexKind, Material, MaterialId, WorldBuilder};
use crate::shape::Shape;
use crate::slide::{Motion, MoveConfig, MoveReport};
use crate::world::World;

/// One or more moves of one shape in a world of a few polygons: plain data, enough to repeat the
/// moves anywhere with bit-identical results.
///
/// In the text form (`to_string` and `parse`), each line has a keyword and its values. The first
/// line, `shape` and `start` are required; omitted settings have their defaults. `#` begins a
/// comment. Each number is the shortest decimal that reads back bit-identically. The limit to a set
/// of sectors ([`QueryFilter::sectors`](crate::QueryFilter)) is not written: [`Replay::world`] has
/// no sectors, so the limit would have no effect.
///
/// ```
/// let replay: sidle::trace::Replay = "
///     sidle replay 3
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
    /// The table of materials. If it is empty, material 0 is [`Material::default`].
    pub materials: Vec<Material>,
    /// The polygons, in the order of the captured world. The order decides between equally near
    /// polygons.
    pub polygons: Vec<ReplayPolygon>,
    /// The placed instances, where they were at the time of the moves.
    #[cfg_attr(feature = "serde", serde(default))]
    pub instances: Vec<ReplayInstance>,
    /// The kind of spatial index of the world. The choice changes only the speed.
    pub index: IndexKind,
    /// The shape that moves.
    pub shape: Shape,
    /// Settings of all moves.
    pub config: MoveConfig,
    /// Position of the centre of the shape at the start of the first move. Each later move starts
    /// at the end of the move before.
    pub start: DVec3,
    /// The moves, in order.
    pub moves: Vec<ReplayMove>,
}

/// A polygon of a [`Replay`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReplayPolygon {
    /// The corners of the polygon, 3 to 255, counter-clockwise seen from the front, in metres.
    pub corners: Vec<Vec3>,
    /// The material of this polygon, as an index into [`Replay::materials`].
    pub material: u16,
    /// For information: the indices of the [`InstanceId`](crate::InstanceId) and
    /// [`PolygonId`](crate::PolygonId) that the polygon had in the captured world.
    pub from: Option<(u32, u32)>,
}

/// A move of a [`Replay`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReplayMove {
    /// The requested motion of this move.
    pub motion: Motion,
    /// The recorded end position of this move, to compare a run with. `None` if it was not
    /// recorded.
    pub end: Option<DVec3>,
    /// Largest distance in metres between `end` and the end of a run that agrees with it. 0, the
    /// usual value, requires the same bits. In texts of older versions, positions were in single
    /// precision: there it is the skin of that version.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub end_error: f64,
}

impl ReplayMove {
    /// Returns `Some(true)` if a run of this move ended at the recorded position, `Some(false)` if
    /// it ended elsewhere, and `None` if no position was recorded. See
    /// [`end_error`](Self::end_error).
    #[must_use]
    pub fn agrees_with(&self, report: &MoveReport) -> Option<bool> {
        self.end.map(|end| is_end(report.outcome.position, end, self.end_error))
    }
}

/// Returns true if `position` is the recorded end of a run, or as near to it as `error` allows.
fn is_end(position: DVec3, end: DVec3, error: f64) -> bool {
    let bits = |v: DVec3| v.to_array().map(f64::to_bits);
    bits(end) == bits(position) || (error > 0.0 && position.distance(end) <= error)
}

#[cfg(feature = "serde")]
fn is_zero(x: &f64) -> bool {
    x.to_bits() == 0
}

/// Returns the skin, in metres, of the versions with positions in single precision, at an end.
fn skin_of_old_versions(skin_width: f32, end: DVec3) -> f64 {
    let furthest = end.abs().max_element() as f32;
    f64::from(skin_width).max(4.0 * f64::from(furthest.next_up() - furthest))
}

impl Default for Replay {
    /// Returns a replay of a point at the origin in an empty world, without moves.
    fn default() -> Self {
        Self {
            materials: Vec::new(),
            polygons: Vec::new(),
            instances: Vec::new(),
            index: IndexKind::default(),
            shape: Shape::point(),
            config: MoveConfig::default(),
            start: DVec3::ZERO,
            moves: Vec::new(),
        }
    }
}

impl Replay {
    /// Builds the world of the moves. Polygon `i` of the list is triangle `i` of the hits, in
    /// instance 0.
    ///
    /// # Errors
    /// Returns the errors of [`WorldBuilder::build`]: corners out of range, too few or too many
    /// corners, a polygon of more than three corners that is not flat and convex, or a material
    /// that does not exist or is out of its range. Also an invalid instance.
    pub fn world(&self) -> Result<World, BuildError> {
        let mut world = world_of(&self.materials, &self.polygons, self.index)?;
        instances::place(&mut world, &self.instances)?;
        Ok(world)
    }

    /// Runs the moves in order, each from the end of the one before.
    ///
    /// # Errors
    /// Returns the errors of [`Replay::world`].
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

    /// Runs the moves as [`Replay::run`] does, and explains each of them.
    ///
    /// # Errors
    /// Returns the errors of [`Replay::world`].
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

/// Builds the world of a replay.
fn world_of(
    materials: &[Material],
    polygons: &[ReplayPolygon],
    index: IndexKind,
) -> Result<World, BuildError> {
    let mut builder =
        if materials.is_empty() { WorldBuilder::new() } else { WorldBuilder::with_materials(Vec::new()) };
    for &material in materials {
        builder.add_material(material);
    }
    builder.set_index(index);
    add_polygons(&mut builder, polygons);
    builder.build()
}

/// Adds the polygons of a replay, unchanged.
fn add_polygons(builder: &mut WorldBuilder, polygons: &[ReplayPolygon]) {
    for polygon in polygons {
        let material = MaterialId(polygon.material);
        if polygon.corners.len() == 3 {
            // `add_polygon` would drop a corner that repeats the one before.
            builder.add_triangles(&polygon.corners, &[[0, 1, 2]], material);
        } else {
            builder.add_polygon(&polygon.corners, material);
        }
    }
}
