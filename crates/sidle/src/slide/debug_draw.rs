//! Debug lines of a move, for the debug view of any engine.

use glam::{DVec3, Vec3};

use super::{Outcome, Scratch};

/// The meaning of a debug line, for example to choose its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LineKind {
    /// A segment of the path of the centre (needs
    /// [`MoveConfig::record_path`](crate::MoveConfig::record_path)).
    Path,
    /// A contact normal, from the contact point on the surface.
    Normal,
    /// The remaining velocity, from the final position of the mover.
    Velocity,
}

/// A line in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DebugLine {
    /// Start of the line, in world space, in metres.
    pub from: DVec3,
    /// End of the line, in world space, in metres.
    pub to: DVec3,
    /// The kind of the line: a part of the path, a contact normal or the velocity.
    pub kind: LineKind,
}

impl Outcome {
    /// Returns the lines of the move: its path, its contact normals (`normal_length` metres long)
    /// and the remaining velocity. `scratch` is the one that the move used.
    ///
    /// ```
    /// use sidle::{LineKind, Motion, MoveConfig, Scratch, Shape, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let mut scratch = Scratch::default();
    /// let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    /// let (ball, fall) = (Shape::sphere(0.5), Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0));
    /// let end = world.move_and_slide(&mut scratch, &ball, Vec3::Y, fall, &config);
    /// let kinds: Vec<_> = end.debug_lines(&scratch, 0.3).map(|line| line.kind).collect();
    /// assert_eq!(kinds, [LineKind::Path, LineKind::Path, LineKind::Normal, LineKind::Velocity]);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn debug_lines<'a>(
        &self,
        scratch: &'a Scratch,
        normal_length: f32,
    ) -> impl Iterator<Item = DebugLine> + use<'a> {
        let path = scratch.path.windows(2).map(|w| DebugLine { from: w[0], to: w[1], kind: LineKind::Path });
        let normals = scratch.hits.iter().map(move |h| DebugLine {
            from: h.point,
            to: h.point + (h.normal * normal_length).as_dvec3(),
            kind: LineKind::Normal,
        });
        let velocity = DebugLine {
            from: self.position,
            to: self.position + self.velocity.as_dvec3(),
            kind: LineKind::Velocity,
        };
        let moving = self.velocity != Vec3::ZERO;
        path.chain(normals).chain(moving.then_some(velocity))
    }
}
