//! A golf ball: a chip onto a slope, then a putt across it. Prints the states of the ball and
//! checks where it ends.
//!
//! `cargo run -p sidle --example ball`

use sidle::{Ball, BallConfig, BallState, Material, Scratch, Vec3, World, WorldBuilder};

/// A meadow, 80 m square, that falls gently towards +z.
fn meadow() -> Result<World, sidle::BuildError> {
    let mut builder = WorldBuilder::new();
    let turf = builder.add_material(Material { friction: 0.5, restitution: 0.4, ..Material::default() });
    let corner = |x: f32, z: f32| Vec3::new(x, -0.03 * z, z);
    let corners = [corner(-40.0, -40.0), corner(-40.0, 40.0), corner(40.0, 40.0), corner(40.0, -40.0)];
    builder.add_triangles(&corners, &[[0, 1, 2], [0, 2, 3]], turf);
    builder.build()
}

/// Plays a stroke until the ball rests, and prints each change. Returns the number of audible
/// impacts.
fn play(world: &World, ball: &mut Ball) -> usize {
    let (mut scratch, config) = (Scratch::default(), BallConfig::default());
    let (mut state, mut impacts) = (ball.state, 0);
    for step in 0..60 * 60_u16 {
        let energy = ball.energy(&config);
        *ball = world.step_ball(&mut scratch, ball, 1.0 / 60.0, &config).ball;
        assert!(ball.energy(&config) <= energy + 1e-4, "no step makes energy");
        impacts += scratch.hits().len();
        if ball.state != state {
            println!("{:5.2} s  {:?} at {:.2}", f32::from(step) / 60.0, ball.state, ball.position);
            state = ball.state;
        }
        if state == BallState::Resting {
            break;
        }
    }
    impacts
}

fn main() -> Result<(), sidle::BuildError> {
    let world = meadow()?;
    // A chip: upwards at 45 degrees, with backspin.
    let mut ball = Ball {
        velocity: Vec3::new(8.0, 8.0, 0.0),
        spin: Vec3::Z * 300.0,
        ..Ball::at(Vec3::new(-20.0, 0.03, 0.0))
    };
    let impacts = play(&world, &mut ball);
    println!("the chip bounced {impacts} times");
    assert!(ball.state == BallState::Resting && impacts >= 2);

    // A putt along the slope breaks downhill, towards +z.
    let from = ball.position;
    ball.velocity = Vec3::X * 2.5;
    play(&world, &mut ball);
    let way = ball.position - from;
    println!("the putt went {:.2} m and broke by {:.2} m", way.x, way.z);
    assert!(way.x > 2.0 && way.z > 0.1);
    Ok(())
}
