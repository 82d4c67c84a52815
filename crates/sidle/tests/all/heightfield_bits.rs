//! A height field gives bit-identical answers to the mesh of its triangles.

use crate::common::by;
use sidle::{
    DVec3, Diagonal, HeightField, HeightGrid, InstanceId, Material, MaterialId, MoveConfig, MoveHit,
    PolygonId, Quat, QueryFilter, Response, Scratch, Shape, Sides, StopReason, Surface, Vec3, World,
    WorldBuilder, WorldVector, geometry::Aabb,
};
use sidle_scenes::SplitMix64;

/// The field as a field and as a mesh, with the field's number of each triangle of the mesh.
struct Twins {
    field: World,
    mesh: World,
    numbers: Vec<u32>,
    size: Vec3,
    origin: Vec3,
}

fn unit(rng: &mut SplitMix64) -> f32 {
    rng.range(0.0, 1.0) as f32
}

fn vector(rng: &mut SplitMix64, size: f32) -> Vec3 {
    Vec3::new(unit(rng) - 0.5, unit(rng) - 0.5, unit(rng) - 0.5) * (2.0 * size)
}

/// A field of a difficult kind: flat, stepped, needles; f32 and u16; holes; both diagonals; far
/// from the origin.
fn random_field(rng: &mut SplitMix64) -> HeightField {
    let (columns, rows) = (2 + rng.below(9) as u32, 2 + rng.below(9) as u32);
    let far = [0.0, 0.0, 0.0, 1000.0][rng.below(4)];
    let grid = HeightGrid {
        columns,
        rows,
        cell_x: [1.0, 0.5, 0.3, 2.0][rng.below(4)],
        cell_z: [1.0, 1.0, 0.7, 5.0][rng.below(4)],
        origin: Vec3::new(far - 3.0, [0.0, -0.25, 17.3][rng.below(3)], -far),
    };
    let count = (columns * rows) as usize;
    let high = [0.0, 0.3, 1.0, 6.0][rng.below(4)];
    let steps = rng.below(2) == 0;
    let mut height = || {
        let h = unit(rng) * high;
        if steps { (h * 2.0).round() * 0.5 } else { h }
    };
    let field = if columns.is_multiple_of(2) {
        HeightField::new(grid, (0..count).map(|_| height()).collect())
    } else {
        HeightField::quantized(grid, (0..count).map(|_| (height() * 900.0) as u16).collect(), -0.1, 0.001)
    };
    let (holes, anti) = (rng.below(3) * 15, rng.below(3) * 50);
    field
        .expect("sound")
        .with_holes(|_, _| rng.below(100) < holes)
        .with_diagonals(|_, _| if rng.below(100) < anti { Diagonal::Anti } else { Diagonal::Main })
}

fn twins(rng: &mut SplitMix64) -> Twins {
    let field = random_field(rng);
    let grid = field.grid();
    let sides = if rng.below(4) == 0 { Sides::Front } else { Sides::Two };
    let material = Material { sides, friction: [0.0, 0.0, 0.5][rng.below(3)], ..Material::default() };
    let (vertices, triangles) = field.to_triangles();
    let numbers = field.triangle_numbers().collect();
    let mut builder = WorldBuilder::new();
    let id = builder.add_material(material);
    builder.add_triangles(&vertices, &triangles, id);
    let mesh = builder.build().expect("a mesh");
    let mut builder = WorldBuilder::new();
    let id = builder.add_material(material);
    builder.add_height_field(field, id);
    let size = Vec3::new((grid.columns - 1) as f32 * grid.cell_x, 3.0, (grid.rows - 1) as f32 * grid.cell_z);
    Twins { field: builder.build().expect("a field"), mesh, numbers, size, origin: grid.origin }
}

impl Twins {
    /// A place over, in or under the field, often on a grid line or on a sample.
    fn place(&self, rng: &mut SplitMix64) -> Vec3 {
        let mut p =
            Vec3::new(unit(rng) * 1.2 - 0.1, unit(rng) * 3.0 - 1.0, unit(rng) * 1.2 - 0.1) * self.size;
        for axis in [0, 2] {
            if rng.below(3) == 0 {
                p[axis] = p[axis].round();
            }
        }
        self.origin + p
    }

    /// Returns the field's name of a surface of the mesh.
    fn name(&self, mut surface: Surface) -> Surface {
        assert_eq!(surface.instance, InstanceId::MESH);
        surface.instance = self.field.instance_ids().nth(1).expect("its height field");
        surface.polygon = PolygonId::from_index(self.numbers[surface.polygon.index()]);
        surface
    }
}

fn random_shape(rng: &mut SplitMix64) -> Shape {
    let mut size = || 0.05 + unit(rng) * unit(rng);
    let radii = Vec3::new(size(), size(), size());
    match rng.below(5) {
        0 => Shape::point(),
        1 | 2 => Shape::sphere(radii.x),
        3 => Shape::ellipsoid(radii),
        _ => Shape::ellipsoid(radii).with_rotation(Quat::from_array([0.1, 0.7, -0.3, 0.5 + radii.x])),
    }
}

fn bits(v: impl WorldVector) -> [u64; 3] {
    v.to_dvec3().to_array().map(f64::to_bits)
}

#[test]
fn g01_queries_have_the_bits_of_the_mesh() {
    let mut rng = SplitMix64::new(1);
    let (all, mut hits) = (&QueryFilter::ALL, [0_usize; 5]);
    for case in 0..1500 {
        let t = twins(&mut rng);
        assert_eq!(t.field.bounds(), t.mesh.bounds());
        assert_eq!(t.field.polygon_count(), t.mesh.polygon_count());
        for query in 0..20 {
            let what = format!("field {case}, query {query}");
            let (shape, from) = (random_shape(&mut rng), t.place(&mut rng));
            let to = t.place(&mut rng);
            let motion = match rng.below(4) {
                0 => Vec3::Y * -5.0,
                1 => vector(&mut rng, 0.01),
                _ => to - from,
            };
            let name = |h: sidle::Hit| (h.fraction.to_bits(), bits(h.point), bits(h.normal), h.surface);
            let mesh_name = |mut hit: sidle::Hit| {
                hit.surface = t.name(hit.surface);
                name(hit)
            };

            let found = t.field.cast_ray(from, motion, all).map(name);
            assert_eq!(found, t.mesh.cast_ray(from, motion, all).map(mesh_name), "{what}");
            hits[0] += usize::from(found.is_some());
            assert_eq!(t.field.is_blocked(from, to, all), t.mesh.is_blocked(from, to, all), "{what}");

            let found = t.field.cast_shape(&shape, from, motion, all).map(name);
            assert_eq!(found, t.mesh.cast_shape(&shape, from, motion, all).map(mesh_name), "{what}");
            hits[1] += usize::from(found.is_some());

            let (mut one, mut other) = (Vec::new(), Vec::new());
            t.field.cast_shape_all(&shape, from, motion, all, &mut one);
            t.mesh.cast_shape_all(&shape, from, motion, all, &mut other);
            let (one, other): (Vec<_>, Vec<_>) =
                (one.into_iter().map(name).collect(), other.into_iter().map(mesh_name).collect());
            assert_eq!(one, other, "{what}");

            let overlaps = t.field.overlaps(&shape, from, all);
            assert_eq!(overlaps, t.mesh.overlaps(&shape, from, all), "{what}");
            hits[2] += usize::from(overlaps);

            let half = Vec3::splat(0.5) + vector(&mut rng, 0.4);
            let query = Aabb { min: from - half, max: from + half };
            let (mut one, mut other) = (Vec::new(), Vec::new());
            t.field.polygons_in_box(query.min, query.max, all, &mut one);
            t.mesh.polygons_in_box(query.min, query.max, all, &mut other);
            assert_eq!(one, other.into_iter().map(|s| t.name(s)).collect::<Vec<_>>(), "{what}");

            let reach = unit(&mut rng) * 3.0;
            let near = t.field.closest_point(from, reach, all);
            let mesh_near = t.mesh.closest_point(from, reach, all);
            let mesh_near = mesh_near.map(|mut near| {
                near.surface = t.name(near.surface);
                near
            });
            assert_eq!(near, mesh_near, "{what}");
            hits[3] += usize::from(near.is_some());

            let (mut one, mut other) = (Vec::new(), Vec::new());
            t.field.contacts(&shape, from, 0.2, all, &mut one);
            t.mesh.contacts(&shape, from, 0.2, all, &mut other);
            for c in &mut other {
                c.surface = t.name(c.surface);
            }
            assert_eq!(one, other, "{what}");
            hits[4] += one.len();
        }
    }
    assert!(hits.iter().all(|&h| h > 1_000), "too little was met: {hits:?}");
}

#[test]
fn g01_moves_have_the_bits_of_the_mesh() {
    let mut rng = SplitMix64::new(2);
    let (mut one, mut other) = (Scratch::default(), Scratch::default());
    let (mut arrived, mut met, mut pushed) = (0, 0, 0);
    for case in 0..600 {
        let t = twins(&mut rng);
        let response = [Response::Slide, Response::Momentum, Response::Stop][case % 3];
        let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
        let shape = random_shape(&mut rng);
        let mut at = t.place(&mut rng).as_dvec3();
        for step in 0..25 {
            let what = format!("field {case}, step {step}, {shape:?} at {at}");
            let out = t.field.depenetrate(&mut one, &shape, at, &config);
            assert_eq!(out, t.mesh.depenetrate(&mut other, &shape, at, &config), "{what}");
            pushed += u32::from(out.is_free() && out.position != at);

            let fast = [0.1, 1.0, 1.0, 10.0][rng.below(4)];
            let motion = vector(&mut rng, fast) + Vec3::Y * -0.3;
            let end = t.field.move_and_slide(&mut one, &shape, out.position, by(motion), &config);
            let reference = t.mesh.move_and_slide(&mut other, &shape, out.position, by(motion), &config);
            assert_eq!(end, reference, "{what}");
            assert_eq!(bits(end.position), bits(reference.position), "{what}");
            assert_eq!(one.path(), other.path(), "{what}");
            let mut mesh_hits: Vec<MoveHit> = other.hits().to_vec();
            mesh_hits.iter_mut().for_each(|hit| hit.surface = t.name(hit.surface));
            assert_eq!(one.hits(), mesh_hits, "{what}");
            arrived += u32::from(end.reason == StopReason::Arrived);
            met += one.hits().len();
            let p = (end.position - t.origin.as_dvec3()) / t.size.as_dvec3();
            let is_near = p.cmpgt(DVec3::splat(-0.5)).all() && p.cmplt(DVec3::splat(1.5)).all();
            at = if is_near { end.position } else { t.place(&mut rng).as_dvec3() };
        }
    }
    assert!(arrived > 3_000 && met > 3_000 && pushed > 200, "{arrived} {met} {pushed}");
}

/// Terrain as in a game: long walks on it, compared bit for bit.
#[test]
fn g01_a_long_walk_has_the_bits_of_the_mesh() {
    let size = 65_u32;
    let mut rng = SplitMix64::new(3);
    let grid = HeightGrid {
        columns: size,
        rows: size,
        cell_x: 0.5,
        cell_z: 0.5,
        origin: Vec3::new(-16.0, 0.0, -16.0),
    };
    let heights: Vec<u16> = (0..size * size).map(|_| rng.below(300) as u16).collect();
    let field = HeightField::quantized(grid, heights, 0.0, 0.001).expect("sound");
    let (vertices, triangles) = field.to_triangles();
    let mesh = World::from_triangles(&vertices, &triangles).expect("a mesh");
    let mut builder = WorldBuilder::new();
    builder.add_height_field(field, MaterialId(0));
    let field = builder.build().expect("a field");
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    for body in [Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4))] {
        let mut at = DVec3::new(0.0, 2.0, 0.0);
        let mut motion = Vec3::X;
        for step in 0..1500 {
            if step % 30 == 0 {
                motion =
                    (vector(&mut rng, 0.2) - at.as_vec3() * 0.02) * Vec3::new(1.0, 0.0, 1.0) + Vec3::Y * -0.1;
            }
            let end = field.move_and_slide(&mut scratch, &body, at, by(motion), &config);
            assert_eq!(
                end,
                mesh.move_and_slide(&mut scratch, &body, at, by(motion), &config),
                "step {step} at {at}"
            );
            at = end.position;
        }
        assert!(at.y > 0.3 && at.abs().max_element() < 16.0, "{at}");
    }
}
