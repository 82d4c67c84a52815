//! Scenes with bodies that are given by a signed distance function.

use std::sync::Arc;

use sidle::sdf::{Capsule, Obstacle, Rotated, RoundedBox, Scene as Place, Sdf, SdfScratch, Sphere, Torus};
use sidle::{DVec3, IndexKind, MoveConfig, Quat, QueryFilter, Response, StopReason};

use super::{Grounds, Scene};
use crate::desired::DesiredMotion;
use crate::level::Ground;
use crate::record::Record;

/// A boxed body, so that one list can hold all kinds.
type Body = Box<dyn Sdf + Send + Sync>;

/// Returns each body with its name and its number of moves. Two adjacent boxes take a thousand
/// times as long as a ball on a floor.
fn bodies() -> Vec<(&'static str, Body, u32)> {
    let half = DVec3::new(0.3, 0.5, 0.2);
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    vec![
        ("ball", Box::new(Sphere { radius: 0.4 }), 80),
        ("capsule", Box::new(Capsule { half_height: 0.5, radius: 0.3 }), 30),
        ("box", Box::new(Rotated::new(RoundedBox { half, radius: 0.05 }, turned)), 20),
        ("torus", Box::new(Torus { ring: 0.35, tube: 0.1 }), 30),
    ]
}

pub(super) fn scenes(grounds: &Grounds) -> Vec<Scene> {
    let ground = |name: &str| grounds.iter().find(|g| g.0 == name).map(|g| Arc::clone(&g.1));
    bodies()
        .into_iter()
        .zip(["hall", "terrain"].iter().cycle())
        .filter_map(|((name, body, moves), level)| Some((name, body, moves, ground(level)?)))
        .map(|(name, body, moves, ground)| {
            Scene::new(format!("pseudo/{name}"), move |index, record| {
                slide(&*body, moves, &ground, index, record)
            })
        })
        .collect()
}

/// Walks between two obstacles, with one walker for each response.
fn slide(body: &dyn Sdf, moves: u32, ground: &Ground, index: IndexKind, record: &mut Record) {
    let (world, mut scratch) = (ground.world(index), SdfScratch::default());
    let (stone, post) = (Sphere { radius: 0.6 }, Capsule { half_height: 1.0, radius: 0.2 });
    for (i, response) in [Response::Slide, Response::Momentum, Response::Stop].into_iter().enumerate() {
        let spawn = ground.spawn(i) + DVec3::Y * 0.3;
        let obstacles = [
            Obstacle { body: &stone, at: spawn + DVec3::new(1.6, 0.0, 0.3) },
            Obstacle { body: &post, at: spawn - DVec3::new(1.2, 0.0, 0.2) },
        ];
        let place = Place { world, obstacles: &obstacles };
        let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
        let (mut desired, mut position, mut fall) = (DesiredMotion::new(i as u64 + 70), spawn, 0.0);
        for _ in 0..moves {
            let motion = desired.step(fall, 20);
            let all = &QueryFilter::ALL;
            record.double(place.clearance(&mut scratch, body, position, 0.5, all));
            record.root(place.cast(&mut scratch, body, position, motion.displacement, all));
            let end = place.move_and_slide(&mut scratch, body, position, motion, &config);
            record.outcome(&end);
            record.pseudo_hits(scratch.hits());
            record.path(scratch.path());
            (position, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
            // Start again: while pressed against another body, every move takes a hundred times as
            // long as on a floor.
            if end.reason != StopReason::Arrived {
                (position, fall) = (spawn, 0.0);
            }
        }
    }
}
