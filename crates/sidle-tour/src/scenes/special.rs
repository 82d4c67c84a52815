//! The further checks of the scenes F4, G3 and H3: casts and balls.

use sidle::{
    Ball, BallConfig, BallState, DVec3, HeightField, HeightGrid, Material, Quat, QueryFilter, Scratch, Shape,
    Sides, Vec3, World, WorldBuilder,
};
use sidle_attack::verdict::{body_of, spacing};
use sidle_judge::Judge;
use sidle_scenes::catalogue::special::{
    BOWL, FIELD, NEEDLES, PLACES, ROOM, TARGETS, bowl_height, field_height, target_box,
};
use sidle_scenes::catalogue::{Course, Form, Frame, Settings, Variant};
use sidle_scenes::{Builder, SplitMix64};

use super::convert::{V, length, narrow, wide, world_of};
use super::runner::Record;
use super::universal::Witness;

/// Runs the further checks of a scene, if it has any.
pub(super) fn run(id: &str, variant: &Variant, record: &mut Record) {
    record.findings.place = variant.to_string();
    match id {
        "F4" => casts(variant, record),
        "G3" => needles(variant, record),
        "H3" => golf(variant, record),
        _ => {}
    }
}

/// A height field at the offset of a variant. Its cells cannot be turned.
fn field_of(
    columns: u32,
    cell: f64,
    first: f64,
    variant: &Variant,
    height: fn(u32, u32) -> f64,
) -> HeightField {
    let grid = HeightGrid {
        columns,
        rows: columns,
        cell_x: cell as f32,
        cell_z: cell as f32,
        origin: narrow([first, 0.0, first].map(|x| x + variant.offset)),
    };
    let heights = (0..columns * columns).map(|k| height(k % columns, k / columns) as f32).collect();
    HeightField::new(grid, heights).expect("the fields of the catalogue are valid")
}

/// F4: rays and spheres straight down on the cell borders.
fn casts(variant: &Variant, record: &mut Record) {
    let field = field_of(FIELD.0, FIELD.1, 0.0, variant, field_height);
    let (vertices, triangles) = field.to_triangles();
    let vertices: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
    let judge = Judge::new(&vertices, &triangles);
    let mut builder = WorldBuilder::new();
    let grass = builder.add_material(Material::default());
    builder.add_height_field(field, grass);
    let world = builder.build().expect("a height field is a valid world");
    let mut random = SplitMix64::new(4);
    let mut places: Vec<[f64; 2]> = PLACES.to_vec();
    let count = if variant.is_thorough { 1_000_000 } else { 100_000 };
    for _ in 0..count {
        let (border, free) = (5.0 * (1 + random.below(19)) as f64, random.range(1.0, 99.0));
        places.push(if random.below(2) == 0 { [border, free] } else { [free, border] });
    }
    let ball = Shape::sphere(0.3);
    let (mut missed, mut far, mut deep, mut gap) = (0, 0.0_f64, 0.0_f64, 0.0_f64);
    for (i, [x, z]) in places.into_iter().enumerate() {
        let (from, down) = (DVec3::from([x, 10.0, z].map(|x| x + variant.offset)), Vec3::NEG_Y * 20.0);
        let Some(hit) = world.cast_ray(from, down, &QueryFilter::ALL) else {
            missed += 1;
            continue;
        };
        // The first places, and then some of them, are also judged and tried with a sphere.
        if i % 500 < 7 {
            let expected = judge.ray(wide(from), wide(down)).unwrap_or(f64::INFINITY);
            far = far.max((expected - 20.0 * hit.fraction).abs());
            match world.cast_shape(&ball, from, down, &QueryFilter::ALL) {
                None => missed += 1,
                Some(hit) => {
                    let stop = from + down.as_dvec3() * hit.fraction;
                    let least = judge.path_clearance(&body_of(&ball), wide(from), wide(stop), 1.0).gap;
                    deep = deep.max(-least);
                    gap = gap.max(least);
                }
            }
        }
    }
    record.walks += 1;
    record.steps += count;
    let rounding = 4.0 * spacing(100.0 + variant.offset);
    record.findings.at_most("casts that hit nothing", f64::from(missed), 0.0);
    record.findings.at_most("error of the length of a ray, m", far, 1e-5 + rounding);
    record.findings.at_most("overlap of a sphere at its stop, m", deep, rounding);
    record.findings.at_most("gap of a sphere at its stop, m", gap, 1e-4 + rounding);
}

/// G3: casts against a bisection on the distance.
fn needles(variant: &Variant, record: &mut Record) {
    let level = variant.level(&target_box(), [0.0; 3]);
    let (world, judge) = (world_of(&level), Judge::new(&level.vertices, &level.triangles));
    let (mut early, mut late, mut missed) = (0.0_f64, 0.0_f64, 0);
    for radii in NEEDLES {
        for tilt in 0..=6 {
            let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 15.0_f32.to_radians() * tilt as f32);
            let shape = Shape::ellipsoid(narrow(radii)).with_rotation(turn);
            let body = body_of(&shape);
            for (_, target, into) in TARGETS {
                // The centre reaches the target in the middle of the motion, and overlaps it there.
                let way = variant.turn(into.map(|x| 4.0 * x / length(into)));
                let at = variant.place(target, [0.0; 3]);
                let from = DVec3::from([0, 1, 2].map(|k| at[k] - 0.5 * way[k]));
                let motion = narrow(way);
                record.steps += 1;
                let Some(hit) = world.cast_shape(&shape, from, motion, &QueryFilter::ALL) else {
                    missed += 1;
                    continue;
                };
                let (start, step) = (wide(from), wide(motion));
                let is_free = |t: f64| {
                    let p: V = [0, 1, 2].map(|k| start[k] + t * step[k]);
                    judge.clearance_brute(&body, p, 0.0).gap >= 0.0
                };
                let (mut free, mut inside) = (0.0, 0.5);
                for _ in 0..50 {
                    let middle = 0.5 * (free + inside);
                    if is_free(middle) { free = middle } else { inside = middle }
                }
                let off = 4.0 * (hit.fraction - free);
                (early, late) = (early.max(-off), late.max(off));
            }
        }
    }
    record.walks += 1;
    record.findings.at_most("casts that hit nothing", f64::from(missed), 0.0);
    record.findings.at_most("stop after the bisection, m", late, 1e-6);
    record.findings.at_most("stop before the bisection, m", early, 1e-4);
}

/// H3: a golf ball over a bowl of terrain in a closed room.
fn golf(variant: &Variant, record: &mut Record) {
    let field = field_of(BOWL.0, BOWL.1, -40.0, variant, bowl_height);
    let mut room = Builder::new();
    let (half, high) = ROOM;
    room.block([-half, -1.0, -half], [half, high, half]);
    let room = variant.level(&room.finish("room", &[]), [0.0; 3]);
    let room_is_turned = variant.yaw != 0.0;
    let (vertices, mut triangles) = field.to_triangles();
    let mut vertices: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
    if !room_is_turned {
        let first = vertices.len() as u32;
        vertices.extend(&room.vertices);
        triangles.extend(room.triangles.iter().map(|t| t.map(|i| i + first)));
    }
    let judge = Judge::new(&vertices, &triangles);
    for restitution in [0.3, 0.55, 0.8] {
        let world = bowl(field.clone(), (!room_is_turned).then_some(&room), restitution);
        reflect(&world, variant, restitution, record);
        // A turned room does not fit the field, so only slow strokes stay in the bowl.
        let strokes: &[(f64, f64)] = match (room_is_turned, variant.is_thorough) {
            (true, _) => &[(3.0, 0.3)],
            (false, true) => &[(20.0, 0.6), (45.0, 0.35), (70.0, 1.1)],
            (false, false) => &[(70.0, 0.6)],
        };
        for &(speed, angle) in strokes {
            record.findings.place = format!("{speed} m/s, restitution {restitution}: {variant}");
            stroke(&world, &judge, variant, (speed, angle), record);
        }
    }
}

fn bowl(field: HeightField, room: Option<&sidle_scenes::Level>, restitution: f64) -> World {
    let mut builder = WorldBuilder::new();
    let material = |friction| Material {
        friction,
        restitution: restitution as f32,
        sides: Sides::Two,
        ..Default::default()
    };
    let grass = builder.add_material(material(0.4));
    builder.add_height_field(field, grass);
    if let Some(room) = room {
        let vertices: Vec<Vec3> = room.vertices.iter().map(|&v| Vec3::from(v)).collect();
        builder.add_triangles(&vertices, &room.triangles, grass);
    }
    builder.build().expect("the bowl is a valid world")
}

/// The mirror reflection on the level part of the bowl, without friction and gravity.
fn reflect(world: &World, variant: &Variant, restitution: f64, record: &mut Record) {
    let config = BallConfig { gravity: Vec3::ZERO, friction_scale: 0.0, ..Default::default() };
    let mut scratch = Scratch::default();
    let mut worst = 0.0_f64;
    for k in 0..40 {
        let (speed, turn, steep) =
            (20.0 + 50.0 * f64::from(k) / 39.0, 2.4 * f64::from(k), 0.1 + 0.035 * f64::from(k));
        let velocity =
            [speed * steep.cos() * turn.cos(), -speed * steep.sin(), speed * steep.cos() * turn.sin()];
        // It starts 10 ms before the impact, which is in the middle or on a cell border.
        let at = [0.01 * f64::from(k), 0.02235, 0.5].map(|x| x + variant.offset);
        let start = [0, 1, 2].map(|i| at[i] - 0.01 * velocity[i]);
        let mut ball = Ball { velocity: narrow(velocity), ..Ball::at(DVec3::from(start)) };
        for _ in 0..(variant.rate / 25).max(1) {
            ball = world.step_ball(&mut scratch, &ball, 1.0 / variant.rate as f32, &config).ball;
        }
        let out = wide(ball.velocity);
        let expected = [velocity[0], -restitution * velocity[1], velocity[2]];
        let cross = [
            out[1] * expected[2] - out[2] * expected[1],
            out[2] * expected[0] - out[0] * expected[2],
            out[0] * expected[1] - out[1] * expected[0],
        ];
        let dot: f64 = (0..3).map(|i| out[i] * expected[i]).sum();
        worst = worst.max(length(cross).atan2(dot).to_degrees());
        record.steps += 1;
    }
    record.findings.at_most("error of the reflection, degrees", worst, 0.1);
}

/// A stroke until the ball rests.
fn stroke(world: &World, judge: &Judge, variant: &Variant, (speed, angle): (f64, f64), record: &mut Record) {
    let config = BallConfig { record_path: true, rolling_resistance: 0.1, ..Default::default() };
    let shape = Shape::sphere(config.radius);
    let mut witness = Witness::new(judge, &shape);
    let velocity = narrow([0.0, speed * angle.sin(), speed * angle.cos()]);
    let start = DVec3::from([0.3, 0.05, 0.2].map(|x| x + variant.offset));
    let mut ball = Ball { velocity, ..Ball::at(start) };
    let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
    let dt = 1.0 / variant.rate as f32;
    let (mut gained, mut course) = (0.0_f64, Course { rate: variant.rate, ..Course::default() });
    let feet = |ball: &Ball| {
        let [x, y, z] = wide(ball.position);
        [x - variant.offset, y - variant.offset - 0.02235, z - variant.offset]
    };
    course.start = feet(&ball);
    let steps = 120 * variant.rate;
    for _ in 0..steps {
        let before = ball;
        ball = world.step_ball(&mut scratch, &before, dt, &config).ball;
        let again = world.step_ball(&mut other, &before, dt, &config).ball;
        witness.repeated(ball == again);
        let vectors = [ball.position, ball.velocity.as_dvec3(), ball.spin.as_dvec3()];
        witness.numbers(&vectors, scratch.hits().iter().map(|h| h.normal));
        witness.path(&shape, None, scratch.path(), ball.position);
        // Computing an energy rounds its parts.
        let parts = f64::from(before.velocity.length_squared()) + 9.81 * before.position.abs().max_element();
        let rounding = 4.0 * spacing(parts);
        gained = gained.max(ball.energy(&config) - before.energy(&config) - rounding);
        course.frames.push(Frame { feet: feet(&ball), ..Frame::default() });
        if ball.state == BallState::Resting {
            break;
        }
    }
    record.walks += 1;
    record.steps += course.frames.len();
    let findings = &mut record.findings;
    witness.finish(ball.position, findings);
    findings.at_most("energy gained in a step, J/kg", gained, 0.0);
    findings.holds("no rest within two minutes", ball.state == BallState::Resting);
    if let Some(courses) = &mut record.courses {
        let settings = Settings::of(Form::Sphere, 0.02135, 0.0427);
        courses.push((settings, course));
    }
}
