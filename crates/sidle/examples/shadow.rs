//! A light map as text: a floor with a pillar, a lamp as large as a ball, and the soft shadow
//! behind the pillar.
//!
//! `cargo run -p sidle --example shadow`

use sidle::{BuildError, QueryFilter, Vec3, World};

const LAMP: Vec3 = Vec3::new(1.0, 2.5, 3.0);
const RADIUS: f32 = 0.5;
/// Number of shadow rays from a texel to the lamp.
const SAMPLES: u16 = 64;

/// Returns the four sides of a pillar from (4, 0, 2.5) to (5, 4, 3.5). The floor needs no
/// triangles, because nothing lies below it.
fn pillar() -> Result<World, BuildError> {
    let foot = [(4.0, 2.5), (4.0, 3.5), (5.0, 3.5), (5.0, 2.5)];
    let vertices: Vec<Vec3> =
        foot.iter().flat_map(|&(x, z)| [0.0, 4.0].map(|y| Vec3::new(x, y, z))).collect();
    let sides = [0, 2, 4, 6].map(|a| (a, (a + 2) % 8));
    let triangles: Vec<[u32; 3]> =
        sides.iter().flat_map(|&(a, b)| [[a, b, b + 1], [a, b + 1, a + 1]]).collect();
    World::from_triangles(&vertices, &triangles)
}

/// Returns a point on the disc of the lamp that faces a texel. The points form a spiral that fills
/// the disc evenly.
fn on_lamp(texel: Vec3, sample: u16) -> Vec3 {
    let (a, b) = (LAMP - texel).normalize().any_orthonormal_pair();
    let (sin, cos) = (f32::from(sample) * 2.4).sin_cos();
    LAMP + (a * cos + b * sin) * RADIUS * ((f32::from(sample) + 0.5) / f32::from(SAMPLES)).sqrt()
}

fn main() -> Result<(), BuildError> {
    let world = pillar()?;
    let (mut rays, mut blocked, mut map) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..24_u8 {
        for column in 0..64_u8 {
            // Rays start a millimetre above the floor.
            let texel = Vec3::new((f32::from(column) + 0.5) / 8.0, 0.001, (f32::from(row) + 0.5) / 4.0);
            rays.clear();
            rays.extend((0..SAMPLES).map(|sample| (texel.as_dvec3(), on_lamp(texel, sample).as_dvec3())));
            world.are_blocked(&rays, &QueryFilter::ALL, &mut blocked);
            let seen = blocked.iter().filter(|&&b| !b).count() as f32 / f32::from(SAMPLES);
            // Lambert's law: the light falls with the angle and with the square of the distance.
            let way = LAMP - texel;
            map.push(seen * 10.0 * way.y / way.length().powi(3));
        }
    }
    for row in map.chunks(64) {
        let shade = |light: &f32| b" .:-=+*#%@"[(light.sqrt() * 9.0).min(9.0) as usize] as char;
        println!("{}", row.iter().map(shade).collect::<String>());
    }
    let at = |x: f32, z: f32| map[(z * 4.0) as usize * 64 + (x * 8.0) as usize];
    assert!(at(3.5, 3.0) > 0.5 && at(6.0, 3.0) == 0.0, "light before the pillar, none behind it");
    let edge: Vec<f32> = (0..12_u8).map(|i| at(7.0, 3.0 + f32::from(i) / 4.0)).collect();
    assert!(
        edge.is_sorted_by(|a, b| b - a > -0.02) && edge.iter().filter(|&&e| e > 0.02 && e < 0.1).count() > 2
    );
    Ok(())
}
