//! Small grounds that walls and steep faces narrow: grooves, hollows and hilltops, where random
//! tests once found faults of characters.

use crate::trig;
use crate::{Builder, Level, Surface};

/// A level, and a position at which a character is free.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The level.
    pub level: Level,
    /// Position of the feet, in metres.
    pub start: [f32; 3],
}

/// A groove between a steep face and a vertical wall, which are parallel up to the rounding of
/// their corners. The groove leads along z and is turned about y by the angle `turn` in radians.
#[must_use]
pub fn groove(turn: f64) -> Ground {
    let place = |across: f64, height: f64, along: f64| turned(turn, [across, height, along]);
    let mut b = Builder::new();
    for [from, to] in [[-9.0, -1.0], [-1.0, 0.7], [0.7, 9.0]] {
        b.quad(place(0.0, 0.0, from), place(0.0, 0.0, to), place(2.0, 3.0, to), place(2.0, 3.0, from));
        b.quad(place(0.0, 0.0, from), place(0.0, 3.0, from), place(0.0, 3.0, to), place(0.0, 0.0, to));
    }
    Ground { level: b.finish("groove", &[]), start: place(0.4, 1.0, 0.0).map(|x| x as f32) }
}

/// Transforms a vector from the coordinates of a [`groove`] (across, up, along) to those of its
/// level.
#[must_use]
pub fn turned(turn: f64, [across, height, along]: [f64; 3]) -> [f64; 3] {
    let (sin, cos) = trig::sin_cos(turn);
    [cos * across - sin * along, height, sin * across + cos * along]
}

/// A hollow of a height field, in which two steep faces form an acute corner.
#[must_use]
pub fn acute_corner() -> Ground {
    let heights =
        [0.0, 2.158, 1.787, 0.0, 2.272, 1.11, 0.94, 1.779, 0.0, 0.743, 0.0, 0.784, 0.0, 1.826, 0.773, 1.893];
    let at = |i: usize| (i as f64 - 2.0) * 0.512_529_5 - 4.100_235_5;
    let corner = |i: usize| [at(i % 4), heights[i] - 4.095, at(i / 4)].map(|x| x as f32);
    let triangles = vec![
        [1, 6, 2],
        [4, 9, 5],
        [5, 9, 6],
        [6, 9, 10],
        [6, 10, 7],
        [9, 13, 14],
        [9, 14, 10],
        [10, 14, 11],
        [11, 14, 15],
    ];
    let vertices = (0..16).map(corner).collect();
    let level = Level { vertices, triangles, materials: vec![Surface::default()], ..Level::default() };
    Ground { level, start: [-4.105_165_5, -3.651_919_6, -4.074_777_6] }
}

/// A hollow 262 km from the origin, with a crease beside walkable ground.
#[must_use]
pub fn far_hollow() -> Ground {
    let mut b = Builder::new();
    for [i, j, k] in [
        [[-3.13, 4.54, 3.03], [-3.13, 3.03, 3.55], [-2.63, 4.113, 3.03]],
        [[-4.13, 3.957, 3.55], [-4.13, 2.996, 4.05], [-3.63, 3.367, 3.55]],
        [[-3.63, 3.367, 3.55], [-3.13, 2.777, 4.05], [-3.13, 3.03, 3.55]],
        [[-3.13, 2.777, 4.05], [-3.63, 4.023, 4.55], [-3.13, 3.594, 4.55]],
    ] {
        let far = |[x, y, z]: [f64; 3]| [x - 262_150.0, y + 65_530.0, z + 131_072.0];
        b.triangle(far(i), far(j), far(k));
    }
    Ground { level: b.finish("hollow", &[]), start: [-262_153.34, 65_533.188, 131_075.86] }
}

/// A hilltop beside a wall of the height `tall` in metres, 4 km below the origin.
#[must_use]
pub fn hilltop(tall: f64) -> Ground {
    let corner = |i: i32, up: f64, z: f64| {
        let x = f64::from(i) * 0.25;
        [x, up - 4095.0 - 0.05 * x * x, z]
    };
    let mut b = Builder::new();
    for i in -4..24 {
        b.quad(corner(i, 0.0, -1.0), corner(i, 0.0, 2.0), corner(i + 1, 0.0, 2.0), corner(i + 1, 0.0, -1.0));
        b.quad(corner(i, 0.0, 0.0), corner(i + 1, 0.0, 0.0), corner(i + 1, tall, 0.0), corner(i, tall, 0.0));
    }
    Ground { level: b.finish("hilltop", &[]), start: [4.0, -4095.79, 0.45] }
}

/// Treads beside a plinth. Steep surfaces hold a ball of radius 0.4 m between them.
#[must_use]
pub fn treads_and_plinth() -> Ground {
    let mut b = Builder::new();
    for (x, y) in [(0.0, 1.05), (0.367, 1.4), (0.734, 1.75)] {
        b.floor(y, [x - 0.367, -2.93], [x, -0.22], [1, 1]);
    }
    b.floor(0.859, [-0.052, 0.147], [0.857, 0.535], [1, 1]);
    b.wall([-1.7, 0.58], [1.05, 0.58], [0.0, 2.36]);
    Ground { level: b.finish("treads", &[]), start: [0.635, 1.3779, 0.172] }
}

/// Walls 0.501 m from the z axis. The second leans out by `k` times 0.05 mm in a metre.
#[must_use]
pub fn leaning_walls(k: i32) -> Level {
    let mut b = Builder::new();
    b.wall([0.501, -50.0], [0.501, 0.0], [-9.0, 9.0]);
    b.wall([0.501, 0.0], [0.501 - 5e-5 * f64::from(k), 50.0], [-9.0, 9.0]);
    b.finish("seam", &[])
}

/// A triangle that slopes down, a kilometre from the origin.
#[must_use]
pub fn slope() -> Level {
    Level {
        vertices: vec![[1000.0, 1001.225, 978.5], [1000.0, 1001.156, 979.0], [1000.5, 1001.1382, 979.0]],
        triangles: vec![[0, 1, 2]],
        materials: vec![Surface { friction: 0.4, ..Surface::default() }],
        ..Level::default()
    }
}
