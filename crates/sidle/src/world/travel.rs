//! The way of an instance during one step, from one pose to another.
//!
//! The origin of the geometry moves along a straight line at constant speed, and the geometry turns
//! about it at a constant rate, the shorter way round. A step is divided into 1, 2, 4, .. equal
//! parts. Within a part every point moves along the chord of its path, so a part must be so short
//! that arc and chord nearly agree. The rotation at the ends of the parts is found by halving the
//! angle between two quaternions, which needs only exact operations.

use glam::{DMat3, DQuat, DVec3, Quat};

use super::pose::{Placement, Pose};
use crate::geometry::{Aabb, WideBox};
use crate::tolerance::CARRY_SPEED_SLACK;

/// The way of an instance during one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Travel {
    pub(crate) from: Pose,
    pub(crate) to: Pose,
    /// The rotations at both ends, of unit length and less than half a turn apart.
    turn: [DQuat; 2],
    /// Cosine of a quarter of the angle between them: of half the angle between the quaternions.
    cosine: f64,
}

impl Travel {
    /// Returns `None` if one of the poses is not valid.
    pub(crate) fn new(from: &Pose, to: &Pose) -> Option<Self> {
        from.placement()?;
        to.placement()?;
        let first = normalized(from.rotation);
        let last = normalized(to.rotation);
        let last = if dot(first, last) < 0.0 { negated(last) } else { last };
        let cosine = (0.5 + 0.5 * dot(first, last).min(1.0)).sqrt();
        Some(Self { from: *from, to: *to, turn: [first, last], cosine })
    }

    /// Returns true if the instance turns.
    pub(crate) fn turns(&self) -> bool {
        self.turn[0] != self.turn[1]
    }

    /// Returns the rotation during the step.
    pub(crate) fn rotation(&self) -> Quat {
        let [first, last] = self.turn;
        (last * first.conjugate()).as_quat()
    }

    /// Returns the square of the rotation angle, rounded up: 16 (1 - cos(angle / 4)) is at most a
    /// tenth below half of it.
    pub(crate) fn angle_squared(&self) -> f64 {
        if self.turns() { 36.0 * (1.0 - self.cosine) } else { 0.0 }
    }

    /// Returns the pose at `part` / 2^`halvings` of the step.
    pub(crate) fn pose_at(&self, part: u32, halvings: u32) -> Pose {
        if part == 0 {
            return self.from;
        }
        if part >> halvings >= 1 {
            return self.to;
        }
        let fraction = f64::from(part) / f64::from(1_u32 << halvings);
        let [mut before, mut after] = self.turn;
        // Below the last bit that is set, only `after` changes.
        for bit in (part.trailing_zeros()..halvings).rev() {
            let middle = normalized(sum(before, after));
            if part >> bit & 1 == 1 { before = middle } else { after = middle }
        }
        Pose {
            translation: self.from.translation + (self.to.translation - self.from.translation) * fraction,
            rotation: before,
            scale: self.to.scale,
        }
    }

    /// Returns a part of the way, as a linear motion of every point.
    pub(crate) fn part(&self, part: u32, halvings: u32) -> Option<LinearMotion> {
        let start = self.pose_at(part, halvings).placement()?;
        self.part_from(start, part, halvings)
    }

    /// Returns a part of the motion whose start is known.
    pub(crate) fn part_from(&self, start: Placement, part: u32, halvings: u32) -> Option<LinearMotion> {
        let end = self.pose_at(part + 1, halvings).placement()?;
        Some(LinearMotion { start, end })
    }

    /// Returns a box in the world around all places of a geometry with this box.
    pub(super) fn bounds(&self, local: &Aabb) -> WideBox {
        let (Some(start), Some(end)) = (self.from.placement(), self.to.placement()) else {
            return WideBox::EMPTY;
        };
        if !local.min.cmple(local.max).all() {
            return WideBox::EMPTY;
        }
        let both = start.world_box(local).union(end.world_box(local));
        if !self.turns() {
            return both;
        }
        // The arc of a point leaves its chord by the radius times 1 - cos(angle / 2).
        let radius = furthest(local, DVec3::ZERO) * self.to.scale;
        let arc = radius * (1.0 - (2.0 * self.cosine * self.cosine - 1.0)) * (1.0 + CARRY_SPEED_SLACK);
        WideBox::around(0.5 * (both.min + both.max), 0.5 * (both.max - both.min) + arc)
    }
}

/// A motion along which every point of a geometry moves in a straight line, at constant speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinearMotion {
    pub(crate) start: Placement,
    pub(crate) end: Placement,
}

impl LinearMotion {
    /// Returns true if not all points move alike.
    pub(crate) fn turns(&self) -> bool {
        self.start.to_world != self.end.to_world
    }

    /// Returns the displacement of a point of the geometry over the whole part.
    pub(crate) fn displacement(&self, v: DVec3) -> DVec3 {
        self.end.world_vector(v) - self.start.world_vector(v)
            + (self.end.translation - self.start.translation)
    }

    /// Returns the position of a point of the geometry at a fraction of the part, relative to an
    /// origin in the world.
    pub(crate) fn world_from(&self, v: DVec3, fraction: f64, origin: DVec3) -> DVec3 {
        let start = self.start.world_from(v, origin);
        if fraction == 0.0 && start.cmpne(DVec3::ZERO).all() {
            // Adding zero could only change the sign of a zero.
            return start;
        }
        start + (self.end.world_from(v, origin) - start) * fraction
    }

    /// Returns the point of the geometry that is at a place in the world at a fraction of the part.
    pub(crate) fn local(&self, p: DVec3, fraction: f64) -> DVec3 {
        let mix = |a: DMat3, b: DMat3| a * (1.0 - fraction) + b * fraction;
        let matrix = mix(self.start.to_world, self.end.to_world);
        let translation = self.start.translation + (self.end.translation - self.start.translation) * fraction;
        matrix.inverse() * (p - translation)
    }

    /// Returns the chord of a place in the world as seen from the geometry, from a fraction of the
    /// part to its end: the start and the displacement.
    pub(crate) fn local_segment(&self, p: DVec3, fraction: f64) -> (DVec3, DVec3) {
        let from = self.local(p, fraction);
        (from, self.local(p, 1.0) - from)
    }
}

fn dot(a: DQuat, b: DQuat) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
}

fn sum(a: DQuat, b: DQuat) -> DQuat {
    DQuat::from_xyzw(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)
}

fn negated(a: DQuat) -> DQuat {
    DQuat::from_xyzw(-a.x, -a.y, -a.z, -a.w)
}

fn normalized(a: DQuat) -> DQuat {
    let length = dot(a, a).sqrt();
    DQuat::from_xyzw(a.x / length, a.y / length, a.z / length, a.w / length)
}

/// Returns the largest distance of a box from a point.
pub(crate) fn furthest(b: &Aabb, from: DVec3) -> f64 {
    (b.max.as_dvec3() - from).abs().max((b.min.as_dvec3() - from).abs()).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of a turn are equal, and a long part is the sum of its halves.
    #[test]
    fn halvings_divide_a_turn_evenly() {
        for angle in [1e-6, 0.01, 0.5, 1.5, 3.0] {
            let from = Pose { translation: DVec3::new(5.0, 0.0, 0.0), ..Pose::IDENTITY };
            let rotation = DQuat::from_axis_angle(DVec3::new(0.6, 0.8, 0.0), angle);
            let to = Pose { translation: DVec3::new(5.0, 3.0, 0.0), rotation, scale: 1.0 };
            let travel = Travel::new(&from, &to).expect("two poses");
            assert!((travel.angle_squared() / (angle * angle) - 1.1).abs() < 0.1, "{angle}");
            for part in 0..=8_u32 {
                let pose = travel.pose_at(part, 3);
                let share = f64::from(part) / 8.0;
                let expected = DQuat::from_axis_angle(DVec3::new(0.6, 0.8, 0.0), angle * share);
                let close =
                    pose.point(DVec3::ONE) - (expected * DVec3::ONE + DVec3::new(5.0, 3.0 * share, 0.0));
                assert!(close.length() < 1e-14, "{angle} {part}: {close}");
            }
        }
    }
}
