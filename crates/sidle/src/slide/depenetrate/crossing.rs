//! Does the centre cross a polygon on its way?
//!
//! The test is conservative: a segment that passes a polygon closer than rounding, or ends on one, counts as crossing it. A start
//! that lies on a polygon has no side of it, so its first segment may leave to either side.

use glam::DVec3;

use crate::pair::{Candidates, Polygon};
use crate::tolerance::SHEET_MARGIN;

/// A polygon that can be crossed: what decides most tests, and where its corners are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    /// From the start, in the mover's space.
    pub(super) distance: f64,
    pub(super) candidate: u32,
    normal: DVec3,
    /// Of the plane, along the normal.
    offset: f64,
    /// A place closer to the plane than this may be on either side.
    error: f64,
    /// A ball around the polygon.
    middle: DVec3,
    radius: f64,
}

impl Sheet {
    fn new(candidate: usize, distance: f64, polygon: &Polygon<'_>) -> Self {
        let Polygon { corners, normal, error } = *polygon;
        let (mut low, mut high) = (corners[0], corners[0]);
        for &corner in corners {
            (low, high) = (low.min(corner), high.max(corner));
        }
        let middle = (low + high) * 0.5;
        let radius = corners.iter().fold(0.0_f64, |far, &c| far.max((c - middle).length_squared())).sqrt();
        // Twice the error: that of a certificate counts one of the two ends.
        let (offset, error) = (normal.dot(corners[0]), 2.0 * error);
        Self { distance, candidate: candidate as u32, normal, offset, error, middle, radius }
    }

    /// Whether the polygon may be within `reach` of a place.
    pub(super) fn is_near(&self, place: DVec3, reach: f64) -> bool {
        let reach = self.radius + reach;
        (place - self.middle).length_squared() <= reach * reach
    }

    fn height(&self, x: DVec3) -> f64 {
        self.normal.dot(x) - self.offset
    }

    /// Whether a segment stays on one side of the plane, or away from the ball.
    fn is_passed(&self, a: DVec3, b: DVec3, margin: f64) -> bool {
        let (above, below) = (self.height(a), self.height(b));
        if above > self.error && below > self.error || above < -self.error && below < -self.error {
            return true;
        }
        let way = b - a;
        let along = way.dot(self.middle - a);
        let length2 = way.length_squared();
        let share = if along <= 0.0 {
            0.0
        } else if along >= length2 {
            1.0
        } else {
            along / length2
        };
        let reach = self.radius + margin;
        (a + way * share - self.middle).length_squared() > reach * reach
    }

    /// Whether a segment crosses the polygon or ends on it.
    fn meets(&self, candidates: &Candidates, (a, b): (DVec3, DVec3), margin: f64) -> bool {
        // A polygon without a normal has no sides.
        if self.is_passed(a, b, margin) || self.normal == DVec3::ZERO {
            return false;
        }
        let polygon = candidates.polygon(self.candidate as usize);
        let (above, below) = (self.height(a), self.height(b));
        let height = above - below;
        if height.abs() <= 2.0 * self.error {
            // It lies in the plane.
            return true;
        }
        let p = a + (b - a) * (above / height).clamp(0.0, 1.0);
        let mut from = polygon.corners[polygon.corners.len() - 1];
        polygon.corners.iter().all(|&to| {
            let edge = to - from;
            let inside = edge.cross(p - from).dot(self.normal);
            from = to;
            inside >= 0.0 || inside * inside <= margin * margin * edge.length_squared()
        })
    }
}

/// The polygons that can be crossed.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// Candidates that are solid for the mover, the nearest to the start first.
    all: Vec<Sheet>,
    /// Of each candidate, its place in the list.
    places: Vec<u32>,
    /// How far beside a polygon a segment must pass.
    margin: f64,
}

impl Sheets {
    /// Lists all candidates that are solid for a mover at the origin of its space, which has this radius.
    pub(super) fn list(&mut self, candidates: &mut Candidates, radius: f64) {
        self.all.clear();
        self.margin = SHEET_MARGIN * radius;
        for row in 0..candidates.rows() {
            for i in candidates.within(row, DVec3::ZERO, f64::INFINITY) {
                let distance = candidates.known(i, DVec3::ZERO).distance;
                self.all.push(Sheet::new(i, distance, &candidates.polygon(i)));
            }
        }
        let order =
            |a: &Sheet, b: &Sheet| a.distance.total_cmp(&b.distance).then(a.candidate.cmp(&b.candidate));
        self.all.sort_unstable_by(order);
        self.places.clear();
        self.places.resize(candidates.len(), 0);
        for (place, sheet) in (0..).zip(&self.all) {
            self.places[sheet.candidate as usize] = place;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Sheet>() + self.places.capacity() * size_of::<u32>()
    }

    /// The polygons that a segment between places within `reach` of the start can meet.
    pub(super) fn within(&self, reach: f64) -> &[Sheet] {
        let count = self.all.partition_point(|sheet| sheet.distance <= reach + self.margin);
        &self.all[..count]
    }

    /// Whether the centre crosses nothing on the straight way from `a` to `b`, in the space of the mover. The start is the
    /// origin and nothing else.
    pub(super) fn is_clear(&self, candidates: &Candidates, a: DVec3, b: DVec3) -> bool {
        let leaves_start = a == DVec3::ZERO;
        let reach = a.length_squared().max(b.length_squared()).sqrt();
        self.within(reach).iter().all(|sheet| {
            !sheet.meets(candidates, (a, b), self.margin)
                || leaves_start && sheet.distance <= 0.0 && !sheet.meets(candidates, (b, b), self.margin)
        })
    }

    /// The same for a segment that only some candidates are near, and that does not begin at the start.
    pub(super) fn is_clear_of(
        &self,
        candidates: &Candidates,
        mut near: impl Iterator<Item = usize>,
        (a, b): (DVec3, DVec3),
    ) -> bool {
        near.all(|i| !self.all[self.places[i] as usize].meets(candidates, (a, b), self.margin))
    }

    /// The part, 0..=1, of the straight way from the start to `end` on which the centre crosses nothing.
    pub(super) fn clear_part(&self, candidates: &Candidates, end: DVec3) -> f64 {
        let mut clear = 1.0;
        let length = end.length();
        for sheet in &self.all {
            if sheet.distance > length * clear + self.margin {
                break;
            }
            let is_under_start = sheet.distance <= 0.0 && !sheet.meets(candidates, (end, end), self.margin);
            if is_under_start || !sheet.meets(candidates, (DVec3::ZERO, end * clear), self.margin) {
                continue;
            }
            let share = sheet.offset / sheet.normal.dot(end);
            clear = if share > 0.0 && share < clear { share } else { 0.0 };
        }
        clear
    }
}
