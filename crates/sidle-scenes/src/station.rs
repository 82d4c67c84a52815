//! A station: a level, runs through it, and their expected results.
//!
//! To execute one, see [`Station`].

use crate::level::Level;
use crate::measure::{Expectation, Measure};
use crate::vec3::{V3, cross, narrow, normalize, scale, sub};

/// Distance in metres kept between a mover and the world unless a run sets another one.
pub const DEFAULT_SKIN: f64 = 0.001;

/// The shape of the mover; its position is its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A point; it keeps the skin from the world too.
    Point,
    /// A ball of this radius in metres.
    Sphere(f64),
    /// An axis-aligned ellipsoid with these half lengths in metres.
    Ellipsoid([f64; 3]),
}

impl Shape {
    /// Returns the half lengths of the shape plus its skin.
    #[must_use]
    pub fn reach(&self, skin: f64) -> [f64; 3] {
        match *self {
            Self::Point => [skin; 3],
            Self::Sphere(radius) => [radius + skin; 3],
            Self::Ellipsoid(radii) => radii.map(|r| r + skin),
        }
    }
}

/// The response of the motion to surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Law {
    /// The desired velocity stays the same during a move; at every instant x' = P(x) v.
    #[default]
    Slide,
    /// The velocity is replaced by its projection at each new contact.
    Momentum,
    /// The first contact ends the move.
    Stop,
    /// The surfaces push out the remaining motion one after the other.
    PushBack,
    /// As `Momentum`, with the restitution of each surface.
    Bounce,
}

/// The desired motion of every move of a phase. Units are metres and seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// A desired velocity, the same in every move; the desired displacement is `velocity * dt`.
    Velocity([f64; 3]),
    /// A free body. Each move has the displacement v dt + gravity dt^2 / 2 and the final velocity
    /// v + gravity dt. The velocity after the move is the v of the next move.
    Body {
        /// The v of the phase's first move. `None` keeps the velocity of the phase before (0 in the
        /// first phase).
        velocity: Option<[f64; 3]>,
        /// Gravity, in metres per second squared.
        gravity: [f64; 3],
    },
    /// Walking around a planet. At the start of every move, up is the unit vector from `centre` to
    /// the mover. The desired velocity of this move is `walk * normalize(axis x up) - pull * up`.
    Planet {
        /// Centre of the planet.
        centre: [f64; 3],
        /// Desired speed along the ground.
        walk: f64,
        /// Desired speed towards the centre.
        pull: f64,
        /// Axis to walk around.
        axis: [f64; 3],
    },
}

impl Drive {
    /// Returns the desired velocity at a place for [`Drive::Velocity`] and [`Drive::Planet`].
    /// Returns `None` for a body; the library's own gravity helper should compute its motion.
    #[must_use]
    pub fn desired(&self, position: [f64; 3]) -> Option<[f32; 3]> {
        match *self {
            Self::Velocity(velocity) => Some(narrow(velocity)),
            Self::Body { .. } => None,
            Self::Planet { centre, walk, pull, axis } => {
                let up: V3 = normalize(sub(position, centre));
                let forward = normalize(cross(axis, up));
                Some(narrow(sub(scale(forward, walk), scale(up, pull))))
            }
        }
    }
}

/// A part of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// Duration in seconds; the phase has `round(seconds * rate)` moves.
    pub seconds: f64,
    /// The desired motion.
    pub drive: Drive,
}

/// The path of one mover through a level, executed once for every rate.
#[derive(Clone, Debug)]
pub struct Run {
    /// Short description.
    pub label: String,
    /// Index into the station's levels.
    pub level: usize,
    /// Shape of the mover.
    pub shape: Shape,
    /// Centre of the mover at the start, not overlapping.
    pub start: [f64; 3],
    /// The response of the motion to surfaces.
    pub law: Law,
    /// True if the friction of a surface is drag, a fraction of the speed lost per metre, instead
    /// of Coulomb's.
    pub drag: bool,
    /// Distance in metres kept from the world.
    pub skin: f64,
    /// Rates in moves per second. The whole run is repeated for each, and every expectation holds
    /// for each.
    pub rates: Vec<u32>,
    /// The phases, in order.
    pub script: Vec<Phase>,
    /// The expected results.
    pub expectations: Vec<Expectation>,
}

impl Run {
    /// Creates a run without phases on level 0, under [`Law::Slide`], with the default skin, at 60
    /// Hz.
    #[must_use]
    pub fn new(label: impl Into<String>, shape: Shape, start: [f64; 3]) -> Self {
        Self {
            label: label.into(),
            level: 0,
            shape,
            start,
            law: Law::Slide,
            drag: false,
            skin: DEFAULT_SKIN,
            rates: vec![60],
            script: Vec::new(),
            expectations: Vec::new(),
        }
    }

    /// Sets the level of the station.
    #[must_use]
    pub fn on(mut self, level: usize) -> Self {
        self.level = level;
        self
    }

    /// Sets the response to surfaces.
    #[must_use]
    pub fn law(mut self, law: Law) -> Self {
        self.law = law;
        self
    }

    /// Makes friction a fraction of the speed lost per metre.
    #[must_use]
    pub fn drag(mut self) -> Self {
        self.drag = true;
        self
    }

    /// Sets the rates, in moves per second.
    #[must_use]
    pub fn rates(mut self, rates: &[u32]) -> Self {
        self.rates = rates.to_vec();
        self
    }

    /// Adds a phase.
    #[must_use]
    pub fn then(mut self, seconds: f64, drive: Drive) -> Self {
        self.script.push(Phase { seconds, drive });
        self
    }

    /// Adds an expectation: a description, the measure, the expected value, and the largest allowed
    /// error.
    #[must_use]
    pub fn expect(mut self, what: impl Into<String>, measure: Measure, value: f64, tolerance: f64) -> Self {
        self.expectations.push(Expectation { what: what.into(), measure, value, tolerance });
        self
    }

    /// Expects an end position, each coordinate within `tolerance`.
    #[must_use]
    pub fn expect_end(mut self, end: [f64; 3], tolerance: f64) -> Self {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            self = self.expect(format!("end {name}"), Measure::End { axis }, end[axis], tolerance);
        }
        self
    }

    /// Expects the same end at every rate, within a millimetre.
    #[must_use]
    pub fn expect_same_at_every_rate(self) -> Self {
        let what = format!("largest distance of ends, {} rates", self.rates.len());
        self.expect(what, Measure::SpreadAcrossRates, 0.0, 1e-3)
    }

    /// Returns the number of moves of the run at one rate.
    #[must_use]
    pub fn moves_at(&self, rate: u32) -> usize {
        self.script.iter().map(|p| (p.seconds * f64::from(rate)).round() as usize).sum()
    }
}

/// One stop of the tour: a capability that the library must have, with expected values to check it.
///
/// To execute a station, do the following for every run and every rate of the run. Build a world of
/// the run's level, and put the mover at `start` with velocity 0. For every phase make
/// `round(seconds * rate)` moves of `1 / rate` seconds as its [`Drive`] says, each from the end of
/// the last one.
///
/// Record in a [`Trace`](crate::Trace) the start, the position after each move, the velocity after
/// the last move, and the normal of every hit. Friction, restitution and sides come from the
/// level's materials. [`Expectation::worst`] over the traces of all rates then gives the result.
#[derive(Clone, Debug)]
pub struct Station {
    /// Unique id in kebab-case.
    pub id: &'static str,
    /// Title of a few words.
    pub title: &'static str,
    /// A paragraph for a reader without prior knowledge.
    pub about: &'static str,
    /// The levels that the runs refer to.
    pub levels: Vec<Level>,
    /// The runs.
    pub runs: Vec<Run>,
}

impl Station {
    /// Returns the number of moves of the whole station.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.runs.iter().flat_map(|run| run.rates.iter().map(|&rate| run.moves_at(rate))).sum()
    }
}
