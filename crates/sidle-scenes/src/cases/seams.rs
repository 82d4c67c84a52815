//! Flat ground made of several polygons.

use crate::build::Builder;
use crate::cases::HEIGHT;
use crate::level::Level;
use crate::measure::Measure;
use crate::rng::SplitMix64;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::trig::{degrees, sin_cos};

/// C9: straight down a ramp of long triangles.
pub(super) fn ramp() -> Station {
    let (sin, cos) = sin_cos(degrees(25.0));
    let mut b = Builder::new();
    let at = |way: f64| [way * cos, way * sin];
    b.extrude(&[at(-15.0), at(-5.0), at(5.0), at(15.0)], [-6.0, 6.0]);
    let reach = 0.5 + DEFAULT_SKIN;
    let run = |i: u32| {
        let z = f64::from(i) * 0.37 - 3.7;
        let start = [11.0 * cos - reach * sin, 11.0 * sin + reach * cos, z];
        // For a push straight down, the sine of the slope remains, along the fall line.
        let (speed, seconds) = (8.0, 4.0);
        let way = speed * sin * seconds;
        Run::new(format!("from z = {z:.2}"), Shape::Sphere(0.5), start)
            .rates(&[60, 240])
            .then(seconds, Drive::Velocity([0.0, -speed, 0.0]))
            .expect_end([start[0] - way * cos, start[1] - way * sin, z], 1e-3)
            .expect("off to one side", Measure::Highest { axis: 2 }, z, HEIGHT)
            .expect("off to the other", Measure::Lowest { axis: 2 }, z, HEIGHT)
            .expect("normals off by", Measure::NormalsOff([-sin, cos, 0.0]), 0.0, 1.7e-3)
    };
    Station {
        id: "c9-ghost-hits",
        title: "Straight down a ramp in pieces",
        about: "A ramp of three pieces, two long triangles each. A ball slides down it from twenty places; no seam may \
                turn it aside.",
        levels: vec![b.finish("ramp-in-pieces", &[])],
        runs: (0..20).map(run).collect(),
    }
}

/// C10: a thousand internal edges; every normal must be straight up.
pub(super) fn flat() -> Station {
    let mut b = Builder::new();
    b.floor(0.0, [-1.0, -1.5], [81.0, 1.5], [410, 15]);
    let run = |(shape, speed): (Shape, f64)| {
        let reach = shape.reach(DEFAULT_SKIN)[1];
        let seconds = 80.0 / speed;
        Run::new(format!("{speed} m/s"), shape, [0.0, reach, 0.3])
            .then(seconds, Drive::Velocity([speed, -3.0, -0.3 / seconds]))
            .expect_end([80.0, reach, 0.0], 1e-3)
            .expect("highest", Measure::Highest { axis: 1 }, reach, HEIGHT)
            .expect("normals off by", Measure::NormalsOff([0.0, 1.0, 0.0]), 0.0, 1e-3)
    };
    let man = Shape::Ellipsoid([0.4, 0.9, 0.4]);
    let runs = [(Shape::Sphere(0.4), 1.0), (Shape::Sphere(0.4), 8.0), (Shape::Sphere(0.4), 40.0), (man, 4.0)];
    Station {
        id: "c10-flat-normals",
        title: "A thousand seams",
        about: "A flat floor of small triangles, crossed slowly and fast. Every contact reported must point straight \
                up.",
        levels: vec![b.finish("seams", &[])],
        runs: runs.map(run).to_vec(),
    }
}

/// C11: T-junctions, and corners that do not quite meet.
pub(super) fn t_junctions() -> Station {
    let flaws = [0.0, 1e-6, 1e-5, 1e-4, 1e-3];
    let headings = [0.0, 17.0, 90.0, 133.0, 180.0, 225.0, 270.0, 301.0];
    let mut runs = Vec::new();
    for (i, flaw) in flaws.into_iter().enumerate() {
        for heading in headings {
            let (sin, cos) = sin_cos(degrees(heading));
            let reach = 0.4 + DEFAULT_SKIN;
            let lift = flaw;
            let run = Run::new(
                format!("flaws of {flaw:.0e}, heading {heading}"),
                Shape::Sphere(0.4),
                [-4.0 * cos, reach + lift, -4.0 * sin],
            );
            // Bumps no larger than the flaw only reduce the path by their slopes. A boundary edge
            // may cost more.
            let slack = 1e-4 + 20.0 * flaw;
            // Along the gap itself the ball may roll off the higher boundary edge. A drop of h
            // moves it sideways by sqrt(2 r h).
            let roll =
                if heading == 90.0 || heading == 270.0 { (2.0 * reach * 2.0 * flaw).sqrt() } else { 0.0 };
            runs.push(
                run.on(i)
                    .then(4.0, Drive::Velocity([2.0 * cos, -1.0, 2.0 * sin]))
                    .expect("end x", Measure::End { axis: 0 }, 4.0 * cos, slack + roll)
                    .expect("end z", Measure::End { axis: 2 }, 4.0 * sin, slack)
                    .expect("lowest", Measure::Lowest { axis: 1 }, reach, HEIGHT + flaw)
                    .expect("highest", Measure::Highest { axis: 1 }, reach, HEIGHT + 2.0 * flaw),
            );
        }
    }
    Station {
        id: "c11-t-junctions",
        title: "Tiles that do not quite meet",
        about: "A floor of one large tile beside small ones, their corners in the middle of its edge, and the same \
                with every corner off by a little, so that there are slits and lips. No snag, no fall.",
        levels: flaws.map(tiles).to_vec(),
        runs,
    }
}

/// Half of the floor is one tile, the other half has 4 by 8. Every corner of every tile has its own
/// error of up to `flaw`.
fn tiles(flaw: f64) -> Level {
    let mut rng = SplitMix64::new(11);
    let mut b = Builder::new();
    let mut tile = |low: [f64; 2], high: [f64; 2]| {
        let mut at =
            |x: f64, z: f64| [x + rng.range(-flaw, flaw), rng.range(-flaw, flaw), z + rng.range(-flaw, flaw)];
        let [p, q, r, s] =
            [at(low[0], high[1]), at(high[0], high[1]), at(high[0], low[1]), at(low[0], low[1])];
        b.quad(p, q, r, s);
    };
    tile([-5.0, -5.0], [0.0, 5.0]);
    for i in 0..4 {
        for j in 0..8 {
            let (x, z) = (f64::from(i) * 1.25, f64::from(j) * 1.25 - 5.0);
            tile([x, z], [x + 1.25, z + 1.25]);
        }
    }
    b.finish(&format!("tiles-{flaw:.0e}"), &[])
}

/// C15: pits and humps smaller than the mover.
pub(super) fn noise() -> Station {
    let mut rng = SplitMix64::new(15);
    let (nx, nz) = (100, 24);
    let heights: Vec<f64> = (0..(nx + 1) * (nz + 1)).map(|_| rng.range(-0.08, 0.08)).collect();
    let at = |i: usize, j: usize| [i as f64 * 0.25 - 2.0, heights[j * (nx + 1) + i], j as f64 * 0.25 - 3.0];
    let mut b = Builder::new();
    for j in 0..nz {
        for i in 0..nx {
            b.quad(at(i, j + 1), at(i + 1, j + 1), at(i + 1, j), at(i, j));
        }
    }
    let run = |shape: Shape| {
        let seconds = 20.0 / 3.0;
        let height = shape.reach(0.0)[1] + 0.2;
        // At least nine tenths of the speed: 18 to 22 m.
        Run::new(format!("{shape:?}"), shape, [0.0, height, 0.0])
            .then(seconds, Drive::Velocity([3.0, -0.3, 0.0]))
            .expect("way", Measure::End { axis: 0 }, 20.0, 2.0)
            .expect("highest", Measure::Highest { axis: 1 }, height, 0.1)
    };
    Station {
        id: "c15-pits-and-humps",
        title: "Pits and humps",
        about: "Ground with bumps of eight centimetres every quarter metre. A walker of common size keeps at least \
                nine tenths of its speed.",
        levels: vec![b.finish("bumps", &[])],
        runs: vec![run(Shape::Sphere(0.35)), run(Shape::Ellipsoid([0.35, 0.9, 0.35]))],
    }
}

/// E7: triangles without area among valid ones.
pub(super) fn degenerate() -> Station {
    let mut b = Builder::new();
    b.floor(0.0, [-10.0, -10.0], [10.0, 10.0], [5, 5]);
    // All are in the plane of the floor, so the correct result is that of the plain floor.
    b.triangle([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    b.triangle([2.0, 0.0, -1.0], [2.0, 0.0, 1.0], [2.0, 0.0, 0.0]);
    b.triangle([-50.0, 0.0, 0.0], [50.0, 0.0, 0.0], [0.0, 0.0, 1e-6]);
    b.triangle([3.0, 0.0, 1.0], [4.0, 0.0, 1.0], [3.0, 0.0, -1.0]);
    b.triangle([3.0, 0.0, 1.0], [4.0, 0.0, 1.0], [3.0, 0.0, -1.0]);
    b.triangle([3.0, 0.0, 1.0], [3.0, 0.0, -1.0], [4.0, 0.0, 1.0]);
    b.triangle([-500.0, 0.0, 500.0], [500.0, 0.0, 500.0], [0.0, 0.0, -500.0]);
    b.triangle([0.5, 0.0, 0.0], [0.501, 0.0, 0.0], [0.5, 0.0, -0.001]);
    let reach = 0.4 + DEFAULT_SKIN;
    let run = |label: &str, velocity: [f64; 3], law: Law| {
        Run::new(label, Shape::Sphere(0.4), [-4.0, 1.0, 0.0])
            .law(law)
            .then(4.0, Drive::Velocity(velocity))
            .expect("lowest", Measure::Lowest { axis: 1 }, reach, HEIGHT)
    };
    let across = run("across them all", [2.0, -1.0, 0.0], Law::Slide).expect_end([4.0, reach, 0.0], 1e-3);
    let aslant = run("aslant", [2.0, -1.0, 0.3], Law::Slide).expect_end([4.0, reach, 1.2], 1e-3);
    let onto = run("down onto them", [1.0, -0.3, 0.0], Law::Stop);
    let fall = (1.0 - reach) / 0.3;
    let onto = onto.expect_end([fall - 4.0, reach, 0.0], 1e-3);
    Station {
        id: "e7-degenerate-triangles",
        title: "Triangles without area",
        about: "Points, segments and needles that call themselves triangles, twins and reversed twins, a kilometre \
                beside a millimetre, all lying in a plain floor. The floor stays the plain floor.",
        levels: vec![b.finish("degenerate", &[])],
        runs: vec![across, aslant, onto],
    }
}
