//! How a game uses the library: a fixed time step for the mover, frames of any length, and interpolation between steps.
//!
//! `cargo run -p sidle --example fixed_step`

use sidle::{Motion, MoveConfig, Scratch, Shape, Vec3, World};

const STEP: f32 = 1.0 / 60.0;
const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// What a game keeps for each character: plain data, so saving it is copying it.
#[derive(Clone, Copy)]
struct Character {
    position: Vec3,
    previous: Vec3,
    fall: f32,
    grounded: bool,
}

impl Character {
    /// One step: the wish of the player across, gravity down, the world's answer.
    fn step(&mut self, world: &World, scratch: &mut Scratch, wish: Vec3, jump: bool) {
        if jump && self.grounded {
            self.fall = 4.0;
        }
        let motion = Motion::with_gravity(wish + Vec3::Y * self.fall, GRAVITY, STEP);
        let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
        let outcome = world.move_and_slide(scratch, &body, self.position, motion, &MoveConfig::default());
        self.previous = self.position;
        self.position = outcome.position;
        // A surface may stop a fall or a jump, but rolling up a step must not throw the character into the air.
        self.fall = outcome.velocity.y.min(motion.velocity.y.max(0.0));
        self.grounded = scratch.hits().iter().any(|hit| hit.normal.y > 0.7);
    }

    /// Where to draw it, part of the way from the last step to this one.
    fn drawn_at(&self, part: f32) -> Vec3 {
        self.previous.lerp(self.position, part)
    }
}

/// A floor with three steps up, each 0.3 m high and 0.6 m deep, starting at x = 2.
fn stairs() -> Result<World, sidle::BuildError> {
    let mut profile = vec![(-10.0, 0.0), (2.0, 0.0)];
    for i in 1..=3_u8 {
        let (x, y) = (2.0 + 0.6 * f32::from(i - 1), 0.3 * f32::from(i));
        profile.extend([(x, y), (if i == 3 { 20.0 } else { x + 0.6 }, y)]);
    }
    let vertices: Vec<Vec3> =
        profile.iter().flat_map(|&(x, y)| [-5.0, 5.0].map(|z| Vec3::new(x, y, z))).collect();
    let quads = (0..profile.len() as u32 - 1).map(|i| 2 * i);
    let triangles: Vec<[u32; 3]> = quads.flat_map(|i| [[i, i + 1, i + 2], [i + 1, i + 3, i + 2]]).collect();
    World::from_triangles(&vertices, &triangles)
}

fn main() -> Result<(), sidle::BuildError> {
    let world = stairs()?;
    let mut scratch = Scratch::default();
    let start = Vec3::new(0.0, 0.901, 0.0);
    let mut character = Character { position: start, previous: start, fall: 0.0, grounded: false };
    let mut unspent = 0.0;
    for frame in 0..400_u16 {
        // Frames as a busy machine makes them: 144 a second, with a hitch now and then.
        unspent += if frame % 40 == 39 { 0.1 } else { 1.0 / 144.0 };
        while unspent >= STEP {
            unspent -= STEP;
            character.step(&world, &mut scratch, Vec3::new(3.0, 0.0, 0.0), frame == 300);
        }
        if frame % 25 == 0 {
            let at = character.drawn_at(unspent / STEP);
            println!(
                "frame {frame:3}: x {:.3}  y {:.3}  {}",
                at.x,
                at.y,
                if character.grounded { "on the ground" } else { "in the air" }
            );
        }
    }
    assert!(character.position.y > 0.9 + 0.9 - 0.01, "it climbed the stairs by rolling over them");
    Ok(())
}
