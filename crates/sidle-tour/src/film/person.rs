//! A pictogram of a person whose feet step on the ground.

use crate::scenes::Panel;
use sidle_cli::paint::Ink;

type P = [f64; 2];

/// Lengths of the pictogram for a body of 1.8 m, in metres.
const HIP: f64 = 0.86;
const SHOULDER: f64 = 1.36;
const HEAD: f64 = 1.6;
const THIGH: f64 = 0.45;
const SHIN: f64 = 0.46;
const ARM: f64 = 0.3;
/// Height of the ankle above the sole.
const ANKLE: f64 = 0.06;
/// Length of a step, and height to which a foot is lifted.
const STEP: f64 = 0.62;
const LIFT: f64 = 0.13;

const NEAR: Ink = Ink::rgb(31, 98, 200);
const FAR: Ink = Ink::rgb(112, 154, 218);

/// A pose: the place of the person and its motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    /// The feet of the body as drawn, in metres right and up.
    pub(super) at: P,
    /// Height of the body relative to 1.8 m.
    pub(super) size: f64,
    /// Direction of the face: 1 to the right, -1 to the left.
    pub(super) faces: f64,
    /// 0 while standing, 1 while walking.
    pub(super) walks: f64,
    /// 0 on the ground, 1 in the air.
    pub(super) flies: f64,
}

/// Draws a person. `ground` returns the height of the ground at a horizontal position.
pub(super) fn draw(panel: &mut Panel<'_>, pose: &Pose, ground: impl Fn(f64) -> f64) {
    let s = pose.size;
    let at = |x: f64, y: f64| [pose.at[0] + x * s * pose.faces, pose.at[1] + y * s];
    let feet = [foot(pose, 0, &ground), foot(pose, 1, &ground)];
    // The hip sinks so that both legs can reach their feet.
    let reach = (THIGH + SHIN) * 0.995 * s;
    let lowest = feet.iter().map(|f| {
        let across = (f[0] - pose.at[0]).abs().min(reach);
        f[1] + ANKLE * s + (reach * reach - across * across).sqrt()
    });
    let sunk = (lowest.fold(f64::INFINITY, f64::min) - pose.at[1]).min(HIP * s) / s;
    let sink = (HIP - sunk).clamp(0.0, 0.2);
    let (hip, shoulder) = (at(0.0, HIP - sink), at(0.03 * pose.walks, SHOULDER - sink));
    let swing = (std::f64::consts::PI * pose.at[0] / (STEP * s)).sin() * pose.walks * (1.0 - pose.flies);
    arm(panel, shoulder, -swing - 0.9 * pose.flies, pose, FAR);
    leg(panel, hip, feet[1], pose, FAR);
    panel.limb(&[hip, shoulder], 0.23 * s, NEAR);
    panel.limb(&[at(0.03 * pose.walks, HEAD - sink); 1], 0.25 * s, NEAR);
    leg(panel, hip, feet[0], pose, NEAR);
    arm(panel, shoulder, swing + 0.9 * pose.flies, pose, FAR);
}

/// Returns the sole of a foot. On the ground, the feet stand in turn at multiples of the length of
/// a step, and swing to the next place.
fn foot(pose: &Pose, which: u32, ground: &impl Fn(f64) -> f64) -> P {
    let step = STEP * pose.size;
    let along = pose.at[0] / step - f64::from(which);
    // It stands at an even multiple, half a step before and after the body passes.
    let cycle = (along / 2.0 + 0.25).floor();
    let phase = (along / 2.0 + 0.25 - cycle) * 2.0;
    let stands = (2.0 * cycle + f64::from(which)) * step;
    let swung = (phase - 1.0).max(0.0);
    let smooth = swung * swung * (3.0 - 2.0 * swung);
    let walked = stands + 2.0 * step * smooth;
    let beside = pose.at[0] + if which == 0 { 0.06 } else { -0.06 } * pose.size;
    let x = beside + (walked - beside) * pose.walks;
    let lift = LIFT * pose.size * (std::f64::consts::PI * swung).sin() * pose.walks;
    // A swinging foot passes the edge of a step above it. Over a gap, it stays at the height of the
    // body.
    let level = |x: f64| Some(ground(x)).filter(|y| *y > pose.at[1] - 0.35 * pose.size).unwrap_or(pose.at[1]);
    let next = if swung > 0.0 { level(x + 0.1 * pose.faces).max(level(x)) } else { level(x) };
    let y = next + lift;
    let (hang_x, hang_y) = if which == 0 { (0.22, 0.12) } else { (-0.2, 0.02) };
    let hangs = [pose.at[0] + hang_x * pose.faces * pose.size, pose.at[1] + hang_y * pose.size];
    let (x, y) = (x + (hangs[0] - x) * pose.flies, y + (hangs[1] - y) * pose.flies);
    // A foot is never farther below the body than a leg is long, nor above its knee.
    [x, y.clamp(pose.at[1] - 0.35 * pose.size, pose.at[1] + 0.5 * pose.size)]
}

fn leg(panel: &mut Panel<'_>, hip: P, foot: P, pose: &Pose, ink: Ink) {
    let s = pose.size;
    let ankle = [foot[0], foot[1] + ANKLE * s];
    let knee = joint(hip, ankle, THIGH * s, SHIN * s, pose.faces);
    panel.limb(&[hip, knee, ankle], 0.115 * s, ink);
    panel.limb(&[ankle, [ankle[0] + 0.1 * s * pose.faces, ankle[1]]], 0.09 * s, ink);
}

fn arm(panel: &mut Panel<'_>, shoulder: P, swing: f64, pose: &Pose, ink: Ink) {
    let s = pose.size;
    let at = |from: P, angle: f64| {
        let (sin, cos) = angle.sin_cos();
        [from[0] + ARM * s * sin * pose.faces, from[1] - ARM * s * cos]
    };
    let elbow = at(shoulder, 0.55 * swing - 0.05);
    let hand = at(elbow, 0.55 * swing + 0.3);
    panel.limb(&[shoulder, elbow, hand], 0.085 * s, ink);
}

/// Returns the joint of two limbs from `a` to `b`, bent to the side that the person faces.
fn joint(a: P, b: P, first: f64, second: f64, faces: f64) -> P {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let d = dx.hypot(dy).clamp(1e-6, (first + second) * 0.999);
    let along = (first * first - second * second + d * d) / (2.0 * d);
    let aside = (first * first - along * along).max(0.0).sqrt() * faces;
    let (ux, uy) = (dx / dx.hypot(dy).max(1e-6), dy / dx.hypot(dy).max(1e-6));
    [a[0] + ux * along - uy * aside, a[1] + uy * along + ux * aside]
}
