//! A body that climbs stairs by rolling over their edges.

use crate::build::Builder;
use crate::level::Level;
use crate::measure::Measure;
use crate::reference::Profile;
use crate::slides::stairs_profile;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::stations::RATES;

fn level(name: &str, points: &[[f64; 2]]) -> Level {
    let mut b = Builder::new();
    b.extrude(points, [-4.0, 4.0]);
    b.finish(name, &[])
}

fn climb(label: &str, shape: Shape, points: &[[f64; 2]], x: f64, velocity: [f64; 3], seconds: f64) -> Run {
    let half = shape.reach(DEFAULT_SKIN);
    let profile = Profile { points: points.to_vec(), half: [half[0], half[1]] };
    let end = profile.after(x, [velocity[0], velocity[1]], seconds);
    Run::new(label, shape, [x, profile.envelope(x).height, 0.0])
        .rates(&RATES)
        .then(seconds, Drive::Velocity(velocity))
        .expect_end([end[0], end[1], velocity[2] * seconds], 1e-3)
        .expect_same_at_every_rate()
}

pub(super) fn with_a_ball() -> Station {
    let high = stairs_profile(-6.0, 4.0, 4, [1.0, 2.0], 20.0);
    let low = stairs_profile(-6.0, 1.0, 5, [0.2, 0.5], 20.0);
    let down =
        vec![[-3.0, 1.0], [0.0, 1.0], [0.0, 0.7], [0.6, 0.7], [0.6, 0.4], [1.2, 0.4], [1.2, 0.0], [9.0, 0.0]];
    let top = high[high.len() - 1][1] + 3.0 + DEFAULT_SKIN;
    let runs = vec![
        climb("still climbing", Shape::Sphere(3.0), &high, -1.0, [5.0, -2.5, 0.0], 2.0),
        climb("all the way up", Shape::Sphere(3.0), &high, -1.0, [5.0, -2.5, 0.0], 4.0).expect(
            "highest",
            Measure::Highest { axis: 1 },
            top,
            1e-3,
        ),
        climb("across low ones", Shape::Sphere(0.5), &low, -1.0, [2.0, -0.5, 0.6], 3.0).on(1),
        climb("and down", Shape::Sphere(0.4), &down, -1.0, [2.0, -2.0, 0.0], 2.5).on(2),
    ];
    Station {
        id: "stairs-ball",
        title: "A ball up the stairs",
        about: "There is no special code for stairs. The ball is pushed forward and a little down, \
                and rolls over each edge on a smooth arc, because the edge removes only the \
                component of the push that points into it. The law of the arc has a closed form. \
                So the place of the ball after two seconds is known, and must not depend on the \
                frame rate.",
        levels: vec![level("stairs-high", &high), level("stairs-low", &low), level("stairs-down", &down)],
        runs,
    }
}

pub(super) fn with_an_ellipsoid() -> Station {
    let points = stairs_profile(-6.0, 1.0, 5, [0.25, 0.4], 20.0);
    let man = Shape::Ellipsoid([0.4, 0.9, 0.4]);
    let disc = Shape::Ellipsoid([0.9, 0.4, 0.9]);
    let runs = vec![
        climb("upright, half way", man, &points, 0.0, [2.0, -0.3, 0.0], 1.5),
        climb("upright, all the way", man, &points, 0.0, [2.0, -0.3, 0.0], 4.0),
        climb("upright, across", man, &points, 0.0, [1.8, -0.4, 0.7], 3.5),
        climb("flat, half way", disc, &points, -0.5, [2.0, -0.3, 0.0], 1.5),
    ];
    Station {
        id: "stairs-ellipsoid",
        title: "A person-sized ellipsoid up the stairs",
        about: "A game's character is often an upright ellipsoid. Over the edge of a stair its \
                centre follows an ellipse, not a circle, and the true normal of its surface \
                decides the direction. The expected places come from an integration of this motion \
                over the inflated profile of the stairs.",
        levels: vec![level("stairs", &points)],
        runs,
    }
}

#[cfg(test)]
mod tests {
    use super::{with_a_ball, with_an_ellipsoid};
    use crate::measure::Measure;

    fn end(run: &crate::Run, axis: usize) -> f64 {
        run.expectations.iter().find(|e| e.measure == Measure::End { axis }).unwrap().value
    }

    #[test]
    fn the_runs_go_where_their_labels_say() {
        let ball = with_a_ball().runs;
        assert!(end(&ball[0], 0) > 2.0 && end(&ball[0], 1) < 6.9 && end(&ball[0], 1) > 3.5);
        assert!((end(&ball[1], 1) - 7.001).abs() < 1e-9 && end(&ball[1], 0) < 20.0);
        assert!((end(&ball[2], 1) - 1.501).abs() < 1e-9, "{}", end(&ball[2], 0));
        assert!((end(&ball[3], 1) - 0.401).abs() < 1e-9);
        let body = with_an_ellipsoid().runs;
        assert!(end(&body[0], 1) > 1.1 && end(&body[0], 1) < 2.1, "{}", end(&body[0], 1));
        assert!((end(&body[1], 1) - 2.151).abs() < 1e-9, "{}", end(&body[1], 1));
        assert!((end(&body[2], 1) - 2.151).abs() < 1e-9, "{}", end(&body[2], 1));
        assert!(end(&body[3], 1) > 0.6 && end(&body[3], 1) < 1.64, "{}", end(&body[3], 1));
    }
}
