//! Scenes with height fields and with meshes of the same triangles: both must give the same
//! results.

use std::sync::Arc;

use sidle::{
    Diagonal, HeightField, HeightGrid, IndexKind, InstanceId, Material, MaterialId, PolygonId, QueryFilter,
    Surface, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

use super::Scene;
use super::walks::walk;
use crate::desired::{Shapes, capsules, number, shapes, vector};
use crate::record::Record;

/// Number of samples along a side.
const SIDE: u32 = 33;

/// Kinds of fields: f32 heights, u16 heights with holes and both diagonals, and a field far from
/// the origin.
#[derive(Clone, Copy)]
enum Kind {
    Float,
    Holes,
    Far,
}

pub(super) fn scenes() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (name, kind) in [("float", Kind::Float), ("holes", Kind::Holes), ("far", Kind::Far)] {
        let field = Arc::new(field(kind));
        scenes.push(Scene::new(format!("field/{name}/surface"), {
            let field = Arc::clone(&field);
            move |_, record| surface(&field, record)
        }));
        for (part, as_mesh) in [("", false), ("-as-mesh", true)] {
            scenes.push(Scene::new(format!("field/{name}{part}"), {
                let field = Arc::clone(&field);
                move |index, record| Twin::new(&field, as_mesh, index).walk(&shapes(), record)
            }));
        }
    }
    scenes
}

/// Returns the scenes with capsules. `a_height_field_has_the_line_of_its_mesh` compares those of a
/// field with those of its mesh.
pub(super) fn with_capsules() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (name, kind) in [("float", Kind::Float), ("holes", Kind::Holes), ("far", Kind::Far)] {
        let field = Arc::new(field(kind));
        for (part, as_mesh) in [("", false), ("-as-mesh", true)] {
            scenes.push(Scene::new(format!("field/{name}-capsules{part}"), {
                let field = Arc::clone(&field);
                move |index, record| Twin::new(&field, as_mesh, index).walk(&capsules(), record)
            }));
        }
    }
    scenes
}

fn field(kind: Kind) -> HeightField {
    let mut rng = SplitMix64::new(kind as u64 + 11);
    let origin = match kind {
        Kind::Far => Vec3::new(4_000.3, 17.3, -2_500.7),
        _ => Vec3::new(-8.0, 0.0, -8.0),
    };
    let grid = HeightGrid { columns: SIDE, rows: SIDE, cell_x: 0.5, cell_z: 0.7, origin };
    let count = SIDE * SIDE;
    match kind {
        Kind::Float | Kind::Far => {
            HeightField::new(grid, (0..count).map(|_| number(&mut rng, 0.0, 1.2)).collect()).expect("sound")
        }
        Kind::Holes => {
            let heights = (0..count).map(|_| rng.below(1_000) as u16).collect();
            HeightField::quantized(grid, heights, -0.1, 0.001)
                .expect("sound")
                .with_holes(|_, _| rng.clone().below(9) == 0 || rng.below(12) == 0)
                .with_diagonals(|c, r| if (c * 7 + r * 3) % 5 < 2 { Diagonal::Anti } else { Diagonal::Main })
        }
    }
}

/// Records heights, normals, triangles and cells of the field at random positions.
fn surface(field: &HeightField, record: &mut Record) {
    let mut rng = SplitMix64::new(5);
    let (low, high) = field.bounds().expect("there is a triangle");
    for _ in 0..300 {
        let part = Vec3::new(number(&mut rng, -0.1, 1.1), 0.0, number(&mut rng, -0.1, 1.1));
        let p = low + (high - low) * part;
        record.perhaps(field.height_at(p.x, p.z), Record::float);
        record.perhaps(field.normal_at(p.x, p.z), Record::vector);
        record.perhaps(field.triangle_at(p.x, p.z), |r, t| r.word(t.into()));
        record.perhaps(field.cell_at(p.x, p.z), |r, (c, row)| r.word(u64::from(c) << 32 | u64::from(row)));
    }
    let (vertices, triangles) = field.to_triangles();
    record.vertices(&vertices);
    triangles.iter().flatten().for_each(|&i| record.word(i.into()));
}

/// The world of a field, or of its mesh. For a mesh, `names` translates surfaces to those of the
/// field.
struct Twin {
    world: World,
    /// Id of the height field, and for each mesh triangle its number in the field.
    names: Option<(InstanceId, Vec<u32>)>,
    low: Vec3,
    high: Vec3,
}

/// Returns the id of the first height field of a world.
fn field_id(field: &HeightField) -> InstanceId {
    let mut builder = WorldBuilder::new();
    builder.add_height_field(field.clone(), MaterialId(0));
    builder.build().expect("sound").instance_ids().nth(1).expect("a height field")
}

impl Twin {
    fn new(field: &HeightField, as_mesh: bool, index: IndexKind) -> Self {
        let (low, high) = field.bounds().expect("there is a triangle");
        let mut builder = WorldBuilder::new();
        let turf = Material { friction: 0.3, restitution: 0.3, ..Material::default() };
        let turf = builder.add_material(turf);
        let names = as_mesh.then(|| (field_id(field), field.triangle_numbers().collect()));
        if as_mesh {
            let (vertices, triangles) = field.to_triangles();
            builder.add_triangles(&vertices, &triangles, turf);
        } else {
            builder.add_height_field(field.clone(), turf);
        }
        builder.set_index(index);
        let world = builder.build().expect("sound");
        Self { world, names, low, high }
    }

    /// Returns the surface with the id and the triangle number of the height field.
    fn name(&self, mut surface: Surface) -> Surface {
        if let Some((id, numbers)) = &self.names {
            surface.instance = *id;
            surface.polygon = PolygonId::from_index(numbers[surface.polygon.index()]);
        }
        surface
    }

    fn walk(&self, shapes: &Shapes, record: &mut Record) {
        for (i, (_, shape)) in shapes.iter().enumerate() {
            for walker in [i, i + 5] {
                let part = Vec3::new(0.3, 0.0, 0.3) + 0.1 * Vec3::new(walker as f32 % 4.0, 0.0, i as f32);
                let spawn = self.low + (self.high - self.low) * part + Vec3::Y * 4.0;
                let name = |hit: &sidle::MoveHit| {
                    let mut hit = *hit;
                    hit.surface = self.name(hit.surface);
                    hit
                };
                walk(&self.world, shape, walker, spawn.as_dvec3(), name, record);
            }
        }
        self.ask(shapes, record);
    }

    fn ask(&self, shapes: &Shapes, record: &mut Record) {
        let (mut rng, all) = (SplitMix64::new(8), &QueryFilter::ALL);
        let (mut contacts, mut found) = (Vec::new(), Vec::new());
        for i in 0..100 {
            let part = Vec3::new(
                number(&mut rng, 0.0, 1.0),
                number(&mut rng, -0.5, 2.0),
                number(&mut rng, 0.0, 1.0),
            );
            let from = self.low + (self.high - self.low) * part;
            let motion = if i % 4 == 0 { Vec3::Y * -6.0 } else { vector(&mut rng, 4.0) };
            let (_, shape) = &shapes[i % 5];
            let name = |s| self.name(s);
            record.perhaps(self.world.cast_ray(from, motion, all), |r, mut hit| {
                hit.surface = name(hit.surface);
                r.hit(hit);
            });
            record.perhaps(self.world.cast_shape(shape, from, motion, all), |r, mut hit| {
                hit.surface = name(hit.surface);
                r.hit(hit);
            });
            record.perhaps(self.world.closest_point(from, 3.0, all), |r, mut closest| {
                closest.surface = name(closest.surface);
                r.closest(closest);
            });
            record.truth(self.world.overlaps(shape, from, all));
            self.world.contacts(shape, from, 0.1, all, &mut contacts);
            record.count(contacts.len());
            for contact in &mut contacts {
                contact.surface = name(contact.surface);
                record.contact(*contact);
            }
            self.world.polygons_in_box(from - 0.6, from + 0.6, all, &mut found);
            record.count(found.len());
            found.iter().for_each(|&s| record.surface(name(s)));
        }
    }
}
