//! The desired motions of walkers, frame by frame: the same for every engine.

use sidle_judge::{Body, Judge};
use sidle_scenes::SplitMix64;

use crate::samples::upright;
use crate::{Capsule, Goal, Level, P};

const GRAVITY: f32 = 9.81;
const FASTEST_FALL: f32 = 20.0;
const SPEED: f64 = 5.0;

/// A crowd of walkers. They do not collide with each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub name: String,
    /// Half sizes. If all are equal, the body is a sphere, otherwise the tall shape of the engine.
    pub half: P,
    pub dt: f32,
    pub frames: usize,
    /// Free places.
    pub starts: Vec<P>,
    /// Horizontal velocities in m/s: those of all walkers in the first frame, then in the second,
    /// and so on.
    pub wishes: Vec<P>,
    pub up: P,
    /// Height of the centre below which a walker has left the level and starts again.
    pub lost_below: f32,
    /// True if single moves are timed and judged too, false if only the whole walk is.
    pub every_move: bool,
    /// For each character what it is watched for, or empty. Not given to the engine.
    pub goals: Vec<Goal>,
}

/// The state of one walker between frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control {
    fall: f32,
}

impl Plan {
    pub fn wish(&self, frame: usize, walker: usize) -> P {
        self.wishes[frame * self.starts.len() + walker]
    }

    /// Returns true if a walker at this place has left the level.
    pub fn is_lost(&self, at: P) -> bool {
        !at.iter().all(|x| x.is_finite()) || dot(at, self.up) < self.lost_below
    }
}

impl Control {
    /// Returns the requested displacement: the desired velocity, and a fall that grows.
    pub fn motion(&mut self, wish: P, up: P, dt: f32) -> P {
        self.fall = (self.fall + GRAVITY * dt).min(FASTEST_FALL);
        [0, 1, 2].map(|k| (wish[k] - up[k] * self.fall) * dt)
    }

    /// Updates the fall after a move. A walker has landed if it fell less than half of the
    /// requested distance.
    pub fn landed(&mut self, from: P, to: P, up: P, dt: f32) {
        let fallen = dot([0, 1, 2].map(|k| from[k] - to[k]), up);
        if fallen < 0.5 * self.fall * dt {
            self.fall = 0.0;
        }
    }
}

/// A crowd of walkers: half sizes, number, and number of frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walkers {
    pub(crate) half: P,
    pub(crate) count: usize,
    pub(crate) frames: usize,
}

/// Returns walkers at the spawns and around them, each with a new heading every half to two
/// seconds. Tall ones are capsules.
pub(crate) fn walkers(level: &Level, judge: &Judge, asked: &Walkers) -> Plan {
    let Walkers { half, count, frames } = *asked;
    let mut rng = SplitMix64::new(0x5eed);
    let body = Capsule::of(half, level.up)
        .map_or(Body::Sphere { radius: half[0].into() }, |capsule| upright(capsule, level.up));
    let starts: Vec<P> = (0..count).filter_map(|i| start(level, judge, &body, &mut rng, i)).collect();
    let mut wishes = vec![[0.0; 3]; starts.len() * frames];
    for walker in 0..starts.len() {
        let mut left = 0;
        let mut wish = [0.0; 3];
        for frame in 0..frames {
            if left == 0 {
                wish = heading(&mut rng, level.up);
                left = 30 + rng.below(91);
            }
            left -= 1;
            wishes[frame * starts.len() + walker] = wish;
        }
    }
    let lowest = level.vertices.iter().map(|&v| dot(v, level.up)).fold(f32::INFINITY, f32::min);
    Plan {
        name: "walk".into(),
        half,
        dt: 1.0 / 60.0,
        frames,
        starts,
        wishes,
        up: level.up,
        lost_below: lowest - 1.0,
        every_move: true,
        goals: Vec::new(),
    }
}

/// Returns a free place within 6 m of a spawn, visible from it, with ground within 3 m below.
/// Returns the spawn itself if there is none.
fn start(level: &Level, judge: &Judge, body: &Body, rng: &mut SplitMix64, number: usize) -> Option<P> {
    let spawn = *level.spawns.get(number % level.spawns.len().max(1))?;
    let free = |at: P| judge.clearance(body, at.map(f64::from), 0.02).gap >= 0.02;
    let down = level.up.map(|x| -f64::from(x));
    let has_ground = |at: P| judge.ray(at.map(f64::from), down).is_some_and(|d| d < 3.0);
    let mut reach = 6.0;
    for _ in 0..100 {
        let (u, v) = tangents(level.up);
        let (a, b) = (rng.range(-reach, reach) as f32, rng.range(-reach, reach) as f32);
        let lift = rng.range(0.0, 0.5) as f32;
        let at = [0, 1, 2].map(|k| spawn[k] + u[k] * a + v[k] * b + level.up[k] * lift);
        if free(at) && has_ground(at) && !judge.crosses(spawn.map(f64::from), at.map(f64::from)) {
            return Some(at);
        }
        reach *= 0.97;
    }
    free(spawn).then_some(spawn)
}

/// Returns a horizontal velocity of 5 m/s. It uses no sines, so it is bit-identical on every
/// machine.
fn heading(rng: &mut SplitMix64, up: P) -> P {
    let (a, b) = loop {
        let (a, b) = (rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
        let square: f64 = a * a + b * b;
        if square > 0.01 && square < 1.0 {
            break (a / square.sqrt(), b / square.sqrt());
        }
    };
    let (u, v) = tangents(up);
    [0, 1, 2].map(|k| (SPEED * (a * f64::from(u[k]) + b * f64::from(v[k]))) as f32)
}

/// Returns two axes perpendicular to `up`, which is an axis itself.
pub(crate) fn tangents(up: P) -> (P, P) {
    ([up[1], up[2], up[0]], [up[2], up[0], up[1]])
}

pub(crate) fn dot(a: P, b: P) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_grows_and_ends_on_the_ground() {
        let up = [0.0, 1.0, 0.0];
        let mut control = Control::default();
        let first = control.motion([0.0; 3], up, 0.1);
        control.landed([0.0; 3], first, up, 0.1);
        let second = control.motion([0.0; 3], up, 0.1);
        assert!((second[1] - 2.0 * first[1]).abs() < 1e-7);
        control.landed([0.0; 3], [0.0, 0.4 * second[1], 0.0], up, 0.1);
        assert_eq!(control.motion([0.0; 3], up, 0.1), first);
    }

    #[test]
    fn walkers_start_free_and_turn() {
        let level = crate::read_level("hall", std::path::Path::new("")).unwrap();
        let judge = Judge::new(&level.vertices, &level.triangles);
        let plan = walkers(&level, &judge, &Walkers { half: [0.4; 3], count: 96, frames: 200 });
        assert_eq!(plan.starts.len(), 96);
        let body = Body::Sphere { radius: 0.4 };
        assert!(plan.starts.iter().all(|p| judge.clearance(&body, p.map(f64::from), 0.1).gap >= 0.019));
        assert_ne!(plan.wish(0, 0), plan.wish(199, 0));
        let speed = dot(plan.wish(0, 5), plan.wish(0, 5)).sqrt();
        assert!((speed - 5.0).abs() < 1e-5);
    }
}
