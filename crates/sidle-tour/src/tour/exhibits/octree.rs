//! An exhibit about indexes: the same walk with both indexes, and after the level was removed and
//! added again.

use anyhow::Result;
use sidle::{DVec3, IndexKind, MaterialId, MoveConfig, PolygonId, Vec3, World, WorldBuilder};
use sidle_scenes::{Level, generate};

use super::crowd;
use crate::tour::exhibit::{Check, Exhibit, Row};
use crate::tour::plan::{OUTLINE, Plan};
use sidle_cli::paint::COLOURS;

const WALKERS: usize = 12;
const MOVES: usize = 400;

/// Builds the worlds, walks, edits, and walks again.
pub(crate) fn exhibit() -> Result<Exhibit> {
    let level = generate::hall(7, 3_000);
    let spawns: Vec<DVec3> = level.spawns.iter().take(WALKERS).map(|&s| Vec3::from(s).as_dvec3()).collect();
    let mut rows = Vec::new();
    let mut first: Option<Vec<Vec<DVec3>>> = None;
    for (kind, name) in [(IndexKind::Bvh, "BVH"), (IndexKind::Octree, "octree")] {
        let mut world = build(&level, kind)?;
        for label in [name.to_owned(), format!("{name}, every polygon removed and added again")] {
            let (ways, ns) = crowd::walk(&world, &spawns, MOVES, |_, _| MoveConfig::default());
            let known = first.get_or_insert_with(|| ways.clone());
            let what = "positions that differ from the first walk's";
            let check = Check::new(what, 0.0, crowd::differing(known, &ways) as f64, 0.0);
            rows.push(Row { label, rates: "60".into(), checks: vec![check], ns });
            take_apart(&mut world, &level)?;
        }
    }
    let picture = picture(&level, &first.unwrap_or_default());
    Ok(Exhibit {
        id: "octree",
        title: "Two indexes, one answer",
        about: "Miller proposes an octree, so that only nearby polygons are tested. sidle has one \
                beside its BVH, and a level can be edited in place with either. Here every polygon \
                of a hall is removed and added again. Twelve walkers take the same paths each \
                time, bit for bit, because an index decides which polygons are tested, and never \
                the result.",
        rows,
        picture,
    })
}

fn build(level: &Level, kind: IndexKind) -> Result<World> {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let mut builder = WorldBuilder::new();
    builder.add_triangles(&vertices, &level.triangles, MaterialId(0)).set_index(kind);
    Ok(builder.build()?)
}

fn take_apart(world: &mut World, level: &Level) -> Result<()> {
    for t in 0..level.triangles.len() {
        let corners = level.corners(t).map(Vec3::from);
        world.remove_polygon(PolygonId::from_index(t as u32));
        world.add_triangles(&corners, &[[0, 1, 2]], MaterialId(0))?;
    }
    Ok(())
}

fn picture(level: &Level, ways: &[Vec<DVec3>]) -> sidle_cli::paint::Figure {
    let (low, high) = level.bounds();
    let mut plan = Plan::new("Two indexes, one answer", 1, 470.0);
    let flat = |p: Vec3| [p.x, -p.z];
    let pane = plan.pane(
        0,
        [low[0], -high[2]],
        [high[0], -low[2]],
        "the hall from above, and twelve paths through it",
    );
    for t in 0..level.triangles.len() {
        let [a, b, c] = level.corners(t).map(|p| flat(Vec3::from(p)));
        plan.line(&pane, &[a, b, c, a], 0.4, OUTLINE.faded(70));
    }
    for (way, ink) in ways.iter().zip(COLOURS) {
        let points: Vec<[f32; 2]> = way.iter().map(|p| flat(p.as_vec3())).collect();
        plan.line(&pane, &points, 1.8, ink);
    }
    plan.close(&pane);
    plan.figure
}
