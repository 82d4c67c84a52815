//! Scenes with queries: rays, casts, overlaps, nearest points, contacts, boxes.

use sidle::{DVec3, IndexKind, QueryFilter, Vec3};
use sidle_scenes::SplitMix64;

use crate::desired::{Shapes, number, vector};
use crate::level::Ground;
use crate::record::Record;

const PLACES: usize = 150;

pub(super) fn ask(ground: &Ground, shapes: &Shapes, index: IndexKind, record: &mut Record) {
    let (world, all) = (ground.world(index), &QueryFilter::ALL);
    let (low, high) = world.bounds().expect("there is a triangle");
    record.position(low);
    record.position(high);
    let mut rng = SplitMix64::new(90);
    let (mut hits, mut contacts, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let (mut segments, mut blocked) = (Vec::new(), Vec::new());
    for i in 0..PLACES {
        // Every fifth query starts at a corner of the level, the others at random positions.
        let from = if i % 5 == 0 {
            let corners = &ground.level().vertices;
            Vec3::from(corners[rng.below(corners.len())]).as_dvec3()
        } else {
            let mut part = || f64::from(number(&mut rng, 0.0, 1.0));
            low + (high - low) * DVec3::new(part(), part(), part())
        };
        let motion = if i % 4 == 0 { Vec3::NEG_Y * 8.0 } else { vector(&mut rng, 6.0) };
        let (_, shape) = &shapes[i % 5];
        record.perhaps(world.cast_ray(from, motion, all), Record::hit);
        record.perhaps(world.cast_shape(shape, from, motion, all), Record::hit);
        world.cast_shape_all(shape, from, motion, all, &mut hits);
        record.count(hits.len());
        hits.iter().for_each(|&h| record.hit(h));
        record.truth(world.overlaps(shape, from, all));
        record.perhaps(world.closest_point(from, 8.0, all), Record::closest);
        world.contacts(shape, from, 0.2, all, &mut contacts);
        record.count(contacts.len());
        contacts.iter().for_each(|&c| record.contact(c));
        let half = (Vec3::splat(0.4) + vector(&mut rng, 0.3)).as_dvec3();
        world.polygons_in_box(from - half, from + half, all, &mut found);
        record.count(found.len());
        found.iter().for_each(|&s| record.surface(s));
        record.truth(world.is_blocked(from, from + motion.as_dvec3(), all));
        segments.push((from, from - motion.as_dvec3()));
    }
    world.are_blocked(&segments, all, &mut blocked);
    blocked.into_iter().for_each(|b| record.truth(b));
}
