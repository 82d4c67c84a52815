//! Adversarial moves, with edits of the world between them.

use sidle::{
    DVec3, MaterialId, Motion, MoveConfig, MoverCache, Outcome, PolygonId, Scratch, Shape, StopReason, Vec3,
    World, trace,
};

use super::{Failure, Tally};
use crate::adversarial::aim;
use crate::adversarial::body::{self, size_of};
use crate::adversarial::scene::{Checker, Polygon, Scene, scene};
use crate::random::Rng;
use crate::verdict::is_vertex;
use crate::verdict::{
    Fault, axis_ratio, body_of, is_lost_beside_needle, judge_path_and_iterations, judge_replay, judge_stop,
    stop_doubt, wide,
};

/// Largest distance of a stop from its contact in skins, apart from rounding. One stop in 20,000
/// exceeds 1.2 skins, where triangles are a million times larger than the body, or the skin is
/// almost zero.
const MOST_STOP_SKINS: f64 = 4.0;

/// Axis ratio above which an early stop is only counted, and is not a failure.
const THIN: f64 = 8.0;

/// Number of moves of a thin body in one scene.
const THIN_STEPS: usize = 12;

/// Runs a few moves of one shape in one scene and judges each. Some worlds are edited between
/// moves.
///
/// # Errors
/// The first move that violates a guarantee.
pub fn moves(rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    tally.cases += 1;
    let is_thin = rng.chance(60);
    let (shape, config) = if is_thin {
        body::thin(rng)
    } else {
        let shape = body::shape(rng);
        (shape.clone(), body::config(rng, &shape))
    };
    let scene = scene(rng, size_of(&shape));
    let mut walk = Walk::new(scene, shape.clone(), config)?;
    let mut at = walk.start(rng);
    let steps = if is_thin { THIN_STEPS } else { 1 + rng.below(5) };
    for step in 0..steps {
        if step > 0 && rng.chance(10) {
            walk.edit(rng)?;
            tally.edits += 1;
        }
        let mark = aim::mark(rng, &walk.scene.polygons);
        let motion = if is_thin && rng.chance(128) {
            Motion::displacement(aim::long_motion(rng, at, &shape, &mark), 1.0)
        } else {
            aim::motion(rng, at, &shape, &mark, &walk.scene.yard)
        };
        at = walk.step(at, motion, tally)?;
        if is_thin {
            // A long motion leaves the scene.
            at = walk.start(rng);
        }
    }
    Ok(())
}

/// A shape that moves through a scene.
struct Walk {
    scene: Scene,
    world: World,
    /// The ids of the scene's polygons in the world.
    ids: Vec<PolygonId>,
    checker: Checker,
    shape: Shape,
    config: MoveConfig,
    scratch: Scratch,
    /// Repeats the same move with the mover cache.
    again: Scratch,
    kept: MoverCache,
}

impl Walk {
    fn new(scene: Scene, shape: Shape, config: MoveConfig) -> Result<Self, Failure> {
        let world = scene.build(scene.index).map_err(|error| Failure {
            what: format!("cannot be built, {error}: {scene:?}"),
            fault: None,
            replay: None,
        })?;
        let config = MoveConfig { filter: scene.filter(&world), ..config };
        let ids = (0..scene.polygons.len() as u32).map(PolygonId::from_index).collect();
        let checker = scene.checker();
        let (scratch, again, kept) = Default::default();
        Ok(Self { scene, world, ids, checker, shape, config, scratch, again, kept })
    }

    /// Returns a start, which is free if one of three tries is.
    fn start(&mut self, rng: &mut Rng) -> DVec3 {
        let (body, mut at) = (body_of(&self.shape), DVec3::ZERO);
        for _ in 0..3 {
            let mark = aim::mark(rng, &self.scene.polygons);
            at = aim::start(rng, &self.shape, self.config.skin_width, &mark, &self.scene.yard);
            if self.checker.all().clearance(&body, wide(at), 0.0).gap >= 0.0 {
                break;
            }
        }
        at
    }

    /// Removes a polygon, or adds a slightly displaced copy of one.
    fn edit(&mut self, rng: &mut Rng) -> Result<(), Failure> {
        let Some(i) = Some(rng.below(self.ids.len())).filter(|_| !self.ids.is_empty()) else {
            return Ok(());
        };
        let failed = |what: String| Failure { what, fault: None, replay: None };
        if rng.chance(128) {
            self.scene.polygons.remove(i);
            let id = self.ids.remove(i);
            if !self.world.remove_polygon(id) {
                return Err(failed(format!("{id:?} cannot be removed: {:?}", self.scene)));
            }
        } else {
            let off = aim::mark(rng, &self.scene.polygons).normal.as_vec3() * rng.magnitude(1e-6, 1.0);
            let Polygon { corners, material, .. } = &self.scene.polygons[i];
            let corners: Vec<Vec3> = corners.iter().take(3).map(|&c| c + off).collect();
            let added = self.world.add_polygon(&corners, MaterialId(*material));
            if added.is_err() && !corners.iter().all(|&c| is_vertex(c)) {
                // As required, coordinates out of range are refused, and the world is unchanged.
                return Ok(());
            }
            let id = added.map_err(|e| failed(format!("{corners:?} cannot be added: {e}")))?;
            let polygon = Polygon { corners, material: *material, sector: None };
            self.scene.polygons.push(polygon);
            self.ids.push(id);
        }
        self.checker = self.scene.checker();
        Ok(())
    }

    /// Repeats the last move twice with a mover cache. The second repetition usually reads from the
    /// cache.
    fn repeat_near(&mut self, from: DVec3, motion: Motion, outcome: &Outcome) -> Result<(), Failure> {
        let Self { world, scene, shape, config, scratch, again, kept, .. } = self;
        for _ in 0..2 {
            let near = again.with_cache(kept, |s| world.move_and_slide(s, shape, from, motion, config));
            if near != *outcome || again.hits() != scratch.hits() || again.path() != scratch.path() {
                let what = format!(
                    "what is kept changed {outcome:?} to {near:?}: {shape:?} from {from:?} by {motion:?}, {config:?} in {scene:?}"
                );
                let replay = trace::capture(world, shape, from, motion, config);
                return Err(Failure { what, fault: None, replay: Some(Box::new(replay)) });
            }
        }
        Ok(())
    }

    /// Performs a move and judges it; returns the position after it.
    fn step(&mut self, from: DVec3, motion: Motion, tally: &mut Tally) -> Result<DVec3, Failure> {
        let outcome = self.world.move_and_slide(&mut self.scratch, &self.shape, from, motion, &self.config);
        self.repeat_near(from, motion, &outcome)?;
        let body = body_of(&self.shape);
        let path = self.scratch.path();
        let skin = f64::from(outcome.skin);
        let end = self.checker.solid.clearance(&body, wide(outcome.position), 1.2 * skin).gap;
        tally.note_move(&outcome, self.scratch.hits().len(), end / skin);
        let mut less = judge_stop(self.checker.all(), &body, &outcome);
        if let Some(Fault::StopGap { skins }) = less {
            tally.stopped_early += 1;
            tally.worst_stop_skins = tally.worst_stop_skins.max(skins);
            let reach = f64::from(motion.displacement.length());
            let doubt = stop_doubt(self.checker.all(), &body, outcome.position, reach);
            // Beside a huge polygon, rounding can make a thin body stop early, and one with a skin
            // that is thinner than the rounding. The end is then moved back by a part of its last
            // segment.
            let is_thin = axis_ratio(&body) > THIN
                || skin < doubt
                || is_lost_beside_needle(self.checker.all(), &body, outcome.position, skin);
            less = less.filter(|_| tally.strict || (!is_thin && (skins - MOST_STOP_SKINS) * skin > doubt));
        }
        let (judged, shapes) = ((&self.checker.solid, &self.world), (&self.shape, &body));
        let fault = judge_path_and_iterations(judged, shapes, (from, motion), &self.config, &outcome, path)
            .or_else(|| self.nonsense(&outcome))
            .or(less);
        match fault {
            None => Ok(outcome.position),
            Some(fault) => Err(self.failure(fault, from, motion, &outcome)),
        }
    }

    /// Returns a fault if a number is out of its documented range.
    fn nonsense(&self, o: &Outcome) -> Option<Fault> {
        let hits = self.scratch.hits().iter().all(|h| {
            (0.0..=1.0).contains(&h.fraction)
                && h.point.is_finite()
                && (h.normal.length() - 1.0).abs() < 1e-5
                && h.speed_removed.is_finite()
                && h.speed_removed >= 0.0
        });
        let refused = matches!(o.reason, StopReason::InvalidInput | StopReason::StartedInside);
        let right = (0.0..=1.0).contains(&o.fraction)
            && o.distance >= 0.0
            && o.iterations <= self.config.max_iterations
            && (!refused || (o.iterations == 0 && self.scratch.hits().is_empty()));
        (!(hits && right)).then_some(Fault::Nonsense)
    }

    fn failure(&self, fault: Fault, from: DVec3, motion: Motion, outcome: &Outcome) -> Failure {
        let Self { shape, config, .. } = self;
        let what = format!(
            "{fault}: {shape:?} from {from:?} by {motion:?}, {config:?}: {outcome:?}, path {:?} in {:?}",
            self.scratch.path(),
            self.scene
        );
        let replay = trace::capture(&self.world, shape, from, motion, config);
        let shows = judge_replay(&replay).is_some_and(|(_, found)| found.is_like(&fault));
        Failure { what, fault: Some(fault), replay: shows.then(|| Box::new(replay)) }
    }
}
