//! Checks of every engine before it is measured: a floor and a wall, each one sheet, seen from both
//! sides. The tolerances are wider than the slops of all engines and smaller than their paddings.
//! So a wrong unit, axis, side or centre is found.

use crate::{BODY, Capsule, Characters, Engine, P};

const RADIUS: f32 = 0.4;
const CAPSULE: Capsule = Capsule { radius: 0.3, height: 1.95 };
const DT: f32 = 1.0 / 60.0;
/// The displacement of a frame of walking at 5 m/s.
const PACE: f32 = 5.0 / 60.0;
/// The displacement of a frame of falling: enough to stay on the floor.
const FALL: f32 = -0.02;
/// Tolerance of a length, in metres.
const SLACK: f32 = 0.012;

/// Panics at the first wrong answer, with y up and with z up.
pub fn check<E: Engine>() {
    for turn in [|p| p, |[x, y, z]: P| [x, -z, y]] {
        let mut room = Room::<E>::new(turn);
        room.queries();
        room.capsules();
        room.walks();
    }
}

/// Panics at the first wrong answer of a character: on a floor with a wall, a step of 0.3 m and a
/// ledge of 1 m.
pub fn check_characters<E: Characters>() {
    let box_at = |x: f32, z: f32, height: f32| {
        let floor = [[x, height, z], [x, height, z + 8.0], [x + 8.0, height, z + 8.0], [x + 8.0, height, z]];
        let front = [[x, 0.0, z], [x, 0.0, z + 8.0], [x, height, z + 8.0], [x, height, z]];
        [floor, front]
    };
    let floor = [[-20.0, 0.0, -20.0], [-20.0, 0.0, 20.0], [20.0, 0.0, 20.0], [20.0, 0.0, -20.0]];
    let quads = [[floor; 1].to_vec(), box_at(5.0, 0.0, 0.3).into(), box_at(5.0, 8.0, 1.0).into()].concat();
    let vertices: Vec<P> = quads.concat();
    let corner = |i: usize| i as u32;
    let triangles: Vec<_> = (0..quads.len())
        .flat_map(|i| [[4 * i, 4 * i + 1, 4 * i + 2], [4 * i, 4 * i + 2, 4 * i + 3]])
        .map(|t| t.map(corner))
        .collect();
    let mut engine = E::build(&vertices, &triangles, [0.0, 1.0, 0.0]);
    let half = 0.5 * BODY.height;
    for (z, velocity, frames, x, foot) in [
        (-4.0, 5.0, 30, 2.5, 0.0),
        (4.0, 5.0, 90, 7.5, 0.3),
        (12.0, 5.0, 120, 5.0 - BODY.radius - E::PADDING, 0.0),
        (4.0, 0.0, 60, 0.0, 0.0),
    ] {
        let mut character = engine.character([0.0, half + 0.03, z]);
        let mut end = crate::Stepped::default();
        // It comes to the ground first.
        for frame in 0..frames + 10 {
            let wish = [if frame < 10 { 0.0 } else { velocity }, 0.0, 0.0];
            end = engine.step_character(&mut character, wish, DT);
        }
        let what = format!("a character after {frames} frames from z = {z}");
        near(E::NAME, &what, Some(end.centre[0]), x, 0.25);
        near(E::NAME, &what, Some(end.centre[1] - half - E::PADDING), foot, SLACK);
        assert!(end.grounded, "{}: {what} is in the air", E::NAME);
    }
}

/// A floor at height 0 and a wall at x = 5, one sheet each.
struct Room<E> {
    engine: E,
    turn: fn(P) -> P,
}

impl<E: Engine> Room<E> {
    fn new(turn: fn(P) -> P) -> Self {
        let floor = [[-20.0, 0.0, -20.0], [-20.0, 0.0, 20.0], [20.0, 0.0, 20.0], [20.0, 0.0, -20.0]];
        let wall = [[5.0, -5.0, -20.0], [5.0, -5.0, 20.0], [5.0, 5.0, 20.0], [5.0, 5.0, -20.0]];
        let vertices: Vec<_> = floor.into_iter().chain(wall).map(turn).collect();
        let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
        Self { engine: E::build(&vertices, &triangles, turn([0.0, 1.0, 0.0])), turn }
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        let (from, motion) = ((self.turn)(from), (self.turn)(motion));
        let fraction = self.engine.ray(from, motion);
        assert_eq!(
            self.engine.blocked(from, motion),
            fraction.is_some(),
            "{}: blocked and ray differ",
            E::NAME
        );
        fraction
    }

    fn cast(&mut self, from: P, motion: P) -> Option<f32> {
        self.engine.sphere_cast((self.turn)(from), RADIUS, (self.turn)(motion))
    }

    fn capsule_cast(&mut self, from: P, motion: P) -> Option<f32> {
        self.engine.capsule_cast((self.turn)(from), CAPSULE, (self.turn)(motion))
    }

    fn capsules(&mut self) {
        for (from, motion, length) in [
            ([0.3, 3.0, 0.2], [0.0, -4.0, 0.0], 3.0 - 0.975),
            ([0.3, -3.0, 0.2], [0.0, 4.0, 0.0], 3.0 - 0.975),
            ([1.0, 1.5, 0.2], [10.0, 0.0, 0.0], 4.0 - 0.3),
            ([9.0, 1.5, 0.2], [-10.0, 0.0, 0.0], 4.0 - 0.3),
        ] {
            let whole = motion.iter().map(|m: &f32| m.abs()).sum::<f32>();
            let told = self.capsule_cast(from, motion).map(|f| f * whole);
            near(E::NAME, "capsule cast", told, length, 0.01);
        }
        let missed = self.capsule_cast([0.3, 3.0, 0.2], [0.0, -1.9, 0.0]);
        assert_eq!(missed, None, "{}: capsule cast into the air", E::NAME);
    }

    fn queries(&mut self) {
        for (from, motion, length) in [
            ([0.3, 2.0, 0.2], [0.0, -4.0, 0.0], 2.0),
            ([0.3, -2.0, 0.2], [0.0, 4.0, 0.0], 2.0),
            ([1.0, 1.0, 0.2], [10.0, 0.0, 0.0], 4.0),
            ([9.0, 1.0, 0.2], [-10.0, 0.0, 0.0], 4.0),
        ] {
            let whole = motion.iter().map(|m: &f32| m.abs()).sum::<f32>();
            near(E::NAME, "ray", self.ray(from, motion).map(|f| f * whole), length, 1e-3);
            near(E::NAME, "sphere cast", self.cast(from, motion).map(|f| f * whole), length - RADIUS, 0.01);
        }
        for (from, motion) in [([0.0, 2.0, 0.0], [0.0, -1.5, 0.0]), ([0.0, 2.0, 0.0], [0.0, 4.0, 0.0])] {
            assert_eq!(self.ray(from, motion), None, "{}: ray into the air", E::NAME);
            assert_eq!(
                self.cast(from, motion.map(|m| m * 0.9)),
                None,
                "{}: sphere cast into the air",
                E::NAME
            );
        }
    }

    /// Walks along x and z for a number of frames. Returns the place in the room's own axes.
    fn walk(&mut self, from: P, x: f32, z: f32, frames: u32) -> P {
        let turn = self.turn;
        let mut walker = self.engine.walker(turn(from), [RADIUS; 3], E::TALL[0]);
        let mut at = turn(from);
        for _ in 0..frames {
            at = self.engine.step(&mut walker, turn([x, FALL, z]), DT);
        }
        // The rotation is its own inverse except for signs, so the index of each axis is searched.
        [0, 1, 2].map(|axis| {
            let mut unit = [0.0; 3];
            unit[axis] = 1.0;
            turn(unit).iter().zip(at).map(|(u, a)| u * a).sum()
        })
    }

    fn walks(&mut self) {
        let is = |what: &str, at: P, want: P| {
            for axis in 0..3 {
                near(E::NAME, what, Some(at[axis]), want[axis], SLACK);
            }
        };
        let way = PACE * 30.0;
        let gap = RADIUS + E::PADDING;
        is("walks freely", self.walk([0.0, 0.45, 0.0], PACE, 0.0, 30), [way, gap, 0.0]);
        is("stops at the wall", self.walk([0.0, 0.45, 0.0], PACE, 0.0, 240), [5.0 - gap, gap, 0.0]);
        is("stops at its back", self.walk([9.0, 0.45, 0.0], -PACE, 0.0, 240), [5.0 + gap, gap, 0.0]);
        is("slides along it", self.walk([4.5, 0.45, 0.0], PACE, PACE, 30), [5.0 - gap, gap, way]);
        is("slides along its back", self.walk([5.5, 0.45, 0.0], -PACE, PACE, 30), [5.0 + gap, gap, way]);
    }
}

fn near(engine: &str, what: &str, got: Option<f32>, want: f32, slack: f32) {
    let is_near = got.is_some_and(|got| (got - want).abs() <= slack);
    assert!(is_near, "{engine}: {what}: {got:?} m, not {want} m");
}
