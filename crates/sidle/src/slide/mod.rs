//! Moving a shape: sweep, slide, and certify the end.
//!
//! ```text
//! carry          instances push a body
//! run.rs         one move, from its input to its outcome;  batch.rs: many moves
//! depenetrate    finds a path out of an overlap
//! resize.rs      changes the shape of a body in place;  touching.rs: the contacts of a body at rest
//! mover          the core of a move: contacts, response, segments, finalisation
//! search_space   the places that depenetrate looks at
//! ```

mod batch;
mod carry;
mod config;
mod debug_draw;
mod depenetrate;
mod motion;
mod mover;
mod outcome;
mod resize;
mod run;
mod search_space;
mod touching;

pub use batch::{Batch, Move};
pub use carry::{Carried, Carrier, CarryConfig, CarryEnd};
pub use config::{FrictionLaw, MoveConfig, OnOverlap, Response};
pub use debug_draw::{DebugLine, LineKind};
pub use motion::Motion;
pub(crate) use motion::WideMotion;
pub(crate) use mover::Mover;
pub use mover::Scratch;
pub(crate) use mover::contacts::MoverContact;
pub(crate) use mover::log::Log;
pub use mover::log::{
    ContactRole, Decision, EndAttempt, Iteration, IterationContact, SegmentEnd, StartClearance,
};
pub(crate) use mover::response::{leaves_freedom, slowed};
pub(crate) use mover::scratch::{FeetOffset, Work};
pub(crate) use mover::start::{Start, prepare};
pub(crate) use mover::touch::{Seen, Touch};
pub use outcome::{Depenetration, MoveReport, Outcome, StartAdjustment, StopReason};
pub use resize::Resize;
pub(crate) use run::refused;
pub(crate) use touching::touching;

use glam::DVec3;

use crate::geometry::WorldVector;
use crate::mesh::SectorSet;
use crate::shape::Shape;
use crate::world::World;

impl World {
    /// Moves a shape through the world: sweeps it, slides it along surfaces, and ends at a free
    /// position.
    ///
    /// A start nearer than half a skin to a surface is first pushed out to its skin, if there is
    /// room. This push takes no time and does not count as distance.
    ///
    /// From a free start, the returned position is free (certified against every polygon it could
    /// touch), the path crosses no surface, and the move takes at most
    /// [`MoveConfig::max_iterations`] iterations. `scratch` receives the contacts. Once it has
    /// grown, a move allocates nothing (see [`Scratch`]).
    ///
    /// ```
    /// use sidle::{DVec3, Motion, MoveConfig, Scratch, Shape, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    /// let (ball, start) = (Shape::sphere(0.5), Vec3::new(0.0, 1.0, 0.0));
    /// // One second at this velocity in m/s. A game makes steps of 1/60 s or so.
    /// let motion = Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0);
    /// let end = world.move_and_slide(&mut scratch, &ball, start, motion, &config);
    /// assert!((end.position - DVec3::new(1.0, 0.501, 0.0)).length() < 1e-5);
    /// assert_eq!(scratch.hits()[0].normal, Vec3::Y);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn move_and_slide(
        &self,
        scratch: &mut Scratch,
        shape: &Shape,
        from: impl WorldVector,
        motion: Motion,
        config: &MoveConfig,
    ) -> Outcome {
        let from = from.to_dvec3();
        run::run(self, scratch, shape, from, motion.into(), config)
    }

    /// Performs a move with a motion in double precision.
    pub(crate) fn move_wide(
        &self,
        scratch: &mut Scratch,
        shape: &Shape,
        from: DVec3,
        motion: WideMotion,
        config: &MoveConfig,
    ) -> Outcome {
        run::run(self, scratch, shape, from, motion, config)
    }

    /// Performs one move as [`World::move_and_slide`], without a scratch. Allocates, and returns
    /// the outcome with its hits and path.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let (ball, motion) = (Shape::sphere(1.0), Motion::velocity(Vec3::X * 4.0, 1.0));
    /// let report = world.move_once(&ball, Vec3::ZERO, motion, &MoveConfig::default());
    /// assert_eq!((report.outcome.reason, report.hits.len()), (StopReason::NoFreedom, 1));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn move_once(
        &self,
        shape: &Shape,
        from: impl WorldVector,
        motion: Motion,
        config: &MoveConfig,
    ) -> MoveReport {
        self.move_once_inner(shape, from.to_dvec3(), motion, config)
    }

    fn move_once_inner(&self, shape: &Shape, from: DVec3, motion: Motion, config: &MoveConfig) -> MoveReport {
        let mut scratch = Scratch::default();
        let config = MoveConfig { record_path: true, ..*config };
        let outcome = self.move_and_slide(&mut scratch, shape, from, motion, &config);
        let (hits, path) = scratch.into_parts();
        MoveReport { outcome, hits, path }
    }

    /// Returns the sectors that a move can enter or touch. A move limited to these sectors (or
    /// more) has the same outcome, hits and path as the unlimited move, bit-identically, if:
    ///
    /// - `from` is free, in space that the bounds of its sector contain;
    /// - portals are the only connections between the space of different sectors;
    /// - a polygon that can be touched from two sectors belongs to no sector;
    /// - the walls between sectors are thicker than nine skins (or belong to no sector).
    ///
    /// Returns [`SectorSet::ALL`] for input that is not finite, and for a start in no sector.
    /// Allocates.
    ///
    /// ```
    /// # use sidle::*;
    /// let mut builder = WorldBuilder::new();
    /// let west = builder.add_sector("west", Vec3::ZERO, Vec3::new(4.0, 3.0, 4.0));
    /// let east = builder.add_sector("east", Vec3::X * 4.0, Vec3::new(8.0, 3.0, 4.0));
    /// builder.add_portal(west, east, &[(0.0, 1.0), (0.0, 2.0), (2.0, 1.5)].map(|(y, z)| Vec3::new(4.0, y, z)));
    /// let world = builder.build()?;
    ///
    /// let (body, config) = (Shape::sphere(0.4), MoveConfig::default());
    /// let step = Motion::displacement(Vec3::X * 0.1, 1.0 / 60.0);
    /// let far_off = world.sectors_of_move(&body, Vec3::ONE, step, &config);
    /// assert_eq!(far_off, world.sectors().set([west]));
    /// let in_the_door = world.sectors_of_move(&body, Vec3::new(3.6, 1.0, 1.5), step, &config);
    /// assert_eq!(in_the_door, world.sectors().set([west, east]));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn sectors_of_move(
        &self,
        shape: &Shape,
        from: impl WorldVector,
        motion: Motion,
        config: &MoveConfig,
    ) -> SectorSet {
        let from = from.to_dvec3();
        let motion = motion.into();
        let reach = prepare(shape, from, &motion, config).map(|s| s.reach(shape, &motion));
        reach.map_or(SectorSet::ALL, |reach| self.sectors().reached(from, reach))
    }

    /// Finds a free position near a shape that overlaps the world. The position is a skin away from
    /// every surface if there is room, and at most 1.5 times as far from the start as the nearest
    /// such position.
    ///
    /// First it pushes the shape out of all overlapped polygons, for a few rounds. If this fails,
    /// or ends further away than necessary, it searches all positions within two lengths of the
    /// shape. The path from the start to the result may have corners, and the centre of the shape
    /// crosses no polygon on it. A body whose centre is inside a closed box therefore stays there.
    /// A body on one side of a wall gets to the other side only around an end of the wall, or
    /// through a hole. [`Scratch::path`] has this path if [`MoveConfig::record_path`] is set.
    ///
    /// Returns a certified position. In narrow spaces its distance from surfaces may be less than a
    /// skin: 0.5 % of the length of the shape is enough. If no position is found, the result has
    /// the start and the depth of its overlap.
    ///
    /// The search is bounded, so it may miss a position in a gap or behind a slit of a few
    /// hundredths of the length. In random pockets, grids, wedges and heaps of up to a thousand
    /// triangles, half of the calls take less than 0.06 ms, nine of ten less than 2 ms, and the
    /// longest took 5 ms. Among 10,000 triangles at one place it takes up to 0.3 s. The result is
    /// deterministic.
    ///
    /// A point never overlaps. A point that lies on a polygon is moved off it if there is room.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3, and a ball half a metre into it.
    /// let ball = Shape::sphere(1.0);
    /// let out = world.depenetrate(&mut Scratch::default(), &ball, Vec3::X * 2.5, &MoveConfig::default());
    /// assert!(out.is_free() && (out.position.x - 1.999).abs() < 1e-5);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn depenetrate(
        &self,
        scratch: &mut Scratch,
        shape: &Shape,
        from: impl WorldVector,
        config: &MoveConfig,
    ) -> Depenetration {
        let from = from.to_dvec3();
        depenetrate::run(self, scratch, shape, from, config)
    }
}

/// Performs a move with a trace log and a recorded path. The results are bit-identical to those of
/// an untraced move.
pub(crate) fn traced_move(
    world: &World,
    shape: &Shape,
    from: DVec3,
    motion: Motion,
    config: &MoveConfig,
) -> (MoveReport, Log) {
    let mut scratch = Scratch::traced();
    let config = MoveConfig { record_path: true, ..*config };
    let outcome = world.move_and_slide(&mut scratch, shape, from, motion, &config);
    let log = scratch.log.take().map(|log| *log).unwrap_or_default();
    let (hits, path) = scratch.into_parts();
    (MoveReport { outcome, hits, path }, log)
}
