//! Captures a strange move in a game, writes it as text, reads it, repeats it and explains it.
//!
//! `cargo run -p sidle --example replay`, or with the name of a file to keep: `... --example replay
//! -- strange.replay`

use sidle::trace::{self, Replay};
use sidle::{Motion, MoveConfig, Shape, Vec3, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A floor of many triangles, and a step of 20 cm across it.
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in -20..20_i16 {
        for j in -20..20_i16 {
            let (x, z) = (f32::from(i), f32::from(j));
            let y = if i < 2 { 0.0 } else { 0.2 };
            let first = vertices.len() as u32;
            vertices.extend(
                [(x, z), (x, z + 1.0), (x + 1.0, z + 1.0), (x + 1.0, z)].map(|(x, z)| Vec3::new(x, y, z)),
            );
            triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        }
    }
    let first = vertices.len() as u32;
    vertices
        .extend([(0.0, -20.0), (0.0, 20.0), (0.2, 20.0), (0.2, -20.0)].map(|(y, z)| Vec3::new(2.0, y, z)));
    triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    let world = World::from_triangles(&vertices, &triangles)?;

    // In the game: this step looked strange, so it is captured.
    let (body, config) = (Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)), MoveConfig::default());
    let (from, step) = (Vec3::new(1.2, 0.901, 0.3), Vec3::new(0.6, -0.05, 0.0));
    let replay = trace::capture(&world, &body, from, Motion::displacement(step, 1.0), &config);
    println!("{} of {} polygons are needed.\n", replay.polygons.len(), triangles.len());
    let text = replay.to_string();
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, &text)?;
    }

    // Later, on another machine: the same bits again, and the explanation.
    let read: Replay = text.parse()?;
    let reports = read.run()?;
    assert_eq!(read.moves[0].agrees_with(&reports[0]), Some(true));
    println!("{}", read.explain()?[0]);
    Ok(())
}
