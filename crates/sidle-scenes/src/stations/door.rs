//! Along a wall, past a door frame.

use crate::build::Builder;
use crate::measure::Measure;
use crate::reference::Profile;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::stations::RATES;

pub(super) fn station() -> Station {
    // Seen from above: the wall is at 0, with a frame that protrudes 6 cm on both sides of a door
    // that is 10 cm deep.
    let frame = 0.06;
    let door = -0.1;
    let points = vec![
        [-4.0, 0.0],
        [2.0, 0.0],
        [2.0, frame],
        [2.15, frame],
        [2.15, door],
        [3.35, door],
        [3.35, frame],
        [3.5, frame],
        [3.5, 0.0],
        [14.0, 0.0],
    ];
    let mut b = Builder::new();
    for pair in points.windows(2) {
        // The profile's height is towards the room, +z. The front of the wall is on the other side
        // of the profile's direction.
        b.wall(pair[1], pair[0], [-1.5, 1.5]);
    }
    let along = |label: &str, shape: Shape, velocity: [f64; 3], seconds: f64| {
        let half = shape.reach(DEFAULT_SKIN);
        let profile = Profile { points: points.clone(), half: [half[0], half[2]] };
        let end = profile.after(0.0, [velocity[0], velocity[2]], seconds);
        Run::new(label, shape, [0.0, 0.0, profile.envelope(0.0).height])
            .rates(&RATES)
            .then(seconds, Drive::Velocity(velocity))
            .expect_end([end[0], velocity[1] * seconds, end[1]], 1e-3)
            .expect("highest", Measure::Highest { axis: 1 }, velocity[1] * seconds, 1e-4)
            .expect_same_at_every_rate()
    };
    let ball = Shape::Sphere(0.4);
    let runs = vec![
        along("into the door", ball, [2.0, 0.0, -1.0], 1.5),
        along("past the frame", ball, [2.0, 0.0, -1.0], 4.0),
        along("pressed less, rising", ball, [2.0, 0.1, -0.4], 3.0),
        along("an ellipsoid", Shape::Ellipsoid([0.35, 0.9, 0.35]), [2.0, 0.0, -0.8], 4.0),
    ];
    Station {
        id: "door-frame",
        title: "Along a wall, past a door frame",
        about: "A ball is pushed along a wall and into it. A door frame stands out by six \
                centimetres, and the door is ten centimetres deep. Such bumps snag simple movers. \
                The ball must pass them as it climbs stairs, because a wall is only an upright \
                floor.",
        levels: vec![b.finish("door-frame", &[])],
        runs,
    }
}
