//! Two characters that may touch, and the plane between them.

use glam::DVec3;

use super::member::CrowdMember;
use super::place::Place;

/// Two characters that may touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The first has the lower rank. The normal points from the second to the first.
    pub(super) members: [u32; 2],
    pub(super) normal: DVec3,
    /// Offset of the plane along the normal at the start and at the end of the step.
    pub(super) start: f64,
    pub(super) end: f64,
    /// The gap at the start.
    pub(super) gap: f64,
    /// True if the plane stands still.
    pub(super) stands: bool,
    /// True if the pair was free at the start.
    pub(super) was_free: bool,
}

/// A half-space in which a character has to stay, and how far its centre must be from its border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

impl Pair {
    /// Returns the pair, if the two are so near that they may touch.
    pub(super) fn new([i, j]: [u32; 2], places: &[Place], ranks: &[u32], dt: f64) -> Option<Self> {
        let members = if ranks[i as usize] < ranks[j as usize] { [i, j] } else { [j, i] };
        let [a, b] = members.map(|member| &places[member as usize]);
        if !a.overlaps(b, |place| place.half) {
            return None;
        }
        let found = a.shape.distance(a.centre, &b.shape, b.centre)?;
        let mut normal = found.normal.as_dvec3().normalize_or_zero();
        if normal == DVec3::ZERO {
            normal = DVec3::X;
        }
        let low = normal.dot(b.centre) + b.extent(normal);
        let high = normal.dot(a.centre) - a.extent(normal);
        let gap = high - low;
        let start = 0.5 * (low + high);
        let total = a.yielding + b.yielding;
        // The one that gives way less decides more about the speed of the plane.
        let share = if total > 0.0 { b.yielding / total } else { 0.5 };
        let speed = normal.dot(a.velocity) * share + normal.dot(b.velocity) * (1.0 - share);
        let is_post = |place: &Place| place.yielding == 0.0;
        let speed = if is_post(a) && is_post(b) { 0.0 } else { speed };
        Some(Self {
            members,
            normal,
            start,
            end: start + speed * dt,
            gap,
            stands: false,
            was_free: gap >= 0.0 || found.distance >= 0.0,
        })
    }

    pub(super) fn other(&self, i: u32) -> u32 {
        if self.members[0] == i { self.members[1] } else { self.members[0] }
    }

    /// Returns the half-space of one of the two at the end of the step.
    pub(super) fn side_of(&self, i: u32) -> Side {
        if self.members[0] == i {
            Side { normal: self.normal, offset: self.end }
        } else {
            Side { normal: -self.normal, offset: -self.end }
        }
    }

    /// Returns true if one of the two may have passed the plane.
    pub(super) fn is_beyond(&self, places: &[Place], members: &[CrowdMember<'_>]) -> bool {
        self.members.iter().any(|&i| {
            let (side, place, member) = (self.side_of(i), &places[i as usize], &members[i as usize]);
            let centre = member.state.centre(member.config);
            let room = side.normal.dot(centre) - place.extent(side.normal);
            room < side.offset || place.has_changed(member)
        })
    }

    /// Returns true if the two do not overlap in the present states of the members.
    pub(super) fn is_free(&self, members: &[CrowdMember<'_>]) -> bool {
        let bodies = self.members.map(|i| i as usize).map(|i| {
            let CrowdMember { state, config, .. } = &members[i];
            (state.shape(config), state.centre(config))
        });
        let [(a, at), (b, there)] = &bodies;
        a.distance(*at, b, *there).is_none_or(|found| found.distance >= 0.0)
    }
}
