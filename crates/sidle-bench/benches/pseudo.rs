//! Measures moves of bodies given by a distance function, and of the library's own ball.
//!
//! `cargo bench -p sidle-bench --bench pseudo`. One iteration is a second of walking: 60 moves over
//! the floor of a hall and into its walls.

#[path = "../../sidle/tests/all/common/mod.rs"]
mod common;

use common::walker::{DesiredMotion, fall_step};
use divan::Bencher;
use sidle::sdf::{RoundedBox, Scene, Sdf, SdfScratch, Sphere, Torus};
use sidle::{DVec3, MoveConfig, Outcome, Scratch, Shape, Vec3, World};
use sidle_scenes::{Builder, generate};

fn main() {
    divan::main();
}

fn hall() -> (World, DVec3) {
    let level = generate::hall(1, 5_000);
    (common::world_of(&level), Vec3::from(level.spawns[0]).as_dvec3())
}

fn walk(spawn: DVec3, mut step: impl FnMut(DVec3, sidle::Motion) -> Outcome) -> DVec3 {
    let (mut desired, mut at, mut fall) = (DesiredMotion::new(7), spawn, 0.0);
    for _ in 0..60 {
        let end = step(at, fall_step(desired.next(60), fall, 60));
        (at, fall) = (end.position, end.velocity.y);
    }
    at
}

fn pseudo(bencher: Bencher<'_, '_>, body: &dyn Sdf) {
    let (world, spawn) = hall();
    let (scene, config, mut scratch) = (Scene::new(&world), MoveConfig::default(), SdfScratch::default());
    bencher.bench_local(|| {
        walk(spawn, |at, motion| scene.move_and_slide(&mut scratch, body, at, motion, &config))
    });
}

#[divan::bench]
fn native_ball(bencher: Bencher<'_, '_>) {
    let (world, spawn) = hall();
    let (shape, config, mut scratch) = (Shape::sphere(0.4), MoveConfig::default(), Scratch::default());
    bencher.bench_local(|| {
        walk(spawn, |at, motion| world.move_and_slide(&mut scratch, &shape, at, motion, &config))
    });
}

#[divan::bench]
fn ball(bencher: Bencher<'_, '_>) {
    pseudo(bencher, &Sphere { radius: 0.4 });
}

#[divan::bench]
fn rounded_box(bencher: Bencher<'_, '_>) {
    pseudo(bencher, &RoundedBox { half: DVec3::new(0.3, 0.35, 0.25), radius: 0.1 });
}

#[divan::bench]
fn torus(bencher: Bencher<'_, '_>) {
    pseudo(bencher, &Torus { ring: 0.28, tube: 0.1 });
}

/// A ring around a pole of eight sides is pulled against it, so the body is hollow on both sides of
/// the contact. Also 60 moves.
#[divan::bench]
fn torus_round_a_pole(bencher: Bencher<'_, '_>) {
    let mut b = Builder::new();
    b.pillar([0.0, -4.0, 0.0], 0.2, 8.0, 8, 0.0);
    let world = common::world_of(&b.finish("pole", &[]));
    let (scene, config, mut scratch) = (Scene::new(&world), MoveConfig::default(), SdfScratch::default());
    let body = Torus { ring: 0.5, tube: 0.1 };
    let motion = sidle::Motion::velocity(Vec3::new(2.0, -1.0, 0.3), 1.0 / 60.0);
    bencher.bench_local(|| {
        let mut at = DVec3::ZERO;
        for _ in 0..60 {
            at = scene.move_and_slide(&mut scratch, &body, at, motion, &config).position;
        }
        at
    });
}
