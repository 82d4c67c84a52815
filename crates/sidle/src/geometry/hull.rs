//! The convex hull of a set of points: quickhull (Barber, Dobkin and Huhdanpaa 1996) with exact
//! predicates.
//!
//! ```text
//! start with a tetrahedron; give each point to a face that it is above
//! repeat until no face has points above it
//!     apex = the point furthest above a face
//!     remove the faces that the apex is above; connect the edges of the hole with the apex
//!     give the points of the removed faces to new faces that they are above
//! merge faces that lie exactly in one plane
//! ```
//!
//! "Above" is strict and exact. The removed faces therefore form one region without holes, no new
//! face is degenerate, and a point that no new face is given lies in the hull.

use std::cmp::Ordering;

use glam::Vec3;

use super::orientation::{is_collinear, volume};

/// Returns the faces of the convex hull of a set of points: flat convex polygons of indices into
/// `points`, counter-clockwise seen from outside, without collinear corners. Returns `None` if all
/// points lie in one plane. The coordinates are finite and in range.
///
/// The result depends on the set of points only, not on their order. Of equal points, the first is
/// a corner.
pub(crate) fn convex_hull(points: &[Vec3]) -> Option<Vec<Vec<u32>>> {
    let place = |i: u32| points[i as usize];
    let mut distinct: Vec<u32> = (0..points.len() as u32).collect();
    distinct.sort_unstable_by(|&i, &j| order(place(i), place(j)).then(i.cmp(&j)));
    distinct.dedup_by(|i, j| place(*i) == place(*j));
    let sorted: Vec<Vec3> = distinct.iter().map(|&i| place(i)).collect();
    let mut hull = Hull::around(&sorted)?;
    hull.grow();
    let mut faces = hull.merged();
    for corner in faces.iter_mut().flatten() {
        *corner = distinct[*corner as usize];
    }
    Some(faces)
}

/// Compares by x, then y, then z.
fn order(a: Vec3, b: Vec3) -> Ordering {
    let mut axes = a.to_array().into_iter().zip(b.to_array());
    axes.find_map(|(a, b)| a.partial_cmp(&b).filter(|o| o.is_ne())).unwrap_or(Ordering::Equal)
}

/// A triangle of a hull that grows.
struct Face {
    corners: [u32; 3],
    /// The face beyond the edge from each corner to the next.
    neighbors: [u32; 3],
    /// Points above this face. Each point is in the list of one face at most.
    above: Vec<u32>,
    is_removed: bool,
    /// The last apex for which this face was tested.
    tested_for: u32,
}

struct Hull<'a> {
    points: &'a [Vec3],
    faces: Vec<Face>,
}

const NONE: u32 = u32::MAX;

impl<'a> Hull<'a> {
    /// Returns a tetrahedron of four of the points, and the points above its faces. The points are
    /// sorted and distinct.
    fn around(points: &'a [Vec3]) -> Option<Self> {
        let (first, last) = (*points.first()?, *points.last()?);
        let off_line = |v: Vec3| {
            let along = (last - first).as_dvec3();
            along.cross((v - first).as_dvec3()).length_squared()
        };
        let off_line = furthest(points, |v| if is_collinear(first, last, v) { 0.0 } else { off_line(v) });
        let (a, mut b, mut c) = (0, points.len() as u32 - 1, off_line?);
        let triangle = [first, last, points[c as usize]];
        let d = furthest(points, |v| volume(triangle, v).abs())?;
        if volume(triangle, points[d as usize]) > 0.0 {
            (b, c) = (c, b);
        }
        let mut hull = Self { points, faces: Vec::new() };
        for corners in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]] {
            hull.add_face(corners);
        }
        for (i, edge) in (0..4).flat_map(|i| (0..3).map(move |edge| (i, edge))) {
            let (from, to) = hull.edge(i, edge);
            let beyond = (0..4).find(|&j| (0..3).any(|other| hull.edge(j, other) == (to, from)));
            hull.faces[i as usize].neighbors[edge] = beyond?;
        }
        for point in 0..points.len() as u32 {
            hull.give(point, 0);
        }
        Some(hull)
    }

    fn add_face(&mut self, corners: [u32; 3]) -> u32 {
        let neighbors = [NONE; 3];
        self.faces.push(Face { corners, neighbors, above: Vec::new(), is_removed: false, tested_for: NONE });
        self.faces.len() as u32 - 1
    }

    /// Returns the corners at both ends of an edge of a face.
    fn edge(&self, face: u32, edge: usize) -> (u32, u32) {
        let corners = self.faces[face as usize].corners;
        (corners[edge], corners[(edge + 1) % 3])
    }

    /// Returns the height of a point above a face, times twice the area of the face.
    fn height(&self, face: u32, point: u32) -> f64 {
        volume(
            self.faces[face as usize].corners.map(|i| self.points[i as usize]),
            self.points[point as usize],
        )
    }

    /// Gives a point to the first face, from number `from` on, that it is above.
    fn give(&mut self, point: u32, from: u32) {
        let face = (from..self.faces.len() as u32).find(|&face| self.height(face, point) > 0.0);
        if let Some(face) = face {
            self.faces[face as usize].above.push(point);
        }
    }

    /// Adds apexes until no point is above a face.
    fn grow(&mut self) {
        let mut pending: Vec<u32> = (0..self.faces.len() as u32).collect();
        // The new face whose outer edge starts at a corner.
        let mut starting_at = vec![NONE; self.points.len()];
        while let Some(face) = pending.pop() {
            let above = &self.faces[face as usize].above;
            let heights = above.iter().map(|&point| (self.height(face, point), point));
            let apex = heights.reduce(|best, other| if other.0 > best.0 { other } else { best });
            let Some((_, apex)) = apex else { continue };
            let first = self.faces.len() as u32;
            let (removed, hole) = self.open(face, apex);
            for &(from, to, beyond) in &hole {
                let new = self.add_face([from, to, apex]);
                starting_at[from as usize] = new;
                self.faces[new as usize].neighbors[0] = beyond;
                let edge = (0..3).find(|&edge| self.edge(beyond, edge) == (to, from));
                self.faces[beyond as usize].neighbors[edge.unwrap_or(0)] = new;
                pending.push(new);
            }
            for (new, &(_, to, _)) in (first..).zip(&hole) {
                let next = starting_at[to as usize];
                self.faces[new as usize].neighbors[1] = next;
                self.faces[next as usize].neighbors[2] = new;
            }
            for face in removed {
                let above = std::mem::take(&mut self.faces[face as usize].above);
                above.into_iter().filter(|&point| point != apex).for_each(|point| self.give(point, first));
            }
        }
    }

    /// Removes the faces that an apex is above, beginning with `first`. Returns them, and the edges
    /// around them, each with the face that stays.
    fn open(&mut self, first: u32, apex: u32) -> (Vec<u32>, Vec<(u32, u32, u32)>) {
        let (mut removed, mut hole) = (vec![first], Vec::new());
        self.faces[first as usize].is_removed = true;
        let mut next = 0;
        while let Some(&face) = removed.get(next) {
            next += 1;
            for edge in 0..3 {
                let beyond = self.faces[face as usize].neighbors[edge];
                let at = &self.faces[beyond as usize];
                if !at.is_removed && at.tested_for != apex && self.height(beyond, apex) > 0.0 {
                    self.faces[beyond as usize].is_removed = true;
                    removed.push(beyond);
                }
                let at = &mut self.faces[beyond as usize];
                at.tested_for = apex;
                if !at.is_removed {
                    let (from, to) = self.edge(face, edge);
                    hole.push((from, to, beyond));
                }
            }
        }
        (removed, hole)
    }

    /// Merges the faces that lie in one plane, and leaves out corners inside of them and of their
    /// edges.
    fn merged(&self) -> Vec<Vec<u32>> {
        let (plane_of, planes) = self.planes();
        // A corner where at most two planes meet is inside an edge or a polygon.
        let mut meetings: Vec<(u32, u32)> = Vec::new();
        for (face, &plane) in self.faces.iter().zip(&plane_of).filter(|(face, _)| !face.is_removed) {
            meetings.extend(face.corners.map(|corner| (corner, plane)));
        }
        meetings.sort_unstable();
        meetings.dedup();
        let mut is_corner = vec![false; self.points.len()];
        for three in meetings.windows(3).filter(|three| three[0].0 == three[2].0) {
            is_corner[three[0].0 as usize] = true;
        }
        let mut next_to = vec![NONE; self.points.len()];
        let mut polygons = Vec::with_capacity(planes.len());
        for (plane, faces) in (0..).zip(&planes) {
            let mut start = NONE;
            for (&face, edge) in faces.iter().flat_map(|face| (0..3).map(move |edge| (face, edge))) {
                let beyond = self.faces[face as usize].neighbors[edge];
                if plane_of[beyond as usize] != plane {
                    let (from, to) = self.edge(face, edge);
                    next_to[from as usize] = to;
                    start = start.min(from);
                }
            }
            let around = std::iter::successors(Some(start), |&corner| {
                Some(next_to[corner as usize]).filter(|&next| next != start)
            });
            polygons.push(around.filter(|&corner| is_corner[corner as usize]).collect());
        }
        polygons
    }

    /// Returns the number of the plane of each face, and the faces in each plane.
    fn planes(&self) -> (Vec<u32>, Vec<Vec<u32>>) {
        let mut plane_of = vec![NONE; self.faces.len()];
        let mut planes: Vec<Vec<u32>> = Vec::new();
        for first in 0..self.faces.len() as u32 {
            if self.faces[first as usize].is_removed || plane_of[first as usize] != NONE {
                continue;
            }
            let plane = planes.len() as u32;
            let mut within = vec![first];
            plane_of[first as usize] = plane;
            let mut next = 0;
            while let Some(&face) = within.get(next) {
                next += 1;
                for beyond in self.faces[face as usize].neighbors {
                    let is_known = plane_of[beyond as usize] != NONE;
                    let corners = self.faces[beyond as usize].corners;
                    if !is_known && corners.iter().all(|&corner| self.height(first, corner) == 0.0) {
                        plane_of[beyond as usize] = plane;
                        within.push(beyond);
                    }
                }
            }
            planes.push(within);
        }
        (plane_of, planes)
    }
}

/// Returns the index of the point with the largest measure, if that is above 0; the first of them.
fn furthest(points: &[Vec3], measure: impl Fn(Vec3) -> f64) -> Option<u32> {
    let measured = (0..).zip(points).map(|(i, &v)| (i, measure(v))).filter(|m| m.1 > 0.0);
    measured.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|m| m.0)
}
