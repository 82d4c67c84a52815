//! The catchers, from the fastest to the slowest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use sidle_attack::metamorphic::{self, Relation, Walked, coarse, compare, fine};
use sidle_attack::platforms::{Counts, run_case};
use sidle_attack::soak::{Chunk, character_chunk, generated, library_step, walk_characters};
use sidle_attack::{classes, crowds, trial};

use super::{index, scenes, walks};

/// Counts the cases, so that the report of a fault contains their number.
#[derive(Default)]
pub(crate) struct Cases(pub(crate) u64);

impl Cases {
    /// Counts one case.
    pub(crate) fn count(&mut self) {
        self.0 += 1;
    }
}

type Catcher = fn(&mut Cases) -> Result<(), String>;

/// The catchers by name, in the order of their cost.
const CATCHERS: [(&str, Catcher); 18] = [
    ("walks in f64", walks::keep_out),
    ("ends, exactly", walks::end_free_exactly),
    ("narrow slots, exactly", walks::slots),
    ("way of the twin", walks::travel),
    ("steps of characters", characters),
    ("among platforms", platforms),
    ("packed crowds", packed_crowds),
    ("captured moves", walks::captured_alike),
    ("overlaps left", walks::depenetrate),
    ("ways out", walks::ways_out),
    ("eight classes", class_table),
    ("relations, bit for bit", exact_relations),
    ("index against brute force", index::finds_everything),
    ("long capsules, any index", long_casts),
    ("stations and cases", scenes::hold),
    ("goldens", scenes::goldens),
    ("trials of trouble", trials),
    ("relations, within the skin", near_relations),
];

/// Runs the catchers until one reports a fault. Then prints its name, the number of cases, the
/// seconds and the fault, and returns false.
pub(crate) fn catch() -> bool {
    CATCHERS.iter().all(|(name, catcher)| {
        let (start, mut cases) = (Instant::now(), Cases::default());
        let found = catch_unwind(AssertUnwindSafe(|| catcher(&mut cases)));
        let fault = match found {
            Ok(result) => result.err(),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|t| (*t).to_string()));
                Some(format!("panicked: {}", text.unwrap_or_default()))
            }
        };
        let (cases, seconds) = (cases.0, start.elapsed().as_secs_f64());
        match &fault {
            None => println!("passed\t{name}\t{cases}\t{seconds:.1}"),
            Some(fault) => {
                let fault: String = fault.replace(['\n', '\t'], " ").chars().take(400).collect();
                println!("caught\t{name}\t{cases}\t{seconds:.1}\t{fault}");
            }
        }
        fault.is_none()
    })
}

fn class_table(cases: &mut Cases) -> Result<(), String> {
    for (class, name) in classes::CLASSES.iter().enumerate() {
        let rows = classes::measure(class, 2_000, 7);
        cases.0 += 2_000;
        for (row, method) in rows.iter().zip(classes::METHODS).skip(2) {
            // The bounds allow for rounding of the oracle beside triangles of 10 km. A cast keeps a
            // ten-millionth of the radius, plus 1e-7 of its motion by rounding the fraction.
            let late = row.penetration > 1e-11 || row.late > 1e-11;
            let early = row.gap > 1e-2 || row.false_gap > 4e-7;
            if row.missed + row.deep > 0 || late || early {
                return Err(format!("{name}, {method}: {row:?}"));
            }
        }
        if rows[3].end_penetration > 0.0 {
            return Err(format!("{name}: {:?}", rows[3]));
        }
    }
    Ok(())
}

fn hold(relations: &[Relation], levels: &[Walked], cases: &mut Cases) -> Result<(), String> {
    for relation in relations {
        let (mut moves, mut odd) = (0, 0);
        for walked in levels {
            let seen = compare(relation, walked)?;
            cases.0 += seen.moves;
            moves += seen.moves;
            odd += seen.parted + seen.lost;
        }
        if odd * 500 > moves {
            return Err(format!("{}: {odd} of {moves} part", relation.name));
        }
    }
    Ok(())
}

fn exact_relations(cases: &mut Cases) -> Result<(), String> {
    hold(&metamorphic::exact(), &fine(1, 800, 100), cases)
}

fn near_relations(cases: &mut Cases) -> Result<(), String> {
    hold(&metamorphic::near(), &fine(2, 800, 100), cases)?;
    hold(&metamorphic::cuts(), &coarse(3, 800, 100), cases)?;
    for walked in fine(4, 100, 0) {
        let tally = metamorphic::rates(&walked, 20, 5);
        cases.0 += tally.runs;
        if tally.differ > 0 {
            return Err(format!("{} at four rates: {tally:?}", walked.level.name));
        }
    }
    Ok(())
}

fn characters(cases: &mut Cases) -> Result<(), String> {
    let arena = generated("courses", 7, 0).ok_or("no level")?;
    for number in 0..24 {
        let chunk = Chunk { moves: 2048, ..character_chunk(5, number, 1 << 20, 1) };
        let walked = walk_characters(&arena, &chunk, &library_step);
        cases.0 += walked.figures.moves;
        if let Some(found) = walked.findings.first() {
            return Err(format!("chunk {number}: {}", found.what));
        }
    }
    Ok(())
}

fn platforms(cases: &mut Cases) -> Result<(), String> {
    let mut counts = Counts::default();
    for case in 0..300 {
        cases.count();
        run_case(90_000 + case, &mut counts).map_err(|failure| format!("case {case}: {}", failure.what))?;
    }
    Ok(())
}

fn packed_crowds(cases: &mut Cases) -> Result<(), String> {
    let mut counts = crowds::Counts::default();
    for seed in (60_000..60_300).chain([crowds::LAST_RESORT]) {
        cases.count();
        crowds::run_case(seed, &mut counts).map_err(|fault| format!("seed {seed}: {fault:?}"))?;
    }
    Ok(())
}

fn long_casts(cases: &mut Cases) -> Result<(), String> {
    let mut tally = trial::Tally::default();
    for seed in 0..10_000 {
        cases.count();
        trial::long_casts(&mut sidle_attack::random::Rng::seeded(seed), &mut tally)
            .map_err(|failure| format!("seed {seed}: {failure}"))?;
    }
    Ok(())
}

fn trials(cases: &mut Cases) -> Result<(), String> {
    let mut tally = trial::Tally::default();
    for seed in 0..20_000 {
        cases.count();
        trial::any(&mut sidle_attack::random::Rng::seeded(seed), &mut tally)
            .map_err(|failure| format!("seed {seed}: {failure}"))?;
    }
    Ok(())
}
