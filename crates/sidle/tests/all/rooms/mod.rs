//! A level of rooms as a world with sectors: unchanged, rotated by an odd angle, and with several
//! rooms per sector.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use sidle::{Material, MaterialId, Quat, SectorId, Vec3, World, WorldBuilder};
use sidle_scenes::generate::{self, Rooms};
use sidle_scenes::{SplitMix64, trig};

pub struct Scene {
    pub name: String,
    pub made: Rooms,
    pub world: World,
    turn: Quat,
    /// The sector of each room.
    sector_of: Vec<SectorId>,
}

/// The division of rooms into sectors.
#[derive(Clone, Copy, Debug)]
pub enum Split {
    /// Each room is a sector.
    Rooms,
    /// Two neighbouring rooms are a sector, which is not convex.
    Pairs,
    /// Rooms from anywhere are a sector, which is not even connected.
    Scattered,
}

pub fn scenes(counts: [usize; 2], clutter: usize) -> Vec<Scene> {
    let splits = [
        (1, Split::Rooms, false),
        (2, Split::Rooms, true),
        (3, Split::Pairs, false),
        (4, Split::Scattered, true),
    ];
    splits.map(|(seed, split, turned)| Scene::new(seed, counts, clutter, split, turned)).into()
}

impl Scene {
    pub fn new(seed: u64, counts: [usize; 2], clutter: usize, split: Split, turned: bool) -> Self {
        let made = generate::rooms(seed, counts, clutter);
        let (s, c) = trig::sin_cos(0.4);
        let axis = Vec3::new(0.48, 0.6, 0.64) * s as f32;
        let turn = if turned { Quat::from_xyzw(axis.x, axis.y, axis.z, c as f32) } else { Quat::IDENTITY };
        let sector = |room: usize| match split {
            Split::Rooms => room,
            Split::Pairs => room / 2,
            Split::Scattered => room * 7 % 11,
        };
        let sector_of: Vec<usize> = (0..made.rooms.len()).map(sector).collect();
        let (world, sector_of) = build(&made, turn, &sector_of);
        Self { name: format!("seed {seed}, {split:?}, turned: {turned}"), made, world, turn, sector_of }
    }

    pub fn sector_of_room(&self, room: usize) -> SectorId {
        self.sector_of[room]
    }

    pub fn sector_of_triangle(&self, triangle: u32) -> SectorId {
        self.sector_of[self.made.triangle_rooms[triangle as usize]]
    }

    /// Converts a point of the generated level to the world.
    pub fn out(&self, p: Vec3) -> Vec3 {
        self.turn * p
    }

    /// The sector of a place in the world that is not in a wall.
    pub fn sector_at(&self, p: Vec3) -> Option<SectorId> {
        let p = self.turn.inverse() * p;
        let holds = |low: [f32; 3], high: [f32; 3]| {
            p.cmpgt(Vec3::from(low) + 1e-3).all() && p.cmplt(Vec3::from(high) - 1e-3).all()
        };
        self.made.rooms.iter().position(|r| holds(r.low, r.high)).map(|room| self.sector_of[room])
    }

    pub fn spawns(&self) -> Vec<Vec3> {
        self.made.level.spawns.iter().map(|&s| self.out(s.into())).collect()
    }

    /// A place inside a room, possibly inside its clutter.
    pub fn place(&self, rng: &mut SplitMix64, room: usize) -> Vec3 {
        let (low, high) = (Vec3::from(self.made.rooms[room].low), Vec3::from(self.made.rooms[room].high));
        let part = Vec3::new(rng.unit() as f32, rng.unit() as f32, rng.unit() as f32);
        self.out(low + 0.2 + (high - low - 0.4) * part)
    }

    /// An opening whose middle is less than 30 m from that of another one.
    pub fn nearby(&self, rng: &mut SplitMix64, opening: usize) -> usize {
        let middle = |o: usize| Vec3::from(self.made.openings[o].corners[0]);
        loop {
            let other = rng.below(self.made.openings.len());
            if middle(other).distance(middle(opening)) < 30.0 {
                return other;
            }
        }
    }

    /// A place in an opening, often beside one of its sides, where the last unblocked lines are.
    pub fn doorway(&self, rng: &mut SplitMix64, opening: usize) -> Vec3 {
        let c = self.made.openings[opening].corners.map(Vec3::from);
        let across = match rng.below(3) {
            0 => 0.001,
            1 => 0.999,
            _ => rng.unit() as f32,
        };
        self.out(c[0] + (c[1] - c[0]) * across + (c[3] - c[0]) * rng.unit() as f32)
    }
}

pub fn direction(rng: &mut SplitMix64) -> Vec3 {
    let mut v = || rng.range(-1.0, 1.0) as f32;
    Vec3::new(v(), v(), v()).normalize_or(Vec3::X)
}

fn build(made: &Rooms, turn: Quat, sector_of: &[usize]) -> (World, Vec<SectorId>) {
    let mut builder = WorldBuilder::new();
    let materials: Vec<MaterialId> = made
        .level
        .materials
        .iter()
        .map(|m| builder.add_material(Material { friction: m.friction, ..Material::default() }))
        .collect();
    let count = sector_of.iter().max().map_or(0, |m| m + 1);
    for sector in 0..count {
        let corners = made.rooms.iter().zip(sector_of).filter(|r| *r.1 == sector).flat_map(|(room, _)| {
            let (low, high) = (Vec3::from(room.low), Vec3::from(room.high));
            let pick = |i: u8, bit: u8, (a, b): (f32, f32)| if i & bit == 0 { a } else { b };
            (0..8).map(move |i| {
                turn * Vec3::new(
                    pick(i, 1, (low.x, high.x)),
                    pick(i, 2, (low.y, high.y)),
                    pick(i, 4, (low.z, high.z)),
                )
            })
        });
        let corners: Vec<Vec3> = corners.collect();
        let min = corners.iter().fold(Vec3::INFINITY, |a, &b| a.min(b));
        let max = corners.iter().fold(Vec3::NEG_INFINITY, |a, &b| a.max(b));
        builder.add_sector(&format!("sector {sector}"), min - 1e-4, max + 1e-4);
    }
    let ids: Vec<SectorId> = sector_of.iter().map(|&s| SectorId(s as u8)).collect();
    for (i, t) in made.level.triangles.iter().enumerate() {
        builder.set_sector(Some(ids[made.triangle_rooms[i]]));
        let corners = t.map(|v| turn * Vec3::from(made.level.vertices[v as usize]));
        let material = materials[usize::from(made.level.triangle_materials[i])];
        builder.add_triangles(&corners, &[[0, 1, 2]], material);
    }
    for opening in &made.openings {
        let [a, b] = opening.rooms.map(|r| ids[r]);
        if a != b {
            builder.add_portal(a, b, &opening.corners.map(|c| turn * Vec3::from(c)));
        }
    }
    (builder.build().expect("rooms are valid"), ids)
}
