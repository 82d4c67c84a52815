//! The response of a move to a surface, and the reason for its end.

use crate::common::{RESPONSES, by};
use sidle::{
    DVec3, FrictionLaw, Material, Motion, MoveConfig, OnOverlap, Response, Scratch, Shape, StartAdjustment,
    StopReason, Vec3, World, WorldBuilder,
};

const BALL: Shape = Shape::sphere(0.5);

fn config(response: Response) -> MoveConfig {
    MoveConfig { response, ..MoveConfig::default() }
}

/// Big squares, each given by a point, its normal and its material.
fn planes(planes: &[(Vec3, Vec3, Material)]) -> World {
    let mut builder = WorldBuilder::new();
    for &(at, normal, material) in planes {
        let material = builder.add_material(material);
        let n = normal.normalize();
        let u = n.any_orthonormal_vector() * 100.0;
        let w = n.cross(u);
        builder.add_polygon(&[at + u, at + w, at - u, at - w], material);
    }
    builder.build().expect("valid")
}

fn bouncy(restitution: f32) -> Material {
    Material { restitution, ..Material::default() }
}

fn angle_between(a: Vec3, b: Vec3) -> f64 {
    let (a, b) = (a.as_dvec3(), b.as_dvec3());
    (a.cross(b).length() / a.dot(b)).atan().to_degrees()
}

#[test]
fn m09_stop_ends_at_the_wall_with_nothing_left() {
    let world = planes(&[(Vec3::X * 2.0, Vec3::NEG_X, Material::default())]);
    let end = world.move_once(&BALL, Vec3::ZERO, by(Vec3::new(4.0, 0.0, 4.0)), &config(Response::Stop));
    assert_eq!((end.outcome.reason, end.outcome.velocity), (StopReason::Blocked, Vec3::ZERO));
    assert!((end.outcome.position - DVec3::new(1.499, 0.0, 1.499)).length() < 1e-4);
}

/// The second half of a wall leans out so little that it is an obstacle, but no contact that the
/// motion enters by more than rounding.
#[test]
fn a_move_that_stops_at_a_seam_says_where() {
    let mut blocked = 0;
    for k in 1..400 {
        let lean = 5e-7 * k as f32;
        let mut builder = WorldBuilder::new();
        let material = builder.add_material(Material::default());
        let at = |z: f32, y: f32| Vec3::new(0.501 - lean * z.max(0.0), y, z);
        for z in [[-50.0, 0.0], [0.0, 50.0]] {
            builder.add_polygon(&[at(z[0], -9.0), at(z[0], 9.0), at(z[1], 9.0), at(z[1], -9.0)], material);
        }
        let world = builder.build().expect("valid");
        for start in [-0.1, -1e-4] {
            let from = Vec3::Z * start;
            let motion = by(Vec3::Z * 0.2);
            let report = world.move_once(&BALL, from, motion, &config(Response::Stop));
            let outcome = &report.outcome;
            let reason = if report.hits.is_empty() { StopReason::Arrived } else { StopReason::Blocked };
            assert_eq!(outcome.reason, reason, "{lean} {start}: {outcome:?}");
            blocked += report.hits.len();
        }
    }
    assert!((300..500).contains(&blocked), "{blocked}");
}

#[test]
fn m10_push_back_slides_along_one_wall() {
    let world = planes(&[(Vec3::X * 2.0, Vec3::NEG_X, Material::default())]);
    let end = world.move_once(&BALL, Vec3::ZERO, by(Vec3::new(4.0, 0.0, 4.0)), &config(Response::PushBack));
    assert_eq!(end.outcome.reason, StopReason::Arrived);
    assert!((end.outcome.position - DVec3::new(1.499, 0.0, 4.0)).length() < 1e-4);
    assert_eq!(end.outcome.velocity, Vec3::Z * 4.0);
    let head_on = world.move_once(&BALL, Vec3::ZERO, by(Vec3::X * 4.0), &config(Response::PushBack));
    assert_eq!((head_on.outcome.reason, head_on.outcome.velocity), (StopReason::NoFreedom, Vec3::ZERO));
}

/// Almost head-on into one wall, then along it into another one that leads back: the motion that is
/// pushed out of the second wall points against the requested one. `Slide` waits in the corner,
/// `Momentum` continues along the second wall.
#[test]
fn c05_push_back_along_a_wall_that_leads_back_is_turned_back() {
    let leading_back = Vec3::new(-60.0_f32.to_radians().sin(), 0.0, 60.0_f32.to_radians().cos());
    let world = planes(&[
        (Vec3::ZERO, Vec3::Z, Material::default()),
        (Vec3::X * 3.0, leading_back, Material::default()),
    ]);
    let (start, motion) = (Vec3::new(0.0, 0.0, 2.0), Vec3::new(5.0, 0.0, -9.0));
    let end = world.move_once(&BALL, start, by(motion), &config(Response::PushBack));
    assert_eq!((end.outcome.reason, end.hits.len()), (StopReason::Reversed, 2), "{end:?}");
    assert_eq!(end.outcome.velocity, Vec3::ZERO);
    let steer = world.move_once(&BALL, start, by(motion), &config(Response::Slide));
    assert_eq!(steer.outcome.reason, StopReason::NoFreedom);
    let momentum = world.move_once(&BALL, start, by(motion), &config(Response::Momentum));
    assert_eq!(momentum.outcome.reason, StopReason::Arrived);
    assert!(momentum.outcome.velocity.dot(motion) < 0.0);
}

#[test]
fn c05_the_three_ends_of_the_text_are_told_apart() {
    let wall = planes(&[(Vec3::X * 2.0, Vec3::NEG_X, bouncy(0.5))]);
    let reason =
        |motion: Vec3, response| wall.move_once(&BALL, Vec3::X, by(motion), &config(response)).outcome.reason;
    assert_eq!(reason(Vec3::X * 1e-30, Response::Slide), StopReason::Arrived);
    assert_eq!(reason(Vec3::X * 4.0, Response::Slide), StopReason::NoFreedom);
    assert_eq!(reason(Vec3::X * 4.0, Response::Bounce), StopReason::Reversed);
    assert_eq!(reason(Vec3::new(1.0, 0.0, 3.0), Response::Bounce), StopReason::Arrived);
}

#[test]
fn c03_the_impact_speed_is_what_went_into_the_wall() {
    let world = planes(&[(Vec3::X * 2.0, Vec3::new(-3.0, 0.0, 4.0), bouncy(0.25))]);
    let motion = Motion { displacement: Vec3::X * 9.0, velocity: Vec3::X * 30.0 };
    for response in RESPONSES {
        let end = world.move_once(&BALL, Vec3::ZERO, motion, &config(response));
        assert_eq!(end.hits.len(), 1);
        assert!((end.hits[0].speed_removed - 18.0).abs() < 1e-4, "{response:?}: {:?}", end.hits);
    }
}

/// R = I - (1 + e)(n . I) n, at any angle, and the remaining motion goes in that direction.
#[test]
fn g04_a_bounce_mirrors_with_restitution() {
    for (e, tilt) in [(0.0, 0.3), (0.3, 0.0), (0.5, 0.4), (0.8, 1.2), (1.0, 0.7)] {
        let n = Vec3::new(-1.0, tilt, 0.2).normalize();
        let world = planes(&[(Vec3::X * 3.0, n, bouncy(e))]);
        let v = Vec3::new(8.0, -1.0, 2.0);
        let end = world.move_once(&BALL, Vec3::ZERO, by(v), &config(Response::Bounce));
        let mirrored = v - n * ((1.0 + e) * n.dot(v));
        assert!((end.outcome.velocity - mirrored).length() < 1e-5, "{e}: {:?}", end.outcome);
        let met = end.path[1];
        let left = 1.0 - (met - end.path[0]).length() / f64::from(v.length());
        assert!((end.outcome.position - (met + mirrored.as_dvec3() * left)).length() < 2e-3, "{e}: {end:?}");
        // A body that moves away gets no restitution.
        let away = world.move_once(&BALL, met, by(mirrored), &config(Response::Bounce));
        assert!((away.outcome.velocity - mirrored).length() < 1e-5);
    }
}

#[test]
fn g04_a_corner_of_three_sends_a_shot_back_where_it_came_from() {
    let walls = [Vec3::X, Vec3::Y, Vec3::Z].map(|n| (n * 3.0, -n, bouncy(1.0)));
    let world = planes(&walls);
    let v = Vec3::new(5.0, 7.0, 6.0);
    let end = world.move_once(&BALL, Vec3::ZERO, by(v), &config(Response::Bounce));
    assert_eq!((end.hits.len(), end.outcome.reason), (3, StopReason::Reversed));
    assert!(angle_between(end.outcome.velocity, -v) < 0.1 && (end.outcome.velocity + v).length() < 1e-4);
}

/// In a closed room without loss, a shot keeps its speed forever, at any rate, and stays inside.
#[test]
fn g04_a_shot_in_a_room_keeps_its_speed() {
    let room: Vec<_> = [Vec3::X, Vec3::Y, Vec3::Z]
        .into_iter()
        .flat_map(|n| [(n * 3.0, -n, bouncy(1.0)), (n * -3.0, n, bouncy(1.0))])
        .collect();
    let world = planes(&room);
    for rate in [30.0, 60.0, 1000.0] {
        let mut scratch = Scratch::default();
        let (mut at, mut velocity) = (DVec3::new(0.1, -0.2, 0.3), Vec3::new(31.0, -17.0, 23.0));
        let speed = velocity.length();
        for _ in 0..2_000 {
            let motion = Motion::velocity(velocity, 1.0 / rate);
            let end = world.move_and_slide(&mut scratch, &BALL, at, motion, &config(Response::Bounce));
            (at, velocity) = (end.position, end.velocity);
            assert!(at.abs().max_element() <= 2.5 && (velocity.length() - speed).abs() < 2e-3 * speed);
        }
    }
}

#[test]
fn g04_slower_than_the_threshold_is_no_bounce() {
    let world = planes(&[(Vec3::ZERO, Vec3::Y, bouncy(0.6))]);
    let config = MoveConfig { bounce_threshold: 0.4, ..config(Response::Bounce) };
    let (mut at, mut velocity) = (DVec3::Y * 3.0, Vec3::X * 0.5);
    let mut bounces = 0;
    for _ in 0..60 * 20 {
        let motion = Motion::with_gravity(velocity, Vec3::NEG_Y * 10.0, 1.0 / 60.0);
        let end = world.move_and_slide(&mut Scratch::default(), &BALL, at, motion, &config);
        bounces += u32::from(end.velocity.y > 0.0 && motion.velocity.y < 0.0);
        (at, velocity) = (end.position, end.velocity);
    }
    assert!((3..20).contains(&bounces), "{bounces}");
    assert!((at.y - 0.501).abs() < 1e-4 && velocity == Vec3::X * 0.5, "{at} {velocity}");
}

/// Over s metres the speed falls to exp(-k s). This is the same at any rate, with two triangles or
/// thousands, with and without gravity.
#[test]
fn n09_proportional_friction_is_per_metre_of_path() {
    let (k, speed, seconds) = (0.8_f32, 6.0_f32, 2.0_f32);
    let way = (1.0 + f64::from(k * speed * seconds)).ln() / f64::from(k);
    let left = f64::from(speed) / (1.0 + f64::from(k * speed * seconds));
    let config = MoveConfig { friction_law: FrictionLaw::Drag, ..config(Response::Momentum) };
    for cells in [1, 60] {
        let mut builder = WorldBuilder::new();
        let mud = builder.add_material(Material { friction: k, ..Material::default() });
        let size = 60.0 / cells as f32;
        for i in 0..cells {
            for j in 0..cells {
                let at = Vec3::new(i as f32 * size - 30.0, 0.0, j as f32 * size - 30.0);
                let corner = [at, at + Vec3::Z * size, at + (Vec3::X + Vec3::Z) * size, at + Vec3::X * size];
                builder.add_triangles(&corner, &[[0, 1, 2], [0, 2, 3]], mud);
            }
        }
        let world = builder.build().expect("valid");
        for rate in [30.0, 60.0, 240.0, 1000.0] {
            for gravity in [Vec3::ZERO, Vec3::NEG_Y * 9.81] {
                let mut scratch = Scratch::default();
                let start = DVec3::new(-7.0, 0.501, 0.3);
                let (mut at, mut velocity) = (start, Vec3::new(0.8, 0.0, 0.6) * speed);
                for _ in 0..(seconds * rate) as u32 {
                    let motion = Motion::with_gravity(velocity, gravity, 1.0 / rate);
                    let end = world.move_and_slide(&mut scratch, &BALL, at, motion, &config);
                    (at, velocity) = (end.position, end.velocity);
                }
                let (went, speed) = ((at - start).length(), f64::from(velocity.length()));
                assert!((went - way).abs() < 1e-3, "{cells} cells, {rate} Hz, {gravity}: {went} of {way}");
                assert!((speed - left).abs() < 1e-3, "{cells} cells, {rate} Hz: {speed} of {left}");
            }
        }
    }
}

/// `Slide`: the desired motion fades along the path of one move.
#[test]
fn n09_proportional_friction_shortens_a_steered_slide() {
    let mud = Material { friction: 0.5, ..Material::default() };
    let world = planes(&[(Vec3::ZERO, Vec3::Y, mud)]);
    let config = MoveConfig { friction_law: FrictionLaw::Drag, ..config(Response::Slide) };
    let end = world.move_once(&BALL, Vec3::Y * 0.501, by(Vec3::new(6.0, -1.0, 0.0)), &config);
    assert!((end.outcome.position.x - 4.0_f64.ln() / 0.5).abs() < 1e-4, "{end:?}");
    let flying = world.move_once(&BALL, Vec3::Y * 5.0, by(Vec3::new(6.0, -1.0, 0.0)), &config);
    assert_eq!(flying.outcome.position, DVec3::new(6.0, 4.0, 0.0));
    // It holds no body on a ramp, unlike Coulomb friction of 2.0.
    let steep = Material { friction: 2.0, ..Material::default() };
    let ramp = planes(&[(Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0), steep)]);
    let start = Vec3::new(1.0, 1.0, 0.0).normalize() * 0.501;
    let slid = ramp.move_once(&BALL, start, by(Vec3::NEG_Y), &config);
    assert!(slid.outcome.position.y < f64::from(start.y - 0.1));
}

#[test]
fn c01_a_start_in_collision_is_refused_returned_or_pushed_out() {
    let world = planes(&[(Vec3::X * 2.0, Vec3::NEG_X, Material::default())]);
    let (inside, motion) = (DVec3::new(1.8, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
    let with = |on_overlap| {
        let config = MoveConfig { on_overlap, ..MoveConfig::default() };
        world.move_once(&BALL, inside, by(motion), &config).outcome
    };
    let refused = with(OnOverlap::Refuse);
    assert_eq!(
        (refused.reason, refused.position, refused.start_adjustment),
        (StopReason::StartedInside, inside, StartAdjustment::None)
    );
    let last_free = DVec3::new(1.2, 0.0, 0.0);
    let returned = with(OnOverlap::ReturnTo(last_free));
    assert_eq!(
        (returned.reason, returned.position, returned.start_adjustment),
        (StopReason::Arrived, last_free + motion.as_dvec3(), StartAdjustment::Returned)
    );
    let out = with(OnOverlap::PushOut);
    assert_eq!((out.reason, out.start_adjustment), (StopReason::Arrived, StartAdjustment::PushedOut));
    assert!((out.position - DVec3::new(1.499, 0.0, 1.0)).length() < 1e-5, "{out:?}");
    // Neither policy helps if the other place is not free either.
    for place in [inside, DVec3::splat(f64::NAN), DVec3::splat(1e30)] {
        assert_eq!(with(OnOverlap::ReturnTo(place)), refused);
    }
    // None of them changes a free start.
    for on_overlap in [OnOverlap::Refuse, OnOverlap::ReturnTo(DVec3::ONE), OnOverlap::PushOut] {
        let config = MoveConfig { on_overlap, ..MoveConfig::default() };
        let end = world.move_once(&BALL, Vec3::ZERO, by(motion), &config).outcome;
        assert_eq!((end.position, end.start_adjustment), (motion.as_dvec3(), StartAdjustment::None));
    }
}

#[test]
fn bad_numbers_in_a_config_are_invalid_input() {
    let world = World::from_triangles(&[], &[]).expect("empty");
    let bad = [
        MoveConfig { restitution_scale: f32::NAN, ..MoveConfig::default() },
        MoveConfig { restitution_scale: 1.5, ..MoveConfig::default() },
        MoveConfig { bounce_threshold: -1.0, ..MoveConfig::default() },
        MoveConfig { bounce_threshold: f32::NAN, ..MoveConfig::default() },
    ];
    for config in bad {
        let end = world.move_once(&BALL, Vec3::ONE, by(Vec3::X), &config).outcome;
        assert_eq!((end.reason, end.position), (StopReason::InvalidInput, DVec3::ONE));
    }
}

/// A crate is thrown at a wall with restitution, on a floor without, more slowly than gravity
/// presses it down. Earlier, the floor, which it enters more steeply, prevented the bounce.
#[test]
fn g04_a_floor_without_restitution_does_not_hide_the_wall() {
    let world = planes(&[(Vec3::ZERO, Vec3::Y, bouncy(0.0)), (Vec3::X * 2.0, Vec3::NEG_X, bouncy(1.0))]);
    let start = Vec3::new(1.499, 0.501, 0.0);
    let motion = Motion::with_gravity(Vec3::X * 0.2, Vec3::NEG_Y * 60.0, 1.0 / 60.0);
    let end = world.move_once(&BALL, start, motion, &config(Response::Bounce)).outcome;
    assert!((end.velocity - Vec3::NEG_X * 0.2).length() < 1e-5, "{end:?}");
    assert!((end.position - (start - Vec3::X * (0.2 / 60.0)).as_dvec3()).length() < 1e-5, "{end:?}");
}
