//! Captures a move from a large world, with the few polygons that it could touch.

use glam::DVec3;

use super::instances::{Captured, add_triggers};
use super::{Replay, ReplayMove, ReplayPolygon};
use crate::geometry::WorldVector;
use crate::mesh::{Material, SectorSet};
use crate::shape::Shape;
use crate::slide::{Motion, MoveConfig, traced_move};
use crate::world::{QueryFilter, World};

/// Performs a move and returns it with all its inputs: the polygons that it could touch, and
/// nothing else of the world.
///
/// [`Replay::run`] then reproduces the outcome, path and hits, bit-identically. Only the instance
/// and triangle numbers in the hits are those of the replay; [`ReplayPolygon::from`] has the
/// original ones. Height fields become triangles. Polygons that the filter excludes, by layer or by
/// sector, are left out. [Triggers](crate::InstanceOptions::trigger) that the body touches on a
/// straight path from start to end are contained, so [`World::triggers_along`] finds them in
/// [`Replay::world`] too.
///
/// To save a replay from inside a game:
///
/// ```no_run
/// # use sidle::*;
/// # let (world, shape, config) = (World::from_triangles(&[], &[]).unwrap(), Shape::point(), MoveConfig::default());
/// # let (from, motion, path) = (Vec3::ZERO, Motion::default(), "strange.replay");
/// let outcome = world.move_once(&shape, from, motion, &config).outcome;
/// if outcome.reason == StopReason::NoFreedom {
///     let replay = trace::capture(&world, &shape, from, motion, &config);
///     std::fs::write(path, replay.to_string())?;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// The captured polygons are sufficient, because a mover reads the world only through its gathers
/// (searches for the polygons that it could touch), and through casts where no polygon is near. The
/// capture takes the polygons of all gathers of the move, in the order of their numbers, which
/// decides ties. Each gather of the replayed move then finds the same polygons in the same order. A
/// surface that stops a cast is a contact at the end of the cast, so the gather there includes the
/// surface. With any further polygon of the same world, the replayed move would be the same.
#[must_use]
pub fn capture(
    world: &World,
    shape: &Shape,
    from: impl WorldVector,
    motion: Motion,
    config: &MoveConfig,
) -> Replay {
    let from = from.to_dvec3();
    capture_moves(world, shape, from, &[motion], config)
}

/// Captures consecutive moves, each from the end of the one before: for example, the last seconds
/// before a fault. See [`capture`].
///
/// ```
/// use sidle::{Motion, MoveConfig, Shape, Vec3, World, trace};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let steps = [Vec3::NEG_Y, Vec3::X].map(|velocity| Motion::velocity(velocity, 1.0));
/// let (ball, config) = (Shape::sphere(0.5), MoveConfig::default());
/// let replay = trace::capture_moves(&world, &ball, Vec3::Y, &steps, &config);
/// let ends: Vec<_> = replay.run()?.iter().map(|report| Some(report.outcome.position)).collect();
/// assert_eq!(ends, [replay.moves[0].end, replay.moves[1].end]);
/// # Ok::<(), sidle::BuildError>(())
/// ```
#[must_use]
pub fn capture_moves(
    world: &World,
    shape: &Shape,
    from: impl WorldVector,
    motions: &[Motion],
    config: &MoveConfig,
) -> Replay {
    capture_moves_inner(world, shape, from.to_dvec3(), motions, config)
}

fn capture_moves_inner(
    world: &World,
    shape: &Shape,
    from: DVec3,
    motions: &[Motion],
    config: &MoveConfig,
) -> Replay {
    let (mut gathered, mut moves, mut position) = (Vec::new(), Vec::new(), from);
    let mut whole = Vec::new();
    for &motion in motions {
        let (report, log) = traced_move(world, shape, position, motion, config);
        add_triggers(world, shape, (position, report.outcome.position), &config.filter, &mut whole);
        whole.extend(log.solids);
        position = report.outcome.position;
        moves.push(ReplayMove { motion, end: Some(position), end_error: 0.0 });
        gathered.extend(log.gathered);
        gathered.sort_unstable();
        gathered.dedup();
    }
    let captured = Captured::take(world, &mut gathered, &[], &whole);
    let (materials, polygons) = polygons_of(world, gathered, &captured);
    let filter = QueryFilter { sectors: SectorSet::ALL, ..config.filter };
    Replay {
        materials,
        polygons,
        instances: captured.instances,
        index: world.index_kind(),
        shape: shape.clone(),
        config: MoveConfig { filter, ..*config },
        start: from,
        moves,
    }
}

/// Returns the polygons in these instances and slots, and the materials that they need.
pub(super) fn polygons_of(
    world: &World,
    slots: impl IntoIterator<Item = (u32, u32)>,
    captured: &Captured,
) -> (Vec<Material>, Vec<ReplayPolygon>) {
    let mut polygons: Vec<ReplayPolygon> = slots
        .into_iter()
        .map(|id| {
            let (number, material, corners) = world.polygon_in_slot(id);
            ReplayPolygon { corners, material: material.0, from: Some((id.0, number)) }
        })
        .collect();
    polygons.sort_by_key(|p| p.from);
    // Materials keep their numbers. Those after the last used one are dropped.
    let used = polygons.iter().map(|p| usize::from(p.material) + 1).max().unwrap_or(0);
    let used = used.max(captured.materials());
    let mut materials: Vec<Material> = world.materials().iter().copied().take(used).collect();
    if materials == [Material::default()] {
        materials.clear();
    }
    (materials, polygons)
}
