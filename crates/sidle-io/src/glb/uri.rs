//! URIs of buffers: `data:` with base64, or a relative path of a file in the folder of the level or
//! below it.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::path::PathBuf;

/// Location of the bytes of a buffer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The decoded bytes of a `data:` URI.
    Data(Vec<u8>),
    /// A file, relative to the folder of the level. The path has no `..` and no root.
    File(PathBuf),
}

/// Base64 with optional padding, because some writers omit the `=` at the end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Parses a URI without accessing the file system.
///
/// Paths are refused by their text, in the same manner on every system. Symbolic links are resolved
/// and checked when the file is opened (`file::read_within`).
pub(super) fn parse(uri: &str) -> Result<Target, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        return parse_data(data).map(Target::Data);
    }
    let refused = |why| format!("the URI {:?} {why}", shorten(uri));
    // Text before a colon is a scheme or a drive. An escaped colon (%3A) is refused too.
    let path = percent_decode(uri).ok_or_else(|| refused("has a wrong % escape"))?;
    if path.contains([':', '\0']) {
        return Err(refused("is neither data: nor a relative path"));
    }
    if path.starts_with(['/', '\\']) || path.split(['/', '\\']).any(|part| part == "..") {
        return Err(refused("leads out of the folder of the file"));
    }
    // A backslash is a separator on some systems and an ordinary character on others.
    if path.is_empty() || path.contains('\\') {
        return Err(refused("is not a path with forward slashes"));
    }
    Ok(Target::File(PathBuf::from(path)))
}

fn parse_data(data: &str) -> Result<Vec<u8>, String> {
    let Some((head, body)) = data.split_once(',') else {
        return Err("the data: URI has no comma".into());
    };
    if !head.ends_with(";base64") {
        return Err("the data: URI is not base64".into());
    }
    BASE64.decode(body).map_err(|error| format!("the data: URI is not sound base64: {error}"))
}

/// Decodes `%` escapes. Returns `None` if a `%` is not followed by two hexadecimal digits, or if
/// the result is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            (digit()? * 16 + digit()?) as u8
        } else {
            byte
        });
    }
    String::from_utf8(decoded).ok()
}

/// Shortens a URI for a message.
fn shorten(uri: &str) -> String {
    uri.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(uri: &str) -> String {
        match parse(uri) {
            Ok(Target::File(path)) => path.to_string_lossy().into_owned(),
            other => panic!("{uri}: {other:?}"),
        }
    }

    #[test]
    fn paths_in_the_folder() {
        assert_eq!(file("level.bin"), "level.bin");
        assert_eq!(file("./sub/my%20level.bin"), "./sub/my level.bin");
        assert_eq!(file("a..b.bin"), "a..b.bin");
        assert_eq!(file("h%C3%B6hle.bin"), "h\u{f6}hle.bin");
    }

    #[test]
    fn refused() {
        for (uri, why) in [
            ("/etc/passwd", "leads out of the folder of the file"),
            ("\\\\server\\share", "leads out of the folder of the file"),
            ("../level.bin", "leads out of the folder of the file"),
            ("a/../../level.bin", "leads out of the folder of the file"),
            ("a/%2e%2E/level.bin", "leads out of the folder of the file"),
            ("a\\..\\level.bin", "leads out of the folder of the file"),
            ("%2Fetc/passwd", "leads out of the folder of the file"),
            ("a\\level.bin", "is not a path with forward slashes"),
            ("", "is not a path with forward slashes"),
            ("http://example.org/level.bin", "is neither data: nor a relative path"),
            ("file:///etc/passwd", "is neither data: nor a relative path"),
            ("C:level.bin", "is neither data: nor a relative path"),
            ("level.bin%00.txt", "is neither data: nor a relative path"),
            ("level%2.bin", "has a wrong % escape"),
            ("level%f", "has a wrong % escape"),
            ("level%FF.bin", "has a wrong % escape"),
        ] {
            assert_eq!(parse(uri), Err(format!("the URI {uri:?} {why}")));
        }
    }

    #[test]
    fn data() {
        let bytes = Ok(Target::Data(vec![0, 1, 2, 250]));
        assert_eq!(parse("data:application/octet-stream;base64,AAEC+g=="), bytes);
        assert_eq!(parse("data:;base64,AAEC+g"), bytes);
        assert_eq!(parse("data:;base64"), Err("the data: URI has no comma".into()));
        assert_eq!(parse("data:text/plain,AAEC"), Err("the data: URI is not base64".into()));
        let error = parse("data:;base64,A*EC").unwrap_err();
        assert!(error.starts_with("the data: URI is not sound base64: "), "{error}");
    }
}
