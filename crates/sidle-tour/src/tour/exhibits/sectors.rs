//! An exhibit about rooms joined by doorways: visibility from a room, and moves that only search
//! the sectors within reach.

use std::time::Instant;

use anyhow::Result;
use sidle::{DVec3, MaterialId, MoveConfig, QueryFilter, SectorId, Vec3, World, WorldBuilder};
use sidle_scenes::SplitMix64;
use sidle_scenes::generate::{self, Rooms};

use super::crowd;
use crate::tour::exhibit::{Check, Exhibit, Row};
use crate::tour::plan::{OUTLINE, Plan};
use sidle_cli::paint::{COLOURS, Figure, Ink};

const WALKERS: usize = 8;
const MOVES: usize = 300;
const RAYS: usize = 20_000;
const DOORWAY: Ink = Ink::rgb(235, 120, 0);

/// Walks and casts rays in the whole level and in the relevant sectors.
pub(crate) fn exhibit() -> Result<Exhibit> {
    let rooms = generate::rooms(5, [6, 4], 12);
    let world = build(&rooms)?;
    let each = rooms.level.spawns.len() / WALKERS;
    let spawns: Vec<DVec3> =
        rooms.level.spawns.iter().step_by(each).take(WALKERS).map(|&s| Vec3::from(s).as_dvec3()).collect();
    let (all, ns) = crowd::walk(&world, &spawns, MOVES, |_, _| MoveConfig::default());
    let (limited, ns_limited) = crowd::walk(&world, &spawns, MOVES, |from, motion| {
        let config = MoveConfig::default();
        let sectors = world.sectors_of_move(&crowd::BODY, from, motion, &config);
        MoveConfig { filter: QueryFilter::ALL.within(sectors), ..config }
    });
    let differ = crowd::differing(&all, &limited);
    let (missed, ns_ray) = look(&world, &rooms);
    let row = |label: &str, checks: Vec<Check>, ns: f64| Row {
        label: label.into(),
        rates: "60".into(),
        checks,
        ns,
    };
    let none = |what: &str, count: usize| vec![Check::new(what, 0.0, count as f64, 0.0)];
    let rows = vec![
        row("walkers, whole level", none("walkers that fell out", fallen(&all)), ns),
        row("walkers, sectors in reach", none("positions that differ", differ), ns_limited),
        row("rays, sectors in sight", none("first hits that differ", missed), ns_ray),
    ];
    let picture = picture(&world, &rooms, &all);
    Ok(Exhibit {
        id: "sectors",
        title: "Rooms and doorways",
        about: "Miller proposes to test only the sectors that can be seen. Here each room is a \
                sector and each doorway a portal. The tinted rooms can be seen from the dark room, \
                through any row of doorways. A move is limited to the sectors that it can reach, \
                and a ray to the visible ones. Both find the same as in the whole level. (The \
                index already saves most of the work, so this pays for games that load sectors one \
                by one.)",
        rows,
        picture,
    })
}

fn build(rooms: &Rooms) -> Result<World> {
    let mut builder = WorldBuilder::new();
    for room in &rooms.rooms {
        builder.add_sector(&room.name, room.low.into(), room.high.into());
    }
    for door in &rooms.openings {
        let [a, b] = door.rooms.map(|room| SectorId(room as u8));
        builder.add_portal(a, b, &door.corners.map(Vec3::from));
    }
    for (t, &room) in rooms.triangle_rooms.iter().enumerate() {
        builder.set_sector(Some(SectorId(room as u8)));
        let corners = rooms.level.corners(t).map(Vec3::from);
        builder.add_triangles(&corners, &[[0, 1, 2]], MaterialId(0));
    }
    Ok(builder.build()?)
}

fn fallen(ways: &[Vec<DVec3>]) -> usize {
    ways.iter().filter(|way| way.last().is_some_and(|end| end.y < 0.0)).count()
}

/// Casts rays from positions in the rooms. Returns how many have a different first hit in the
/// visible sectors than in the whole level, and the cost of a ray.
fn look(world: &World, rooms: &Rooms) -> (usize, f64) {
    let mut rng = SplitMix64::new(4);
    let spawns = &rooms.level.spawns;
    let rays: Vec<(Vec3, Vec3)> = (0..RAYS)
        .map(|i| {
            let mut across = || rng.range(-40.0, 40.0) as f32;
            (Vec3::from(spawns[i % spawns.len()]), Vec3::new(across(), 0.02 * across(), across()))
        })
        .collect();
    let whole: Vec<_> = rays.iter().map(|r| world.cast_ray(r.0, r.1, &QueryFilter::ALL)).collect();
    let start = Instant::now();
    let in_sight: Vec<_> = rays
        .iter()
        .map(|r| {
            let seen = world.sectors().visible_from(&world.sectors().at(r.0));
            world.cast_ray(r.0, r.1, &QueryFilter::ALL.within(seen))
        })
        .collect();
    let ns = start.elapsed().as_nanos() as f64 / RAYS as f64;
    (whole.iter().zip(&in_sight).filter(|(a, b)| a != b).count(), ns)
}

fn picture(world: &World, rooms: &Rooms, ways: &[Vec<DVec3>]) -> Figure {
    let (low, high) = rooms.level.bounds();
    let mut plan = Plan::new("Rooms and doorways", 1, 440.0);
    let words =
        "tinted: what can be seen from the darkest room, through doorways (orange); lines: eight walkers";
    let pane = plan.pane(0, [low[0], -high[2]], [high[0], -low[2]], words);
    let dark = SectorId((rooms.rooms.len() / 2) as u8);
    let visible = world.sectors().visible(dark);
    for (id, sector) in world.sectors().iter() {
        let ink = match () {
            () if id == dark => Ink::rgb(120, 160, 215),
            () if visible.contains(id) => Ink::rgb(205, 222, 245),
            () => continue,
        };
        let ([x0, _, z0], [x1, _, z1]) = (sector.min.to_array(), sector.max.to_array());
        plan.area(&pane, &[[x0, -z0], [x1, -z0], [x1, -z1], [x0, -z1]], ink);
    }
    let flat = |p: Vec3| [p.x, -p.z];
    for t in 0..rooms.level.triangles.len() {
        let corners = rooms.level.corners(t).map(Vec3::from);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        // Skip floors and ceilings, which would hide the rest.
        if normal.y.abs() < 0.5 * normal.length() {
            let [a, b, c] = corners.map(flat);
            plan.line(&pane, &[a, b, c, a], 0.8, OUTLINE.faded(150));
        }
    }
    for portal in world.sectors().portals() {
        let corners: Vec<[f32; 2]> = portal.corners.iter().map(|&c| flat(c)).collect();
        plan.line(&pane, &corners, 3.5, DOORWAY);
    }
    for (way, ink) in ways.iter().zip(COLOURS) {
        let points: Vec<[f32; 2]> = way.iter().map(|p| flat(p.as_vec3())).collect();
        plan.line(&pane, &points, 1.8, ink);
    }
    plan.close(&pane);
    plan.figure
}
