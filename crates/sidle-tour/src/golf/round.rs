//! A round: its strokes and the motion of the ball.

use serde::Serialize;
use sidle::{Ball, BallConfig, BallState, DVec3, QueryFilter, Scratch, Shape, Vec3};

use super::course::{CUP, Course, DROPS_BELOW, Lie, flat_distance};
use super::stroke::{Club, Stroke};

/// Steps per second, and maximum seconds per stroke.
const RATE: u32 = 120;
const PATIENCE: u32 = 90;

/// Minimum speed of an impact that counts as a bounce, in m/s.
const HEARD: f32 = 1.0;

/// End of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    /// The ball is in the cup.
    Holed,
    /// The ball lies still.
    Lies,
    /// The ball left the course. It is played again from its last position, for one more stroke.
    OutOfBounds,
}

/// A stroke that was played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Played {
    pub(crate) club: &'static str,
    pub(crate) aim: f32,
    pub(crate) power: f32,
    pub(crate) ending: Ending,
    /// Horizontal distance before the first impact, in metres.
    pub(crate) carry: f32,
    pub(crate) bounces: usize,
    pub(crate) seconds: f32,
    /// Final position of the ball, and its distance from the hole.
    pub(crate) position: [f64; 3],
    pub(crate) to_the_hole: f32,
    #[serde(skip)]
    pub(crate) track: Vec<Vec3>,
}

pub(crate) struct Round {
    pub(crate) course: Course,
    pub(crate) ball: Ball,
    pub(crate) strokes: u32,
    pub(crate) played: Vec<Played>,
    pub(crate) holed: bool,
    scratch: Scratch,
}

impl Round {
    pub(crate) fn start(course: Course) -> Self {
        let config = BallConfig::default();
        let above = DVec3::Y * (2.0 * f64::from(config.radius));
        let shape = Shape::sphere(config.radius);
        // Place the ball a little above the ground: on a slope, the nearest ground is not straight
        // below.
        let mut ball = Ball::at(course.tee.as_dvec3() + above);
        while course.world.overlaps(&shape, ball.position, &QueryFilter::ALL) {
            ball.position += above;
        }
        // A ball on a tee does not roll.
        ball.state = BallState::Resting;
        Self { course, ball, strokes: 0, played: Vec::new(), holed: false, scratch: Scratch::default() }
    }

    pub(crate) fn lie(&self) -> Lie {
        self.course.lie_at(self.ball.position)
    }

    /// Returns the horizontal unit vector towards the hole.
    pub(crate) fn towards_the_hole(&self) -> Vec3 {
        let way = self.course.cup.as_dvec3() - self.ball.position;
        way.with_y(0.0).try_normalize().map_or(Vec3::X, |way| way.as_vec3())
    }

    fn club(&self, stroke: &Stroke) -> Club {
        let far = self.course.to_the_hole(self.ball.position);
        stroke.club.unwrap_or(match self.lie() {
            Lie::Green => Club::Putter,
            Lie::Fairway if far < 45.0 => Club::Wedge,
            Lie::Fairway => Club::Iron,
        })
    }

    /// Plays a stroke to its end.
    pub(crate) fn play(&mut self, stroke: &Stroke) -> &Played {
        let (from, club) = (self.ball, self.club(stroke));
        let (velocity, spin) = stroke.launch(club, self.towards_the_hole());
        self.ball = Ball { velocity, spin, state: BallState::Flying, ..from };
        let mut track = vec![from.position.as_vec3()];
        let (mut bounces, mut carry, mut steps) = (0, None, 0);
        let ending = loop {
            let before = self.ball.position;
            let lie = self.course.lie_at(before);
            let config = BallConfig { rolling_resistance: lie.resistance(), ..BallConfig::default() };
            let step = self.course.world.step_ball(&mut self.scratch, &self.ball, 1.0 / RATE as f32, &config);
            self.ball = step.ball;
            track.push(step.ball.position.as_vec3());
            // Small impacts of a rolling ball on folds of the ground are no bounces.
            bounces += self.scratch.hits().iter().filter(|h| h.speed_removed > HEARD).count();
            if bounces > 0 && carry.is_none() {
                carry = Some(flat_distance(from.position.as_vec3(), self.ball.position.as_vec3()));
            }
            steps += 1;
            if self.drops(before) {
                break Ending::Holed;
            }
            if self.is_out() {
                break Ending::OutOfBounds;
            }
            if self.ball.state == BallState::Resting || steps >= RATE * PATIENCE {
                break Ending::Lies;
            }
        };
        self.end(from, ending);
        let played = Played {
            club: club.name(),
            aim: stroke.aim,
            power: stroke.power,
            ending,
            carry: carry.unwrap_or(0.0),
            bounces,
            seconds: steps as f32 / RATE as f32,
            position: self.ball.position.to_array(),
            to_the_hole: self.course.to_the_hole(self.ball.position),
            track,
        };
        self.played.push(played);
        &self.played[self.played.len() - 1]
    }

    fn end(&mut self, from: Ball, ending: Ending) {
        self.strokes += 1;
        match ending {
            Ending::Holed => {
                self.holed = true;
                self.ball = Ball { state: BallState::Resting, ..Ball::at(self.course.cup) };
            }
            Ending::OutOfBounds => {
                self.strokes += 1;
                self.ball = from;
            }
            // At the time limit, the ball stays at its current position.
            Ending::Lies => {
                self.ball = Ball { state: BallState::Resting, ..Ball::at(self.ball.position) };
            }
        }
    }

    /// Returns true if the last step crossed the cup, low and slow enough to drop.
    fn drops(&self, before: DVec3) -> bool {
        let (cup, now) = (self.course.cup.as_dvec3(), self.ball.position);
        let way = (now - before).with_y(0.0);
        let to_cup = (cup - before).with_y(0.0);
        let share =
            if way == DVec3::ZERO { 0.0 } else { (way.dot(to_cup) / way.length_squared()).clamp(0.0, 1.0) };
        let miss = (to_cup - way * share).length();
        let low = now.y - cup.y < 4.0 * f64::from(BallConfig::default().radius);
        miss < f64::from(CUP) && low && self.ball.velocity.length() < DROPS_BELOW
    }

    fn is_out(&self) -> bool {
        let ((low, high), p) = (self.course.bounds, self.ball.position.as_vec3());
        p.x < low.x || p.x > high.x || p.z < low.z || p.z > high.z || p.y < low.y - 1.0
    }
}
