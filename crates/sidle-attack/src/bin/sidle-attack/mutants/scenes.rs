//! Scenes with closed-form results, and recorded hashes.

use sidle::IndexKind;
use sidle_scenes::{cases, stations};

use super::catchers::Cases;
use super::common::{execute, world_of};

/// Checks that every station and every case matches its closed form.
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

/// Checks that the hash of every scene of the golden table is the recorded one, with both indexes.
pub(crate) fn goldens(counted: &mut Cases) -> Result<(), String> {
    let scenes = sidle_bits::all();
    let goldens =
        sidle_bits::parse(sidle_bits::GOLDENS).map_err(|line| format!("line {line} of the table"))?;
    for index in [IndexKind::Bvh, IndexKind::Octree] {
        let records = sidle_bits::run(&scenes, index, 1);
        counted.0 += records.iter().map(sidle_bits::Record::answers).sum::<u64>();
        let other = sidle_bits::differing(&goldens, &scenes, &records);
        if !other.is_empty() {
            return Err(format!("{index:?}: other bits in {}: {}", other.len(), other.join(", ")));
        }
    }
    Ok(())
}
