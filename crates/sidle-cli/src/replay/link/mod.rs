//! Links of the playground: settings, a state and the inputs of the last seconds.
//!
//! `playground/LINK.md` describes the format. The inputs, the settings and the poses of platforms
//! are computed with the operations of the page, so that the steps have the same bits.

mod fields;
mod hash;
mod level;
mod machines;
mod runs;

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use sidle::Scratch;
use sidle::trace::{MovingStep, capture_moving_character};

use super::ReplayArgs;
use super::report::place;
use crate::Verdict;
use crate::files::say;
use fields::Link;
use level::LinkLevel;

/// Returns true if a text is a link of the playground.
pub(super) fn is_link(text: &str) -> bool {
    text.trim().split_once('#').is_some_and(|(_, fields)| fields.starts_with("v="))
}

/// The result of a replayed link. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Report {
    level: String,
    triangles: usize,
    steps: usize,
    rate: u32,
    from: [f64; 3],
    end: [f64; 3],
    velocity: [f32; 3],
    /// The hash of all states, and the hash that the link recorded.
    states: String,
    recorded: String,
    /// `None` if the link is of an older version, whose states had other bits.
    same_bits: Option<bool>,
}

/// Runs the command for a link.
pub(super) fn run(args: &ReplayArgs, text: &str) -> Result<Verdict> {
    let link = Link::read(text.trim())?;
    let mut level = LinkLevel::open(&link, args.level.as_deref())?;
    let report = replay(&link, &mut level)?;
    if args.json {
        say(&format!("{}\n", serde_json::to_string(&report)?));
    } else {
        say(&table(&report));
        if args.explain {
            explain(&link, args.level.as_deref())?;
        }
    }
    Ok(if report.same_bits == Some(false) { Verdict::Failed } else { Verdict::Passed })
}

/// Replays the steps of a link.
fn replay(link: &Link, level: &mut LinkLevel) -> Result<Report> {
    let config = link.config();
    config.validate()?;
    let mut state = link.state()?;
    let from = state.position.to_array();
    let mut scratch = Scratch::default();
    let mut states = hash::Hash::default();
    for step in steps(link, level) {
        level.world.set_poses(&step.poses)?;
        let _ = level.world.step_character(&mut scratch, &config, &mut state, &step.input, step.dt);
        for word in state.to_bytes().chunks_exact(4) {
            states.word(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        }
    }
    let states = states.finish();
    Ok(Report {
        level: link.level.clone(),
        triangles: level.triangles,
        steps: link.inputs.len(),
        rate: link.rate,
        from,
        end: state.position.to_array(),
        velocity: state.velocity.to_array(),
        same_bits: link.has_hash_of_states().then_some(states == link.end),
        states,
        recorded: link.end.clone(),
    })
}

/// Returns the steps with the motions of the platforms.
fn steps(link: &Link, level: &LinkLevel) -> Vec<MovingStep> {
    let rate = f64::from(link.rate);
    let time = |step: usize| link.time + (link.tick as usize + step) as f64 / rate;
    let step = |(i, input): (usize, &runs::Input)| MovingStep {
        input: link.input(*input),
        dt: (1.0 / rate) as f32,
        poses: level.poses(time(i), time(i + 1)),
    };
    link.inputs.iter().enumerate().map(step).collect()
}

/// Prints what each step did.
fn explain(link: &Link, file: Option<&Path>) -> Result<()> {
    let mut level = LinkLevel::open(link, file)?;
    let steps = steps(link, &level);
    let replay = capture_moving_character(&mut level.world, &link.config(), &link.state()?, &steps)?;
    for (i, told) in (1..).zip(replay.explain()?) {
        say(&format!("\nstep {i}\n{told}"));
    }
    Ok(())
}

fn table(report: &Report) -> String {
    let Report { level, triangles, steps, rate, .. } = report;
    let verdict = match report.same_bits {
        Some(true) => "all states came out again, bit for bit".to_owned(),
        Some(false) => {
            format!(
                "FAILED: the states have the hash {}, but the link has {}",
                report.states, report.recorded
            )
        }
        None => "the link was made when positions were rounded to f32, so its states cannot be compared"
            .to_owned(),
    };
    format!(
        "{level}: {steps} steps at {rate} Hz among {triangles} triangles\n  from {}\n  to   {}\n{verdict}\n",
        place(report.from),
        place(report.end)
    )
}
