//! Scenes run with the library.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

pub mod far;
pub mod mixed;
pub mod sdf;
pub mod walker;

use sidle::{
    DVec3, FrictionLaw, GeometryId, InstanceOptions, Material, MaterialId, Motion, MoveConfig, Pose,
    Response, Scratch, Shape, ShapeKind, Sides, Vec3, World, WorldBuilder, WorldVector,
};
use sidle_judge::{Body, Judge, Refuge, RefugeSearch, Refuges};
use sidle_scenes::{Drive, Law, Level, Run, Shape as SceneShape, Trace};

pub const RESPONSES: [Response; 5] =
    [Response::Slide, Response::Momentum, Response::Stop, Response::PushBack, Response::Bounce];

pub fn world_of(level: &Level) -> World {
    let mut builder = WorldBuilder::new();
    let materials = materials_of(level, &mut builder);
    add_level(level, &materials, &mut builder);
    builder.build().expect("scenes are valid")
}

/// A world with a level as its only instance.
pub fn instance_of(level: &Level, pose: &Pose) -> World {
    let mut builder = WorldBuilder::new();
    let materials = materials_of(level, &mut builder);
    let mut world = builder.build().expect("materials are valid");
    let mut builder = world.geometry_builder();
    add_level(level, &materials, &mut builder);
    let geometry = world.add_geometry(builder).expect("scenes are valid");
    world.add_instance(geometry, pose, InstanceOptions::default()).expect("a pose");
    world
}

/// Adds the materials of a level and returns that of each triangle.
fn materials_of(level: &Level, builder: &mut WorldBuilder) -> Vec<MaterialId> {
    let add = |m: &sidle_scenes::Surface| {
        builder.add_material(Material {
            friction: m.friction,
            restitution: m.restitution,
            sides: if m.two_sided { Sides::Two } else { Sides::Front },
            layer: m.layer,
            surface_velocity: m.velocity.into(),
        })
    };
    let ids: Vec<MaterialId> = level.materials.iter().map(add).collect();
    let of = |i: usize| usize::from(level.triangle_materials.get(i).copied().unwrap_or(0));
    (0..level.triangles.len()).map(|i| ids.get(of(i)).copied().unwrap_or_default()).collect()
}

fn add_level(level: &Level, materials: &[MaterialId], builder: &mut WorldBuilder) {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    builder.add_mesh(&vertices, &level.triangles, materials);
}

/// Adds a box with these half lengths as a geometry.
pub fn box_geometry(world: &mut World, half: Vec3) -> GeometryId {
    let mut builder = world.geometry_builder();
    builder.add_box(half, MaterialId(0));
    world.add_geometry(builder).expect("a box")
}

/// A world of triangles, each with three corners of its own.
pub fn triangles(corners: &[Vec3]) -> World {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    World::from_triangles(corners, &triangles).expect("finite")
}

/// A world of one triangle at height 0, from -`half` to `half` along x and z.
pub fn floor(half: f32) -> World {
    let corners = [Vec3::new(-half, 0.0, -half), Vec3::new(0.0, 0.0, half), Vec3::new(half, 0.0, -half)];
    World::from_triangles(&corners, &[[0, 1, 2]]).expect("a floor")
}

/// A world of triangles of one material.
pub fn surface(vertices: &[Vec3], triangles: &[[u32; 3]], material: Material) -> World {
    let mut builder = WorldBuilder::new();
    let material = builder.add_material(material);
    builder.add_triangles(vertices, triangles, material);
    builder.build().expect("finite triangles")
}

/// A displacement within one second.
pub fn by(displacement: Vec3) -> Motion {
    Motion::displacement(displacement, 1.0)
}

pub fn shape_of(shape: &SceneShape) -> Shape {
    match *shape {
        SceneShape::Point => Shape::point(),
        SceneShape::Sphere(r) => Shape::sphere(r as f32),
        SceneShape::Ellipsoid(r) => Shape::ellipsoid(narrow(r)),
    }
}

pub fn body_of(shape: &Shape) -> Body {
    match shape.kind() {
        ShapeKind::Point => Body::Point,
        ShapeKind::Sphere { radius } => Body::Sphere { radius: f64::from(radius) },
        ShapeKind::Ellipsoid { radii } => {
            Body::Ellipsoid { radii: wide(radii), rotation: shape.rotation().to_array().map(f64::from) }
        }
        ShapeKind::Capsule { radius, height } => {
            Body::capsule(radius.into(), height.into(), shape.rotation().to_array().map(f64::from))
        }
        other => unreachable!("unknown shape: {other:?}"),
    }
}

pub fn wide(v: impl WorldVector) -> [f64; 3] {
    v.to_dvec3().to_array()
}

pub fn narrow(v: [f64; 3]) -> Vec3 {
    Vec3::from(v.map(|c| c as f32))
}

/// Returns the nearest place by brute force, within two lengths of the body. The place has a
/// clearance of 1 % of that length. The path of the centre from `from` crosses nothing and is at
/// most two lengths long.
pub fn nearest_refuge(judge: &Judge, shape: &Shape, from: impl WorldVector) -> Option<Refuge> {
    let length = match shape.kind() {
        ShapeKind::Point => return None,
        ShapeKind::Sphere { radius } => 2.0 * f64::from(radius),
        ShapeKind::Ellipsoid { radii } => 2.0 * f64::from(radii.max_element()),
        ShapeKind::Capsule { height, .. } => f64::from(height),
        other => unreachable!("unknown shape: {other:?}"),
    };
    let search = RefugeSearch {
        clearance: 0.01 * length,
        within: 2.0 * length,
        longest_way: 2.0 * length,
        spacing: length / 24.0,
        finest: length / 128.0,
    };
    Refuges::new(judge, &body_of(shape), wide(from), search).nearest(search.within)
}

pub fn response_of(law: Law) -> Response {
    match law {
        Law::Slide => Response::Slide,
        Law::Momentum => Response::Momentum,
        Law::Stop => Response::Stop,
        Law::PushBack => Response::PushBack,
        Law::Bounce => Response::Bounce,
    }
}

/// Returns the motion that a drive asks for at a position, of a body with this velocity.
pub fn motion_of(drive: Drive, position: DVec3, velocity: Vec3, dt: f32) -> Motion {
    match drive {
        Drive::Body { gravity, .. } => Motion::with_gravity(velocity, narrow(gravity), dt),
        _ => Motion::velocity(drive.desired(position.to_array()).expect("a wish").into(), dt),
    }
}

/// Returns the settings of the moves of a run.
pub fn config_of(run: &Run) -> MoveConfig {
    MoveConfig {
        response: response_of(run.law),
        friction_law: if run.drag { FrictionLaw::Drag } else { FrictionLaw::Coulomb },
        skin_width: run.skin as f32,
        ..MoveConfig::default()
    }
}

/// Runs one run at one rate, as described by [`sidle_scenes::Station`].
pub fn execute(world: &World, run: &Run, rate: u32) -> Trace {
    let shape = shape_of(&run.shape);
    let config = config_of(run);
    let mut scratch = Scratch::default();
    let mut position = DVec3::from(run.start);
    let mut velocity = Vec3::ZERO;
    let mut trace = Trace { rate, positions: vec![run.start], ..Trace::default() };
    let dt = 1.0 / rate as f32;
    for phase in &run.script {
        if let Drive::Body { velocity: Some(v), .. } = phase.drive {
            velocity = narrow(v);
        }
        for _ in 0..(phase.seconds * f64::from(rate)).round() as usize {
            let motion = motion_of(phase.drive, position, velocity, dt);
            let outcome = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            (position, velocity) = (outcome.position, outcome.velocity);
            trace.positions.push(position.to_array());
            trace.normals.extend(scratch.hits().iter().map(|h| h.normal.to_array()));
        }
    }
    trace.velocity = velocity.to_array();
    trace
}
