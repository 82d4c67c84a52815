//! Mutants of the library: faults that are planted to judge the judges. Each is a text file in
//! `mutants/` of this crate:
//!
//! ```text
//! models: what it stands for, in a sentence
//! file: crates/sidle/src/narrow_phase/obstacle.rs
//! find:
//! lines that occur in the file exactly once
//! replace:
//! what stands in their place
//! end
//! ```
//!
//! The part from `find:` to `end` may be repeated for a fault in several places. A `file:` before
//! it names another file.

use std::fs;
use std::io;
use std::path::Path;

/// One planted fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Name of its file, without the extension.
    pub name: String,
    /// The fault that it represents.
    pub models: String,
    /// The replacements, in order.
    pub edits: Vec<Edit>,
}

/// One replacement of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Path relative to the workspace.
    pub file: String,
    /// Whole lines to find, without the last line break.
    pub find: String,
    /// Whole lines to insert instead, without the last line break.
    pub replace: String,
}

/// Parses a mutant.
///
/// # Errors
///
/// A message with the number of the first unexpected line.
pub fn parse(name: &str, text: &str) -> Result<Mutant, String> {
    let mut mutant = Mutant { name: name.into(), models: String::new(), edits: Vec::new() };
    let (mut file, mut part) = (String::new(), "");
    let (mut find, mut replace) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let out_of_place = || Err(format!("{name}, line {}: `{line}` has no place here", i + 1));
        match (part, line) {
            ("", _) if line.starts_with("models: ") => mutant.models = line["models: ".len()..].into(),
            ("", _) if line.starts_with("file: ") => file = line["file: ".len()..].into(),
            ("", "find:") => part = "find",
            ("find", "replace:") => part = "replace",
            ("find", _) => find.push(line),
            ("replace", "end") => {
                let edit = Edit { file: file.clone(), find: find.join("\n"), replace: replace.join("\n") };
                if edit.file.is_empty() || edit.find.is_empty() {
                    return out_of_place();
                }
                mutant.edits.push(edit);
                (find, replace, part) = (Vec::new(), Vec::new(), "");
            }
            ("replace", _) => replace.push(line),
            _ => return out_of_place(),
        }
    }
    if mutant.models.is_empty() || mutant.edits.is_empty() || !part.is_empty() {
        return Err(format!("{name}: what it models, or the end of an edit, is missing"));
    }
    Ok(mutant)
}

impl Edit {
    /// Returns the file with the fault in it.
    ///
    /// # Errors
    ///
    /// The number of occurrences of the lines to replace, if that is not one.
    pub fn plant(&self, text: &str) -> Result<String, String> {
        let lines: Vec<&str> = text.lines().collect();
        let wanted: Vec<&str> = self.find.lines().collect();
        let places: Vec<usize> = (0..lines.len())
            .filter(|&i| lines[i..].len() >= wanted.len() && lines[i..i + wanted.len()] == wanted[..])
            .collect();
        let [place] = places[..] else {
            return Err(format!("{}: found {} times:\n{}", self.file, places.len(), self.find));
        };
        let mut planted = lines[..place].to_vec();
        planted.extend(self.replace.lines());
        planted.extend(&lines[place + wanted.len()..]);
        Ok(planted.join("\n") + "\n")
    }
}

/// Loads all mutants of a folder, sorted by name.
///
/// # Errors
///
/// A folder or file that cannot be read, or a file that is not a mutant.
pub fn load(folder: &Path) -> io::Result<Vec<Mutant>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|e| e == "mutant") {
            all.push(parse(&name, &fs::read_to_string(&path)?).map_err(io::Error::other)?);
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}
