//! Tests arbitrary worlds: each one is refused with an error, or answers every query.

use sidle::{
    Diagonal, HeightField, HeightGrid, IndexKind, Material, MaterialId, Motion, MoveConfig, QueryFilter,
    Scratch, SectorId, Sides, Vec3, World, WorldBuilder,
};

use crate::adversarial::{body, number};
use crate::random::Rng;

/// Builds a world, and runs every query if it can be built.
pub(super) fn world(bytes: &[u8]) {
    let mut rng = Rng::of_bytes(bytes);
    let rng = &mut rng;
    let mut builder = WorldBuilder::new();
    builder.set_index(rng.pick(&[IndexKind::Bvh, IndexKind::Octree]));
    for _ in 0..rng.below(24) {
        add(rng, &mut builder);
    }
    match builder.build() {
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.len() < 300 && !said.contains('\n'), "{said}");
        }
        Ok(world) => ask(rng, &world),
    }
}

fn add(rng: &mut Rng, builder: &mut WorldBuilder) {
    let material = MaterialId(u16::from(rng.pick(&[0_u8, 0, 1, 7])));
    match rng.below(8) {
        0 | 1 => {
            let vertices: Vec<Vec3> = (0..rng.below(9)).map(|_| place(rng)).collect();
            let beyond = usize::from(rng.chance(8));
            let index = |rng: &mut Rng| rng.below(vertices.len() + beyond) as u32;
            let triangles: Vec<[u32; 3]> = (0..rng.below(6)).map(|_| [(); 3].map(|()| index(rng))).collect();
            builder.add_triangles(&vertices, &triangles, material);
        }
        2 | 3 => {
            let corners: Vec<Vec3> = (0..rng.below(7)).map(|_| place(rng)).collect();
            builder.add_polygon(&corners, material);
        }
        4 => {
            builder.add_material(Material {
                friction: value(rng).abs(),
                restitution: rng.pick(&[0.0, 1.0, 0.5, 1.5]),
                sides: rng.pick(&[Sides::Two, Sides::Front]),
                layer: rng.pick(&[0, 31, 3, 32]),
                ..Material::default()
            });
        }
        5 => {
            let (a, b) = (place(rng), place(rng));
            let name = rng.pick(&["west", "east", "attic", ""]);
            let sector = builder.add_sector(name, a.min(b), a.max(b));
            builder.set_sector(if rng.chance(128) { Some(sector) } else { None });
        }
        6 => {
            let [a, b] = [(); 2].map(|()| SectorId(rng.below(4) as u8));
            let corners: Vec<Vec3> = (0..rng.below(6)).map(|_| place(rng)).collect();
            builder.add_portal(a, b, &corners);
            if rng.chance(60) {
                builder.set_visible(a, &[b]);
            }
        }
        _ => {
            if let Some(field) = field(rng) {
                builder.add_height_field(field, material);
            }
        }
    }
}

fn field(rng: &mut Rng) -> Option<HeightField> {
    let (columns, rows) = (rng.below(6) as u32, rng.below(6) as u32);
    let grid = HeightGrid { columns, rows, cell_x: value(rng), cell_z: value(rng), origin: place(rng) };
    let count = (columns * rows) as usize + usize::from(rng.chance(8));
    let made = if rng.chance(128) {
        let samples = (0..count).map(|_| u16::from(rng.byte()) << 8).collect();
        HeightField::quantized(grid, samples, f64::from(value(rng)), f64::from(value(rng)))
    } else {
        HeightField::new(grid, (0..count).map(|_| value(rng)).collect())
    };
    match made {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
        Ok(field) => Some(
            field
                .with_holes(|_, _| rng.chance(60))
                .with_diagonals(|_, _| if rng.chance(60) { Diagonal::Anti } else { Diagonal::Main }),
        ),
    }
}

/// Returns an adversarial coordinate; sometimes a number with random bits.
fn value(rng: &mut Rng) -> f32 {
    if rng.chance(10) { f32::from_bits(rng.word()) } else { number::coordinate(rng) }
}

fn place(rng: &mut Rng) -> Vec3 {
    Vec3::from([(); 3].map(|()| value(rng)))
}

/// Runs every query once, with arbitrary numbers.
fn ask(rng: &mut Rng, world: &World) {
    let report = world.report();
    assert!(report.degenerate <= report.polygons && report.triangles <= report.polygons, "{report:?}");
    assert!(world.polygon_count() >= report.polygons, "{report:?}");
    if let Some((low, high)) = world.bounds() {
        assert!(low.cmple(high).all() && low.is_finite() && high.is_finite());
    }
    for _ in 0..3 {
        let (shape, from, motion) = (body::shape(rng), place(rng), place(rng));
        let filter = QueryFilter::ALL.within(world.sectors().at(from));
        let config = MoveConfig { filter, ..body::config(rng, &shape) };
        let report = world.move_once(&shape, from, Motion::displacement(motion, 1.0), &config);
        assert!(report.outcome.position.is_finite() && report.outcome.velocity.is_finite(), "{report:?}");
        let (mut hits, mut contacts, mut found) = (Vec::new(), Vec::new(), Vec::new());
        world.cast_shape_all(&shape, from, motion, &filter, &mut hits);
        hits.extend(world.cast_ray(from, motion, &filter));
        hits.extend(world.cast_shape(&shape, from, motion, &filter));
        assert!(hits.iter().all(|h| (0.0..=1.0).contains(&h.fraction) && h.point.is_finite()), "{hits:?}");
        let reach = value(rng);
        world.contacts(&shape, from, reach, &filter, &mut contacts);
        assert!(contacts.iter().all(|c| c.point.is_finite() && c.distance <= reach), "{contacts:?}");
        let near = world.closest_point(from, reach, &filter);
        assert!(near.is_none_or(|c| c.point.is_finite() && c.distance >= 0.0), "{near:?}");
        world.polygons_in_box(from.min(motion), from.max(motion), &filter, &mut found);
        let blocked = world.is_blocked(from, motion, &filter);
        let mut bulk = Vec::new();
        world.are_blocked(&[(from.as_dvec3(), motion.as_dvec3())], &filter, &mut bulk);
        assert_eq!(bulk, [blocked]);
        let _ = (
            world.overlaps(&shape, from, &filter),
            world.sectors_of_move(&shape, from, Motion::displacement(motion, 1.0), &config),
        );
        let out = world.depenetrate(&mut Scratch::default(), &shape, from, &config);
        assert!(out.position.is_finite(), "{out:?}");
        let _ = (world.memory_bytes(), world.sectors().visible_from(&world.sectors().at(from)));
    }
}
