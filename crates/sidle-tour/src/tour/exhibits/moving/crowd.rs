//! A crowd that goes through a doorway.

use std::time::Instant;

use anyhow::Result;
use sidle::{
    CharacterConfig, CharacterState, Crowd, CrowdMember, DVec3, MaterialId, Vec3, World, WorldBuilder,
};

use super::picture::{View, draw_box, draw_person};
use crate::tour::exhibit::{Check, Exhibit, Row};
use crate::tour::plan::Plan;
use sidle_cli::paint::Figure;

/// Half the width of the door, and half the length of the wall.
const HALF: f32 = 0.8;
const WALL: f32 = 4.0;
/// Number of characters, in rows of six.
const COUNT: u8 = 24;
const SECONDS: u16 = 25;
const RATE: u16 = 60;

/// Twenty-four characters go through a door of 1.6 m.
pub(super) fn crowd() -> Result<Exhibit> {
    let world = world()?;
    let config = CharacterConfig::default();
    let mut members: Vec<_> =
        (0..COUNT).map(|i| CrowdMember::new(&config, CharacterState::at(spot(i)))).collect();
    let mut crowd = Crowd::default();
    let mut shots: Vec<Vec<DVec3>> = Vec::new();
    let mut nearest = f32::INFINITY;
    let start = Instant::now();
    for step in 0..SECONDS * RATE {
        if [0, 3 * RATE, 6 * RATE].contains(&step) {
            shots.push(members.iter().map(|m| m.state.position).collect());
        }
        let places: Vec<DVec3> = members.iter().map(|m| m.state.position).collect();
        for member in &mut members {
            let at = member.state.position;
            member.input.wish_velocity = wish(at, ahead(at, &places));
        }
        world.step_characters(&mut crowd, &mut members, 1.0 / f32::from(RATE));
        nearest = nearest.min(closest(&members));
    }
    let ns = start.elapsed().as_nanos() as f64 / f64::from(SECONDS * RATE) / f64::from(COUNT);
    let through = members.iter().filter(|m| m.state.position.x > 0.3).count();
    let overlap = f64::from((-nearest).max(0.0));
    let checks = vec![
        Check::new("characters on the other side", f64::from(COUNT), through as f64, 0.0),
        Check::new("deepest overlap of two, in metres", 0.0, overlap, 0.0),
    ];
    let row = Row { label: "24 go through a door".into(), rates: RATE.to_string(), checks, ns };
    Ok(Exhibit {
        id: "crowd",
        title: "A crowd in a doorway",
        about: "Twenty-four characters want to go through a door of 1.6 m. They never overlap: between \
                each two of them is a plane that both keep to. The order in which they are listed does \
                not matter, and neither does the number of threads.",
        rows: vec![row],
        picture: picture(&shots),
    })
}

fn world() -> Result<World> {
    let mut builder = WorldBuilder::new();
    let floor =
        [(-40.0, -40.0), (-40.0, 40.0), (40.0, 40.0), (40.0, -40.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    builder.add_polygon(&floor, MaterialId(0));
    for [from, to] in [[-40.0, -HALF], [HALF, 40.0]] {
        let wall = [(0.0, from), (0.0, to), (3.0, to), (3.0, from)].map(|(y, z)| Vec3::new(0.0, y, z));
        builder.add_polygon(&wall, MaterialId(0));
    }
    Ok(builder.build()?)
}

fn spot(i: u8) -> Vec3 {
    Vec3::new(-1.0 - f32::from(i / 6) * 0.8, 0.0, f32::from(i % 6) * 0.8 - 2.0)
}

/// To the door, and then straight on. The three that are next go; the others wait at a distance. (A
/// crowd of which all press forward forms arches that hold.)
fn wish(at: DVec3, ahead: usize) -> Vec3 {
    let at = at.as_vec3();
    if at.x > 0.0 {
        return Vec3::new(1.0, 0.0, 0.1 * at.z).normalize() * 2.0;
    }
    let goal = Vec3::new(0.6, 0.0, at.z.clamp(0.4 - HALF, HALF - 0.4));
    let way = (goal - at).with_y(0.0);
    let waits = ahead >= 3 && way.length() < 2.4;
    way.normalize_or_zero() * if waits { 0.0 } else { 2.0 }
}

/// Returns the number of characters that are nearer to the door, on this side of it.
fn ahead(at: DVec3, all: &[DVec3]) -> usize {
    all.iter().filter(|p| p.x <= 0.0 && p.length_squared() < at.length_squared()).count()
}

/// Returns the smallest distance between two characters, negative if they overlap.
fn closest(members: &[CrowdMember<'_>]) -> f32 {
    let pairs = members.iter().enumerate().flat_map(|(i, a)| members[i + 1..].iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| a.distance(b)).fold(f32::INFINITY, f32::min)
}

fn picture(shots: &[Vec<DVec3>]) -> Figure {
    let mut plan = Plan::new("A crowd in a doorway", shots.len(), 400.0);
    for (column, (shot, words)) in shots.iter().zip(["0 s", "3 s", "6 s"]).enumerate() {
        let pane = plan.pane(column, [-4.2, -WALL], [4.2, WALL], words);
        for [from, to] in [[-WALL, -HALF], [HALF, WALL]] {
            let wall = [[-0.02, from], [0.02, from], [0.02, to], [-0.02, to], [-0.02, from]];
            draw_box(&mut plan, &pane, &wall, 1.0);
        }
        let shown = |p: &Vec3| p.x.abs() < 3.9 && p.z.abs() < WALL - 0.3;
        for feet in shot.iter().map(|p| p.as_vec3()).filter(shown) {
            draw_person(&mut plan, &pane, View::Top, feet, 1.0);
        }
        plan.close(&pane);
    }
    plan.figure
}
