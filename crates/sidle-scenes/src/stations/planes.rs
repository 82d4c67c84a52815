//! A plane hit from above, along it, and from the side.

use crate::build::Builder;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::stations::{HEIGHT, RATES};

pub(super) fn station() -> Station {
    // The floor ends at x = 0; beside it a ball can be lower than the plane.
    let mut b = Builder::new();
    b.floor(0.0, [0.0, -50.0], [50.0, 50.0], [1, 1]);
    let reach = 1.0 + DEFAULT_SKIN;
    let ball = Shape::Sphere(1.0);
    let onto = |label: &str, start, velocity, end| {
        Run::new(label, ball, start)
            .law(Law::Stop)
            .rates(&RATES)
            .then(1.0, Drive::Velocity(velocity))
            .expect_end(end, HEIGHT)
    };
    // The ball has contact with the boundary edge where its distance is the reach.
    let beside = |depth: f64| -(reach * reach - depth * depth).sqrt();
    let slope = (3.0 - reach) / 4.0;
    let runs = vec![
        onto("straight down", [9.0, 3.0, 0.0], [0.0, -4.0, 0.0], [9.0, reach, 0.0]),
        onto("at an angle", [9.0, 3.0, 0.0], [3.0, -4.0, 1.0], [9.0 + 3.0 * slope, reach, slope]),
        onto("up against it from below", [9.0, -3.0, 0.0], [0.0, 4.0, 0.0], [9.0, -reach, 0.0]),
        onto("parallel, free", [9.0, 3.0, 0.0], [4.0, 0.0, 1.0], [13.0, 3.0, 1.0]),
        onto("away from it", [9.0, reach, 0.0], [1.0, 4.0, 0.0], [10.0, reach + 4.0, 0.0]),
        onto(
            "the plane cuts the ball, the floor is beside it",
            [-3.0, 0.2, 0.0],
            [4.0, 0.0, 0.0],
            [beside(0.2), 0.2, 0.0],
        ),
        onto("centre in the plane", [-3.0, 0.0, 0.0], [4.0, 0.0, 0.0], [beside(0.0), 0.0, 0.0]),
        onto("centre in the plane, along the rim", [-3.0, 0.0, 0.0], [0.0, 0.0, 4.0], [-3.0, 0.0, 4.0]),
        onto("down past the rim", [-1.002, 1.0, 0.0], [0.0, -4.0, 0.0], [-1.002, -3.0, 0.0]),
        Run::new("sliding on it", ball, [9.0, 3.0, 0.0])
            .rates(&RATES)
            .then(2.0, Drive::Velocity([3.0, -4.0, 1.0]))
            .expect_end([15.0, reach, 2.0], HEIGHT)
            .expect("lowest point", Measure::Lowest { axis: 1 }, reach, HEIGHT)
            .expect_same_at_every_rate(),
    ];
    Station {
        id: "planes",
        title: "A ball meets a plane",
        about: "The simplest question: how far can a ball go before it touches a flat floor? It \
                must stop one radius and a thin skin away, at any angle. The more difficult case \
                is a plane that intersects the ball while the floor itself is beside it. A method \
                that tests the plane then misses the edge of the floor.",
        levels: vec![b.finish("half-floor", &[])],
        runs,
    }
}
