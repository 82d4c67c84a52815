//! Platforms that carry: a lift, a train, a turntable and a belt.

use anyhow::Result;
use sidle::{CharacterInput, DVec3, Pose, Quat, Vec3};

use super::picture::{Shot, View, draw};
use super::stage::{Block, Take};
use super::{off_ground, play, row, stands, walks, worst};
use crate::tour::exhibit::Exhibit;

/// Speed and travel of the lift, in m/s and metres.
const LIFT: f32 = 2.4;
const RISE: f32 = 3.0;

/// A lift that reverses at once.
pub(super) fn lift() -> Result<Exhibit> {
    let takes = play(lift_blocks, [0.0, 0.001, 0.0], 5.0, stands)?;
    let apart = |take: &Take| {
        let height = |f: &super::Frame| f.relative_to(0).y - 0.1;
        take.frames.iter().map(|f| height(f).abs()).fold(0.0, f64::max)
    };
    let checks = vec![
        worst("frames off the ground", 0.0, 0.0, &takes, off_ground),
        worst("furthest from the floor of the lift", 0.0, 1e-4, &takes, apart),
    ];
    let shot = Shot {
        view: View::Front,
        low: [-4.5, -0.4],
        high: [4.5, 5.1],
        height: 400.0,
        words: "The lift and the character at 0.1, 0.7 and 1.3 s. At the top the lift reverses within one step.",
        times: &[0.1, 0.7, 1.25],
    };
    Ok(Exhibit {
        id: "lift",
        title: "A lift that reverses at once",
        about: "A lift rises by 3 m at 2.4 m/s, and comes down again at the same speed, without \
                slowing down in between. Where characters only collide with a lift, they float \
                off at the top, fall after it and land again every few frames. Here the lift carries \
                the character before it moves by itself, so it stands in every frame.",
        rows: vec![row("up and down twice", &takes, checks)],
        picture: draw("A lift that reverses at once", &lift_blocks(), &takes[1], &shot),
    })
}

fn lift_blocks() -> Vec<Block> {
    vec![Block::new([1.2, 0.1, 1.2], |t| {
        let phase = (t * LIFT / RISE).rem_euclid(2.0);
        Pose::at(Vec3::Y * (RISE * if phase < 1.0 { phase } else { 2.0 - phase } - 0.1))
    })]
}

/// A character walks back on a train, and jumps.
pub(super) fn train() -> Result<Exhibit> {
    let input = |t: f32, _: Option<&super::Frame>| match t {
        t if t < 0.1 => CharacterInput::default(),
        t if t < 1.0999 => walks([-2.0, 0.0, 0.0]),
        t if t < 1.2 => CharacterInput::default(),
        _ => CharacterInput { jump: t < 1.25, jump_held: true, ..CharacterInput::default() },
    };
    let takes = play(train_blocks, [3.0, 0.001, 0.0], 2.6, input)?;
    let walked = |take: &Take| take.at(1.15).relative_to(0).x - take.frames[0].relative_to(0).x;
    let landed =
        |take: &Take| (take.last().relative_to(0) - take.at(1.15).relative_to(0)).with_y(0.0).length();
    let highest = |take: &Take| take.frames.iter().map(|f| f.relative_to(0).y - 0.1).fold(0.0, f64::max);
    let checks = vec![
        worst("metres walked along the train in a second", -2.0, 1e-3, &takes, walked),
        worst("height of the jump", 1.2, 1e-3, &takes, highest),
        worst("lands where it jumped off", 0.0, 0.01, &takes, landed),
    ];
    let shot = Shot {
        view: View::Front,
        low: [-3.0, -1.6],
        high: [80.0, 5.5],
        height: 150.0,
        words: "The train at 30 m/s, every 0.5 s. Line: the feet of the character, who walks back for a second and jumps.",
        times: &[0.1, 0.6, 1.1, 1.6],
    };
    Ok(Exhibit {
        id: "train",
        title: "On a train",
        about: "A train goes by at 30 m/s. The character on it walks back at 2 m/s for a second, stops \
                and jumps. All of that is the same as on the ground: it takes the velocity of the train \
                into the jump, and lands where it jumped off.",
        rows: vec![row("walks back by 2 m, stops, jumps", &takes, checks)],
        picture: draw("On a train", &train_blocks(), &takes[1], &shot),
    })
}

fn train_blocks() -> Vec<Block> {
    vec![Block::new([5.0, 0.1, 1.5], |t| Pose::at(Vec3::new(30.0 * t, -0.1, 0.0)))]
}

/// Where the character stands on the turntable, in metres from its axis; and the time of a turn.
const OUT: f32 = 3.0;
const TURN: f32 = 4.0;

/// A character stands on a turntable.
pub(super) fn turntable() -> Result<Exhibit> {
    let takes = play(table_blocks, [OUT, 0.001, 0.0], TURN, stands)?;
    let off = |take: &Take| {
        let of = |f: &super::Frame| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(f.time / TURN)).sin_cos();
            let [x, z] = [cos, -sin].map(|x| f64::from(OUT) * x);
            (f.state.position - DVec3::new(x, f.state.position.y, z)).length()
        };
        take.frames.iter().map(of).fold(0.0, f64::max)
    };
    let turned = |take: &Take| {
        let angle = |f: &super::Frame| f64::from(2.0 * f.report.platform_rotation.xyz().length().asin());
        take.frames.iter().map(angle).sum::<f64>().to_degrees()
    };
    let checks = vec![
        worst("frames off the ground", 0.0, 0.0, &takes, off_ground),
        worst("furthest from the true circle", 0.0, 1e-3, &takes, off),
        worst("degrees by which it is turned", 360.0, 0.1, &takes, turned),
    ];
    let shot = Shot {
        view: View::Top,
        low: [-8.5, -5.3],
        high: [8.5, 5.3],
        height: 400.0,
        words: "From above, at 0, 0.3, 0.6 and 0.9 s of a turn of 4 s. Line: the centre of the character, which stands still on the table.",
        times: &[0.01, 0.3, 0.6, 0.9],
    };
    Ok(Exhibit {
        id: "turntable",
        title: "A turntable",
        about: "A square table turns once in four seconds, with a character 3 m from its axis. The path \
                of the character is the arc and not its chords, so it does not drift outwards: after a \
                turn it is where it was. The report of each step tells the rotation, by which a game \
                turns the view.",
        rows: vec![row("one turn", &takes, checks)],
        picture: draw("A turntable", &table_blocks(), &takes[1], &shot),
    })
}

fn table_blocks() -> Vec<Block> {
    vec![Block::new([3.6, 0.1, 3.6], |t| {
        Pose::at(Vec3::Y * -0.1).with_rotation(Quat::from_rotation_y(std::f32::consts::TAU * t / TURN))
    })]
}

/// Speed of the belt, in m/s.
const BELT: f32 = 1.5;

/// A character stands on a conveyor belt, and walks against it.
pub(super) fn conveyor() -> Result<Exhibit> {
    let input = |t: f32, _: Option<&super::Frame>| match t {
        t if t < 1.9999 => CharacterInput::default(),
        _ => walks([-BELT, 0.0, 0.0]),
    };
    let takes = play(belt_blocks, [-2.5, 0.001, 0.0], 4.0, input)?;
    let [carried, against] = [[0.5, 1.5], [2.5, 3.5]].map(|[from, to]: [f32; 2]| {
        let x = move |take: &Take, time: f32| take.at(time).state.position.x;
        move |take: &Take| x(take, to) - x(take, from)
    });
    let checks = vec![
        worst("metres carried in a second", f64::from(BELT), 2e-3, &takes, carried),
        worst("metres in a second, walking against it", 0.0, 2e-3, &takes, against),
        worst("frames off the ground", 0.0, 0.0, &takes, off_ground),
    ];
    let shot = Shot {
        view: View::Front,
        low: [-4.6, -0.5],
        high: [4.6, 2.4],
        height: 300.0,
        words: "At 0.1, 1 and 2 s. The belt itself rests: its material has a velocity of 1.5 m/s to the right.",
        times: &[0.1, 1.0, 2.0],
    };
    Ok(Exhibit {
        id: "conveyor",
        title: "A conveyor belt",
        about: "A material can have a velocity. A character on such a surface is carried along, although \
                nothing in the world moves. Walking against the belt at its speed, the character stays \
                where it is.",
        rows: vec![row("stands, then walks against it", &takes, checks)],
        picture: draw("A conveyor belt", &belt_blocks(), &takes[1], &shot),
    })
}

fn belt_blocks() -> Vec<Block> {
    let belt = Block::new([4.0, 0.1, 0.8], |_| Pose::at(Vec3::Y * -0.1));
    vec![Block { surface_velocity: Vec3::X * BELT, ..belt }]
}
