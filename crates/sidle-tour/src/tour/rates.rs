//! Compares the ends of a run at several frame rates: by sidle, and by a plain collide-and-slide
//! loop.

use sidle::{DVec3, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_scenes::{Drive, Run};

use super::runner;
use sidle_cli::paint::{Anchor, Figure, Ink, Spot};

/// Iterations of the plain loop, and the distance that it keeps, in metres.
const ITERATIONS: usize = 4;
const GAP: f64 = 1e-3;
/// The distance of a bar without length, in metres.
const LEAST: f64 = 1e-5;

const GOOD: Ink = Ink::rgb(20, 130, 60);
const BAD: Ink = Ink::rgb(208, 36, 38);

/// Greatest distance between the ends at any two rates, in metres.
pub(super) struct Spread {
    sidle: f64,
    plain: f64,
}

impl Spread {
    /// Repeats a run at all of its rates.
    pub(super) fn of(world: &World, run: &Run) -> Self {
        let shape = runner::shape(&run.shape);
        let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
        let mut sidle = |at: DVec3, velocity: Vec3, dt: f32| {
            world.move_and_slide(&mut scratch, &shape, at, Motion::velocity(velocity, dt), &config).position
        };
        let sidle = spread(&run.rates.iter().map(|&rate| end(run, rate, &mut sidle)).collect::<Vec<_>>());
        let mut plain =
            |at: DVec3, velocity: Vec3, dt: f32| collide_and_slide(world, &shape, at, velocity * dt);
        let plain = spread(&run.rates.iter().map(|&rate| end(run, rate, &mut plain)).collect::<Vec<_>>());
        Self { sidle, plain }
    }

    /// Draws two bars with numbers below a panel. `most` is the longest bar in metres.
    pub(super) fn draw(&self, [x, y]: Spot, width: f32, most: f64, figure: &mut Figure) {
        let room = width - 190.0;
        for (i, (name, value, ink)) in
            [("plain loop", self.plain, BAD), ("sidle", self.sidle, GOOD)].into_iter().enumerate()
        {
            let y = y + 16.0 * i as f32;
            // Logarithmic, because the distances differ by powers of ten.
            let share = (value / LEAST).ln() / (most / LEAST).ln();
            let bar = (share as f32 * room).clamp(1.5, room);
            figure.words([x, y], 11.5, Anchor::Start, ink, name);
            figure.line(vec![[x + 70.0, y - 4.0], [x + 70.0 + bar, y - 4.0]], 7.0, ink);
            figure.words([x + 82.0 + bar, y], 11.5, Anchor::Start, ink, &millimetres(value));
        }
    }

    /// Returns the larger of the two distances.
    pub(super) fn most(&self) -> f64 {
        self.sidle.max(self.plain)
    }
}

fn millimetres(metres: f64) -> String {
    match metres * 1000.0 {
        x if x >= 10.0 => format!("{x:.0} mm"),
        x if x >= 0.01 => format!("{x:.2} mm"),
        _ => "below 0.01 mm".to_owned(),
    }
}

/// Returns the end of a run at a rate.
fn end(run: &Run, rate: u32, step: &mut dyn FnMut(DVec3, Vec3, f32) -> DVec3) -> DVec3 {
    let mut at = Vec3::from(run.start.map(|x| x as f32)).as_dvec3();
    for phase in &run.script {
        let Drive::Velocity(velocity) = phase.drive else { continue };
        for _ in 0..(phase.seconds * f64::from(rate)).round() as usize {
            at = step(at, Vec3::from(velocity.map(|x| x as f32)), (1.0 / f64::from(rate)) as f32);
        }
    }
    at
}

fn spread(ends: &[DVec3]) -> f64 {
    ends.iter().flat_map(|a| ends.iter().map(|b| (*a - *b).length())).fold(0.0, f64::max)
}

/// Moves to the first contact and projects the remaining motion onto its plane, a few times.
fn collide_and_slide(world: &World, shape: &Shape, mut at: DVec3, rest: Vec3) -> DVec3 {
    let mut rest = rest.as_dvec3();
    for _ in 0..ITERATIONS {
        let Some(hit) = world.cast_shape(shape, at, rest, &QueryFilter::ALL) else { return at + rest };
        let normal = hit.normal.as_dvec3();
        at += rest * hit.fraction + normal * GAP;
        rest *= 1.0 - hit.fraction;
        rest -= normal * rest.dot(normal).min(0.0);
    }
    at
}
