//! Converts the transform of a node into the pose of an instance.

use sidle::glam::{DMat3, DQuat};
use sidle::{DVec3, Pose};

use super::nodes::BakeReason;
use crate::glb::Transform;
use crate::{Units, UpAxis};

/// A scale counts as uniform if a uniform one moves no corner of the box around the mesh by more
/// than this share of the size of the box, plus as many metres. Transforms are stored in f32, with
/// a relative error of 1e-7.
const UNIFORM: f64 = 1e-6;

/// The range of [`Pose::scale`].
const SCALES: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// Largest coordinate of an instance in metres: 1 % below the largest of a world, because the world
/// uses a slightly larger box.
const FARTHEST: f64 = 0.99 * 16_777_216.0;

/// Returns the pose of a mesh, in metres with y up, that a node places.
///
/// `bounds` is the box around the mesh in the space of the mesh, in the unit and axes of the file.
/// The mesh itself is converted to metres with y up too, so the pose only has the scale of the
/// node.
pub(super) fn pose_of(transform: &Transform, units: Units, bounds: [DVec3; 2]) -> Result<Pose, BakeReason> {
    if transform.is_mirroring() {
        return Err(BakeReason::Mirrored);
    }
    let row = |i: usize| DVec3::new(transform.0[i][0], transform.0[i][1], transform.0[i][2]);
    let linear = DMat3::from_cols(row(0), row(1), row(2)).transpose();
    let square =
        linear.x_axis.length_squared() + linear.y_axis.length_squared() + linear.z_axis.length_squared();
    let scale = (square / 3.0).sqrt();
    let rotation = rotation_of(&(linear * (1.0 / scale))).ok_or(BakeReason::Uneven)?;
    let translation = metres(transform.0.map(|row| row[3]).into(), units);
    let pose = Pose { translation, rotation: turned(rotation, units.up), scale };
    let corners = (0..8).map(|k: usize| {
        let pick = |axis: usize| bounds[k >> axis & 1][axis];
        DVec3::new(pick(0), pick(1), pick(2))
    });
    let size = metres(linear * (bounds[1] - bounds[0]), units).length();
    let (mut apart, mut farthest) = (0.0_f64, 0.0_f64);
    for corner in corners {
        let place = metres(linear * corner, units) + translation;
        let posed = DMat3::from_quat(pose.rotation) * (scale * metres(corner, units)) + translation;
        // Unlike `f64::max`, this keeps NaN, for which every comparison is false.
        let distance = (posed - place).length();
        apart = if distance <= apart { apart } else { distance };
        farthest = farthest.max(place.abs().max_element());
    }
    let is_even = apart <= UNIFORM * (1.0 + size);
    if !is_even {
        return Err(BakeReason::Uneven);
    }
    if SCALES.contains(&scale) && farthest <= FARTHEST { Ok(pose) } else { Err(BakeReason::OutOfRange) }
}

/// Converts a point of the file to metres with y up.
fn metres(p: DVec3, units: Units) -> DVec3 {
    let p = p * units.scale;
    match units.up {
        UpAxis::Y => p,
        UpAxis::Z => DVec3::new(p.x, p.z, -p.y),
    }
}

/// Returns the rotation about the same axis after the conversion to y up.
fn turned(rotation: DQuat, up: UpAxis) -> DQuat {
    match up {
        UpAxis::Y => rotation,
        UpAxis::Z => DQuat::from_xyzw(rotation.x, rotation.z, -rotation.y, rotation.w),
    }
}

/// Returns the rotation nearest to a matrix whose columns have a mean length of 1, or `None` if the
/// matrix has no inverse. Newton's iteration for the polar decomposition (Higham 1986).
fn rotation_of(matrix: &DMat3) -> Option<DQuat> {
    const ROUNDS: usize = 30;
    let mut at = *matrix;
    for _ in 0..ROUNDS {
        let next = (at + at.inverse().transpose()) * 0.5;
        if !next.is_finite() {
            return None;
        }
        at = next;
    }
    let rotation = DQuat::from_mat3(&at);
    rotation.is_finite().then_some(rotation)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: [DVec3; 2] = [DVec3::NEG_ONE, DVec3::ONE];

    fn of_matrix(m: DMat3, translation: DVec3) -> Transform {
        let (x, y, z) = (m.row(0), m.row(1), m.row(2));
        let row = |v: DVec3, t: f64| [v.x, v.y, v.z, t];
        Transform([row(x, translation.x), row(y, translation.y), row(z, translation.z)])
    }

    #[test]
    fn a_pose_places_points_as_the_transform_does() {
        let rotation = DQuat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize();
        for up in [UpAxis::Y, UpAxis::Z] {
            for (scale, factor) in [(1.0, 1.0), (0.01, 250.0), (0.0254, 1e-3)] {
                let units = Units { scale, up };
                let matrix = DMat3::from_quat(rotation) * factor;
                let transform = of_matrix(matrix, DVec3::new(30.0, -20.0, 7.0));
                let pose = pose_of(&transform, units, BOX).expect("a rotation and a scale");
                let p = DVec3::new(0.3, -0.7, 0.9);
                let expected = metres(matrix * p + DVec3::new(30.0, -20.0, 7.0), units);
                let posed = pose.point(metres(p, units));
                assert!(
                    (posed - expected).length() < 1e-13 * (1.0 + expected.length()),
                    "{posed} {expected}"
                );
                assert!((pose.scale / factor - 1.0).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn an_exact_transform_has_an_exact_pose() {
        let shift = DVec3::new(1.5, 2.0, -3.25);
        let pose = pose_of(&of_matrix(DMat3::IDENTITY * 2.0, shift), Units::default(), BOX);
        assert_eq!(pose, Ok(Pose { translation: shift, rotation: DQuat::IDENTITY, scale: 2.0 }));
    }

    #[test]
    fn other_transforms_are_refused() {
        let refused =
            |m: DMat3| pose_of(&of_matrix(m, DVec3::ZERO), Units::default(), BOX).expect_err("no pose");
        let diagonal = |x, y, z| DMat3::from_diagonal(DVec3::new(x, y, z));
        assert_eq!(refused(diagonal(-1.0, 1.0, 1.0)), BakeReason::Mirrored);
        assert_eq!(refused(diagonal(1.0, 1.0, 1.001)), BakeReason::Uneven);
        assert_eq!(refused(diagonal(1.0, 1.0, 1.0 + 1e-5)), BakeReason::Uneven);
        assert_eq!(refused(diagonal(1.0, 1.0, 0.0)), BakeReason::Uneven);
        assert_eq!(refused(diagonal(0.0, 0.0, 0.0)), BakeReason::Uneven);
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z);
        assert_eq!(refused(shear), BakeReason::Uneven);
        assert_eq!(refused(diagonal(1e7, 1e7, 1e7)), BakeReason::OutOfRange);
        assert_eq!(refused(diagonal(1e-7, 1e-7, 1e-7)), BakeReason::OutOfRange);
        let far = of_matrix(DMat3::IDENTITY, DVec3::X * 16_777_000.0);
        assert_eq!(pose_of(&far, Units::default(), BOX), Err(BakeReason::OutOfRange));
        // Two half turns are a mirror image of nothing.
        assert!(pose_of(&of_matrix(diagonal(-1.0, -1.0, 1.0), DVec3::ZERO), Units::default(), BOX).is_ok());
    }
}
