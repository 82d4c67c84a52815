//! Queries of a scene: clearance, cast, and move and slide.

use glam::DVec3;

use super::root::Root;
use super::scene::{Scene, is_body};
use super::scratch::SdfScratch;
use super::search::Question;
use super::{Sdf, mover};
use crate::geometry::{WorldVector, is_in_range};
use crate::slide::{Motion, MoveConfig, Outcome};
use crate::tolerance::{CERTIFICATE_ROUNDING, MAX_COORDINATE, PSEUDO_CAST_SLACK};
use crate::world::QueryFilter;

impl Scene<'_> {
    /// Returns a certified lower bound of the distance between a body at `at` and everything else,
    /// in metres, at most `up_to`. A value below 0 means *not certified free*: the body overlaps
    /// something (by about that much) or touches it. Minus infinity means that the search gave up
    /// or that the input is invalid.
    ///
    /// Moves use this same function. A start counts as inside if its clearance is below 0, and
    /// every move ends at a position with a clearance of 0 or more. One-sided surfaces count only
    /// if the body is in front of them.
    ///
    /// ```
    /// # use sidle::sdf::*;
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
    /// let (ball, filter) = (Sphere { radius: 1.0 }, QueryFilter::ALL);
    /// let mut at = |x| scene.clearance(&mut scratch, &ball, Vec3::X * x, 5.0, &filter);
    /// assert!(at(0.0) <= 2.0 && at(0.0) > 1.95);
    /// assert!(at(2.5) < 0.0);
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn clearance(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        at: impl WorldVector,
        up_to: f32,
        filter: &QueryFilter,
    ) -> f64 {
        self.clearance_inner(scratch, body, at.to_dvec3(), up_to, filter)
    }

    fn clearance_inner(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        at: DVec3,
        up_to: f32,
        filter: &QueryFilter,
    ) -> f64 {
        if !(is_body(body) && is_in_range(at) && (0.0..=MAX_COORDINATE).contains(&up_to)) {
            return f64::NEG_INFINITY;
        }
        let cap = f64::from(up_to);
        let targets = &mut scratch.targets;
        targets.gather(self, at, body.bounding_radius() + cap, filter);
        targets.let_pass(self, body, at);
        targets.clearance(self, body, at, cap)
    }

    /// Returns the fraction of a motion that a body can travel before its first contact; see
    /// [`Root`]. The fraction is never later than the true contact. A cast keeps no skin: a body is
    /// in contact when it is nearer than a 10,000th of its bounding radius.
    ///
    /// ```
    /// # use sidle::sdf::*;
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
    /// let (ball, motion) = (Sphere { radius: 1.0 }, Vec3::X * 4.0);
    /// let root = scene.cast(&mut scratch, &ball, Vec3::ZERO, motion, &QueryFilter::ALL);
    /// assert!(matches!(root, Root::Touches { fraction } if fraction <= 0.5 && fraction > 0.4999));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn cast(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        from: impl WorldVector,
        motion: impl WorldVector,
        filter: &QueryFilter,
    ) -> Root {
        self.cast_inner(scratch, body, from.to_dvec3(), motion.to_dvec3(), filter)
    }

    fn cast_inner(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        from: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
    ) -> Root {
        if !(is_body(body) && is_in_range(from) && is_in_range(motion)) {
            return Root::GaveUp { fraction: 0.0 };
        }
        let radius = body.bounding_radius();
        let targets = &mut scratch.targets;
        targets.gather(self, from + motion * 0.5, radius + 0.5 * motion.length(), filter);
        targets.let_pass(self, body, from);
        if targets.clearance(self, body, from, 0.0) < 0.0 {
            return Root::StartsInside;
        }
        let rounding = CERTIFICATE_ROUNDING * (from.length() + motion.length());
        let band = PSEUDO_CAST_SLACK * radius + 16.0 * rounding;
        let stop = targets.sweep(self, &Question { body, x: from, displacement: motion, level: 0.0, band });
        match (stop.target, stop.point) {
            (None, _) => Root::Free,
            (_, Some(_)) => Root::Touches { fraction: stop.fraction },
            (_, None) => Root::GaveUp { fraction: stop.fraction },
        }
    }

    /// Moves a body through the scene, as [`World::move_and_slide`](crate::World::move_and_slide)
    /// moves a shape: it sweeps, slides, and ends free.
    ///
    /// From a start with a [`clearance`](Self::clearance) of 0 or more, the returned position
    /// also has a clearance of 0 or more. The same function certifies every segment of the path. A
    /// move takes at most [`MoveConfig::max_iterations`] iterations. Around an edge, a body follows
    /// straight segments, on which its distance from the edge differs from the skin by at most a
    /// quarter of the skin. The positions therefore depend slightly on the number of moves per
    /// second, unlike those of a [`Shape`](crate::Shape).
    ///
    /// Supported are the responses Slide, Momentum and Stop, with Coulomb friction. Other responses
    /// and friction laws are refused ([`StopReason::InvalidInput`]). A start that is not certified
    /// free is refused or, with [`OnOverlap::ReturnTo`](crate::OnOverlap::ReturnTo), replaced by
    /// the position given there. A move never pushes a body out of an overlap. A free start that is
    /// nearer to a surface than one unit in the last place may be refused too (`StartedInside`), if
    /// the certificate was not precise enough.
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
    /// assert!((end.position - DVec3::new(2.399, 1.0, 0.0)).length() < 1e-4);
    /// assert!(scratch.hits()[0].normal.x < -0.999);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn move_and_slide(
        &self,
        scratch: &mut SdfScratch,
        body: &dyn Sdf,
        from: impl WorldVector,
        motion: Motion,
        config: &MoveConfig,
    ) -> Outcome {
        let from = from.to_dvec3();
        mover::run(self, scratch, body, from, motion.into(), config)
    }
}
