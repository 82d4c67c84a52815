//! Long and fast moves.

use std::f64::consts::SQRT_2;

use crate::build::Builder;
use crate::cases::HEIGHT;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};

/// F1: a slide that leaves the bounding box of the first motion.
pub(super) fn around_the_corner() -> Station {
    let mut b = Builder::new();
    // The plane through (2, 0, 0) with normal (-1, 0, 1): the line z = x - 2 seen from above. Then
    // a wall at z = 3.
    b.wall([22.0, 20.0], [-18.0, -20.0], [-5.0, 5.0]);
    b.wall([-20.0, 3.0], [20.0, 3.0], [-5.0, 5.0]);
    let reach = 0.5 + DEFAULT_SKIN;
    let z = 3.0 - reach;
    let end = [2.0 + z - reach * SQRT_2, 0.5, z];
    let run = |label: &str, rate: u32, law: Law| {
        Run::new(label, Shape::Sphere(0.5), [0.0, 0.5, 0.0])
            .law(law)
            .rates(&[rate])
            .then(1.0, Drive::Velocity([10.0, 0.0, 0.0]))
            .expect_end(end, HEIGHT)
            .expect("farthest across", Measure::Highest { axis: 2 }, z, HEIGHT)
    };
    Station {
        id: "f1-slide-leaves-the-box",
        title: "A slide that leaves the first box",
        about: "One long move along x meets a wall that turns it aside, out of the box around the move, to a second \
                wall. A system that only looked into that first box goes through the second wall.",
        levels: vec![b.finish("two-walls", &[])],
        runs: vec![
            run("in one move", 1, Law::Slide),
            run("in sixty", 60, Law::Slide),
            run("a puck", 1, Law::Momentum),
        ],
    }
}

/// F3: 600 m/s against a box and against a sheet.
pub(super) fn fast() -> Station {
    let mut solid = Builder::new();
    solid.block([1.5, -1.0, -1.0], [2.5, 1.0, 1.0]);
    let mut sheet = Builder::new();
    sheet.block([1.5, -1.0, -1.0], [1.501, 1.0, 1.0]);
    let mut single = Builder::new();
    single.triangle([1.5, -9.0, -9.0], [1.5, 9.0, -9.0], [1.5, 0.0, 9.0]);
    let run = |label: &str, level: usize, shape: Shape, law: Law| {
        let end = [1.5 - shape.reach(DEFAULT_SKIN)[0], 0.0, 0.0];
        Run::new(label, shape, [0.0; 3])
            .on(level)
            .law(law)
            .rates(&[1, 20, 60])
            .then(1.0, Drive::Velocity([600.0, 0.0, 0.0]))
            .expect_end(end, 2.0 * HEIGHT)
    };
    let man = Shape::Ellipsoid([0.4, 0.9, 0.4]);
    Station {
        id: "f3-600-metres-a-second",
        title: "600 metres a second",
        about: "A mover at 600 m/s, ten metres a frame, meets a box, a sheet of a millimetre and a single triangle, \
                and stops at each.",
        levels: vec![solid.finish("box", &[]), sheet.finish("sheet", &[]), single.finish("triangle", &[])],
        runs: vec![
            run("a ball, a box", 0, Shape::Sphere(0.3), Law::Slide),
            run("a ball, a sheet", 1, Shape::Sphere(0.3), Law::Slide),
            run("a tiny ball, one triangle", 2, Shape::Sphere(0.01), Law::Momentum),
            run("an ellipsoid, one triangle", 2, man, Law::Slide),
            run("a point, a sheet", 1, Shape::Point, Law::Stop),
        ],
    }
}
