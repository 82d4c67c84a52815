//! The course: units of stairs, a crest, a steep ramp and ledges beside each other, with walls
//! around each. Characters walk along x, straight or obliquely.

use super::{Goal, STEP_HEIGHT};
use crate::{Level, P, Plan};

pub(crate) const NAME: &str = "course";
const UP: P = [0.0, 1.0, 0.0];
/// The size of a unit along x and along z, and the height of the walls, in metres.
const SIZE: [f32; 3] = [26.0, 8.0, 16.0];
/// Each unit is made of this number of strips along x.
const STRIPS: usize = 4;
/// The x at which stairs, ramps and ledges begin.
const BEGIN: f32 = 8.0;
/// The x at which the stairs end.
const END: f32 = 18.0;
/// Number of steps up, and again down, each this deep in metres.
const STEPS: usize = 10;
const DEPTH: f32 = 0.3;
/// The heights of the steps of the stairs, in metres: all are below the limit.
const RISES: [f32; 4] = [0.10, 0.18, 0.25, 0.35];
/// The heights of the ledges, in metres: all are above the limit, with the padding of every engine.
const LEDGES: [f32; 3] = [0.45, 0.6, 0.8];
/// The slopes of the crest, up and down, and of the steep ramp, as rise over run: 25, 45 and 60
/// degrees.
const CREST: [f32; 2] = [0.466_307_66, 1.0];
const STEEP: f32 = 1.732_050_8;

/// The side view of a unit, from left to right: points (x, y).
type Profile = Vec<[f32; 2]>;

/// Returns the profiles of all units, in the order of z.
fn profiles() -> Vec<Profile> {
    let mut all: Vec<Profile> = RISES.map(stairs).into();
    let top = BEGIN + 2.0 / CREST[0];
    all.push(whole([[BEGIN, 0.0], [top, 2.0], [top + 2.0 / CREST[1], 0.0]]));
    all.push(whole([[BEGIN, 0.0], [BEGIN + 3.0 / STEEP, 3.0], [END, 3.0], [END, 0.0]]));
    all.extend(LEDGES.map(|height| whole([[BEGIN, 0.0], [BEGIN, height], [END, height], [END, 0.0]])));
    all
}

fn stairs(rise: f32) -> Profile {
    let mut points = Vec::new();
    let edge = |i: usize| BEGIN + DEPTH * i as f32;
    for i in 0..STEPS {
        points.extend([[edge(i), rise * i as f32], [edge(i), rise * (i + 1) as f32]]);
    }
    let down: Vec<_> = points.iter().rev().map(|&[x, y]| [BEGIN + END - x, y]).collect();
    points.extend(down);
    whole(points)
}

fn whole(points: impl IntoIterator<Item = [f32; 2]>) -> Profile {
    let points = points.into_iter();
    [[0.0, 0.0]].into_iter().chain(points).chain([[SIZE[0], 0.0]]).collect()
}

/// Returns the triangles of the course, with spawns on the floor of each unit.
pub(crate) fn level() -> Level {
    let mut level = Level { name: NAME.into(), up: UP, ..Level::default() };
    let profiles = profiles();
    let width = SIZE[2] / STRIPS as f32;
    for (unit, profile) in profiles.iter().enumerate() {
        let z = unit as f32 * SIZE[2];
        for side in profile.windows(2) {
            for strip in 0..STRIPS {
                let ends = [z + strip as f32 * width, z + (strip + 1) as f32 * width];
                let at = |i: usize, j: usize| [side[i][0], side[i][1], ends[j]];
                quad(&mut level, [at(0, 0), at(0, 1), at(1, 1), at(1, 0)]);
            }
        }
        for x in [0.0, SIZE[0]] {
            let corner = |y: f32, along: f32| [x, y, z + along];
            quad(
                &mut level,
                [corner(0.0, 0.0), corner(SIZE[1], 0.0), corner(SIZE[1], SIZE[2]), corner(0.0, SIZE[2])],
            );
        }
        for x in [3.0, 6.0, 20.0, 23.0] {
            level.spawns.push([x, 1.0, z + 0.5 * SIZE[2]]);
        }
    }
    for unit in 0..=profiles.len() {
        let z = unit as f32 * SIZE[2];
        quad(&mut level, [[0.0, 0.0, z], [SIZE[0], 0.0, z], [SIZE[0], SIZE[1], z], [0.0, SIZE[1], z]]);
    }
    level
}

fn quad(level: &mut Level, corners: [P; 4]) {
    let first = level.vertices.len() as u32;
    level.vertices.extend(corners);
    level.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|i| first + i)));
}

/// Returns the plans with goals: over the stairs, over the crest, against ledges and the steep
/// ramp.
pub(crate) fn plans(half: P) -> Vec<Plan> {
    let units = RISES.len();
    let cross = |keeps_speed| Goal::Cross { from: BEGIN - 0.5, to: END + 0.5, keeps_speed };
    let stairs: Vec<_> = (0..units).map(|unit| (unit, cross(true))).collect();
    let mut blocked = vec![(units + 1, Goal::StayBelow(STEP_HEIGHT))];
    blocked.extend(LEDGES.iter().enumerate().map(|(i, h)| (units + 2 + i, Goal::StayBelow(h - 0.05))));
    vec![
        plan("stairs", half, &stairs, [0.0, 30.0, 45.0], [2.0, 4.0, 8.0], 720),
        plan("crest", half, &[(units, cross(false))], [0.0, 30.0, 45.0], [2.0, 4.0, 8.0], 720),
        plan("ledges", half, &blocked, [0.0, 30.0, 60.0], [1.0, 4.0, 8.0], 480),
    ]
}

/// Returns one character for each unit, heading in degrees and speed in m/s.
fn plan(
    name: &str,
    half: P,
    units: &[(usize, Goal)],
    headings: [f64; 3],
    speeds: [f64; 3],
    frames: usize,
) -> Plan {
    let (mut starts, mut goals, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
    for &(unit, goal) in units {
        for degrees in headings {
            // Degrees whose sines are roots: the same bits on every machine.
            let [along, across] = match degrees {
                0.0 => [1.0, 0.0],
                30.0 => [0.75_f64.sqrt(), 0.5],
                45.0 => [0.5_f64.sqrt(); 2],
                _ => [0.5, 0.75_f64.sqrt()],
            };
            for speed in speeds {
                starts.push([BEGIN - 2.5, half[1] + 0.03, unit as f32 * SIZE[2] + 1.0]);
                goals.push(goal);
                velocities.push([(speed * along) as f32, 0.0, (speed * across) as f32]);
            }
        }
    }
    let wishes = (0..frames).flat_map(|_| velocities.iter().copied()).collect();
    Plan {
        name: name.into(),
        half,
        dt: 1.0 / 60.0,
        frames,
        starts,
        wishes,
        up: UP,
        lost_below: -1.0,
        every_move: true,
        goals,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_go_up_and_down_between_their_marks() {
        let profile = stairs(0.25);
        let highest = profile.iter().map(|p| p[1]).fold(0.0, f32::max);
        assert_eq!((profile.first(), profile.last()), (Some(&[0.0, 0.0]), Some(&[SIZE[0], 0.0])));
        assert_eq!((profile[1], highest), ([BEGIN, 0.0], 2.5));
        assert!(profile.windows(2).all(|side| side[0][0] <= side[1][0] + 1e-5), "{profile:?}");
        let plans = plans([0.3, 0.9, 0.3]);
        assert_eq!(plans.each_count(), [36, 9, 36]);
    }

    trait Counted {
        fn each_count(&self) -> [usize; 3];
    }

    impl Counted for Vec<Plan> {
        fn each_count(&self) -> [usize; 3] {
            [0, 1, 2].map(|i| {
                assert_eq!(self[i].starts.len(), self[i].goals.len());
                assert_eq!(self[i].wishes.len(), self[i].starts.len() * self[i].frames);
                self[i].starts.len()
            })
        }
    }
}
