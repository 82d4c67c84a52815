//! The cost of `World::carry` on and beside a turntable, for small and large turns in one step.
//!
//! `cargo bench -p sidle-bench --bench turntables`. The turntable is a box of 4.2 m x 0.2 m x
//! 4.2 m, so its corners are 3 m from its axis. The body is a capsule of radius 0.3 m and height
//! 1.8 m, with the default skin of 1 mm.
//!
//! - carried: the body stands on the turntable, 1.5 m from the axis; nothing else is near
//! - pushed: the body stands on a floor, 5 mm in front of an arm (a box of 6 m x 1 m x 0.2 m that
//!   turns about its middle), 1.5 m from the axis
//! - at end: the same, 2.5 m from the axis, so that the body leaves the arm over its end
//!
//! For each turn the fastest of the calls in one second counts. A body that an arm cannot push fast
//! enough is crushed; the calls use a time step of 0.1 s and a push speed of up to 1,000 m/s.

use std::time::Instant;

use sidle::{
    CarryConfig, CarryEnd, InstanceId, InstanceOptions, MaterialId, Pose, PoseSet, Quat, Scratch, Shape,
    Vec3, World,
};

const SECONDS: f32 = 1.0;
const DEGREES: [f32; 4] = [1.0, 10.0, 90.0, 170.0];
const DT: f32 = 0.1;

fn main() {
    println!("{:>8} {:>8} {:>12} {:>11} {:>9}", "body", "degrees", "microseconds", "iterations", "end");
    let plate = (Vec3::new(2.12, 0.1, 2.12), Vec3::Y * -0.1);
    let (level, table) = world(plate, None);
    measure("carried", level, table, Vec3::new(1.5, 0.901, 0.0));
    let arm = (Vec3::new(3.0, 0.5, 0.1), Vec3::Y * 0.6);
    let floor = (Vec3::new(9.0, 0.5, 9.0), Vec3::Y * -0.5);
    let (level, arm) = world(arm, Some(floor));
    // The arm turns from +x towards -z.
    measure("pushed", level.clone(), arm, Vec3::new(1.5, 0.901, -0.405));
    measure("at end", level, arm, Vec3::new(2.5, 0.901, -0.405));
}

/// A world of a box that moves and one that stands: half of the size, and the place.
fn world(moving: (Vec3, Vec3), standing: Option<(Vec3, Vec3)>) -> (World, InstanceId) {
    let mut world = World::default();
    let mut add = |(half, place): (Vec3, Vec3)| {
        let mut builder = world.geometry_builder();
        let signs = [-1.0, 1.0];
        let corners = signs.map(|x| signs.map(|y| signs.map(|z| place + half * Vec3::new(x, y, z))));
        builder.add_convex_hull(corners.as_flattened().as_flattened(), MaterialId(0));
        let geometry = world.add_geometry(builder).expect("a box");
        world.add_instance(geometry, &Pose::IDENTITY, InstanceOptions::default()).expect("a pose")
    };
    let id = add(moving);
    standing.map(add);
    (world, id)
}

/// Prints a row for each turn.
fn measure(name: &str, mut world: World, table: InstanceId, from: Vec3) {
    let (mut scratch, body) = (Scratch::default(), Shape::capsule(0.3, 1.8));
    let config = CarryConfig { max_push_speed: 1000.0, ..CarryConfig::default() };
    for degrees in DEGREES {
        let turned = Pose::IDENTITY.with_rotation(Quat::from_rotation_y(degrees.to_radians()));
        let mut poses = PoseSet::default();
        poses.add(table, Pose::IDENTITY, turned);
        world.set_poses(&poses).expect("valid poses");
        let mut least = f64::INFINITY;
        let mut carried = world.carry(&mut scratch, &body, from, DT, &config);
        let all = Instant::now();
        while all.elapsed().as_secs_f32() < SECONDS {
            let start = Instant::now();
            carried = std::hint::black_box(world.carry(&mut scratch, &body, from, DT, &config));
            least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
        let end = if carried.end == CarryEnd::Free { "free".into() } else { format!("{:?}", carried.end) };
        println!("{name:>8} {degrees:>8} {least:>12.0} {:>11} {end:>9}", carried.iterations);
    }
}
