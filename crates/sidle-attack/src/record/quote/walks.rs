//! The table of the long walks: one row for each kind of walkers.

use super::Recorded;
use super::since::{Faults, since_fault};
use crate::record::{SoakRun, WalkCounts, grouped};

impl Faults for SoakRun {
    fn faults(&self) -> u64 {
        self.faults
    }
}

/// Formats a table with a row for each kind of walkers: the sums of the runs since the last fault,
/// or the last run if it has faults.
pub(super) fn summary(walks: &[Recorded<SoakRun>]) -> String {
    if walks.is_empty() {
        return "No run is recorded.".into();
    }
    let (riders, on_foot): (Vec<_>, Vec<_>) =
        walks.iter().partition(|recorded| recorded.run.platforms.is_some());
    let (characters, shapes): (Vec<_>, Vec<_>) =
        on_foot.into_iter().partition(|recorded| recorded.run.characters);
    let mut rows = Vec::new();
    for (what, walks) in [("bodies", shapes), ("characters", characters), ("among platforms", riders)] {
        let Some(last) = walks.last() else { continue };
        let clean = since_fault(&walks);
        let (which, runs) = match clean {
            [] => (format!("last run, {}", last.stamp.label()), &walks[walks.len() - 1..]),
            [first, ..] => (format!("since {}", first.stamp.label()), clean),
        };
        let runs: Vec<&SoakRun> = runs.iter().map(|recorded| &recorded.run).collect();
        rows.push(format!("| {what}, {which} | {} |\n", cells(&runs).join(" | ")));
    }
    let head = "walkers and runs | runs passed | moves | simulated hours | hours | moves that hit | \
                penetrations, crossings, escapes, refusals | without progress for 2 s | of these wedged | \
                of these with a free path | iteration limits | widest gap at a stop, skins | faults";
    format!("| {head} |\n|{}\n{}", "---|".repeat(13), rows.concat())
}

/// Returns the numbers of a row.
fn cells(runs: &[&SoakRun]) -> [String; 12] {
    let mut all = WalkCounts::default();
    runs.iter().for_each(|run| all.merge(&run.counts));
    let hours = |pick: fn(&SoakRun) -> f64| runs.iter().map(|&run| pick(run)).sum::<f64>();
    let broken = [all.penetrations, all.crossings, all.escapes, all.refused];
    [
        format!("{} of {}", runs.iter().filter(|run| run.passed).count(), runs.len()),
        grouped(all.moves),
        grouped(hours(|run| run.simulated_hours).round() as u64),
        format!("{:.2}", hours(|run| run.hours)),
        grouped(all.touching),
        broken.map(grouped).join(", "),
        grouped(all.still),
        grouped(all.wedged),
        grouped(all.false_stuck),
        grouped(all.iteration_limit),
        format!("{:.3}", all.worst_stop_gap_skins),
        grouped(runs.iter().map(|run| run.faults).sum()),
    ]
}
