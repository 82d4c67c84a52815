//! The bytes of buffers and buffer views. Each buffer is loaded on first use, so a buffer that only
//! animations use may be missing.

use super::document::Document;
use super::uri::{self, Target};
use super::{Fault, fault};
use crate::{file, limits};
use gltf::json;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

pub(super) struct Buffers<'a> {
    document: &'a Document,
    binary: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    loaded: HashMap<usize, Cow<'a, [u8]>>,
    /// Bytes that may still be loaded. Without this limit, many buffers could name one large file.
    bytes_left: u64,
}

/// A buffer view: its bytes and its stride in bytes; no stride means packed elements.
pub(super) struct View<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) stride: Option<usize>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(document: &'a Document, binary: Option<&'a [u8]>, folder: Option<&'a Path>) -> Self {
        Self { document, binary, folder, loaded: HashMap::new(), bytes_left: limits::MAX_BYTES }
    }

    /// Returns the buffer view with this index.
    pub(super) fn view(&mut self, index: json::Index<json::buffer::View>) -> Result<View<'_>, Fault> {
        let place = || format!("bufferView {index}");
        let Some(view) = self.document.0.buffer_views.get(index.value()) else {
            return fault(place(), "is not in the file");
        };
        let offset = view.byte_offset.unwrap_or_default().0;
        let (length, buffer) = (view.byte_length.0, view.buffer.value());
        // Some writers use a stride of 0 for packed elements.
        let stride = view.byte_stride.map(|stride| stride.0).filter(|&stride| stride != 0);
        let bytes = self.buffer(buffer)?;
        match slice(bytes, offset, length) {
            Some(bytes) => Ok(View { bytes, stride }),
            None => fault(
                place(),
                format!("takes {length} bytes at {offset}, but buffer {buffer} has {}", bytes.len()),
            ),
        }
    }

    fn buffer(&mut self, index: usize) -> Result<&[u8], Fault> {
        if !self.loaded.contains_key(&index) {
            let bytes = self.load(index).or_else(|what| fault(format!("buffer {index}"), what))?;
            self.bytes_left = self.bytes_left.saturating_sub(bytes.len() as u64);
            self.loaded.insert(index, bytes);
        }
        Ok(self.loaded.get(&index).map_or(&[], |bytes| bytes))
    }

    fn load(&self, index: usize) -> Result<Cow<'a, [u8]>, String> {
        let buffer = self.document.0.buffers.get(index).ok_or("is not in the file")?;
        let length = buffer.byte_length.0;
        if length > self.bytes_left {
            return Err(format!("the buffers together have more than {} bytes", limits::MAX_BYTES));
        }
        let bytes: Cow<'a, [u8]> = match &buffer.uri {
            None if index == 0 => {
                Cow::Borrowed(self.binary.ok_or("has no URI, and there is no binary chunk")?)
            }
            None => return Err("has no URI".into()),
            Some(uri) => Cow::Owned(match uri::parse(uri)? {
                Target::Data(bytes) => bytes,
                Target::File(path) => {
                    let folder = self.folder.ok_or("is in another file, which cannot be read from memory")?;
                    file::read_within(folder, &path, length).map_err(|error| {
                        format!("{:?} cannot be read: {error}", path.display().to_string())
                    })?
                }
            }),
        };
        // Extra bytes are allowed because the binary chunk is padded. They are not part of the
        // buffer.
        let have = bytes.len();
        let wrong = || format!("should have {length} bytes, but has {have}");
        let length = usize::try_from(length).ok().filter(|&length| length <= have).ok_or_else(wrong)?;
        Ok(match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[..length]),
            Cow::Owned(mut bytes) => {
                bytes.truncate(length);
                Cow::Owned(bytes)
            }
        })
    }
}

/// Returns `length` bytes at `offset`, or `None` if they are out of range.
pub(super) fn slice(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.get(start..end)
}
