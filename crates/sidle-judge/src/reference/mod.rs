//! The twin: a slow mover that follows the law of motion by brute force.
//!
//! ```text
//! while time is left:
//!     stand:    what touches? move out to just above the level radius + skin
//!     steer:    d = the direction nearest to the desired that enters nothing that touches
//!     advance:  go straight along d, a small step, never below the level
//! ```
//! The level is the body inflated by the skin. Everything it knows about a triangle is one
//! supporting plane: how far away it is (`gap`) and which way (`normal`). The triangle lies behind
//! that plane, so going along d the gap can shrink no faster than the plane says: Newton steps on
//! it never go too far.

mod cone;
mod walk;

use crate::body::Body;
use crate::judge::Judge;
use crate::vector::{V, along, dot, is_finite, length, scale, sub};
use cone::nearest_allowed;
use walk::Walk;

/// What becomes of the velocity at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The wish stays what it was for the whole move: x' = P(x) v.
    Slide,
    /// The velocity is replaced by its projection at every contact.
    Momentum,
    /// The first contact that is in the way ends the move.
    Stop,
}

/// Where the twin went.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceOutcome {
    /// The centre at the end, metres.
    pub position: V,
    /// Length of the way travelled, metres; being moved out of the skin does not count.
    pub distance: f64,
    /// What is left of the motion's direction and size at the end: the motion itself with
    /// [`Law::Slide`], its projections with [`Law::Momentum`].
    pub motion: V,
    /// The centre's path: start, corners, end.
    pub path: Vec<V>,
    /// Something that touches was in the way at the end.
    pub hindered: bool,
    /// False if the twin gave up before the motion was used: its distance is then too short to
    /// judge by.
    pub settled: bool,
}

/// Steps after which the twin gives up; a way of a hundred metres takes ten thousand.
const MOST_STEPS: usize = 200_000;

/// Moves `body` from `from` along `motion` (metres, the way it would go in free space) through the
/// level, keeping `skin` metres away. The start may lie inside the skin. Slow, simple, and trusted.
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
        // Below this share of the motion, the direction is that of rounding.
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

/// Adds `at` to the path; a straight way stays one piece.
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
