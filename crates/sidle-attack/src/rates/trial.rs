//! Compares the courses of a script.

use sidle::DVec3;
use sidle_scenes::Rate;

use super::course::{Course, play};
use super::gain::{Gain, GainJudge};
use super::scene::Scene;
use crate::random::Rng;

/// The pairs of rates that are compared; the second one is the higher.
fn pairs(seed: u64) -> [(Rate, Rate); 4] {
    [
        (Rate::Hz(20), Rate::Hz(1000)),
        (Rate::Hz(30), Rate::Hz(240)),
        (Rate::Hz(60), Rate::Hz(144)),
        (Rate::Variable(seed), Rate::Hz(1000)),
    ]
}

/// Distance in metres, and share of the way, by which two courses may differ.
const APART: f64 = 0.01;
const APART_OF_WAY: f64 = 0.01;
/// Distance in metres of the starts that decide whether a course parts.
const ASIDE: f64 = 1e-3;

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Scripts.
    pub scripts: u64,
    /// Pairs of courses.
    pub pairs: u64,
    /// Pairs that agree to the end.
    pub agree: u64,
    /// Pairs that differ where starts 1 mm aside part too.
    pub parted: u64,
    /// Pairs that differ without that reason.
    pub differ: u64,
    /// Flights that the judge of gains followed.
    pub flights: u64,
    /// Gains of height.
    pub height_gains: u64,
    /// Gains of speed in the air.
    pub speed_gains: u64,
    /// Gains of speed on the ground.
    pub ground_gains: u64,
}

impl Counts {
    /// Returns the sums.
    #[must_use]
    pub const fn merged(&self, other: &Self) -> Self {
        let mut sum = *self;
        add_fields!(other => sum: scripts, pairs, agree, parted, differ);
        add_fields!(other => sum: flights, height_gains, speed_gains, ground_gains);
        sum
    }
}

/// A script that a character does not follow alike at two rates, or with a gain.
#[derive(Clone, Debug)]
pub struct RateFailure {
    /// The difference or the gain, with its numbers.
    pub what: String,
    /// The scene.
    pub scene: Box<Scene>,
}

/// Runs the script of a seed at all rates.
///
/// # Errors
/// The first difference between two rates, or else the first gain.
pub fn run_case(seed: u64, counts: &mut Counts) -> Result<(), RateFailure> {
    let scene = Scene::new(&mut Rng::seeded(seed));
    counts.scripts += 1;
    let (mut difference, mut gained) = (None, None);
    let mut courses: Vec<(Rate, Course)> = Vec::new();
    for (low, high) in pairs(seed) {
        for rate in [low, high] {
            if courses.iter().all(|(other, _)| *other != rate) {
                let (course, gain) = judged(&scene, rate, counts);
                courses.push((rate, course));
                gained = gained.or_else(|| gain.map(|(part, gain)| format!("{rate}: part {part}: {gain}")));
            }
        }
        let of = |rate: Rate| courses.iter().find(|(other, _)| *other == rate).map(|(_, course)| course);
        let (Some(a), Some(b)) = (of(low), of(high)) else { continue };
        counts.pairs += 1;
        let Some((mark, off)) = first_difference(&scene, low, a, b) else {
            counts.agree += 1;
            continue;
        };
        if parts(&scene, low, high, b, mark) {
            counts.parted += 1;
            continue;
        }
        counts.differ += 1;
        let what = format!("{low} and {high} differ by {off:.3} m after part {mark}");
        difference = difference.or(Some(what));
    }
    match difference.or(gained) {
        Some(what) => Err(RateFailure { what, scene: Box::new(scene) }),
        None => Ok(()),
    }
}

/// Plays a script, and judges the gains where no instance moves.
fn judged(scene: &Scene, rate: Rate, counts: &mut Counts) -> (Course, Option<(usize, Gain)>) {
    let mut judge = GainJudge::new(&scene.config);
    let is_judged = scene.actors.is_empty();
    let course = play(scene, rate, DVec3::ZERO, |step| {
        if is_judged {
            judge.step(step);
        }
    });
    counts.flights += judge.flights;
    for (_, gain) in &judge.gains {
        match gain {
            Gain::Height(_) => counts.height_gains += 1,
            Gain::Speed(_) => counts.speed_gains += 1,
            Gain::OnGround(_) => counts.ground_gains += 1,
        }
    }
    (course, judge.gains.first().copied())
}

/// Returns the first mark at which two courses differ, and by how much in metres. Where one of them
/// ends early, the other must do so in the same part or in the next.
fn first_difference(scene: &Scene, low: Rate, a: &Course, b: &Course) -> Option<(usize, f64)> {
    let moving = scene.actors.iter().map(super::Actor::fastest).fold(0.0, f64::max);
    let ridden = moving * low.longest();
    for (mark, (a, b)) in a.iter().zip(b).enumerate() {
        let off = (a.position - b.position).length();
        if off > APART + APART_OF_WAY * a.way.max(b.way) + ridden {
            return Some((mark, off));
        }
    }
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    (longer > shorter + 1).then_some((shorter, f64::INFINITY))
}

/// Returns true if starts 1 mm aside part too at the higher rate, up to a mark.
fn parts(scene: &Scene, low: Rate, high: Rate, course: &Course, mark: usize) -> bool {
    let diagonal = ASIDE * std::f64::consts::FRAC_1_SQRT_2;
    let asides = [
        [ASIDE, 0.0],
        [-ASIDE, 0.0],
        [0.0, ASIDE],
        [0.0, -ASIDE],
        [diagonal, diagonal],
        [-diagonal, -diagonal],
    ];
    asides.into_iter().any(|[x, z]| {
        let other = play(scene, high, DVec3::new(x, 0.0, z), |_| {});
        first_difference(scene, low, course, &other).is_some_and(|(at, _)| at <= mark)
    })
}
