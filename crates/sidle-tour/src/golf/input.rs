//! Reads strokes from a script or the keyboard. Both have size limits, because a pipe may never
//! end.

use std::io::{BufRead, Read, stdin};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sidle_io::{read_stream, read_text, to_text};

use super::stroke::Stroke;

/// Largest script: 1 MiB, about a hundred thousand strokes.
const MAX_SCRIPT_BYTES: u64 = 1 << 20;
/// Longest line of keyboard input, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 10;

/// Reads the strokes of a script. The error names the first invalid line.
pub(super) fn read_script(path: &Path) -> Result<Vec<Stroke>> {
    let (text, name) = if path.as_os_str() == "-" {
        let name = "the standard input".to_owned();
        (to_text(read_stream(stdin().lock(), &name, MAX_SCRIPT_BYTES)?, &name)?, name)
    } else {
        (read_text(path, MAX_SCRIPT_BYTES)?, path.display().to_string())
    };
    let lines = (1..).zip(
        text.trim_start_matches('\u{feff}').lines().map(|line| line.split('#').next().unwrap_or("").trim()),
    );
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(i, line)| Stroke::parse(line).map_err(|why| anyhow::anyhow!("{name}, line {i}: {why}")))
        .collect()
}

/// Returns the next line without surrounding spaces, or `None` at the end of the input.
pub(super) fn next_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut line = Vec::new();
    let count = input.take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line);
    count.context("the standard input cannot be read")?;
    let length = line.len() as u64;
    ensure!(length <= MAX_LINE_BYTES, "the standard input has a line of more than {MAX_LINE_BYTES} bytes");
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::next_line;

    #[test]
    fn lines_are_read_one_by_one_up_to_a_limit() {
        let mut input = &b"  0 50 \n\nh\xffb\nlast"[..];
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("0 50"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("h\u{fffd}b"));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
        let mut endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let error = next_line(&mut endless).unwrap_err().to_string();
        assert!(error.contains("a line of more than 1024 bytes"), "{error}");
    }
}
