//! Scenes with sectors and portals: visible sectors, and moves that are limited to reachable
//! sectors.

use sidle::{
    IndexKind, Motion, MoveConfig, QueryFilter, Scratch, SectorId, SectorSet, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;
use sidle_scenes::generate::{self, Rooms};

use super::Scene;
use super::walks::RESPONSES;
use crate::desired::{shapes, vector};
use crate::level::{material_place, materials_of};
use crate::record::Record;

pub(super) fn scenes() -> Vec<Scene> {
    vec![Scene::new("sectors/rooms", |index, record| walk(&generate::rooms(3, [3, 3], 3), index, record))]
}

fn world_of(rooms: &Rooms, index: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    let materials = materials_of(&rooms.level, &mut builder);
    let add = |room: &generate::Room| {
        builder.add_sector(&room.name, Vec3::from(room.low) - 1e-4, Vec3::from(room.high) + 1e-4)
    };
    let ids: Vec<SectorId> = rooms.rooms.iter().map(add).collect();
    for triangle in 0..rooms.level.triangles.len() {
        builder.set_sector(Some(ids[rooms.triangle_rooms[triangle]]));
        let corners = rooms.level.corners(triangle).map(Vec3::from);
        builder.add_triangles(&corners, &[[0, 1, 2]], materials[material_place(&rooms.level, triangle)]);
    }
    for opening in &rooms.openings {
        let [a, b] = opening.rooms.map(|room| ids[room]);
        builder.add_portal(a, b, &opening.corners.map(Vec3::from));
    }
    builder.set_index(index);
    builder.build().expect("rooms are valid")
}

fn put(record: &mut Record, set: SectorSet) {
    record.answer();
    set.iter().for_each(|s| record.word(s.0.into()));
    record.count(set.len());
}

fn walk(rooms: &Rooms, index: IndexKind, record: &mut Record) {
    let world = world_of(rooms, index);
    let sectors = world.sectors();
    sectors.iter().for_each(|(id, _)| put(record, sectors.visible(id)));
    let (mut rng, mut scratch) = (SplitMix64::new(12), Scratch::default());
    for i in 0..10 {
        let (_, shape) = &shapes()[i % 5];
        let mut position = Vec3::from(rooms.level.spawns[i % rooms.level.spawns.len()]).as_dvec3();
        for _ in 0..60 {
            let motion = vector(&mut rng, 2.0);
            let config =
                MoveConfig { response: RESPONSES[i % 5], record_path: true, ..MoveConfig::default() };
            let reached = world.sectors_of_move(shape, position, Motion::displacement(motion, 1.0), &config);
            put(record, reached);
            let filter = QueryFilter::ALL.within(reached);
            let config = MoveConfig { filter, ..config };
            let end = world.move_and_slide(
                &mut scratch,
                shape,
                position,
                Motion::displacement(motion, 1.0),
                &config,
            );
            record.outcome(&end);
            record.move_hits(scratch.hits().iter().copied());
            record.path(scratch.path());
            let seen = QueryFilter::ALL.within(sectors.visible_from(&sectors.at(position)));
            record.perhaps(world.cast_ray(position, motion * 8.0, &seen), Record::hit);
            position = end.position;
        }
    }
}
