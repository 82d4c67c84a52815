//! Characters that follow the same script at several rates.
//!
//! A script of 10 s changes inputs and the motion of instances only at multiples of 0.5 s. Two
//! rates agree if the positions at these times are equal to 1 cm and 1 % of the way, and to the way
//! of the instances in a step. Where they do not agree, the judge asks whether the course parts
//! there: seven starts 1 mm aside part too at the higher rate. The judge of gains follows each
//! flight: a character gains neither height nor speed in it.

mod course;
mod gain;
mod scene;
mod trial;

pub use course::{Course, Mark, Step, play};
pub use gain::{Gain, GainJudge};
pub use scene::{Actor, Scene, Segment};
pub use trial::{Counts, RateFailure, run_case};
