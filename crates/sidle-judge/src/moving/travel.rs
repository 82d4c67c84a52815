//! The motion of a mesh.

use crate::judge::Judge;
use crate::triangle::{Triangle, bounds};
use crate::vector::{V, add, along, cross, dot, length, scale, sub};

/// A pose of a mesh: a point p of it is at `rotation * (scale * p) + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshPose {
    /// Position of the origin, in metres.
    pub translation: V,
    /// Rotation as a quaternion `[x, y, z, w]` of any length above zero.
    pub rotation: [f64; 4],
    /// Uniform scale, above zero.
    pub scale: f64,
}

impl MeshPose {
    /// The pose of a mesh that stays as it is.
    pub const IDENTITY: MeshPose =
        MeshPose { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: 1.0 };
}

/// A mesh that moves from one pose to another in the time 0..=1, and turns the shorter way. The
/// scale is that of the first pose.
#[derive(Clone, Copy)]
pub struct MovingMesh<'a> {
    pub(super) mesh: &'a Judge,
    from: V,
    way: V,
    turn: [[f64; 4]; 2],
    /// Half of the rotation angle, in radians, and its sine.
    half_angle: f64,
    sine: f64,
    /// Unit vector of the rotation axis.
    axis: V,
    pub(super) scale: f64,
}

impl<'a> MovingMesh<'a> {
    /// Creates the motion of a mesh.
    pub fn new(mesh: &'a Judge, from: &MeshPose, to: &MeshPose) -> MovingMesh<'a> {
        let first = unit(from.rotation);
        let last = unit(to.rotation);
        let cosine: f64 = (0..4).map(|k| first[k] * last[k]).sum();
        let last = if cosine < 0.0 { last.map(|x| -x) } else { last };
        let size = |sign: f64| (0..4).map(|k| (last[k] + sign * first[k]).powi(2)).sum::<f64>().sqrt();
        let half_angle = 2.0 * size(-1.0).atan2(size(1.0));
        let ([x, y, z, w], [a, b, c, d]) = (last, first);
        // The vector part of last * conjugate(first).
        let vector = sub(add(scale([x, y, z], d), scale([a, b, c], -w)), cross([x, y, z], [a, b, c]));
        let sine = length(vector);
        let axis = if sine > 0.0 { scale(vector, 1.0 / sine) } else { [0.0; 3] };
        MovingMesh {
            mesh,
            from: from.translation,
            way: sub(to.translation, from.translation),
            turn: [first, last],
            half_angle,
            sine: half_angle.sin(),
            axis,
            scale: from.scale,
        }
    }

    /// Creates a mesh that rests at a pose.
    pub fn resting(mesh: &'a Judge, pose: &MeshPose) -> MovingMesh<'a> {
        MovingMesh::new(mesh, pose, pose)
    }

    /// Returns the mesh at rest where it is at a time.
    pub fn at(&self, time: f64) -> MovingMesh<'a> {
        MovingMesh::resting(self.mesh, &self.pose(time))
    }

    /// Returns the pose at a time.
    pub fn pose(&self, time: f64) -> MeshPose {
        MeshPose { translation: self.origin(time), rotation: self.rotation(time), scale: self.scale }
    }

    /// Returns true if the mesh moves or turns.
    pub fn moves(&self) -> bool {
        self.way != [0.0; 3] || self.half_angle > 0.0
    }

    pub(super) fn furthest(&self) -> f64 {
        let corner = self.mesh.bounds().map_or(0.0, |(low, high)| length(low).max(length(high)));
        length(self.from) + length(self.way) + self.scale * corner
    }

    pub(super) fn origin(&self, time: f64) -> V {
        if time == 1.0 { add(self.from, self.way) } else { along(self.from, self.way, time) }
    }

    fn rotation(&self, time: f64) -> [f64; 4] {
        let [first, last] = self.turn;
        let [a, b] = if self.sine > 1e-9 {
            [((1.0 - time) * self.half_angle).sin() / self.sine, (time * self.half_angle).sin() / self.sine]
        } else {
            [1.0 - time, time]
        };
        [0, 1, 2, 3].map(|k| first[k] * a + last[k] * b)
    }

    /// Returns the frame of the mesh at a time: its axes in the world.
    pub(super) fn axes(&self, time: f64) -> [V; 3] {
        let [x, y, z, w] = self.rotation(time);
        let s = 1.0 / (x * x + y * y + z * z + w * w);
        [
            [(w * w + x * x - y * y - z * z) * s, 2.0 * (x * y + w * z) * s, 2.0 * (x * z - w * y) * s],
            [2.0 * (x * y - w * z) * s, (w * w - x * x + y * y - z * z) * s, 2.0 * (y * z + w * x) * s],
            [2.0 * (x * z + w * y) * s, 2.0 * (y * z - w * x) * s, (w * w - x * x - y * y + z * z) * s],
        ]
    }

    /// Returns the displacement of the origin, and the rotation vector, in a time.
    pub(super) fn rates(&self, time: f64) -> (V, V) {
        (scale(self.way, time), scale(self.axis, 2.0 * self.half_angle * time))
    }

    /// Returns a triangle relative to a place, at a time.
    pub(super) fn triangle(&self, corners: &Triangle, axes: &[V; 3], from_origin: V) -> Triangle {
        corners.map(|corner| {
            let v = scale(corner, self.scale);
            sub(add(add(scale(axes[0], v[0]), scale(axes[1], v[1])), scale(axes[2], v[2])), from_origin)
        })
    }

    /// Returns the triangles that a box around a ball can reach at a time.
    pub(super) fn near(&self, place: V, time: f64, radius: f64) -> Vec<u32> {
        if self.mesh.bounds().is_none() {
            return Vec::new();
        }
        let centre = self.local(place, time);
        let rounding = 1e-12 * (length(centre) + length(place) + length(self.origin(time)));
        let reach = radius * (1.0 + 1e-9) + rounding;
        let corner = |side: f64| scale(centre.map(|x| x + side * reach), 1.0 / self.scale);
        let (low, high) = (corner(-1.0), corner(1.0));
        let mut found = self.mesh.grid.gather(low, high);
        found.retain(|&id| {
            let (least, most) = bounds(&self.mesh.triangles[id as usize]);
            (0..3).all(|k| least[k] <= high[k] && most[k] >= low[k])
        });
        found
    }

    /// Returns the point of the mesh, in its own coordinates with its scale, at a place in the
    /// world.
    pub(super) fn local(&self, place: V, time: f64) -> V {
        let from_origin = sub(place, self.origin(time));
        self.axes(time).map(|axis| dot(axis, from_origin))
    }
}

fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}
