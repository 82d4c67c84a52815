//! The load scene of a game engine's own performance test (I1 of the catalogue): a hilly grid, a
//! pyramid, and a row of pillars.

use crate::build::Builder;
use crate::level::{Level, Surface};
use crate::trig::sin_cos;

const CELLS: usize = 100;
const CELL: f64 = 0.5;
const NO_TURN: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

pub(super) fn generate() -> Level {
    let mut b = Builder::new();
    let middle = CELL * CELLS as f64 / 2.0;
    let at = |i: usize, j: usize| {
        let (x, z) = (i as f64, j as f64);
        [x * CELL - middle, height(x * 0.2, z * 0.2), z * CELL - middle]
    };
    for j in 0..CELLS {
        for i in 0..CELLS {
            b.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
        }
    }
    for i in 0..10 {
        let i = f64::from(i);
        b.solid_box([-4.0, -1.0 + 0.3 * i, 0.0], [4.0 - 0.4 * i, 0.15, 4.0 - 0.4 * i], NO_TURN);
        b.solid_box([2.0, 1.0, 2.0 + 0.2 * i], [0.1, 2.5, 0.1], NO_TURN);
    }
    b.finish("load", &[Surface::default()])
}

fn height(x: f64, z: f64) -> f64 {
    2.0 * sin_cos(x).0 * sin_cos(z).1
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_scene_is_as_described() {
        let level = super::generate();
        assert_eq!(level.triangles.len(), 2 * 100 * 100 + 20 * 12);
        let (low, high) = level.bounds();
        assert_eq!((low[0], low[2], high[0], high[1], high[2]), (-25.0, -25.0, 25.0, 3.5, 25.0));
    }
}
