//! The contacts of a body at rest, by brute force over all triangles near it.

use super::{CharacterRules, DOUBT};
use crate::body::{Body, Frame, Touch};
use crate::judge::Judge;
use crate::triangle::{Triangle, bounds, closest_on_triangle, unit_normal};
use crate::vector::{V, add, dot, length, scale, sub};

/// Number of skins up to which a contact counts.
const REACH: f64 = 2.0;
/// Component along `up` below which a contact is a wall, and twice that value, above which it
/// certainly rises.
const WALL: f64 = 1e-4;
/// Distances below this share of the sizes are rounding of the level, which is stored as f32.
const STORED: f64 = 1e-6;
/// Distances below this share are rounding of f64.
const F64_ROUNDING: f64 = 1e-9;
/// Cosine between two normals above which they are the same: 5e-5 rad.
const SAME: f64 = 1.0 - 1e-9;
/// Deviations from 1 of the cosine between the normals of a contact and of a triangle: above the
/// first it is certainly an edge, below the second certainly not.
const TILTED: f64 = 1e-6;
const SAME_TILT: f64 = 1e-9;
/// Steps of the search for the nearest point of a core.
const SEARCHES: usize = 60;
/// Share of the interval that such a step keeps: the golden ratio less one.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

/// How sure a statement is: certain, or possible within the accepted doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sure {
    pub(crate) certain: bool,
    pub(crate) possible: bool,
}

impl Sure {
    /// Impossible.
    pub(crate) const NO: Sure = Sure { certain: false, possible: false };
}

/// A contact within two skins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// Unit vector from the triangle towards the body.
    pub(crate) normal: V,
    /// The point of the triangle in the world.
    pub(crate) point: V,
    /// The contact is near enough, and not that of an internal edge.
    pub(crate) counts: Sure,
    /// The contact is flat enough to stand on.
    pub(crate) walkable: Sure,
    /// The contact points upwards, so that it is not a wall.
    pub(crate) rises: Sure,
}

impl CharacterRules {
    /// Returns whether a slope with this cosine is flat enough.
    pub(crate) fn is_walkable(&self, cosine: f64) -> Sure {
        let angle = cosine.clamp(-1.0, 1.0).acos();
        Sure {
            certain: angle <= (1.0 - DOUBT) * self.max_slope || cosine >= 1.0 - 1e-7,
            possible: angle <= (1.0 + DOUBT) * self.max_slope || cosine >= self.max_slope.cos() - 2.0 * WALL,
        }
    }
}

/// A triangle near the body, in the frame of the body with its skin.
struct Seen {
    triangle: Triangle,
    framed: Triangle,
    touch: Touch,
    near: Sure,
}

impl Judge {
    /// Returns all contacts within two skins that count, at least possibly.
    pub(crate) fn contacts_of(&self, body: &Body, at: V, rules: &CharacterRules) -> Vec<Contact> {
        let frame = body.inflated(rules.skin).frame();
        let within = REACH * rules.kept_skin.max(rules.skin) * (1.0 + DOUBT);
        let inner = body.inflated(REACH * rules.skin * (1.0 - DOUBT)).frame();
        let outer = body.inflated(within).frame();
        let seen: Vec<Seen> = self
            .around(&outer, at, at, within)
            .into_iter()
            .filter_map(|id| {
                let triangle = self.triangles[id as usize];
                let possible = outer.touch(&triangle, at).gap <= 0.0;
                possible.then(|| {
                    let certain = inner.touch(&triangle, at).gap <= 0.0;
                    let touch = frame.touch(&triangle, at);
                    let framed = frame.triangle(&triangle, at);
                    Seen { triangle, framed, touch, near: Sure { certain, possible } }
                })
            })
            .collect();
        (0..seen.len()).filter_map(|i| self.contact(&frame, at, rules, &seen, i)).collect()
    }

    fn contact(
        &self,
        frame: &Frame,
        at: V,
        rules: &CharacterRules,
        seen: &[Seen],
        i: usize,
    ) -> Option<Contact> {
        let Seen { triangle, touch, near, .. } = &seen[i];
        let internal = is_internal(frame, seen, i, at);
        let counts = Sure {
            certain: near.certain && !internal.possible,
            possible: near.possible && !internal.certain,
        };
        if !counts.possible {
            return None;
        }
        let point = contact_point(frame, triangle, touch, at);
        let rise = dot(touch.normal, rules.up);
        Some(Contact {
            normal: touch.normal,
            point,
            counts,
            walkable: rules.is_walkable(rise),
            rises: Sure { certain: rise > 2.0 * WALL, possible: rise > 0.0 },
        })
    }

    /// Returns whether a contact is that of an edge: no triangle at its point has its normal.
    pub(crate) fn is_edge(&self, contact: &Contact) -> Sure {
        let &Contact { point, normal, .. } = contact;
        let size = STORED * (1.0 + length(point));
        let ball = Body::Sphere { radius: size }.frame();
        let nearest = self.around(&ball, point, point, 0.0).into_iter().map(|id| {
            let triangle = self.triangles[id as usize];
            let off = length(sub(closest_on_triangle(point, &triangle), point));
            if off <= size { dot(unit_normal(&triangle), normal).abs() } else { 0.0 }
        });
        let nearest = nearest.fold(0.0, f64::max);
        Sure { certain: nearest < 1.0 - TILTED, possible: nearest < 1.0 - SAME_TILT }
    }

    /// Returns whether a face that shares the point of a contact is flat enough to stand on, on the
    /// side of the body.
    pub(crate) fn has_walkable_face(&self, contact: &Contact, rules: &CharacterRules) -> Sure {
        let &Contact { point, normal, .. } = contact;
        let size = STORED * (1.0 + length(point));
        let ball = Body::Sphere { radius: size }.frame();
        let mut found = Sure::NO;
        for id in self.around(&ball, point, point, 0.0) {
            let triangle = self.triangles[id as usize];
            let (low, high) = bounds(&triangle);
            if (0..3).any(|k| low[k] - point[k] > size || point[k] - high[k] > size) {
                continue;
            }
            let off = length(sub(closest_on_triangle(point, &triangle), point));
            let face = unit_normal(&triangle);
            let towards = dot(face, normal);
            let face = if towards < 0.0 { scale(face, -1.0) } else { face };
            let walkable = rules.is_walkable(dot(face, rules.up));
            // Perpendicular to the contact, both sides of a face are possible.
            let clear =
                towards.abs() > 1e-6 && off <= F64_ROUNDING * (1.0 + length(point)) && has_area(&triangle);
            let any_side = rules.is_walkable(dot(face, rules.up).abs()).possible && towards.abs() <= 1e-6;
            found.certain |= walkable.certain && clear;
            found.possible |= off <= size && (walkable.possible || any_side);
        }
        found
    }
}

/// Returns whether contact `i` is that of an internal edge: its point also lies on another triangle
/// that has a nearer point. Contacts with the same normal are one contact, which may be that of the
/// nearer triangle. An edge that meets the other triangle in a T-junction may count.
fn is_internal(frame: &Frame, seen: &[Seen], i: usize, at: V) -> Sure {
    let me = &seen[i].touch;
    let mut found = Sure::NO;
    let size = 1.0 + frame.level + length(frame.vector(at));
    let exact = F64_ROUNDING * (1.0 + frame.level);
    let is_near = |corner: &V| length(sub(frame.vector(sub(*corner, at)), me.frame_point)) <= exact;
    for other in seen {
        let shared = || seen[i].triangle.iter().filter(|corner| other.triangle.contains(corner));
        let is_joined = || shared().count() >= 2 || shared().any(is_near);
        let off = frame.distance(&other.framed.map(|corner| sub(corner, me.frame_point)));
        let nearer = me.frame_distance - other.touch.frame_distance;
        if dot(other.touch.normal, me.normal) >= SAME {
            found.possible |= nearer > 0.0 && off <= STORED * size;
            continue;
        }
        found.possible |= nearer > -STORED * size && off <= STORED * size;
        found.certain |= nearer > STORED * size && off <= exact && is_joined();
    }
    found
}

/// Returns the point of the triangle at a contact, in the world.
fn contact_point(frame: &Frame, triangle: &Triangle, touch: &Touch, at: V) -> V {
    if frame.core == [0.0; 3] {
        return add(at, frame.world(touch.frame_point));
    }
    // The distance from a point of the core to the triangle is a convex function.
    let point = |share: f64| add(at, scale(frame.core, share));
    let off = |share: f64| length(sub(closest_on_triangle(point(share), triangle), point(share)));
    // Golden section search: one of the two inner points stays an inner point.
    let (mut low, mut high) = (-1.0, 1.0);
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (off(left), off(right));
    for _ in 0..SEARCHES {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = off(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = off(right);
        }
    }
    closest_on_triangle(point(0.5 * (low + high)), triangle)
}

fn has_area(triangle: &Triangle) -> bool {
    let [a, b, c] = *triangle;
    let (u, v) = (sub(b, a), sub(c, a));
    let n = crate::vector::cross(u, v);
    let longest = length(u).max(length(v)).max(length(sub(c, b)));
    length(n) > 1e-5 * longest * longest
}
