//! Where a character is during a stage of a step, and how far it may get.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use glam::{DVec3, Vec3};

use super::member::CrowdMember;
use crate::geometry::key::mixed;
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::MAX_POSITION;
use crate::tolerance::character::CROWD_MARGIN;

/// Where a character is, and how far it can get.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) shape: Shape,
    pub(super) centre: DVec3,
    pub(super) velocity: DVec3,
    space: Option<Space>,
    /// Half the size of a box around the centre that contains the body during this stage, as far as
    /// is known.
    pub(super) half: Vec3,
    /// The same before the body left that box.
    pub(super) former: Vec3,
    pub(super) yielding: f64,
    pub(super) skin: f64,
    pub(super) is_valid: bool,
    posture: (bool, Vec3),
}

impl Place {
    pub(super) fn of(member: &CrowdMember<'_>, velocity: DVec3, dt: f32) -> Self {
        let state = &member.state;
        let shape = state.shape(member.config);
        let space = Space::new(&shape, DVec3::ZERO, 0.0);
        let skin = f64::from(member.config.skin_width);
        let centre = state.centre(member.config);
        let wish = member.input.wish_velocity.length();
        let fastest = state.velocity.length().max(velocity.length() as f32).max(wish);
        let half = size_of(space.as_ref()) + (fastest * dt + 2.0 * member.config.skin_width + CROWD_MARGIN);
        let is_valid = space.is_some()
            && centre.is_finite()
            && centre.abs().max_element() <= MAX_POSITION
            && velocity.is_finite()
            && half.is_finite();
        let yielding = f64::from(member.yielding);
        let yielding = if (0.0..=1000.0).contains(&yielding) { yielding } else { 1.0 };
        let posture = posture_of(member);
        Self { shape, centre, velocity, space, half, former: half, yielding, skin, is_valid, posture }
    }

    /// Returns the extent of the bare shape along a unit vector.
    pub(super) fn extent(&self, n: DVec3) -> f64 {
        self.space.as_ref().map_or(0.0, |space| space.bare_support(n))
    }

    /// Returns the longest half length of the box.
    pub(super) fn reach(&self) -> f32 {
        self.half.max_element()
    }

    /// Returns true if the body has another shape now.
    pub(super) fn has_changed(&self, member: &CrowdMember<'_>) -> bool {
        self.posture != posture_of(member)
    }

    /// Returns true if the boxes of two characters overlap.
    pub(super) fn overlaps(&self, other: &Self, half: impl Fn(&Self) -> Vec3) -> bool {
        self.is_valid
            && other.is_valid
            && (self.centre - other.centre).abs().cmple((half(self) + half(other)).as_dvec3()).all()
    }

    /// Enlarges the box if the body has left it. Returns true if it has.
    pub(super) fn follow(&mut self, member: &CrowdMember<'_>) -> bool {
        if !self.is_valid {
            return false;
        }
        let centre = member.state.centre(member.config);
        let size = if self.has_changed(member) {
            size_of(Space::new(&member.state.shape(member.config), DVec3::ZERO, 0.0).as_ref())
        } else {
            size_of(self.space.as_ref())
        };
        let needed = (centre - self.centre).abs().as_vec3() + size;
        let escaped = needed.cmpgt(self.half).any();
        if escaped {
            self.half = self.half.max(needed + CROWD_MARGIN);
        }
        escaped
    }

    /// Compares two places by their coordinates.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let [a, b] = [self, other].map(|place| place.centre.to_array());
        let mut axes = a.iter().zip(&b).map(|(x, y)| x.total_cmp(y));
        axes.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

fn size_of(space: Option<&Space>) -> Vec3 {
    space.map_or(Vec3::ZERO, |space| space.half_extents.as_vec3())
}

fn posture_of(member: &CrowdMember<'_>) -> (bool, Vec3) {
    (member.state.is_crouching(), member.state.up().unwrap_or(member.config.up))
}

/// Returns a hash of everything that the step of a member depends on: it tells members at the same
/// position apart, whatever their order is.
pub(super) fn hash_of(member: &CrowdMember<'_>) -> u64 {
    let mut hash = Hash(0);
    let _ = write!(hash, "{member:?}");
    hash.0
}

/// A hash of text.
struct Hash(u64);

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.bytes().fold(self.0, |hash, byte| mixed(hash, byte.into()));
        Ok(())
    }
}
