//! A complete adversarial world as plain data, and the part of it that the judges can check.

use sidle::{
    BuildError, HeightField, IndexKind, Material, MaterialId, QueryFilter, SectorId, Sides, Vec3, World,
    WorldBuilder,
};
use sidle_judge::Judge;

use super::field::{field, triangles};
use super::mesh::{Corners, mesh};
use crate::random::{Rng, doublings};
use crate::verdict::judge_of;

/// One polygon of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// The corners in order, in metres.
    pub corners: Corners,
    /// Index into [`Scene::materials`].
    pub material: u16,
    /// Index into [`Scene::sectors`].
    pub sector: Option<u8>,
}

/// Scale and position of a scene: it is generated around the origin, then multiplied by `scale` and
/// moved by `shift`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yard {
    /// Scale factor, a power of two.
    pub scale: f32,
    /// Translation, in metres.
    pub shift: Vec3,
}

/// A world as plain data.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Scale and position of the scene.
    pub yard: Yard,
    /// The materials; the first is the default of every world.
    pub materials: Vec<Material>,
    /// The polygons of the mesh, in order.
    pub polygons: Vec<Polygon>,
    /// The height field, if any, with material 0.
    pub field: Option<HeightField>,
    /// Lower and upper corner of each sector, in metres.
    pub sectors: Vec<[Vec3; 2]>,
    /// The spatial index of the world.
    pub index: IndexKind,
    /// The layers that the mover sees.
    pub layers: u32,
    /// True if the mover sees only sector 0 and the polygons without a sector.
    pub one_sector: bool,
}

/// The judges of a scene.
pub struct Checker {
    /// Judge of the visible polygons that are solid from both sides.
    pub solid: Judge,
    /// Judge of all visible polygons, if there are others than those in `solid`.
    pub seen: Option<Judge>,
}

impl Checker {
    /// Returns the judge of all visible polygons.
    #[must_use]
    pub fn all(&self) -> &Judge {
        self.seen.as_ref().unwrap_or(&self.solid)
    }
}

/// Generates a scene for a body of half size `size`, in metres.
pub fn scene(rng: &mut Rng, size: f32) -> Scene {
    let scale = if rng.chance(200) { 2.0_f32.powi(doublings(size * 2.0)) } else { 1.0 };
    let shift = match rng.weighted(&[12, 1, 1, 1, 1]) {
        0 => Vec3::ZERO,
        far => {
            let far = [1000.0, 65_536.25, 1e6, 1e7][far - 1];
            if rng.chance(128) { Vec3::splat(far) } else { Vec3::X * -far }
        }
    };
    let yard = Yard { scale, shift };
    let unit = (size / scale).clamp(0.02, 4.0);
    let placed: Vec<Corners> = mesh(rng, unit).into_iter().flat_map(|p| placed(p, &yard)).collect();
    let materials = materials(rng);
    let sectors = if rng.chance(24) {
        let far = Vec3::splat((2.0 * scale).max(shift.x.abs() * 1e-3));
        vec![[shift - far, shift + far], [shift - far * 0.5, shift + far * 2.0]]
    } else {
        Vec::new()
    };
    let plain = rng.chance(100);
    let polygons = placed.into_iter().map(|corners| Polygon {
        corners,
        material: if plain { 0 } else { rng.below(materials.len()) as u16 },
        sector: if sectors.is_empty() { None } else { rng.pick(&[None, Some(0), Some(1)]) },
    });
    let polygons = polygons.collect();
    let field = if shift == Vec3::ZERO && rng.chance(30) { field(rng, size) } else { None };
    let index = rng.pick(&[IndexKind::Bvh, IndexKind::Octree]);
    let layers = if rng.chance(30) { !(1 << 3) } else { u32::MAX };
    let one_sector = !sectors.is_empty() && rng.chance(128);
    Scene { yard, materials, polygons, field, sectors, index, layers, one_sector }
}

/// Scales and moves a polygon. A polygon with more than three corners stays whole only if it
/// remains as flat as before after rounding.
fn placed(corners: Corners, yard: &Yard) -> Vec<Corners> {
    let limit = Vec3::splat(16_777_216.0);
    let whole: Corners =
        corners.iter().map(|&c| (c * yard.scale + yard.shift).clamp(-limit, limit)).collect();
    let exact = whole.iter().zip(&corners).all(|(&w, &c)| w - yard.shift == c * yard.scale);
    if whole.len() == 3 || exact {
        return vec![whole];
    }
    (2..whole.len()).map(|i| vec![whole[0], whole[i - 1], whole[i]]).collect()
}

fn materials(rng: &mut Rng) -> Vec<Material> {
    let mut all = vec![Material::default()];
    for _ in 0..rng.below(3) {
        all.push(Material {
            friction: rng.pick(&[0.3, 0.0, 1.0, 10.0]),
            restitution: rng.pick(&[0.7, 0.0, 1.0]),
            sides: if rng.chance(40) { Sides::Front } else { Sides::Two },
            layer: rng.pick(&[0, 0, 3, 31]),
            ..Material::default()
        });
    }
    all
}

impl Scene {
    /// Creates a scene of plain polygons around the origin.
    #[must_use]
    pub fn of(polygons: Vec<Corners>, index: IndexKind) -> Self {
        let plain = |corners| Polygon { corners, material: 0, sector: None };
        Self {
            yard: Yard { scale: 1.0, shift: Vec3::ZERO },
            materials: vec![Material::default()],
            polygons: polygons.into_iter().map(plain).collect(),
            field: None,
            sectors: Vec::new(),
            index,
            layers: u32::MAX,
            one_sector: false,
        }
    }

    /// Builds the world.
    ///
    /// # Errors
    /// None are expected: every generated scene can be built.
    pub fn build(&self, index: IndexKind) -> Result<World, BuildError> {
        let mut builder = WorldBuilder::new();
        builder.set_index(index);
        for &material in &self.materials[1..] {
            builder.add_material(material);
        }
        for (i, [min, max]) in self.sectors.iter().enumerate() {
            builder.add_sector(["west", "east"][i % 2], *min, *max);
        }
        for polygon in &self.polygons {
            builder.set_sector(polygon.sector.map(SectorId));
            let material = MaterialId(polygon.material);
            match polygon.corners[..] {
                [a, b, c] => builder.add_triangles(&[a, b, c], &[[0, 1, 2]], material),
                _ => builder.add_polygon(&polygon.corners, material),
            };
        }
        if let Some(field) = &self.field {
            builder.add_height_field(field.clone(), MaterialId(0));
        }
        builder.build()
    }

    /// Returns the filter for the part of the world that the mover sees. `world` must have been
    /// built from this scene.
    #[must_use]
    pub fn filter(&self, world: &World) -> QueryFilter {
        let filter = QueryFilter { layers: self.layers, ..QueryFilter::ALL };
        if self.one_sector { filter.within(world.sectors().set([SectorId(0)])) } else { filter }
    }

    /// Returns the judges of the polygons that the mover sees.
    #[must_use]
    pub fn checker(&self) -> Checker {
        let seen = |p: &&Polygon| {
            let layer = self.materials[usize::from(p.material)].layer;
            self.layers >> layer & 1 != 0 && !(self.one_sector && p.sector == Some(1))
        };
        let two_sided = |p: &&Polygon| self.materials[usize::from(p.material)].sides == Sides::Two;
        let seen: Vec<&Polygon> = self.polygons.iter().filter(seen).collect();
        let fields: Vec<Corners> = match &self.field {
            Some(field) if self.layers & 1 != 0 => triangles(field),
            _ => Vec::new(),
        };
        let judge = |polygons: &[&Polygon]| {
            judge_of(polygons.iter().map(|p| &p.corners[..]).chain(fields.iter().map(|c| &c[..])))
        };
        let solid: Vec<&Polygon> = seen.iter().copied().filter(two_sided).collect();
        let more = solid.len() < seen.len();
        Checker { solid: judge(&solid), seen: more.then(|| judge(&seen)) }
    }
}
