//! Two hundred characters that press through a doorway and do not enter each other.
//!
//! `cargo run --release -p sidle --example doorway`

use sidle::{
    BuildError, CharacterConfig, CharacterState, Crowd, CrowdMember, DVec3, MaterialId, Vec3, WorldBuilder,
};

/// Returns the smallest distance between two characters.
fn nearest(members: &[CrowdMember<'_>]) -> f32 {
    let pairs = members.iter().enumerate().flat_map(|(i, a)| members[i + 1..].iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| a.distance(b)).fold(f32::INFINITY, f32::min)
}

fn main() -> Result<(), BuildError> {
    // A floor, and a wall at x = 0 with a door of 3 m.
    let mut builder = WorldBuilder::new();
    let floor =
        [(-40.0, -40.0), (-40.0, 40.0), (40.0, 40.0), (40.0, -40.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    builder.add_polygon(&floor, MaterialId(0));
    for [from, to] in [[-40.0, -1.5], [1.5, 40.0]] {
        let wall = [(0.0, from), (0.0, to), (3.0, to), (3.0, from)].map(|(y, z)| Vec3::new(0.0, y, z));
        builder.add_polygon(&wall, MaterialId(0));
    }
    let world = builder.build()?;

    let config = CharacterConfig::default();
    let spot = |i: u8| Vec3::new(-1.0 - f32::from(i / 14) * 0.8, 0.0, f32::from(i % 14) * 0.8 - 5.2);
    let mut members: Vec<_> =
        (0..196).map(|i| CrowdMember::new(&config, CharacterState::at(spot(i)))).collect();
    let mut crowd = Crowd::default();
    for step in 1..=1800_u16 {
        for (i, member) in (0..).zip(&mut members) {
            // To the door, and then straight on. All who only press forward form arches that hold,
            // so one after the other gives way for a moment.
            let at = member.state.position;
            let goal = if at.x < 0.0 { DVec3::new(0.6, 0.0, at.z.clamp(-1.0, 1.0)) } else { at + DVec3::X };
            let speed = if at.x < 0.0 && (i + step / 20) % 4 == 0 { -1.0 } else { 2.0 };
            member.input.wish_velocity = (goal - at).with_y(0.0).normalize_or_zero().as_vec3() * speed;
        }
        world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
        if step % 300 == 0 {
            let through = members.iter().filter(|m| m.state.position.x > 0.3).count();
            let apart = nearest(&members) * 1000.0;
            println!("{:4} s: {through:3} are through, the nearest two are {apart:.2} mm apart", step / 60);
            assert!(apart > 0.0);
        }
    }
    assert!(members.iter().filter(|m| m.state.position.x > 0.3).count() > 60);
    Ok(())
}
