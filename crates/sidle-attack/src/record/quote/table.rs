//! The table of everything that was tried.

use std::collections::BTreeSet;

use super::stamp::{Group, by_commit};
use super::walks::Walk;
use super::{Recorded, Records};
use crate::record::{Attack, Run, Target, grouped};

/// One row, before it is text.
struct Row<'a, T> {
    what: &'a str,
    command: &'a str,
    runs: Vec<&'a Recorded<T>>,
    /// Whether the amounts of runs of several commits add up.
    adds_up: bool,
    amount: fn(&[&T]) -> String,
    faults: fn(&T) -> Option<u64>,
}

pub(super) fn attacks(records: &Records) -> String {
    let mut text =
        "| attack | command | amount | faults | commit and date |\n|---|---|---|---|---|\n".to_owned();
    let walks =
        |generated: bool| records.walks.iter().filter(move |walk| walk.run.is_generated() == generated);
    text += &walk_row(
        "Long walks in generated halls, soups, rooms, terrains, hills and height fields with holes, at 20 to 1000 Hz, with all shapes and responses",
        "`sidle soak`",
        walks(true).collect(),
    );
    text += &walk_row(
        "The same walks in levels and height maps that were made for games",
        "`sidle soak LEVEL..`",
        walks(false).collect(),
    );
    for (what, command, is_one, adds_up, amount) in KINDS {
        let runs = records.attacks.iter().filter(|recorded| is_one(&recorded.run.attack)).collect();
        text += &Row { what, command, runs, adds_up, amount, faults: |run| run.faults }.text();
    }
    let mut told = BTreeSet::new();
    for recorded in &records.attacks {
        let Attack::Test { what, .. } = &recorded.run.attack else { continue };
        if !told.insert(what) {
            continue;
        }
        let is_same =
            |other: &&Recorded<Run>| matches!(&other.run.attack, Attack::Test { what: w, .. } if w == what);
        let runs = records.attacks.iter().filter(is_same).collect();
        let command = format!("`{}`", recorded.run.command);
        let row =
            Row { what, command: &command, runs, adds_up: false, amount: tests, faults: |run| run.faults };
        text += &row.text();
    }
    text
}

/// What is tried, the command, which runs are of this kind, whether they add up, and the amount.
type Kind = (&'static str, &'static str, fn(&Attack) -> bool, bool, fn(&[&Run]) -> String);

const KINDS: [Kind; 4] = [
    (
        "Adversarial worlds: slivers, needles, zero area, duplicates, T-junctions, gaps of 1e-7, 1 km beside 1 mm, coordinates to 1e7; starts in contact; \
         motions that graze or are 1e30 long; ellipsoids to 1:100; edits, filters, sectors, balls. `cargo test` tries 100,000 more",
        "`sidle-attack moves`",
        |attack| matches!(attack, Attack::Moves { .. }),
        true,
        moves,
    ),
    (
        "Arbitrary bytes for the builder, the mover, the editor and every file reader. Each `.ci/run` adds a minute",
        "`sidle-attack fuzz`",
        |attack| matches!(attack, Attack::Fuzz { .. }),
        true,
        executions,
    ),
    (
        "Mutants: faults planted in a copy of the library. A mutant that nothing catches counts as a fault",
        "`sidle-attack mutants`",
        |attack| matches!(attack, Attack::Mutants { .. }),
        false,
        mutants,
    ),
    (
        "The same bits in other builds and on other targets",
        "`.ci/bits`",
        |attack| matches!(attack, Attack::Bits { .. }),
        false,
        bits,
    ),
];

fn walk_row<'a>(what: &'a str, command: &'a str, runs: Vec<&'a Recorded<Walk>>) -> String {
    let amount = |runs: &[&Walk]| format!("{} moves", grouped(runs.iter().map(|run| run.all.moves).sum()));
    Row { what, command, runs, adds_up: true, amount, faults: |run| Some(run.faults) }.text()
}

impl<T> Row<'_, T> {
    /// The row in Markdown.
    fn text(&self) -> String {
        let groups = by_commit(&self.runs);
        let [amount, faults, stamps] = match &groups[..] {
            [] => ["none recorded", "-", "-"].map(String::from),
            [one] => [self.amount(&one.runs), self.faults(&one.runs), one.label()],
            [newest, ..] => {
                let counted = if self.adds_up { &self.runs } else { &newest.runs };
                let part = |group: &Group<T>| {
                    let (amount, faults) = (self.amount(&group.runs), self.faults(&group.runs));
                    format!("{} ({amount}; faults: {faults})", group.label())
                };
                let parts: Vec<String> = groups.iter().map(part).collect();
                let several = format!("several commits: {}", parts.join("; "));
                [self.amount(counted), self.faults(counted), several]
            }
        };
        let cells = [self.what, self.command, &amount, &faults, &stamps];
        format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|").replace('\n', " ")).join(" | "))
    }

    fn amount(&self, runs: &[&Recorded<T>]) -> String {
        (self.amount)(&runs.iter().map(|recorded| &recorded.run).collect::<Vec<_>>())
    }

    fn faults(&self, runs: &[&Recorded<T>]) -> String {
        let sum: Option<u64> = runs.iter().map(|recorded| (self.faults)(&recorded.run)).sum();
        sum.map_or("not recorded".into(), grouped)
    }
}

fn moves(runs: &[&Run]) -> String {
    let mut totals = [Some(0), Some(0), None, None];
    for run in runs {
        let Attack::Moves { cases, moves, ball_steps, queries, .. } = run.attack else { continue };
        for (total, more) in totals.iter_mut().zip([Some(cases), Some(moves), ball_steps, queries]) {
            // An older run has not counted everything.
            *total = more.map_or(*total, |more| Some(total.unwrap_or(0) + more));
        }
    }
    let names = ["worlds", "moves", "steps of balls", "queries"];
    let parts =
        totals.iter().zip(names).filter_map(|(total, name)| Some(format!("{} {name}", grouped((*total)?))));
    parts.collect::<Vec<_>>().join(", ")
}

fn executions(runs: &[&Run]) -> String {
    let count = |run: &&Run| if let Attack::Fuzz { executions, .. } = run.attack { executions } else { 0 };
    format!("{} executions", grouped(runs.iter().map(count).sum()))
}

/// Counts a mutant once, however often it was planted.
fn mutants(runs: &[&Run]) -> String {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut unnamed = 0;
    for run in runs {
        let Attack::Mutants { planted, caught, survivors } = &run.attack else { continue };
        names.extend(caught.keys().chain(survivors).map(String::as_str));
        // Figures that are older than the list have no names.
        unnamed += if caught.is_empty() && survivors.is_empty() { *planted } else { 0 };
    }
    format!("{} mutants", grouped(names.len() as u64 + unnamed))
}

/// The builds of the latest run.
fn bits(runs: &[&Run]) -> String {
    let Some(Attack::Bits { host, targets, skipped }) = runs.last().map(|run| &run.attack) else {
        return String::new();
    };
    let scenes = targets.iter().map(|target| target.scenes).max().unwrap_or(0);
    let name = |target: &Target| {
        let failed = if target.passed { "" } else { " FAILED" };
        format!("{}{failed}", target.name)
    };
    let names: Vec<String> = targets.iter().map(name).collect();
    let host = if host.is_empty() { String::new() } else { format!(" on {host}") };
    let mut text = format!("{scenes} scenes in {} builds{host}: {}", targets.len(), names.join("; "));
    if !skipped.is_empty() {
        text += &format!(". Skipped: {}", skipped.join("; "));
    }
    text
}

/// The amount that the latest run says.
fn tests(runs: &[&Run]) -> String {
    match runs.last().map(|run| &run.attack) {
        Some(Attack::Test { amount, .. }) => amount.clone(),
        _ => String::new(),
    }
}
