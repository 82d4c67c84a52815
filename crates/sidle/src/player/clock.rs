//! Steps of equal length, from frames of any length.

use std::iter::FusedIterator;

/// Longest frame in seconds by default and at most, and rates in steps per second.
const LONGEST_FRAME: f64 = 0.25;
const MOST_FRAME: f64 = 3600.0;
const LEAST_RATE: f64 = 1.0;
const MOST_RATE: f64 = 10_000.0;
const USUAL_RATE: f64 = 60.0;

/// A clock that divides the times of frames into steps of equal length.
///
/// The rate of the game logic and the frame rate of the screen are independent: a frame may have no
/// step, or several. What is left of a frame counts for the next one, and [`alpha`](Self::alpha)
/// says where between the last two steps to draw.
///
/// ```
/// use sidle::FixedSteps;
/// let mut clock = FixedSteps::new(60.0);
/// assert_eq!(clock.advance(0.04).count(), 2);
/// // 0.04 s are 2.4 steps.
/// assert!((clock.alpha() - 0.4).abs() < 1e-5);
/// let numbers: Vec<u64> = clock.advance(0.03).map(|step| step.number).collect();
/// assert_eq!(numbers, [2, 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedSteps {
    /// The length of a step in seconds.
    period: f64,
    longest_frame: f64,
    /// The time in seconds that no step has taken yet.
    left: f64,
    dropped: f64,
    number: u64,
}

/// One step of a [`FixedSteps`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedStep {
    /// Its length in seconds.
    pub dt: f32,
    /// The number of steps before it.
    pub number: u64,
    /// The time in seconds at its end: the number of steps up to it, divided by the rate. Platforms
    /// that move as a function of the time are there after the step.
    pub time: f64,
}

impl FixedSteps {
    /// Creates a clock with a rate in steps per second, 1 to 10,000. Another rate is replaced by
    /// the nearest one in this range, and NaN by 60.
    #[must_use]
    pub fn new(rate: f64) -> Self {
        let rate = if rate.is_nan() { USUAL_RATE } else { rate.clamp(LEAST_RATE, MOST_RATE) };
        let period = 1.0 / rate;
        let longest_frame = larger(period, LONGEST_FRAME);
        Self { period, longest_frame, left: 0.0, dropped: 0.0, number: 0 }
    }

    /// Returns the clock with another longest frame in seconds, at least one step and at
    /// most an hour. Default 0.25.
    ///
    /// A longer frame counts as one of this length, and the rest of it is dropped: after a pause
    /// the game does not catch up. Larger: a machine on which a step takes longer than its `dt`
    /// makes more and more steps in each frame, up to this time.
    #[must_use]
    pub fn with_longest_frame(self, seconds: f64) -> Self {
        let longest_frame = larger(self.period, seconds);
        Self { longest_frame: if longest_frame < MOST_FRAME { longest_frame } else { MOST_FRAME }, ..self }
    }

    /// Returns the clock with this number of steps so far: that of a saved game.
    #[must_use]
    pub fn starting_at(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Adds the time of a frame in seconds, and returns its steps. A time below 0 counts as 0, as
    /// does NaN.
    ///
    /// The steps count as made when this returns, even if the iterator is not used.
    pub fn advance(&mut self, frame: impl Into<f64>) -> FrameSteps {
        let frame = larger(0.0, frame.into());
        let counted = if frame > self.longest_frame { self.longest_frame } else { frame };
        self.dropped = frame - counted;
        self.left += counted;
        // Rounded to f32, as times of frames often are: a frame of one step has a step.
        let count = larger(0.0, f64::from(((self.left / self.period) as f32).floor()));
        self.left -= count * self.period;
        let next = self.number;
        self.number += count as u64;
        FrameSteps { period: self.period, next, end: self.number }
    }

    /// Returns the length of a step in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.period as f32
    }

    /// Returns the number of steps so far.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns where to draw between the state before the last step and that after it, at least 0
    /// and less than 1: the share of a step that is left of the frames.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        let alpha = larger(0.0, self.left / self.period) as f32;
        if alpha < 1.0 { alpha } else { 1.0_f32.next_down() }
    }

    /// Returns the time in seconds that the last frame dropped, because it was too long. A game on
    /// a network sets a limit that it never reaches, or asks the other machines for their state.
    #[must_use]
    pub fn dropped(&self) -> f64 {
        self.dropped
    }
}

/// The steps of a frame, see [`FixedSteps::advance`].
#[derive(Clone, Debug)]
#[must_use]
pub struct FrameSteps {
    period: f64,
    next: u64,
    end: u64,
}

impl Iterator for FrameSteps {
    type Item = FixedStep;

    fn next(&mut self) -> Option<FixedStep> {
        let number = self.next;
        (number < self.end).then(|| {
            self.next += 1;
            FixedStep { dt: self.period as f32, number, time: (number + 1) as f64 * self.period }
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.end - self.next) as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for FrameSteps {}
impl FusedIterator for FrameSteps {}

/// Returns the larger of two numbers; the first one if the second one is NaN.
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
