//! Checks that edited worlds give the same answers as worlds built from scratch with the same
//! polygons.

use sidle::{
    Hit, IndexKind, Material, MaterialId, Motion, MoveConfig, MoveReport, PolygonId, QueryFilter, Shape,
    Sides, Vec3, World, WorldBuilder,
};

use crate::adversarial::body;
use crate::adversarial::number::place;
use crate::random::Rng;

/// The polygons of the worlds in order, with their ids.
type Kept = Vec<(PolygonId, Vec<Vec3>, MaterialId)>;

/// Applies the same edits to two worlds with different indexes, and compares them.
pub(super) fn edit(bytes: &[u8]) {
    let mut rng = Rng::of_bytes(bytes);
    // Drawn first: the edits can use up all bytes, and then every shape would be a sphere.
    let shapes = [body::shape(&mut rng), body::shape(&mut rng)];
    let mut kept = Kept::new();
    let mut worlds = [IndexKind::Bvh, IndexKind::Octree].map(|kind| built(&kept, kind));
    for _ in 0..rng.below(60) {
        step(&mut rng, &mut kept, &mut worlds);
    }
    let ways: Vec<[Vec3; 2]> = (0..2).map(|_| [place(&mut rng), place(&mut rng)]).collect();
    let asked = (&ways[..], &shapes);
    let expected = answers(&built(&kept, IndexKind::Bvh), asked, |id| kept[id.index()].0);
    for world in &worlds {
        assert_eq!(world.polygon_count(), kept.len());
        assert_eq!(answers(world, asked, |id| id), expected, "{shapes:?} {kept:?}");
    }
}

fn step(rng: &mut Rng, kept: &mut Kept, worlds: &mut [World; 2]) {
    match rng.weighted(&[10, 6, 1, 1]) {
        0 => {
            let mut corners: Vec<Vec3> = [(); 3].map(|()| place(rng)).to_vec();
            if rng.chance(60) {
                // A parallelogram is kept as one polygon if it is flat enough; otherwise it is
                // refused.
                corners.push(corners[0] + corners[2] - corners[1]);
            }
            let material = MaterialId(rng.below(4) as u16);
            let added = worlds.each_mut().map(|w| w.add_polygon(&corners, material));
            assert_eq!(added[0], added[1], "{corners:?}");
            if let Ok(id) = added[0] {
                assert!(kept.last().is_none_or(|k| k.0 < id));
                kept.push((id, corners, material));
            }
        }
        1 if !kept.is_empty() => {
            let (id, corners, _) = kept.remove(rng.below(kept.len()));
            for world in worlds {
                assert!(world.polygon(id).is_some(), "{corners:?}");
                assert!(world.remove_polygon(id) && !world.remove_polygon(id));
            }
        }
        2 => worlds.iter_mut().for_each(World::rebuild),
        _ => assert!(!worlds[0].remove_polygon(PolygonId::from_index(rng.word() | 1 << 20))),
    }
}

fn built(kept: &Kept, kind: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    builder.set_index(kind);
    builder.add_material(Material { friction: 0.4, layer: 7, ..Material::default() });
    builder.add_material(Material { restitution: 0.5, sides: Sides::Front, ..Material::default() });
    for (_, corners, material) in kept {
        builder.add_polygon(corners, *material);
    }
    builder.build().unwrap_or_else(|error| panic!("{error}: {kept:?}"))
}

/// Returns the results of moves of the first shape and casts of the second one, with polygons named
/// by `name`.
fn answers(
    world: &World,
    (ways, [mover, probe]): (&[[Vec3; 2]], &[Shape; 2]),
    name: impl Fn(PolygonId) -> PolygonId,
) -> (Vec<MoveReport>, Vec<Hit>) {
    let (mut reports, mut hits) = (Vec::new(), Vec::new());
    for &[from, motion] in ways {
        let motion_of_move = Motion::displacement(motion, 1.0);
        let mut report = world.move_once(mover, from, motion_of_move, &MoveConfig::default());
        report.hits.iter_mut().for_each(|h| h.surface.polygon = name(h.surface.polygon));
        reports.push(report);
        let mut all = Vec::new();
        world.cast_shape_all(probe, from, motion, &QueryFilter::ALL, &mut all);
        hits.extend(all);
        hits.extend(world.cast_ray(from, motion * 3.0, &QueryFilter::ALL));
    }
    hits.iter_mut().for_each(|h| h.surface.polygon = name(h.surface.polygon));
    (reports, hits)
}
