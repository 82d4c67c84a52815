//! Writes the inputs of the moves of a scene as words, so that other bindings of the library can
//! repeat the scene and compare its hash.
//!
//! A tape is a sequence of records. The first word of a record is its kind: 1 a level, 2 a shape, 3
//! the settings of a move, 4 a move. A record applies to the moves after it. The other words are
//! those of the boundary in `crates/sidle-wasm`: numbers are the bits of an f32, and a position has
//! the bits of three f64, each as two words, the low one first.

use std::cell::RefCell;

use sidle::{DVec3, Motion, MoveConfig, OnOverlap, Shape, ShapeKind, Vec3};
use sidle_scenes::Level;

use crate::level::material_place;

thread_local! {
    static TAPE: RefCell<Option<Vec<u32>>> = const { RefCell::new(None) };
}

/// Runs a scene, and returns its tape. It is empty if a tape cannot hold the scene.
pub fn record(scene: impl FnOnce()) -> Vec<u32> {
    TAPE.set(Some(Vec::new()));
    scene();
    // Moves without a level are in a world that a tape cannot hold.
    TAPE.take().filter(|tape| tape.first() == Some(&1)).unwrap_or_default()
}

fn put(write: impl FnOnce(&mut Vec<u32>)) {
    TAPE.with_borrow_mut(|tape| tape.as_mut().map(write));
}

/// Adds the level of the moves that follow.
pub(crate) fn level(level: &Level) {
    put(|tape| {
        tape.extend([1, level.materials.len() as u32]);
        for m in &level.materials {
            tape.extend([m.friction.to_bits(), m.restitution.to_bits()]);
            tape.extend([u32::from(!m.two_sided), u32::from(m.layer)]);
            vector(tape, m.velocity.into());
        }
        tape.push(level.vertices.len() as u32);
        level.vertices.iter().for_each(|&v| vector(tape, v.into()));
        tape.push(level.triangles.len() as u32);
        tape.extend(level.triangles.iter().flatten());
        tape.extend((0..level.triangles.len()).map(|i| material_place(level, i) as u32));
    });
}

/// Adds the shape and the settings of the moves that follow.
pub(crate) fn mover(shape: &Shape, config: &MoveConfig) {
    put(|tape| {
        let (kind, lengths) = match shape.kind() {
            ShapeKind::Sphere { radius } => (1, Vec3::new(radius, 0.0, 0.0)),
            ShapeKind::Ellipsoid { radii } => (2, radii),
            ShapeKind::Capsule { radius, height } => (3, Vec3::new(radius, height, 0.0)),
            _ => (0, Vec3::ZERO),
        };
        tape.extend([2, kind]);
        vector(tape, lengths);
        tape.extend(shape.rotation().to_array().map(f32::to_bits));
        assert!(config.on_overlap == OnOverlap::Refuse, "a tape has no other policy");
        tape.extend([3, config.response as u32, config.skin_width.to_bits()]);
        tape.extend([config.friction_scale.to_bits(), config.friction_law as u32]);
        tape.extend([config.restitution_scale.to_bits(), config.bounce_threshold.to_bits()]);
        tape.extend([config.max_iterations, u32::from(config.record_path)]);
    });
}

/// Adds a move.
pub(crate) fn step(from: DVec3, motion: &Motion) {
    put(|tape| {
        tape.push(4);
        from.to_array().map(f64::to_bits).into_iter().for_each(|x| tape.extend([x as u32, (x >> 32) as u32]));
        [motion.displacement, motion.velocity].into_iter().for_each(|v| vector(tape, v));
    });
}

fn vector(tape: &mut Vec<u32>, v: Vec3) {
    tape.extend(v.to_array().map(f32::to_bits));
}

#[cfg(test)]
mod tests {
    use sidle::IndexKind;

    use crate::all;

    #[test]
    fn a_scene_with_walkers_has_a_tape_and_other_scenes_have_none() {
        let scenes = all();
        let tape_of = |name: &str| {
            let scene = scenes.iter().find(|scene| scene.name() == name).expect("a scene");
            super::record(|| {
                let _ = scene.run(IndexKind::Bvh);
            })
        };
        let tape = tape_of("station/door-frame");
        assert_eq!(tape[0], 1);
        assert!(tape.len() > 1_000);
        assert!(tape_of("case/counterexamples").is_empty());
    }
}
