//! The GLB container: a header of 12 bytes, then chunks, each with its length and type.

use super::{Fault, fault};

/// The JSON and binary chunks. The GLB specification requires readers to ignore chunks of other
/// types.
#[derive(Debug)]
pub(super) struct Chunks<'a> {
    pub(super) json: &'a [u8],
    pub(super) binary: Option<&'a [u8]>,
}

/// Finds the chunks of a GLB.
pub(super) fn split(bytes: &[u8]) -> Result<Chunks<'_>, Fault> {
    let Some((header, _)) = bytes.split_first_chunk::<12>().filter(|_| bytes.starts_with(b"glTF")) else {
        return fault("header", "this is not a GLB file, which starts with \"glTF\" and 8 more bytes");
    };
    let version = word(header, 4);
    if version != 2 {
        return fault("header", format!("the GLB version is {version}, only 2 is known"));
    }
    let length = word(header, 8) as usize;
    let Some(mut rest) = bytes.get(12..length) else {
        return fault("header", format!("the file should have {length} bytes, but has {}", bytes.len()));
    };
    let Some((b"JSON", json)) = next_chunk(&mut rest)? else {
        return fault("chunk 0", "is missing or not of type JSON");
    };
    let mut binary = None;
    while let Some((kind, chunk)) = next_chunk(&mut rest)? {
        if kind == b"BIN\0" && binary.is_none() {
            binary = Some(chunk);
        }
    }
    Ok(Chunks { json, binary })
}

/// Type and bytes of a chunk.
type Chunk<'a> = (&'a [u8; 4], &'a [u8]);

/// Removes the next chunk from `rest` and returns it, or `None` at the end.
fn next_chunk<'a>(rest: &mut &'a [u8]) -> Result<Option<Chunk<'a>>, Fault> {
    if rest.is_empty() {
        return Ok(None);
    }
    let Some((header, body)) = rest.split_first_chunk::<8>() else {
        return fault("chunks", format!("{} bytes at the end are no chunk", rest.len()));
    };
    let length = word(header, 0) as usize;
    let (Some((chunk, after)), Some(kind)) = (body.split_at_checked(length), header.last_chunk()) else {
        return fault("chunks", format!("a chunk should have {length} bytes, but {} are left", body.len()));
    };
    *rest = after;
    Ok(Some((kind, chunk)))
}

/// Returns the little-endian word at a constant offset inside `bytes`.
fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |word| u32::from_le_bytes(*word))
}
