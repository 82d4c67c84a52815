//! Meshes that a level can use, and those that it cannot.

use crate::common::{Game, cuboid, floor};
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_mesh::skinning::SkinnedMesh;
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use bevy_sidle::{Character, MeshProblem, SidleWorld, sidle};
use bevy_transform::components::Transform;

/// A mesh of four corners.
fn mesh(topology: PrimitiveTopology, indices: Option<Indices>) -> Mesh {
    let mut mesh = Mesh::new(topology, RenderAssetUsages::default());
    let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0]];
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, corners.to_vec());
    if let Some(indices) = indices {
        mesh.insert_indices(indices);
    }
    mesh
}

/// Adds a part to a level.
fn with_part(mesh: Mesh) -> (Game, Entity) {
    let mut game = Game::new();
    let level = game.level(&floor(20.0, 0.0), Transform::IDENTITY);
    let handle = game.world().resource_mut::<Assets<Mesh>>().add(mesh);
    let part = (Name::new("Part"), Mesh3d(handle), ChildOf(level), Transform::from_xyz(0.0, 2.0, 0.0));
    let part = game.world().spawn(part).id();
    (game, part)
}

/// Asserts that the part is left out for this reason, and that the level stands.
fn assert_left_out(mut game: Game, part: Entity, problem: MeshProblem, words: &str) {
    game.frames(3);
    game.assert_warns(&["Part", words]);
    let ready = game.ready();
    assert_eq!((ready.len(), ready[0].triangles, ready[0].errors.len()), (1, 2, 1));
    assert_eq!((ready[0].errors[0].entity, ready[0].errors[0].problem), (part, problem));
    assert_eq!(game.world().resource::<SidleWorld>().world().polygon_count(), 2);
    let hero = game.hero(Character::default(), Vec3::Y);
    game.frames(64);
    assert!(game.feet(hero).y.abs() < 1e-3);
}

#[test]
fn meshes_that_cannot_be_used_are_named_with_the_reason() {
    let list = PrimitiveTopology::TriangleList;
    let far = || {
        let mut mesh = mesh(list, None);
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0, 2e7, 0.0]; 3]);
        mesh
    };
    let gone = || {
        let mut mesh = mesh(list, None);
        let _ = mesh.take_gpu_data().expect("it has data");
        mesh
    };
    let wrong = [
        (mesh(PrimitiveTopology::LineList, None), MeshProblem::NotTriangles, "lines or points"),
        (mesh(PrimitiveTopology::PointList, None), MeshProblem::NotTriangles, "lines or points"),
        (Mesh::new(list, RenderAssetUsages::default()), MeshProblem::NoPositions, "no positions"),
        (mesh(list, Some(Indices::U32(vec![]))), MeshProblem::Empty, "no triangles"),
        (mesh(list, Some(Indices::U32(vec![0, 1, 4]))), MeshProblem::BadIndex, "no vertex"),
        (far(), MeshProblem::OutOfRange, "further than"),
        (gone(), MeshProblem::RenderWorldOnly, "render world"),
    ];
    for (mesh, problem, words) in wrong {
        let (game, part) = with_part(mesh);
        assert_left_out(game, part, problem, words);
    }
    let (mut game, part) = with_part(mesh(list, None));
    game.world().entity_mut(part).insert(SkinnedMesh::default());
    assert_left_out(game, part, MeshProblem::Skinned, "skeleton");
}

#[test]
fn lists_and_strips_with_and_without_indices_are_used() {
    let (list, strip) = (PrimitiveTopology::TriangleList, PrimitiveTopology::TriangleStrip);
    let usable = [
        (mesh(list, Some(Indices::U16(vec![0, 1, 2, 2, 1, 3]))), 2),
        (mesh(list, Some(Indices::U32(vec![0, 1, 2, 2, 1, 3]))), 2),
        (mesh(list, None), 1),
        (mesh(strip, None), 2),
        (mesh(strip, Some(Indices::U16(vec![0, 1, 2, 3, 3]))), 2),
    ];
    for (mesh, triangles) in usable {
        let (mut game, _) = with_part(mesh);
        game.frames(2);
        assert_eq!(game.ready()[0].triangles, 2 + triangles);
        assert!(game.warnings().is_empty(), "{:?}", game.warnings());
        // All fronts are above.
        let world = game.world().resource::<SidleWorld>().world();
        let hit = world.cast_ray(Vec3::new(0.2, 9.0, 0.2), Vec3::NEG_Y * 20.0, &Default::default());
        assert_eq!(hit.expect("the part is there").point.y, 2.0);
        for id in 2..2 + triangles as u32 {
            let corners = world.polygon(sidle::PolygonId::from_index(id)).expect("it exists");
            assert!((corners[1] - corners[0]).cross(corners[2] - corners[0]).y > 0.0, "{corners:?}");
        }
    }
}

#[test]
fn a_mesh_that_is_repaired_joins_the_level() {
    let (mut game, part) = with_part(mesh(PrimitiveTopology::LineList, None));
    game.frames(2);
    game.assert_warns(&["Part"]);
    let good = game.asset(&cuboid(Vec3::ONE));
    game.world().entity_mut(part).insert(Mesh3d(good));
    game.frames(2);
    let ready = game.ready().pop().expect("the level changed");
    assert_eq!((ready.triangles, ready.errors.len()), (14, 0));
}
