//! Replays of characters.

use anyhow::{Context, Result};
use serde::Serialize;
use sidle::trace::CharacterReplay;

use super::ReplayArgs;
use super::report::{compared, compared_in_all, counted, place, push_table};
use crate::Verdict;
use crate::files::say;

/// All results of a replay of a character. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Report<'a> {
    file: &'a str,
    polygons: usize,
    steps: Vec<Step>,
    /// Number of recorded ends, and number of ends that differ from the recorded ones.
    recorded: usize,
    differ: usize,
    passed: bool,
}

#[derive(Debug, Serialize)]
struct Step {
    number: usize,
    from: [f64; 3],
    wish: [f32; 3],
    end: [f64; 3],
    velocity: [f32; 3],
    ground: String,
    refused: Option<String>,
    recorded_end: Option<[f64; 3]>,
    same_bits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
}

/// Returns true if a text is a replay of a character: its first line says so.
pub(super) fn is_character(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let mut lines = lines.map(|line| line.split('#').next().unwrap_or("").trim());
    lines.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with("sidle character-replay"))
}

/// Runs the command for a replay of a character.
pub(super) fn run(args: &ReplayArgs, name: &str, text: &str) -> Result<Verdict> {
    let replay: CharacterReplay = text.parse().with_context(|| name.to_owned())?;
    let told = replay.explain().with_context(|| name.to_owned())?;
    let steps: Vec<Step> = (1..)
        .zip(replay.steps.iter().zip(&told))
        .map(|(number, (asked, told))| Step {
            number,
            from: told.before.position.to_array(),
            wish: asked.input.wish_velocity.to_array(),
            end: told.after.position.to_array(),
            velocity: told.after.velocity.to_array(),
            ground: format!("{:?}", told.after.ground()),
            refused: told.report.refused.map(|reason| format!("{reason:?}")),
            recorded_end: asked.end.map(|end| end.to_array()),
            same_bits: asked.agrees_with(&told.after),
            explanation: args.explain.then(|| told.to_string().lines().map(str::to_owned).collect()),
        })
        .collect();
    let recorded = steps.iter().filter(|step| step.same_bits.is_some()).count();
    let differ = steps.iter().filter(|step| step.same_bits == Some(false)).count();
    let polygons = replay.polygons.len();
    let report = Report { file: name, polygons, steps, recorded, differ, passed: differ == 0 };
    if args.json {
        say(&format!("{}\n", serde_json::to_string(&report)?));
    } else {
        say(&table(&report));
        if args.explain {
            for (i, told) in (1..).zip(&told) {
                say(&format!("\nstep {i}\n{told}"));
            }
        }
    }
    Ok(if report.passed { Verdict::Passed } else { Verdict::Failed })
}

fn table(report: &Report<'_>) -> String {
    let (steps, polygons) = (counted(report.steps.len(), "step"), counted(report.polygons, "polygon"));
    let mut text = format!("{}: {steps} of a character among {polygons}\n", report.file);
    let heads = ["step", "feet", "wish", "end", "ground", "recorded end"].map(str::to_owned);
    let rows = report.steps.iter().map(|step| {
        let ground = step.refused.as_ref().map_or(step.ground.clone(), |why| format!("refused: {why}"));
        let same = compared(step.recorded_end, step.same_bits, step.end);
        [step.number.to_string(), place(step.from), place(step.wish), place(step.end), ground, same]
    });
    push_table(&mut text, &std::iter::once(heads).chain(rows).collect::<Vec<_>>());
    text.push_str(&compared_in_all(report.recorded, report.differ));
    text.push('\n');
    text
}
