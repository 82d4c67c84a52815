//! Walks through a level: settings, a script, and the expected course.

use super::{Body, Findings, Form};
use crate::level::Level;
use crate::vec3::{V3, sub};

/// How the body of a walk moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mover {
    /// A character with a controller.
    #[default]
    Character,
    /// A single move per step along surfaces, without friction, and with this acceleration in
    /// m/s^2. [`Input::wish`] is the velocity at the start of the move.
    Slide(V3),
    /// The same, but surfaces take the velocity into them.
    Momentum(V3),
}

/// The settings of a walk, with the defaults of the library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The body.
    pub body: Body,
    /// The crouching body, if there is one.
    pub crouched: Option<Body>,
    /// How it moves.
    pub mover: Mover,
    /// Highest step, in metres.
    pub step_height: f64,
    /// Deepest drop that it follows, in metres.
    pub snap: f64,
    /// Steepest walkable slope, in degrees.
    pub max_slope: f64,
    /// Distance kept from the world, in metres.
    pub skin: f64,
    /// Gravity in m/s^2.
    pub gravity: f64,
    /// Height of a jump in metres.
    pub jump_height: f64,
    /// Largest speed of a fall, in m/s.
    pub terminal_speed: f64,
    /// True if the horizontal speed on a slope is the desired one.
    pub is_horizontal: bool,
}

impl Settings {
    /// Returns the defaults for a body.
    #[must_use]
    pub fn of(form: Form, radius: f64, height: f64) -> Self {
        Self {
            body: Body::new(form, radius, height),
            crouched: None,
            mover: Mover::Character,
            step_height: 0.4,
            snap: 0.4,
            max_slope: 50.0,
            skin: 0.001,
            gravity: 9.81,
            jump_height: 1.2,
            terminal_speed: 60.0,
            is_horizontal: false,
        }
    }

    /// Returns the distance that the side of the body keeps from a wall.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.body.radius + self.skin
    }

    /// Returns the height of the centre above the feet.
    #[must_use]
    pub fn centre(&self) -> f64 {
        self.body.half_height + self.skin
    }
}

/// The input of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// Desired velocity in m/s.
    pub wish: V3,
    /// True if the jump button was pressed. It is held for the whole walk.
    pub jump: bool,
    /// True while the crouch button is held.
    pub crouch: bool,
}

impl Input {
    /// Returns the input of a walk with this velocity.
    #[must_use]
    pub fn wish(wish: V3) -> Self {
        Self { wish, ..Self::default() }
    }
}

/// Ground contact, as reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// It stands.
    Grounded,
    /// It touches steep ground only, or an edge that does not hold it.
    Steep,
    /// It touches no ground.
    #[default]
    Airborne,
}

/// The state after a step, in the coordinates of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// The feet: the lowest point of the body, less the skin.
    pub feet: V3,
    /// The velocity in m/s.
    pub velocity: V3,
    /// The desired velocity of the step.
    pub wish: V3,
    /// Height that the drawn body is above the feet while it catches up with a step.
    pub drawn: f64,
    /// The ground contact.
    pub ground: Ground,
    /// The normal of the ground; of movers the one of the flattest hit. Zero without ground.
    pub normal: V3,
    /// Height by which steps lifted it, in metres.
    pub stepped: f64,
    /// Speed of the landing in this step.
    pub landed: Option<f64>,
    /// True if a jump began.
    pub jumped: bool,
    /// True if it touches a ceiling.
    pub has_ceiling: bool,
    /// True if it crouches.
    pub is_crouching: bool,
    /// True if it overlapped the world at the start, and was pushed out.
    pub was_pushed_out: bool,
    /// True if the step was refused.
    pub is_refused: bool,
    /// Bits of the stored position changed.
    pub has_moved: bool,
}

impl Frame {
    /// Returns true if it stands on the ground.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.ground == Ground::Grounded
    }
}

/// The moment for which a script returns the input.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// Number of the step, from 0.
    pub step: usize,
    /// Time at the start of the step, in seconds.
    pub time: f64,
    /// Steps per second.
    pub rate: u32,
    /// The state after the last step; before the first step, the start.
    pub last: &'a Frame,
}

/// The course of a walk.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The feet at the start.
    pub start: V3,
    /// The state after each step.
    pub frames: Vec<Frame>,
    /// Steps per second.
    pub rate: u32,
    /// Largest distance in metres by which rounding to f32 moved a corner of the level when the
    /// variant was built. See [`Variant::corner_rounding`](super::Variant::corner_rounding).
    pub corners: f64,
}

impl Course {
    /// Returns the last frame.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn last(&self) -> &Frame {
        self.frames.last().expect("a walk has steps")
    }

    /// Returns the displacement of the feet.
    #[must_use]
    pub fn moved(&self) -> V3 {
        sub(self.last().feet, self.start)
    }

    /// Returns the time of one step.
    #[must_use]
    pub fn dt(&self) -> f64 {
        1.0 / f64::from(self.rate)
    }

    /// Returns the time of the whole course.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.dt() * self.frames.len() as f64
    }

    /// Returns the frames after this time.
    #[must_use]
    pub fn after(&self, time: f64) -> &[Frame] {
        let first = (time * f64::from(self.rate)).ceil() as usize;
        &self.frames[first.min(self.frames.len())..]
    }

    /// Returns the number of frames off the ground.
    #[must_use]
    pub fn frames_off_ground(&self) -> usize {
        self.frames.iter().filter(|f| !f.is_grounded()).count()
    }

    /// Returns the largest number of consecutive frames for which `is` is true.
    #[must_use]
    pub fn longest(&self, is: impl Fn(&Frame, &Frame) -> bool) -> usize {
        let (mut longest, mut now) = (0, 0);
        for pair in self.frames.windows(2) {
            now = if is(&pair[0], &pair[1]) { now + 1 } else { 0 };
            longest = longest.max(now);
        }
        longest
    }

    /// Returns the largest value over all frames.
    #[must_use]
    pub fn largest(&self, value: impl Fn(&Frame) -> f64) -> f64 {
        largest(&self.frames, value)
    }
}

/// Returns the largest value over frames; NaN counts as infinite.
#[must_use]
pub fn largest(frames: &[Frame], value: impl Fn(&Frame) -> f64) -> f64 {
    frames
        .iter()
        .map(value)
        .map(|x| if x.is_nan() { f64::INFINITY } else { x })
        .fold(f64::NEG_INFINITY, f64::max)
}

type Script = Box<dyn Fn(&Now) -> Input + Send + Sync>;
type Check = Box<dyn Fn(&Course, &mut Findings) + Send + Sync>;

/// A walk.
pub struct Walk {
    /// Name of the walk within its scene.
    pub name: String,
    /// Settings.
    pub settings: Settings,
    /// Start of the feet, in the coordinates of the scene.
    pub feet: V3,
    /// Velocity at the start.
    pub velocity: V3,
    /// Length of the walk in seconds.
    pub seconds: f64,
    /// Returns the input of each step.
    pub script: Script,
    /// Judges the course.
    pub check: Check,
    /// False if the start overlaps the world, or if the body is launched.
    pub is_free: bool,
    /// Rates at which the walk is run in addition to the usual ones.
    pub more_rates: &'static [u32],
}

impl Walk {
    /// Creates a walk that stands still and expects nothing.
    #[must_use]
    pub fn new(name: impl Into<String>, settings: Settings, feet: V3, seconds: f64) -> Self {
        Self {
            name: name.into(),
            settings,
            feet,
            velocity: [0.0; 3],
            seconds,
            script: Box::new(|_| Input::default()),
            check: Box::new(|_, _| {}),
            is_free: true,
            more_rates: &[],
        }
    }

    /// Sets the input of every step.
    #[must_use]
    pub fn script(mut self, script: impl Fn(&Now) -> Input + Send + Sync + 'static) -> Self {
        self.script = Box::new(script);
        self
    }

    /// Sets a constant desired velocity.
    #[must_use]
    pub fn wish(self, wish: V3) -> Self {
        self.script(move |_| Input::wish(wish))
    }

    /// Sets the check of the course.
    #[must_use]
    pub fn check(mut self, check: impl Fn(&Course, &mut Findings) + Send + Sync + 'static) -> Self {
        self.check = Box::new(check);
        self
    }
}

/// A mesh that stands or moves as a whole.
pub struct Piece {
    /// The mesh, relative to its origin.
    pub mesh: Level,
    /// Returns the position of its origin, and its turn about the vertical axis in radians, at a
    /// time in seconds.
    pub path: Path,
}

type Path = Box<dyn Fn(f64) -> (V3, f64) + Send + Sync>;

impl Piece {
    /// Creates a piece that moves.
    #[must_use]
    pub fn new(mesh: Level, path: impl Fn(f64) -> (V3, f64) + Send + Sync + 'static) -> Self {
        Self { mesh, path: Box::new(path) }
    }

    /// Creates a piece that stands.
    #[must_use]
    pub fn at(mesh: Level, position: V3) -> Self {
        Self::new(mesh, move |_| (position, 0.0))
    }
}

/// A level and the walks in it.
pub struct Stage {
    /// The level.
    pub level: Level,
    /// Meshes that are placed in the level, and move.
    pub pieces: Vec<Piece>,
    /// Offset of the level in addition to that of the variant.
    pub shift: V3,
    /// The walks.
    pub walks: Vec<Walk>,
}

impl Stage {
    /// Creates a stage.
    #[must_use]
    pub fn new(level: Level, walks: Vec<Walk>) -> Self {
        Self { level, pieces: Vec::new(), shift: [0.0; 3], walks }
    }
}
