//! The step that a well-known method passes through.

use crate::build::Builder;
use crate::counterexamples::{self, Counterexample};
use crate::reference::sweep::first_contact;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::stations::HEIGHT;
use crate::vec3::{along, length, wide};

pub(super) fn station() -> Station {
    let rows: Vec<_> = counterexamples::all().into_iter().filter(|row| row.id.starts_with("n1-")).collect();
    let levels = rows.iter().map(level).collect();
    let runs = rows.iter().enumerate().map(|(i, row)| run(row).on(i)).collect();
    Station {
        id: "oblique-step",
        title: "The step one can walk through",
        about: "A ball approaches the edge of a low tread at an angle. The published method looks for the point of \
                the tread nearest to where the ball would meet its plane, and asks whether the ball hits that point. \
                It is the wrong point: the ball touches the edge somewhere else, earlier, or the method sees no hit \
                at all and the ball passes through. The true first contact is known, and the ball has to stop there.",
        levels,
        runs,
    }
}

fn level(row: &Counterexample) -> crate::Level {
    let mut b = Builder::new();
    let [p, q, r] = row.triangle.map(wide);
    b.triangle(p, q, r);
    b.finish(row.id, &[])
}

/// One move of one second. The path is that of a ball grown by the skin.
fn run(row: &Counterexample) -> Run {
    let radius = row.radii[0];
    let (centre, motion) = (wide(row.centre), wide(row.motion));
    let reach = f64::from(radius) + DEFAULT_SKIN;
    let whole = length(motion);
    let way = first_contact(row.triangle.map(wide), centre, reach, motion).unwrap_or(whole);
    let end = along(centre, motion, way / whole);
    Run::new(format!("stops (published method: {})", row.shows), Shape::Sphere(f64::from(radius)), centre)
        .law(Law::Stop)
        .rates(&[1, 60, 1000])
        .then(1.0, Drive::Velocity(motion))
        .expect("distance to first contact", crate::Measure::EndFrom(centre), way, 2.0 * HEIGHT)
        .expect_end(end, 2.0 * HEIGHT)
}
