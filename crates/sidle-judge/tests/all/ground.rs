//! The judge of the ground on hand-made levels, with answers from the rules.

use sidle_judge::{
    Answer, Body, CharacterRules, CharacterWish, Footing, Ground, Judge, Reason, V, reference_character,
};

const SKIN: f64 = 1e-3;

fn rules() -> CharacterRules {
    CharacterRules {
        up: [0.0, 1.0, 0.0],
        max_slope: 50.0_f64.to_radians(),
        skin: SKIN,
        kept_skin: SKIN,
        step_height: 0.4,
        step_width: 0.02,
        snap_distance: 0.4,
        gravity: 9.81,
        jump_height: 1.2,
        air_acceleration: 15.0,
    }
}

fn capsule() -> Body {
    Body::capsule(0.3, 1.8, [0.0, 0.0, 0.0, 1.0])
}

/// A level of quads, each with its corners in order.
fn level(quads: &[[[f32; 3]; 4]]) -> Judge {
    let vertices: Vec<[f32; 3]> = quads.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..quads.len() as u32)
        .flat_map(|q| [[4 * q, 4 * q + 1, 4 * q + 2], [4 * q, 4 * q + 2, 4 * q + 3]])
        .collect();
    Judge::new(&vertices, &triangles)
}

/// A rectangle from x0 to x1 with the heights y0 and y1, 8 m wide.
fn ramp(x0: f32, y0: f32, x1: f32, y1: f32) -> [[f32; 3]; 4] {
    [[x0, y0, -4.0], [x0, y0, 4.0], [x1, y1, 4.0], [x1, y1, -4.0]]
}

/// The ground of a character that was on the ground before, and perhaps on the edge of a step.
fn ask(judge: &Judge, body: &Body, at: V, edge: Answer) -> Ground {
    judge.ground(body, at, &rules(), Footing { edge, ..Footing::GROUND })
}

#[track_caller]
fn assert_ground(found: Ground, answer: Answer, reason: Reason) {
    assert_eq!((found.answer, found.reason), (answer, reason), "{found:?}");
}

#[test]
fn two_skins_above_a_floor() {
    let floor = level(&[ramp(-4.0, 0.0, 4.0, 0.0)]);
    for body in [
        capsule(),
        Body::Sphere { radius: 0.9 },
        Body::Ellipsoid { radii: [0.3, 0.9, 0.4], rotation: [0.0, 0.0, 0.0, 1.0] },
    ] {
        let at = |skins: f64| ask(&floor, &body, [0.1, 0.9 + skins * SKIN, 0.2], Answer::No);
        assert_ground(at(0.5), Answer::Yes, Reason::Walkable);
        assert_ground(at(1.97), Answer::Yes, Reason::Walkable);
        assert_ground(at(2.0), Answer::Either, Reason::Walkable);
        assert_ground(at(2.03), Answer::No, Reason::Nothing);
        // Above the diagonal of the floor both triangles are equally near.
        assert_ground(ask(&floor, &body, [0.0, 0.901, 0.0], Answer::No), Answer::Yes, Reason::Walkable);
    }
}

#[test]
fn slopes_around_the_steepest() {
    for (degrees, answer) in
        [(10.0, Answer::Yes), (49.0, Answer::Yes), (50.0, Answer::Either), (51.0, Answer::No)]
    {
        let (sin, cos) = f64::to_radians(degrees).sin_cos();
        let slope = level(&[ramp(-4.0 * cos as f32, -4.0 * sin as f32, 4.0 * cos as f32, 4.0 * sin as f32)]);
        let sphere = Body::Sphere { radius: 0.5 };
        let found = ask(&slope, &sphere, [-sin * 0.501, cos * 0.501, 0.3], Answer::No);
        assert_eq!(found.answer, answer, "{degrees} degrees: {found:?}");
    }
}

#[test]
fn the_edge_of_a_step_holds_if_there_is_ground_below() {
    let kerb = |height: f32| {
        level(&[ramp(-4.0, 0.0, 0.0, 0.0), ramp(0.0, 0.0, 0.0, height), ramp(0.0, height, 4.0, height)])
    };
    // The lower cap touches the edge 60 degrees from below, one skin away.
    let (sin, cos) = 60.0_f64.to_radians().sin_cos();
    let at = |height: f64| [-sin * 0.301, height + cos * 0.301 + 0.6, 0.1];
    let on = |height: f32| ask(&kerb(height), &capsule(), at(f64::from(height)), Answer::No);
    assert_ground(on(0.2), Answer::Yes, Reason::Edge);
    assert_ground(on(0.75), Answer::No, Reason::Steep);
    // A character that stood on the edge before still stands there.
    let remembered = ask(&kerb(0.75), &capsule(), at(0.75), Answer::Yes);
    assert_ground(remembered, Answer::Yes, Reason::Remembered);
    let perhaps = ask(&kerb(0.75), &capsule(), at(0.75), Answer::Either);
    assert_ground(perhaps, Answer::Either, Reason::Remembered);
    // The floor is 40.2 cm below the edge, which is the threshold.
    assert_ground(on(0.402), Answer::Either, Reason::Edge);
    assert_ground(on(0.41), Answer::No, Reason::Steep);
    // A body in the air lands on the edge, but not on one that is nearly beside it.
    let lands = |at: V| kerb(0.35).ground(&capsule(), at, &rules(), Footing::AIR);
    assert_ground(lands(at(0.35)), Answer::Yes, Reason::Edge);
    let (far, low) = 78.0_f64.to_radians().sin_cos();
    assert_ground(lands([-far * 0.301, 0.35 + low * 0.301 + 0.6, 0.1]), Answer::No, Reason::Steep);
    // Nothing rises beside a wall.
    let beside = ask(&kerb(3.0), &capsule(), [-0.301, 1.5, 0.1], Answer::Yes);
    assert_ground(beside, Answer::No, Reason::Nothing);
}

#[test]
fn steep_surfaces_hold_together() {
    let steep = 60.0_f32.to_radians().tan();
    let groove = level(&[ramp(-2.0, 2.0 * steep, 0.0, 0.0), ramp(0.0, 0.0, 2.0, 2.0 * steep)]);
    let up = 0.501 / f64::cos(60.0_f64.to_radians());
    let sphere = Body::Sphere { radius: 0.5 };
    assert_ground(ask(&groove, &sphere, [0.0, up, 0.0], Answer::No), Answer::Yes, Reason::Between);
    // One of the two alone does not.
    let moved = [0.02 * 0.5, up + 0.02 * f64::from(steep) * 0.5, 0.0];
    assert_ground(ask(&groove, &sphere, moved, Answer::No), Answer::No, Reason::Steep);
}

/// A triangle of a steep bump beside the floor touches the body only along an internal edge.
#[test]
fn internal_edges_do_not_count() {
    let floor = level(&[ramp(-4.0, 0.0, 0.25, 0.0), ramp(0.25, 0.0, 0.26, -1.0)]);
    let found = ask(&floor, &Body::Sphere { radius: 0.5 }, [0.2, 0.501, 0.0], Answer::No);
    assert_ground(found, Answer::Yes, Reason::Walkable);
    // Beyond the edge only the edge is left: 20 degrees, so it is flat enough.
    let found = ask(&floor, &Body::Sphere { radius: 0.5 }, [0.25 + 0.171, 0.4708, 0.0], Answer::No);
    assert_ground(found, Answer::Yes, Reason::Walkable);
}

/// The distance in metres that the naive character gains along +x in a second at 4 m/s.
fn gained(judge: &Judge, body: &Body, from: V, jumps: bool) -> f64 {
    gained_by(&rules(), judge, body, from, jumps)
}

fn gained_by(rules: &CharacterRules, judge: &Judge, body: &Body, from: V, jumps: bool) -> f64 {
    reference_character(judge, body, from, rules, &walk(jumps))
}

/// A second along +x at 4 m/s.
fn walk(jumps: bool) -> CharacterWish {
    CharacterWish {
        velocity: [4.0, 0.0, 0.0],
        jumps,
        seconds: 1.0,
        dt: 1.0 / 960.0,
        enough: f64::INFINITY,
        keeps_skin: false,
    }
}

#[test]
fn a_naive_character_walks_climbs_and_jumps() {
    let ledge = |height: f32| {
        level(&[ramp(-4.0, 0.0, 0.0, 0.0), ramp(0.0, 0.0, 0.0, height), ramp(0.0, height, 9.0, height)])
    };
    let egg = Body::Ellipsoid { radii: [0.3, 0.9, 0.3], rotation: [0.0, 0.0, 0.0, 1.0] };
    for body in [capsule(), egg] {
        let run = |height: f32, jumps| gained(&ledge(height), &body, [-1.0, 0.901, 0.1], jumps);
        assert!((run(0.0, false) - 4.0).abs() < 0.01, "{}", run(0.0, false));
        assert!((run(0.3, false) - 4.0).abs() < 0.1, "{}", run(0.3, false));
        // The wall is half a body ahead; the ellipsoid is 3 cm less wide at the height of the edge.
        assert!((run(0.5, false) - 0.715).abs() < 0.02, "{}", run(0.5, false));
        assert!(run(0.8, true) > 2.0, "{}", run(0.8, true));
        assert!((run(2.5, true) - 0.7).abs() < 0.02, "{}", run(2.5, true));
    }
}

/// The judge of the ground accepts either answer within 1 % of the limit.
#[test]
fn a_naive_character_walks_up_no_slope_above_the_limit() {
    let climbed = |degrees: f32| {
        let top = 9.0 * degrees.to_radians().tan();
        let slope = level(&[ramp(-4.0, 0.0, 0.0, 0.0), ramp(0.0, 0.0, 9.0, top)]);
        gained(&slope, &capsule(), [-1.0, 0.901, 0.1], false)
    };
    let (below, above) = (climbed(49.9), climbed(50.3));
    assert!(below > 2.5 && above < 1.0, "{below} {above}");
}

#[test]
fn a_naive_character_is_held_in_a_shaft() {
    let wall = |x: f32| [[x, -1.0, -4.0], [x, -1.0, 4.0], [x, 9.0, 4.0], [x, 9.0, -4.0]];
    let across = |z: f32| [[-4.0, -1.0, z], [4.0, -1.0, z], [4.0, 9.0, z], [-4.0, 9.0, z]];
    let shaft = level(&[ramp(-4.0, 0.0, 4.0, 0.0), wall(-0.302), wall(0.302), across(-0.302), across(0.302)]);
    assert!(gained(&shaft, &capsule(), [0.0, 0.901, 0.0], true) < 0.002);
}

/// The passage is wider than the body, but 0.2 mm narrower than the body with its skin.
#[test]
fn a_naive_character_keeps_its_skin_if_it_must() {
    let side = |z: f32| [[-9.0, -1.0, z], [9.0, -1.0, z], [9.0, 9.0, z], [-9.0, 9.0, z]];
    let passage = |half: f32| level(&[ramp(-9.0, 0.0, 9.0, 0.0), side(-half), side(half)]);
    let run = |half: f32, keeps_skin| {
        let wish = CharacterWish { keeps_skin, ..walk(false) };
        reference_character(&passage(half), &capsule(), [0.0, 0.901, 0.0], &rules(), &wish)
    };
    assert!((run(0.3011, true) - 4.0).abs() < 0.01, "{}", run(0.3011, true));
    assert!((run(0.3009, false) - 4.0).abs() < 0.01, "{}", run(0.3009, false));
    assert!(run(0.3009, true) < 0.002, "{}", run(0.3009, true));
}

/// It jumps over the edge of a groove of 1 m only if it can accelerate in the air.
#[test]
fn a_naive_character_jumps_in_place_without_acceleration_in_the_air() {
    let groove = level(&[
        ramp(-9.0, 1.0, -0.25, 1.0),
        ramp(-0.25, 1.0, 0.0, 0.0),
        ramp(0.0, 0.0, 0.25, 1.0),
        ramp(0.25, 1.0, 9.0, 1.0),
    ]);
    let run = |air_acceleration: f64| {
        let rules = CharacterRules { air_acceleration, ..rules() };
        gained_by(&rules, &groove, &Body::Sphere { radius: 0.1 }, [0.0, 0.4175, 0.0], true)
    };
    assert!(run(15.0) > 0.5, "{}", run(15.0));
    assert!(run(0.0) < 0.05, "{}", run(0.0));
}

/// Soak of characters, seed 87: a wall that leans by rounding ended each jump at once and held the
/// edge that the character remembered, so it climbed the wall in jumps of 1 mm.
#[test]
fn a_naive_character_does_not_climb_a_wall_by_jumping() {
    let wall = [
        [-11.263_208, -7.033_814_4, -15.276_906],
        [-10.588_969, -6.351_064, -16.591_917],
        [-10.751_295, -6.121_41, -16.487_469],
    ];
    let judge = Judge::new(&wall, &[[0, 1, 2]]);
    let up = [0.265_922_337_770_462_04, -0.953_794_598_579_406_7, 0.139_861_136_674_880_98];
    let body = Body::capsule(0.3, 1.8, [up[2], 0.0, -up[0], 0.046_205_401_420_593_26]);
    let rules = CharacterRules { up, jump_height: 0.3, air_acceleration: 0.0, step_height: 0.25, ..rules() };
    let wish =
        CharacterWish { velocity: [-0.306_138, -0.662_064, -3.932_931_6], dt: 1.0 / 1920.0, ..walk(true) };
    let start = [-10.319_790_840_148_926, -6.740_912_914_276_123, -16.216_423_034_667_97];
    let gained = reference_character(&judge, &body, start, &rules, &wish);
    assert!(gained < 0.01, "{gained}");
}
