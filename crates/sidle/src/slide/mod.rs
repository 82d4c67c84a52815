//! Moving a shape: sweep, slide, land.

mod arcs;
mod batch;
mod config;
mod contacts;
mod debug_draw;
mod depenetrate;
mod drag;
mod fast_path;
mod finalize;
mod interval_union;
mod log;
mod motion;
mod mover;
mod outcome;
mod response;
mod restitution;
mod scratch;
mod segment;
mod start;
mod substep;
mod support;

pub use batch::{Batch, Move};
pub use config::{FrictionLaw, MoveConfig, OnOverlap, Response};
pub(crate) use contacts::MoverContact;
pub use debug_draw::{DebugLine, LineKind};
pub(crate) use log::Log;
pub use log::{ContactRole, Decision, EndAttempt, Iteration, IterationContact, SegmentEnd, StartClearance};
pub use motion::Motion;
pub(crate) use mover::{Mover, refused};
pub use outcome::{Depenetration, MoveReport, Outcome, StartAdjustment, StopReason};
pub(crate) use response::{leaves_freedom, slowed};
pub use scratch::Scratch;
pub(crate) use start::{Start, prepare, prepare_substep, ulp};

use glam::Vec3;

use crate::mesh::SectorSet;
use crate::shape::Shape;
use crate::world::World;

impl World {
    /// Moves a shape through the world: it sweeps, slides along what it meets, and ends free.
    ///
    /// A start that all but touches something (nearer than half a skin) is first moved out to its
    /// skin, where there is room; that costs no time and is not counted as way.
    ///
    /// From a free start, the position returned is free (certified against every polygon it could
    /// touch), nothing was crossed on the way, and no more than [`MoveConfig::max_iterations`]
    /// stages were made. `scratch` holds what was met; once it has grown, nothing is allocated (see
    /// [`Scratch`]).
    ///
    /// ```
    /// use sidle::{Motion, MoveConfig, Scratch, Shape, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    /// let (ball, start) = (Shape::sphere(0.5), Vec3::new(0.0, 1.0, 0.0));
    /// // One second at this velocity in m/s. A game makes steps of 1/60 s or so.
    /// let motion = Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0);
    /// let end = world.move_and_slide(&mut scratch, &ball, start, motion, &config);
    /// assert!((end.position - Vec3::new(1.0, 0.501, 0.0)).length() < 1e-5);
    /// assert_eq!(scratch.hits()[0].normal, Vec3::Y);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn move_and_slide(
        &self,
        scratch: &mut Scratch,
        shape: &Shape,
        from: Vec3,
        motion: Motion,
        config: &MoveConfig,
    ) -> Outcome {
        mover::run(self, scratch, shape, from, motion, config)
    }

    /// [`World::move_and_slide`] for the impatient: allocates, and returns the outcome with its
    /// hits and path.
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
    pub fn move_once(&self, shape: &Shape, from: Vec3, motion: Motion, config: &MoveConfig) -> MoveReport {
        let mut scratch = Scratch::default();
        let config = MoveConfig { record_path: true, ..*config };
        let outcome = self.move_and_slide(&mut scratch, shape, from, motion, &config);
        let (hits, path) = scratch.into_parts();
        MoveReport { outcome, hits, path }
    }

    /// The sectors that a move can come into or touch. Limited to them (or to more), it has the
    /// outcome, hits and path of the unlimited move, bit for bit, where these hold:
    ///
    /// - `from` is free, in space that the bounds of its sector hold;
    /// - the only ways from the space of one sector into that of another are portals;
    /// - a polygon that can be touched from two sectors belongs to none;
    /// - the walls between sectors are thicker than nine skins (or belong to none).
    ///
    /// [`SectorSet::ALL`] for input that is not finite, or from a place in no sector. Allocates.
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
        from: Vec3,
        motion: Motion,
        config: &MoveConfig,
    ) -> SectorSet {
        // Where a motion is so long that it has legs, nothing is sure to be out of reach.
        let is_one_substep =
            prepare_substep(shape, from, motion.displacement, config).is_some_and(|l| l.1.is_infinite());
        let start = prepare(shape, from, &motion, config).filter(|_| is_one_substep);
        let reach = start.map(|s| s.reach(shape, &motion));
        reach.map_or(SectorSet::ALL, |reach| self.sectors().reached(from, reach))
    }

    /// Finds a free place near a shape that overlaps the world: the nearest one, or one that is at
    /// most 1.5 times as far.
    ///
    /// First it pushes the shape out of everything that it overlaps, a few times. Where that ends
    /// nowhere, or further away than need be, it searches all places within two lengths of the
    /// shape. The centre crosses no polygon on its way: a body whose centre is inside a closed box
    /// stays there, and one on this side of a wall gets to the other side only around an end of the
    /// wall, or through a hole. [`Scratch::path`] has that way if [`MoveConfig::record_path`] is
    /// set.
    ///
    /// Returns a certified position a skin away from everything (less where the room is narrower:
    /// 0.5 % of the length of the shape is enough), or the start and its depth if there is none.
    /// The search is bounded, so it may miss a place in a gap or behind a slit of a few hundredths
    /// of the length. It mostly takes less than 0.2 ms, and up to a few milliseconds among a
    /// thousand triangles, or where there is no place. The time grows with the polygons and corners
    /// within reach: 0.1 to 0.8 seconds for 100,000 triangles. The same input gives the same bits.
    ///
    /// A point never overlaps. One that lies on a polygon is moved off it if there is room.
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
        from: Vec3,
        config: &MoveConfig,
    ) -> Depenetration {
        depenetrate::run(self, scratch, shape, from, config)
    }
}

/// A move with all that can be known of it. The bits are those of the move that nobody watches.
pub(crate) fn watched(
    world: &World,
    shape: &Shape,
    from: Vec3,
    motion: Motion,
    config: &MoveConfig,
) -> (MoveReport, Log) {
    let mut scratch = Scratch { log: Some(Box::default()), ..Scratch::default() };
    let config = MoveConfig { record_path: true, ..*config };
    let outcome = world.move_and_slide(&mut scratch, shape, from, motion, &config);
    let log = scratch.log.take().map(|log| *log).unwrap_or_default();
    let (hits, path) = scratch.into_parts();
    (MoveReport { outcome, hits, path }, log)
}
