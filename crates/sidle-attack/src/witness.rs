//! What there was to see of one mover's moves, in f64: the judge, with its eyes on the triangles
//! around the mover.

use sidle::{Outcome, Vec3};
use sidle_judge::{Body, Clearance, Judge, Near, V};

use crate::verdict::wide;

/// Skins in which the reason of a stop is looked for among the triangles at hand, before all of
/// them are asked.
const LOOK_SKINS: f64 = 8.0;
/// Metres in which the reason of a stop is looked for at all.
const LOOK: f64 = 1.0;
/// The triangles at hand reach this many times the length of a move farther than it does, within
/// these metres.
const AHEAD: f64 = 6.0;
const MARGIN: [f64; 2] = [0.2, 1.5];

/// Follows one mover. It keeps the triangles around it from move to move: the answers are those of
/// the judge.
pub struct Witness<'a> {
    judge: &'a Judge,
    near: Near,
    path: Vec<V>,
}

impl<'a> Witness<'a> {
    /// Of a body that keeps about `skin` metres.
    #[must_use]
    pub fn new(judge: &'a Judge, body: &Body, skin: f64) -> Self {
        Self { judge, near: Near::new(body, LOOK_SKINS * skin), path: Vec::new() }
    }

    /// Takes a move in: the path from its start to the position that was stored, whatever was
    /// recorded in between. False when a number of it is not finite; nothing else may be asked
    /// about it then.
    pub fn see(&mut self, from: Vec3, recorded: &[Vec3], end: Vec3) -> bool {
        self.path.clear();
        self.path.push(wide(from));
        for &place in recorded.iter().chain([&end]) {
            let place = wide(place);
            if self.path.last() != Some(&place) {
                self.path.push(place);
            }
        }
        self.hold()
    }

    fn hold(&mut self) -> bool {
        if self.path.len() == 1 {
            // A move that stayed is a piece without length: it is judged all the same.
            self.path.push(self.path[0]);
        }
        let finite = self.path.iter().flatten().all(|x| x.is_finite());
        if finite {
            let margin = (AHEAD * self.way()).clamp(MARGIN[0], MARGIN[1]);
            self.near.hold(self.judge, &self.path, margin);
        }
        finite
    }

    /// Takes in a path in f64, from the start of a move to its stored end. False when a number of
    /// it is not finite.
    pub fn see_exact(&mut self, path: &[V]) -> bool {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.hold()
    }

    /// The path that was seen, no place twice in a row unless it stayed.
    #[must_use]
    pub fn path(&self) -> &[V] {
        &self.path
    }

    /// Metres along the path.
    #[must_use]
    pub fn way(&self) -> f64 {
        self.path.windows(2).map(|piece| distance(piece[0], piece[1])).sum()
    }

    /// The deepest overlap on the path; its gap is 0 where there is none.
    pub fn deepest(&mut self) -> Clearance {
        self.near.path_depth(&self.path)
    }

    /// Whether the path of the centre goes through a triangle.
    pub fn crosses(&mut self) -> bool {
        self.near.path_crosses(&self.path)
    }

    /// Metres from the end of this move to the nearest triangle; what is farther than a metre
    /// counts as a metre.
    #[must_use]
    pub fn stop_gap(&self, outcome: &Outcome) -> f64 {
        let end = wide(outcome.position);
        let seen = self.near.clearance(end);
        if seen.triangle.is_some() { seen.gap } else { self.judge.clearance(self.near.body(), end, LOOK).gap }
    }
}

fn distance(a: V, b: V) -> f64 {
    (0..3).map(|k| (b[k] - a[k]) * (b[k] - a[k])).sum::<f64>().sqrt()
}
