//! Worlds that are constant along z, seen as sections, and queries of the library on them.

use anyhow::{Context, Result};
use sidle::{
    Hit, MaterialId, Motion, MoveConfig, MoveReport, QueryFilter, Shape, Vec3, World, WorldBuilder,
    WorldVector,
};

use super::sheet::P;

/// Extent to both sides along z in metres, far from all drawn objects.
const DEPTH: f32 = 100.0;

/// A world of lines, each extruded along z.
pub(super) struct Section {
    world: World,
}

/// A contact.
pub(super) struct Touch {
    /// Fraction of the motion.
    pub(super) fraction: f64,
    /// Centre of the mover at the contact.
    pub(super) centre: P,
    /// Contact point.
    pub(super) point: P,
    /// Normal away from the surface.
    pub(super) normal: P,
}

impl Section {
    /// Creates a section of one line.
    pub(super) fn new(line: &[P]) -> Result<Self> {
        Self::of(&[line])
    }

    /// Creates a cross-section from several polylines.
    pub(super) fn of(lines: &[&[P]]) -> Result<Self> {
        let mut builder = WorldBuilder::new();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let (a, b) = (at(pair[0]), at(pair[1]));
            let side = Vec3::Z * DEPTH;
            builder.add_polygon(&[a + side, b + side, b - side, a - side], MaterialId::default());
        }
        Ok(Self { world: builder.build()? })
    }

    /// Creates a section of a single point: a triangle with three equal corners.
    pub(super) fn point(p: P) -> Result<Self> {
        Ok(Self { world: World::from_triangles(&[at(p)], &[[0, 0, 0]])? })
    }

    /// Returns the world, for other queries.
    pub(super) fn world(&self) -> &World {
        &self.world
    }

    /// Returns the first contact of a ball. Without a contact it returns an error, because the
    /// figure needs one.
    pub(super) fn cast(&self, radius: f64, from: P, motion: P) -> Result<Touch> {
        self.cast_shape(&Shape::sphere(radius as f32), from, motion)
    }

    /// Returns the first contact of any shape.
    pub(super) fn cast_shape(&self, shape: &Shape, from: P, motion: P) -> Result<Touch> {
        let hit = self.world.cast_shape(shape, at(from), at(motion), &QueryFilter::ALL);
        Ok(touch(hit.context("a figure shows a contact, and there is none")?, from, motion))
    }

    /// Returns true if a ball has no contact along the motion.
    pub(super) fn is_free(&self, radius: f64, from: P, motion: P) -> bool {
        let shape = Shape::sphere(radius as f32);
        self.world.cast_shape(&shape, at(from), at(motion), &QueryFilter::ALL).is_none()
    }

    /// Returns the first hit of a ray.
    pub(super) fn ray(&self, from: P, motion: P) -> Option<Touch> {
        self.world.cast_ray(at(from), at(motion), &QueryFilter::ALL).map(|hit| touch(hit, from, motion))
    }

    /// Returns the nearest point.
    pub(super) fn nearest(&self, from: P) -> Result<P> {
        let found = self.world.closest_point(at(from), 1e3, &QueryFilter::ALL);
        Ok(flat(found.context("a figure shows the nearest point, and there is none")?.point))
    }

    /// Performs one move of a character.
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
    let fraction = hit.fraction;
    let centre = [from[0] + motion[0] * fraction, from[1] + motion[1] * fraction];
    Touch { fraction, centre, point: flat(hit.point), normal: flat(hit.normal) }
}

/// Converts a point of the section to a position in the world.
pub(super) fn at(p: P) -> Vec3 {
    Vec3::new(p[0] as f32, p[1] as f32, 0.0)
}

/// Converts a position in the world to a point of the section.
pub(super) fn flat(v: impl WorldVector) -> P {
    let v = v.to_dvec3();
    [v.x, v.y]
}
