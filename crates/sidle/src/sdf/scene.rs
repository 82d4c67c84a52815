//! What can be asked: a world and bodies that stand in it, and a body that moves among them.

use std::fmt;

use glam::{DVec3, Vec3};

use super::contacts::Contact;
use super::root::Root;
use super::search::Question;
use super::target::Targets;
use super::{Sdf, mover};
use crate::geometry::is_in_range;
use crate::slide::{Motion, MoveConfig, Outcome};
use crate::tolerance::{CERTIFICATE_ROUNDING, MAX_COORDINATE, PSEUDO_CAST_SLACK};
use crate::world::{QueryFilter, Surface, World};

/// A world, and bodies that stand in it as obstacles.
///
/// ```
/// use sidle::sdf::{Sphere, Obstacle, SdfScratch, Scene, Torus};
/// use sidle::{Motion, MoveConfig, Vec3, World};
/// let world = World::from_triangles(&[], &[])?;
/// let ring = Torus { ring: 1.0, tube: 0.2 };
/// let scene = Scene { world: &world, obstacles: &[Obstacle { body: &ring, at: Vec3::ZERO }] };
/// // A ball of half a metre falls through a ring of a metre.
/// let (ball, start) = (Sphere { radius: 0.5 }, Vec3::Y * 2.0);
/// let (mut scratch, config) = (SdfScratch::default(), MoveConfig::default());
/// let fall = Motion::velocity(Vec3::NEG_Y * 4.0, 1.0);
/// let end = scene.move_and_slide(&mut scratch, &ball, start, fall, &config);
/// assert_eq!(end.position.y, -2.0);
/// # Ok::<(), sidle::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Its polygons count as always: layers, one-sided surfaces, friction.
    pub world: &'a World,
    /// No friction, on no layer.
    pub obstacles: &'a [Obstacle<'a>],
}

/// A body that stands somewhere.
#[derive(Clone, Copy)]
pub struct Obstacle<'a> {
    /// What it is.
    pub body: &'a dyn Sdf,
    /// Where the origin of its frame is, in world metres.
    pub at: Vec3,
}

impl fmt::Debug for Obstacle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Obstacle").field("at", &self.at).finish_non_exhaustive()
    }
}

/// What was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// A polygon of the world. Its feature is always the face: where on it, the point tells.
    World(Surface),
    /// The obstacle of this number.
    Obstacle(usize),
}

impl HitTarget {
    pub(super) fn order(&self) -> (usize, usize, usize) {
        match self {
            Self::World(s) => (0, s.instance.index(), s.polygon.index()),
            Self::Obstacle(i) => (1 + i, 0, 0),
        }
    }
}

/// Something met during a move, as in [`MoveHit`](crate::MoveHit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfHit {
    /// Which part of the move's time had passed, 0..=1.
    pub fraction: f32,
    /// The point of the surface that was touched, in world space.
    pub point: Vec3,
    /// Unit length, towards the mover: the way in which its distance grows.
    pub normal: Vec3,
    /// How fast the mover ran into it, along the normal, in the unit of [`Motion::velocity`]. 0 or
    /// more.
    pub speed_into: f32,
    /// What was touched.
    pub touched: HitTarget,
}

/// The memory of a mover, owned by the caller; see [`Scratch`](crate::Scratch).
#[derive(Debug, Default)]
pub struct SdfScratch {
    pub(super) targets: Targets,
    pub(super) contacts: Vec<Contact>,
    /// What sweeps ran into: the target and a place on it.
    pub(super) learnt: Vec<(usize, DVec3)>,
    pub(super) planes: Vec<(DVec3, f64)>,
    pub(super) hits: Vec<SdfHit>,
    pub(super) path: Vec<Vec3>,
}

impl SdfScratch {
    /// What the last move met, in order: one entry for each thing that was in its way.
    #[must_use]
    pub fn hits(&self) -> &[SdfHit] {
        &self.hits
    }

    /// The corners of the last move's path, start and end included. Empty unless
    /// [`MoveConfig::record_path`] was set.
    #[must_use]
    pub fn path(&self) -> &[Vec3] {
        &self.path
    }
}

impl<'a> Scene<'a> {
    /// A world without obstacles.
    #[must_use]
    pub fn new(world: &'a World) -> Self {
        Self { world, obstacles: &[] }
    }

    /// How far a body at `at` is from everything, in metres: certified, at most `up_to`, and at
    /// most the distance. Below 0 means *not certified free*: it overlaps (by about that much),
    /// touches, or (minus infinity) the search gave up.
    ///
    /// This one function judges moves: a start is inside where it is below 0, and every move ends
    /// where it is not. Of one-sided surfaces only those count that the body is in front of. Minus
    /// infinity also for input that means nothing.
    ///
    /// ```
    /// # use sidle::sdf::*;
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
    /// let mut at = |x| scene.clearance(&mut scratch, &Sphere { radius: 1.0 }, Vec3::X * x, 5.0, &QueryFilter::ALL);
    /// assert!(at(0.0) <= 2.0 && at(0.0) > 1.95);
    /// assert!(at(2.5) < 0.0);
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn clearance(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        at: Vec3,
        up_to: f32,
        filter: &QueryFilter,
    ) -> f64 {
        if !(is_body(body) && is_in_range(at) && (0.0..=MAX_COORDINATE).contains(&up_to)) {
            return f64::NEG_INFINITY;
        }
        let (x, cap) = (at.as_dvec3(), f64::from(up_to));
        let targets = &mut scratch.targets;
        targets.gather(self, x, body.bounding_radius() + cap, filter);
        targets.let_pass(self, body, x);
        targets.clearance(self, body, x, cap)
    }

    /// How much of a motion a body can go before it touches something; see [`Root`]. Never late. No
    /// skin is kept: touching means nearer than a 10,000th of the body's radius.
    ///
    /// ```
    /// # use sidle::sdf::*;
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
    /// let root = scene.cast(&mut scratch, &Sphere { radius: 1.0 }, Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL);
    /// assert!(matches!(root, Root::Touches { fraction } if fraction <= 0.5 && fraction > 0.4999));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn cast(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        from: Vec3,
        motion: Vec3,
        filter: &QueryFilter,
    ) -> Root {
        if !(is_body(body) && is_in_range(from) && is_in_range(motion)) {
            return Root::GaveUp { fraction: 0.0 };
        }
        let (x, way) = (from.as_dvec3(), motion.as_dvec3());
        let radius = body.bounding_radius();
        let targets = &mut scratch.targets;
        targets.gather(self, x + way * 0.5, radius + 0.5 * way.length(), filter);
        targets.let_pass(self, body, x);
        if targets.clearance(self, body, x, 0.0) < 0.0 {
            return Root::StartsInside;
        }
        let rounding = CERTIFICATE_ROUNDING * (x.length() + way.length());
        let band = PSEUDO_CAST_SLACK * radius + 16.0 * rounding;
        let stop = targets.sweep(self, &Question { body, x, way, level: 0.0, band });
        match (stop.target, stop.point) {
            (None, _) => Root::Free,
            (_, Some(_)) => Root::Touches { fraction: stop.fraction },
            (_, None) => Root::GaveUp { fraction: stop.fraction },
        }
    }

    /// Moves a body through the scene, as [`World::move_and_slide`] moves a shape: it sweeps,
    /// slides, and ends free.
    ///
    /// From a start with a [`clearance`](Self::clearance) of 0 or more, the end has one too, in the
    /// f32 position that is returned, and every piece of the path is certified by the same
    /// function. At most [`MoveConfig::max_iterations`] stages are made. Slides round edges are
    /// walked in straight pieces that leave the skin by at most a quarter of it, so places depend
    /// on the rate of moves a little, which those of a [`Shape`](crate::Shape) do not.
    ///
    /// Slide, Momentum and Stop, with Coulomb's friction; other responses and laws are refused
    /// ([`StopReason::InvalidInput`]). A start that is not certified free is refused or, under
    /// [`OnOverlap::ReturnTo`](crate::OnOverlap::ReturnTo), left for the place named there; there
    /// is no pushing out. In one unit of the last place from something, `StartedInside` may mean
    /// that the certificate did not reach.
    ///
    /// [`StopReason::InvalidInput`]: crate::StopReason::InvalidInput
    ///
    /// ```
    /// # use sidle::sdf::*;
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
    /// let (wheel, config) = (Torus { ring: 0.5, tube: 0.1 }, MoveConfig::default());
    /// let push = Motion::velocity(Vec3::new(4.0, 1.0, 0.0), 1.0);
    /// let end = scene.move_and_slide(&mut scratch, &wheel, Vec3::ZERO, push, &config);
    /// assert!((end.position - Vec3::new(2.399, 1.0, 0.0)).length() < 1e-4);
    /// assert!(scratch.hits()[0].normal.x < -0.999);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn move_and_slide(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        from: Vec3,
        motion: Motion,
        config: &MoveConfig,
    ) -> Outcome {
        mover::run(self, scratch, body, from, motion, config)
    }
}

/// Whether a body says how large it is.
pub(super) fn is_body(body: &dyn Sdf) -> bool {
    (0.0..=f64::from(MAX_COORDINATE)).contains(&body.bounding_radius())
}
