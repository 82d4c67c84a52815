//! Judges a slice of the moves of one walker, in f64, using only the triangles.

use sidle::{DVec3, QueryFilter, StopReason, Vec3, World};
use sidle_judge::{Body, Judge, Law, reference_move};
use sidle_scenes::SplitMix64;
use sidle_walkers::witness::Witness;

use super::findings::{Findings, Kind};
use super::simulate::{Counts, Record, Slice};
use super::voxels::Outside;

/// A walker is stuck if it stays within this many metres for this many seconds, although it tries
/// all directions.
const STUCK_METRES: f64 = 0.01;
const STUCK_SECONDS: f64 = 2.0;

/// The data that moves are judged with.
pub(crate) struct Checker<'a> {
    /// The level in the form of the judge.
    pub(crate) judge: &'a Judge,
    /// The level in the form of the library. Only used to ask if anything is near.
    pub(crate) world: &'a World,
    /// The region connected with the outside, if it is known.
    pub(crate) outside: Option<&'a Outside>,
    /// The body of the walkers, standing and crouching, without the skin.
    pub(crate) bodies: [Body; 2],
    /// Longest half length of the body in metres.
    pub(crate) reach: f32,
    /// Response to a contact.
    pub(crate) law: Law,
    /// The reference implementation repeats one in this many moves; none of characters.
    pub(crate) twin_one_in: Option<u64>,
    /// Moves per second.
    pub(crate) rate: f64,
}

/// The state of a walker that is kept from slice to slice.
pub(crate) struct Watch<'a> {
    /// Of the standing and of the crouching body.
    witnesses: [Witness<'a>; 2],
    walker: u64,
    next_move: u64,
    anchor: DVec3,
    still_moves: u64,
    /// Headings tried since `anchor` last moved.
    tried: Vec<Vec3>,
    was_stuck: bool,
}

impl<'a> Checker<'a> {
    /// Returns the initial state for a walker at its spawn that keeps about `skin` metres of
    /// distance.
    pub(crate) fn watch(&self, walker: u64, spawn: Vec3, skin: f32) -> Watch<'a> {
        Watch {
            witnesses: self.bodies.each_ref().map(|body| Witness::new(self.judge, body, f64::from(skin))),
            walker,
            next_move: 0,
            anchor: spawn.as_dvec3(),
            still_moves: 0,
            tried: Vec::new(),
            was_stuck: false,
        }
    }

    /// Judges all moves of a slice.
    pub(crate) fn hear(
        &self,
        slice: &Slice,
        watch: &mut Watch<'a>,
        findings: &mut Findings,
        counts: &mut Counts,
    ) {
        let mut path_start = 0;
        for record in &slice.records {
            let path_end = record.path_end as usize;
            let recorded = &slice.path[path_start..path_end];
            path_start = path_end;
            let number = watch.next_move;
            watch.next_move += 1;
            self.judge_move(record, recorded, watch, number, findings);
            self.look_for_stuck(record, watch, number, findings);
            if self.has_candidates(record) {
                counts.times.add(record.nanos);
            }
        }
    }

    fn judge_move(
        &self,
        record: &Record,
        recorded: &[DVec3],
        watch: &mut Watch<'_>,
        number: u64,
        findings: &mut Findings,
    ) {
        let (outcome, walker) = (&record.outcome, watch.walker);
        let witness = &mut watch.witnesses[usize::from(record.crouches)];
        let offer = |findings: &mut Findings, kind, value| {
            findings.offer(kind, value, walker, number, record);
        };
        let path_is_finite = if record.changed {
            // In between, the body has neither shape.
            witness.see(outcome.position, &[], outcome.position)
        } else {
            witness.see(record.from, recorded, outcome.position)
        };
        if !(path_is_finite && outcome.velocity.is_finite()) {
            findings.not_finite += 1;
            offer(findings, Kind::NotFinite, 0.0);
            return;
        }
        offer(findings, Kind::MostIterations, f64::from(outcome.iterations));
        let depth = -witness.deepest().gap;
        if depth > 0.0 {
            findings.penetration_m = findings.penetration_m.max(depth);
            offer(findings, Kind::Penetration, depth);
        }
        if witness.crosses() {
            findings.crossings += 1;
            offer(findings, Kind::Crossing, 0.0);
        }
        if self
            .outside
            .is_some_and(|o| !o.holds(record.from.as_vec3()) && o.holds(outcome.position.as_vec3()))
        {
            findings.escaped += 1;
            offer(findings, Kind::Escape, 0.0);
        }
        match outcome.reason {
            StopReason::NoFreedom | StopReason::Blocked => {
                let gap = witness.stop_gap(outcome.position);
                let skins = gap / f64::from(outcome.skin);
                findings.stops += 1;
                findings.stop_gap_m = findings.stop_gap_m.max(gap);
                findings.stop_gap_skins = findings.stop_gap_skins.max(skins);
                offer(findings, Kind::StopGap, skins);
            }
            StopReason::IterationLimit => {
                findings.iteration_limit += 1;
                offer(findings, Kind::IterationLimit, f64::from(outcome.iterations));
            }
            StopReason::StartedInside => {
                findings.started_inside += 1;
                offer(findings, Kind::StartedInside, 0.0);
                return;
            }
            _ => {}
        }
        self.compare_with_twin(record, witness.way(), walker, number, findings);
    }

    /// Compares a move with the reference implementation. The distance is measured along the
    /// recorded path; the distance that the mover reports is not used.
    fn compare_with_twin(
        &self,
        record: &Record,
        way: f64,
        walker: u64,
        number: u64,
        findings: &mut Findings,
    ) {
        let Some(twin_one_in) = self.twin_one_in else { return };
        let lot = SplitMix64::new(walker << 40 ^ number).next_u64();
        if !lot.is_multiple_of(twin_one_in) {
            return;
        }
        let motion = record.motion.displacement.to_array().map(f64::from);
        let skin = f64::from(record.outcome.skin);
        let from = record.from.to_array().map(f64::from);
        let reference = reference_move(self.judge, &self.bodies[0], from, motion, self.law, skin);
        if !reference.settled {
            return;
        }
        findings.twin_moves += 1;
        findings.distance_m += way;
        findings.twin_distance_m += reference.distance;
        findings.offer(Kind::ShorterThanTwin, reference.distance - way, walker, number, record);
    }

    fn look_for_stuck(&self, record: &Record, watch: &mut Watch<'_>, number: u64, findings: &mut Findings) {
        let end = record.outcome.position;
        // Jumping and crouching are no progress.
        let gained = end - watch.anchor;
        let gained = if record.step.is_some() { gained.with_y(0.0) } else { gained };
        let is_still = gained.length() < STUCK_METRES;
        if !is_still || record.restarted {
            (watch.anchor, watch.still_moves) = (end, 0);
            watch.tried.clear();
        }
        watch.still_moves += 1;
        let heading = record.motion.velocity.with_y(0.0);
        // A character may turn while it stands still.
        if (record.turned || watch.tried.is_empty()) && heading != Vec3::ZERO {
            watch.tried.push(heading);
        }
        let seconds = watch.still_moves as f64 / self.rate;
        if seconds >= STUCK_SECONDS && !watch.was_stuck && tries_all_sides(&watch.tried) {
            watch.was_stuck = true;
            findings.stick(seconds, watch.walker, number, record);
        }
    }

    /// Returns true if the move can have a contact. Surfaces farther from the start than the shape
    /// and the motion together are out of reach.
    fn has_candidates(&self, record: &Record) -> bool {
        let reach = self.reach + record.outcome.skin + record.motion.displacement.length();
        record.has_hits || self.world.closest_point(record.from, reach, &QueryFilter::ALL).is_some()
    }
}

/// Returns true if some of these headings point away from any wall, because they do not all lie in
/// one half plane. Two headings into a corner of two walls prove nothing.
fn tries_all_sides(headings: &[Vec3]) -> bool {
    let turn = |a: Vec3, b: Vec3| a.x * b.z - a.z * b.x;
    headings.iter().all(|&a| headings.iter().any(|&b| turn(a, b) < 0.0))
}

#[cfg(test)]
mod tests {
    use super::tries_all_sides;
    use sidle::Vec3;

    #[test]
    fn pushing_into_a_corner_is_not_being_stuck() {
        let (a, b, c) = (Vec3::X, Vec3::new(-1.0, 0.0, 1.5), Vec3::new(-1.0, 0.0, -1.5));
        assert!(!tries_all_sides(&[a]) && !tries_all_sides(&[a, b]) && !tries_all_sides(&[b, c, -a]));
        assert!(tries_all_sides(&[a, b, c]));
    }
}
