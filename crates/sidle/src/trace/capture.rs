//! A move of a large world, taken out of it with the few polygons that it could touch.

use glam::Vec3;

use super::{Replay, ReplayMove, ReplayPolygon};
use crate::mesh::{Material, SectorSet};
use crate::shape::Shape;
use crate::slide::{Motion, MoveConfig, watched};
use crate::world::{QueryFilter, World};

/// Makes a move and returns it with all that it depends on: the polygons that it could touch, and nothing else of the world.
///
/// [`Replay::run`] then comes to the same outcome, path and hits, bit for bit; only the numbers of instances and triangles in
/// the hits are those of the replay ([`ReplayPolygon::from`] has the old ones). Height fields become triangles. What the
/// filter does not see is left out, by layer or by sector.
///
/// To keep one, from inside a game:
///
/// ```no_run
/// # use sidle::*;
/// # let (world, shape, config) = (World::from_triangles(&[], &[]).unwrap(), Shape::Point, MoveConfig::default());
/// # let (from, motion, path) = (Vec3::ZERO, Motion::default(), "strange.replay");
/// let outcome = world.move_once(&shape, from, motion, &config).outcome;
/// if outcome.reason == StopReason::NoFreedom {
///     let replay = trace::capture(&world, &shape, from, motion, &config);
///     std::fs::write(path, replay.to_string())?;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Why nothing else is needed: a mover looks at the world through its gathers only, and casts where nothing is near. The
/// polygons of all gathers of the move are taken, in the order of their numbers, which is the order that decides ties;
/// each gather of the replayed move then finds the same ones in the same order. What ends a cast is touched where the cast
/// ends, so the gather made there has it.
#[must_use]
pub fn capture(
    world: &World,
    shape: &Shape,
    from: Vec3,
    motion: impl Into<Motion>,
    config: &MoveConfig,
) -> Replay {
    let motion = motion.into();
    let (report, log) = watched(world, shape, from, motion, config);
    let mut gathered = log.gathered;
    gathered.sort_unstable();
    gathered.dedup();
    let mut polygons: Vec<ReplayPolygon> = gathered
        .into_iter()
        .map(|id| {
            let (number, material, corners) = world.polygon_in_slot(id);
            ReplayPolygon { corners, material: material.0, from: Some((id.0, number)) }
        })
        .collect();
    polygons.sort_by_key(|p| p.from);
    // Materials keep their numbers; those after the last that is used are dropped.
    let used = polygons.iter().map(|p| usize::from(p.material) + 1).max().unwrap_or(0);
    let mut materials: Vec<Material> = world.materials().iter().copied().take(used).collect();
    if materials == [Material::default()] {
        materials.clear();
    }
    Replay {
        materials,
        polygons,
        index: world.index_kind(),
        shape: *shape,
        config: MoveConfig { filter: QueryFilter { sectors: SectorSet::ALL, ..config.filter }, ..*config },
        start: from,
        moves: vec![ReplayMove { motion, end: Some(report.outcome.position) }],
    }
}
