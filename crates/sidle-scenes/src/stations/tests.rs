use std::collections::HashSet;

use super::all;
use crate::measure::Measure;
use crate::reference::CatchingUp;
use crate::reference::distance::point_triangle;
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
            assert!(!run.expectations.is_empty() && !run.script.is_empty() && !run.rates.is_empty(), "{name}");
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

/// At its bare size the mover overlaps nothing at the start, rounded to f32 as a runner has to.
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

/// The end that the expectations of a run name, if they name all of it.
fn named_end(run: &Run) -> Option<[f64; 3]> {
    let axis = |axis| run.expectations.iter().find(|e| e.measure == Measure::End { axis }).map(|e| e.value);
    Some([axis(0)?, axis(1)?, axis(2)?])
}

/// Every run under the Steer law, once more by brute force: an error in a scene or in its closed form shows here.
#[test]
fn brute_force_comes_to_the_same_ends() {
    let mut checked = 0;
    for station in everything() {
        for run in station.runs.iter().filter(|run| run.law == Law::Steer) {
            let level = &station.levels[run.level];
            let Some(end) = named_end(run) else { continue };
            if level.triangles.len() > 3000 {
                continue;
            }
            let body = CatchingUp::new(level, run.shape.reach(run.skin));
            let carry = |steps: u32| {
                run.script.iter().fold(run.start, |at, phase| match phase.drive {
                    Drive::Velocity(velocity) => body.after(at, velocity, phase.seconds, steps),
                    _ => at,
                })
            };
            // First order in the step: two step lengths give the limit.
            let (coarse, fine) = (carry(10_000), carry(20_000));
            let limit = add(fine, sub(fine, coarse));
            let error = length(sub(limit, end));
            println!("{}: {} {error:.1e} ({:.1e})", station.id, run.label, length(sub(fine, coarse)));
            assert!(error < 2e-3, "{}: {} {limit:?} {end:?}", station.id, run.label);
            checked += 1;
        }
    }
    assert!(checked >= 25, "{checked}");
}
