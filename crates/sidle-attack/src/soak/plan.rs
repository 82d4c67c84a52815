//! Divides the work of a soak into chunks. Chunk number n of a seed is the same on any machine and
//! for any worker.

use sidle::{FrictionLaw, MoveConfig, Quat, Response, Shape, ShapeKind, Vec3};
use sidle_scenes::SplitMix64;

/// Number of moves of one chunk: one walker with one shape in one level.
pub const CHUNK_MOVES: u64 = 8192;

/// Number of chunks in a generated level before the next level of its kind replaces it.
const CHUNKS_A_VARIANT: u64 = 64;

/// Kind of shape that walks, as listed in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A point.
    Point,
    /// The ball of 0.4 m.
    Ball,
    /// Balls of 2 cm to 0.2 m.
    SmallBall,
    /// Balls of 0.6 to 1.6 m.
    LargeBall,
    /// The upright ellipsoid of half lengths 0.4, 0.9, 0.4 m.
    Person,
    /// Ellipsoids with any rotation, up to 1:4.
    Turned,
    /// Needles and discs with any rotation, 1:4 to 1:20.
    Extreme,
    /// Needles and discs with any rotation, 1:20 to 1:100. Their skins are a quarter to 32 times as
    /// thick as they are.
    Thin,
    /// An upright capsule of radius 0.3 m and height 1.8 m.
    Capsule,
    /// Capsules with any rotation, up to 1:10; some of them have radius 0.
    TurnedCapsule,
    /// The only shape of a soak with one shape.
    Chosen,
}

impl Kind {
    /// All kinds, in the order of the table.
    pub const ALL: [Self; 11] = [
        Self::Point,
        Self::Ball,
        Self::SmallBall,
        Self::LargeBall,
        Self::Person,
        Self::Turned,
        Self::Extreme,
        Self::Thin,
        Self::Capsule,
        Self::TurnedCapsule,
        Self::Chosen,
    ];

    /// Returns the name for the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Ball => "ball 0.4 m",
            Self::SmallBall => "balls 2 cm to 0.2 m",
            Self::LargeBall => "balls 0.6 to 1.6 m",
            Self::Person => "ellipsoid 0.4,0.9,0.4",
            Self::Turned => "turned ellipsoids to 1:4",
            Self::Extreme => "turned ellipsoids to 1:20",
            Self::Thin => "turned ellipsoids to 1:100",
            Self::Capsule => "capsule 0.3,1.8",
            Self::TurnedCapsule => "turned capsules to 1:10",
            Self::Chosen => "the chosen shape",
        }
    }

    /// Generates a shape of this kind.
    fn shape(self, rng: &mut SplitMix64) -> Shape {
        match self {
            Self::Point => Shape::point(),
            Self::Ball | Self::Chosen => Shape::sphere(0.4),
            Self::SmallBall => Shape::sphere(rng.range(0.02, 0.2) as f32),
            Self::LargeBall => Shape::sphere(rng.range(0.6, 1.6) as f32),
            Self::Person => Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
            Self::Capsule => Shape::capsule(0.3, 1.8),
            Self::TurnedCapsule => {
                let half = rng.range(0.1, 0.9);
                let radius = if rng.below(8) == 0 { 0.0 } else { half / rng.range(1.0, 10.0) };
                Shape::capsule(radius as f32, (2.0 * half) as f32).with_rotation(rotation(rng))
            }
            Self::Turned => {
                let least = rng.range(0.1, 0.4);
                let radii = [0; 3].map(|_| (least * rng.range(1.0, 4.0)) as f32);
                Shape::ellipsoid(Vec3::from(radii)).with_rotation(rotation(rng))
            }
            Self::Extreme | Self::Thin => {
                let long = if self == Self::Thin { rng.magnitude(0.004, 8) } else { rng.range(0.3, 1.0) };
                let short =
                    long / if self == Self::Thin { rng.range(20.0, 100.0) } else { rng.range(4.0, 20.0) };
                let mut radii = [short; 3];
                // A needle, a disc, or three different half lengths.
                match rng.below(3) {
                    0 => radii[0] = long,
                    1 => (radii[0], radii[1]) = (long, long),
                    _ => (radii[0], radii[1]) = (long, rng.range(short, long)),
                }
                Shape::ellipsoid(Vec3::from(radii.map(|r| r as f32))).with_rotation(rotation(rng))
            }
        }
    }
}

/// The way in which a walker generates desired motions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Headings, dashes of 20 m/s, jumps, gravity.
    Walk,
    /// Headings in all directions, without gravity; only in levels that cannot be left.
    Fly,
    /// As `Fly`, but one move in sixteen is up to hundreds of kilometres long; only in levels that
    /// cannot be left.
    Dash,
    /// Thrown under gravity, and thrown again after it has come to rest.
    Throw,
}

/// A chunk of work.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Its number.
    pub number: u64,
    /// Index of its level in the list.
    pub level: usize,
    /// Number of the generated level with that name.
    pub variant: u64,
    /// Kind of shape.
    pub kind: Kind,
    /// Exact shape; a smaller one is used if there is no free place for it.
    pub shape: Shape,
    /// Configuration of the moves, with recorded paths.
    pub config: MoveConfig,
    /// Gaits in a level that cannot be left, and in an open one.
    pub gaits: [Gait; 2],
    /// Moves per second.
    pub rate: f64,
    /// Seed of its walker.
    pub seed: u64,
    /// Number of moves to make.
    pub moves: u64,
}

impl Chunk {
    /// Returns the same chunk with another shape, with the usual skin.
    #[must_use]
    pub fn with_shape(mut self, shape: &Shape) -> Self {
        if self.kind == Kind::Thin {
            self.config.skin_width = MoveConfig::default().skin_width;
        }
        (self.kind, self.shape) = (Kind::Chosen, shape.clone());
        self
    }
}

/// Returns the number of chunks for this number of moves.
#[must_use]
pub fn chunk_count(moves: u64) -> u64 {
    moves.div_ceil(CHUNK_MOVES)
}

/// Returns chunk `number` of a soak of `moves` moves in `levels` levels.
#[must_use]
pub fn chunk(seed: u64, number: u64, moves: u64, levels: usize) -> Chunk {
    let stream = SplitMix64::new(SplitMix64::new(seed ^ 0x50a1_c0de).next_u64() ^ number).next_u64();
    let mut rng = SplitMix64::new(stream);
    // Independent of the order of the levels, so that each level gets every kind.
    let kind = pick(
        &mut rng,
        &[
            (Kind::Ball, 22),
            (Kind::Thin, 8),
            (Kind::Person, 20),
            (Kind::SmallBall, 12),
            (Kind::LargeBall, 6),
            (Kind::Point, 10),
            (Kind::Turned, 12),
            (Kind::Extreme, 10),
            (Kind::Capsule, 20),
            (Kind::TurnedCapsule, 14),
        ],
    );
    let shape = kind.shape(&mut rng);
    let rate = rate(&mut rng);
    let mut config = config(&mut rng, rate);
    if let (Kind::Thin, ShapeKind::Ellipsoid { radii }) = (kind, shape.kind()) {
        config.skin_width = radii.min_element() * rng.magnitude(0.25, 7) as f32;
    }
    let throw = if matches!(config.response, Response::Momentum | Response::Bounce) { 50 } else { 0 };
    let gaits = match config.response {
        // Under gravity the walker would stop at the floor permanently.
        Response::Stop => [Gait::Fly, Gait::Throw],
        _ => {
            let open = pick(&mut rng, &[(Gait::Walk, 100 - throw), (Gait::Throw, throw)]);
            [pick(&mut rng, &[(open, 75), (Gait::Fly, 25)]), open]
        }
    };
    let gaits = if kind == Kind::Thin { [Gait::Dash, gaits[1]] } else { gaits };
    let level = (number % levels as u64) as usize;
    Chunk {
        number,
        level,
        variant: number / levels as u64 / CHUNKS_A_VARIANT,
        kind,
        shape,
        config,
        gaits,
        rate,
        seed: rng.next_u64(),
        moves: CHUNK_MOVES.min(moves - number * CHUNK_MOVES),
    }
}

fn config(rng: &mut SplitMix64, rate: f64) -> MoveConfig {
    let response = pick(
        rng,
        &[
            (Response::Slide, 44),
            (Response::Momentum, 18),
            (Response::Stop, 10),
            (Response::PushBack, 14),
            (Response::Bounce, 14),
        ],
    );
    let rests = rng.below(2) == 0;
    MoveConfig {
        response,
        skin_width: if rng.below(3) == 0 { 1e-4 } else { 1e-3 },
        friction_scale: [0.0, 1.0][rng.below(2)],
        friction_law: if rng.below(5) == 0 { FrictionLaw::Drag } else { FrictionLaw::Coulomb },
        bounce_threshold: if rests { (2.0 * 9.81 / rate) as f32 } else { 0.0 },
        record_path: true,
        ..MoveConfig::default()
    }
}

/// Common rates in moves per second, each with a weight of about the square root of the rate. High
/// rates give more moves for the same simulated time, and those moves are cheap. Low rates give the
/// long moves.
const RATES: [(f64, usize); 11] = [
    (20.0, 4),
    (30.0, 5),
    (50.0, 7),
    (60.0, 9),
    (72.0, 8),
    (100.0, 10),
    (120.0, 11),
    (144.0, 12),
    (240.0, 15),
    (500.0, 22),
    (1000.0, 32),
];

/// Returns one of the common rates, or sometimes any other rate from 20 to 640.
fn rate(rng: &mut SplitMix64) -> f64 {
    if rng.below(8) == 0 { rng.magnitude(20.0, 5) } else { pick(rng, &RATES) }
}

pub(super) fn rotation(rng: &mut SplitMix64) -> Quat {
    loop {
        let q = [0; 4].map(|_| rng.range(-1.0, 1.0) as f32);
        let squared: f32 = q.iter().map(|x| x * x).sum();
        if squared > 0.1 && squared <= 1.0 {
            return Quat::from_array(q.map(|x| x / squared.sqrt()));
        }
    }
}

/// Picks one of the choices in proportion to its weight.
pub(super) fn pick<T: Copy>(rng: &mut SplitMix64, choices: &[(T, usize)]) -> T {
    let mut lot = rng.below(choices.iter().map(|c| c.1).sum());
    for &(choice, weight) in choices {
        if lot < weight {
            return choice;
        }
        lot -= weight;
    }
    choices[0].0
}
