//! Levels in metres with y up get no warning. The same levels in other units and axes do.

use sidle::Vec3;
use sidle_io::{LevelData, Units, UpAxis};
use sidle_scenes::{Builder, Level as Scene, generate};

use super::Evidence;
use crate::level::Level;

const METRES: Units = Units { scale: 1.0, up: UpAxis::Y };

/// Returns an empty room, which has few triangles.
fn room(size: [f64; 3]) -> Scene {
    let mut builder = Builder::new();
    builder.room([0.0; 3], size, size[0].max(size[2]));
    builder.finish("room", &[])
}

/// Returns a ground of two triangles with some towers.
fn towers(size: f64, high: f64) -> Scene {
    let mut builder = Builder::new();
    let half = [size / 2.0, 0.5, size / 2.0];
    let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    builder.solid_box([0.0, -0.5, 0.0], half, upright);
    for i in 0..9 {
        let at = |k: i32| f64::from(k - 1) * size / 4.0;
        builder.solid_box([at(i % 3), high / 2.0, at(i / 3)], [high / 4.0, high / 2.0, high / 4.0], upright);
    }
    builder.finish("towers", &[])
}

fn scenes() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (seed, triangles) in [(1, 600), (2, 4000), (3, 20_000)] {
        scenes.extend([
            generate::hall(seed, triangles),
            generate::terrain(seed, triangles),
            generate::soup(seed, triangles),
        ]);
    }
    scenes.extend([
        generate::rooms(1, [4, 3], 4).level,
        generate::green(1, 40.0, 1.0),
        generate::hills(1, 200.0, 12.0),
        generate::load(),
        // A cell, a hall, a tower, a corridor, a canyon that is higher than wide.
        room([4.0, 3.0, 3.0]),
        room([60.0, 12.0, 40.0]),
        room([12.0, 90.0, 12.0]),
        room([3.0, 3.0, 200.0]),
        room([20.0, 60.0, 200.0]),
        towers(1000.0, 30.0),
        towers(2500.0, 20.0),
    ]);
    scenes
}

/// Writes the scene in another unit, and optionally with z up, and reads it with `read`.
fn read_as(scene: &Scene, per_metre: f32, z_up: bool, read: Units) -> Level {
    let vertex = |&[x, y, z]: &[f32; 3]| {
        let [x, y, z] = [x * per_metre, y * per_metre, z * per_metre];
        if z_up { [x, -z, y] } else { [x, y, z] }
    };
    let data = LevelData {
        name: scene.name.clone(),
        vertices: scene.vertices.iter().map(vertex).collect(),
        triangles: scene.triangles.clone(),
        materials: vec!["default".into()],
        triangle_materials: vec![0; scene.triangles.len()],
        skipped: Vec::new(),
    };
    Level::of_data(data, read).unwrap()
}

/// Returns the spawns of the scene, converted in the same way.
fn places(scene: &Scene, per_metre: f32, z_up: bool, read: Units) -> Vec<Vec3> {
    let place = |spawn: &[f32; 3]| {
        let [x, y, z] = spawn.map(|x| x * per_metre);
        Vec3::from(read.point(if z_up { [x, -z, y] } else { [x, y, z] }))
    };
    scene.spawns.iter().map(place).collect()
}

fn doubts(level: &Level, places: &[Vec3]) -> Vec<String> {
    Evidence::of(level, places).doubts(level.units)
}

#[test]
fn a_level_in_metres_with_y_up_gets_no_warning() {
    for scene in scenes() {
        let name = format!("{} of {} triangles", scene.name, scene.triangles.len());
        for (per_metre, z_up, read) in [
            (1.0, false, METRES),
            // Correct options.
            (100.0, false, Units { scale: 0.01, up: UpAxis::Y }),
            (1.0, true, Units { scale: 1.0, up: UpAxis::Z }),
            (39.37, true, Units { scale: 0.0254, up: UpAxis::Z }),
        ] {
            let level = read_as(&scene, per_metre, z_up, read);
            let none: [&str; 0] = [];
            assert_eq!(doubts(&level, &[]), none, "{name}, {read:?}");
            assert_eq!(doubts(&level, &places(&scene, per_metre, z_up, read)), none, "{name}, {read:?}");
        }
        assert_ne!(Evidence::of(&Level::of_scene(&scene), &[]).unit(1.0).unit, "centimetres", "{name}");
    }
}

#[test]
fn a_level_in_centimetres_is_recognised() {
    let hall = generate::hall(2, 4000);
    let level = read_as(&hall, 100.0, false, METRES);
    let found = doubts(&level, &[]);
    let wide = "this level is 2,400 m wide: if its unit is the centimetre, add --scale 0.01";
    assert!(found.len() == 1 && found[0].starts_with(wide), "{found:?}");
    let mut missed = 0;
    for scene in scenes() {
        let level = read_as(&scene, 100.0, false, METRES);
        let is_one = |found: &[String]| matches!(found, [one] if one.contains("--scale 0.01"));
        missed += u32::from(!is_one(&doubts(&level, &[])));
        let places = places(&scene, 100.0, false, METRES);
        // Spawns decide the up axis, if there are any. Those of a soup float.
        assert!(
            places.is_empty() || scene.name == "soup" || is_one(&doubts(&level, &places)),
            "{}",
            scene.name
        );
    }
    // Small or smooth levels could also be large ones in metres.
    assert!(missed <= 5, "{missed}");
}

#[test]
fn a_level_with_z_up_is_recognised() {
    let z_up = Units { scale: 1.0, up: UpAxis::Z };
    for scene in [
        generate::hall(2, 4000),
        generate::terrain(2, 2000),
        generate::rooms(1, [4, 3], 4).level,
        generate::green(1, 40.0, 1.0),
        generate::hills(1, 200.0, 12.0),
        generate::load(),
        room([60.0, 12.0, 40.0]),
        towers(1000.0, 30.0),
    ] {
        for (is_z_up, read, advice) in [(true, METRES, "add --up z"), (false, z_up, "leave out --up z")] {
            let level = read_as(&scene, 1.0, is_z_up, read);
            for places in [vec![], places(&scene, 1.0, is_z_up, read)] {
                let found = doubts(&level, &places);
                assert!(matches!(&found[..], [one] if one.ends_with(advice)), "{}: {found:?}", scene.name);
            }
        }
    }
}

#[test]
fn both_can_be_wrong() {
    let level = read_as(&generate::hall(2, 4000), 100.0, true, METRES);
    let found = doubts(&level, &[]);
    assert!(
        found.len() == 2 && found[0].contains("--scale 0.01") && found[1].contains("--up z"),
        "{found:?}"
    );
}

#[test]
fn a_wrong_scale_and_an_absurd_size_are_doubted() {
    let hall = generate::hall(2, 600);
    let one = |level: Level| {
        let mut found = doubts(&level, &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    };
    let scaled = |scale| one(read_as(&hall, 1.0, false, Units { scale, up: UpAxis::Y }));
    assert_eq!(scaled(0.01), "with --scale 0.01 this level is 0.15 m wide: is the scale right?");
    assert_eq!(scaled(1000.0), "with --scale 1000 this level is 15,000 m wide: is the scale right?");
    let tiny = one(read_as(&hall, 0.01, false, METRES));
    assert!(tiny.starts_with("this level is 0.15 m wide, too small to walk in"), "{tiny}");
    let vast = one(read_as(&hall, 1e6, false, METRES));
    assert!(vast.contains("15,000,000 m wide") && vast.contains("stray vertices"), "{vast}");
    let tower = one(read_as(&room([12.0, 90.0, 12.0]), 100.0, false, METRES));
    assert!(tower.starts_with("this level is 9,000 m high: if its unit is"), "{tower}");
}

#[test]
fn a_level_without_area_or_places_without_floor_do_no_harm() {
    let line = Scene {
        vertices: vec![[0.0, 0.0, 0.0], [30.0, 0.0, 0.0], [10.0, 0.0, 0.0]],
        triangles: vec![[0, 1, 2]],
        ..room([4.0; 3])
    };
    let level = Level::of_scene(&line);
    let none: [&str; 0] = [];
    assert_eq!(doubts(&level, &[]), none);
    assert_eq!(doubts(&level, &[Vec3::new(0.0, 90.0, 0.0), Vec3::NAN]), none);
}
