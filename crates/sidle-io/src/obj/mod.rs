//! Reads polygons from Wavefront OBJ files: positions, faces and material names.
//!
//! This crate has its own parser because loaders made for rendering lose data that a level needs.
//! It keeps all vertices in the order of the file, line numbers for errors, material names without
//! their `.mtl`, lines joined by `\`, and polygons. The tests compare the result with `tobj`.
//!
//! The reader makes two passes. The first reads vertices and corners. The second checks corners and
//! triangulates polygons, since a face may come before its vertices. Normals, texture coordinates
//! and groups are ignored. `.mtl` files are not read: the names of materials come from `usemtl`. A
//! missing `.mtl` file adds a note, because it often means that an export was copied incompletely.

mod face;
mod lines;
mod mtllib;
mod vertex;

use crate::level::{DEFAULT_MATERIAL, Draft};
use crate::materials::Materials;
use crate::polygon::{self, Cut};
use crate::skipped::SkippedKind;
use crate::{LevelData, ReadError};
use lines::{Lines, Words};
use mtllib::MaterialFiles;
use std::path::Path;

/// Reads an OBJ file from memory. Errors use `name` as the name of the file, and it becomes the
/// name of the level.
///
/// Faces with more than three corners are cut into triangles by ear clipping;
/// [`LevelData::skipped`] contains a note about them.
///
/// # Errors
/// [`ReadError::Obj`] with the line, or [`ReadError::Empty`].
pub fn read_obj(bytes: &[u8], name: &str) -> Result<LevelData, ReadError> {
    read_obj_in(bytes, name, None)
}

/// Reads an OBJ file, and adds notes about its material files that are missing in `folder`.
pub(crate) fn read_obj_in(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<LevelData, ReadError> {
    let mut reader = Reader::new();
    for (line, text) in Lines::new(bytes) {
        reader.statement(line, &text).map_err(|what| ReadError::Obj { file: name.into(), line, what })?;
    }
    let materials = std::mem::take(&mut reader.materials.names);
    if let Some(folder) = folder {
        reader.material_files.note_missing(folder, &mut reader.draft.notes);
    }
    let draft = reader.assemble().map_err(|(line, what)| ReadError::Obj { file: name.into(), line, what })?;
    draft.finish(name, materials)
}

/// A face of the first pass. Its corners start at the `end` of the previous face and stop before
/// its own `end`.
struct Face {
    line: u32,
    end: u32,
    material: u16,
}

struct Reader {
    draft: Draft,
    corners: Vec<u32>,
    faces: Vec<Face>,
    materials: Materials<String>,
    /// The name of the last `usemtl`, and its number once a face has used it.
    material: (String, Option<u16>),
    material_files: MaterialFiles,
}

impl Reader {
    fn new() -> Self {
        Self {
            draft: Draft::default(),
            corners: Vec::new(),
            faces: Vec::new(),
            materials: Materials::new(),
            material: (DEFAULT_MATERIAL.into(), None),
            material_files: MaterialFiles::default(),
        }
    }

    fn statement(&mut self, line: usize, text: &[u8]) -> Result<(), String> {
        let mut words = Words::new(text);
        let place = || format!("line {line}");
        match words.next().unwrap_or_default() {
            b"" => {}
            b"v" => {
                self.draft.room_for_vertices(1)?;
                self.draft.vertices.push(vertex::parse(words)?);
            }
            b"f" => self.face(line, words)?,
            b"usemtl" => self.use_material(&words.rest()),
            b"mtllib" => self.material_files.add(line, &words.rest()),
            b"p" => self.draft.notes.add(SkippedKind::Points, place),
            b"l" => self.draft.notes.add(SkippedKind::Lines, place),
            b"curv" | b"curv2" | b"surf" => self.draft.notes.add(SkippedKind::Curves, place),
            word if IGNORED.contains(&word) => {}
            _ => self.draft.notes.add(SkippedKind::UnknownLines, place),
        }
        Ok(())
    }

    fn use_material(&mut self, name: &str) {
        let name = if name.is_empty() { DEFAULT_MATERIAL } else { name };
        if self.material.0 != name {
            self.material = (name.into(), None);
        }
    }

    fn face(&mut self, line: usize, words: Words<'_>) -> Result<(), String> {
        let start = self.corners.len();
        for word in words {
            self.corners.push(face::corner(word, self.draft.vertices.len())?);
        }
        let kind = match self.corners.len() - start {
            0 => return Err("a face without corners".into()),
            1 => SkippedKind::Points,
            2 => SkippedKind::Lines,
            _ => {
                let material = self.material_number()?;
                // Files cannot overflow these numbers: limits::MAX_BYTES limits the number of lines
                // and corners. Data from memory has no such limit, so check anyway.
                let fit = |n: usize| u32::try_from(n).map_err(|_| "the file is too large".to_string());
                self.faces.push(Face { line: fit(line)?, end: fit(self.corners.len())?, material });
                return Ok(());
            }
        };
        self.corners.truncate(start);
        self.draft.notes.add(kind, || format!("line {line}"));
        Ok(())
    }

    fn material_number(&mut self) -> Result<u16, String> {
        let (name, number) = &mut self.material;
        match number {
            Some(number) => Ok(*number),
            None => Ok(*number.insert(self.materials.number(name.clone(), || name.clone())?)),
        }
    }

    /// Runs the second pass. An error comes with its line number.
    fn assemble(self) -> Result<Draft, (usize, String)> {
        let Self { mut draft, corners, faces, .. } = self;
        let (mut points, mut local) = (Vec::new(), Vec::new());
        let mut start = 0;
        for face in faces {
            let (line, end) = (face.line as usize, face.end as usize);
            let corners = &corners[start..end];
            start = end;
            let count = draft.vertices.len();
            if let Some(&corner) = corners.iter().find(|&&corner| corner as usize >= count) {
                return Err((
                    line,
                    format!("a face uses vertex {}, but the file has {count}", u64::from(corner) + 1),
                ));
            }
            draft.room_for_triangles(corners.len() - 2).map_err(|what| (line, what))?;
            if let &[a, b, c] = corners {
                draft.push([a, b, c], face.material);
                continue;
            }
            points.clear();
            points.extend(corners.iter().map(|&corner| draft.vertices[corner as usize]));
            local.clear();
            let kind = match polygon::triangulate(&points, &mut local) {
                Cut::Ears => SkippedKind::PolygonsCut,
                Cut::Fan => SkippedKind::PolygonsFanned,
            };
            draft.notes.add(kind, || format!("line {line}"));
            for triangle in &local {
                draft.push(triangle.map(|i| corners[i as usize]), face.material);
            }
        }
        Ok(draft)
    }
}

/// Keywords of lines that do not affect the position of polygons.
#[rustfmt::skip]
const IGNORED: &[&[u8]] = &[
    // vertex attributes, groups, and display settings
    b"vn", b"vt", b"vp", b"o", b"g", b"s", b"mg", b"maplib", b"usemap", b"lod", b"bevel",
    b"c_interp", b"d_interp", b"shadow_obj", b"trace_obj", b"ctech", b"stech",
    // the body of a curve or surface; its first line adds a note
    b"cstype", b"deg", b"bmat", b"step", b"parm", b"trim", b"hole", b"scrv", b"sp", b"end", b"con",
];
