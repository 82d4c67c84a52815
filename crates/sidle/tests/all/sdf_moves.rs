//! Bodies given only by a distance function, in several scenes.

use crate::common::sdf::{Walk, bodies};
use crate::common::{by, world_of};
use sidle::sdf::{Capsule, Obstacle, RoundedBox, Scene, SdfScratch, Sphere, Torus};
use sidle::{
    DVec3, FrictionLaw, Material, Motion, MoveConfig, OnOverlap, QueryFilter, Response, Sides,
    StartAdjustment, StopReason, Vec3, World,
};
use sidle_scenes::{Builder, Level, trials};

fn floor_and_wall() -> Level {
    let mut b = Builder::new();
    b.floor(0.0, [-6.0, -6.0], [6.0, 6.0], [5, 4]);
    b.wall([2.0, -6.0], [2.0, 6.0], [0.0, 4.0]);
    b.finish("floor-and-wall", &[])
}

#[test]
fn c06_every_body_slides_over_the_floor_and_along_the_wall() {
    let level = floor_and_wall();
    let world = world_of(&level);
    for (name, body, half) in bodies() {
        for response in [Response::Slide, Response::Momentum] {
            let config = MoveConfig { response, ..MoveConfig::default() };
            let mut walk = Walk::new(&world, &level, &*body, config, 3);
            let (mut at, mut velocity) = (DVec3::new(-1.0, 1.0, -2.0), Vec3::new(3.0, -1.0, 1.0));
            for _ in 0..120 {
                let end = walk.step(at, Motion::velocity(velocity, 1.0 / 60.0));
                at = end.position;
                if response == Response::Momentum {
                    velocity = end.velocity;
                }
            }
            assert!(walk.most_iterations <= 8, "{name}: {} iterations", walk.most_iterations);
            let expected = DVec3::new(2.0 - half.x - 0.001, half.y + 0.001, 0.0);
            assert!((at - expected).length() < 2e-4, "{name} {response:?}: {at}, not {expected}");
        }
    }
}

/// A floor with a pole of eight sides on it.
fn floor_and_pole() -> Level {
    let mut b = Builder::new();
    b.floor(0.0, [-6.0, -6.0], [6.0, 6.0], [3, 3]);
    b.pillar([0.0, 0.0, 0.0], 0.2, 4.0, 8, 0.0);
    b.finish("floor-and-pole", &[])
}

#[test]
fn c06_a_ring_round_a_pole_slides_down_and_cannot_leave_sideways() {
    let level = floor_and_pole();
    let world = world_of(&level);
    let ring = Torus { ring: 0.5, tube: 0.1 };
    let mut walk = Walk::new(&world, &level, &ring, MoveConfig::default(), 31);
    // Released around the middle of the pole, it falls freely to the floor.
    let (mut at, dt) = (DVec3::new(0.0, 3.0, 0.0), 1.0 / 60.0);
    let (mut fall, mut steps) = (0.0, 0);
    while at.y > 0.1015 && steps < 200 {
        let motion = Motion::with_gravity(Vec3::Y * fall, Vec3::NEG_Y * 9.81, dt);
        let end = walk.step(at, motion);
        (at, fall, steps) = (end.position, end.velocity.y, steps + 1);
    }
    assert!((at - DVec3::new(0.0, 0.101, 0.0)).length() < 1e-4, "{at}");
    // sqrt(2 * 2.899 / 9.81) s are 46 steps.
    assert!((46..=47).contains(&steps), "{steps}");
    // Pulled to every side, on the floor and half way up, it reaches the pole and goes no further.
    for height in [0.101, 1.5] {
        for k in 0..trials(2, 5) {
            let angle = f64::from(k) * std::f64::consts::TAU / 5.0 + 0.1;
            let pull = Vec3::new(angle.cos() as f32, 0.0, angle.sin() as f32) * 4.0;
            let mut at = DVec3::new(0.0, height, 0.0);
            for _ in 0..12 {
                at = walk.step(at, Motion::velocity(pull, dt)).position;
            }
            // The inside of the ring is 0.4 wide; the pole's sides and corners are between 0.1848
            // and 0.2 from its axis.
            let off = (at.x * at.x + at.z * at.z).sqrt();
            assert!(off > 0.18 && off < 0.4 - 0.1848 + 1e-3, "pulled {pull}: {at}, {off} off");
            assert!((at.y - height).abs() < 1e-3, "{at}");
        }
    }
    // Pulled to the side and down at once, it slides down along the pole.
    let mut at = DVec3::new(0.0, 2.0, 0.0);
    for _ in 0..30 {
        at = walk.step(at, Motion::velocity(Vec3::new(1.0, -1.5, 0.3), 0.05)).position;
    }
    assert!((at.y - 0.101).abs() < 1e-3, "{at}");
    // Above the top of the pole it comes off.
    for _ in 0..20 {
        at = walk.step(at, by(Vec3::Y * 0.25)).position;
    }
    at = walk.step(at, by(Vec3::X * 4.0)).position;
    assert!(at.x > 3.5 && at.y > 4.0, "{at}");
}

#[test]
fn c06_bodies_against_bodies() {
    let world = World::from_triangles(&[], &[]).expect("an empty world");
    let (pole, ring) = (Capsule { half_height: 2.0, radius: 0.2 }, Torus { ring: 0.5, tube: 0.1 });
    let obstacles = [Obstacle { body: &pole, at: DVec3::ZERO }];
    let scene = Scene { world: &world, obstacles: &obstacles };
    let (mut scratch, config) = (SdfScratch::default(), MoveConfig::default());
    // A ring around a pole with a play of 0.4 - 0.2. Such small distances are expensive, so it is
    // only pulled a few times.
    let mut at = DVec3::new(0.15, 0.5, 0.0);
    let short = MoveConfig { max_iterations: 8, ..config };
    for _ in 0..2 {
        let end = scene.move_and_slide(&mut scratch, &ring, at, by(Vec3::new(0.1, 0.0, 0.0)), &short);
        assert!(end.reason != StopReason::StartedInside, "{end:?}");
        at = end.position;
        let free = scene.clearance(&mut scratch, &ring, at, end.skin, &QueryFilter::ALL);
        assert!(free >= 0.0, "{end:?}: {free}");
    }
    let off = (at.x * at.x + at.z * at.z).sqrt();
    assert!(off < 0.2 && off > 0.19, "{at} {off}");
    // A box comes down on a ball beneath its middle and stands on it.
    let ball = Sphere { radius: 0.5 };
    let obstacles = [Obstacle { body: &ball, at: DVec3::ZERO }];
    let scene = Scene { world: &world, obstacles: &obstacles };
    let body = RoundedBox { half: DVec3::splat(0.4), radius: 0.05 };
    let end = scene.move_and_slide(&mut scratch, &body, Vec3::Y * 2.0, by(Vec3::NEG_Y * 3.0), &config);
    assert!((end.position - DVec3::Y * 0.901).length() < 1e-3, "{end:?}");
    assert_eq!(scratch.hits().len(), 1);
    // And a ball rolls over a ball.
    let end =
        scene.move_and_slide(&mut scratch, &ball, Vec3::new(-2.0, 0.5, 0.0), by(Vec3::X * 4.0), &config);
    assert!(end.position.x > 1.0 && end.position.y > 0.9, "{end:?}");
}

#[test]
fn c07_what_cannot_be_done_is_refused() {
    let level = floor_and_wall();
    let world = world_of(&level);
    let (scene, mut scratch, ball) = (Scene::new(&world), SdfScratch::default(), Sphere { radius: 0.5 });
    let mut go = |from: DVec3, config: MoveConfig| {
        scene.move_and_slide(&mut scratch, &ball, from, by(Vec3::X), &config)
    };
    let plain = MoveConfig::default();
    let (free, inside) = (DVec3::new(-1.0, 1.0, 0.0), DVec3::new(-1.0, 0.4, 0.0));
    for config in [
        MoveConfig { response: Response::Bounce, ..plain },
        MoveConfig { response: Response::PushBack, ..plain },
        MoveConfig { friction_law: FrictionLaw::Drag, ..plain },
    ] {
        let end = go(free, config);
        assert_eq!((end.reason, end.position), (StopReason::InvalidInput, free));
    }
    for on_overlap in [OnOverlap::Refuse, OnOverlap::PushOut, OnOverlap::ReturnTo(inside)] {
        let end = go(inside, MoveConfig { on_overlap, ..plain });
        assert_eq!((end.reason, end.position), (StopReason::StartedInside, inside));
    }
    // A last free place that is not free either leaves the mover where it is.
    for place in [inside - DVec3::X * 0.01, DVec3::NAN] {
        let end = go(inside, MoveConfig { on_overlap: OnOverlap::ReturnTo(place), ..plain });
        assert_eq!((end.reason, end.position), (StopReason::StartedInside, inside));
        assert_eq!(end.start_adjustment, StartAdjustment::None);
    }
    let end = go(inside, MoveConfig { on_overlap: OnOverlap::ReturnTo(free), ..plain });
    assert_eq!((end.reason, end.start_adjustment), (StopReason::Arrived, StartAdjustment::Returned));
    assert_eq!(end.position, free + DVec3::X);
    // `Stop` ends at the first obstacle, a skin before it, and keeps no velocity.
    let end = go(free, MoveConfig { response: Response::Stop, ..plain });
    assert_eq!(end.reason, StopReason::Arrived);
    let far = scene.move_and_slide(
        &mut SdfScratch::default(),
        &ball,
        free,
        by(Vec3::X * 9.0),
        &MoveConfig { response: Response::Stop, ..plain },
    );
    assert_eq!((far.reason, far.velocity), (StopReason::Blocked, Vec3::ZERO));
    assert!((far.position.x - 1.499).abs() < 1e-4, "{far:?}");
}

/// One-sided ground lets a ball come up from below and holds it from above. A slope behind a ridge
/// is hit in the same move.
#[test]
fn c07_one_sided_surfaces() {
    let mut builder = sidle::WorldBuilder::new();
    let front = builder.add_material(Material { sides: Sides::Front, ..Material::default() });
    // A roof: up to the ridge at x = 0, y = 1, and down again.
    let at = |x: f32, y: f32| [Vec3::new(x, y, -9.0), Vec3::new(x, y, 9.0)];
    let vertices = [at(-4.0, -3.0), at(0.0, 1.0), at(4.0, -3.0)].concat();
    builder.add_mesh(&vertices, &[[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]], &[front; 4]);
    let world = builder.build().expect("a roof");
    let (scene, mut scratch, ball) = (Scene::new(&world), SdfScratch::default(), Sphere { radius: 0.25 });
    let mut go = |from: Vec3, motion: Vec3| {
        scene.move_and_slide(&mut scratch, &ball, from, by(motion), &MoveConfig::default())
    };
    assert_eq!(go(Vec3::new(-1.0, -2.0, 0.0), Vec3::Y * 4.0).position.y, 2.0);
    let down = go(Vec3::new(-1.0, 2.0, 0.0), Vec3::NEG_Y * 1.9);
    let height = (down.position.y - down.position.x - 1.0) * std::f64::consts::FRAC_1_SQRT_2;
    assert!((height - 0.251).abs() < 1e-4 && down.position.x < -1.1, "{down:?}, {height} above the slope");
    // From beside the left slope, behind the right one, over the ridge and down on the right one.
    let over = go(Vec3::new(-2.0, 1.5, 0.0), Vec3::new(3.0, -1.0, 0.0));
    let height = (over.position.x + over.position.y - 1.0) * std::f64::consts::FRAC_1_SQRT_2;
    assert!(height >= 0.25, "{over:?}, {height} above the slope");
}
