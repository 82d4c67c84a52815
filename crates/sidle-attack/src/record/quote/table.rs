//! The table of the recorded runs: one row for each kind of attack.

use std::collections::BTreeSet;

use super::since::{Faults, since_fault};
use super::{Recorded, Records};
use crate::record::{Attack, Run, SoakRun, Target, grouped};

impl Faults for Run {
    fn faults(&self) -> u64 {
        self.faults
    }
}

pub(super) fn attacks(records: &Records) -> String {
    let head = "| attack | command | last run | its faults | its commit and date | since the last fault |\n|---|---|---|---|---|---|\n";
    [head, &walks(records), &runs(records)].concat()
}

/// Formats the rows of the long walks.
fn walks(records: &Records) -> String {
    let (riders, on_foot): (Vec<_>, Vec<_>) =
        records.walks.iter().partition(|recorded| recorded.run.platforms.is_some());
    let (characters, shapes): (Vec<_>, Vec<_>) =
        on_foot.into_iter().partition(|recorded| recorded.run.characters);
    let (generated, from_files): (Vec<_>, Vec<_>) =
        shapes.into_iter().partition(|recorded| recorded.run.is_generated());
    [
        row(
            "Long walks in generated halls, soups, rooms, terrains, hills and height fields with holes, at 20 to 1000 Hz, with all shapes and responses",
            "sidle-tour soak",
            &generated,
            walked,
        ),
        row(
            "The same walks in levels and height maps that were made for games",
            "sidle-tour soak LEVEL..",
            &from_files,
            walked,
        ),
        row(
            "Steps of characters with random inputs, settings and launches, on stairs, kerbs, ledges and ramps and in the levels above. \
             Since `3bff8d4` they also swim and climb, and in two of five meshes +y is not up",
            "sidle-tour soak --characters",
            &characters,
            walked,
        ),
        row(
            "Bodies and characters among lifts, trains, turntables, doors and presses in the generated levels. A crush is refuted by a way out that the judge finds",
            "sidle-tour soak --platforms N",
            &riders,
            ridden,
        ),
    ]
    .concat()
}

/// Formats the rows of the other attacks.
fn runs(records: &Records) -> String {
    let of = |is_one: fn(&Attack) -> bool| -> Vec<_> {
        records.attacks.iter().filter(|recorded| is_one(&recorded.run.attack)).collect()
    };
    [
        row(
            "Adversarial worlds: slivers, needles, zero area, duplicates, T-junctions, gaps of 1e-7, 1 km beside 1 mm, coordinates to 1e7; starts in contact; \
             motions that graze or are 1e30 long; ellipsoids to 1:100; edits, filters, sectors, balls. `cargo test` tries 100,000 more",
            "sidle-attack moves",
            &of(|attack| matches!(attack, Attack::Moves { .. })),
            moves,
        ),
        row(
            "Adversarial worlds with up to eight moving instances: presses, doors, lifts and anything else, that move up to 30 body sizes and turn by up to 174 degrees a step. \
             A crush is refuted as above. `.ci/run --all` tries 1,500 more",
            "sidle-attack platforms",
            &of(|attack| matches!(attack, Attack::Platforms { .. })),
            platforms,
        ),
        row(
            "Crowds of 2 to 15 characters of all shapes that are packed closely, push each other, crouch, stand up, jump, swim and follow animations, at 20 to 144 Hz",
            "sidle-attack crowds",
            &of(|attack| matches!(attack, Attack::Crowds { .. })),
            crowds,
        ),
        row(
            "Characters that follow scripts of 10 s with walks, jumps, stairs, ramps, lifts, doors and turntables at 20 to 1000 Hz and at a variable rate. \
             Courses that differ count as faults, unless starts 1 mm aside part too",
            "sidle-attack rates",
            &of(|attack| matches!(attack, Attack::Rates { .. })),
            rates,
        ),
        row(
            "Ways out of overlaps in pockets, grids of boxes, wedges, plates, slots and soups, compared with a brute-force search. `cargo test` tries 2,400 more",
            "sidle-attack overlaps",
            &of(|attack| matches!(attack, Attack::Overlaps { .. })),
            overlaps,
        ),
        row(
            "Arbitrary bytes for the builder, the mover, the editor and every file reader. Each `.ci/run --all` adds a minute",
            "sidle-attack fuzz",
            &of(|attack| matches!(attack, Attack::Fuzz { .. })),
            executions,
        ),
        row(
            "Mutants: faults planted in a copy of the library. A mutant that nothing catches counts as a fault",
            "sidle-attack mutants",
            &of(|attack| matches!(attack, Attack::Mutants { .. })),
            mutants,
        ),
        row(
            "The same bits in other builds and on other targets",
            ".ci/bits",
            &of(|attack| matches!(attack, Attack::Bits { .. })),
            bits,
        ),
    ]
    .concat()
}

/// Formats the row of one kind of attack in Markdown.
fn row<T: Faults>(what: &str, command: &str, runs: &[&Recorded<T>], amount: fn(&[&T]) -> String) -> String {
    let row = |cells: [&str; 6]| {
        format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|").replace('\n', " ")).join(" | "))
    };
    let command = format!("`{command}`");
    let Some(last) = runs.last() else {
        return row([what, &command, "none recorded", "-", "-", "-"]);
    };
    let clean: Vec<&T> = since_fault(runs).iter().map(|recorded| &recorded.run).collect();
    let since = match clean.len() {
        0 => "none".into(),
        1 => format!("1 run: {}", amount(&clean)),
        many => format!("{} runs: {}", grouped(many as u64), amount(&clean)),
    };
    let faults = grouped(last.run.faults());
    row([what, &command, &amount(&[&last.run]), &faults, &last.stamp.label(), &since])
}

fn ridden(runs: &[&SoakRun]) -> String {
    let sum = |pick: fn(&SoakRun) -> u64| grouped(runs.iter().map(|&run| pick(run)).sum());
    let contacts = sum(|run| run.counts.platform_contacts);
    let (crushed, refuted) = (sum(|run| run.counts.crushed), sum(|run| run.counts.crushed_refuted));
    format!(
        "{}, {contacts} of them with a platform; {crushed} crushes, {refuted} of them refuted",
        walked(runs)
    )
}

fn walked(runs: &[&SoakRun]) -> String {
    format!("{} moves", grouped(runs.iter().map(|run| run.counts.moves).sum()))
}

/// Adds up the counts of the runs that have them.
fn totals<const N: usize>(runs: &[&Run], counts: fn(&Attack) -> Option<[u64; N]>) -> [String; N] {
    let all = runs.iter().filter_map(|run| counts(&run.attack));
    all.fold([0; N], |sum, more| std::array::from_fn(|i| sum[i] + more[i])).map(grouped)
}

fn moves(runs: &[&Run]) -> String {
    let [cases, moves, ball_steps, characters, queries] = totals(runs, |attack| match *attack {
        Attack::Moves { cases, moves, ball_steps, character_steps, queries, .. } => {
            Some([cases, moves, ball_steps, character_steps, queries])
        }
        _ => None,
    });
    format!(
        "{cases} worlds, {moves} moves, {ball_steps} steps of balls, {characters} steps of characters, {queries} queries"
    )
}

fn platforms(runs: &[&Run]) -> String {
    let [cases, steps, characters, crushed, refuted] = totals(runs, |attack| match *attack {
        Attack::Platforms { cases, steps, character_steps, crushed, refuted, .. } => {
            Some([cases, steps, character_steps, crushed, refuted])
        }
        _ => None,
    });
    format!(
        "{cases} worlds, {steps} steps, {characters} of them of characters; {crushed} crushes, {refuted} of them refuted"
    )
}

fn crowds(runs: &[&Run]) -> String {
    let [cases, steps, members] = totals(runs, |attack| match *attack {
        Attack::Crowds { cases, steps, member_steps, .. } => Some([cases, steps, member_steps]),
        _ => None,
    });
    format!("{cases} crowds, {steps} steps, {members} steps of members")
}

fn rates(runs: &[&Run]) -> String {
    let [scripts, pairs, parted, differ] = totals(runs, |attack| match *attack {
        Attack::Rates { scripts, pairs, parted, differ, .. } => Some([scripts, pairs, parted, differ]),
        _ => None,
    });
    format!("{scripts} scripts, {pairs} pairs of rates; {parted} part, {differ} differ")
}

fn overlaps(runs: &[&Run]) -> String {
    let [all, out] = totals(runs, |attack| match *attack {
        Attack::Overlaps { cases, free, .. } => Some([cases, free]),
        _ => None,
    });
    format!("{all} bodies, of which {out} got out")
}

fn executions(runs: &[&Run]) -> String {
    let count = |run: &&Run| if let Attack::Fuzz { executions, .. } = run.attack { executions } else { 0 };
    format!("{} executions", grouped(runs.iter().map(count).sum()))
}

/// Counts each mutant once, even if it was planted several times.
fn mutants(runs: &[&Run]) -> String {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for run in runs {
        let Attack::Mutants { caught, survivors } = &run.attack else { continue };
        names.extend(caught.keys().chain(survivors).map(String::as_str));
    }
    format!("{} mutants", names.len())
}

/// Formats the builds of the latest run.
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
    let mut text = format!("{scenes} scenes in {} builds on {host}: {}", targets.len(), names.join("; "));
    if !skipped.is_empty() {
        text += &format!(". Skipped: {}", skipped.join("; "));
    }
    text
}
