//! A press that comes down.

use anyhow::Result;
use sidle::{Pose, Vec3};

use super::picture::{HEIGHT, Shot, View, draw};
use super::stage::{Block, Take};
use super::{SKIN, play, row, stands, worst};
use crate::tour::exhibit::Exhibit;

/// Height of the open press and its speed, in metres and m/s; half its width.
const OPEN: f32 = 2.6;
const SPEED: f32 = 1.0;
const HALF: f32 = 1.5;

/// A press crushes in its middle, and squeezes out at its rim.
pub(super) fn press() -> Result<Exhibit> {
    let middle = play(blocks, [0.0, 0.001, 0.0], 1.4, stands)?;
    let rim = play(blocks, [HALF + 0.05, 0.001, 0.0], 2.0, stands)?;
    let crushes = |take: &Take| take.frames.iter().filter(|f| f.report.crushed.is_some()).count() as f64;
    let when = |take: &Take| {
        let frame = take.frames.iter().find_map(|f| f.report.crushed.map(|crush| (f.time, crush.fraction)));
        frame.map_or(f64::NAN, |(time, fraction)| f64::from(time) - (1.0 - fraction) / f64::from(take.rate))
    };
    let outside = |take: &Take| take.last().state.position.x - f64::from(HALF);
    let in_the_middle = vec![
        worst("times crushed", 1.0, 0.0, &middle, crushes),
        worst(
            "second of the crush",
            f64::from((OPEN - HEIGHT - SKIN) / SPEED),
            1.01 * f64::from(SKIN),
            &middle,
            when,
        ),
    ];
    let at_the_rim = vec![
        worst("times crushed", 0.0, 0.0, &rim, crushes),
        worst("metres beside the press at the end", 0.301, 1e-3, &rim, outside),
    ];
    let shot = Shot {
        view: View::Front,
        low: [-4.4, -0.4],
        high: [4.4, 3.4],
        height: 400.0,
        words: "The press at 0.1, 0.5 and 1.3 s. Its rim pushes the character below it aside.",
        times: &[0.1, 0.5, 1.3],
    };
    Ok(Exhibit {
        id: "press",
        title: "A press",
        about: "A press comes down on a character. In its middle there is no way out: the step reports \
                that the character is crushed, when, and by which surfaces, and the game stops the press. \
                Its rim pushes a character aside whose centre is not below it.",
        rows: vec![row("in the middle", &middle, in_the_middle), row("at the rim", &rim, at_the_rim)],
        picture: draw("A press", &blocks(), &rim[1], &shot),
    })
}

fn blocks() -> Vec<Block> {
    let floor = Block::new([4.0, 0.1, 3.0], |_| Pose::at(Vec3::Y * -0.1));
    let plate = Block::new([HALF, 0.3, 2.0], |t| {
        let height = (OPEN - SPEED * t).max(0.3);
        Pose::at(Vec3::Y * (height + 0.3))
    });
    vec![floor, plate]
}
