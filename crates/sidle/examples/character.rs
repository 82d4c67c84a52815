//! A game loop with a character that climbs stairs, jumps, drops off a ledge and crouches.
//!
//! `cargo run -p sidle --example character`

use sidle::{BuildError, CharacterConfig, CharacterInput, FixedSteps, Player, Vec3, World};

/// Returns a floor, six steps of 25 cm, a platform, and a floor 1.5 m below the platform.
fn level() -> Result<World, BuildError> {
    let mut profile = vec![(-9.0, 0.0), (2.0, 0.0)];
    for (x, y) in (0..6_u8).map(|i| (2.0 + 0.3 * f32::from(i), 0.25 * f32::from(i))) {
        profile.extend([(x, y + 0.25), (x + 0.3, y + 0.25)]);
    }
    profile.extend([(8.0, 1.5), (8.0, 0.0), (40.0, 0.0)]);
    let triangles: Vec<[u32; 3]> = (0..profile.len() as u32 - 1)
        .map(|i| 2 * i)
        .flat_map(|i| [[i, i + 1, i + 2], [i + 1, i + 3, i + 2]])
        .collect();
    let sides = |(x, y)| [-5.0, 5.0].map(|z| Vec3::new(x, y, z));
    let vertices: Vec<Vec3> = profile.into_iter().flat_map(sides).collect();
    World::from_triangles(&vertices, &triangles)
}

/// Returns the buttons of the player: run, jump on the platform, and crouch after the fall.
fn buttons(time: f32) -> CharacterInput {
    let jump_held = (1.5..2.0).contains(&time);
    let (crouch, speed) = if time > 3.2 { (true, 1.5) } else { (false, 3.0) };
    CharacterInput { wish_velocity: Vec3::X * speed, jump_held, crouch, ..Default::default() }
}

fn main() -> Result<(), BuildError> {
    let world = level()?;
    let (mut hero, mut clock) = (Player::new(CharacterConfig::default(), Vec3::ZERO), FixedSteps::new(60.0));
    let (mut was_held, mut stepped) = (false, 0.0);
    println!("time s  drawn at x, y    ground     stepped m  crouches");
    for frame in 0..=600_u16 {
        let input = buttons(f32::from(frame) / 144.0);
        // The button was pressed if it is held now, but was not in the last frame.
        hero.set_input(&CharacterInput { jump: input.jump_held && !was_held, ..input });
        was_held = input.jump_held;
        for step in clock.advance(1.0 / 144.0) {
            let report = hero.step(&world, step.dt);
            stepped += report.stepped;
            assert!(report.refused.is_none());
        }
        if frame % 30 == 0 {
            let (at, ground) = (hero.drawn(clock.alpha()), hero.state().ground());
            let (time, crouches) = (f32::from(frame) / 144.0, hero.state().is_crouching());
            println!("{time:6.2}  {:7.3} {:7.3}  {ground:<9?} {stepped:9.3}  {crouches}", at.x, at.y);
            stepped = 0.0;
        }
    }
    let state = hero.state();
    assert!(state.is_grounded() && state.is_crouching() && (11.0..11.2).contains(&state.position.x));
    Ok(())
}
