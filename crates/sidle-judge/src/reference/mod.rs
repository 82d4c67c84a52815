//! Reference implementation: a slow mover that follows the law of motion by brute force.
//!
//! ```text
//! while time is left:
//!     stand:    what touches? move out to just above the level radius + skin
//!     steer:    d = the direction nearest to the desired that enters nothing that touches
//!     advance:  go straight along d, a small step, never below the level
//! ```
//! The level is the surface of the body inflated by the skin. The mover knows only one supporting
//! plane of each triangle: its distance (`gap`) and its direction (`normal`). The triangle lies
//! behind that plane, so along d the gap shrinks no faster than the plane predicts. Newton steps on
//! the gap therefore never overshoot.

pub(crate) mod cone;
pub(crate) mod walk;

use crate::body::Body;
use crate::judge::Judge;
use crate::vector::{V, along, dot, is_finite, length, scale, sub};
use cone::nearest_allowed;
use walk::Walk;

/// Effect of a contact on the velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The desired motion stays the same for the whole move: x' = P(x) v.
    Slide,
    /// Each contact replaces the velocity by its projection.
    Momentum,
    /// The first contact that blocks the motion ends the move.
    Stop,
}

/// Result of [`reference_move`].
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceOutcome {
    /// Centre at the end, in metres.
    pub position: V,
    /// Length of the travelled path in metres. Corrections that move the body out of the skin do
    /// not count.
    pub distance: f64,
    /// The motion at the end: the desired motion itself with [`Law::Slide`], its successive
    /// projections with [`Law::Momentum`].
    pub motion: V,
    /// Path of the centre: start, corners, end.
    pub path: Vec<V>,
    /// True if a contact blocked the motion at the end.
    pub hindered: bool,
    /// False if the mover gave up before it used the whole motion. Its distance is then too short
    /// for a comparison.
    pub settled: bool,
}

/// Number of steps after which the mover gives up. A path of a hundred metres takes ten thousand
/// steps.
const MOST_STEPS: usize = 200_000;

/// Moves `body` from `from` along `motion` through the level, keeping `skin` metres away from it.
/// `motion` is the displacement in free space, in metres. The start may lie inside the skin.
pub fn reference_move(
    judge: &Judge,
    body: &Body,
    from: V,
    motion: V,
    law: Law,
    skin: f64,
) -> ReferenceOutcome {
    let mut outcome = ReferenceOutcome {
        position: from,
        distance: 0.0,
        motion,
        path: vec![from],
        hindered: false,
        settled: false,
    };
    if !is_finite(from) || !is_finite(motion) || !skin.is_finite() {
        return outcome;
    }
    let mut walk = Walk::new(judge, body, from, skin);
    let mut time = 1.0;
    for _ in 0..MOST_STEPS {
        walk.stand_clear();
        let contacts = walk.contacts();
        let desired = outcome.motion;
        let allowed = nearest_allowed(desired, &contacts.planes).unwrap_or([0.0; 3]);
        outcome.hindered = length(sub(desired, allowed)) > 1e-9 * length(desired);
        if law == Law::Momentum {
            outcome.motion = allowed;
        }
        let speed = length(allowed);
        // Below this share of the motion, the direction is only rounding error.
        let at_rest = speed <= 1e-8 * length(motion);
        if at_rest || time <= 0.0 || (law == Law::Stop && outcome.hindered) {
            outcome.settled = true;
            break;
        }
        let gone = walk.advance(scale(allowed, 1.0 / speed), contacts.step.min(time * speed));
        time = if gone == time * speed { 0.0 } else { time - gone / speed };
        outcome.distance += gone;
        extend(&mut outcome.path, walk.at);
    }
    outcome.position = walk.at;
    extend(&mut outcome.path, walk.at);
    outcome
}

/// Adds `at` to the path. A straight continuation extends the last segment.
fn extend(path: &mut Vec<V>, at: V) {
    let [.., last] = path[..] else { return };
    if at == last {
        return;
    }
    if let [.., before, last] = path[..] {
        let way = sub(at, before);
        let share = dot(sub(last, before), way) / dot(way, way);
        if (0.0..=1.0).contains(&share) && length(sub(along(before, way, share), last)) < 1e-12 {
            path.pop();
        }
    }
    path.push(at);
}
