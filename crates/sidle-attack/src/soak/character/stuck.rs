//! Decides if a character that gains nothing is wedged, or if the controller is at fault.

use sidle::{CharacterConfig, CharacterInput, CharacterState, DVec3, Scratch, Vec3};
use sidle_judge::{CharacterRules, CharacterWish, reference_character};

use super::CharacterStep;
use crate::soak::arena::Arena;
use crate::verdict::centre_of;
use crate::verdict::{CharacterJudge, rules_of, spacing, wide};

/// A character is stuck if it gains less than this distance in metres in each heading.
const GAIN: f64 = 0.01;
/// The controller is at fault if the judge's own character gains this distance in metres.
const JUDGE_GAINS: f64 = 0.05;
/// Number of headings, duration of each in seconds, and its speed in metres per second.
const HEADINGS: u32 = 16;
const SECONDS: f64 = 1.0;
const SPEED: f32 = 4.0;
/// It jumps never, in each step, or in each of this number of steps, and walks between.
const JUMPS: [Option<u32>; 3] = [None, Some(1), Some(6)];
/// The judge's character makes this many steps in one of the controller.
const FINER: f64 = 64.0;
/// Share of the skin above which the spacing of the coordinates decides what a passage is.
const FAR: f64 = 0.01;

/// Distance in units in the last place by which rounding keeps a body away from a wall.
const ROUNDED: f64 = 2.0;

/// The diagnosis of a character that gains nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CharacterStuck {
    /// A heading gains a centimetre.
    No,
    /// No heading gains a centimetre, and the judge's character gains less than five.
    Wedged,
    /// No heading gains a centimetre, but the judge's character gains this along this heading.
    False {
        /// The heading.
        heading: Vec3,
        /// Distance in metres.
        gained: f64,
    },
}

/// Lets a copy of a character walk and jump in 16 headings. If none gains a centimetre, asks the
/// judge's character.
pub fn probe_character(
    arena: &Arena,
    scratch: &mut Scratch,
    config: &CharacterConfig,
    state: &CharacterState,
    dt: f32,
    step: CharacterStep<'_>,
) -> CharacterStuck {
    let Some(start) = centre_of(state, config) else { return CharacterStuck::No };
    let config = CharacterConfig { ground_acceleration: None, ..config.clone() };
    let steps = (SECONDS / f64::from(dt)).ceil() as u32;
    let up = config.up.as_dvec3();
    for heading in headings(arena) {
        for every in JUMPS {
            let mut copy = *state;
            copy.velocity = Vec3::ZERO;
            for number in 1..=steps {
                let input = CharacterInput {
                    wish_velocity: heading * SPEED,
                    jump: every.is_some_and(|every| number % every == 0),
                    jump_held: every.is_some(),
                    crouch: state.is_crouching(),
                    ..CharacterInput::default()
                };
                let _ = step(&arena.world, scratch, &config, &mut copy, &input, dt);
                let way = copy.centre(&config) - start;
                if (way - up * way.dot(up)).length() >= GAIN {
                    return CharacterStuck::No;
                }
            }
        }
    }
    // Where the spacing of the coordinates doubles within its reach, a move keeps the thicker skin.
    let reach = SPEED * dt + config.snap_distance + 4.0 * config.step_height;
    let rules = rules_of(&config, state.is_crouching(), start, reach.into());
    let rules = CharacterRules { skin: rules.kept_skin, ..rules };
    // Far from the origin the skin is thicker, less than two skins is no gain, and a move may end
    // half a skin further from a wall: two units in the last place. A narrower passage is none.
    let enough = JUDGE_GAINS.max(2.0 * rules.skin);
    let spacing = spacing(start.abs().max_element() + f64::from(reach));
    let body = CharacterJudge::new(&config).body(state.is_crouching()).inflated(ROUNDED * spacing);
    let gains = |heading: Vec3, jumps| {
        let wish = CharacterWish {
            velocity: wide(heading * SPEED),
            jumps,
            seconds: SECONDS,
            dt: f64::from(dt) / FINER,
            enough,
            keeps_skin: spacing > FAR * rules.skin,
        };
        reference_character(&arena.judge, &body, wide(start), &rules, &wish)
    };
    for heading in headings(arena) {
        for jumps in [false, true] {
            let gained = gains(heading, jumps);
            if gained >= enough {
                return CharacterStuck::False { heading, gained };
            }
        }
    }
    CharacterStuck::Wedged
}

/// Returns the horizontal headings of a level, evenly spaced.
fn headings(arena: &Arena) -> impl Iterator<Item = Vec3> {
    let turn = arena.turn;
    (0..HEADINGS).map(move |i| {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(HEADINGS);
        let (sin, cos) = sidle_scenes::trig::sin_cos(angle);
        (turn * DVec3::new(cos, 0.0, sin)).as_vec3()
    })
}
