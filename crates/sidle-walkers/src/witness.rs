//! Judges the moves of one mover in f64, with only the triangles around the mover.

use sidle::DVec3;
use sidle_judge::{Body, Clearance, Judge, Near, V};

use crate::wide;

/// Distance in skins within which the cached triangles are searched for the reason of a stop,
/// before all triangles are searched.
const LOOK_SKINS: f64 = 8.0;
/// Largest distance in metres at which the reason of a stop is searched for.
const LOOK: f64 = 1.0;
/// The cached triangles reach `AHEAD` times the length of a move beyond the move, within the limits
/// of `MARGIN` in metres.
const AHEAD: f64 = 6.0;
const MARGIN: [f64; 2] = [0.2, 1.5];

/// Follows one mover. It caches the triangles around it from move to move; the answers are those of
/// the judge.
pub struct Witness<'a> {
    judge: &'a Judge,
    near: Near,
    path: Vec<V>,
}

impl<'a> Witness<'a> {
    /// Creates a witness of a body whose moves keep a distance of about `skin` metres.
    #[must_use]
    pub fn new(judge: &'a Judge, body: &Body, skin: f64) -> Self {
        Self { judge, near: Near::new(body, LOOK_SKINS * skin), path: Vec::new() }
    }

    /// Records a move: its path from the start to the stored position, with the recorded corners in
    /// between. Returns false if a number is not finite; no other method may then be called for
    /// this move.
    pub fn see(&mut self, from: DVec3, recorded: &[DVec3], end: DVec3) -> bool {
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
            // A move without displacement is a segment without length, which is judged as well.
            self.path.push(self.path[0]);
        }
        let finite = self.path.iter().flatten().all(|x| x.is_finite());
        if finite {
            let margin = (AHEAD * self.way()).clamp(MARGIN[0], MARGIN[1]);
            self.near.hold(self.judge, &self.path, margin);
        }
        finite
    }

    /// Records a path in f64, from the start of a move to its stored end. Returns false if a number
    /// is not finite.
    pub fn see_exact(&mut self, path: &[V]) -> bool {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.hold()
    }

    /// Returns the recorded path without consecutive duplicates, unless the body did not move.
    #[must_use]
    pub fn path(&self) -> &[V] {
        &self.path
    }

    /// Returns the length of the path in metres.
    #[must_use]
    pub fn way(&self) -> f64 {
        self.path.windows(2).map(|piece| distance(piece[0], piece[1])).sum()
    }

    /// Returns the deepest overlap on the path; its gap is 0 if there is none.
    pub fn deepest(&mut self) -> Clearance {
        self.near.path_depth(&self.path)
    }

    /// Returns true if the path of the centre goes through a triangle.
    pub fn crosses(&mut self) -> bool {
        self.near.path_crosses(&self.path)
    }

    /// Returns the distance in metres from `end`, the end of this move, to the nearest triangle, at
    /// most 1 metre.
    #[must_use]
    pub fn stop_gap(&self, end: DVec3) -> f64 {
        let end = wide(end);
        let seen = self.near.clearance(end);
        if seen.triangle.is_some() { seen.gap } else { self.judge.clearance(self.near.body(), end, LOOK).gap }
    }
}

fn distance(a: V, b: V) -> f64 {
    (0..3).map(|k| (b[k] - a[k]) * (b[k] - a[k])).sum::<f64>().sqrt()
}
