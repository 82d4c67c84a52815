//! Crossing test: decides if the centre crosses a polygon on its path.
//!
//! The test is conservative: a segment that passes a polygon closer than rounding, or ends on one,
//! counts as crossing it. A start that lies on a polygon has no side of it, so its first segment
//! may leave to either side.
//!
//! A sliver has no plane. It counts as a wire as thick as the sliver is wide, so that a sheet of
//! slivers is a wall.

use glam::DVec3;

use crate::geometry::polygon::fraction_on_segment;
use crate::narrow_phase::{Candidates, Obstacle};
use crate::tolerance::SHEET_MARGIN;

/// A polygon that can be crossed, with the values that decide most tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    /// Lower bound of the distance from the start, in the mover's space.
    pub(super) distance: f64,
    pub(super) candidate: u32,
    normal: DVec3,
    /// Offset of the plane along the normal.
    offset: f64,
    /// A place closer to the plane than this may be on either side.
    error: f64,
    /// Bounding ball of the polygon.
    middle: DVec3,
    radius: f64,
    start: Start,
}

/// Relation of the start to a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    /// The start does not lie on the polygon.
    Apart,
    /// The start lies on the polygon, as far as its plane in the mover's space can show. The sign
    /// is the side of the start; 0 means either side.
    Near(f64),
}

impl Sheet {
    pub(in crate::slide) fn new(candidate: usize, distance: f64, polygon: &Obstacle<'_>) -> Self {
        let Obstacle { corners, normal, error, .. } = *polygon;
        let (mut low, mut high) = (corners[0], corners[0]);
        for &corner in corners {
            (low, high) = (low.min(corner), high.max(corner));
        }
        let middle = (low + high) * 0.5;
        let radius = corners.iter().fold(0.0_f64, |far, &c| far.max((c - middle).length_squared())).sqrt();
        // Twice the error, because that of a certificate covers only one of the two ends.
        let (offset, error) = (normal.dot(corners[0]), 2.0 * error);
        let candidate = candidate as u32;
        Self { distance, candidate, normal, offset, error, middle, radius, start: Start::Apart }
    }

    fn height(&self, x: DVec3) -> f64 {
        self.normal.dot(x) - self.offset
    }

    /// Returns true if a segment stays on one side of the plane, or outside the bounding ball.
    fn is_passed(&self, a: DVec3, b: DVec3, margin: f64) -> bool {
        let (above, below) = (self.height(a), self.height(b));
        if above > self.error && below > self.error || above < -self.error && below < -self.error {
            return true;
        }
        let nearest = a + (b - a) * fraction_on_segment(self.middle, a, b);
        let reach = self.radius + margin;
        (nearest - self.middle).length_squared() > reach * reach
    }

    /// Returns true if a segment crosses the polygon or ends on it.
    fn intersects(&self, candidates: &Candidates, (a, b): (DVec3, DVec3), margin: f64) -> bool {
        if self.is_passed(a, b, margin) {
            return false;
        }
        let polygon = candidates.obstacle(self.candidate as usize);
        if self.normal == DVec3::ZERO {
            let (wire, width) = wire_of(polygon.corners);
            let reach = width + margin + self.error;
            return distance_squared((a, b), wire) <= reach * reach;
        }
        let (above, below) = (self.height(a), self.height(b));
        let height = above - below;
        if height.abs() <= 2.0 * self.error {
            // The segment lies in the plane.
            return true;
        }
        self.covers(&polygon, a + (b - a) * (above / height).clamp(0.0, 1.0), margin)
    }

    /// Returns true if a point of the plane is inside the outline, or nearer than `margin` to it.
    fn covers(&self, polygon: &Obstacle<'_>, p: DVec3, margin: f64) -> bool {
        let mut from = polygon.corners[polygon.corners.len() - 1];
        polygon.corners.iter().all(|&to| {
            let edge = to - from;
            let inside = edge.cross(p - from).dot(self.normal);
            from = to;
            inside >= 0.0 || inside * inside <= margin * margin * edge.length_squared()
        })
    }

    /// Returns true if the centre may go straight from the start to `end` although that segment
    /// intersects the polygon. The start must lie on the polygon, and the end must be off it on the
    /// side of the start.
    fn lets_leave(&self, candidates: &Candidates, end: DVec3, margin: f64) -> bool {
        let Start::Near(side) = self.start else { return false };
        !self.intersects(candidates, (end, end), margin) && (side == 0.0 || side * self.height(end) > 0.0)
    }

    /// Returns true if the start lies on the polygon. The certified distance cannot decide that:
    /// beside a long edge it can be far below the true distance.
    fn is_under_start(&self, candidates: &Candidates, margin: f64) -> bool {
        let start = (DVec3::ZERO, DVec3::ZERO);
        if self.normal == DVec3::ZERO {
            return self.intersects(candidates, start, margin);
        }
        let height = self.height(DVec3::ZERO);
        height.abs() <= self.error
            && self.covers(&candidates.obstacle(self.candidate as usize), -self.normal * height, margin)
    }
}

/// Returns the line along a sliver, and the largest distance of a corner from it.
fn wire_of(corners: &[DVec3]) -> ((DVec3, DVec3), f64) {
    let furthest_from = |p: DVec3| {
        let further = |q: DVec3, &corner: &DVec3| {
            if (corner - p).length_squared() > (q - p).length_squared() { corner } else { q }
        };
        corners.iter().fold(p, further)
    };
    let a = furthest_from(corners[0]);
    let b = furthest_from(a);
    let wide = |width: f64, &corner: &DVec3| {
        let off = (corner - (a + (b - a) * fraction_on_segment(corner, a, b))).length();
        if off > width { off } else { width }
    };
    ((a, b), corners.iter().fold(0.0, wide))
}

/// Returns the squared distance between two segments, possibly slightly too large. Each of the two
/// points is the nearest to the other.
fn distance_squared((a, b): (DVec3, DVec3), (c, d): (DVec3, DVec3)) -> f64 {
    let (u, v) = (b - a, d - c);
    let (uu, uv, vv) = (u.length_squared(), u.dot(v), v.length_squared());
    let between = a - c;
    let det = uu * vv - uv * uv;
    // Nearest points of the two lines. Parallel lines are nearest at an end.
    let share = if det > 0.0 { (uv * v.dot(between) - vv * u.dot(between)) / det } else { 0.0 };
    let mut least = f64::INFINITY;
    for share in [share.clamp(0.0, 1.0), 0.0, 1.0] {
        let p = a + u * share;
        let q = c + v * fraction_on_segment(p, c, d);
        let p = a + u * fraction_on_segment(q, a, b);
        let distance = (p - q).length_squared();
        least = if distance < least { distance } else { least };
    }
    least
}

/// The polygons that can be crossed.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// Candidates that are solid for the mover, the nearest to the start first.
    all: Vec<Sheet>,
    /// Position of each candidate in the list.
    places: Vec<u32>,
    /// Distance from a polygon within which a segment still intersects it.
    margin: f64,
}

impl Sheets {
    /// Lists all candidates that are solid for a mover of this radius at the origin of its space.
    /// `side_of` returns the side of a candidate that a very near start is on: 1 or -1, or 0 for
    /// either. The centre may cross a candidate if `is_crossed` is true.
    pub(super) fn list(
        &mut self,
        candidates: &mut Candidates,
        radius: f64,
        (side_of, is_crossed): (impl Fn(&Candidates, usize) -> f64, impl Fn(&Candidates, usize) -> bool),
    ) {
        self.all.clear();
        self.margin = SHEET_MARGIN * radius;
        for block in 0..candidates.blocks() {
            for i in candidates.within(block, DVec3::ZERO, f64::INFINITY) {
                if is_crossed(candidates, i) {
                    continue;
                }
                let distance = candidates.known(i, DVec3::ZERO).distance;
                let mut sheet = Sheet::new(i, distance, &candidates.obstacle(i));
                if sheet.is_under_start(candidates, self.margin) {
                    let has_sides = sheet.normal != DVec3::ZERO;
                    sheet.start = Start::Near(if has_sides { side_of(candidates, i) } else { 0.0 });
                }
                self.all.push(sheet);
            }
        }
        let order =
            |a: &Sheet, b: &Sheet| a.distance.total_cmp(&b.distance).then(a.candidate.cmp(&b.candidate));
        self.all.sort_unstable_by(order);
        self.places.clear();
        self.places.resize(candidates.len(), u32::MAX);
        for (place, sheet) in (0..).zip(&self.all) {
            self.places[sheet.candidate as usize] = place;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Sheet>() + self.places.capacity() * size_of::<u32>()
    }

    /// Returns the polygons that a segment between places within `reach` of the start can
    /// intersect.
    pub(super) fn within(&self, reach: f64) -> &[Sheet] {
        let count = self.all.partition_point(|sheet| sheet.distance <= reach + self.margin);
        &self.all[..count]
    }

    /// Returns true if the centre crosses no polygon on the straight segment from `a` to `b`, in
    /// the space of the mover. The start is exactly the origin.
    pub(super) fn is_clear(&self, candidates: &Candidates, a: DVec3, b: DVec3) -> bool {
        let leaves_start = a == DVec3::ZERO;
        let reach = a.length_squared().max(b.length_squared()).sqrt();
        self.within(reach).iter().all(|sheet| {
            !sheet.intersects(candidates, (a, b), self.margin)
                || leaves_start && sheet.lets_leave(candidates, b, self.margin)
        })
    }

    /// Does the same for a segment that does not begin at the start and has only the candidates
    /// `near` close to it.
    pub(super) fn is_clear_of(
        &self,
        candidates: &Candidates,
        mut near: impl Iterator<Item = usize>,
        (a, b): (DVec3, DVec3),
    ) -> bool {
        near.all(|i| {
            let sheet = self.all.get(self.places[i] as usize);
            sheet.is_none_or(|sheet| !sheet.intersects(candidates, (a, b), self.margin))
        })
    }

    /// Returns the fraction, 0..=1, of the straight path from the start to `end` on which the
    /// centre crosses no polygon.
    pub(super) fn clear_part(&self, candidates: &Candidates, end: DVec3) -> f64 {
        let mut clear = 1.0;
        let length = end.length();
        for sheet in &self.all {
            if sheet.distance > length * clear + self.margin {
                break;
            }
            if sheet.lets_leave(candidates, end, self.margin)
                || !sheet.intersects(candidates, (DVec3::ZERO, end * clear), self.margin)
            {
                continue;
            }
            // A sliver has no plane: then this is NaN, and no part of the path is clear.
            let share = sheet.offset / sheet.normal.dot(end);
            clear = if share > 0.0 && share < clear { share } else { 0.0 };
        }
        clear
    }
}
