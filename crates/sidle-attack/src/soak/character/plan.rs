//! The settings and the player of a chunk of character steps.

use sidle::{
    AirControl, CharacterConfig, CharacterInput, CharacterMode, CharacterState, DQuat, DVec3, Shape,
    SlopeSpeed, SteepGround, Vec3,
};
use sidle_scenes::SplitMix64;

use crate::character::Player;
use crate::soak::plan::{self, Chunk, Kind, pick};

/// Common rates in steps per second, with their weights.
const RATES: [(f64, usize); 7] =
    [(30.0, 10), (60.0, 20), (120.0, 8), (144.0, 4), (240.0, 4), (20.0, 2), (1000.0, 6)];
/// One in this many steps a second, on average: an animation moves the character, something
/// launches it.
const ROOT_EVERY: f64 = 9.0;
const LAUNCH_EVERY: f64 = 12.0;
/// One in this many seconds, on average, it enters water or a ladder, and stays for this long.
const MODE_EVERY: f64 = 15.0;
const MODE: f64 = 2.0;
/// Range of the speed of a launch in metres per second.
const LAUNCH: [f64; 2] = [0.5, 15.0];
/// Duration of an animation in seconds, and its largest speed in metres per second.
const ROOT: f64 = 0.4;
const ROOT_SPEED: f64 = 6.0;

/// Returns chunk `number` of a soak of `steps` steps of characters. Its settings are those of
/// `config`.
#[must_use]
pub fn character_chunk(seed: u64, number: u64, steps: u64, levels: usize) -> Chunk {
    let mut chunk = plan::chunk(seed ^ 0xc4a2, number, steps, levels);
    let mut rng = SplitMix64::new(chunk.seed ^ 0x91d3);
    chunk.kind =
        pick(&mut rng, &[(Kind::Capsule, 50), (Kind::Person, 20), (Kind::Ball, 15), (Kind::SmallBall, 8)]);
    chunk.shape = match chunk.kind {
        Kind::Capsule => Shape::capsule(0.3, 1.8),
        Kind::Person => Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Kind::Ball => Shape::sphere(0.4),
        _ => Shape::sphere(rng.range(0.1, 0.3) as f32),
    };
    chunk.rate = if rng.below(8) == 0 { rng.magnitude(30.0, 5) } else { pick(&mut rng, &RATES) };
    chunk
}

/// Generates the settings of a chunk, for a level with this up vector.
pub(in crate::soak) fn config(chunk: &Chunk, shape: &Shape, up: Vec3) -> CharacterConfig {
    let mut rng = SplitMix64::new(chunk.seed ^ 0x0c0f);
    CharacterConfig {
        shape: shape.clone(),
        up,
        max_slope_angle: pick(&mut rng, &[(0.872_664_6, 5), (0.785, 2), (0.6, 1), (1.05, 1)]),
        step_height: pick(&mut rng, &[(0.4, 6), (0.25, 2), (0.6, 1), (0.1, 1), (0.0, 1)]),
        min_step_width: pick(&mut rng, &[(0.02, 4), (0.0, 1), (0.1, 1)]),
        snap_distance: pick(&mut rng, &[(0.4, 6), (0.2, 2), (0.0, 1), (0.6, 1)]),
        skin_width: pick(&mut rng, &[(1e-3, 5), (1e-4, 1)]),
        jump_height: pick(&mut rng, &[(1.2, 4), (0.3, 1), (3.0, 1)]),
        jump_cut: pick(&mut rng, &[(0.5, 2), (1.0, 1), (0.0, 1)]),
        ground_acceleration: pick(&mut rng, &[(None, 3), (Some(40.0), 1), (Some(8.0), 1)]),
        air_acceleration: pick(&mut rng, &[(15.0, 3), (0.0, 1), (100.0, 1)]),
        air_control: pick(
            &mut rng,
            &[(AirControl::Approach, 2), (AirControl::Strafe { max_speed: 0.76 }, 1)],
        ),
        slope_speed: pick(
            &mut rng,
            &[(SlopeSpeed::AlongGround, 4), (SlopeSpeed::Horizontal, 1), (SlopeSpeed::Projected, 1)],
        ),
        steep_ground: pick(&mut rng, &[(SteepGround::Slide, 3), (SteepGround::Stand, 1)]),
        crouch_stays_on_ledges: pick(&mut rng, &[(false, 3), (true, 1)]),
        record_path: true,
        ..CharacterConfig::default()
    }
}

/// A player that also plays animations, and that is launched now and then.
pub(in crate::soak) struct WildPlayer {
    pub(in crate::soak) player: Player,
    rng: SplitMix64,
    turn: DQuat,
    rate: f64,
    root: Vec3,
    root_left: u32,
    mode: CharacterMode,
    /// The vertical part of the wish in a mode, as a velocity in metres per second.
    climbs: f64,
    mode_left: u32,
}

impl WildPlayer {
    /// Creates the player of a chunk in a level that is turned from +y up, at a place: the centre
    /// of its body, and its feet.
    pub(in crate::soak) fn new(chunk: &Chunk, turn: DQuat, place: [DVec3; 2]) -> Self {
        Self {
            player: Player::new(chunk.seed, 0, chunk.rate, place),
            rng: SplitMix64::new(chunk.seed ^ 0x317d),
            turn,
            rate: chunk.rate,
            root: Vec3::ZERO,
            root_left: 0,
            mode: CharacterMode::Walk,
            climbs: 0.0,
            mode_left: 0,
        }
    }

    /// Returns the next input. Sometimes launches the character.
    pub(in crate::soak) fn ask(&mut self) -> CharacterInput {
        let mut input = self.player.ask().0;
        input.wish_velocity = (self.turn * input.wish_velocity.as_dvec3()).as_vec3();
        if self.happens(LAUNCH_EVERY) {
            let speed = self.rng.range(LAUNCH[0], LAUNCH[1]);
            self.player.state.velocity = self.direction() * speed as f32;
        }
        if self.mode_left == 0 && self.happens(MODE_EVERY) {
            (self.mode, self.climbs) = (self.any_mode(), self.rng.range(-3.0, 3.0));
            self.mode_left = (MODE * self.rate) as u32 + 1;
        }
        if self.mode_left > 0 {
            self.mode_left -= 1;
            input.mode = self.mode;
            input.wish_velocity += (self.turn * DVec3::Y * self.climbs).as_vec3();
        }
        if self.root_left == 0 && self.happens(ROOT_EVERY) {
            self.root = self.direction() * (self.rng.range(0.0, ROOT_SPEED) / self.rate) as f32;
            self.root_left = (ROOT * self.rate) as u32 + 1;
        }
        if self.root_left > 0 {
            self.root_left -= 1;
            input.root_motion = Some(self.root);
        }
        input
    }

    /// Moves the player to another place, at rest.
    pub(in crate::soak) fn restart(&mut self, feet: DVec3) {
        self.player.state = CharacterState::at(feet);
        (self.root_left, self.mode_left) = (0, 0);
    }

    fn any_mode(&mut self) -> CharacterMode {
        if self.rng.below(2) == 0 {
            return CharacterMode::Climb;
        }
        let acceleration = self.rng.range(4.0, 40.0) as f32;
        CharacterMode::Swim { acceleration, sink_speed: self.rng.range(-1.0, 1.0) as f32 }
    }

    fn happens(&mut self, every: f64) -> bool {
        self.rng.unit() * every * self.rate < 1.0
    }

    fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::from([0; 3].map(|_| self.rng.range(-1.0, 1.0) as f32));
            let squared = v.length_squared();
            if squared > 0.01 && squared <= 1.0 {
                return v / squared.sqrt();
            }
        }
    }
}
