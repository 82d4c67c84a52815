//! `sidle-tour scenes`: the situations of the catalogue, run with characters and judged.

mod convert;
#[cfg(test)]
mod far;
mod fleet;
mod picture;
mod plan;
mod report;
mod runner;
mod special;
mod universal;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use rayon::prelude::*;
use sidle_scenes::catalogue::{Findings, Scene, Variant, all};

use sidle_cli::Verdict;
use sidle_cli::files::{OutputFolder, say};
use sidle_cli::output::{OutputPlan, Overwrite};

pub(crate) use picture::{BODY, INK, PAPER, Panel, Sketch};
pub(crate) use runner::{Record, run_stage};

/// Runs the scenes of the catalogue: situations that users of other engines reported, from stairs
/// to wedges. An independent checker judges every step, and each scene has expected numbers.
///
/// By default each scene runs at 30, 60 and 1000 steps per second, and in a seeded pairwise sample
/// over the form of the body, the turn and the offset of the scene, and its triangulation.
///
/// Exit code 0: every scene passed; 1: a scene failed; 2: an ID is unknown, or a picture cannot be
/// written.
#[derive(Args, Debug)]
pub(crate) struct ScenesArgs {
    /// Scenes to run, for example A1 B5 [default: all]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Print one line of JSON instead of the table
    #[arg(long)]
    json: bool,
    /// Print every failed measurement, not only the worst of each kind
    #[arg(long)]
    verbose: bool,
    /// Run each scene in every combination of form, rotation, offset, triangulation and seven step
    /// rates. This takes hours
    #[arg(long)]
    all: bool,
    /// Output folder for the pictures; must be empty or absent without --force [default:
    /// target/scenes, whose pictures are replaced]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// The results of a scene.
pub(crate) struct Outcome {
    pub(crate) scene: Scene,
    pub(crate) findings: Findings,
    /// Number of variants, walks and steps.
    pub(crate) variants: usize,
    pub(crate) walks: usize,
    pub(crate) steps: usize,
    /// Sum of the times of its variants.
    pub(crate) time: Duration,
}

/// Returns the scene with this ID.
pub(crate) fn find(id: &str) -> Result<Scene> {
    let scenes = all();
    match scenes.iter().find(|scene| scene.id.eq_ignore_ascii_case(id)) {
        Some(scene) => Ok(*scene),
        None => {
            let ids: Vec<&str> = scenes.iter().map(|scene| scene.id).collect();
            bail!("there is no scene '{id}'; the scenes are {}", ids.join(" "))
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &ScenesArgs) -> Result<Verdict> {
    let scenes = if args.ids.is_empty() {
        all()
    } else {
        args.ids.iter().map(|id| find(id)).collect::<Result<Vec<_>>>()?
    };
    let plan = OutputPlan::choose(args.out.as_deref(), args.overwrite, || "target/scenes".into())?;
    let folder = plan.create()?;
    let outcomes: Vec<Outcome> = scenes
        .par_iter()
        .map(|scene| {
            let variants = if args.all { plan::product(scene) } else { plan::usual(scene) };
            run_scene(scene, &variants)
        })
        .collect();
    scenes.par_iter().map(|scene| draw(scene, &folder)).collect::<Result<Vec<()>>>()?;
    if args.json {
        say(&format!("{}\n", report::json(&outcomes)?));
    } else {
        say(&report::table(&outcomes, args.verbose));
        say(&format!("\npictures in {}\n", folder.path().display()));
    }
    Ok(verdict(&outcomes))
}

fn verdict(outcomes: &[Outcome]) -> Verdict {
    let passed = outcomes.iter().all(|outcome| outcome.findings.passed());
    if passed { Verdict::Passed } else { Verdict::Failed }
}

fn run_scene(scene: &Scene, variants: &[Variant]) -> Outcome {
    let ran: Vec<(Record, Duration)> = variants
        .par_iter()
        .map(|variant| {
            let start = Instant::now();
            let stages = (scene.build)(variant);
            let mut record = Record::default();
            stages.iter().for_each(|stage| run_stage(stage, variant, &mut record));
            special::run(scene.id, variant, &mut record);
            (record, start.elapsed())
        })
        .collect();
    let mut outcome = Outcome {
        scene: *scene,
        findings: Findings::default(),
        variants: variants.len(),
        walks: 0,
        steps: 0,
        time: Duration::ZERO,
    };
    for (record, time) in ran {
        outcome.findings.merge(record.findings);
        outcome.walks += record.walks;
        outcome.steps += record.steps;
        outcome.time += time;
    }
    outcome
}

/// Draws the first stage of a scene.
fn draw(scene: &Scene, folder: &OutputFolder) -> Result<()> {
    let variant = Variant { rate: 60, ..Variant::default() };
    let stages = (scene.build)(&variant);
    if let Some(stage) = stages.first() {
        let sketch = Sketch::of(scene, stage, &variant);
        folder.write(&format!("{}.png", scene.id), &sidle_cli::paint::to_png(&sketch.figure(), 1.5)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Outcome, all, report, run_scene, verdict};
    use sidle_cli::Verdict;
    use sidle_scenes::catalogue::{Stage, Variant, Walk};

    /// Runs a scene whose walks expect too much.
    fn failed() -> Outcome {
        let mut scene = *all().iter().find(|scene| scene.id == "B5").unwrap();
        scene.build = |variant| {
            let stages = (all().iter().find(|scene| scene.id == "B5").unwrap().build)(variant);
            let too_much = |walk: Walk| walk.check(|run, f| f.at_most("way, m", run.moved()[2].abs(), -1.0));
            stages
                .into_iter()
                .map(|stage| Stage { walks: stage.walks.into_iter().map(too_much).collect(), ..stage })
                .collect()
        };
        run_scene(&scene, &[Variant { rate: 30, ..Variant::default() }])
    }

    #[test]
    fn a_failed_scene_is_reported_with_its_numbers() {
        let outcomes = [failed()];
        assert_eq!(verdict(&outcomes), Verdict::Failed);
        let json: serde_json::Value = serde_json::from_str(&report::json(&outcomes).unwrap()).unwrap();
        assert_eq!((&json["passed"], &json["scenes"][0]["passed"]), (&false.into(), &false.into()));
        let why = json["scenes"][0]["why"].as_str().unwrap();
        assert!(why.starts_with("way, m: ") && why.contains("(9 m/s: 30 Hz, capsule)"), "{why}");
        let table = report::table(&outcomes, false);
        assert!(table.contains("B5   FAILED") && table.contains("1 scenes, 1 failed"), "{table}");
    }
}
