//! Caches the triangles around one mover from move to move. This makes it possible to check
//! hundreds of millions of moves.
//!
//! The results are those of [`Judge`]: the same kernels on the same triangles. The cache avoids the
//! grid lookup for every move. It also skips the kernels if a box, a plane or a separating axis
//! shows in f64, with a safety margin, that a triangle is out of reach.

use crate::body::{Body, Frame};
use crate::crossing::passes;
use crate::judge::{Clearance, Judge};
use crate::path::offer_piece;
use crate::triangle::{Triangle, bounds};
use crate::vector::{V, cross, dot, is_finite, length, lower, scale, sub, upper};

/// A body and the triangles that it can reach while its centre stays in a box.
pub struct Near {
    body: Body,
    frame: Frame,
    /// Search distance of [`Near::clearance`] around the body, in metres.
    look: f64,
    /// Box of the centre for which the cached triangles are complete.
    low: V,
    high: V,
    /// Middle of that box. Frame coordinates are relative to it, which keeps them small.
    origin: V,
    boxes: Vec<(V, V)>,
    faces: Vec<Face>,
    /// The path, in the frame.
    path: Vec<V>,
    /// Bounding box of each path segment including the body, with a margin.
    pieces: Vec<(V, V)>,
}

/// A cached triangle.
struct Face {
    id: u32,
    triangle: Triangle,
    /// Corners in the frame, relative to the origin.
    corners: Triangle,
    /// Separating axis of the last test in the frame, and the triangle's least distance along it. A
    /// mover changes little between moves, so this axis usually separates again. Minus infinity
    /// before the first test.
    away: V,
    support: f64,
    /// Unit normal in the frame. Zero if it is only rounding error; such a normal rejects nothing.
    normal: V,
    /// Offset of the plane along the normal.
    offset: f64,
    /// Rounding error of a distance from the plane.
    slack: f64,
}

impl Near {
    /// Creates an empty cache. `look` is the search distance of [`Near::clearance`] in metres, zero
    /// or more.
    pub fn new(body: &Body, look: f64) -> Near {
        Near {
            body: *body,
            frame: body.frame(),
            look,
            low: [f64::INFINITY; 3],
            high: [f64::NEG_INFINITY; 3],
            origin: [0.0; 3],
            boxes: Vec::new(),
            faces: Vec::new(),
            path: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Returns the body of this cache.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Caches every triangle that the body could reach on this path. If the path leaves the cached
    /// box, the new box extends `margin` metres farther on all sides, for later moves. The path
    /// must be finite.
    pub fn hold(&mut self, judge: &Judge, path: &[V], margin: f64) {
        let kept = |p: &V| (0..3).all(|k| p[k] >= self.low[k] && p[k] <= self.high[k]);
        if path.iter().all(kept) {
            return;
        }
        let (mut low, mut high) = (path[0], path[0]);
        for &p in path {
            (low, high) = (lower(low, p), upper(high, p));
        }
        (self.low, self.high) = (low.map(|x| x - margin), high.map(|x| x + margin));
        self.origin = scale([0, 1, 2].map(|k| self.low[k] + self.high[k]), 0.5);
        self.faces.clear();
        self.boxes.clear();
        for id in judge.around(&self.frame, self.low, self.high, self.look) {
            let triangle = judge.triangles[id as usize];
            self.faces.push(Face::new(id, triangle, &self.frame, self.origin));
            self.boxes.push(bounds(&triangle));
        }
    }

    /// Returns the number of cached triangles.
    pub fn triangle_count(&self) -> usize {
        self.faces.len()
    }

    /// Returns the least [`Judge::path_clearance`] of all segments with a search distance of zero;
    /// the gap is zero if nothing overlaps. Only valid for paths that were given to [`Near::hold`].
    pub fn path_depth(&mut self, path: &[V]) -> Clearance {
        let mut least = Clearance::nothing_within(0.0, path[0]);
        if !path.iter().all(|p| is_finite(*p)) {
            return Clearance::unanswerable(path[0]);
        }
        let half = self.frame.half.map(|half| half * (1.0 + 1e-9));
        let (low, high) = self.walk_box(path, half);
        for (face, triangle) in self.faces.iter_mut().zip(&self.boxes) {
            if !meet(triangle, &(low, high))
                || face.is_beside(&self.path, self.frame.reach(face.normal))
                || face.is_away(&self.path, &self.frame)
            {
                continue;
            }
            for (piece, ends) in path.windows(2).enumerate() {
                let framed = [self.path[piece], self.path[piece + 1]];
                let apart = !meet(triangle, &self.pieces[piece])
                    || face.is_beside(&framed, self.frame.reach(face.normal))
                    || face.is_away(&framed, &self.frame)
                    || face.turns_away(framed, &self.frame);
                if !apart {
                    offer_piece(&mut least, face.id, &self.frame, &face.triangle, ends[0], ends[1]);
                }
            }
        }
        least
    }

    /// Returns the same as [`Judge::path_crosses`], for paths that were given to [`Near::hold`].
    pub fn path_crosses(&mut self, path: &[V]) -> bool {
        if !path.iter().all(|p| is_finite(*p)) {
            return true;
        }
        let (low, high) = self.walk_box(path, [0.0; 3]);
        self.faces.iter().zip(&self.boxes).any(|(face, triangle)| {
            meet(triangle, &(low, high))
                && !face.is_beside(&self.path, 0.0)
                && (1..path.len()).any(|piece| passes(&face.triangle, path, piece, &mut 0))
        })
    }

    /// Returns the same as [`Judge::clearance`] with the search distance given to [`Near::new`],
    /// for a position inside the box of [`Near::hold`].
    pub fn clearance(&self, at: V) -> Clearance {
        if !is_finite(at) {
            return Clearance::unanswerable(at);
        }
        let mut least = Clearance::nothing_within(self.look, at);
        let reach = self.frame.stretch * self.look;
        let framed = self.frame.vector(sub(at, self.origin));
        for (face, (a, b)) in self.faces.iter().zip(&self.boxes) {
            let half = self.frame.half.map(|half| (half + reach) * (1.0 + 1e-9));
            let met = (0..3).all(|k| a[k] <= at[k] + half[k] && b[k] >= at[k] - half[k]);
            // Lower bound of the gap from the plane alone; no information if negative.
            let beyond =
                (dot(face.normal, framed) - face.offset).abs() - face.slack - self.frame.reach(face.normal);
            let apart = beyond > 0.0 && beyond * self.frame.shortest > least.gap;
            if met && !apart {
                least.offer(face.id, at, &self.frame.touch(&face.triangle, at));
            }
        }
        least
    }

    /// Returns the bounding box of the path, extended by `half` and a margin. Also stores the path
    /// in the frame and the boxes of its segments.
    fn walk_box(&mut self, path: &[V], half: V) -> (V, V) {
        let padded = |(low, high): (V, V)| {
            let pad = |k: usize| half[k] + 1e-9 * (1.0 + low[k].abs() + high[k].abs());
            ([0, 1, 2].map(|k| low[k] - pad(k)), [0, 1, 2].map(|k| high[k] + pad(k)))
        };
        self.path.clear();
        self.path.extend(path.iter().map(|&p| self.frame.vector(sub(p, self.origin))));
        self.pieces.clear();
        self.pieces
            .extend(path.windows(2).map(|ends| padded((lower(ends[0], ends[1]), upper(ends[0], ends[1])))));
        let whole = |(low, high), &p: &V| (lower(low, p), upper(high, p));
        padded(path.iter().fold((path[0], path[0]), whole))
    }
}

/// Returns true if two boxes, given by their lowest and highest corners, have a common point.
fn meet(a: &(V, V), b: &(V, V)) -> bool {
    (0..3).all(|k| a.0[k] <= b.1[k] && a.1[k] >= b.0[k])
}

impl Face {
    fn new(id: u32, triangle: Triangle, frame: &Frame, origin: V) -> Face {
        let corners = frame.triangle(&triangle, origin);
        let [a, b, c] = corners;
        let edges = [sub(b, a), sub(c, a), sub(c, b)];
        let longest = edges.iter().map(|e| length(*e)).fold(0.0, f64::max);
        let normal = cross(edges[0], edges[1]);
        let area = length(normal);
        // For a needle a million times longer than wide, rounding turns the normal by 1e-10.
        let is_sound = area > 1e-6 * longest * longest;
        let normal = if is_sound { scale(normal, 1.0 / area) } else { [0.0; 3] };
        let size = length(a).max(length(b)).max(length(c));
        Face {
            id,
            triangle,
            corners,
            away: [0.0; 3],
            support: f64::NEG_INFINITY,
            normal,
            offset: dot(normal, a),
            slack: 1e-12 + 1e-9 * size,
        }
    }

    /// Returns true if the whole path is on one side of the triangle's plane, farther from it than
    /// `reach` plus the rounding error.
    fn is_beside(&self, path: &[V], reach: f64) -> bool {
        let beyond = reach + self.slack;
        let side = |p: &V| dot(self.normal, *p) - self.offset;
        path.iter().all(|p| side(p) > beyond) || path.iter().all(|p| side(p) < -beyond)
    }

    /// Returns true if the last separating axis separates the body from the triangle on the whole
    /// path.
    fn is_away(&self, path: &[V], frame: &Frame) -> bool {
        let most = self.support - frame.reach(self.away) - self.slack;
        path.iter().all(|p| dot(self.away, *p) < most)
    }

    /// Looks for a separating axis for one segment: the direction from its middle to the nearest
    /// point of the triangle. The nearest point may have a rounding error, so the distance along
    /// the axis is computed from the corners.
    fn turns_away(&mut self, piece: [V; 2], frame: &Frame) -> bool {
        let middle = [0, 1, 2].map(|k| 0.5 * (piece[0][k] + piece[1][k]));
        let Some(away) = frame.towards(&self.corners.map(|corner| sub(corner, middle))) else {
            return false;
        };
        self.away = away;
        self.support = self.corners.iter().map(|corner| dot(away, *corner)).fold(f64::INFINITY, f64::min);
        self.is_away(&piece, frame)
    }
}
