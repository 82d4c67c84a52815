//! The list of runs that is kept with the project.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow};
use serde::Serialize;
use serde_json::{Map, Value};

use super::report::Report;
use crate::files::write_whole;
use sidle_io::{ReadError, brief, read_text};

/// The largest list of runs that is read: 64 MiB, more than ten thousand runs.
const MAX_RECORD_BYTES: u64 = 64 << 20;

/// One run.
#[derive(Serialize)]
struct Run<'a> {
    date: String,
    #[serde(flatten)]
    report: &'a Report,
}

/// Checks that the file is such a list or does not exist.
pub(crate) fn check(path: &Path) -> Result<()> {
    read(path).map(|_| ())
}

/// Adds a run.
pub(crate) fn append(path: &Path, report: &Report) -> Result<()> {
    let mut runs = read(path)?;
    let run = serde_json::to_value(Run { date: today(), report })?;
    runs.extend(run.as_object().cloned());
    write_whole(path, format!("{}\n", serde_json::to_string_pretty(&runs)?).as_bytes())
}

fn read(path: &Path) -> Result<Vec<Map<String, Value>>> {
    match read_text(path, MAX_RECORD_BYTES) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| {
            anyhow!("{}: is not a list of runs: {}", path.display(), brief(&error.to_string()))
        }),
        Err(ReadError::Io { cause, .. }) if cause.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error.into()),
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
