//! Geometries for instances: boxes, slabs, sheets, wedges and soups, in body sizes.

use sidle::{DVec3, Vec3};

use crate::random::Rng;

/// Polygons in coordinates of a geometry.
pub(super) type Faces = Vec<Vec<DVec3>>;

/// Returns a geometry of about the size of the body.
pub(super) fn geometry(rng: &mut Rng) -> Faces {
    let size = |rng: &mut Rng| f64::from(rng.pick(&[0.25, 1.0, 1.0, 2.0, 4.0]) * rng.range(0.8, 1.2));
    match rng.weighted(&[4, 4, 4, 3, 2, 2]) {
        0 => boxed(DVec3::from_array([(); 3].map(|()| size(rng)))),
        1 => boxed(DVec3::new(size(rng), 0.1, size(rng))),
        2 => sheet(size(rng), size(rng)),
        3 => {
            let size = size(rng);
            wedge(rng, size)
        }
        4 => soup(rng),
        _ => corner(size(rng)),
    }
}

/// Returns the six faces of a box.
pub(super) fn boxed(half: DVec3) -> Faces {
    let mut faces = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let at = |a: f64, b: f64| {
                let mut v = DVec3::ZERO;
                (v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]) = (side, a * side, b);
                v * half
            };
            faces.push(vec![at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]);
        }
    }
    faces
}

/// Returns a rectangle in the plane y = 0, as two triangles.
fn sheet(x: f64, z: f64) -> Faces {
    let at = |a: f64, b: f64| DVec3::new(a * x, 0.0, b * z);
    vec![vec![at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0)], vec![at(-1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]]
}

/// Returns two sheets that meet along z: a groove that closes on bodies.
fn wedge(rng: &mut Rng, size: f64) -> Faces {
    let slope = rng.pick(&[0.05, 0.3, 1.0, 3.0]);
    let at = |x: f64, z: f64| DVec3::new(x, slope * x.abs(), z) * size;
    let side = |x: f64| vec![at(0.0, -1.0), at(x, -1.0), at(x, 1.0), at(0.0, 1.0)];
    vec![side(1.0), side(-1.0)]
}

/// Returns three sheets that meet in a corner.
fn corner(size: f64) -> Faces {
    let [x, y, z] = DVec3::AXES.map(|axis| axis * size);
    [(x, y), (y, z), (z, x)].map(|(u, v)| vec![DVec3::ZERO, u, u + v, v]).to_vec()
}

fn soup(rng: &mut Rng) -> Faces {
    let vector =
        |rng: &mut Rng, far: f32| DVec3::from_array([(); 3].map(|()| f64::from(far * rng.signed_unit())));
    let count = 2 + rng.below(20);
    (0..count)
        .map(|_| {
            let a = vector(rng, 1.5);
            vec![a, a + vector(rng, 1.2), a + vector(rng, 1.2)]
        })
        .collect()
}

/// Scales faces, stores them as f32, and splits those into triangles that do not stay flat.
pub(super) fn stored(faces: &Faces, scale: f64) -> Vec<Vec<Vec3>> {
    let corner = |c: &DVec3| (*c * scale).as_vec3();
    let mut out = Vec::new();
    for face in faces {
        let corners: Vec<Vec3> = face.iter().map(corner).collect();
        if corners.len() == 3 || is_flat(&corners) {
            out.push(corners);
        } else {
            out.extend((2..corners.len()).map(|i| vec![corners[0], corners[i - 1], corners[i]]));
        }
    }
    out
}

/// Returns true for a rectangle parallel to two axes.
fn is_flat(corners: &[Vec3]) -> bool {
    (0..3).any(|k| corners.iter().all(|c| c[k] == corners[0][k]))
}
