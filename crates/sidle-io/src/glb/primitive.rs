//! Adds the triangles of placed meshes to a level.

use super::accessor::Header;
use super::buffers::Buffers;
use super::document::Document;
use super::transform::Transform;
use super::{Fault, fault};
use crate::level::{DEFAULT_MATERIAL, Draft};
use crate::limits;
use crate::materials::Materials;
use crate::skipped::SkippedKind;
use gltf::json;
use json::mesh::{Mode, Primitive, Semantic};
use json::validation::Checked;
use std::collections::HashMap;

/// Adds meshes to a draft.
pub(super) struct Builder<'a> {
    document: &'a Document,
    buffers: Buffers<'a>,
    draft: &'a mut Draft,
    materials: Materials<Option<usize>>,
    primitives: usize,
}

/// A range of vertices of a draft: first index and count.
type Span = (usize, usize);

impl<'a> Builder<'a> {
    pub(super) fn new(document: &'a Document, buffers: Buffers<'a>, draft: &'a mut Draft) -> Self {
        Self { document, buffers, draft, materials: Materials::new(), primitives: 0 }
    }

    /// Returns the numbers of vertices and triangles so far.
    pub(super) fn size(&self) -> [usize; 2] {
        [self.draft.vertices.len(), self.draft.triangles.len()]
    }

    pub(super) fn into_material_names(self) -> Vec<String> {
        self.materials.names
    }

    /// Adds all primitives of a mesh. Primitives with the same positions share their vertices.
    pub(super) fn add_mesh(&mut self, index: usize, transform: &Transform) -> Result<(), Fault> {
        let Some(mesh) = self.document.0.meshes.get(index) else {
            return fault(format!("mesh {index}"), "is not in the file");
        };
        self.primitives = self.primitives.saturating_add(mesh.primitives.len());
        if self.primitives > limits::MAX_PRIMITIVES {
            let what = format!("the scene places more than {} primitives", limits::MAX_PRIMITIVES);
            return fault(format!("mesh {index}"), what);
        }
        let mut shared = HashMap::new();
        for (i, primitive) in mesh.primitives.iter().enumerate() {
            let place = || format!("mesh {index} primitive {i}");
            self.add_primitive(primitive, transform, &mut shared, &place)?;
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        primitive: &Primitive,
        transform: &Transform,
        shared: &mut HashMap<usize, Span>,
        place: &dyn Fn() -> String,
    ) -> Result<(), Fault> {
        let left_out = match primitive.mode {
            Checked::Invalid => return fault(place(), "has an unknown mode"),
            Checked::Valid(Mode::Points) => Some(SkippedKind::Points),
            Checked::Valid(Mode::Lines | Mode::LineLoop | Mode::LineStrip) => Some(SkippedKind::Lines),
            Checked::Valid(Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) => None,
        };
        let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
        let (None, Some(&positions)) = (left_out, positions) else {
            let kind = left_out.unwrap_or(SkippedKind::PrimitivesWithoutPositions);
            self.draft.notes.add(kind, place);
            return Ok(());
        };
        if primitive.targets.as_ref().is_some_and(|targets| !targets.is_empty()) {
            self.draft.notes.add(SkippedKind::MorphTargets, place);
        }
        let span = match shared.get(&positions.value()) {
            Some(&span) => span,
            None => self.add_vertices(positions, transform, place)?,
        };
        shared.insert(positions.value(), span);
        let material = self.material(primitive).or_else(|what| fault(place(), what))?;
        let corners = self.corners(primitive, span, place)?;
        self.add_triangles(primitive, &corners, material, transform.is_mirroring(), place)
    }

    fn add_vertices(
        &mut self,
        index: json::Index<json::Accessor>,
        transform: &Transform,
        place: &dyn Fn() -> String,
    ) -> Result<Span, Fault> {
        let header = Header::find(self.document, index)?;
        self.draft.room_for_vertices(header.count).or_else(|what| fault(place(), what))?;
        let positions = header.positions(&mut self.buffers)?;
        let first = self.draft.vertices.len();
        let finite = |p: &[f32; 3]| p.iter().all(|x| x.is_finite());
        for (i, &position) in positions.iter().enumerate() {
            let placed = transform.apply(position);
            if !finite(&placed) {
                let when = if finite(&position) { " where its node places it" } else { "" };
                return fault(place(), format!("vertex {i} (accessor {index}) is not finite{when}"));
            }
            self.draft.vertices.push(placed);
        }
        Ok((first, positions.len()))
    }

    /// Returns the corners in the order of the primitive, as indices into the vertices of the
    /// draft.
    fn corners(
        &mut self,
        primitive: &Primitive,
        (first, count): Span,
        place: &dyn Fn() -> String,
    ) -> Result<Vec<u32>, Fault> {
        // The sum fits in u32: limits::MAX_VERTICES is below u32::MAX.
        let Some(index) = primitive.indices else {
            return Ok((first as u32..(first + count) as u32).collect());
        };
        let header = Header::find(self.document, index)?;
        // Every three indices form at least one triangle.
        self.draft.room_for_triangles(header.count / 3).or_else(|what| fault(place(), what))?;
        let mut corners = header.indices(&mut self.buffers)?;
        for (i, corner) in corners.iter_mut().enumerate() {
            if *corner as usize >= count {
                return fault(place(), format!("index {i} is {corner}, but there are {count} vertices"));
            }
            *corner += first as u32;
        }
        Ok(corners)
    }

    fn add_triangles(
        &mut self,
        primitive: &Primitive,
        corners: &[u32],
        material: u16,
        mirrored: bool,
        place: &dyn Fn() -> String,
    ) -> Result<(), Fault> {
        let count = corners.len();
        let triangles = match primitive.mode {
            Checked::Valid(Mode::TriangleStrip | Mode::TriangleFan) => count.saturating_sub(2),
            _ => count / 3,
        };
        self.draft.room_for_triangles(triangles).or_else(|what| fault(place(), what))?;
        for i in 0..triangles {
            let [a, b, c] = match primitive.mode {
                // Every second triangle of a strip has the opposite winding.
                Checked::Valid(Mode::TriangleStrip) => [i, i + 1 + i % 2, i + 2 - i % 2],
                Checked::Valid(Mode::TriangleFan) => [0, i + 1, i + 2],
                _ => [3 * i, 3 * i + 1, 3 * i + 2],
            }
            .map(|corner| corners[corner]);
            self.draft.push(if mirrored { [a, c, b] } else { [a, b, c] }, material);
        }
        let is_list = primitive.mode == Checked::Valid(Mode::Triangles);
        if (is_list && !count.is_multiple_of(3)) || (!is_list && matches!(count, 1 | 2)) {
            self.draft.notes.add(SkippedKind::TrailingIndices, place);
        }
        Ok(())
    }

    fn material(&mut self, primitive: &Primitive) -> Result<u16, String> {
        let index = primitive.material.map(|material| material.value());
        let Some(index) = index else {
            return self.materials.number(None, || DEFAULT_MATERIAL.into());
        };
        let material =
            self.document.0.materials.get(index).ok_or("has a material that is not in the file")?;
        let name = || material.name.clone().unwrap_or_else(|| format!("material {index}"));
        self.materials.number(Some(index), name)
    }
}
