//! Checks the material files that `mtllib NAME..` names. They should be beside the level.

use std::path::{Component, Path};

use super::lines::Words;
use crate::brief;
use crate::file::is_file_within;
use crate::limits::MAX_MATERIAL_FILES;
use crate::skipped::{Notes, SkippedKind};

/// The different `mtllib` lines of a file: the number of the first such line, and its text.
#[derive(Default)]
pub(super) struct MaterialFiles(Vec<(usize, String)>);

impl MaterialFiles {
    /// Adds the text after `mtllib`.
    pub(super) fn add(&mut self, line: usize, text: &str) {
        if self.0.len() < MAX_MATERIAL_FILES && self.0.iter().all(|(_, known)| known != text) {
            self.0.push((line, text.into()));
        }
    }

    /// Adds a note for every named file that is not in `folder`. Opens no file.
    pub(super) fn note_missing(&self, folder: &Path, notes: &mut Notes) {
        for (line, text) in &self.0 {
            // The format separates names by blanks, but many programs write one name that contains
            // blanks.
            if is_beside(folder, text) {
                continue;
            }
            let words = Words::new(text.as_bytes()).take(MAX_MATERIAL_FILES).map(String::from_utf8_lossy);
            for name in words.filter(|name| !is_beside(folder, name)) {
                let place = || format!("line {line}, {}", brief(&name));
                notes.add(SkippedKind::MaterialFiles, place);
            }
        }
    }
}

/// Returns true if `name` is a plain file name of a file in `folder`. A name that contains a folder
/// is not looked up, because it could lead out of `folder`.
fn is_beside(folder: &Path, name: &str) -> bool {
    let path = Path::new(name);
    let mut parts = path.components();
    let is_plain =
        matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    is_plain && !name.contains(['\\', ':']) && is_file_within(folder, path)
}
