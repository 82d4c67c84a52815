//! Findings of the judge, with the worst example of each kind, which contains enough to repeat the
//! move.

use serde::Serialize;
use sidle::trace;
use sidle::{DVec3, Motion, Vec3, World};

use super::options::WalkArgs;
use super::simulate::{Record, StepInput};

/// The kinds of findings for which an example is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Overlap in metres, at a stored position or along the path to it.
    Penetration,
    /// Distance between the shape and the surface that stopped it, in skins.
    StopGap,
    /// The centre passed through a triangle.
    Crossing,
    /// The walker moved from an enclosed region to one connected with the outside.
    Escape,
    /// A number that is not finite.
    NotFinite,
    /// The iteration limit was reached; the value is the number of iterations.
    IterationLimit,
    /// The mover reported that its start overlaps.
    StartedInside,
    /// The walker moved less than a centimetre in two seconds; the value is the seconds.
    Stuck,
    /// The reference implementation moved farther; the value is the difference in metres.
    ShorterThanTwin,
    /// The largest number of iterations in one move.
    MostIterations,
}

/// Number of kinds.
const KINDS: usize = Kind::MostIterations as usize + 1;

/// The input of one move. The same call gives the same result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Example {
    what: Kind,
    value: f64,
    walker: u64,
    move_number: u64,
    from: [f64; 3],
    displacement: [f32; 3],
    velocity: [f32; 3],
    end: [f64; 3],
    reason: String,
    iterations: u32,
    /// The input of the step, if the walker is a character.
    #[serde(skip)]
    step: Option<StepInput>,
}

/// Maximum number of places where walkers were stuck that are listed.
const MOST_STUCK: usize = 64;

/// All findings in the moves of one walker, or of all walkers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// Deepest overlap in metres; 0 without overlap.
    pub(crate) penetration_m: f64,
    /// Moves that report a stop.
    pub(crate) stops: u64,
    /// Widest gap at a reported stop, in metres.
    pub(crate) stop_gap_m: f64,
    /// Widest gap at a reported stop, in skins that the move really used.
    pub(crate) stop_gap_skins: f64,
    /// Moves whose centre passed through a triangle.
    pub(crate) crossings: u64,
    /// Moves out of an enclosed region.
    pub(crate) escaped: u64,
    /// Moves with a number that is not finite.
    pub(crate) not_finite: u64,
    /// Moves that reached the iteration limit.
    pub(crate) iteration_limit: u64,
    /// Moves rejected because their start was reported as overlapping.
    pub(crate) started_inside: u64,
    /// Walkers that were stuck at any time.
    pub(crate) stuck: u64,
    /// Moves that the reference implementation repeated.
    pub(crate) twin_moves: u64,
    /// Metres travelled in the repeated moves.
    pub(crate) distance_m: f64,
    /// Metres that the reference implementation travelled in the repeated moves.
    pub(crate) twin_distance_m: f64,
    /// Centres of walkers that were stuck, at most [`MOST_STUCK`].
    pub(crate) stuck_places: Vec<Vec3>,
    examples: [Option<Box<Example>>; KINDS],
}

impl Findings {
    /// Keeps a move as the example if it is the worst of its kind so far.
    pub(crate) fn offer(&mut self, what: Kind, value: f64, walker: u64, move_number: u64, record: &Record) {
        let place = &mut self.examples[what as usize];
        if place.as_ref().is_some_and(|old| old.value >= value) {
            return;
        }
        *place = Some(Box::new(Example {
            what,
            value,
            walker,
            move_number,
            from: record.from.to_array(),
            displacement: record.motion.displacement.to_array(),
            velocity: record.motion.velocity.to_array(),
            end: record.outcome.position.to_array(),
            reason: format!("{:?}", record.outcome.reason),
            iterations: record.outcome.iterations,
            step: record.step,
        }));
    }

    /// Adds a walker that is stuck.
    pub(crate) fn stick(&mut self, seconds: f64, walker: u64, move_number: u64, record: &Record) {
        self.stuck += 1;
        if self.stuck_places.len() < MOST_STUCK {
            self.stuck_places.push(record.outcome.position.as_vec3());
        }
        self.offer(Kind::Stuck, seconds, walker, move_number, record);
    }

    /// Returns the worst move of each kind that occurred.
    pub(crate) fn examples(&self) -> Vec<Example> {
        self.examples.iter().flatten().map(|example| Example::clone(example)).collect()
    }

    /// Adds the findings of another walker. Of equally bad examples, the first one is kept.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.penetration_m = self.penetration_m.max(other.penetration_m);
        self.stops += other.stops;
        self.stop_gap_m = self.stop_gap_m.max(other.stop_gap_m);
        self.stop_gap_skins = self.stop_gap_skins.max(other.stop_gap_skins);
        self.crossings += other.crossings;
        self.escaped += other.escaped;
        self.not_finite += other.not_finite;
        self.iteration_limit += other.iteration_limit;
        self.started_inside += other.started_inside;
        self.stuck += other.stuck;
        self.twin_moves += other.twin_moves;
        self.distance_m += other.distance_m;
        let room = MOST_STUCK.saturating_sub(self.stuck_places.len());
        self.stuck_places.extend(other.stuck_places.iter().take(room));
        self.twin_distance_m += other.twin_distance_m;
        for (mine, theirs) in self.examples.iter_mut().zip(&other.examples) {
            let worse =
                theirs.as_ref().is_some_and(|new| mine.as_ref().is_none_or(|old| new.value > old.value));
            if worse {
                mine.clone_from(theirs);
            }
        }
    }
}

impl Example {
    /// Returns a description in one line.
    pub(crate) fn line(&self) -> String {
        let point = |v: [f64; 3]| v.map(|x| x.to_string()).join(",");
        let (name, value) = match self.what {
            Kind::Penetration => ("penetration", format!("{:e} m", self.value)),
            Kind::StopGap => ("gap to a hit", format!("{:.3} skins", self.value)),
            Kind::Crossing => ("crossing", String::new()),
            Kind::Escape => ("escape", String::new()),
            Kind::NotFinite => ("not finite", String::new()),
            Kind::IterationLimit => ("iteration limit", String::new()),
            Kind::StartedInside => ("started inside", String::new()),
            Kind::Stuck => ("stuck", format!("{:.1} s", self.value)),
            Kind::ShorterThanTwin => ("shorter than the naive mover", format!("{:.6} m", self.value)),
            Kind::MostIterations => ("most iterations", String::new()),
        };
        format!(
            "{name} {value}: walker {} move {} from {} by {} to {}, {} after {} iterations",
            self.walker,
            self.move_number,
            point(self.from),
            point(self.displacement.map(f64::from)),
            point(self.end),
            self.reason,
            self.iterations
        )
    }

    /// Returns the kind of the finding.
    pub(crate) fn kind(&self) -> Kind {
        self.what
    }

    /// Returns the name of the replay file of the move.
    pub(crate) fn file_name(&self) -> &'static str {
        match self.what {
            Kind::Penetration => "penetration.replay",
            Kind::StopGap => "stop-gap.replay",
            Kind::Crossing => "crossing.replay",
            Kind::Escape => "escape.replay",
            Kind::NotFinite => "not-finite.replay",
            Kind::IterationLimit => "iteration-limit.replay",
            Kind::StartedInside => "started-inside.replay",
            Kind::Stuck => "stuck.replay",
            Kind::ShorterThanTwin => "shorter-than-twin.replay",
            Kind::MostIterations => "most-iterations.replay",
        }
    }

    /// Captures the move, or the step of a character, with the polygons within its reach. Returns
    /// it as text.
    pub(crate) fn capture(&self, world: &World, args: &WalkArgs) -> String {
        if let (Some(config), Some(step)) = (args.character(), &self.step) {
            return trace::capture_character(world, &config, &step.state, &[(step.input, args.dt())])
                .to_string();
        }
        let motion = Motion { displacement: self.displacement.into(), velocity: self.velocity.into() };
        trace::capture(world, &args.shape.shape, DVec3::from(self.from), motion, &args.config()).to_string()
    }

    /// Returns true if the finding is a fault and not only an extreme value.
    pub(crate) fn is_fault(&self) -> bool {
        !matches!(self.what, Kind::StopGap | Kind::MostIterations | Kind::ShorterThanTwin)
    }
}
