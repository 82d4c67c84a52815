//! Shots between walls with restitution.

use crate::build::Builder;
use crate::level::{Level, Surface};
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::stations::RATES;

const RADIUS: f64 = 0.25;
/// Half the width of the corridor, and its length in each direction, in metres.
const HALF: f64 = 2.0;
const LONG: f64 = 14.0;
const SECONDS: f64 = 2.0;

fn corridor(restitution: f64) -> Level {
    let mut b = Builder::new();
    b.wall([HALF, LONG], [HALF, -LONG], [-1.0, 1.0]);
    b.wall([-HALF, -LONG], [-HALF, LONG], [-1.0, 1.0]);
    let surface = Surface { restitution: restitution as f32, ..Surface::default() };
    b.finish(&format!("corridor, restitution {restitution}"), &[surface])
}

/// Returns the position and velocity of a point between two walls after a time. Each contact
/// reverses the velocity and scales it by the restitution.
fn between_walls(mut x: f64, mut v: f64, half: f64, restitution: f64, mut seconds: f64) -> (f64, f64) {
    loop {
        let way = if v > 0.0 { half - x } else { -half - x };
        let time = way / v;
        if time >= seconds {
            return (x + v * seconds, v);
        }
        seconds -= time;
        (x, v) = (x + way, -v * restitution);
    }
}

pub(super) fn station() -> Station {
    let shot = |(level, restitution): (usize, f64), v: [f64; 2]| {
        let half = HALF - RADIUS - DEFAULT_SKIN;
        let (x, speed) = between_walls(-1.0, v[0], half, restitution, SECONDS);
        Run::new(format!("restitution {restitution}"), Shape::Sphere(RADIUS), [-1.0, 0.0, -6.0])
            .on(level)
            .law(Law::Bounce)
            .rates(&RATES)
            .then(SECONDS, Drive::Body { velocity: Some([v[0], 0.0, v[1]]), gravity: [0.0; 3] })
            .expect_end([x, 0.0, -6.0 + v[1] * SECONDS], 1e-3)
            .expect("speed", Measure::EndSpeed, (speed * speed + v[1] * v[1]).sqrt(), 1e-4)
            .expect_same_at_every_rate()
    };
    Station {
        id: "bounce",
        title: "Shots between walls",
        about: "A shot flies obliquely between two walls and is reflected at each: R = I - (1 + \
                e)(n . I) n. (The golf text lost the factor before the bracket.) Without loss, the \
                path is a folded line. With restitution e, each wall returns the share e of the \
                speed along its normal. The rest of a move continues after the bounce, so 30 Hz \
                and 1000 Hz end in the same place.",
        levels: vec![corridor(1.0), corridor(0.5)],
        runs: vec![shot((0, 1.0), [11.0, 5.0]), shot((1, 0.5), [16.0, 4.0])],
    }
}
