//! Rooms on a grid, with doors and windows between them.

use crate::build::Builder;
use crate::generate::{SPAWNS, hall, spawn};
use crate::level::{Level, Surface};
use crate::rng::SplitMix64;

/// Inner width and height of a room in metres, in whole cells of one metre.
const SIDE: usize = 12;
const HEIGHT: usize = 5;

/// Thickness in metres of the wall between two rooms; exact in binary, so that all surfaces share
/// their vertices.
const WALL: f64 = 0.25;

/// Distance in metres from one room to the next.
const PITCH: f64 = SIDE as f64 + WALL;

/// One room of [`Rooms`]: the box around it, up to the middle of its walls.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Name: `room-x-z`.
    pub name: String,
    /// Lower corner of the box, in metres.
    pub low: [f32; 3],
    /// Upper corner of the box, in metres.
    pub high: [f32; 3],
}

/// An opening between two rooms.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Indices of the two rooms.
    pub rooms: [usize; 2],
    /// Its corners in order, in metres, in the middle of the wall.
    pub corners: [[f32; 3]; 4],
}

/// A level of rooms that are connected by openings.
#[derive(Clone, Debug, PartialEq)]
pub struct Rooms {
    /// The whole level; watertight and closed.
    pub level: Level,
    /// The rooms, row by row.
    pub rooms: Vec<Room>,
    /// The openings. Half of them reach down to the floor.
    pub openings: Vec<Opening>,
    /// For each triangle of the level, the index of its room.
    pub triangle_rooms: Vec<usize>,
}

/// A hole in a wall: ranges of cells along it and upwards.
#[derive(Clone, Copy)]
struct Hole {
    along: [usize; 2],
    up: [usize; 2],
}

pub(super) fn generate(seed: u64, [nx, nz]: [usize; 2], clutter: usize) -> Rooms {
    let mut rng = SplitMix64::new(seed);
    let mut b = Builder::new();
    let (mut rooms, mut openings, mut triangle_rooms) = (Vec::new(), Vec::new(), Vec::new());
    let mut holes = Vec::new();
    for z in 0..nz {
        for x in 0..nx {
            let east = (x + 1 < nx).then(|| hole(&mut rng)).flatten();
            let south = (z + 1 < nz).then(|| hole(&mut rng)).flatten();
            holes.push([east, south]);
        }
    }
    for z in 0..nz {
        for x in 0..nx {
            let here = z * nx + x;
            let [east, south] = holes[here];
            let west = (x > 0).then(|| holes[here - 1][0]).flatten();
            let north = (z > 0).then(|| holes[here - nx][1]).flatten();
            let at = [x as f64 * PITCH, z as f64 * PITCH];
            b.material(0);
            room(&mut b, at, [west, east, north, south]);
            for _ in 0..clutter {
                let margin = 3.5;
                let mut place = |low: f64| rng.range(low + margin, low + SIDE as f64 - margin);
                let foot = [place(at[0]), 0.0, place(at[1])];
                b.material(1);
                hall::clutter(&mut b, &mut rng, foot, HEIGHT as f64);
            }
            triangle_rooms.resize(b.triangle_count(), here);
            rooms.push(Room {
                name: format!("room-{x}-{z}"),
                low: [at[0] - WALL / 2.0, 0.0, at[1] - WALL / 2.0].map(|v| v as f32),
                high: [at[0] + PITCH - WALL / 2.0, HEIGHT as f64, at[1] + PITCH - WALL / 2.0]
                    .map(|v| v as f32),
            });
            let middle = |axis: usize| at[axis] + SIDE as f64 + WALL / 2.0;
            if let Some(h) = east {
                let corners = h.corners().map(|[along, up]| [middle(0), up, at[1] + along].map(|v| v as f32));
                openings.push(Opening { rooms: [here, here + 1], corners });
            }
            if let Some(h) = south {
                let corners = h.corners().map(|[along, up]| [at[0] + along, up, middle(1)].map(|v| v as f32));
                openings.push(Opening { rooms: [here, here + nx], corners });
            }
        }
    }
    let mut level = b.finish("rooms", &[Surface::rough(0.4), Surface::rough(0.2)]);
    level.closed = true;
    let end = [nx as f64 * PITCH, nz as f64 * PITCH];
    spawn::fill(&mut level, SPAWNS, Some(-1), || {
        [rng.range(0.5, end[0]), rng.range(1.0, 2.0), rng.range(0.5, end[1])]
    });
    Rooms { level, rooms, openings, triangle_rooms }
}

/// Chooses a door, a window, or a wall without a hole.
fn hole(rng: &mut SplitMix64) -> Option<Hole> {
    let kind = rng.below(8);
    let wide = 1 + rng.below(3);
    let first = 1 + rng.below(SIDE - 1 - wide);
    let up = match kind {
        0 => return None,
        1..=4 => [0, 2 + rng.below(2)],
        _ => [1 + rng.below(2), 4],
    };
    Some(Hole { along: [first, first + wide], up })
}

impl Hole {
    /// Returns its four corners, in metres along the wall and metres up.
    fn corners(&self) -> [[f64; 2]; 4] {
        let [a, b] = self.along.map(|c| c as f64);
        let [low, high] = self.up.map(|c| c as f64);
        [[a, low], [b, low], [b, high], [a, high]]
    }

    fn holds(&self, along: usize, up: usize) -> bool {
        (self.along[0]..self.along[1]).contains(&along) && (self.up[0]..self.up[1]).contains(&up)
    }
}

/// Adds the inside of one room; its west, east, north and south walls have the given holes.
fn room(b: &mut Builder, [x, z]: [f64; 2], holes: [Option<Hole>; 4]) {
    let side = SIDE as f64;
    b.grid([x, 0.0, z], [0.0, 0.0, side], [side, 0.0, 0.0], [SIDE, SIDE]);
    b.grid([x, HEIGHT as f64, z], [side, 0.0, 0.0], [0.0, 0.0, side], [SIDE, SIDE]);
    // Each call gives the start of a wall, its direction, and the direction out of the room; the
    // front is inside.
    let (east, south) = ([1.0, 0.0], [0.0, 1.0]);
    wall(b, [x, z], south, [-1.0, 0.0], holes[0], false);
    wall(b, [x + side, z], south, east, holes[1], true);
    wall(b, [x, z], east, [0.0, -1.0], holes[2], true);
    wall(b, [x, z + side], east, south, holes[3], false);
}

/// Adds a wall of cells without its hole, and half of the passage through the hole.
fn wall(b: &mut Builder, from: [f64; 2], along: [f64; 2], out: [f64; 2], hole: Option<Hole>, turned: bool) {
    // Returns a point by its distance along the wall, its height, and its depth in the wall.
    let at = |a: f64, y: f64, deep: f64| {
        [from[0] + along[0] * a + out[0] * deep, y, from[1] + along[1] * a + out[1] * deep]
    };
    let mut quad = |p: [[f64; 3]; 4]| {
        if turned {
            b.quad(p[3], p[2], p[1], p[0])
        } else {
            b.quad(p[0], p[1], p[2], p[3])
        };
    };
    let is_open = |a: usize, y: usize| hole.is_some_and(|h| h.holds(a, y));
    for a in 0..SIDE {
        for y in 0..HEIGHT {
            let ([a0, a1], [y0, y1]) = ([a as f64, a as f64 + 1.0], [y as f64, y as f64 + 1.0]);
            if !is_open(a, y) {
                quad([at(a0, y0, 0.0), at(a0, y1, 0.0), at(a1, y1, 0.0), at(a1, y0, 0.0)]);
                continue;
            }
            let half = WALL / 2.0;
            if a == 0 || !is_open(a - 1, y) {
                quad([at(a0, y1, half), at(a0, y0, half), at(a0, y0, 0.0), at(a0, y1, 0.0)]);
            }
            if !is_open(a + 1, y) {
                quad([at(a1, y0, half), at(a1, y1, half), at(a1, y1, 0.0), at(a1, y0, 0.0)]);
            }
            if y == 0 || !is_open(a, y - 1) {
                quad([at(a0, y0, half), at(a1, y0, half), at(a1, y0, 0.0), at(a0, y0, 0.0)]);
            }
            if !is_open(a, y + 1) {
                quad([at(a1, y1, half), at(a0, y1, half), at(a0, y1, 0.0), at(a1, y1, 0.0)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_watertight_and_their_triangles_lie_in_their_boxes() {
        let made = generate(3, [4, 3], 6);
        assert_eq!(made.level.boundary_edges(), 0);
        assert_eq!((made.rooms.len(), made.level.spawns.len()), (12, SPAWNS));
        assert!(made.openings.len() > 9);
        for i in 0..made.level.triangles.len() {
            let room = &made.rooms[made.triangle_rooms[i]];
            for corner in made.level.corners(i) {
                let inside = |k: usize| room.low[k] <= corner[k] && corner[k] <= room.high[k];
                assert!(inside(0) && inside(2), "triangle {i} of {}: {corner:?}", room.name);
            }
        }
    }

    #[test]
    fn the_fronts_of_a_room_are_inside() {
        let made = generate(3, [1, 1], 0);
        let six_volumes: f64 = (0..made.level.triangles.len())
            .map(|i| {
                let [a, b, c] = made.level.corners(i).map(crate::vec3::wide);
                crate::vec3::dot(a, crate::vec3::cross(b, c))
            })
            .sum();
        let volume = (SIDE * SIDE * HEIGHT) as f64;
        assert!((six_volumes / 6.0 + volume).abs() < 1e-6);
    }

    #[test]
    fn openings_lie_in_the_boxes_of_both_rooms() {
        let made = generate(8, [3, 5], 1);
        for opening in &made.openings {
            for room in opening.rooms.map(|r| &made.rooms[r]) {
                for c in opening.corners {
                    assert!((0..3).all(|k| room.low[k] <= c[k] && c[k] <= room.high[k]), "{opening:?}");
                }
            }
        }
    }
}
