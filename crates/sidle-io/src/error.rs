//! The error type of all readers. Each message is one sentence that names the file and the place in
//! it.

use crate::KNOWN_EXTENSIONS;

/// Reason why a file was not read. `Display` gives one sentence that starts with the name of the
/// file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The extension of the file belongs to no supported format.
    #[error("{file}: {} is not a level format; known extensions are {}", extension_named(.extension), known_extensions())]
    UnknownExtension {
        /// The name of the file, as it was given.
        file: String,
        /// The extension of the file in lower case; empty if the file has none.
        extension: String,
    },
    /// The file could not be opened or read.
    #[error("{file}: cannot be read: {cause}")]
    Io {
        /// The name of the file, as it was given.
        file: String,
        /// The error of the operating system. The message of `ReadError` contains its text, so it
        /// is not repeated as a `source`.
        cause: std::io::Error,
    },
    /// The file is larger than the limit for files of its kind, see [`limits`](crate::limits).
    #[error("{file}: is {}larger than the limit of {limit} bytes", size_named(*.bytes))]
    TooLarge {
        /// The name of the file, as it was given.
        file: String,
        /// Size of the file in bytes, if the system knows the size without reading the file.
        bytes: Option<u64>,
        /// The largest accepted size of such a file, in bytes.
        limit: u64,
    },
    /// A text file is not UTF-8.
    #[error("{file}: line {line}: not a text in UTF-8")]
    NotText {
        /// The name of the file, as it was given.
        file: String,
        /// The first line that is not UTF-8, counted from 1.
        line: usize,
    },
    /// A line of an OBJ file is invalid.
    #[error("{file}: line {line}: {what}")]
    Obj {
        /// The name of the file, as it was given.
        file: String,
        /// Number of the invalid line, counted from 1. Of lines joined by `\`, the number of the
        /// first.
        line: usize,
        /// Description of the problem in this line.
        what: String,
    },
    /// A part of a glTF or GLB file is invalid.
    #[error("{file}: {place}: {what}")]
    Gltf {
        /// The name of the file, as it was given.
        file: String,
        /// The invalid part, such as `accessor 3` or `mesh 0 primitive 1`. Indices count from 0, as
        /// in glTF.
        place: String,
        /// Description of the problem.
        what: String,
    },
    /// The glTF file requires an extension that is not supported.
    #[error("{file}: requires the glTF extension {}, which is not supported{}", brief(.extension), advice(.extension))]
    Extension {
        /// The name of the file, as it was given.
        file: String,
        /// The name of the glTF extension.
        extension: String,
    },
    /// The file is valid, but contains no triangles.
    #[error("{file}: holds no triangles")]
    Empty {
        /// The name of the file, as it was given.
        file: String,
    },
    /// A height map or its scale file is invalid.
    #[error("{file}: {what}")]
    Heightmap {
        /// The name of the file, as it was given.
        file: String,
        /// Description of the problem.
        what: String,
    },
    /// A file of spawn points is not a JSON list of points.
    #[error("{file}: {what}")]
    Spawns {
        /// The name of the file, as it was given.
        file: String,
        /// Description of the problem and its place in the file.
        what: String,
    },
}

fn extension_named(extension: &str) -> String {
    if extension.is_empty() { "a name without extension".into() } else { format!(".{extension}") }
}

fn size_named(bytes: Option<u64>) -> String {
    bytes.map_or_else(String::new, |bytes| format!("{bytes} bytes long, "))
}

fn known_extensions() -> String {
    KNOWN_EXTENSIONS.map(|extension| format!(".{extension}")).join(", ")
}

fn advice(extension: &str) -> &'static str {
    match extension {
        "KHR_draco_mesh_compression" | "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            "; export the level without mesh compression"
        }
        _ => "",
    }
}

/// Shortens text from a file for a message: one line, at most about 250 characters, no control
/// characters.
///
/// ```
/// assert_eq!(sidle_io::brief("one\ntwo\x1b[31m"), "one two [31m");
/// assert!(sidle_io::brief(&"x".repeat(1 << 20)).len() < 300);
/// ```
#[must_use]
pub fn brief(text: &str) -> String {
    const KEPT: usize = 120;
    let line = |part: &str| part.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let cut = |(at, _): (usize, char)| at;
    let head = text.char_indices().nth(KEPT).map(cut);
    let tail = text.char_indices().rev().nth(KEPT - 1).map(cut);
    match (head, tail) {
        // Keep the end too: parsers put the position of the error there.
        (Some(head), Some(tail)) if head < tail => {
            format!("{} ... {}", line(&text[..head]), line(&text[tail..]))
        }
        _ => line(text),
    }
}
