//! Separation of two shapes: the distance of a point from their Minkowski difference.
//!
//! Every shape is the sum of a ball, a segment (the core) or an ellipsoid around its centre, with
//! the support function h. For *any* unit vector n, the separation of two shapes whose centres
//! differ by c is at least
//!
//! ```text
//! s(n) = n . c - h_a(n) - h_b(n)
//! ```
//!
//! So s(n) is a certificate, however n was found. The separation is the maximum over all n: the
//! distance, or minus the penetration depth. Candidates for n:
//!
//! - Two cores: their difference is a parallelogram. The closest point lies on one of four edges or
//!   inside. One of these five normals is the best.
//! - An ellipsoid and a core: the best normal is that of an ellipsoid around one end of the core,
//!   or perpendicular to the core. In the latter case, it is the normal of the shadow along the
//!   core.
//! - Two ellipsoids: their sum is the intersection of ellipsoids with one parameter. The parameter
//!   of the best is the share of the first ellipsoid in the support. It is found by the secant
//!   method in a bracket.

use glam::{DMat3, DVec3, Quat};

use super::ellipsoid::Ellipsoid;
use crate::geometry::{is_in_range, rotation_matrix};
use crate::shape::space::Space;
use crate::shape::{Form, Shape};
use crate::tolerance::{CERTIFICATE_ROUNDING, PAIR_GAP, PAIR_STEPS, PARALLEL_CORES, SHARE_BRACKET};

/// A shape around its centre: the sum of a ball, a segment and an ellipsoid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) radius: f64,
    /// From the centre to one end of the core; 0 without a core.
    pub(super) core: DVec3,
    pub(super) ellipsoid: Option<Ellipsoid>,
    /// Half of the greatest length.
    pub(super) reach: f64,
}

impl Body {
    /// Returns `None` if the shape is invalid, or its position is out of range.
    pub(super) fn new(shape: &Shape, at: DVec3) -> Option<Self> {
        let space = Space::new(shape, at, 0.0).filter(|_| is_in_range(at))?;
        let reach = shape.longest_half_length().into();
        if let Form::Ellipsoid { radii, rotation } = shape.form() {
            let axes = if rotation == Quat::IDENTITY {
                DMat3::IDENTITY
            } else {
                rotation_matrix(rotation.to_array().map(f64::from))?
            };
            let ellipsoid = Some(Ellipsoid { axes, radii: radii.as_dvec3() });
            return Some(Self { radius: 0.0, core: DVec3::ZERO, ellipsoid, reach });
        }
        let core = space.core().unwrap_or(DVec3::ZERO);
        Some(Self { radius: space.radius_of_bare_ball(), core, ellipsoid: None, reach })
    }

    /// Returns the support of the body without its ball.
    fn support(&self, n: DVec3) -> f64 {
        self.core.dot(n).abs() + self.ellipsoid.map_or(0.0, |e| e.support(n))
    }

    /// Returns the point of the surface with the outer normal `n`, relative to the centre. `along`
    /// is the place on the core, from -1 to 1.
    pub(super) fn point(&self, n: DVec3, along: f64) -> DVec3 {
        n * self.radius + self.core * along + self.ellipsoid.map_or(DVec3::ZERO, |e| e.support_point(n))
    }

    /// Returns numbers that order bodies.
    fn key(&self) -> [f64; 16] {
        let Ellipsoid { axes, radii } =
            self.ellipsoid.unwrap_or(Ellipsoid { axes: DMat3::IDENTITY, radii: DVec3::ZERO });
        let mut key = [0.0; 16];
        key[0] = self.radius;
        key[1..4].copy_from_slice(&self.core.to_array());
        key[4..7].copy_from_slice(&radii.to_array());
        key[7..].copy_from_slice(&axes.to_cols_array());
        key
    }
}

/// A separating plane of two shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeparatingPlane {
    /// Unit normal, from the second shape to the first.
    pub(super) normal: DVec3,
    /// n . c - h_a(n) - h_b(n), without an allowance for rounding.
    pub(super) separation: f64,
    /// Places on the cores, from -1 to 1, of the points that are closest to each other.
    pub(super) along: [f64; 2],
}

/// Two shapes, in an order that does not depend on the order of the arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    bodies: [Body; 2],
    swapped: bool,
}

impl Difference {
    pub(super) fn new(first: Body, second: Body) -> Self {
        let swapped = first.key() > second.key();
        Self { bodies: if swapped { [second, first] } else { [first, second] }, swapped }
    }

    /// Returns the rounding of a separation at a difference of the centres of this length.
    pub(super) fn rounding(&self, distance: f64) -> f64 {
        CERTIFICATE_ROUNDING * (distance + self.size())
    }

    /// Returns the sum of the greatest half lengths.
    pub(super) fn size(&self) -> f64 {
        self.bodies[0].reach + self.bodies[1].reach
    }

    /// Returns the best separating plane found for the difference `c` of the centres, first minus
    /// second. Swapping the shapes mirrors the result exactly, except for c = 0.
    pub(super) fn plane(&self, c: DVec3) -> SeparatingPlane {
        // The difference is symmetric. Solving for one of c and -c makes the result symmetric.
        let is_mirrored = c.to_array() < [0.0; 3];
        let mut plane = Search::new(&self.bodies, if is_mirrored { -c } else { c }).run();
        if is_mirrored {
            plane.normal = -plane.normal;
            plane.along = plane.along.map(|a| -a);
        }
        if self.swapped {
            plane.along.reverse();
        }
        // The difference of the places is c, and so the place on the first core is subtracted.
        plane.along[0] = -plane.along[0];
        plane
    }
}

/// The search for the best plane.
struct Search<'a> {
    bodies: &'a [Body; 2],
    c: DVec3,
    best: SeparatingPlane,
}

impl<'a> Search<'a> {
    fn new(bodies: &'a [Body; 2], c: DVec3) -> Self {
        let best = SeparatingPlane { normal: DVec3::Y, separation: f64::NEG_INFINITY, along: [0.0; 2] };
        Self { bodies, c, best }
    }

    fn run(mut self) -> SeparatingPlane {
        match self.bodies.map(|b| b.ellipsoid) {
            [None, None] => self.cores(),
            [Some(ellipsoid), None] => self.ellipsoid_and_core(&ellipsoid, 1),
            [None, Some(ellipsoid)] => self.ellipsoid_and_core(&ellipsoid, 0),
            [Some(first), Some(second)] => self.ellipsoids(&first, &second),
        }
        if self.best.separation == f64::NEG_INFINITY {
            self.offer(DVec3::Y, [0.0; 2]);
        }
        self.best
    }

    /// Keeps the plane if it is the best so far. A normal that is not finite is never the best.
    fn offer(&mut self, normal: DVec3, along: [f64; 2]) {
        let separation = self.separation(normal);
        if separation > self.best.separation {
            self.best = SeparatingPlane { normal, separation, along };
        }
    }

    /// Returns the certificate of a unit vector.
    fn separation(&self, n: DVec3) -> f64 {
        let [a, b] = self.bodies;
        self.c.dot(n) - (a.support(n) + b.support(n)) - (a.radius + b.radius)
    }

    fn cores(&mut self) {
        let cores = self.bodies.map(|b| b.core);
        let mut nearest = (f64::INFINITY, DVec3::ZERO, [0.0; 2]);
        for (i, side) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let edge = cores[i];
            let from = self.c - cores[1 - i] * side;
            let place = place_on(from, edge);
            let mut apart = from - edge * place;
            if place.abs() < 1.0 {
                // Removes the rounding along the edge, which is large for short vectors.
                apart -= edge * place_on(apart, edge);
            }
            let length = apart.length();
            if length < nearest.0 {
                let along = if i == 0 { [place, side] } else { [side, place] };
                nearest = (length, apart, along);
            }
        }
        let (length, apart, along) = nearest;
        if length > 0.0 {
            self.offer(apart / length, along);
        }
        let (normal, along) = self.across(along);
        self.offer(if normal.dot(self.c) < 0.0 { -normal } else { normal }, along);
    }

    /// Returns a unit vector perpendicular to both cores, and the places on the cores that are
    /// closest along it. Parallel cores have the given places.
    fn across(&self, nearest: [f64; 2]) -> (DVec3, [f64; 2]) {
        let [u, v] = self.bodies.map(|b| b.core);
        let long = if u.length_squared() >= v.length_squared() { u } else { v };
        let cross = u.cross(v);
        let area = cross.length();
        if area > PARALLEL_CORES * u.length() * v.length() {
            let m = cross / area;
            let m = m - long * (m.dot(long) / long.length_squared());
            let place = |w: DVec3| (w.dot(m) / area).clamp(-1.0, 1.0);
            return (m / m.length(), [place(self.c.cross(v)), place(u.cross(self.c))]);
        }
        let length = long.length();
        (if length > 0.0 { (long / length).any_orthonormal_vector() } else { DVec3::Y }, nearest)
    }

    /// `i` is the index of the body with the core.
    fn ellipsoid_and_core(&mut self, ellipsoid: &Ellipsoid, i: usize) {
        let core = self.bodies[i].core;
        let length = core.length();
        if length == 0.0 {
            self.offer(ellipsoid.normal_towards(self.c), [0.0; 2]);
            return;
        }
        for end in [core, -core] {
            self.offer(ellipsoid.normal_towards(self.c - end), [0.0; 2]);
        }
        let unit = core / length;
        let across = |v: DVec3| v - unit * v.dot(unit);
        let n = across(ellipsoid.shadow(unit).normal_towards(across(self.c)));
        let n = across(n / n.length());
        self.offer(n / n.length(), [0.0; 2]);
        let (n, apart) = (self.best.normal, self.best.separation + self.bodies[i].radius);
        self.best.along[i] = place_on(self.c - ellipsoid.support_point(n) - n * apart, core);
    }

    fn ellipsoids(&mut self, first: &Ellipsoid, second: &Ellipsoid) {
        let matrices = [first.support_matrix(), second.support_matrix()];
        // Tries a share of the first ellipsoid. Returns its actual share in the support of the
        // resulting normal, which is a better guess. The fixed point is the best share.
        let mut straightest = (f64::INFINITY, DVec3::Y);
        let mut attempt = |share: f64| {
            let n = Ellipsoid::around_sum(matrices[0], matrices[1], share).normal_towards(self.c);
            self.offer(n, [0.0; 2]);
            let supports = [first.support(n), second.support(n)];
            let y = first.support_point(n) + second.support_point(n);
            let separation = self.c.dot(n) - supports[0] - supports[1];
            let gap = (self.c - y - n * separation).length();
            if gap < straightest.0 {
                straightest = (gap, n);
            }
            (supports[0] / (supports[0] + supports[1]), gap, separation)
        };
        let size = first.radii.max_element() + second.radii.max_element();
        let (mut low, mut high) = (0.0, 1.0);
        let mut share = first.radii.max_element() / size;
        let mut last: Option<[f64; 2]> = None;
        let mut deepest = f64::NEG_INFINITY;
        for _ in 0..PAIR_STEPS {
            let (actual, gap, separation) = attempt(share);
            deepest = deepest.max(separation);
            let error = actual - share;
            if gap <= PAIR_GAP * size || error == 0.0 {
                break;
            }
            if error > 0.0 {
                low = share
            } else {
                high = share
            }
            if high - low <= SHARE_BRACKET {
                break;
            }
            let secant = last.map(|[s, e]| share - error * (share - s) / (error - e));
            let is_inside = |s: &f64| *s > low && *s < high;
            let next = secant.filter(is_inside).or(Some(actual).filter(is_inside));
            last = Some([share, error]);
            share = next.unwrap_or(0.5 * (low + high));
        }
        if deepest < 0.0 {
            // For an overlap, other shares can have better planes.
            for k in 1..8 {
                let (actual, ..) = attempt(f64::from(k) / 8.0);
                attempt(actual);
            }
        }
        // Near the maximum, the separation changes less than the points. Of normals that are
        // equally good within rounding, takes the one with the best points.
        let rounding = CERTIFICATE_ROUNDING * (self.c.length() + size);
        let (normal, separation) = (straightest.1, self.separation(straightest.1));
        if separation >= self.best.separation - rounding {
            self.best = SeparatingPlane { normal, separation, along: [0.0; 2] };
        }
    }
}

/// Returns the place on a segment from `-edge` to `edge` that is closest to `from`, from -1 to 1.
fn place_on(from: DVec3, edge: DVec3) -> f64 {
    let squared = edge.length_squared();
    if squared > 0.0 { (from.dot(edge) / squared).clamp(-1.0, 1.0) } else { 0.0 }
}
