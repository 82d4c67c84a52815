//! The runs of `sidle soak`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Recorded;
use super::stamp::by_commit;
use crate::record::grouped;
use crate::soak::{Figures, GENERATED};

/// The quoted part of a run.
#[derive(Debug, Deserialize)]
pub(super) struct Walk {
    seed: u64,
    passed: bool,
    pub(super) faults: u64,
    hours: f64,
    simulated_hours: f64,
    levels: BTreeMap<String, IgnoredAny>,
    /// True for steps of characters.
    #[serde(default)]
    pub(super) characters: bool,
    /// Number of moving platforms in each level.
    #[serde(default)]
    pub(super) platforms: Option<u32>,
    findings: Vec<Finding>,
    #[serde(flatten)]
    pub(super) all: Figures,
}

#[derive(Debug, Deserialize)]
struct Finding {
    level: String,
    chunk: u64,
    move_number: u64,
    what: String,
    is_fault: bool,
}

impl Walk {
    /// Returns true if every level was generated.
    pub(super) fn is_generated(&self) -> bool {
        self.levels.keys().all(|level| GENERATED.contains(&level.as_str()))
    }
}

/// Sums up the runs of each commit.
pub(super) fn summary(walks: &[Recorded<Walk>]) -> String {
    if walks.is_empty() {
        return "No run is recorded.".into();
    }
    let (riders, on_foot): (Vec<_>, Vec<_>) =
        walks.iter().partition(|recorded| recorded.run.platforms.is_some());
    let (characters, shapes): (Vec<_>, Vec<_>) =
        on_foot.into_iter().partition(|recorded| recorded.run.characters);
    let lines = |walks: &[&Recorded<Walk>], what: &str| -> String {
        let groups = by_commit(walks);
        let line = |group: &super::stamp::Group<Walk>| {
            let runs: Vec<&Walk> = group.runs.iter().map(|recorded| &recorded.run).collect();
            format!("- {what}{}: {}\n", group.label(), sentences(&runs))
        };
        groups.iter().map(line).collect()
    };
    lines(&shapes, "") + &lines(&characters, "characters, ") + &lines(&riders, "among platforms, ")
}

fn sentences(runs: &[&Walk]) -> String {
    let mut all = Figures::default();
    runs.iter().for_each(|run| all.merge(&run.all));
    let hours = |pick: fn(&Walk) -> f64| runs.iter().map(|&run| pick(run)).sum::<f64>();
    let faults: u64 = runs.iter().map(|run| run.faults).sum();
    let mut text = format!(
        "{} runs, of which {} passed. {} moves, {} simulated hours, {:.2} hours of wall time; {} moves hit something. \
         Moves that penetrated: {}; that crossed a triangle: {}; that left a closed level: {}; that were refused: {}. \
         {} times a walker gained less than 1 cm in two seconds. {} of these walkers were wedged: the judge finds no free path \
         for them either. It finds one for {}. {} moves reached the iteration limit. The widest gap at a stop was {:.3} skins. \
         Faults in all: {}.",
        runs.len(),
        runs.iter().filter(|run| run.passed).count(),
        grouped(all.moves),
        grouped(hours(|run| run.simulated_hours).round() as u64),
        hours(|run| run.hours),
        grouped(all.touching),
        grouped(all.penetrations),
        grouped(all.crossings),
        grouped(all.escapes),
        grouped(all.refused),
        grouped(all.still),
        grouped(all.wedged),
        grouped(all.false_stuck),
        grouped(all.iteration_limit),
        all.worst_stop_gap_skins,
        grouped(faults),
    );
    if all.exact_paths > 0 {
        text += &format!(" {} moves were also judged by their f64 iterations.", grouped(all.exact_paths));
    }
    for run in runs {
        for found in run.findings.iter().filter(|found| found.is_fault) {
            let Finding { level, chunk, move_number, what, .. } = found;
            text += &format!(" Seed {}, {level}, chunk {chunk}, move {move_number}: {what}.", run.seed);
        }
    }
    // Keep the list entry on one line, even if a finding contains line breaks.
    text.replace('\n', " ")
}
