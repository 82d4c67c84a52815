//! The text form of a replay: everything can be written and read back; invalid text gives a helpful
//! error.

use crate::common::by;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sidle::trace::{Replay, ReplayInstance, ReplayMove, ReplayPolygon};
use sidle::{
    DQuat, DVec3, FrictionLaw, IndexKind, Material, Motion, MoveConfig, OnOverlap, Pose, Quat, QueryFilter,
    Response, Shape, ShapeKind, Sides, Vec3,
};

/// Every bit pattern, and numbers that people write.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => any::<u32>().prop_map(f32::from_bits),
        2 => -10.0_f32..10.0,
        1 => prop::sample::select(vec![
            0.0, -0.0, 1.0, -1.0, 0.1, 1e-45, f32::MIN_POSITIVE, f32::MAX, f32::MIN, f32::EPSILON, 16_777_216.0,
            f32::INFINITY, f32::NEG_INFINITY, f32::NAN,
        ]),
    ]
}

/// The same for positions.
fn position() -> impl Strategy<Value = DVec3> {
    let coordinate = || {
        prop_oneof![
            4 => any::<u64>().prop_map(f64::from_bits),
            1 => number().prop_map(f64::from),
            1 => -1e9_f64..1e9,
            1 => prop::sample::select(vec![
                0.1, 1e-320, f64::MIN_POSITIVE, f64::MAX, f64::MIN, f64::EPSILON, 9_007_199_254_740_993.0,
            ]),
        ]
    };
    [coordinate(), coordinate(), coordinate()].prop_map(DVec3::from)
}

fn place() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from)
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::point()),
        number().prop_map(Shape::sphere),
        (place(), [number(), number(), number(), number()]).prop_map(|(radii, [x, y, z, w])| {
            Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(x, y, z, w))
        }),
    ]
}

fn config() -> impl Strategy<Value = MoveConfig> {
    let responses =
        vec![Response::Slide, Response::Momentum, Response::Stop, Response::PushBack, Response::Bounce];
    let overlap = prop_oneof![
        Just(OnOverlap::Refuse),
        Just(OnOverlap::PushOut),
        position().prop_map(OnOverlap::ReturnTo),
    ];
    let words = (prop::sample::select(responses), any::<bool>(), overlap);
    let counts = (any::<u32>(), any::<u32>(), any::<bool>(), any::<bool>());
    (words, [number(), number(), number(), number()], counts).prop_map(|(words, numbers, counts)| {
        MoveConfig {
            response: words.0,
            friction_law: if words.1 { FrictionLaw::Coulomb } else { FrictionLaw::Drag },
            on_overlap: words.2,
            skin_width: numbers[0],
            friction_scale: numbers[1],
            restitution_scale: numbers[2],
            bounce_threshold: numbers[3],
            max_iterations: counts.0,
            filter: QueryFilter { layers: counts.1, triggers: counts.3, ..QueryFilter::ALL },
            record_path: counts.2,
        }
    })
}

fn replay() -> impl Strategy<Value = Replay> {
    let material =
        (number(), number(), any::<bool>(), any::<u8>()).prop_map(|(f, r, front, layer)| Material {
            friction: f,
            restitution: r,
            sides: if front { Sides::Front } else { Sides::Two },
            layer,
            ..Material::default()
        });
    let from = prop::option::of((any::<u32>(), any::<u32>()));
    let polygon = (prop::collection::vec(place(), 0..7), any::<u16>(), from)
        .prop_map(|(corners, material, from)| ReplayPolygon { corners, material, from })
        .boxed();
    // NaN is not equal to itself, so only numbers are compared.
    let wide = || -1e9_f64..1e9;
    let pose = [wide(), wide(), wide(), wide(), wide(), wide(), wide(), wide()].prop_map(|x| Pose {
        translation: DVec3::new(x[0], x[1], x[2]),
        rotation: DQuat::from_xyzw(x[3], x[4], x[5], x[6]),
        scale: x[7],
    });
    let of_instance = prop::collection::vec(polygon.clone(), 0..3);
    let (material_number, mass) = (prop::option::of(any::<u16>()), prop::option::of(-1e9_f32..1e9));
    let switches = (any::<bool>(), any::<bool>(), any::<u64>());
    let instance = (of_instance, pose, material_number, mass, switches).prop_map(
        |(polygons, pose, material, mass, (solid, trigger, user_data))| ReplayInstance {
            polygons,
            pose,
            material,
            mass,
            solid,
            trigger,
            user_data,
        },
    );
    let end = prop::option::of(position());
    let one_move = (place(), place(), end).prop_map(|(displacement, velocity, end)| ReplayMove {
        motion: Motion { displacement, velocity },
        end,
        end_error: 0.0,
    });
    let lists = (
        prop::collection::vec(material, 0..4),
        prop::collection::vec(polygon, 0..6),
        prop::collection::vec(one_move, 0..4),
        prop::collection::vec(instance, 0..3),
    );
    (lists, shape(), config(), position(), any::<bool>()).prop_map(|(lists, shape, config, start, octree)| {
        Replay {
            instances: lists.3,
            materials: lists.0,
            polygons: lists.1,
            moves: lists.2,
            index: if octree { IndexKind::Octree } else { IndexKind::Bvh },
            shape,
            config,
            start,
        }
    })
}

/// All bits of all numbers. The text of `{:?}` distinguishes all numbers, except for the payloads
/// of NaNs.
fn bits(replay: &Replay) -> Vec<u64> {
    let place = |v: Vec3| v.to_array();
    let mut positions = vec![replay.start];
    let mut all: Vec<f32> = Vec::new();
    match replay.shape.kind() {
        ShapeKind::Point => {}
        ShapeKind::Sphere { radius } => all.push(radius),
        ShapeKind::Ellipsoid { radii } => {
            all.extend(place(radii));
            all.extend(replay.shape.rotation().to_array());
        }
        other => unreachable!("unknown shape: {other:?}"),
    }
    let config = &replay.config;
    all.extend([config.skin_width, config.friction_scale, config.restitution_scale, config.bounce_threshold]);
    if let OnOverlap::ReturnTo(v) = config.on_overlap {
        positions.push(v);
    }
    all.extend(replay.materials.iter().flat_map(|m| [m.friction, m.restitution]));
    all.extend(replay.polygons.iter().flat_map(|p| &p.corners).flat_map(|&c| place(c)));
    all.extend(
        replay.instances.iter().flat_map(|i| &i.polygons).flat_map(|p| &p.corners).flat_map(|&c| place(c)),
    );
    for m in &replay.moves {
        all.extend(place(m.motion.displacement));
        all.extend(place(m.motion.velocity));
        positions.extend(m.end);
    }
    let wide = positions.into_iter().flat_map(|v| v.to_array()).map(f64::to_bits);
    all.into_iter().map(|x| u64::from(x.to_bits())).chain(wide).collect()
}

fn settings(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(settings(2000))]

    #[test]
    fn what_is_written_is_read_to_the_last_bit(replay in replay()) {
        let text = replay.to_string();
        let read: Replay = text.parse().map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(bits(&read), bits(&replay), "{}", text);
        // The rest: words and integers.
        prop_assert_eq!(format!("{read:?}"), format!("{replay:?}"));
        prop_assert_eq!(read.to_string(), text);
    }

    /// Text that is cut anywhere, with changed bytes, and with doubled or dropped lines, is read or
    /// refused. If it is read, it runs without a panic.
    #[test]
    fn broken_texts_are_refused_or_read(
        replay in replay(),
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        doubled in any::<prop::sample::Index>(),
    ) {
        let text = replay.to_string();
        let mut bytes = text.clone().into_bytes();
        for (at, byte) in &flips {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        let flipped = String::from_utf8_lossy(&bytes).into_owned();
        let cut = cut.index(flipped.chars().count());
        let short: String = flipped.chars().take(cut).collect();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.push(lines[doubled.index(lines.len())]);
        for broken in [flipped, short, lines.join("\n")] {
            match broken.parse::<Replay>() {
                Ok(read) => {
                    // It can be written again, and run.
                    let again: Replay = read.to_string().parse().expect("just written");
                    prop_assert_eq!(bits(&again), bits(&read));
                    if let Ok(reports) = (Replay { config: MoveConfig { max_iterations: 20, ..read.config }, ..read }).run() {
                        prop_assert!(reports.iter().all(|r| r.outcome.position.is_finite()));
                    }
                }
                Err(e) => {
                    prop_assert!((1..=broken.lines().count().max(1)).contains(&e.line), "{e}");
                    prop_assert!(e.to_string().len() < 500, "{e}");
                }
            }
        }
    }
}

#[track_caller]
fn refused(text: &str, line: usize, needle: &str) {
    let error = text.parse::<Replay>().expect_err(text);
    let words = error.to_string();
    assert_eq!(error.line, line, "{words}");
    assert!(words.starts_with(&format!("line {line}: expected ")) && words.contains(needle), "{words}");
}

#[test]
fn errors_name_the_line_and_what_is_wanted() {
    let top = "sidle replay 3\nshape point\nstart 0 0 0\n";
    refused("", 1, "`sidle replay 3` (or 1, or 2) as the first line, found the end of the text");
    refused("sidle replay 4", 1, "as the first line, found `sidle replay 4`");
    refused("\n\nv 0 0 0\n", 3, "found `v 0 0 0`");
    refused("sidle replay 1\nstart 0 0 0\n", 2, "a line `shape ...` somewhere");
    refused("sidle replay 1\nshape point\n\n", 3, "a line `start x y z` somewhere");
    refused(&format!("{top}start 0 0 0"), 4, "a setting only once");
    refused(&format!("{top}sphere 1"), 4, "of-instance, start or move, found `sphere 1`");
    refused(&format!("{top}move 1 2"), 4, "three numbers, found `1 2`");
    refused(&format!("{top}move 1 2 x"), 4, "three numbers");
    refused(&format!("{top}move 1 2 3 4"), 4, "the end of the line, found `4`");
    refused(&format!("{top}move 1 2 3 end"), 4, "three numbers, found the end of the line");
    refused(&format!("{top}polygon corners 1 2 3, 4 5, 6 7 8"), 4, "three numbers, found `4 5`");
    refused(&format!("{top}polygon corners 1 2 3 4 5 6"), 4, "between commas");
    refused(&format!("{top}polygon corners 1 2 3,"), 4, "three numbers");
    refused(&format!("{top}instance 1 2 3"), 4, "a pose: X Y Z, QX QY QZ QW and SCALE");
    refused(
        &format!("{top}instance 0 0 0 0 0 0 1 1 weight 2"),
        4,
        "material, mass, solid, trigger or user-data",
    );
    refused(&format!("{top}of-instance polygon corners 1 2 3"), 4, "a line `instance ..` before");
    refused(&format!("{top}polygon 1 2 3"), 4, "material, from or corners");
    refused(&format!("{top}polygon from 7 corners"), 4, "INSTANCE:NUMBER");
    refused(&format!("{top}polygon material 70000 corners"), 4, "the number of a material");
    refused(&format!("{top}material 1"), 4, "numbered 0, 1, 2");
    refused(&format!("{top}material 0 sides back"), 4, "two or front, found `back`");
    refused(&format!("{top}skin thin"), 4, "a number, found `thin`");
    refused(&format!("{top}skin NaN:3f800000"), 4, "a number");
    refused(&format!("{top}layers all"), 4, "eight hex digits");
    refused(&format!("{top}response glide"), 4, "slide, momentum, stop, push-back or bounce");
    refused(&format!("{top}on-overlap flee"), 4, "refuse, push-out or return-to x y z");
    refused("sidle replay 1\nshape box 1 2 3", 2, "point, sphere RADIUS, ellipsoid");
    refused(&format!("{top}skin {}", "9".repeat(100_000) + "x"), 4, "...");
}

#[test]
fn what_people_write_is_read() {
    let text = "\u{feff}# a wall\r\n  sidle   replay 1\r\nshape sphere 5e-1 # half a metre\r\n\r\nstart 0 0 0\r\n\
                polygon corners 3 -9 -9 , 3 9 -9,3 0 9\r\nmove 4 0 0\r\n";
    let replay: Replay = text.parse().expect("fine");
    assert_eq!(replay.shape, Shape::sphere(0.5));
    assert_eq!((replay.config, replay.index), (MoveConfig::default(), IndexKind::Bvh));
    assert_eq!(replay.polygons[0].corners[1], Vec3::new(3.0, 9.0, -9.0));
    assert_eq!(replay.moves, [ReplayMove { motion: by(Vec3::X * 4.0), end: None, end_error: 0.0 }]);
    let report = &replay.run().expect("a world")[0];
    assert!((report.outcome.position.x - 2.499).abs() < 1e-5);
}

/// Version 1 had other keywords for two values. They have the same meaning, and are written with
/// the current keywords.
#[test]
fn the_keywords_of_version_1_are_read() -> Result<(), Box<dyn std::error::Error>> {
    let text = |version: u8, response: &str, law: &str| {
        format!(
            "sidle replay {version}\nshape point\nresponse {response}\nfriction {law} 1\nstart 0 0 0\nmove 1 0 0\n"
        )
    };
    let old: Replay = text(1, "steer", "proportional").parse()?;
    assert_eq!((old.config.response, old.config.friction_law), (Response::Slide, FrictionLaw::Drag));
    assert_eq!(old, text(2, "slide", "drag").parse()?);
    let written = old.to_string();
    assert!(written.starts_with("sidle replay 3\n"), "{written}");
    assert!(
        written.contains("\nresponse slide\nskin") && written.contains("\nfriction drag 1\n"),
        "{written}"
    );
    Ok(())
}
