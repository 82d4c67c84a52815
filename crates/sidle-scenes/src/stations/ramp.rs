//! A ramp with and without friction.

use crate::build::Builder;
use crate::level::{Level, Surface};
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::trig::{degrees, sin_cos};

/// Gravity, in metres per second squared.
const GRAVITY: f64 = 9.81;
const DEGREES: f64 = 20.0;
/// Coulomb's coefficients; the tangent of 20 degrees is 0.364.
const FRICTIONS: [f32; 4] = [0.0, 0.2, 0.5, 2.0];

fn level(friction: f32) -> Level {
    let mut b = Builder::new();
    b.ramp(degrees(DEGREES), 80.0);
    b.finish(&format!("ramp-{friction}"), &[Surface::rough(friction)])
}

pub(super) fn station() -> Station {
    let (sin, cos) = sin_cos(degrees(DEGREES));
    let run = |(i, friction): (usize, f32), label: &str, shape: Shape, uphill: f64| {
        let half = shape.reach(DEFAULT_SKIN);
        // Offset of the centre of a resting ellipsoid from the line of the ramp: its support along
        // the normal.
        let support = (half[0] * half[0] * sin * sin + half[1] * half[1] * cos * cos).sqrt();
        let start = [-support * sin, support * cos, 0.0];
        let seconds = 2.0;
        let (pull, hold) = (GRAVITY * sin, GRAVITY * cos * f64::from(friction));
        // Uphill, gravity and friction brake together. Downhill, friction slows the body or holds
        // it.
        let up_time = if uphill > 0.0 { uphill / (pull + hold) } else { 0.0 };
        let way_up = uphill * up_time / 2.0;
        let down = (pull - hold).max(0.0);
        let rest = seconds - up_time;
        let way = way_up - down * rest * rest / 2.0;
        Run::new(format!("{label}, friction {friction}"), shape, start)
            .on(i)
            .law(Law::Momentum)
            .rates(&[30, 60, 240, 1000])
            .then(
                seconds,
                Drive::Body {
                    velocity: Some([uphill * cos, uphill * sin, 0.0]),
                    gravity: [0.0, -GRAVITY, 0.0],
                },
            )
            .expect_end([start[0] + way * cos, start[1] + way * sin, 0.0], 2e-3)
            .expect("speed", Measure::EndSpeed, down * rest, 2e-3)
    };
    let ball = Shape::Sphere(0.5);
    let list: Vec<_> = FRICTIONS.into_iter().enumerate().collect();
    let holds = |run: Run| {
        run.expect(
            "moves of the last second that moved it",
            Measure::MovesThatChanged { seconds: 1.0 },
            0.0,
            0.0,
        )
    };
    let runs = vec![
        run(list[0], "released", ball, 0.0).expect_same_at_every_rate(),
        run(list[1], "released", ball, 0.0).expect_same_at_every_rate(),
        holds(run(list[2], "released", ball, 0.0)),
        holds(run(list[3], "released", ball, 0.0)),
        run(list[0], "pushed uphill", ball, 4.0),
        run(list[0], "an ellipsoid", Shape::Ellipsoid([0.4, 0.9, 0.4]), 0.0),
        holds(run(list[2], "an ellipsoid", Shape::Ellipsoid([0.4, 0.9, 0.4]), 0.0)),
    ];
    Station {
        id: "ramp",
        title: "A ramp, slippery and rough",
        about: "A ball is released on a ramp of 20 degrees. Without friction it gains g sin(20) \
                per second. With a little friction it gains less. With friction above the tangent \
                of the angle it never moves. An ellipsoid of any proportions slides exactly as the \
                ball does. Nothing rolls here: these bodies slide.",
        levels: FRICTIONS.map(level).to_vec(),
        runs,
    }
}
