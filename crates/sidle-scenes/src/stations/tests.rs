use std::collections::HashSet;

use super::all;
use crate::measure::Measure;
use crate::reference::distance::point_triangle;
use crate::reference::{CatchingUp, Fall};
use crate::station::{Drive, Law, Run, Station};
use crate::vec3::{add, length, sub, wide};

fn everything() -> Vec<Station> {
    all().into_iter().chain(crate::cases::all()).collect()
}

#[test]
fn stations_are_well_formed() {
    let mut ids = HashSet::new();
    for station in everything() {
        assert!(ids.insert(station.id), "{} twice", station.id);
        assert!(station.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
        assert!(!station.runs.is_empty());
        for run in &station.runs {
            let name = format!("{}: {}", station.id, run.label);
            assert!(run.level < station.levels.len(), "{name}");
            assert!(
                !run.expectations.is_empty() && !run.script.is_empty() && !run.rates.is_empty(),
                "{name}"
            );
            for e in &run.expectations {
                assert!(e.value.is_finite() && e.tolerance >= 0.0, "{name}: {}", e.what);
            }
            for &rate in &run.rates {
                for phase in &run.script {
                    let moves = phase.seconds * f64::from(rate);
                    assert!((moves - moves.round()).abs() < 1e-9, "{name}: a broken move at {rate} Hz");
                }
            }
        }
    }
}

#[test]
fn the_tour_is_short_enough() {
    let moves: usize = all().iter().map(Station::moves).sum();
    println!("{moves} moves in {} stations", all().len());
    assert!(moves < 600_000, "{moves}");
}

/// The bare mover overlaps nothing at its start after rounding to f32, as in a runner.
#[test]
fn starts_are_free() {
    for station in everything() {
        for run in &station.runs {
            let level = &station.levels[run.level];
            let radii = run.shape.reach(0.0);
            let start = wide(run.start.map(|x| x as f32));
            let nearest = (0..level.triangles.len())
                .map(|i| {
                    let unit = |p: [f64; 3]| [0, 1, 2].map(|k| (p[k] - start[k]) / radii[k].max(1e-9));
                    point_triangle([0.0; 3], level.corners(i).map(wide).map(unit))
                })
                .fold(f64::MAX, f64::min);
            assert!(nearest >= 1.0, "{}: {} {nearest}", station.id, run.label);
        }
    }
}

/// Returns the end that the expectations of a run give, if they give all coordinates.
fn named_end(run: &Run) -> Option<[f64; 3]> {
    let axis = |axis| run.expectations.iter().find(|e| e.measure == Measure::End { axis }).map(|e| e.value);
    Some([axis(0)?, axis(1)?, axis(2)?])
}

fn speed(drive: &Drive) -> f64 {
    if let Drive::Velocity(velocity) = drive { length(*velocity) } else { 0.0 }
}

/// Repeats every run under the Slide law by brute force. This reveals an error in a scene or in its
/// closed form.
#[test]
fn brute_force_comes_to_the_same_ends() {
    let mut checked = 0;
    for station in everything() {
        for run in station.runs.iter().filter(|run| run.law == Law::Slide) {
            let level = &station.levels[run.level];
            let Some(end) = named_end(run) else { continue };
            // Alternately pushing out of the sides of a very sharp crease takes too long.
            if run.label == "5 degrees" {
                continue;
            }
            let body = CatchingUp::new(level, run.shape.reach(run.skin));
            let carry = |steps: u32| {
                run.script.iter().fold(run.start, |at, phase| match phase.drive {
                    Drive::Velocity(velocity) => body.after(at, velocity, phase.seconds, steps),
                    _ => at,
                })
            };
            // The error is of first order in the step, so two step lengths give the limit. On flat
            // surfaces any step length works.
            let way: f64 = run.script.iter().map(|phase| phase.seconds * speed(&phase.drive)).sum();
            let steps = (way / 0.2).ceil() as u32 + 20;
            let (mut coarse, mut fine) = (carry(steps), carry(2 * steps));
            if length(sub(fine, coarse)) > 1e-6 {
                (coarse, fine) = (carry(20_000), carry(40_000));
            }
            let limit = add(fine, sub(fine, coarse));
            let error = length(sub(limit, end));
            println!("{}: {} {error:.1e} ({:.1e})", station.id, run.label, length(sub(fine, coarse)));
            assert!(error < 2e-3, "{}: {} {limit:?} {end:?}", station.id, run.label);
            checked += 1;
        }
    }
    assert!(checked >= 60, "{checked}");
}

/// Repeats every short run of a free body that slides by brute force, and checks its end and speed.
/// The brute force has no bounces and no drag; those have only their closed forms.
#[test]
fn brute_force_comes_to_the_same_speeds() {
    let mut checked = 0;
    for station in everything() {
        for run in &station.runs {
            let [phase] = run.script[..] else { continue };
            let Drive::Body { velocity, gravity } = phase.drive else { continue };
            if phase.seconds > 10.0 || run.law != Law::Momentum || run.drag {
                continue;
            }
            let level = &station.levels[run.level];
            let body = CatchingUp::new(level, run.shape.reach(run.skin));
            let fall =
                Fall { gravity, friction: f64::from(level.materials[0].friction), time: phase.seconds };
            let (end, left) = body.thrown(run.start, velocity.unwrap_or_default(), fall, 20_000);
            for e in &run.expectations {
                let value = match e.measure {
                    Measure::End { axis } => end[axis],
                    Measure::EndSpeed => length(left),
                    _ => continue,
                };
                // The brute force gives a body at rest the velocity from the gravity of its last
                // step. It is also of first order.
                let slack = e.tolerance.max(5e-3);
                assert!(e.error(value) < slack, "{}: {}: {} {value}", station.id, run.label, e.what);
                checked += 1;
            }
        }
    }
    assert!(checked >= 80, "{checked}");
}
