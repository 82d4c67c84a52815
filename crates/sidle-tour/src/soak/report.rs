//! The result of a soak, as a table and as JSON.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use sidle_attack::platforms::REFUTED_SHARE;
use sidle_attack::record::{SoakRun, WalkCounts, WalkFault};
use sidle_attack::soak::{Figures, Kind};

use super::options::SoakArgs;
use super::totals::{Found, Totals};
use sidle_cli::Verdict;
use sidle_cli::numbers::{grouped, millimetres};

/// Fraction of moves that may reach the iteration limit.
const ITERATION_LIMIT_SHARE: f64 = 1e-6;

/// Share of the moves that must touch a moving platform.
const PLATFORM_SHARE: f64 = 0.05;

/// All results of a soak. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    version: &'static str,
    commit: String,
    seed: u64,
    threads: usize,
    hours: f64,
    moves_per_second: u64,
    simulated_hours: f64,
    interrupted: bool,
    passed: bool,
    faults: u64,
    #[serde(flatten)]
    all: Figures,
    /// Number of moving platforms in each level.
    #[serde(skip_serializing_if = "Option::is_none")]
    platforms: Option<u32>,
    /// True for steps of characters.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    characters: bool,
    positions_hash: String,
    levels: BTreeMap<String, Figures>,
    shapes: BTreeMap<&'static str, Figures>,
    findings: Vec<Told>,
}

/// A run in a list of runs. It names the commit of every session.
#[derive(Debug, Serialize)]
pub(crate) struct RecordedRun<'a> {
    commit: &'a str,
    #[serde(flatten)]
    walk: SoakRun,
}

/// A finding with the name of its file.
#[derive(Debug, Serialize)]
struct Told {
    level: String,
    chunk: u64,
    move_number: u64,
    what: String,
    is_fault: bool,
    replay: String,
}

impl Found {
    /// Returns the name of its file.
    pub(crate) fn file(&self, seed: u64) -> String {
        format!("{}-{seed}-{}-{}.replay", self.level, self.chunk, self.move_number)
    }
}

impl Report {
    /// Returns the part of the report that a list of runs keeps.
    pub(crate) fn run(&self) -> RecordedRun<'_> {
        let fault = |told: &Told| WalkFault {
            level: told.level.clone(),
            chunk: told.chunk,
            move_number: told.move_number,
            what: told.what.clone(),
        };
        let walk = SoakRun {
            seed: self.seed,
            levels: self.levels.keys().cloned().collect(),
            characters: self.characters,
            platforms: self.platforms,
            passed: self.passed,
            faults: self.faults,
            hours: self.hours,
            simulated_hours: self.simulated_hours,
            counts: WalkCounts::from(&self.all),
            findings: self.findings.iter().filter(|told| told.is_fault).map(fault).collect(),
        };
        RecordedRun { commit: &self.commit, walk }
    }

    /// Assembles the report.
    pub(crate) fn new(
        args: &SoakArgs,
        names: &[String],
        totals: &Totals,
        threads: usize,
        interrupted: bool,
        faults: &Path,
    ) -> Self {
        let all = totals.all();
        let mut levels: BTreeMap<String, Figures> = BTreeMap::new();
        for (name, figures) in names.iter().zip(&totals.levels) {
            levels.entry(name.clone()).or_default().merge(figures);
        }
        let told = |found: &Found| Told {
            level: found.level.clone(),
            chunk: found.chunk,
            move_number: found.move_number,
            what: found.what.clone(),
            is_fault: found.is_fault,
            replay: faults.join(found.file(args.seed)).display().to_string(),
        };
        let limit = all.iteration_limit as f64 > ITERATION_LIMIT_SHARE * all.moves as f64;
        let touches = all.platform_contacts as f64 >= PLATFORM_SHARE * all.moves as f64;
        let is_ridden = touches && all.crushed_refuted as f64 <= REFUTED_SHARE * all.crushed as f64;
        let rides = args.platforms.is_none() || interrupted || is_ridden;
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: totals.commit(),
            seed: args.seed,
            threads,
            hours: totals.seconds / 3600.0,
            moves_per_second: (all.moves as f64 / totals.seconds.max(1e-9)) as u64,
            simulated_hours: all.simulated_us as f64 / 3.6e9,
            interrupted,
            passed: all.faults() == 0 && !limit && rides && (interrupted || 2 * all.moves > args.moves),
            faults: all.faults(),
            platforms: args.platforms,
            characters: args.characters,
            positions_hash: format!("{:016x}", totals.hash),
            levels,
            shapes: Kind::ALL.iter().map(|kind| kind.name()).zip(totals.kinds.iter().cloned()).collect(),
            findings: totals.findings.iter().map(told).collect(),
            all,
        }
    }

    /// Returns the verdict: passed unless there is a fault.
    pub(crate) fn verdict(&self) -> Verdict {
        if self.passed { Verdict::Passed } else { Verdict::Failed }
    }

    /// Returns one JSON object on one line.
    pub(crate) fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// Adds the rows of a soak with moving platforms.
    fn platform_rows<'a>(&'a self, row: &mut impl FnMut(&'a str, String, String)) {
        let all = &self.all;
        if self.platforms.is_none() {
            return;
        }
        let share = 100.0 * all.platform_contacts as f64 / all.moves.max(1) as f64;
        row("platform contacts", grouped(all.platform_contacts), format!("{share:.1} % of the moves"));
        row("carried", grouped(all.carried), "by a platform that moves".into());
        row("squeezed", grouped(all.squeezed), "out between surfaces that closed".into());
        row("crushed", grouped(all.crushed), String::new());
        row("refuted", grouped(all.crushed_refuted), "crushes with a way out".into());
    }

    /// Returns the report as a table.
    pub(crate) fn table(&self) -> String {
        let all = &self.all;
        let mut rows: Vec<(&str, String, String)> = Vec::new();
        let mut row = |name, value: String, note: String| rows.push((name, value, note));
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        row(
            "moves",
            grouped(all.moves),
            format!("{:.1} hours of walking{interrupted}", self.simulated_hours),
        );
        row("hours", format!("{:.3}", self.hours), format!("with {} thread(s)", self.threads));
        row("moves per second", grouped(self.moves_per_second), "made and judged, in all".into());
        row("touching", grouped(all.touching), "moves that hit something".into());
        row(
            "worst penetration",
            millimetres(all.worst_penetration_m),
            "of the bare shape, on every path".into(),
        );
        row("penetrations", grouped(all.penetrations), String::new());
        row("crossings", grouped(all.crossings), "moves whose centre went through a triangle".into());
        row("escapes", grouped(all.escapes), "of closed and enclosed levels".into());
        row("too long", grouped(all.too_long), "moves that went farther than asked".into());
        row("not finite", grouped(all.not_finite), String::new());
        row("refused", grouped(all.refused), "though the move before ended there".into());
        row("panics", grouped(all.panics), "of chunks, whose moves are not counted".into());
        row(
            "largest gap to a hit",
            format!("{:.3}", all.worst_stop_gap_skins),
            format!("skins, in {} stops", grouped(all.stops)),
        );
        row("false stuck", grouped(all.false_stuck), "held in a place that the judge finds free".into());
        row(
            "wedged",
            grouped(all.wedged),
            format!("of {} walkers that gained less than 1 cm in 2 s", grouped(all.still)),
        );
        row(
            "iteration limit",
            grouped(all.iteration_limit),
            format!("moves; at most {} iterations", grouped(all.most_stages.into())),
        );
        self.platform_rows(&mut row);
        if self.characters {
            row("climbed", grouped(all.climbed), "steps of characters that climbed a step".into());
            row("off the ground", grouped(all.off_the_ground), "steps that ended in the air".into());
            row("at rest", grouped(all.idle), "steps on the ground that moved by not a bit".into());
            row("modes", grouped(all.modes), "steps of characters that swim or climb".into());
            row("either ground", grouped(all.either_ground), "within a threshold of the judge".into());
            row("wrong ground", grouped(all.wrong_ground), "ground or not, against the judge".into());
            row("too fast", grouped(all.too_fast), "steps that gained distance or speed".into());
            row("too high", grouped(all.too_high), "ledges above the limit".into());
            row("restless", grouped(all.restless), "steps at rest that moved".into());
        }
        row("left", grouped(all.left), "walkers that left an open level and began again".into());
        row("positions hash", self.positions_hash.clone(), "the same on any machine and any threads".into());
        for (name, figures) in &self.levels {
            row(name, grouped(figures.moves), summary(figures));
        }
        for (name, figures) in &self.shapes {
            row(name, grouped(figures.moves), summary(figures));
        }
        let wide = rows.iter().map(|r| r.1.chars().count()).max().unwrap_or(0);
        let mut text = format!("soak of seed {}\n", self.seed);
        for (name, value, note) in rows {
            text += format!("  {name:<24} {value:>wide$}   {note}").trim_end();
            text.push('\n');
        }
        for told in &self.findings {
            text += &format!("  {} move {}: {}: {}\n", told.level, told.move_number, told.what, told.replay);
        }
        text += &match self.passed {
            true => "  verdict: passed\n".to_owned(),
            false if self.faults > 0 => format!("  verdict: FAILED: {} faults\n", grouped(self.faults)),
            false => {
                "  verdict: FAILED: too many moves at the limit of iterations, no room for most walkers, too few contacts \
                 with platforms, or crushes with a way out\n"
                    .into()
            }
        };
        text
    }
}

/// Returns a short summary of a level or of a kind of shapes.
fn summary(figures: &Figures) -> String {
    format!(
        "{} faults, {} wedged, gap to a hit {:.3} skins, {} at the limit of iterations",
        grouped(figures.faults()),
        grouped(figures.wedged),
        figures.worst_stop_gap_skins,
        grouped(figures.iteration_limit)
    )
}
