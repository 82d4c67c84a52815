//! Pictures of boxes and characters at several times.

use sidle::{Pose, Vec3};

use super::stage::{Block, Take};
use crate::tour::plan::{INK, OUTLINE, Pane, Plan, capsule_outline};
use sidle_cli::paint::{COLOURS, Figure, Ink};

/// Radius and height of the character of the stages, in metres.
pub(super) const RADIUS: f32 = 0.3;
pub(super) const HEIGHT: f32 = 1.8;

const SOLID: Ink = Ink::rgb(214, 214, 208);

/// The side from which a stage is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Along -z: x to the right, y up.
    Front,
    /// From above: x to the right, z down.
    Top,
}

impl View {
    pub(super) fn flat(self, v: Vec3) -> [f32; 2] {
        match self {
            View::Front => [v.x, v.y],
            View::Top => [v.x, -v.z],
        }
    }

    /// Returns the corners of a box. From the front, it must not be turned.
    fn corners(self, half: Vec3, pose: &Pose) -> Vec<[f32; 2]> {
        let sides = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
        let corner = |[a, b]: [f32; 2]| match self {
            View::Front => Vec3::new(a * half.x, b * half.y, 0.0),
            View::Top => Vec3::new(a * half.x, 0.0, b * half.z),
        };
        sides.iter().map(|&side| self.flat(pose.point(corner(side).as_dvec3()).as_vec3())).collect()
    }

    /// Returns the outline of a character on its feet.
    fn person(self, feet: Vec3) -> Vec<[f32; 2]> {
        match self {
            View::Front => capsule_outline(feet + Vec3::Y * (0.5 * HEIGHT), RADIUS, HEIGHT),
            View::Top => capsule_outline(Vec3::new(feet.x, -feet.z, 0.0), RADIUS, 2.0 * RADIUS),
        }
    }
}

/// A part of the scene, and the words below it.
pub(super) struct Shot<'a> {
    pub(super) view: View,
    pub(super) low: [f32; 2],
    pub(super) high: [f32; 2],
    /// Height of the panel in pixels.
    pub(super) height: f32,
    pub(super) words: &'a str,
    /// The times that are drawn, in seconds. Earlier ones are fainter.
    pub(super) times: &'a [f32],
}

/// Draws a picture with one panel.
pub(super) fn draw(title: &str, blocks: &[Block], take: &Take, shot: &Shot<'_>) -> Figure {
    let mut plan = Plan::new(title, 1, shot.height);
    let pane = plan.pane(0, shot.low, shot.high, shot.words);
    let count = shot.times.len();
    for (i, &time) in shot.times.iter().enumerate() {
        let frame = take.at(time);
        for (k, (block, pose)) in blocks.iter().zip(&frame.poses).enumerate() {
            let moves = take.frames.iter().any(|f| f.poses[k] != take.frames[0].poses[k]);
            let is_floor = shot.view == View::Top && block.half.y < 0.2 && !moves;
            if !is_floor && (i == 0 || moves) {
                draw_box(&mut plan, &pane, &shot.view.corners(block.half, pose), strength(i, count));
            }
        }
    }
    let path: Vec<[f32; 2]> =
        take.frames.iter().map(|frame| shot.view.flat(frame.state.position.as_vec3())).collect();
    plan.line(&pane, &path, 1.0, INK.faded(150));
    for (i, &time) in shot.times.iter().enumerate() {
        let feet = take.at(time).state.position.as_vec3();
        draw_person(&mut plan, &pane, shot.view, feet, strength(i, count));
    }
    plan.close(&pane);
    plan.figure
}

/// Draws a box that is as strong as this, 0..=1.
pub(super) fn draw_box(plan: &mut Plan, pane: &Pane, corners: &[[f32; 2]], strength: f32) {
    plan.area(pane, corners, SOLID.faded((60.0 + 160.0 * strength) as u8));
    plan.line(pane, corners, 1.2, OUTLINE.faded((70.0 + 185.0 * strength) as u8));
}

/// Draws a character that is as strong as this, 0..=1.
pub(super) fn draw_person(plan: &mut Plan, pane: &Pane, view: View, feet: Vec3, strength: f32) {
    let outline = view.person(feet);
    plan.area(pane, &outline, COLOURS[1].faded((20.0 + 60.0 * strength) as u8));
    plan.line(pane, &outline, 1.6, COLOURS[1].faded((80.0 + 175.0 * strength) as u8));
}

fn strength(i: usize, count: usize) -> f32 {
    (i + 1) as f32 / count as f32
}
