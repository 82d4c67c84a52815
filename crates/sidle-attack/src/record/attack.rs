//! The runs in `docs/attacks.json`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sidle_io::brief;

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The command that repeats the run.
    pub command: String,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// True if the run found no fault.
    pub passed: bool,
    /// Number of violated guarantees, failed builds, or mutants that nothing caught.
    pub faults: u64,
    /// The kind of attack, with its counts.
    #[serde(flatten)]
    pub attack: Attack,
}

impl Run {
    /// Creates a run that ended after `time` with `faults` faults; it passed if there are none.
    #[must_use]
    pub fn new(command: String, time: Duration, faults: u64, attack: Attack) -> Self {
        let seconds = (time.as_secs_f64() * 10.0).round() / 10.0;
        Self { command, seconds, passed: faults == 0, faults, attack }
    }
}

/// The kind of attack, and the amount of work done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "attack", rename_all = "kebab-case")]
pub enum Attack {
    /// A run of `sidle-attack moves`.
    Moves {
        /// The seed of the cases.
        seed: u64,
        /// Number of generated worlds.
        cases: u64,
        /// Number of moves of shapes.
        moves: u64,
        /// Number of steps of balls.
        ball_steps: u64,
        /// Number of steps of characters; 0 in runs before there were any.
        #[serde(default)]
        character_steps: u64,
        /// Number of queries answered by both indexes.
        queries: u64,
    },
    /// A run of `sidle-attack overlaps`.
    Overlaps {
        /// The seed of the cases.
        seed: u64,
        /// Number of bodies that overlapped something.
        cases: u64,
        /// Number of bodies that got free.
        free: u64,
    },
    /// A run of `sidle-attack platforms`.
    Platforms {
        /// The seed of the cases.
        seed: u64,
        /// Number of generated worlds in which there was a free start.
        cases: u64,
        /// Number of steps of bodies and of characters.
        steps: u64,
        /// Number of steps of characters among them.
        character_steps: u64,
        /// Number of steps that crushed the body.
        crushed: u64,
        /// Number of crushes with a way out.
        refuted: u64,
    },
    /// A run of `sidle-attack crowds`.
    Crowds {
        /// The seed of the cases.
        seed: u64,
        /// Number of crowds.
        cases: u64,
        /// Number of steps of crowds.
        steps: u64,
        /// Number of steps of their members.
        member_steps: u64,
    },
    /// A run of `sidle-attack rates`.
    Rates {
        /// The seed of the scripts.
        seed: u64,
        /// Number of scripts.
        scripts: u64,
        /// Number of pairs of courses.
        pairs: u64,
        /// Number of pairs that differ where starts 1 mm aside part too.
        parted: u64,
        /// Number of pairs that differ without that reason.
        differ: u64,
    },
    /// A run of `sidle-attack fuzz`.
    Fuzz {
        /// The seed of the inputs.
        seed: u64,
        /// Total number of inputs.
        executions: u64,
        /// Number of inputs of each target.
        targets: BTreeMap<String, u64>,
        /// Targets that failed.
        failed: Vec<String>,
    },
    /// A run of `sidle-attack mutants`.
    Mutants {
        /// The catcher of each mutant that was caught.
        caught: BTreeMap<String, String>,
        /// Mutants that nothing caught.
        survivors: Vec<String>,
    },
    /// A run of `.ci/bits`.
    Bits {
        /// The processor and the operating system of the builds.
        host: String,
        /// Builds that ran.
        targets: Vec<Target>,
        /// Builds that did not run, with the reasons.
        skipped: Vec<String>,
    },
}

/// One build that `.ci/bits` ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The name of the build.
    pub name: String,
    /// Number of scenes with the golden bits: all of them, or 0 if the build failed.
    pub scenes: u64,
    /// True if the build passed.
    pub passed: bool,
}

/// Parses the results that `.ci/bits` wrote, one per line, with tabs between the fields:
///
/// ```text
/// passed  NAME  88 of 88 scenes have the golden bits in all of 3 runs
/// failed  NAME
/// skipped NAME (REASON)
/// ```
///
/// # Errors
/// A message with the number of the first line that is not a result, or that no build ran.
pub fn parse_targets(text: &str) -> Result<(Vec<Target>, Vec<String>), String> {
    let (mut targets, mut skipped) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["skipped", what] => skipped.push(what.into()),
            ["failed", name] => targets.push(Target { name: name.into(), scenes: 0, passed: false }),
            ["passed", name, said] if scenes(said).is_some() => {
                let scenes = scenes(said).unwrap_or_default();
                targets.push(Target { name: name.into(), scenes, passed: true });
            }
            _ => return Err(format!("line {} is not an outcome of .ci/bits: {}", i + 1, brief(line))),
        }
    }
    if targets.is_empty() { Err("there is no outcome of a build".into()) } else { Ok((targets, skipped)) }
}

/// Returns the first word as a number above 0.
fn scenes(said: &str) -> Option<u64> {
    said.split(' ').next()?.parse().ok().filter(|scenes| *scenes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_of_builds_are_read_or_refused() {
        let text = "passed\topt-level 1\t88 of 88 scenes have the golden bits in all of 3 runs\n\
                    failed\topt-level 3\nskipped\twasm32 (no node)\n";
        let (targets, skipped) = parse_targets(text).unwrap();
        let one = Target { name: "opt-level 1".into(), scenes: 88, passed: true };
        let two = Target { name: "opt-level 3".into(), scenes: 0, passed: false };
        assert_eq!((targets, skipped), (vec![one, two], vec!["wasm32 (no node)".to_owned()]));
        for wrong in ["passed\ta\tall is well", "passed\ta\t0 scenes", "passed\ta", "?"] {
            let error = parse_targets(&format!("failed\ta\n{wrong}\n")).unwrap_err();
            assert!(error.starts_with("line 2 is not"), "{error}");
        }
        assert!(parse_targets("skipped\tall of it\n").is_err(), "nothing ran");
    }

    #[test]
    fn a_run_is_read_as_it_was_written() {
        let attacks = [
            Attack::Moves {
                seed: u64::MAX,
                cases: 2,
                moves: 3,
                ball_steps: 0,
                character_steps: 0,
                queries: 4,
            },
            Attack::Platforms { seed: 1, cases: 2, steps: 3, character_steps: 4, crushed: 5, refuted: 0 },
            Attack::Mutants {
                caught: [("teleport".to_owned(), "walks in f64".to_owned())].into(),
                survivors: vec!["other".into()],
            },
            Attack::Bits { host: "x86_64 linux".into(), targets: Vec::new(), skipped: vec!["a".into()] },
        ];
        for attack in attacks {
            let run = Run::new("c".into(), Duration::from_millis(123), 0, attack);
            let text = serde_json::to_string(&run).unwrap();
            assert_eq!(serde_json::from_str::<Run>(&text).unwrap(), run, "{text}");
        }
    }
}
