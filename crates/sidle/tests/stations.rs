//! Every scene with its expected numbers, which come from closed forms and references that know nothing of the library.

mod common;

use common::{execute, world_of};
use sidle_scenes::{Station, cases, slides, stations};

/// The rows of a station that do not hold, as text.
fn failures(station: &Station) -> Vec<String> {
    let worlds: Vec<_> = station.levels.iter().map(world_of).collect();
    let mut failed = Vec::new();
    for run in &station.runs {
        let traces: Vec<_> = run.rates.iter().map(|&rate| execute(&worlds[run.level], run, rate)).collect();
        for e in &run.expectations {
            let came_out = e.worst(&traces);
            if !e.is_met(came_out) {
                failed.push(format!(
                    "{} / {} / {}: expected {} +- {}, came out {came_out}",
                    station.id, run.label, e.what, e.value, e.tolerance
                ));
            }
        }
    }
    failed
}

fn assert_all_hold(stations: &[Station]) {
    let failed: Vec<String> = stations.iter().flat_map(failures).collect();
    assert!(failed.is_empty(), "{} rows:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn the_stations_of_the_tour_hold() {
    assert_all_hold(&stations::all());
}

#[test]
fn constant_velocity_ends_in_the_same_place_at_any_rate() {
    assert_all_hold(&[slides::station()]);
}

#[test]
fn scenes_that_broke_other_engines_hold() {
    assert_all_hold(&cases::all());
}
