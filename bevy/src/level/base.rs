//! The world that levels are built in.

use sidle::{BuildError, MaterialId, PolygonId, World, WorldBuilder};

use super::Triangles;
use crate::space::Ranges;

/// The world that the levels are built in.
#[derive(Debug)]
pub(super) enum Base {
    /// A new one.
    New(Box<WorldBuilder>, u32),
    /// A copy of the present one, with the polygons of its levels: its instances keep their ids.
    Old(Box<World>, Ranges),
}

impl Base {
    /// Removes the old levels.
    pub(super) fn clear(&mut self) {
        if let Self::Old(world, ranges) = self {
            let first = ranges.firsts.first().map_or(ranges.end, |range| range.0);
            for number in first..ranges.end {
                world.remove_polygon(PolygonId::from_index(number));
            }
        }
    }

    /// Returns the number of the next polygon.
    pub(super) const fn next(&self) -> u32 {
        match self {
            Self::New(_, next) => *next,
            Self::Old(_, ranges) => ranges.end,
        }
    }

    pub(super) fn add(&mut self, part: &Triangles, material: MaterialId) -> Result<(), BuildError> {
        let Triangles { vertices, triangles } = part;
        match self {
            Self::New(builder, next) => {
                builder.add_triangles(vertices, triangles, material);
                *next += triangles.len() as u32;
            }
            Self::Old(world, ranges) => {
                let ids = world.add_triangles(vertices, triangles, material)?;
                ranges.end = ids.last().map_or(ranges.end, |id| id.index() as u32 + 1);
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<World, BuildError> {
        match self {
            Self::New(builder, _) => builder.build(),
            Self::Old(mut world, _) => {
                world.rebuild();
                Ok(*world)
            }
        }
    }
}
