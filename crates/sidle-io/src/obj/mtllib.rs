//! `mtllib NAME..`: the material files of a level, which should be beside it.

use std::path::{Component, Path};

use super::lines::Words;
use crate::brief;
use crate::file::is_file_within;
use crate::limits::MAX_MATERIAL_FILES;
use crate::skipped::{Notes, SkippedKind};

/// The `mtllib` lines of a file, each text once: the text and the number of its first line.
#[derive(Default)]
pub(super) struct MaterialFiles(Vec<(usize, String)>);

impl MaterialFiles {
    /// Adds the text after `mtllib`.
    pub(super) fn add(&mut self, line: usize, text: &str) {
        if self.0.len() < MAX_MATERIAL_FILES && self.0.iter().all(|(_, known)| known != text) {
            self.0.push((line, text.into()));
        }
    }

    /// Notes every named file that is not in `folder`. Nothing is opened.
    pub(super) fn note_missing(&self, folder: &Path, notes: &mut Notes) {
        for (line, text) in &self.0 {
            // Many programs write one name with blanks; the format says that blanks part names.
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

/// Returns whether `name` is a plain file name of a file in `folder`. A name with a folder in it is
/// not looked up: it could lead anywhere.
fn is_beside(folder: &Path, name: &str) -> bool {
    let path = Path::new(name);
    let mut parts = path.components();
    let is_plain =
        matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    is_plain && !name.contains(['\\', ':']) && is_file_within(folder, path)
}
