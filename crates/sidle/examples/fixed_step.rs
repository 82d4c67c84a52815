//! A game loop with a mover of its own: fixed steps, frames of any length, and interpolation.
//!
//! `cargo run -p sidle --example fixed_step`

use sidle::{DVec3, FixedSteps, Motion, MoveConfig, Scratch, Shape, Vec3, World};

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// The data that a game keeps for each character. It is plain data, so a copy is a saved state.
#[derive(Clone, Copy)]
struct Character {
    position: DVec3,
    previous: DVec3,
    fall: f32,
}

impl Character {
    /// Performs one step with the velocity that the player desires, and with gravity.
    fn step(&mut self, world: &World, scratch: &mut Scratch, wish: Vec3, dt: f32) {
        let motion = Motion::with_gravity(wish + Vec3::Y * self.fall, GRAVITY, dt);
        let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
        let outcome = world.move_and_slide(scratch, &body, self.position, motion, &MoveConfig::default());
        self.previous = self.position;
        self.position = outcome.position;
        // A surface may stop a fall or a jump, but rolling up a step must not launch the character.
        self.fall = outcome.velocity.y.min(motion.velocity.y.max(0.0));
    }
}

/// Returns a floor with two steps of 0.3 m.
fn stairs() -> Result<World, sidle::BuildError> {
    let profile = [(-9.0, 0.0), (2.0, 0.0), (2.0, 0.3), (2.6, 0.3), (2.6, 0.6), (20.0, 0.6)];
    let sides = |(x, y)| [-5.0, 5.0].map(|z| Vec3::new(x, y, z));
    let vertices: Vec<Vec3> = profile.into_iter().flat_map(sides).collect();
    let triangles: Vec<[u32; 3]> =
        (0..5).map(|i| 2 * i).flat_map(|i| [[i, i + 1, i + 2], [i + 1, i + 3, i + 2]]).collect();
    World::from_triangles(&vertices, &triangles)
}

fn main() -> Result<(), sidle::BuildError> {
    let world = stairs()?;
    let (mut scratch, mut clock) = (Scratch::default(), FixedSteps::new(60.0));
    let start = DVec3::new(0.0, 0.901, 0.0);
    let mut character = Character { position: start, previous: start, fall: 0.0 };
    for frame in 0..400_u16 {
        // Frames of a busy machine: 144 per second, with a pause now and then.
        let frame_time = if frame % 40 == 39 { 0.1 } else { 1.0 / 144.0 };
        for step in clock.advance(frame_time) {
            character.step(&world, &mut scratch, Vec3::X * 3.0, step.dt);
        }
        if frame % 25 == 0 {
            let at = character.previous.lerp(character.position, f64::from(clock.alpha()));
            println!("frame {frame:3}: x {:.3}  y {:.3}", at.x, at.y);
        }
    }
    assert!(character.position.y > 0.9 + 0.6 - 0.01, "it climbed the stairs by rolling over them");
    Ok(())
}
