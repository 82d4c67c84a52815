//! Scenes with closed-form results, and recorded hashes.

use sidle::{IndexKind, World};
use sidle_bits::{execute, world_of};
use sidle_scenes::{Run, Trace, cases, stations};

use super::catchers::Cases;

/// Checks that every station and every case matches its closed form.
pub(crate) fn hold(counted: &mut Cases) -> Result<(), String> {
    for station in stations::all().into_iter().chain(cases::all()) {
        let worlds: Vec<_> = station.levels.iter().map(|l| world_of(l, IndexKind::Bvh)).collect();
        for run in &station.runs {
            counted.count();
            let traces: Vec<_> = run.rates.iter().map(|&rate| trace(&worlds[run.level], run, rate)).collect();
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

/// Executes a whole run at one rate.
fn trace(world: &World, run: &Run, rate: u32) -> Trace {
    let start = run.start.map(|c| f64::from(c as f32));
    let mut trace = Trace { rate, positions: vec![start], ..Trace::default() };
    execute(world, run, rate, usize::MAX, |outcome, scratch| {
        trace.positions.push(outcome.position.to_array());
        trace.normals.extend(scratch.hits().iter().map(|hit| hit.normal.to_array()));
        trace.velocity = outcome.velocity.to_array();
    });
    trace
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
