//! A door that swings, and one that slides.

use anyhow::Result;
use sidle::{DVec3, Pose, Quat, Vec3};

use super::picture::{HEIGHT, RADIUS, Shot, View, draw};
use super::stage::{Block, Take};
use super::{SKIN, play, row, stands, worst};
use crate::tour::exhibit::Exhibit;

/// Width of the doorway, half the thickness of the leaf and of the gate, and their speeds. The gate
/// is so deep that it does not squeeze a character out within a step.
const WIDTH: f32 = 1.2;
const THIN: f32 = 0.05;
const DEEP: f32 = 1.5;
const SWING: f32 = 1.2;
const SLIDE: f32 = 0.5;

/// A door pushes a character aside, and another one stops at it.
pub(super) fn door() -> Result<Exhibit> {
    let swung = play(swinging, [-0.1, 0.001, 0.4], 1.4, stands)?;
    let slid = play(sliding, [0.0, 0.001, 0.6], 2.0, stands)?;
    let crushes = |take: &Take| take.frames.iter().filter(|f| f.report.crushed.is_some()).count() as f64;
    // Distance of the body from the leaf, in the frame of the door.
    let gap = |take: &Take| {
        let last = take.last();
        let centre = last.state.position + DVec3::Y * f64::from(0.5 * HEIGHT);
        let local = last.poses[1].rotation.inverse() * (centre - last.poses[1].translation);
        local.x.abs() - f64::from(THIN + RADIUS)
    };
    let open = |take: &Take| {
        let last = take.last();
        last.poses[1].translation.z - f64::from(0.5 * WIDTH)
    };
    let held = vec![
        worst("metres between the body and the leaf", 0.001, 1e-4, &swung, gap),
        worst("times crushed", 0.0, 0.0, &swung, crushes),
    ];
    // The gate stops at a multiple of 1/1024 of a step.
    let off = f64::from(SKIN) + f64::from(SLIDE) / 30.0 / 1024.0 + 1e-5;
    let stopped = vec![
        worst("metres that the gate stays open", f64::from(2.0 * RADIUS + SKIN), off, &slid, open),
        worst("times crushed", 1.0, 0.0, &slid, crushes),
    ];
    let shot = Shot {
        view: View::Top,
        low: [-2.6, -1.6],
        high: [2.6, 0.7],
        height: 400.0,
        words: "From above: a door that swings pushes a character who stands in its way, at 0.1, 0.6 and 1.3 s.",
        times: &[0.1, 0.6, 1.3],
    };
    Ok(Exhibit {
        id: "door",
        title: "Doors that close on a character",
        about: "A door that swings pushes the character along, and keeps its skin between them. A deep \
                gate that slides shut leaves no room for the character who stands in it. The step says so, with the time until which there was a way; the game stops the \
                door then, and repeats the step.",
        rows: vec![
            row("a door swings, and pushes", &swung, held),
            row("a gate slides, and stops", &slid, stopped),
        ],
        picture: draw("Doors that close on a character", &swinging(), &swung[1], &shot),
    })
}

fn floor() -> Block {
    Block::new([3.0, 0.1, 3.0], |_| Pose::at(Vec3::Y * -0.1))
}

/// A door on hinges at the origin, which is open along +z and closes towards -x.
fn swinging() -> Vec<Block> {
    let leaf = Block::new([THIN, 1.05, 0.5 * WIDTH], |t| {
        let turn = Quat::from_rotation_y(-SWING * t);
        Pose::at(turn * Vec3::Z * (0.5 * WIDTH) + Vec3::new(0.3, 1.051, 0.0)).with_rotation(turn)
    });
    vec![floor(), leaf]
}

/// A door that slides along z, from the open side of the doorway to the frame at z = 0.
fn sliding() -> Vec<Block> {
    let frame = Block::new([DEEP, 1.05, 0.5], |_| Pose::at(Vec3::new(0.0, 1.051, -0.5)));
    let leaf = Block::new([DEEP, 1.05, 0.5 * WIDTH], |t| {
        let open = (WIDTH - SLIDE * t).max(0.0);
        Pose::at(Vec3::new(0.0, 1.051, open + 0.5 * WIDTH))
    });
    vec![floor(), leaf, frame]
}
