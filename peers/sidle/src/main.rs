//! sidle.

mod character;

use std::rc::Rc;

use peers_work::{Capsule, Engine, Tall};
use sidle::{
    CharacterConfig, DVec3, Motion, MoveConfig, MoverCache, Quat, QueryFilter, Scratch, Shape, Vec3, World,
};

type P = [f32; 3];

/// Largest crowd with mover caches. In larger crowds the cache of a walker has left the CPU caches,
/// and costs more than it saves.
const REMEMBERED: usize = 10_000;

struct Sidle {
    /// Its reference count is the number of walkers plus one.
    alive: Rc<()>,
    world: World,
    scratch: Scratch,
    config: MoveConfig,
    character: CharacterConfig,
    up: P,
}

struct Walker {
    shape: Shape,
    at: DVec3,
    around: MoverCache,
    alive: Rc<()>,
}

impl Engine for Sidle {
    const NAME: &'static str = "sidle";
    const PADDING: f32 = 0.001;
    const TALL: &'static [Tall] = &[Tall::Capsule, Tall::Ellipsoid];

    fn version() -> String {
        "this repository".into()
    }

    fn settings() -> String {
        "World::from_triangles; Slide, skin 1 mm; a MoverCache for each of up to 10,000 walkers; everything else as by default".into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        let vertices: Vec<Vec3> = vertices.iter().map(|&v| v.into()).collect();
        let world = World::from_triangles(&vertices, triangles).expect("the levels are valid");
        let (scratch, config) = (Scratch::default(), MoveConfig::default());
        let character = character::config(up);
        Self { alive: Rc::default(), world, scratch, config, character, up }
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.world.memory_bytes())
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        let (from, motion) = (Vec3::from(from), Vec3::from(motion));
        self.world.cast_ray(from, motion, &QueryFilter::ALL).map(|hit| hit.fraction as f32)
    }

    fn blocked(&mut self, from: P, motion: P) -> bool {
        let (from, motion) = (Vec3::from(from), Vec3::from(motion));
        self.world.is_blocked(from, from + motion, &QueryFilter::ALL)
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        let shape = Shape::sphere(radius);
        let (from, motion) = (Vec3::from(from), Vec3::from(motion));
        self.world.cast_shape(&shape, from, motion, &QueryFilter::ALL).map(|hit| hit.fraction as f32)
    }

    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32> {
        let shape = upright(capsule, self.up);
        let (from, motion) = (Vec3::from(from), Vec3::from(motion));
        self.world.cast_shape(&shape, from, motion, &QueryFilter::ALL).map(|hit| hit.fraction as f32)
    }

    type Walker = Walker;

    fn walker(&mut self, at: P, half: P, tall: Tall) -> Walker {
        let shape = match (Capsule::of(half, self.up), tall) {
            (None, _) => Shape::sphere(half[0]),
            (Some(capsule), Tall::Capsule) => upright(capsule, self.up),
            (Some(_), Tall::Ellipsoid) => Shape::ellipsoid(half.into()),
        };
        Walker { shape, at: Vec3::from(at).as_dvec3(), around: MoverCache::default(), alive: self.alive.clone() }
    }

    fn step(&mut self, walker: &mut Walker, motion: P, dt: f32) -> P {
        let displacement = Vec3::from(motion);
        let motion = Motion { displacement, velocity: displacement / dt };
        let Walker { shape, at, around, alive } = walker;
        let Self { world, scratch, config, .. } = self;
        let end = if Rc::strong_count(alive) > REMEMBERED {
            world.move_and_slide(scratch, shape, *at, motion, config)
        } else {
            scratch.with_cache(around, |s| world.move_and_slide(s, shape, *at, motion, config))
        };
        walker.at = end.position;
        end.position.as_vec3().into()
    }
}

fn upright(capsule: Capsule, up: P) -> Shape {
    let shape = Shape::capsule(capsule.radius, capsule.height);
    shape.with_rotation(Quat::from_rotation_arc(Vec3::Y, up.into()))
}

fn main() {
    peers_work::run_with_characters::<Sidle>();
}

#[cfg(test)]
mod tests {
    #[test]
    fn answers_are_sane() {
        peers_work::sanity::check::<super::Sidle>();
    }
}
