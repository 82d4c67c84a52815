//! The ground below a character: does it hold the body?
//!
//! Ground is one of these, and each is decided from the triangles alone:
//!
//! 1. A contact that is flat enough to stand on. If it is an edge beside the axis, and the body
//!    moves away from it so fast that gravity cannot turn its velocity as fast as its lower end is
//!    round, there must be ground as in 2, or on the other side of the axis, half that radius away.
//! 2. The edge of a face that is flat enough, if there is such ground below the part of the body
//!    that is beyond the edge: below its axis, or halfway to the edge. The edge is at most as high
//!    above the feet as a step, or after a drop as the body may drop. A body in the air lands only
//!    on an edge that is not nearly beside it.
//! 3. Anything that rises, if the character stood on the edge of a step before.
//! 4. Steep surfaces that together allow no descent steeper than a slope to stand on.

use std::fmt;
use std::ops::Deref;

use super::contacts::{Contact, Sure};
use super::{CharacterRules, DOUBT};
use crate::body::Body;
use crate::judge::Judge;
use crate::reference::cone::{Plane, nearest_allowed};
use crate::reference::walk::Walk;
use crate::triangle::unit_normal;
use crate::vector::{V, along, dot, length, scale, sub};

/// An answer to a question with thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// True.
    Yes,
    /// False.
    No,
    /// Within one percent of a threshold, so either answer is accepted.
    Either,
}

/// The reason of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing that rises is within two skins.
    Nothing,
    /// A contact is flat enough to stand on.
    Walkable,
    /// The body stands on the edge of a face that is flat enough, over ground.
    Edge,
    /// The body stood on the edge of a step before, and touches something that rises.
    Remembered,
    /// Steep surfaces together allow no descent.
    Between,
    /// All contacts are too steep.
    Steep,
}

/// The ground of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Does the ground hold the body?
    pub answer: Answer,
    /// Why.
    pub reason: Reason,
    /// Unit normal of the flattest contact; zero if no contact points upwards.
    pub normal: V,
    /// Normals of contacts that may be the flattest one: that of the flattest one that certainly
    /// counts, and flatter ones that may count.
    pub flattest_normals: Normals,
    /// Does the edge of a step hold the body, so that the character remembers it?
    pub on_edge: Answer,
    /// Greatest height along `up` of a contact that is certainly flat enough, if there is one.
    pub walkable_height: Option<f64>,
    /// Greatest height along `up` of a contact that may rise.
    pub rising_height: Option<f64>,
    /// Height along `up` from which a step is measured: that of the highest contact that may be
    /// flat enough, if one holds the body; between steep surfaces that of the lowest contact that
    /// rises; otherwise that of the highest one.
    pub step_base: Option<f64>,
}

/// A short list of normals.
#[derive(Clone, Copy, PartialEq)]
pub struct Normals {
    list: [V; MOST_FLATTEST],
    count: usize,
}

/// Number of contacts that may be the flattest one. More are not listed.
const MOST_FLATTEST: usize = 16;

impl Normals {
    const NONE: Normals = Normals { list: [[0.0; 3]; MOST_FLATTEST], count: 0 };

    fn of(normals: impl Iterator<Item = V>) -> Self {
        let mut all = Self::NONE;
        for (slot, normal) in all.list.iter_mut().zip(normals) {
            (*slot, all.count) = (normal, all.count + 1);
        }
        all
    }
}

impl Deref for Normals {
    type Target = [V];

    fn deref(&self) -> &[V] {
        &self.list[..self.count]
    }
}

impl fmt::Debug for Normals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Ground {
    /// Nothing rises.
    const NOTHING: Ground = Ground {
        answer: Answer::No,
        reason: Reason::Nothing,
        normal: [0.0; 3],
        flattest_normals: Normals::NONE,
        on_edge: Answer::No,
        walkable_height: None,
        rising_height: None,
        step_base: None,
    };
}

/// The ground that held a character before the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// Was it on the ground?
    pub ground: Answer,
    /// Did the edge of a step hold it?
    pub edge: Answer,
    /// Velocities across `up` that it may have relative to the ground. Each counts as possible, and
    /// what all of them agree on is certain.
    pub paces: [V; 3],
}

impl Footing {
    /// A character in the air.
    pub const AIR: Footing = Footing { ground: Answer::No, edge: Answer::No, paces: [[0.0; 3]; 3] };
    /// A character on the ground.
    pub const GROUND: Footing = Footing { ground: Answer::Yes, ..Footing::AIR };
}

/// Component along `up` of the normal of an edge on which a character in the air lands.
const LANDS: f64 = 0.25;

/// Offset of further rays around a ray, as a share of the sizes.
const BESIDE: f64 = 4e-6;

impl Judge {
    /// Judges the ground of a body with its centre `at`.
    pub fn ground(&self, body: &Body, at: V, rules: &CharacterRules, footing: Footing) -> Ground {
        let contacts = self.contacts_of(body, at, rules);
        let rise = |c: &Contact| dot(c.normal, rules.up);
        let flattest = |counts: fn(&&Contact) -> bool| {
            contacts.iter().filter(counts).max_by(|a, b| rise(a).total_cmp(&rise(b)))
        };
        let certain = flattest(|c| c.counts.certain && c.rises.certain);
        let Some(flattest) = flattest(|c| c.rises.possible) else { return Ground::NOTHING };
        let least = certain.map_or(f64::INFINITY, rise);
        let others = contacts.iter().filter(|c| rise(c) >= least && c.normal != flattest.normal);
        let flattest_normals = Normals::of([flattest].into_iter().chain(others).map(|c| c.normal));
        let flat = self.walkable((body, at), rules, &contacts, &footing.paces);
        let held = remembered(&contacts, footing.edge);
        // On certain ground the costly rules change nothing.
        let (edge, between) = if flat.certain {
            (Sure::NO, Sure::NO)
        } else {
            (self.edge((body, at), rules, &contacts, footing.ground), between(&contacts, rules))
        };
        let rules_of = [
            (Reason::Walkable, flat),
            (Reason::Remembered, held),
            (Reason::Edge, edge),
            (Reason::Between, between),
        ];
        let found = |sure: fn(&Sure) -> bool| rules_of.iter().find(|(_, s)| sure(s));
        let (answer, reason) = match (found(|s| s.certain), found(|s| s.possible)) {
            (Some((reason, _)), _) => (Answer::Yes, *reason),
            (None, Some((reason, _))) => (Answer::Either, *reason),
            (None, None) => (Answer::No, Reason::Steep),
        };
        let highest = |counts: fn(&&Contact) -> bool| {
            let heights = contacts.iter().filter(counts).map(|c| dot(c.point, rules.up));
            heights.max_by(f64::total_cmp)
        };
        let rising_height = highest(|c| c.rises.possible);
        let lowest = || {
            let heights = contacts.iter().filter(|c| c.counts.certain && c.rises.certain);
            heights.map(|c| dot(c.point, rules.up)).min_by(f64::total_cmp)
        };
        Ground {
            answer,
            reason,
            normal: flattest.normal,
            flattest_normals,
            on_edge: match (held.possible || edge.possible, held.certain || edge.certain) {
                _ if flat.certain => Answer::No,
                (_, true) if !flat.possible => Answer::Yes,
                (true, _) => Answer::Either,
                _ => Answer::No,
            },
            walkable_height: highest(|c| c.counts.certain && c.walkable.certain),
            rising_height,
            step_base: match reason {
                Reason::Walkable => highest(|c| c.walkable.possible),
                Reason::Between => lowest(),
                _ => rising_height,
            },
        }
    }

    /// Rule 1.
    fn walkable(
        &self,
        (body, at): (&Body, V),
        rules: &CharacterRules,
        contacts: &[Contact],
        paces: &[V; 3],
    ) -> Sure {
        let mut found = Sure::NO;
        for contact in contacts.iter().filter(|c| c.walkable.possible) {
            let flies = self.flies_off((body, at), rules, contact, paces);
            let below = if flies.possible {
                let beyond = self.has_ground_beyond((body, at), rules, contact.point);
                let below = self.has_ground_below(at, rules, contact.point);
                Sure { certain: below.certain || beyond.certain, possible: below.possible || beyond.possible }
            } else {
                Sure::NO
            };
            found.certain |=
                contact.counts.certain && contact.walkable.certain && (!flies.possible || below.certain);
            found.possible |= !flies.certain || below.possible;
        }
        found
    }

    /// Returns whether the body is too fast to roll down over a contact.
    fn flies_off(
        &self,
        (body, at): (&Body, V),
        rules: &CharacterRules,
        contact: &Contact,
        paces: &[V; 3],
    ) -> Sure {
        let away = sub(at, contact.point);
        let away = along(away, rules.up, -dot(away, rules.up));
        let far = length(away);
        let least = rules.gravity * dot(contact.normal, rules.up) * end_radius(body, rules.up);
        let is_fast = |pace: &V, doubt: f64| {
            let speed = if far > 0.0 { dot(*pace, away) / far } else { 0.0 };
            speed > 0.0 && speed * speed > least * doubt
        };
        let fast = Sure {
            certain: paces.iter().all(|pace| is_fast(pace, 1.0 + 2.0 * DOUBT)),
            possible: paces.iter().any(|pace| is_fast(pace, 1.0 - 2.0 * DOUBT)),
        };
        if !fast.possible {
            return Sure::NO;
        }
        let edge = self.is_edge(contact);
        Sure { certain: fast.certain && edge.certain, possible: edge.possible }
    }

    /// Rule 2. The highest edge counts; if several are possible, all must hold the body.
    fn edge(
        &self,
        (body, at): (&Body, V),
        rules: &CharacterRules,
        contacts: &[Contact],
        on_ground: Answer,
    ) -> Sure {
        let rising = contacts.iter().filter(|c| c.rises.possible);
        let edges: Vec<(&Contact, Sure)> =
            rising.map(|c| (c, self.has_walkable_face(c, rules))).filter(|(_, face)| face.possible).collect();
        let feet = dot(at, rules.up) - half_height(body, rules.up) - rules.skin;
        // Only a body that was lowered stands on an edge that is higher than a step.
        let (step, drop) = (rules.step_height + 2.0 * rules.skin, deepest_drop(rules));
        let mut found = Sure { certain: true, possible: false };
        for (edge, _) in &edges {
            let below = self.has_ground_below(at, rules, edge.point);
            let (rise, height) = (dot(edge.normal, rules.up), dot(edge.point, rules.up) - feet);
            let lands = Sure {
                certain: on_ground == Answer::Yes || rise > LANDS * (1.0 + DOUBT),
                possible: on_ground != Answer::No || rise > LANDS * (1.0 - DOUBT),
            };
            found.possible |= below.possible && lands.possible && height <= drop * (1.0 + DOUBT);
            found.certain &= below.certain && lands.certain && height <= step * (1.0 - DOUBT);
        }
        found.certain &= edges.iter().any(|(c, face)| c.counts.certain && c.rises.certain && face.certain);
        found
    }

    /// Returns whether there is ground to stand on below the part of the body beyond an edge, as
    /// deep below the edge as a step or as the snap distance.
    fn has_ground_below(&self, at: V, rules: &CharacterRules, edge: V) -> Sure {
        let to_edge = sub(edge, at);
        let to_edge = along(to_edge, rules.up, -dot(to_edge, rules.up));
        let ray = |share: f64| self.ground_under(along(at, to_edge, share), at, rules, edge);
        let (axis, halfway) = (ray(0.0), ray(0.5));
        Sure { certain: axis.certain || halfway.certain, possible: axis.possible || halfway.possible }
    }

    /// Returns whether there is such ground on the other side of the axis, half the radius of the
    /// lower end away.
    fn has_ground_beyond(&self, (body, at): (&Body, V), rules: &CharacterRules, edge: V) -> Sure {
        let away = sub(at, edge);
        let away = along(away, rules.up, -dot(away, rules.up));
        let far = length(away);
        if far == 0.0 {
            return self.ground_under(at, at, rules, edge);
        }
        self.ground_under(along(at, away, 0.5 * end_radius(body, rules.up) / far), at, rules, edge)
    }

    fn ground_under(&self, from: V, at: V, rules: &CharacterRules, edge: V) -> Sure {
        let deep = |share: f64| dot(sub(at, edge), rules.up) + deepest_drop(rules) * share;
        self.ray_down(from, rules, [deep(1.0 - DOUBT), deep(1.0 + DOUBT)])
    }

    /// Returns how far the body can follow the ground down, keeping its skin, at most `most`
    /// metres.
    pub fn drop_below(&self, body: &Body, at: V, rules: &CharacterRules, most: f64) -> f64 {
        Walk::new(self, body, at, rules.skin).advance(scale(rules.up, -1.0), most)
    }

    /// Casts a ray down, and some beside it. It is certain if all of them find ground to stand on
    /// within the least depth, and possible if one does within the greatest.
    fn ray_down(&self, from: V, rules: &CharacterRules, [least, most]: [f64; 2]) -> Sure {
        let down = scale(rules.up, -1.0);
        let beside = BESIDE * (1.0 + length(from));
        let mut found = Sure { certain: true, possible: false };
        for axis in [[0.0; 3], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]
            .into_iter()
            .chain([[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]])
        {
            let axis = along(axis, rules.up, -dot(axis, rules.up));
            let hit = self.ray_within(along(from, axis, beside), down, most);
            let walkable = hit.map(|(far, id)| {
                let cosine = dot(unit_normal(&self.triangles[id as usize]), rules.up).abs();
                (far, rules.is_walkable(cosine))
            });
            found.certain &= walkable.is_some_and(|(far, sure)| sure.certain && far <= least);
            found.possible |= walkable.is_some_and(|(_, sure)| sure.possible);
        }
        found
    }
}

/// Returns the largest height of a step, or of a drop that the body follows.
fn deepest_drop(rules: &CharacterRules) -> f64 {
    rules.step_height.max(rules.snap_distance) + 2.0 * rules.skin
}

/// Returns the radius of curvature of the lower end.
fn end_radius(body: &Body, up: V) -> f64 {
    match *body {
        Body::Point => 0.0,
        Body::Sphere { radius } | Body::Capsule { radius, .. } => radius,
        Body::Ellipsoid { radii: [a, b, c], .. } => {
            let height = half_height(body, up);
            let width = if (height - b).abs() < 1e-6 * height { a.max(c) } else { a.max(b).max(c) };
            (width * width / height.max(f64::MIN_POSITIVE)).min(height)
        }
    }
}

/// Returns half of the extent of a body along a unit vector.
fn half_height(body: &Body, up: V) -> f64 {
    let frame = body.frame();
    frame.support(up) + dot(frame.core, up).abs()
}

/// Rule 3.
fn remembered(contacts: &[Contact], on_edge: Answer) -> Sure {
    Sure {
        certain: on_edge == Answer::Yes && contacts.iter().any(|c| c.counts.certain && c.rises.certain),
        possible: on_edge != Answer::No && contacts.iter().any(|c| c.rises.possible),
    }
}

/// Rule 4. The descent is the direction nearest to down that enters no contact.
fn between(contacts: &[Contact], rules: &CharacterRules) -> Sure {
    let descent = |counts: fn(&Contact) -> bool| {
        let planes: Vec<Plane> =
            contacts.iter().filter(|c| counts(c)).map(|c| Plane { normal: c.normal, floor: 0.0 }).collect();
        let down = nearest_allowed(scale(rules.up, -1.0), &planes).unwrap_or([0.0; 3]);
        length(down).min(1.0).asin()
    };
    Sure {
        certain: contacts.iter().any(|c| c.counts.certain && c.rises.certain)
            && descent(|c| c.counts.certain && !c.walkable.possible)
                <= (1.0 - DOUBT) * rules.max_slope - 1e-6,
        possible: descent(|c| !c.walkable.certain) <= (1.0 + DOUBT) * rules.max_slope + 1e-6,
    }
}
