//! Adversarial worlds whose instances move: bodies that are carried, pushed, squeezed and crushed,
//! and characters on platforms. Each step is judged against the true motion of every instance,
//! continuous in time, and a reported crush is refuted by a way out.

mod character;
mod counts;
mod parts;
mod ride;
mod scene;
mod trial;

pub use character::CharacterRide;
pub use counts::Counts;
pub use ride::{Ride, RideFault, judge_end, judge_ride, refute};
pub use scene::{Actor, Geometry, Scene};
pub use trial::{PlatformFailure, run_case, run_whole_case};

use sidle::Pose;
use sidle_judge::moving::MeshPose;

/// Largest share of the crushes for which the judge may find a way out. The search for a way out is
/// bounded, so a crush is no violated guarantee.
pub const REFUTED_SHARE: f64 = 1e-3;

/// Converts a pose for the judge.
#[must_use]
pub fn mesh_pose(pose: &Pose) -> MeshPose {
    MeshPose {
        translation: pose.translation.to_array(),
        rotation: pose.rotation.to_array(),
        scale: pose.scale,
    }
}
