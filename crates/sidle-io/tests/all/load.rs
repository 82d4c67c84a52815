//! From a file to a world: units, axes, materials, the report, and refused input.

use crate::common::{Folder, shared_levels};
use sidle::{BuildError, DVec3, Material, MaterialId, QueryFilter, Vec3};
use sidle_io::{
    LevelData, LoadError, LoadOptions, SkippedKind, Units, UnitsError, UpAxis, build_world, load_world,
    read_level, read_obj,
};

/// A step with z up, in centimetres: a floor of 4 m x 3 m, and 0.2 m higher a second one.
const STEP: &str = "mtllib step.mtl\nv 0 0 0\nv 400 0 0\nv 400 300 0\nv 0 300 0\nusemtl stone\nf 1 2 3 4\n\
    v 0 300 20\nv 400 300 20\nv 400 600 20\nv 0 600 20\nusemtl ice\nf 5 6 7 8\nl 1 2\n";

fn centimetres_z_up() -> LoadOptions<'static> {
    LoadOptions { scale: 0.01, up: UpAxis::Z, ..LoadOptions::default() }
}

#[test]
fn centimetres_with_z_up_become_metres_with_y_up() {
    let folder = Folder::new("load-step");
    let path = folder.write("step.obj", STEP.as_bytes());
    let level = load_world(&path, &centimetres_z_up()).unwrap();
    assert_eq!(level.name, "step");
    assert_eq!(level.report.bounds, (DVec3::new(0.0, 0.0, -6.0), Vec3::new(4.0, 0.2, 0.0).as_dvec3()));
    assert_eq!(level.report.size(), Vec3::new(4.0, 0.2, 6.0).as_dvec3());
    assert_eq!((level.report.build.triangles, level.report.build.open_edges), (4, 8));
    let kinds: Vec<SkippedKind> = level.report.skipped.iter().map(|skipped| skipped.kind).collect();
    assert_eq!(kinds, [SkippedKind::Lines, SkippedKind::PolygonsCut, SkippedKind::MaterialFiles]);
    // The front sides point up, as in the file.
    for (z, height, material) in [(-1.5, 0.0, "stone"), (-4.5, 0.2, "ice")] {
        let hit = level.world.cast_ray(Vec3::new(2.0, 3.0, z), Vec3::Y * -4.0, &QueryFilter::ALL).unwrap();
        assert_eq!((hit.point.y as f32, hit.normal), (height, Vec3::Y));
        assert_eq!(level.material_name(hit.surface.material), Some(material));
    }
    let one_sided = |_: &str| Material { sides: sidle::Sides::Front, ..Material::default() };
    let options = LoadOptions { material: &one_sided, ..centimetres_z_up() };
    let level = load_world(&path, &options).unwrap();
    let from = Vec3::new(2.0, 1.0, -1.5);
    assert!(level.world.is_blocked(from, from - Vec3::Y * 2.0, &QueryFilter::ALL));
    assert!(!level.world.is_blocked(from - Vec3::Y * 2.0, from, &QueryFilter::ALL));
}

#[test]
fn materials_are_asked_for_once_by_name() {
    let asked = std::cell::RefCell::new(Vec::new());
    let material = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        Material { friction: if name == "ice" { 0.02 } else { 0.6 }, ..Material::default() }
    };
    let options = LoadOptions { material: &material, ..centimetres_z_up() };
    let level = build_world(read_obj(STEP.as_bytes(), "step").unwrap(), &options).unwrap();
    assert_eq!(*asked.borrow(), ["stone", "ice"]);
    assert_eq!(level.materials, ["stone", "ice"]);
    assert_eq!((level.material("stone"), level.material("ice")), (Some(MaterialId(1)), Some(MaterialId(2))));
    assert_eq!((level.material("mud"), level.material_name(MaterialId(0))), (None, None));
    assert_eq!(level.material_name(MaterialId(3)), None);
    for (name, friction) in [("stone", 0.6), ("ice", 0.02)] {
        let id = level.material(name).unwrap();
        assert_eq!(level.world.materials()[usize::from(id.0)].friction, friction, "{name}");
    }
}

#[test]
fn a_material_that_no_world_accepts_is_refused_by_its_name() {
    for bad in [
        Material { friction: -1.0, ..Material::default() },
        Material { friction: f32::NAN, ..Material::default() },
        Material { restitution: 1.5, ..Material::default() },
        Material { layer: 32, ..Material::default() },
    ] {
        let material = |name: &str| if name == "ice" { bad } else { Material::default() };
        let options = LoadOptions { material: &material, ..LoadOptions::default() };
        let error = build_world(read_obj(STEP.as_bytes(), "step").unwrap(), &options).unwrap_err();
        assert!(matches!(&error, LoadError::Material { name, .. } if name == "ice"), "{error}");
        let said = error.to_string();
        assert!(said.starts_with("step: the options give the material \"ice\" friction "), "{said}");
    }
}

#[test]
fn a_scale_must_be_finite_and_above_zero() {
    let folder = Folder::new("load-scale");
    let path = folder.write("step.obj", STEP.as_bytes());
    for scale in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = load_world(&path, &LoadOptions { scale, ..LoadOptions::default() }).unwrap_err();
        assert!(
            matches!(error, LoadError::Units { cause: UnitsError::Scale { .. }, .. }),
            "{scale}: {error}"
        );
        let said = error.to_string();
        let place = path.display().to_string();
        assert!(said.starts_with(&place) && said.contains("above 0") && said.contains("0.01"), "{said}");
        // Before the file is read.
        let missing =
            load_world(&folder.0.join("none.obj"), &LoadOptions { scale, ..LoadOptions::default() });
        assert!(matches!(missing, Err(LoadError::Units { .. })), "{scale}");
        assert!(
            read_obj(STEP.as_bytes(), "step").unwrap().into_metres(Units { scale, up: UpAxis::Y }).is_err()
        );
    }
}

#[test]
fn coordinates_that_leave_the_range_are_refused_with_their_place() {
    let level =
        |far: &str| read_obj(format!("v 0 0 0\nv 1 0 0\nv 0 {far} 0\nf 1 2 3\n").as_bytes(), "far").unwrap();
    // The limit is that of the library.
    for (far, fits) in
        [("0", true), ("16777216", true), ("-16777216", true), ("16777218", false), ("3e38", false)]
    {
        assert_eq!(level(far).into_metres(Units::default()).is_ok(), fits, "{far}");
        assert_eq!(build_world(level(far), &LoadOptions::default()).is_ok(), fits, "{far}");
    }
    let said = build_world(level("16777218"), &LoadOptions::default()).unwrap_err().to_string();
    assert!(said.starts_with("far: vertex 2 (counted from 0) at (0, 16777218, 0) is out of range"), "{said}");
    assert!(said.contains("16,777,216 m") && said.contains("a scale below 1"), "{said}");
    // Coordinates that become too large by the scale, finite or not.
    for scale in [1e8, 1e300] {
        let options = LoadOptions { scale, ..LoadOptions::default() };
        let said = build_world(level("1"), &options).unwrap_err().to_string();
        assert!(
            said.starts_with("far: vertex 1 ") && said.contains("use a smaller scale") && said.len() < 300,
            "{said}"
        );
    }
    let options = LoadOptions { scale: 0.01, ..LoadOptions::default() };
    assert!(build_world(level("16777218"), &options).is_ok());
}

#[test]
fn a_level_made_by_hand_is_refused_and_never_panics() {
    let sound = read_obj(STEP.as_bytes(), "step").unwrap();
    let change = |change: fn(&mut LevelData)| {
        let mut level = sound.clone();
        change(&mut level);
        build_world(level, &LoadOptions::default()).unwrap_err()
    };
    let mismatch = change(|level| level.triangles.clear());
    assert!(
        matches!(mismatch, LoadError::Build { cause: BuildError::MaterialCount { .. }, .. }),
        "{mismatch}"
    );
    assert_eq!(mismatch.to_string(), "step: 4 materials were given for 0 triangles");
    let empty = change(|level| (level.triangles, level.triangle_materials) = Default::default());
    assert_eq!(empty.to_string(), "step: holds no triangles");
    let index = change(|level| level.triangles[1] = [0, 1, 99]);
    assert_eq!(index.to_string(), "step: polygon 1 names vertex 99, but there are 8");
    let material = change(|level| level.triangle_materials[2] = 7);
    assert!(material.to_string().starts_with("step: polygon 2 names material "), "{material}");
    let vertex = change(|level| level.vertices[3][1] = f32::NAN);
    assert!(vertex.to_string().starts_with("step: vertex 3 (counted from 0) at (0, NaN, 0)"), "{vertex}");
    let mut unbounded = sound.clone();
    unbounded.triangles = vec![[98, 99, 100]];
    assert_eq!(unbounded.bounds(), None);
}

#[test]
fn a_whole_level_has_the_bits_that_its_file_has() {
    let Some(folder) = shared_levels("a_whole_level_has_the_bits_that_its_file_has") else { return };
    let path = folder.join("nb_hump.obj");
    let (level, data) = (load_world(&path, &LoadOptions::default()).unwrap(), read_level(&path).unwrap());
    assert_eq!(data.clone().into_metres(Units::default()).unwrap(), data);
    assert_eq!((level.materials, level.report.skipped), (data.materials.clone(), vec![]));
    let (low, high) = level.report.bounds;
    assert_eq!(data.bounds(), Some((low.as_vec3().to_array(), high.as_vec3().to_array())));
    assert_eq!(level.report.build.triangles, data.triangles.len());
}
