//! A station: a level, runs through it, and what should come out.
//!
//! How to execute one: see [`Station`].

use crate::level::Level;
use crate::measure::{Expectation, Measure};
use crate::vec3::{V3, cross, narrow, normalize, scale, sub, wide};

/// Metres kept between a mover and the world unless a run says otherwise.
pub const DEFAULT_SKIN: f64 = 0.001;

/// The shape that moves; its position is its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A point: it keeps the skin from the world all the same.
    Point,
    /// A ball of this radius in metres.
    Sphere(f64),
    /// An ellipsoid along the axes of the world, half lengths in metres.
    Ellipsoid([f64; 3]),
}

impl Shape {
    /// The half lengths of the shape together with its skin.
    #[must_use]
    pub fn reach(&self, skin: f64) -> [f64; 3] {
        match *self {
            Self::Point => [skin; 3],
            Self::Sphere(radius) => [radius + skin; 3],
            Self::Ellipsoid(radii) => radii.map(|r| r + skin),
        }
    }
}

/// What surfaces do to the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Law {
    /// The wished velocity stays as it is during a move; at every instant x' = P(x) v.
    #[default]
    Slide,
    /// The velocity is replaced by its projection at each new contact.
    Momentum,
    /// The first contact in the way ends the move.
    Stop,
    /// One surface after the other pushes the rest of the motion out.
    PushBack,
    /// As momentum, and a surface gives back its restitution.
    Bounce,
}

/// What a mover is asked to do in every move of a phase. Metres, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// A wished velocity, the same in every move; a move is asked for `velocity * dt`.
    Velocity([f64; 3]),
    /// A free body: each move is asked for v dt + gravity dt^2 / 2 and arrives with v + gravity dt;
    /// what the move leaves of that velocity is the v of the next move.
    Body {
        /// The v of the phase's first move; `None`: the one carried over from the phase before (at
        /// first 0).
        velocity: Option<[f64; 3]>,
        /// Metres a second squared.
        gravity: [f64; 3],
    },
    /// Walking round a planet: at the start of every move up is the unit vector from `centre` to
    /// the mover, and the wished velocity of this move is `walk * normalize(axis x up) - pull *
    /// up`.
    Planet {
        /// The middle of the planet.
        centre: [f64; 3],
        /// The speed wished along the ground.
        walk: f64,
        /// The speed wished towards the centre.
        pull: f64,
        /// The axis to walk round.
        axis: [f64; 3],
    },
}

impl Drive {
    /// The wished velocity at a place: for [`Drive::Velocity`] and [`Drive::Planet`]. `None` for a
    /// body, whose motion the library's own gravity helper should make.
    #[must_use]
    pub fn desired(&self, position: [f32; 3]) -> Option<[f32; 3]> {
        match *self {
            Self::Velocity(velocity) => Some(narrow(velocity)),
            Self::Body { .. } => None,
            Self::Planet { centre, walk, pull, axis } => {
                let up: V3 = normalize(sub(wide(position), centre));
                let forward = normalize(cross(axis, up));
                Some(narrow(sub(scale(forward, walk), scale(up, pull))))
            }
        }
    }
}

/// A part of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// How long it lasts; `round(seconds * rate)` moves.
    pub seconds: f64,
    /// What is asked for.
    pub drive: Drive,
}

/// One mover's way through a level, once for every rate.
#[derive(Clone, Debug)]
pub struct Run {
    /// What is special about it, a few words.
    pub label: String,
    /// Which of the station's levels.
    pub level: usize,
    /// The mover.
    pub shape: Shape,
    /// Its centre at the start, free.
    pub start: [f64; 3],
    /// What surfaces do to its motion.
    pub law: Law,
    /// Whether a surface's friction is a share of the speed lost per metre, and not Coulomb's.
    pub drag: bool,
    /// Metres kept from the world.
    pub skin: f64,
    /// Moves a second; the whole run is repeated for each, and every expectation holds for each.
    pub rates: Vec<u32>,
    /// One after the other.
    pub script: Vec<Phase>,
    /// What should come out.
    pub expectations: Vec<Expectation>,
}

impl Run {
    /// A run with nothing to do yet, on level 0, under [`Law::Slide`], with the default skin, at 60
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

    /// On another level of the station.
    #[must_use]
    pub fn on(mut self, level: usize) -> Self {
        self.level = level;
        self
    }

    /// Under another law.
    #[must_use]
    pub fn law(mut self, law: Law) -> Self {
        self.law = law;
        self
    }

    /// Where friction is a share of the speed lost per metre.
    #[must_use]
    pub fn drag(mut self) -> Self {
        self.drag = true;
        self
    }

    /// At other rates, in moves a second.
    #[must_use]
    pub fn rates(mut self, rates: &[u32]) -> Self {
        self.rates = rates.to_vec();
        self
    }

    /// One more phase.
    #[must_use]
    pub fn then(mut self, seconds: f64, drive: Drive) -> Self {
        self.script.push(Phase { seconds, drive });
        self
    }

    /// One more expectation: what, how it is measured, the value, and how far off it may be.
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

    /// The same for an end that the script so far moves to all the time, far from the origin or in
    /// many moves: each coordinate within `tolerance` and what storing positions as f32 can add.
    #[must_use]
    pub fn expect_far_end(mut self, end: [f64; 3], tolerance: f64) -> Self {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let tolerance = tolerance + self.storing(axis, end[axis]);
            self = self.expect(format!("end {name}"), Measure::End { axis }, end[axis], tolerance);
        }
        self
    }

    /// What storing the position after every move can add to a coordinate on the way to `end`: half
    /// a unit in the last place each time, and all the same way, since equal steps are rounded
    /// alike.
    fn storing(&self, axis: usize, end: f64) -> f64 {
        let moves = self.rates.iter().map(|&rate| self.moves_at(rate)).max().unwrap_or(0);
        let far = self.start[axis].abs().max(end.abs()) as f32;
        let step = f64::from(far.next_up()) - f64::from(far);
        if self.start[axis] == end { 0.0 } else { 0.5 * step * moves as f64 }
    }

    /// Expects the same end at every rate, within a millimetre.
    #[must_use]
    pub fn expect_same_at_every_rate(self) -> Self {
        let what = format!("ends at {} rates apart by", self.rates.len());
        self.expect(what, Measure::SpreadAcrossRates, 0.0, 1e-3)
    }

    /// How many moves the run takes at one rate.
    #[must_use]
    pub fn moves_at(&self, rate: u32) -> usize {
        self.script.iter().map(|p| (p.seconds * f64::from(rate)).round() as usize).sum()
    }
}

/// A place to stop at on the tour: something the library must do, with the numbers to prove it.
///
/// To execute it, for every run and every rate of the run: build a world of the run's level; put
/// the mover at `start` with velocity 0; for every phase make `round(seconds * rate)` moves of `1 /
/// rate` seconds as its [`Drive`] says, each from the position that the last one ended at; record
/// the start and the position after each move, the velocity left by the last move, and the normal
/// of every hit in a [`Trace`](crate::Trace). Friction, restitution and sides come from the level's
/// materials. Then [`Expectation::worst`] over the traces of all rates is what came out.
#[derive(Clone, Debug)]
pub struct Station {
    /// Kebab-case, unique.
    pub id: &'static str,
    /// A few words.
    pub title: &'static str,
    /// A paragraph for somebody who knows nothing of all this.
    pub about: &'static str,
    /// The levels that the runs name.
    pub levels: Vec<Level>,
    /// The runs.
    pub runs: Vec<Run>,
}

impl Station {
    /// How many moves the whole station takes.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.runs.iter().flat_map(|run| run.rates.iter().map(|&rate| run.moves_at(rate))).sum()
    }
}
