//! Splits OBJ text into lines and words. Uses bytes instead of `str`, because material names in old
//! files can have any encoding.

use std::borrow::Cow;

/// Iterates over the lines of a file with their numbers, counted from 1. Lines end with LF, CR LF
/// or CR. A `\` at the end of a line continues it on the next line. Comments are not continued,
/// because a Windows path at their end may end with a `\`.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), number: 0 }
    }

    /// Returns the next line of the file, without joining continued lines.
    fn physical(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix(b"\r\n").unwrap_or(rest.get(1..).unwrap_or_default());
        Some(line)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, Cow<'a, [u8]>);

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.physical()?.trim_ascii();
        let number = self.number;
        let Some(head) = continued(line).filter(|_| !line.starts_with(b"#")) else {
            return Some((number, Cow::Borrowed(line)));
        };
        let mut joined = head.to_vec();
        while let Some(line) = self.physical() {
            let line = line.trim_ascii();
            joined.push(b' ');
            match continued(line) {
                Some(head) => joined.extend_from_slice(head),
                None => {
                    joined.extend_from_slice(line);
                    break;
                }
            }
        }
        Some((number, Cow::Owned(joined)))
    }
}

/// Returns the line without the `\` at its end, or `None` if there is none.
fn continued(line: &[u8]) -> Option<&[u8]> {
    line.strip_suffix(b"\\")
}

/// Iterates over the words of a line, up to a comment.
pub(super) struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a [u8]) -> Self {
        Self(line)
    }

    /// Returns the rest of the line as one text, for names that contain blanks or `#`.
    pub(super) fn rest(self) -> String {
        String::from_utf8_lossy(self.0.trim_ascii()).into_owned()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0.trim_ascii_start();
        if text.is_empty() || text.starts_with(b"#") {
            self.0 = b"";
            return None;
        }
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        Some(word)
    }
}

/// Formats a word for a message: escaped and shortened.
pub(super) fn shown(word: &[u8]) -> String {
    const LONGEST: usize = 32;
    let text = String::from_utf8_lossy(word);
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    format!("\"{shown}\"")
}
