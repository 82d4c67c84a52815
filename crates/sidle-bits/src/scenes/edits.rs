//! Scenes with worlds that change between moves.

use sidle::{IndexKind, Material, MoveConfig, QueryFilter, Scratch, Vec3};
use sidle_scenes::SplitMix64;

use crate::desired::{DesiredMotion, Shapes, vector};
use crate::level::Ground;
use crate::record::Record;

/// Moves a walker of each shape in turn. Before each move, something beside the walker is added, or
/// something in its path is removed.
pub(super) fn edit(ground: &Ground, shapes: &Shapes, index: IndexKind, record: &mut Record) {
    let mut world = ground.world(index).clone();
    let ghost = Material { layer: 3, friction: 0.1, ..Material::default() };
    let ghost = world.add_material(ghost).expect("a material");
    let (mut rng, mut desired, mut scratch) = (SplitMix64::new(6), DesiredMotion::new(3), Scratch::default());
    let (mut position, mut fall) = (ground.spawn(0), 0.0);
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    for step in 0..600 {
        let near = position.as_vec3() + vector(&mut rng, 1.5);
        match step % 6 {
            0 | 1 => {
                let [a, b] = [vector(&mut rng, 0.8), vector(&mut rng, 0.8)];
                record.perhaps(world.add_polygon(&[near, near + a, near + b], ghost).ok(), |r, n| {
                    r.word(n.index() as u64)
                });
            }
            2 => {
                let corners = [near, near + Vec3::X, near + Vec3::Z, near + Vec3::new(1.0, 0.2, 1.0)];
                let added = world.add_triangles(&corners, &[[0, 2, 1], [1, 2, 3]], ghost);
                record.perhaps(added.ok(), |r, n| {
                    let (first, end) = n.first().map_or((0, 0), |id| (id.index(), id.index() + n.len()));
                    r.word((first as u64) << 32 | end as u64);
                });
            }
            _ => {
                let hit = world.cast_ray(position, near.as_dvec3() - position, &QueryFilter::ALL);
                record.perhaps(hit, |r, hit| {
                    r.hit(hit);
                    r.truth(world.remove_polygon(hit.surface.polygon));
                });
            }
        }
        if step % 250 == 249 {
            world.rebuild();
        }
        let (_, shape) = &shapes[step / 120];
        if step % 120 == 0 {
            (position, fall) = (ground.spawn(step), 0.0);
            record.depenetration(&world.depenetrate(&mut scratch, shape, position, &config));
        }
        let filter = if step % 3 == 0 { QueryFilter::ALL.without_layer(3) } else { QueryFilter::ALL };
        let config = MoveConfig { filter, on_overlap: sidle::OnOverlap::PushOut, ..config };
        let end = world.move_and_slide(&mut scratch, shape, position, desired.step(fall, 60), &config);
        record.outcome(&end);
        record.move_hits(scratch.hits().iter().copied());
        record.path(scratch.path());
        (position, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
    }
    record.count(world.polygon_count());
    record.word(world.version());
}
