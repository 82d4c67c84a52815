//! Adversarial steps of characters: walking, climbing, jumping, falling and crouching.

use sidle::{
    AirControl, CharacterConfig, CharacterInput, CharacterMode, CharacterReport, CharacterState, DVec3,
    IndexKind, Scratch, Shape, ShapeKind, SlopeSpeed, SteepGround, StopReason, Vec3, World,
};
use sidle_judge::Body;

use super::{Failure, Tally};
use crate::adversarial::aim;
use crate::adversarial::course::{Course, Sizes, course};
use crate::adversarial::number::place;
use crate::adversarial::scene::{Checker, Scene, scene};
use crate::random::Rng;
use crate::verdict::centre_of;
use crate::verdict::{CharacterJudge, CharacterStep, Fault, Way, body_of};

/// Durations of a step in seconds. Characters on a course make the first five, those elsewhere all
/// but the first two.
const RATES: [f32; 8] = [1.0 / 30.0, 1.0 / 20.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 10.0, 0.25, 1.0 / 1000.0, 1.0];

/// Performs some steps of one character in one scene.
///
/// # Errors
/// The first step that violates a guarantee, or with [`Tally::strict`] also one that breaks a rule
/// of the character.
pub fn characters(rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    tally.cases += 1;
    let size = rng.pick(&[1.8, 1.8, 0.5, 1.8, 0.02, 30.0]);
    if rng.chance(190) { on_a_course(rng, size, tally) } else { in_a_scene(rng, size, tally) }
}

/// Performs some steps in an adversarial scene.
fn in_a_scene(rng: &mut Rng, size: f32, tally: &mut Tally) -> Result<(), Failure> {
    let scene = scene(rng, size);
    let world = build(&scene)?;
    let config = CharacterConfig { filter: scene.filter(&world), ..config(rng, size) };
    let mark = aim::mark(rng, &scene.polygons);
    let centre = aim::start(rng, &config.shape, config.skin_width, &mark, &scene.yard);
    let start = CharacterState::at(centre - (config.up * (0.5 * size)).as_dvec3());
    let (config, scene) = (&config, &scene);
    let steps = 2 + rng.below(14);
    let run = Run { world: &world, config, scene, start, steps, rates: &RATES[2..], barrier: None };
    run.steps(rng, tally, |rng| wish(rng, size))
}

/// Performs some steps on a course of stairs, kerbs, ledges and ramps, mostly along it.
fn on_a_course(rng: &mut Rng, size: f32, tally: &mut Tally) -> Result<(), Failure> {
    let usual = config(rng, size);
    // Steps are climbed on foot, mostly.
    let config = if rng.chance(220) {
        CharacterConfig {
            jump_height: 0.7 * size,
            max_slope_angle: 0.87,
            step_height: 0.2 * size,
            gravity: 9.81,
            ground_acceleration: None,
            ..usual
        }
    } else {
        usual
    };
    // A large ball rolls over all that it may climb.
    let shape = match config.shape.kind() {
        ShapeKind::Sphere { .. } => Shape::sphere(0.2 * size),
        _ => config.shape.clone(),
    };
    let config = CharacterConfig { shape, ..config };
    let half_width = match body_of(&config.shape) {
        Body::Point => 0.0,
        Body::Sphere { radius } | Body::Capsule { radius, .. } => radius,
        Body::Ellipsoid { radii: [x, _, z], .. } => x.max(z),
    };
    let sizes = Sizes {
        up: config.up.as_dvec3(),
        height: size.into(),
        half_width,
        step: config.step_height.into(),
        slope: config.max_slope_angle.into(),
        skin: config.skin_width.max(1e-4).into(),
    };
    let Course { polygons, start, ahead, barrier } = course(rng, &sizes);
    let scene = Scene::of(polygons, rng.pick(&[IndexKind::Bvh, IndexKind::Octree]));
    let world = build(&scene)?;
    let start = CharacterState::at((start + sizes.up * (sizes.skin * 0.5)).as_vec3());
    let steps = if barrier.is_some() { 60 } else { 6 + rng.below(30) };
    let run = Run {
        world: &world,
        config: &config,
        scene: &scene,
        start,
        steps,
        rates: if rng.chance(30) { &RATES } else { &RATES[..5] },
        barrier,
    };
    run.steps(rng, tally, |rng| {
        let mut input = wish(rng, size);
        if rng.chance(235) {
            let aside = place(rng) * rng.pick(&[0.0, 0.0, 0.2, 0.5]);
            let speed = size * rng.pick(&[2.0, 2.0, 3.0, 5.0, 0.5, 20.0]);
            input.root_motion = None;
            input.wish_velocity = (ahead.as_vec3() + aside).normalize_or_zero() * speed;
        }
        if barrier.is_some() || rng.chance(200) {
            input.jump = false;
        }
        input
    })
}

fn build(scene: &Scene) -> Result<World, Failure> {
    let failed = |what: String| Failure { what, fault: None, replay: None };
    scene.build(scene.index).map_err(|e| failed(format!("cannot be built, {e}: {scene:?}")))
}

/// The steps of one character in one scene.
struct Run<'a> {
    world: &'a World,
    config: &'a CharacterConfig,
    scene: &'a Scene,
    start: CharacterState,
    steps: usize,
    /// Durations of a step, in seconds.
    rates: &'a [f32],
    /// Height along `up` above which the character may not stand without a jump. In the air, its
    /// round bottom may slide up over an edge.
    barrier: Option<f64>,
}

impl Run<'_> {
    fn steps(
        &self,
        rng: &mut Rng,
        tally: &mut Tally,
        mut ask: impl FnMut(&mut Rng) -> CharacterInput,
    ) -> Result<(), Failure> {
        let Self { world, config, scene, .. } = *self;
        let checker = scene.checker();
        let mut judge = CharacterJudge::new(config);
        let mut state = self.start;
        let dt = rng.pick(self.rates);
        let (mut scratch, mut input) = (Scratch::default(), CharacterInput::default());
        let mut barrier = self.barrier;
        for number in 0..self.steps {
            if number == 0 || rng.chance(60) {
                input = ask(rng);
            }
            let before = state;
            let report = world.step_character(&mut scratch, config, &mut state, &input, dt);
            tally.character_steps += 1;
            tally.steps_climbed += u64::from(report.stepped > 0.0);
            let step = Step { before, state, report, path: scratch.path(), input, dt };
            let violated = fault(&checker, config, &step);
            let is_guarantee = violated.is_some();
            if input.mode != CharacterMode::Walk {
                tally.modes += 1;
                barrier = None;
            }
            if !state.is_grounded() {
                barrier = barrier.filter(|&height| height > climbed_in_air(config));
            }
            let found = violated.or_else(|| self.judged(&checker, &mut judge, &step, barrier));
            if let Some((fault, what)) = found {
                if !(is_guarantee || tally.strict) {
                    tally.rules_broken += 1;
                    break;
                }
                let what = format!("{what}: {step:?} with {config:?} in {scene:?}");
                return Err(Failure { what, fault, replay: None });
            }
            if report.refused.is_some() {
                break;
            }
        }
        tally.either_ground += judge.either();
        Ok(())
    }

    /// Judges the rules of a character. The judge of the ground needs all polygons, from both
    /// sides.
    fn judged(
        &self,
        checker: &Checker,
        judge: &mut CharacterJudge,
        step: &Step<'_>,
        barrier: Option<f64>,
    ) -> Option<(Option<Fault>, String)> {
        if step.report.refused.is_some() || checker.seen.is_some() {
            return None;
        }
        let Step { before, state, report, path, input, dt } = step;
        let seen = CharacterStep { before, after: state, report, path, input, dt: *dt };
        let found = judge.judge(&checker.solid, &seen).map(|fault| fault.to_string());
        let height = state.position.dot(self.config.up.as_dvec3());
        let stands = state.is_grounded() && before.is_grounded();
        let over = barrier.filter(|&barrier| stands && height > 0.9 * barrier);
        let over = || over.map(|barrier| format!("stands {height} m high, over a ledge of {barrier} m"));
        found.or_else(over).map(|what| (None, what))
    }
}

fn config(rng: &mut Rng, size: f32) -> CharacterConfig {
    let shape = match rng.below(4) {
        0 => Shape::sphere(0.5 * size),
        1 => Shape::ellipsoid(Vec3::new(0.2, 0.5, 0.25) * size),
        2 => Shape::point(),
        _ => Shape::capsule(size / 6.0, size),
    };
    let up = rng.pick(&[Vec3::Y, Vec3::Y, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::new(0.6, 0.8, 0.0)]);
    CharacterConfig {
        shape,
        crouch_height: size * rng.pick(&[0.6, 0.6, 0.0]),
        up,
        max_slope_angle: rng.pick(&[0.87, 0.87, 0.0, 0.2, 1.48]),
        step_height: size * rng.pick(&[0.2, 0.2, 0.0, 2.0]),
        min_step_width: size * rng.pick(&[0.01, 0.0, 0.5]),
        snap_distance: size * rng.pick(&[0.2, 0.2, 0.0, 2.0]),
        skin_width: rng.pick(&[1e-3, 1e-3, 1e-4, 0.0]),
        gravity: rng.pick(&[9.81, 9.81, 0.0, 500.0]),
        jump_height: size * rng.pick(&[0.7, 0.7, 0.0, 50.0]),
        ground_acceleration: rng.pick(&[None, Some(20.0), Some(0.0)]),
        air_control: rng.pick(&[AirControl::Approach, AirControl::Strafe { max_speed: 0.76 }]),
        slope_speed: rng.pick(&[SlopeSpeed::AlongGround, SlopeSpeed::Horizontal, SlopeSpeed::Projected]),
        steep_ground: rng.pick(&[SteepGround::Slide, SteepGround::Stand]),
        crouch_stays_on_ledges: rng.chance(64),
        record_path: true,
        ..CharacterConfig::default()
    }
}

/// Returns the height of the highest ledge that a character in the air may get onto: its bottom
/// slides up, and then it climbs a step.
fn climbed_in_air(config: &CharacterConfig) -> f64 {
    let bottom = match body_of(&config.shape) {
        Body::Point => 0.0,
        Body::Sphere { radius } | Body::Capsule { radius, .. } => radius,
        Body::Ellipsoid { radii: [x, y, z], .. } => x.max(y).max(z),
    };
    bottom + f64::from(config.step_height)
}

fn wish(rng: &mut Rng, size: f32) -> CharacterInput {
    let speed = size * rng.pick(&[2.0, 2.0, 0.0, 0.01, 50.0]);
    CharacterInput {
        wish_velocity: (place(rng) * speed).clamp_length_max(1e5),
        jump: rng.chance(60),
        jump_held: rng.chance(128),
        crouch: rng.chance(60),
        root_motion: rng.chance(10).then(|| place(rng) * size),
        mode: if rng.chance(40) { mode(rng, size) } else { CharacterMode::Walk },
        ..CharacterInput::default()
    }
}

fn mode(rng: &mut Rng, size: f32) -> CharacterMode {
    if rng.chance(128) {
        return CharacterMode::Climb;
    }
    let acceleration = (size * rng.pick(&[10.0, 10.0, 0.0, 1000.0])).min(1e4);
    CharacterMode::Swim { acceleration, sink_speed: size * rng.pick(&[0.2, 0.0, -0.5, 50.0]) }
}

/// A step, as it is printed.
#[derive(Debug)]
struct Step<'a> {
    before: CharacterState,
    state: CharacterState,
    report: CharacterReport,
    path: &'a [DVec3],
    input: CharacterInput,
    dt: f32,
}

fn fault(checker: &Checker, config: &CharacterConfig, step: &Step<'_>) -> Option<(Option<Fault>, String)> {
    let Step { before, state, report, path, .. } = step;
    let told = |fault: Fault| Some((Some(fault), fault.to_string()));
    let vectors = [state.velocity, state.ground_normal().unwrap_or(Vec3::ZERO)];
    let numbers = [state.step_offset, report.stepped, report.snapped, report.landed_speed.unwrap_or(0.0)];
    if !(state.position.is_finite()
        && vectors.into_iter().all(Vec3::is_finite)
        && numbers.into_iter().all(f32::is_finite))
    {
        return told(Fault::NotFinite);
    }
    if report.refused.is_some() {
        let expected =
            report.refused == Some(StopReason::StartedInside) || before.position.abs().max_element() > 1e7;
        let unchanged = before == state;
        return (!(expected && unchanged))
            .then(|| (None, "is refused, or changed though refused".to_string()));
    }
    let end = centre_of(state, config)?;
    let body = body_of(&config.posture(state.is_crouching()));
    let skin = config.skin_width.max(4e-15 * end.abs().max_element() as f32);
    let Some(start) = centre_of(before, config).filter(|_| !report.was_pushed_out) else {
        let way = Way::new(&checker.solid, &body, end, skin, 0.0);
        return way.start().and_then(told);
    };
    if before.is_crouching() != state.is_crouching() {
        let way = Way::new(&checker.solid, &body, end, skin, 0.0);
        return way.end(end).and_then(told);
    }
    let length = path.windows(2).map(|w| (w[1] - w[0]).length()).sum::<f64>() as f32;
    let way = Way::new(&checker.solid, &body, start, skin, length);
    let ends =
        path.last().is_none_or(|&last| last == end) && path.first().is_none_or(|&first| first == start);
    if !ends {
        return told(Fault::BrokenPath);
    }
    if let Some(fault) = way.end(end).or_else(|| way.pieces(path)) {
        return told(fault);
    }
    None
}
