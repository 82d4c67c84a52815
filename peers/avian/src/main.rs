//! Avian's MoveAndSlide and spatial queries, called outside of the schedule.

use std::time::Duration;

use avian3d::character_controller::move_and_slide::{
    MoveAndSlide, MoveAndSlideConfig, MoveAndSlideHitResponse,
};
use avian3d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use peers_work::{Capsule, Engine, Tall};

type P = [f32; 3];

/// In metres; Avian's default.
const SKIN: f32 = 0.01;

/// A level. It lives as long as the process, because the system parameter borrows its world. To
/// fetch the parameter for every call would cost the engine extra time.
struct Avian {
    ask: MoveAndSlide<'static, 'static>,
    everything: SpatialQueryFilter,
    config: MoveAndSlideConfig,
    up: P,
}

struct Walker {
    shape: Collider,
    at: Vec3,
}

impl Engine for Avian {
    const NAME: &'static str = "Avian";
    const PADDING: f32 = SKIN;

    fn version() -> String {
        "avian3d 0.7.0, Bevy 0.19".into()
    }

    fn settings() -> String {
        "one trimesh collider; MoveAndSlide as by default (skin 10 mm, 4 slides); the parameter is taken from the world once; \
         the building includes the start of an App"
            .into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
        let vertices = vertices.iter().map(|&v| v.into()).collect();
        app.world_mut().spawn((
            RigidBody::Static,
            Collider::trimesh(vertices, triangles.to_vec()),
            Transform::default(),
        ));
        app.finish();
        app.cleanup();
        // One step of the fixed schedule puts the collider into the tree.
        app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        app.world_mut().run_schedule(FixedPostUpdate);
        let world: &'static mut World = Box::leak(Box::new(std::mem::take(app.world_mut())));
        let state: &'static mut SystemState<MoveAndSlide<'static, 'static>> =
            Box::leak(Box::new(SystemState::new(world)));
        let ask = state.get(world).expect("the plugins give all it needs");
        let (everything, config) = (SpatialQueryFilter::default(), MoveAndSlideConfig::default());
        Self { ask, everything, config, up }
    }

    fn bytes(&self) -> Option<usize> {
        let (level, ..) = self.ask.colliders.iter().next()?;
        let mesh = level.shape().as_trimesh()?;
        Some(mesh.vertices().len() * 12 + mesh.indices().len() * 12 + mesh.bvh().total_memory_size())
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        let (way, length) = Dir3::new_and_length(motion.into()).ok()?;
        let hit = self.ask.spatial_query.cast_ray(from.into(), way, length, false, &self.everything)?;
        Some(hit.distance / length)
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        self.cast(&Collider::sphere(radius), from, motion)
    }

    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32> {
        self.cast(&upright(capsule, self.up), from, motion)
    }

    type Walker = Walker;

    fn walker(&mut self, at: P, half: P, _: Tall) -> Walker {
        let shape = match Capsule::of(half, self.up) {
            Some(capsule) => upright(capsule, self.up),
            None => Collider::sphere(half[0]),
        };
        Walker { shape, at: at.into() }
    }

    fn step(&mut self, walker: &mut Walker, motion: P, dt: f32) -> P {
        let end = self.ask.move_and_slide(
            &walker.shape,
            walker.at,
            Quat::IDENTITY,
            Vec3::from(motion) / dt,
            Duration::from_secs_f32(dt),
            &self.config,
            &self.everything,
            |_| MoveAndSlideHitResponse::Accept,
        );
        walker.at = end.position;
        end.position.into()
    }
}

impl Avian {
    fn cast(&self, shape: &Collider, from: P, motion: P) -> Option<f32> {
        let (way, length) = Dir3::new_and_length(motion.into()).ok()?;
        let config = ShapeCastConfig::from_max_distance(length);
        let query = &self.ask.spatial_query;
        let hit = query.cast_shape(shape, from.into(), Quat::IDENTITY, way, &config, &self.everything)?;
        Some(hit.distance / length)
    }
}

fn upright(capsule: Capsule, up: P) -> Collider {
    let end = Vec3::from(capsule.end(up));
    Collider::capsule_endpoints(capsule.radius, -end, end)
}

fn main() {
    peers_work::run::<Avian>();
}
