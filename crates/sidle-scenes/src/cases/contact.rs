//! E6: starts in contact.

use crate::build::Builder;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};

/// Distances in metres between the bare ball and the floor at the start; the last is the skin. The
/// first is the smallest that an f32 near 1 can represent.
const GAPS: [f64; 6] = [1.2e-7, 1e-6, 1e-5, 1e-4, 5e-4, DEFAULT_SKIN];

pub(super) fn touching() -> Station {
    let mut b = Builder::new();
    b.floor(0.0, [-20.0, -20.0], [20.0, 20.0], [4, 4]);
    let start = |gap: f64| [0.3, 1.0 + gap, 0.2];
    let run = |label: &str, gap: f64, law: Law, velocity: [f64; 3]| {
        Run::new(format!("{label}, gap {gap:.0e}"), Shape::Sphere(1.0), start(gap))
            .law(law)
            .then(1.0, Drive::Velocity(velocity))
    };
    // A mover that starts inside its skin may or may not be moved out to it. It may not come nearer
    // than bare contact, nor be moved farther out than the skin.
    let stays_low = |run: Run| {
        let middle = 1.0 + DEFAULT_SKIN / 2.0;
        let half = DEFAULT_SKIN / 2.0 + 2e-6;
        run.expect("lowest", Measure::Lowest { axis: 1 }, middle, half).expect(
            "highest",
            Measure::Highest { axis: 1 },
            middle,
            half + 1e-4,
        )
    };
    let mut runs = Vec::new();
    for gap in GAPS {
        for law in [Law::Slide, Law::Stop] {
            runs.push(stays_low(run("in", gap, law, [0.0, -3.0, 0.0])));
            let away = run("away", gap, law, [0.0, 2.0, 0.0]);
            runs.push(away.expect("end y", Measure::End { axis: 1 }, 3.0 + gap, 1.1e-3));
        }
        let along = stays_low(run("along", gap, Law::Slide, [4.0, 0.0, 1.0]));
        runs.push(along.expect("end x", Measure::End { axis: 0 }, 4.3, 1e-4));
        let slide = stays_low(run("along and in", gap, Law::Slide, [4.0, -9.0, 1.0]));
        runs.push(slide.expect("end x", Measure::End { axis: 0 }, 4.3, 1e-4));
    }
    Station {
        id: "e6-touching-at-the-start",
        title: "Touching at the start",
        about: "A ball starts in contact with the floor, or within its skin by less and less. Moving in it must stay, \
                moving along or away it must go the whole way. Systems that ask for a first contact later than the \
                start fall through, or stick.",
        levels: vec![b.finish("floor", &[])],
        runs,
    }
}
