//! The builder: collects level data and cleans it into a mesh.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use glam::{DVec3, Vec3};

use super::{
    BuildError, BuildReport, IndexKind, Material, MaterialId, Mesh, NO_SECTOR, SectorId, SectorList, Sectors,
    Solid, edges,
};
use crate::geometry::convex::{self, Flaw};
use crate::geometry::{is_vertex, polygon};
use crate::heightfield::HeightField;
use crate::tolerance::character::FASTEST_SURFACE;

/// Collects polygons and materials for a [`World`](crate::World).
///
/// ```
/// use sidle::{Material, Vec3, WorldBuilder};
///
/// let mut builder = WorldBuilder::new();
/// let ice = builder.add_material(Material { friction: 0.02, ..Material::default() });
/// builder.add_polygon(&[Vec3::ZERO, Vec3::Z, Vec3::X + Vec3::Z, Vec3::X], ice);
/// let world = builder.build()?;
/// assert_eq!(world.report().polygons, 1);
/// # Ok::<(), sidle::BuildError>(())
/// ```
///
/// Bit-equal vertices are welded. Polygons without area are kept: they are as solid as their edges.
/// The builder stores the first error, and [`WorldBuilder::build`] returns it.
#[derive(Clone, Debug)]
pub struct WorldBuilder {
    vertices: Vec<Vec3>,
    corners: Vec<u32>,
    starts: Vec<u32>,
    material: Vec<MaterialId>,
    materials: Vec<Material>,
    fields: Vec<(HeightField, MaterialId)>,
    index: IndexKind,
    /// The sector of each polygon.
    sector: Vec<SectorId>,
    pub(super) sectors: SectorList,
    report: BuildReport,
    error: Option<BuildError>,
    /// Closed meshes that are solid inside.
    pub(crate) solids: Vec<Solid>,
}

/// The result of a builder.
pub(crate) struct Clean {
    pub(crate) mesh: Mesh,
    pub(crate) fields: Vec<(HeightField, MaterialId)>,
    pub(crate) materials: Vec<Material>,
    pub(crate) index: IndexKind,
    pub(crate) sectors: Sectors,
    pub(crate) report: BuildReport,
}

impl Default for WorldBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl WorldBuilder {
    /// Creates a builder for an empty world whose material 0 is [`Material::default`].
    #[must_use]
    pub fn new() -> Self {
        Self {
            vertices: Vec::new(),
            corners: Vec::new(),
            starts: vec![0],
            material: Vec::new(),
            materials: vec![Material::default()],
            fields: Vec::new(),
            index: IndexKind::default(),
            sector: Vec::new(),
            sectors: SectorList::default(),
            report: BuildReport::default(),
            error: None,
            solids: Vec::new(),
        }
    }

    /// Creates a builder with the materials of an existing world.
    pub(crate) fn with_materials(materials: Vec<Material>) -> Self {
        Self { materials, ..Self::new() }
    }

    /// Selects the index of the world. The choice changes only speed, memory and the time of edits:
    /// all results are bit-identical.
    pub fn set_index(&mut self, index: IndexKind) -> &mut Self {
        self.index = index;
        self
    }

    /// Adds a material to the table of the world and returns its id. The first added material gets
    /// id 1.
    pub fn add_material(&mut self, material: Material) -> MaterialId {
        let Ok(id) = u16::try_from(self.materials.len()) else {
            self.fail(BuildError::TooMany);
            return MaterialId(0);
        };
        let friction = material.friction.is_finite() && material.friction >= 0.0;
        let moves = material.surface_velocity.length_squared() <= FASTEST_SURFACE * FASTEST_SURFACE;
        if !(friction && moves && (0.0..=1.0).contains(&material.restitution) && material.layer < 32) {
            self.fail(BuildError::BadMaterial { material: id });
        }
        self.materials.push(material);
        MaterialId(id)
    }

    /// Adds triangles that all have the same material. Each triangle is three indices into
    /// `vertices`.
    pub fn add_triangles(
        &mut self,
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
        material: MaterialId,
    ) -> &mut Self {
        let base = self.add_vertices(vertices);
        for t in triangles {
            self.add_corners(t, vertices.len(), base, material);
        }
        self
    }

    /// Adds triangles with one material for each triangle. Each triangle is three indices into
    /// `vertices`.
    pub fn add_mesh(
        &mut self,
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
        materials: &[MaterialId],
    ) -> &mut Self {
        if triangles.len() != materials.len() {
            self.fail(BuildError::MaterialCount { triangles: triangles.len(), materials: materials.len() });
            return self;
        }
        let base = self.add_vertices(vertices);
        for (t, &m) in triangles.iter().zip(materials) {
            self.add_corners(t, vertices.len(), base, m);
        }
        self
    }

    /// Adds the six sides of a box around the origin, with their fronts outside. `half` is half of
    /// its size along each axis, in metres.
    pub fn add_box(&mut self, half: Vec3, material: MaterialId) -> &mut Self {
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let corner = |a: f32, b: f32| {
                    let mut corner = Vec3::ZERO;
                    corner[axis] = side * half[axis];
                    corner[(axis + 1) % 3] = a * half[(axis + 1) % 3];
                    corner[(axis + 2) % 3] = b * side * half[(axis + 2) % 3];
                    corner
                };
                let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                self.add_polygon(&corners, material);
            }
        }
        self
    }

    /// Adds one flat convex polygon of 3 to 255 corners, counter-clockwise seen from its front. The
    /// builder does not split the polygon into triangles. A corner that equals the corner before it
    /// is dropped, and a [`Feature`](crate::Feature) counts only the corners that are kept.
    pub fn add_polygon(&mut self, corners: &[Vec3], material: MaterialId) -> &mut Self {
        let polygon = self.material.len();
        if !(3..=255).contains(&corners.len()) {
            self.fail(BuildError::CornerCount { polygon, corners: corners.len() });
            return self;
        }
        let mut kept: Vec<u32> = (0..corners.len() as u32).collect();
        kept.retain(|&i| {
            let next = corners[(i as usize + 1) % corners.len()];
            corners[i as usize] != next
        });
        while kept.len() < 3 {
            kept.push(kept.first().copied().unwrap_or(0));
        }
        self.report.repeated_corners += corners.len().saturating_sub(kept.len());
        let base = self.add_vertices(corners);
        if let Some(error) = self.error {
            self.fail(error);
            return self;
        }
        let shape: Vec<DVec3> = kept.iter().map(|&i| corners[i as usize].as_dvec3()).collect();
        if let Err(error) = check_convex(&shape, polygon) {
            self.fail(error);
        }
        self.add_corners(&kept, corners.len(), base, material);
        self
    }

    /// Adds a height field of one material. The world does not store its triangles, so the field
    /// takes only [`HeightField::memory_bytes`].
    ///
    /// Hits on the field have its number in [`Surface::instance`](crate::Surface): 1 for the first
    /// height field, even if the world has no mesh.
    ///
    /// ```
    /// use sidle::{HeightField, HeightGrid, MaterialId, QueryFilter, Vec3, WorldBuilder};
    /// let grid = HeightGrid { columns: 3, rows: 3, cell_x: 2.0, cell_z: 2.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![1.0; 9])?;
    /// let mut builder = WorldBuilder::new();
    /// builder.add_height_field(field, MaterialId(0));
    /// let world = builder.build()?;
    /// let hit = world.cast_ray(Vec3::new(3.0, 5.0, 1.5), Vec3::Y * -8.0, &QueryFilter::ALL).unwrap();
    /// let (instance, polygon) = (hit.surface.instance.index(), hit.surface.polygon.index());
    /// assert_eq!((hit.fraction, instance, polygon), (0.5, 1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_height_field(&mut self, field: HeightField, material: MaterialId) -> &mut Self {
        if usize::from(material.0) >= self.materials.len() {
            let field = self.fields.len();
            self.fail(BuildError::UnknownFieldMaterial { field, material: material.0 });
        }
        self.fields.push((field, material));
        self
    }

    /// Returns the cleaned mesh, with polygons in the given order, and the report.
    pub(crate) fn finish(mut self) -> Result<Clean, BuildError> {
        self.error.take().map_or_else(|| Ok(self.clean()), Err)
    }

    /// Does the same for a builder without an error.
    pub(crate) fn clean(self) -> Clean {
        let Self {
            vertices,
            mut corners,
            starts,
            material,
            materials,
            fields,
            index,
            sector,
            sectors,
            mut report,
            ..
        } = self;
        let vertices = weld(&vertices, &mut corners, &mut report);
        let polygons = material.len();
        let triangles_only = corners.len() == 3 * polygons;
        let plain = material.iter().all(|m| m.0 == 0);
        let anywhere = sector.iter().all(|&s| s == NO_SECTOR);
        let mesh = Mesh {
            vertices,
            corners,
            starts: if triangles_only { Vec::new() } else { starts },
            source: (0..polygons as u32).collect(),
            numbers: polygons as u32,
            material: if plain { Vec::new() } else { material },
            sector: if anywhere { Vec::new() } else { sector },
            ..Mesh::default()
        };
        report.polygons = polygons;
        report.vertices = mesh.vertices.len();
        for p in 0..polygons as u32 {
            let ids = mesh.corner_ids(p);
            report.triangles += usize::from(ids.len() == 3);
            report.degenerate += usize::from(is_degenerate(&mesh, p));
        }
        edges::count(&mesh, &mut report);
        let (sectors, over_budget) = sectors.finish();
        report.sectors_over_budget = over_budget;
        Clean { mesh, fields, materials, index, sectors, report }
    }

    pub(super) fn add_vertices(&mut self, vertices: &[Vec3]) -> u32 {
        let base = self.vertices.len();
        if let Some(i) = vertices.iter().position(|&v| !is_vertex(v)) {
            self.fail(BuildError::BadVertex { vertex: base + i, position: vertices[i] });
        }
        // Adding 0 turns -0 into 0, so that welding treats both as the same position.
        self.vertices.extend(vertices.iter().map(|&v| v + Vec3::ZERO));
        if u32::try_from(self.vertices.len()).is_err() {
            self.fail(BuildError::TooMany);
        }
        base as u32
    }

    pub(super) fn add_corners(&mut self, indices: &[u32], vertices: usize, base: u32, material: MaterialId) {
        let polygon = self.material.len();
        if let Some(&index) = indices.iter().find(|&&i| i as usize >= vertices) {
            self.fail(BuildError::IndexOutOfRange { polygon, index, vertices });
            return;
        }
        if usize::from(material.0) >= self.materials.len() {
            self.fail(BuildError::UnknownMaterial { polygon, material: material.0 });
        }
        self.corners.extend(indices.iter().map(|&i| base + i));
        self.starts.push(self.corners.len() as u32);
        self.material.push(material);
        self.sector.push(self.sectors.current());
        if self.corners.len() > u32::MAX as usize || self.material.len() >= 1 << 28 {
            self.fail(BuildError::TooMany);
        }
    }

    /// Returns true if no call has failed.
    pub(super) fn is_valid(&self) -> bool {
        self.error.is_none()
    }

    /// Returns the number of polygons so far.
    pub(super) fn polygons(&self) -> usize {
        self.material.len()
    }

    pub(super) fn fail(&mut self, error: BuildError) {
        self.error.get_or_insert(error);
    }
}

fn is_degenerate(mesh: &Mesh, p: u32) -> bool {
    let corners: Vec<DVec3> = mesh.corners(p).map(|v| v.as_dvec3()).collect();
    polygon::area_normal(&corners) == DVec3::ZERO
}

/// Returns an error unless the corners form a flat convex polygon.
fn check_convex(corners: &[DVec3], polygon: usize) -> Result<(), BuildError> {
    convex::check(corners).map_err(|flaw| match flaw {
        Flaw::NotPlanar(distance) => BuildError::NotPlanar { polygon, distance: distance as f32 },
        Flaw::NotConvex(corner) => BuildError::NotConvex { polygon, corner },
    })
}

/// Merges bit-equal vertices, drops unused ones and renumbers the corners. Vertices keep the order
/// of their first use.
fn weld(vertices: &[Vec3], corners: &mut [u32], report: &mut BuildReport) -> Vec<Vec3> {
    let mut place: HashMap<[u32; 3], u32, BuildHasherDefault<BitHasher>> =
        HashMap::with_capacity_and_hasher(vertices.len(), BuildHasherDefault::default());
    let mut new_id = vec![u32::MAX; vertices.len()];
    let mut welded = Vec::new();
    for corner in corners {
        let old = *corner as usize;
        if new_id[old] == u32::MAX {
            let v = vertices[old];
            let next = welded.len() as u32;
            new_id[old] = *place.entry(v.to_array().map(f32::to_bits)).or_insert(next);
            if new_id[old] == next {
                welded.push(v);
            } else {
                report.welded += 1;
            }
        }
        *corner = new_id[old];
    }
    report.unused = new_id.iter().filter(|&&i| i == u32::MAX).count();
    welded.shrink_to_fit();
    welded
}

/// A fast hasher for positions, which multiplies and mixes their words. The standard hasher is
/// slower, because it resists attackers.
#[derive(Default)]
struct BitHasher(u64);

impl Hasher for BitHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u32(u32::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
