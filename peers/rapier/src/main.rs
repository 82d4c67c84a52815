//! Rapier's KinematicCharacterController and its scene queries.

mod character;

use peers_work::{Capsule, Engine, Tall};
use rapier3d::control::{CharacterLength, KinematicCharacterController};
use rapier3d::parry::query::{DefaultQueryDispatcher, ShapeCastOptions};
use rapier3d::prelude::*;

type P = [f32; 3];

/// In metres. The default, 1 % of the height, is 8 mm for these walkers.
const OFFSET: f32 = 0.01;

struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: BroadPhaseBvh,
    controller: KinematicCharacterController,
    /// The controller and the shape of the characters.
    character: KinematicCharacterController,
    body: SharedShape,
    up: P,
}

struct Walker {
    shape: SharedShape,
    at: Vector,
}

impl Engine for Rapier {
    const NAME: &'static str = "Rapier";
    const PADDING: f32 = OFFSET;

    fn version() -> String {
        "rapier3d 0.36.1".into()
    }

    fn settings() -> String {
        "one trimesh collider; KinematicCharacterController with offset 10 mm, slides, climbs every slope, no autostep, no \
         snapping to the ground"
            .into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        let vertices = vertices.iter().map(|&v| v.into()).collect();
        let mut colliders = ColliderSet::new();
        let level = ColliderBuilder::trimesh(vertices, triangles.to_vec()).expect("a level has triangles");
        let handle = colliders.insert(level);
        let (bodies, mut broad_phase) = (RigidBodySet::new(), BroadPhaseBvh::new());
        let parameters = IntegrationParameters::default();
        broad_phase.update(&parameters, &colliders, &bodies, &[handle], &[], &mut Vec::new());
        let controller = KinematicCharacterController {
            up: up.into(),
            offset: CharacterLength::Absolute(OFFSET),
            snap_to_ground: None,
            max_slope_climb_angle: std::f32::consts::FRAC_PI_2,
            min_slope_slide_angle: 0.0,
            ..KinematicCharacterController::default()
        };
        let (character, body) = (character::controller(up), character::body(up));
        Self { bodies, colliders, broad_phase, controller, character, body, up }
    }

    fn bytes(&self) -> Option<usize> {
        let (_, level) = self.colliders.iter().next()?;
        let mesh = level.shape().as_trimesh()?;
        Some(mesh.vertices().len() * 12 + mesh.indices().len() * 12 + mesh.bvh().total_memory_size())
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        self.queries().cast_ray(&Ray::new(from.into(), motion.into()), 1.0, false).map(|(_, share)| share)
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        self.cast(&Ball::new(radius), from, motion)
    }

    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32> {
        let end = Vector::from(capsule.end(self.up));
        self.cast(&rapier3d::parry::shape::Capsule::new(-end, end, capsule.radius), from, motion)
    }

    type Walker = Walker;

    fn walker(&mut self, at: P, half: P, _: Tall) -> Walker {
        let shape = match Capsule::of(half, self.up) {
            Some(capsule) => {
                let end = Vector::from(capsule.end(self.up));
                SharedShape::capsule(-end, end, capsule.radius)
            }
            None => SharedShape::ball(half[0]),
        };
        Walker { shape, at: at.into() }
    }

    fn step(&mut self, walker: &mut Walker, motion: P, dt: f32) -> P {
        let at = Pose::from_translation(walker.at);
        let queries = self.queries();
        let made = self.controller.move_shape(dt, &queries, &*walker.shape, &at, motion.into(), |_| {});
        walker.at += made.translation;
        walker.at.into()
    }
}

impl Rapier {
    fn cast(&self, shape: &dyn Shape, from: P, motion: P) -> Option<f32> {
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let at = Pose::from_translation(from.into());
        self.queries().cast_shape(&at, motion.into(), shape, options).map(|(_, hit)| hit.time_of_impact)
    }

    fn queries(&self) -> QueryPipeline<'_> {
        self.broad_phase.as_query_pipeline(
            &DefaultQueryDispatcher,
            &self.bodies,
            &self.colliders,
            QueryFilter::default(),
        )
    }
}

fn main() {
    peers_work::run_with_characters::<Rapier>();
}
