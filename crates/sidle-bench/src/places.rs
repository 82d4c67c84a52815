//! Places where thousands of polygons are within reach of a body at the origin.

use std::f64::consts::{PI, TAU};

use sidle::{InstanceOptions, MaterialId, Pose, PoseSet, Quat, Vec3, World};
use sidle_scenes::SplitMix64;

/// A name, and a function that makes a world of about a number of polygons.
pub type Place = (&'static str, fn(u32) -> World);

/// All places.
pub const PLACES: [Place; 22] = [
    ("flat fan", |n| fan(n, 0.0)),
    ("funnel", |n| fan(n, 1.0)),
    ("spike", |n| fan(n, -1.0)),
    ("book", book),
    ("bowl", bowl),
    ("nails", nails),
    ("copies", |n| copies(n, 0.0, false)),
    ("copies, corners rotated", |n| copies(n, 0.0, true)),
    ("copies up to 1e-7 m apart", |n| copies(n, 1e-7, true)),
    ("one segment", |n| soup(n, |_| [-Vec3::X, Vec3::X, Vec3::ZERO])),
    ("one segment, third moves", |n| soup(n, |r| [-Vec3::X, Vec3::X, Vec3::X * within(r, 0.5).x])),
    ("segments on one line", |n| soup(n, |r| [-3.0, 2.0, 0.0].map(|x| Vec3::X * (x + within(r, 0.5).x)))),
    ("star of segments", |n| soup(n, |r| [-1.0, 1.0, 0.0].map(|x| within(&mut r.clone(), 1.0) * x))),
    ("points", |n| soup(n, |r| [within(r, 1e-4); 3])),
    ("triangles within 1 m", |n| soup(n, |r| [within(r, 0.6); 3].map(|at| at + within(r, 0.2)))),
    ("crossing triangles", |n| soup(n, |r| [0; 3].map(|_| within(r, 1.0)))),
    ("boxes", |n| boxes(n, false, None)),
    ("solid boxes", |n| boxes(n, true, None)),
    ("boxes that turn by 90", |n| boxes(n, false, Some(90.0))),
    ("boxes that turn by 3", |n| boxes(n, false, Some(3.0))),
    ("a mesh that turns by 90", |n| mesh(n, 90.0)),
    ("a mesh that turns by 170", |n| mesh(n, 170.0)),
];

fn world(corners: &[Vec3]) -> World {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    World::from_triangles(corners, &triangles).expect("finite")
}

fn soup(number: u32, triangle: impl Fn(&mut SplitMix64) -> [Vec3; 3]) -> World {
    let mut rng = SplitMix64::new(7);
    let corners: Vec<Vec3> = (0..number)
        .flat_map(|_| {
            let corners = triangle(&mut rng);
            let _ = within(&mut rng, 1.0);
            corners
        })
        .collect();
    world(&corners)
}

/// Returns a vector with coordinates of at most `most`.
fn within(rng: &mut SplitMix64, most: f64) -> Vec3 {
    let mut coordinate = || rng.range(-most, most) as f32;
    Vec3::new(coordinate(), coordinate(), coordinate())
}

/// Returns triangles around the origin that are `rise` metres higher 5 m away.
fn fan(number: u32, rise: f32) -> World {
    let at = |i: u32| {
        let turn = TAU * f64::from(i % number) / f64::from(number);
        Vec3::new(5.0 * turn.cos() as f32, rise * 5.0, 5.0 * turn.sin() as f32)
    };
    let corners: Vec<Vec3> = (0..number).flat_map(|i| [Vec3::ZERO, at(i + 1), at(i)]).collect();
    world(&corners)
}

/// Returns pages with a common spine, all of them hanging down.
fn book(number: u32) -> World {
    let page = |i: u32| {
        let turn = PI * (0.1 + 0.8 * f64::from(i) / f64::from(number));
        Vec3::new(3.0 * turn.cos() as f32, -3.0 * turn.sin() as f32, 0.0)
    };
    let corners: Vec<Vec3> = (0..number).flat_map(|i| [Vec3::Z * -5.0, Vec3::Z * 5.0, page(i)]).collect();
    world(&corners)
}

/// Returns the facets of a bowl that is slightly larger than a ball of radius 0.4 in it.
fn bowl(number: u32) -> World {
    let rings = (f64::from(number) / 2.0).sqrt() as u32;
    let at = |ring: u32, i: u32| {
        let down = 1.2 * f64::from(ring) / f64::from(rings);
        let turn = TAU * f64::from(i % rings) / f64::from(rings);
        let radius = 0.402;
        let across = radius * down.sin();
        let at = [across * turn.cos(), 0.402 - radius * down.cos(), across * turn.sin()];
        Vec3::from(at.map(|x| x as f32))
    };
    let mut corners = Vec::new();
    for ring in 0..rings {
        for i in 0..rings {
            corners.extend([at(ring, i), at(ring + 1, i + 1), at(ring + 1, i)]);
            corners.extend([at(ring, i), at(ring, i + 1), at(ring + 1, i + 1)]);
        }
    }
    world(&corners)
}

/// Returns the same triangle many times, at most `apart` metres apart.
fn copies(number: u32, apart: f32, turned: bool) -> World {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let corner = |i: u32, c: u32| floor[if turned { (i + c) as usize % 3 } else { c as usize }];
    let height = |i: u32| Vec3::Y * (apart * i as f32 / number as f32);
    let corners: Vec<Vec3> = (0..number).flat_map(|i| [0, 1, 2].map(|c| corner(i, c) + height(i))).collect();
    world(&corners)
}

/// Returns tiny triangles that stand on their points, side by side, without internal edges.
fn nails(number: u32) -> World {
    let side = f64::from(number).sqrt() as u32;
    let nail = |i: u32| {
        let (x, z) = ((i % side) as f32, (i / side) as f32);
        let half = side as f32 * 0.5;
        let at = Vec3::new((x - half) * 2.0e-5, 0.0, (z - half) * 2.0e-5);
        [at, at + Vec3::new(8e-6, -1.0, 0.0), at + Vec3::new(-8e-6, -1.0, 4e-6)]
    };
    let corners: Vec<Vec3> = (0..number).flat_map(nail).collect();
    world(&corners)
}

fn rotation(rng: &mut SplitMix64) -> Quat {
    Quat::from_axis_angle(within(rng, 1.0).normalize_or(Vec3::Y), rng.range(0.0, 3.0) as f32)
}

/// Returns boxes within a metre of the origin, at rest or turning by an angle in degrees.
fn boxes(number: u32, solid: bool, turn: Option<f32>) -> World {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    builder.add_box(Vec3::new(0.5, 0.1, 0.5), MaterialId(0));
    let geometry = world.add_geometry(builder).expect("a box");
    let (mut rng, mut poses) = (SplitMix64::new(5), PoseSet::default());
    for _ in 0..number / 6 {
        let at = within(&mut rng, 0.6) - Vec3::Y * 0.3;
        let rotation = rotation(&mut rng);
        let pose = Pose::at(at).with_rotation(rotation);
        let options = InstanceOptions { solid, ..InstanceOptions::default() };
        let instance = world.add_instance(geometry, &pose, options).expect("a pose");
        if let Some(degrees) = turn {
            let axis = within(&mut rng, 1.0).normalize_or(Vec3::Y);
            let turn = Quat::from_axis_angle(axis, degrees.to_radians());
            poses.add(instance, pose, pose.with_rotation(turn * rotation));
        }
    }
    world.set_poses(&poses).expect("poses");
    world
}

/// Returns a mesh of triangles within a metre of the origin that turns by an angle in degrees.
fn mesh(number: u32, degrees: f32) -> World {
    let (mut world, mut rng) = (World::default(), SplitMix64::new(3));
    let mut builder = world.geometry_builder();
    for _ in 0..number {
        let at = within(&mut rng, 0.8) - Vec3::Y * 0.9;
        let corners = [at, at + within(&mut rng, 0.2), at + within(&mut rng, 0.2)];
        builder.add_triangles(&corners, &[[0, 1, 2]], MaterialId(0));
    }
    let geometry = world.add_geometry(builder).expect("triangles");
    let pose = Pose::at(Vec3::ZERO);
    let instance = world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose");
    let mut poses = PoseSet::default();
    poses.add(instance, pose, pose.with_rotation(Quat::from_rotation_z(degrees.to_radians())));
    world.set_poses(&poses).expect("poses");
    world
}
