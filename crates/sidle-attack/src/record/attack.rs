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
    /// Wall time, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Whether the run found nothing, if that is known.
    pub passed: Option<bool>,
    /// Broken promises, or failed builds, or mutants that nothing caught, if that is known.
    pub faults: Option<u64>,
    /// What was tried.
    #[serde(flatten)]
    pub attack: Attack,
}

impl Run {
    /// Returns a run that ended after `time` with so many `faults`; it passed if there are none.
    #[must_use]
    pub fn new(command: String, time: Duration, faults: u64, attack: Attack) -> Self {
        let seconds = Some((time.as_secs_f64() * 10.0).round() / 10.0);
        Self { command, seconds, passed: Some(faults == 0), faults: Some(faults), attack }
    }

    /// Returns whether the run is known to have found nothing.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.passed == Some(true)
    }
}

/// What was tried, and how much of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "attack", rename_all = "kebab-case")]
pub enum Attack {
    /// `sidle-attack moves`.
    Moves {
        /// The seed of the cases.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
        /// Worlds that were generated.
        cases: u64,
        /// Moves of shapes.
        moves: u64,
        /// Steps of balls.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ball_steps: Option<u64>,
        /// Queries that both indexes answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        queries: Option<u64>,
    },
    /// `sidle-attack fuzz`.
    Fuzz {
        /// The seed of the inputs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
        /// Inputs in all.
        executions: u64,
        /// Inputs of each target.
        #[serde(default)]
        targets: BTreeMap<String, u64>,
        /// Targets that failed.
        #[serde(default)]
        failed: Vec<String>,
    },
    /// `sidle-attack mutants`.
    Mutants {
        /// Mutants that were planted.
        planted: u64,
        /// The catcher of each mutant that was caught.
        #[serde(default)]
        caught: BTreeMap<String, String>,
        /// Mutants that nothing caught.
        #[serde(default)]
        survivors: Vec<String>,
    },
    /// `.ci/bits`.
    Bits {
        /// The processor and the system that the builds ran on.
        #[serde(default)]
        host: String,
        /// Builds that ran.
        targets: Vec<Target>,
        /// Builds that did not run, with the reasons.
        skipped: Vec<String>,
    },
    /// A test or a bench whose amount of work is fixed.
    Test {
        /// What is tried, for a reader.
        what: String,
        /// How much of it.
        amount: String,
    },
}

/// One build that `.ci/bits` ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The name of the build.
    pub name: String,
    /// Scenes that were compared.
    pub scenes: u64,
    /// Whether all of them had the golden bits.
    pub passed: bool,
    /// Wall time to build and run.
    #[serde(default)]
    pub seconds: u64,
}

/// Reads the outcomes that `.ci/bits` wrote, one a line, with tabs between the fields:
///
/// ```text
/// passed  NAME  SECONDS  88 of 88 scenes have the golden bits in all of 3 runs
/// failed  NAME  SECONDS
/// skipped NAME (REASON)
/// ```
///
/// # Errors
/// The number of the first line that is something else, or that nothing ran.
pub fn parse_targets(text: &str) -> Result<(Vec<Target>, Vec<String>), String> {
    let (mut targets, mut skipped) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let target = match fields[..] {
            ["skipped", what] if !what.is_empty() => {
                skipped.push(what.into());
                continue;
            }
            ["passed", name, seconds, said] => target(name, seconds, Some(said)),
            ["failed", name, seconds] => target(name, seconds, None),
            _ => None,
        };
        let wrong = || format!("line {} is not an outcome of .ci/bits: {}", i + 1, brief(line));
        targets.push(target.ok_or_else(wrong)?);
    }
    if targets.is_empty() { Err("there is no outcome of a build".into()) } else { Ok((targets, skipped)) }
}

/// A build that said so many scenes have the golden bits, or one that failed.
fn target(name: &str, seconds: &str, said: Option<&str>) -> Option<Target> {
    let scenes = match said {
        // The first word is the number of scenes with the golden bits, which are all of them.
        Some(said) => said.split(' ').next()?.parse().ok().filter(|scenes| *scenes > 0)?,
        None => 0,
    };
    let seconds = seconds.parse().ok()?;
    (!name.is_empty()).then(|| Target { name: name.into(), scenes, passed: said.is_some(), seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_of_builds_are_read_or_refused() {
        let text = "passed\topt-level 1\t12\t88 of 88 scenes have the golden bits in all of 3 runs\n\
                    failed\topt-level 3\t7\nskipped\twasm32 (no node)\n";
        let (targets, skipped) = parse_targets(text).unwrap();
        let one = Target { name: "opt-level 1".into(), scenes: 88, passed: true, seconds: 12 };
        let two = Target { name: "opt-level 3".into(), scenes: 0, passed: false, seconds: 7 };
        assert_eq!((targets, skipped), (vec![one, two], vec!["wasm32 (no node)".to_owned()]));
        for wrong in ["passed\ta\t1\tall is well", "passed\ta\t1\t0 scenes", "passed\ta\tx\t88 scenes", "?"] {
            let error = parse_targets(&format!("failed\ta\t1\n{wrong}\n")).unwrap_err();
            assert!(error.starts_with("line 2 is not"), "{error}");
        }
        assert!(parse_targets("skipped\tall of it\n").is_err(), "nothing ran");
    }

    #[test]
    fn a_run_is_read_as_it_was_written() {
        let attacks = [
            Attack::Moves { seed: Some(u64::MAX), cases: 2, moves: 3, ball_steps: None, queries: Some(4) },
            Attack::Mutants {
                planted: 2,
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
