//! The polygons that a move could touch, gathered once.

use glam::DVec3;

use super::polygon::{Bound, Lever, Polygon, plane_and_error};

/// One polygon of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    first: u32,
    count: u32,
    normal: DVec3,
    error: f64,
    /// Which instance, and which polygon of its mesh.
    pub(crate) instance: u32,
    pub(crate) polygon: u32,
    /// A lower bound of the distance, from where the odometer stood at `seen_at`. Distance changes by no more than the
    /// way travelled, so this rules a polygon out without looking at it again.
    pub(crate) distance: f64,
    pub(crate) seen_at: f64,
    /// The last bound that was asked for, and where: a move asks several times from the same place.
    bound: Bound,
    bound_at: DVec3,
    /// One-sided, and the mover has been behind it or on its way through since it was gathered: it is not there for now.
    passes: bool,
}

impl Candidate {
    fn polygon<'a>(&self, corners: &'a [DVec3]) -> Polygon<'a> {
        let corners = &corners[self.first as usize..(self.first + self.count) as usize];
        Polygon { corners, normal: self.normal, error: self.error }
    }
}

/// Polygons in the space of a mover, and how far it has come among them.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    corners: Vec<DVec3>,
    list: Vec<Candidate>,
    odometer: f64,
    buffer: Vec<DVec3>,
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.corners.clear();
        self.list.clear();
        self.odometer = 0.0;
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, i: usize) -> &Candidate {
        &self.list[i]
    }

    pub(crate) fn polygon(&self, i: usize) -> Polygon<'_> {
        self.list[i].polygon(&self.corners)
    }

    /// Adds the polygon of `corners` if it is within `limit` of `x`.
    pub(crate) fn push_within(
        &mut self,
        (instance, polygon): (u32, u32),
        corners: impl Iterator<Item = DVec3>,
        lever: Lever,
        x: DVec3,
        limit: f64,
    ) {
        let first = self.corners.len();
        self.corners.extend(corners);
        let shape = &self.corners[first..];
        let (normal, error) = plane_and_error(shape, lever);
        // The plane alone rules most polygons out.
        let height = normal.dot(x - shape[0]);
        if height > limit + error || height < -limit - error {
            self.corners.truncate(first);
            return;
        }
        let bound = Polygon { corners: shape, normal, error }.bound(x);
        if bound.distance > limit {
            self.corners.truncate(first);
            return;
        }
        let (first, count) = (first as u32, shape.len() as u32);
        let seen_at = self.odometer;
        self.list.push(Candidate {
            first,
            count,
            normal,
            error,
            instance,
            polygon,
            distance: bound.distance,
            seen_at,
            bound,
            bound_at: x,
            passes: true,
        });
    }

    /// Looks anew which candidates still let the mover pass: new ones may, and one that did not once stays solid, since a
    /// mover that rolls round its rim must not lose what it rolls on. `passes` gets memory to work in besides.
    pub(crate) fn let_pass(
        &mut self,
        mut passes: impl FnMut(&Candidate, &Polygon<'_>, &mut Vec<DVec3>) -> bool,
    ) {
        let Self { corners, list, buffer, .. } = self;
        for c in list.iter_mut().filter(|c| c.passes) {
            c.passes = passes(c, &c.polygon(corners), buffer);
        }
    }

    /// Puts the candidates into an order that does not depend on the index.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&Candidate) -> K) {
        self.list.sort_unstable_by_key(key);
    }

    /// The mover went `length` further (in its own space).
    pub(crate) fn travelled(&mut self, length: f64) {
        self.odometer += length;
    }

    /// The distance to candidate `i` is not below this; infinite for one that lets the mover pass.
    pub(crate) fn at_least(&self, i: usize) -> f64 {
        let c = &self.list[i];
        if c.passes { f64::INFINITY } else { c.distance - (self.odometer - c.seen_at) }
    }

    /// The distance to candidate `i` is not below this, whether it lets the mover pass or not.
    pub(crate) fn really_at_least(&self, i: usize) -> f64 {
        let c = &self.list[i];
        c.distance - (self.odometer - c.seen_at)
    }

    /// Measures candidate `i` from where the mover is.
    pub(crate) fn measure(&mut self, i: usize, x: DVec3) -> Bound {
        let bound = self.bound(i, x);
        let c = &mut self.list[i];
        c.distance = bound.distance;
        c.seen_at = self.odometer;
        bound
    }

    /// The bound of candidate `i` from any place.
    pub(crate) fn bound(&mut self, i: usize, x: DVec3) -> Bound {
        let c = &mut self.list[i];
        if c.bound_at != x {
            c.bound = c.polygon(&self.corners).bound(x);
            c.bound_at = x;
        }
        c.bound
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.corners.capacity() + self.buffer.capacity()) * size_of::<DVec3>()
            + self.list.capacity() * size_of::<Candidate>()
    }
}
