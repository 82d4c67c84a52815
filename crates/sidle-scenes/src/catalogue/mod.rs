//! The catalogue: situations that users of other systems reported, run with characters and movers.
//!
//! A [`Scene`] builds its [`Stage`]s for a [`Variant`]; each stage is a level with [`Walk`]s. A
//! walk has settings, a script and a check, all in the coordinates of the scene. A runner moves the
//! level into the world of the variant, and moves the course back before the check.

mod body;
mod boxes;
mod ceilings;
mod contact;
mod ellipsoids;
mod far;
mod film;
mod findings;
mod ground;
mod ledges;
mod moving;
mod overlap;
mod seams;
pub mod special;
mod steps;
mod variant;
mod walk;
mod walls;

pub use body::{Body, Form};
pub use boxes::ordered;
pub use film::STAIRS;
pub use findings::{Findings, Measured};
pub use variant::{Refinement, Variant};
pub use walk::{Course, Frame, Ground, Input, Mover, Now, Piece, Settings, Stage, Walk, largest};

use crate::build::Builder;
use crate::level::Level;

/// The direction from which a scene is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Along -z: x to the right, y up.
    Front,
    /// Along -x: z to the right, y up.
    Side,
    /// From above: x to the right, z down.
    Top,
}

/// A scene.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Short name: a letter and a number.
    pub id: &'static str,
    /// The situation, in a few words.
    pub what: &'static str,
    /// How it is drawn.
    pub view: View,
    /// Forms of bodies that make sense in it.
    pub forms: &'static [Form],
    /// Builds its stages.
    pub build: fn(&Variant) -> Vec<Stage>,
}

/// Returns all scenes in order.
#[must_use]
pub fn all() -> Vec<Scene> {
    let mut scenes = [
        steps::SCENES,
        ledges::SCENES,
        ground::SCENES,
        contact::SCENES,
        walls::SCENES,
        seams::SCENES,
        boxes::SCENES,
        ceilings::SCENES,
        overlap::SCENES,
        far::SCENES,
        ellipsoids::SCENES,
        moving::SCENES,
        special::SCENES,
    ]
    .concat();
    scenes.sort_by_key(|scene| (scene.id.as_bytes()[0], scene.id[1..].parse().unwrap_or(0_u32)));
    scenes
}

/// Creates a scene with bodies of every form.
const fn scene(id: &'static str, what: &'static str, view: View, build: fn(&Variant) -> Vec<Stage>) -> Scene {
    Scene { id, what, view, forms: &Form::ALL, build }
}

fn level(name: &str, build: impl FnOnce(&mut Builder)) -> Level {
    let mut b = Builder::new();
    build(&mut b);
    b.finish(name, &[])
}

/// Adds a large level floor in two triangles.
fn ground(b: &mut Builder) {
    b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
}

/// Adds a box by its centre and its half lengths.
fn cuboid(b: &mut Builder, centre: [f64; 3], half: [f64; 3]) {
    b.block([0, 1, 2].map(|i| centre[i] - half[i]), [0, 1, 2].map(|i| centre[i] + half[i]));
}
