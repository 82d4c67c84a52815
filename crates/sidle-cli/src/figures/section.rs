//! Worlds that are the same all along z, seen as sections: what the library answers about them.

use anyhow::{Context, Result};
use sidle::{Hit, MaterialId, Motion, MoveConfig, MoveReport, QueryFilter, Shape, Vec3, World, WorldBuilder};

use super::sheet::P;

/// Metres to both sides along z: far from everything that is drawn.
const DEPTH: f32 = 100.0;

/// A world of lines, each drawn out along z.
pub(super) struct Section {
    world: World,
}

/// Something that was met.
pub(super) struct Touch {
    /// Of the motion.
    pub(super) fraction: f64,
    /// Where the mover's centre is then.
    pub(super) centre: P,
    /// What is touched.
    pub(super) point: P,
    /// Away from it.
    pub(super) normal: P,
}

impl Section {
    /// Of one line.
    pub(super) fn new(line: &[P]) -> Result<Self> {
        Self::of(&[line])
    }

    /// Of several.
    pub(super) fn of(lines: &[&[P]]) -> Result<Self> {
        let mut builder = WorldBuilder::new();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let (a, b) = (at(pair[0]), at(pair[1]));
            let side = Vec3::Z * DEPTH;
            builder.add_polygon(&[a + side, b + side, b - side, a - side], MaterialId::default());
        }
        Ok(Self { world: builder.build()? })
    }

    /// A single point: a triangle whose corners are one.
    pub(super) fn point(p: P) -> Result<Self> {
        Ok(Self { world: World::from_triangles(&[at(p)], &[[0, 0, 0]])? })
    }

    /// The world itself, for questions that this file does not know.
    pub(super) fn world(&self) -> &World {
        &self.world
    }

    /// The first contact of a ball; a figure that shows one cannot do without.
    pub(super) fn cast(&self, radius: f64, from: P, motion: P) -> Result<Touch> {
        self.cast_shape(&Shape::sphere(radius as f32), from, motion)
    }

    /// The first contact of any shape.
    pub(super) fn cast_shape(&self, shape: &Shape, from: P, motion: P) -> Result<Touch> {
        let hit = self.world.cast_shape(shape, at(from), at(motion), &QueryFilter::ALL);
        Ok(touch(hit.context("a figure shows a contact, and there is none")?, from, motion))
    }

    /// Whether a ball gets by.
    pub(super) fn is_free(&self, radius: f64, from: P, motion: P) -> bool {
        let shape = Shape::sphere(radius as f32);
        self.world.cast_shape(&shape, at(from), at(motion), &QueryFilter::ALL).is_none()
    }

    /// Where a ray crosses.
    pub(super) fn ray(&self, from: P, motion: P) -> Option<Touch> {
        self.world.cast_ray(at(from), at(motion), &QueryFilter::ALL).map(|hit| touch(hit, from, motion))
    }

    /// The nearest point.
    pub(super) fn nearest(&self, from: P) -> Result<P> {
        let found = self.world.closest_point(at(from), 1e3, &QueryFilter::ALL);
        Ok(flat(found.context("a figure shows the nearest point, and there is none")?.point))
    }

    /// A move as a character makes it.
    pub(super) fn slide(&self, radius: f64, from: P, motion: P) -> MoveReport {
        self.world.move_once(
            &Shape::sphere(radius as f32),
            at(from),
            Motion::displacement(at(motion), 1.0),
            &MoveConfig::default(),
        )
    }
}

fn touch(hit: Hit, from: P, motion: P) -> Touch {
    let fraction = f64::from(hit.fraction);
    let centre = [from[0] + motion[0] * fraction, from[1] + motion[1] * fraction];
    Touch { fraction, centre, point: flat(hit.point), normal: flat(hit.normal) }
}

/// A place of the section in the world.
pub(super) fn at(p: P) -> Vec3 {
    Vec3::new(p[0] as f32, p[1] as f32, 0.0)
}

/// A place of the world in the section.
pub(super) fn flat(v: Vec3) -> P {
    [f64::from(v.x), f64::from(v.y)]
}
