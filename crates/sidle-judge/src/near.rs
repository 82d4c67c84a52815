//! The triangles around one mover, kept from move to move: what makes it possible to judge hundreds
//! of millions of moves.
//!
//! The answers are those of [`Judge`]: the same kernels on the same triangles. What is saved is
//! looking into the grid for every move, and the kernels wherever a box, a plane or one direction
//! shows in f64, with slack, that a triangle is out of reach.

use crate::body::{Body, Frame};
use crate::crossing::passes;
use crate::judge::{Clearance, Judge};
use crate::path::offer_piece;
use crate::triangle::{Triangle, bounds, closest_to_origin};
use crate::vector::{V, cross, direction, dot, is_finite, length, lower, scale, sub, upper};

/// A body and the triangles that it can meet while its centre stays in a box.
pub struct Near {
    body: Body,
    frame: Frame,
    /// Metres around the body in which [`Near::clearance`] looks.
    look: f64,
    /// Where the centre may be without looking into the grid again.
    low: V,
    high: V,
    /// The middle of that box: frame coordinates are relative to it, so that they are small.
    origin: V,
    boxes: Vec<(V, V)>,
    faces: Vec<Face>,
    /// The path in the frame.
    path: Vec<V>,
    /// The box of each piece of the path and the body around it, with slack.
    pieces: Vec<(V, V)>,
}

/// A triangle of the neighbourhood.
struct Face {
    id: u32,
    triangle: Triangle,
    /// In the frame, relative to the origin.
    corners: Triangle,
    /// The direction, in the frame, in which the triangle was found to be away from the body the
    /// last time, and how far its nearest corner is that way: a mover hardly moves, so it mostly
    /// still is. Minus infinity before the first time.
    away: V,
    support: f64,
    /// Unit normal in the frame, or zero where rounding decides about it: then it rejects nothing.
    normal: V,
    /// Of the plane, along the normal.
    offset: f64,
    /// What rounding can do to a distance from the plane.
    slack: f64,
}

impl Near {
    /// Nothing yet. `look` (metres, zero or more) is how far [`Near::clearance`] will look.
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

    /// The body it was made for.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Makes sure that every triangle is at hand that the body could meet on this path; where it
    /// has to look, it looks `margin` metres farther on all sides, for the moves to come. The path
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

    /// How many triangles are at hand.
    pub fn triangle_count(&self) -> usize {
        self.faces.len()
    }

    /// [`Judge::path_clearance`] over all pieces, looking no farther than the surface; zero where
    /// nothing overlaps. Only for paths that were given to [`Near::hold`].
    pub fn path_depth(&mut self, path: &[V]) -> Clearance {
        let mut least = Clearance::nothing_within(0.0, path[0]);
        if !path.iter().all(|p| is_finite(*p)) {
            return Clearance::unanswerable(path[0]);
        }
        let half = self.frame.half.map(|half| half * (1.0 + 1e-9));
        let (low, high) = self.walk_box(path, half);
        let level = self.frame.level;
        for (face, triangle) in self.faces.iter_mut().zip(&self.boxes) {
            if !meet(triangle, &(low, high))
                || face.is_beside(&self.path, level)
                || face.is_away(&self.path, level)
            {
                continue;
            }
            for (piece, ends) in path.windows(2).enumerate() {
                let framed = [self.path[piece], self.path[piece + 1]];
                let apart = !meet(triangle, &self.pieces[piece])
                    || face.is_beside(&framed, level)
                    || face.is_away(&framed, level)
                    || face.turns_away(framed, level);
                if !apart {
                    offer_piece(&mut least, face.id, &self.frame, &face.triangle, ends[0], ends[1]);
                }
            }
        }
        least
    }

    /// [`Judge::path_crosses`], for paths that were given to [`Near::hold`].
    pub fn path_crosses(&mut self, path: &[V]) -> bool {
        if !path.iter().all(|p| is_finite(*p)) {
            return true;
        }
        let (low, high) = self.walk_box(path, [0.0; 3]);
        self.faces.iter().zip(&self.boxes).any(|(face, triangle)| {
            meet(triangle, &(low, high))
                && !face.is_beside(&self.path, 0.0)
                && (1..path.len()).any(|piece| passes(&face.triangle, path, piece))
        })
    }

    /// [`Judge::clearance`] as far as [`Near::new`] was told to look, for a place inside the box of
    /// [`Near::hold`].
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
            // Metres of gap that the plane alone leaves; below zero it says nothing.
            let beyond = (dot(face.normal, framed) - face.offset).abs() - face.slack - self.frame.level;
            let apart = beyond > 0.0 && beyond * self.frame.shortest > least.gap;
            if met && !apart {
                least.offer(face.id, at, &self.frame.touch(&face.triangle, at));
            }
        }
        least
    }

    /// The box of the path and `half` around it, with slack; keeps the path in the frame and the
    /// boxes of its pieces.
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

/// Whether two boxes, given by their lowest and highest corners, have a point in common.
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
        // Of a needle a million times longer than wide rounding turns the normal by 1e-10.
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

    /// Whether the whole path stays on one side of the triangle's plane, `level` and the slack away
    /// from it.
    fn is_beside(&self, path: &[V], level: f64) -> bool {
        let beyond = level + self.slack;
        let side = |p: &V| dot(self.normal, *p) - self.offset;
        path.iter().all(|p| side(p) > beyond) || path.iter().all(|p| side(p) < -beyond)
    }

    /// Whether the body stays this side of the triangle, by the direction that was found the last
    /// time.
    fn is_away(&self, path: &[V], level: f64) -> bool {
        let most = self.support - level - self.slack;
        path.iter().all(|p| dot(self.away, *p) < most)
    }

    /// Looks for such a direction for one piece: that from its middle to the nearest point of the
    /// triangle. What rounding may have done to the nearest point is not taken on trust: the
    /// corners say how far the triangle is that way.
    fn turns_away(&mut self, piece: [V; 2], level: f64) -> bool {
        let middle = [0, 1, 2].map(|k| 0.5 * (piece[0][k] + piece[1][k]));
        let Some(away) = direction(closest_to_origin(&self.corners.map(|corner| sub(corner, middle)))) else {
            return false;
        };
        self.away = away;
        self.support = self.corners.iter().map(|corner| dot(away, *corner)).fold(f64::INFINITY, f64::min);
        self.is_away(&piece, level)
    }
}
