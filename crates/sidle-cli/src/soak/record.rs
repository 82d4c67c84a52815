//! The list of runs that is kept with the project.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;

use super::report::Report;
use crate::files::write_whole;

/// One run.
#[derive(Serialize)]
struct Run<'a> {
    date: String,
    #[serde(flatten)]
    report: &'a Report,
}

/// Whether the file is such a list, or can become one: asked before the run, not after it.
pub(crate) fn check(path: &Path) -> Result<()> {
    write_list(path, &read(path)?)
}

/// Adds a run.
pub(crate) fn append(path: &Path, report: &Report) -> Result<()> {
    let mut runs = read(path)?;
    runs.push(serde_json::to_value(Run { date: today(), report })?);
    write_list(path, &runs)
}

fn write_list(path: &Path, runs: &[Value]) -> Result<()> {
    write_whole(path, format!("{}\n", serde_json::to_string_pretty(runs)?).as_bytes())
}

fn read(path: &Path) -> Result<Vec<Value>> {
    match fs::read_to_string(path) {
        Ok(text) => {
            serde_json::from_str(&text).with_context(|| format!("{}: is not a list of runs", path.display()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("{}: cannot be read", path.display())),
    }
}

/// In UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date of a day, counted from 1970-01-01.
fn date(mut day: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_the_dates_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(58), "1970-02-28");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(20_453), "2025-12-31");
    }
}
