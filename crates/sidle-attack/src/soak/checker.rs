//! Judges the moves of one walker quickly: the checks of the verdict, with only the triangles
//! around the walker.

use sidle::{DVec3, Motion, Outcome, StopReason};
use sidle_judge::{Body, V};

use super::arena::Arena;
use super::figures::Figures;
use crate::verdict::{Fault, axis_ratio, told_too_long, widest_stop};
use crate::witness::Witness;

/// The path of a move.
pub(crate) enum Path<'a> {
    /// The reported corners.
    Recorded(&'a [DVec3]),
    /// The start, the ends of all iterations in f64, and the stored end. World coordinates were
    /// rounded once.
    Exact(&'a [V]),
}

/// The judge of one walker. It caches the triangles around the walker from move to move.
pub(crate) struct Checker<'a> {
    arena: &'a Arena,
    witness: Witness<'a>,
    least_half: f64,
    axis_ratio: f64,
}

impl<'a> Checker<'a> {
    /// Creates a checker for a body that keeps about `skin` metres.
    pub(crate) fn new(arena: &'a Arena, body: &Body, skin: f64) -> Self {
        let least_half = match *body {
            Body::Point => 0.0,
            Body::Sphere { radius } => radius,
            Body::Ellipsoid { radii, .. } => radii[0].min(radii[1]).min(radii[2]),
            Body::Capsule { radius, .. } => radius,
        };
        let axis_ratio = axis_ratio(body);
        Self { arena, witness: Witness::new(&arena.judge, body, skin), least_half, axis_ratio }
    }

    /// Judges a move from a place where the body was free. The ends are judged for every kind of
    /// path.
    pub(crate) fn judge(
        &mut self,
        from: DVec3,
        motion: &Motion,
        outcome: &Outcome,
        path: &Path<'_>,
        figures: &mut Figures,
    ) -> Option<Fault> {
        let (finite, rounding) = match *path {
            Path::Recorded(corners) => (self.witness.see(from, corners, outcome.position), 0.0),
            Path::Exact(path) => {
                let far = path.iter().flatten().fold(0.0_f64, |far, x| far.max(x.abs()));
                (self.witness.see_exact(path), 4e-16 * (1.0 + far) * self.axis_ratio)
            }
        };
        if !(finite && outcome.velocity.is_finite() && outcome.distance.is_finite()) {
            return Some(Fault::NotFinite);
        }
        if matches!(outcome.reason, StopReason::StartedInside | StopReason::InvalidInput) {
            return Some(Fault::Refused(outcome.reason));
        }
        let asked = motion.displacement.as_dvec3().length();
        if self.witness.crosses() {
            return Some(Fault::Crossing);
        }
        let seen = self.witness.deepest();
        if seen.gap < -rounding {
            let at_the_end = self.witness.path().last() == Some(&seen.at);
            let depth_m = -seen.gap;
            return Some(if at_the_end {
                Fault::Penetration { depth_m }
            } else {
                Fault::PenetrationOnTheWay { depth_m }
            });
        }
        self.too_long(asked, outcome)
            .or_else(|| self.escape(from, outcome.position))
            .or_else(|| self.stop(outcome, figures))
            .or_else(|| (outcome.reason == StopReason::IterationLimit).then_some(Fault::IterationLimit))
    }

    fn too_long(&self, asked: f64, outcome: &Outcome) -> Option<Fault> {
        let path = self.witness.path();
        let far = path[0].iter().fold(0.0, |far: f64, x| far.max(x.abs()));
        told_too_long(self.witness.way(), path.len(), asked, far, outcome)
    }

    fn escape(&self, from: DVec3, end: DVec3) -> Option<Fault> {
        let (low, high) = self.arena.bounds;
        let outside = !(low.cmple(end).all() && end.cmple(high).all());
        let escaped = self.arena.closed && outside
            || self.arena.enclosure.as_ref().is_some_and(|enclosure| {
                self.least_half >= f64::from(enclosure.least_radius)
                    && !(enclosure.leads_out)(from)
                    && (enclosure.leads_out)(end)
            });
        escaped.then_some(Fault::Escaped)
    }

    fn stop(&self, outcome: &Outcome, figures: &mut Figures) -> Option<Fault> {
        if !matches!(outcome.reason, StopReason::NoFreedom | StopReason::Blocked) {
            return None;
        }
        let gap = self.witness.stop_gap(outcome.position);
        let skins = gap / f64::from(outcome.skin);
        figures.stops += 1;
        figures.worst_stop_gap_skins = figures.worst_stop_gap_skins.max(skins);
        (gap > widest_stop(outcome)).then_some(Fault::StopGap { skins })
    }
}
