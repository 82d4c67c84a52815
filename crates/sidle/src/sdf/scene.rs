//! Scenes of distance-function bodies, and what a body touches in them.

use std::fmt;

use glam::{DVec3, Vec3};

use super::Sdf;
use crate::tolerance::MAX_COORDINATE;
use crate::world::{Surface, World};

/// A world, together with bodies that stand in it as obstacles.
///
/// ```
/// use sidle::sdf::{Sphere, Obstacle, SdfScratch, Scene, Torus};
/// use sidle::{DVec3, Motion, MoveConfig, Vec3, World};
/// let world = World::from_triangles(&[], &[])?;
/// let ring = Torus { ring: 1.0, tube: 0.2 };
/// let scene = Scene { world: &world, obstacles: &[Obstacle { body: &ring, at: DVec3::ZERO }] };
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
    /// The world of the scene. Layers, one-sided surfaces and friction apply to its polygons as in
    /// moves of shapes.
    pub world: &'a World,
    /// The bodies that stand in the world. They have no friction and belong to no layer.
    pub obstacles: &'a [Obstacle<'a>],
}

/// A body at a fixed position.
#[derive(Clone, Copy)]
pub struct Obstacle<'a> {
    /// The body of the obstacle.
    pub body: &'a dyn Sdf,
    /// Where the obstacle stands: the position of the origin of the body's frame, in world metres.
    pub at: DVec3,
}

impl fmt::Debug for Obstacle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Obstacle").field("at", &self.at).finish_non_exhaustive()
    }
}

/// The object of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// A polygon of the world. Its feature is always the face; use the contact point to locate the
    /// contact on it.
    World(Surface),
    /// Index of the obstacle in [`Scene::obstacles`].
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

/// A contact during a move, like [`MoveHit`](crate::MoveHit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfHit {
    /// Fraction of the move's time that had passed at the contact, 0..=1.
    pub fraction: f64,
    /// The contact point on the surface of the touched object, in world space.
    pub point: DVec3,
    /// Unit normal of the contact, towards the mover. A step along this vector increases the
    /// mover's distance from the surface.
    pub normal: Vec3,
    /// Speed of the mover against the normal at the contact, in the unit of
    /// [`Motion::velocity`](crate::Motion::velocity), 0 or more.
    pub speed_into: f32,
    /// The object that the mover touched: a polygon of the world, or an obstacle of the scene.
    pub touched: HitTarget,
}

impl<'a> Scene<'a> {
    /// Creates a scene of a world alone, with no obstacles in it: [`Scene::obstacles`] is empty.
    #[must_use]
    pub fn new(world: &'a World) -> Self {
        Self { world, obstacles: &[] }
    }
}

/// Returns true if the bounding radius of a body is in the valid range.
pub(super) fn is_body(body: &dyn Sdf) -> bool {
    (0.0..=f64::from(MAX_COORDINATE)).contains(&body.bounding_radius())
}
