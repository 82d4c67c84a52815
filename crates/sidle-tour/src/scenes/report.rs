//! The table and the JSON of the scenes.

use std::fmt::Write;

use anyhow::Result;
use serde::Serialize;

use super::Outcome;

#[derive(Serialize)]
struct Summary<'a> {
    passed: bool,
    scenes: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    passed: bool,
    /// The failed measurements; empty if the scene passed.
    why: String,
}

/// Returns the results as one line of JSON.
pub(super) fn json(outcomes: &[Outcome]) -> Result<String> {
    let entry = |o: &Outcome| Entry { id: o.scene.id, passed: o.findings.passed(), why: o.findings.why() };
    let scenes: Vec<Entry> = outcomes.iter().map(entry).collect();
    Ok(serde_json::to_string(&Summary { passed: scenes.iter().all(|s| s.passed), scenes })?)
}

/// Returns the results as a table, and the failed measurements below it.
pub(super) fn table(outcomes: &[Outcome], is_verbose: bool) -> String {
    let mut text = format!(
        "{:<5}{:<8}{:<46}{:>9}{:>8}{:>10}  closest to its limit\n",
        "id", "", "scene", "variants", "walks", "steps"
    );
    // Writing to a String cannot fail.
    for o in outcomes {
        let passed = if o.findings.passed() { "passed" } else { "FAILED" };
        let worst = o.findings.closest().map_or_else(String::new, |m| m.text());
        let _ = writeln!(
            text,
            "{:<5}{passed:<8}{:<46}{:>9}{:>8}{:>10}  {worst}",
            o.scene.id, o.scene.what, o.variants, o.walks, o.steps
        );
    }
    for o in outcomes.iter().filter(|o| !o.findings.passed()) {
        let _ = write!(text, "\n{} {}\n", o.scene.id, o.scene.what);
        let listed = if is_verbose { &o.findings.failed } else { &o.findings.worst };
        for m in listed.iter().filter(|m| !m.passed()) {
            let _ = writeln!(text, "  {} ({})", m.text(), m.place);
        }
    }
    let failed = outcomes.iter().filter(|o| !o.findings.passed()).count();
    let [walks, steps] =
        [|o: &Outcome| o.walks, |o: &Outcome| o.steps].map(|count| outcomes.iter().map(count).sum::<usize>());
    let time: f64 = outcomes.iter().map(|o| o.time.as_secs_f64()).sum();
    let _ = writeln!(
        text,
        "\n{} scenes, {failed} failed; {walks} walks of {steps} steps in {time:.1} CPU seconds",
        outcomes.len()
    );
    text
}
