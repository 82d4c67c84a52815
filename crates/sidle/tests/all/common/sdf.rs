//! Bodies given only by a distance function, with each move judged by dense samples.
#![allow(dead_code, reason = "every test file uses a part of it")]

use sidle::sdf::{Capsule, Rotated, RoundedBox, Scene, Sdf, SdfScratch, Sphere, Torus};
use sidle::{DVec3, Motion, MoveConfig, Outcome, Quat, QueryFilter, StopReason, World, WorldVector};
use sidle_scenes::Level;

/// The minimum of a body's function over dense samples of everything nearby: an upper bound of the
/// distance, found without the library's searches.
pub fn sampled(body: &dyn Sdf, level: &Level, at: DVec3) -> f64 {
    let reach = body.bounding_radius() + 0.01;
    let mut least = f64::INFINITY;
    for t in 0..level.triangles.len() {
        let [a, b, c] = level.corners(t).map(|v| DVec3::from_array(v.map(f64::from)) - at);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        if low.max_element() > reach || high.min_element() < -reach {
            continue;
        }
        // Samples the nearby part of the triangle at regular distances.
        let n = 40;
        for i in 0..=n {
            for j in 0..=n {
                let (u, v) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                // Adds a grid of the plane around the middle of the body, projected onto the
                // triangle.
                let normal = (b - a).cross(c - a).normalize_or_zero();
                let (e, f) = ((b - a).normalize_or_zero(), normal.cross((b - a).normalize_or_zero()));
                let foot = normal * normal.dot(a);
                let p = foot + e * ((2.0 * u - 1.0) * reach) + f * ((2.0 * v - 1.0) * reach);
                let inside =
                    [(a, b), (b, c), (c, a)].iter().all(|&(s, t)| (t - s).cross(p - s).dot(normal) >= 0.0);
                if inside && normal != DVec3::ZERO {
                    least = least.min(body.distance(p));
                }
            }
            for (s, t) in [(a, b), (b, c), (c, a)] {
                for k in 0..4 {
                    let w = (f64::from(i) + f64::from(k) / 4.0) / 41.0;
                    least = least.min(body.distance(s + (t - s) * w));
                }
            }
        }
    }
    least
}

pub struct Walk<'a> {
    pub scene: Scene<'a>,
    pub level: &'a Level,
    pub body: &'a dyn Sdf,
    pub scratch: SdfScratch,
    pub config: MoveConfig,
    /// One of this many moves is sampled.
    pub every: usize,
    pub moves: usize,
    pub most_iterations: u32,
}

impl<'a> Walk<'a> {
    pub fn new(
        world: &'a World,
        level: &'a Level,
        body: &'a dyn Sdf,
        config: MoveConfig,
        every: usize,
    ) -> Self {
        let config = MoveConfig { record_path: true, ..config };
        let (scene, scratch) = (Scene::new(world), SdfScratch::default());
        Self { scene, level, body, scratch, config, every, moves: 0, most_iterations: 0 }
    }

    /// Performs one move. Checks that it is never inside: at its end by the distance function,
    /// along its path by samples.
    pub fn step(&mut self, from: impl WorldVector, motion: Motion) -> Outcome {
        let from = from.to_dvec3();
        let end = self.scene.move_and_slide(&mut self.scratch, self.body, from, motion, &self.config);
        assert!(
            end.reason != StopReason::StartedInside && end.reason != StopReason::InvalidInput,
            "{from} {end:?}"
        );
        self.moves += 1;
        self.most_iterations = self.most_iterations.max(end.iterations);
        if self.moves.is_multiple_of(self.every) {
            let path = self.scratch.path().to_vec();
            let free =
                self.scene.clearance(&mut self.scratch, self.body, end.position, end.skin, &QueryFilter::ALL);
            assert!(free >= 0.0, "{from} {motion:?} {end:?}: {free}");
            for piece in path.windows(2) {
                for i in 0..=4 {
                    let at = piece[0].lerp(piece[1], f64::from(i) / 4.0);
                    let found = sampled(self.body, self.level, at);
                    assert!(found > 0.0, "{from} {motion:?}: {found} inside at {at}");
                }
            }
        }
        end
    }
}

pub fn bodies() -> Vec<(&'static str, Box<dyn Sdf>, DVec3)> {
    let quarter = Quat::from_xyzw(1.0, 0.0, 0.0, 1.0);
    vec![
        ("ball", Box::new(Sphere { radius: 0.5 }), DVec3::splat(0.5)),
        (
            "box",
            Box::new(RoundedBox { half: DVec3::new(0.4, 0.6, 0.3), radius: 0.1 }),
            DVec3::new(0.4, 0.6, 0.3),
        ),
        ("ring", Box::new(Torus { ring: 0.5, tube: 0.15 }), DVec3::new(0.65, 0.15, 0.65)),
        (
            "wheel",
            Box::new(Rotated::new(Torus { ring: 0.5, tube: 0.15 }, quarter)),
            DVec3::new(0.65, 0.65, 0.15),
        ),
        ("capsule", Box::new(Capsule { half_height: 0.4, radius: 0.3 }), DVec3::new(0.3, 0.7, 0.3)),
    ]
}
